//! All ways in which the blow on one target may end, by the answers that the rules allow it, those whom it
//! hides behind, and their guards (ZON-058 to ZON-064, ZON-R23, ZON-R28 to ZON-R30).

use rustc_hash::{FxHashMap, FxHashSet};
use shieldwall_battle::forecast::Outcomes;
use shieldwall_battle::{CombatantId, SideId};
use shieldwall_dice::Enumerator;
use shieldwall_grid::Cell;

use crate::{
    attack::{
        answers::Response,
        arm::{Aim, GripKind},
        state::{Asking, Attack, Counter, Reply, TargetState},
    },
    context::{
        assumed_state::{AssumedState, Standing},
        read::ReadContext,
    },
    forecast::damage_odds::outcomes_of,
};

/// Differences below this are rounding errors, not reasons to prefer an answer.
pub(crate) const NEGLIGIBLE: f64 = 1e-9;

/// How often those who are hidden behind are asked in turn for one forecast, at most: beyond that they are
/// reckoned with their own replies only, and the forecast says so.
const MOST_CHAINS: usize = 1000;

/// One way in which the blow on one target may end.
#[derive(Clone, Debug)]
pub(crate) struct Course {
    /// Whom it strikes at last, and how that one answers.
    pub(crate) target: TargetState,
    /// The counter that this is.
    pub(crate) counter: Option<Counter>,
    /// Who has stepped into the blow, or was hidden behind: nobody does so twice (ZON-R28).
    pub(crate) used: Vec<CombatantId>,
    /// Who spends the turn in hand on it (ZON-017, ZON-018).
    pub(crate) spent: Vec<CombatantId>,
    /// Where those stand then that have exchanged their places.
    pub(crate) assumed: Vec<AssumedState>,
}

/// Courses as they are found.
#[derive(Debug)]
pub(crate) struct Courses {
    pub(crate) all: Vec<Course>,
    asked: FxHashSet<Asked>,
    /// How often somebody may still be asked.
    left: usize,
}

impl Courses {
    /// None yet, of one of so many answers or targets.
    pub(crate) fn of_one_in(count: usize) -> Self {
        Self::asking((MOST_CHAINS / count.max(1)).max(1))
    }

    fn asking(left: usize) -> Self {
        Self {
            all: Vec::new(),
            asked: FxHashSet::default(),
            left,
        }
    }
}

/// What the courses depend on from where somebody is asked: in whatever order others were hidden behind,
/// it leads to the same ones.
#[derive(Debug, PartialEq, Eq, Hash)]
struct Asked {
    who: CombatantId,
    used: Vec<CombatantId>,
    refused: Vec<CombatantId>,
    state: Standing,
}

/// What the outcome of a course for one target depends on.
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct Leaf {
    place: usize,
    who: CombatantId,
    guarded: bool,
    reply: Reply,
    counter: Option<Counter>,
    /// Where everybody stands, as far as it matters.
    ground: Vec<(Cell, u8)>,
}

/// Looks ahead through the reactions to one attack.
pub(crate) struct Lookahead<'e> {
    /// The side that looks ahead: it does not reckon with its concealed enemies (ZON-105).
    knowing: SideId,
    pub(crate) enumerator: &'e mut Enumerator,
    /// How many were targets before.
    before: usize,
    /// How many had reacted before.
    reacted: usize,
    leaves: FxHashMap<Leaf, Outcomes>,
    /// Branches that were enumerated.
    pub(crate) branches: usize,
    /// Whether some chains of shelters were left out, since there were too many.
    pub(crate) cut_short: bool,
}

/// An answer to a question of the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reaction {
    /// Of a target or a guard, or none of them.
    Response(Response),
    /// Of an ally that somebody wants to hide behind: whether it is willing.
    Willing(bool),
}

impl<'e> Lookahead<'e> {
    pub(crate) fn of(attack: &Attack, knowing: SideId, enumerator: &'e mut Enumerator) -> Self {
        Self {
            knowing,
            enumerator,
            before: attack.past.len(),
            reacted: attack.reacted.len(),
            leaves: FxHashMap::default(),
            branches: 0,
            cut_short: false,
        }
    }

    /// Whether the side that looks ahead reckons with somebody.
    fn knows(&self, read: &ReadContext<'_, '_>, who: CombatantId) -> bool {
        read.is_known_to(&read.fighter(who), self.knowing)
    }

    /// The guards of one side of whom is known.
    fn guards(
        &self,
        read: &ReadContext<'_, '_>,
        attack: &Attack,
        place: usize,
        side: SideId,
    ) -> impl Iterator<Item = Response> {
        let mut guards = read.guards(attack, place, side);
        guards.retain(|guard| self.knows(read, *guard));
        guards.into_iter().map(Response::Guard)
    }

