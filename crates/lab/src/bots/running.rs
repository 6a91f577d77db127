//! The bots that run for a series of battles, so that all can be ended at once.

use std::{
    process::{ChildStdin, ChildStdout, ExitStatus, Stdio},
    sync::{Arc, Mutex, MutexGuard, PoisonError, Weak},
    thread,
    time::{Duration, Instant},
};

use process_wrap::std::{ChildWrapper, CommandWrap};

use super::fault::BotFault;

/// Time for a bot to end by itself once its input has ended.
const FAREWELL: Duration = Duration::from_secs(2);
/// Pause between two looks at whether a bot has ended.
const LOOK: Duration = Duration::from_millis(5);

/// All series in this process.
static SERIES: Mutex<Vec<Weak<RunningBots>>> = Mutex::new(Vec::new());

/// Ends all bots of all series at once, before this process goes.
pub(crate) fn end_all() {
    let all: Vec<Arc<RunningBots>> = lock(&SERIES).iter().filter_map(Weak::upgrade).collect();
    for bots in all {
        bots.end();
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The bots that run for a series of battles.
#[derive(Default)]
pub(crate) struct RunningBots(Mutex<Running>);

#[derive(Default)]
struct Running {
    bots: Vec<Weak<Mutex<Group>>>,
    /// Set once no bot may start any more.
    ended: bool,
}

/// A bot with all processes that it has started: they share neither Ctrl-C nor the end of this process.
struct Group(Box<dyn ChildWrapper>);

impl RunningBots {
    pub(crate) fn new() -> Arc<Self> {
        let bots = Arc::new(Self::default());
        let mut all = lock(&SERIES);
        all.retain(|other| other.strong_count() > 0);
        all.push(Arc::downgrade(&bots));
        bots
    }

    /// Starts a bot by its words. What it writes to standard error goes where that of this program goes.
    ///
    /// # Errors
    /// If it cannot be started, or all have been ended.
    pub(super) fn start(
        &self,
        words: &[String],
    ) -> Result<(RunningBot, ChildStdin, ChildStdout), BotFault> {
        let nothing = || std::io::Error::from(std::io::ErrorKind::InvalidInput);
        let (program, arguments) = words
            .split_first()
            .ok_or_else(|| BotFault::Start(nothing()))?;
        let mut command = CommandWrap::with_new(program, |command| {
            command.args(arguments);
            command.stdin(Stdio::piped()).stdout(Stdio::piped());
        });
        #[cfg(unix)]
        command.wrap(process_wrap::std::ProcessGroup::leader());
        #[cfg(windows)]
        command.wrap(process_wrap::std::JobObject);
        let mut running = lock(&self.0);
        if running.ended {
            return Err(BotFault::Gone(String::new()));
        }
        let mut child = command.spawn().map_err(BotFault::Start)?;
        let pipes = child.stdin().take().zip(child.stdout().take());
        let group = Arc::new(Mutex::new(Group(child)));
        running.bots.retain(|other| other.strong_count() > 0);
        running.bots.push(Arc::downgrade(&group));
        let (input, output) = pipes.ok_or_else(|| BotFault::Start(nothing()))?;
        Ok((RunningBot(group), input, output))
    }

    /// Ends all of them at once; none starts afterwards.
    pub(crate) fn end(&self) {
        let bots = {
            let mut running = lock(&self.0);
            running.ended = true;
            std::mem::take(&mut running.bots)
        };
        for bot in bots.iter().filter_map(Weak::upgrade) {
            lock(&bot).kill();
        }
    }
}

impl Group {
    /// Ends it with all that it has started.
    fn kill(&mut self) {
        // They may have ended just now: then there is nothing to be done.
        let _ = self.0.start_kill();
        let _ = self.0.wait();
    }
}

/// A bot that runs. When this is dropped, it ends, with all processes that it has started.
pub(super) struct RunningBot(Arc<Mutex<Group>>);

impl RunningBot {
    /// The status with which it has ended, or ends within two seconds; `None` if it runs on.
    pub(super) fn wait(&self) -> Option<ExitStatus> {
        let begin = Instant::now();
        loop {
            match lock(&self.0).0.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if begin.elapsed() < FAREWELL => {}
                _ => return None,
            }
            thread::sleep(LOOK);
        }
    }
}

impl Drop for RunningBot {
    fn drop(&mut self) {
        self.wait();
        lock(&self.0).kill();
    }
}
