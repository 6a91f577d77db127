//! The form of a declaration: what a combatant may state (SEG-094 to SEG-101, SEG-R87).

use shieldwall_battle::{
    Candidates, CellOption, Choice, Decision, Field as FormField, FieldOption, ItemId, Offer,
    Refusal, RuleId, Target, Targets,
};
use shieldwall_grid::Cell;

use crate::{
    combatant::{
        allowance::{self, AFTER_STANDING, Allowance},
        arms::{Arm, Flight},
        field::{Combatant, Field, GearDataItem},
        handling::{self, Drink, Handling},
        plan::{How, Pace, Plan, PlannedAction, Weapon},
    },
    content::{item_block::InMelee, settings::Sprint},
    harm::bleeding,
    movement::ways,
    terms::{
        fields::{
            AIM, AS_IT_COMES, AS_IT_IS, AS_MANY, ATTACK_THEN_MOVE, BOTH_IN_TURN, CAREFUL_AIM,
            DOUBLE_SHOTS, FOE, GEAR, GUARD, HALF_MOVE, HANDS, HOW, MAIN_HAND, PLACE, ROOTED, RUN,
            SHOTS, STAND, STAND_UP as STAND_UP_FIRST,
        },
        reasons,
        rules::{
            R001, R013, R061, R065, R071, R076, R077, R078, R079, R080, R094, R095, R098, R099,
            R101, R102, R103, R104, R106, R107, R108, R109, R127, R129, R133, R148, RR17, RR39,
            RR40, RR41, RR43, RR44, RR45, RR58, RR59, RR64, RR66, RR67, RR71, RR87,
        },
        words::{
            ATTACK, DESPERATE_DEFENCE, DODGE, DRINK, FIRST_AID, FULL_DEFENCE, HANDLE, IN_THE_ROUND,
            LET_FLY, MOVE, PICK_UP, SPRINT, STAND_UP, WAIT,
        },
    },
};

/// The meaning of an offer of the declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Declares {
    /// An attack with a weapon.
    Attack(Weapon),
    /// A move.
    Move,
    /// Full Defense.
    FullDefence,
    /// Desperate Defense.
    DesperateDefence,
    /// Standing up, and nothing else.
    StandUp,
    /// A weapon is picked up.
    PickUp(ItemId),
    /// A sprint.
    Sprint,
    /// A move that dodges missiles.
    Dodge,
    /// First Aid.
    FirstAid,
    /// A potion is drunk, and nothing else.
    Drink(ItemId),
    /// A weapon is drawn, or a shield readied, and nothing else.
    Handle(ItemId),
    /// Nothing.
    Nothing,
}

