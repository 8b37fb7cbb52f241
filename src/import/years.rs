//! The plan of all days that are copied: a year at a time, as its days share a
//! manifest, and one file for each puzzle.

use std::collections::BTreeMap;

use toml_edit::{DocumentMut, value};

use super::copy::plan_copy;
use super::days::{Code, DayFile};
use super::{ImportedFile, Plan, Skipped, tree};
use crate::files::{if_exists, read_text_file};
use crate::project::{NewFile, year_manifest};
use crate::puzzle::Puzzle;

/// Files that change how everything is built.
const OF_BUILDS: &str =
    "/build.rs /.cargo/config /.cargo/config.toml /rust-toolchain /rust-toolchain.toml";

/// Plans the copies of all days.
pub fn plan(code: &Code<'_>, plan: &mut Plan) {
    let mut puzzles: BTreeMap<Puzzle, Vec<&DayFile<'_>>> = BTreeMap::new();
    for day in &code.days {
        match tree::puzzle(code.year_of(day.file), day.day) {
            Ok(puzzle) => puzzles.entry(puzzle).or_default().push(day),
            Err(why) => plan.skip(code.tree.root.join(day.file), None, why),
        }
    }
    for file in code.tree.files.iter().filter(|_| !puzzles.is_empty()) {
        let path = format!("/{file}");
        if OF_BUILDS.split(' ').any(|it| path.ends_with(it)) {
            let why = "it would change how all is built: copy it yourself";
            plan.skip(code.tree.root.join(file), None, why);
        }
    }
    let puzzles: Vec<_> = puzzles.into_iter().collect();
    for of_year in puzzles.chunk_by(|one, other| one.0.year == other.0.year) {
        plan_year(code, of_year, plan);
    }
}

/// Plans the copies of a year's days, and its manifest: a new one has the newest
/// edition of theirs.
fn plan_year(code: &Code<'_>, puzzles: &[(Puzzle, Vec<&DayFile<'_>>)], plan: &mut Plan) {
    let (project, year) = (code.setting.project, puzzles[0].0.year);
    let NewFile { path, text } = year_manifest(project, year);
    let file = project.root().join(&path);
    let old = match if_exists(&file, read_text_file(&file)) {
        Err(error) => return plan.skip(path, None, error),
        Ok(old) => old,
    };
    let is_new = old.is_none();
    let Ok(mut manifest) = old.unwrap_or(text).parse::<DocumentMut>() else {
        return plan.skip(path, None, "cannot be read: it is not TOML");
    };
    let days = puzzles.iter().flat_map(|it| &it.1);
    let editions = days.map(|day| &*code.package_of(day.file).edition);
    if is_new {
        // Before 2018, the code of `aoc` itself would be no Rust.
        manifest["package"]["edition"] = value(editions.fold("2018", Ord::max));
        // A new year has those of another one, which may be other versions.
        if let Some(table) = manifest["dependencies"].as_table_mut() {
            table.retain(|name, _| name == "aoc-solution");
        }
    }
    for (puzzle, days) in puzzles {
        plan_puzzle(code, *puzzle, days, &mut manifest, plan);
    }
    if plan.days.iter().any(|day| day.year == year) {
        let mut file = ImportedFile::new("manifest", path.clone(), manifest.to_string(), None);
        file.replaces = true;
        if let Err(why) = plan.add(project, vec![file]) {
            plan.skip(path, None, why);
        }
    }
}

/// Plans the copy of a puzzle's day: the first file that can be called, a library
/// or a module before the program that calls it.
fn plan_puzzle(
    code: &Code<'_>,
    puzzle: Puzzle,
    days: &[&DayFile<'_>],
    manifest: &mut DocumentMut,
    plan: &mut Plan,
) {
    let mut days = days.to_vec();
    days.sort_by_key(|it| (!it.is_whole, it.is_crate));
    let (mut skipped, mut taken) = (Vec::new(), None);
    for day in days {
        let done = match taken {
            // A program that only calls the day is no second one.
            Some(_) if code.wiring(day).is_err() => continue,
            Some(taken) => Err(format!("{taken} is taken instead")),
            None => plan_copy(code, day, puzzle, manifest, plan),
        };
        let Err(why) = done else {
            (skipped, taken) = (Vec::new(), Some(day.file));
            continue;
        };
        let (from, puzzle) = (code.tree.root.join(day.file), Some(puzzle));
        skipped.push(Skipped { from, puzzle, why });
    }
    plan.skipped.extend(skipped);
}
