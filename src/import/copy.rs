//! What is copied? The days of a year share a manifest, so each year is planned as a whole. For
//! each puzzle, one file is copied, or the two files of a joined day. `day` plans the copy of a
//! day, with all files that it needs. A copy of an earlier import stays if that import knew more
//! about the same code.

mod day;

use std::collections::{BTreeMap, BTreeSet};

use cargo_toml::Edition;
use toml_edit::{DocumentMut, value};

use self::day::{obstacle, plan_copy};
use super::folder::manifest::YearManifest;
use super::folder::names::{file_name, folder_of, is_for_tests, within};
use super::left_out::reason::Reason;
use super::left_out::{Skipped, SkippedKind};
use super::plan::cargo_lock::{
    Library, LockedLibrary, NeededLibrary, PackageLock, add_newest, system_library,
};
use super::plan::copy_mode::CopyMode;
use super::plan::{EarlierCopy, ImportedFile, Kind, Note, Plan, PlanContext, Replaced};
use super::repository::OldRepository;
use super::repository::day_decision::Certainty;
use super::repository::day_file::{DayFile, DayKind};
use super::repository::days::uses_module;
use crate::files::{if_exists, read_text_file};
use crate::project::{FileState, new_year_manifest, set_discovery_keys};
use crate::puzzle::{Puzzle, Year};

/// The feature for a syntax that stable compilers accept only in the edition 2024.
const LET_CHAINS: &str = "let_chains";

/// Plans the copies of all days. Notes the files that would change how days are built.
pub fn plan(context: &PlanContext, plan: &mut Plan) {
    let repository = context.repository;
    let years: BTreeSet<Year> = repository.days.keys().map(|day| day.year).collect();
    for year in years {
        let mut puzzles: Vec<Puzzle> = repository.days.keys().copied().collect();
        puzzles.retain(|puzzle| puzzle.year == year);
        if let Err(why) = plan_year(context, year, &puzzles, plan) {
            let why = format!("{}: {why}", manifest_of(year));
            let files = puzzles
                .iter()
                .flat_map(|day| context.instructions_for(*day));
            for (day, _) in files {
                let path = repository.tree.path(&day.file);
                plan.left_out
                    .skip(path, SkippedKind::Day(day.puzzle), &*why);
            }
        }
    }
    plan_libraries(repository, plan);
    skip_build_settings(repository, plan);
}

/// The path of a year's manifest.
fn manifest_of(year: Year) -> String {
    format!("{}/Cargo.toml", year.folder())
}

/// Notes the files of the old repository that say how its packages are built, and the imported days
/// that may need these settings.
fn skip_build_settings(repository: &OldRepository, plan: &mut Plan) {
    for file in &repository.tree.files {
        let Some(folder) = folder_built_with(repository, file) else {
            continue;
        };
        let package = repository.package_built_by(file);
        let copy =
            package.map(|package| format!("days/{}/Cargo.toml", repository.copy_name(package)));
        let wanted_by = plan.copied.iter().filter(|(_, day)| {
            within(folder, &day.file).is_some()
                || copy.iter().any(|manifest| day.copies.contains(manifest))
        });
        let wanted_by: Vec<Puzzle> = wanted_by.map(|(puzzle, _)| *puzzle).collect();
        let why = if wanted_by.is_empty() {
            "it would affect every build of your project, and no imported day needs it"
        } else {
            "it would affect every build of your project: copy the settings that these days need"
        };
        let skipped = Skipped {
            from: repository.tree.path(file),
            kind: SkippedKind::File,
            why: Reason::Unfit(why.to_owned()),
            wanted_by,
        };
        plan.left_out.skipped.push(skipped);
    }
}

/// The folder that a file has settings of builds for: a build script, a toolchain file or a
/// configuration of cargo. `None` for any other file.
fn folder_built_with<'r>(repository: &'r OldRepository, file: &'r str) -> Option<&'r str> {
    if let Some(package) = repository.package_built_by(file) {
        return Some(&package.folder);
    }
    let folder = folder_of(file);
    match file_name(file).trim_end_matches(".toml") {
        "rust-toolchain" => Some(folder),
        "config" if file_name(folder) == ".cargo" && changes_builds(repository, file) => {
            Some(folder_of(folder))
        }
        _ => None,
    }
}

