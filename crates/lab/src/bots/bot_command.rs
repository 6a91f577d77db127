//! The `bot` command: another program commands a side through standard input and output.

use std::{
    io::{self, BufReader},
    sync::Arc,
};

use clap::Args;
use shieldwall_battle::{Battle, BattleSetup, Progress, SideId};
use shieldwall_content::ContentPlaces;

use super::{
    commanding::{Commanding, luck},
    contender::Contender,
    dialogue::Dialogue,
    running::RunningBots,
    wire::Streams,
};
use crate::{
    CommandOutput, JournalSide, LabError,
    battle_player::{failed, refused},
    content_args::read_content,
    named_content::{self, default_ruleset, hint_of_mods, rule_option, seed},
    seeds::{battle_seed, commander_seed},
};

/// Let another program command a side, by lines of JSON on standard input and output.
#[derive(Args, Clone, Debug)]
pub struct BotArgs {
    /// Level to fight on, by its id
    #[arg(long, value_name = "LEVEL")]
    pub level: String,
    /// Ruleset to fight under
    #[arg(long, value_name = "RULESET", default_value_t = default_ruleset())]
    pub ruleset: String,
    /// The side that the other program commands
    #[arg(long, value_name = "SIDE", default_value = "red")]
    pub side: JournalSide,
    /// Who commands all other sides: `random`, `easy`, `normal`, `hard` or bot:COMMAND
    #[arg(long, value_name = "WHO", default_value_t = Contender::default())]
    pub against: Contender,
    /// How many battles to play, one after the other
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    pub battles: u64,
    /// Seed from which those of all battles are derived
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = seed, allow_negative_numbers = true)]
    pub seed: u64,
    /// Rule option to set, as KEY=VALUE; may be given several times
    #[arg(long = "option", value_name = "KEY=VALUE", value_parser = rule_option)]
    pub options: Vec<(String, String)>,
}

/// Plays the battles. Standard output is for the bot alone: the report is for standard error.
///
/// # Errors
/// If what was asked for does not exist or cannot be played, or the bot fails.
pub fn run_bot(args: &BotArgs, places: &ContentPlaces) -> Result<CommandOutput, LabError> {
    let read = read_content(places)?;
    let ruleset = named_content::ruleset(&args.ruleset)?;
    let level = named_content::level(&read.library, &args.level)
        .map_err(|error| hint_of_mods(error, &read))?;
    let mut setup = BattleSetup::of_level(&read.library, &level.id, ruleset.id(), args.seed)?;
    setup.options.extend(args.options.iter().cloned());
    let side = SideId::from(args.side);
    if side.index() >= setup.sides.len() {
        return Err(LabError::no_such_side(side, &setup.level));
    }
    let others = vec![args.against.clone(); setup.sides.len()];
    let mut bot = Dialogue::new(Streams {
        input: BufReader::new(io::stdin()),
        output: io::stdout(),
    });
    let running = RunningBots::new();
    let mut commanding = Commanding::new(running);
    let mut won = [0_u64; 3];
    for number in 0..args.battles {
        let mut setup = setup.clone();
        setup.seed = battle_seed(args.seed, number);
        let seed = setup.seed;
        let fault = |fault| LabError::Bot {
            bot: "the program on standard input".to_owned(),
            battle: number,
            seed,
            fault,
        };
        let of_others = |error| failed(error, number, seed);
        let mut battle = Battle::new(Arc::clone(&ruleset), setup)?;
        // The one that stands in for the bot is never asked.
        let asked = others.iter().zip(0..).map(|(other, place)| {
            if place == side.index() {
                &Contender::Brain(shieldwall_ai::BrainKind::Random)
            } else {
                other
            }
        });
        commanding.begin(&battle, asked).map_err(of_others)?;
        bot.begin(&battle, side, luck(commander_seed(seed, side)))
            .map_err(fault)?;
        while battle.advance() == Progress::Decision {
            let Some(asked) = battle.decision().map(|decision| decision.side) else {
                break;
            };
            let choice = if asked == side {
                bot.choose(&mut battle).map_err(fault)?
            } else {
                commanding.choose(&mut battle, asked).map_err(of_others)?
            };
            let by = &others[asked.index()];
            battle
                .choose(choice)
                .map_err(|refusal| refused(by, number, seed, refusal))?;
        }
        commanding.end(&battle).map_err(of_others)?;
        bot.end(&battle).map_err(fault)?;
        let winner = battle.ending().and_then(|ending| ending.winner);
        won[match winner {
            Some(winner) if !battle.hostile(winner, side) => 0,
            Some(_) => 1,
            None => 2,
        }] += 1;
    }
    let [won, lost, drawn] = won;
    let text = format!("the bot won {won}, lost {lost} and drew {drawn}");
    Ok(CommandOutput::judged(text, true).aside(true))
}
