//! Why a program was not built.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use super::command::Output;
use super::error::BuildFailure;
use super::messages::{CompilerError, says_disk_is_full};
use super::unit::Unit;
use crate::error::Exit;
use crate::project::Project;
use crate::puzzle::{Day, Year, day_name};

/// Why a unit was not built.
pub fn of(project: &Project, unit: &Unit, output: &Output) -> BuildFailure {
    let failure = of_code(project, unit, output);
    if !disk_is_full(output) {
        return failure;
    }
    let target = project.target_dir();
    BuildFailure {
        day: None,
        message: format!(
            "{}; is the disk of {} full?",
            failure.message,
            target.display()
        ),
        exit: Exit::Files,
    }
}

fn disk_is_full(output: &Output) -> bool {
    let of_cargo = output.cargo_error.as_deref();
    of_cargo.is_some_and(says_disk_is_full) || output.errors.iter().any(|error| error.disk_is_full)
}

fn of_code(project: &Project, unit: &Unit, output: &Output) -> BuildFailure {
    let Some(error) = error_of(unit, output) else {
        let cargo_error = output.cargo_error.as_deref();
        return BuildFailure::new(cargo_error.unwrap_or("cargo built nothing"));
    };
    let day = error
        .file
        .as_deref()
        .and_then(|file| day_of(project, unit.year, file, error.place.0));
    BuildFailure {
        day,
        ..BuildFailure::new(place(project, error) + &error.message)
    }
}

/// Why each day of a year does not compile; empty if anything else does not
/// either.
pub fn by_day(project: &Project, unit: &Unit, output: &Output) -> BTreeMap<Day, BuildFailure> {
    let mut failures = BTreeMap::new();
    for error in &output.errors {
        let file = error.file.as_deref();
        let day = file.and_then(|file| day_of(project, unit.year, file, error.place.0));
        match day {
            _ if error.target.starts_with("year") && error.target != unit.program => {}
            Some(day) if error.target == unit.program => {
                failures.entry(day).or_insert_with(|| BuildFailure {
                    day: Some(day),
                    ..BuildFailure::new(place(project, error) + &error.message)
                });
            }
            _ => return BTreeMap::new(),
        }
    }
    failures
}

/// Whether it is not the user's code that failed, but the way in which a day
/// was to be built alone.
pub fn is_of_one_day(unit: &Unit, output: &Output) -> bool {
    let main = unit.main_file();
    let in_main = |error: &CompilerError| error.file.as_deref() == Some(&main);
    unit.one_day().is_some() && !disk_is_full(output) && error_of(unit, output).is_none_or(in_main)
}

/// The unit's own error, else that of a library that it needs.
fn error_of<'a>(unit: &Unit, output: &'a Output) -> Option<&'a CompilerError> {
    let mut errors = output.errors.iter();
    let own = errors.clone().find(|error| error.target == unit.program);
    own.or_else(|| errors.find(|error| !error.target.starts_with("year")))
}

fn place(project: &Project, error: &CompilerError) -> String {
    let Some(file) = &error.file else {
        return format!("{}: ", error.target);
    };
    let (line, column) = error.place;
    format!("{}:{line}:{column}: ", project.shown(file).display())
}

/// The day of a file: `dayNN.rs`, or anything below `dayNN`, or `main.rs` in
/// the line of a day.
fn day_of(project: &Project, year: Year, file: &Path, line: usize) -> Option<Day> {
    let file = project.root().join(file);
    let inner = file.strip_prefix(project.year_dir(year)).ok()?;
    let module = inner.components().next()?.as_os_str().to_str()?;
    if module == "main.rs" {
        let text = fs::read_to_string(&file).ok()?;
        let line = text.lines().nth(line.checked_sub(1)?)?;
        let mut words = line.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        return words.find_map(day_name);
    }
    day_name(module.strip_suffix(".rs").unwrap_or(module))
}
