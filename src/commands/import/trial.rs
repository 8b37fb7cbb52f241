//! Finds out how days are called: all ways that there may be are compiled in a folder below
//! `target` and run on the day's input, and the one is taken whose answers are those that are
//! known.
//!
//! A way is a module at the end of the copy of its day. The compiler's errors take out the ways
//! in whose lines they are, and the days in whose code they are; names are resolved before types,
//! so it takes a few rounds until all that is left compiles.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fs::{copy, create_dir_all, read_to_string, remove_dir_all, remove_file};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use aoc_solution::Part;
use toml::Table;

use super::old_program::Outputs;
use super::versions;
use crate::app::{Launcher, OnInterrupt, Ui, Workspace};
use crate::cargo::{self, BuildRequest, CompileError, output_within};
use crate::config::ChildEnv;
use crate::error::Result;
use crate::execution::jobs::processors;
use crate::files::{Locks, slashed, write_source};
use crate::import::compare::{
    Answered, Decision, Difference, Known, Output, Verdict, decide, verdicts,
};
use crate::import::{
    self, CANDIDATE_MODULE, CANDIDATE_TYPE, Calling, Candidate, FoundCall, ImportRequest, Kind,
    Plan, TriedDay, Wiring,
};
use crate::inputs::Store;
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
const MOST_RUNS: usize = 8;

/// The end of the generated program.
const PROGRAM: &str = include_str!("trial_main.template");

