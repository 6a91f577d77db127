//! What an active character may do next (ZON-012 to ZON-028).

use crate::{
    attack::offers::{Occasion, targets_of},
    character::state::TurnState,
    content::blocks::{Breaking, Remedy},
    context::{read::ReadContext, views::FighterView},
    movement::flight::MOST_WALKS,
    terms::{
        actions, reasons,
        rules::{
            R012, R013, R014, R016, R021, R022, R023, R024, R025, R026, R027, R028, R093, R094,
            R095, R103, R114, R117, R148, R153, RR11, RR16, RR21, RR39, RR47, RR49, RR51, RR57,
            RR72, RR82,
        },
    },
};
use shieldwall_battle::{
    Action, CombatantId, MANY_OFFERS, Offer, Reason, Target, Targets, devices,
};
use shieldwall_content::level::{Device, DeviceTime};
use shieldwall_grid::{Border, Cell};

/// How far words carry, in half zones (ZON-R21).
const EARSHOT: u16 = 4;

/// What a device does, in a few words.
fn changes_of(device: &Device) -> String {
    let mut changes = Vec::new();
    match device.doors.len() {
        0 => {}
        1 => changes.push("moves a door or gate".to_owned()),
        count => changes.push(format!("moves {count} doors or gates")),
    }
    if !device.ground.is_empty() {
        changes.push("changes the ground".to_owned());
    }
    changes.join(" and ")
}

impl ReadContext<'_, '_> {
    /// Everything an active character may do next, ending the turn last. Empty if it can do nothing
    /// at all.
    #[must_use]
    pub fn turn_offers(&self, who: CombatantId) -> Vec<Offer> {
        let fighter = self.fighter(who);
        if !fighter.is_fighting() {
            return Vec::new();
        }
        let mut offers = Vec::new();
        if fighter.is_grabbed() {
            self.break_free_offer(&fighter, &mut offers);
        } else if let Some(breaking) = self.breaking(&fighter) {
            self.broken_offers(&fighter, breaking, &mut offers);
            if !offers.is_empty() {
                // It must go as far as it can, or give up (ZON-R57).
                self.switch_offer(&fighter, &mut offers);
                return offers;
            }
        } else {
            self.walk_offers(&fighter, &mut offers);
            if self.bar_to_main(&fighter).is_none() {
                let mut attacks = self.attack_offers(&fighter, Occasion::Turn);
                attacks.extend(self.power_offers(&fighter));
                for offer in &mut attacks {
                    offer.reveals = fighter.is_concealed() && offer.role.is_attack();
                }
                offers.extend(attacks);
                self.main_offers(&fighter, &mut offers);
            }
            if self.may_act(&fighter) && fighter.turn.may_bonus() {
                self.bonus_offers(&fighter, &mut offers);
            }
            self.free_offers(&fighter, &mut offers);
        }
        self.switch_offer(&fighter, &mut offers);
        offers.push(Offer::new(actions::END, "End the turn", &[RR16]));
        offers
    }

