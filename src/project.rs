//! The repository: where its parts are, which days it has, its generated
//! `main.rs`, and what `init` writes.

mod days;
mod error;
mod git;
mod library;
mod main_rs;
mod names;
mod note;
mod readme;
mod revision;
mod root;
mod rust;
mod source;
mod submodule;
mod sync;
pub mod templates;
mod year;

pub use error::ProjectError;
pub use git::git;
pub use library::Library;
pub use main_rs::is_generated as is_generated_main;
pub use names::module_name;
pub use note::Note;
pub use readme::ReadmeTable;
pub use revision::Revision;
pub use root::Project;
pub use rust::{Token, TokenKind, rust_tokens};
pub use year::YearSources;
