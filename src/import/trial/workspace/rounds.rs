//! Compiles the candidates of a trial in rounds, until all remaining candidates compile. Each round
//! removes the candidates with compiler errors from the next build, and the days with errors in
//! their own code, and plans the copies again. A day with errors in its own code is refused, unless
//! names say how to call it. In that case, it is copied, so that the user can correct it
//! (`TrialDay::own_code_fails`). A few rounds are needed, because the compiler resolves names
//! before it checks types.
//!
//! All years are compiled together first. A single year can make cargo fail before it compiles
//! anything, so years without a program are then compiled one at a time. Days are refused only for
//! an error of their own year.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::read_to_string;
use std::path::Path;

use cargo_toml::Edition;
use toml::Value;

use super::copies::candidate_at;
use super::{TrialWorkspace, copy_lock_file};
use crate::cargo::{self, BuildRequest, Cause, CompiledWorkspace, Diagnostic, Profile};
use crate::error::Result;
use crate::files::{read_text_file, slashed, toml_at};
use crate::import::plan::cargo_lock::{names_under, take_locked_versions};
use crate::import::repository::day_file::DayKind;
use crate::import::trial::state::TrialDay;
use crate::project::Project;
use crate::project::source::{features, tokens};
use crate::puzzle::{Puzzle, Year};

/// The folder of cargo's intermediate files, relative to the trial's folder. The project uses the
/// same one.
const BUILD_DIR: &str = "../aoc-workers";

/// The maximum number of rounds for the same years. Each round is one build.
const MAX_ROUNDS: usize = 9;

