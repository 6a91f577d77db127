//! A bot that runs as a process of its own.

use std::{
    io::{BufReader, Write},
    process::{Child, Command, ExitStatus, Stdio},
    sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel, sync_channel},
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
    /// Lines to the bot; `None` once nothing follows.
    input: Option<Sender<String>>,
    /// Lines of the bot.
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
        let pipes = child.stdin.take().zip(child.stdout.take());
        let (mut input, output) = pipes.ok_or_else(|| BotFault::Start(no_words()))?;
        let (send, lines) = sync_channel(AHEAD);
        // Waiting with a limit takes threads: they end when the bot does, or when nobody listens. A bot that does not
        // read would stop the one who writes to it.
        let (tell, told) = channel::<String>();
        let writing = thread::Builder::new().name("bot input".to_owned());
        let writer = move || {
            for line in told {
                // That the bot is gone is found out when it is asked.
                if writeln!(input, "{line}")
                    .and_then(|()| input.flush())
                    .is_err()
                {
                    break;
                }
            }
        };
        writing.spawn(writer).map_err(BotFault::Start)?;
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
            input: Some(tell),
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
        let told = self.input.as_ref().map(|input| input.send(line.to_owned()));
        match told {
            Some(Ok(())) => Ok(()),
            Some(Err(_)) | None => Err(BotFault::Gone(self.ended())),
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