/// How the days are called, of those for which more is found than their types say. `outputs` are
/// those of the old program.
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
    /// The days whose own code does not compile, with the first error.
    broken: BTreeMap<Puzzle, String>,
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
                    if let Some(left) = self.left.get_mut(&puzzle) {
                        has_changed |= left.remove(&index);
                    }
                }
                // `main` may be what is wrong: it is not needed.
                Culprit::Day(puzzle) if self.has_main(puzzle) => {
                    without_main.insert(puzzle);
                }
                Culprit::Day(puzzle) => {
                    failed.entry(puzzle).or_insert(&error.message);
                }
                Culprit::Days(puzzles) => {
                    for puzzle in puzzles {
                        failed.entry(puzzle).or_insert(&error.message);
                    }
                }
            }
        }
        for (puzzle, why) in failed {
            has_changed |= self.left.remove(&puzzle).is_some();
            self.broken.entry(puzzle).or_insert_with(|| why.clone());
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
            return Culprit::Days(self.plan.nightly.clone());
        }
        let root = self.project.root();
        let mut places = error.lines.iter().filter_map(|(file, line)| {
            let file = slashed(file.strip_prefix(root).ok()?);
            file.starts_with("days/").then_some((file, *line))
        });
        let Some((file, line)) = places.next() else {
            return Culprit::Days(Vec::new());
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
        Culprit::Days(users.map(|day| day.puzzle).collect())
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
                write_source(&root.join(&file.file), &file.text)?;
            }
        }
        for (file, text) in &texts {
            let path = root.join(file);
            if read_to_string(&path).is_ok_and(|old| old == *text) {
                continue;
            }
            write_source(&path, text)?;
        }
        let years: BTreeSet<Year> = self.plan.tried.iter().map(|day| day.puzzle.year).collect();
        for year in years {
            let text = self.program_of(year, &texts);
            write_source(&self.project.main_rs(year), &text)?;
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
        let runs = Runs {
            left: &self.left,
            broken: &self.broken,
            programs: &self.programs,
            environment: &self.launcher.environment,
            folder: self.project.root().join("run"),
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

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What is needed to run the ways that compile.
struct Runs<'t> {
    left: &'t BTreeMap<Puzzle, BTreeSet<usize>>,
    broken: &'t BTreeMap<Puzzle, String>,
    programs: &'t BTreeMap<Year, PathBuf>,
    environment: &'t ChildEnv,
    folder: PathBuf,
    /// The input of each day, and what is known of its answers.
    facts: BTreeMap<Puzzle, (Option<String>, Known)>,
}

impl Runs<'_> {
    fn found_call(&self, day: &TriedDay) -> Option<FoundCall> {
        let puzzle = day.puzzle;
        let left = match (self.left.get(&puzzle), self.programs.get(&puzzle.year)) {
            (Some(left), Some(_)) => left,
            _ if day.is_clear => return None,
            _ => {
                let why = self.broken.get(&puzzle)?;
                return Some(FoundCall::Refused(format!("it does not compile: {why}")));
            }
        };
        let (input, known) = &self.facts[&puzzle];
        let mut known = known.clone();
        let mut ways: Vec<(Wiring, Answered)> = Vec::new();
        if let Some(input) = input {
            for &index in left {
                if day.candidates[index].printing.is_some()
                    && let Some(text) = self.run(puzzle, &format!("{index}/output"), input)
                    && !text.trim().is_empty()
                {
                    known.outputs.push(Output {
                        text,
                        is_of_day: true,
                    });
                    break;
                }
            }
        }
        let of_part = |part: Option<Part>| {
            let left = left.iter().copied();
            left.filter(move |index| day.candidates[*index].part == part)
                .take(MOST_RUNS)
        };
        let answered = |index: usize| match input {
            Some(input) => self.answers(puzzle, index, input),
            None => Answered::default(),
        };
        if day.is_clear && left.contains(&0) {
            ways.push((day.candidates[0].wiring.clone(), answered(0)));
        }
        let is_open = known.answers.is_empty() && known.outputs.is_empty();
        let is_done = |ways: &[(Wiring, Answered)]| {
            ways.iter().any(|(_, way)| {
                if is_open && day.is_clear {
                    return way.answers.iter().all(Option::is_some);
                }
                let verdicts = verdicts(way, &known);
                verdicts
                    .iter()
                    .all(|verdict| *verdict == Some(Verdict::Equal))
            })
        };
        let mut refuted = Vec::new();
        if !is_done(&ways) {
            let mut chosen = Vec::new();
            for part in [Part::One, Part::Two] {
                let candidates: Vec<usize> = of_part(Some(part)).collect();
                let mut answers = Vec::new();
                for &index in &candidates {
                    answers.push(answered(index));
                    let of_part = &verdicts(&answers[answers.len() - 1], &known);
                    if of_part[part.index()] == Some(Verdict::Equal) {
                        break;
                    }
                }
                let taken = match decide(&answers, &known) {
                    Decision::Taken(at, _) => Some(at),
                    Decision::Disagree(ways) => ways.first().map(|(at, _)| *at),
                    Decision::AllDiffer(differences) if input.is_some() => {
                        let of_part = differences.into_iter().find(|found| found.part == part);
                        refuted.extend(of_part.map(|found| (part, found.given)));
                        None
                    }
                    Decision::AllDiffer(_) => (!answers.is_empty()).then_some(0),
                };
                if let Some(at) = taken {
                    chosen.push((&day.candidates[candidates[at]], answers[at].clone()));
                }
            }
            if let Some(way) = merged(chosen) {
                ways.push(way);
            }
        }
        if !is_done(&ways) {
            for index in of_part(None) {
                if !(day.is_clear && index == 0) {
                    ways.push((day.candidates[index].wiring.clone(), answered(index)));
                }
            }
        }
        let is_first_clear = day.is_clear && left.contains(&0);
        let left_out = left_out(refuted, &ways, &known);
        let mut found = decided(day, ways, &known, input.is_some(), is_first_clear);
        if let Some(FoundCall::By { wiring, .. }) = &mut found {
            wiring.left_out = left_out.or(wiring.left_out.take());
        }
        found
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

    /// What the program of a year writes for a way of calling a day; `None` if it failed before.
    fn run(&self, puzzle: Puzzle, way: &str, input: &str) -> Option<String> {
        let program = self.programs.get(&puzzle.year)?;
        let name = format!("{}/{way}", module_name(puzzle.day));
        let folder = &self.folder;
        create_dir_all(folder).ok()?;
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
        let _ = output_within(LONGEST, command);
        read_to_string(&output).ok()
    }
}

/// Why a part is not answered: these answers are refuted, and no way has another one.
fn left_out(
    refuted: Vec<(Part, String)>,
    ways: &[(Wiring, Answered)],
    known: &Known,
) -> Option<String> {
    let is_open = |part: Part| {
        let mut verdicts = ways
            .iter()
            .map(|(_, way)| verdicts(way, known)[part.index()]);
        verdicts.any(|verdict| verdict.is_some_and(|verdict| verdict != Verdict::Different))
    };
    let mut refuted = refuted.into_iter();
    let (part, given) = refuted.find(|(part, _)| !is_open(*part))?;
    Some(format!(
        "part {part}: each way to call it answers otherwise than is known, such as {}",
        one_line(&given)
    ))
}

/// The way that is taken, if it is another one than the types say, or why none is.
fn decided(
    day: &TriedDay,
    mut ways: Vec<(Wiring, Answered)>,
    known: &Known,
    has_input: bool,
    is_first_clear: bool,
) -> Option<FoundCall> {
    let answers: Vec<Answered> = ways.iter().map(|(_, answered)| answered.clone()).collect();
    let has_answers = |answered: &Answered| answered.answers.iter().any(Option::is_some);
    let taken = match decide(&answers, known) {
        _ if !has_input => (!ways.is_empty()).then_some(0),
        Decision::Taken(at, _) => has_answers(&answers[at]).then_some(at),
        Decision::Disagree(_) if is_first_clear => Some(0),
        Decision::Disagree(open) => {
            let shown: Vec<String> = open
                .iter()
                .map(|(_, answers)| {
                    let answers = answers.each_ref().map(|answer| answer.as_deref());
                    format!(
                        "{} and {}",
                        answers[0].unwrap_or("-"),
                        answers[1].unwrap_or("-")
                    )
                })
                .collect();
            let why = format!(
                "the ways to call it answer differently: {}",
                shown.join("; ")
            );
            return Some(FoundCall::Refused(why));
        }
        Decision::AllDiffer(differences) => match differences.first() {
            // What the user says is taken, and the check tells that it differs.
            Some(first) if !day.is_of_user() => return Some(FoundCall::Refused(differs(first))),
            _ => None,
        },
    };
    match taken {
        Some(at) => Some(FoundCall::By {
            file: day.from.clone(),
            wiring: ways.swap_remove(at).0,
        }),
        None if day.is_clear => None,
        None => Some(FoundCall::Refused(
            "no way to call it gives an answer".to_owned(),
        )),
    }
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

/// The way that answers the parts by several candidates.
fn merged(chosen: Vec<(&Candidate, Answered)>) -> Option<(Wiring, Answered)> {
    let mut chosen = chosen.into_iter();
    let (candidate, mut answered) = chosen.next()?;
    let mut wiring = candidate.wiring.clone();
    for (candidate, other) in chosen {
        wiring = wiring.with(candidate.wiring.clone());
        for (own, other) in answered.answers.iter_mut().zip(other.answers) {
            *own = own.take().or(other);
        }
    }
    Some((wiring, answered))
}

/// The code that an error of the compiler is about.
enum Culprit {
    Candidate(Puzzle, usize),
    Day(Puzzle),
    /// What several days share.
    Days(Vec<Puzzle>),
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
