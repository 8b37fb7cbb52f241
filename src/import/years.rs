//! Plans the copies of all days, one year at a time, because the days of a year share a manifest.
//! For each puzzle, one file is copied.

use std::collections::{BTreeMap, BTreeSet};

use cargo_toml::Edition;
use toml_edit::{DocumentMut, value};

use super::copy::{Called, plan_copy};
use super::days::{Code, DayFile, NotCalled};
use super::lock::{Library, NeededLibrary, PackageLock, add_newest, system_library};
use super::manifest::YearManifest;
use super::names::{file_name, folder_of, within};
use super::plan::{Calling, FoundCall, ImportedFile, Kind, Note, Plan, Skipped};
use super::source::LET_CHAINS;
use crate::files::{if_exists, read_text_file};
use crate::project::{build_nothing_by_name, new_year_manifest};
use crate::puzzle::Puzzle;

/// Plans the copies of all days, and notes the files that would change how they are built.
pub fn plan(code: &Code, plan: &mut Plan) {
    for days in code
        .days
        .chunk_by(|one, next| one.puzzle.year == next.puzzle.year)
    {
        if let Err(why) = plan_year(code, days, plan) {
            let year = days[0].puzzle.year;
            plan.skip(format!("days/year{year}/Cargo.toml"), None, why);
        }
    }
    plan_libraries(code, plan);
    for file in &code.tree.files {
        let folder = folder_of(file);
        let folder = match file_name(file).trim_end_matches(".toml") {
            // In any other folder, `build.rs` is a module.
            "build.rs" if code.is_package(folder) => folder,
            "rust-toolchain" => folder,
            "config" if file_name(folder) == ".cargo" && changes_builds(code, file) => {
                folder_of(folder)
            }
            _ => continue,
        };
        let mut wanted_by = Vec::new();
        for day in &code.days {
            let is_there = within(folder, day.file).is_some();
            if is_there && plan.days.contains(&day.puzzle) {
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

/// Whether a configuration of cargo has more than environment variables and aliases.
fn changes_builds(code: &Code, file: &str) -> bool {
    let text = code.tree.text(file).unwrap_or_default();
    let table = text.parse::<toml::Table>();
    table.map_or(true, |table| {
        let mut keys = table.keys();
        keys.any(|key| !["env", "alias"].contains(&key.as_str()))
    })
}

/// Plans to take the versions of libraries in the Cargo.lock of each copied package. Notes the
/// libraries that cargo cannot get from a registry.
fn plan_libraries(code: &Code, plan: &mut Plan) {
    let mut needs = BTreeMap::<String, BTreeSet<Puzzle>>::new();
    let mut locks = BTreeMap::new();
    for (library, days) in &plan.libraries {
        let Library { folder, name, .. } = library;
        let lock = locks.entry(folder).or_insert_with(|| {
            let mut packages = code.packages.iter();
            let package = packages.find(|package| package.folder == *folder)?;
            PackageLock::read(&package.place, &package.name)
        });
        let versions = lock.as_ref().map_or(Vec::new(), |lock| lock.versions(name));
        let names = versions.iter().map(|version| &version.name);
        let of_system: BTreeSet<&str> = names
            .chain([name])
            .filter(|_| !library.is_bundled)
            .filter_map(|name| system_library(name))
            .collect();
        let mut wanted: Vec<String> = of_system
            .into_iter()
            .map(|of_system| format!("{of_system} on the system, for `{name}`"))
            .collect();
        if let Some(git) = &library.git {
            wanted.push(format!("`{name}` from {git}, which cargo gets by git"));
        }
        for what in wanted {
            needs.entry(what).or_default().extend(days);
        }
        for version in versions {
            add_newest(&mut plan.locked, version);
        }
    }
    let needs = needs
        .into_iter()
        .map(|(what, days)| NeededLibrary { what, days });
    plan.needs = needs.collect();
}

/// The newest edition among the days' packages, and the edition that their sources need. It is at
/// least 2018, because the code that `aoc` adds is not valid in older ones.
fn newest_edition(code: &Code, days: &[DayFile]) -> Edition {
    let mut newest = Edition::E2018;
    for day in days {
        let package = code.package_of(day.file);
        newest = newest.max(package.edition());
        let files = code.tree.sources(&package.folder).into_iter();
        let mut sources = files.filter_map(|file| code.source(file).ok());
        if sources.any(|source| source.asks_for(LET_CHAINS)) {
            newest = Edition::E2024;
        }
    }
    newest
}

/// Plans the copies of a year's days, and the year's manifest. A new manifest has the newest
/// edition of the days. The error says why the manifest cannot be changed.
fn plan_year(code: &Code, days: &[DayFile], plan: &mut Plan) -> Result<(), String> {
    let year = days[0].puzzle.year;
    let file = format!("days/year{year}/Cargo.toml");
    let path = code.request.project.root().join(&file);
    let found = if_exists(&path, read_text_file(&path));
    let old = found.map_err(|error| error.to_string())?;
    let text = old.clone().unwrap_or_else(|| new_year_manifest(year));
    let mut document: DocumentMut = text
        .parse()
        .map_err(|_| "cannot be read: it is not TOML".to_owned())?;
    let root = code.request.project.root();
    // By the name of its file, cargo would take a copied module for a build script or a program.
    build_nothing_by_name(&mut document, path.with_file_name("build.rs").is_file());
    let mut manifest = YearManifest {
        document,
        is_ours: old.is_none() || plan.record.is_unedited(root, &file),
    };
    if old.is_none() {
        let edition = newest_edition(code, days);
        manifest.document["package"]["edition"] = value(edition.to_string());
    }
    let mut refused = Vec::new();
    for day in days {
        // If a puzzle has several files, the first one that can be called is taken.
        let is_asked = code
            .request
            .only
            .is_none_or(|only| only.contains(&day.puzzle));
        if plan.days.contains(&day.puzzle) || !is_asked {
            continue;
        }
        let found = match code.request.calling {
            Calling::AsFound(found) => found.get(&day.puzzle),
            _ => None,
        };
        let called = match (code.request.calling, found, &day.wiring) {
            (Calling::InAllWays { without_main }, ..) if !day.candidates.is_empty() => {
                Ok(Called::InAllWays {
                    candidates: &day.candidates,
                    has_main: !without_main.contains(&day.puzzle),
                })
            }
            (_, Some(FoundCall::By { file, wiring }), _) if file == day.file => {
                Ok(Called::By(wiring))
            }
            (_, Some(FoundCall::By { .. }), _) => continue,
            (_, Some(FoundCall::Unclear(why) | FoundCall::NotBuilt(why)), _) => Err(why.clone()),
            (_, Some(FoundCall::ByNames) | None, Ok(wiring)) => Ok(Called::By(wiring)),
            (_, Some(FoundCall::ByNames) | None, Err(why)) => Err(why.to_string()),
        };
        let is_unclear = called.is_err()
            && !matches!(found, Some(FoundCall::NotBuilt(_)))
            && !matches!(day.wiring, Err(NotCalled::OnePart));
        let copied = called.and_then(|called| plan_copy(code, day, called, &mut manifest, plan));
        match copied {
            Ok(notes) => plan.notes.extend(notes.into_iter().map(|why| Note {
                puzzle: day.puzzle,
                why,
            })),
            Err(why) => refused.push((day, why, is_unclear)),
        }
    }
    for (day, why, is_unclear) in &refused {
        // If one file of a puzzle can be called, its other files are something else, such as tests.
        let is_clear =
            |(other, ..): &(&DayFile, _, _)| other.puzzle == day.puzzle && other.wiring.is_ok();
        if day.wiring.is_err() && refused.iter().any(is_clear) {
            continue;
        }
        plan.has_unclear |= is_unclear;
        plan.refuse(code.tree.path(day.file), Some(day.puzzle), why.clone());
    }
    if plan.nightly_years.contains(&year) {
        plan.nightly.retain(|puzzle| puzzle.year != year);
        let days = plan.days.iter().filter(|puzzle| puzzle.year == year);
        plan.nightly.extend(days);
    }
    let text = manifest.document.to_string();
    let has_days = plan.days.iter().any(|day| day.year == year);
    if has_days && old.as_ref() != Some(&text) {
        let file = ImportedFile::new(Kind::Manifest, file, None, text);
        plan.files.push(file);
    }
    Ok(())
}
