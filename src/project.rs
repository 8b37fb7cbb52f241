//! The repository: where its parts are, which days it has, its generated
//! `main.rs`, and what `init` writes.

mod days;
mod error;
mod library;
mod registry;
mod root;
mod sync;
pub mod templates;

pub use days::day_name;
pub use error::ProjectError;
pub use library::Library;
#[cfg(test)]
pub use registry::empty as empty_main;
pub use registry::shadow as shadow_main;
pub use root::Project;
pub use sync::Note;
