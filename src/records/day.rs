//! The facts about a day, and the conclusions that several screens draw from them.

use std::collections::BTreeSet;

use aoc_solution::Part;

use super::known_answers::KnownAnswers;
use super::known_stars::KnownStars;
use super::last_run::{LastRun, MeasuredTime};
use super::star_times::StarTimes;
use crate::puzzle::Puzzle;
use crate::runner::{DayExamples, MissingExample, Status};

/// Everything that is known about a day at the time of loading.
#[derive(Clone, Default)]
pub struct DayRecord {
    pub puzzle: Puzzle,
    /// The title in the code, on the stored page or in the table of past puzzles. `None` if there
    /// is no title.
    pub title: Option<String>,
    /// True if the time, the stored page, a right answer or the site's stars show that the puzzle
    /// is unlocked.
    pub is_unlocked: bool,
    /// The code. `None` if the day has none.
    pub code: Option<DayCode>,
    pub has_input: bool,
    /// True if the page is stored. A damaged page counts as missing. If the site has judged an
    /// answer to each part as right, the page is not read, because that takes long, and counts as
    /// stored.
    pub has_page: bool,
    /// True if no answer is known, and the site may show more than the stored page.
    pub may_page_lack_answers: bool,
    pub examples: DayExamples,
    pub answers: KnownAnswers,
    /// True if the file of answers cannot be read. In that case, only the answers on the page are
    /// known.
    pub has_unreadable_answers: bool,
    pub stars: KnownStars,
    /// True if the site showed the day's number of stars so long ago that the number may be
    /// outdated.
    pub is_site_count_old: bool,
    /// The year's number of stars in the header of the stored page. Only the last star of an event
    /// needs this number, so only the page of the event's last day is read.
    pub year_stars: Option<u32>,
    pub times: StarTimes,
    /// The results of the last runs that are still valid for the saved code. The time may be from
    /// older code.
    pub last_run: Option<LastRun>,
}

/// The file with the code of a day, and facts about its contents.
#[derive(Clone, Default)]
pub struct DayCode {
    /// The path, with `/` and relative to the project's root.
    pub file: String,
    /// The title. `None` if it is still the placeholder.
    pub title: Option<String>,
    /// The number of examples in the code.
    pub examples: usize,
    /// The parts to which one of these examples has an answer.
    pub parts_with_example: BTreeSet<Part>,
    pub has_trace: bool,
    /// True if the file is a template that nobody has edited.
    pub is_untouched: bool,
}

/// A problem that keeps a day from its stars.
#[derive(Debug, PartialEq)]
pub enum DayProblem {
    /// The last run failed.
    Fails(Status),
    NoInput,
    /// The page has only a likely example.
    LikelyExample,
}

impl DayRecord {
    /// True if a star is known only because the site showed it long ago.
    pub fn has_old_stars(&self) -> bool {
        // A star that is newer than the site's list may already be recorded or be on the stored
        // page.
        let stored = KnownStars {
            on_site: None,
            ..self.stars
        };
        self.is_site_count_old && stored.count() != self.stars.count()
    }

    /// The part of the latest known star. Part 1 if no star is known.
    pub fn part_of_latest_star(&self) -> Part {
        let has_time = self.times.after_unlock[Part::Two.index()].is_some();
        if has_time || self.stars.is_solved(Part::Two) {
            Part::Two
        } else {
            Part::One
        }
    }

    /// The first problem that applies. A failure of the present code comes first. A missing input
    /// is next, because without an input nothing else can be tried.
    pub fn problem(&self) -> Option<DayProblem> {
        if let Some(status) = self.failure() {
            Some(DayProblem::Fails(status))
        } else if self.code.is_some() && self.is_unlocked && !self.has_input {
            Some(DayProblem::NoInput)
        } else if self.has_only_likely_example() {
            Some(DayProblem::LikelyExample)
        } else {
            None
        }
    }

