//! `aoc calendar`: the stars of a year's days, in the picture of the site's calendar or as
//! a list; or the stars of all years.
//!
//! ```text
//! 2024   31 of 50  ana
//!    1 **     2 **     3 *   >  4 ·
//! ```

use std::fmt::Display;
use std::path::PathBuf;

use chrono::{DateTime, Utc};
use clap::Args;

use crate::app::args::YearArgs;
use crate::app::{App, Kept, SiteAccess, Ui, Workspace};
use crate::error::{Exit, HasExit, Result};
use crate::files::{Readers, replace};
use crate::project::ReadmeBlock;
use crate::puzzle::{Day, Puzzle, PuzzleKind, Year, newest_unlocked, running, today};
use crate::reporter::{picture_text, star_field_svg};
use crate::site::{DayStars, SiteError, Stars, YearStars};
use crate::steps::Overview;
use crate::steps::selection::begun_year;
use crate::steps::stars::{days_of_years, merged_stars, star_rows, star_table};
use crate::terminal::layout::Line;
use crate::terminal::style::{DIM, STRONG, star_marks, star_style};
use crate::terminal::{Terminal, row};

/// Show the stars of a year's days, or of all years
///
/// Asks the site for the stars of a year's days, or of all years, with one request. A
/// year is shown as the site draws its calendar, or as a list of its days if that
/// does not fit. Without a year it shows the running event, outside of events all
/// years. Without a session, with --offline, or if the site fails, it shows what is
/// stored, as aoc status does. --readme keeps a table of the stars in README.md, and
/// --svg draws them.
#[derive(Args)]
#[command(add = PuzzleKind::Events, after_help = "\
Examples:
  aoc calendar 2024      show the stars of each day of 2024
  aoc calendar --readme  put the stars of all years into README.md")]
