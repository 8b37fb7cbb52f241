use super::*;
use crate::terminal::width;

fn day(day: u8) -> DayOverview {
    DayOverview {
        year: Year(2024),
        day: Day(day),
        unlocked: day <= 24,
        stars: (day > 2).then_some(day % 3),
        solution: day.is_multiple_of(2),
        input: day.is_multiple_of(3),
        page: true,
        examples: day == 4,
        answers: day % 3,
        last_run: day.is_multiple_of(5).then(|| LastRun {
            ns: 123_400_000 / u64::from(day),
            time: DateTime::UNIX_EPOCH,
        }),
    }
}

fn results() -> StatusResults {
    StatusResults {
        schema: "aoc-status/1",
        project: Some("/home/me/aoc".into()),
        session: SessionOverview {
            place: Some("/home/me/some/where/that/is/rather/deep/down/.config/aoc/session".into()),
            tail: Some("cdef".into()),
            user: Some("ana".into()),
            is_proven: false,
            problem: None,
        },
        event: EventOverview {
            running: None,
            next: Some(Unlock {
                year: Year(2026),
                day: Day(1),
                time: DateTime::from_timestamp(1_796_101_200, 0).unwrap(),
                seconds: 928_800,
            }),
            clock_ahead_seconds: -3,
        },
        year: Year(2024),
        stars: StarsOverview {
            stars: 31,
            of: 50,
            seen: Some(DateTime::UNIX_EPOCH),
            age_seconds: Some(11_100),
            all_years: Some(123),
        },
        days: (1..=25).map(day).collect(),
        next: Next {
            command: "aoc run 2024/22".into(),
            why: "edited last".into(),
        },
    }
}

fn shown(terminal: Terminal, results: &StatusResults) -> String {
    let mut out = Vec::new();
    overview(&mut out, terminal, results).unwrap();
    String::from_utf8(out).unwrap()
}

fn terminal(width: usize) -> Terminal {
    Terminal {
        width: Some(width),
        ..Terminal::PLAIN
    }
}

#[test]
fn a_year_fits_on_a_screen() {
    let text = shown(terminal(80), &results());
    assert!(text.lines().count() <= 23, "{text}");
    insta::assert_snapshot!(text, @"
    session  …/me/some/where/that/is/rather/deep/down/.config/aoc/session (…cdef)
      ana  not checked without --refresh
    event    2026 begins in 10d 18h  on 2026-12-01 at 05:00 UTC
    clock    this computer's is 3s behind the site's, as of the last request
    stars    2024: 31 of 50  seen 3h 5m ago  all years: 123

    day ** code input page ex ans     last   day ** code input page ex ans     last
      1 ?  ·    ·     ✓    ·    1             13 *  ·    ·     ✓    ·    1
      2 ?  ✓    ·     ✓    ·    2             14 ** ✓    ·     ✓    ·    2
      3 ·  ·    ✓     ✓    ·    ·             15 ·  ·    ✓     ✓    ·    ·  8.23 ms
      4 *  ✓    ·     ✓    ✓    1             16 *  ✓    ·     ✓    ·    1
      5 ** ·    ·     ✓    ·    2  24.7 ms    17 ** ·    ·     ✓    ·    2
      6 ·  ✓    ✓     ✓    ·    ·             18 ·  ✓    ✓     ✓    ·    ·
      7 *  ·    ·     ✓    ·    1             19 *  ·    ·     ✓    ·    1
      8 ** ✓    ·     ✓    ·    2             20 ** ✓    ·     ✓    ·    2  6.17 ms
      9 ·  ·    ✓     ✓    ·    ·             21 ·  ·    ✓     ✓    ·    ·
     10 *  ✓    ·     ✓    ·    1  12.3 ms    22 *  ✓    ·     ✓    ·    1
     11 ** ·    ·     ✓    ·    2             23 ** ·    ·     ✓    ·    2
     12 ·  ✓    ✓     ✓    ·    ·             24 ·  ✓    ✓     ✓    ·    ·

    next     aoc run 2024/22  edited last
    ");
}

#[test]
fn what_is_not_there_is_said() {
    let mut results = results();
    results.project = None;
    results.session = SessionOverview {
        place: None,
        tail: None,
        user: None,
        is_proven: false,
        problem: Some("no session: log in at adventofcode.com".into()),
    };
    results.event.clock_ahead_seconds = 0;
    results.event.next = None;
    results.stars = StarsOverview {
        stars: 0,
        of: 24,
        seen: None,
        age_seconds: None,
        all_years: None,
    };
    insta::assert_snapshot!(shown(Terminal::PLAIN, &results), @"
    session  no session: log in at adventofcode.com
    event    none to come
    stars    2024: 0 of 24  by recorded answers; `aoc status --refresh` asks the site

    next     aoc run 2024/22  edited last
    ");
}

#[test]
fn no_terminal_is_too_narrow() {
    for columns in 20..110 {
        for unicode in [true, false] {
            let terminal = Terminal {
                unicode,
                ..terminal(columns)
            };
            let text = shown(terminal, &results());
            assert!(unicode || text.is_ascii(), "{text}");
            for line in text.lines() {
                assert!(width(line) <= columns, "{columns}: {line}");
            }
        }
    }
    insta::assert_snapshot!(shown(terminal(30), &results()).lines().take(12).collect::<Vec<_>>().join("\n"), @"
    session  …aoc/session (…cdef)
      ana  not checked without
      --refresh
    event    2026 begins in 10d
      18h  on 2026-12-01 at 05:00
      UTC
    clock    this computer's is 3s
      behind the site's, as of the
      last request
    stars    2024: 31 of 50  seen
      3h 5m ago  all years: 123
    ");
}

#[test]
fn a_pipe_has_a_line_for_each_day() {
    let text = shown(Terminal::PLAIN, &results());
    assert_eq!(text.lines().count(), 4 + 1 + 25 + 2, "{text}");
}
