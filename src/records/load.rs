//! Loads the records from their sources: the code, the files of `inputs/`, the last runs, and the
//! stored replies of the site. To add a fact about days, add a field to the record, and load it
//! here.

use std::collections::{BTreeMap, BTreeSet};

use aoc_solution::Part;
use chrono::{DateTime, Utc};

use super::day::{DayCode, DayRecord};
use super::known_answers::KnownAnswers;
use super::known_stars::KnownStars;
use super::last_runs::LastRuns;
use super::replies::SessionReplies;
use super::run_basis::{ContentHashes, RunBasis, examples_digest};
use super::star_times::StarTimes;
use super::stored_day::StoredDay;
use super::year::{LONG_AGO, ShownStarCount, YearRecord};
use crate::error::{CliError, Result};
use crate::inputs::{InputId, RecordedAnswers, Store};
use crate::pages::{PuzzlePage, stars_in_header};
use crate::project::source::{example_count, has_trace, parts_with_example, read_source, tokens};
use crate::project::{Project, day_title};
use crate::puzzle::{self, Day, Puzzle, Year, locked_puzzles, may_be_last_star, newest_event};
use crate::site::{OwnTimes, UnlockEvidence, UserStars, YearStars};

/// Loads the records of days and years from their sources.
pub struct Records<'a> {
    /// `None` outside of a project.
    project: Option<&'a Project>,
    store: Option<&'a Store>,
    replies: SessionReplies<'a>,
    now: DateTime<Utc>,
    /// The stars as the site showed them.
    shown: UserStars,
    /// For each year: whether all its stars are known to be won.
    complete_years: BTreeMap<Year, bool>,
    /// The times of a year's stars as the site showed them.
    times: BTreeMap<Year, Option<OwnTimes>>,
    /// `None` until a day with code is loaded.
    last_runs: Option<LastRuns>,
    hashes: ContentHashes,
    /// The loaded days. A day is loaded only once, so its errors are reported only once.
    days: BTreeMap<Puzzle, DayRecord>,
    /// The years whose folder of inputs cannot be used. Its error is already in `errors`.
    bad_folders: BTreeSet<Year>,
    /// The errors of files that could not be read. These files count as missing.
    pub errors: Vec<CliError>,
}

impl<'a> Records<'a> {
    pub fn new(
        project: Option<&'a Project>,
        store: Option<&'a Store>,
        replies: SessionReplies<'a>,
    ) -> Self {
        let errors = store.and_then(|store| store.check_writable().err());
        Self {
            project,
            store,
            now: replies.time.now(),
            shown: replies.stars(),
            replies,
            complete_years: BTreeMap::new(),
            times: BTreeMap::new(),
            last_runs: None,
            hashes: ContentHashes::default(),
            days: BTreeMap::new(),
            bad_folders: BTreeSet::new(),
            errors: Vec::from_iter(errors),
        }
    }

    /// The user's name as the site showed it.
    pub fn user(&self) -> Option<&str> {
        self.shown.user.as_deref()
    }

    /// False if the page shows a name, and the site has shown only other names with the session.
    pub fn may_be_page_of_user(&self, page: &PuzzlePage) -> bool {
        self.shown.may_be_page_of_user(page)
    }

    /// The time at which the site showed the times of a year's stars. `None` if it never showed
    /// them.
    pub fn times_shown_at(&mut self, year: Year) -> Option<DateTime<Utc>> {
        self.own_times(year).map(|times| times.fetched)
    }

    /// All years with known stars, with or without code.
    pub fn years(&mut self) -> Vec<YearRecord> {
        let newest = newest_event(self.now);
        let mut years: BTreeSet<Year> = Year::FIRST.through(newest).collect();
        // If this computer's clock is behind, the site may have shown later events, and the next event
        // may have begun.
        years.extend(self.shown.years.iter().map(|shown| shown.year));
        years.extend(self.next_unlock().map(|next| next.year));
        years.extend(self.project.iter().flat_map(|project| project.years()));
        years
            .into_iter()
            .map(|year| self.year(year))
            .filter(YearRecord::has_known_stars)
            .collect()
    }