    fn failure(&self) -> Option<Status> {
        self.last_run.as_ref()?.failure()
    }

    /// True if the last run failed.
    pub fn has_failed(&self) -> bool {
        self.failure().is_some()
    }

    /// True if the page has only a likely example of the open part, and the code has no example of
    /// it.
    pub fn has_only_likely_example(&self) -> bool {
        self.code.as_ref().is_some_and(|code| {
            let missing = self.examples.missing_beside(&code.parts_with_example);
            matches!(missing, Some(MissingExample::Likely(_)))
        })
    }

    /// The number of examples in the code and in the file.
    pub fn example_count(&self) -> usize {
        let in_code = self.code.as_ref().map_or(0, |code| code.examples);
        in_code + self.examples.stored.len()
    }

    /// The parts with a known accepted answer. `None` if the file of answers cannot be read.
    pub fn accepted_parts(&self) -> Option<Vec<Part>> {
        (!self.has_unreadable_answers).then(|| self.answers.accepted_parts().collect())
    }

    /// The number of known accepted answers.
    pub fn answer_count(&self) -> usize {
        self.answers.accepted_parts().count()
    }

    /// True if the code is a template that nobody has edited.
    pub fn is_template(&self) -> bool {
        self.code.as_ref().is_some_and(|code| code.is_untouched)
    }

    /// True if the puzzle is unlocked and lacks a star that needs an answer. The last star of an
    /// event needs no answer.
    pub fn is_unfinished(&self) -> bool {
        let stars = self.stars.count().unwrap_or(0);
        self.is_unlocked && usize::from(stars) < self.answers.parts.len()
    }

    /// True if there is any fact about the day to show.
    pub fn is_known(&self) -> bool {
        let Self {
            code,
            has_input,
            examples,
            stars,
            last_run,
            // These say nothing, or nothing without one of the others.
            puzzle: _,
            title: _,
            is_unlocked: _,
            has_page: _,
            may_page_lack_answers: _,
            answers: _,
            has_unreadable_answers: _,
            is_site_count_old: _,
            year_stars: _,
            times: _,
        } = self;
        code.is_some()
            || *has_input
            || !examples.stored.is_empty()
            || stars.count() > Some(0)
            || last_run.is_some()
    }

    /// The time of the last run. It may be from older code.
    pub fn last_time(&self) -> Option<&MeasuredTime> {
        self.last_run.as_ref()?.time.as_ref()
    }

    /// The time of the last run. `None` if the code or the input has changed since, or if an answer
    /// was wrong.
    pub fn valid_time(&self) -> Option<&MeasuredTime> {
        let last = self.last_run.as_ref()?;
        let is_wrong = last.statuses.contains(&Status::Wrong);
        last.time.as_ref().filter(|time| !time.is_old && !is_wrong)
    }

    /// The time for the README: from the last run, or from a later `aoc bench --readme`. `None` if
    /// the code or the input has changed since. If it lacks a part, the README keeps an earlier time
    /// of the whole day.
    pub fn readme_time(&self) -> Option<&MeasuredTime> {
        let last = self.last_run.as_ref()?;
        let time = last.for_readme().filter(|time| !time.is_old)?;
        let in_readme = last.in_readme.as_ref();
        let whole = in_readme.filter(|time| !time.is_old && !time.is_partial);
        whole.filter(|_| time.is_partial).or(Some(time))
    }

    /// The times that were measured here with other code or another input than the present.
    pub fn outdated_times(&self) -> impl Iterator<Item = &MeasuredTime> {
        let times = self.last_run.iter().flat_map(LastRun::times);
        times.filter(|time| time.is_old)
    }

