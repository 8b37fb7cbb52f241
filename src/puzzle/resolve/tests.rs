use proptest::prelude::*;

use super::*;

const NOVEMBER: &str = "2026-11-20T00:00:00Z";
const DECEMBER_3: &str = "2026-12-03T12:00:00Z";

struct Bench {
    days: BTreeMap<Year, BTreeSet<Day>>,
    latest: Option<Puzzle>,
    setting: Option<Year>,
    folder: Option<Year>,
    now: &'static str,
}

/// 2020 has days 1, 2, 22; 2021 has 2, 21; 2025 has 12.
fn bench() -> Bench {
    let year = |year, days: &[u8]| (Year(year), days.iter().copied().map(Day).collect());
    Bench {
        days: [
            year(2020, &[1, 2, 22]),
            year(2021, &[2, 21]),
            year(2025, &[12]),
        ]
        .into(),
        latest: Some(Year(2020).day(Day(22))),
        setting: None,
        folder: None,
        now: NOVEMBER,
    }
}

type Resolve = fn(&Selection, &ResolveContext<'_>) -> Result<Vec<Puzzle>, SelectorError>;

impl Bench {
    fn resolve(&self, line: &str, resolve: Resolve) -> String {
        let words: Vec<&str> = line.split_whitespace().collect();
        let context = ResolveContext {
            days: &self.days,
            latest: self.latest,
            setting: self.setting,
            folder: self.folder,
            now: self.now.parse().unwrap(),
        };
        let found = Selection::parse(&words, None).and_then(|words| resolve(&words, &context));
        match found {
            Ok(puzzles) => {
                let puzzles: Vec<String> = puzzles.iter().map(Puzzle::to_string).collect();
                puzzles.join(" ")
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
    ];
    for (line, puzzles) in cases {
        assert_eq!(bench().solutions(line), puzzles, "{line}");
    }
}

#[test]
fn a_solution_that_is_not_there_is_named_with_its_place() {
    let cases = [
        (
            "2020/3",
            "2020/3 is not solved here: its place is days/year2020/day03.rs",
        ),
        (
            "2020/1,3",
            "2020/3 is not solved here: its place is days/year2020/day03.rs",
        ),
        (
            "2019/3",
            "2019/3 is not solved here: its place is days/year2019/day03.rs",
        ),
        (
            "5",
            "no year here has day 5: its place is such as days/year2025/day05.rs",
        ),
        (
            "13",
            "no year here has day 13: its place is such as days/year2024/day13.rs",
        ),
        (
            "2019",
            "none of 2019 is solved here: the place of a day is such as days/year2019/day01.rs",
        ),
        (
            "2020/3-5",
            "none of 2020/3-5 is solved here: the place of a day is such as \
             days/year2020/day03.rs",
        ),
        (
            "3-5",
            "none of 3-5 is solved here: the place of a day is such as days/year2025/day03.rs",
        ),
        (
            "today",
            "`today` names no puzzle, since no event is running: write such as 2025/12",
        ),
    ];
    for (line, message) in cases {
        assert_eq!(bench().solutions(line), message, "{line}");
    }
    let mut december = bench();
    december.now = DECEMBER_3;
    assert_eq!(
        december.solutions("today"),
        "2026/3 is not solved here: its place is days/year2026/day03.rs"
    );
    let mut empty = bench();
    (empty.days, empty.latest) = (BTreeMap::new(), None);
    for line in ["", "latest", "all"] {
        assert_eq!(
            empty.solutions(line),
            "no day is solved here yet: write one in days/year2025/day01.rs"
        );
    }
}

#[test]
fn the_site_takes_the_year_from_the_first_that_says_one() {
    let mut at = bench();
    assert_eq!(at.site("2"), "2021/2", "the newest year with a solution");
    assert_eq!(at.site("3"), "2025/3", "the newest event");
    assert_eq!(at.site("13"), "2024/13", "the newest event with the day");
    at.now = DECEMBER_3;
    assert_eq!(at.site("2"), "2026/2", "the running event");
    assert_eq!(at.site("5"), "2026/5", "locked, which the client says");
    assert_eq!(at.site("22"), "2020/22", "the running event has no day 22");
    at.folder = Some(Year(2019));
    assert_eq!(at.site("2"), "2019/2", "the folder");
    at.setting = Some(Year(2018));
    assert_eq!(at.site("1-3"), "2018/1 2018/2 2018/3", "the setting");
    assert_eq!(at.site("2 2017"), "2017/2", "the flag");
    at.setting = Some(Year(2025));
    assert_eq!(
        at.site("13"),
        "there is no 2025/13, since 2025 has 12 days, and the setting `year` (AOC_YEAR) says \
         2025: write the year before the day, such as 2019/13"
    );
}

#[test]
fn the_site_has_whole_years_as_far_as_they_are_unlocked() {
    let mut at = bench();
    assert_eq!(at.site("2025").split(' ').count(), 12);
    assert_eq!(at.site("2019").split(' ').count(), 25);
    assert_eq!(
        at.site("2026"),
        "no day of 2026 is unlocked before 2026-12-01 05:00 UTC: name an earlier year"
    );
    at.now = DECEMBER_3;
    assert_eq!(at.site("2026"), "2026/1 2026/2 2026/3");
    assert_eq!(at.site("2027/3"), "2027/3", "named: the client refuses");
}

#[test]
fn the_site_without_a_selector_is_today() {
    let mut at = bench();
    assert_eq!(
        at.site(""),
        "which puzzle? no event is running: name one, such as 2025/1"
    );
    assert_eq!(
        at.site("today"),
        "`today` names no puzzle, since no event is running: write such as 2025/1"
    );
    assert_eq!(at.site("latest"), "2020/22");
    assert_eq!(at.site("all").split(' ').count(), 6);
    at.now = DECEMBER_3;
    assert_eq!(at.site(""), "2026/3");
    assert_eq!(at.site("today"), "2026/3");
    at.now = "2026-12-20T12:00:00Z";
    assert_eq!(
        at.site("today"),
        "`today` names no puzzle, since the event of 2026 is over: write such as 2026/1"
    );
}

proptest! {
    #[test]
    fn what_is_found_is_sorted_and_unique(
        words in prop::collection::vec(
            "[0-9]{1,2}|[1-9]-[0-9]{1,2}|202[0-5]|202[0-5]/[1-9](,[1-9]){0,2}|all|today|latest",
            0..5,
        ),
        year in prop::option::of("202[0-6]"),
    ) {
        let at = bench();
        let context = ResolveContext {
            days: &at.days,
            latest: at.latest,
            setting: None,
            folder: None,
            now: at.now.parse().unwrap(),
        };
        if let Ok(selection) = Selection::parse(&words, year.as_deref()) {
            for found in [selection.solutions(&context), selection.site(&context)] {
                let found = found.unwrap_or_default();
                prop_assert!(found.is_sorted_by(|a, b| a < b));
            }
            for puzzle in selection.solutions(&context).unwrap_or_default() {
                prop_assert!(at.days[&puzzle.year].contains(&puzzle.day));
            }
        }
    }
}
