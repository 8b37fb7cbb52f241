//! `aoc submit`: sends an answer to the site after many checks.

use aoc_solution::Part;
use clap::Args;

use crate::app::args::{LimitArgs, SelectionArgs, part};
use crate::app::{App, SubmitPlan, selection, submit};
use crate::error::{CliError, Exit};

/// Submit an answer to the site, after many checks
///
/// Runs the examples of the next part, then the part, and sends its answer. Each
/// answer is sent only once, even if the request fails, and the verdict is stored.
///
/// An answer that cannot be right is refused, such as one that was judged wrong
/// before, or one above a value that was too high. An answer that comes too soon is
/// refused as well, or sent later with --wait.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  aoc submit 22 --dry-run                 show what would be submitted
  aoc submit 2020/22 -p 1 --answer 33400  submit an answer found elsewhere")]
pub struct SubmitArgs {
    #[command(flatten)]
    pub selection: SelectionArgs,
    /// The part [default: the next one that is not solved]
    #[arg(short, long, value_name = "N", value_parser = part())]
    pub part: Option<Part>,
    /// Submit this answer [default: the solution's answer, once its examples agree]
    #[arg(long, value_name = "ANSWER", allow_negative_numbers = true)]
    pub answer: Option<String>,
    /// Wait until the site takes another answer
    #[arg(long)]
    pub wait: bool,
    /// Submit even if an example fails, or the input is one
    #[arg(long)]
    pub force: bool,
    /// Do everything but submit, and print the request; it may still ask the site for the page
    #[arg(long)]
    pub dry_run: bool,
    #[command(flatten)]
    pub limits: LimitArgs,
}

pub fn run(app: &App, args: &SubmitArgs) -> Result<Exit, CliError> {
    let puzzle = selection::puzzle_to_answer(app, &args.selection)?;
    let plan = SubmitPlan {
        part: args.part,
        answer: args.answer.clone(),
        wait: args.wait,
        force: args.force,
        dry_run: args.dry_run,
        limits: args.limits,
    };
    submit(app, puzzle, &plan)
}