    /// Every answer that the alliance of a target could give: those of the target itself, and the guards of
    /// all its allies (ZON-R23).
    pub(crate) fn responses(
        &self,
        read: &ReadContext<'_, '_>,
        attack: &Attack,
        place: usize,
    ) -> Vec<Response> {
        let mut responses = read.own_responses(attack, place, self.knowing);
        let side = read.fighter(attack.targets[place].now).side();
        responses.extend(self.guards(read, attack, place, side));
        for ally in all_but(read, side) {
            responses.extend(self.guards(read, attack, place, ally));
        }
        responses
    }

    /// Whether all whom a target may hide behind are of its side, and it makes no difference who of them
    /// stands where.
    pub(crate) fn are_alike(
        &self,
        read: &ReadContext<'_, '_>,
        attack: &Attack,
        responses: &[Response],
    ) -> bool {
        let target = attack.targets[0].now;
        let side = read.fighter(target).side();
        responses.iter().all(|response| match response {
            Response::HideBehind(other) => {
                read.fighter(*other).side() == side && is_alike(read, target, *other)
            }
            _ => true,
        })
    }

    /// All courses from where a target is asked; false if nobody may be asked any more, and it was not
    /// asked before.
    pub(crate) fn courses(
        &mut self,
        read: &ReadContext<'_, '_>,
        (attack, place): (&Attack, usize),
        found: &mut Courses,
    ) -> bool {
        let sorted = |who: &[CombatantId]| {
            let mut who = who.to_vec();
            who.sort_unstable();
            who
        };
        let asked = Asked {
            who: attack.targets[place].now,
            used: sorted(&attack.past[self.before..]),
            refused: sorted(&attack.refused),
            state: read.standing(),
        };
        if found.asked.contains(&asked) {
            return true;
        }
        if found.left == 0 {
            self.cut_short = true;
            return false;
        }
        found.asked.insert(asked);
        found.left -= 1;
        for response in self.responses(read, attack, place) {
            self.courses_after(read, (attack, place), response, false, found);
        }
        true
    }

    /// All courses that an answer of a target or a guard may take. `fully` finds those too that are no better
    /// than others for the side of the target: they are needed to say what each first answer leads to.
    pub(crate) fn courses_after(
        &mut self,
        read: &ReadContext<'_, '_>,
        (attack, place): (&Attack, usize),
        response: Response,
        fully: bool,
        found: &mut Courses,
    ) {
        let mut target = attack.targets[place].clone();
        target.asking = Asking::Done;
        match response {
            Response::None => found.all.push(self.course(read, attack, target, None)),
            Response::Dodge => {
                target.reply = Reply::Dodge;
                found.all.push(self.course(read, attack, target, None));
            }
            Response::Counter(counter) => {
                target.reply = Reply::Counter;
                found
                    .all
                    .push(self.course(read, attack, target, Some(counter)));
            }
            Response::Guard(guard) => {
                let mut next = attack.clone();
                next.reacted.push(guard);
                next.replace(place, guard);
                next.targets[place].guarded = true;
                if read.fighter(guard).build.0.guard_counters {
                    let there = read.loosened(guard, |_| false);
                    for reply in there.guard_replies(&next, place) {
                        self.courses_after(&there, (&next, place), reply, false, found);
                    }
                } else {
                    self.courses_after(read, (&next, place), Response::None, false, found);
                }
            }
            Response::HideBehind(other) => {
                self.behind(read, (attack, place), other, fully, found);
                let sides = [target.now, other].map(|who| read.fighter(who).side());
                if fully && sides[0] != sides[1] && !read.hostile(sides[0], sides[1]) {
                    self.refused(read, (attack, place), other, found);
                }
            }
        }
    }

    /// All courses that an answer to the open question may take.
    pub(crate) fn courses_of(
        &mut self,
        read: &ReadContext<'_, '_>,
        (attack, place): (&Attack, usize),
        answer: Reaction,
        found: &mut Courses,
    ) {
        let at = (attack, place);
        match (answer, &attack.targets[place].asking) {
            (Reaction::Willing(true), Asking::Willing(ally)) => {
                self.behind(read, at, *ally, true, found);
            }
            (Reaction::Willing(_), Asking::Willing(ally)) => {
                self.refused(read, at, *ally, found);
            }
            (Reaction::Willing(_), _) => {}
            (Reaction::Response(response), asking) => {
                self.courses_after(read, at, response, true, found);
                if response != Response::None {
                    return;
                }
                // Those may still guard who are asked after it.
                let side = read.fighter(attack.targets[place].now).side();
                let still: Vec<SideId> = match asking {
                    Asking::Target => all_but(read, side).collect(),
                    Asking::Guards(sides) => sides.iter().rev().skip(1).copied().collect(),
                    Asking::Willing(_) | Asking::AsGuard | Asking::Done => Vec::new(),
                };
                for side in still {
                    for guard in self.guards(read, attack, place, side).collect::<Vec<_>>() {
                        self.courses_after(read, at, guard, false, found);
                    }
                }
            }
        }
    }

    /// All courses if an ally is not willing to be hidden behind (ZON-060).
    pub(crate) fn refused(
        &mut self,
        read: &ReadContext<'_, '_>,
        (attack, place): (&Attack, usize),
        other: CombatantId,
        found: &mut Courses,
    ) {
        let mut next = attack.clone();
        next.refused.push(other);
        self.courses(read, (&next, place), found);
    }

