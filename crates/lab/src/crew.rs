//! Playing numbered battles on several threads.

use std::{
    ops::Range,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
};

use crate::LabError;

/// Looks on while battles are played, and may stop them.
pub trait Watch: Sync {
    /// One more battle has been played.
    fn played(&self) {}

    /// Whether no further battle shall begin.
    fn stops(&self) -> bool {
        false
    }
}

/// Nobody looks on.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unwatched;

impl Watch for Unwatched {}

/// What the threads have done.
#[derive(Debug)]
pub(crate) struct Work<W> {
    /// What each thread has gathered.
    pub(crate) workers: Vec<W>,
    /// How many battles were played: always the first ones of the range.
    pub(crate) played: u64,
}

/// Plays the battles with these numbers on up to `jobs` threads. Each thread takes the next number as
/// soon as it is free and finishes what it has taken, so whenever it stops, the battles played are
/// the first ones of the range.
///
/// # Errors
/// That of the battle with the lowest number, whatever the number of threads.
///
/// # Panics
/// If a battle panics.
pub(crate) fn play_all<W: Send>(
    numbers: &Range<u64>,
    jobs: usize,
    watch: &dyn Watch,
    worker: impl Fn() -> W + Sync,
    play: impl Fn(&mut W, u64) -> Result<(), LabError> + Sync,
) -> Result<Work<W>, LabError> {
    let most = usize::try_from(numbers.end.saturating_sub(numbers.start)).unwrap_or(usize::MAX);
    // More threads than this only wait for each other, and a machine may refuse to start them.
    let threads = jobs.clamp(1, most.clamp(1, 256));
    let next = AtomicU64::new(numbers.start);
    let failed = AtomicBool::new(false);
    let failure: Mutex<Option<(u64, LabError)>> = Mutex::new(None);
    let work = || {
        let mut worker = worker();
        let mut played = 0_u64;
        while !failed.load(Ordering::Relaxed) && !watch.stops() {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= numbers.end {
                break;
            }
            match play(&mut worker, number) {
                Ok(()) => {
                    played += 1;
                    watch.played();
                }
                Err(error) => {
                    failed.store(true, Ordering::Relaxed);
                    let mut first = failure.lock().unwrap_or_else(PoisonError::into_inner);
                    if first.as_ref().is_none_or(|(other, _)| number < *other) {
                        *first = Some((number, error));
                    }
                }
            }
        }
        (worker, played)
    };
    let done: Vec<(W, u64)> = std::thread::scope(|scope| {
        let handles: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        handles
            .into_iter()
            .map(|handle| {
                handle
                    .join()
                    .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            })
            .collect()
    });
    let failure = failure.into_inner().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, error)) = failure {
        return Err(error);
    }
    let played = done.iter().map(|(_, played)| played).sum();
    let workers = done.into_iter().map(|(worker, _)| worker).collect();
    Ok(Work { workers, played })
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use super::*;

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

    fn note(numbers: &mut Vec<u64>, number: u64) -> Result<(), LabError> {
        numbers.push(number);
        Ok(())
    }

    #[test]
    fn every_number_is_played_once() {
        for jobs in [0, 1, 3, 1_000] {
            let work = play_all(&(5..105), jobs, &Unwatched, Vec::new, note).unwrap();
            let mut all: Vec<u64> = work.workers.concat();
            all.sort_unstable();
            assert_eq!(all, (5..105).collect::<Vec<u64>>(), "{jobs} jobs");
            assert_eq!(work.played, 100);
        }
    }

    #[test]
    fn whoever_stops_has_played_the_first_ones() {
        let work = play_all(
            &(0..1_000_000),
            4,
            &Until(50, AtomicU64::new(0)),
            Vec::new,
            note,
        )
        .unwrap();
        let mut all: Vec<u64> = work.workers.concat();
        all.sort_unstable();
        assert!((50..60).contains(&work.played), "{}", work.played);
        assert_eq!(all, (0..work.played).collect::<Vec<u64>>());
    }

    #[test]
    fn the_first_failure_is_told() {
        for jobs in [1, 4] {
            let failed = play_all(
                &(0..1_000),
                jobs,
                &Unwatched,
                || (),
                |(), number| {
                    if number % 10 == 7 {
                        return Err(LabError::Endless {
                            battle: number,
                            seed: 0,
                            decisions: 0,
                        });
                    }
                    Ok(())
                },
            );
            let Err(LabError::Endless { battle, .. }) = failed else {
                unreachable!("battle 7 fails");
            };
            assert_eq!(battle, 7);
        }
    }
}
