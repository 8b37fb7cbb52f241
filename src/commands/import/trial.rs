//! Finds out how days are called: all ways that there may be are compiled in a folder below
//! `target` and run on the day's input, and the one is taken whose answers are those that are
//! known.
//!
//! A way is a module at the end of the copy of its day. The compiler's errors take out the ways
//! in whose lines they are, and the days in whose code they are; names are resolved before types,
//! so it takes a few rounds until all that is left compiles.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fs::{copy, read_to_string, remove_dir_all, remove_file};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use aoc_solution::Part;
use tempfile::tempdir_in;
use toml::Table;

use super::old_program::Outputs;
use super::versions;
use crate::app::{Launcher, OnInterrupt, Ui, Workspace};
use crate::cargo::{self, BuildRequest, CompileError, output_within};
use crate::config::ChildEnv;
use crate::error::{CliError, Result};
use crate::execution::jobs::processors;
use crate::files::{Locks, slashed, write_source};
use crate::import::compare::{
    Answered, Decision, Difference, Known, Output, Verdict, decide, verdicts,
};
use crate::import::{
    self, AnsweringFunctions, CANDIDATE_MODULE, CANDIDATE_TYPE, Calling, FoundCall, ImportRequest,
    Kind, Plan, TriedDay, Wiring,
};
use crate::inputs::Store;
use crate::processes::CancelToken;
use crate::project::source::features;
use crate::project::{Project, ROOT_ITEMS, library_files, module_name};
use crate::puzzle::{Puzzle, Year};
use crate::reporter::Spinner;
use crate::terminal::one_line;

/// The folder of the copies, from the root.
const FOLDER: &str = "target/aoc-import";

