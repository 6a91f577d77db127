//! The tools as people use them, and what holds for every ruleset.

mod approaches;
mod attacks;
mod author_view;
mod autosaves;
mod battlefield;
mod bots;
mod bots_that_fail;
mod cases;
mod command_line;
mod corpora;
mod determinism;
#[path = "../../../content/tests/all/fixture/mod.rs"]
mod fixture;
mod forged_files;
#[path = "../../../../fuzz/src/targets.rs"]
mod fuzz_targets;
mod hostile_files;
mod journals;
mod lessons;
mod misspelt_cases;
mod mod_cases;
mod modding_words;
mod mods_command;
mod odds;
mod odds_outcomes;
mod own_forecasts;
mod proofs;
mod random_play;
mod recording;
mod records;
mod refusals;
mod regret;
mod rough_forecasts;
mod rule_options;
mod schemas;
mod scrutiny;
mod secrecy;
mod shut_fields;
mod sim_journal;
mod simulation;
mod tournament;
mod twins;
mod unseen;
mod vocabulary;
mod words_of_rulesets;
mod zones_odds;
