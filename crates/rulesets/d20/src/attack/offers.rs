//! What can be attacked on one's number (D20-028, D20-101, D20-106).

use shieldwall_battle::{
    Choice, CombatantId, Field, FieldOption, Footing, ItemId, Offer, Target, Targets,
};

use crate::{
    attack::{Aiming, Manner, assassination, spawning::Announced},
    content::blocks::Weapon,
    figure::{
        arms::{Arm, Usage},
        battlefield::{Battlefield, Figure},
        round::{Intent, TwoWeapons},
    },
    terms::{
        actions::{
            ADJUST, BRAWL, EXTRACT, FINISH, PASS, PUSH, RELEASE, SHOOT, SINGLE_OUT, STRIKE,
            STRUGGLE, THROW, USE_PROP, WRESTLE,
        },
        fields::{AFTER, FOLLOW, KILL, PURPOSE, STAY, SUBDUE, VITALS},
        rules::{
            R003, R036, R072, R073, R074, R081, R101, R102, R104, R105, R106, R134, R162, R163,
            R166, R167, RR55, RR82,
        },
    },
};

/// Use that a combatant has made of its numbers this round, counted with what it has chosen to do on this one: equal
/// numbers are played together (D20-027).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Done {
    /// Attacks, and what takes the place of one.
    attacks: u8,
    /// True if the weapon in the other hand has made one of them (D20-R80).
    other_hand: bool,
    /// Items out of hand, unloaded or used up by then.
    used: Vec<ItemId>,
    /// True if nothing more may be done on this number.
    all: bool,
    /// True if a prop or a device is used on this number already.
    contrives: bool,
}

impl Done {
    /// Use of the numbers before this one.
    #[must_use]
    pub fn before(who: &Figure<'_, '_>) -> Self {
        let exertion = who.round.exertion;
        Self {
            attacks: exertion.attacks,
            other_hand: exertion.other_hand,
            used: Vec::new(),
            all: false,
            contrives: false,
        }
    }

    /// True if an item is out of hand, unloaded or used up by then.
    #[must_use]
    pub fn has_used(&self, item: ItemId) -> bool {
        self.used.contains(&item)
    }

    /// True if it has attacked, or done what takes the place of an attack.
    #[must_use]
    pub const fn has_attacked(&self) -> bool {
        self.attacks > 0
    }

    /// True if attacks are left (D20-033).
    #[must_use]
    pub fn leaves_attacks(&self, who: &Figure<'_, '_>) -> bool {
        self.attacks < who.attacks()
    }

    /// True if a prop or a device is used on this number already.
    #[must_use]
    pub const fn contrives(&self) -> bool {
        self.contrives
    }

    /// The same with these choices for this number.
    #[must_use]
    pub fn with<'c>(
        field: &Battlefield<'_, '_>,
        who: &Figure<'_, '_>,
        chosen: impl IntoIterator<Item = &'c Choice>,
    ) -> Self {
        let mut done = Self::before(who);
        for choice in chosen {
            if [PASS, RELEASE].contains(&choice.action) {
                continue;
            }
            done.attacks += 1;
            done.all |= [EXTRACT, ADJUST].contains(&choice.action);
            // The second number of a bow is for a second shot only (D20-R11).
            done.all |= choice.action != SHOOT && done.attacks >= who.attacks();
            done.contrives |= choice.action == USE_PROP;
            if let TwoWeapons::TwoAttacks { other } = *who.round.two_weapons {
                done.other_hand |= choice.item == Some(other);
            }
            let arm = arm_of(field, who, choice).filter(Arm::is_missile);
            let again = arm.is_some_and(|arm| arm.shoots_again());
            done.used.extend(choice.item.filter(|_| !again));
        }
        done
    }
}

/// True if a combatant may attack at all on its number.
#[must_use]
pub fn may_attack(who: &Figure<'_, '_>, done: &Done) -> bool {
    let exertion = who.round.exertion;
    let fights = match who.round.intent {
        Intent::Fight => true,
        Intent::Charge => done.attacks == 0,
        Intent::Close | Intent::FullDefence | Intent::Cast => false,
    };
    // A combatant that has moved makes one attack in all (D20-031).
    let moved = exertion.moved && done.attacks > 0;
    who.can_act() && !who.broken.0 && !exertion.spent && !done.all && !moved && fights
}

