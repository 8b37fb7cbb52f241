//! The stars since the last call with `--new`, for a club's bot. A file in the cache folder lists
//! the stars that were already shown. A lock is held from finding the new stars until they are
//! printed and stored, so that only one of several concurrent calls shows a star.

use std::collections::{BTreeMap, BTreeSet};

use aoc_solution::Part;
use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};

use crate::app::{SiteAccess, Ui};
use crate::files::Lock;
use crate::puzzle::{Day, Year};
use crate::site::{CacheFile, Leaderboard, Member, SiteConfig};

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

/// The new stars that this call will show. No other call can find new stars until these are stored.
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
    /// The time of the latest reply about any leaderboard. `None` before the first call.
    fetched: Option<DateTime<Utc>>,
    /// The time of the last reply about each leaderboard, by its ID. If the site refuses one of
    /// several leaderboards, its stored reply stays the last one.
    #[serde(default)]
    boards: BTreeMap<u64, DateTime<Utc>>,
    /// The IDs of all members so far. Each star of theirs that is not in `stars` is new, whatever
    /// its time is. If some calls hide a member, the next call that hides nobody shows the stars
    /// that the member got meanwhile.
    #[serde(default)]
    known_members: BTreeSet<u64>,
    /// The member's ID, the day and the part of each star.
    stars: BTreeSet<(u64, Day, Part)>,
}

impl NewStars {
    /// Finds the stars of these leaderboards that no call has shown yet, sorted by time. The first
    /// call shows no stars, unless there was a call for an earlier event.
    ///
    /// `replies` are the leaderboards that `board` shows as one, with the members who are hidden
    /// on it.
    pub fn find(ui: &Ui, site: &SiteAccess, board: &Leaderboard, replies: &[Leaderboard]) -> Self {
        let file = file_of(site.config(), board.year, replies);
        let lock = file.lock(ui.note_once("waiting for another aoc that shows the new stars"));
        let mut seen = match file.load() {
            Ok(Some(seen)) => seen,
            Ok(None) => SeenStars::after_earlier_events(site.config(), board, replies),
            Err(error) => {
                ui.warning(format!(
                    "the stars since the last call are not known: {error}"
                ));
                SeenStars::default()
            }
        };
        let last_call = seen.fetched;
        let stars = seen.update(board, replies);
        let since_last_call = seen.fetched.zip(last_call).map(|(now, last)| now - last);
        Self {
            is_after_a_week: since_last_call > Some(TimeDelta::weeks(1)),
            is_first: last_call.is_none(),
            stars,
            seen,
            file,
            _lock: lock,
        }
    }

    /// Records that the stars were shown.
    pub fn remember(&self, ui: &Ui) {
        match self.file.write(&self.seen) {
            Ok(()) if self.is_first => {
                ui.note("from the next call on, --new shows the stars since this one");
            }
            Ok(()) => {}
            Err(error) if self.is_first => {
                ui.warning(format!(
                    "this call is not remembered as the first one: {error}"
                ));
            }
            Err(error) => {
                ui.warning(format!("the next --new shows these stars again: {error}"));
            }
        }
    }
}

/// The file with the stars of these leaderboards in an event. It does not depend on the order in
/// which the leaderboards are given.
fn file_of(config: SiteConfig, year: Year, replies: &[Leaderboard]) -> CacheFile {
    let sorted: BTreeSet<u64> = replies.iter().map(|reply| reply.id).collect();
    let ids: Vec<String> = sorted.iter().map(u64::to_string).collect();
    CacheFile::new(config, "seen-stars", &format!("-{year}-{}", ids.join("-")))
}

impl SeenStars {
    /// The state after the calls for earlier events. The first call for a new event usually comes
    /// after the first stars of the event. It shows the stars since the last call for an earlier
    /// event. If that last call was before the new event, it shows all stars.
    fn after_earlier_events(
        config: SiteConfig,
        board: &Leaderboard,
        replies: &[Leaderboard],
    ) -> Self {
        let last_call = Year::FIRST
            .through(board.year)
            .filter_map(|year| file_of(config, year, replies).read::<Self>()?.fetched)
            .max();
        Self {
            fetched: last_call.map(|last| last.max(board.first_unlock)),
            ..Self::default()
        }
    }

    /// Records the stars of these leaderboards. Returns the stars that are new since the last call.
    fn update(&mut self, board: &Leaderboard, replies: &[Leaderboard]) -> Vec<NewStar> {
        let is_first = self.fetched.is_none();
        for reply in replies {
            let last = self
                .boards
                .insert(reply.id, reply.fetched)
                .or(self.fetched)
                .unwrap_or(reply.fetched);
            for member in &reply.members {
                let has_joined = !self.known_members.contains(&member.id);
                for (day, part, time) in stars_of(member) {
                    // Stars that a new member got before the last call are not new.
                    if has_joined && !is_later(time, last) {
                        self.stars.insert((member.id, day, part));
                    }
                }
            }
        }
        let members = replies.iter().flat_map(|reply| &reply.members);
        self.known_members.extend(members.map(|member| member.id));
        let mut new = Vec::new();
        for member in &board.members {
            for (day, part, time) in stars_of(member) {
                let is_unseen = self.stars.insert((member.id, day, part));
                if is_unseen && !is_first {
                    new.push(NewStar {
                        day,
                        part,
                        time,
                        id: member.id,
                        name: member.name.clone(),
                    });
                }
            }
        }
        self.fetched = replies.iter().map(|reply| reply.fetched).max();
        new.sort_by_key(|star| (star.time, star.id));
        new
    }
}