/// The manifest of that folder: a little optimised, so that it is soon built and soon run.
const MANIFEST: &str = "\
[workspace]
members = [\"days/year*\"]
exclude = [\"vendor/aoc-solution\"]
resolver = \"3\"

[workspace.metadata.aoc]

[profile.dev]
opt-level = 1
debug = false
incremental = false
overflow-checks = false
";

/// The most rounds of compiling.
const MOST_ROUNDS: usize = 8;

/// The longest that a way of calling a day runs.
const LONGEST: Duration = Duration::from_secs(20);

/// The most ways of a day that are run.
const MOST_RUNS: usize = 16;

/// The end of the generated program.
const PROGRAM: &str = include_str!("trial_main.template");

/// How the days are called, or why they are not. `outputs` are those of the old program.
pub fn find_calls(
    ui: &Ui,
    launcher: &Launcher,
    workspace: &Workspace,
    request: &ImportRequest,
    outputs: &Outputs,
) -> Result<BTreeMap<Puzzle, FoundCall>> {
    let mut trial = Trial::new(launcher, workspace, request, outputs)?;
    let armed = OnInterrupt::Cancel(launcher.cancel.clone()).arm();
    let spinner = Spinner::new(ui.stderr, "compiling the ways to call the days");
    trial.compile()?;
    drop(spinner);
    let spinner = Spinner::new(ui.stderr, "running the ways to call the days");
    let found = trial.found_calls();
    drop(spinner);
    drop(armed);
    found
}

struct Trial<'a> {
    launcher: &'a Launcher,
    workspace: &'a Workspace,
    request: &'a ImportRequest<'a>,
    outputs: &'a Outputs,
    project: Project,
    plan: Plan,
    /// The ways that compile, as far as it is known.
    left: BTreeMap<Puzzle, BTreeSet<usize>>,
    /// The days whose code does not compile.
    broken: BTreeMap<Puzzle, BrokenCode>,
    /// Why the first of the ways of a day that do not compile is none.
    misfits: BTreeMap<Puzzle, String>,
    /// The days that are compiled without their `main`.
    without_main: BTreeSet<Puzzle>,
    /// The packages that cargo cannot read, with the reasons.
    unreadable: Vec<(String, String)>,
    /// The programs by year.
    programs: BTreeMap<Year, PathBuf>,
}

impl<'a> Trial<'a> {
    fn new(
        launcher: &'a Launcher,
        workspace: &'a Workspace,
        request: &'a ImportRequest<'a>,
        outputs: &'a Outputs,
    ) -> Result<Self> {
        let own_root = request.project.root();
        let root = own_root.join(FOLDER);
        for folder in ["days", "vendor", "inputs"] {
            // There may be none yet; what is left there is written over, or reported then.
            let _ = remove_dir_all(root.join(folder));
        }
        write_source(&root.join("Cargo.toml"), MANIFEST)?;
        let environment = &launcher.environment;
        Project::at(&root, Table::new(), environment).create_missing(&library_files())?;
        // A project without days has no lock.
        let _ = copy(own_root.join("Cargo.lock"), root.join("Cargo.lock"));
        let project = Project::find(&root, environment)?;
        let mut trial = Self {
            launcher,
            workspace,
            request,
            outputs,
            project,
            plan: Plan::default(),
            left: BTreeMap::new(),
            broken: BTreeMap::new(),
            misfits: BTreeMap::new(),
            without_main: BTreeSet::new(),
            unreadable: Vec::new(),
            programs: BTreeMap::new(),
        };
        trial.plan_days()?;
        trial.leave_out_unreadable()?;
        for day in &trial.plan.tried {
            let all = (0..day.candidates.len()).collect();
            trial.left.insert(day.puzzle, all);
        }
        Ok(trial)
    }

    fn plan_days(&mut self) -> Result<()> {
        let inputs = self.project.root().join("inputs");
        let request = ImportRequest {
            project: &self.project,
            store: &Store::new(inputs, Locks { cache_dir: None }),
            calling: Calling::InAllWays {
                without_main: &self.without_main,
            },
            unreadable: &self.unreadable,
            ..*self.request
        };
        let _ = remove_dir_all(self.project.root().join("days"));
        self.plan = import::plan(&request)?;
        Ok(())
    }

    /// Plans again without the packages because of which cargo cannot read the workspace.
    fn leave_out_unreadable(&mut self) -> Result<()> {
        loop {
            self.write_days()?;
            let request = self.launcher.quiet_build(&self.project, &[]);
            let Some(error) = cargo::unreadable(&request)? else {
                return Ok(());
            };
            let Some(package) = self.plan.package_named_in(&error.text) else {
                return Ok(());
            };
            self.unreadable.push((package, error.reason));
            self.plan_days()?;
        }
    }

    fn compile(&mut self) -> Result<()> {
        self.write_days()?;
        versions::take_locked(self.launcher, &self.project, &self.plan.locked)?;
        for _ in 0..MOST_ROUNDS {
            if self.left.is_empty() {
                break;
            }
            let request = BuildRequest {
                cancel: &self.launcher.cancel,
                ..self.launcher.quiet_build(&self.project, &[])
            };
            let compiled = cargo::compile(&request)?;
            for (folder, program) in compiled.programs {
                if let Some(year) = self.project.year_of(&folder.join("main.rs")) {
                    self.programs.insert(year, program);
                }
            }
            if compiled.failure.is_none() {
                break;
            }
            let has_changed = self.take_out(&compiled.errors)?;
            if !has_changed {
                break;
            }
            self.write_days()?;
        }
        Ok(())
    }

    /// Takes out what does not compile. Returns whether there was anything.
    fn take_out(&mut self, errors: &[CompileError]) -> Result<bool> {
        let texts = self.texts();
        let mut has_changed = false;
        let mut failed = BTreeMap::new();
        let mut without_main = BTreeSet::new();
        for error in errors {
            match self.culprit(error, &texts) {
                Culprit::Candidate(puzzle, index) => {
                    let misfit = self.misfits.entry(puzzle);
                    misfit.or_insert_with(|| without_place(&error.message).to_owned());
                    if let Some(left) = self.left.get_mut(&puzzle) {
                        has_changed |= left.remove(&index);
                    }
                }
                // `main` may be what is wrong: it is not needed.
                Culprit::Day(puzzle) if self.has_main(puzzle) => {
                    without_main.insert(puzzle);
                }
                Culprit::Day(puzzle) => {
                    let own = BrokenCode::Own(error.message.clone());
                    failed.entry(puzzle).or_insert(own);
                }
                Culprit::Shared(puzzles) => {
                    for puzzle in puzzles {
                        let shared = BrokenCode::Shared(error.message.clone());
                        failed.insert(puzzle, shared);
                    }
                }
                Culprit::Nightly => {
                    for &puzzle in &self.plan.nightly {
                        let own = BrokenCode::Own(error.message.clone());
                        failed.entry(puzzle).or_insert(own);
                    }
                }
            }
        }
        for (puzzle, broken) in failed {
            has_changed |= self.left.remove(&puzzle).is_some();
            self.broken.entry(puzzle).or_insert(broken);
        }
        self.left.retain(|_, left| !left.is_empty());
        if !without_main.is_empty() {
            has_changed = true;
            self.without_main.append(&mut without_main);
            self.plan_days()?;
        }
        Ok(has_changed)
    }

    /// The code that an error is about.
    fn culprit(&self, error: &CompileError, texts: &BTreeMap<String, String>) -> Culprit {
        if error.is_of_feature {
            return Culprit::Nightly;
        }
        let root = self.project.root();
        let mut places = error.lines.iter().filter_map(|(file, line)| {
            let file = slashed(file.strip_prefix(root).ok()?);
            file.starts_with("days/").then_some((file, *line))
        });
        let Some((file, line)) = places.next() else {
            return Culprit::Shared(Vec::new());
        };
        let tried = self.plan.tried.iter();
        if let Some(day) = tried.clone().find(|day| day.puzzle.source() == file) {
            let text = texts.get(&file).map_or("", String::as_str);
            return match candidate_at(text, line) {
                Some(index) => Culprit::Candidate(day.puzzle, index),
                None => Culprit::Day(day.puzzle),
            };
        }
        // An error in a shared file is one of all days that have it, and in the program of the
        // day that is named there.
        let users = tried.filter(|day| {
            day.files.contains(&file)
                || file.ends_with("/main.rs") && is_named(&root.join(&file), line, day)
        });
        Culprit::Shared(users.map(|day| day.puzzle).collect())
    }

    fn has_main(&self, puzzle: Puzzle) -> bool {
        let mut tried = self.plan.tried.iter();
        let day = tried.find(|day| day.puzzle == puzzle);
        let prints = day.is_some_and(|day| {
            let mut candidates = day.candidates.iter();
            candidates.any(|candidate| candidate.wiring.code.prints)
        });
        prints && !self.without_main.contains(&puzzle)
    }

    /// The texts of the copies, with the ways that are left.
    fn texts(&self) -> BTreeMap<String, String> {
        let files = self.plan.files.iter();
        let code = files.filter(|file| matches!(file.kind, Kind::Day | Kind::Module));
        code.map(|file| {
            let left = file.puzzle.and_then(|puzzle| self.left.get(&puzzle));
            let text = match left {
                Some(left) => with_candidates(&file.text, left),
                None => file.text.clone(),
            };
            (file.file.clone(), text)
        })
        .collect()
    }

    /// Writes the copies with the ways that are left, and the program of each year.
    fn write_days(&self) -> Result<()> {
        let root = self.project.root();
        let texts = self.texts();
        for file in &self.plan.files {
            if file.kind == Kind::Manifest {
                write_if_changed(&root.join(&file.file), &file.text)?;
            }
        }
        for (file, text) in &texts {
            write_if_changed(&root.join(file), text)?;
        }
        let years: BTreeSet<Year> = self.plan.tried.iter().map(|day| day.puzzle.year).collect();
        for year in years {
            let text = self.program_of(year, &texts);
            write_if_changed(&self.project.main_rs(year), &text)?;
        }
        Ok(())
    }

    /// The program of a year, which runs one way of calling a day.
    fn program_of(&self, year: Year, texts: &BTreeMap<String, String>) -> String {
        let folder = format!("days/year{year}/");
        let days: Vec<&TriedDay> = self
            .plan
            .tried
            .iter()
            .filter(|day| day.puzzle.year == year && self.left.contains_key(&day.puzzle))
            .collect();
        let mut needed = BTreeSet::new();
        let mut unstable = BTreeSet::new();
        let all_days: BTreeSet<String> = self
            .plan
            .tried
            .iter()
            .map(|day| module_name(day.puzzle.day))
            .collect();
        for day in &days {
            for file in &day.files {
                unstable.append(&mut features(
                    texts.get(file).map(String::as_str).unwrap_or_default(),
                ));
                if let Some(inner) = file.strip_prefix(&folder) {
                    let end = inner.find(['/', '.']).unwrap_or_default();
                    let name = &inner[..end];
                    if !all_days.contains(name) && name != "Cargo" {
                        needed.insert(name.to_owned());
                    }
                }
            }
        }
        let mut text = "#![allow(warnings)]\n".to_owned();
        for feature in unstable {
            text += &format!("#![feature({feature})]\n");
        }
        for module in needed {
            text += &format!("mod {module};\n");
            if module == ROOT_ITEMS {
                text += &format!("use {module}::*;\n");
            }
        }
        let mut arms = String::new();
        for day in days {
            let module = module_name(day.puzzle.day);
            text += &format!("mod {module};\n");
            for index in &self.left[&day.puzzle] {
                let name = format!("{module}::aoc_candidate_{index}");
                arms += &format!(
                    "        \"{module}/{index}\" => run::<{name}::{CANDIDATE_TYPE}>(input),\n"
                );
                if day.candidates[*index].printing.is_some() {
                    arms +=
                        &format!("        \"{module}/{index}/output\" => {name}::output(input),\n");
                }
            }
        }
        text + &PROGRAM.replace("        // The days.\n", &arms)
    }

    /// Runs the ways that compile, and decides which are taken.
    fn found_calls(&self) -> Result<BTreeMap<Puzzle, FoundCall>> {
        let store = self.workspace.store()?;
        let mut facts = BTreeMap::new();
        for &TriedDay { puzzle, .. } in &self.plan.tried {
            let known = Known {
                answers: self.plan.answers_of(store, puzzle),
                outputs: self.outputs.get(&puzzle).cloned().into_iter().collect(),
            };
            facts.insert(puzzle, (self.plan.input_of(store, puzzle), known));
        }
        // It has the inputs of the days, and is removed when all have run.
        let root = self.project.root();
        let folder = tempdir_in(root).map_err(|error| CliError::write(root, error))?;
        let runs = Runs {
            left: &self.left,
            broken: &self.broken,
            misfits: &self.misfits,
            programs: &self.programs,
            environment: &self.launcher.environment,
            cancel: &self.launcher.cancel,
            folder: folder.path(),
            facts,
        };
        let queue: VecDeque<&TriedDay> = self.plan.tried.iter().collect();
        let queue = Mutex::new(queue);
        let found = Mutex::new(BTreeMap::new());
        let cancel = &self.launcher.cancel;
        thread::scope(|scope| {
            for _ in 0..processors() {
                scope.spawn(|| {
                    while !cancel.is_cancelled()
                        && let Some(day) = lock(&queue).pop_front()
                    {
                        if let Some(call) = runs.found_call(day) {
                            lock(&found).insert(day.puzzle, call);
                        }
                    }
                });
            }
        });
        cancel.check()?;
        Ok(found.into_inner().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Writes a file unless it has that text, so that cargo compiles only the years that changed.
fn write_if_changed(path: &Path, text: &str) -> Result<()> {
    if read_to_string(path).is_ok_and(|old| old == text) {
        return Ok(());
    }
    write_source(path, text)
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What is needed to run the ways that compile.
struct Runs<'t> {
    left: &'t BTreeMap<Puzzle, BTreeSet<usize>>,
    broken: &'t BTreeMap<Puzzle, BrokenCode>,
    misfits: &'t BTreeMap<Puzzle, String>,
    programs: &'t BTreeMap<Year, PathBuf>,
    environment: &'t ChildEnv,
    cancel: &'t CancelToken,
    folder: &'t Path,
    /// The input of each day, and what is known of its answers.
    facts: BTreeMap<Puzzle, (Option<String>, Known)>,
}

/// A way to call a day, of one candidate or of one for each part, and what it answers.
#[derive(Clone)]
struct Way {
    candidates: Vec<usize>,
    wiring: Wiring,
    answered: Answered,
}

impl Way {
    /// The way that answers one part by this one and the other part by another.
    fn with(mut self, other: Self) -> Self {
        self.candidates.extend(other.candidates);
        self.wiring = self.wiring.with(other.wiring);
        for (own, other) in self.answered.answers.iter_mut().zip(other.answered.answers) {
            *own = own.take().or(other);
        }
        self
    }

    fn has_answers(&self) -> bool {
        self.answered.answers.iter().any(Option::is_some)
    }

    fn answers_all(&self) -> bool {
        self.answered.answers.iter().all(Option::is_some)
    }
}

/// The ways of a day that may be right.
#[derive(Default)]
struct Ways {
    ways: Vec<Way>,
    /// The answers to parts to which there are none but wrong ones.
    refuted: Vec<Difference>,
    /// The answers to parts of which nothing says which are right.
    disagreeing: Vec<[Option<String>; 2]>,
}

/// What is known of a day that is tried.
struct Trying<'t> {
    day: &'t TriedDay,
    /// The candidates that compile.
    left: &'t BTreeSet<usize>,
    input: Option<&'t str>,
    known: Known,
}

impl Trying<'_> {
    /// The first candidates that answer one part, or all.
    fn of_part(&self, part: Option<Part>) -> impl Iterator<Item = usize> {
        let left = self.left.iter().copied();
        left.filter(move |index| self.day.candidates[*index].part == part)
            .take(MOST_RUNS)
    }

    /// The first candidates of each other functions that answer a part.
    fn of_other_functions<'s>(&'s self, way: &'s Way) -> impl Iterator<Item = usize> + 's {
        let sure = way.wiring.answering.iter();
        let mut seen: BTreeSet<Vec<&str>> = sure.map(AnsweringFunctions::names).collect();
        self.left.iter().copied().filter(move |index| {
            let candidate = &self.day.candidates[*index];
            let mut answering = candidate.wiring.answering.iter();
            let is_rival = candidate.part.is_some() && !candidate.is_fallback;
            is_rival && answering.any(|of| seen.insert(of.names()))
        })
    }

    /// Whether nothing says which answers are right.
    fn is_open(&self) -> bool {
        self.known.answers.is_empty() && self.known.outputs.is_empty()
    }

    /// Whether all answers of a way are those that are known.
    fn is_equal(&self, answered: &Answered) -> bool {
        let mut verdicts = verdicts(answered, &self.known).into_iter();
        verdicts.all(|verdict| verdict == Some(Verdict::Equal))
    }
}

impl Runs<'_> {
    /// How a day is called, or why it is not. `None` if nothing was found out.
    fn found_call(&self, day: &TriedDay) -> Option<FoundCall> {
        // What the user says is taken, and the check tells if it does not fit.
        if day.is_of_user() {
            return None;
        }
        let puzzle = day.puzzle;
        let built = (self.left.get(&puzzle), self.programs.get(&puzzle.year));
        let (Some(left), Some(_)) = built else {
            return self.not_built(day);
        };
        let (input, known) = &self.facts[&puzzle];
        let mut trying = Trying {
            day,
            left,
            input: input.as_deref(),
            known: known.clone(),
        };
        trying.known.outputs.extend(self.printed(&trying));
        let Ways {
            ways,
            refuted,
            disagreeing,
        } = self.ways(&trying);
        let left_out = left_out(&refuted, &ways, &trying.known);
        let has_answers = ways.iter().any(Way::has_answers);
        let mut found = match refuted.first() {
            _ if !disagreeing.is_empty() => disagree(disagreeing.iter()),
            Some(first) if !has_answers => FoundCall::Refused(differs(first)),
            _ => self.decided(&trying, ways),
        };
        if let FoundCall::By { wiring, .. } = &mut found {
            wiring.left_out = left_out.or(wiring.left_out.take());
        }
        Some(found)
    }

    /// Why a day is not taken of which nothing compiles. `None` if the check shall tell it.
    fn not_built(&self, day: &TriedDay) -> Option<FoundCall> {
        let (why, error) = match (self.broken.get(&day.puzzle), self.misfits.get(&day.puzzle)) {
            // It stays, so that the user can correct it.
            (Some(BrokenCode::Own(_)), _) if day.is_named() => return None,
            (Some(BrokenCode::Own(error) | BrokenCode::Shared(error)), _) => {
                ("it does not compile", error)
            }
            (None, Some(error)) => ("no way to call it compiles", error),
            (None, None) => return None,
        };
        Some(FoundCall::Refused(format!("{why}: {error}")))
    }

    /// What the day's own `main` prints.
    fn printed(&self, trying: &Trying) -> Option<Output> {
        let Trying { day, input, .. } = trying;
        let printing = |index: &&usize| day.candidates[**index].printing.is_some();
        let mut texts = trying.left.iter().filter(printing).filter_map(|index| {
            let text = self.run(day.puzzle, &format!("{index}/output"), (*input)?)?;
            (!text.trim().is_empty()).then_some(text)
        });
        let text = texts.next()?;
        Some(Output {
            text,
            is_of_day: true,
        })
    }

    /// The ways that may be right, until one surely is.
    fn ways(&self, trying: &Trying) -> Ways {
        let day = trying.day;
        let mut found = Ways::default();
        let parts = trying
            .left
            .iter()
            .position(|it| day.candidates[*it].part.is_some());
        let is_sure = |index: &usize| {
            let before = trying.left.iter().take(parts.unwrap_or_default());
            before.copied().any(|sure| sure == *index)
        };
        for index in trying.of_part(None).filter(is_sure) {
            let way = self.way(trying, index);
            let is_done = trying.is_equal(&way.answered);
            found.ways.push(way);
            if is_done {
                return found;
            }
        }
        // Where nothing is known, other functions of the parts must answer the same.
        let sure = found
            .ways
            .iter()
            .find(|way| trying.is_open() && way.answers_all());
        if let Some(sure) = sure {
            let others = trying.of_other_functions(sure);
            let mut ways: Vec<Way> = others.map(|index| self.way(trying, index)).collect();
            found.ways.append(&mut ways);
            return found;
        }
        let of_parts = Part::BOTH.map(|part| self.way_of_part(trying, part, &mut found));
        if let Some(way) = of_parts.into_iter().flatten().reduce(Way::with) {
            let is_done = trying.is_equal(&way.answered);
            found.ways.push(way);
            if is_done {
                return found;
            }
        }
        let others = trying.of_part(None).filter(|index| !is_sure(index));
        found
            .ways
            .extend(others.map(|index| self.way(trying, index)));
        found
    }

    /// The way that answers one part. If all that do are wrong, or nothing says which of their
    /// answers is right, `found` has these.
    fn way_of_part(&self, trying: &Trying, part: Part, found: &mut Ways) -> Option<Way> {
        let known = &trying.known;
        let mut ways = Vec::new();
        for index in trying.of_part(Some(part)) {
            let is_fallback = trying.day.candidates[index].is_fallback;
            if is_fallback && trying.is_open() && ways.iter().any(Way::has_answers) {
                continue;
            }
            let way = self.way(trying, index);
            let verdict = verdicts(&way.answered, known)[part.index()];
            ways.push(way);
            if verdict == Some(Verdict::Equal) {
                break;
            }
        }
        let answers: Vec<Answered> = ways.iter().map(|way| way.answered.clone()).collect();
        let at = match decide(&answers, known) {
            Decision::Taken(at, _) => at,
            Decision::Disagree(ways) => {
                let answers = ways.into_iter().map(|(_, answers)| answers);
                found.disagreeing.extend(answers);
                return None;
            }
            Decision::AllDiffer(differences) if trying.input.is_some() => {
                let mut differences = differences.into_iter();
                let of_part = differences.find(|difference| difference.part == part);
                found.refuted.extend(of_part);
                return None;
            }
            Decision::AllDiffer(_) => 0,
        };
        (at < ways.len()).then(|| ways.swap_remove(at))
    }

    /// What a candidate answers, given the text as it is or else cut as nearly all programs cut it.
    fn way(&self, trying: &Trying, index: usize) -> Way {
        let wiring = trying.day.candidates[index].wiring.clone();
        let way = Way {
            candidates: vec![index],
            answered: match trying.input {
                Some(input) => self.answers(trying.day.puzzle, index, input),
                None => Answered::default(),
            },
            wiring,
        };
        let is_right = |way: &Way| {
            let mut verdicts = verdicts(&way.answered, &trying.known).into_iter();
            let is_equal = verdicts.any(|verdict| verdict == Some(Verdict::Equal));
            if trying.is_open() {
                way.has_answers()
            } else {
                is_equal
            }
        };
        if is_right(&way) {
            return way;
        }
        let mut cut = Cut::ALL
            .into_iter()
            .filter_map(|cut| self.cut(trying, &way, cut));
        cut.find(is_right).unwrap_or(way)
    }

    /// A way that is given the text without blanks at its ends; `None` if it cannot be, or there are
    /// none.
    fn cut(&self, trying: &Trying, way: &Way, cut: Cut) -> Option<Way> {
        let input = trying.input?;
        let text = cut.of(input);
        if way.wiring.text.is_some() || way.wiring.code.reads || text == input {
            return None;
        }
        let mut answered = Answered::default();
        for &index in &way.candidates {
            let own = self.answers(trying.day.puzzle, index, text);
            for (all, own) in answered.answers.iter_mut().zip(own.answers) {
                *all = all.take().or(own);
            }
        }
        let wiring = Wiring {
            text: Some(cut.expression().to_owned()),
            ..way.wiring.clone()
        };
        Some(Way {
            wiring,
            answered,
            ..way.clone()
        })
    }

    /// The way that is taken, or why none is.
    fn decided(&self, trying: &Trying, mut ways: Vec<Way>) -> FoundCall {
        let answers: Vec<Answered> = ways.iter().map(|way| way.answered.clone()).collect();
        let at = match decide(&answers, &trying.known) {
            _ if trying.input.is_none() => (!ways.is_empty()).then_some(0),
            Decision::Taken(at, _) => Some(at).filter(|at| ways[*at].has_answers()),
            Decision::Disagree(open) => return disagree(open.iter().map(|(_, answers)| answers)),
            Decision::AllDiffer(differences) => match differences.first() {
                Some(first) => return FoundCall::Refused(differs(first)),
                None => None,
            },
        };
        let Some(at) = at else {
            return FoundCall::Refused("no way to call it gives an answer".to_owned());
        };
        let way = ways.swap_remove(at);
        // Where nothing is known, what cuts the text must not matter.
        if trying.is_open()
            && trying.day.trims
            && let Some(cut) = self.cut(trying, &way, Cut::End)
        {
            let [whole, cut] = [&way, &cut].map(|way| &way.answered.answers);
            let differ = |(whole, cut): (&Option<String>, &Option<String>)| {
                whole.is_some() && cut.is_some() && whole != cut
            };
            if whole.iter().zip(cut).any(differ) {
                return disagree([whole, cut].into_iter());
            }
        }
        FoundCall::By {
            file: trying.day.from.clone(),
            wiring: way.wiring,
        }
    }

    /// What a way answers on an input.
    fn answers(&self, puzzle: Puzzle, index: usize, input: &str) -> Answered {
        let mut answered = Answered::default();
        let output = self.run(puzzle, &index.to_string(), input);
        for line in output.unwrap_or_default().lines() {
            let answer = match line.split_once('\t') {
                Some((part, answer)) => (part, answer.replace("\\n", "\n")),
                None => continue,
            };
            match answer {
                ("1", answer) => answered.answers[0] = Some(answer),
                ("2", answer) => answered.answers[1] = Some(answer),
                _ => {}
            }
        }
        answered
    }

    /// The output file of a year's program for a way of calling a day. `None` if the program
    /// failed before it wrote one, or the user has interrupted the import.
    fn run(&self, puzzle: Puzzle, way: &str, input: &str) -> Option<String> {
        if self.cancel.is_cancelled() {
            return None;
        }
        let program = self.programs.get(&puzzle.year)?;
        let name = format!("{}/{way}", module_name(puzzle.day));
        let folder = self.folder;
        let file = format!("{}-{}", puzzle.year, name.replace('/', "-"));
        let [input_file, output] = ["in", "out"].map(|end| folder.join(format!("{file}.{end}")));
        write_source(&input_file, input).ok()?;
        let _ = remove_file(&output);
        let mut command = Command::new(program);
        self.environment.apply_to(&mut command);
        command
            .current_dir(folder)
            .env("HOME", folder)
            .arg(name)
            .arg(&input_file)
            .arg(&output);
        let _ = output_within(LONGEST, self.cancel, command);
        read_to_string(&output).ok()
    }
}

/// Why a part is not answered: these answers are refuted, and no way has another one.
fn left_out(refuted: &[Difference], ways: &[Way], known: &Known) -> Option<String> {
    let is_open = |part: Part| {
        let mut verdicts = ways
            .iter()
            .map(|way| verdicts(&way.answered, known)[part.index()]);
        verdicts.any(|verdict| verdict.is_some_and(|verdict| verdict != Verdict::Different))
    };
    let mut refuted = refuted.iter();
    let Difference { part, given, .. } = refuted.find(|found| !is_open(found.part))?;
    Some(format!(
        "part {part}: each way to call it answers otherwise than is known, such as {}",
        one_line(given)
    ))
}

/// Why no way is taken, if nothing says which of these answers are right.
fn disagree<'a>(ways: impl Iterator<Item = &'a [Option<String>; 2]>) -> FoundCall {
    let mut shown = Vec::new();
    for answers in ways {
        let answers = answers.each_ref().map(Option::as_deref);
        let [one, two] = answers.map(|answer| one_line(answer.unwrap_or("-")));
        let both = format!("{one} and {two}");
        // One that fails says nothing.
        if both != "- and -" && !shown.contains(&both) {
            shown.push(both);
        }
    }
    FoundCall::Refused(format!(
        "the ways to call it answer differently: {}",
        shown.join("; ")
    ))
}

