//! What commands a side: a brain of the game or a bot.

use std::{fmt, str::FromStr, sync::Arc};

use shieldwall_ai::{BrainKind, UnknownBrain};

/// What stands before the command of a bot.
const BOT: &str = "bot:";

/// A brain of the game, or a program outside it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Contender {
    /// A brain of the game.
    Brain(BrainKind),
    /// A program that is started with this command line.
    Bot(Arc<str>),
}

impl Default for Contender {
    fn default() -> Self {
        Self::Brain(BrainKind::Normal)
    }
}

impl From<BrainKind> for Contender {
    fn from(kind: BrainKind) -> Self {
        Self::Brain(kind)
    }
}

impl fmt::Display for Contender {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Brain(kind) => kind.fmt(f),
            Self::Bot(command) => f.pad(&format!("{BOT}{command}")),
        }
    }
}

/// There is nothing of this name that could command a side.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UnknownContender {
    /// It is no brain.
    #[error("{0}, and bots as bot:COMMAND")]
    Brain(#[from] UnknownBrain),
    /// The command of a bot is missing, or is no command line.
    #[error("`{0}` names no program; write bot:COMMAND, as in \"bot:python3 my_bot.py\"")]
    Command(String),
}

impl FromStr for Contender {
    type Err = UnknownContender;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let Some(command) = text.trim().strip_prefix(BOT) else {
            return Ok(Self::Brain(text.parse()?));
        };
        match words(command) {
            Some(words) if !words.is_empty() => Ok(Self::Bot(command.trim().into())),
            _ => Err(UnknownContender::Command(text.to_owned())),
        }
    }
}

/// The words of a command line, quoted as in a shell; `None` if a quote does not end.
pub(super) fn words(command: &str) -> Option<Vec<String>> {
    shlex::split(command)
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use super::*;

    #[test]
    fn brains_and_bots_are_read_back() {
        for text in ["normal", "random", "bot:python3 'my bot.py' --depth 2"] {
            let contender: Contender = text.parse().unwrap();
            assert_eq!(contender.to_string(), text);
        }
        let words = words("python3 'my bot.py' --depth 2").unwrap();
        assert_eq!(words, ["python3", "my bot.py", "--depth", "2"]);
    }

    #[test]
    fn what_is_neither_says_what_there_is() {
        let says = |text: &str| text.parse::<Contender>().unwrap_err().to_string();
        assert_eq!(
            says("normel"),
            "there is no brain `normel` (did you mean `normal`?); there are: random, easy, normal, hard, and bots as bot:COMMAND"
        );
        for text in ["bot:", "bot: ", "bot:python3 'my bot.py"] {
            assert_eq!(
                says(text),
                format!(
                    "`{text}` names no program; write bot:COMMAND, as in \"bot:python3 my_bot.py\""
                )
            );
        }
    }
}
