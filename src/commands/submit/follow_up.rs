//! What comes after an answer was sent: what it came to, what the page says where
//! that is not known, and what is next.

use std::time::Duration;

use aoc_solution::Part;
use aoc_solution::letters::same;

use super::delivery::{Delivered, Delivery};
use super::known::{Accepted, is_last_star};
use super::report::show;
use crate::app::App;
use crate::error::{CliError, Exit, HasExit};
use crate::inputs::{StoreError, Verdict, date_time};
use crate::puzzle::Puzzle;
use crate::reporter::{SubmitResult, SubmitStatus};
use crate::site::{self, Direction, PuzzlePage, Submission};
use crate::terminal::span;

/// Reports what the site said of an answer.
pub fn follow_up(
    delivery: &Delivery<'_>,
    delivered: Delivered,
    result: &mut SubmitResult,
) -> Result<Exit, CliError> {
    let verdict = match delivered {
        Delivered::AlreadySolved(accepted) => return Ok(compare(accepted, result)),
        Delivered::Lost(error) => return unknown(delivery, error.cause(), result),
        Delivered::Verdict(verdict) => verdict,
    };
    match verdict {
        site::Verdict::Right | site::Verdict::Finished => {
            right(delivery.app, result)?;
            // The server may be busy, and the verdict is known.
            if let Err(error) = page(delivery) {
                let puzzle = delivery.submission.puzzle;
                let reason = format!("{:#}", error.source);
                delivery.app.note(&format!(
                    "{puzzle}: the page was not downloaded again: {reason}"
                ));
            }
            say_next(delivery, result);
            Ok(Exit::Done)
        }
        site::Verdict::Wrong {
            direction,
            someone_else,
            ..
        } => {
            wrong(delivery, direction, someone_else, result)?;
            Ok(Exit::Wrong)
        }
        site::Verdict::TooSoon { left: said } => {
            result.status = SubmitStatus::TooRecent;
            let left = left(delivery, result)?.or(said);
            Err(FollowUpError::TooSoon { left }.into())
        }
        site::Verdict::WrongLevel => {
            result.status = SubmitStatus::WrongLevel;
            wrong_level(delivery, result)
        }
        site::Verdict::LoggedOut => unknown(delivery, "nobody is logged in".to_owned(), result),
        site::Verdict::Unknown(text) => {
            let said = match &*text {
                "" => "the site says nothing of it".to_owned(),
                text => format!("the site says: {text}"),
            };
            unknown(delivery, said, result)
        }
    }
}

/// Compares the answer with the accepted one.
pub fn compare(accepted: Accepted, result: &mut SubmitResult) -> Exit {
    result.accepted = accepted.answer;
    if result.accepted.is_none() {
        result.answer = None;
    }
    let is_same = match (&result.accepted, &result.answer) {
        (Some(accepted), Some(answer)) => same(accepted, answer) == Some(true),
        (accepted, answer) => accepted == answer,
    };
    if is_same {
        result.status = SubmitStatus::Matched;
        Exit::Done
    } else {
        result.status = SubmitStatus::Differs;
        Exit::Failed
    }
}

/// Whether the last star of an event can be claimed, by the page as it is now.
/// The exit code is that of a star which is there already.
pub fn check_last_star(
    delivery: &Delivery<'_>,
    result: &mut SubmitResult,
) -> Result<Option<Exit>, CliError> {
    let page = page(delivery)?;
    if page.has_solved(delivery.submission.part) {
        let answer = None;
        return Ok(Some(compare(Accepted { answer }, result)));
    }
    closed(delivery, &page).map_or(Ok(None), |why| Err(why.into()))
}

/// The puzzle's page as it is now, after the other files have taken from it what
/// they lack.
fn page(delivery: &Delivery<'_>) -> Result<PuzzlePage, CliError> {
    if delivery.app.cancel.is_cancelled() {
        return Err(FollowUpError::Interrupted.into());
    }
    let puzzle = delivery.submission.puzzle;
    let download = delivery.downloader.page(puzzle)?;
    delivery.app.tell_learned_or_why(puzzle, &download.learned);
    let html = delivery.store.page(puzzle)?.unwrap_or_default();
    Ok(PuzzlePage::parse(&html))
}

fn right(app: &App, result: &mut SubmitResult) -> Result<(), CliError> {
    result.status = SubmitStatus::Right;
    result.accepted.clone_from(&result.answer);
    show(app, result)
}

/// Says what comes after a right answer.
fn say_next(delivery: &Delivery<'_>, result: &mut SubmitResult) {
    let (app, puzzle) = (delivery.app, delivery.submission.puzzle);
    if delivery.submission.part == Part::Two {
        app.note(&format!("{puzzle} is complete"));
    } else if is_last_star(puzzle, Part::Two) {
        let next = format!("aoc submit {puzzle} --part 2");
        let who = "for those who have all others";
        app.note(&format!(
            "the last star of {} is {who}: `{next}`",
            puzzle.year
        ));
        result.next = Some(next);
    } else {
        let next = format!("aoc read {puzzle} --part 2");
        app.note(&format!("part 2 is open: `{next}` shows it"));
        result.next = Some(next);
    }
}

