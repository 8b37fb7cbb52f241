use std::collections::BTreeMap;

use proptest::prelude::*;

use super::*;
use crate::puzzle::Day;

const NOVEMBER: &str = "2026-11-20T00:00:00Z";
const DECEMBER_3: &str = "2026-12-03T12:00:00Z";

/// The days of a project, and the time.
struct World {
    days: BTreeMap<Year, BTreeSet<Day>>,
    latest: Option<Puzzle>,
    default_year: Option<DefaultYear>,
    now: &'static str,
}

/// 2020 has days 1, 2, 22; 2021 has 2, 21; 2025 has 12.
fn world() -> World {
    let year = |year, days: &[u8]| (Year(year), days.iter().copied().map(Day).collect());
    World {
        days: [
            year(2020, &[1, 2, 22]),
            year(2021, &[2, 21]),
            year(2025, &[12]),
        ]
        .into(),
        latest: Some(Year(2020).day(Day(22))),
        default_year: None,
        now: NOVEMBER,
    }
}

type Resolve = fn(&Selection, &ResolveContext<'_>) -> Result<Resolved, SelectorError>;

impl World {
    fn context(&self) -> ResolveContext<'_> {
        ResolveContext {
            days: &self.days,
            latest: self.latest,
            default_year: self.default_year,
            now: self.now.parse().unwrap(),
        }
    }

    fn at(now: &'static str) -> Self {
        Self { now, ..world() }
    }

    fn with_default_year(mut self, year: u16) -> Self {
        let (year, source) = (Year(year), "AOC_YEAR");
        self.default_year = Some(DefaultYear { year, source });
        self
    }

    /// The puzzles and the notes, or the error.
    fn resolve(&self, line: &str, resolve: Resolve) -> String {
        let words: Vec<&str> = line.split_whitespace().collect();
        let selection = Selection::parse(&words, None);
        match selection.and_then(|selection| resolve(&selection, &self.context())) {
            Ok(found) => {
                let puzzles = found.puzzles.iter().map(Puzzle::to_string);
                let notes = found.notes.iter().map(|note| format!("({note})"));
                puzzles.chain(notes).collect::<Vec<_>>().join(" ")
            }
            Err(error) => error.to_string(),
        }
    }

    fn solutions(&self, line: &str) -> String {
        self.resolve(line, Selection::solutions)
    }

    fn site(&self, line: &str) -> String {
        self.resolve(line, Selection::site)
    }
}

#[test]
fn solutions_are_those_that_exist() {
    let cases = [
        ("", "2020/22"),
        ("latest", "2020/22"),
        ("22", "2020/22"),
        ("2", "2021/2"),
        ("1-5", "2020/1 2021/2"),
        ("22,1,2", "2020/1 2020/22 2021/2"),
        ("2020", "2020/1 2020/2 2020/22"),
        ("2021 2020", "2020/1 2020/2 2020/22 2021/2 2021/21"),
        ("2020/1-25", "2020/1 2020/2 2020/22"),
        ("2 2020", "2020/2"),
        ("22 22 2020/22", "2020/22"),
        ("all", "2020/1 2020/2 2020/22 2021/2 2021/21 2025/12"),
        ("Latest", "2020/22"),
        ("2015-2020", "2020/1 2020/2 2020/22"),
        ("2021-2030", "2021/2 2021/21 2025/12"),
        ("*/2", "2020/2 2021/2"),
        ("*/1,20-25", "2020/1 2020/22 2021/21"),
        ("days/year2020/day22.rs", "2020/22"),
        ("days/year2021", "2021/2 2021/21"),
    ];
    for (line, puzzles) in cases {
        assert_eq!(world().solutions(line), puzzles, "{line}");
    }
}

