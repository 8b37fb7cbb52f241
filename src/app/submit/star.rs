//! What a terminal shows of a star that was just won.

use aoc_solution::Part;
use chrono::TimeDelta;

use super::Attempt;
use crate::app::App;
use crate::error::Result;
use crate::puzzle::{Year, days, is_last_star, next_unlock, unlock};
use crate::reporter::{picture_text, star_lines};
use crate::site::Leaderboard;
use crate::terminal::span;
use crate::terminal::style::star_marks;

/// Unlocks that are further away are no news.
const DAY: TimeDelta = TimeDelta::days(1);

impl Attempt<'_> {
    /// Shows the stars, times and place, and for a second star the day in the calendar;
    /// for an event's last star the whole calendar. Only that takes a request.
    pub(super) fn show_star(&self) -> Result<()> {
        let app = self.app;
        if app.json || app.is_quiet() || app.stdout.width.is_none() {
            return Ok(());
        }
        let puzzle = self.puzzle;
        let now = app.site_time();
        let mut details = Vec::new();
        if now - unlock(puzzle) < DAY {
            let time = span(app.age(unlock(puzzle)));
            details.push(format!("{time} after the unlock"));
        }
        let mut calendar = None;
        if self.part == Part::Two {
            calendar = app.ask_for_stars(Some(puzzle.year)).ok();
        }
        let is_last = is_last_star(puzzle, self.part);
        let year = puzzle.year;
        if let Some(user) = &self.known.page.user {
            let stars = calendar.as_ref().and_then(|stars| stars.years.first());
            let stars = stars.map_or(user.stars, |year| year.stars);
            details.push(format!("{stars} of {} stars", 2 * days(year)));
            details.extend(place(app, year, &user.name));
        }
        let mut lines = calendar.and_then(|stars| stars.picture).unwrap_or_default();
        let mut label = star_marks(u8::from(self.part)).to_owned();
        if is_last {
            label = format!("** all stars of {year} are yours **");
        } else {
            lines.retain(|line| line.day == Some(puzzle.day));
        }
        if self.part == Part::Two
            && let Some(next) = next_unlock(now)
            && unlock(next) - now < DAY
        {
            let left = span((unlock(next) - now).to_std().unwrap_or_default());
            details.push(format!("{next} unlocks in {left}"));
        }
        let picture = picture_text(app.stdout, &lines, None).unwrap_or_default();
        let star = star_lines(app.stdout, &label, &details);
        app.console().print(&format!("\n{picture}{star}\n"))
    }
}

/// The user's place on the leaderboard of the settings, if it was downloaded before.
fn place(app: &App, year: Year, name: &str) -> Option<String> {
    let id = app.settings.leaderboard?;
    let board: Leaderboard = Leaderboard::file(app.site_config(), year, id).read()?;
    let before = board
        .members
        .iter()
        .position(|member| member.name == name)?;
    let members = board.members.len();
    let age = span(app.age(board.fetched));
    Some(format!("place {} of {members} {age} ago", before + 1))
}
