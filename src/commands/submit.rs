//! `aoc submit`: checks an answer and sends it to the site.

use aoc_solution::Part;
use clap::Args;

use crate::app::App;
use crate::app::args::{SelectionArgs, parse_part};
use crate::error::{CliError, Exit, Result};
use crate::execution::{BuildArgs, LimitArgs};
use crate::puzzle::{Puzzle, today};
use crate::steps::selection::{Resolver, only_puzzle, possible_answer};
use crate::submit::{Overrides, SubmitPlan, submit};
use crate::terminal::shell_word;

/// Submit an answer to the site, after many checks
///
/// Runs the examples of the next part, then the part, and sends its answer. Each
/// answer is sent only once, even if the request fails, and the verdict is stored.
/// Without a selector it takes the day that was edited last.
///
/// An answer that cannot be right is refused, such as one that was judged wrong
/// before, or one above a value that was too high. An answer that comes too soon is
/// refused as well, or sent later with --wait.
#[derive(Args)]
#[command(after_help = "\
Examples:
  aoc submit 22 --dry-run                 show what would be submitted
  aoc submit 2020/22 -p 1 --answer 33400  submit an answer found elsewhere")]
pub struct SubmitArgs {
    #[command(flatten)]
    selection: SelectionArgs,
    /// The part [default: the next one that is not solved]
    #[arg(short, long, value_name = "N", value_parser = parse_part)]
    part: Option<Part>,
    /// Submit this answer [default: the solution's answer, once its examples agree]
    #[arg(long, value_name = "ANSWER", allow_negative_numbers = true)]
    answer: Option<String>,
    /// Wait until the site takes another answer
    #[arg(long)]
    wait: bool,
    /// Submit even if an example fails, or if the input equals an example
    #[arg(long)]
    force: bool,
    /// Do everything but submit, and print the request; it may still ask the site for the page
    #[arg(long)]
    dry_run: bool,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    build: BuildArgs,
}

pub fn run(app: &App, args: &SubmitArgs) -> Result<Exit> {
    let puzzle = selected_puzzle(app, args).map_err(|error| with_answer_hint(error, args))?;
    let has_solution = app.workspace.project()?.day_file(puzzle).is_some();
    let plan = SubmitPlan {
        part: args.part,
        answer: args.answer.clone(),
        overrides: Overrides {
            wait: args.wait,
            force: args.force,
        },
        dry_run: args.dry_run,
        limits: args.limits.limits(),
        build: args.build.clone(),
    };
    match submit(app, puzzle, &plan) {
        Err(error) if !has_solution => Err(with_answer_hint(error.error, args)),
        ended => Ok(ended?),
    }
}

/// The selected puzzle. Without a selector, prints a note that names the puzzle.
fn selected_puzzle(app: &App, args: &SubmitArgs) -> Result<Puzzle> {
    let resolver = Resolver::new(app);
    let puzzle = only_puzzle(&resolver.select_for_answer(&args.selection)?)?;
    if args.selection.is_empty() {
        let mut note = format!("{puzzle} was edited last");
        if let Some(today) = today(app.site.time().now())
            && today != puzzle
        {
            note += &format!("; today's puzzle is {today}");
        }
        app.ui.note(note);
    }
    Ok(puzzle)
}

/// The error, with a hint if the last selector was perhaps meant as the answer, which other tools
/// expect there.
fn with_answer_hint(error: CliError, args: &SubmitArgs) -> CliError {
    match possible_answer(&args.selection.selectors) {
        Some(word) if args.answer.is_none() => error.add_hint(format!(
            "if {word} is your answer, write `--answer {}`",
            shell_word(word)
        )),
        _ => error,
    }
}