/// Everything that a combatant may declare.
pub fn candidates(field: &Field<'_, '_>, who: &Combatant<'_, '_>, all: &mut Candidates) {
    all.bar_all(&IN_THE_ROUND, &reasons::DECLARES_FIRST);
    let mut cells = field.cell_options(who);
    if field.is_winded(who) {
        cells.retain(|option| option.band <= ways::WALK);
    }
    let is_near = |band: u8| cells.iter().filter(move |option| option.band <= band);
    let places: Vec<Cell> = is_near(ways::WALK).map(|option| option.cell).collect();
    let attacks = who.stats().attacks;
    let main = field.main_arm(who);
    for arm in field.arms(who).into_iter().chain(field.stowed_arms(who)) {
        if attacks == 0 {
            let action = if arm.missile.is_some() {
                LET_FLY
            } else {
                ATTACK
            };
            all.bar_with(action, arm.item(), &arm.name, &reasons::NOT_ATTACKING);
            continue;
        }
        let mut offer = attack(field, (&arm, &field.main_arm(who)), &places, who);
        if arm.in_off_hand {
            let ambidextrous = who.stats().ambidextrous;
            offer.rules.push(if ambidextrous { R107 } else { R106 });
        }
        if arm == main
            && let Some(off) = field.off_arm(who, &arm)
        {
            hands(&mut offer, &arm, &off);
        }
        offer.fields.extend(gear(
            &mut offer.rules,
            field.ways_with(who, &arm),
            arm.in_hand,
        ));
        let targets = targets(field, who, all, &offer);
        all.aim(offer, &arm.name, targets);
    }
    let mut walk = Offer::new(MOVE, "Move", &[R001, RR40, RR87]).to_do(Declares::Move);
    walk.detail = "Walk up to TMR, or run up to twice as far.".to_owned();
    let beside = field.changes_beside(who, None);
    walk.fields.extend(gear(&mut walk.rules, beside, true));
    let cells = if who.fallen.0 {
        walk.detail = "Stand up, then walk up to half of TMR from segment 5 on.".to_owned();
        walk.rules.push(RR17);
        is_near(ways::HALF_MOVE).copied().collect()
    } else {
        cells
    };
    let has_room = !cells.is_empty();
    let mut dodge = Offer::new(DODGE, "Dodge", &[R127, RR64]).to_do(Declares::Dodge);
    dodge.detail = "A walk up to TMR. Missiles at it have SC -20. No help in melee.".to_owned();
    let beside = field.changes_beside(who, None);
    dodge.fields.extend(gear(&mut dodge.rules, beside, true));
    let near = cells.iter().filter(|option| option.band <= ways::WALK);
    let here = CellOption::plain(who.cell(), ways::told(0));
    dodge.targets = Targets::Cells(near.copied().chain([here]).collect());
    if who.fallen.0 {
        all.bar_with(DODGE, None, "", &reasons::LIES);
    } else {
        all.offer(dodge);
    }
    sprint(field, who, all);
    first_aid(field, who, all);
    walk.targets = Targets::Cells(cells);
    all.add(MOVE, has_room.then_some(walk).ok_or(&reasons::NO_ROOM));
    let mut stand = Offer::new(STAND_UP, "Stand up", &[RR17]).to_do(Declares::StandUp);
    stand.detail = "It stands from segment 6 on.".to_owned();
    let lies = who.fallen.0;
    all.add(STAND_UP, lies.then_some(stand).ok_or(&reasons::STANDS));
    for item in field.carried(who).filter(|item| !item.readied.0) {
        let ways = ways_to_handle(field, who, &item);
        if ways.is_empty() {
            continue;
        }
        let name = &item.kind.0.name;
        let offer = Offer::new(HANDLE, format!("Take {name} in hand"), &[R076, RR41, RR43]);
        let mut offer = offer.to_do(Declares::Handle(*item.id));
        offer.item = Some(*item.id);
        offer.detail = "It is in hand from segment 5 on.".to_owned();
        offer.fields.extend(gear(&mut offer.rules, ways, false));
        all.offer(offer);
    }
    picking_up(field, who, all);
    potions(field, who, all);
    defences(field, who, all);
    all.offer(Offer::new(WAIT, "Wait", &[R001]).to_do(Declares::Nothing));
}

/// A sprint to a cell farther than a walk (SEG-R40).
fn sprint(field: &Field<'_, '_>, who: &Combatant<'_, '_>, all: &mut Candidates) {
    if field.rules.0.sprint == Sprint::Off {
        return;
    }
    let mut offer = Offer::new(SPRINT, "Sprint", &[RR40]).to_do(Declares::Sprint);
    offer.detail =
        "Three times TMR, over open ground. No run and no sprint in the next round.".to_owned();
    if let Err(reason) = field.may_sprint(who) {
        all.bar(SPRINT, reason);
        return;
    }
    let beside = field.changes_beside(who, None);
    offer.fields.extend(gear(&mut offer.rules, beside, true));
    let cells = field.sprint_cells(who);
    let has_room = !cells.is_empty();
    offer.targets = Targets::Cells(cells);
    all.add(SPRINT, has_room.then_some(offer).ok_or(&reasons::NO_ROOM));
}

