//! A bot that runs as a process of its own.

use std::{
    io::{BufReader, Write},
    process::{Child, ChildStdin, Command, ExitStatus, Stdio},
    sync::mpsc::{Receiver, RecvTimeoutError, sync_channel},
    thread,
    time::{Duration, Instant},
};

use super::{
    contender::words,
    dialogue::Dialogue,
    fault::BotFault,
    wire::{Streams, Wire},
};

/// How long a bot may think about one answer.
const PATIENCE: Duration = Duration::from_secs(60);
/// How long a bot may take to end by itself once nobody talks to it any more.
const FAREWELL: Duration = Duration::from_secs(2);
/// Lines of a bot that wait to be read.
const AHEAD: usize = 64;

/// The line to a process. When it is dropped, the process ends.
pub(super) struct ProcessWire {
    child: Child,
    /// `None` once the bot has been told that nothing follows.
    input: Option<ChildStdin>,
    lines: Receiver<Result<String, BotFault>>,
}

impl ProcessWire {
    /// Starts a bot by its command line. What it writes to standard error goes where that of this program goes.
    pub(super) fn start(command: &str) -> Result<Self, BotFault> {
        let words = words(command).unwrap_or_default();
        let no_words = || std::io::Error::from(std::io::ErrorKind::InvalidInput);
        let (program, arguments) = words
            .split_first()
            .ok_or_else(|| BotFault::Start(no_words()))?;
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(BotFault::Start)?;
        let input = child.stdin.take();
        let output = child
            .stdout
            .take()
            .ok_or_else(|| BotFault::Start(no_words()))?;
        let (send, lines) = sync_channel(AHEAD);
        // Waiting with a limit takes a thread: it ends when the bot does, or when nobody listens.
        let reading = thread::Builder::new().name("bot".to_owned());
        let reader = move || {
            let mut wire = Streams {
                input: BufReader::new(output),
                output: std::io::sink(),
            };
            loop {
                let line = wire.hear();
                let ended = line.is_err();
                if send.send(line).is_err() || ended {
                    break;
                }
            }
        };
        reading.spawn(reader).map_err(BotFault::Start)?;
        Ok(Self {
            child,
            input,
            lines,
        })
    }

    /// How the process has ended, in words; nothing if it runs on.
    fn ended(&mut self) -> String {
        let status = self.wait(FAREWELL);
        status.map_or_else(String::new, |status| format!(" ({status})"))
    }

    fn wait(&mut self, limit: Duration) -> Option<ExitStatus> {
        let begin = Instant::now();
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if begin.elapsed() < limit => thread::sleep(Duration::from_millis(5)),
                _ => return None,
            }
        }
    }
}

impl Wire for ProcessWire {
    fn tell(&mut self, line: &str) -> Result<(), BotFault> {
        let Some(input) = &mut self.input else {
            return Err(BotFault::Gone(String::new()));
        };
        let told = writeln!(input, "{line}").and_then(|()| input.flush());
        match told {
            Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => {
                Err(BotFault::Gone(self.ended()))
            }
            told => told.map_err(BotFault::Deaf),
        }
    }

    fn hear(&mut self) -> Result<String, BotFault> {
        match self.lines.recv_timeout(PATIENCE) {
            Ok(Err(BotFault::Gone(_))) | Err(RecvTimeoutError::Disconnected) => {
                Err(BotFault::Gone(self.ended()))
            }
            Ok(line) => line,
            Err(RecvTimeoutError::Timeout) => Err(BotFault::Silent(PATIENCE)),
        }
    }
}

impl Drop for ProcessWire {
    fn drop(&mut self) {
        // That its input ends tells a bot to end; one that does not is ended.
        self.input = None;
        if self.wait(FAREWELL).is_none() {
            // It may have ended just now: then there is nothing to be done.
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

/// A bot in a process of its own.
pub(crate) type BotProcess = Dialogue<ProcessWire>;
