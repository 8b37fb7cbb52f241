//! The plan of all days that are copied: a year at a time, as its days share a
//! manifest, and one file for each puzzle.

use cargo_toml::Edition;
use toml_edit::{DocumentMut, value};

use super::copy::plan_copy;
use super::days::{Code, DayFile};
use super::names::{file_name, folder_of, within};
use super::plan::{ImportedFile, Plan, Skipped};
use crate::files::read_text_file;
use crate::project::new_year_manifest;

/// Plans the copies of all days, and names the files that stay behind.
pub fn plan(code: &Code, plan: &mut Plan) {
    for days in code
        .days
        .chunk_by(|one, next| one.puzzle.year == next.puzzle.year)
    {
        plan_year(code, days, plan);
    }
    for file in &code.tree.files {
        let folder = match file_name(file).trim_end_matches(".toml") {
            "build.rs" | "rust-toolchain" => folder_of(file),
            "config" if file_name(folder_of(file)) == ".cargo" => folder_of(folder_of(file)),
            _ => continue,
        };
        let mut wanted_by = Vec::new();
        for day in &code.days {
            if within(folder, day.file).is_some() && plan.days.contains(&day.puzzle) {
                wanted_by.push(day.puzzle);
            }
        }
        let why = "it would change how all is built: copy what days want of it yourself";
        plan.skipped.push(Skipped {
            from: code.tree.path(file),
            puzzle: None,
            why: why.to_owned(),
            wanted_by,
        });
    }
}

/// Plans the copies of a year's days, and its manifest: a new one has the newest
/// edition of theirs.
fn plan_year(code: &Code, days: &[DayFile], plan: &mut Plan) {
    let project = code.setting.project;
    let year = days[0].puzzle.year;
    let path = format!("days/year{year}/Cargo.toml");
    let old = read_text_file(&project.root().join(&path));
    let is_new = old.is_err();
    let text = old.unwrap_or_else(|_| new_year_manifest(year));
    let Ok(mut manifest) = text.parse::<DocumentMut>() else {
        return plan.skip(path, None, "cannot be read: it is not TOML");
    };
    if is_new {
        // Before 2018, the code of `aoc` itself would be no Rust.
        let mut edition = Edition::E2018;
        for day in days {
            edition = edition.max(code.package_of(day.file).edition());
        }
        manifest["package"]["edition"] = value(edition.to_string());
    }
    for files in days.chunk_by(|one, next| one.puzzle == next.puzzle) {
        plan_puzzle(code, files, &mut manifest, plan);
    }
    if plan.days.iter().any(|day| day.year == year) {
        let mut file = ImportedFile::new("manifest", path.clone(), manifest.to_string(), None);
        file.replaces = !is_new;
        if let Err(why) = plan.add(project, vec![file]) {
            plan.skip(path, None, why);
        }
    }
}

/// Plans the copy of one puzzle: the first of its files that can be called.
fn plan_puzzle(code: &Code, days: &[DayFile], manifest: &mut DocumentMut, plan: &mut Plan) {
    let mut refused = Vec::new();
    for day in days {
        match plan_copy(code, day, manifest, plan) {
            Ok(()) => return,
            Err(why) => refused.push((day, why)),
        }
    }
    for (day, why) in refused {
        plan.refuse(code.tree.path(day.file), Some(day.puzzle), why);
        plan.has_uncalled |= day.is_whole && day.wiring.is_err();
    }
}
