//! Tests of the whole program. The built `aoc` runs in a sandbox (`sandbox.rs`), with a stand-in
//! for the site (`site.rs`). Tests of building share a project (`shared_project.rs`).
//!
//! The tests need shells, signals, links and pseudo-terminals. On Windows, only the tests beside
//! the code run.

#![cfg(unix)]

mod accept;
mod bench;
mod build;
mod calendar;
mod completions;
mod config;
mod docs;
mod doctor;
mod examples;
mod fetch;
mod fetch_faults;
mod fetch_learn;
mod fetch_missing;
mod fetch_time;
mod r#gen;
mod hostile;
mod import;
mod init;
mod last_run;
mod leaderboard;
mod login;
mod new;
mod open;
mod private_inputs;
mod process;
mod program;
mod read;
mod run;
mod sandbox;
mod shared_project;
mod site;
mod start;
mod status;
mod submit;
mod submit_solve;
mod submit_walk;
mod terminal;
mod test;
mod times;
mod unknown_session;
mod usage;
mod verify;
mod watch;