impl TrialWorkspace<'_> {
    /// Compiles until all remaining candidates and the code that the copies share compile. Decides
    /// about a day if the user's expressions compile, or if no candidate compiles. Refuses the days
    /// of a year that cannot be built, because the project could not build the year either.
    pub fn compile(&mut self) -> Result<()> {
        let years = Vec::from_iter(self.planned_years());
        let mut error = self.compile_years(&years)?;
        for year in self.planned_years() {
            if self.programs.contains_key(&year) {
                continue;
            }
            if years.len() > 1 {
                // The lock file is copied again, because cargo has removed the versions that only
                // this year needs.
                copy_lock_file(self.import.request.project.root(), self.project.root());
                error = self.compile_years(&[year])?;
            }
            if !self.programs.contains_key(&year) {
                let error = error.as_deref().unwrap_or_default();
                self.refuse_year(year, &format!("{year} does not build here: {error}"));
            }
        }
        for day in self.days.values_mut() {
            day.take_expressions();
        }
        Ok(())
    }

    fn refuse_year(&mut self, year: Year, why: &str) {
        for day in self.days.values_mut() {
            if !day.is_refused() && day.puzzle().year == year {
                day.refuse(why);
            }
        }
    }

    /// Compiles these years in rounds. Returns the error that remains, if any, because it belongs
    /// to no day or there were too many rounds.
    fn compile_years(&mut self, years: &[Year]) -> Result<Option<String>> {
        self.write_copies(years)?;
        let request = self.launcher.quiet_build(&self.project, &[]);
        take_locked_versions(&request, &self.plan.locked)?;
        let mut error = None;
        for _ in 0..MAX_ROUNDS {
            if !years.iter().any(|year| self.planned_years().contains(year)) {
                return Ok(None);
            }
            let compiled = self.build(years)?;
            let Some(failure) = compiled.failure else {
                return Ok(None);
            };
            // The user does not see the copies, so the place of an error is left out.
            let first = match compiled.errors.first() {
                Some(error) => error.text.clone(),
                None => failure,
            };
            self.drop_faulty(&compiled.errors);
            let mut is_changed = self.plan_next_build(years)?;
            // If there are several years, the library may belong to another year.
            if !is_changed && let [year] = *years {
                self.leave_out_libraries(year, &first, &compiled.broken);
                is_changed = self.plan_next_build(years)?;
            }
            error = Some(first);
            if !is_changed {
                break;
            }
        }
        Ok(error)
    }

    /// Plans and writes the next build of these years. True if the build differs from the last one.
    fn plan_next_build(&mut self, years: &[Year]) -> Result<bool> {
        self.plan_copies();
        self.write_copies(years)
    }

    /// Builds the programs of these years.
    fn build(&mut self, years: &[Year]) -> Result<CompiledWorkspace> {
        let request = BuildRequest {
            profile: Profile::Aoc,
            build_dir: BUILD_DIR,
            ..self.launcher.quiet_build(&self.project, &[])
        };
        let compiled = cargo::compile(&request, self.import.request.project)?;
        // The programs of an earlier round may contain candidates that have been removed since.
        self.programs.retain(|year, _| !years.contains(year));
        for (folder, program) in &compiled.programs {
            if let Some(year) = self.project.year_of(&folder.join("main.rs")) {
                self.programs.insert(year, program.clone());
            }
        }
        Ok(compiled)
    }

    /// Leaves out the days of a year that need a faulty library, so that the other days can be
    /// built. A library is faulty if it is `broken` or named in cargo's `failure`, or if a library
    /// that it needs is.
    fn leave_out_libraries(
        &mut self,
        year: Year,
        failure: &str,
        broken: &BTreeMap<String, String>,
    ) {
        let lock = self.project.root().join("Cargo.lock");
        let lock = read_to_string(lock).unwrap_or_default();
        for (library, puzzles) in self.plan.libraries() {
            let name = &library.name;
            let under = names_under(&lock, name);
            let why = match under
                .iter()
                .find_map(|package| broken.get_key_value(package))
            {
                Some((package, why)) if package == name => format!("its library `{name}` {why}"),
                Some((package, why)) => {
                    format!("its library `{name}` needs `{package}`, which {why}")
                }
                None if under.iter().any(|under| names_package(failure, under)) => {
                    failure.to_owned()
                }
                None => continue,
            };
            for puzzle in puzzles.iter().filter(|puzzle| puzzle.year == year) {
                if let Some(day) = self.days.get_mut(puzzle) {
                    day.refuse(&why);
                }
            }
        }
    }

    /// Drops the candidates and refuses the days with these errors. A candidate or a day is kept if
    /// the unstable features of its crate may solve the error, which the next round shows.
    fn drop_faulty(&mut self, errors: &[Diagnostic]) {
        let culprits: Vec<Culprit> = errors.iter().map(|error| self.culprit(error)).collect();
        let retried = self.declare_features(errors, &culprits);
        let is_stable_compiler = culprits.contains(&Culprit::StableCompiler);
        // The errors in each day's own code.
        let mut broken: BTreeMap<Puzzle, Vec<&Diagnostic>> = BTreeMap::new();
        for (error, culprit) in errors.iter().zip(culprits) {
            if culprit.days().iter().any(|day| retried.contains(day)) {
                continue;
            }
            match culprit {
                Culprit::Candidate(puzzle, number) => {
                    let why = self.error_of_candidate(error);
                    self.day_mut(puzzle).drop_candidate(number, &why);
                }
                Culprit::Day(puzzle) => broken.entry(puzzle).or_default().push(error),
                Culprit::Shared(puzzles) => {
                    for puzzle in puzzles {
                        self.refuse_with_shared_code(puzzle, error);
                    }
                }
                // A stable compiler does not show which features a nightly compiler has.
                Culprit::RejectedFeature(feature) if !is_stable_compiler => {
                    for puzzle in self.plan.days() {
                        // The text of a day that was written for `aoc` stays as it is.
                        let is_of_aoc = matches!(self.days[&puzzle].day_file.kind, DayKind::OfAoc);
                        if is_of_aoc && self.features_of(puzzle).contains(&feature) {
                            broken.entry(puzzle).or_default().push(error);
                        }
                    }
                    self.options.unstable.rejected.insert(feature);
                }
                Culprit::RejectedFeature(_) | Culprit::StableCompiler => {}
            }
        }
        for (puzzle, errors) in &broken {
            self.decide_broken(*puzzle, errors);
        }
        if is_stable_compiler {
            let with_errors = retried.into_iter().chain(broken.into_keys()).collect();
            self.decide_unstable(&with_errors);
        }
        for day in self.days.values_mut() {
            day.decide_without_candidates();
        }
    }

    /// The error of a candidate. An error in the line of the text is about the user's `--text`.
    fn error_of_candidate(&self, error: &Diagnostic) -> String {
        let place = self.place_in_copies(error);
        let line = place.map(|(file, line)| line_of(&self.project.root().join(file), line));
        let is_in_text = line.is_some_and(|line| line.trim_start().starts_with("text = |input|"));
        if is_in_text && self.import.request.text.is_some() {
            return format!("`--text` does not give a `&str`: {}", error.text);
        }
        error.text.clone()
    }

    /// Refuses a day because of an error in code that it shares with other days.
    fn refuse_with_shared_code(&mut self, puzzle: Puzzle, error: &Diagnostic) {
        let hint = match self.hint_about_editions(puzzle, error) {
            Some(hint) => format!("; {hint}"),
            None => String::new(),
        };
        let day = self.day_mut(puzzle);
        // A stable compiler also rejects features that were declared because of another error, and
        // that error is the better reason.
        if error.cause == Cause::UnstableFeature && day.is_refused() {
            return;
        }
        let error = error.message();
        day.refuse(&format!("it does not compile: {error}{hint}"));
    }

    /// Declares the unstable features of each crate with an error in its code. Returns the days of
    /// these crates. The next round compiles them again, and shows whether the features solve the
    /// errors. Copies that already declare their features are left out. Errors of candidates do not
    /// count, and neither do lints, because no feature changes what a lint forbids.
    fn declare_features(
        &mut self,
        errors: &[Diagnostic],
        culprits: &[Culprit],
    ) -> BTreeSet<Puzzle> {
        let mut days = BTreeSet::new();
        for (error, culprit) in errors.iter().zip(culprits) {
            let Some((file, _)) = self.place_in_copies(error) else {
                continue;
            };
            if error.cause == Cause::Lint || matches!(culprit, Culprit::Candidate(..)) {
                continue;
            }
            for puzzle in culprit.days() {
                let copied = self.plan.copied.get(&puzzle);
                for features in copied.into_iter().flat_map(|copied| &copied.features) {
                    if !features.undeclared.is_empty() && features.apply_to(&file) {
                        let declared_in = &mut self.options.unstable.declared_in;
                        let may_solve = declared_in.entry(features.file.clone()).or_default();
                        may_solve.insert(error.text.clone());
                        days.insert(puzzle);
                    }
                }
            }
        }
        days
    }

    /// The hint that an error may come from the edition of a day's package, because the year has
    /// another edition. `None` if the editions are the same, or do not matter for the error.
    fn hint_about_editions(&self, puzzle: Puzzle, error: &Diagnostic) -> Option<String> {
        let manifest = format!("{}/Cargo.toml", puzzle.year.folder());
        let day = &self.days[&puzzle].day_file;
        let repository = &self.import.repository;
        let edition = repository.package_of(&day.file).edition();
        let text = read_text_file(&self.project.root().join(&manifest)).unwrap_or_default();
        let table = text.parse().unwrap_or_default();
        let year_edition = toml_at(&table, &["package", "edition"]).and_then(Value::as_str);
        let is_other = year_edition.is_some_and(|year_edition| year_edition != edition.to_string());
        let is_unrelated = match error.cause {
            Cause::Lint => true,
            Cause::UnknownName => edition >= Edition::E2018,
            _ => false,
        };
        if is_unrelated || !is_other {
            return None;
        }
        Some(match repository.edition_hint(&day.file) {
            Some(hint) => hint.to_owned(),
            None => format!(
                "its package has the edition {edition}, and {manifest} another one: change one of \
                 them, the package with `cargo fix --edition`"
            ),
        })
    }

    /// Decides about a day with these errors in its own code. If the copy declares the features of
    /// its crate because of earlier errors, and the features have solved none of them, the copy no
    /// longer declares the features.
    fn decide_broken(&mut self, puzzle: Puzzle, errors: &[&Diagnostic]) {
        let error = errors[0].message();
        let hint = self.hint_about_editions(puzzle, errors[0]);
        let mut why = match self.declaration_of(puzzle) {
            Some(declared) => format!("it does not compile, even with {declared}: {error}"),
            None => format!("it does not compile: {error}"),
        };
        if let Some(hint) = &hint {
            why += &format!("; {hint}");
        }
        let file = puzzle.solution_path();
        let mut is_needless = self
            .options
            .unstable
            .declared_in
            .get(&file)
            .into_iter()
            .flatten()
            .all(|text| errors.iter().any(|error| error.text == *text));
        let day = self.day_mut(puzzle);
        // The error may be in `main`, which the day perhaps does not need.
        if day.is_open() && day.calls_main() {
            day.drop_main(&why);
            // The rest of the day perhaps does not need the features either.
            is_needless |= day.is_open();
        } else {
            day.own_code_fails(&why);
            // A day that is copied nevertheless has the hint as a note.
            let hint = hint.map(|hint| (puzzle, hint));
            self.options.edition_hints.extend(hint);
        }
        if is_needless {
            self.options.unstable.declared_in.remove(&file);
        }
    }

    /// Treats each declaration of unstable features as an error in the day's own code, because the
    /// compiler is a stable one. Days that are already `with_errors` in their code are left out.
    fn decide_unstable(&mut self, with_errors: &BTreeSet<Puzzle>) {
        for puzzle in self.plan.days() {
            if let Some(declared) = self.declaration_of(puzzle)
                && !with_errors.contains(&puzzle)
            {
                let why = format!("it needs a nightly compiler, for {declared}");
                self.day_mut(puzzle).own_code_fails(&why);
            }
        }
    }

    /// The attribute for the unstable features that the copy of a day declares. `None` if it
    /// declares none.
    fn declaration_of(&self, puzzle: Puzzle) -> Option<String> {
        let features = Vec::from_iter(self.features_of(puzzle)).join(", ");
        (!features.is_empty()).then(|| format!("`#![feature({features})]`"))
    }

    pub fn day_mut(&mut self, puzzle: Puzzle) -> &mut TrialDay {
        self.days
            .get_mut(&puzzle)
            .expect("the day is part of the trial")
    }

    /// The file of a copy and the line of an error, or of the call of the macro that contains the
    /// error.
    fn place_in_copies(&self, error: &Diagnostic) -> Option<(String, u64)> {
        let root = self.project.root();
        error.lines.iter().find_map(|(file, line)| {
            let file = slashed(file.strip_prefix(root).ok()?);
            file.starts_with("days/").then_some((file, *line))
        })
    }

    /// The cause of an error.
    fn culprit(&self, error: &Diagnostic) -> Culprit {
        let root = self.project.root();
        let Some((file, line)) = self.place_in_copies(error) else {
            return Culprit::Shared(Vec::new());
        };
        let path = root.join(&file);
        let years = self.planned_years();
        if error.cause == Cause::UnstableFeature
            && years.iter().any(|year| path == self.project.main_rs(*year))
        {
            return Culprit::StableCompiler;
        }
        let text = line_of(&path, line);
        if let Some(feature) = features(&text).pop_first()
            && error.cause != Cause::UnstableFeature
        {
            return Culprit::RejectedFeature(feature);
        }
        if let Some(day) = self
            .days
            .values()
            .find(|day| day.puzzle().solution_path() == file)
        {
            return match candidate_at(self.plan.text_of(&file), line) {
                Some(number) => Culprit::Candidate(day.puzzle(), number),
                None => Culprit::Day(day.puzzle()),
            };
        }
        // An error in a shared file concerns all days with this file. An error in the program of a
        // year concerns the day that its line names.
        let users = self
            .plan
            .copied
            .iter()
            .filter(|(puzzle, copied)| {
                copied.copies.contains(&file) || names_module(&self.project, &path, line, **puzzle)
            })
            .map(|(puzzle, _)| *puzzle)
            .collect();
        Culprit::Shared(users)
    }
}

