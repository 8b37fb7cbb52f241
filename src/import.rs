//! Importing from other tools and repositories: first a plan of what is new,
//! which writes nothing, then its execution.
//!
//! `tree` lists the files of a folder, `inputs` and `days` find one kind of thing each, and
//! `years` plans the days. `source` reads the code of a day, `signature` the types of its
//! functions, `wiring` says how they are called, `examples` finds its examples, and `copy`
//! makes the copy; `manifest` reads the manifests of packages. `refusal` has the reasons why
//! a day is not imported, and `plan` what all of them find, which it writes.

mod copy;
mod days;
mod examples;
mod inputs;
mod manifest;
mod names;
mod plan;
mod refusal;
mod signature;
mod source;
mod tree;
mod wiring;
mod years;

use std::fs;
use std::path::{Path, PathBuf};

pub use plan::{Plan, Setting, Skipped, apply};
pub use wiring::expression;

use crate::error::Result;
use names::{day_of_folder, year_in};
use tree::Tree;

/// Plans what to import.
pub fn plan(setting: &Setting) -> Result<Plan> {
    let mut plan = Plan::default();
    if let Some(folder) = inputs::plan_tools(setting, &mut plan)? {
        source::on_large_stack(|| plan_folder(&folder, setting, &mut plan));
    }
    Ok(plan)
}

/// Plans the code, the inputs and the answers of a folder.
fn plan_folder(folder: &Path, setting: &Setting, plan: &mut Plan) {
    let there = real(folder);
    let names: Vec<&str> = there
        .iter()
        .rev()
        .take(2)
        .filter_map(|name| name.to_str())
        .collect();
    let year = names.iter().find_map(|name| year_in(name));
    let setting = &Setting {
        year: setting.year.or(year),
        ..*setting
    };
    // The name of a day's folder says which day it is.
    let is_day = names
        .first()
        .is_some_and(|name| day_of_folder(name).is_some());
    let (root, folder) = match there.parent() {
        Some(parent) if is_day => (parent, &*there),
        _ => (folder, folder),
    };
    // Links to the project's folders are followed, too.
    let days = real(&setting.project.root().join("days"));
    let own = [days, real(&setting.store.root)];
    let tree = Tree::read(root, folder, &own, plan);
    let code = days::Code::read(&tree, setting, plan);
    inputs::plan(&code, plan);
    years::plan(&code, plan);
    // A year, which has its manifest first, comes after the packages that it names.
    plan.files
        .sort_by_key(|file| (file.file.starts_with("days/year"), file.kind != "manifest"));
}

/// A path without links.
fn real(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())
}

#[cfg(test)]
mod tests;
