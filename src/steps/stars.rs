//! The stars of years as far as they are known without a request, and their table in the
//! README, where no number is lowered by what is not known.

use std::collections::{BTreeMap, BTreeSet};

use super::overview::{Overview, YearOverview};
use crate::config::BaseUrl;
use crate::overview::YearDays;
use crate::puzzle::Year;
use crate::site::{DayStars, Stars, YearStars};
use crate::terminal::table::{Column, markdown};

/// The most of what the site showed and of the recorded answers, of a year with its days,
/// or of all years of which anything is known.
pub fn merged_stars(overview: &mut Overview, only: Option<Year>) -> Stars {
    let shown = overview.known_stars.years.iter();
    let mut years: BTreeSet<Year> = shown.map(|shown| shown.year).collect();
    if let Ok(project) = overview.workspace.project() {
        years.extend(project.years());
    }
    let mut known = Stars {
        user: overview.known_stars.user.clone(),
        ..Stars::default()
    };
    for year in years {
        if only.is_some_and(|only| only != year) {
            continue;
        }
        let YearOverview { stars, days } = overview.year(year);
        let count = stars.stars.unwrap_or(0);
        if count == 0 && stars.shown_at.is_none() {
            continue;
        }
        let days = days.iter().filter_map(|overview| {
            Some(DayStars {
                day: overview.puzzle.day,
                stars: overview.stars?,
            })
        });
        known.years.push(YearStars {
            year,
            stars: count,
            of: stars.of,
            days: only.is_some().then(|| days.collect()),
            shown_at: stars.shown_at,
        });
    }
    known
}

/// The days of the years, newest first.
pub fn days_of_years(overview: &mut Overview) -> Vec<YearDays> {
    let years = merged_stars(overview, None).years;
    years
        .into_iter()
        .rev()
        .map(|known| {
            let days = overview.year(known.year).days;
            YearDays {
                year: known.year,
                stars: known.stars,
                of: known.of,
                days: days.iter().map(|day| day.stars).collect(),
            }
        })
        .collect()
}

pub type StarRows = BTreeMap<Year, YearStars>;

/// The stars of all years: those of the README's old table, unless the site has just shown
/// others or more are known.
pub fn star_rows(overview: &mut Overview, old: &str, shown: &[YearStars]) -> StarRows {
    let rows = old.lines().filter_map(parse_row);
    let mut rows: StarRows = rows.map(|row| (row.year, row)).collect();
    for known in merged_stars(overview, None).years {
        let year = known.year;
        let is_shown = shown.iter().any(|shown| shown.year == year);
        let is_more = rows.get(&year).is_none_or(|row| known.stars > row.stars);
        if is_shown || is_more {
            rows.insert(year, known);
        }
    }
    rows.retain(|_, row| row.stars > 0);
    rows
}

/// Parses `| [2024](...) | 31 of 50 |`.
fn parse_row(line: &str) -> Option<YearStars> {
    let (year, rest) = line.strip_prefix("| [")?.split_once("](")?;
    let (_, count) = rest.split_once(") | ")?;
    let (stars, of) = count.strip_suffix(" |")?.split_once(" of ")?;
    Some(YearStars {
        year: Year::parse(year)?,
        stars: stars.parse().ok()?,
        of: of.parse().ok()?,
        days: None,
        shown_at: None,
    })
}

/// The table of the years that have stars, newest first.
pub fn star_table(base_url: &BaseUrl, rows: &StarRows) -> String {
    let rows = rows.values().rev().map(|row| {
        let year = row.year;
        let address = base_url.at(&format!("/{year}"));
        let count = format!("{} of {}", row.stars, row.of);
        [format!("[{year}]({address})"), count]
    });
    markdown(&[Column::left("year"), Column::right("stars ⭐")], rows)
}
