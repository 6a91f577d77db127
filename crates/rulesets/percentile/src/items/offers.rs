//! Offers to take things in hand, put them away, drop them, plant them and take them up (PCT-R09).

use shieldwall_battle::{ItemId, MANY_OFFERS, Offer, Target, Targets};

use crate::{
    context::read::{FighterView, GearView, ReadContext},
    movement::bands::{Band, Pace},
    terms::{
        actions, modes,
        rules::{R129, RR09, RR46, RR59},
    },
    turn::plans::{Moment, paces},
};

impl ReadContext<'_, '_> {
    /// Whether hands can take a thing: a whole weapon or shield for which they are enough.
    fn suits_hands(fighter: &FighterView<'_, '_>, gear: &GearView<'_, '_>) -> bool {
        !gear.readied
            && gear.gear.is_arm()
            && !gear.is_broken()
            && !gear.is_spent()
            && gear.hands() <= fighter.build.stats.hands
    }

    /// What it carries and could take in hand, in id order.
    fn takeable(&self, fighter: &FighterView<'_, '_>) -> Vec<GearView<'_, '_>> {
        let mut carried = self.carried(fighter);
        carried.retain(|gear| Self::suits_hands(fighter, gear));
        carried
    }

    /// Things on the ground that it could pick up: in its own cell, or, while it can still move, as
    /// far as a move could take it that leaves an action (PCT-R09). In id order.
    fn within_grasp(&self, fighter: &FighterView<'_, '_>, moment: Moment) -> Vec<GearView<'_, '_>> {
        let here = fighter.cell();
        let near = |cell| match moment {
            Moment::Now => cell == here,
            Moment::Statement => {
                self.board.map.range_distance(here, cell) <= Band::Quarter.ceiling()
            }
        };
        self.all_gear()
            .filter(|gear| {
                gear.lying.is_some_and(|lying| near(lying.0)) && Self::suits_hands(fighter, gear)
            })
            .collect()
    }

    /// The offer to pick something up; `None` if there is nothing.
    fn pick_up_offer(&self, fighter: &FighterView<'_, '_>, moment: Moment) -> Option<Offer> {
        let things = self.within_grasp(fighter, moment);
        let label = match things.as_slice() {
            [] => return None,
            [thing] => format!("Pick up {}", thing.name()),
            _ => "Pick up...".to_owned(),
        };
        let mut offer = Offer::new(actions::READY, label, &[RR09, RR46]);
        offer.detail = "From its own cell; items in the way are put away.".to_owned();
        offer.mode = Some(modes::PICK_UP);
        offer.targets = Targets::AnyOf(things.iter().map(|gear| Target::Item(*gear.id)).collect());
        Some(offer)
    }

    /// Offers to take things in hand, singly or in pairs, to pick them up, and to put away what is
    /// held (PCT-R09).
    pub(crate) fn ready_offers(&self, fighter: &FighterView<'_, '_>, moment: Moment) -> Vec<Offer> {
        let takeable = self.takeable(fighter);
        let mut offers = Vec::new();
        for gear in &takeable {
            let mut offer = Offer::new(
                actions::READY,
                format!("Ready {}", gear.name()),
                &[RR09, RR46],
            );
            let away: Vec<String> = self
                .in_the_way(fighter, &[gear])
                .iter()
                .filter_map(|&id| self.gear(id))
                .map(|gear| gear.name())
                .collect();
            if !away.is_empty() {
                offer.detail = format!("Puts away {}.", away.join(" and "));
            }
            offer.item = Some(*gear.id);
            offers.push(offer);
        }
        offers.extend(self.pick_up_offer(fighter, moment));
        // One action fills both hands, from the own cell as well.
        let mut all = takeable;
        all.extend(self.within_grasp(fighter, moment));
        let lies = |gear: &GearView<'_, '_>| gear.lying.map(|lying| lying.0);
        for (index, first) in all.iter().enumerate() {
            let partners: Vec<&GearView<'_, '_>> = all[index + 1..]
                .iter()
                .filter(|second| {
                    let together = match (lies(first), lies(second)) {
                        (Some(one), Some(other)) => one == other,
                        _ => true,
                    };
                    together && first.hands() + second.hands() <= fighter.build.stats.hands
                })
                .collect();
            if partners.is_empty() {
                continue;
            }
            let names: Vec<String> = partners.iter().map(|gear| gear.name()).collect();
            let mut offer = Offer::new(
                actions::READY,
                format!("Ready {} with {}", first.name(), names.join(" or ")),
                &[RR09, RR46],
            );
            offer.item = Some(*first.id);
            offer.mode = Some(modes::BOTH);
            offer.targets =
                Targets::AnyOf(partners.iter().map(|gear| Target::Item(*gear.id)).collect());
            offers.push(offer);
        }
        // With empty hands, some of them are wanted all the same.
        let armed = !self.held(fighter).is_empty();
        Offer::fold_many(&mut offers, "ready", if armed { 0 } else { MANY_OFFERS });
        for gear in self.held(fighter) {
            let mut offer = Offer::new(
                actions::READY,
                format!("Put away {}", gear.name()),
                &[RR09, RR46],
            );
            offer.item = Some(*gear.id);
            offer.mode = Some(modes::AWAY);
            offer.aside = Some("put away");
            offers.push(offer);
        }
        if moment == Moment::Statement {
            for offer in &mut offers {
                offer.fields = paces(Pace::allows_action);
            }
        }
        offers
    }

