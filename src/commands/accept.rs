//! `aoc accept`: records accepted answers, given by hand or by the solution.

use std::path::PathBuf;

use aoc_solution::Part;
use aoc_solution::letters::typed;
use clap::Args;
use serde::Serialize;

use crate::app::args::{BuildArgs, LimitArgs, SelectionArgs};
use crate::app::jobs::{parts, solve_job, solve_silently};
use crate::app::{App, BuildMode, build, inputs, selection};
use crate::cargo::Workers;
use crate::error::{CliError, Exit, Result};
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
    selector: Option<String>,
    /// The accepted answer [default: the solution's answer]
    #[arg(allow_negative_numbers = true)]
    answer: Option<String>,
    /// The year of a day that is given without one
    #[arg(short, long)]
    year: Option<String>,
    /// The part [default: every solved part; with ANSWER the next one without an answer]
    #[arg(short, long, value_name = "N")]
    part: Option<Part>,
    /// The named input that the answers belong to
    #[arg(long, value_name = "NAME")]
    input: Option<String>,
    /// Replace another answer, and record one that the site's verdicts rule out
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    build: BuildArgs,
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

#[derive(Debug, PartialEq, Serialize)]
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

pub fn run(app: &App, args: &AcceptArgs) -> Result<Exit> {
    let mut recorder = Recorder {
        app,
        store: app.store()?,
        name: args.input.as_deref().map(str::parse).transpose()?,
        force: args.force,
        results: Vec::new(),
        exit: Exit::Done,
    };
    let selection = SelectionArgs {
        selectors: args.selector.iter().cloned().collect(),
        year: args.year.clone(),
        ..SelectionArgs::default()
    };
    if let Some(answer) = &args.answer {
        let answer = one_line(answer).map_err(CliError::usage)?;
        let puzzle = selection::puzzle_to_answer(app, &selection)?;
        recorder.record(puzzle, args.part, answer)?;
    } else {
        let parts = parts(args.part);
        let mut puzzles = selection::solutions_or_all(app, &selection)?;
        if args.selector.is_none() {
            puzzles.retain(|&puzzle| recorder.lacks_answer(puzzle, &parts));
            if puzzles.is_empty() {
                app.note("nothing to record: no input lacks an accepted answer");
            }
        }
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

/// Records answers, and shows what became of each.
struct Recorder<'a> {
    app: &'a App,
    store: &'a Store,
    /// The input that the answers belong to.
    name: Option<InputName>,
    force: bool,
    results: Vec<AcceptResult>,
    exit: Exit,
}

impl Recorder<'_> {
    /// True if the puzzle lacks the accepted answer to one of the parts.
    fn lacks_answer(&self, puzzle: Puzzle, parts: &[Part]) -> bool {
        let name = self.name.as_ref();
        // A missing input of the user is downloaded, a named one is not.
        if name.is_some() && !self.store.has_input(puzzle, name) {
            return false;
        }
        let answers = self.store.answers(puzzle, name).unwrap_or_default();
        parts
            .iter()
            .any(|&part| answers.accepted(part).is_none() && !is_last_star(puzzle, part))
    }

    /// Runs the solution with the input, and records its answers.
    fn solve_and_record(
        &mut self,
        puzzle: Puzzle,
        parts: &[Part],
        workers: &Workers,
    ) -> Result<()> {
        let result = match self.solve(puzzle, parts, workers) {
            Ok(result) => result,
            Err(error) if error.exit == Exit::Interrupted => return Err(error),
            Err(error) => return self.show(puzzle, None, None, Err(error)),
        };
        for &part in parts {
            if is_last_star(puzzle, part) {
                continue;
            }
            let outcome = match answer(&result, part) {
                Ok(Some(answer)) => {
                    self.record(puzzle, Some(part), answer)?;
                    continue;
                }
                Ok(None) => Ok(Unsolved),
                Err(why) => Err(CliError::failed(why)),
            };
            self.show(puzzle, Some(part), None, outcome)?;
        }
        Ok(())
    }

    fn solve(&self, puzzle: Puzzle, parts: &[Part], workers: &Workers) -> Result<PuzzleResult> {
        let app = self.app;
        let executable = workers.worker(puzzle)?;
        let input = inputs::real_input(app, puzzle, self.name.as_ref())?;
        let plan = SolvePlan::Inputs(vec![input]);
        let mut job = solve_job(app, puzzle, executable, &LimitArgs::default(), plan);
        job.parts = parts.to_vec();
        solve_silently(app, job)
    }

    /// Records an answer to a part, or to the next one, and shows the outcome.
    fn record(&mut self, puzzle: Puzzle, part: Option<Part>, answer: String) -> Result<()> {
        let name = self.name.as_ref();
        let (part, outcome) = self.store.edit_answers(puzzle, name, |answers| {
            change(answers, puzzle, part, &answer, self.force)
        })?;
        self.show(puzzle, Some(part), Some(answer), outcome)
    }

    /// Shows what became of an answer, or why there is none.
    fn show(
        &mut self,
        puzzle: Puzzle,
        part: Option<Part>,
        answer: Option<String>,
        outcome: Result<AcceptStatus>,
    ) -> Result<()> {
        let subject = match part {
            Some(part) => format!("{puzzle} part {part}"),
            None => puzzle.to_string(),
        };
        let mut result = AcceptResult {
            puzzle,
            part: part.map(u8::from),
            input: self.name.as_ref().map(ToString::to_string),
            answer,
            status: Failed,
            file: None,
            message: None,
        };
        match (outcome, &result.answer) {
            (Ok(status), Some(answer)) => {
                let file = self.store.answers_path(puzzle, self.name.as_ref());
                let file = self.app.relative_path(&file);
                let already = if status == Unchanged { "already " } else { "" };
                let shown = file.display();
                let line = format!("{subject}: {answer}, {already}recorded in {shown}");
                if !self.app.json {
                    self.app.console().print(&(sanitize(&line) + "\n"))?;
                }
                result.status = status;
                result.file = Some(file);
            }
            (Ok(status), None) => {
                self.app.note(format!("{subject}: not solved yet"));
                result.status = status;
            }
            (Err(error), answer) => {
                if answer.is_some() {
                    result.status = Refused;
                }
                result.message = Some(format!("{error:#}"));
                self.exit = self.exit.or(self.app.error(&error.context(subject)));
            }
        }
        self.results.push(result);
        Ok(())
    }
}

