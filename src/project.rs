//! The repository: where its parts are, which days it has, its generated
//! `main.rs`, and what `init` writes.

mod days;
mod error;
mod library;
mod main_rs;
mod names;
mod note;
mod readme;
mod revision;
mod root;
mod source;
mod sync;
pub mod templates;
mod year;

pub use error::ProjectError;
pub use library::Library;
pub use main_rs::one_day as one_day_main;
pub use names::day_name;
pub use note::Note;
pub use readme::ReadmeTable;
pub use revision::Revision;
pub use root::Project;
pub use year::YearSources;
