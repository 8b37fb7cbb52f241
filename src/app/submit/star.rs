//! What is told of a star that was just won.

use std::time::Duration;

use aoc_solution::Part::Two;

use super::Attempt;
use crate::app::App;
use crate::app::overview::Overview;
use crate::error::Result;
use crate::puzzle::{Year, days, is_last_star, next_unlock, unlock};
use crate::reporter::show_star;
use crate::site::Leaderboard;
use crate::terminal::span;
use crate::terminal::style::star_marks;

/// Unlocks that are further away are no news.
const DAY: Duration = Duration::from_hours(24);

impl Attempt<'_> {
    /// Shows the stars, times and place, and for a second star the day in the calendar;
    /// for an event's last star the whole calendar. Only that takes a request.
    pub(super) fn show_star(&self) -> Result<()> {
        let app = self.app;
        let has_screen = app.stdout.width.is_some();
        if app.json || app.is_quiet() || !has_screen {
            return Ok(());
        }
        let puzzle = self.puzzle;
        let year = puzzle.year;
        let mut details = Vec::new();
        let age = app.age(unlock(puzzle));
        if age < DAY {
            details.push(format!("{} after the unlock", span(age)));
        }
        if let Some(user) = &self.page.user {
            let (recorded, _) = Overview::new(app).year(year);
            let stars = user.stars.max(recorded.stars);
            let of = 2 * days(year);
            details.push(format!("{stars} of {of} stars"));
            details.extend(place(app, year, &user.name));
        }
        let mut lines = Vec::new();
        if self.part == Two {
            if let Ok(calendar) = app.ask_for_stars(Some(year)) {
                lines = calendar.picture.unwrap_or_default();
            }
            details.extend(next(app));
        }
        let mut label = star_marks(self.part.into()).to_owned();
        if is_last_star(puzzle, self.part) {
            label = format!("** all stars of {year} are yours **");
        } else {
            lines.retain(|line| line.day == Some(puzzle.day));
        }
        show_star(&mut app.console(), &lines, &label, &details)
    }
}

/// The user's place on the leaderboard of the settings, if it was downloaded before.
fn place(app: &App, year: Year, name: &str) -> Option<String> {
    let id = app.settings.leaderboard.as_ref()?.id;
    let board: Leaderboard = Leaderboard::file(app.site_config(), year, id).read()?;
    let count = board.members.len();
    let age = span(app.age(board.fetched));
    let place = 1 + board
        .members
        .iter()
        .position(|member| member.name == name)?;
    Some(format!("place {place} of {count}, {age} ago"))
}

/// The unlock of the next day.
fn next(app: &App) -> Option<String> {
    let now = app.site_time();
    let puzzle = next_unlock(now)?;
    let left = (unlock(puzzle) - now).to_std().ok()?;
    if left >= DAY {
        return None;
    }
    let left = span(left);
    Some(format!("{puzzle} unlocks in {left}"))
}
