//! Bargains: another outcome instead of damage (ZON-079 to ZON-083, ZON-R40 to ZON-R43).

use crate::{
    attack::{
        arm::{Aim, Arm},
        bargain::Bargain,
        exchange::State,
        shove,
        state::Attack,
    },
    character::{harm, holds, stealth},
    content::blocks::Stunt,
    context::{read::ReadContext, views::FighterView, write::WriteContext},
    items::moves,
    movement::{dangers::Danger, ways::Legs},
    terms::{
        actions, conditions, modes,
        rules::{R079, R081, R082, R083, RR40, RR41, RR43, RR46, RR53},
        words,
    },
};
use shieldwall_battle::{CombatantId, Offer, Target, Targets, Vitality, Writer};
use shieldwall_grid::Cell;

/// Half-zone steps of falling back.
const ONE_ZONE: u16 = 2;

/// What a stunt is called.
const fn label(stunt: Stunt) -> &'static str {
    match stunt {
        Stunt::Disarm => "Drop it",
        Stunt::KnockOut => "Be knocked out",
        Stunt::DisarmAndKnockOut => "Drop it and be knocked out",
        Stunt::MaimHand => "Lose a hand",
        Stunt::MaimLeg => "Be lamed",
        Stunt::Yield => "Give up",
        Stunt::Push => "Be pushed",
        Stunt::FallBack => "Fall back a zone",
    }
}

impl Bargain {
    /// In plain words: "to be knocked out".
    #[must_use]
    pub fn words(self, read: &ReadContext<'_, '_>) -> String {
        let mut text = label(self.stunt).to_lowercase();
        if let Some(gear) = self.item.and_then(|item| read.gear(item)) {
            text.push_str(&format!(" ({})", gear.name()));
        }
        if let Some(captive) = self.captive {
            let name = read.fighter(captive).name().to_owned();
            text.push_str(&format!(" (and let go of {name})"));
        }
        if let Some(cell) = self.cell {
            let (column, row) = read.board.map.grid().column_row(cell);
            let danger = read.hazard(cell).map_or("", Danger::name);
            let into = if danger.is_empty() { "" } else { " into " };
            text.push_str(&format!(
                "{into}{danger} (to column {}, row {})",
                column + 1,
                row + 1
            ));
        }
        text
    }
}

impl ReadContext<'_, '_> {
    /// Whether an attack can carry an offer at all (ZON-R42).
    #[must_use]
    pub fn may_bargain(&self, attack: &Attack) -> bool {
        let [target] = attack.targets.as_slice() else {
            return false;
        };
        matches!(attack.aim, Aim::Harm(_))
            && !attack.is_blast()
            && !attack.is_shared()
            && !attack.unseen
            && !self.plan.bonus
            && self.may_be_offered(target.now)
    }

    /// Whether anything can be offered to somebody at all (ZON-R42).
    #[must_use]
    pub fn may_be_offered(&self, who: CombatantId) -> bool {
        let fighter = self.fighter(who);
        fighter.is_standing() && !fighter.is_vehicle() && fighter.build.0.wit > 1
    }

    /// The bargains that an attack can offer its target: those of the list whose condition holds
    /// (ZON-081, ZON-R40).
    #[must_use]
    pub fn bargains(&self, attack: &Attack) -> Vec<Offer> {
        if !self.may_bargain(attack) {
            return Vec::new();
        }
        let attacker = self.fighter(attack.attacker);
        let target = self.fighter(attack.targets[0].now);
        let allowed = self.rules.settings.stunts.as_deref().unwrap_or(&Stunt::ALL);
        Stunt::ALL
            .into_iter()
            .filter(|stunt| allowed.contains(stunt))
            .filter_map(|stunt| {
                let targets = self.stakes_of(stunt, attack, &attacker, &target)?;
                let mut offer = Offer::new(actions::OFFER, label(stunt), &[R079, R081, RR40]);
                offer.mode = Some(modes::of_stunt(stunt));
                offer.targets = targets;
                Some(offer)
            })
            .collect()
    }

