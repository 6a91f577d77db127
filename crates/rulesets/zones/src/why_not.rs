//! Why an attack, a power or a word is not on offer: asked of the code that makes the offers, and only
//! when somebody wants to know.

use crate::{
    attack::{
        aiming::Vantage,
        arm::{Aim, Arm, GripKind},
        offers::{Manner, Occasion, target_of},
        size_effects::Range,
        state::Motion,
    },
    content::blocks::PowerEffect,
    context::{read::ReadContext, views::FighterView},
    terms::{actions, decisions, reasons},
};
use shieldwall_battle::{Choice, CombatantId, Decision, ItemId, Reason, Refusal, Target};
use shieldwall_grid::ZoneId;

/// Gathers reasons; `None` as soon as it turns out that something is allowed after all.
type Reasons = Option<Vec<Refusal>>;

impl ReadContext<'_, '_> {
    /// Why a decision does not offer something; `None` if it does, or if it is nothing of which
    /// reasons are told.
    #[must_use]
    pub fn why_not(&self, decision: &Decision, wanted: &Choice) -> Option<Refusal> {
        let fighter = self.fighter(decision.actor?);
        let occasion = match decision.kind {
            decisions::TURN => Occasion::Turn,
            decisions::OPPORTUNITY => Occasion::Opportunity(decision.against?),
            _ => return None,
        };
        if occasion == Occasion::Turn
            && let Some(reason) = self.bar_to_common(&fighter, wanted)
        {
            return Some(Refusal::because(fighter.name(), reason));
        }
        let is_word = matches!(
            wanted.action,
            actions::DISTRACT | actions::INTIMIDATE | actions::TAUNT
        );
        let grip = GripKind::of_action(wanted.action);
        let is_attack = matches!(
            wanted.action,
            actions::ATTACK
                | actions::PEEK
                | actions::DEATH_BLOW
                | actions::BLAST
                | actions::INVOKE
        );
        if !(is_word || is_attack || grip.is_some()) {
            return None;
        }
        if occasion == Occasion::Turn
            && let Some(reason) = self.bar_to_main(&fighter)
        {
            return Some(Refusal::because(fighter.name(), reason));
        }
        let leans_out = wanted.action == actions::PEEK;
        if occasion != Occasion::Turn && (is_word || leans_out) {
            return Some(Refusal::because(fighter.name(), &reasons::OPPORTUNITY));
        }
        let found = match grip {
            _ if is_word => self.unheard(&fighter, wanted),
            Some(kind) => self.not_aimed(&fighter, wanted, Aim::Grip(kind), occasion),
            None => self.not_with_arms(&fighter, wanted, occasion),
        };
        Refusal::all(found?)
    }