#[test]
fn a_missing_solution_is_named_with_its_place() {
    let cases = [
        (
            "2020/3",
            "no solution for 2020/3: create it with `aoc new 2020/3`",
        ),
        (
            "2020/1,3",
            "no solution for 2020/3: create it with `aoc new 2020/3`",
        ),
        (
            "days/year2019/day03.rs",
            "no solution for 2019/3: create it with `aoc new 2019/3`",
        ),
        (
            "5",
            "no solution for day 5 in any year: create one with `aoc new 2025/5`",
        ),
        (
            "13",
            "no solution for day 13 in any year: create one with `aoc new 2024/13`",
        ),
        (
            "2019",
            "no solution for 2019: create one with `aoc new 2019/1`",
        ),
        (
            "2016-2019",
            "no solution for 2016-2019: create one with `aoc new 2016/1`",
        ),
        (
            "2020/3-5",
            "no solution for 2020/3-5: create one with `aoc new 2020/3`",
        ),
        (
            "3-5",
            "no solution for 3-5: create one with `aoc new 2025/3`",
        ),
        (
            "2015-2018",
            "no solution for 2015-2018: create one with `aoc new 2015/1`",
        ),
        (
            "2019-2025/2,25",
            "no solution for 2019-2025/25: create one with `aoc new 2019/25`",
        ),
        (
            "*/2,25",
            "no solution for */25: create one with `aoc new 2024/25`",
        ),
        (
            "today",
            "there is no puzzle today: the next event begins on 2026-12-01 at 05:00 UTC; name one, \
             such as 2025/12",
        ),
    ];
    for (line, message) in cases {
        assert_eq!(world().solutions(line), message, "{line}");
    }
    assert_eq!(
        World::at(DECEMBER_3).solutions("today"),
        "no solution for 2026/3: create it with `aoc new 2026/3`"
    );
    let mut empty = world();
    (empty.days, empty.latest) = (BTreeMap::new(), None);
    for line in ["", "latest", "all"] {
        assert_eq!(
            empty.solutions(line),
            "this project has no solutions yet: create one with `aoc new 2025/1`"
        );
    }
}

#[test]
fn solutions_take_the_year_that_was_set() {
    let set = world().with_default_year(2020);
    assert_eq!(set.solutions("2"), "2020/2");
    assert_eq!(set.solutions("1-5"), "2020/1 2020/2");
    assert_eq!(
        set.solutions("2 2021"),
        "2021/2",
        "what is typed is stronger"
    );
    assert_eq!(
        set.solutions("all"),
        "2020/1 2020/2 2020/22 2021/2 2021/21 2025/12"
    );
    assert_eq!(
        set.solutions("21"),
        "no solution for 2020/21: create it with `aoc new 2020/21`, or write 2021/21; the year is \
         from AOC_YEAR"
    );
    assert_eq!(
        set.solutions("3"),
        "no solution for 2020/3: create it with `aoc new 2020/3`; the year is from AOC_YEAR"
    );
    assert_eq!(
        set.solutions("3-5"),
        "no solution for 2020/3-5: create one with `aoc new 2020/3`"
    );
    assert_eq!(
        world().with_default_year(2025).solutions("22"),
        "2025/22 does not exist: 2025 has 12 days; the year is from AOC_YEAR, name another one, \
         such as 2024/22"
    );
}

#[test]
fn a_note_says_that_the_running_event_was_passed_over() {
    let mut at = World::at(DECEMBER_3);
    assert_eq!(
        at.solutions("2"),
        "2021/2 (no solution for 2026/2 yet: using 2021/2)"
    );
    assert_eq!(
        at.solutions("1-5"),
        "2020/1 2021/2 (no solution for 2026/1, 2026/2 yet: using 2020/1, 2021/2)"
    );
    assert_eq!(at.solutions("22"), "2020/22", "2026 has no such day");
    assert_eq!(at.solutions("2020/2"), "2020/2", "the year was typed");
    assert_eq!(at.solutions("*/2"), "2020/2 2021/2");
    at.days.insert(Year(2026), [Day(2)].into());
    assert_eq!(at.solutions("2"), "2026/2");
    let set = at.with_default_year(2020);
    assert_eq!(set.solutions("1"), "2020/1", "the year was set");
}

#[test]
fn the_site_takes_the_year_from_the_first_that_says_one() {
    assert_eq!(world().site("2"), "2021/2", "the newest with a solution");
    assert_eq!(world().site("3"), "2025/3", "the newest event");
    assert_eq!(world().site("13"), "2024/13", "the newest with the day");
    let at = World::at(DECEMBER_3);
    assert_eq!(at.site("2"), "2026/2", "the running event");
    assert_eq!(at.site("5"), "2026/5", "locked, which the client says");
    assert_eq!(at.site("22"), "2020/22", "the running event has no day 22");
    let set = at.with_default_year(2019);
    assert_eq!(set.site("1-3"), "2019/1 2019/2 2019/3", "the setting");
    assert_eq!(set.site("2 2017"), "2017/2", "what is typed");
    assert_eq!(
        set.with_default_year(2025).site("13"),
        "2025/13 does not exist: 2025 has 12 days; the year is from AOC_YEAR, name another one, \
         such as 2024/13"
    );
}

