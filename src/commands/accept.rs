//! `aoc accept`: records accepted answers by hand, given or as the solution
//! gives them now.

mod solve;

use anyhow::anyhow;
use aoc_solution::Part;
use aoc_solution::letters::{Reading, read, typed};
use clap::Args;

use crate::app::args::{BuildArgs, SelectionArgs, part};
use crate::app::{App, PartAnswer, parts};
use crate::error::{CliError, Exit, HasExit};
use crate::inputs::{Answers, InputName};
use crate::puzzle::{Puzzle, has_part2};
use crate::reporter::{self, AcceptResult, AcceptResults, AcceptStatus};
use crate::terminal;

/// Record accepted answers
///
/// Records answers that the site has accepted, so that later runs are compared with
/// them. Without an answer it runs the solution and records what it gives. Another
/// answer that is recorded already is replaced only with --force. The site is not
/// told.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  aoc accept 22                  record what the solution of day 22 gives now
  aoc accept 2020/22 -p 1 33400  record this answer to part 1")]
pub struct AcceptArgs {
    /// Which puzzle: 22, 2020/22, today, latest; several without ANSWER
    #[arg(value_name = "SELECTOR")]
    pub selector: String,
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
    /// Replace another answer, and record one that the site judged wrong
    #[arg(long)]
    pub force: bool,
    #[command(flatten)]
    pub build: BuildArgs,
}

/// Records the answers to the selected puzzles.
pub fn run(app: &App, args: &AcceptArgs) -> Result<Exit, CliError> {
    let mut accept = Accept {
        app,
        part: args.part,
        name: args.input.as_deref().map(str::parse).transpose()?,
        force: args.force,
        exit: Exit::Done,
        results: AcceptResults::new(),
    };
    let selection = SelectionArgs {
        selectors: vec![args.selector.clone()],
        year: args.year.clone(),
    };
    match &args.answer {
        Some(answer) => {
            // The answer may have been found without a solution here.
            let solutions = app.solutions(&selection);
            let puzzles = solutions.or_else(|_| app.puzzles(&selection))?;
            accept.record(one(&puzzles)?, None, one_line(&typed(answer))?)?;
        }
        None => accept.solve(&app.solutions(&selection)?, &args.build)?,
    }
    accept.finish()
}

fn one(puzzles: &[Puzzle]) -> Result<Puzzle, AcceptError> {
    match puzzles {
        [puzzle] => Ok(*puzzle),
        puzzles => Err(AcceptError::OneForMany {
            puzzles: puzzles.len(),
        }),
    }
}

/// An answer as it would be typed into the site.
fn one_line(answer: &str) -> Result<&str, AcceptError> {
    let line = answer.trim();
    if line.is_empty() {
        return Err(AcceptError::Empty);
    }
    if !line.contains(['\n', '\r']) {
        return Ok(line);
    }
    Err(match read(answer) {
        Reading::Unknown {
            letters: Some(letters),
            ..
        } => AcceptError::UnknownLetters(letters),
        _ => AcceptError::ManyLines,
    })
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
    results: AcceptResults,
}

