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
use clap::Args;

use crate::app::args::{SelectionArgs, part};
use crate::app::{App, Downloader};
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

/// Submit an answer to the site, after many checks
///
/// Runs the examples of the next part, then the part, and sends its answer. Each
/// answer is sent once, whatever happens to the request, and what the site says is
/// stored.
///
/// It refuses what cannot be right, such as an answer that was judged wrong before
/// or one above a value that was too high, and what comes too soon. With --wait it
/// waits instead.
#[derive(Args, Debug, Default)]
#[command(after_help = "\
Examples:
  aoc submit                              submit the next part of today's puzzle
  aoc submit 22 --dry-run                 show what would be submitted
  aoc submit 2020/22 -p 1 --answer 33400  submit an answer found elsewhere")]
pub struct SubmitArgs {
    #[command(flatten)]
    pub selection: SelectionArgs,
    /// The part [default: the next one that is not solved]
    #[arg(short, long, value_name = "N", value_parser = part())]
    pub part: Option<Part>,
    /// Submit this answer [default: what the solution gives, once its examples agree]
    #[arg(long, value_name = "ANSWER", allow_negative_numbers = true)]
    pub answer: Option<String>,
    /// Wait until the site takes another answer
    #[arg(long)]
    pub wait: bool,
    /// Submit even if an example fails
    #[arg(long)]
    pub force: bool,
    /// Do everything but submit, and print what would be sent
    #[arg(long)]
    pub dry_run: bool,
}

/// What is sent for the last star of an event, which takes any answer.
const ANY_ANSWER: &str = "done";

pub fn run(app: &App, args: &SubmitArgs) -> Result<Exit, CliError> {
    let puzzle = app.puzzle_to_answer(&args.selection, args.answer.is_some())?;
    let known = Known::load(&app.store()?, puzzle)?;
    let part = args.part.unwrap_or_else(|| known.next_part());
    let mut result = SubmitResult::new(puzzle, part);
    let ended = submit(app, args, &known, part, &mut result);
    report(app, result, ended)
}

fn submit(
    app: &App,
    args: &SubmitArgs,
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
