//! The repository: its root, its days, the generated `main.rs`, git, and the files that
//! `init` and `new` write.

mod allocator;
mod days;
mod git;
mod library;
mod links;
mod manifest;
mod new_files;
mod readme;
mod root;
pub mod source;
pub mod templates;
mod year;

pub use days::day_title;
pub use git::{Git, is_repository};
pub use library::{
    LIBRARY, LIBRARY_PACKAGE, LibraryState, built_in_library_version, library_files,
};
pub use links::link_in;
pub use manifest::{WORKSPACE, has_years, new_year_manifest, set_discovery_keys};
pub use new_files::{FileChanges, FileState, NewFile};
pub use readme::ReadmeBlock;
pub use root::{Project, parse_year};
pub use year::{
    Features, MisnamedFile, ROOT_ITEMS, YearFiles, is_generated_main, mod_lines, module_in_code,
};
