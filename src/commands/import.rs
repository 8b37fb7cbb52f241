//! `aoc import`: inputs, sessions and code of other tools. What it
//! copied it builds and runs, and says what agrees.

mod trial;
mod versions;

use std::collections::{BTreeMap, BTreeSet};
use std::mem;

use aoc_solution::Part;
use clap::{ArgGroup, Args};
use serde::Serialize;

use crate::app::args::{BuildArgs, LimitArgs};
use crate::app::{App, Ui};
use crate::error::{Exit, Result};
use crate::import::{self, Kind, Need, Offer, OfferedLine, Plan, Setting};
use crate::puzzle::{Puzzle, Year};
use crate::reporter::{Results, puzzle_list};
use crate::runner::{self, JobResult, PuzzleResult, SolvePlan, Status};
use crate::steps::{BuildMode, Execution, InputRequest, inputs, stored_examples};

use crate::steps::jobs::{processors, silence};
use crate::steps::new_day::{lock_files, sync_years};
use crate::terminal::style::PLAIN;
use crate::terminal::{self, Consent, Terminal, ask, plural, row, shell_word};
use versions::Versions;

/// Import inputs, answers, sessions and code from other tools
///
/// Copies inputs, answers and code from repositories of solutions in Rust, and what
/// aocd, cargo-aoc and aoc-cli have stored, into this project. Nothing is replaced,
/// and the source stays as it is. What is left out is listed with the reason. The
/// copies are then built and run.
///
/// Days of cargo-aoc, of the common template, and with functions of the text such as
/// `part1(input: &str)` or `solve(input: &str) -> (u32, u32)` are understood. For all
/// others say how they are called, with expressions over the text `input`: `--part1
/// 'solve(input).0'`. Where names suggest such expressions, they are tried on a day of each
/// year and offered. In them `%DAY%`, `%PADDED_DAY%` and `%YEAR%` are those of the day.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  aoc import ../advent-of-code  import the inputs and the code of a repository
  aoc import ../old --part1 'Day%PADDED_DAY%::new(input).part1()'")]
#[command(group = ArgGroup::new("parts").multiple(true))]
pub struct ImportArgs {
    /// A folder, or the name of a tool: aocd, cargo-aoc, aoc-cli [default: the inputs and answers of aocd]
    from: Option<String>,
    /// The year of files that do not say it
    #[arg(short, long)]
    year: Option<String>,
    /// Show what would be imported, and write nothing
    #[arg(long)]
    dry_run: bool,
    /// Copy only: do not build and run the imported days
    #[arg(long)]
    no_check: bool,
    /// What days are given of the text `input`, if it is not all of it: `input.trim_end()`
    #[arg(long, value_name = "EXPR", value_parser = import::expression)]
    text: Option<String>,
    /// What makes the input of the parts from the text `input`, for days that are not understood
    #[arg(long, value_name = "EXPR", requires = "parts", value_parser = import::expression)]
    parse: Option<String>,
    /// What answers part 1 of these days
    #[arg(long, value_name = "EXPR", group = "parts", value_parser = import::expression)]
    part1: Option<String>,
    /// What answers part 2 of these days
    #[arg(long, value_name = "EXPR", group = "parts", value_parser = import::expression)]
    part2: Option<String>,
}

/// The JSON of `aoc import`.
#[derive(Serialize)]
struct ImportResults<'a> {
    schema: &'static str,
    dry_run: bool,
    #[serde(flatten)]
    plan: &'a Plan,
    /// The results of the imported days; `None` if nothing was built.
    check: Option<Vec<PuzzleResult>>,
}

