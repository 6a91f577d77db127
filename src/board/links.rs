//! Links between figures: a chain from one who holds to the one held, a rail between shields that cover each
//! other.

use std::collections::BTreeSet;

use bevy::prelude::*;
use shieldwall_battle::{CombatantId, terms::LinkRole};
use shieldwall_grid::Grid;

use crate::{session::Session, shown::ShownBattle};

use super::{
    Board, draw_anew, layer,
    plane::CELL,
    pose::at_rest,
    strokes::{StrokeMaterial, Strokes, colour, sheet, show},
};

#[derive(Component)]
struct Links;

/// A link as it is drawn. What goes both ways is drawn once.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Drawn {
    from: Vec2,
    to: Vec2,
    role: LinkRole,
}

/// Links whose two ends are on the board.
fn drawn(shown: &ShownBattle, grid: &Grid) -> Vec<Drawn> {
    if shown.links.is_empty() {
        return Vec::new();
    }
    let poses = at_rest(shown, grid);
    let mut known: BTreeSet<(CombatantId, CombatantId)> = BTreeSet::new();
    let new = shown.links.iter().filter(|link| {
        let ends = (link.who.min(link.other), link.who.max(link.other));
        known.insert(ends)
    });
    new.filter_map(|link| {
        Some(Drawn {
            from: poses.get(&link.who)?.at,
            to: poses.get(&link.other)?.at,
            role: link.link.role,
        })
    })
    .collect()
}

fn begin(mut commands: Commands, board: Res<Board>) {
    commands.spawn((Links, sheet(&board, "links", layer::SIGHT)));
}

fn draw(
    mut commands: Commands,
    board: Res<Board>,
    session: Res<Session>,
    links: Query<(Entity, Ref<Links>)>,
    mut meshes: ResMut<Assets<Mesh>>,
    material: Res<StrokeMaterial>,
    mut before: Local<Vec<Drawn>>,
) {
    let Ok((entity, links)) = links.single() else {
        return;
    };
    if !session.is_changed() && !links.is_added() {
        return;
    }
    let wanted = drawn(&session.shown, &board.grid);
    if wanted == *before && !links.is_added() {
        return;
    }
    let mut strokes = Strokes::default();
    let dark = colour([16, 13, 9], 0.75);
    for link in &wanted {
        let (from, to) = (link.from, link.to);
        match link.role {
            LinkRole::Hold => {
                let bright = colour([226, 220, 205], 0.95);
                for (width, tone) in [(7.0, dark), (3.8, bright)] {
                    strokes.dashes(from, to, width, [5.0, 7.0], tone);
                }
            }
            LinkRole::Cover => {
                let aside = (to - from).normalize_or_zero().perp() * CELL * 0.06;
                let bright = colour([232, 200, 110], 0.95);
                for (width, tone) in [(5.4, dark), (2.6, bright)] {
                    strokes.line(from + aside, to + aside, width, tone);
                    strokes.line(from - aside, to - aside, width, tone);
                }
            }
        }
    }
    show(&mut commands, entity, strokes, &mut meshes, &material);
    *before = wanted;
}

pub(super) fn plugin(app: &mut App) {
    draw_anew(app, begin, draw);
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use shieldwall_battle::{Vitality, view::LinkView};
    use shieldwall_grid::{Layout, Metres};

    use super::*;
    use crate::{
        playback::samples::figure,
        sample_terms::{COVERS, HOLDS},
    };

    #[test]
    fn what_goes_both_ways_is_drawn_once_and_only_between_those_on_the_board() {
        let grid = Grid::new(Layout::HexPointy, 8, 8, Metres::from_milli(1500)).unwrap();
        let link = |who, other, link| LinkView {
            who: CombatantId(who),
            other: CombatantId(other),
            link,
        };
        let shown = ShownBattle {
            figures: [0, 1, 2]
                .map(|id| Some(figure(id, 9 + id, Vitality::Active)))
                .to_vec(),
            links: vec![
                link(0, 1, COVERS),
                link(1, 0, COVERS),
                link(1, 2, HOLDS),
                link(2, 3, HOLDS),
            ],
            ..ShownBattle::default()
        };
        let roles: Vec<LinkRole> = drawn(&shown, &grid).iter().map(|link| link.role).collect();
        assert_eq!(roles, [LinkRole::Cover, LinkRole::Hold]);
    }
}