pub struct CalendarArgs {
    #[command(flatten)]
    year: YearArgs,
    /// Refresh the table of stars in README.md, between the lines <!-- aoc-calendar:start
    /// --> and <!-- aoc-calendar:end -->; without a session or with --offline from what is
    /// stored, and no number gets lower
    #[arg(long)]
    readme: bool,
    /// Draw the stars of all years as a field of years by days; - is standard output
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

pub fn run(app: &App, args: &CalendarArgs) -> Result<Exit> {
    let year = match args.year.word() {
        Some(word) if word.eq_ignore_ascii_case("all") => None,
        Some(word) => {
            let year = Year::parse_word(word)?;
            Some(begun_year(&app.site, year)?)
        }
        None if args.readme || args.svg.is_some() => None,
        None => running(app.site.clock().latest()),
    };
    let block = if args.readme {
        let root = app.workspace.project()?.root();
        Some(ReadmeBlock::find(root, "calendar")?)
    } else {
        None
    };
    let has_session = app.site.session().is_ok();
    let is_asked = has_session && !app.site.is_offline;
    let kept = if is_asked {
        asked_stars(app, year, args)?
    } else {
        let stars = stored_stars(&app.ui, &app.site, &app.workspace, year, args)?;
        Kept::Stored(stars)
    };
    let stars = kept.value();
    // After the request it has what the site has shown.
    let overview = || Overview::new(&app.workspace, app.site.stored_replies());
    if let Some(block) = block {
        let shown = if is_asked { &stars.years[..] } else { &[] };
        let rows = star_rows(&mut overview(), &block.lines()?, shown);
        let table = star_table(&app.settings.base_url, &rows);
        let path = app.workspace.relative_path(block.replace(&table)?);
        app.ui.note(format!("wrote {}", path.display()));
    }
    if let Some(file) = &args.svg {
        let svg = star_field_svg(&days_of_years(&mut overview()));
        if file.as_os_str() == "-" {
            app.ui.console().print(&svg)?;
            return Ok(Exit::Done);
        }
        let path = app.environment.current_dir.join(file);
        replace(&path, svg, Readers::Usual)?;
        app.ui.note(format!("wrote {}", file.display()));
    }
    let exit = kept.exit();
    let mut stars = kept.into_value();
    let now = app.site.clock().latest();
    complete(&mut stars, year, &mut overview(), now);
    let shown = match stars.years[..] {
        [YearStars { year: only, .. }] if Some(only) == year => year,
        _ => None,
    };
    app.ui.show("calendar", &stars, || {
        screen(app.ui.stdout, &stars, shown, today(now))
    })?;
    Ok(exit)
}

impl CalendarArgs {
    fn writes_file(&self) -> bool {
        self.readme || self.svg.is_some()
    }
}

/// Adds to the stars of all years what is known of their days, and the sum, if each event is
/// known.
fn complete(stars: &mut Stars, year: Option<Year>, overview: &mut Overview, now: DateTime<Utc>) {
    for known in stars.years.iter_mut().filter(|known| known.days.is_none()) {
        let days = overview.year(known.year).days;
        let days: Vec<DayStars> = days
            .iter()
            .filter_map(|overview| {
                Some(DayStars {
                    day: overview.puzzle.day,
                    stars: overview.stars?,
                })
            })
            .collect();
        if !days.is_empty() {
            known.days = Some(days);
        }
    }
    let newest = newest_unlocked(Day::FIRST, now).unwrap_or(Year::FIRST);
    let is_known = |year| {
        let known = stars.of_year(year);
        known.is_some_and(|known| known.shown_at.is_some())
    };
    if year.is_none() && stars.total.is_none() && Year::FIRST.through(newest).all(is_known) {
        let counts = stars.years.iter().map(|known| known.stars);
        stars.total = Some(counts.fold(0, u32::saturating_add));
    }
}

/// The stars that the site shows. If it fails, those that are stored; no file is written of
/// these.
fn asked_stars(app: &App, year: Option<Year>, args: &CalendarArgs) -> Result<Kept<Stars>> {
    let error = match app.site.ask_for_stars(year) {
        Ok(stars) => return Ok(Kept::Fresh(stars)),
        Err(error) => error,
    };
    let stars = known_stars(&app.site, &app.workspace, year, args);
    if args.writes_file() || stars.years.is_empty() {
        return Err(error);
    }
    let error = error.context("showing the stored stars");
    app.ui.error(&error);
    Ok(Kept::Fallback(stars, error))
}

/// The stars that are known without a request. Says why the site is not asked, unless a file
/// is written.
fn stored_stars(
    ui: &Ui,
    site: &SiteAccess,
    workspace: &Workspace,
    year: Option<Year>,
    args: &CalendarArgs,
) -> Result<Stars> {
    let stars = known_stars(site, workspace, year, args);
    if args.writes_file() {
        return Ok(stars);
    }
    match site.session() {
        Err(reason) if !site.is_offline => {
            if stars.years.is_empty() {
                return Err(reason.into());
            }
            ui.note(format!(
                "the site was not asked, these are the stars that are stored: {reason}"
            ));
        }
        _ if stars.years.is_empty() => return Err(SiteError::offline().into()),
        _ => {}
    }
    Ok(stars)
}

/// The stars that are stored; of the running event only if there are any, otherwise of all
/// years.
fn known_stars(
    site: &SiteAccess,
    workspace: &Workspace,
    year: Option<Year>,
    args: &CalendarArgs,
) -> Stars {
    let mut overview = Overview::new(workspace, site.stored_replies());
    let of_year = merged_stars(&mut overview, year);
    if of_year.years.is_empty() && args.year.word().is_none() {
        merged_stars(&mut overview, None)
    } else {
        of_year
    }
}

/// A year with its days is a calendar, if it was asked for; years are a table with their sum, if
/// it is known.
fn screen(terminal: Terminal, stars: &Stars, shown: Option<Year>, today: Option<Puzzle>) -> String {
    let user = stars.user.as_deref().unwrap_or_default();
    if let Some(year) = shown.and_then(|shown| stars.of_year(shown))
        && let Some(days) = &year.days
    {
        let today = match today {
            Some(today) if today.year == year.year => Some(today.day),
            _ => None,
        };
        let lines = stars.picture.as_deref().unwrap_or_default();
        let picture = picture_text(terminal, lines, today);
        return star_count_line(terminal, year.year, year.stars, year.of, user)
            + &picture.unwrap_or_else(|| day_list(terminal, days, today));
    }
    let mut text = String::new();
    let mut all: u32 = 0;
    for year in &stars.years {
        text += &star_count_line(terminal, year.year, year.stars, year.of, "");
        all = all.saturating_add(year.of);
    }
    if let Some(total) = stars.total {
        text += &star_count_line(terminal, "all", total, all, user);
    }
    text
}

fn star_count_line(
    terminal: Terminal,
    name: impl Display,
    stars: u32,
    of: u32,
    user: &str,
) -> String {
    let cells = [
        (STRONG, name.to_string()),
        (star_style(stars, of), format!("{stars} of {of}")),
        (DIM, user.to_owned()),
    ];
    row(terminal, 2, &[4, -9], &cells)
}

/// The days with their stars, and a mark at today.
fn day_list(terminal: Terminal, days: &[DayStars], today: Option<Day>) -> String {
    let mut line = Line::new(terminal, 0);
    for &DayStars { day, stars } in days {
        let arrow = if today == Some(day) { "> " } else { "" };
        let text = format!("{arrow:2}{day:>2} {}", star_marks(stars));
        line.left(star_style(stars.into(), 2), text, 7).gap(2);
    }
    line.end()
}

#[cfg(test)]
mod tests {
    use anstyle::RgbColor;
    use serde_json::json;

