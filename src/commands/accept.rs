//! `aoc accept`: records accepted answers by hand, given or as the solution
//! gives them now.

use std::path::PathBuf;

use anyhow::anyhow;
use aoc_solution::Part;
use aoc_solution::letters::typed;
use clap::Args;
use serde::Serialize;

use crate::app::args::{BuildArgs, SelectionArgs, part};
use crate::app::{App, PartAnswer, parts};
use crate::cargo::Profile;
use crate::error::{CliError, Exit};
use crate::inputs::{Answers, InputName};
use crate::puzzle::{Puzzle, has_part2};
use crate::runner::{PuzzleResult, SolveTask};
use crate::terminal::{self, Document, sanitize};

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
    /// `None` where the failure concerns all parts.
    part: Option<u8>,
    /// The name of a named input.
    input: Option<String>,
    answer: Option<String>,
    /// `recorded`, `unchanged`, `refused`, `unsolved` or `failed`.
    status: &'static str,
    /// The file that has the answer.
    file: Option<PathBuf>,
    message: Option<String>,
}

pub fn run(app: &App, args: &AcceptArgs) -> Result<Exit, CliError> {
    let mut accept = Accept {
        app,
        part: args.part,
        name: args.input.as_deref().map(str::parse).transpose()?,
        force: args.force,
        exit: Exit::Done,
        results: Vec::new(),
    };
    let selection = SelectionArgs {
        selectors: args.selector.iter().cloned().collect(),
        year: args.year.clone(),
    };
    match &args.answer {
        Some(answer) => {
            let puzzle = app.puzzle_to_answer(&selection)?;
            let answer = typed(answer);
            let answer = one_line(&answer).map_err(|why| CliError::new(Exit::Usage, why))?;
            accept.record(puzzle, None, answer)?;
        }
        None if args.selector.is_none() => {
            let mut puzzles = app.solutions_or_all(&selection)?;
            puzzles.retain(|&puzzle| accept.lacks_answers(puzzle));
            accept.solve(&puzzles, &args.build)?;
        }
        None => accept.solve(&app.solutions(&selection)?, &args.build)?,
    }
    if app.json {
        let document = Document {
            schema: "aoc-accept/1",
            results: &accept.results,
        };
        terminal::json(&mut app.console(), &document)?;
    }
    Ok(accept.exit)
}

/// An answer as it would be typed into the site; the error says why it is none.
fn one_line(answer: &str) -> Result<&str, &'static str> {
    match answer.trim() {
        "" => Err("the answer is empty"),
        line if !line.contains(['\n', '\r']) => Ok(line),
        _ => Err("the answer has several lines; give it as it is typed into the site"),
    }
}

/// One `aoc accept`, and how it went so far.
struct Accept<'a> {
    app: &'a App,
    part: Option<Part>,
    /// The named input that the answers belong to.
    name: Option<InputName>,
    force: bool,
    /// The exit code of the first failure.
    exit: Exit,
    results: Vec<AcceptResult>,
}

