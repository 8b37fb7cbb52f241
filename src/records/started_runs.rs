//! Records the files and inputs of a command's runs before they begin. Afterwards stores the
//! results as the last runs of their days.
//!
//! A result belongs to the files that the program was built from, and to the input, the accepted
//! answers and the examples at the start of the run. The user may save any of these files during
//! the run.

mod recording;

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::path::Path;

use aoc_solution::Part;
use aoc_solution::protocol::OpenedInput;
use chrono::{DateTime, SubsecRound, Utc};

use self::recording::{record_bench_status, record_bench_time, record_status, record_time};
use super::last_run::{LastRun, MeasuredTime};
use super::last_runs::LastRuns;
use super::run_basis::{ContentHashes, RunBasis, examples_digest};
use crate::bench::{BenchGroup, BenchReport};
use crate::cargo::{DayPrograms, FileHashes, Profile, TOOLCHAIN_FILES};
use crate::files::without_dots;
use crate::inputs::{Example, Store};
use crate::project::{LIBRARY, Project};
use crate::puzzle::Puzzle;
use crate::runner::{Input, OfPuzzle, Solved, SourceKind, SpawnOptions};

/// The files and inputs of a command's runs, recorded before they begin.
pub struct StartedRuns {
    runs: BTreeMap<Puzzle, StartedRun>,
}

#[derive(Clone)]
struct StartedRun {
    basis: RunBasis,
    /// The files of the code, with `/` and relative to the project's root.
    files: Vec<String>,
    /// The contents that the program was built from.
    contents: ContentHashes,
    parts: Vec<Part>,
    /// The puzzle's parts with an answer.
    parts_with_answer: &'static [Part],
    profile: Profile,
    /// True if the program was built with features. With features, the same files are other code.
    has_features: bool,
}

/// The facts of a job that later decide whether its stored result is still valid.
pub struct RunFacts<'a> {
    pub spawn_options: &'a SpawnOptions,
    /// The inputs, without examples and inputs that replace a missing one.
    pub inputs: &'a [Input],
    /// The examples in the file, if the job checks any.
    pub examples: &'a [Example],
    pub parts: &'a [Part],
}

impl RunFacts<'_> {
    /// The user's own input, if the job runs with it.
    fn own_input(&self) -> Option<&Input> {
        self.inputs
            .iter()
            .find(|input| input.header.source == SourceKind::Input)
    }
}

impl StartedRun {
    /// The run of a job. `None` if the program was not built.
    fn new(
        project: &Project,
        store: &Store,
        programs: &DayPrograms,
        job: &RunFacts,
    ) -> Option<Self> {
        let puzzle = job.spawn_options.puzzle;
        let program = programs.executable(puzzle)?;
        let mut contents = contents_of(project, store, puzzle, &program.files);
        let mut files: Vec<String> = contents.by_file.keys().cloned().collect();
        files.sort();
        let code = contents.of_code(project, &files);
        let mut basis = match job.own_input() {
            Some(Input {
                opened: OpenedInput::Text(text),
                expected,
                ..
            }) => {
                let accepted = expected
                    .each_ref()
                    .map(|known| Some(&*known.as_ref()?.answer));
                RunBasis::new(code, Some(text), accepted)
            }
            _ => RunBasis::new(code, None, [None; 2]),
        };
        basis.examples = examples_digest(job.examples);
        Some(Self {
            basis,
            files,
            contents,
            parts: job.parts.to_vec(),
            parts_with_answer: job.spawn_options.parts_with_answer,
            profile: programs.profile,
            has_features: program.has_features,
        })
    }

    /// Keeps only the files that both this run and the stored results list, if the code is the
    /// same, so that equal digests mean equal code. The lists may differ: for day 22, `run 2020`
    /// lists a file that only day 5 includes, and `run 22` does not. A stored result is of the same
    /// code if none of its files has changed. Returns the reduced run.
    fn with_common_files(&self, project: &Project, last: &mut LastRun) -> Self {
        let mut run = self.clone();
        let mut same_code = Vec::new();
        for result in last.bases() {
            let basis = run.basis_of(project, result.files);
            if *result.digest == (result.digest_of)(&basis) {
                run.files.retain(|file| result.files.contains(file));
                same_code.push(result);
            }
        }
        run.basis.code = run.contents.of_code(project, &run.files);
        for result in same_code {
            *result.digest = (result.digest_of)(&run.basis);
            result.files.clone_from(&run.files);
        }
        run
    }

    /// The basis that this run would have with these code files.
    fn basis_of(&mut self, project: &Project, files: &[String]) -> RunBasis {
        RunBasis {
            code: self.contents.of_code(project, files),
            ..self.basis
        }
    }

