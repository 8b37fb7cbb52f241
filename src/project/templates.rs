//! The files that `aoc init` and `aoc new` write, and the ones kept up to date.
//!
//! Everything comes from this package or from the library's own package, so the
//! published runner has it as well.

mod checksums;
mod create;
mod day;
mod days;
mod error;
mod file;
pub mod gitignore;
mod library;
mod manifest;
mod readme;
mod repository;
mod update;

pub use create::{Created, create_missing};
pub use day::DayTemplate;
pub use days::{days, year_manifest};
pub use error::TemplateError;
pub use library::{
    FOLDER as LIBRARY, differs as library_differs, folder_differs as library_at_differs,
    least_rust_version, own_version as own_library_version, version as library_version,
};
pub use manifest::{
    has_member, lacks_days as manifest_lacks_days, with_days as manifest_with_days,
};
pub use readme::{MARKERS, with_markers as readme_with_markers};
pub use repository::{repository, untested};
pub use update::{Updated, numbers as version_numbers, update_library};
