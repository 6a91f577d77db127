//! A bot that runs as a process of its own.

use std::{
    io::{BufReader, Write},
    process::{ChildStdin, ChildStdout},
    thread,
    time::Duration,
};

use crossbeam_channel::{Receiver, RecvTimeoutError, SendTimeoutError, Sender, bounded};

use super::{
    contender::words,
    dialogue::Dialogue,
    fault::BotFault,
    running::{RunningBot, RunningBots},
    wire::{Streams, Wire},
};

/// Time for a bot to think about one answer, and to read what it has asked for.
const PATIENCE: Duration = Duration::from_secs(60);
/// Lines that wait to be read, in either direction.
const AHEAD: usize = 64;

/// The line to a process. When it is dropped, the process ends.
pub(super) struct ProcessWire {
    /// Lines to the bot. Dropped before the bot, as the end of its input tells it to end.
    input: Sender<String>,
    /// Lines of the bot.
    lines: Receiver<Result<String, BotFault>>,
    bot: RunningBot,
}

impl ProcessWire {
    /// Starts a bot by its command line.
    pub(super) fn start(command: &str, running: &RunningBots) -> Result<Self, BotFault> {
        let (bot, input, output) = running.start(&words(command).unwrap_or_default())?;
        // Waiting with a limit takes threads: they end when the bot does, or when its wire is dropped.
        let (tell, told) = bounded(AHEAD);
        let writing = thread::Builder::new().name("bot input".to_owned());
        writing
            .spawn(move || write_lines(input, &told))
            .map_err(BotFault::Start)?;
        let (send, lines) = bounded(AHEAD);
        let reading = thread::Builder::new().name("bot".to_owned());
        reading
            .spawn(move || read_lines(output, &send))
            .map_err(BotFault::Start)?;
        Ok(Self {
            input: tell,
            lines,
            bot,
        })
    }

    /// That the process is gone, with how it has ended; nothing more if it runs on.
    fn gone(&self) -> BotFault {
        let status = self.bot.wait();
        BotFault::Gone(status.map_or_else(String::new, |status| format!(" ({status})")))
    }
}

/// Passes lines on to a bot until nothing follows or it is gone, which is found out when it is asked.
fn write_lines(mut input: ChildStdin, told: &Receiver<String>) {
    for line in told {
        let written = writeln!(input, "{line}").and_then(|()| input.flush());
        if written.is_err() {
            break;
        }
    }
}

/// Passes the lines of a bot on until it ends or its wire is dropped.
fn read_lines(output: ChildStdout, send: &Sender<Result<String, BotFault>>) {
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
}

impl Wire for ProcessWire {
    fn tell(&mut self, line: &str) -> Result<(), BotFault> {
        match self.input.send_timeout(line.to_owned(), PATIENCE) {
            Ok(()) => Ok(()),
            Err(SendTimeoutError::Timeout(_)) => Err(BotFault::Unread(PATIENCE)),
            Err(SendTimeoutError::Disconnected(_)) => Err(self.gone()),
        }
    }

    fn hear(&mut self) -> Result<String, BotFault> {
        match self.lines.recv_timeout(PATIENCE) {
            Ok(Err(BotFault::Gone(_))) | Err(RecvTimeoutError::Disconnected) => Err(self.gone()),
            Ok(line) => line,
            Err(RecvTimeoutError::Timeout) => Err(BotFault::Silent(PATIENCE)),
        }
    }
}

/// A bot in a process of its own.
pub(crate) type BotProcess = Dialogue<ProcessWire>;