/// Why no way is taken, if one of them differs so and no other one is better.
fn differs(difference: &Difference) -> String {
    let Difference {
        part, given, known, ..
    } = difference;
    let given = one_line(given);
    let known = match known {
        Some(known) => format!(", and known is {}", one_line(known)),
        None => ", which the old program does not print".to_owned(),
    };
    format!("each way to call it answers otherwise than is known: part {part} is {given}{known}")
}

/// How programs cut the text before they use it.
#[derive(Clone, Copy)]
enum Cut {
    End,
    BothEnds,
}

impl Cut {
    const ALL: [Self; 2] = [Self::End, Self::BothEnds];

    fn of(self, text: &str) -> &str {
        match self {
            Self::End => text.trim_end(),
            Self::BothEnds => text.trim(),
        }
    }

    fn expression(self) -> &'static str {
        match self {
            Self::End => "input.trim_end()",
            Self::BothEnds => "input.trim()",
        }
    }
}

/// The code that an error of the compiler is about.
enum Culprit {
    Candidate(Puzzle, usize),
    Day(Puzzle),
    /// What these days share.
    Shared(Vec<Puzzle>),
    /// The unstable features of days, which this compiler does not have.
    Nightly,
}

/// The first error in the code of a day.
enum BrokenCode {
    Own(String),
    /// It is in a file that other days have, too, so that these would not be built either.
    Shared(String),
}