/// The cause of an error of the compiler.
#[derive(PartialEq)]
enum Culprit {
    /// The candidate with this number.
    Candidate(Puzzle, usize),
    Day(Puzzle),
    /// Code that these days share.
    Shared(Vec<Puzzle>),
    /// A declared unstable feature that the compiler does not know, or that was removed from the
    /// language.
    RejectedFeature(String),
    /// The compiler is a stable one, which rejects all declarations of unstable features in the
    /// program of a year.
    StableCompiler,
}

impl Culprit {
    /// The days whose code causes the error.
    fn days(&self) -> Vec<Puzzle> {
        match self {
            Self::Candidate(puzzle, _) | Self::Day(puzzle) => vec![*puzzle],
            Self::Shared(puzzles) => puzzles.clone(),
            Self::RejectedFeature(_) | Self::StableCompiler => Vec::new(),
        }
    }
}

/// True if the file is the program of the day's year, and the line names the day's module.
fn names_module(project: &Project, file: &Path, line: u64, puzzle: Puzzle) -> bool {
    if file != project.main_rs(puzzle.year) {
        return false;
    }
    tokens(&line_of(file, line)).contains(&&*puzzle.day.module())
}

/// The line of a file. Empty if there is none.
fn line_of(file: &Path, line: u64) -> String {
    let text = read_to_string(file).unwrap_or_default();
    let line = usize::try_from(line).unwrap_or_default();
    text.lines()
        .nth(line.saturating_sub(1))
        .unwrap_or_default()
        .to_owned()
}