    use super::*;
    use crate::site::{PictureLine, PicturePiece};

    fn stars(years: &[(u16, u32, u32)], days: Option<&[u8]>) -> Stars {
        let day = |(stars, day)| json!({"day": day, "stars": stars});
        let days: Option<Vec<_>> = days.map(|days| days.iter().zip(1..).map(day).collect());
        let year = |(year, stars, of): &(u16, u32, u32)| -> YearStars {
            let event = json!({"year": year, "stars": stars, "of": of, "days": days});
            serde_json::from_value(event).expect("stars")
        };
        Stars {
            user: Some("ana\u{1b}".to_owned()),
            years: years.iter().map(year).collect(),
            total: days.is_none().then_some(81),
            picture: None,
        }
    }

    fn shown(terminal: Terminal, stars: &Stars) -> String {
        let year = Year::of(2024);
        let shown = (stars.years.len() == 1).then_some(year);
        screen(terminal, stars, shown, Some(year.day(Day::of(2))))
    }

    #[test]
    fn a_year_is_a_list_of_days_and_all_years_are_a_table() {
        let year = stars(&[(2024, 5, 50)], Some(&[2, 1, 0, 2]));
        let all = stars(&[(2015, 50, 50), (2024, 31, 50), (2025, 0, 24)], None);
        let texts = [(None, &year), (Some(24), &year), (None, &all)].map(|(width, stars)| {
            let plain = Terminal::PLAIN;
            shown(Terminal { width, ..plain }, stars)
        });
        insta::assert_snapshot!(texts.join("\n"), @r"
        2024    5 of 50  ana\u{1b}
           1 **  >  2 *      3 ·      4 **

        2024    5 of 50
          ana\u{1b}
           1 **  >  2 *      3 ·
           4 **

        2015   50 of 50
        2024   31 of 50
        2025    0 of 24
        all   81 of 124  ana\u{1b}
        ");
    }

    #[test]
    fn a_year_is_the_picture_where_it_fits() {
        let mut stars = stars(&[(2024, 3, 50)], Some(&[2, 1]));
        let line = |day: Option<u8>, art: &str, end: &str| PictureLine {
            day: day.map(Day::of),
            pieces: vec![
                PicturePiece {
                    color: RgbColor(0, 0xcc, 0),
                    text: art.to_owned(),
                },
                PicturePiece {
                    color: RgbColor(0xcc, 0xcc, 0xcc),
                    text: end.to_owned(),
                },
            ],
        };
        let lines = [
            line(Some(1), "┌─*─┐", "   1 **"),
            line(None, "│ O │", ""),
            line(Some(2), "└~~~┘", "   2 * "),
        ];
        stars.picture = Some(Vec::from(lines));
        let colored = Terminal {
            color: true,
            ..Terminal::wide(80)
        };
        let texts = [Terminal::wide(20), colored].map(|terminal| shown(terminal, &stars));
        insta::assert_snapshot!(texts.join("\n"), @"
        2024    3 of 50
          ana\\u{1b}
          ┌─*─┐   1 **
          │ O │
        > └~~~┘   2 *

        \u{1b}[1m2024\u{1b}[0m    3 of 50  \u{1b}[2mana\\u{1b}\u{1b}[0m
        \u{1b}[1m\u{1b}[48;5;233m  \u{1b}[0m\u{1b}[38;5;40m\u{1b}[48;5;233m┌─*─┐\u{1b}[0m\u{1b}[38;5;188m\u{1b}[48;5;233m   1 **\u{1b}[0m\u{1b}[48;5;233m\u{1b}[0m
        \u{1b}[1m\u{1b}[48;5;233m  \u{1b}[0m\u{1b}[38;5;40m\u{1b}[48;5;233m│ O │\u{1b}[0m\u{1b}[38;5;188m\u{1b}[48;5;233m\u{1b}[0m\u{1b}[48;5;233m       \u{1b}[0m
        \u{1b}[1m\u{1b}[48;5;233m> \u{1b}[0m\u{1b}[38;5;40m\u{1b}[48;5;233m└~~~┘\u{1b}[0m\u{1b}[38;5;188m\u{1b}[48;5;233m   2 * \u{1b}[0m\u{1b}[48;5;233m\u{1b}[0m
        ");
        assert!(shown(Terminal::wide(13), &stars).contains("   1 **\n>  2 *\n"));
    }
}
