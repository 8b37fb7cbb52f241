//! The plan of all days that are copied: a year at a time, as its days share a
//! manifest, and one file for each puzzle.

use std::path::Path;

use cargo_toml::Edition;
use toml_edit::{DocumentMut, value};

use super::copy::plan_copy;
use super::days::{Code, DayFile};
use super::names::{file_name, folder_of};
use super::plan::{ImportedFile, Plan};
use crate::files::read_text_file;
use crate::project::new_year_manifest;

/// Plans the copies of all days.
pub fn plan(code: &Code<'_>, plan: &mut Plan) {
    let is_folder = code.setting.from.is_some_and(|it| Path::new(it).is_dir());
    for file in &code.tree.files {
        let name = file_name(file).trim_end_matches(".toml");
        let why = match (file_name(folder_of(file)), name) {
            (_, "build.rs" | "rust-toolchain") | (".cargo", "config") => {
                "it would change how all is built: copy it yourself"
            }
            (_, "token" | "session" | "credentials" | ".adventofcode.session") if is_folder => {
                "a session is not taken from a folder: `aoc login` stores yours"
            }
            _ => continue,
        };
        plan.skip(code.tree.root.join(file), None, why);
    }
    for days in code.days.chunk_by(|a, b| a.puzzle.year == b.puzzle.year) {
        plan_year(code, days, plan);
    }
}

/// Plans the copies of a year's days, and its manifest: a new one has the newest
/// edition of theirs.
fn plan_year(code: &Code<'_>, days: &[DayFile<'_>], plan: &mut Plan) {
    let (project, year) = (code.setting.project, days[0].puzzle.year);
    let path = format!("days/year{year}/Cargo.toml");
    let old = read_text_file(&project.root().join(&path)).ok();
    let is_new = old.is_none();
    let text = old.unwrap_or_else(|| new_year_manifest(year));
    let Ok(mut manifest) = text.parse::<DocumentMut>() else {
        return plan.skip(path, None, "cannot be read: it is not TOML");
    };
    if is_new {
        let editions = days.iter().map(|day| code.package_of(day.file).edition());
        // Before 2018, the code of `aoc` itself would be no Rust.
        let edition = editions.fold(Edition::E2018, Ord::max);
        manifest["package"]["edition"] = value(edition.to_string());
    }
    for files in days.chunk_by(|a, b| a.puzzle == b.puzzle) {
        plan_puzzle(code, files, &mut manifest, plan);
    }
    if plan.days.iter().any(|day| day.year == year) {
        let mut file = ImportedFile::new("manifest", path.clone(), manifest.to_string(), None);
        file.replaces = !is_new;
        let added = plan.add(project, vec![file]);
        added.unwrap_or_else(|why| plan.skip(path, None, why));
    }
}

/// Plans the copy of one puzzle: the first of its files that can be called.
fn plan_puzzle(code: &Code<'_>, days: &[DayFile<'_>], manifest: &mut DocumentMut, plan: &mut Plan) {
    let before = plan.skipped.len();
    let place = |day: &DayFile<'_>| code.tree.root.join(day.file);
    for day in days {
        if let Err(why) = plan_copy(code, day, manifest, plan) {
            plan.skip(place(day), Some(day.puzzle), why);
            continue;
        }
        plan.skipped.truncate(before);
        // A program that only calls the day is not named.
        let is_second = |it: &&DayFile<'_>| it.file != day.file && code.wiring(it).is_ok();
        for other in days.iter().filter(is_second) {
            let why = format!("{} is taken instead", day.file);
            plan.skip(place(other), Some(day.puzzle), why);
        }
        return;
    }
}