/// Whether an arm of somebody who stands in a place may be used against an enemy in another, as the rules go.
#[must_use]
pub fn may_strike(
    field: &Battlefield<'_, '_>,
    who: &Figure<'_, '_>,
    from: Footing,
    arm: &Arm,
    target: &Figure<'_, '_>,
    at: Footing,
) -> bool {
    // Who has not been detected cannot be aimed at (D20-089).
    if !who.knows_of(target) || field.is_lost_in_the_dark(who, from, at) {
        return false;
    }
    let front = shieldwall_grid::Arc::Front;
    let before_the_wall =
        !who.locked.0 || field.grid().arc(who.facing.0, from.cell, at.cell) == front;
    if who.prone.0 && !arm.serves_lying() {
        return false;
    }
    match arm.usage {
        Usage::Melee(..) => {
            before_the_wall
                && !field.is_barred(who, *target.id)
                && field.reaches(who, from, arm, at)
        }
        // Shots and throws need a target in sight (D20-081).
        Usage::Missile { .. } => who.wounds.askew.0 == 0 && field.reaches(who, from, arm, at),
    }
}

/// Attacks with what is in hand, on enemies within reach.
#[must_use]
pub fn with_arms(field: &Battlefield<'_, '_>, who: &Figure<'_, '_>, done: &Done) -> Vec<Offer> {
    let mut offers = Vec::new();
    for arm in field
        .arms(who)
        .into_iter()
        .filter(|arm| may_use(field, who, arm, done))
    {
        let targets: Vec<Target> = field
            .enemies(who.side())
            .filter(|enemy| may_strike(field, who, who.footing(), &arm, enemy, enemy.footing()))
            .map(|enemy| Target::Combatant(*enemy.id))
            .collect();
        if targets.is_empty() {
            continue;
        }
        let mut offer = of_arm(&arm);
        let purposes = purposes(field, who, &arm, &targets);
        offer.fields.extend(purposes);
        if targets.len() > 1 && is_by_chance(field, who, &arm) {
            let mut single_out = offer.clone();
            single_out.action = SINGLE_OUT;
            single_out.label = format!("Single out: {}", arm.name());
            single_out.detail =
                "You attack the enemy of your choice. Until your next action the others attack you at +2."
                    .to_owned();
            single_out.rules = vec![R101, R105];
            single_out.targets = Targets::AnyOf(targets);
            "A die says which enemy within reach you strike.".clone_into(&mut offer.detail);
            offer.rules = vec![R101, R104];
            offers.push(single_out);
        } else {
            offer.targets = Targets::AnyOf(targets);
        }
        offers.push(offer);
    }
    offers
}

/// What one may mean to do to any of these: strike at the vitals of those who are helpless or unaware (D20-036,
/// D20-R41), kill, or beat down in melee (D20-143). Nothing to choose where only one of them can be done.
fn purposes(
    field: &Battlefield<'_, '_>,
    who: &Figure<'_, '_>,
    arm: &Arm,
    targets: &[Target],
) -> Option<Field> {
    let mut options = vec![FieldOption::new(KILL, "to kill")];
    if !arm.is_missile() && targets.iter().any(|target| is_subduable(field, target)) {
        options.push(FieldOption::new(SUBDUE, "to subdue"));
    }
    let open = |target: &Target| {
        matches!(target, Target::Combatant(other)
            if assassination::knows_vitals(who, &field.figure(*other)))
    };
    if targets.iter().any(open) {
        options.insert(0, FieldOption::new(VITALS, "at the vitals"));
    }
    (options.len() > 1).then(|| Field::one_of(PURPOSE, "Blow", options))
}

fn is_subduable(field: &Battlefield<'_, '_>, target: &Target) -> bool {
    matches!(target, Target::Combatant(who) if field.figure(*who).stats().subduable())
}

/// Why a choice is refused, if the rules know a reason that its offer does not show: only some can be beaten down
/// (D20-147).
#[must_use]
pub fn refusal(field: &Battlefield<'_, '_>, choice: &Choice) -> Option<&'static str> {
    let subdues = choice.fields.option(PURPOSE) == Some(SUBDUE);
    let target = choice.target.as_ref()?;
    (subdues && !is_subduable(field, target)).then_some("this creature cannot be beaten down")
}

/// True if a combatant may use an arm after what it has done: as it fights with two weapons, of which each makes at least
/// one of the attacks (D20-158, D20-R80), with no more attacks than it has (D20-033), not what is unloaded (D20-034), and
/// no missile after a charge (D20-044, D20-108).
pub(crate) fn may_use(
    field: &Battlefield<'_, '_>,
    who: &Figure<'_, '_>,
    arm: &Arm,
    done: &Done,
) -> bool {
    if arm.is_missile() {
        let used = arm.item().is_some_and(|item| done.used.contains(&item));
        let exertion = who.round.exertion;
        let shots = if exertion.drew { 0 } else { arm.shots() };
        let left = done.attacks < who.attacks().max(shots);
        return field.is_loaded(arm) && !used && !exertion.charged && left;
    }
    if done.attacks >= who.attacks() {
        return false;
    }
    let TwoWeapons::TwoAttacks { other } = *who.round.two_weapons else {
        return true;
    };
    let in_other_hand = arm.item() == Some(other);
    if done.other_hand {
        return !in_other_hand;
    }
    // The last attack is for the other hand, if it has made none.
    in_other_hand || done.attacks + 1 < who.attacks()
}

