//! Who may cast what, and at what (D20-017, D20-093, D20-139 to D20-142, D20-168, D20-R74 to D20-R76, D20-R83).

use shieldwall_battle::{ActionRole, Candidates, CombatantId, Footing, ItemId, Offer, Target};
use shieldwall_grid::{Cell, Light};

use crate::{
    attack::{acts::NumberAction, done::Done},
    content::{
        blocks::Kind,
        spell::{Caster, Effect, Spell, SpellForm, armour_quality},
    },
    figure::{
        battlefield::{Battlefield, Figure, GearView},
        magic::Awareness,
        round::Intent,
    },
    terms::{
        actions::{CAST, PASS, USE_WAND},
        rules::{R017, R018, R093, R094, R097, R098, R099, R100, R168, R169, RR74, RR75, RR83},
    },
};

/// The spell that an item holds.
#[must_use]
pub fn spell_of<'a>(gear: &'a GearView<'_, '_>) -> Option<&'a Spell> {
    gear.gear.0.spell.as_ref()
}

/// The level at which somebody casts the spell of an item.
#[must_use]
pub fn caster_level(who: &Figure<'_, '_>, spell: &Spell) -> i32 {
    match spell.form() {
        SpellForm::Memorised => who.stats().caster_level(),
        SpellForm::Scroll { caster_level } | SpellForm::Wand { caster_level, .. } => caster_level,
    }
}

impl Battlefield<'_, '_> {
    /// Whether somebody may cast spells of a level in what it wears and holds (D20-139, D20-141, D20-142, D20-R76).
    #[must_use]
    pub fn armour_lets_cast(&self, who: &Figure<'_, '_>, level: i32) -> bool {
        let shields = self
            .in_hand(who)
            .filter(|gear| gear.gear.0.shield.is_some());
        let shield = shields.map(|gear| gear.gear.0.magic).min();
        let worn = who.armour.quality.into_iter().chain(shield).min();
        match who.stats().caster() {
            Caster::None => false,
            Caster::Free => true,
            Caster::MagicUser => worn.is_none(),
            Caster::FighterMage => {
                worn.is_none_or(|worn| armour_quality(level).is_some_and(|needed| worn >= needed))
            }
        }
    }

    /// What somebody could cast or read, each kind once: it is not spent, and its armour allows it. In the phase of
    /// surprise scrolls take too long (D20-151).
    #[must_use]
    pub fn castable(&self, who: &Figure<'_, '_>, scrolls: bool) -> Vec<GearView<'_, '_>> {
        let mut kinds = Vec::new();
        let mut castable = self.carried(who);
        castable.retain(|gear| {
            let Some(spell) = spell_of(gear) else {
                return false;
            };
            let fits = match spell.form() {
                SpellForm::Memorised => true,
                SpellForm::Scroll { .. } => scrolls,
                SpellForm::Wand { .. } => false,
            };
            let can = fits && gear.charges.0 > 0 && self.armour_lets_cast(who, spell.level);
            let fresh = can && !kinds.contains(&gear.kind.0.id);
            if fresh {
                kinds.push(gear.kind.0.id.clone());
            }
            fresh
        });
        castable
    }

    /// Wands that somebody could use.
    fn wands(&self, who: &Figure<'_, '_>) -> Vec<GearView<'_, '_>> {
        let mut wands = self.carried(who);
        wands.retain(|gear| {
            let is_wand = |spell: &Spell| matches!(spell.form(), SpellForm::Wand { .. });
            spell_of(gear).is_some_and(is_wand) && gear.charges.0 > 0
        });
        wands
    }

    /// The cells that an area around a cell covers: those that can be seen from it.
    #[must_use]
    pub fn covered(&self, spell: &Spell, centre: Cell) -> Vec<Cell> {
        self.board
            .map
            .disc_in_sight(centre, self.cells_of(spell.radius))
    }