/// The day, the part and the time of each star of a member.
fn stars_of(member: &Member) -> impl Iterator<Item = (Day, Part, DateTime<Utc>)> {
    member.days.iter().flat_map(|times| {
        [(Part::One, times.part1), (Part::Two, times.part2)]
            .into_iter()
            .filter_map(|(part, time)| Some((times.day, part, time?)))
    })
}

/// True if a star may be newer than a reply. A reply may lack a star that is slightly older than
/// the reply.
fn is_later(star: DateTime<Utc>, fetched: DateTime<Utc>) -> bool {
    let before = (fetched - star).to_std().unwrap_or_default();
    before < Leaderboard::INTERVAL
}

#[cfg(test)]
mod tests {
    use std::slice;

    use super::*;
    use crate::commands::leaderboard::ranking::merge;
    use crate::commands::leaderboard::testing::{board, day, member};

    /// A call that does not hide any members.
    fn update(seen: &mut SeenStars, board: &Leaderboard) -> Vec<NewStar> {
        seen.update(board, slice::from_ref(board))
    }

    #[test]
    fn a_star_is_new_once() {
        let mut seen = SeenStars::default();
        let ana = member(1, "Ana", 0, &[day(1, 60, None)]);
        let mut at_first = board(vec![ana]);
        at_first.fetched += TimeDelta::hours(1);
        assert_eq!(update(&mut seen, &at_first), []);
        let ana = member(1, "Ana", 0, &[day(1, 60, Some(4000))]);
        // One star came at the time of the first call, whose reply did not contain it. One member
        // has joined.
        let bob = member(2, "Bob", 0, &[day(1, 3500, None)]);
        let cy = member(3, "Cy", 0, &[day(1, 60, Some(90))]);
        let mut later = board(vec![ana, bob, cy]);
        later.fetched += TimeDelta::hours(2);
        let new = update(&mut seen, &later);
        let shown = new
            .iter()
            .map(|star| (&*star.name, star.day.get(), star.part));
        assert_eq!(
            shown.collect::<Vec<_>>(),
            [("Bob", 1, Part::One), ("Ana", 1, Part::Two)]
        );
        assert_eq!(update(&mut seen, &later), []);
    }

    /// The site refuses the second leaderboard for an hour, and its stored reply is shown.
    #[test]
    fn the_last_call_of_a_member_is_that_of_the_own_leaderboard() {
        let bob = |part2| member(2, "Bob", 0, &[day(1, 60, part2)]);
        let mut seen = SeenStars::default();
        let mut call = |hours, members, other_hours, others| {
            let [mut own, mut other] = [board(members), board(others)];
            other.id = 1002;
            own.fetched += TimeDelta::hours(hours);
            other.fetched += TimeDelta::hours(other_hours);
            let replies = [own, other];
            let new = seen.update(&merge(replies.to_vec()), &replies);
            new.iter()
                .map(|star| format!("{} {}", star.name, star.part))
                .collect::<Vec<_>>()
        };
        let ana = member(1, "Ana", 0, &[]);
        assert_eq!(call(1, vec![ana.clone()], 1, vec![bob(None)]), [""; 0]);
        assert_eq!(call(3, vec![ana.clone()], 1, vec![bob(None)]), [""; 0]);
        // A member with stars that came before the last call joins the leaderboard that works.
        let cy = member(3, "Cy", 0, &[day(1, 2 * 3600, None)]);
        let own = vec![ana, cy];
        assert_eq!(call(4, own.clone(), 1, vec![bob(None)]), [""; 0]);
        // The other leaderboard shows the stars since its own last reply.
        let dee = member(4, "Dee", 0, &[day(1, 600, Some(2 * 3600))]);
        let others = vec![bob(Some(2 * 3600)), dee];
        assert_eq!(call(5, own, 5, others), ["Bob 2", "Dee 2"]);
    }

    /// The second reply has a wrong `Date`.
    #[test]
    fn the_stars_since_a_reply_with_a_time_in_the_future_are_new() {
        // The next reply comes before or after the wrong time.
        for third in [3, 13] {
            let mut seen = SeenStars::default();
            for (hours, part2, expected) in
                [(1, None, 0), (12, None, 0), (third, Some(2 * 3600), 1)]
            {
                let ana = member(1, "Ana", 0, &[day(1, 60, part2)]);
                let mut board = board(vec![ana]);
                board.fetched += TimeDelta::hours(hours);
                assert_eq!(update(&mut seen, &board).len(), expected, "{hours}");
            }
        }
    }
}
