//! Which day is in the way.

use std::fs;
use std::path::Path;

use super::command::Output;
use super::error::BuildFailure;
use super::messages::CompilerError;
use super::request::Request;
use super::unit::Unit;
use crate::project::{Project, day_name};
use crate::puzzle::{Day, Year};

/// Why a unit was not built.
pub fn of(request: &Request<'_>, unit: &Unit, output: &Output) -> BuildFailure {
    let mut errors = output.errors.iter();
    // Its own, else one of a library that it needs.
    let own = errors.clone().find(|error| error.target == unit.name);
    let others = || errors.find(|error| !error.target.starts_with("year"));
    let Some(error) = own.or_else(others) else {
        let complaint = output.complaint.as_deref();
        return BuildFailure::new(complaint.unwrap_or("cargo built nothing"));
    };
    let day = error
        .file
        .as_deref()
        .and_then(|file| day_of(request.project, unit.year, file, error.place.0));
    let hint = match day {
        Some(day) if unit.shadow.is_none() && !unit.days.contains(&day) => {
            Some(format!("`--only` builds without day {day}"))
        }
        _ => None,
    };
    BuildFailure {
        message: place(request.project, error) + &error.message,
        hint,
    }
}

fn place(project: &Project, error: &CompilerError) -> String {
    let Some(file) = &error.file else {
        return format!("{}: ", error.target);
    };
    let (line, column) = error.place;
    format!("{}:{line}:{column}: ", project.shown(file).display())
}

/// The day that a file is of: `dayNN.rs`, or anything below `dayNN`, or `main.rs`
/// in the line of a day.
fn day_of(project: &Project, year: Year, file: &Path, line: usize) -> Option<Day> {
    let file = project.root().join(file);
    let inner = file.strip_prefix(project.year_dir(year)).ok()?;
    let module = inner.components().next()?.as_os_str().to_str()?;
    if module == "main.rs" {
        let text = fs::read_to_string(&file).ok()?;
        let line = text.lines().nth(line.checked_sub(1)?)?;
        let words = line.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        return words.into_iter().find_map(day_name);
    }
    day_name(module.strip_suffix(".rs").unwrap_or(module))
}