/// True if a configuration of cargo has more than environment variables and aliases.
fn changes_builds(repository: &OldRepository, file: &str) -> bool {
    let text = repository.tree.text(file).unwrap_or_default();
    let table = text.parse::<toml::Table>();
    table.map_or(true, |table| {
        table
            .keys()
            .any(|key| !["env", "alias"].contains(&key.as_str()))
    })
}

/// Plans the versions of libraries that are taken from the Cargo.lock of each copied package. Notes
/// the libraries that cargo cannot get from a registry.
fn plan_libraries(repository: &OldRepository, plan: &mut Plan) {
    let mut needs = BTreeMap::<String, BTreeSet<Puzzle>>::new();
    let mut locks = BTreeMap::new();
    let mut locked = Vec::new();
    for (library, days) in plan.libraries() {
        let Library { folder, name, .. } = library;
        let lock = locks.entry(folder).or_insert_with(|| {
            let package = repository
                .packages
                .iter()
                .find(|package| package.folder == *folder)?;
            PackageLock::read(&package.root, &package.outermost, &package.name)
        });
        let versions = lock.as_ref().map_or(Vec::new(), |lock| lock.versions(name));
        for what in needs_of(library, &versions) {
            needs.entry(what).or_default().extend(&days);
        }
        for version in versions {
            add_newest(&mut locked, version);
        }
    }
    let needs = needs
        .into_iter()
        .map(|(what, days)| NeededLibrary { what, days });
    plan.needs = needs.collect();
    plan.locked = locked;
}

/// The needs of a library that no registry can meet. `versions` has the versions of all libraries
/// that the library needs.
fn needs_of(library: &Library, versions: &[&LockedLibrary]) -> Vec<String> {
    let name = &library.name;
    let names = versions.iter().map(|version| &version.name).chain([name]);
    let of_system: BTreeSet<&str> = names
        .filter(|_| !library.is_bundled)
        .filter_map(|name| system_library(name))
        .collect();
    let mut needs: Vec<String> = of_system
        .into_iter()
        .map(|of_system| format!("{of_system} on the system, for `{name}`"))
        .collect();
    if let Some(git) = &library.git {
        needs.push(format!("`{name}` from {git}, which cargo gets by git"));
    }
    needs
}

/// The newest edition of the days' packages, or the edition that their sources need if that is
/// newer. It is at least 2018, because the code that `aoc` adds is not valid in older editions.
fn newest_edition(repository: &OldRepository, year: Year) -> Edition {
    let mut newest = Edition::E2018;
    let days = repository.day_files();
    for day in days.filter(|day| day.puzzle.year == year) {
        let package = repository.package_of(&day.file);
        newest = newest.max(package.edition());
        if repository
            .tree
            .sources(&package.folder)
            .into_iter()
            .filter_map(|file| repository.source(file).ok())
            .any(|source| source.features.contains(LET_CHAINS))
        {
            newest = Edition::E2024;
        }
    }
    newest
}

/// Plans the copies of a year's days, and the year's manifest. The error says why the manifest
/// cannot be changed.
fn plan_year(
    context: &PlanContext,
    year: Year,
    puzzles: &[Puzzle],
    plan: &mut Plan,
) -> Result<(), String> {
    let file = manifest_of(year);
    let mut manifest = manifest_to_extend(context, year)?;
    for puzzle in puzzles {
        plan_day(context, *puzzle, &mut manifest, plan);
    }
    let text = manifest.document.to_string();
    let has_days = plan.copied.keys().any(|day| day.year == year);
    if has_days && context.state_of(&file, &text) != FileState::Same {
        plan.files.push(ImportedFile {
            kind: Kind::Manifest,
            file,
            from: None,
            text,
        });
    }
    Ok(())
}