/// First Aid for itself, or for an ally beside it (SEG-148, SEG-R71).
fn first_aid(field: &Field<'_, '_>, who: &Combatant<'_, '_>, all: &mut Candidates) {
    let mut offer = Offer::new(FIRST_AID, "First Aid", &[R148, RR71]).to_do(Declares::FirstAid);
    let check = bleeding::skill(who);
    offer.detail = format!(
        "At the end of the round, {} %: the worst missile is removed.",
        check.chance
    );
    let patients = field.combatants.active().filter_map(|(body, data)| {
        let friend = !field.combatants.board.hostile(who.side(), body.side());
        let beside = body.cell() == who.cell()
            || field
                .grid()
                .direction_between(who.cell(), body.cell())
                .is_some();
        let needs = !data.stuck.0.is_empty();
        (friend && beside && needs).then_some(Target::Combatant(*body.id))
    });
    let patients: Vec<Target> = patients.collect();
    if patients.is_empty() {
        all.bar(FIRST_AID, &reasons::NO_PATIENT);
    } else if who.fallen.0 {
        all.bar(FIRST_AID, &reasons::LIES);
    } else if field.is_engaged(who) {
        all.bar(FIRST_AID, &reasons::ENGAGED);
    } else {
        offer.targets = Targets::AnyOf(patients);
        all.offer(offer);
    }
}

/// Weapons at its feet (SEG-108, SEG-109, SEG-R59).
fn picking_up(field: &Field<'_, '_>, who: &Combatant<'_, '_>, all: &mut Candidates) {
    let free = field.free_hands(who);
    for item in field.lying_at(who.cell()) {
        if !item.gear.0.is_weapon() {
            continue;
        }
        let name = &item.kind.0.name;
        let mut offer = Offer::new(PICK_UP, format!("Pick up {name}"), &[R108, R109, RR59])
            .to_do(Declares::PickUp(*item.id));
        offer.item = Some(*item.id);
        offer.detail = "A roll against 4x DEX, and DEF -15 for the round. Within DEX it is in hand at once, for one attack at initiative -5; else at the end of the round."
            .to_owned();
        let enemies: Vec<Target> = field
            .enemies(who.side())
            .map(|enemy| Target::Combatant(enemy.id()))
            .collect();
        if !enemies.is_empty() && who.stats().attacks > 0 {
            let foe = FormField::at(FOE, "Then strike", enemies, "the nearest enemy");
            offer.fields.push(foe);
        }
        if who.fallen.0 {
            all.bar_with(PICK_UP, offer.item, name, &reasons::LIES);
        } else if item.gear.0.hands > free {
            all.bar_with(PICK_UP, offer.item, name, &reasons::HANDS_FULL);
        } else {
            all.offer(offer);
        }
    }
}

/// Potions at hand (SEG-080, SEG-R44, SEG-R45).
fn potions(field: &Field<'_, '_>, who: &Combatant<'_, '_>, all: &mut Candidates) {
    let potions = field
        .carried(who)
        .filter(|gear| gear.gear.0.potion.is_some());
    for potion in potions {
        let name = &potion.kind.0.name;
        let mut offer = Offer::new(DRINK, format!("Drink {name}"), &[R080, RR44, RR45])
            .to_do(Declares::Drink(*potion.id));
        offer.item = Some(*potion.id);
        offer.detail = "It works from segment 5 on.".to_owned();
        if field.is_engaged(who) {
            all.bar_with(DRINK, offer.item, name, &reasons::ENGAGED);
        } else if field.free_hands(who) == 0 {
            all.bar_with(DRINK, offer.item, name, &reasons::HANDS_FULL);
        } else {
            all.offer(offer);
        }
    }
}

/// The ways to take an item in hand that is carried.
fn ways_to_handle(
    field: &Field<'_, '_>,
    who: &Combatant<'_, '_>,
    item: &GearDataItem<'_, '_>,
) -> Vec<handling::Way> {
    if item.gear.0.is_weapon() {
        return field.ways_to_draw(who, item);
    }
    let mut ways = field.changes_beside(who, None);
    ways.retain(|way| way.handling.readies == Some(*item.id));
    ways
}

/// The field for changes of what is in hand; `None` where none is possible.
fn gear(rules: &mut Vec<RuleId>, ways: Vec<handling::Way>, may_leave: bool) -> Option<FormField> {
    if ways.is_empty() {
        return None;
    }
    rules.extend([R076, R077, R078, R079]);
    let mut options = Vec::new();
    if may_leave {
        let mut as_it_is = FieldOption::new(AS_IT_IS, "as it is");
        as_it_is.unsaid = true;
        options.push(as_it_is);
    }
    options.extend(
        ways.into_iter()
            .map(|way| FieldOption::new(way.key, way.label)),
    );
    Some(FormField::one_of(GEAR, "Gear", options))
}

