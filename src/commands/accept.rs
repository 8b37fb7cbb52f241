//! `aoc accept`: records accepted answers, given by hand or by the solution.

use std::path::PathBuf;

use aoc_solution::Part;
use aoc_solution::letters::typed;
use clap::Args;
use serde::Serialize;

use crate::app::args::{BuildArgs, LimitArgs, SelectionArgs, part};
use crate::app::{App, parts};
use crate::cargo::{Profile, Workers};
use crate::error::{CliError, Exit};
use crate::inputs::{Answers, InputName, plain};
use crate::puzzle::{Puzzle, is_last_star};
use crate::runner::PuzzleResult;
use crate::terminal::{self, ResultList, sanitize};

/// Record accepted answers
///
/// Records answers that the site has accepted, so that later runs are compared with
/// them. Without an answer it runs the solution and records what it gives. Another
/// answer that is recorded already is replaced only with --force. The site is not
/// told. Without a selector it records what all solutions give whose answers are not
/// recorded yet.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  aoc accept 22                  record what the solution of day 22 gives now
  aoc accept 2020/22 -p 1 33400  record this answer to part 1")]
pub struct AcceptArgs {
    /// Which puzzle: 22, 2020/22, today, latest; several without ANSWER [default: all without a recorded answer]
    #[arg(value_name = "SELECTOR")]
    pub selector: Option<String>,
    /// The accepted answer [default: what the solution gives now]
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
    /// `recorded`, `unchanged`, `refused`, `unsolved` or `failed`.
    status: &'static str,
    /// The file with the answer.
    file: Option<PathBuf>,
    message: Option<String>,
}

pub fn run(app: &App, args: &AcceptArgs) -> Result<Exit, CliError> {
    let store = app.store()?;
    let name: Option<InputName> = args.input.as_deref().map(str::parse).transpose()?;
    let parts = parts(args.part);
    let given = args.answer.as_deref().map(one_line).transpose();
    let given = given.map_err(|why| CliError::new(Exit::Usage, why))?;
    let selection = SelectionArgs {
        selectors: args.selector.iter().cloned().collect(),
        year: args.year.clone(),
    };
    let puzzles = match &args.selector {
        _ if given.is_some() => vec![app.puzzle_to_answer(&selection)?],
        Some(_) => app.solutions(&selection)?,
        None => {
            let mut puzzles = app.solutions_or_all(&selection)?;
            puzzles.retain(|&puzzle| {
                // An unreadable file is reported later.
                let answers = store.answers(puzzle, name.as_ref()).unwrap_or_default();
                let lacks =
                    |&part: &Part| answers.accepted(part).is_none() && !is_last_star(puzzle, part);
                // A missing input of the user is downloaded, a named one is not.
                let is_there = || store.has_input(puzzle, name.as_ref()).unwrap_or(true);
                parts.iter().any(lacks) && (name.is_none() || is_there())
            });
            puzzles
        }
    };
    if puzzles.is_empty() {
        let why = name.as_ref().map_or_else(
            || "all solutions have accepted answers".to_owned(),
            |name| format!("no solution has an input `{name}` without accepted answers"),
        );
        app.note(&format!("nothing to record: {why}"));
    }
    let build = || app.build(&puzzles, &args.build, Profile::Aoc);
    let workers = given.is_none().then(build).transpose()?;
    let (mut results, mut exit) = (Vec::new(), Exit::Done);
    for &puzzle in &puzzles {
        let answers = match &workers {
            None => vec![(args.part, Ok(given.clone()))],
            Some(workers) => match solve(app, puzzle, name.as_ref(), &parts, workers) {
                Err(error) if error.exit == Exit::Interrupted => return Err(error),
                Err(error) => vec![(None, Err(error))],
                Ok(result) => {
                    let parts = parts.iter().filter(|&&it| !is_last_star(puzzle, it));
                    let answer = |&part| (Some(part), answer(&result, part));
                    parts.map(answer).collect()
                }
            },
        };
        for (mut part, answer) in answers {
            let (answer, ended) = match answer {
                Ok(None) => (None, Ok("unsolved")),
                Err(error) => (None, Err(error)),
                Ok(Some(answer)) => {
                    let change = |it: &mut _| change(it, (puzzle, part), &answer, args.force);
                    store.check_folder()?;
                    // The folder is not created for an answer that is refused.
                    let (mut of, mut ended) = change(&mut store.answers(puzzle, name.as_ref())?);
                    if ended.is_ok() {
                        (of, ended) = store.edit_answers(puzzle, name.as_ref(), change)?;
                    }
                    part = Some(of);
                    (Some(answer), ended)
                }
            };
            let mut result = AcceptResult {
                puzzle,
                part: part.map(u8::from),
                input: name.as_ref().map(ToString::to_string),
                file: None,
                message: None,
                status: answer.as_ref().map_or("failed", |_| "refused"),
                answer,
            };
            let what = part.map_or(puzzle.to_string(), |part| format!("{puzzle} part {part}"));
            match (ended, &result.answer) {
                (Ok(status), Some(answer)) => {
                    let file = app.relative_path(&store.answers_path(puzzle, name.as_ref()));
                    let recorded = status.replace("unchanged", "already recorded");
                    let line = format!("{what}: {answer}, {recorded} in {}", file.display());
                    if !app.json {
                        app.console().print(&format!("{}\n", sanitize(&line)))?;
                    }
                    (result.status, result.file) = (status, Some(file));
                }
                (Ok(status), None) => {
                    app.note(&format!("{what}: not solved yet"));
                    result.status = status;
                }
                (Err(error), _) => {
                    result.message = Some(format!("{error:#}"));
                    exit = exit.or(error.exit);
                    app.error(&error.context(what).source);
                }
            }
            results.push(result);
        }
    }
    if app.json {
        terminal::json(&mut app.console(), "accept", &ResultList { results })?;
    }
    Ok(exit)
}

