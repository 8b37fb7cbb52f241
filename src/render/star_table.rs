//! The table of all years' stars in a README. A number there is lowered only if the site has just
//! shown a lower one.

use std::collections::BTreeMap;

use crate::config::SITE;
use crate::puzzle::Year;
use crate::records::YearRecord;
use crate::terminal::table::{Column, markdown, markdown_cells};

/// The stars of a year, and the number of all its stars.
pub struct StarRow {
    pub stars: u32,
    pub total: u32,
}

pub type StarRows = BTreeMap<Year, StarRow>;

/// The stars of all years. A number in the README's old table is replaced if the site has just
/// shown another number or if more stars are known.
pub fn star_rows(years: &[YearRecord], old: &str, is_shown: impl Fn(Year) -> bool) -> StarRows {
    let mut rows = StarRows::new();
    // After a merge conflict, a year may have several rows.
    for (year, row) in old.lines().filter_map(parse_row) {
        if rows.get(&year).is_none_or(|other| row.stars > other.stars) {
            rows.insert(year, row);
        }
    }
    for known in years {
        let year = known.year;
        let stars = known.stars.unwrap_or(0);
        let is_more = rows.get(&year).is_none_or(|row| stars > row.stars);
        if is_shown(year) || is_more {
            let total = known.total;
            rows.insert(year, StarRow { stars, total });
        }
    }
    rows.retain(|_, row| row.stars > 0);
    rows
}

/// Parses `| [2024](...) | 31 of 50 |`.
fn parse_row(line: &str) -> Option<(Year, StarRow)> {
    let [year, count] = markdown_cells(line)?[..] else {
        return None;
    };
    let (year, _) = year.strip_prefix('[')?.split_once("](")?;
    let (stars, total) = count.split_once(" of ")?;
    let row = StarRow {
        stars: stars.parse().ok()?,
        total: total.parse().ok()?,
    };
    Some((Year::parse(year)?, row))
}

/// The table of the years that have stars, newest first.
pub fn star_table(rows: &StarRows) -> String {
    let rows = rows.iter().rev().map(|(year, row)| {
        let count = format!("{} of {}", row.stars, row.total);
        [format!("[{year}]({SITE}/{year})"), count]
    });
    markdown(&[Column::left("year"), Column::right("stars ⭐")], rows)
}