    /// All courses once a target has hidden behind somebody, who is asked in its turn (ZON-059).
    pub(crate) fn behind(
        &mut self,
        read: &ReadContext<'_, '_>,
        (attack, place): (&Attack, usize),
        other: CombatantId,
        fully: bool,
        found: &mut Courses,
    ) {
        let hider = attack.targets[place].now;
        let there = read.hidden_behind(hider, other);
        let mut next = attack.clone();
        next.reacted.push(hider);
        next.replace(place, other);
        let sides = [hider, other].map(|who| read.fighter(who).side());
        if read.hostile(sides[0], sides[1]) {
            // A captive and those of its side answer as is best for them.
            let mut theirs = Courses::asking(found.left.max(1));
            self.courses(&there, (&next, place), &mut theirs);
            found.left = theirs.left;
            let best = self.best(read, (attack, place), &theirs.all, sides[1]);
            found.all.extend(theirs.all.into_iter().nth(best));
            return;
        }
        let asks = fully || !is_alike(read, hider, other);
        if !asks || !self.courses(&there, (&next, place), found) {
            // Anyone else who could help the shelter could help the hider as well.
            for reply in there.own_replies(&next, place) {
                self.courses_after(&there, (&next, place), reply, false, found);
            }
        }
    }

    fn course(
        &self,
        read: &ReadContext<'_, '_>,
        attack: &Attack,
        target: TargetState,
        counter: Option<Counter>,
    ) -> Course {
        let mut spent: Vec<CombatantId> = attack.reacted[self.reacted..].to_vec();
        // A guard that counters spends its turn once.
        if target.reply != Reply::None && !spent.contains(&target.now) {
            spent.push(target.now);
        }
        spent.retain(|who| read.fighter(*who).is_ready());
        Course {
            target,
            counter,
            used: attack.past[self.before..].to_vec(),
            spent,
            assumed: read.assumed.clone(),
        }
    }

    /// The number of the course that is best for a side, if the blow strikes nobody else.
    pub(crate) fn best(
        &mut self,
        read: &ReadContext<'_, '_>,
        (attack, place): (&Attack, usize),
        courses: &[Course],
        side: SideId,
    ) -> usize {
        let mut best = (0, f64::NEG_INFINITY);
        for (number, course) in courses.iter().enumerate() {
            let worth = self
                .outcomes(read, (attack, place), course)
                .worth(read.weighing, |who| read.affected(who, side))
                + read.worth_of_turns(&course.spent, side);
            if worth > best.1 + NEGLIGIBLE {
                best = (number, worth);
            }
        }
        best.0
    }

    /// What the outcome of a course depends on, and the field to look at for it if it is another one.
    pub(crate) fn leaf<'f, 's>(
        read: &'f ReadContext<'_, 's>,
        (attack, place): (&Attack, usize),
        course: &Course,
    ) -> (Leaf, Option<ReadContext<'f, 's>>) {
        let shoves = attack.aim == Aim::Grip(GripKind::Shove)
            || course
                .counter
                .is_some_and(|counter| counter.aim == Aim::Grip(GripKind::Shove));
        let there =
            (!course.assumed.is_empty() && shoves).then(|| read.assuming(course.assumed.clone()));
        let leaf = Leaf {
            place,
            who: course.target.now,
            guarded: course.target.guarded,
            reply: course.target.reply,
            counter: course.counter,
            ground: there
                .as_ref()
                .map_or_else(Vec::new, ReadContext::moved_ground),
        };
        (leaf, there)
    }

    /// What comes of a course, if the blow strikes nobody else.
    pub(crate) fn outcomes(
        &mut self,
        read: &ReadContext<'_, '_>,
        (attack, place): (&Attack, usize),
        course: &Course,
    ) -> &Outcomes {
        let (leaf, there) = Self::leaf(read, (attack, place), course);
        let enumerator = &mut *self.enumerator;
        let branches = &mut self.branches;
        self.leaves.entry(leaf).or_insert_with(|| {
            let mut alone = attack.clone();
            alone.targets = vec![course.target.clone()];
            alone.counter = course.counter;
            let outcomes = outcomes_of(there.as_ref().unwrap_or(read), &alone, enumerator);
            *branches += outcomes.branches;
            outcomes
        })
    }
}

/// All sides but one, in their order.
fn all_but(read: &ReadContext<'_, '_>, side: SideId) -> impl Iterator<Item = SideId> {
    SideId::first(read.board.level.sides.len()).filter(move |other| *other != side)
}

/// Whether it makes no difference to others which of two allies stands in a place: both take up as much
/// room and hold nobody.
fn is_alike(read: &ReadContext<'_, '_>, one: CombatantId, other: CombatantId) -> bool {
    let [one, other] = [one, other].map(|who| read.fighter(who));
    one.across.0 == other.across.0
        && one.grip.holds.is_empty()
        && other.grip.holds.is_empty()
        && one.is_concealed() == other.is_concealed()
}
