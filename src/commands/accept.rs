//! `aoc accept`: records accepted answers by hand, given or as the solution
//! gives them now.

use std::path::PathBuf;

use anyhow::anyhow;
use aoc_solution::Part;
use aoc_solution::letters::typed;
use clap::Args;
use serde::Serialize;

use crate::app::args::{BuildArgs, LimitArgs, SelectionArgs, part};
use crate::app::{App, part_answer, parts};
use crate::cargo::Profile;
use crate::error::{CliError, Exit};
use crate::inputs::{Answers, InputName, plain};
use crate::puzzle::{Puzzle, has_part2};
use crate::runner::SolveTask;
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
        args,
        name: args.input.as_deref().map(str::parse).transpose()?,
        exit: Exit::Done,
        results: Vec::new(),
    };
    let selection = SelectionArgs {
        selectors: args.selector.iter().cloned().collect(),
        year: args.year.clone(),
    };
    if let Some(answer) = &args.answer {
        let puzzle = app.puzzle_to_answer(&selection)?;
        let answer = one_line(answer).map_err(|why| CliError::new(Exit::Usage, why))?;
        accept.record(puzzle, args.part, &answer)?;
    } else if args.selector.is_some() {
        accept.solve(&app.solutions(&selection)?)?;
    } else {
        let mut puzzles = app.solutions_or_all(&selection)?;
        puzzles.retain(|&puzzle| accept.lacks_answers(puzzle));
        accept.solve(&puzzles)?;
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
fn one_line(answer: &str) -> Result<String, &'static str> {
    match typed(answer).trim() {
        "" => Err("the answer is empty"),
        line if !line.contains(['\n', '\r']) => Ok(plain(line)),
        _ => Err("the answer has several lines; give it as it is typed into the site"),
    }
}

/// One `aoc accept`, and how it went so far.
struct Accept<'a> {
    app: &'a App,
    args: &'a AcceptArgs,
    /// The named input that the answers belong to.
    name: Option<InputName>,
    /// The exit code of the first failure.
    exit: Exit,
    results: Vec<AcceptResult>,
}

impl Accept<'_> {
    /// A file that cannot be read is named later.
    fn lacks_answers(&self, puzzle: Puzzle) -> bool {
        let store = self.app.store();
        let answers = store.and_then(|store| store.answers(puzzle, self.name.as_ref()));
        let answers = answers.unwrap_or_default();
        let mut wanted = parts(self.args.part).into_iter();
        wanted.any(|part| {
            (part == Part::One || has_part2(puzzle)) && answers.accepted(part).is_none()
        })
    }

    /// Records what the solutions give now.
    fn solve(&mut self, puzzles: &[Puzzle]) -> Result<(), CliError> {
        let app = self.app;
        let parts = parts(self.args.part);
        let workers = app.build(puzzles, &self.args.build, Profile::Aoc)?;
        for &puzzle in puzzles {
            let solved = app.solve_silently(puzzle, &workers, |executable| {
                let input = app.real_input(puzzle, self.name.as_ref())?;
                let options = app.spawn_options(executable, &LimitArgs::default(), None);
                Ok(app.plain_job(puzzle, SolveTask::Input(input), &parts, options))
            });
            let results = match solved {
                Err(error) if error.exit == Exit::Interrupted => return Err(error),
                Err(error) => {
                    self.tell(puzzle, None, None, Err((error.exit, format!("{error:#}"))))?;
                    continue;
                }
                Ok(results) => results,
            };
            for &part in &parts {
                let failed = |message: String| Err((Exit::Failed, message));
                let said = match part_answer(&results, part) {
                    Ok(None) if part == Part::Two && !has_part2(puzzle) => continue,
                    Ok(None) => Ok("unsolved"),
                    Err(message) => failed(message),
                    Ok(Some(answer)) => match one_line(&answer) {
                        Ok(answer) => {
                            self.record(puzzle, Some(part), &answer)?;
                            continue;
                        }
                        Err(why) => failed(why.to_owned()),
                    },
                };
                self.tell(puzzle, Some(part), None, said)?;
            }
        }
        Ok(())
    }

    /// Records one answer, for the next part without one where none is named.
    fn record(&mut self, puzzle: Puzzle, part: Option<Part>, answer: &str) -> Result<(), CliError> {
        let store = self.app.store()?;
        let (part, changed) = store.edit_answers(puzzle, self.name.as_ref(), |answers| {
            let part = part.unwrap_or_else(|| next_part(answers, answer));
            (part, change(answers, part, answer, self.args.force))
        })?;
        let said = match changed {
            Ok(true) => Ok("recorded"),
            Ok(false) => Ok("unchanged"),
            Err(why) => Err((Exit::Refused, why)),
        };
        self.tell(puzzle, Some(part), Some(answer), said)
    }

    /// Shows a result at once, and keeps it for the JSON.
    fn tell(
        &mut self,
        puzzle: Puzzle,
        part: Option<Part>,
        answer: Option<&str>,
        said: Result<&'static str, (Exit, String)>,
    ) -> Result<(), CliError> {
        let app = self.app;
        let path = app.store()?.answers_path(puzzle, self.name.as_ref());
        let path = app.shown(&path);
        let name = part.map_or(puzzle.to_string(), |part| format!("{puzzle} part {part}"));
        let status = match &said {
            Ok("unsolved") => {
                app.note(&format!("{name}: not solved yet"));
                "unsolved"
            }
            Ok(status) => {
                let already = if *status == "recorded" {
                    ""
                } else {
                    "already "
                };
                let answer = answer.unwrap_or_default();
                let line = format!("{name}: {answer}, {already}recorded in {}", path.display());
                if !app.json {
                    app.console().print(&format!("{}\n", sanitize(&line)))?;
                }
                status
            }
            Err((exit, why)) => {
                self.exit = self.exit.or(*exit);
                app.error(&anyhow!("{name}: {why}"));
                let is_refused = answer.is_some();
                if is_refused { "refused" } else { "failed" }
            }
        };
        self.results.push(AcceptResult {
            puzzle,
            part: part.map(u8::from),
            input: self.name.as_ref().map(ToString::to_string),
            answer: answer.map(str::to_owned),
            status,
            file: answer.filter(|_| said.is_ok()).map(|_| path),
            message: said.err().map(|(_, why)| why),
        });
        Ok(())
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
