//! The whole of it, from outside: the built `aoc` in a world of its own.

mod fetch;
mod fetch_disk;
mod fetch_faults;
mod fetch_session;
mod fetch_time;
mod hostile;
mod init;
mod man;
mod process;
mod readme;
mod sandbox;
mod site;
mod table;
mod workshop;
