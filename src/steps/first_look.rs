//! The first look at a puzzle. Some users do not begin at the unlock, so the times of stars are
//! also counted from the time at which its text was first shown.
//!
//! A puzzle counts as looked at when `open` or `start` has opened it in a browser, when `read` or
//! `watch` prints its page on a terminal, or when `start` or `watch` begins a day on a terminal.
//! Neither a download nor the page of a locked puzzle counts.

use chrono::SubsecRound;

use crate::app::{SiteAccess, Ui, Workspace};
use crate::inputs::{InputId, describe_shape};
use crate::puzzle::{Puzzle, unlock};
use crate::site::SiteTime;

/// On a terminal, records the first look at a day that has an input, and describes the input.
/// Returns false without an input: the download may have failed, so the user may not have seen the
/// puzzle yet.
pub fn look_at_input(ui: &Ui, site: &SiteAccess, workspace: &Workspace, puzzle: Puzzle) -> bool {
    let has_input = workspace
        .store()
        .is_ok_and(|store| store.has_input(puzzle, &InputId::Own));
    // Text in a pipe may have no reader.
    if has_input && ui.shows_on_terminal() {
        record_first_look(site, workspace, puzzle);
        describe_input(ui, workspace, puzzle);
    }
    has_input
}

/// Describes the form of the input on a terminal. Does nothing without an input.
pub fn describe_input(ui: &Ui, workspace: &Workspace, puzzle: Puzzle) {
    if ui.stderr.width.is_none() {
        return;
    }
    // If the input cannot be read, a command that needs it reports this.
    if let Ok(store) = workspace.store()
        && let Some(text) = store.usable_input(puzzle, &InputId::Own)
    {
        ui.note(format!("{puzzle}: the input has {}", describe_shape(&text)));
    }
}

/// Records that the user looks at the puzzle now, unless an earlier look is recorded.
pub fn record_first_look(site: &SiteAccess, workspace: &Workspace, puzzle: Puzzle) {
    record_first_look_at(site.time(), site, workspace, puzzle);
}

fn record_first_look_at(time: SiteTime, site: &SiteAccess, workspace: &Workspace, puzzle: Puzzle) {
    let Ok(store) = workspace.project().and_then(|_| workspace.store()) else {
        return;
    };
    let unlock = unlock(puzzle);
    // The clock may be a few seconds behind, so a look just before the unlock counts. What is stored
    // counts more than any clock.
    if time.is_future(unlock) && !site.unlock_evidence(Some(store)).shows(puzzle) {
        return;
    }
    // An outdated offset is accurate enough to decide about the unlock, but not for a time that is
    // stored.
    let now = if time.is_known() {
        time.now()
    } else {
        time.wall_clock()
    };
    let first_look = now.max(unlock).trunc_subsecs(0);
    // If the file cannot be changed, a command that needs it reports this.
    let _ = store.edit_answers(puzzle, &InputId::Own, |answers| {
        // A look in the future was recorded by a wrong clock, so it does not count.
        if time.is_known() {
            answers
                .first_look
                .take_if(|earlier| time.is_future(*earlier));
        }
        answers.record_first_look(first_look);
    });
}

#[cfg(test)]
mod tests {
    use chrono::{DateTime, TimeDelta, Utc};

    use super::*;
    use crate::app::App;
    use crate::app::args::GlobalArgs;
    use crate::site::{ClockOffset, LocalTime};
    use crate::testing::{environment, project};

    /// The clock is at most five seconds behind or ahead. There may be a stored offset and a reply.
    /// An offset of five hours was stored before the clock was set. The real time is just after the
    /// unlock, and the text is stored.
    #[test]
    fn a_look_is_never_before_the_unlock_of_a_text_that_is_shown() {
        let puzzle = Puzzle::of(2026, 1);
        for ahead in (-5000..=5000).step_by(500) {
            let now = unlock(puzzle) + TimeDelta::milliseconds(1300 + ahead);
            let boot = now - TimeDelta::hours(1);
            let local = LocalTime { now, boot };
            let offset = ClockOffset {
                offset: TimeDelta::milliseconds(-ahead),
                boot,
                measured_at: None,
            };
            let outdated = ClockOffset {
                offset: TimeDelta::hours(5),
                boot: boot - TimeDelta::hours(5),
                ..offset
            };
            let right = ClockOffset {
                offset: TimeDelta::zero(),
                ..offset
            };
            // The time in the reply is 05:00:01.
            let reply = ClockOffset {
                offset: TimeDelta::milliseconds(200 - ahead),
                ..offset
            };
            for (stored, last) in [
                (None, None),
                (Some(offset), None),
                (Some(outdated), None),
                (None, Some(reply)),
                (Some(right), Some(reply)),
            ] {
                let (temp, _) = project(&[("../inputs/year2026/day01.html", "a page")]);
                let app = App::new(environment(temp.path(), &[]), &GlobalArgs::default());
                let time = SiteTime::new(local, stored, last);
                record_first_look_at(time, &app.site, &app.workspace, puzzle);
                let answers = app
                    .workspace
                    .store()
                    .unwrap()
                    .answers(puzzle, &InputId::Own);
                let seen = answers.unwrap().first_look.expect("a look") - unlock(puzzle);
                let seen = seen.num_milliseconds();
                let expected = if time.is_known() {
                    1000
                } else {
                    (1300 + ahead).max(0) / 1000 * 1000
                };
                assert_eq!(seen, expected, "{ahead} {stored:?} {last:?}");
            }
        }
    }