pub fn run(app: &App, args: &ImportArgs) -> Result<Exit> {
    let mut expressions = expressions(args);
    let mut text = args.text.clone();
    let mut lock = None;
    let mut versions = Versions::Taken(0);
    let mut plan = import::plan(&setting(app, args, &expressions, text.as_deref())?)?;
    let offers = mem::take(&mut plan.offers);
    if !offers.is_empty() && expressions.is_empty() && !args.no_check {
        let consent = ask_for_trial(&app.ui, args, &offers);
        if consent != Consent::No {
            let setting = setting(app, args, &expressions, text.as_deref())?;
            plan.offers = trial::compiling(&app.ui, &app.launcher, &setting, offers)?;
        }
        if consent == Consent::Yes && !args.dry_run && !plan.offers.is_empty() {
            let taken = plan.offers.remove(0);
            expressions = taken.line.expressions();
            text = text.or(taken.line.text);
        }
    }
    let setting = setting(app, args, &expressions, text.as_deref())?;
    if args.dry_run {
        if !app.ui.json {
            app.ui.note("nothing was written, because of --dry-run");
        }
    } else {
        lock = lock_files(&app.ui, &app.workspace)?;
        // Another process may have written files meanwhile.
        let offers = mem::take(&mut plan.offers);
        plan = import::plan(&setting)?;
        plan.offers = offers;
        // Of unchanged days, too: an import that failed may have left a year half made.
        let years = plan.days.iter().map(|puzzle| puzzle.year).collect();
        import::apply(&mut plan, &setting)?;
        sync_years(&app.ui, &app.workspace, &years)?;
        versions = versions::take(&app.launcher, setting.project, &plan.locked)?;
    }
    drop(lock);
    if !app.ui.json {
        let state = match (args.dry_run, args.no_check) {
            (true, _) => " to import",
            (false, true) => " copied, but not built because of --no-check",
            (false, false) => " copied",
        };
        let screen = screen(app.ui.stdout, &plan, &versions, args, state);
        app.ui.console().print(&screen)?;
    }
    let mut checked = None;
    if !args.dry_run && !args.no_check && !plan.days.is_empty() {
        checked = Some(check(app, &plan.days));
    }
    // What was imported is told even if it cannot be built.
    if app.ui.json {
        let ended = checked.iter().flatten().next();
        let results = ImportResults {
            schema: "aoc-import/2",
            dry_run: args.dry_run,
            plan: &plan,
            check: ended.map(|results| runner::all_results(results)),
        };
        terminal::document(&mut app.ui.console(), &results)?;
    }
    if plan.has_refused && plan.days.is_empty() {
        return Ok(Exit::Failed);
    }
    let results = checked.transpose()?.unwrap_or_default();
    runner::exit_of(results, plan.days.len())
}

fn setting<'a>(
    app: &'a App,
    args: &'a ImportArgs,
    expressions: &'a [(Part, String)],
    text: Option<&'a str>,
) -> Result<Setting<'a>> {
    Ok(Setting {
        project: app.workspace.project()?,
        store: app.workspace.store()?,
        environment: &app.environment,
        from: args.from.as_deref(),
        year: args.year.as_deref().map(Year::read).transpose()?,
        expressions,
        text,
        only: None,
    })
}

/// Asks whether lines are tried, and the first one that compiles is taken.
fn ask_for_trial(ui: &Ui, args: &ImportArgs, offers: &[Offer]) -> Consent {
    let days: BTreeSet<Puzzle> = offers
        .iter()
        .flat_map(|offer| &offer.days)
        .copied()
        .collect();
    let count = plural(days.len(), "day");
    let OfferedLine { part1, part2, .. } = &offers[0].line;
    let so = format!("{count} may be called by `{part1}` and `{part2}`");
    let purpose = if args.dry_run {
        ""
    } else {
        " and import them so"
    };
    let question = format!("{so}: compile one of each year to try it{purpose}?");
    let consent = ask(ui.stderr, &question, true);
    if consent == Consent::NotAsked {
        ui.note(format!(
            "{so}: compiling one of each year to try it: --no-check does not"
        ));
    }
    consent
}

/// The expressions for the parts, each with that for the input.
fn expressions(args: &ImportArgs) -> Vec<(Part, String)> {
    let mut expressions = Vec::new();
    for (part, call) in [(Part::One, &args.part1), (Part::Two, &args.part2)] {
        if let Some(call) = call {
            let expression = match &args.parse {
                Some(parse) => format!("{{ let input = {parse}; {call} }}"),
                None => call.clone(),
            };
            expressions.push((part, expression));
        }
    }
    expressions
}

