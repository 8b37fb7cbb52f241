//! Properties of selectors and of unlock times. `just fuzz puzzle` tests them for an hour.

use std::collections::BTreeSet;

use chrono::{DateTime, TimeDelta, Utc};
use proptest::prelude::*;

use super::calendar::{Day, Puzzle, Year, day_count, newest_unlocked, next_unlock, today, unlock};
use super::facts::{PuzzleScope, SelectionFacts};
use super::list::{lists_by_year, puzzle_list};
use super::resolve::Resolved;
use super::selector::{DaySpan, Selector, Span, parse_selectors};

fn year() -> impl Strategy<Value = Year> {
    (2015_u16..2035).prop_map(Year::of)
}

fn day() -> impl Strategy<Value = Day> {
    (1_u8..=25).prop_map(Day::of)
}

fn instant() -> impl Strategy<Value = DateTime<Utc>> {
    prop_oneof![
        (1_420_070_400_i64..2_051_222_400)
            .prop_map(|time| DateTime::from_timestamp(time, 0).expect("a time")),
        // The seconds around an unlock.
        (year(), day(), -2_i64..=2)
            .prop_map(|(year, day, seconds)| unlock(year.day(day)) + TimeDelta::seconds(seconds)),
    ]
}

fn scope() -> impl Strategy<Value = PuzzleScope> {
    prop_oneof![
        Just(PuzzleScope::Solutions),
        Just(PuzzleScope::Events),
        Just(PuzzleScope::NewFiles),
    ]
}

/// All puzzles of the years that the tests use.
fn all() -> impl Iterator<Item = Puzzle> {
    (2015..2036).flat_map(|year| Year::of(year).puzzles().collect::<Vec<_>>())
}

fn numbers(text: &str) -> BTreeSet<u32> {
    let words = text.split(|c: char| !c.is_ascii_digit());
    words.filter_map(|word| word.parse().ok()).collect()
}

proptest! {
    /// A selector selects only puzzles with numbers that it contains.
    #[test]
    fn every_number_of_a_selector_stands_in_its_word(
        words in prop::collection::vec("(20[12][0-9]|\\*|all|today|latest)?[/-]?(day)?([0-9]{1,2}|/day/[0-9]{1,2})?([-,/#][0-9]{0,2})?|\\PC{0,5}", 1..3),
    ) {
        let Ok(selectors) = parse_selectors(&words, None) else { return Ok(()) };
        let written = numbers(&words.join(" "));
        for selector in &selectors {
            if let Selector::Days(DaySpan { years, days: span }) = selector {
                let years = years.filter(|years| *years != Span::<Year>::EVERY);
                if let Some(Span { first, last }) = years {
                    prop_assert!(written.contains(&first.get().into()) && written.contains(&last.get().into()));
                }
                if let Some(Span { first, last }) = span {
                    prop_assert!(written.contains(&first.get().into()) && written.contains(&last.get().into()));
                    prop_assert!(years.is_none_or(|years| last.get() <= day_count(years.first)));
                }
            }
            // A selector that is written and parsed again has the same meaning.
            let again = parse_selectors(&[selector.to_string()], None);
            prop_assert_eq!(again.ok(), Some(vec![*selector]));
        }
    }

    #[test]
    fn a_resolved_puzzle_exists_is_named_and_is_open_where_many_are_meant(
        first in year(), more in 0_u16..3, span in prop::option::of((1_u8..=12, 0_u8..=13)), now in instant(),
        scope in scope(),
        own in prop::collection::btree_set((year(), 1_u8..=12), 0..20),
    ) {
        let years = Span { first, last: Year::of(first.get() + more) };
        let named = span.map(|(day, more)| Span {
            first: Day::of(day),
            last: Day::of((day + more).min(25)),
        });
        let own: BTreeSet<Puzzle> = own.into_iter().map(|(year, day)| year.day(Day::of(day))).collect();
        let facts = SelectionFacts::of(own.clone(), now);
        let selector = Selector::Days(DaySpan { years: Some(years), days: named });
        let Ok(Resolved { puzzles, .. }) = facts.resolve(&[selector], scope) else { return Ok(()) };
        prop_assert!(!puzzles.is_empty());
        for puzzle in puzzles {
            prop_assert!(years.contains(puzzle.year) && puzzle.day.get() <= day_count(puzzle.year));
            prop_assert!(named.is_none_or(|days| days.contains(puzzle.day)));
            prop_assert!(scope != PuzzleScope::Solutions || own.contains(&puzzle));
            let may_be_locked = scope != PuzzleScope::Events || named.is_some();
            prop_assert!(may_be_locked || unlock(puzzle) <= now, "{} at {}", puzzle, now);
        }
    }

    #[test]
    fn puzzles_open_one_after_the_other_and_none_is_between(now in instant(), day in day()) {
        let opened = all().filter(|puzzle| unlock(*puzzle) <= now).last();
        let next = all().find(|puzzle| unlock(*puzzle) > now);
        prop_assert_eq!(next_unlock(now), next);
        let of_day = all().filter(|puzzle| puzzle.day == day && unlock(*puzzle) <= now).last();
        prop_assert_eq!(newest_unlocked(day, now), of_day.map(|puzzle| puzzle.year));
        let of_today = opened.filter(|puzzle| now < unlock(*puzzle) + TimeDelta::days(1));
        prop_assert_eq!(today(now), of_today);
    }

    #[test]
    fn what_names_a_puzzle_reads_as_it(puzzle in prop::sample::select(all().collect::<Vec<_>>())) {
        let Puzzle { year, day } = puzzle;
        let expected = Some(vec![Selector::Days(DaySpan::of(puzzle))]);
        for word in [
            puzzle.to_string(),
            puzzle.page_path(),
            format!("https://adventofcode.com{}/input", puzzle.page_path()),
            format!("{year}-{:02}", day.get()),
            format!("{year}/day{day}"),
        ] {
            prop_assert_eq!(parse_selectors(&[&word], None).ok(), expected.clone(), "{}", word);
        }
    }

    #[test]
    fn a_list_of_puzzles_reads_as_these_puzzles(
        listed in prop::collection::btree_set(prop::sample::select(all().collect::<Vec<_>>()), 1..20),
    ) {
        let words = lists_by_year(listed.iter().rev().copied());
        let selectors = parse_selectors(&words, None).expect("selectors");
        let mut selected = BTreeSet::new();
        for selector in &selectors {
            let Selector::Days(DaySpan { years: Some(years), days: Some(days) }) = selector else {
                continue;
            };
            selected.extend(all().filter(|puzzle| years.contains(puzzle.year) && days.contains(puzzle.day)));
        }
        prop_assert_eq!(selected, listed.clone(), "{:?}", words);
        let list = puzzle_list(listed);
        let typed: Vec<&str> = list.split(' ').collect();
        prop_assert_eq!(parse_selectors(&typed, None).ok(), Some(selectors), "{}", list);
    }
}
