//! `aoc accept`: records accepted answers, given by hand or by the solution.

use std::path::PathBuf;

use aoc_solution::Part;
use aoc_solution::letters::typed;
use clap::Args;
use serde::Serialize;

use crate::app::args::{BuildArgs, LimitArgs, SelectionArgs, part};
use crate::app::jobs::{parts, solve_job, solve_silently, spawn_options};
use crate::app::{App, BuildMode, build, inputs, selection};
use crate::cargo::Workers;
use crate::error::{CliError, Exit};
use crate::inputs::{Answers, InputName, Store, plain};
use crate::puzzle::{Puzzle, is_last_star};
use crate::runner::{PuzzleResult, SolvePlan};
use crate::terminal::{self, ResultList, sanitize};
use AcceptStatus::{Failed, Recorded, Refused, Unchanged, Unsolved};

/// Record accepted answers
///
/// Records answers that the site has accepted, so that later runs are compared with
/// them. Without an answer it runs the solution and records its answers; without a
/// selector it does so for all solutions that lack a recorded answer. A different
/// recorded answer is replaced only with --force. Nothing is sent to the site.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  aoc accept 22                  record what the solution of day 22 gives now
  aoc accept 2020/22 -p 1 33400  record this answer to part 1")]
pub struct AcceptArgs {
    /// Which puzzle: 22, 2020/22, today, latest; several without ANSWER [default: all without a recorded answer]
    #[arg(value_name = "SELECTOR")]
    pub selector: Option<String>,
    /// The accepted answer [default: the solution's answer]
    #[arg(allow_negative_numbers = true)]
    pub answer: Option<String>,
    /// The year of a day that is given without one
    #[arg(short, long)]
    pub year: Option<String>,
    /// The part [default: every solved part; with ANSWER the next one without an answer]
    #[arg(short, long, value_name = "N", value_parser = part())]
    pub part: Option<Part>,
    /// The named input that the answers belong to
    #[arg(long, value_name = "NAME")]
    pub input: Option<String>,
    /// Replace another answer, and record one that the site's verdicts rule out
    #[arg(long)]
    pub force: bool,
    #[command(flatten)]
    pub build: BuildArgs,
}

/// One result of `aoc accept --json`.
#[derive(Serialize)]
struct AcceptResult {
    #[serde(flatten)]
    puzzle: Puzzle,
    /// `None` if the failure concerns all parts.
    part: Option<u8>,
    /// The name of a named input.
    input: Option<String>,
    answer: Option<String>,
    status: AcceptStatus,
    /// The file with the answer.
    file: Option<PathBuf>,
    message: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
enum AcceptStatus {
    Recorded,
    /// The same answer was recorded before.
    Unchanged,
    Refused,
    /// The part is not written yet.
    Unsolved,
    Failed,
}

pub fn run(app: &App, args: &AcceptArgs) -> Result<Exit, CliError> {
    let mut recorder = Recorder {
        app,
        store: app.store()?,
        name: args.input.as_deref().map(str::parse).transpose()?,
        force: args.force,
        results: Vec::new(),
        exit: Exit::Done,
    };
    let parts = parts(args.part);
    let given = args.answer.as_deref().map(one_line).transpose();
    let given = given.map_err(|why| CliError::new(Exit::Usage, why))?;
    let selection = SelectionArgs {
        selectors: args.selector.iter().cloned().collect(),
        year: args.year.clone(),
    };
    if let Some(answer) = given {
        let puzzle = selection::puzzle_to_answer(app, &selection)?;
        recorder.record(puzzle, args.part, Ok(Some(answer)))?;
    } else {
        let puzzles = match args.selector {
            Some(_) => selection::solutions(app, &selection)?,
            None => recorder.unrecorded(selection::solutions_or_all(app, &selection)?, &parts),
        };
        let workers = build(app, &puzzles, &args.build, BuildMode::Run)?;
        for puzzle in puzzles {
            recorder.solve_and_record(puzzle, &parts, &workers)?;
        }
    }
    let Recorder { results, exit, .. } = recorder;
    if app.json {
        terminal::json(&mut app.console(), "accept", &ResultList { results })?;
    }
    Ok(exit)
}

struct Recorder<'a> {
    app: &'a App,
    store: Store,
    /// The input that the answers belong to.
    name: Option<InputName>,
    force: bool,
    results: Vec<AcceptResult>,
    exit: Exit,
}