    /// Whether a spell can be cast by somebody on another: the harmful ones on enemies that it sees (D20-R74).
    fn is_target(&self, who: &Figure<'_, '_>, spell: &Spell, other: &Figure<'_, '_>) -> bool {
        let hostile = self.board.hostile(who.side(), other.side());
        let alive = other.vitality.is_alive_here();
        let fits = match &spell.effect() {
            Effect::Harm(_) | Effect::Sleep { .. } => hostile && other.is_able(),
            Effect::Hold => hostile && other.is_able() && other.stats().kind == Kind::Humanoid,
            Effect::Heal(_) => {
                let hurt = other.points.current < other.points.max;
                !hostile && alive && (hurt || other.wounds.flesh.0)
            }
            Effect::Unseen => !hostile && other.is_able() && !other.is_invisible(),
            Effect::Ward { .. } | Effect::SeeUnseen => other.id == who.id,
        };
        let own = other.id == who.id;
        let lit = self.light_for(who, other.footing()) != Light::Dark;
        let visible = own || (lit && who.awareness_of(other) == Awareness::Seen);
        let near = own
            || self.steps(who.footing(), other.footing()) <= self.cells_of(spell.range)
                && self.sees(who.footing(), other.footing());
        fits && visible && near
    }

    /// What a spell of somebody can be aimed at now. Areas are aimed at cells from which they catch an enemy that is
    /// seen.
    #[must_use]
    pub fn spell_targets(&self, who: &Figure<'_, '_>, spell: &Spell) -> Vec<Target> {
        if !spell.is_area() {
            let all = self.all().filter(|other| self.is_target(who, spell, other));
            return all.map(|other| Target::Combatant(*other.id)).collect();
        }
        let grid = self.grid();
        let seen: Vec<Footing> = self
            .enemies(who.side())
            .filter(|enemy| who.awareness_of(enemy) == Awareness::Seen)
            .filter(|enemy| self.light_for(who, enemy.footing()) != Light::Dark)
            .map(|enemy| enemy.footing())
            .collect();
        let radius = self.cells_of(spell.radius);
        let far = self.cells_of(spell.range);
        let mut cells: Vec<Cell> = seen
            .iter()
            .flat_map(|at| at.cells(grid))
            .flat_map(|cell| self.board.map.disc_in_sight(cell, radius))
            .filter(|cell| {
                grid.steps(who.cell(), *cell) <= far
                    && self.sees(who.footing(), Footing::in_cell(*cell))
            })
            .collect();
        cells.sort_unstable();
        cells.dedup();
        cells.into_iter().map(Target::Cell).collect()
    }

    /// Who stands in cells, each once: those who stand on two cells are in both (D20-090, D20-128). In the order of
    /// equals.
    #[must_use]
    pub fn caught(&self, cells: &[Cell]) -> Vec<CombatantId> {
        let grid = self.grid();
        let caught = self.all().filter(|other| {
            let own = other.footing().cells(grid);
            other.vitality.is_alive_here() && own.iter().any(|cell| cells.contains(cell))
        });
        self.in_order(caught.map(|other| *other.id))
    }
}

/// Rounds that somebody has spent on a scroll so far.
#[must_use]
pub fn rounds_read(who: &Figure<'_, '_>, scroll: ItemId) -> u32 {
    let read = who.magic.reading.0.filter(|read| read.scroll == scroll);
    read.map_or(0, |read| read.rounds)
}

