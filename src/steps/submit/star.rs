//! What is told of a star that was just won.

use std::time::Duration;

use aoc_solution::Part;
use chrono::{DateTime, Utc};

use super::known::Known;
use crate::app::{App, SiteAccess};
use crate::config::Settings;
use crate::error::Result;
use crate::inputs::Answers;
use crate::puzzle::{Puzzle, Year, days, is_last_star, next_unlock, unlock};
use crate::reporter::show_star;
use crate::site::{A_DAY, Leaderboard};
use crate::steps::last_runs;
use crate::steps::overview::Overview;
use crate::steps::share_line;
use crate::terminal::span;
use crate::terminal::style::star_marks;

/// An unlock that is further away is not told.
const SOON: Duration = Duration::from_hours(24);

/// Shows the stars, times and place, and for a second star the day in the calendar;
/// for an event's last star the whole calendar. Only that takes a request.
pub fn show(app: &App, known: &Known) -> Result<()> {
    let has_screen = app.ui.stdout.width.is_some();
    if app.ui.json || app.ui.is_quiet() || !has_screen {
        return Ok(());
    }
    let Known { puzzle, part, .. } = *known;
    let year = puzzle.year;
    let mut details = times_of_star(&known.answers, puzzle, part);
    if let Some(user) = &known.page.user {
        let mut overview = Overview::new(&app.workspace, app.site.stored_replies());
        let stars = user.stars.max(overview.year(year).stars.stars.unwrap_or(0));
        let of = 2 * days(year);
        details.push(format!("{stars} of {of} stars"));
        details.extend(leaderboard_place(
            &app.site,
            &app.settings,
            year,
            &user.name,
        ));
    }
    let mut lines = Vec::new();
    if part == Part::Two {
        if let Ok(calendar) = app.site.ask_for_stars(Some(year)) {
            lines = calendar.picture.unwrap_or_default();
        }
        details.extend(next(app.site.clock().now()));
    }
    let label = if is_last_star(puzzle, part) {
        format!("** all stars of {year} are yours **")
    } else {
        lines.retain(|line| line.day == Some(puzzle.day));
        star_marks(part.into()).to_owned()
    };
    show_star(&mut app.ui.console(), &lines, &label, &details)?;
    let last = last_runs::last_time(&app.workspace, puzzle);
    if let Some(line) = share_line(puzzle, &known.answers, last) {
        app.ui.console().print(&format!("to share: {line}\n"))?;
    }
    Ok(())
}

/// When a star was won, as `aoc times` has it.
fn times_of_star(answers: &Answers, puzzle: Puzzle, part: Part) -> Vec<String> {
    let mut times = Vec::new();
    let age = answers.since_unlock(puzzle, part);
    if let Some(age) = age.filter(|age| *age < A_DAY) {
        times.push(format!("{} after the unlock", span(age)));
    }
    if let Some(elapsed) = answers.since_first_look(part)
        && Some(elapsed) != age
    {
        times.push(format!("{} from the first look", span(elapsed)));
    }
    times
}

/// The user's place on the leaderboard of the settings, if it was downloaded before.
fn leaderboard_place(
    site: &SiteAccess,
    settings: &Settings,
    year: Year,
    name: &str,
) -> Option<String> {
    let id = settings.leaderboard.as_ref()?.id;
    let board: Leaderboard = Leaderboard::file(site.config(), year, id).read()?;
    let count = board.members.len();
    let age = span(site.clock().age(board.fetched).unwrap_or_default());
    let place = 1 + board
        .members
        .iter()
        .position(|member| member.name == name)?;
    Some(format!("place {place} of {count}, {age} ago"))
}

/// The unlock of the next day.
fn next(now: DateTime<Utc>) -> Option<String> {
    let puzzle = next_unlock(now)?;
    let left = (unlock(puzzle) - now).to_std().ok()?;
    if left >= SOON {
        return None;
    }
    let left = span(left);
    Some(format!("{puzzle} unlocks in {left}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 2020/22, seen and solved at these times.
    #[test]
    fn a_star_has_the_times_since_the_unlock_and_since_the_first_look() {
        let from_look = "4m 12s from the first look";
        for (seen, solved, told) in [
            (
                "22T05:10:00Z",
                "22T05:14:12Z",
                &["14m 12s after the unlock", from_look][..],
            ),
            // Both are the same.
            (
                "22T05:00:00Z",
                "22T05:14:12Z",
                &["14m 12s after the unlock"],
            ),
            ("23T04:55:48Z", "23T05:00:00Z", &[from_look]),
            ("24T05:10:00Z", "24T05:14:12Z", &[from_look]),
            // A clock was wrong.
            ("22T04:50:00Z", "22T04:54:12Z", &[from_look]),
        ] {
            let text = format!(
                "first_seen = 2020-12-{seen}\n[[guess]]\npart = 1\nanswer = 5\nverdict = \
                 'right'\ntime = 2020-12-{solved}\n"
            );
            let answers = Answers::parse(&text).unwrap();
            let puzzle = Puzzle::of(2020, 22);
            let times = times_of_star(&answers, puzzle, Part::One);
            assert_eq!(times, told, "{seen} {solved}");
            assert!(times_of_star(&answers, puzzle, Part::Two).is_empty());
        }
    }

    /// An unlock that is a day away is no news.
    #[test]
    fn the_next_unlock_is_told_within_a_day() {
        for (now, told) in [
            ("2026-12-03T05:00:00Z", None),
            ("2026-12-03T05:00:01Z", Some("2026/4 unlocks in 23h 59m")),
            ("2026-12-04T04:59:18Z", Some("2026/4 unlocks in 42s")),
            ("2026-12-12T05:00:00Z", None),
        ] {
            let next = next(now.parse().unwrap());
            assert_eq!(next.as_deref(), told, "{now}");
        }
    }
}