/// Brawling, wrestling and pushing, with those who are beside (D20-162, D20-166, D20-167). Those who hold somebody
/// down strike at that one alone.
#[must_use]
pub fn brawls(field: &Battlefield<'_, '_>, who: &Figure<'_, '_>) -> Vec<Offer> {
    let mut offers = Vec::new();
    let held = field.pinned_by(who);
    if *who.round.intent == Intent::Charge {
        return offers;
    }
    let beside: Vec<Figure<'_, '_>> = field
        .enemies(who.side())
        .filter(|enemy| {
            field.adjacent(who.footing(), enemy.footing())
                && !field.is_barred(who, *enemy.id)
                && who.knows_of(enemy)
                && held.is_none_or(|held| held == *enemy.id)
        })
        .collect();
    let targets = |fits: &dyn Fn(&Figure<'_, '_>) -> bool| -> Vec<Target> {
        let fitting = beside.iter().filter(|enemy| fits(enemy));
        fitting.map(|enemy| Target::Combatant(*enemy.id)).collect()
    };
    let all = targets(&|_| true);
    let unarmed = field.arms(who).iter().any(|arm| arm.weapon == Weapon::Fist);
    for arm in field.brawling_arms(who) {
        // Who has nothing in hand strikes with its fists anyway.
        let known = unarmed && arm.weapon == Weapon::Fist && held.is_none();
        if known || all.is_empty() {
            continue;
        }
        let mut offer = Offer::new(BRAWL, format!("Brawl: {}", arm.name()), &[R162, R163]);
        offer.detail =
            "1 or 2 points, STR added. More than half of what is left stuns; a stunned one is knocked out."
                .to_owned();
        offer.item = arm.item();
        offer.targets = Targets::AnyOf(all.clone());
        offer.aside = Some("brawl");
        offer.fields.extend(purposes(field, who, &arm, &all));
        offers.push(offer);
    }
    if held.is_some() || *who.round.intent == Intent::FullDefence {
        return offers;
    }
    let grips = |enemy: &Figure<'_, '_>| field.bigger(enemy, who) < TOO_BIG;
    let free = |enemy: &Figure<'_, '_>| grips(enemy) && enemy.pinned.0.is_none();
    for (action, label, detail, rule, fits) in [
        (
            WRESTLE,
            "Wrestle down",
            "An opposed roll. The loser lies on the ground, held fast.",
            R166,
            targets(&free),
        ),
        (
            PUSH,
            "Push back",
            "An opposed roll. The loser goes back a cell, or falls where there is no room.",
            R167,
            targets(&grips),
        ),
    ] {
        if fits.is_empty() {
            continue;
        }
        let mut offer = Offer::new(action, label, &[rule, RR82]);
        detail.clone_into(&mut offer.detail);
        offer.targets = Targets::AnyOf(fits);
        offer.aside = Some("brawl");
        if action == PUSH {
            let options = vec![
                FieldOption::new(STAY, "stay"),
                FieldOption::new(FOLLOW, "follow"),
            ];
            offer.fields.push(Field::one_of(AFTER, "Then", options));
        }
        offers.push(offer);
    }
    offers
}

/// Steps of size by which somebody is too big to be wrestled down or pushed (D20-166).
const TOO_BIG: i32 = 2;

/// Strokes at the helpless, who are struck at only if that is meant (D20-036, D20-R52).
#[must_use]
pub fn finishing(field: &Battlefield<'_, '_>, who: &Figure<'_, '_>) -> Vec<Offer> {
    let mut offers = Vec::new();
    for arm in field.arms(who).into_iter().filter(|arm| !arm.is_missile()) {
        let targets: Vec<Target> = field
            .helpless_enemies(who.side())
            .filter(|enemy| may_strike(field, who, who.footing(), &arm, enemy, enemy.footing()))
            .map(|enemy| Target::Combatant(*enemy.id))
            .collect();
        if targets.is_empty() {
            continue;
        }
        let label = format!("Strike the helpless: {}", arm.name());
        let mut offer = Offer::new(FINISH, label, &[R101, R036]);
        offer.item = arm.item();
        let purposes = purposes(field, who, &arm, &targets);
        offer.fields.extend(purposes);
        offer.targets = Targets::AnyOf(targets);
        offers.push(offer);
    }
    offers
}

/// Whether a die says who of several is struck at: not by missiles, nor in a charge (D20-104, D20-R52).
fn is_by_chance(field: &Battlefield<'_, '_>, who: &Figure<'_, '_>, arm: &Arm) -> bool {
    field.rules.0.random_melee_target && !arm.is_missile() && *who.round.intent == Intent::Fight
}

