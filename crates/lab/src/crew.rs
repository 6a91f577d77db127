//! Playing numbered battles on several threads.

use std::{
    collections::BTreeMap,
    ops::Range,
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
        mpsc::{RecvTimeoutError, Sender, channel},
    },
    thread,
    time::{Duration, Instant},
};

use crate::{LabError, bots::RunningBots};

/// How many battles a thread may be ahead of the first one that is not finished, so that what waits
/// for it stays little.
pub(crate) const AHEAD: u64 = 4096;
/// The same where whole journals wait.
pub(crate) const AHEAD_WITH_JOURNALS: u64 = 64;
/// How long battles that have begun may go on once all is to stop.
const GRACE: Duration = Duration::from_secs(1);
/// How often it is looked whether all is to stop, while no battle is finished.
const LOOK: Duration = Duration::from_millis(20);

/// Looks on while battles are played, and may stop them.
pub trait Watch: Send + Sync {
    /// One more battle has been played.
    fn played(&self) {}

    /// Whether no further battle shall begin, and those that take long shall not be waited for.
    fn stops(&self) -> bool {
        false
    }
}

/// Nobody looks on.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unwatched;

impl Watch for Unwatched {}

/// Battles that can be played by number. Threads own it, so that one which thinks for long can be
/// left behind.
pub(crate) trait Battles: Send + Sync + 'static {
    /// What one thread works with.
    type Worker;
    /// What came of a battle.
    type Outcome: Send + 'static;

    /// How many battles a thread may be ahead of the first one that is not finished.
    fn ahead(&self) -> u64 {
        AHEAD
    }

    /// How long battles that have begun may go on once all is to stop.
    fn grace(&self) -> Duration {
        GRACE
    }

    /// For a thread that begins. Bots that it starts are among these.
    fn worker(&self, bots: &Arc<RunningBots>) -> Self::Worker;

    /// Plays a battle.
    ///
    /// # Errors
    /// If it cannot be played.
    fn play(&self, worker: &mut Self::Worker, number: u64) -> Result<Self::Outcome, LabError>;
}

/// What the threads share.
struct Shared<B> {
    battles: B,
    watch: Arc<dyn Watch>,
    /// The number of the next battle.
    next: AtomicU64,
    end: u64,
    /// Up to which number all are finished.
    finished: AtomicU64,
    /// Whether no further battle shall begin.
    stopped: AtomicBool,
    /// All bots that have been started for them.
    bots: Arc<RunningBots>,
}

/// The extent of a series that has been played.
#[derive(Debug)]
pub(crate) struct Series {
    /// Battles that were handed on: always the first ones.
    pub(crate) played: u64,
    /// Why no further one was handed on, if a battle failed.
    pub(crate) failure: Option<LabError>,
}

impl Series {
    /// The same, unless not even the first battle was played.
    ///
    /// # Errors
    /// The failure, if nothing was handed on before it.
    pub(crate) fn begun(self) -> Result<Self, LabError> {
        match self.failure {
            Some(failure) if self.played == 0 => Err(failure),
            _ => Ok(self),
        }
    }
}

/// What a thread tells: what came of a battle, or with what it panicked.
type Told<T> = (u64, thread::Result<Result<T, LabError>>);