    /// What a stunt would be about; `None` if its condition does not hold.
    fn stakes_of(
        &self,
        stunt: Stunt,
        attack: &Attack,
        attacker: &FighterView<'_, '_>,
        target: &FighterView<'_, '_>,
    ) -> Option<Targets> {
        let held: Vec<Target> = self
            .held(target)
            .iter()
            .filter(|gear| gear.is_arm())
            .map(|gear| Target::Item(*gear.id))
            .collect();
        let not_larger = target.build.size() <= attacker.build.size();
        let edged = attack
            .aim
            .arm()
            .is_some_and(|arm| self.is_edged(attacker, arm));
        let items = |items: Vec<Target>| (!items.is_empty()).then_some(Targets::AnyOf(items));
        match stunt {
            Stunt::Disarm => items(held),
            Stunt::KnockOut => not_larger.then_some(Targets::None),
            Stunt::DisarmAndKnockOut => items(held).filter(|_| not_larger),
            Stunt::MaimHand => {
                if !edged || target.hands() == 0 {
                    return None;
                }
                // The attacker names the hand by what is in it, be it a thing or somebody (ZON-R46).
                let mut full: Vec<Target> = self
                    .held(target)
                    .iter()
                    .filter(|gear| gear.gear.0.is_held())
                    .map(|gear| Target::Item(*gear.id))
                    .collect();
                let captives = self.captives_in_hand(target).iter().copied();
                full.extend(captives.map(Target::Combatant));
                Some(if full.is_empty() {
                    Targets::None
                } else {
                    Targets::AnyOf(full)
                })
            }
            Stunt::MaimLeg => {
                let walks = !target.stamina.lamed && target.riding.0.is_none();
                (edged && walks && !target.carries_riders()).then_some(Targets::None)
            }
            Stunt::Yield => {
                let may = !target.build.0.fearless && target.is_fighting();
                may.then_some(Targets::None)
            }
            Stunt::Push => {
                if target.riding.0.is_some() || target.is_grabbed() {
                    return None;
                }
                let cells = self.shove_ways(*attacker.id, *target.id).into_keys();
                let cells: Vec<Target> = cells.map(Target::Cell).collect();
                (!cells.is_empty()).then_some(Targets::AnyOf(cells))
            }
            Stunt::FallBack => {
                let cells = self.retreats(attacker, target);
                (!cells.is_empty()).then_some(Targets::AnyOf(cells))
            }
        }
    }

    fn is_edged(&self, attacker: &FighterView<'_, '_>, arm: Arm) -> bool {
        self.row(attacker, arm).is_some_and(|row| row.edged)
    }

    /// Cells to which a target can fall back: a free and safe way of one zone that ends farther from
    /// the attacker, whatever it passes on the way (ZON-R40), as far as the attacker's side knows, which names
    /// the cell (ZON-R53).
    fn retreats(
        &self,
        attacker: &FighterView<'_, '_>,
        target: &FighterView<'_, '_>,
    ) -> Vec<Target> {
        if target.riding.0.is_some() || target.is_grabbed() {
            return Vec::new();
        }
        let from = self.cells(attacker);
        let start = target.cell();
        let now = self.cells_between(&from, target, start);
        let legs = Legs {
            act: ONE_ZONE,
            whole: ONE_ZONE,
            lame: false,
        };
        let mut cells: Vec<_> = self
            .ways(target, legs, Some(attacker.side()))
            .iter()
            .filter(|(_, way)| !way.risky)
            .map(|(cell, _)| cell)
            .filter(|cell| {
                self.half_zones(start, *cell) >= ONE_ZONE
                    && self.cells_between(&from, target, *cell) > now
            })
            .collect();
        cells.sort_unstable();
        cells.into_iter().map(Target::Cell).collect()
    }

    /// The way along which a bargain pushes the target of an attack; `None` if it does not.
    #[must_use]
    pub fn pushed_way(&self, attack: &Attack, bargain: Bargain) -> Option<Vec<Cell>> {
        let cell = bargain.cell.filter(|_| bargain.stunt == Stunt::Push)?;
        let target = attack.targets.first()?.now;
        self.shove_ways(attack.attacker, target).remove(&cell)
    }