/// The defences that leave no attack.
fn defences(field: &Field<'_, '_>, who: &Combatant<'_, '_>, all: &mut Candidates) {
    let arm = field.main_arm(who);
    let rules = [R098, R099, R101];
    let mut full = Offer::new(FULL_DEFENCE, "Full defence", &rules).to_do(Declares::FullDefence);
    let bonus = arm.full_defence();
    full.detail = format!("DEF +{bonus} against melee. No attacks. Follows this enemy.");
    let enemies = targets(field, who, all, &full);
    all.aim(full, "", enemies);
    let rules = [R102, R103, R104];
    let desperate = Offer::new(DESPERATE_DEFENCE, "Desperate defence", &rules);
    let mut desperate = desperate.to_do(Declares::DesperateDefence);
    let bonus = arm.desperate_defence();
    desperate.detail =
        format!("DEF +{bonus} against melee, and nothing else. Attackers may drive it back.");
    all.offer(desperate);
}

/// All combatants, each with the reason why it may not be named.
fn targets(
    field: &Field<'_, '_>,
    who: &Combatant<'_, '_>,
    all: &mut Candidates,
    offer: &Offer,
) -> Vec<(Target, Result<(), &'static shieldwall_battle::Reason>)> {
    if all.asks_why() {
        for (body, _) in field.combatants.iter() {
            let target = Target::Combatant(*body.id);
            if !body.is_active() {
                all.bar_target(offer, target, &reasons::OUT_OF_ACTION);
            } else if !field.combatants.board.hostile(who.side(), body.side()) {
                all.bar_target(offer, target, &reasons::FRIEND);
            }
        }
    }
    let enemies = field.enemies(who.side());
    enemies
        .map(|enemy| (Target::Combatant(enemy.id()), Ok(())))
        .collect()
}

/// The offer of attacks with a weapon. A guard is kept by the one for melee (SEG-R55).
fn attack(
    field: &Field<'_, '_>,
    (arm, parries): (&Arm, &Arm),
    places: &[Cell],
    who: &Combatant<'_, '_>,
) -> Offer {
    let hand = if arm.in_off_hand { " (off hand)" } else { "" };
    let (action, verb) = match arm.missile {
        None => (ATTACK, "Attack with"),
        Some(missile) if missile.thrown => (LET_FLY, "Throw"),
        Some(_) => (LET_FLY, "Shoot with"),
    };
    let label = format!("{verb} {}{hand}", arm.name);
    let mut offer = Offer::new(action, label, &[R001, RR87]).to_do(Declares::Attack(arm.weapon));
    offer.item = arm.item();
    if who.fallen.0 {
        offer.rules.push(RR17);
        offer.detail =
            "It stands up first: initiative -5, and half of the attacks lost. From segment 5 on."
                .to_owned();
        let mut stand = FieldOption::new(STAND_UP_FIRST, "stand up first");
        stand.unsaid = true;
        offer.fields = vec![FormField::one_of(HOW, "Movement", vec![stand])];
        guard(&mut offer, parries);
        return offer;
    }
    offer.rules.extend([R013, R061, R065, R071]);
    offer.detail = "A half move first: initiative -5, and half of the attacks lost. A run: initiative -7, and SC -25. Rooted: initiative +3, and DEF -20."
        .to_owned();
    let mut stand = FieldOption::new(STAND, "stand");
    stand.shuts = vec![PLACE];
    stand.unsaid = true;
    stand.band = Some(ways::FREE_STEP);
    let mut rooted = FieldOption::new(ROOTED, "rooted");
    rooted.shuts = vec![PLACE];
    let mut half = FieldOption::new(HALF_MOVE, "half move");
    half.band = Some(ways::HALF_MOVE);
    half.costs = true;
    let mut run = FieldOption::new(RUN, "run");
    run.band = Some(ways::WALK);
    run.costs = true;
    run.shuts = vec![GUARD];
    if arm.missile.is_some() {
        half.shuts.push(AIM);
        run.shuts.push(AIM);
    }
    let then = FieldOption::new(ATTACK_THEN_MOVE, "then move");
    let mut options = vec![stand, rooted, half, run, then];
    // A run asks for breath (SEG-R40).
    options.retain(|option| option.key != RUN || !field.is_winded(who));
    offer.fields = vec![FormField::one_of(HOW, "Movement", options)];
    if !places.is_empty() {
        let targets = places.iter().map(|cell| Target::Cell(*cell)).collect();
        offer.fields.push(FormField::at(
            PLACE,
            "Where",
            targets,
            "the nearest cell in reach",
        ));
    }
    guard(&mut offer, parries);
    if let Some(missile) = arm.missile {
        aim(&mut offer, missile, who);
    }
    offer
}