/// What takes somebody's whole round, and is done at its end: pulling a missile out, putting the helmet right
/// (D20-072, D20-081).
#[must_use]
pub fn tasks(field: &Battlefield<'_, '_>, who: &Figure<'_, '_>) -> Vec<Offer> {
    let mut tasks = Vec::new();
    let exertion = who.round.exertion;
    if exertion.is_settled() || exertion.attacks > 0 || exertion.exerted {
        return tasks;
    }
    let beside = field.friends(who).filter(|friend| {
        field.adjacent(friend.footing(), who.footing()) && !friend.round.exertion.exerted
    });
    let fallen = field
        .fallen_friends(who)
        .filter(|friend| field.adjacent(friend.footing(), who.footing()));
    let patients = beside.chain(fallen).chain([field.figure(*who.id)]);
    let patients: Vec<Target> = patients
        .filter(|patient| !patient.wounds.lodged.0.is_empty())
        .map(|patient| Target::Combatant(*patient.id))
        .collect();
    if !patients.is_empty() {
        let mut offer = Offer::new(EXTRACT, "Pull a missile out", &[R072, R073, R074]);
        offer.detail =
            "Takes the whole round of both. A saving throw avoids its damage.".to_owned();
        offer.targets = Targets::AnyOf(patients);
        tasks.push(offer);
    }
    if who.wounds.askew.0 > 0 {
        let mut offer = Offer::new(ADJUST, "Put the helmet right", &[R081]);
        let rounds = who.wounds.askew.0;
        offer.detail = format!("Takes the whole round; {rounds} left.");
        tasks.push(offer);
    }
    tasks
}

fn of_arm(arm: &Arm) -> Offer {
    let name = arm.name();
    let mut offer = match arm.usage {
        Usage::Melee(_, 1) => Offer::new(STRIKE, format!("Strike: {name}"), &[R101, R003, R102]),
        Usage::Melee(..) => Offer::new(STRIKE, format!("Strike: {name}"), &[R101, R003, R134]),
        Usage::Missile { thrown: true, .. } => {
            Offer::new(THROW, format!("Throw: {name}"), &[R106, R003, RR55])
        }
        Usage::Missile { .. } => Offer::new(SHOOT, format!("Shoot: {name}"), &[R106, R003, RR55]),
    };
    offer.item = arm.item();
    offer
}

/// The arm that a choice uses; `None` if it is no attack.
#[must_use]
pub fn arm_of(field: &Battlefield<'_, '_>, who: &Figure<'_, '_>, choice: &Choice) -> Option<Arm> {
    let missile = [SHOOT, THROW].contains(&choice.action);
    if choice.action == BRAWL {
        let mut arms = field.brawling_arms(who).into_iter();
        return arms.find(|arm| arm.item() == choice.item);
    }
    if !missile && ![STRIKE, SINGLE_OUT, FINISH].contains(&choice.action) {
        return None;
    }
    let mut arms = field.arms(who).into_iter();
    arms.find(|arm| arm.is_missile() == missile && arm.item() == choice.item)
}

/// The attack that a choice makes; `None` if it is none.
#[must_use]
pub fn announced(
    field: &Battlefield<'_, '_>,
    who: CombatantId,
    choice: &Choice,
) -> Option<Announced> {
    let figure = field.figure(who);
    let grip = match choice.action {
        WRESTLE => Some(Manner::Wrestle),
        PUSH => Some(Manner::Push {
            follow: choice.fields.option(AFTER) == Some(FOLLOW),
        }),
        STRUGGLE => Some(Manner::Struggle),
        _ => None,
    };
    if let Some(manner) = grip {
        let target = match choice.target {
            Some(Target::Combatant(target)) => target,
            _ => figure.pinned.0?,
        };
        return Some(Announced {
            who,
            target,
            weapon: Weapon::Fist,
            missile: false,
            aiming: Aiming::Plain,
            manner,
        });
    }
    let manner = match choice.fields.option(PURPOSE) {
        Some(SUBDUE) => Manner::Subdue,
        Some(VITALS) => match choice.target {
            Some(Target::Combatant(target))
                if assassination::knows_vitals(&figure, &field.figure(target)) =>
            {
                Manner::Vitals
            }
            _ => Manner::Kill,
        },
        _ => Manner::Kill,
    };
    let arm = arm_of(field, &figure, choice)?;
    let (target, aiming) = match choice.target {
        Some(Target::Combatant(target)) if choice.action == SINGLE_OUT => {
            (target, Aiming::SinglesOut)
        }
        Some(Target::Combatant(target)) => (target, Aiming::Plain),
        _ => {
            let first = field.candidates(&figure, &arm).first().copied()?;
            (first, Aiming::Chance)
        }
    };
    Some(Announced {
        aiming,
        manner,
        who,
        target,
        weapon: arm.weapon,
        missile: arm.is_missile(),
    })
}
