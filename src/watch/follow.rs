//! Which day is run when files have changed: the one that was edited last.

use super::role::Role;
use super::snapshot::{Change, ChangeKind};
use crate::puzzle::Puzzle;

/// The day that is followed.
#[derive(Clone, Debug, Default)]
pub struct Follow {
    /// `None` before there is any day.
    current: Option<Puzzle>,
}

/// What a change means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// This day is to be run.
    Run(Puzzle),
    /// The day that is followed has no solution any more.
    Gone(Puzzle),
    /// It concerns another day.
    Nothing,
}

impl Follow {
    pub const fn new(current: Option<Puzzle>) -> Self {
        Self { current }
    }

    pub const fn current(&self) -> Option<Puzzle> {
        self.current
    }

    /// What these changes mean, given which days may be followed and which have
    /// a solution.
    pub fn changed(
        &mut self,
        changes: &[Change],
        may_follow: &dyn Fn(Puzzle) -> bool,
        exists: &dyn Fn(Puzzle) -> bool,
    ) -> Verdict {
        let edited = |change: &Change| match change.role {
            Role::Day(puzzle) if change.kind != ChangeKind::Deleted => Some(puzzle),
            _ => None,
        };
        let mut edited = changes.iter().filter_map(edited);
        // After a change of branches many are; then it stays with its own.
        let stays = edited.clone().any(|puzzle| Some(puzzle) == self.current);
        if !stays && let Some(next) = edited.rfind(|&puzzle| may_follow(puzzle) && exists(puzzle)) {
            self.current = Some(next);
            return Verdict::Run(next);
        }
        let Some(current) = self.current else {
            return Verdict::Nothing;
        };
        if !changes.iter().any(|change| concerns(change, current)) {
            Verdict::Nothing
        } else if exists(current) {
            Verdict::Run(current)
        } else {
            Verdict::Gone(current)
        }
    }
}

fn concerns(change: &Change, puzzle: Puzzle) -> bool {
    match change.role {
        Role::Day(other) | Role::Input(other) => other == puzzle,
        Role::Year(year) => year == puzzle.year,
        Role::Shared => true,
    }
}

#[cfg(test)]
mod tests {
    use super::ChangeKind::{Created, Deleted, Edited};
    use super::*;
    use crate::puzzle::{Day, Year};

    fn day(day: u8) -> Puzzle {
        Year(2020).day(Day(day))
    }

    fn change(role: Role, kind: ChangeKind) -> Change {
        Change {
            path: "file".into(),
            role,
            kind,
        }
    }

    /// What the change means while day 1 is followed, of 1, 2 and 3.
    fn verdict(changes: &[(Role, ChangeKind)]) -> Verdict {
        let changes: Vec<Change> = changes
            .iter()
            .map(|&(role, kind)| change(role, kind))
            .collect();
        let exists = |puzzle: Puzzle| puzzle.day.0 <= 3;
        Follow::new(Some(day(1))).changed(&changes, &|_| true, &exists)
    }

    #[test]
    fn follows_the_day_that_was_edited_last() {
        let two = (Role::Day(day(2)), Edited);
        assert_eq!(verdict(&[two]), Verdict::Run(day(2)));
        assert_eq!(
            verdict(&[(Role::Day(day(3)), Created)]),
            Verdict::Run(day(3))
        );
        let three = (Role::Day(day(3)), Edited);
        assert_eq!(verdict(&[two, three]), Verdict::Run(day(3)));
        // Its own is among them.
        let own = (Role::Day(day(1)), Edited);
        assert_eq!(verdict(&[own, two]), Verdict::Run(day(1)));
        // Files in the folder of a day that has no solution yet, or no longer.
        assert_eq!(verdict(&[(Role::Day(day(4)), Created)]), Verdict::Nothing);
        assert_eq!(verdict(&[(Role::Day(day(2)), Deleted)]), Verdict::Nothing);
    }

    #[test]
    fn runs_the_day_again_whose_files_changed() {
        for role in [
            Role::Day(day(1)),
            Role::Year(Year(2020)),
            Role::Shared,
            Role::Input(day(1)),
        ] {
            for kind in [Created, Edited, Deleted] {
                assert_eq!(verdict(&[(role, kind)]), Verdict::Run(day(1)), "{role:?}");
            }
        }
        for role in [Role::Year(Year(2021)), Role::Input(day(2))] {
            assert_eq!(verdict(&[(role, Edited)]), Verdict::Nothing, "{role:?}");
        }
        assert_eq!(verdict(&[]), Verdict::Nothing);
    }

    #[test]
    fn stays_with_the_days_that_were_named() {
        let mut follow = Follow::new(Some(day(1)));
        let changes = [change(Role::Day(day(2)), Edited)];
        let verdict = follow.changed(&changes, &|_| false, &|_| true);
        assert_eq!(verdict, Verdict::Nothing);
        assert_eq!(follow.current(), Some(day(1)));
    }

    #[test]
    fn waits_for_a_day_that_is_gone_or_not_there_yet() {
        let mut follow = Follow::new(Some(day(1)));
        let deleted = [change(Role::Day(day(1)), Deleted)];
        let verdict = follow.changed(&deleted, &|_| true, &|_| false);
        assert_eq!(verdict, Verdict::Gone(day(1)));
        let created = [change(Role::Day(day(1)), Created)];
        let verdict = follow.changed(&created, &|_| true, &|_| true);
        assert_eq!(verdict, Verdict::Run(day(1)));

        let mut follow = Follow::default();
        let shared = [change(Role::Shared, Edited)];
        let verdict = follow.changed(&shared, &|_| true, &|_| false);
        assert_eq!(verdict, Verdict::Nothing);
        let verdict = follow.changed(&created, &|_| true, &|_| true);
        assert_eq!(verdict, Verdict::Run(day(1)));
    }
}