impl Accept<'_> {
    /// A file that cannot be read is named later.
    fn lacks_answers(&self, puzzle: Puzzle) -> bool {
        let store = self.app.store().ok();
        let answers = store.and_then(|store| store.answers(puzzle, self.name.as_ref()).ok());
        let is_missing = |part: &Part| match &answers {
            Some(answers) => answers.accepted(*part).is_none(),
            None => true,
        };
        let mut wanted = parts(self.part).into_iter();
        wanted.any(|part| (part == Part::One || has_part2(puzzle)) && is_missing(&part))
    }

    /// Records what the solutions give now.
    fn solve(&mut self, puzzles: &[Puzzle], build: &BuildArgs) -> Result<(), CliError> {
        let app = self.app;
        let workers = app.build(puzzles, build, Profile::Aoc)?;
        for &puzzle in puzzles {
            let solved = app.solve_silently(puzzle, &workers, |executable| {
                let input = app.real_input(puzzle, self.name.as_ref())?;
                let examples = None;
                let task = SolveTask::Input { input, examples };
                Ok(app.plain_job(puzzle, executable, task, &parts(self.part)))
            });
            match solved {
                Ok(results) => self.record_solved(puzzle, &results)?,
                Err(error) if error.exit == Exit::Interrupted => return Err(error),
                Err(error) => self.fail(puzzle, None, error.exit, format!("{:#}", error.source)),
            }
        }
        Ok(())
    }

    fn record_solved(&mut self, puzzle: Puzzle, results: &[PuzzleResult]) -> Result<(), CliError> {
        for part in parts(self.part) {
            match PartAnswer::of(results, part) {
                PartAnswer::NotYet if part == Part::Two && !has_part2(puzzle) => {}
                PartAnswer::NotYet => {
                    let note = format!("{puzzle} part {part}: not solved yet");
                    self.app.note(&note);
                    self.push(puzzle, Some(part), "unsolved");
                }
                PartAnswer::Failed(message) => self.fail(puzzle, Some(part), Exit::Failed, message),
                PartAnswer::Answer(answer) => match one_line(&answer) {
                    Ok(_) => self.record(puzzle, Some(part), &answer)?,
                    Err(why) => self.fail(puzzle, Some(part), Exit::Failed, why.to_owned()),
                },
            }
        }
        Ok(())
    }

    /// Records one answer, for the next part without one where none is named.
    fn record(&mut self, puzzle: Puzzle, part: Option<Part>, answer: &str) -> Result<(), CliError> {
        let store = self.app.store()?;
        let name = self.name.as_ref();
        let path = self.app.shown(&store.paths.answers_path(puzzle, name));
        let part = part.or(self.part);
        let (part, changed) = store.edit_answers(puzzle, name, |answers| {
            let part = part.unwrap_or_else(|| next_part(answers, answer));
            (part, change(answers, part, answer, self.force))
        })?;
        let result = match changed {
            Ok(is_new) => {
                let already = if is_new { "" } else { "already " };
                let line = format!("{answer}, {already}recorded in {}", path.display());
                if !self.app.json {
                    let line = format!("{puzzle} part {part}: {}\n", sanitize(&line));
                    self.app.console().print(&line)?;
                }
                let status = if is_new { "recorded" } else { "unchanged" };
                let result = self.push(puzzle, Some(part), status);
                result.file = Some(path);
                result
            }
            Err(why) => {
                self.fail(puzzle, Some(part), Exit::Refused, why);
                let result = self.results.last_mut().expect("the failure");
                result.status = "refused";
                result
            }
        };
        result.answer = Some(answer.to_owned());
        Ok(())
    }

    fn push(
        &mut self,
        puzzle: Puzzle,
        part: Option<Part>,
        status: &'static str,
    ) -> &mut AcceptResult {
        self.results.push(AcceptResult {
            puzzle,
            part: part.map(u8::from),
            input: self.name.as_ref().map(ToString::to_string),
            answer: None,
            status,
            file: None,
            message: None,
        });
        self.results.last_mut().expect("it was pushed")
    }

    fn fail(&mut self, puzzle: Puzzle, part: Option<Part>, exit: Exit, message: String) {
        self.exit = self.exit.or(exit);
        let part_name = part.map_or(String::new(), |part| format!(" part {part}"));
        self.app.error(&anyhow!("{puzzle}{part_name}: {message}"));
        self.push(puzzle, part, "failed").message = Some(message);
    }
}

/// The part that an answer is meant for: part 1, or part 2 once part 1 has
/// another answer.
fn next_part(answers: &Answers, answer: &str) -> Part {
    match answers.accepted(Part::One) {
        Some(recorded) if recorded != answer => Part::Two,
        _ => Part::One,
    }
}

/// Records an answer; false if it was recorded before, and an error if it needs
/// `--force`.
fn change(answers: &mut Answers, part: Part, answer: &str, force: bool) -> Result<bool, String> {
    match answers.accepted(part) {
        Some(recorded) if recorded == answer => return Ok(false),
        Some(recorded) if !force => {
            return Err(format!(
                "the recorded answer is {recorded}, not {answer}; --force replaces it"
            ));
        }
        _ => {}
    }
    if let Some(why) = answers.ruled_out(part, answer).filter(|_| !force) {
        return Err(format!("{why}; --force records it"));
    }
    answers.accept(part, answer);
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answers(text: &str) -> Answers {
        Answers::parse(text).expect("valid")
    }

    #[test]
    fn an_answer_goes_to_the_next_part() {
        assert_eq!(next_part(&answers(""), "1"), Part::One);
        assert_eq!(next_part(&answers("part2 = 1"), "1"), Part::One);
        assert_eq!(next_part(&answers("part1 = 1"), "2"), Part::Two);
        // Given twice, it is not the answer to both parts.
        assert_eq!(next_part(&answers("part1 = 1"), "1"), Part::One);
    }

    #[test]
    fn only_force_replaces_or_contradicts() {
        let mut recorded = answers("part1 = 1");
        let mut changed = |answer, force| change(&mut recorded, Part::One, answer, force);
        assert_eq!(changed("1", false), Ok(false));
        let refused = "the recorded answer is 1, not 2; --force replaces it".to_owned();
        assert_eq!(changed("2", false), Err(refused));
        assert_eq!(changed("2", true), Ok(true));
        assert_eq!(recorded.accepted(Part::One), Some("2"));
        let mut guessed = answers(
            "[[guess]]\npart = 2\nanswer = 5\nverdict = 'too-low'\ntime = 2020-12-22T05:00:00Z\n",
        );
        let mut changed = |answer, force| change(&mut guessed, Part::Two, answer, force);
        let low = "the site judged 5 too low on 2020-12-22";
        assert_eq!(
            changed("5", false),
            Err(format!("{low}; --force records it"))
        );
        let beyond = format!("4 cannot be right, as {low}; --force records it");
        assert_eq!(changed("4", false), Err(beyond));
        assert_eq!(changed("6", false), Ok(true));
    }
}
