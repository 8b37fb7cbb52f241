//! `aoc submit`: sends an answer to the site after many checks.

use clap::Args;

use crate::app::App;
use crate::app::args::{SelectionArgs, SubmitOptions};
use crate::error::{Exit, Result, usage_error};
use crate::puzzle::{is_path, parse_selectors};
use crate::steps::Resolver;
use crate::steps::submit;

/// Submit an answer to the site, after many checks
///
/// Runs the examples of the next part, then the part, and sends its answer. Each
/// answer is sent only once, even if the request fails, and the verdict is stored.
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
    #[command(flatten)]
    options: SubmitOptions,
}

pub fn run(app: &App, args: &SubmitArgs) -> Result<Exit> {
    let submitted = Resolver::new(app)
        .puzzle_to_answer(&args.selection)
        .and_then(|puzzle| submit(app, puzzle, &args.options));
    let words = &args.selection.selectors;
    match (submitted, words.last()) {
        // Other tools take the answer as a word.
        (Err(error), Some(word))
            if error.exit == Exit::Usage
                && args.options.answer.is_none()
                && !is_path(word)
                && (words.len() > 1 || parse_selectors(words, None).is_err()) =>
        {
            let why = error.source;
            Err(usage_error(format!(
                "{why:#}; if {word} is your answer, write `--answer {word}`"
            )))
        }
        (submitted, _) => submitted,
    }
}
