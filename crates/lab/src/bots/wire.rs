//! The line between the game and a bot.

use std::io::{self, BufRead, Read, Write};

use super::fault::BotFault;

/// The longest line of a bot that is read whole, in bytes; what is longer cannot be taken.
const LONGEST: u64 = 1 << 20;

/// Carries lines to a bot and back.
pub(super) trait Wire {
    /// Sends a line.
    ///
    /// # Errors
    /// If the bot does not read it.
    fn tell(&mut self, line: &str) -> Result<(), BotFault>;

    /// The next line of the bot.
    ///
    /// # Errors
    /// If there is none.
    fn hear(&mut self) -> Result<String, BotFault>;
}

/// The standard input and output of this program, or what stands for them.
pub(super) struct Streams<R, W> {
    /// What the bot says.
    pub(super) input: R,
    /// What it is told.
    pub(super) output: W,
}

impl<R: BufRead, W: Write> Wire for Streams<R, W> {
    fn tell(&mut self, line: &str) -> Result<(), BotFault> {
        let told = writeln!(self.output, "{line}").and_then(|()| self.output.flush());
        told.map_err(BotFault::Deaf)
    }

    fn hear(&mut self) -> Result<String, BotFault> {
        let mut line = String::new();
        let mut limited = self.input.by_ref().take(LONGEST);
        match limited.read_line(&mut line) {
            Ok(0) => Err(BotFault::Gone(String::new())),
            Ok(_) => Ok(line),
            // What is no text is an answer that cannot be taken.
            Err(error) if error.kind() == io::ErrorKind::InvalidData => Ok(String::new()),
            Err(error) => Err(BotFault::Gone(format!(": {error}"))),
        }
    }
}