impl Accept<'_> {
    /// Records what the solutions give now.
    fn solve(&mut self, puzzles: &[Puzzle], build: &BuildArgs) -> Result<(), CliError> {
        let parts = parts(self.part);
        let name = self.name.as_ref();
        for (puzzle, solved) in solve::solve(self.app, puzzles, name, &parts, build)? {
            match solved {
                Ok(solved) => self.record_solved(puzzle, solved)?,
                Err(error) => {
                    let message = format!("{:#}", error.source);
                    self.fail(puzzle, None, None, error.exit, message);
                }
            }
        }
        Ok(())
    }

    fn record_solved(
        &mut self,
        puzzle: Puzzle,
        parts: Vec<(Part, PartAnswer)>,
    ) -> Result<(), CliError> {
        if parts
            .iter()
            .all(|(_, solved)| *solved == PartAnswer::NotYet)
        {
            let message = "nothing to record, as no part is solved yet".to_owned();
            self.fail(puzzle, self.part, None, Exit::Failed, message);
            return Ok(());
        }
        for (part, solved) in parts {
            match solved {
                PartAnswer::NotYet if part == Part::Two && !has_part2(puzzle) => {}
                PartAnswer::Answer(answer) => match one_line(&answer) {
                    Ok(_) => self.record(puzzle, Some(part), &answer)?,
                    Err(error) => {
                        self.fail(puzzle, Some(part), None, Exit::Failed, error.to_string());
                    }
                },
                PartAnswer::NotYet => {
                    self.app
                        .note(&format!("{puzzle} part {part}: not solved yet"));
                    self.results
                        .push(AcceptResult::new(puzzle, Some(part), self.name.as_ref()));
                }
                PartAnswer::Failed(message) => {
                    self.fail(puzzle, Some(part), None, Exit::Failed, message);
                }
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
        let (part, change) = store.edit_answers(puzzle, name, |answers| {
            let part = part.unwrap_or_else(|| next_part(answers, answer));
            (part, change(answers, part, answer, self.force))
        })?;
        let status = match change {
            Change::Recorded => AcceptStatus::Recorded,
            Change::Unchanged => AcceptStatus::Unchanged,
            Change::Refused(why) => {
                self.fail(puzzle, Some(part), Some(answer), Exit::Refused, why);
                return Ok(());
            }
        };
        let result = AcceptResult {
            answer: Some(answer.to_owned()),
            file: Some(path),
            status,
            ..AcceptResult::new(puzzle, Some(part), name)
        };
        if !self.app.json {
            reporter::accepted(&mut self.app.console(), &result)?;
        }
        self.results.push(result);
        Ok(())
    }

    fn fail(
        &mut self,
        puzzle: Puzzle,
        part: Option<Part>,
        answer: Option<&str>,
        exit: Exit,
        message: String,
    ) {
        self.exit = self.exit.or(exit);
        let place = match part {
            Some(part) => format!("{puzzle} part {part}"),
            None => puzzle.to_string(),
        };
        self.app.error(&anyhow!("{place}: {message}"));
        self.results.push(AcceptResult {
            answer: answer.map(str::to_owned),
            status: match answer {
                Some(_) => AcceptStatus::Refused,
                None => AcceptStatus::Failed,
            },
            message: Some(message),
            ..AcceptResult::new(puzzle, part, self.name.as_ref())
        });
    }

    fn finish(self) -> Result<Exit, CliError> {
        if self.app.json {
            terminal::json(&mut self.app.console(), &self.results)?;
        }
        Ok(self.exit)
    }
}

/// What recording an answer does to a file.
#[derive(Debug, PartialEq, Eq)]
enum Change {
    Recorded,
    Unchanged,
    Refused(String),
}

/// The part that an answer is meant for: part 1, or part 2 once part 1 has
/// another answer.
fn next_part(answers: &Answers, answer: &str) -> Part {
    match answers.accepted(Part::One) {
        Some(recorded) if recorded != answer => Part::Two,
        _ => Part::One,
    }
}

fn change(answers: &mut Answers, part: Part, answer: &str, force: bool) -> Change {
    let recorded = answers.accepted(part);
    if recorded == Some(answer) {
        return Change::Unchanged;
    }
    if !force {
        if let Some(recorded) = recorded {
            return Change::Refused(format!(
                "the recorded answer is {recorded}, not {answer}; --force replaces it"
            ));
        }
        if let Some(guess) = answers.judged_wrong(part, answer) {
            return Change::Refused(format!(
                "the site judged {answer} {} on {}; --force records it",
                guess.verdict,
                guess.time.format("%Y-%m-%d")
            ));
        }
    }
    answers.accept(part, answer);
    Change::Recorded
}

#[derive(Debug, thiserror::Error)]
enum AcceptError {
    #[error("an answer belongs to one puzzle, but {puzzles} are selected; select one")]
    OneForMany { puzzles: usize },
    #[error("the answer is empty")]
    Empty,
    #[error("the answer has several lines; give it as it is typed into the site")]
    ManyLines,
    /// With `?` for the letters that are not known.
    #[error(
        "the answer is a picture that reads {0}, where ? is a letter that aoc does not know; give \
         the letters as ANSWER"
    )]
    UnknownLetters(String),
}

impl HasExit for AcceptError {
    fn exit(&self) -> Exit {
        match self {
            Self::OneForMany { .. } | Self::Empty | Self::ManyLines | Self::UnknownLetters(_) => {
                Exit::Usage
            }
        }
    }
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
        assert_eq!(
            change(&mut recorded, Part::One, "1", false),
            Change::Unchanged
        );
        let refused = "the recorded answer is 1, not 2; --force replaces it".to_owned();
        assert_eq!(
            change(&mut recorded, Part::One, "2", false),
            Change::Refused(refused)
        );
        assert_eq!(
            change(&mut recorded, Part::One, "2", true),
            Change::Recorded
        );
        assert_eq!(recorded.accepted(Part::One), Some("2"));
        let mut guessed = answers(
            "[[guess]]\npart = 2\nanswer = 5\nverdict = 'too-low'\ntime = 2020-12-22T05:00:00Z\n",
        );
        let refused = "the site judged 5 too low on 2020-12-22; --force records it".to_owned();
        assert_eq!(
            change(&mut guessed, Part::Two, "5", false),
            Change::Refused(refused)
        );
        assert_eq!(
            change(&mut guessed, Part::Two, "6", false),
            Change::Recorded
        );
    }
}
