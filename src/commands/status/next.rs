//! The next sensible command.

use chrono::TimeDelta;

use super::screen::{DayOverview, Next};
use crate::puzzle::{self, Day, Puzzle, Year};
use crate::terminal::span;

/// An unlock that is further away is nothing to wait for.
const SOON: TimeDelta = TimeDelta::hours(24);

/// The facts that the next command depends on.
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
        let is_open = |day: &&DayOverview| !is_done(day);
        if !self.in_project {
            return say("aoc init DIR", "make a repository for your solutions");
        }
        if let Some(today) = self.today.as_ref().filter(is_open) {
            return self.step(today, "today's puzzle");
        }
        if let Some((puzzle, left)) = self.next_unlock.filter(|(_, left)| *left < SOON) {
            let left = span(left.to_std().unwrap_or_default());
            return self.start(puzzle, &format!("waits for the unlock in {left}"));
        }
        if let Some(latest) = self.latest.as_ref().filter(is_open) {
            return self.step(latest, "edited last");
        }
        let mut unlocked = self.days.iter().filter(|day| day.unlocked).peekable();
        if unlocked.peek().is_none() {
            let why = format!("{year} has not begun; this waits for it");
            return self.start(year.day(Day(1)), &why);
        }
        if let Some(open) = unlocked.find(is_open) {
            return self.step(open, "the first day without all its stars");
        }
        let all = format!("you have all stars of {year}");
        if self.days.iter().any(|day| day.solution) {
            return say(&format!("aoc bench {year}"), &all);
        }
        say(
            &format!("aoc new {year}"),
            &format!("{all}, and no solution here"),
        )
    }

    /// The command that a day needs next.
    fn step(&self, day: &DayOverview, which: &str) -> Next {
        match (day.input, day.solution) {
            (true, true) => say(&format!("aoc run {}", day.puzzle), which),
            (true, false) => say(&format!("aoc new {}", day.puzzle), which),
            (false, _) => self.start(day.puzzle, which),
        }
    }

    fn start(&self, puzzle: Puzzle, why: &str) -> Next {
        if self.has_session {
            return say(&format!("aoc start {puzzle}"), why);
        }
        say("aoc login", &format!("then `aoc start {puzzle}`: {why}"))
    }
}

/// Nothing is left to do for a day that has its stars. Part 2 of the last day has no
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

    /// The proposal for these days, after a change of the situation.
    fn shown(days: &[DayOverview], change: impl Fn(&mut Situation<'_>)) -> String {
        let mut situation = Situation {
            in_project: true,
            has_session: true,
            today: None,
            next_unlock: None,
            latest: None,
            year: Year(2025),
            days,
        };
        change(&mut situation);
        let next = situation.next();
        let name = next.command.split(' ').nth(1).expect("a command");
        assert!(Cli::command().find_subcommand(name).is_some(), "{name}");
        format!("{} ({})\n", next.command, next.why)
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
        let shown = shown(&days, |it| it.in_project = false)
            + &shown(&days, |it| it.next_unlock = in_hours(30))
            + &shown(&days, |it| it.latest = Some(days[0].clone()))
            + &shown(&days, |it| it.latest = Some(days[2].clone()))
            + &shown(&days, |it| it.today = Some(days[3].clone()))
            + &shown(&days, |it| {
                it.today = Some(days[0].clone());
                it.next_unlock = in_hours(3);
            })
            + &shown(&days, |it| {
                it.has_session = false;
                it.next_unlock = in_hours(3);
            });
        insta::assert_snapshot!(shown, @"
        aoc init DIR (make a repository for your solutions)
        aoc run 2025/2 (the first day without all its stars)
        aoc run 2025/2 (the first day without all its stars)
        aoc new 2025/3 (edited last)
        aoc start 2025/4 (today's puzzle)
        aoc start 2025/5 (waits for the unlock in 3h 0m)
        aoc login (then `aoc start 2025/5`: waits for the unlock in 3h 0m)
        ");
    }

    #[test]
    fn before_and_after_an_event_there_is_something_to_do_too() {
        let mut locked = day(1, 0, false, false);
        locked.unlocked = false;
        let mut answered = day(12, 1, true, true);
        answered.answers = 1;
        let days = [
            locked,
            day(12, 2, true, true),
            answered,
            day(12, 2, false, true),
        ];
        let shown = days.map(|day| shown(&[day], |_| {})).concat();
        insta::assert_snapshot!(shown, @"
        aoc start 2025/1 (2025 has not begun; this waits for it)
        aoc bench 2025 (you have all stars of 2025)
        aoc bench 2025 (you have all stars of 2025)
        aoc new 2025 (you have all stars of 2025, and no solution here)
        ");
    }
}
