//! The next sensible command.

use std::time::Duration;

use chrono::TimeDelta;

use crate::puzzle::{self, Day, Puzzle, Year};
use crate::reporter::{DayOverview, Next};
use crate::terminal::span;

/// An unlock that is further away is nothing to wait for.
const SOON: TimeDelta = TimeDelta::hours(24);

/// What the next command depends on.
pub struct Situation<'a> {
    pub in_project: bool,
    pub has_session: bool,
    /// Today's puzzle, while an event runs.
    pub today: Option<Puzzle>,
    /// The puzzle that unlocks next, and when.
    pub next_unlock: Option<(Puzzle, TimeDelta)>,
    /// The day that was edited last.
    pub latest: Option<Puzzle>,
    /// The year that is shown, and its days.
    pub year: Year,
    pub days: &'a [DayOverview],
}

/// The command to type next; `day` looks up a day of any year.
pub fn next(situation: &Situation<'_>, day: &dyn Fn(Puzzle) -> DayOverview) -> Next {
    if !situation.in_project {
        return say("aoc init DIR", "make a repository for your solutions");
    }
    if let Some(today) = situation.today {
        let today = day(today);
        if !is_done(&today) {
            return situation.step(&today, "today's puzzle");
        }
    }
    if let Some((puzzle, left)) = situation.next_unlock
        && left < SOON
    {
        let left = span(left.to_std().unwrap_or(Duration::ZERO));
        return situation.with_session(
            format!("aoc start {puzzle}"),
            format!("waits for the unlock in {left}"),
        );
    }
    if let Some(latest) = situation.latest {
        let latest = day(latest);
        if !is_done(&latest) {
            return situation.step(&latest, "edited last");
        }
    }
    let year = situation.year;
    if situation.days.iter().all(|day| !day.unlocked) {
        let first = year.day(Day(1));
        return situation.with_session(
            format!("aoc start {first}"),
            format!("{year} has not begun; this waits for it"),
        );
    }
    let open = |day: &&DayOverview| day.unlocked && !is_done(day);
    if let Some(open) = situation.days.iter().find(open) {
        return situation.step(open, "the first day without all its stars");
    }
    if situation.days.iter().all(|day| !day.solution) {
        return say(
            &format!("aoc new {}", year.day(Day(1))),
            &format!("you have all stars of {year}, and no solution here"),
        );
    }
    say(
        &format!("aoc bench {year}"),
        &format!("you have all stars of {year}: see how fast it is"),
    )
}

/// Whether nothing is left to do for a day. Part 2 of the last day has no
/// answer, so without the site's word its first answer is enough.
fn is_done(day: &DayOverview) -> bool {
    let has_one_part = !puzzle::has_part2(day.puzzle());
    day.stars.unwrap_or(0) >= 2 || (has_one_part && day.answers >= 1)
}

impl Situation<'_> {
    /// What a day needs next.
    fn step(&self, day: &DayOverview, which: &str) -> Next {
        let puzzle = day.puzzle();
        match (day.input, day.solution) {
            (true, true) => say(&format!("aoc run {puzzle}"), which),
            (true, false) => {
                let then = format!("{which}; `aoc read {puzzle}` shows what it is about");
                say(&format!("aoc new {puzzle}"), &then)
            }
            (false, true) if !day.unlocked => {
                let why = format!("{which}; this waits for the unlock");
                self.with_session(format!("aoc start {puzzle}"), why)
            }
            (false, true) => self.with_session(format!("aoc fetch {puzzle}"), which.to_owned()),
            (false, false) => self.with_session(format!("aoc start {puzzle}"), which.to_owned()),
        }
    }

    fn with_session(&self, command: String, why: String) -> Next {
        if self.has_session {
            Next { command, why }
        } else {
            say("aoc login", &format!("then `{command}`: {why}"))
        }
    }
}

