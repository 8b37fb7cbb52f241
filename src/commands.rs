//! The commands, one file each.

pub mod accept;
pub mod bench;
pub mod calendar;
pub mod completions;
pub mod doctor;
pub mod fetch;
pub mod r#gen;
pub mod import;
pub mod init;
pub mod leaderboard;
pub mod list;
pub mod login;
pub mod logout;
pub mod man;
pub mod new;
pub mod open;
pub mod profile;
pub mod read;
pub mod run;
pub mod start;
pub mod status;
pub mod submit;
pub mod test;
pub mod times;
pub mod verify;
pub mod watch;
