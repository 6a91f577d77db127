//! The attacks on offer, in a turn and as an opportunity attack, and the attack that a choice means.

use crate::{
    attack::{
        arm::{Aim, Arm, GripKind},
        state::{Attack, Motion},
    },
    content::blocks::PowerEffect,
    context::{read::ReadContext, views::FighterView},
    terms::{
        actions,
        modes::{
            BARGAIN, BASH, FULL, HOLD_BACK, MOVING, MOVING_BARGAIN, MOVING_HOLD_BACK, STEADY,
            STEADY_BARGAIN, STEADY_HOLD_BACK,
        },
        reasons,
        rules::{
            R020, R030, R031, R032, R035, R036, R041, R042, R043, R070, R073, R075, R079, R084,
            R088, R090, R092, R133, R134, RR12, RR20, RR22, RR33,
        },
    },
};
use shieldwall_battle::{
    Action, Choice, CombatantId, Field, FieldOption, Offer, Reason, RuleId, Target, Targets,
    terms::ActionRole,
};

/// When an attack is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Occasion {
    /// In one's own turn.
    Turn,
    /// As an opportunity attack on a mover and those it carries (ZON-R31).
    Opportunity(CombatantId),
}

/// How an attack is made, as its field says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Manner {
    /// Steady or on the move.
    pub motion: Motion,
    /// Holding back.
    pub held_back: bool,
    /// With a bargain first.
    pub bargains: bool,
}

impl Manner {
    /// The manner that a choice names.
    #[must_use]
    pub fn of(choice: &Choice) -> Self {
        let key = choice.fields.option(MANNER).unwrap_or(FULL);
        let moving = matches!(key, MOVING | MOVING_HOLD_BACK | MOVING_BARGAIN);
        Self {
            motion: if moving {
                Motion::Moving
            } else {
                Motion::Steady
            },
            held_back: matches!(key, HOLD_BACK | STEADY_HOLD_BACK | MOVING_HOLD_BACK),
            bargains: matches!(key, BARGAIN | STEADY_BARGAIN | MOVING_BARGAIN),
        }
    }
}

/// The field of an attack that says how it is made.
const MANNER: &str = "manner";

fn option(key: &'static str, label: &str) -> FieldOption {
    FieldOption {
        bargains: matches!(key, BARGAIN | STEADY_BARGAIN | MOVING_BARGAIN),
        ..FieldOption::new(key, label)
    }
}

fn field(options: Vec<FieldOption>) -> Vec<Field> {
    vec![Field::one_of(MANNER, "How", options)]
}

/// What the label of an attack on those says to whom nothing can be offered, beside one on others.
const NO_STUNT: &str = ", no stunt";

/// The ways in which an attack can be made. Holding back changes nothing with bare hands (ZON-035).
fn manners(motion: Option<Motion>, arm: Arm, blast: bool, bargain: bool) -> Vec<Field> {
    let (full, gently, bargains) = match motion {
        None => (
            option(FULL, "full force"),
            option(HOLD_BACK, "hold back"),
            option(BARGAIN, "offer a stunt"),
        ),
        Some(Motion::Steady) => (
            option(STEADY, "steady"),
            option(STEADY_HOLD_BACK, "steady, hold back"),
            option(STEADY_BARGAIN, "steady, offer a stunt"),
        ),
        Some(Motion::Moving) => (
            option(MOVING, "on the move"),
            option(MOVING_HOLD_BACK, "on the move, hold back"),
            option(MOVING_BARGAIN, "on the move, offer a stunt"),
        ),
    };
    let mut options = vec![full];
    if arm != Arm::Unarmed {
        options.push(gently);
    }
    if bargain && !blast {
        options.push(bargains);
    }
    field(options)
}

impl ReadContext<'_, '_> {
    /// How a character's ranged attacks can be made now: steady only before any step, on the move
    /// always but as a reaction (ZON-R12).
    pub(crate) fn motions(&self, fighter: &FighterView<'_, '_>, occasion: Occasion) -> Vec<Motion> {
        match occasion {
            Occasion::Opportunity(_) => vec![Motion::Steady],
            Occasion::Turn if self.has_moved(fighter) => vec![Motion::Moving],
            Occasion::Turn if fighter.turn.steady => vec![Motion::Steady],
            Occasion::Turn => vec![Motion::Steady, Motion::Moving],
        }
    }

