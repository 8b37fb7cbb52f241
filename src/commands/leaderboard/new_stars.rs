//! The stars since the last call with `--new`, for a club's bot. The cache folder contains the
//! stars that were already shown. One lock is held from finding a star until it is printed and
//! stored. If several calls run at the same time, only one of them shows the star.

use std::collections::{BTreeMap, BTreeSet};

use aoc_solution::Part;
use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};

use crate::app::{SiteAccess, Ui};
use crate::files::Lock;
use crate::puzzle::{Day, Year};
use crate::site::{CacheFile, Leaderboard};

/// An entry of `aoc leaderboard --new --json`.
#[derive(Debug, PartialEq, Serialize)]
pub struct NewStar {
    pub day: Day,
    pub part: Part,
    pub time: DateTime<Utc>,
    /// The ID and the name of the member.
    pub id: u64,
    pub name: String,
}

/// The new stars that this call will show. Until they are stored, no other call can find them.
pub struct NewStars {
    pub stars: Vec<NewStar>,
    /// True if the last call was more than a week ago.
    pub is_after_a_week: bool,
    /// True if no earlier call is known, not even for an earlier event.
    is_first: bool,
    seen: SeenStars,
    file: CacheFile,
    _lock: Option<Lock>,
}

/// The stars that earlier calls found.
#[derive(Default, Deserialize, Serialize)]
struct SeenStars {
    /// The time of the last leaderboard. `None` before the first call.
    fetched: Option<DateTime<Utc>>,
    /// The time of the last leaderboard with each member, by the member's ID. A member may be
    /// hidden for some calls.
    #[serde(default)]
    members: BTreeMap<u64, DateTime<Utc>>,
    /// The member's ID, the day and the part of each star.
    stars: BTreeSet<(u64, Day, Part)>,
}

impl NewStars {
    /// The stars of these leaderboards that no call has shown yet, in order. The first call shows
    /// no stars, unless there was a call for an earlier event.
    ///
    /// `everyone` has the IDs of all members, those who are hidden on the board as well.
    pub fn find(
        ui: &Ui,
        site: &SiteAccess,
        board: &Leaderboard,
        everyone: &[u64],
        ids: &[u64],
    ) -> Self {
        // The order in which the leaderboards are given does not change the file.
        let ids: BTreeSet<u64> = ids.iter().copied().collect();
        let ids: Vec<String> = ids.iter().map(u64::to_string).collect();
        let ids = ids.join("-");
        let file_of =
            |year: Year| CacheFile::new(site.config(), "seen-stars", &format!("-{year}-{ids}"));
        let file = file_of(board.year);
        let lock = file.lock(|| {
            ui.note("waiting for another aoc that shows the new stars");
        });
        let mut seen = match file.load() {
            Ok(Some(seen)) => seen,
            Ok(None) => SeenStars::before_event(board, file_of),
            Err(error) => {
                ui.warning(format!(
                    "the stars since the last call are not known: {error:#}"
                ));
                SeenStars::default()
            }
        };
        let week = TimeDelta::weeks(1);
        let is_after_a_week = seen.fetched.is_some_and(|last| board.fetched - last > week);
        Self {
            is_after_a_week,
            is_first: seen.fetched.is_none(),
            stars: seen.update(board, everyone),
            seen,
            file,
            _lock: lock,
        }
    }

    /// Stores that the stars were shown.
    pub fn remember(&self, ui: &Ui) {
        match self.file.write(&self.seen) {
            Ok(()) if self.is_first => {
                ui.note("from the next call on, --new shows the stars since this one");
            }
            Ok(()) => {}
            Err(error) if self.is_first => {
                ui.warning(format!(
                    "this call is not remembered as the first one: {error:#}"
                ));
            }
            Err(error) => {
                ui.warning(format!("the next --new shows these stars again: {error:#}"));
            }
        }
    }
}

impl SeenStars {
    /// What the calls for earlier events found. The first call for a new event comes after its
    /// first stars, so it shows those since the last call, and all of them if that was before the
    /// event.
    fn before_event(board: &Leaderboard, file_of: impl Fn(Year) -> CacheFile) -> Self {
        let last_call = Year::FIRST
            .through(board.year)
            .filter_map(|year| file_of(year).read::<Self>()?.fetched)
            .max();
        Self {
            fetched: last_call.map(|last| last.max(board.first_unlock)),
            ..Self::default()
        }
    }

    fn update(&mut self, board: &Leaderboard, everyone: &[u64]) -> Vec<NewStar> {
        let mut new = Vec::new();
        for member in &board.members {
            // The older stars of a member who joins later are not new.
            let last = self.members.insert(member.id, board.fetched);
            let last = last.or(self.fetched);
            for times in &member.days {
                for (part, time) in [(Part::One, times.part1), (Part::Two, times.part2)] {
                    let Some(time) = time else {
                        continue;
                    };
                    let is_unseen = self.stars.insert((member.id, times.day, part));
                    if is_unseen && last.is_some_and(|last| is_later(time, last)) {
                        new.push(NewStar {
                            day: times.day,
                            part,
                            time,
                            id: member.id,
                            name: member.name.clone(),
                        });
                    }
                }
            }
        }
        // The later stars of a hidden member are new for the next call that does not hide them.
        let last = self.fetched.unwrap_or(board.fetched);
        for id in everyone {
            self.members.entry(*id).or_insert(last);
        }
        self.fetched = Some(board.fetched);
        new.sort_by_key(|star| (star.time, star.id));
        new
    }
}

/// True if a star may have come after a leaderboard. It may be slightly older than a leaderboard
/// that lacks it.
fn is_later(star: DateTime<Utc>, fetched: DateTime<Utc>) -> bool {
    let before = (fetched - star).to_std().unwrap_or_default();
    before < Leaderboard::INTERVAL
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::leaderboard::testing::{board, day, member};

    #[test]
    fn a_star_is_new_once() {
        let mut seen = SeenStars::default();
        let ana = member(1, "Ana", 0, &[day(1, 60, None)]);
        let mut at_first = board(vec![ana]);
        at_first.fetched += TimeDelta::hours(1);
        assert_eq!(seen.update(&at_first, &[]), []);
        let ana = member(1, "Ana", 0, &[day(1, 60, Some(4000))]);
        // One star came at the time of the first call, which did not show it. One member has
        // joined.
        let bob = member(2, "Bob", 0, &[day(1, 3500, None)]);
        let cy = member(3, "Cy", 0, &[day(1, 60, Some(90))]);
        let mut later = board(vec![ana, bob, cy]);
        later.fetched += TimeDelta::hours(2);
        let new = seen.update(&later, &[]);
        let shown = new
            .iter()
            .map(|star| (&*star.name, star.day.get(), star.part));
        assert_eq!(
            shown.collect::<Vec<_>>(),
            [("Bob", 1, Part::One), ("Ana", 1, Part::Two)]
        );
        assert_eq!(seen.update(&later, &[]), []);
    }
}