    /// Why a character takes no main action now; `None` if it may.
    #[must_use]
    pub fn bar_to_main(&self, fighter: &FighterView<'_, '_>) -> Option<&'static Reason> {
        if fighter.is_grabbed() {
            Some(&reasons::GRABBED)
        } else if self.breaking(fighter).is_some() {
            Some(&reasons::BROKEN)
        } else if let Some(bar) = self.bar_to_act(fighter) {
            Some(bar)
        } else if !fighter.turn.may_main() {
            Some(&reasons::ACTION)
        } else {
            None
        }
    }

    /// Why no action at all is possible now: more than half of the allowance is spent, or a rider is
    /// carried along at full speed (ZON-R11, ZON-R73).
    fn bar_to_act(&self, fighter: &FighterView<'_, '_>) -> Option<&'static Reason> {
        let swept = fighter.riding.0.is_some_and(|mount| {
            self.plan.team.contains(&mount) && self.fighter(mount).turn.full_speed
        });
        if fighter.is_vehicle() {
            Some(&reasons::VEHICLE)
        } else if swept || fighter.turn.swept_along {
            Some(&reasons::SWEPT)
        } else if fighter.turn.steps > fighter.half_allowance() {
            Some(&reasons::MOVED)
        } else {
            None
        }
    }

    /// Whether any action is possible now.
    #[must_use]
    pub fn may_act(&self, fighter: &FighterView<'_, '_>) -> bool {
        self.bar_to_act(fighter).is_none()
    }

    fn walk_offers(&self, fighter: &FighterView<'_, '_>, offers: &mut Vec<Offer>) {
        if !self.can_walk(fighter) || fighter.turn.walks >= MOST_WALKS {
            return;
        }
        let knowing = Some(fighter.side());
        let legs = self.legs(fighter, false);
        let ways = self.ways(fighter, legs, knowing);
        let cells = self.cell_options(fighter, &ways, legs, 1);
        if !cells.is_empty() {
            let mut offer = Offer::new(actions::MOVE, "Move", &[R012, R014, R016, RR11]);
            offer.detail = format!("{} of {} half zones left", legs.whole, fighter.allowance());
            offer.targets = Targets::Cells(cells);
            offers.push(offer);
        }
        if fighter.may_sprint() && !fighter.turn.steady {
            let legs = self.legs(fighter, true);
            let ways = self.ways(fighter, legs, knowing);
            let mut cells = self.cell_options(fighter, &ways, legs, 1);
            for cell in &mut cells {
                cell.band = if cell.band == 0 { 0 } else { 2 };
            }
            if !cells.is_empty() {
                let left = fighter.stamina.sprints;
                let mut offer = Offer::new(actions::SPRINT, "Sprint", &[R013, RR11]);
                offer.detail = format!("{left} sprints left in this battle");
                offer.targets = Targets::Cells(cells);
                offers.push(offer);
            }
        }
    }

    fn main_offers(&self, fighter: &FighterView<'_, '_>, offers: &mut Vec<Offer>) {
        let cells = self.cells(fighter);
        let listeners: Vec<CombatantId> = self
            .all()
            .filter(|enemy| self.bar_to_words(fighter, enemy).is_none())
            .map(|enemy| *enemy.id)
            .collect();
        let words = [
            (actions::DISTRACT, "Distract"),
            (actions::INTIMIDATE, "Intimidate"),
            (actions::TAUNT, "Taunt"),
        ];
        for (action, label) in words {
            let targets: Vec<CombatantId> = listeners
                .iter()
                .copied()
                .filter(|who| self.bar_to_word(action, &self.fighter(*who)).is_none())
                .collect();
            if !targets.is_empty() {
                let mut offer = Offer::new(action, label, &[R021, RR21]);
                offer.targets = targets_of(&targets);
                offers.push(offer);
            }
        }
        self.remedy_offers(fighter, offers);
        let captives: Vec<CombatantId> = self
            .all()
            .filter(|ally| ally.id != fighter.id && ally.is_grabbed() && ally.is_alive())
            .filter(|ally| !self.hostile(ally.side(), fighter.side()))
            .filter(|ally| self.near(&cells, &self.cells(ally)))
            .map(|ally| *ally.id)
            .collect();
        if !captives.is_empty() {
            let mut offer = Offer::new(actions::FREE_ALLY, "Free an ally", &[R095, RR49]);
            offer.targets = targets_of(&captives);
            offers.push(offer);
        }
        if self.may_hide(fighter) {
            offers.push(Offer::new(actions::HIDE, "Hide", &[R103, RR51]));
        }
        self.device_offers(fighter, DeviceTime::Round, offers);
    }

    /// Why words of a character cannot reach somebody (ZON-R21); `None` if they can.
    pub(crate) fn bar_to_words(
        &self,
        fighter: &FighterView<'_, '_>,
        enemy: &FighterView<'_, '_>,
    ) -> Option<&'static Reason> {
        if !self.hostile(enemy.side(), fighter.side()) {
            Some(&reasons::FRIEND)
        } else if enemy.is_concealed() {
            Some(&reasons::CONCEALED)
        } else if !enemy.is_fighting() {
            Some(&reasons::OUT_OF_FIGHT)
        } else if enemy.is_vehicle() {
            Some(&reasons::VEHICLE)
        } else if self.distance(&self.cells(fighter), &self.cells(enemy)) > EARSHOT {
            Some(&reasons::EARSHOT)
        } else if fighter.is_concealed() {
            Some(&reasons::HIDDEN)
        } else if !self.sees(enemy, fighter) {
            Some(&reasons::UNSEEN)
        } else {
            None
        }
    }

    /// Why words of this kind do nothing to somebody who hears them; `None` if they do.
    pub(crate) fn bar_to_word(
        &self,
        action: Action,
        enemy: &FighterView<'_, '_>,
    ) -> Option<&'static Reason> {
        let mind = &enemy.mind;
        let in_vain = match action {
            actions::DISTRACT => mind.distracted,
            actions::INTIMIDATE => mind.intimidated || enemy.build.0.fearless,
            _ => mind.taunted.is_some(),
        };
        in_vain.then_some(&reasons::ALREADY)
    }

    /// Remedies on oneself and nearby allies (ZON-022, ZON-R39).
    fn remedy_offers(&self, fighter: &FighterView<'_, '_>, offers: &mut Vec<Offer>) {
        let cells = self.cells(fighter);
        for gear in self.carried(fighter) {
            let Some(remedy) = gear.gear.0.remedy.as_ref().filter(|_| gear.is_usable()) else {
                continue;
            };
            let helps = |ally: &FighterView<'_, '_>| match remedy {
                Remedy::Medicine(_) => {
                    let hurt = ally.health.current < ally.health.max;
                    !ally.is_vehicle() && (hurt || (ally.is_down() && !ally.mind.knocked_out))
                }
                Remedy::Antidote => ally.mind.poisoned,
            };
            let patients: Vec<CombatantId> = self
                .all()
                .filter(|ally| ally.is_alive() && helps(ally))
                .filter(|ally| !self.hostile(ally.side(), fighter.side()))
                .filter(|ally| ally.id == fighter.id || self.near(&cells, &self.cells(ally)))
                .map(|ally| *ally.id)
                .collect();
            if !patients.is_empty() {
                let label = format!("Use {}", gear.name());
                let mut offer = Offer::new(actions::USE, label, &[R022, RR39]);
                offer.item = Some(*gear.id);
                offer.targets = targets_of(&patients);
                offers.push(offer);
            }
        }
    }

    /// Levers and the like in the own cell or beside it, by how long they take.
    fn device_offers(
        &self,
        fighter: &FighterView<'_, '_>,
        takes: DeviceTime,
        offers: &mut Vec<Offer>,
    ) {
        let cells = self.cells(fighter);
        let rules = match takes {
            DeviceTime::Moment => [R026, R028],
            DeviceTime::Round => [R023, R028],
        };
        for (place, device) in self.board.level.devices.iter().enumerate() {
            let beside = cells.iter().any(|cell| {
                *cell == device.cell
                    || (self.touch(*cell, device.cell) && self.free_line(*cell, device.cell))
            });
            if device.takes == takes && beside && !devices::is_worn_out(self.board, place) {
                let mut offer = Offer::new(
                    actions::OPERATE,
                    format!("{}: {}", device.action, device.name),
                    &rules,
                );
                offer.detail = changes_of(device);
                offer.targets = Targets::AnyOf(vec![devices::target(place, device)]);
                offers.push(offer);
            }
        }
    }

    fn bonus_offers(&self, fighter: &FighterView<'_, '_>, offers: &mut Vec<Offer>) {
        self.door_offers(fighter, offers);
        self.device_offers(fighter, DeviceTime::Moment, offers);
        let free = self.free_hands(fighter);
        for gear in self.carried(fighter) {
            let name = gear.name();
            let mut with_item = |action, label: String, rules: &[_], aside| {
                let mut offer = Offer::new(action, label, rules);
                offer.item = Some(*gear.id);
                offer.aside = aside;
                offers.push(offer);
            };
            match *gear.place {
                crate::items::gear::Place::Stowed
                    if gear.gear.0.is_held() && gear.gear.0.hands <= free && gear.is_usable() =>
                {
                    with_item(actions::READY, format!("Draw {name}"), &[R025, RR82], None);
                }
                crate::items::gear::Place::Held => {
                    let rules = [R025, RR82];
                    with_item(
                        actions::STOW,
                        format!("Put away {name}"),
                        &rules,
                        Some("put away"),
                    );
                    let rules = [R024, RR82];
                    with_item(
                        actions::PUT_DOWN,
                        format!("Drop {name}"),
                        &rules,
                        Some("drop"),
                    );
                }
                _ => {}
            }
        }
        if fighter.hands() > 0 {
            for item in self.within_reach(fighter) {
                let Some(gear) = self.gear(item) else {
                    continue;
                };
                let label = format!("Pick up {}", gear.name());
                let mut offer = Offer::new(actions::PICK_UP, label, &[R024, RR82]);
                offer.targets = Targets::AnyOf(vec![Target::Item(item)]);
                offers.push(offer);
            }
        }
        // With empty hands, some of them are wanted all the same.
        let unarmed = self.held(fighter).is_empty();
        let kept = if unarmed { MANY_OFFERS } else { 0 };
        let of = |action: Action| move |offer: &&mut Offer| offer.action == action;
        Offer::fold_many(offers.iter_mut().filter(of(actions::READY)), "draw", kept);
        let lying = offers.iter_mut().filter(of(actions::PICK_UP));
        if unarmed {
            Offer::fold_many(lying, "pick up", MANY_OFFERS);
        } else {
            lying.for_each(|offer| offer.aside = Some("pick up"));
        }
        let mut words = Offer::new(actions::SPEAK, "Say a few words", &[R027]);
        words.aside = Some("speak");
        offers.push(words);
    }

    /// Doors on the sides of the own cells: shut ones can be opened, open ones shut (ZON-026).
    fn door_offers(&self, fighter: &FighterView<'_, '_>, offers: &mut Vec<Offer>) {
        if fighter.hands() == 0 {
            return;
        }
        for (label, open) in [("Open a door", true), ("Close a door", false)] {
            let doors: Vec<Target> = self
                .doors_beside(fighter)
                .into_iter()
                .filter(|(.., border)| {
                    if open {
                        border.can_be_opened()
                    } else {
                        border.door == Some(shieldwall_grid::Door::Open)
                    }
                })
                .map(|(cell, side, _)| Target::Edge(cell, side))
                .collect();
            if !doors.is_empty() {
                let mut offer = Offer::new(actions::DOOR, label, &[R026]);
                offer.targets = Targets::AnyOf(doors);
                offers.push(offer);
            }
        }
    }

    /// The doors on the sides of a character's cells.
    #[must_use]
    pub fn doors_beside(
        &self,
        fighter: &FighterView<'_, '_>,
    ) -> Vec<(Cell, shieldwall_grid::Side, Border)> {
        let map = &self.board.map;
        let grid = map.grid();
        let mut doors = Vec::new();
        for cell in self.cells(fighter).iter() {
            for side in grid.sides() {
                let border = map.border(*cell, side);
                if border.door.is_some() {
                    doors.push((*cell, side, border));
                }
            }
        }
        doors
    }

    /// What costs no action: letting go, getting on and off, giving up.
    fn free_offers(&self, fighter: &FighterView<'_, '_>, offers: &mut Vec<Offer>) {
        if !fighter.grip.holds.is_empty() {
            let mut offer = Offer::new(actions::LET_GO, "Let go", &[RR47]);
            offer.targets = targets_of(&fighter.grip.holds);
            offers.push(offer);
        }
        let legs = self.legs(fighter, false);
        let may_step = legs.whole > 0 && !fighter.turn.rooted;
        if may_step && fighter.riding.0.is_none() && !fighter.carries_riders() {
            let seats = self.seats_near(fighter);
            if !seats.is_empty() && fighter.grip.holds.is_empty() {
                let mut offer = Offer::new(actions::MOUNT, "Get on", &[R153]);
                offer.targets = targets_of(&seats);
                offers.push(offer);
            }
        }
        if may_step && let Some(mount) = fighter.riding.0 {
            let cells = self.cells(&self.fighter(mount));
            let beside = self.cells_beside(*fighter.id, &cells);
            if !beside.is_empty() {
                let mut offer = Offer::new(actions::DISMOUNT, "Get off", &[R153]);
                offer.targets = Targets::AnyOf(beside.into_iter().map(Target::Cell).collect());
                offers.push(offer);
            }
        }
        if !fighter.turn.began && !fighter.is_vehicle() && !fighter.build.0.mount {
            let mut surrender = Offer::new(actions::SURRENDER, "Surrender", &[R117]);
            surrender.grave = true;
            surrender.aside = Some("give up");
            offers.push(surrender);
        }
    }

    /// Others of the team whose turn is under way too (ZON-R72).
    fn switch_offer(&self, fighter: &FighterView<'_, '_>, offers: &mut Vec<Offer>) {
        let others: Vec<CombatantId> = self
            .plan
            .team
            .iter()
            .copied()
            .filter(|who| who != fighter.id)
            .filter(|who| {
                let other = self.fighter(*who);
                other.is_fighting()
                    && other.turn.state == TurnState::Acting
                    && (!other.is_vehicle() || self.is_driven(*who))
            })
            .collect();
        if !others.is_empty() {
            let mut offer = Offer::new(actions::SWITCH, "Go on with another", &[R148, RR72]);
            offer.targets = targets_of(&others);
            offers.push(offer);
        }
    }

    /// Trying to break free, if the holder is not larger (ZON-093, ZON-142).
    fn break_free_offer(&self, fighter: &FighterView<'_, '_>, offers: &mut Vec<Offer>) {
        if self.may_break_free(fighter) {
            offers.push(Offer::new(actions::BREAK_FREE, "Break free", &[R093, R094]));
        }
    }

    /// Whether a grabbed character may try to break free.
    #[must_use]
    pub fn may_break_free(&self, fighter: &FighterView<'_, '_>) -> bool {
        fighter.grip.held_by.is_some_and(|holder| {
            self.fighter(holder).build.size() <= fighter.build.size() && !fighter.turn.began
        })
    }

    /// What the broken must do (ZON-R57).
    fn broken_offers(
        &self,
        fighter: &FighterView<'_, '_>,
        breaking: Breaking,
        offers: &mut Vec<Offer>,
    ) {
        if breaking == Breaking::Surrender || !self.can_flee(fighter) {
            if !fighter.turn.began {
                offers.push(Offer::new(actions::SURRENDER, "Surrender", &[R114, RR57]));
            }
            return;
        }
        match self.flight(fighter) {
            Some(crate::movement::flight::Flight::Walk { to, sprint }) => {
                let (action, label) = if sprint {
                    (actions::SPRINT, "Run for the exit")
                } else {
                    (actions::MOVE, "Make for the exit")
                };
                let legs = self.legs(fighter, sprint);
                let ways = self.ways(fighter, legs, Some(fighter.side()));
                let mut cells = self.cell_options(fighter, &ways, legs, 1);
                cells.retain(|option| option.cell == to);
                if !cells.is_empty() {
                    let mut offer = Offer::new(action, label, &[R114, RR57]);
                    offer.targets = Targets::Cells(cells);
                    offers.push(offer);
                }
            }
            Some(crate::movement::flight::Flight::Door(cell, side)) => {
                let mut offer = Offer::new(actions::DOOR, "Open the door", &[RR57, R026]);
                offer.targets = Targets::AnyOf(vec![Target::Edge(cell, side)]);
                offers.push(offer);
            }
            None => {}
        }
    }
}
