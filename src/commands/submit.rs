//! `aoc submit`: has the site judge an answer, after every guard.

mod delivery;
mod follow_up;
mod guards;
mod known;
mod number;
mod report;
mod solve;
mod waiting;

use std::cell::Cell;

use aoc_solution::Part;
use aoc_solution::letters::typed;

use crate::app::{App, Downloader};
use crate::args;
use crate::error::{CliError, Exit};
use crate::inputs::date_time;
use crate::reporter::SubmitResult;
use crate::site::{Notice, Submission};
use delivery::Delivery;
use follow_up::{check_last_star, compare, follow_up};
use guards::{Refusal, check_form};
use known::{Known, is_last_star};
use report::{dry_run, report};
use solve::Found;

/// What is sent for the last star of an event, which takes any answer.
const ANY_ANSWER: &str = "done";

pub fn run(app: &App, args: &args::Submit) -> Result<Exit, CliError> {
    let puzzle = app.puzzle(&args.selection)?;
    let known = Known::load(&app.store()?, puzzle)?;
    let part = args.part.unwrap_or_else(|| known.next_part());
    let mut result = SubmitResult::new(puzzle, part);
    let ended = submit(app, args, &known, part, &mut result);
    report(app, result, ended)
}

fn submit(
    app: &App,
    args: &args::Submit,
    known: &Known,
    part: Part,
    result: &mut SubmitResult,
) -> Result<Exit, CliError> {
    let puzzle = known.puzzle;
    let accepted = known.accepted(part);
    let last_star = is_last_star(puzzle, part);
    if last_star && accepted.is_none() && args.part.is_none() {
        return Err(Refusal::LastStar { puzzle }.into());
    }
    let found = match &args.answer {
        Some(answer) => Found::of(answer),
        None if last_star => Found::of(ANY_ANSWER),
        None => match &accepted {
            // There is nothing to compare.
            Some(accepted) if accepted.answer.is_none() => Found::default(),
            accepted => solve::solve(app, puzzle, part, accepted.is_none())?,
        },
    };
    let typed = typed(&found.answer);
    let answer = typed.trim().to_owned();
    result.examples = found.examples;
    result.answer = (!last_star).then(|| answer.clone());
    if let Some(accepted) = accepted {
        return Ok(compare(accepted, result));
    }
    check_form(&typed)?;

    let mut downloader = Downloader::new(app)?;
    downloader.force = true;
    let delivery = Delivery {
        app,
        store: &app.store()?,
        downloader: &downloader,
        submission: &Submission {
            puzzle,
            part,
            answer: answer.clone(),
        },
        wait: args.wait,
        unstored: Cell::new(Exit::Done),
    };
    if delivery.left(&known.answers)?.is_some() {
        result.not_before = known.answers.not_before.map(date_time);
    }
    delivery.check(known)?;
    if let Some(example) = found.doubt.filter(|_| !args.force) {
        return Err(Refusal::Example { example, answer }.into());
    }
    if args.dry_run {
        dry_run(app, delivery.submission, result);
        return Ok(Exit::Done);
    }
    if last_star && let Some(exit) = check_last_star(&delivery, result)? {
        return Ok(exit);
    }
    let listener = |notice: &Notice| downloader.notice(puzzle, notice);
    // Until all is known, no other process submits.
    let (delivered, _lock) = delivery.deliver(known, &listener)?;
    let exit = follow_up(&delivery, delivered, result)?;
    Ok(exit.or(delivery.unstored.get()))
}