/// True if a message of cargo names the package, in backticks and perhaps with its version.
fn names_package(message: &str, package: &str) -> bool {
    message
        .split('`')
        .skip(1)
        .step_by(2)
        .any(|quoted| quoted.split([' ', '@']).next() == Some(package))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{no_variables, write};

    #[test]
    fn a_line_of_a_program_names_the_day_of_its_own_year() {
        let temp = tempfile::tempdir().expect("a folder");
        write(temp.path(), "Cargo.toml", "[workspace.metadata.aoc]\n");
        write(
            temp.path(),
            "days/year2019/main.rs",
            "mod util;\nmod day01;\nmod day01_common;\n",
        );
        let project = Project::find(temp.path(), &no_variables()).expect("a project");
        let program = project.main_rs(Year::of(2019));
        for (line, year, day, expected) in [
            (2, 2019, 1, true),
            (2, 2020, 1, false),
            (2, 2019, 2, false),
            (1, 2019, 1, false),
            (3, 2019, 1, false),
        ] {
            let names = names_module(&project, &program, line, Puzzle::of(year, day));
            assert_eq!(names, expected, "{line} {year}/{day}");
        }
    }

    #[test]
    fn a_message_names_a_package_and_no_other_that_begins_like_it() {
        for (message, package, expected) in [
            ("failed to get `gone` as a dependency", "gone", true),
            ("no custom build of `z3-sys v0.10.3`", "z3-sys", true),
            ("failed to select a version for `rand_core`", "rand", false),
            ("`a` and `b` are not `c`", "b", true),
            ("`a` and `b`", " and ", false),
        ] {
            assert_eq!(names_package(message, package), expected, "{message}");
        }
    }
}