    /// All attacks on offer to a character.
    #[must_use]
    pub fn attack_offers(&self, fighter: &FighterView<'_, '_>, occasion: Occasion) -> Vec<Offer> {
        let mut offers = Vec::new();
        for arm in self.arms(fighter) {
            self.offers_with(fighter, arm, occasion, &mut offers);
        }
        for kind in GripKind::ALL {
            let aim = Aim::Grip(kind);
            let targets = self.offered_targets(fighter, aim, Motion::Steady, occasion);
            if targets.is_empty() {
                continue;
            }
            let (label, rule) = match kind {
                GripKind::Disarm => ("Disarm", R088),
                GripKind::Shove => ("Shove", R090),
                GripKind::Grapple => ("Grapple", R092),
            };
            let mut offer = Offer::new(kind.action(), label, &[rule, R084]);
            offer.targets = targets_of(&targets);
            offers.push(offer);
        }
        offers
    }

    /// The powers on offer to a character in its turn (ZON-020).
    #[must_use]
    pub fn power_offers(&self, fighter: &FighterView<'_, '_>) -> Vec<Offer> {
        let mut offers = Vec::new();
        for power in self.powers(fighter) {
            let Some(block) = &power.gear.0.power else {
                continue;
            };
            let arm = Arm::Power(*power.id);
            match &block.effect {
                PowerEffect::Attack(_) => {
                    let from = offers.len();
                    self.offers_with(fighter, arm, Occasion::Turn, &mut offers);
                    for offer in &mut offers[from..] {
                        if matches!(offer.action, actions::ATTACK | actions::BLAST) {
                            let no_stunt = offer.label.ends_with(NO_STUNT);
                            let note = if no_stunt { NO_STUNT } else { "" };
                            offer.action = actions::INVOKE;
                            offer.label = format!("Invoke {}{note}", power.name());
                        }
                        offer.rules.extend([R020, RR22]);
                    }
                }
                PowerEffect::Veil => {
                    if !fighter.is_concealed() && fighter.riding.0.is_none() {
                        let label = format!("Invoke {}", power.name());
                        let mut offer = Offer::new(actions::INVOKE, label, &[R020, RR22]);
                        offer.item = Some(*power.id);
                        offers.push(offer);
                    }
                }
                PowerEffect::Mend { range, .. } => {
                    let hurt: Vec<CombatantId> = self
                        .all()
                        .filter(|ally| self.bar_to_mend(fighter, *range, ally).is_none())
                        .map(|ally| *ally.id)
                        .collect();
                    if !hurt.is_empty() {
                        let label = format!("Invoke {}", power.name());
                        let mut offer = Offer::new(actions::INVOKE, label, &[R020, RR22]);
                        offer.item = Some(*power.id);
                        offer.targets = targets_of(&hurt);
                        offers.push(offer);
                    }
                }
            }
        }
        offers
    }

