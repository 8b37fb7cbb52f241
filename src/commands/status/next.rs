//! The next sensible command.

use chrono::TimeDelta;

use super::{DayOverview, Next};
use crate::puzzle::{self, Day, Puzzle, Year};
use crate::terminal::span;

/// An unlock that is further away is nothing to wait for.
const SOON: TimeDelta = TimeDelta::hours(24);

/// What the next command depends on.
pub struct Situation<'a> {
    pub in_project: bool,
    pub has_session: bool,
    /// Today's puzzle, while an event runs.
    pub today: Option<DayOverview>,
    /// The puzzle that unlocks next, and when.
    pub next_unlock: Option<(Puzzle, TimeDelta)>,
    /// The day that was edited last.
    pub latest: Option<DayOverview>,
    /// The year that is shown, and its days.
    pub year: Year,
    pub days: &'a [DayOverview],
}

impl Situation<'_> {
    /// The command to type next.
    pub fn next(&self) -> Next {
        let year = self.year;
        let first = year.day(Day(1));
        if !self.in_project {
            return say("aoc init DIR", "make a repository for your solutions");
        }
        if let Some(today) = self.today.as_ref().filter(|day| !is_done(day)) {
            return self.step(today, "today's puzzle");
        }
        if let Some((puzzle, left)) = self.next_unlock.filter(|(_, left)| *left < SOON) {
            let left = span(left.to_std().unwrap_or_default());
            let why = format!("waits for the unlock in {left}");
            return self.with_session(format!("aoc start {puzzle}"), &why);
        }
        if let Some(latest) = self.latest.as_ref().filter(|day| !is_done(day)) {
            return self.step(latest, "edited last");
        }
        if self.days.iter().all(|day| !day.unlocked) {
            let why = format!("{year} has not begun; this waits for it");
            return self.with_session(format!("aoc start {first}"), &why);
        }
        if let Some(open) = self.days.iter().find(|day| day.unlocked && !is_done(day)) {
            return self.step(open, "the first day without all its stars");
        }
        let all = format!("you have all stars of {year}");
        if self.days.iter().all(|day| !day.solution) {
            return say(
                &format!("aoc new {first}"),
                &format!("{all}, and no solution here"),
            );
        }
        say(
            &format!("aoc bench {year}"),
            &format!("{all}: see how fast it is"),
        )
    }

    /// What a day needs next.
    fn step(&self, day: &DayOverview, which: &str) -> Next {
        let puzzle = day.puzzle;
        match (day.input, day.solution) {
            (true, true) => say(&format!("aoc run {puzzle}"), which),
            (true, false) => {
                let then = format!("{which}; `aoc read {puzzle}` shows what it is about");
                say(&format!("aoc new {puzzle}"), &then)
            }
            (false, true) if !day.unlocked => {
                let why = format!("{which}; this waits for the unlock");
                self.with_session(format!("aoc start {puzzle}"), &why)
            }
            (false, true) => self.with_session(format!("aoc fetch {puzzle}"), which),
            (false, false) => self.with_session(format!("aoc start {puzzle}"), which),
        }
    }

    fn with_session(&self, command: String, why: &str) -> Next {
        if self.has_session {
            return say(&command, why);
        }
        say("aoc login", &format!("then `{command}`: {why}"))
    }
}

/// Whether nothing is left to do for a day. Part 2 of the last day has no
/// answer, so without the site's word its first answer is enough.
fn is_done(day: &DayOverview) -> bool {
    let has_one_part = !puzzle::has_part2(day.puzzle);
    day.stars.unwrap_or(0) >= 2 || (has_one_part && day.answers >= 1)
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

    fn day(day: u8, stars: u8, solution: bool, input: bool) -> DayOverview {
        DayOverview {
            puzzle: Year(2025).day(Day(day)),
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

    fn situation(days: &[DayOverview]) -> Situation<'_> {
        Situation {
            in_project: true,
            has_session: true,
            today: None,
            next_unlock: None,
            latest: None,
            year: Year(2025),
            days,
        }
    }

    fn shown(situation: &Situation<'_>) -> String {
        let next = situation.next();
        let name = next.command.split(' ').nth(1).expect("a command");
        assert!(Cli::command().find_subcommand(name).is_some(), "{name}");
        format!("{} ({})", next.command, next.why)
    }

    #[test]
    fn follows_what_is_there() {
        let days = [
            day(1, 2, true, true),
            day(2, 1, true, true),
            day(3, 0, false, true),
            day(4, 0, false, false),
        ];
        let in_hours = |hours| Some((Year(2025).day(Day(5)), TimeDelta::hours(hours)));
        let first = "aoc run 2025/2 (the first day without all its stars)";
        let nothing = situation(&days);
        assert_eq!(shown(&nothing), first);
        for (in_project, has_session, today, hours, latest, expected) in [
            (
                false,
                true,
                None,
                3,
                None,
                "aoc init DIR (make a repository for your solutions)",
            ),
            (true, true, None, 30, Some(0), first),
            (
                true,
                true,
                None,
                30,
                Some(2),
                "aoc new 2025/3 (edited last; `aoc read 2025/3` shows what it is about)",
            ),
            (
                true,
                false,
                None,
                3,
                Some(2),
                "aoc login (then `aoc start 2025/5`: waits for the unlock in 3h 0m)",
            ),
            (
                true,
                true,
                Some(3),
                3,
                None,
                "aoc start 2025/4 (today's puzzle)",
            ),
            (
                true,
                true,
                Some(0),
                3,
                None,
                "aoc start 2025/5 (waits for the unlock in 3h 0m)",
            ),
        ] {
            let situation = Situation {
                in_project,
                has_session,
                today: today.map(|index: usize| days[index].clone()),
                next_unlock: in_hours(hours),
                latest: latest.map(|index: usize| days[index].clone()),
                ..situation(&days)
            };
            assert_eq!(shown(&situation), expected);
        }
    }

    #[test]
    fn before_and_after_an_event_there_is_something_to_do_too() {
        let mut locked = day(1, 0, false, false);
        locked.unlocked = false;
        let days = [locked];
        let expected = "aoc start 2025/1 (2025 has not begun; this waits for it)";
        assert_eq!(shown(&situation(&days)), expected);
        let mut answered = day(12, 1, true, true);
        answered.answers = 1;
        for last in [day(12, 2, true, true), answered] {
            let expected = "aoc bench 2025 (you have all stars of 2025: see how fast it is)";
            assert_eq!(shown(&situation(&[last])), expected);
        }
        let expected = "aoc new 2025/1 (you have all stars of 2025, and no solution here)";
        assert_eq!(shown(&situation(&[day(12, 2, false, true)])), expected);
    }
}
