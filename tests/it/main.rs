//! The whole of it, from outside: the built `aoc` in a world of its own.

mod accept;
mod bench;
mod build;
mod fetch;
mod fetch_disk;
mod fetch_faults;
mod fetch_learn;
mod fetch_many;
mod fetch_missing;
mod fetch_session;
mod fetch_time;
mod r#gen;
mod hostile;
mod init;
mod man;
mod process;
mod read;
mod readme;
mod run;
mod sandbox;
mod site;
mod table;
mod terminal;
mod usage;
mod workshop;