/// A message of the compiler without its place in a copy that nobody sees.
fn without_place(message: &str) -> &str {
    match message.split_once(": ") {
        Some((place, message)) if place.starts_with("days/") => message,
        _ => message,
    }
}

/// Whether a line of a year's program names a day.
fn is_named(program: &Path, line: u64, day: &TriedDay) -> bool {
    let text = read_to_string(program).unwrap_or_default();
    let line = usize::try_from(line).unwrap_or_default();
    let line = text.lines().nth(line.saturating_sub(1));
    line.is_some_and(|line| line.contains(&module_name(day.puzzle.day)))
}

/// The places of the modules of candidates, with their numbers.
fn candidate_places(text: &str) -> Vec<(usize, Range<usize>)> {
    let start = format!("\n{CANDIDATE_MODULE}");
    let mut starts: Vec<usize> = text.match_indices(&start).map(|(at, _)| at + 1).collect();
    starts.push(text.len());
    starts
        .windows(2)
        .filter_map(|place| {
            let module = &text[place[0]..place[1]];
            let number = module.strip_prefix(CANDIDATE_MODULE)?;
            let number = number.split(' ').next()?.parse().ok()?;
            Some((number, place[0]..place[1]))
        })
        .collect()
}

/// The candidate in whose module a line is.
fn candidate_at(text: &str, line: u64) -> Option<usize> {
    let line = usize::try_from(line).ok()?.checked_sub(1)?;
    let places = candidate_places(text);
    let found = places.into_iter().find(|(_, place)| {
        let first = text[..place.start].matches('\n').count();
        let last = text[..place.end].matches('\n').count();
        (first..last).contains(&line)
    });
    found.map(|(number, _)| number)
}

/// A copy without the modules of other candidates.
fn with_candidates(text: &str, left: &BTreeSet<usize>) -> String {
    let mut result = String::new();
    let mut end = 0;
    for (number, place) in candidate_places(text) {
        if !left.contains(&number) {
            result += &text[end..place.start];
            end = place.end;
        }
    }
    result + &text[end..]
}
