//! `aoc calendar`: the stars of a year's days, or of all years.

use clap::Args;

use crate::app::App;
use crate::error::{CliError, Exit};
use crate::puzzle::Day;
use crate::reporter::{self, CalendarDay, CalendarResults, CalendarYear};
use crate::site::{Stars, YearStars};
use crate::terminal;

/// Show the stars of a year's days, or of all years
///
/// Asks the site for the stars of a year's days, or of all years, and shows them.
/// This is one request each time. The stars are remembered for aoc status.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  aoc calendar       show the stars of all years
  aoc calendar 2024  show the stars of each day of 2024")]
pub struct CalendarArgs {
    /// The year [default: all years, with one request]
    pub year: Option<String>,
}

/// Makes one request.
pub fn run(app: &App, args: &CalendarArgs) -> Result<Exit, CliError> {
    let stars = match &args.year {
        Some(word) => {
            let year = app.begun_year(word)?;
            let what = format!("asking for the calendar of {year}");
            app.ask_for_stars(&what, |site, session, listener| {
                site.calendar(year, session, listener)
            })?
        }
        None => app.ask_for_stars("asking for all events", |site, session, listener| {
            site.events(session, listener)
        })?,
    };
    let results = results(stars);
    if app.json {
        terminal::json(&mut app.console(), &results)?;
    } else {
        reporter::calendar(&mut app.console(), app.stdout, &results)?;
    }
    Ok(Exit::Done)
}

fn results(stars: Stars) -> CalendarResults {
    let years = stars.years.into_iter().map(year).collect();
    CalendarResults::new(stars.user, stars.total, years)
}

fn year(stars: YearStars) -> CalendarYear {
    let day = |(day, stars): (Day, u8)| CalendarDay { day, stars };
    let days = stars.days.map(|days| days.into_iter().map(day).collect());
    let YearStars {
        year, stars, of, ..
    } = stars;
    CalendarYear {
        year,
        stars,
        of,
        days,
    }
}