fn say(command: &str, why: &str) -> Next {
    Next {
        command: command.to_owned(),
        why: why.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;
    use crate::cli::Cli;

    fn day(puzzle: Puzzle, stars: u8, solution: bool, input: bool) -> DayOverview {
        DayOverview {
            year: puzzle.year,
            day: puzzle.day,
            unlocked: true,
            stars: Some(stars),
            solution,
            input,
            page: false,
            examples: false,
            answers: 0,
            last_run: None,
        }
    }

    fn shown(situation: &Situation<'_>) -> String {
        let all = situation.days.to_vec();
        let look = |puzzle| {
            let found = all.iter().find(|day: &&DayOverview| day.puzzle() == puzzle);
            found.expect("the day is there").clone()
        };
        let next = next(situation, &look);
        let name = next.command.split(' ').nth(1).expect("a command");
        assert!(Cli::command().find_subcommand(name).is_some(), "{name}");
        format!("{} ({})", next.command, next.why)
    }

    #[test]
    fn follows_what_is_there() {
        let puzzle = |number| Year(2025).day(Day(number));
        let days = [
            day(puzzle(1), 2, true, true),
            day(puzzle(2), 1, true, true),
            day(puzzle(3), 0, false, true),
            day(puzzle(4), 0, false, false),
        ];
        let mut situation = Situation {
            in_project: false,
            has_session: false,
            today: None,
            next_unlock: None,
            latest: None,
            year: Year(2025),
            days: &days,
        };
        let init = "aoc init DIR (make a repository for your solutions)";
        assert_eq!(shown(&situation), init);
        situation.in_project = true;
        let first = "aoc run 2025/2 (the first day without all its stars)";
        assert_eq!(shown(&situation), first);
        situation.latest = Some(puzzle(3));
        assert_eq!(
            shown(&situation),
            "aoc new 2025/3 (edited last; `aoc read 2025/3` shows what it is about)"
        );
        situation.latest = Some(puzzle(1));
        assert_eq!(shown(&situation), first);
        situation.next_unlock = Some((puzzle(5), TimeDelta::hours(30)));
        assert_eq!(shown(&situation), first);
        situation.next_unlock = Some((puzzle(5), TimeDelta::hours(3)));
        assert_eq!(
            shown(&situation),
            "aoc login (then `aoc start 2025/5`: waits for the unlock in 3h 0m)"
        );
        situation.today = Some(puzzle(4));
        assert_eq!(
            shown(&situation),
            "aoc login (then `aoc start 2025/4`: today's puzzle)"
        );
        situation.has_session = true;
        assert_eq!(shown(&situation), "aoc start 2025/4 (today's puzzle)");
        situation.today = Some(puzzle(1));
        assert_eq!(
            shown(&situation),
            "aoc start 2025/5 (waits for the unlock in 3h 0m)"
        );
    }

    #[test]
    fn a_year_that_has_not_begun_has_no_stars_to_miss() {
        let mut first = day(Year(2199).day(Day(1)), 0, false, false);
        first.unlocked = false;
        let situation = Situation {
            in_project: true,
            has_session: true,
            today: None,
            next_unlock: None,
            latest: None,
            year: Year(2199),
            days: &[first],
        };
        let expected = "aoc start 2199/1 (2199 has not begun; this waits for it)";
        assert_eq!(shown(&situation), expected);
    }

    #[test]
    fn with_all_stars_there_is_still_something_to_do() {
        let last = Year(2024).day(Day(25));
        let mut answered = day(last, 1, true, true);
        answered.answers = 1;
        for days in [vec![day(last, 2, true, true)], vec![answered]] {
            let situation = Situation {
                in_project: true,
                has_session: true,
                today: None,
                next_unlock: None,
                latest: Some(last),
                year: Year(2024),
                days: &days,
            };
            assert_eq!(
                shown(&situation),
                "aoc bench 2024 (you have all stars of 2024: see how fast it is)"
            );
        }
    }
}