    pub fn year(&mut self, year: Year) -> YearRecord {
        let known = self.shown.of_year(year);
        let shown_stars = known.map(|known| known.stars);
        let on_site = known.and_then(|known| {
            let at = known.shown_at?;
            Some(ShownStarCount {
                stars: known.stars,
                at,
                age: self.replies.time.age(at),
            })
        });
        let total = known.map_or_else(
            || 2 * u32::from(puzzle::day_count(year)),
            |known| known.total,
        );
        // A damaged file may contain any number.
        let last = u8::try_from(total / 2).ok().and_then(Day::new);
        let days: Vec<DayRecord> = Day::FIRST
            .through(last.unwrap_or(Day::LAST))
            .map(|day| self.day(year.day(day)).clone())
            .collect();
        let sum: u32 = days
            .iter()
            .map(|day| u32::from(day.stars.count().unwrap_or(0)))
            .sum();
        // The page may be newer than the site's list of stars, and include stars that were won
        // elsewhere.
        let on_page = self.stars_on_pages(&days);
        let is_known = shown_stars.is_some()
            || days.iter().any(|day| day.stars.count().is_some())
            || !days.iter().any(|day| day.is_unlocked);
        YearRecord {
            year,
            stars: is_known.then_some(sum).max(shown_stars).max(on_page),
            total,
            on_site,
            on_page,
            days,
        }
    }

    /// The number of stars in the header of the last day's page. If the page of another day shows
    /// more, that page is newer, and its number counts.
    fn stars_on_pages(&self, days: &[DayRecord]) -> Option<u32> {
        let mut stars = days.last()?.year_stars?;
        for day in days {
            if let Some(store) = self.store
                && stars_in_header(store, day.puzzle) > Some(stars)
                && let Ok(page) = StoredDay::new(store, day.puzzle).into_own_page()
                && let Some(user) = page.user
            {
                stars = stars.max(user.stars);
            }
        }
        Some(stars)
    }

    /// The known stars of a day with these answers.
    pub fn stars_of(&mut self, known: &KnownAnswers) -> KnownStars {
        let on_site = self.shown.of_day(known.puzzle);
        let required = if self.is_complete(known.puzzle.year) {
            [true; 2]
        } else {
            // The verdict may be on an answer of another account, so a later list without a star
            // of the day counts, and not the verdict.
            let is_refuted = on_site == Some(0) && !self.is_after_list(known);
            [known.recorded.has_star() && !is_refuted, false]
        };
        KnownStars {
            stored: known.solved(),
            on_site,
            required,
        }
    }

    /// True if one of these shows that all stars of the year are won:
    ///
    /// - The site has shown all of them.
    /// - The files of the last day show the last star.
    fn is_complete(&mut self, year: Year) -> bool {
        if let Some(is_complete) = self.complete_years.get(&year) {
            return *is_complete;
        }
        let last = year.puzzles().last().expect("an event has days");
        let shown = self.shown.of_year(year);
        let is_complete = shown.is_some_and(YearStars::is_complete)
            || self
                .store
                .is_some_and(|store| self.files_show_last_star(store, last));
        self.complete_years.insert(year, is_complete);
        is_complete
    }

    /// True if the files of an event's last day show the last star.
    ///
    /// These files may belong to another account. So if the site has shown the stars of the year
    /// after the last star was recorded, the site's list counts, and not the files. A page of the
    /// same user with more stars than the list is an exception: stars never become fewer, so the
    /// page is newer.
    fn files_show_last_star(&self, store: &Store, last: Puzzle) -> bool {
        // If the file of answers cannot be read, the last day reports it.
        let recorded = store.answers(last, &InputId::Own).unwrap_or_default();
        let stored = StoredDay::new(store, last);
        let known = stored.known_answers(recorded);
        if !known.is_last_star(Part::Two) || !known.solved()[Part::Two.index()] {
            return false;
        }
        if self.is_after_list(&known) {
            return true;
        }
        let user = stored.into_own_page().ok().and_then(|page| page.user);
        let listed_stars = self.shown.of_year(last.year).map(|listed| listed.stars);
        user.is_some_and(|user| self.user() == Some(&user.name) && Some(user.stars) > listed_stars)
    }