    /// Why a power cannot mend somebody (ZON-R22); `None` if it can.
    pub(crate) fn bar_to_mend(
        &self,
        fighter: &FighterView<'_, '_>,
        range: u16,
        ally: &FighterView<'_, '_>,
    ) -> Option<&'static Reason> {
        if self.hostile(ally.side(), fighter.side()) {
            Some(&reasons::ENEMY)
        } else if ally.id == fighter.id {
            Some(&reasons::ONESELF)
        } else if !ally.is_alive() {
            Some(&reasons::GONE)
        } else if ally.health.current >= ally.health.max {
            Some(&reasons::UNHURT)
        } else if self.distance(&self.cells(fighter), &self.cells(ally)) > 2 * range {
            Some(&reasons::RANGE)
        } else if !self.sees(fighter, ally) {
            Some(&reasons::SIGHT)
        } else {
            None
        }
    }

    /// The offers of one arm: single targets, leaning out, death blows, zones, sharing out.
    fn offers_with(
        &self,
        fighter: &FighterView<'_, '_>,
        arm: Arm,
        occasion: Occasion,
        offers: &mut Vec<Offer>,
    ) {
        let Some(row) = self.row(fighter, arm) else {
            return;
        };
        let name = self.arm_name(fighter, arm);
        let shield = arm
            .item()
            .and_then(|item| self.gear(item))
            .is_some_and(|gear| gear.gear.0.shield.is_some());
        let mode = if shield { Some(BASH) } else { arm.mode() };
        let fill = |offer: &mut Offer| {
            offer.item = arm.item();
            offer.mode = mode;
            if row.range.is_some() && offer.role == ActionRole::MeleeAttack {
                offer.role = ActionRole::MissileAttack;
            }
        };
        let motions: Vec<Option<Motion>> = if row.range.is_some() {
            self.motions(fighter, occasion)
                .into_iter()
                .map(Some)
                .collect()
        } else {
            vec![None]
        };
        if row.blast {
            if occasion == Occasion::Turn {
                for motion in motions {
                    let steady = motion.unwrap_or(Motion::Steady);
                    let zones = self.blast_zones(fighter, &row, steady);
                    if zones.is_empty() {
                        continue;
                    }
                    let rule = if row.range.is_some() { R075 } else { R073 };
                    let mut offer =
                        Offer::new(actions::BLAST, format!("Blast with {name}"), &[rule]);
                    fill(&mut offer);
                    offer.targets = Targets::AnyOf(
                        zones
                            .into_iter()
                            .map(|(zone, _)| Target::Zone(zone))
                            .collect(),
                    );
                    offer.fields = manners(motion, arm, true, false);
                    offers.push(offer);
                }
            }
            return;
        }
        for motion in motions {
            let steady = motion.unwrap_or(Motion::Steady);
            let rules: &[RuleId] = match motion {
                None => &[R030, R031, R035],
                Some(Motion::Steady) => &[R030, R032, R041, R035],
                Some(Motion::Moving) => &[R030, R032, R042, R043, RR12],
            };
            let targets = self.offered_targets(fighter, Aim::Harm(arm), steady, occasion);
            let offered =
                |label: String, action: Action, rules: &[RuleId], targets: &[CombatantId]| {
                    // Nothing is offered by surprise, nor to those who could not take it up.
                    let surprises = self.plan.bonus || fighter.is_concealed();
                    let (with, without): (Vec<CombatantId>, Vec<CombatantId>) = targets
                        .iter()
                        .partition(|who| !surprises && self.may_be_offered(**who));
                    let mixed = !with.is_empty() && !without.is_empty();
                    let mut found = Vec::new();
                    for (part, bargain) in [(with, true), (without, false)] {
                        if part.is_empty() {
                            continue;
                        }
                        let note = if mixed && !bargain { NO_STUNT } else { "" };
                        let mut offer = Offer::new(action, format!("{label}{note}"), rules);
                        fill(&mut offer);
                        offer.targets = targets_of(&part);
                        offer.fields = manners(motion, arm, false, bargain);
                        if bargain {
                            offer.rules.push(R079);
                        }
                        found.push(offer);
                    }
                    found
                };
            let label = format!("Attack with {name}");
            offers.extend(offered(label, actions::ATTACK, rules, &targets));
            if occasion != Occasion::Turn {
                continue;
            }
            let around = self.leaned_targets(fighter, arm, steady, &targets);
            let label = format!("Lean out, {name}");
            offers.extend(offered(label, actions::PEEK, &[R070, RR33], &around));
            let kills = self.offered_targets(fighter, Aim::Kill(arm), steady, occasion);
            if !kills.is_empty() {
                let label = format!("Death blow with {name}");
                let mut offer = Offer::new(actions::DEATH_BLOW, label, &[R036, RR20]);
                fill(&mut offer);
                offer.targets = targets_of(&kills);
                if let Some(motion) = motion {
                    offer.fields = field(vec![match motion {
                        Motion::Steady => option(STEADY, "steady"),
                        Motion::Moving => option(MOVING, "on the move"),
                    }]);
                }
                offers.push(offer);
            }
        }
        let sharers = self.sharers(fighter, arm);
        if occasion == Occasion::Turn && row.range.is_none() && sharers.len() > 1 {
            let label = format!("Share out {name}");
            let mut offer = Offer::new(actions::SHARE_OUT, label, &[R133, R134]);
            fill(&mut offer);
            offers.push(offer);
        }
    }

    /// Whom an attack can be aimed at on an occasion.
    fn offered_targets(
        &self,
        fighter: &FighterView<'_, '_>,
        aim: Aim,
        motion: Motion,
        occasion: Occasion,
    ) -> Vec<CombatantId> {
        let from = self.vantage(fighter);
        match occasion {
            Occasion::Turn => self.targets(fighter, &from, aim, motion),
            Occasion::Opportunity(mover) => self
                .team(mover)
                .into_iter()
                .filter(|who| {
                    let target = self.fighter(*who);
                    self.aimed(fighter, &from, aim, &target, motion).is_ok()
                })
                .collect(),
        }
    }

    /// Whom a character could attack only by leaning out.
    fn leaned_targets(
        &self,
        fighter: &FighterView<'_, '_>,
        arm: Arm,
        motion: Motion,
        upright: &[CombatantId],
    ) -> Vec<CombatantId> {
        // Anyone who is taunted attacks the taunter where that is legal (ZON-R21).
        let taunter = fighter.mind.taunted;
        let taunted = taunter.is_some_and(|taunter| upright.contains(&taunter));
        if taunted || self.leaning_cells(fighter).is_empty() {
            return Vec::new();
        }
        let mut around: Vec<CombatantId> = self
            .all()
            .filter(|target| !upright.contains(target.id))
            .filter(|target| {
                self.lean_for(fighter, Aim::Harm(arm), target, motion)
                    .is_some()
            })
            .map(|target| *target.id)
            .collect();
        if let Some(taunter) = taunter.filter(|taunter| around.contains(taunter)) {
            around = vec![taunter];
        }
        around
    }

    /// The attack that a choice means; `None` if it means none.
    #[must_use]
    pub fn attack_of(
        &self,
        fighter: &FighterView<'_, '_>,
        choice: &Choice,
        occasion: Occasion,
    ) -> Option<Attack> {
        let manner = Manner::of(choice);
        let mut attack = if let Some(kind) = GripKind::of_action(choice.action) {
            let target = target_of(choice)?;
            self.attack_on(fighter, Aim::Grip(kind), target, (Motion::Steady, false))?
        } else {
            let arm = Arm::of_choice(self, choice)?;
            match (choice.action, choice.target) {
                (actions::BLAST | actions::INVOKE, Some(Target::Zone(zone))) => {
                    self.blast_on(fighter, arm, zone, manner.motion)?
                }
                (actions::ATTACK | actions::INVOKE, _) => {
                    let how = (manner.motion, false);
                    self.attack_on(fighter, Aim::Harm(arm), target_of(choice)?, how)?
                }
                (actions::PEEK, _) => {
                    let how = (manner.motion, true);
                    self.attack_on(fighter, Aim::Harm(arm), target_of(choice)?, how)?
                }
                (actions::DEATH_BLOW, _) => {
                    let how = (manner.motion, false);
                    self.attack_on(fighter, Aim::Kill(arm), target_of(choice)?, how)?
                }
                _ => return None,
            }
        };
        attack.held_back = manner.held_back;
        attack.bargains = manner.bargains;
        attack.opportunity = matches!(occasion, Occasion::Opportunity(_));
        Some(attack)
    }

    /// An attack whose dice are shared out (ZON-133).
    #[must_use]
    pub fn shared_attack(
        &self,
        fighter: &FighterView<'_, '_>,
        arm: Arm,
        shares: &[(CombatantId, u16)],
    ) -> Option<Attack> {
        let from = self.vantage(fighter);
        let row = self.row(fighter, arm)?;
        let mut attack: Option<Attack> = None;
        for side in self.sides_after(fighter.side()) {
            for target in self.all().filter(|target| target.side() == side) {
                let Some((_, dice)) = shares.iter().find(|(who, _)| who == target.id) else {
                    continue;
                };
                let shot = self
                    .shot(fighter, &from, &row, &target, Motion::Steady)
                    .ok()?;
                let attack = attack.get_or_insert_with(|| {
                    let name = self.arm_name(fighter, arm);
                    let mut attack = Attack::on(*fighter.id, Aim::Harm(arm), *target.id, name);
                    attack.targets.clear();
                    attack.past.clear();
                    attack.unseen = fighter.is_concealed();
                    attack
                });
                if attack.hard.is_empty() {
                    attack.hard = shot.hard;
                }
                attack.add_target(*target.id, Some(*dice), shot.cover);
            }
        }
        attack
    }
}

/// The combatant that a choice is aimed at.
#[must_use]
pub const fn target_of(choice: &Choice) -> Option<CombatantId> {
    match choice.target {
        Some(Target::Combatant(who)) => Some(who),
        _ => None,
    }
}

/// Combatants as the targets of an offer.
#[must_use]
pub fn targets_of(who: &[CombatantId]) -> Targets {
    Targets::AnyOf(who.iter().copied().map(Target::Combatant).collect())
}