impl Recorder<'_> {
    /// The puzzles that lack the accepted answer to one of the parts.
    fn unrecorded(&self, mut puzzles: Vec<Puzzle>, parts: &[Part]) -> Vec<Puzzle> {
        let name = self.name.as_ref();
        puzzles.retain(|&puzzle| {
            // An unreadable file is reported later.
            let answers = self.store.answers(puzzle, name).unwrap_or_default();
            let lacks =
                |&part: &Part| answers.accepted(part).is_none() && !is_last_star(puzzle, part);
            // A missing input of the user is downloaded, a named one is not.
            let has_input = || self.store.has_input(puzzle, name).unwrap_or(true);
            parts.iter().any(lacks) && (name.is_none() || has_input())
        });
        if puzzles.is_empty() {
            self.app.note(&match name {
                None => "nothing to record: all solutions have accepted answers".to_owned(),
                Some(name) => format!(
                    "nothing to record: no solution has an input `{name}` without accepted answers"
                ),
            });
        }
        puzzles
    }

    /// Runs the solution with the input, and records its answers.
    fn solve_and_record(
        &mut self,
        puzzle: Puzzle,
        parts: &[Part],
        workers: &Workers,
    ) -> Result<(), CliError> {
        let (app, limits) = (self.app, LimitArgs::default());
        let result = workers.worker(puzzle).and_then(|executable| {
            let plan = SolvePlan::Inputs {
                inputs: vec![inputs::real_input(app, puzzle, self.name.as_ref())?],
                examples: None,
            };
            let spawn_options = spawn_options(app, puzzle.day, executable, &limits, None);
            solve_silently(app, solve_job(app, puzzle, plan, parts, spawn_options))
        });
        match result {
            Err(error) if error.exit == Exit::Interrupted => Err(error),
            Err(error) => self.record(puzzle, None, Err(error)),
            Ok(result) => {
                for &part in parts.iter().filter(|&&part| !is_last_star(puzzle, part)) {
                    self.record(puzzle, Some(part), answer(&result, part))?;
                }
                Ok(())
            }
        }
    }

    /// Records an answer, and shows the outcome. `None` means that the part is not
    /// written yet.
    fn record(
        &mut self,
        puzzle: Puzzle,
        mut part: Option<Part>,
        answer: Result<Option<String>, CliError>,
    ) -> Result<(), CliError> {
        let (app, name) = (self.app, self.name.as_ref());
        let (answer, on_error, outcome) = match answer {
            Ok(None) => (None, Failed, Ok(Unsolved)),
            Err(error) => (None, Failed, Err(error)),
            Ok(Some(answer)) => {
                let change = |it: &mut _| change(it, (puzzle, part), &answer, self.force);
                self.store.check_folder()?;
                // The folder is not created for an answer that is refused.
                let (mut changed, mut outcome) = change(&mut self.store.answers(puzzle, name)?);
                if outcome.is_ok() {
                    (changed, outcome) = self.store.edit_answers(puzzle, name, change)?;
                }
                part = Some(changed);
                (Some(answer), Refused, outcome)
            }
        };
        let mut result = AcceptResult {
            puzzle,
            part: part.map(u8::from),
            input: name.map(ToString::to_string),
            file: None,
            message: None,
            status: *outcome.as_ref().unwrap_or(&on_error),
            answer,
        };
        let subject = part.map_or(puzzle.to_string(), |part| format!("{puzzle} part {part}"));
        match (outcome, &result.answer) {
            (Ok(status), Some(answer)) => {
                let file = app.relative_path(&self.store.answers_path(puzzle, name));
                let already = if status == Unchanged { "already " } else { "" };
                let shown = file.display();
                let line = format!("{subject}: {answer}, {already}recorded in {shown}");
                if !app.json {
                    app.console().print(&format!("{}\n", sanitize(&line)))?;
                }
                result.file = Some(file);
            }
            (Ok(_), None) => app.note(&format!("{subject}: not solved yet")),
            (Err(error), _) => {
                result.message = Some(format!("{error:#}"));
                self.exit = self.exit.or(error.exit);
                app.error(&error.context(subject).source);
            }
        }
        self.results.push(result);
        Ok(())
    }
}

/// The answer to a part, in the form to record; `None` if the part is not written yet.
fn answer(result: &PuzzleResult, part: Part) -> Result<Option<String>, CliError> {
    let error = |message: String| CliError::new(Exit::Failed, message);
    let answer = result.answer(part).map_err(error)?;
    let line = answer.as_deref().map(one_line).transpose();
    let line = line.map_err(|why| error(why.to_owned()))?;
    if line == answer {
        return Ok(line);
    }
    // Later runs would give another answer than the recorded one.
    Err(error("the answer contains invisible characters".to_owned()))
}