    /// True if the star of part 2 was recorded after the site's list of the year's stars, or if
    /// there is no list.
    fn is_after_list(&self, known: &KnownAnswers) -> bool {
        let listed = self.shown.of_year(known.puzzle.year);
        let listed_at = listed.and_then(|listed| listed.shown_at);
        listed_at.is_none() || known.recorded.time_of_star(Part::Two) > listed_at
    }

    /// The puzzle that unlocks next. A puzzle that is known to be unlocked is skipped, even if the
    /// clock says that it is still locked. Example: the clock is slow, and the page is already
    /// stored.
    pub fn next_unlock(&mut self) -> Option<Puzzle> {
        locked_puzzles(self.now).find(|puzzle| !self.day(*puzzle).is_unlocked)
    }

    pub fn day(&mut self, puzzle: Puzzle) -> &DayRecord {
        if !self.days.contains_key(&puzzle) {
            let day = self.load_day(puzzle);
            self.days.insert(puzzle, day);
        }
        &self.days[&puzzle]
    }

    fn load_day(&mut self, puzzle: Puzzle) -> DayRecord {
        let mut day = DayRecord {
            puzzle,
            ..DayRecord::default()
        };
        let parts = puzzle::parts_in_calendar(puzzle);
        day.answers = KnownAnswers::in_file(RecordedAnswers::default(), puzzle, parts);
        let year = self.shown.of_year(puzzle.year);
        let shown_at = year.and_then(|year| year.shown_at);
        let age = shown_at.map(|time| self.replies.time.age(time));
        day.is_site_count_old = age > Some(LONG_AGO);
        day.code = self
            .project
            .and_then(|project| DayCode::of(project, puzzle));
        day.title = day.code.as_ref().and_then(|code| code.title.clone());
        match self.store {
            Some(store) => {
                self.add_stored(&mut day, store);
                self.add_last_run(&mut day, store);
            }
            None => day.stars = self.stars_of(&day.answers),
        }
        let evidence = UnlockEvidence {
            store: self.store,
            stars: &self.shown,
        };
        day.is_unlocked = evidence.state(self.replies.time, puzzle).is_unlocked();
        day
    }

    /// Adds the facts from the files next to the input: answers, stars, times and examples.
    fn add_stored(&mut self, day: &mut DayRecord, store: &Store) {
        let puzzle = day.puzzle;
        let stored = StoredDay::new(store, puzzle);
        day.has_input = store.has_input(puzzle, &InputId::Own);
        let recorded = store.answers(puzzle, &InputId::Own);
        day.has_unreadable_answers = recorded.is_err();
        day.answers = stored.known_answers(self.or_missing(puzzle, recorded));
        day.has_page = store.has_page(puzzle) && !day.answers.is_page_damaged;
        // Only for days without answers, of which the page is parsed already.
        day.may_page_lack_answers = day.answer_count() == 0
            && stored
                .page()
                .is_ok_and(|page| stored.site_may_show_more(page, &self.shown, self.replies.time));
        day.title = day.title.take().or_else(|| stored.title());
        day.stars = self.stars_of(&day.answers);
        let now = self.now;
        let shown = self
            .own_times(puzzle.year)
            .and_then(|times| times.of(puzzle.day));
        day.times = StarTimes::of(puzzle, shown, &day.answers.recorded, now);
        let examples = stored.examples(|| day.stars.open_part());
        day.examples = self.or_missing(puzzle, examples);
        if may_be_last_star(puzzle, Part::Two) && !day.stars.is_solved(Part::Two) {
            let user = stored.into_own_page().ok().and_then(|page| page.user);
            day.year_stars = user.map(|user| user.stars);
        }
    }

