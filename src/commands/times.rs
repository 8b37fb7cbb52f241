//! `aoc times`: shows the user's own times, from the stored answers and from the site.

mod document;
mod table;

use clap::Args;
use serde::Serialize;

use self::document::TimesDocument;
use crate::app::App;
use crate::app::args::SelectionArgs;
use crate::error::{Exit, Result, failure, usage_error};
use crate::inputs::InputId;
use crate::puzzle::{Puzzle, PuzzleScope, SelectionFacts, today};
use crate::records::{DayRecord, share_line};
use crate::steps::selection::{Resolver, begun_year, only_puzzle};

/// Show when you got your stars
///
/// Shows for each day of a year how long after the unlock, and after your first look
/// at its text, you got its stars, the time between them, and the number of guesses
/// that the site judged. The times come from the answers that were submitted here;
/// --refresh asks the site for all of them, at most once in 15 minutes.
///
/// Without days it shows the year of `AOC_YEAR`, of the settings or of the year folder you are
/// in; if none names one, the newest event.
#[derive(Args)]
#[command(add = PuzzleScope::Events, after_help = "\
Examples:
  aoc times 2025            show the times of 2025, without a request
  aoc times 2025 --refresh  ask the site for them first

A dash is an unknown time. For a star that you got more than 24 hours after the unlock, \
the site shows only >24h.")]
pub struct TimesArgs {
    #[command(flatten)]
    selection: SelectionArgs,
    /// Ask the site for the times
    #[arg(long)]
    refresh: bool,
    /// Print one line of a day to paste, without its answers
    #[arg(long, conflicts_with = "refresh")]
    share: bool,
}

/// The document of `aoc times --share --json`.
#[derive(Serialize)]
struct SharedTimes<'a> {
    #[serde(flatten)]
    puzzle: Puzzle,
    line: &'a str,
}

pub fn run(app: &App, args: &TimesArgs) -> Result<Exit> {
    if args.share {
        return share(app, args);
    }
    let resolver = Resolver::new(app);
    let (year, selected) = resolver.year_and_days(
        &args.selection,
        SelectionFacts::year_of_site,
        "select days of a single year",
    )?;
    let puzzles = if let Some(puzzles) = selected {
        puzzles
    } else {
        // Fails for a year that the user has named and that has no unlocked puzzle.
        if !args.selection.is_empty() {
            resolver.select(&args.selection, PuzzleScope::Events)?;
        }
        year.puzzles().collect()
    };
    // Fails outside of a project before the site is asked, because there are no times to show.
    app.workspace.store()?;
    let refreshed = if args.refresh {
        app.site.refresh_times(begun_year(app, year)?)
    } else {
        Ok(())
    };
    let mut records = app.site.records(&app.workspace);
    let days: Vec<DayRecord> = puzzles
        .iter()
        .map(|puzzle| records.day(*puzzle).clone())
        .collect();
    app.ui.warn_of(&records.errors);
    let times = TimesDocument::of(year, records.times_shown_at(year), &days);
    let exit = match refreshed {
        Ok(()) => Exit::Done,
        Err(error) if times.fetched.is_some() => {
            app.site.report_failed_refresh("the stored times", error)
        }
        Err(error) if times.days.is_empty() => {
            return Err(error.context_if_not_made(format!("times of {year}")).into());
        }
        Err(error) => app
            .site
            .report_failed_refresh("the times of your answers", error),
    };
    app.ui.show("times", &times, || {
        let explains_signs = app.ui.explains_signs();
        table::screen(app.ui.stdout, &times, &days, explains_signs)
    })?;
    Ok(exit)
}

/// Prints the line of the selected puzzle, or of today's puzzle.
fn share(app: &App, args: &TimesArgs) -> Result<Exit> {
    let resolver = Resolver::new(app);
    let puzzle = if args.selection.is_empty() {
        today(app.site.time().now()).ok_or_else(|| {
            usage_error("no puzzle given: name its day, as in `aoc times 3 --share`")
        })?
    } else {
        only_puzzle(&resolver.select(&args.selection, PuzzleScope::Events)?)?
    };
    // For this line, a file of answers that cannot be read is an error.
    app.workspace.store()?.answers(puzzle, &InputId::Own)?;
    let mut records = app.site.records(&app.workspace);
    let day = records.day(puzzle);
    let Some(line) = share_line(day) else {
        let year = puzzle.year;
        let why = if day.stars.on_site.is_some() && day.stars.open_part().is_some() {
            format!("the site has shown no second star of {puzzle}; once you have it,")
        } else {
            format!(
                "the second star of {puzzle} was not submitted here, and the site has not shown \
                 its time;"
            )
        };
        return Err(failure(format!(
            "nothing to share: {why} `aoc times {year} --refresh` asks the site"
        )));
    };
    let document = SharedTimes {
        puzzle,
        line: &line,
    };
    app.ui
        .show("times", &document, || app.ui.stdout.adapt(&line) + "\n")?;
    Ok(Exit::Done)
}