/// The answer as it would be typed into the site, without the invisible characters of
/// copied text; the error says why it is not valid.
fn one_line(answer: &str) -> Result<String, &'static str> {
    let line = typed(answer);
    match plain(&line) {
        plain if plain.is_empty() => Err("the answer is empty"),
        plain if !line.contains(['\n', '\r']) => Ok(plain),
        _ => Err("the answer has several lines; give it as it is typed into the site"),
    }
}

/// Records an answer, by default for part 1, or for part 2 if part 1 already has
/// another answer. Returns the part, and the status or the reason for a refusal.
fn change(
    answers: &mut Answers,
    (puzzle, part): (Puzzle, Option<Part>),
    answer: &str,
    force: bool,
) -> (Part, Result<AcceptStatus, CliError>) {
    let next = match answers.accepted(Part::One) {
        Some(recorded) if recorded != answer && !is_last_star(puzzle, Part::Two) => Part::Two,
        _ => Part::One,
    };
    let part = part.unwrap_or(next);
    if is_last_star(puzzle, part) {
        let why = "the last star of an event is for having all others: it has no answer";
        return (part, Err(CliError::new(Exit::Usage, why)));
    }
    let why = match answers.accepted(part) {
        Some(recorded) if recorded == answer => return (part, Ok(Unchanged)),
        Some(recorded) => Some(format!(
            "the recorded answer is {recorded}, not {answer}; --force replaces it"
        )),
        None => {
            let why = answers.ruled_out(part, answer);
            why.map(|why| format!("{why}; --force records it"))
        }
    };
    if let Some(why) = why.filter(|_| !force) {
        return (part, Err(CliError::new(Exit::Refused, why)));
    }
    answers.accept(part, answer);
    (part, Ok(Recorded))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{Day, Year};

    #[test]
    fn answers_are_recorded_as_they_are_typed() {
        for (answer, line) in [
            (" 12\r\n", Ok("12")),
            ("1\u{200b}2", Ok("12")),
            ("\u{200b}", Err("the answer is empty")),
        ] {
            assert_eq!(one_line(answer), line.map(str::to_owned));
        }
    }

    #[test]
    fn an_answer_is_for_the_next_part_and_replaces_another_only_with_force() {
        // The day, the file, the part that was named, the answer -> the part, and how it
        // ends.
        let cases = "
            22 | | 0 | 1 -> 1 Recorded
            22 | part2 = 1 | 0 | 1 -> 1 Recorded
            22 | part1 = 1 | 0 | 2 -> 2 Recorded
            25 | part1 = 1 | 0 | 2 -> 1 the recorded answer is 1, not 2; --force replaces it
            25 | | 2 | 2 -> 2 the last star of an event is for having all others: it has no answer
            22 | part1 = 1 | 0 | 1 -> 1 Unchanged
            22 | part1 = 1 | 1 | 2 -> 1 the recorded answer is 1, not 2; --force replaces it
            22 | GUESS | 2 | 3 -> 2 3 cannot be right, as the site judged 5 too low on 2020-12-22; --force records it
        ";
        let guess = "[[guess]]\npart = 2\nanswer = 5\nverdict = 'too-low'\ntime = \
                     2020-12-22T05:00:00Z\n";
        for case in cases.trim().lines() {
            let (asked, says) = case.trim().split_once(" -> ").unwrap();
            let [day, old, part, answer] = asked.split('|').map(str::trim).collect::<Vec<_>>()[..]
            else {
                panic!("{case}")
            };
            let puzzle = Year(2020).day(Day(day.parse().unwrap()));
            for force in [false, true] {
                let mut answers = Answers::parse(&old.replace("GUESS", guess)).unwrap();
                let part = Part::try_from(part.parse::<u8>().unwrap()).ok();
                let (part, ended) = change(&mut answers, (puzzle, part), answer, force);
                assert_eq!(answers.accepted(part) == Some(answer), ended.is_ok());
                let ended = ended.map_or_else(|error| error.to_string(), |it| format!("{it:?}"));
                let is_forced = force && says.contains("--force");
                let said = if is_forced {
                    format!("{part} Recorded")
                } else {
                    says.to_owned()
                };
                assert_eq!(format!("{part} {ended}"), said, "{case}");
            }
        }
    }
}