/// Plays the battles with these numbers on up to `jobs` threads, and hands on what came of them in the
/// order of their numbers. Those before the first battle that fails are all there is, whatever the number of threads.
///
/// If the watch stops it, battles that have begun are waited for, but not for long: then those
/// before the first one that is not finished are all there is, and its thread is left behind. A battle that fails
/// after that was stopped too. No bot runs on afterwards.
///
/// # Errors
/// That of `take`, or that no thread can be started.
///
/// # Panics
/// If a battle panics.
pub(crate) fn play_all<B: Battles>(
    battles: B,
    numbers: &Range<u64>,
    jobs: usize,
    watch: &Arc<dyn Watch>,
    mut take: impl FnMut(B::Outcome) -> Result<(), LabError>,
) -> Result<Series, LabError> {
    let most = usize::try_from(numbers.end.saturating_sub(numbers.start)).unwrap_or(usize::MAX);
    // More threads than this only wait for each other, and a machine may refuse to start them.
    let threads = jobs.clamp(1, most.clamp(1, 256));
    let shared = Arc::new(Shared {
        battles,
        watch: Arc::clone(watch),
        next: AtomicU64::new(numbers.start),
        end: numbers.end,
        finished: AtomicU64::new(numbers.start),
        stopped: AtomicBool::new(false),
        bots: RunningBots::new(),
    });
    let (tell, told) = channel();
    let mut started = 0;
    let mut refused = None;
    for _ in 0..threads {
        let (shared, tell) = (Arc::clone(&shared), tell.clone());
        let thread = thread::Builder::new().name("battles".to_owned());
        match thread.spawn(move || shared.work(&tell)) {
            Ok(_) => started += 1,
            Err(error) => refused = Some(error),
        }
    }
    drop(tell);
    if let Some(error) = refused.filter(|_| started == 0) {
        return Err(LabError::Threads(error.to_string()));
    }
    let _stop = StopAtEnd(&shared.stopped, &shared.bots);
    let mut waiting = BTreeMap::new();
    let mut next = numbers.start;
    let mut stopping: Option<Instant> = None;
    let series = |next: u64, failure| Series {
        played: next - numbers.start,
        failure,
    };
    loop {
        let ended = match told.recv_timeout(LOOK) {
            Ok((number, outcome)) => {
                waiting.insert(number, outcome);
                false
            }
            Err(RecvTimeoutError::Timeout) => false,
            Err(RecvTimeoutError::Disconnected) => true,
        };
        while let Some(outcome) = waiting.remove(&next) {
            match outcome.unwrap_or_else(|panic| resume_unwind(panic)) {
                Ok(outcome) => take(outcome)?,
                Err(_) if stopping.is_some() => return Ok(series(next, None)),
                Err(failure) => return Ok(series(next, Some(failure))),
            }
            next += 1;
            shared.finished.store(next, Ordering::Relaxed);
        }
        if watch.stops() {
            stopping.get_or_insert_with(Instant::now);
        }
        if ended || stopping.is_some_and(|since| since.elapsed() > shared.battles.grace()) {
            break;
        }
    }
    // A failure behind a battle that never began is one all the same.
    for outcome in waiting.into_values() {
        match outcome.unwrap_or_else(|panic| resume_unwind(panic)) {
            Err(failure) if stopping.is_none() => return Ok(series(next, Some(failure))),
            _ => {}
        }
    }
    Ok(series(next, None))
}

/// Lets no further battle begin once it is dropped, and no bot run on.
struct StopAtEnd<'s>(&'s AtomicBool, &'s RunningBots);

impl Drop for StopAtEnd<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
        self.1.end();
    }
}

impl<B: Battles> Shared<B> {
    /// Takes the next number as soon as the last battle is finished, until there is none.
    fn work(&self, tell: &Sender<Told<B::Outcome>>) {
        let mut worker = self.battles.worker(&self.bots);
        while !self.stops() {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            if number >= self.end {
                break;
            }
            while number
                >= self
                    .finished
                    .load(Ordering::Relaxed)
                    .saturating_add(self.battles.ahead())
            {
                if self.stops() {
                    return;
                }
                thread::sleep(Duration::from_millis(1));
            }
            let outcome = catch_unwind(AssertUnwindSafe(|| self.battles.play(&mut worker, number)));
            let failed = !matches!(outcome, Ok(Ok(_)));
            if failed {
                self.stopped.store(true, Ordering::Relaxed);
            } else {
                self.watch.played();
            }
            if tell.send((number, outcome)).is_err() || failed {
                break;
            }
        }
    }

    fn stops(&self) -> bool {
        self.stopped.load(Ordering::Relaxed) || self.watch.stops()
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use super::*;

    /// Plays by a function, and waits as long as it takes for what has begun.
    struct By<F>(F);

    impl<F: Fn(u64) -> Result<u64, LabError> + Send + Sync + 'static> Battles for By<F> {
        type Worker = ();
        type Outcome = u64;

        fn worker(&self, _: &Arc<RunningBots>) {}

        fn grace(&self) -> Duration {
            Duration::MAX
        }

        fn play(&self, (): &mut (), number: u64) -> Result<u64, LabError> {
            (self.0)(number)
        }
    }

    /// All battles but the one with this number end.
    struct EndlessAt(u64);

    impl Battles for EndlessAt {
        type Worker = ();
        type Outcome = u64;

        fn worker(&self, _: &Arc<RunningBots>) {}

        fn grace(&self) -> Duration {
            Duration::ZERO
        }

        fn play(&self, (): &mut (), number: u64) -> Result<u64, LabError> {
            if number == self.0 {
                loop {
                    thread::park();
                }
            }
            Ok(number)
        }
    }

    /// Stops when it is told to.
    #[derive(Default)]
    struct StopSign(AtomicBool);

    impl Watch for StopSign {
        fn stops(&self) -> bool {
            self.0.load(Ordering::Relaxed)
        }
    }

    /// Stops after some battles.
    struct Until(u64, AtomicU64);

    impl Watch for Until {
        fn played(&self) {
            self.1.fetch_add(1, Ordering::Relaxed);
        }

        fn stops(&self) -> bool {
            self.1.load(Ordering::Relaxed) >= self.0
        }
    }