/// The answer to a part, in the form to record; `None` if the part is not written yet.
fn answer(result: &PuzzleResult, part: Part) -> Result<Option<String>, String> {
    match result.answer(part)? {
        Some(answer) => Ok(Some(one_line(&answer)?)),
        None => Ok(None),
    }
}

/// The answer as it would be typed into the site, without the invisible characters of
/// copied text; the error says why it is not valid.
fn one_line(answer: &str) -> Result<String, &'static str> {
    let line = typed(answer);
    let plain = plain(&line);
    if plain.is_empty() {
        return Err("the answer is empty");
    }
    if line.contains(['\n', '\r']) {
        return Err("the answer has several lines; give it as it is typed into the site");
    }
    Ok(plain)
}

/// Records an answer, by default for part 1, or for part 2 if part 1 already has
/// another answer. Returns the part, and the status or the reason for a refusal.
fn change(
    answers: &mut Answers,
    puzzle: Puzzle,
    part: Option<Part>,
    answer: &str,
    force: bool,
) -> (Part, Result<AcceptStatus>) {
    let part = part.unwrap_or_else(|| next_part(answers, puzzle, answer));
    if is_last_star(puzzle, part) {
        let why = "the last star of an event is for having all others: it has no answer";
        return (part, Err(CliError::usage(why)));
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
    if let Some(why) = why
        && !force
    {
        return (part, Err(CliError::new(Exit::Refused, why)));
    }
    answers.accept(part, answer);
    (part, Ok(Recorded))
}

/// The part that an answer is for if none was named.
fn next_part(answers: &Answers, puzzle: Puzzle, answer: &str) -> Part {
    match answers.accepted(Part::One) {
        Some(recorded) if recorded != answer && !is_last_star(puzzle, Part::Two) => Part::Two,
        _ => Part::One,
    }
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
        let too_low = "[[guess]]\npart = 2\nanswer = 5\nverdict = 'too-low'\ntime = \
                       2020-12-22T05:00:00Z\n";
        let replaces = "the recorded answer is 1, not 2; --force replaces it";
        let last_star = "the last star of an event is for having all others: it has no answer";
        let ruled_out = "3 cannot be right, as the site judged 5 too low on 2020-12-22; --force \
                         records it";
        // The day, the file, the part that was named, the answer; the part, and how it ends.
        for (day, file, named, answer, part, end) in [
            (22, "", None, "1", Part::One, "recorded"),
            (22, "part2 = 1", None, "1", Part::One, "recorded"),
            (22, "part1 = 1", None, "2", Part::Two, "recorded"),
            (25, "part1 = 1", None, "2", Part::One, replaces),
            (25, "", Some(Part::Two), "2", Part::Two, last_star),
            (22, "part1 = 1", None, "1", Part::One, "unchanged"),
            (22, "part1 = 1", Some(Part::One), "2", Part::One, replaces),
            (22, too_low, Some(Part::Two), "3", Part::Two, ruled_out),
        ] {
            let puzzle = Year(2020).day(Day(day));
            for force in [false, true] {
                let mut answers = Answers::parse(file).unwrap();
                let (found, outcome) = change(&mut answers, puzzle, named, answer, force);
                assert_eq!(found, part, "{day} {file}");
                assert_eq!(answers.accepted(part) == Some(answer), outcome.is_ok());
                let found = match outcome {
                    Ok(Recorded) => "recorded".to_owned(),
                    Ok(status) => format!("{status:?}").to_lowercase(),
                    Err(error) => error.to_string(),
                };
                let is_forced = force && end.contains("--force");
                let expected = if is_forced { "recorded" } else { end };
                assert_eq!(found, expected, "{day} {file}");
            }
        }
    }
}