/// Builds and runs the days with all that there is to compare, and shows what differs;
/// they are somebody's programs, so that a user on a terminal is asked first.
fn check(app: &App, days: &[Puzzle]) -> Result<Vec<JobResult<Vec<PuzzleResult>>>> {
    let list = puzzle_list(days.iter().copied());
    let question = format!("Build and run the code that was copied for {list}?");
    match ask(app.ui.stderr, &question, true) {
        Consent::Yes => {}
        Consent::No => return Ok(Vec::new()),
        Consent::NotAsked => app
            .ui
            .note(format!("building and running {list}: --no-check does not")),
    }
    let execution = Execution {
        parallelism: processors(),
        ..Execution::new(app)
    };
    let workers = execution.build(days, &BuildArgs::default(), BuildMode::Silent)?;
    let jobs = execution.prepare(days, &workers, |puzzle, executable| {
        let inputs = inputs::find(&app.workspace, puzzle, &InputRequest::All)?;
        let plan = if inputs.is_empty() {
            SolvePlan::Examples(None)
        } else {
            SolvePlan::Inputs(inputs)
        };
        let mut job = execution.solve_job(puzzle, executable, &LimitArgs::default(), plan);
        job.examples = Some(stored_examples(&app.workspace, puzzle)?);
        silence(&mut job);
        Ok(job)
    })?;
    let is_built = |day: &&Puzzle| workers.worker(**day).is_ok();
    let built: BTreeSet<Puzzle> = days.iter().filter(is_built).copied().collect();
    if !app.ui.json {
        let count = plural(days.len(), "day");
        let line = format!("\nbuilt {} of {count}\n", built.len());
        app.ui.console().print(&line)?;
    }
    let results = execution.run(Some(Results::Verify), days, jobs)?;
    if !app.ui.json {
        app.ui
            .console()
            .print(&trial_summary(days, &built, &results))?;
    }
    Ok(results)
}

/// A line for each year: how many of its days were taken, built, and ran without a difference,
/// and how many had nothing to run on.
fn trial_summary(
    days: &[Puzzle],
    built: &BTreeSet<Puzzle>,
    results: &[JobResult<Vec<PuzzleResult>>],
) -> String {
    let mut lines = String::new();
    let mut has_overflow = false;
    let mut days = days.to_vec();
    days.sort_unstable();
    for days in days.chunk_by(|one, next| one.year == next.year) {
        let year = days[0].year;
        let mut ran = 0;
        let mut idle = 0;
        for (_, result) in results.iter().filter(|(day, _)| day.year == year) {
            let results = result.as_deref().unwrap_or_default();
            let is_equal = results.iter().all(|result| result.status == Status::Ok);
            if !results.is_empty() && results.iter().all(PuzzleResult::has_no_example) {
                idle += 1;
            } else {
                ran += usize::from(!results.is_empty() && is_equal);
            }
            let phases = results.iter().flat_map(|result| &result.phases);
            has_overflow |= phases
                .filter(|phase| phase.status == Status::Panic)
                .filter_map(|phase| phase.message.as_ref())
                // The panic of rustc's own check has no other mark.
                .any(|message| message.contains("with overflow"));
        }
        let built = days.iter().filter(|day| built.contains(day)).count();
        let taken = days.len();
        lines += &format!("{year}: {taken} taken, {built} built, {ran} ran without a difference");
        if idle > 0 {
            lines += &format!(", {idle} had neither an input nor an example to run on");
        }
        lines.push('\n');
    }
    if has_overflow {
        lines += "numbers overflow, which a release build of the old repository lets pass: correct \
                  these days, or add `overflow-checks = false` to `[profile.aoc]` in Cargo.toml\n";
    }
    lines
}

