//! The plan of all days that are copied: a year at a time, as its days share a
//! manifest, and one file for each puzzle.

use std::path::Path;

use toml_edit::{DocumentMut, value};

use super::copy::plan_copy;
use super::days::{Code, DayFile};
use super::{ImportedFile, Plan, tree};
use crate::files::read_text_file;
use crate::project::{NewFile, year_manifest};
use crate::puzzle::Puzzle;

/// Files that change how everything is built.
const BUILD_FILES: &str = "/build.rs /.cargo/config /rust-toolchain";

/// Files in which tools have the user's session.
const SESSIONS: &str = "/token /session /credentials /.adventofcode.session";

/// Files that are or look like days, those of a puzzle in the order in which they are
/// tried.
type Days<'c> = [(Puzzle, &'c DayFile<'c>)];

/// Plans the copies of all days.
pub fn plan(code: &Code<'_>, plan: &mut Plan) {
    let mut days = Vec::new();
    for day in &code.days {
        match tree::puzzle(code.year_of(day.file), day.day) {
            Ok(puzzle) => days.push((puzzle, day)),
            Err(why) => plan.skip(code.tree.root.join(day.file), None, why),
        }
    }
    // A library or a module comes before the program that calls it.
    days.sort_by_key(|(puzzle, it)| (*puzzle, !it.is_whole, it.is_crate));
    let is_folder = code.setting.from.is_some_and(|it| Path::new(it).is_dir());
    for file in &code.tree.files {
        let path = format!("/{}", file.trim_end_matches(".toml"));
        let is = |names: &str| names.split(' ').any(|it| path.ends_with(it));
        let why = match (is(BUILD_FILES), is_folder && is(SESSIONS)) {
            (true, _) => "it would change how all is built: copy it yourself",
            (_, true) => "a session is not taken from a folder: `aoc login` stores yours",
            _ => continue,
        };
        plan.skip(code.tree.root.join(file), None, why);
    }
    for of_year in days.chunk_by(|one, other| one.0.year == other.0.year) {
        plan_year(code, of_year, plan);
    }
}

/// Plans the copies of a year's days, and its manifest: a new one has the newest
/// edition of theirs.
fn plan_year(code: &Code<'_>, days: &Days<'_>, plan: &mut Plan) {
    let (project, year) = (code.setting.project, days[0].0.year);
    let NewFile { path, text } = year_manifest(project, year);
    let old = read_text_file(&project.root().join(&path)).ok();
    let is_new = old.is_none();
    let Ok(mut manifest) = old.unwrap_or(text).parse::<DocumentMut>() else {
        return plan.skip(path, None, "cannot be read: it is not TOML");
    };
    if is_new {
        let editions = days.iter().map(|it| &*code.package_of(it.1.file).edition);
        // Before 2018, the code of `aoc` itself would be no Rust.
        manifest["package"]["edition"] = value(editions.fold("2018", Ord::max));
        // A new year has those of another one, which may be other versions.
        if let Some(table) = manifest["dependencies"].as_table_mut() {
            table.retain(|name, _| name == "aoc-solution");
        }
    }
    for of_puzzle in days.chunk_by(|one, other| one.0 == other.0) {
        plan_puzzle(code, of_puzzle, &mut manifest, plan);
    }
    if plan.days.iter().any(|day| day.year == year) {
        let mut file = ImportedFile::new("manifest", path.clone(), manifest.to_string(), None);
        file.replaces = !is_new;
        let added = plan.add(project, vec![file]);
        added.unwrap_or_else(|why| plan.skip(path, None, why));
    }
}

/// Plans the copy of a puzzle's day: the first file that can be called.
fn plan_puzzle(code: &Code<'_>, days: &Days<'_>, manifest: &mut DocumentMut, plan: &mut Plan) {
    let (before, mut taken) = (plan.skipped.len(), None);
    for &(puzzle, day) in days {
        let done = match taken {
            // A program that only calls the day is no second one.
            Some(_) if code.wiring(day).is_err() => continue,
            Some(taken) => Err(format!("{taken} is taken instead")),
            None => plan_copy(code, day, puzzle, manifest, plan),
        };
        if let Err(why) = done {
            plan.skip(code.tree.root.join(day.file), Some(puzzle), why);
        } else {
            plan.skipped.truncate(before);
            taken = Some(day.file);
        }
    }
}
