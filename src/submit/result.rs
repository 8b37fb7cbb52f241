//! Shows the outcome of a submission, as the document of `--json` or as a line on the screen.

use serde::Serialize;

use super::find_answer::AnswerToSubmit;
use super::outcome::{Compared, Finding, SubmitOutcome, SubmitStatus};
use super::part_record::PartRecord;
use super::wait::Wait;
use crate::inputs::{Grade, Verdict, date_time, is_blank_answer};
use crate::puzzle::Puzzle;
use crate::runner::ResultDocument;
use crate::terminal::style::{BAD, GOLD, GOOD, PLAIN, WARNING};
use crate::terminal::{Line, Terminal};

/// The JSON document of `aoc submit` (schema `aoc-submit/1`).
#[derive(Serialize)]
pub struct SubmitDocument {
    #[serde(flatten)]
    puzzle: Puzzle,
    part: u8,
    /// The submitted answer. `None` for the last star of an event, and if no answer was found.
    answer: Option<String>,
    status: SubmitStatus,
    /// The accepted answer, if it is known.
    accepted: Option<String>,
    /// True if the site says that the answer is right for another user's input.
    someone_else: bool,
    /// The time from which the site takes another answer.
    not_before: Option<String>,
    /// The examples that were checked.
    examples: Vec<ResultDocument>,
    /// The suggested next command.
    next: Option<String>,
    /// The request of a dry run, or the error message.
    message: Option<String>,
}

impl SubmitDocument {
    /// The document of a submission of this part. `found` is `None` if no answer was found.
    /// `site_wait` is the wait that the site asks for.
    pub fn new(
        record: &PartRecord,
        found: Option<&AnswerToSubmit>,
        outcome: &SubmitOutcome,
        site_wait: Option<&Wait>,
        next: Option<String>,
    ) -> Self {
        let accepted = match outcome.finding() {
            Some(Finding::Compared(_) | Finding::Judged(Verdict::Right)) => {
                record.accepted(record.part).map(str::to_owned)
            }
            Some(Finding::Judged(_)) | None => None,
        };
        let mut document = Self {
            puzzle: record.puzzle,
            part: record.part.into(),
            answer: None,
            status: outcome.status(),
            accepted,
            someone_else: outcome.is_of_someone_else(),
            not_before: None,
            examples: Vec::new(),
            next,
            message: match outcome {
                SubmitOutcome::DryRun(request) => Some(request.clone()),
                SubmitOutcome::NotSent(problem) | SubmitOutcome::Sent(_, Some(problem)) => {
                    Some(problem.error.to_string())
                }
                SubmitOutcome::Compared(_) | SubmitOutcome::Sent(_, None) => None,
            },
        };
        if let Some(found) = found {
            if let Some(checked) = found.examples() {
                let examples = checked.results.iter();
                document.examples = examples.map(ResultDocument::of_example).collect();
            }
            if !record.is_last_star() {
                document.answer = Some(found.answer.clone());
            }
        }
        if site_wait.is_some() {
            document.not_before = record.answers.recorded.not_before.map(date_time);
        }
        document
    }
}

/// The line about the outcome. `None` if the outcome is an error.
pub fn outcome_line(
    stdout: Terminal,
    record: &PartRecord,
    found: Option<&AnswerToSubmit>,
    outcome: &SubmitOutcome,
) -> Option<String> {
    let answer = match found.map(|found| &*found.answer) {
        Some(answer)
            if !record.is_last_star() && !is_blank_answer(answer) && !answer.contains('\n') =>
        {
            answer
        }
        _ => "the answer",
    };
    let (style, text) = match (outcome, outcome.finding()) {
        (SubmitOutcome::DryRun(request), _) => (PLAIN, request.clone()),
        (_, None) => return None,
        (_, Some(Finding::Judged(verdict))) => match verdict.grade() {
            Grade::Right if record.is_last_star() => (GOLD, "the last star is yours".to_owned()),
            Grade::Right => (GOOD, format!("{answer} is right")),
            Grade::Wrong => (BAD, format!("{answer} is {}", verdict.words())),
            Grade::Unknown => return None,
        },
        (_, Some(Finding::Compared(Compared::Matched))) => {
            let text = if record.is_last_star() {
                "already solved".to_owned()
            } else {
                format!("{answer} is the accepted answer")
            };
            (GOOD, text)
        }
        (_, Some(Finding::Compared(Compared::Differs))) => {
            let accepted = record.accepted(record.part)?;
            let differs = format!("{answer} differs from the accepted answer {accepted}");
            (BAD, differs)
        }
        (_, Some(Finding::Compared(Compared::Unverified))) => {
            let accepted = record.accepted(record.part)?;
            let text = format!("{answer} may be the accepted answer {accepted}");
            (WARNING, text)
        }
    };
    let mut line = Line::new(stdout, 2);
    line.words(PLAIN, format!("{}:", record.name()))
        .gap(1)
        .words(style, text);
    if let SubmitOutcome::Compared(_) = outcome {
        line.gap(1).words(PLAIN, "(nothing was sent)");
    }
    Some(line.end())
}

