//! The steps after a right answer: the new page, the message about the star, and the next command.

use std::time::Duration;

use aoc_solution::Part;
use chrono::{DateTime, Utc};

use super::decision::too_few_stars_message;
use super::part_record::{PageState, PartRecord};
use crate::app::{App, SiteAccess, watch_key};
use crate::config::Settings;
use crate::error::Result;
use crate::pages::PictureLine;
use crate::puzzle::{Puzzle, Year, unlock};
use crate::records::{Records, StarTimes, YearRecord, share_line};
use crate::reporter::show_star;
use crate::site::Leaderboard;
use crate::steps::login::id_of_user;
use crate::terminal::span;
use crate::terminal::style::star_marks;

/// The next unlock is mentioned if less time than this is left until then.
const SOON: Duration = Duration::from_hours(24);

/// Downloads the data that a new star changes on the site, shows the star, and suggests the next
/// command. Returns that command.
pub fn follow_up(app: &App, record: &mut PartRecord) -> Result<Option<String>> {
    app.site.forget_statistics();
    update_page(app, record);
    let ui = &app.ui;
    let is_shown = !ui.json && !ui.is_quiet() && ui.shows_on_terminal();
    let calendar = if is_shown && record.part == Part::Two {
        request_calendar(app, record.puzzle)
    } else {
        Vec::new()
    };
    // The calendar has the stars of the year.
    let mut records = app.site.records(&app.workspace);
    if is_shown {
        show(app, record, &mut records, calendar)?;
    }
    Ok(suggest_next(app, record, &mut records))
}

/// Downloads the page again, because it shows more now. A failure is only a note, because the
/// verdict is known.
fn update_page(app: &App, record: &mut PartRecord) {
    if let Some(PageState::Solved) = record.state_on_new_page() {
        // The page was already downloaded to find the verdict.
        return;
    }
    if let Err(error) = record.download_page(app) {
        let puzzle = record.puzzle;
        app.ui.note(format!(
            "{puzzle}: the page was not downloaded again: {error}"
        ));
    }
}

/// Shows the stars, the times and the place on a terminal. After a second star, also shows the day
/// in the calendar, and after the last star of an event the whole calendar.
fn show(
    app: &App,
    record: &PartRecord,
    records: &mut Records,
    mut calendar: Vec<PictureLine>,
) -> Result<()> {
    let ui = &app.ui;
    let PartRecord { puzzle, part, .. } = *record;
    let year = records.year(puzzle.year);
    let next = records.next_unlock();
    let day = records.day(puzzle);
    let mut details = times_in_words(&day.times, part);
    if let Ok(page) = &record.page
        && let Some(user) = &page.user
    {
        details.push(star_count(&year, user.stars));
        details.extend(leaderboard_place(
            &app.site,
            &app.settings,
            year.year,
            &user.name,
        ));
    }
    if part == Part::Two {
        details.extend(next.and_then(|next| soon_unlocked(next, app.site.time().now())));
    }
    let label = if record.is_last_star() {
        format!("** all stars of {} are yours **", year.year)
    } else {
        calendar.retain(|line| line.day == Some(puzzle.day));
        star_marks(part.into()).to_owned()
    };
    show_star(ui.console, &calendar, &label, &details)?;
    if let Some(line) = share_line(day) {
        let line = ui.stdout.adapt(format!("to share: {line}"));
        ui.print(&(line + "\n"))?;
    }
    Ok(())
}

/// Requests the calendar's picture. Empty if the request fails, or if it would wait for another
/// process.
fn request_calendar(app: &App, puzzle: Puzzle) -> Vec<PictureLine> {
    if app.site.is_statistics_busy() {
        return Vec::new();
    }
    let calendar = app.site.refresh_stars(Some(puzzle.year)).ok();
    calendar.and_then(|stars| stars.picture).unwrap_or_default()
}

/// The user's number of stars in the year, in words. `on_page` is the number on the page and
/// includes the new star.
fn star_count(year: &YearRecord, on_page: u32) -> String {
    let stars = year.stars.unwrap_or(0).max(on_page);
    format!("{stars} of {} stars", year.total)
}

/// The times of a star in words, as `aoc times` shows them.
fn times_in_words(times: &StarTimes, part: Part) -> Vec<String> {
    let mut words = Vec::new();
    let age = times.on_first_day(part);
    if let Some(age) = age {
        words.push(format!("{} after the unlock", span(age)));
    }
    if let Some(elapsed) = times.since_first_look[part.index()]
        && Some(elapsed) != age
    {
        words.push(format!("{} from the first look", span(elapsed)));
    }
    words
}

/// The user's place on the leaderboard of the settings. `None` if that leaderboard was never
/// downloaded.
fn leaderboard_place(
    site: &SiteAccess,
    settings: &Settings,
    year: Year,
    name: &str,
) -> Option<String> {
    let id = settings.leaderboard.as_ref()?.id;
    let board: Leaderboard = Leaderboard::file(site.config(), year, id).read()?;
    let count = board.members.len();
    let age = span(site.time().age(board.fetched));
    let place = board.index_of(name, id_of_user(site, name))? + 1;
    Some(format!("place {place} of {count}, {age} ago"))
}