/// Adds the fields for careful aim and Double Shots, which exclude each other (SEG-129 to SEG-133, SEG-R66, SEG-R67).
fn aim(offer: &mut Offer, missile: Flight, who: &Combatant<'_, '_>) {
    offer.rules.extend([R129, RR66]);
    let mut plain = FieldOption::new(AS_IT_COMES, "as it comes");
    plain.unsaid = true;
    let mut careful = FieldOption::new(CAREFUL_AIM, "careful: SC +15, one attack less");
    careful.shuts = vec![GUARD, SHOTS];
    offer
        .fields
        .push(FormField::one_of(AIM, "Aim", vec![plain, careful]));
    if who.stats().double_shots && missile.in_melee == Some(InMelee::Bow) {
        offer.rules.extend([R133, RR67]);
        let mut plain = FieldOption::new(AS_MANY, "one for each attack");
        plain.unsaid = true;
        let double = FieldOption::new(DOUBLE_SHOTS, "Double Shots: one more");
        let options = vec![plain, double];
        offer
            .fields
            .push(FormField::one_of(SHOTS, "Shots", options));
    }
}

/// Adds the field for the hands that strike (SEG-R58). Nothing in hand changes while both do.
fn hands(offer: &mut Offer, main: &Arm, off: &Arm) {
    offer.rules.push(RR58);
    let mut only_main = FieldOption::new(MAIN_HAND, main.name.clone());
    only_main.unsaid = true;
    let mut both = FieldOption::new(
        BOTH_IN_TURN,
        format!("{} and {} in turn", main.name, off.name),
    );
    both.shuts = vec![GEAR];
    let options = vec![only_main, both];
    offer
        .fields
        .push(FormField::one_of(HANDS, "Hands", options));
}

/// Adds the field for SC that is given up (SEG-094, SEG-095).
fn guard(offer: &mut Offer, arm: &Arm) {
    if arm.most_guard() > 0 {
        offer.rules.extend([R094, R095]);
        let field = FormField::amount(GUARD, "Guard", [0, arm.most_guard()], 0);
        offer.fields.push(field);
    }
}

/// The plan that a choice declares.
#[must_use]
pub fn plan(
    field: &Field<'_, '_>,
    who: &Combatant<'_, '_>,
    does: Declares,
    choice: &Choice,
) -> Plan {
    let enemy = choice.target.and_then(Target::combatant);
    let how = how(choice);
    let action = match (does, choice.target, enemy) {
        (Declares::Attack(weapon), _, Some(target)) => PlannedAction::Attack {
            target,
            weapon,
            second: match choice.fields.option(HANDS) {
                Some(BOTH_IN_TURN) => field
                    .arm(who, weapon)
                    .and_then(|main| field.off_arm(who, &main))
                    .map(|arm| arm.weapon),
                _ => None,
            },
            how,
            place: match choice.fields.target(PLACE) {
                Some(Target::Cell(cell)) => Some(cell),
                _ => None,
            },
        },
        (Declares::Move, Some(Target::Cell(to)), _) => PlannedAction::Move {
            to,
            pace: pace(field, who, to, &choice.path),
        },
        (Declares::Sprint, Some(Target::Cell(to)), _) => PlannedAction::Move {
            to,
            pace: sprint_pace(field, who, to, &choice.path).unwrap_or(Pace::Sprint),
        },
        (Declares::Dodge, Some(Target::Cell(to)), _) => PlannedAction::Dodge { to },
        (Declares::FirstAid, _, Some(patient)) => PlannedAction::FirstAid { patient },
        (Declares::FullDefence, _, Some(against)) => PlannedAction::FullDefence { against },
        (Declares::DesperateDefence, ..) => PlannedAction::DesperateDefence,
        (Declares::StandUp, ..) => PlannedAction::StandUp,
        (Declares::PickUp(item), ..) => PlannedAction::PickUp {
            item,
            target: match choice.fields.target(FOE) {
                Some(Target::Combatant(enemy)) => Some(enemy),
                _ => field.nearest_enemy(who),
            },
            level: None,
        },
        _ => PlannedAction::None,
    };
    let near = |enemy: Cell| {
        let cells = allowance::whole(who.tmr(), field.grid()) / allowance::CELL;
        field.grid().steps(who.cell(), enemy) <= u32::from(cells)
    };
    Plan {
        action,
        guard: choice.fields.amount(GUARD).unwrap_or(0),
        aims: aims(choice),
        double_shots: choice.fields.option(SHOTS) == Some(DOUBLE_SHOTS),
        was_near: enemy.is_some_and(|enemy| near(field.combatant(enemy).cell())),
        handling: chosen_gear(field, who, does, choice),
        stands_up: who.fallen.0
            && matches!(
                does,
                Declares::Attack(_) | Declares::Move | Declares::StandUp
            ),
    }
}