#[cfg(test)]
mod tests {
    use aoc_solution::protocol::Phase;

    use super::*;
    use crate::runner::{PhaseResult, PuzzleHeader, PuzzleResult, Status};
    use crate::submit::decision::Refusal;
    use crate::submit::outcome::SentAnswer;
    use crate::submit::testing::{empty_record, solved_with};

    #[test]
    fn the_message_of_an_example_is_that_of_its_failure_as_in_runs() {
        let puzzle = Puzzle::of(2020, 22);
        let why = "expected 306".to_owned();
        let mut example = PuzzleResult::new(PuzzleHeader::unknown(puzzle));
        example
            .phases
            .push(PhaseResult::new(Phase::Part1, Status::Wrong, Some(why)));
        let found = solved_with(vec![example]);
        let outcome = SubmitOutcome::NotSent(Refusal::new("why".to_owned()).into());
        let record = empty_record(puzzle);
        let document = SubmitDocument::new(&record, Some(&found), &outcome, None, None);
        let message = document.examples[0].message.as_deref();
        assert_eq!(message, Some("expected 306"));
    }

    #[test]
    fn outcomes_are_lines_of_any_width() {
        let long = "the-answer-that-has-more-characters-than-a-line";
        let mut text = String::new();
        for width in [80, 40] {
            let sent = |verdict| SubmitOutcome::Sent(SentAnswer::judged(verdict), None);
            for (day, answer, outcome) in [
                (11, "33400", sent(Verdict::Right)),
                (11, "33400", sent(Verdict::TooHigh)),
                (12, "done", sent(Verdict::Right)),
                (11, "33400", SubmitOutcome::Compared(Compared::Differs)),
                (11, long, SubmitOutcome::Compared(Compared::Matched)),
                (11, "#\n?", SubmitOutcome::Compared(Compared::Unverified)),
            ] {
                let mut record = empty_record(Puzzle::of(2026, day));
                record.answers.recorded.accept(record.part, "33401");
                let found = AnswerToSubmit::given(answer);
                let line = outcome_line(Terminal::wide(width), &record, Some(&found), &outcome);
                text += &line.expect("a line");
            }
        }
        insta::assert_snapshot!(text, @"
        2026/11 part 2: 33400 is right
        2026/11 part 2: 33400 is too high
        2026/12 part 2: the last star is yours
        2026/11 part 2: 33400 differs from the accepted answer 33401 (nothing was sent)
        2026/11 part 2: the-answer-that-has-more-characters-than-a-line is the accepted
          answer (nothing was sent)
        2026/11 part 2: the answer may be the accepted answer 33401 (nothing was sent)
        2026/11 part 2: 33400 is right
        2026/11 part 2: 33400 is too high
        2026/12 part 2: the last star is yours
        2026/11 part 2: 33400 differs from the
          accepted answer 33401 (nothing was
          sent)
        2026/11 part 2:
          the-answer-that-has-more-characters-th
          an-a-line is the accepted answer
          (nothing was sent)
        2026/11 part 2: the answer may be the
          accepted answer 33401 (nothing was
          sent)
        ");
    }
}
