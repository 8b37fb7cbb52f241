//! `aoc accept`: records accepted answers, which the user types or the solution gives.
//! `recorder.rs` records them according to the rules in `rules.rs`.

mod recorder;
mod rules;

use std::path::PathBuf;

use aoc_solution::Part;
use clap::Args;
use serde::Serialize;

use self::recorder::Recorder;
use crate::app::App;
use crate::app::args::{Completes, SelectionArgs, parse_name, parse_part};
use crate::error::{CliError, Exit, Result, usage_error};
use crate::execution::{BatchLimitArgs, BuildArgs, BuildMode, build};
use crate::inputs::{InputName, validate_answer};
use crate::puzzle::{Puzzle, Selector, Year, is_selector};
use crate::steps::selection::{Resolver, only_puzzle, possible_answer};
use crate::terminal::{ResultList, shell_word};

/// Record accepted answers
///
/// Records answers that the site has accepted, so that later runs are compared with
/// them. Without an answer it runs the solution and records its answers; without a
/// selector it does so for all solutions that lack an answer, recorded or on the page.
/// A different recorded answer is replaced only with --force, unless the site is known to
/// have accepted the new one. Nothing is sent to the site.
#[derive(Args)]
#[command(after_help = "\
Examples:
  aoc accept 22                  record what the solution of day 22 gives now
  aoc accept 2020/22 -p 1 33400  record this answer to part 1")]
pub struct AcceptArgs {
    /// Which puzzle: 22, 2020/22, today, latest; several without ANSWER [default: all without an
    /// answer, recorded or on the page]
    #[arg(value_name = "SELECTOR", allow_negative_numbers = true)]
    #[arg(add = Completes::Selectors)]
    selector: Option<String>,
    /// The accepted answer [default: the solution's answer]
    #[arg(allow_negative_numbers = true)]
    answer: Option<String>,
    /// The same as SELECTOR, for users of other tools
    #[arg(short, long, hide = true)]
    #[arg(add = Completes::Selectors)]
    day: Vec<String>,
    /// The year of a day that is given without one
    #[arg(short, long)]
    #[arg(add = Completes::Year)]
    year: Option<String>,
    /// The part [default: each part that the solution solves; with ANSWER the next one without an
    /// answer]
    #[arg(short, long, value_name = "N", value_parser = parse_part)]
    part: Option<Part>,
    /// The named input that the answers belong to
    #[arg(long, value_name = "NAME", value_parser = parse_name)]
    #[arg(add = Completes::Input)]
    input: Option<InputName>,
    /// Replace another answer, and record one that the site's verdicts rule out
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    limits: BatchLimitArgs,
    #[command(flatten)]
    build: BuildArgs,
}

