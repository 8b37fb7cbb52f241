//! Days of years, as selectors of years have them.

use super::super::calendar;
use super::super::id::{Day, EVERY_YEAR, Puzzle, Year};
use super::super::selector::{DayItem, Selector};

/// All days that an event can have.
pub const ALL_DAYS: DayItem = DayItem::Range(Day(1), Day::LAST);

/// Some days of some years.
pub struct Span {
    /// The first year and the last one.
    pub years: (Year, Year),
    pub days: DayItem,
    /// How messages name it.
    pub name: String,
}

impl Span {
    /// Those that exist or will.
    pub fn puzzles(&self) -> impl Iterator<Item = Puzzle> {
        let (first, last) = self.years;
        let days = self.days;
        (first.0..=last.0).map(Year).flat_map(move |year| {
            let days = days.days().filter(move |day| day.0 <= calendar::days(year));
            days.map(move |day| year.day(day))
        })
    }
}

/// The spans of a selector of years.
pub fn spans(selector: &Selector) -> Vec<Span> {
    let whole = |first, last| Span {
        years: (first, last),
        days: ALL_DAYS,
        name: selector.to_string(),
    };
    match selector {
        &Selector::Year(year) => vec![whole(year, year)],
        &Selector::Years(first, last) => vec![whole(first, last)],
        &Selector::EachYear { years, ref items } => {
            let span = |&days: &DayItem| {
                let items = vec![days];
                Span {
                    years: years.unwrap_or(EVERY_YEAR),
                    days,
                    name: Selector::EachYear { years, items }.to_string(),
                }
            };
            items.iter().map(span).collect()
        }
        Selector::All | Selector::Today | Selector::Latest | Selector::Days { .. } => Vec::new(),
    }
}
