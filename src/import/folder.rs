//! Which files are in the folder of another tool, and what do their paths and manifests say?
//! Nothing here parses Rust.
//!
//! - `tree` lists the files. Only `manifest` and `plan/cargo_lock` read other files, in the folders
//!   around the imported one.
//! - `names` finds years and days in the names of files and folders, and `advent_years` decides
//!   whether the number of a folder such as `advent23` is a year or a day.
//! - `part_names` finds parts in the names of files, modules and functions.
//! - `input_paths` finds the files that may be inputs.
//! - `manifest` reads the packages, and writes the manifests of their copies.
//! - `secrets` says which files and variables may hold a session or another secret. No program of
//!   the folder sees these.

pub mod advent_years;
pub mod input_paths;
pub mod manifest;
pub mod names;
pub mod part_names;
#[cfg(test)]
mod properties;
pub mod secrets;
pub mod tree;