    /// Whether a computer-run target accepts a bargain (ZON-R43): by the chance that the attack, not
    /// reacted to, would kill it or take it out.
    #[must_use]
    pub fn would_accept(&self, attack: &Attack, bargain: Bargain) -> bool {
        let target = self.fighter(attack.targets[0].now);
        let way = self.pushed_way(attack, bargain);
        let into_hazard = way.is_some_and(|way| self.is_harmful(*target.id, &way));
        if into_hazard || (bargain.stunt == Stunt::Yield && target.build.0.fearless) {
            return false;
        }
        let exchange = self.exchange(attack);
        let Some(strike) = exchange.strikes.first() else {
            return false;
        };
        let Some(damage) = &strike.damage else {
            return false;
        };
        let (mut kills, mut falls) = (0.0, 0.0);
        shieldwall_dice::enumerate_with(
            |dice| {
                let alike = |one, other| strike.body.is_struck_alike(one, other);
                strike.body.wound(damage.roll(dice, &alike).before).state
            },
            |state, probability| match state {
                State::Dead => {
                    kills += probability;
                    falls += probability;
                }
                State::Incapacitated => falls += probability,
                State::Standing => {}
            },
        );
        let stats = &target.build.0;
        // Exact thirds and halves are meant.
        const SLACK: f64 = 1e-9;
        if bargain.takes_out() {
            kills + SLACK >= stats.accept_stunt_out.value()
        } else {
            falls + SLACK >= stats.accept_stunt_other.value()
        }
    }
}

/// Makes an accepted bargain come true (ZON-082, ZON-083).
pub fn carry_out(
    ctx: &mut WriteContext,
    attacker: CombatantId,
    target: CombatantId,
    bargain: Bargain,
) {
    let rules = [R082, R083, RR40];
    if let Some(item) = bargain.item
        && bargain.stunt != Stunt::MaimHand
    {
        moves::drop(ctx, target, item, &rules);
    }
    match bargain.stunt {
        Stunt::Disarm => {}
        Stunt::KnockOut | Stunt::DisarmAndKnockOut => {
            ctx.fighter_mut(target).mind.knocked_out = true;
            let cited = [R082, RR40, RR41, RR43];
            harm::fell(ctx, target, Vitality::Unconscious, &cited);
        }
        Stunt::MaimHand => {
            ctx.fighter_mut(target).stamina.lost_hands += 1;
            ctx.condition(target, conditions::MAIMED, true, &rules);
            if let Some(item) = bargain.item {
                moves::drop(ctx, target, item, &rules);
            }
            let held = |captive: &CombatantId| {
                let read = ctx.read();
                read.fighter(target).grip.holds.contains(captive)
            };
            if let Some(captive) = bargain.captive.filter(held) {
                holds::release(ctx, target, captive, &[R082, RR40, RR46]);
            }
        }
        Stunt::MaimLeg => {
            ctx.fighter_mut(target).stamina.lamed = true;
            ctx.condition(target, conditions::LAMED, true, &rules);
        }
        Stunt::Yield => {
            moves::drop_arms(ctx, target, &rules);
            holds::release_all(ctx, target);
            harm::set_vitality(ctx, target, Vitality::Surrendered, &rules);
        }
        Stunt::Push => {
            let way = bargain.cell.and_then(|cell| {
                let read = ctx.read();
                read.shove_ways(attacker, target).remove(&cell)
            });
            if let Some(way) = way {
                let by = ctx.read().fighter(attacker).side();
                shove::push(ctx, (target, by), &way, words::IS_SHOVED);
            }
        }
        Stunt::FallBack => {
            let free = {
                let read = ctx.read();
                read.retreats(&read.fighter(attacker), &read.fighter(target))
            };
            let cell = bargain
                .cell
                .filter(|cell| free.contains(&Target::Cell(*cell)));
            let there = cell.and_then(|cell| ctx.read().in_the_way(target, cell).next());
            if let Some(hidden) = there {
                // Nobody falls back onto a combatant that one of the two did not know of.
                stealth::reveal(ctx, hidden, &[RR53]);
            } else if let Some(cell) = cell {
                shove::place(ctx, target, cell, words::FALLS_BACK, &[R079, RR40]);
                holds::break_distant(ctx);
                if stealth::anybody_concealed(ctx) {
                    stealth::test_all(ctx);
                }
            }
        }
    }
}
