//! Grievous wounds: what a grievous hit may leave behind (SEG-029, SEG-147, SEG-R21, SEG-R82).

use bevy_ecs::prelude::*;
use shieldwall_battle::{
    ChangeLater, CombatantId, DiceCup, Event, RegisterState, Roster, Scribe, Vitality, Writer,
    event::Rolled,
    inventory::lay_down,
    terms::{Condition, RollLevel},
};
use shieldwall_dice::{Dice, Face};

use crate::{
    combatant::injuries::{GrievousWounds, StuckMissiles},
    combatant::{
        Readied,
        field::{Combatant, Field},
    },
    harm::victim::Victim,
    terms::{
        rules::{R029, R147, RR21},
        words::{
            ARM_WOUNDED, DISABLED, DROPPED, LEG_WOUNDED, NO_WOUND, OFF_ARM_WOUNDED, OPEN_WOUND,
            WOUNDED_ARM, WOUNDED_BLEEDING, WOUNDED_HEAD, WOUNDED_LEG, WOUNDED_OFF_ARM,
            WOUNDED_TORSO,
        },
    },
};

/// A combatant that has suffered a grievous hit, and is still to roll for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Suffered {
    /// The combatant.
    pub who: CombatantId,
    /// True if the hit has left a missile in it, the last one.
    pub stuck: bool,
}

/// Rolls that are still to come, the next one first.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct WoundRolls(pub Vec<Suffered>);

/// A row of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wound {
    None,
    Bleeding,
    Leg,
    MainArm,
    OffArm,
    Head,
    Torso,
    Disabled,
}

/// The highest roll of each row.
const TABLE: [(i32, Wound, RollLevel); 8] = [
    (50, Wound::None, NO_WOUND),
    (60, Wound::Bleeding, WOUNDED_BLEEDING),
    (70, Wound::Leg, WOUNDED_LEG),
    (80, Wound::MainArm, WOUNDED_ARM),
    (86, Wound::OffArm, WOUNDED_OFF_ARM),
    (92, Wound::Head, WOUNDED_HEAD),
    (97, Wound::Torso, WOUNDED_TORSO),
    (100, Wound::Disabled, DISABLED),
];

/// Hit points that a bleeding wound costs at the end of a round.
const BLEEDING: i32 = 2;
/// The same of a wound in the torso.
const TORSO: i32 = 5;

pub(super) fn plugin(app: &mut bevy_app::App) {
    app.resource_state::<WoundRolls>();
}

/// True while there are rolls to come. A condition for systems.
pub fn are_open(rolls: Res<WoundRolls>) -> bool {
    !rolls.0.is_empty()
}

/// The result of a roll.
pub struct Suffers {
    who: CombatantId,
    wound: Wound,
    stuck: bool,
}

/// Rolls for the next one. One in each run, so that forecasts add up the results of each.
pub fn roll(
    field: Field,
    mut rolls: ResMut<WoundRolls>,
    mut cup: ResMut<DiceCup>,
    mut scribe: Scribe,
    mut commands: Commands,
) -> Option<Suffers> {
    let suffered = (!rolls.0.is_empty()).then(|| rolls.0.remove(0))?;
    let who = field.combatant(suffered.who);
    if !who.body.is_active() {
        return None;
    }
    let bounds: Vec<i32> = TABLE[..TABLE.len() - 1].iter().map(|row| row.0).collect();
    let die = cup.band(100, &bounds);
    let (_, wound, level) = TABLE[die.band.min(TABLE.len() - 1)];
    let rolled = Rolled {
        who: who.id(),
        purpose: "grievous wound".to_owned(),
        dice: vec![Face {
            sides: 100,
            face: die.face,
        }],
        chance: None,
        total: None,
        outcome: Some(level),
    };
    scribe.write(Event::Rolled(rolled), &[R029, RR21]);
    let wound = match wound {
        Wound::MainArm | Wound::OffArm if who.stats().without_hands => Wound::None,
        Wound::Leg if who.stats().without_legs => Wound::None,
        wound => wound,
    };
    if matches!(wound, Wound::MainArm | Wound::OffArm) {
        let_go(
            &field,
            &who,
            wound == Wound::MainArm,
            &mut scribe,
            &mut commands,
        );
    }
    Some(Suffers {
        who: who.id(),
        wound,
        stuck: suffered.stuck,
    })
}

/// Lets go of what a wounded arm has held: the weapon of the main hand, or shield, second weapon and what takes both hands.
fn let_go(
    field: &Field<'_, '_>,
    who: &Combatant<'_, '_>,
    main: bool,
    scribe: &mut Scribe<'_, '_>,
    commands: &mut Commands<'_, '_>,
) {
    let mut weapons = 0;
    for gear in field.in_hand(who) {
        let is_weapon = gear.gear.0.is_weapon();
        weapons += i32::from(is_weapon);
        let in_main_hand = is_weapon && weapons == 1;
        let falls = if main {
            in_main_hand
        } else {
            !in_main_hand || gear.gear.0.hands > 1
        };
        if falls {
            let entity = field.combatants.roster.item(*gear.id);
            lay_down(&mut commands.entity(entity), who.cell());
            commands.change(entity, |readied: &mut Readied| readied.0 = false);
            let named = (*gear.id, gear.kind.0.name.clone());
            scribe.item(who.id(), named, DROPPED, Some(who.cell()), &[RR21]);
        }
    }
}

/// Lets a wound take effect.
pub fn take_effect(
    In(suffers): In<Option<Suffers>>,
    mut victims: Query<(Victim, &mut GrievousWounds, &mut StuckMissiles)>,
    roster: Res<Roster>,
    mut scribe: Scribe,
) {
    let Some(suffers) = suffers else { return };
    let Ok((mut victim, mut wounds, mut stuck)) = victims.get_mut(roster.combatant(suffers.who))
    else {
        return;
    };
    if suffers.wound == Wound::None {
        return;
    }
    if suffers.stuck
        && let Some(missile) = stuck.0.last_mut()
    {
        missile.wound = true;
        let event = Event::Note {
            who: suffers.who,
            text: format!(
                "has the {} deep in a wound: DEX -{}",
                missile.kind.name(),
                missile.dex()
            ),
            unforeseen: false,
        };
        scribe.write(event, &[R147]);
    }
    let mut begins = |condition: Condition| {
        scribe.condition(suffers.who, condition, true, &[RR21]);
    };
    match suffers.wound {
        Wound::None => {}
        Wound::Bleeding => {
            wounds.bleeding.push(BLEEDING);
            begins(OPEN_WOUND);
        }
        Wound::Torso => {
            wounds.bleeding.push(TORSO);
            begins(OPEN_WOUND);
        }
        Wound::Leg => {
            wounds.leg = true;
            begins(LEG_WOUNDED);
        }
        Wound::MainArm => {
            wounds.main_arm = true;
            begins(ARM_WOUNDED);
        }
        Wound::OffArm => {
            wounds.off_arm = true;
            begins(OFF_ARM_WOUNDED);
        }
        Wound::Head => {
            wounds.head = true;
            victim.stun(&mut scribe, &[RR21]);
        }
        Wound::Disabled => {
            wounds.disabled = true;
            victim.put_out_of_action(&mut scribe, Vitality::Unconscious, &[RR21]);
        }
    }
}
