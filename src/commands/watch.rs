//! `aoc watch`: builds and runs a day whenever its files are saved.

use clap::Args;

use crate::app::App;
use crate::app::args::SelectionArgs;
use crate::error::{Exit, Result};
use crate::execution::SharedRunArgs;
use crate::steps::Resolver;
use crate::watch::{WatchPlan, watch};

/// Build and run at each save: examples, then the input
///
/// Builds and runs a day whenever a file that it uses is saved: the examples first,
/// then the input. A newer save stops a run that has not ended. On a terminal, keys submit
/// an answer, show the trace, measure, and run again. Without a selector it follows
/// the day that is edited last.
#[derive(Args)]
#[command(
    visible_alias = "w",
    after_help = "\
Examples:
  aoc watch 22                  stay with day 22
  aoc watch -p 2 --timeout 10s  run part 2, for ten seconds at most"
)]
pub struct WatchArgs {
    #[command(flatten)]
    selection: SelectionArgs,
    /// Check for changes twice a second, if the system does not report them (network drives)
    #[arg(long)]
    poll: bool,
    #[command(flatten)]
    options: SharedRunArgs,
}

pub fn run(app: App, args: &WatchArgs) -> Result<Exit> {
    let plan = WatchPlan {
        selectors: Resolver::new(&app).selectors(&args.selection)?,
        options: args.options.clone(),
        poll: args.poll,
        begun_day: None,
    };
    watch(app, &plan)
}