/// Runs the solution with the input.
fn solve(
    app: &App,
    puzzle: Puzzle,
    name: Option<&InputName>,
    parts: &[Part],
    workers: &Workers,
) -> Result<PuzzleResult, CliError> {
    let executable = workers.worker(puzzle)?;
    let inputs = vec![app.real_input(puzzle, name)?];
    let spawn_options = app.spawn_options(puzzle.day, executable, &LimitArgs::default(), None);
    app.solve_silently(app.plain_job(puzzle, inputs, parts, spawn_options))
}

/// The answer to a part, in the form to record; `None` if the part is not written yet.
fn answer(result: &PuzzleResult, part: Part) -> Result<Option<String>, CliError> {
    let line = result.answer(part).and_then(|answer| {
        let line = answer.as_deref().map(one_line).transpose()?;
        // It would not be the answer that later runs give.
        let is_same = line == answer;
        is_same
            .then_some(line)
            .ok_or_else(|| "the answer contains invisible characters".into())
    });
    line.map_err(|why| CliError::new(Exit::Failed, why))
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
/// another answer. Returns the part, and the status or what needs `--force`.
fn change(
    answers: &mut Answers,
    (puzzle, part): (Puzzle, Option<Part>),
    answer: &str,
    force: bool,
) -> (Part, Result<&'static str, CliError>) {
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
        Some(recorded) if recorded == answer => return (part, Ok("unchanged")),
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
    (part, Ok("recorded"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{Day, Year};

    #[test]
    fn what_is_recorded_is_what_is_typed() {
        for (answer, line) in [
            (" 12\r\n", Ok("12")),
            ("1\u{200b}2", Ok("12")),
            ("\u{200b}", Err("the answer is empty")),
        ] {
            assert_eq!(one_line(answer), line.map(str::to_owned));
        }
    }

    #[test]
    fn an_answer_goes_to_the_next_part_and_only_force_replaces_or_contradicts() {
        // The day, the file, the part that was named, the answer -> the part, and how it
        // ends.
        let cases = "
            22 | | 0 | 1 -> 1 recorded
            22 | part2 = 1 | 0 | 1 -> 1 recorded
            22 | part1 = 1 | 0 | 2 -> 2 recorded
            25 | part1 = 1 | 0 | 2 -> 1 the recorded answer is 1, not 2; --force replaces it
            25 | | 2 | 2 -> 2 the last star of an event is for having all others: it has no answer
            22 | part1 = 1 | 0 | 1 -> 1 unchanged
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
                let ended = ended.map_or_else(|error| error.to_string(), str::to_owned);
                let is_forced = force && says.contains("--force");
                let said = if is_forced {
                    format!("{part} recorded")
                } else {
                    says.to_owned()
                };
                assert_eq!(format!("{part} {ended}"), said, "{case}");
            }
        }
    }
}