    /// Why somebody does not move, hide or react in its turn; `None` for what is on offer, and for everything else.
    fn bar_to_common(
        &self,
        fighter: &FighterView<'_, '_>,
        wanted: &Choice,
    ) -> Option<&'static Reason> {
        let held = || {
            let grabbed = fighter.is_grabbed().then_some(&reasons::GRABBED);
            let broken = || self.breaking(fighter).map(|_| &reasons::BROKEN);
            grabbed.or_else(broken)
        };
        match wanted.action {
            actions::DODGE | actions::COUNTER | actions::HIDE_BEHIND | actions::GUARD => {
                Some(&reasons::REACTS_LATER)
            }
            actions::MOVE | actions::SPRINT => {
                if let Some(reason) = held() {
                    return Some(reason);
                }
                let sprints = wanted.action == actions::SPRINT;
                if sprints && fighter.stamina.sprints == 0 {
                    return Some(&reasons::NO_SPRINT);
                }
                let offers = self.turn_offers(*fighter.id);
                let offered = offers.iter().any(|offer| offer.action == wanted.action);
                (!offered).then_some(&reasons::NO_WAY)
            }
            actions::HIDE => held()
                .or_else(|| self.bar_to_main(fighter))
                .or_else(|| (!self.may_hide(fighter)).then_some(&reasons::NO_HIDING)),
            _ => None,
        }
    }

    /// Why nobody can be attacked with what is wanted: the weapon itself, or its target.
    fn not_with_arms(
        &self,
        fighter: &FighterView<'_, '_>,
        wanted: &Choice,
        occasion: Occasion,
    ) -> Reasons {
        let invokes = wanted.action == actions::INVOKE;
        if let (true, Some(item)) = (invokes, wanted.item)
            && let Some(mended) = self.not_mended(fighter, item, wanted)
        {
            return mended;
        }
        let mut arms = if invokes {
            let powers = self.powers(fighter).into_iter();
            powers.map(|power| Arm::Power(*power.id)).collect()
        } else {
            self.arms(fighter)
        };
        arms.retain(|arm| match (wanted.item, wanted.mode) {
            (Some(item), _) => arm.item() == Some(item),
            (None, Some(mode)) => arm.mode() == Some(mode),
            (None, None) => true,
        });
        if arms.is_empty() {
            return Some(vec![self.not_an_arm(fighter, wanted)]);
        }
        let mut found = Vec::new();
        for arm in arms {
            let name = self.arm_name(fighter, arm);
            let Some(row) = self.row(fighter, arm) else {
                found.push(Refusal::because(&name, &reasons::NO_ATTACK));
                continue;
            };
            let at_zone = wanted.action == actions::BLAST
                || (invokes && matches!(wanted.target, Some(Target::Zone(_))));
            if at_zone {
                if row.blast {
                    found.extend(self.not_blasted(fighter, arm, wanted, occasion)?);
                } else {
                    found.push(Refusal::because(&name, &reasons::NO_BLAST));
                }
                continue;
            }
            if row.blast {
                found.push(Refusal::because(&name, &reasons::WHOLE_ZONES));
                continue;
            }
            let aim = if wanted.action == actions::DEATH_BLOW {
                Aim::Kill(arm)
            } else {
                Aim::Harm(arm)
            };
            found.extend(self.not_aimed(fighter, wanted, aim, occasion)?);
        }
        Some(found)
    }

    /// Why there is no such arm.
    fn not_an_arm(&self, fighter: &FighterView<'_, '_>, wanted: &Choice) -> Refusal {
        let Some(gear) = wanted.item.and_then(|item| self.gear(item)) else {
            return Refusal::because("this", &reasons::NO_ATTACK);
        };
        let invokes = wanted.action == actions::INVOKE;
        let carried = self.carried(fighter);
        let reason = if !carried.iter().any(|other| other.id == gear.id) {
            &reasons::NOT_CARRIED
        } else if invokes && gear.gear.0.power.is_none() {
            &reasons::NO_POWER
        } else if !invokes && gear.gear.0.attack.is_none() {
            &reasons::NO_ATTACK
        } else if gear.wear.state == crate::content::blocks::GearState::Destroyed {
            &reasons::DESTROYED
        } else if gear.stock.is_some_and(|stock| stock.0 == 0) {
            &reasons::USED_UP
        } else if !gear.is_usable() {
            &reasons::AMMUNITION
        } else if !invokes && !gear.is_held() {
            &reasons::NOT_IN_HAND
        } else {
            &reasons::NO_ATTACK
        };
        Refusal::because(&gear.name(), reason)
    }

    /// The targets that a refusal is about: the target that is wanted, or all enemies who are known.
    fn spoken_of(&self, fighter: &FighterView<'_, '_>, wanted: &Choice) -> Vec<CombatantId> {
        if let Some(target) = target_of(wanted) {
            return vec![target];
        }
        self.all()
            .filter(|other| self.hostile(other.side(), fighter.side()))
            .filter(|other| other.is_alive() && !other.is_concealed())
            .map(|other| *other.id)
            .collect()
    }

    /// The motions in which an attack is wanted and possible; a reason if there is none.
    fn wanted_motions(
        &self,
        fighter: &FighterView<'_, '_>,
        wanted: &Choice,
        ranged: bool,
        occasion: Occasion,
    ) -> Result<Vec<Motion>, &'static Reason> {
        if !ranged {
            return Ok(vec![Motion::Steady]);
        }
        let mut motions = self.motions(fighter, occasion);
        if wanted.option().is_some() {
            let motion = Manner::of(wanted).motion;
            motions.retain(|other| *other == motion);
            if motions.is_empty() {
                return Err(match motion {
                    Motion::Steady => &reasons::STEADY,
                    Motion::Moving => &reasons::ROOTED,
                });
            }
        }
        Ok(motions)
    }

    /// Why none of those who are spoken of can be attacked in this way.
    fn not_aimed(
        &self,
        fighter: &FighterView<'_, '_>,
        wanted: &Choice,
        aim: Aim,
        occasion: Occasion,
    ) -> Reasons {
        let row = aim.arm().and_then(|arm| self.row(fighter, arm));
        let ranged = row.is_some_and(|row| row.range.is_some());
        let name = self.aim_name(fighter, aim);
        let motions = match self.wanted_motions(fighter, wanted, ranged, occasion) {
            Ok(motions) => motions,
            Err(reason) => return Some(vec![Refusal::because(fighter.name(), reason)]),
        };
        let mut found = Vec::new();
        for target in self.spoken_of(fighter, wanted) {
            let enemy = self.fighter(target);
            for motion in &motions {
                let bar = if wanted.action == actions::PEEK {
                    self.bar_to_peek(fighter, aim, &enemy, *motion)
                } else {
                    self.bar_to_attack(fighter, aim, &enemy, *motion, occasion)
                };
                found.push(Refusal::because(&format!("{name}: {}", enemy.name()), bar?));
            }
        }
        if found.is_empty() {
            found.push(Refusal::because(&format!("{name}: none"), &reasons::REACH));
        }
        Some(found)
    }

    /// Why somebody cannot be attacked as the attacker stands; `None` if it can.
    fn bar_to_attack(
        &self,
        fighter: &FighterView<'_, '_>,
        aim: Aim,
        enemy: &FighterView<'_, '_>,
        motion: Motion,
        occasion: Occasion,
    ) -> Option<&'static Reason> {
        let from = self.vantage(fighter);
        let aimed = self.aimed(fighter, &from, aim, enemy, motion);
        match (aimed, occasion) {
            (Err(reason), _) => Some(reason),
            (Ok(_), Occasion::Turn) => {
                let targets = self.targets(fighter, &from, aim, motion);
                (!targets.contains(enemy.id)).then_some(&reasons::TAUNTED)
            }
            (Ok(_), Occasion::Opportunity(mover)) => {
                (!self.team(mover).contains(enemy.id)).then_some(&reasons::OTHERS_MOVE)
            }
        }
    }

    /// Why somebody cannot be attacked by leaning out; `None` if it can.
    fn bar_to_peek(
        &self,
        fighter: &FighterView<'_, '_>,
        aim: Aim,
        enemy: &FighterView<'_, '_>,
        motion: Motion,
    ) -> Option<&'static Reason> {
        let own = self.vantage(fighter);
        if self.aimed(fighter, &own, aim, enemy, motion).is_ok() {
            return Some(&reasons::UPRIGHT);
        }
        if self.lean_for(fighter, aim, enemy, motion).is_some() {
            let taunter = fighter.mind.taunted.filter(|taunter| taunter != enemy.id);
            return taunter
                .map(|taunter| self.fighter(taunter))
                .filter(|taunter| {
                    self.aimed(fighter, &own, aim, taunter, motion).is_ok()
                        || self.lean_for(fighter, aim, taunter, motion).is_some()
                })
                .map(|_| &reasons::TAUNTED);
        }
        let corners = self.leaning_cells(fighter);
        let from = |corner| Vantage::leaning(own.cells, corner);
        let reason = corners
            .into_iter()
            .find_map(|corner| self.aimed(fighter, &from(corner), aim, enemy, motion).err());
        reason.or(Some(&reasons::CORNER))
    }

    /// Why none of the zones that are spoken of can be hit by a blast.
    fn not_blasted(
        &self,
        fighter: &FighterView<'_, '_>,
        arm: Arm,
        wanted: &Choice,
        occasion: Occasion,
    ) -> Reasons {
        let row = self.row(fighter, arm)?;
        let name = self.arm_name(fighter, arm);
        if let Occasion::Opportunity(_) = occasion {
            return Some(vec![Refusal::because(&name, &reasons::WHOLE_ZONES)]);
        }
        let motions = match self.wanted_motions(fighter, wanted, row.range.is_some(), occasion) {
            Ok(motions) => motions,
            Err(reason) => return Some(vec![Refusal::because(fighter.name(), reason)]),
        };
        let cells = self.cells(fighter);
        let zones: Vec<ZoneId> = match wanted.target {
            Some(Target::Zone(zone)) => vec![zone],
            _ => self.board.level.zones.ids().collect(),
        };
        let mut found = Vec::new();
        for motion in motions {
            let open = self.blast_zones(fighter, &row, motion);
            for &zone in &zones {
                if open.iter().any(|(other, _)| *other == zone) {
                    return None;
                }
                let reason = match row.range {
                    None if self.in_zone(&cells, zone) => &reasons::TAUNTED,
                    None => &reasons::OTHER_ZONE,
                    Some(range) => self
                        .far_blast(&cells, zone, Range::plain(range), motion)
                        .err()
                        .unwrap_or(&reasons::TAUNTED),
                };
                let about = format!("{name}: zone {}", self.board.level.zones.name(zone));
                found.push(Refusal::because(&about, reason));
            }
        }
        Some(found)
    }

    /// Why a power that mends or veils cannot be invoked, with the outer `None` for other powers.
    fn not_mended(
        &self,
        fighter: &FighterView<'_, '_>,
        item: ItemId,
        wanted: &Choice,
    ) -> Option<Reasons> {
        let power = self
            .powers(fighter)
            .into_iter()
            .find(|gear| *gear.id == item)?;
        let name = power.name();
        match &power.gear.0.power.as_ref()?.effect {
            PowerEffect::Attack(_) => None,
            PowerEffect::Veil if fighter.is_concealed() => Some(Some(vec![Refusal::because(
                fighter.name(),
                &reasons::HIDDEN,
            )])),
            PowerEffect::Veil if fighter.riding.0.is_some() => {
                Some(Some(vec![Refusal::because(&name, &reasons::RIDES)]))
            }
            PowerEffect::Veil => Some(None),
            PowerEffect::Mend { range, .. } => {
                let mut found = Vec::new();
                for ally in self.all() {
                    let spoken_of = match target_of(wanted) {
                        Some(target) => *ally.id == target,
                        None => !self.hostile(ally.side(), fighter.side()),
                    };
                    if spoken_of {
                        let Some(reason) = self.bar_to_mend(fighter, *range, &ally) else {
                            return Some(None);
                        };
                        found.push(Refusal::because(
                            &format!("{name}: {}", ally.name()),
                            reason,
                        ));
                    }
                }
                Some(Some(found))
            }
        }
    }

    /// Why nobody who is spoken of can be distracted, intimidated or taunted.
    fn unheard(&self, fighter: &FighterView<'_, '_>, wanted: &Choice) -> Reasons {
        let mut found = Vec::new();
        for who in self.spoken_of(fighter, wanted) {
            let enemy = self.fighter(who);
            let reason = self
                .bar_to_words(fighter, &enemy)
                .or_else(|| self.bar_to_word(wanted.action, &enemy));
            found.push(Refusal::because(enemy.name(), reason?));
        }
        if found.is_empty() {
            found.push(Refusal::because("nobody", &reasons::EARSHOT));
        }
        Some(found)
    }
}
