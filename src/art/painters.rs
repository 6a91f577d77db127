//! Threads that draw, so that what takes long or fails costs only itself.
//!
//! A drawing that takes too long is given up and another thread takes the place of the one that
//! draws it: those that wait behind it are drawn all the same. Drawings are held to limits, so that
//! this should never happen; but they are made by anybody and drawn by a library.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc, LazyLock, Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use crossbeam_channel::{Receiver, Sender, TryRecvError, bounded, unbounded};

/// How long one drawing may take.
const PATIENCE: Duration = Duration::from_secs(10);
/// Most threads that are still at what was given up.
const MOST_LOST: usize = 16;

/// Why there is nothing to show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unfinished {
    /// It took too long.
    Late,
    /// The one that drew it failed.
    Failed,
}

/// Something that is being drawn.
pub(crate) struct Painting<T> {
    answer: Receiver<T>,
    progress: Arc<Mutex<Progress>>,
    painters: Arc<Painters>,
}

#[derive(Clone, Copy, Debug)]
enum Progress {
    Waiting,
    /// At work since then, by the clock of the painters.
    Since(Duration),
    Done,
    /// Nobody wants it any more.
    Unwanted,
    GivenUp,
}

struct Job {
    progress: Arc<Mutex<Progress>>,
    paint: Box<dyn FnOnce() + Send>,
}

/// The threads that draw.
pub(crate) struct Painters {
    jobs: Sender<Job>,
    queue: Receiver<Job>,
    at_work: Mutex<Vec<Arc<Mutex<Progress>>>>,
    lost: AtomicUsize,
    clock: Clock,
}

/// Tells the time since some moment.
type Clock = Box<dyn Fn() -> Duration + Send + Sync>;

fn locked<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Painters {
    fn new(threads: usize, clock: Clock) -> Arc<Self> {
        let (jobs, queue) = unbounded();
        let painters = Arc::new(Self {
            jobs,
            queue,
            at_work: Mutex::default(),
            lost: AtomicUsize::new(0),
            clock,
        });
        for _ in 0..threads {
            painters.hire();
        }
        painters
    }

    fn of_the_game() -> &'static Arc<Self> {
        static ALL: LazyLock<Arc<Painters>> = LazyLock::new(|| {
            let cores = std::thread::available_parallelism().map_or(2, usize::from);
            let begun = Instant::now();
            Painters::new((cores / 2).clamp(2, 4), Box::new(move || begun.elapsed()))
        });
        &ALL
    }

    fn hire(self: &Arc<Self>) {
        let painters = self.clone();
        let thread = std::thread::Builder::new().name("painter".to_owned());
        // Without a thread this one is missing, and those who wait are told that it takes too long.
        if let Err(error) = thread.spawn(move || painters.work()) {
            bevy::log::error!("no thread to draw with: {error}");
        }
    }

    fn work(&self) {
        for job in &self.queue {
            {
                let mut progress = locked(&job.progress);
                if matches!(*progress, Progress::Unwanted) {
                    continue;
                }
                locked(&self.at_work).push(job.progress.clone());
                *progress = Progress::Since((self.clock)());
            }
            // Those who wait are told by the answer that never comes.
            let _ = catch_unwind(AssertUnwindSafe(job.paint));
            let before = std::mem::replace(&mut *locked(&job.progress), Progress::Done);
            locked(&self.at_work).retain(|other| !Arc::ptr_eq(other, &job.progress));
            if matches!(before, Progress::GivenUp) {
                self.lost.fetch_sub(1, Ordering::Relaxed);
                return;
            }
        }
    }

    /// Gives up what takes too long, and puts others in the place of those that are at it.
    fn look_after(self: &Arc<Self>) {
        let at_work = locked(&self.at_work).clone();
        let now = (self.clock)();
        for progress in at_work {
            let mut progress = locked(&progress);
            let late = matches!(*progress, Progress::Since(since) if now > since + PATIENCE);
            if late && self.lost.load(Ordering::Relaxed) < MOST_LOST {
                *progress = Progress::GivenUp;
                self.lost.fetch_add(1, Ordering::Relaxed);
                self.hire();
            }
        }
    }

    fn begin<T: Send + 'static>(
        self: &Arc<Self>,
        paint: impl FnOnce() -> T + Send + 'static,
    ) -> Painting<T> {
        self.look_after();
        let (answer, answered) = bounded(1);
        let progress = Arc::new(Mutex::new(Progress::Waiting));
        let job = Job {
            progress: progress.clone(),
            paint: Box::new(move || {
                // Nobody need be waiting any more.
                let _ = answer.send(paint());
            }),
        };
        let _ = self.jobs.send(job);
        Painting {
            answer: answered,
            progress,
            painters: self.clone(),
        }
    }
}