    /// Held things that must go when others are taken in hand: broken ones first, then things of
    /// the same sort, until the hands suffice.
    #[must_use]
    pub fn in_the_way(
        &self,
        fighter: &FighterView<'_, '_>,
        taken: &[&GearView<'_, '_>],
    ) -> Vec<ItemId> {
        let needed: u8 = taken.iter().map(|gear| gear.hands()).sum();
        let shield = taken.iter().any(|gear| gear.gear.shield().is_some());
        let mut held = self.held(fighter);
        held.retain(|gear| taken.iter().all(|other| other.id != gear.id));
        held.sort_by_key(|gear| {
            (
                !gear.is_broken(),
                gear.gear.shield().is_some() != shield,
                *gear.id,
            )
        });
        let mut filled: u8 = held.iter().map(GearView::hands).sum();
        let mut away = Vec::new();
        for gear in held {
            if filled + needed <= fighter.build.stats.hands {
                break;
            }
            filled -= gear.hands();
            away.push(*gear.id);
        }
        away
    }

    /// Offers to drop what is held, free and without action (PCT-R09).
    #[must_use]
    pub fn drop_offers(&self, fighter: &FighterView<'_, '_>) -> Vec<Offer> {
        self.held(fighter)
            .into_iter()
            .map(|gear| {
                let mut offer = Offer::new(actions::DROP, format!("Drop {}", gear.name()), &[RR09]);
                offer.detail = "Free; then choose again.".to_owned();
                offer.item = Some(*gear.id);
                offer.aside = Some("drop");
                offer
            })
            .collect()
    }

    /// Offers to plant held shields (PCT-129).
    pub(crate) fn plant_offers(&self, fighter: &FighterView<'_, '_>, moment: Moment) -> Vec<Offer> {
        let grid = self.board.map.grid();
        self.held(fighter)
            .into_iter()
            .filter(|gear| gear.gear.shield().is_some() && !gear.is_broken())
            .map(|gear| {
                let mut offer = Offer::new(
                    actions::PLANT_SHIELD,
                    format!("Plant {}", gear.name()),
                    &[R129, RR59],
                );
                offer.detail =
                    "Set up on a side of its cell it lowers damage to the covered part by its points; it cannot parry."
                        .to_owned();
                offer.item = Some(*gear.id);
                match moment {
                    Moment::Statement => offer.fields = paces(Pace::allows_action),
                    Moment::Now => {
                        offer.targets = Targets::AnyOf(
                            grid.sides()
                                .map(|side| Target::Edge(fighter.cell(), side))
                                .collect(),
                        );
                    }
                }
                offer
            })
            .collect()
    }

    /// Offers to take up planted shields.
    pub(crate) fn take_up_offers(
        &self,
        fighter: &FighterView<'_, '_>,
        moment: Moment,
    ) -> Vec<Offer> {
        self.all_gear()
            .filter(|gear| {
                gear.planted.is_some_and(|planted| {
                    moment == Moment::Statement || planted.cell == fighter.cell()
                }) && gear.hands() <= fighter.build.stats.hands
                    && !gear.is_broken()
            })
            .map(|gear| {
                let mut offer = Offer::new(
                    actions::TAKE_UP_SHIELD,
                    format!("Take up {}", gear.name()),
                    &[RR09, RR59],
                );
                offer.item = Some(*gear.id);
                if moment == Moment::Statement {
                    offer.fields = paces(Pace::allows_action);
                }
                offer
            })
            .collect()
    }
}
