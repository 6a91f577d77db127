//! Cells, hex and square geometry, sight, cover, areas, facing, zones and paths.
//!
//! [`Grid`] is pure geometry: which cells there are, how they touch, how far apart they lie.
//! [`Map`] adds what each cell is made of ([`Ground`]) and what stands on the border of two
//! cells ([`Border`]), and answers the questions the rules ask: may one step there
//! ([`Map::step`]), is one in melee contact ([`Map::in_contact`]), does one see
//! ([`Map::sight`]), how far can one go ([`reach()`]).
//!
//! Everything a rule depends on is computed in whole numbers; floating point appears only in the
//! drawing positions of `Grid::centre` and its kin.

mod approach;
mod area;
mod border;
mod cell;
mod contact;
mod direction;
mod facing;
mod footprint;
mod grid;
mod ground;
mod known;
mod lattice;
mod map;
mod metres;
mod path;
mod plane;
mod reach;
mod segment;
mod sight;
mod spread;
mod step;
mod step_costs;
mod straight;
mod toll;
mod zone_distance;
mod zone_lattice;
mod zones;

pub use approach::approach_field;
pub use border::{Border, Door};
pub use cell::Cell;
pub use direction::{Direction, Side};
pub use facing::Arc;
pub use grid::{Grid, GridError, Layout};
pub use ground::{Cover, Ground, Light};
pub use map::{Map, MapError};
pub use metres::{Metres, ParseMetresError};
pub use path::{distance_field, shortest_path};
pub use reach::{Reach, reach, reach_opening_doors};
pub use sight::{EnteredSides, Sight};
pub use spread::{Passage, ReachScratch};
pub use step::{DoorUse, Step, base_cost};
pub use step_costs::{Leap, StepCosts};
pub use toll::{StepTolls, Toll, TollReach, reach_by_step_tolls, reach_by_toll};
pub use zone_distance::{Place, ZoneDistances};
pub use zones::{ZoneError, ZoneId, Zones};