    /// The numbers that were handed on, and how many there are said to be.
    fn play(
        numbers: &Range<u64>,
        jobs: usize,
        watch: impl Watch + 'static,
        play: impl Fn(u64) -> Result<u64, LabError> + Send + Sync + 'static,
    ) -> Result<(Vec<u64>, u64), LabError> {
        let mut all = Vec::new();
        let watch: Arc<dyn Watch> = Arc::new(watch);
        let series = play_all(By(play), numbers, jobs, &watch, |number| {
            all.push(number);
            Ok(())
        })?;
        match series.failure {
            Some(failure) => Err(failure),
            None => Ok((all, series.played)),
        }
    }

    #[test]
    fn every_number_is_played_once_and_handed_on_in_order() {
        for jobs in [0, 1, 3, 1_000] {
            let (all, played) = play(&(5..105), jobs, Unwatched, |number| {
                // The first ones take longest.
                thread::sleep(Duration::from_micros(105 - number));
                Ok(number)
            })
            .unwrap();
            assert_eq!(all, (5..105).collect::<Vec<u64>>(), "{jobs} jobs");
            assert_eq!(played, 100);
        }
    }

    #[test]
    fn stopping_early_has_played_the_first_ones() {
        let until = Until(50, AtomicU64::new(0));
        let (all, played) = play(&(0..1_000_000), 4, until, Ok).unwrap();
        assert!((50..60).contains(&played), "{played}");
        assert_eq!(all, (0..played).collect::<Vec<u64>>());
    }

    #[test]
    fn stopping_does_not_wait_for_a_battle_without_end() {
        let stop = Arc::new(StopSign::default());
        let watch: Arc<dyn Watch> = stop.clone();
        let mut all = Vec::new();
        let played = play_all(EndlessAt(7), &(0..1_000_000), 4, &watch, |number| {
            all.push(number);
            stop.0.store(number == 6, Ordering::Relaxed);
            Ok(())
        })
        .unwrap();
        // Those behind it may be finished, but they are not the first ones.
        assert_eq!(all, (0..7).collect::<Vec<u64>>());
        assert_eq!(played.played, 7);
    }

    #[test]
    fn nobody_gets_far_ahead_of_a_long_battle() {
        let furthest = Arc::new(AtomicU64::new(0));
        let seen = Arc::clone(&furthest);
        let (all, _) = play(&(0..AHEAD * 3), 2, Unwatched, move |number| {
            seen.fetch_max(number, Ordering::Relaxed);
            if number == 0 {
                while seen.load(Ordering::Relaxed) < AHEAD - 1 {
                    thread::yield_now();
                }
                thread::sleep(Duration::from_millis(50));
                assert!(seen.load(Ordering::Relaxed) < AHEAD);
            }
            Ok(number)
        })
        .unwrap();
        assert!(all.into_iter().eq(0..AHEAD * 3));
        assert_eq!(furthest.load(Ordering::Relaxed), AHEAD * 3 - 1);
    }

    #[test]
    fn the_first_failure_is_told() {
        for jobs in [1, 4] {
            let failed = play(&(0..1_000), jobs, Unwatched, |number| {
                if number % 10 == 7 {
                    return Err(LabError::Endless {
                        battle: number,
                        seed: 0,
                        decisions: 0,
                    });
                }
                Ok(number)
            });
            let Err(LabError::Endless { battle, .. }) = failed else {
                unreachable!("battle 7 fails");
            };
            assert_eq!(battle, 7);
        }
    }

    #[test]
    fn what_was_played_before_a_failure_is_handed_on() {
        let watch: Arc<dyn Watch> = Arc::new(Unwatched);
        let fails_at_7 = |number| {
            if number == 7 {
                return Err(LabError::NoBattles);
            }
            Ok(number)
        };
        for jobs in [1, 4] {
            let mut all = Vec::new();
            let series = play_all(By(fails_at_7), &(0..100), jobs, &watch, |number| {
                all.push(number);
                Ok(())
            });
            let series = series.unwrap();
            assert!(matches!(series.failure, Some(LabError::NoBattles)));
            assert_eq!(series.played, 7);
            assert_eq!(all, (0..7).collect::<Vec<u64>>());
        }
    }

    #[test]
    fn a_failure_after_the_stop_is_part_of_it() {
        let stop = Arc::new(StopSign::default());
        let watch: Arc<dyn Watch> = stop.clone();
        let fails_once_stopped = move |number| {
            if number == 7 {
                stop.0.store(true, Ordering::Relaxed);
                thread::sleep(LOOK * 5);
                return Err(LabError::NoBattles);
            }
            Ok(number)
        };
        let series = play_all(By(fails_once_stopped), &(0..100), 1, &watch, |_| Ok(()));
        let series = series.unwrap();
        assert!(series.failure.is_none() && series.played == 7, "{series:?}");
    }

    #[test]
    #[should_panic(expected = "battle 7")]
    fn a_battle_that_panics_is_no_secret() {
        let _ = play(&(0..1_000), 2, Unwatched, |number| {
            assert!(number != 7, "battle {number}");
            Ok(number)
        });
    }
}