    /// True if the day has code and no known answers, but its page may show answers. This
    /// happens in a clone on another computer and after an import.
    pub fn lacks_known_answers(&self) -> bool {
        let Some(code) = &self.code else {
            return false;
        };
        let may_show_answers = match self.stars.on_site {
            Some(0) if !self.is_site_count_old => false,
            // A template has no answers.
            None | Some(0) if code.is_untouched => false,
            // The answers of a stored page are known.
            _ => !self.has_page || self.may_page_lack_answers,
        };
        self.is_unlocked && self.answer_count() == 0 && may_show_answers
    }
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;

    use super::*;
    use crate::inputs::{Example, Trust};
    use crate::site::StarTime;

    /// The second star may have been won on another computer, at an unknown time.
    #[test]
    fn the_last_star_is_that_of_part_2_even_if_its_time_is_not_known() {
        let time = Some(StarTime::Later);
        for (on_site, after_unlock, last) in [
            (None, [None, None], Part::One),
            (Some(1), [time, None], Part::One),
            (Some(2), [time, None], Part::Two),
            (Some(1), [time, time], Part::Two),
        ] {
            let mut day = DayRecord::default();
            day.stars.on_site = on_site;
            day.times.after_unlock = after_unlock;
            assert_eq!(
                day.part_of_latest_star(),
                last,
                "{on_site:?} {after_unlock:?}"
            );
        }
    }

    #[test]
    fn the_readme_keeps_the_time_of_the_whole_day_if_a_later_one_lacks_a_part() {
        let time = |ns, is_partial, is_old| MeasuredTime {
            ns,
            is_partial,
            measured_at: DateTime::UNIX_EPOCH,
            parts: [None; 2],
            digest: 1,
            files: Vec::new(),
            is_old,
        };
        let [whole, partial] = [time(1, false, false), time(2, true, false)];
        let later = time(3, false, false);
        let of_other_code = time(4, false, true);
        for (last, in_readme, expected) in [
            (&later, &whole, Some(3)),
            (&partial, &whole, Some(1)),
            (&partial, &partial, Some(2)),
            (&partial, &of_other_code, Some(2)),
            // The README may have a newer time of another computer.
            (&of_other_code, &whole, None),
        ] {
            let day = DayRecord {
                last_run: Some(LastRun {
                    time: Some(last.clone()),
                    in_readme: Some(in_readme.clone()),
                    ..LastRun::default()
                }),
                ..DayRecord::default()
            };
            let shown = day.readme_time().map(|time| time.ns);
            assert_eq!(shown, expected, "{} {}", last.ns, in_readme.ns);
        }
    }

    #[test]
    fn a_failure_comes_before_an_input_and_that_before_an_example() {
        let failing = LastRun {
            statuses: [Status::Wrong, Status::Ok],
            ..LastRun::default()
        };
        let mut day = DayRecord {
            code: Some(DayCode::default()),
            is_unlocked: true,
            last_run: Some(failing),
            ..DayRecord::default()
        };
        day.examples.missing = Some(MissingExample::Likely(Part::One));
        assert_eq!(day.problem(), Some(DayProblem::Fails(Status::Wrong)));
        day.last_run = Some(LastRun::default());
        assert_eq!(day.problem(), Some(DayProblem::NoInput));
        // Before the unlock a puzzle has no input, so the input is not missing.
        day.is_unlocked = false;
        assert_eq!(day.problem(), Some(DayProblem::LikelyExample));
        day.is_unlocked = true;
        day.has_input = true;
        assert_eq!(day.problem(), Some(DayProblem::LikelyExample));
        day.examples.missing = None;
        assert_eq!(day.problem(), None);
    }

    #[test]
    fn an_example_is_unclear_if_the_code_has_none_of_that_part() {
        let code = DayCode {
            examples: 1,
            parts_with_example: [Part::One].into(),
            ..DayCode::default()
        };
        for (code, missing, is_unclear) in [
            (Some(code.clone()), MissingExample::Likely(Part::One), false),
            (Some(code.clone()), MissingExample::Likely(Part::Two), true),
            (Some(code), MissingExample::NotFound(Part::Two), false),
            (None, MissingExample::Likely(Part::Two), false),
        ] {
            let mut day = DayRecord {
                code,
                ..DayRecord::default()
            };
            day.examples.missing = Some(missing);
            assert_eq!(day.has_only_likely_example(), is_unclear, "{missing:?}");
        }
    }