fn wrong(
    delivery: &Delivery<'_>,
    direction: Option<Direction>,
    someone_else: bool,
    result: &mut SubmitResult,
) -> Result<(), CliError> {
    result.status = match direction {
        Some(Direction::TooHigh) => SubmitStatus::TooHigh,
        Some(Direction::TooLow) => SubmitStatus::TooLow,
        None => SubmitStatus::Wrong,
    };
    result.someone_else = someone_else;
    show(delivery.app, result)?;
    if someone_else {
        delivery.app.warning(
            "it is the right answer to someone else's input: are the session and the input of one \
             account?",
        );
    }
    if let Some(left) = left(delivery, result)? {
        let left = span(left);
        delivery
            .app
            .note(&format!("the site takes the next answer in {left}"));
    }
    Ok(())
}

/// The time until the site takes the next answer.
fn left(delivery: &Delivery<'_>, result: &mut SubmitResult) -> Result<Option<Duration>, CliError> {
    let answers = delivery.store.answers(delivery.submission.puzzle, None)?;
    result.not_before = answers.not_before.map(date_time);
    Ok(delivery.left(&answers)?)
}

/// Has the page say why the site takes no answer to the part.
fn wrong_level(delivery: &Delivery<'_>, result: &mut SubmitResult) -> Result<Exit, CliError> {
    let part = delivery.submission.part;
    let page = match page(delivery) {
        Ok(page) => page,
        Err(error) => {
            let why = format!("{:#}", error.source);
            return Err(FollowUpError::WrongLevel { why }.into());
        }
    };
    if page.has_solved(part) {
        let answer = page.answer(part).map(str::to_owned);
        return Ok(compare(Accepted { answer }, result));
    }
    Err(closed(delivery, &page)
        .unwrap_or_else(|| FollowUpError::WrongLevel {
            why: "the page shows neither".to_owned(),
        })
        .into())
}

/// Why the site takes no answer to a part that is not solved, if the page says
/// so.
fn closed(delivery: &Delivery<'_>, page: &PuzzlePage) -> Option<FollowUpError> {
    let puzzle = delivery.submission.puzzle;
    if delivery.submission.part == Part::Two && !page.has_solved(Part::One) {
        return Some(FollowUpError::PartOneFirst { puzzle });
    }
    let sentence = page.missing_stars()?;
    Some(FollowUpError::MissingStars { sentence })
}

/// Has the page say whether the answer was accepted.
fn unknown(
    delivery: &Delivery<'_>,
    why: String,
    result: &mut SubmitResult,
) -> Result<Exit, CliError> {
    let submission = delivery.submission;
    result.status = SubmitStatus::Unknown;
    let page_says = match page(delivery) {
        Ok(page) if is_accepted(delivery, &page) => {
            correct(delivery)?;
            right(delivery.app, result)?;
            say_next(delivery, result);
            return Ok(Exit::Done);
        }
        Ok(page) => {
            if let Some(answer) = page.answer(submission.part).map(str::to_owned) {
                let answer = Some(answer);
                return Ok(compare(Accepted { answer }, result));
            }
            "the page does not show it as accepted".to_owned()
        }
        Err(error) => format!("the page: {:#}", error.source),
    };
    let path = submission.puzzle.page_path();
    let address = delivery.app.settings.base_url.at(&path).to_string();
    Err(FollowUpError::Unknown {
        why,
        page_says,
        address,
    }
    .into())
}

fn is_accepted(delivery: &Delivery<'_>, page: &PuzzlePage) -> bool {
    let Submission {
        puzzle,
        part,
        answer,
    } = delivery.submission;
    page.answer(*part) == Some(answer) || is_last_star(*puzzle, *part) && page.has_solved(*part)
}

/// Stores that the answer whose verdict was unknown is right.
fn correct(delivery: &Delivery<'_>) -> Result<(), StoreError> {
    let Submission {
        puzzle,
        part,
        answer,
    } = delivery.submission;
    delivery.store.edit_answers(*puzzle, None, |answers| {
        let mut guesses = answers.guesses.iter_mut().rev();
        let sent = guesses.find(|guess| guess.part == *part && guess.answer == *answer);
        if let Some(guess) = sent {
            guess.verdict = Verdict::Right;
        }
    })
}

/// Why there is no verdict.
#[derive(Debug, thiserror::Error)]
enum FollowUpError {
    #[error(
        "not graded: the last answer was submitted too recently; the site takes the next one in \
         {}, and --wait waits for it",
        span(.left.unwrap_or_default())
    )]
    TooSoon { left: Option<Duration> },
    #[error("not graded: part 1 comes first; `aoc submit {puzzle} --part 1` submits it")]
    PartOneFirst { puzzle: Puzzle },
    /// The last star, with the page's words.
    #[error("not graded: the site says: {sentence}")]
    MissingStars { sentence: String },
    #[error("not graded: the part is solved already, or part 1 is not ({why})")]
    WrongLevel { why: String },
    #[error(
        "not known whether it was graded: {why}; {page_says}; look at {address} before you submit \
         again"
    )]
    Unknown {
        why: String,
        page_says: String,
        address: String,
    },
    #[error("interrupted")]
    Interrupted,
}

impl HasExit for FollowUpError {
    fn exit(&self) -> Exit {
        match self {
            Self::TooSoon { .. }
            | Self::PartOneFirst { .. }
            | Self::MissingStars { .. }
            | Self::WrongLevel { .. } => Exit::Refused,
            Self::Unknown { .. } => Exit::Network,
            Self::Interrupted => Exit::Interrupted,
        }
    }
}