    /// A time measured by this run. It is partial if a part has no time.
    fn timed(&self, ns: u64, parts: [Option<u64>; 2], measured_at: DateTime<Utc>) -> MeasuredTime {
        MeasuredTime {
            ns,
            is_partial: parts.iter().flatten().count() < self.parts_with_answer.len(),
            measured_at: measured_at.trunc_subsecs(0),
            parts,
            digest: self.basis.of_input(),
            files: self.files.clone(),
            is_old: false,
        }
    }
}

impl StartedRuns {
    /// Records the files and inputs of these jobs. `programs` has the program of each job.
    pub fn new<'j>(
        project: &Project,
        store: &Store,
        programs: &DayPrograms,
        jobs: impl Iterator<Item = RunFacts<'j>>,
    ) -> Self {
        let mut runs = BTreeMap::new();
        for job in jobs {
            let puzzle = job.spawn_options.puzzle;
            // A puzzle may have several jobs. The job with the user's input counts.
            if job.own_input().is_none() && runs.contains_key(&puzzle) {
                continue;
            }
            if let Some(run) = StartedRun::new(project, store, programs, &job) {
                runs.insert(puzzle, run);
            }
        }
        Self { runs }
    }

    /// Stores the statuses of these outcomes. Stores the times only for the usual build, and
    /// nothing for code with features.
    pub fn remember(&self, project: &Project, now: DateTime<Utc>, outcomes: &[OfPuzzle<Solved>]) {
        LastRuns::update(project, |runs| {
            for OfPuzzle { header, value } in outcomes {
                let (Some(run), Ok(solved)) = (self.runs.get(&header.puzzle), value) else {
                    continue;
                };
                if run.has_features {
                    continue;
                }
                let last = runs.entry(header.puzzle);
                let run = &run.with_common_files(project, last);
                record_status(last, solved, run);
                if run.profile == Profile::Aoc {
                    for result in &solved.results {
                        record_time(last, result, run, now);
                    }
                }
            }
        });
    }

    /// Stores the status of the measured days with the user's input. For code with features no
    /// status is stored. With `for_readme` also stores the times: the user asks for them, so they
    /// may be of code with features. A day that could not be measured at all has no result, like a
    /// job of `run` that could not run.
    pub fn remember_bench(
        &self,
        project: &Project,
        now: DateTime<Utc>,
        report: &BenchReport,
        for_readme: bool,
    ) {
        LastRuns::update(project, |runs| {
            for day in BenchGroup::days(report) {
                let Some(run) = self.runs.get(&day.header.puzzle) else {
                    continue;
                };
                let has_result = day.header.source == SourceKind::Input && day.has_phases();
                if !has_result || (run.has_features && !for_readme) {
                    continue;
                }
                let last = runs.entry(day.header.puzzle);
                let run = run.with_common_files(project, last);
                if !run.has_features {
                    record_bench_status(last, &day, &run);
                }
                if for_readme {
                    record_bench_time(last, &day, &run, now);
                }
            }
        });
    }
}

/// The contents of a day's code that the program was built from.
fn contents_of(
    project: &Project,
    store: &Store,
    puzzle: Puzzle,
    built: &FileHashes,
) -> ContentHashes {
    let root = project.root();
    let generated_main = project
        .is_generated(puzzle.year)
        .then(|| project.main_rs(puzzle.year));
    let mut contents = ContentHashes::default();
    for (path, content) in built {
        // An included input has a path such as `days/year2020/../../inputs/year2020/day22.txt`.
        let is_of_other_day = project.puzzle_of(path).is_some_and(|day| day != puzzle)
            || store.is_of_other_day(&without_dots(path), puzzle);
        let is_main = generated_main.as_ref() == Some(path);
        if content.is_some() && !is_of_other_day && !is_main && is_code(root, path) {
            let file = project.path_below_root(path);
            contents.by_file.insert(file, *content);
        }
    }
    contents
}

/// True if a file that a program was built from is the user's code. A new year or an update of
/// `aoc` changes manifests, the lock file and the copy of the library, so these are not the user's
/// code.
fn is_code(root: &Path, path: &Path) -> bool {
    let name = path.file_name().and_then(OsStr::to_str).unwrap_or_default();
    let folder = path.parent().and_then(Path::file_name);
    let is_setting = ["Cargo.toml", "Cargo.lock"].contains(&name)
        || TOOLCHAIN_FILES.contains(&name)
        || folder == Some(OsStr::new(".cargo"));
    let is_output = path.starts_with(root.join("target"));
    !is_setting && !is_output && !path.starts_with(root.join(LIBRARY))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_and_output_are_no_code() {
        for (path, expected) in [
            ("days/year2020/day01.rs", true),
            ("days/year2020/Cargo.toml", false),
            ("rust-toolchain.toml", false),
            (".cargo/config.toml", false),
            ("target/aoc-workers/debug/build/x/out/generated.rs", false),
            ("vendor/aoc-solution/src/lib.rs", false),
        ] {
            let root = Path::new("/project");
            assert_eq!(is_code(root, &root.join(path)), expected, "{path}");
        }
    }
}