    /// Adds the results of the last runs that are valid for the present files and inputs.
    fn add_last_run(&mut self, day: &mut DayRecord, store: &Store) {
        if day.code.is_some()
            && let Some(project) = self.project
            && let Some(last) = self
                .last_runs
                .get_or_insert_with(|| LastRuns::load(project))
                .of(day.puzzle)
        {
            let input = store.usable_input(day.puzzle, &InputId::Own);
            let examples = examples_digest(&day.examples.stored);
            let accepted = Part::BOTH.map(|part| day.answers.accepted(part));
            let known = last.valid_now(|files| {
                let code = self.hashes.of_code(project, files);
                RunBasis {
                    examples,
                    ..RunBasis::new(code, input.as_deref(), accepted)
                }
            });
            day.last_run = Some(known);
        }
    }

    /// The times of a year's stars as the site showed them.
    fn own_times(&mut self, year: Year) -> Option<&OwnTimes> {
        let replies = &self.replies;
        self.times
            .entry(year)
            .or_insert_with(|| replies.own_times(year))
            .as_ref()
    }

    /// Returns the value. After an error, adds the error to [`Self::errors`] and returns the
    /// default value, as for a missing file. If the year's folder is missing or not a folder, only
    /// the first error of the year is added.
    fn or_missing<T: Default>(&mut self, puzzle: Puzzle, value: Result<T>) -> T {
        value.unwrap_or_else(|error| {
            let has_folder = self.store.is_none_or(|store| store.has_folder(puzzle));
            if has_folder || self.bad_folders.insert(puzzle.year) {
                self.errors.push(error.context(puzzle));
            }
            T::default()
        })
    }
}