impl<T: Send + 'static> Painting<T> {
    /// Begins to draw on a thread that is free.
    pub(crate) fn begin(paint: impl FnOnce() -> T + Send + 'static) -> Self {
        Painters::of_the_game().begin(paint)
    }

    /// What was drawn, once, or why there is nothing; `None` while it is being drawn. Does not wait.
    pub(crate) fn poll(&self) -> Option<Result<T, Unfinished>> {
        self.painters.look_after();
        match self.answer.try_recv() {
            Ok(drawn) => Some(Ok(drawn)),
            Err(TryRecvError::Disconnected) => Some(Err(Unfinished::Failed)),
            Err(TryRecvError::Empty) => {
                let given_up = matches!(*locked(&self.progress), Progress::GivenUp);
                given_up.then_some(Err(Unfinished::Late))
            }
        }
    }
}

impl<T> Drop for Painting<T> {
    fn drop(&mut self) {
        let mut progress = locked(&self.progress);
        if matches!(*progress, Progress::Waiting) {
            *progress = Progress::Unwanted;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A clock that stands still until a test moves it on.
    #[derive(Clone, Default)]
    struct StoppedClock(Arc<Mutex<Duration>>);

    impl StoppedClock {
        fn clock(&self) -> Clock {
            let time = self.0.clone();
            Box::new(move || *locked(&time))
        }

        fn move_on(&self, by: Duration) {
            *locked(&self.0) += by;
        }
    }

    fn until(mut is_so: impl FnMut() -> bool) {
        while !is_so() {
            std::thread::yield_now();
        }
    }

    fn awaited<T: Send + 'static>(painting: &Painting<T>) -> Result<T, Unfinished> {
        let mut result = None;
        until(|| {
            result = painting.poll();
            result.is_some()
        });
        result.unwrap_or(Err(Unfinished::Failed))
    }

    fn is_at_work<T>(painting: &Painting<T>) -> bool {
        matches!(*locked(&painting.progress), Progress::Since(_))
    }

    #[test]
    fn what_takes_too_long_holds_nobody_up() {
        let time = StoppedClock::default();
        let painters = Painters::new(2, time.clock());
        let (release, held) = unbounded::<()>();
        let endless: Vec<_> = (0..6)
            .map(|_| {
                let held = held.clone();
                painters.begin(move || held.recv().is_ok())
            })
            .collect();
        let quick = painters.begin(|| 5);
        // Two threads: the endless ones come two by two, and each pair is given up.
        for pair in endless.chunks(2) {
            until(|| pair.iter().all(is_at_work));
            time.move_on(PATIENCE);
            assert!(pair.iter().all(|painting| painting.poll().is_none()));
            time.move_on(Duration::from_millis(1));
            for painting in pair {
                assert_eq!(painting.poll(), Some(Err(Unfinished::Late)));
            }
        }
        assert_eq!(awaited(&quick), Ok(5));
        for painting in &endless {
            assert_eq!(painting.poll(), Some(Err(Unfinished::Late)));
        }
        // Those threads end when they are done, and the others go on.
        drop(release);
        let quick = painters.begin(|| 6);
        assert_eq!(awaited(&quick), Ok(6));
        until(|| painters.lost.load(Ordering::Relaxed) == 0);
    }

    #[test]
    fn what_fails_costs_only_itself() {
        let painters = Painters::new(1, StoppedClock::default().clock());
        let bad = painters.begin(|| -> u8 { panic!("a drawing that breaks the library") });
        let good = painters.begin(|| 7);
        assert_eq!(awaited(&good), Ok(7));
        assert_eq!(awaited(&bad), Err(Unfinished::Failed));
    }

    #[test]
    fn what_nobody_waits_for_is_not_drawn() {
        let painters = Painters::new(1, StoppedClock::default().clock());
        let (release, held) = unbounded::<()>();
        let first = painters.begin(move || held.recv().is_ok());
        let drawn = Arc::new(AtomicUsize::new(0));
        let counted = drawn.clone();
        drop(painters.begin(move || counted.fetch_add(1, Ordering::Relaxed)));
        drop(release);
        assert_eq!(awaited(&first), Ok(false));
        assert_eq!(awaited(&painters.begin(|| 8)), Ok(8));
        assert_eq!(drawn.load(Ordering::Relaxed), 0);
    }
}