    #[test]
    fn a_puzzle_that_is_locked_is_not_looked_at() {
        let puzzle = Puzzle::of(2026, 1);
        for (now, seen) in [
            ("2026-12-01T04:59:54Z", None),
            ("2026-12-01T04:59:55Z", Some("2026-12-01T05:00:00Z")),
            ("2026-12-01T05:00:01.7Z", Some("2026-12-01T05:00:01Z")),
        ] {
            let (temp, _) = project(&[]);
            let app = App::new(environment(temp.path(), &[]), &GlobalArgs::default());
            let now = now.parse().unwrap();
            let time = SiteTime::new(LocalTime { now, boot: now }, None, None);
            record_first_look_at(time, &app.site, &app.workspace, puzzle);
            let answers = app
                .workspace
                .store()
                .unwrap()
                .answers(puzzle, &InputId::Own);
            let expected = seen.map(|seen| seen.parse::<DateTime<Utc>>().unwrap());
            assert_eq!(answers.unwrap().first_look, expected, "{now}");
        }
    }

    /// A clock that was ahead has recorded the first look. Only a reply shows that it was wrong.
    #[test]
    fn a_look_in_the_sites_future_is_replaced() {
        let puzzle = Puzzle::of(2016, 1);
        let now: DateTime<Utc> = "2026-12-01T05:00:00Z".parse().unwrap();
        let right = ClockOffset {
            offset: TimeDelta::zero(),
            boot: now,
            measured_at: None,
        };
        for (earlier, reply, expected) in [
            ("2026-12-02T05:00:00Z", Some(right), "2026-12-01T05:00:00Z"),
            ("2026-12-02T05:00:00Z", None, "2026-12-02T05:00:00Z"),
            ("2026-11-30T05:00:00Z", Some(right), "2026-11-30T05:00:00Z"),
        ] {
            let answers = format!("first_seen = {earlier}\n");
            let (temp, _) = project(&[("../inputs/year2016/day01.answers.toml", &answers)]);
            let app = App::new(environment(temp.path(), &[]), &GlobalArgs::default());
            let time = SiteTime::new(LocalTime { now, boot: now }, None, reply);
            record_first_look_at(time, &app.site, &app.workspace, puzzle);
            let answers = app
                .workspace
                .store()
                .unwrap()
                .answers(puzzle, &InputId::Own);
            let expected = expected.parse::<DateTime<Utc>>().unwrap();
            assert_eq!(answers.unwrap().first_look, Some(expected), "{earlier}");
        }
    }

    /// By the local clock the puzzle is locked. Only its page shows that it is unlocked.
    #[test]
    fn a_file_that_is_not_the_page_is_not_looked_at() {
        let puzzle = Puzzle::of(2026, 1);
        let page = "<title>Day 1 - Advent of Code 2026</title><main><article \
                    class=\"day-desc\"><h2>T</h2></article></main>";
        for (text, is_noted) in [("", false), ("<title>404</title>", false), (page, true)] {
            let (temp, _) = project(&[("../inputs/year2026/day01.html", text)]);
            let app = App::new(environment(temp.path(), &[]), &GlobalArgs::default());
            let now = unlock(puzzle) - TimeDelta::hours(1);
            let time = SiteTime::new(LocalTime { now, boot: now }, None, None);
            record_first_look_at(time, &app.site, &app.workspace, puzzle);
            let answers = app
                .workspace
                .store()
                .unwrap()
                .answers(puzzle, &InputId::Own);
            let expected = is_noted.then_some(unlock(puzzle));
            assert_eq!(answers.unwrap().first_look, expected, "{text}");
        }
    }
}