/// The next unlock in words. `None` if it is not soon.
fn soon_unlocked(next: Puzzle, now: DateTime<Utc>) -> Option<String> {
    let left = (unlock(next) - now).to_std().ok()?;
    if left >= SOON {
        return None;
    }
    let left = span(left);
    Some(format!("{next} unlocks in {left}"))
}

/// Suggests the command that comes after a right answer, and returns it.
fn suggest_next(app: &App, record: &PartRecord, records: &mut Records) -> Option<String> {
    let PartRecord { puzzle, part, .. } = *record;
    // A lost reply may belong to a part that was solved elsewhere, together with part 2.
    let shows_both = record
        .page
        .as_ref()
        .is_ok_and(|page| page.has_solved(Part::Two));
    if part == Part::Two || shows_both {
        app.ui.note(format!("{puzzle} is complete"));
        return None;
    }
    // If the download of the page has failed, the stored page does not show the new star, and may
    // lack other stars, too.
    let has_star = matches!(record.state_on_new_page(), Some(PageState::Solved));
    let missing = record
        .answers
        .is_last_star(Part::Two)
        .then(|| records.year(puzzle.year).missing_before_last(has_star));
    let (verb, key, effect) = match missing {
        None => ("read", watch_key::READ, "shows it"),
        Some(0) => (
            "submit",
            watch_key::CLAIM,
            "claims the last star, which requires all others",
        ),
        Some(missing) => {
            // A file that cannot be read may contain some of the missing stars.
            app.ui.warn_of(&records.errors);
            app.ui.note(too_few_stars_message(puzzle.year, missing));
            return None;
        }
    };
    let next = format!("aoc {verb} {puzzle} --part 2");
    let typed = format!("`{next}`");
    let how = app.ui.hint(&typed, key);
    app.ui.note(format!("part 2 is open: {how} {effect}"));
    Some(next)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::inputs::RecordedAnswers;
    use crate::puzzle::next_unlock;

    /// The times of a star of 2020/22 that was first seen and solved at these times.
    #[test]
    fn a_star_has_the_times_since_the_unlock_and_since_the_first_look() {
        let from_look = "4m 12s from the first look";
        for (seen, solved, expected) in [
            (
                "22T05:10:00Z",
                "22T05:14:12Z",
                &["14m 12s after the unlock", from_look][..],
            ),
            // Both times are the same.
            (
                "22T05:00:00Z",
                "22T05:14:12Z",
                &["14m 12s after the unlock"],
            ),
            ("23T04:55:48Z", "23T05:00:00Z", &[from_look]),
            ("24T05:10:00Z", "24T05:14:12Z", &[from_look]),
            // The local clock was behind.
            ("22T04:50:00Z", "22T04:54:12Z", &[from_look]),
            ("29T05:10:00Z", "29T05:14:12Z", &[]),
        ] {
            let text = format!(
                "first_seen = 2020-12-{seen}\n[[guess]]\npart = 1\nanswer = 5\nverdict = \
                 'right'\ntime = 2020-12-{solved}\n"
            );
            let answers = RecordedAnswers::parse(&text).unwrap();
            let now = "2020-12-25T05:00:00Z".parse().unwrap();
            let times = StarTimes::of(Puzzle::of(2020, 22), None, &answers, now);
            assert_eq!(
                times_in_words(&times, Part::One),
                expected,
                "{seen} {solved}"
            );
            assert!(times_in_words(&times, Part::Two).is_empty());
        }
    }

    #[test]
    fn a_star_is_counted_of_those_that_the_site_showed_for_the_year() {
        let year = |stars| YearRecord {
            year: Year::of(2027),
            stars,
            total: 20,
            ..YearRecord::default()
        };
        // Another day's star may be known only from the calendar.
        for (known, on_page, expected) in [
            (None, 3, "3 of 20 stars"),
            (Some(2), 3, "3 of 20 stars"),
            (Some(4), 3, "4 of 20 stars"),
        ] {
            assert_eq!(star_count(&year(known), on_page), expected, "{known:?}");
        }
    }

    /// The next unlock is mentioned only if it is less than a day away.
    #[test]
    fn the_next_unlock_is_told_within_a_day() {
        for (now, expected) in [
            ("2026-12-03T05:00:00Z", None),
            ("2026-12-03T05:00:01Z", Some("2026/4 unlocks in 23h 59m")),
            ("2026-12-04T04:59:18Z", Some("2026/4 unlocks in 42s")),
            ("2026-12-12T05:00:00Z", None),
        ] {
            let time = now.parse().unwrap();
            let soon = next_unlock(time).and_then(|next| soon_unlocked(next, time));
            assert_eq!(soon.as_deref(), expected, "{now}");
        }
    }
}
