//! The steps that several commands share: selecting puzzles, creating days, logging in, the editor
//! and the browser, reading pages, the first look at a puzzle, and writing the table of days into
//! the README. Downloading, running, submitting and watching have modules of their own.

pub mod browser;
pub mod editor;
pub mod first_look;
pub mod login;
pub mod new_day;
mod read;
mod readme;
pub mod selection;
pub mod user_programs;

pub use read::{ReadResult, read_page, show_open_part, show_pages};
pub use readme::{check_readme, lock_readme, write_readme};
pub use selection::Resolver;