impl DayCode {
    /// The facts in the file of a day. `None` if there is no file. A file that cannot be read has
    /// no title and no example.
    pub fn of(project: &Project, puzzle: Puzzle) -> Option<Self> {
        let file = project.day_file(puzzle)?;
        let source = read_source(&file).unwrap_or_default();
        let tokens = tokens(&source);
        Some(Self {
            file: project.path_below_root(&file),
            examples: example_count(&tokens),
            parts_with_example: parts_with_example(&tokens),
            has_trace: has_trace(&tokens),
            is_untouched: project.is_template(puzzle, &source),
            title: day_title(puzzle.day, &source),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Settings;
    use crate::files::Locks;
    use crate::site::{LocalTime, SiteConfig, SiteTime, UnwrittenFiles};
    use crate::testing::environment;

    /// Calls `check` with the replies of an empty cache and a store without files.
    fn with_empty_store(check: impl Fn(SessionReplies, &Store)) {
        let temp = tempfile::tempdir().unwrap();
        let now = "2026-12-25T05:00:00Z".parse().unwrap();
        let replies = SessionReplies {
            config: SiteConfig {
                settings: &Settings::default(),
                environment: &environment(temp.path(), &[]),
                unwritten: &UnwrittenFiles::default(),
            },
            session: None,
            time: SiteTime::new(LocalTime { now, boot: now }, None, None),
        };
        let store = Store::new(temp.path().to_owned(), Locks { cache_dir: None });
        check(replies, &store);
    }

    #[test]
    fn a_year_without_stars_in_a_damaged_file_is_not_complete() {
        with_empty_store(|replies, _| {
            for (stars, of, is_complete) in [(24, 24, true), (23, 24, false), (0, 0, false)] {
                let text = format!(r#"{{"years":[{{"year":2025,"stars":{stars},"of":{of}}}]}}"#);
                let mut records = Records::new(None, None, replies.clone());
                records.shown = serde_json::from_str(&text).unwrap();
                assert_eq!(records.is_complete(Year::of(2025)), is_complete, "{text}");
            }
        });
    }

    #[test]
    fn an_event_that_has_begun_by_its_page_has_stars_whatever_the_clock_says() {
        with_empty_store(|replies, store| {
            let now = "2026-11-30T12:00:00Z".parse().unwrap();
            let replies = SessionReplies {
                time: SiteTime::new(LocalTime { now, boot: now }, None, None),
                ..replies
            };
            let puzzle = Puzzle::of(2026, 1);
            let html = "<title>Day 1 - Advent of Code 2026</title><main><article><h2>T</h2>\
                        </article><p>Your puzzle answer was <code>7</code>.</p></main>";
            let stars = || {
                let years = Records::new(None, Some(store), replies.clone()).years();
                years.last().map(|year| (year.year, year.stars))
            };
            assert_eq!(stars(), None);
            store.write(&store.page_path(puzzle), html).unwrap();
            assert_eq!(stars(), Some((puzzle.year, Some(1))));
        });
    }

    #[test]
    fn a_newer_page_of_another_day_shows_more_stars_than_that_of_the_last_day() {
        with_empty_store(|replies, store| {
            let page = |day, stars, input: &str| {
                format!(
                    "<title>Day {day} - Advent of Code 2025</title><header><div class=\"user\">ana \
                     <span class=\"star-count\">{stars}*</span></div></header><main><article>\
                     <h2>T</h2></article>{input}</main>"
                )
            };
            let of_other = "<p>Your puzzle input is <code>2</code>.</p>";
            let year = Year::of(2025);
            for (day, stars, input, on_page) in [
                (5, 23, "", None),
                (12, 21, "", Some(23)),
                (7, 8, "", Some(23)),
                (8, 24, of_other, Some(23)),
                (12, 24, "", Some(24)),
            ] {
                let puzzle = year.day(Day::of(day));
                if !input.is_empty() {
                    let path = store.input_path(puzzle, &InputId::Own);
                    store.write(&path, "1\n").unwrap();
                }
                let html = page(day, stars, input);
                store.write(&store.page_path(puzzle), html).unwrap();
                let year = Records::new(None, Some(store), replies.clone()).year(year);
                assert_eq!(year.on_page, on_page, "{day} {stars}");
                assert_eq!(year.stars, on_page, "{day} {stars}");
            }
        });
    }

    /// The site has not shown the number of days of 2031.
    #[test]
    fn a_day_whose_part_2_has_an_answer_does_not_complete_its_year() {
        let answer = "<p>Your puzzle answer was <code>7</code>.</p>";
        let field = "<form><input name=level value=2><input name=answer></form>";
        let complete = "<p class=day-success>Both parts of this puzzle are complete!</p>";
        let right = "[[guess]]\npart = 2\nanswer = 7\nverdict = 'right'\ntime = \
                     2031-12-12T05:01:00Z\n";
        let both_right = format!("{right}{}", right.replace("part = 2", "part = 1"));
        with_empty_store(|replies, store| {
            for (recorded, below, accepted, is_complete) in [
                ("", answer, Some("7"), false),
                (right, answer, Some("7"), false),
                (&both_right, answer, Some("7"), false),
                // The page was not downloaded again after the right answer.
                (right, field, Some("7"), false),
                ("", field, None, false),
                ("", complete, None, true),
                (right, complete, None, true),
                (&both_right, "", None, true),
            ] {
                let puzzle = Puzzle::of(2031, 12);
                let html = format!(
                    "<title>Day 12 - Advent of Code 2031</title><main><article><h2>T</h2>\
                     </article>{answer}<article><h2>Two</h2></article>{below}</main>"
                );
                store.write(&store.page_path(puzzle), html).unwrap();
                store
                    .write(&store.answers_path(puzzle, &InputId::Own), recorded)
                    .unwrap();
                let mut records = Records::new(None, Some(store), replies.clone());
                let context = format!("{recorded} {below}");
                assert_eq!(records.is_complete(puzzle.year), is_complete, "{context}");
                let day = records.day(puzzle);
                assert_eq!(day.answers.accepted(Part::Two), accepted, "{context}");
                let is_ordinary = below == answer || below == field;
                let is_last_star = day.answers.is_last_star(Part::Two);
                assert_eq!(!is_last_star, is_ordinary, "{context}");
            }
        });
    }
}