/// The manifest of a year in the user's project, before dependencies are added. A trial compiles
/// the copies with the same manifest. The error says why the manifest cannot be changed.
fn manifest_to_extend(context: &PlanContext, year: Year) -> Result<YearManifest, String> {
    let project = context.request.project;
    let file = manifest_of(year);
    let path = project.root().join(&file);
    let old = if_exists(&path, read_text_file(&path)).map_err(|error| error.to_string())?;
    let text = old.clone().unwrap_or_else(|| new_year_manifest(year));
    let mut document: DocumentMut = text
        .parse()
        .map_err(|_| "it is not TOML: correct it".to_owned())?;
    // Otherwise, cargo would treat some copied modules as a build script or a program, because of
    // their file names.
    let build_script = path.with_file_name("build.rs");
    set_discovery_keys(&mut document, build_script.is_file());
    if old.is_none() {
        let edition = newest_edition(context.repository, year);
        document["package"]["edition"] = value(edition.to_string());
    }
    Ok(YearManifest {
        document,
        is_ours: context.record.is_ours(project, &file, None),
    })
}

/// Plans the copy of the first file of a puzzle that can be copied, unless the copy of an earlier
/// import stays. Adds the files before it to those that are left out, with the reasons.
fn plan_day(context: &PlanContext, puzzle: Puzzle, manifest: &mut YearManifest, plan: &mut Plan) {
    let path = puzzle.solution_path();
    let files = &context.repository.days[&puzzle];
    let earlier = context.earlier_copy(files, &path);
    if let Some(earlier) = &earlier
        && keep_copy(context, files, earlier, manifest, plan)
    {
        return;
    }
    let mut refused = Vec::new();
    let mut taken = None;
    for (day, mode) in context.instructions_for(puzzle) {
        let copied = match mode {
            Ok(mode) => plan_copy(context, day, mode, manifest, plan)
                .map(|notes| (mode, notes))
                .map_err(Reason::Unfit),
            // An expression does not help if the code cannot be copied.
            Err(why) if why.is_unclear() => {
                let obstacle = obstacle(context, day, manifest, plan);
                Err(obstacle.map_or_else(|| why.clone(), Reason::Unfit))
            }
            Err(why) => Err(why.clone()),
        };
        match copied {
            Ok((mode, notes)) => {
                add_notes(puzzle, notes, plan);
                taken = Some((day, mode));
                break;
            }
            Err(why) => refused.push((day, why)),
        }
    }
    if let Some((day, mode)) = taken {
        let others = files
            .iter()
            .filter(|other| refused.iter().all(|(day, _)| day.file != other.file));
        skip_other_files(context.repository, day, others, plan);
        let is_new = plan.files.iter().any(|file| file.file == path);
        let replaces = match earlier {
            _ if !is_new => None,
            Some(earlier) => {
                let was_sure = earlier.certainty == Certainty::Sure;
                let is_of_user = is_called_by_user(context, day, mode);
                (was_sure && is_of_user).then_some(Replaced::SureCall)
            }
            None => is_copied(context, &path).then_some(Replaced::OtherCode),
        };
        if let Some(copied) = plan.copied.get_mut(&puzzle) {
            copied.replaces = replaces;
        }
    } else if !refused.is_empty() && is_copied(context, &path) {
        let why = "the copy of an earlier import was not replaced, and may be wrong: check it, or delete it";
        add_notes(puzzle, [why.to_owned()], plan);
    }
    let first = refused.first().map(|(_, why)| why.text().to_owned());
    for (day, why) in refused {
        // Another file of the day may be copied, or may be the day for which there is a reason.
        let is_other = taken.is_some() || why.text() != first.as_deref().unwrap_or_default();
        let kind = if is_other {
            SkippedKind::File
        } else {
            SkippedKind::Day(puzzle)
        };
        let from = context.repository.tree.path(&day.file);
        plan.left_out.add(from, kind, why);
    }
}