/// The change of what is in hand that a choice declares.
fn chosen_gear(
    field: &Field<'_, '_>,
    who: &Combatant<'_, '_>,
    does: Declares,
    choice: &Choice,
) -> Handling {
    let ways = match does {
        Declares::Attack(weapon) => field.arm(who, weapon).map(|arm| field.ways_with(who, &arm)),
        Declares::Move | Declares::Sprint | Declares::Dodge => {
            Some(field.changes_beside(who, None))
        }
        Declares::Handle(item) => {
            let mut carried = field.carried(who);
            let item = carried.find(|gear| *gear.id == item);
            item.map(|item| ways_to_handle(field, who, &item))
        }
        Declares::Drink(potion) => {
            let drinks = Some(Drink {
                potion,
                costs_attacks: false,
            });
            return Handling {
                drinks,
                ..Handling::default()
            };
        }
        Declares::FullDefence
        | Declares::DesperateDefence
        | Declares::StandUp
        | Declares::FirstAid
        | Declares::PickUp(_)
        | Declares::Nothing => None,
    };
    let key = choice.fields.option(GEAR);
    let mut ways = ways.unwrap_or_default().into_iter();
    let way = ways.find(|way| Some(way.key) == key);
    way.map_or_else(Handling::default, |way| way.handling)
}

/// The movement that an attack declares.
#[must_use]
pub fn how(choice: &Choice) -> How {
    match choice.fields.option(HOW) {
        Some(HALF_MOVE) => How::HalfMove,
        Some(RUN) => How::Run,
        Some(ROOTED) => How::Rooted,
        Some(ATTACK_THEN_MOVE) => How::AttackThenMove,
        Some(STAND_UP_FIRST) => How::StandUp,
        _ => How::Stand,
    }
}

/// True if an attack declares careful aim.
#[must_use]
pub fn aims(choice: &Choice) -> bool {
    choice.fields.option(AIM) == Some(CAREFUL_AIM)
}

/// The pace of a sprint to a cell; `None` if it does not get there over open ground.
fn sprint_pace(
    field: &Field<'_, '_>,
    who: &Combatant<'_, '_>,
    to: Cell,
    drawn: &[Cell],
) -> Option<Pace> {
    let cost = if drawn.is_empty() {
        field.sprint_ways(who).to(to)?.cost
    } else {
        field.cost_of_sprint(who, drawn)?
    };
    field.sprint_pace(who, cost)
}

/// The way of a choice: a sprint keeps to the one that it looked for.
#[must_use]
pub fn route(
    field: &Field<'_, '_>,
    who: &Combatant<'_, '_>,
    does: Declares,
    choice: &Choice,
) -> Vec<Cell> {
    match (does, choice.target) {
        (Declares::Sprint, Some(Target::Cell(to))) if choice.path.is_empty() => {
            field.sprint_ways(who).path(to).unwrap_or_default()
        }
        _ => choice.path.clone(),
    }
}