    #[test]
    fn a_day_lacks_answers_that_its_page_may_show() {
        let [missing, complete, outdated] = [(false, false), (true, false), (true, true)];
        // The columns: the code is a template, the page, an answer is recorded, the number of stars
        // that the site showed.
        for (is_untouched, page, has_answer, shown, lacks_answers) in [
            (false, missing, false, None, true),
            (false, missing, false, Some(0), false),
            (false, missing, true, None, false),
            (false, complete, false, None, false),
            (false, outdated, false, None, true),
            (false, outdated, false, Some(0), false),
            (false, outdated, false, Some(1), true),
            // The page is newer than the star, so `aoc fetch` does not request it.
            (false, complete, false, Some(1), false),
            (true, missing, false, None, false),
            (true, outdated, false, None, false),
            (true, missing, false, Some(0), false),
            (true, missing, false, Some(1), true),
        ] {
            let (has_page, may_page_lack_answers) = page;
            let mut day = DayRecord {
                code: Some(DayCode {
                    is_untouched,
                    ..DayCode::default()
                }),
                is_unlocked: true,
                has_page,
                may_page_lack_answers,
                ..DayRecord::default()
            };
            day.stars.on_site = shown;
            if has_answer {
                day.answers.recorded.accept(Part::One, "7");
            }
            let context = format!("{is_untouched} {page:?} {has_answer} {shown:?}");
            assert_eq!(day.lacks_known_answers(), lacks_answers, "{context}");
            // The user may have won stars since the site showed none.
            day.is_site_count_old = true;
            let may_lack = lacks_answers || shown == Some(0) && !is_untouched;
            assert_eq!(day.lacks_known_answers(), may_lack, "{context}");
            day.is_unlocked = false;
            assert!(!day.lacks_known_answers(), "{context}");
        }
    }

    #[test]
    fn stars_that_only_an_old_reply_shows_are_old() {
        for (is_site_count_old, stored, shown, is_old) in [
            (true, [false; 2], Some(1), true),
            (true, [true, false], Some(2), true),
            (true, [true, false], Some(1), false),
            (true, [true, false], None, false),
            (false, [false; 2], Some(1), false),
        ] {
            let day = DayRecord {
                stars: KnownStars {
                    stored,
                    on_site: shown,
                    required: [false; 2],
                },
                is_site_count_old,
                ..DayRecord::default()
            };
            assert_eq!(day.has_old_stars(), is_old, "{stored:?} {shown:?}");
        }
    }

    #[test]
    fn one_fact_is_enough_for_something_to_show() {
        let day = DayRecord::default;
        let shown = |shown| KnownStars {
            on_site: Some(shown),
            ..KnownStars::default()
        };
        let code = Some(DayCode::default());
        let last_run = Some(LastRun::default());
        let mut with_example = day();
        with_example.examples.stored.push(Example {
            input: "1\n".to_owned(),
            part1: None,
            part2: None,
            trust: Trust::User,
        });
        for (name, day, is_known) in [
            ("nothing", day(), false),
            ("code", DayRecord { code, ..day() }, true),
            (
                "an input",
                DayRecord {
                    has_input: true,
                    ..day()
                },
                true,
            ),
            ("an example", with_example, true),
            (
                "no star",
                DayRecord {
                    stars: shown(0),
                    ..day()
                },
                false,
            ),
            (
                "a star",
                DayRecord {
                    stars: shown(1),
                    ..day()
                },
                true,
            ),
            ("a run", DayRecord { last_run, ..day() }, true),
        ] {
            assert_eq!(day.is_known(), is_known, "{name}");
        }
    }
}
