//! Importing from other tools and repositories: first a plan of what is new,
//! which writes nothing, then its execution.
//!
//! `tree` lists the files of a folder, `inputs` and `days` find one kind of thing each, and
//! `years` plans the days. `rust` reads the code of a day, `wiring` says how its functions
//! are called, `examples` finds its examples, and `copy` makes the copy; `manifest` reads
//! the manifests of packages. `plan` has what they find, and writes it.

mod copy;
mod days;
mod examples;
mod inputs;
mod manifest;
mod names;
mod plan;
mod rust;
mod tree;
mod wiring;
mod years;

use std::fs;
use std::path::Path;

pub use plan::{ImportedText, Plan, Setting, Skipped, apply};
pub use wiring::expression;

use crate::error::CliError;
use names::{day_and_words, year_in};
use tree::Tree;

/// Plans what to import.
pub fn plan(setting: &Setting<'_>) -> Result<Plan, CliError> {
    let mut plan = Plan::default();
    if let Some(folder) = inputs::plan_tools(setting, &mut plan)? {
        rust::on_large_stack(|| plan_folder(&folder, setting, &mut plan));
    }
    Ok(plan)
}

/// Plans the code, the inputs and the answers of a folder.
fn plan_folder(folder: &Path, setting: &Setting<'_>, plan: &mut Plan) {
    // Links to the project's folders are followed, too.
    let real = |path: &Path| fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let (there, root) = (real(folder), real(setting.project.root()));
    let own = [root.join("days"), real(&setting.store.root)];
    let names = there.iter().rev().take(2).filter_map(|name| name.to_str());
    let year = setting.year.or(names.clone().find_map(year_in));
    let setting = &Setting { year, ..*setting };
    let day = names.clone().next().and_then(day_and_words);
    // The name of a day's folder says which day it is.
    let of_day = there.parent().filter(|_| day.is_some());
    let (root, folder) = of_day.map_or((folder, folder), |parent| (parent, &*there));
    let tree = Tree::read(root, folder, &own, plan);
    let code = days::Code::read(&tree, setting, plan);
    inputs::plan(&code, plan);
    years::plan(&code, plan);
    // A year, which has its manifest first, comes after the packages that it names.
    plan.files
        .sort_by_key(|file| (file.file.starts_with("days/year"), file.kind != "manifest"));
}

#[cfg(test)]
mod tests;
