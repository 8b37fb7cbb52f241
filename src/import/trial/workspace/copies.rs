//! Writes the files of a trial: the copies of the days with their remaining candidates, and for
//! each year a program that runs one of the candidates.

use std::collections::BTreeSet;
use std::fs::read_to_string;
use std::path::Path;

use super::{TrialWorkspace, manifests};
use crate::error::Result;
use crate::files::write_source;
use crate::import::folder::names::is_source;
use crate::import::plan::copy_mode::{CANDIDATE_MODULE, CANDIDATE_TYPE};
use crate::import::plan::{Kind, folder_below_days};
use crate::import::trial::protocol;
use crate::import::trial::state::TrialDay;
use crate::project::source::features;
use crate::project::{mod_lines, module_in_code};
use crate::puzzle::{Puzzle, Year};

/// The lints about unused code. The program of a trial uses other functions than the program of the
/// project.
const LINTS_ABOUT_USES: [&str; 5] = [
    "dead_code",
    "unused_crate_dependencies",
    "unused_imports",
    "unused_macro_rules",
    "unused_macros",
];

impl TrialWorkspace<'_> {
    /// The years that have copies.
    pub fn planned_years(&self) -> BTreeSet<Year> {
        self.plan
            .days()
            .into_iter()
            .map(|puzzle| puzzle.year)
            .collect()
    }

    /// Writes the planned copies, the program of each year, and a workspace of these years. True if
    /// a file has changed. If none has, the next build is the same as the last one.
    pub fn write_copies(&self, years: &[Year]) -> Result<bool> {
        let root = self.project.root();
        let mut is_changed = false;
        let mut packages = Vec::new();
        let project = self.import.request.project;
        for file in &self.plan.files {
            let path = root.join(&file.file);
            if matches!(file.kind, Kind::Manifest) {
                let text = manifests::of_copy(project, &self.plan, &file.file, &file.text);
                is_changed |= write_if_changed(&path, &text)?;
                packages.extend(folder_below_days(&file.file));
            } else {
                is_changed |= write_if_changed(&path, &file.text)?;
            }
        }
        let planned = self.planned_years();
        let mut members = years.to_vec();
        members.retain(|year| planned.contains(year));
        let manifest = manifests::of_workspace(project, &packages, &members);
        is_changed |= write_if_changed(&root.join("Cargo.toml"), &manifest)?;
        for year in planned {
            let text = self.program_of(year);
            is_changed |= write_if_changed(&self.project.main_rs(year), &text)?;
        }
        Ok(is_changed)
    }

    /// The source of a year's program, which runs one candidate (`protocol.rs`). The source
    /// declares the modules that days share even if the days that need them are left out, because
    /// the project builds every day of the year with these modules.
    fn program_of(&self, year: Year) -> String {
        let days: Vec<&TrialDay> = self
            .days
            .values()
            .filter(|day| day.is_undecided() && day.puzzle().year == year)
            .collect();
        let features: BTreeSet<String> = days
            .iter()
            .flat_map(|day| self.features_of(day.puzzle()))
            .collect();
        let mut text = format!("#![allow({})]\n", LINTS_ABOUT_USES.join(", "));
        for feature in features {
            text += &format!("#![feature({feature})]\n");
        }
        let modules = self.shared_modules(year);
        let puzzles = days.iter().map(|day| day.puzzle().day);
        text += &mod_lines(&modules, puzzles);
        let mut arms = String::new();
        for day in days {
            let module = day.puzzle().day.module();
            // A day that was written for `aoc` has no candidates.
            for &number in &day.remaining {
                let name = format!("{module}::{CANDIDATE_MODULE}{number}");
                let candidate = protocol::name_of(day.puzzle().day, number);
                let code = if day.prints_both_parts(number) {
                    format!("show(&|| {name}::output(input))")
                } else {
                    format!("run::<{name}::{CANDIDATE_TYPE}>(input, task)")
                };
                arms += &protocol::arm(&candidate, &code);
            }
        }
        text + &protocol::program(&arms)
    }

    /// The names of the modules that are next to the days in the folder of a year.
    fn shared_modules(&self, year: Year) -> Vec<String> {
        let folder = year.folder();
        let copied_days = self
            .plan
            .copied
            .iter()
            .filter(|(puzzle, _)| puzzle.year == year);
        let days: BTreeSet<String> = copied_days
            .clone()
            .map(|(puzzle, _)| puzzle.day.module())
            .collect();
        copied_days
            .flat_map(|(_, copied)| &copied.copies)
            .filter(|file| is_source(file))
            .filter_map(|file| {
                let inner = file.strip_prefix(&folder)?.strip_prefix('/')?;
                inner.split(['/', '.']).next()
            })
            .filter(|name| !days.contains(*name))
            .filter_map(|name| module_in_code(year, name))
            .collect()
    }

    /// The unstable features that the copy of a day declares.
    pub fn features_of(&self, puzzle: Puzzle) -> BTreeSet<String> {
        features(self.plan.text_of(&puzzle.solution_path()))
    }
}

/// Writes a file unless it already has this text, so that cargo compiles only the years that have
/// changed. True if the file is written.
fn write_if_changed(path: &Path, text: &str) -> Result<bool> {
    if read_to_string(path).is_ok_and(|old| old == *text) {
        return Ok(false);
    }
    write_source(path, text)?;
    Ok(true)
}

/// The number of the candidate whose module contains the line. The modules of the candidates are at
/// the end of a copy.
pub fn candidate_at(text: &str, line: u64) -> Option<usize> {
    let start = format!("pub mod {CANDIDATE_MODULE}");
    text.lines()
        .take(usize::try_from(line).ok()?)
        .filter_map(|line| line.strip_prefix(&start)?.strip_suffix(" {"))
        .last()?
        .parse()
        .ok()
}

#[cfg(test)]
mod tests {
    use std::fs::{File, FileTimes};
    use std::time::SystemTime;

    use super::*;

    #[test]
    fn the_candidates_that_are_left_stay_and_each_has_its_lines() {
        let of =
            |number: usize| format!("pub mod {CANDIDATE_MODULE}{number} {{\nuse super::*;\n}}\n");
        let day = "fn part1() {}\n";
        let text = format!("{day}{}{}{}", of(0), of(1), of(2));
        for (line, expected) in [
            (1, None),
            (2, Some(0)),
            (4, Some(0)),
            (5, Some(1)),
            (8, Some(2)),
        ] {
            assert_eq!(candidate_at(&text, line), expected, "{line}");
        }
        let remaining = format!("{day}{}{}", of(0), of(2));
        assert_eq!(candidate_at(&remaining, 5), Some(2));
    }

    #[test]
    fn a_file_that_is_the_same_is_as_old_as_before() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("main.rs");
        write_if_changed(&path, "a").unwrap();
        let file = File::options().write(true).open(&path).unwrap();
        let old = FileTimes::new().set_modified(SystemTime::UNIX_EPOCH);
        file.set_times(old).unwrap();
        // Windows does not replace an open file.
        drop(file);
        for (text, is_old) in [("a", true), ("b", false)] {
            write_if_changed(&path, text).unwrap();
            let changed = path.metadata().unwrap().modified().unwrap();
            assert_eq!(changed == SystemTime::UNIX_EPOCH, is_old, "{text}");
        }
    }
}