/// An entry of the results of `aoc accept --json`.
#[derive(Serialize)]
struct AcceptResult {
    #[serde(flatten)]
    puzzle: Puzzle,
    /// The part. `None` if the failure affects all parts.
    part: Option<Part>,
    /// `None` for the user's own input.
    input: Option<InputName>,
    answer: Option<String>,
    status: AcceptStatus,
    /// The file that contains the answer.
    file: Option<PathBuf>,
    message: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
enum AcceptStatus {
    Recorded,
    /// The same answer was already recorded.
    Unchanged,
    Refused,
    /// The part is not written yet.
    Unsolved,
    /// The solution failed at the part or before it.
    Failed,
}

impl AcceptArgs {
    /// The selectors and the typed answer. A single word is the selector. With `--day`, a single
    /// word is the answer, which may be negative.
    fn selection_and_answer(&self) -> (SelectionArgs, Option<String>) {
        let mut selectors: Vec<String> = [&self.selector, &self.answer]
            .into_iter()
            .flatten()
            .cloned()
            .collect();
        let has_answer = selectors.len() + self.day.len() > 1;
        let answer = if has_answer { selectors.pop() } else { None };
        let selection = SelectionArgs {
            selectors,
            day: self.day.clone(),
            year: self.year.clone(),
        };
        (selection, answer)
    }
}

pub fn run(app: &App, args: &AcceptArgs) -> Result<Exit> {
    let mut recorder = Recorder::new(app, args)?;
    let outcome = record(app, args, &mut recorder);
    let results = &recorder.results;
    // Answers that were recorded before a failure are shown, too. Without `--json`, their lines
    // were already printed.
    if outcome.is_ok() || !results.is_empty() {
        app.ui
            .show("accept", &ResultList { results }, String::new)?;
    }
    outcome?;
    Ok(recorder.exit)
}

/// Records the typed answer, or else the answers of the solutions.
fn record(app: &App, args: &AcceptArgs, recorder: &mut Recorder) -> Result<()> {
    let (selection, answer) = args.selection_and_answer();
    match answer {
        Some(answer) => record_typed(app, args, recorder, &selection, &answer),
        None => record_solutions(app, args, recorder, &selection),
    }
}

fn record_typed(
    app: &App,
    args: &AcceptArgs,
    recorder: &mut Recorder,
    selection: &SelectionArgs,
    answer: &str,
) -> Result<()> {
    let puzzle = puzzle_of_answer(app, args, selection, answer.trim())?;
    let answer = validate_answer(puzzle, args.part, answer).map_err(usage_error)?;
    // The site cannot have accepted an answer to a locked puzzle.
    let store = app.workspace.store()?;
    let unlocked = app.site.check_unlocked(store, puzzle);
    unlocked.map_err(|error| {
        let error = error.context(puzzle);
        error.with_hint("if this computer's clock is wrong, correct it")
    })?;
    recorder.check_named_input(puzzle)?;
    recorder.record(puzzle, args.part, answer)
}

fn record_solutions(
    app: &App,
    args: &AcceptArgs,
    recorder: &mut Recorder,
    selection: &SelectionArgs,
) -> Result<()> {
    let selected = Resolver::new(app).select_or(selection, Selector::All);
    let mut puzzles = selected.map_err(|error| with_answer_hint(error, selection))?;
    if selection.words().is_empty() {
        recorder.retain_without_answer(&mut puzzles)?;
    } else {
        recorder.retain_recordable(&mut puzzles);
    }
    let programs = build(app, &puzzles, &args.build, BuildMode::RUN)?;
    // An interrupt ends the running solution, but the document is still printed.
    let _armed = app.ui.json.then(|| programs.stop_on_interrupt());
    recorder.record_solutions(&puzzles, &programs)
}

/// The error, with a hint if the word that selects no puzzle was perhaps meant as the answer. A
/// word without digits is more likely a misspelled selector.
fn with_answer_hint(error: CliError, selection: &SelectionArgs) -> CliError {
    match possible_answer(&selection.selectors) {
        Some(word) if word.contains(|c: char| c.is_ascii_digit()) => error.with_hint(format!(
            "if {word} is an answer, write its puzzle first: `aoc accept 2020/22 {}`",
            shell_word(word)
        )),
        _ => error,
    }
}

/// The puzzle of a typed answer. Without `--force`, fails if the answer was probably meant as
/// another selector.
fn puzzle_of_answer(
    app: &App,
    args: &AcceptArgs,
    selection: &SelectionArgs,
    answer: &str,
) -> Result<Puzzle> {
    let selector = selection.selectors.first().map_or("", String::as_str);
    // No puzzle has ever had such a word as its answer.
    if is_selector(answer) && is_more_than_numbers(answer) && !args.force {
        let is = if answer.contains('/') {
            "is a puzzle"
        } else {
            "selects puzzles"
        };
        return Err(usage_error(format!(
            "`{answer}` {is}: accept one puzzle at a time; --force records it as the answer"
        )));
    }
    // In other commands, such a word is the year of the days.
    if let Some(year) = Year::parse(answer)
        && (!selection.day.is_empty() || is_word(selector))
        && !has_year(selection)
        && !args.force
    {
        // `today` and `latest` cannot have a year.
        let has_number = selector.is_empty() || selector.ends_with(|c: char| c.is_ascii_digit());
        let if_year = if has_number {
            format!("write `--year {year}`")
        } else {
            format!("write the puzzle, such as `{year}/1`")
        };
        return Err(usage_error(format!(
            "`{answer}` is read as the answer: if it is the year, {if_year}; --force records it as \
             the answer"
        )));
    }
    let years = [selector, answer].map(Year::parse);
    // The user probably means two years. If the first year has only one solution, the second year
    // would be recorded as its answer.
    if let [Some(_), Some(_)] = years
        && !args.force
    {
        let error = usage_error("these are two years, not a puzzle and its answer");
        return Err(with_selector_hint(error, years, answer));
    }
    let puzzles = Resolver::new(app).select_for_answer(selection)?;
    only_puzzle(&puzzles).map_err(|error| with_selector_hint(error, years, answer))
}

/// True for one alphanumeric word that is not a year, such as `22`, `day22` or `today`.
fn is_word(selector: &str) -> bool {
    !selector.is_empty()
        && selector.chars().all(char::is_alphanumeric)
        && Year::parse(selector).is_none()
}

/// True for a selector other than a number or a list of numbers, such as `2020/22`, `all` or `1-5`.
fn is_more_than_numbers(selector: &str) -> bool {
    selector.contains(|c: char| c == '/' || c.is_alphabetic())
        || selector.trim_start_matches('-').contains('-')
}

/// True if the options of the selection name a year.
fn has_year(selection: &SelectionArgs) -> bool {
    selection.year.is_some() || selection.day.iter().any(|day| day.contains(['/', '-']))
}

/// The error for several puzzles with one answer, with a hint if the answer was perhaps meant as
/// another selector. `years` contains the selector and the answer as years, if they are years.
fn with_selector_hint(error: CliError, years: [Option<Year>; 2], answer: &str) -> CliError {
    if !is_selector(answer) {
        return error;
    }
    let range = match years {
        [Some(first), Some(last)] if first < last => {
            format!("`aoc accept {first}-{last}` or ")
        }
        _ => String::new(),
    };
    error.with_hint(format!(
        "`{answer}` is read as the answer: to accept several puzzles write {range}`aoc accept all`"
    ))
}