/// The number of each kind with its days, and a line for each reason.
fn screen(
    terminal: Terminal,
    plan: &Plan,
    versions: &Versions,
    args: &ImportArgs,
    state: &str,
) -> String {
    let mut lines = Vec::new();
    for (name, state, kind) in [
        ("day", state, Kind::Day),
        ("input", "", Kind::Input),
        ("answer", "", Kind::Answer),
    ] {
        let puzzles = plan.puzzles(kind);
        if !puzzles.is_empty() {
            let count = plural(puzzles.len(), name);
            lines.push(format!("{count}{state}: {}", puzzle_list(puzzles)));
        }
    }
    if plan.files.iter().any(|file| file.kind == Kind::Session) {
        lines.push("1 session: of the tool".to_owned());
    }
    match versions {
        Versions::Taken(0) => {}
        Versions::Taken(count) => {
            let libraries = if *count == 1 { "library" } else { "libraries" };
            lines.push(format!(
                "{count} {libraries} at the version of the old Cargo.lock"
            ));
        }
        Versions::Left(why) => lines.push(format!(
            "not imported: the versions in the old Cargo.lock: cargo cannot use them beside yours, \
             and chooses newer ones: {why}"
        )),
    }
    let mut reasons = BTreeMap::<&str, (Vec<String>, Vec<Puzzle>, Vec<Puzzle>)>::new();
    for skipped in &plan.skipped {
        let (files, days, wanted_by) = reasons.entry(&skipped.why).or_default();
        match skipped.puzzle {
            Some(puzzle) => days.push(puzzle),
            None => files.push(skipped.from.display().to_string()),
        }
        wanted_by.extend(&skipped.wanted_by);
    }
    for (why, (mut names, days, wanted_by)) in reasons {
        if !days.is_empty() {
            names.push(puzzle_list(days));
        }
        let mut line = format!("not imported: {}: {why}", names.join(", "));
        if !wanted_by.is_empty() {
            line += &format!(" ({})", puzzle_list(wanted_by));
        }
        lines.push(line);
    }
    if !plan.nightly.is_empty() {
        let count = plural(plan.nightly.len(), "day");
        let list = puzzle_list(plan.nightly.iter().copied());
        lines.push(format!(
            "{count} with `#![feature(...)]`, for a nightly compiler: {list}: copy the \
             repository's rust-toolchain.toml, or write one with `toolchain.channel = \"nightly\"`"
        ));
    }
    for Need { what, days } in &plan.needs {
        let verb = if days.len() == 1 { "wants" } else { "want" };
        let count = plural(days.len(), "day");
        let list = puzzle_list(days.iter().copied());
        lines.push(format!("{count} {verb} {what}: {list}"));
    }
    let folder = shell_word(args.from.as_deref().unwrap_or("DIR"));
    for Offer { line, days } in &plan.offers {
        let count = plural(days.len(), "day");
        let list = puzzle_list(days.iter().copied());
        let mut command = format!("aoc import {folder}");
        let options = [
            ("--year", &args.year),
            ("--text", &line.text),
            ("--part1", &Some(line.part1.clone())),
            ("--part2", &Some(line.part2.clone())),
        ];
        for (option, value) in options {
            if let Some(value) = value {
                command += &format!(" {option} {}", shell_word(value));
            }
        }
        lines.push(format!(
            "{count} may be called like this, as one of each year compiles: {list}: {command}"
        ));
    }
    if plan.has_unclear && plan.offers.is_empty() {
        lines.push(format!(
            "for days that are not understood say how they are called, such as `aoc import \
             {folder} --part1 'solve(input).0'` or `--part1 'Day%PADDED_DAY%::new(input).part1()'`"
        ));
    }
    if lines.is_empty() {
        lines.push("nothing new to import".to_owned());
    }
    lines
        .iter()
        .map(|line| row(terminal, 0, &[], &[(PLAIN, line)]))
        .collect()
}

#[cfg(test)]
mod tests {
    use std::hint::black_box;
    use std::panic::catch_unwind;

    use aoc_solution::protocol::Phase;

    use super::*;
    use crate::runner::{PhaseResult, PuzzleHeader};

    /// The summary of a day whose part 1 panics with this message.
    fn summary_of_panic(message: &str) -> String {
        let day = Puzzle::of(2020, 1);
        let mut result = PuzzleResult::new(PuzzleHeader::unknown(day));
        let message = Some(format!("src/day01.rs:3:5: {message}"));
        result.push(PhaseResult::new(Phase::Part1, Status::Panic, message));
        trial_summary(&[day], &[day].into(), &[(day, Ok(vec![result]))])
    }

    #[test]
    fn an_overflow_is_explained_and_no_other_panic() {
        let overflow = catch_unwind(|| black_box(u8::MAX) + black_box(1)).unwrap_err();
        let message = overflow.downcast_ref::<&str>().expect("rustc's message");
        let counts = "2020: 1 taken, 1 built, 0 ran without a difference\n";
        let explained = summary_of_panic(message);
        let hint = explained
            .strip_prefix(counts)
            .expect("the counts come first");
        assert!(hint.contains("`overflow-checks = false`"), "{hint}");
        assert_eq!(summary_of_panic("index out of bounds"), counts);
    }

    #[test]
    fn a_day_that_had_nothing_to_run_on_did_not_run() {
        let days = [1, 2].map(|day| Puzzle::of(2020, day));
        let idle = PuzzleResult::new(PuzzleHeader::unknown(days[0]));
        let mut equal = PuzzleResult::new(PuzzleHeader::unknown(days[1]));
        equal.push(PhaseResult::new(Phase::Part1, Status::Ok, None));
        let results = [(days[0], Ok(vec![idle])), (days[1], Ok(vec![equal]))];
        assert_eq!(
            trial_summary(&days, &days.into(), &results),
            "2020: 2 taken, 2 built, 1 ran without a difference, 1 had neither an input nor an \
             example to run on\n"
        );
    }
}