#[test]
fn the_site_has_whole_years_as_far_as_they_are_unlocked() {
    let at = world();
    assert_eq!(at.site("2025").split(' ').count(), 12);
    assert_eq!(at.site("2019").split(' ').count(), 25);
    assert_eq!(at.site("2024-2025").split(' ').count(), 25 + 12);
    assert_eq!(at.site("2025-2030").split(' ').count(), 12);
    assert_eq!(at.site("*/25").split(' ').count(), 10);
    assert_eq!(at.site("*/12").split(' ').count(), 11);
    assert_eq!(at.site("2016-2017/25"), "2016/25 2017/25");
    assert_eq!(at.site("2024-2025/24-25"), "2024/24 2024/25");
    assert_eq!(at.site("2025-2030/1"), "2025/1", "the rest is locked");
    assert_eq!(
        at.site("2026"),
        "no puzzle of 2026 is unlocked: the first one unlocks 2026-12-01 05:00 UTC"
    );
    let december = World::at(DECEMBER_3);
    assert_eq!(december.site("2026"), "2026/1 2026/2 2026/3");
    assert_eq!(
        december.site("2027/3"),
        "2027/3",
        "named: the client refuses"
    );
    assert_eq!(december.site("*/3").split(' ').count(), 12);
}

#[test]
fn files_are_created_for_whole_years_up_to_the_next_event() {
    let at = world();
    let count = |line: &str| at.resolve(line, Selection::creation).split(' ').count();
    assert_eq!(count("2019"), 25);
    assert_eq!(count("2026"), 12, "the next event");
    assert_eq!(count("2025-2030"), 24);
    assert_eq!(count("2030"), 12, "named");
    assert_eq!(count("*/25"), 10);
    assert_eq!(count("2016-2017/1-3"), 6);
    assert_eq!(at.resolve("22", Selection::creation), at.site("22"));
}

#[test]
fn the_site_without_a_selector_is_today_or_the_latest() {
    let mut at = world();
    assert_eq!(at.site(""), "2020/22");
    assert_eq!(
        at.site("today"),
        "there is no puzzle today: the next event begins on 2026-12-01 at 05:00 UTC; name one, such \
         as 2025/1"
    );
    assert_eq!(at.site("latest"), "2020/22");
    assert_eq!(at.site("all").split(' ').count(), 6);
    at.now = DECEMBER_3;
    assert_eq!(at.site(""), "2026/3");
    assert_eq!(at.site("today"), "2026/3");
    at.now = "2026-12-20T12:00:00Z";
    assert_eq!(at.site(""), "2020/22");
    assert_eq!(
        at.site("today"),
        "there is no puzzle today: the event of 2026 is over; name one, such as 2026/1"
    );
    (at.days, at.latest) = (BTreeMap::new(), None);
    assert_eq!(at.site(""), "no puzzle given: name one, such as 2026/1");
}

#[test]
fn a_command_may_default_to_all() {
    let parse = |words: &[&str]| Selection::parse(words, None).unwrap().or_all();
    let found = parse(&[]).solutions(&world().context()).unwrap();
    assert_eq!(found.puzzles.len(), 6);
    let found = parse(&["22"]).solutions(&world().context()).unwrap();
    assert_eq!(found.puzzles.len(), 1);
}

proptest! {
    #[test]
    fn what_is_found_is_sorted_and_unique(
        words in prop::collection::vec(
            "[0-9]{1,2}|[1-9]-[0-9]{1,2}|202[0-5]|202[0-5]/[1-9](,[1-9]){0,2}|201[5-9]-202[0-9](/[0-9]{1,2})?|[*]/[0-9]{1,2}|all|today|latest",
            0..5,
        ),
        year in prop::option::of("202[0-6]"),
    ) {
        let at = world();
        let context = at.context();
        if let Ok(selection) = Selection::parse(&words, year.as_deref()) {
            for found in [selection.solutions(&context), selection.site(&context)] {
                let found = found.unwrap_or_default().puzzles;
                prop_assert!(found.is_sorted_by(|a, b| a < b));
            }
            for puzzle in selection.solutions(&context).unwrap_or_default().puzzles {
                prop_assert!(at.days[&puzzle.year].contains(&puzzle.day));
            }
        }
    }
}
