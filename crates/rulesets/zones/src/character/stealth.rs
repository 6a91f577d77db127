//! Concealment: who sees whom, what gives one away, hiding again (ZON-102 to ZON-109, ZON-R50 to
//! ZON-R53).

use rustc_hash::{FxHashMap, FxHashSet};
use shieldwall_battle::{
    CombatantId, Concealment, Event, Offer, RuleId, SideId, Target, Targets, Writer, flow::Question,
};
use shieldwall_grid::{Cell, Light};

use crate::{
    character::state::TurnState,
    context::{read::ReadContext, views::FighterView, write::WriteContext},
    movement::{cells::Cells, ways::Ways},
    terms::{
        actions, conditions, decisions,
        rules::{R103, R108, R109, RR51, RR52, RR53},
    },
};

/// Whose eyes count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Watchers {
    /// Only of those who are not distracted.
    pub undistracted: bool,
    /// Only of those who are not concealed themselves.
    pub in_the_open: bool,
}

impl ReadContext<'_, '_> {
    /// Whether a side knows of somebody: of all but its concealed enemies (ZON-104, ZON-R53).
    #[must_use]
    pub fn is_known_to(&self, who: &FighterView<'_, '_>, side: SideId) -> bool {
        !who.is_concealed() || !self.hostile(who.side(), side)
    }

    /// Whether a question would tell other alliances, by being asked, of somebody whom they have not noticed: it
    /// is put to a concealed character, or it is about those who could help, and all of these are concealed
    /// (ZON-104, ZON-R53).
    #[must_use]
    pub fn is_covert(&self, question: &Question) -> bool {
        let is_concealed = |who: CombatantId| self.fighter(who).is_concealed();
        if question.actor.is_some_and(is_concealed) {
            return true;
        }
        let about_helpers = [decisions::REACTION, decisions::GUARDING, decisions::PURSUIT];
        let is_known_of = |offer: &Offer| match &offer.targets {
            Targets::None => offer.action != actions::NONE,
            Targets::AnyOf(targets) => !targets
                .iter()
                .all(|target| matches!(target, Target::Combatant(who) if is_concealed(*who))),
            Targets::Cells(_) => true,
        };
        about_helpers.contains(&question.kind) && !question.offers.iter().any(is_known_of)
    }

    /// Whether all those know of somebody for whom it is reckoned what may come (ZON-105).
    #[must_use]
    pub fn is_reckoned_with(&self, who: &FighterView<'_, '_>) -> bool {
        let mut sides = self.reckoning.iter();
        sides.all(|side| self.is_known_to(who, side))
    }

    /// Whether an enemy would see a concealed character where it is: by standing beside it with a
    /// free line, or by a free line without cover to a lit cell (ZON-R52); only those count who are not
    /// concealed themselves if it is asked for what its own side knows.
    #[must_use]
    pub fn is_given_away(&self, who: CombatantId, in_the_open: bool) -> bool {
        let fighter = self.fighter(who);
        let cells = self.cells(&fighter);
        let light = self.light_on(&fighter, &cells);
        self.all().any(|enemy| {
            if !enemy.is_fighting()
                || enemy.mind.distracted
                || enemy.is_vehicle()
                || (in_the_open && enemy.is_concealed())
                || !self.hostile(enemy.side(), fighter.side())
            {
                return false;
            }
            let from = self.cells(&enemy);
            let beside = from.iter().any(|a| {
                cells
                    .iter()
                    .any(|b| self.touch(*a, *b) && self.free_line(*a, *b))
            });
            let bright = match light {
                Light::Bright => true,
                Light::Dim => false,
                Light::Dark => enemy.build.0.dark_sight,
            };
            let seen = bright
                && self.has_line(&from, &cells)
                && self.has_sight(&from, &cells)
                && self.cover(&from, &cells).is_none();
            beside || seen
        })
    }

    /// The cells that a concealed mover can get to without being noticed for its haste or coming into view on
    /// the way, as far as its side knows (ZON-108, ZON-109, ZON-R52).
    #[must_use]
    pub fn unnoticed_on(&self, mover: &FighterView<'_, '_>, ways: &Ways) -> FxHashSet<Cell> {
        let walked = match mover.turn.state {
            TurnState::Acting => mover.turn.steps,
            TurnState::Ready | TurnState::Kept | TurnState::Spent => 0,
        };
        let mut known: FxHashMap<Cell, bool> = FxHashMap::default();
        let mut seen_at = |cell: Cell| {
            *known.entry(cell).or_insert_with(|| {
                let there = self.shifting(&[(*mover.id, cell)]);
                there.is_given_away(*mover.id, true)
            })
        };
        // Haste is the cheaper question.
        ways.iter()
            .filter(|(_, way)| walked + way.cost <= mover.unheard())
            .map(|(cell, _)| cell)
            .filter(|cell| !ways.path(*cell).into_iter().any(&mut seen_at))
            .collect()
    }

    /// Whether some enemy can see a character now, as things stand (ZON-R18, ZON-R51).
    #[must_use]
    pub fn is_seen(&self, fighter: &FighterView<'_, '_>, by: Watchers) -> bool {
        self.all().any(|enemy| {
            enemy.is_fighting()
                && !enemy.is_vehicle()
                && !(by.in_the_open && enemy.is_concealed())
                && self.hostile(enemy.side(), fighter.side())
                && !(by.undistracted && enemy.mind.distracted)
                && self.sees(&enemy, fighter)
        })
    }