/// The slowest pace that gets to a cell (SEG-R40).
fn pace(field: &Field<'_, '_>, who: &Combatant<'_, '_>, to: Cell, drawn: &[Cell]) -> Pace {
    if who.fallen.0 {
        return Pace::Walk;
    }
    let walk = allowance::whole(2 * who.tmr(), field.grid());
    let cost = if drawn.is_empty() {
        let ways = field.ways(who, allowance::whole(4 * who.tmr(), field.grid()));
        ways.to(to).map(|toll| toll.cost)
    } else {
        field.cost_along(who, drawn)
    };
    if cost.is_some_and(|cost| cost <= walk) {
        Pace::Walk
    } else {
        Pace::Run
    }
}

/// The movement of a plan at this TMR (SEG-R11). One that moves after its attacks does not know yet when.
#[must_use]
pub fn allowance(plan: &Plan, tmr: i32) -> Allowance {
    // A potion may cost half of it (SEG-081).
    let price = if plan.handling.costs_movement() { 2 } else { 1 };
    match plan.action {
        PlannedAction::Attack { how, .. } => match how {
            How::Stand | How::Rooted | How::StandUp | How::PickUp => Allowance::of(0),
            How::HalfMove => Allowance::of(tmr / price),
            How::Run => Allowance::of(2 * tmr / price),
            How::AttackThenMove => Allowance {
                over: true,
                ..Allowance::of(tmr)
            },
        },
        // The other half of TMR once it stands (SEG-R17).
        PlannedAction::Move { .. } if plan.stands_up => {
            Allowance::from(2 * tmr / price, AFTER_STANDING)
        }
        PlannedAction::FullDefence { .. } => Allowance::of(2 * tmr),
        PlannedAction::Dodge { .. } => Allowance::of(2 * tmr / price),
        PlannedAction::Move { pace, .. } => {
            let whole = 2 * pace.times() * tmr;
            // A shield costs half of the movement as well (SEG-R43).
            let halves = plan.handling.takes_half_a_round();
            Allowance::of(if halves { whole / 2 } else { whole })
        }
        PlannedAction::None
        | PlannedAction::DesperateDefence
        | PlannedAction::StandUp
        | PlannedAction::FirstAid { .. }
        | PlannedAction::PickUp { .. } => Allowance::of(0),
    }
}

/// Refuses a way or a place that the declared movement does not reach.
///
/// # Errors
/// The reason.
pub fn check(field: &Field<'_, '_>, decision: &Decision, choice: &Choice) -> Result<(), Refusal> {
    let (Some(does), Some(who)) = (decision.act::<Declares>(choice), decision.actor) else {
        return Ok(());
    };
    let who = &field.combatant(who);
    let plan = plan(field, who, *does, choice);
    let half_feet = match plan.action {
        PlannedAction::Move { .. } if plan.stands_up => who.tmr(),
        _ => allowance(&plan, who.tmr()).half_feet,
    };
    let most = allowance::whole(half_feet, field.grid());
    let how = plan.how();
    if how == How::AttackThenMove && plan.handling.takes_half_a_round() {
        let reason = "a move after the attacks leaves no time for that".to_owned();
        return Err(Refusal::with_rules(reason, &[RR39]));
    }
    if how == How::Rooted && plan.handling.costs_movement() {
        let reason = "a rooted combatant has no movement to pay with".to_owned();
        return Err(Refusal::with_rules(reason, &[RR45]));
    }
    if *does == Declares::Sprint
        && !choice.path.is_empty()
        && field.cost_of_sprint(who, &choice.path).is_none()
    {
        let reason = "the way is not open".to_owned();
        return Err(Refusal::with_rules(reason, &[RR40]));
    }
    if !choice.path.is_empty() {
        let ends = choice.path.last().copied().map(Target::Cell) == choice.target;
        let cost = field.cost_along(who, &choice.path);
        if !ends || cost.is_none_or(|cost| cost > most) {
            let reason = "there is no such way: it is blocked or too long".to_owned();
            return Err(Refusal::with_rules(reason, &[RR40]));
        }
    }
    if let PlannedAction::Attack {
        place: Some(place), ..
    } = plan.action
        && field.ways(who, most).to(place).is_none()
    {
        let reason = "the place to fight from is farther than this movement goes".to_owned();
        return Err(Refusal::with_rules(reason, &[R061, R071]));
    }
    Ok(())
}
