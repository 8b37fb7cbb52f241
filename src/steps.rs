//! The steps that several commands share beside the rooms for downloading, running, submitting and
//! watching: selecting puzzles, creating days, logging in, the editor and the browser, reading pages, and
//! writing the table of days into the README.

pub mod browser;
pub mod editor;
pub mod login;
pub mod new_day;
mod read;
mod readme;
pub mod selection;
pub mod user_programs;

pub use read::{PageForm, PageReader, show_day};
pub use readme::write_readme;
pub use selection::Resolver;
