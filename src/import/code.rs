//! The code of other repositories: which of their files are days, and what the
//! copies of these look like here.
//!
//! A copy keeps the text of the original; what is changed are paths of modules,
//! attributes and macros of the other tool, and types that become visible. One
//! call of `functions!` is added.

mod adapter;
mod attributes;
mod copy;
mod day;
mod edits;
mod examples;
mod files;
mod found;
mod input_type;
mod items;
mod modules;
mod package;
mod parts;
mod paths;
mod root;
mod shared;
mod source;
mod sources;
mod values;
mod year;

pub use package::plan;
pub use sources::Hints;