/// What may be declared: a spell or a scroll each (D20-017, D20-099).
#[must_use]
pub fn declared(field: &Battlefield<'_, '_>, who: &Figure<'_, '_>, segment: u32) -> Vec<Offer> {
    // In the phase of surprise one spell takes all segments (D20-151).
    if segment > 1 {
        return Vec::new();
    }
    let castable = field.castable(who, segment == 0);
    let offers = castable.into_iter().filter_map(|gear| {
        let spell = spell_of(&gear)?;
        let (item, name) = (*gear.id, gear.kind.in_sentence());
        let mut offer = if matches!(spell.form(), SpellForm::Scroll { .. }) {
            let rules = &[R099, R100, R097, R098, RR75];
            let mut offer = Offer::new(CAST, format!("Read: {name}"), rules);
            offer.detail = format!(
                "Round {} of {}. Nothing else this round; a blow that hits takes the scroll.",
                rounds_read(who, item) + 1,
                spell.reading_rounds()
            );
            offer
        } else {
            let rules = &[R017, R018, R094, R097, R098];
            let mut offer = Offer::new(CAST, format!("Cast: {name}"), rules);
            let left = field.carried(who).into_iter().filter(|other| {
                other.kind.0.id == gear.kind.0.id && other.charges.0 > 0
            });
            offer.detail = format!(
                "Takes effect on your number, and you do nothing else. A blow that hits before takes it. {} left.",
                left.count()
            );
            offer
        };
        offer.item = Some(item);
        Some(offer)
    });
    offers.collect()
}

/// The item whose spell somebody can finish on its number; `None` while a scroll is not read to its end (D20-100).
#[must_use]
pub fn ready_spell(field: &Battlefield<'_, '_>, who: &Figure<'_, '_>) -> Option<ItemId> {
    let item = who.magic.casting.0?;
    let gear = field.item(item)?;
    let spell = spell_of(&gear)?;
    (rounds_read(who, item) >= spell.reading_rounds()).then_some(item)
}

/// A spell or a scroll at its end on one's number: its target, or to keep it (D20-093, D20-R74).
pub fn finishing(field: &Battlefield<'_, '_>, who: &Figure<'_, '_>, all: &mut Candidates) {
    if let Some(item) = ready_spell(field, who) {
        aimed(field, who, item, all);
    }
    all.offer(Offer::new(PASS, "Keep the spell", &[RR74]).to_do(NumberAction::Pass));
}

/// Wands in place of an attack (D20-168, D20-R83).
pub fn wands(field: &Battlefield<'_, '_>, who: &Figure<'_, '_>, done: &Done, all: &mut Candidates) {
    if *who.round.intent != Intent::Fight {
        return;
    }
    for wand in field
        .wands(who)
        .iter()
        .filter(|wand| !done.used.contains(wand.id))
    {
        aimed(field, who, *wand.id, all);
    }
}

/// A spell at what it can be aimed at.
fn aimed(
    field: &Battlefield<'_, '_>,
    who: &Figure<'_, '_>,
    item: ItemId,
    all: &mut Candidates,
) -> Option<()> {
    let gear = field.item(item)?;
    let spell = spell_of(&gear)?;
    let name = gear.kind.in_sentence();
    let mut offer = if matches!(spell.form(), SpellForm::Wand { .. }) {
        let label = format!("Use: {name} ({} left)", gear.charges.0);
        Offer::new(USE_WAND, label, &[R168, R169, RR83]).to_do(NumberAction::UseWand(item))
    } else {
        Offer::new(CAST, format!("Cast: {name}"), &[R093, RR74]).to_do(NumberAction::Cast(item))
    };
    offer = offer.as_a(role(spell));
    offer.item = Some(item);
    let targets = field.spell_targets(who, spell).into_iter();
    all.aim(offer, "", targets.map(|target| (target, Ok(()))));
    Some(())
}

/// What a spell is to everything that knows no rules.
fn role(spell: &Spell) -> ActionRole {
    match spell.effect() {
        Effect::Harm(_) | Effect::Sleep { .. } if spell.is_area() => ActionRole::AreaAttack,
        Effect::Harm(_) => ActionRole::MissileAttack,
        Effect::Sleep { .. } | Effect::Hold => ActionRole::Hinder,
        Effect::Heal(_) => ActionRole::Heal,
        Effect::Ward { .. } | Effect::Unseen | Effect::SeeUnseen => ActionRole::Boon,
    }
}