    /// Whether a character may hide now, as far as its own side knows (ZON-103, ZON-R51): enemies who
    /// are concealed themselves are not known to watch.
    #[must_use]
    pub fn may_hide(&self, fighter: &FighterView<'_, '_>) -> bool {
        self.can_hide(fighter, true)
    }

    /// Whether a character that hides now is not watched, by those of whom its side knows or by all.
    #[must_use]
    pub fn can_hide(&self, fighter: &FighterView<'_, '_>, in_the_open: bool) -> bool {
        if fighter.is_concealed() || fighter.riding.0.is_some() || fighter.is_vehicle() {
            return false;
        }
        let cells = self.cells(fighter);
        let watched_closely = self.all().any(|enemy| {
            let unknown = in_the_open && enemy.is_concealed();
            !unknown
                && enemy.is_fighting()
                && !enemy.is_vehicle()
                && !enemy.mind.distracted
                && self.hostile(enemy.side(), fighter.side())
                && self.near(&self.cells(&enemy), &cells)
        });
        if watched_closely {
            return false;
        }
        let anyone = Watchers {
            undistracted: false,
            in_the_open,
        };
        let undistracted = Watchers {
            undistracted: true,
            ..anyone
        };
        if self.is_seen(fighter, anyone) {
            // All of those who see it now must be distracted.
            !self.is_seen(fighter, undistracted)
        } else if in_the_open {
            !fighter.mind.seen_openly
        } else {
            !fighter.mind.seen
        }
    }
}

/// Hides, unless somebody watches of whom one does not know (ZON-103, ZON-R51).
pub fn hide(ctx: &mut WriteContext, who: CombatantId) {
    let hidden = {
        let read = ctx.read();
        read.can_hide(&read.fighter(who), false)
    };
    if hidden {
        conceal(ctx, who, &[R103, RR51]);
    } else {
        let text = "hides in vain: somebody watches".to_owned();
        // The other side is not told that it thinks itself unwatched.
        let alliance = ctx.board.alliance(ctx.read().fighter(who).side());
        let event = Event::Note {
            who,
            text,
            unforeseen: true,
        };
        ctx.journal.write_for(event, &[R103, RR51], Some(alliance));
    }
}

/// Notes who has been seen by some enemy since its previous turn (ZON-R51).
pub fn note_sightings(ctx: &mut WriteContext) {
    // The distracted do not count (ZON-R21).
    let by = |in_the_open| Watchers {
        undistracted: true,
        in_the_open,
    };
    let seen: Vec<(CombatantId, bool)> = {
        let read = ctx.read();
        read.all()
            .filter(|fighter| fighter.is_fighting() && !fighter.mind.seen_openly)
            .filter(|fighter| read.is_seen(fighter, by(false)))
            .map(|fighter| (*fighter.id, read.is_seen(&fighter, by(true))))
            .collect()
    };
    for (who, openly) in seen {
        let mut fighter = ctx.fighter_mut(who);
        fighter.mind.seen = true;
        fighter.mind.seen_openly |= openly;
    }
}

/// Reveals those whom an enemy sees now: when a round begins, after every step and at the end of every turn
/// (ZON-108, ZON-R52).
pub fn test_all(ctx: &mut WriteContext) {
    let concealed: Vec<CombatantId> = ctx
        .read()
        .all()
        .filter(|fighter| fighter.is_concealed() && fighter.is_alive())
        .filter(|fighter| !fighter.mind.lurking && !fighter.mind.veiled)
        .map(|fighter| *fighter.id)
        .collect();
    for who in concealed {
        if ctx.read().is_given_away(who, false) {
            reveal(ctx, who, &[R108, RR52]);
        }
    }
}

/// Whether anybody is concealed, so that there is something to test.
pub fn anybody_concealed(ctx: &WriteContext) -> bool {
    ctx.fighters
        .iter()
        .any(|fighter| fighter.concealment.is_unseen())
}

/// Reveals the one who stands in some cells without a side knowing it; whether there was anybody: nobody is
/// put onto somebody else (ZON-R53).
pub fn bump(ctx: &mut WriteContext, cells: &Cells, side: SideId) -> bool {
    let hidden = ctx.read().unknown_in(cells, side).next();
    if let Some(hidden) = hidden {
        reveal(ctx, hidden, &[RR53]);
    }
    hidden.is_some()
}

/// Makes somebody's enemies notice it, if they have not.
pub fn reveal(ctx: &mut WriteContext, who: CombatantId, rules: &[RuleId]) {
    let (concealed, cell, health) = {
        let read = ctx.read();
        let fighter = read.fighter(who);
        (
            fighter.is_concealed(),
            fighter.cell(),
            fighter.health.current,
        )
    };
    if !concealed {
        return;
    }
    let mut fighter = ctx.fighter_mut(who);
    *fighter.concealment = Concealment::Open;
    fighter.mind.seen = true;
    fighter.mind.seen_openly = true;
    fighter.mind.lurking = false;
    fighter.mind.veiled = false;
    let mut cited = vec![R109];
    cited.extend(rules.iter().filter(|rule| **rule != R109));
    ctx.write(
        Event::Revealed {
            who,
            cell,
            hit_points: health,
        },
        &cited,
    );
    ctx.condition(who, conditions::CONCEALED, false, &cited);
}

/// Conceals somebody.
pub fn conceal(ctx: &mut WriteContext, who: CombatantId, rules: &[RuleId]) {
    // All see that it vanishes; where it is from now on only its own alliance.
    ctx.condition(who, conditions::CONCEALED, true, rules);
    let mut fighter = ctx.fighter_mut(who);
    *fighter.concealment = Concealment::Hidden;
    fighter.mind.lurking = false;
    ctx.plan.secrets = true;
}
