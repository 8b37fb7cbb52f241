//! The record of a year: its days, and the number of its stars according to each source.

use std::time::Duration;

use aoc_solution::Part;
use chrono::{DateTime, Utc};

use super::day::DayRecord;
use crate::puzzle::Year;

/// The age from which the site's number of stars may be outdated.
pub const LONG_AGO: Duration = Duration::from_hours(24);

/// Everything that is known about a year.
#[derive(Clone, Default)]
pub struct YearRecord {
    pub year: Year,
    /// The number of stars: the largest of the site's number, the number on the stored pages, and
    /// the sum of the days. `None` if all three are unknown. Before the first unlock, it is 0.
    pub stars: Option<u32>,
    /// The number of all stars of the event.
    pub total: u32,
    /// The stars as the site showed them. `None` if it never showed them.
    pub on_site: Option<ShownStarCount>,
    /// The number of stars in the header of the last day's page, or a larger one on another day's
    /// page. `None` without the last day's page.
    pub on_page: Option<u32>,
    pub days: Vec<DayRecord>,
}

/// The stars of a year as the site showed them.
#[derive(Clone, Copy)]
pub struct ShownStarCount {
    pub stars: u32,
    pub at: DateTime<Utc>,
    /// The time since the site showed them, by the site's clock.
    pub age: Duration,
}

impl YearRecord {
    /// The number of stars that are known to be missing before the last one, which requires all
    /// others. 0 if nothing has shown the stars of the year. Example: if the site has shown 20 of
    /// 24 stars, 3 are missing before the last one.
    ///
    /// The number on the stored pages counts only if that of the last day `is_new`. Since an older
    /// page was stored, the user may have won stars.
    pub fn missing_before_last(&self, is_new: bool) -> u32 {
        let on_page = if is_new { self.on_page } else { None };
        if self.on_site.is_none() && on_page.is_none() {
            return 0;
        }
        self.total.saturating_sub(1 + self.stars.unwrap_or(0))
    }

    /// True if only the last star of the event is missing. It is not necessarily known which days
    /// have the others.
    pub fn lacks_only_last_star(&self) -> bool {
        let is_last_open = self.days.last().is_some_and(|last| {
            last.answers.is_last_star(Part::Two) && !last.stars.is_solved(Part::Two)
        });
        is_last_open && self.stars.map(|stars| stars + 1) == Some(self.total)
    }

    /// True if the number of stars is known: it is above 0, or the site or a page has shown that it
    /// is 0. Otherwise 0 only means that nothing is stored.
    pub fn has_known_stars(&self) -> bool {
        self.stars > Some(0) || self.on_site.is_some() || self.on_page.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stars_are_missing_before_the_last_one_if_the_site_or_a_new_page_has_shown_their_number() {
        let shown = |stars| ShownStarCount {
            stars,
            at: DateTime::default(),
            age: Duration::ZERO,
        };
        for (on_site, on_page, is_new, stars, missing) in [
            (None, None, true, 2, 0),
            (Some(2), None, false, 2, 21),
            (None, Some(13), true, 13, 10),
            (None, Some(13), false, 13, 0),
            (Some(2), Some(13), false, 13, 10),
            (None, Some(23), true, 23, 0),
        ] {
            let year = YearRecord {
                stars: Some(stars),
                total: 24,
                on_site: on_site.map(shown),
                on_page,
                ..YearRecord::default()
            };
            let found = year.missing_before_last(is_new);
            assert_eq!(found, missing, "{on_site:?} {on_page:?} {is_new}");
        }
    }
}