/// True if the project has the unedited copy of an earlier import at this path.
fn is_copied(context: &PlanContext, path: &str) -> bool {
    let project = context.project();
    project.is_some_and(|project| context.record.is_unedited(project.root(), path))
}

/// Keeps the copy of an earlier import if this import is less certain of the puzzle, or has nothing
/// but `--text` for it: that is meant for the days whose answers depend on the text. Notes that the
/// user's expressions do not compile, or apply to no day at all, and why this import refuses the
/// puzzle. Returns whether the copy stays.
fn keep_copy(
    context: &PlanContext,
    files: &[DayFile],
    earlier: &EarlierCopy,
    manifest: &mut YearManifest,
    plan: &mut Plan,
) -> bool {
    let day = earlier.day;
    let instructions = context.instructions_for(day.puzzle).iter();
    let modes: Vec<_> = instructions.map(|(_, mode)| mode).collect();
    let certainty = modes
        .iter()
        .map(|mode| context.certainty(mode.as_ref().ok()));
    let kept = CopyMode::Kept(&earlier.text);
    let is_called = files.iter().any(|day| day.user_call.wiring().is_some());
    let has_only_text = context.request.text.is_some() && !is_called;
    let stays_with_text = has_only_text && earlier.certainty > Certainty::ByNames;
    if !stays_with_text && certainty.max() >= Some(earlier.certainty)
        || plan_copy(context, day, &kept, manifest, plan).is_err()
    {
        return false;
    }
    skip_other_files(context.repository, day, files.iter(), plan);
    let broken_call = modes.iter().find_map(|mode| match mode {
        Ok(CopyMode::OneWiring(taken)) => taken.broken_call.clone(),
        _ => None,
    });
    add_notes(day.puzzle, broken_call, plan);
    let mut texts = modes.iter().filter_map(|mode| match mode {
        Ok(CopyMode::OneWiring(taken)) => taken.wiring.text_option(),
        _ => None,
    });
    if stays_with_text && texts.any(|option| !earlier.text.contains(&option)) {
        let why = "`--text` is not used for the copy of an earlier import: delete the copy to import it again";
        add_notes(day.puzzle, [why.to_owned()], plan);
    }
    let mut files = context.repository.day_files();
    if !files.any(|day| day.user_call.wiring().is_some()) {
        add_notes(day.puzzle, day.user_call.note().map(str::to_owned), plan);
    }
    let refusals = modes.iter().filter_map(|mode| mode.as_ref().err());
    let stays = refusals.map(|why| format!("{why}; its copy of an earlier import stays"));
    add_notes(day.puzzle, stays, plan);
    true
}

/// True if the user wrote how a copy is called, or the text that the call gets.
fn is_called_by_user(context: &PlanContext, day: &DayFile, mode: &CopyMode) -> bool {
    let CopyMode::OneWiring(taken) = mode else {
        return false;
    };
    let is_called = day.user_call.wiring().is_some() && taken.broken_call.is_none();
    is_called || context.request.text.is_some()
}

fn add_notes(puzzle: Puzzle, notes: impl IntoIterator<Item = String>, plan: &mut Plan) {
    let notes = notes.into_iter().map(|why| Note { puzzle, why });
    plan.notes.extend(notes);
}

/// Notes the other files of a puzzle that may answer its parts. A program for one part that only
/// calls the imported file is left out.
fn skip_other_files<'d>(
    repository: &OldRepository,
    taken: &DayFile,
    files: impl Iterator<Item = &'d DayFile>,
    plan: &mut Plan,
) {
    for day in files {
        let is_module = within(taken.module_folder(), &day.file).is_some();
        let is_part = matches!(day.kind, DayKind::OnePart(_));
        let may_answer =
            day.has_solvers() || is_part && !(day.is_crate && uses_module(repository, day, taken));
        if day.file == taken.file || is_module || is_for_tests(&day.file) || !may_answer {
            continue;
        }
        let why = format!("another file of this day, `{}`, is imported", taken.file);
        plan.left_out
            .skip(repository.tree.path(&day.file), SkippedKind::File, why);
    }
}
