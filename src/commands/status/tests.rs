use std::time::Duration;

use aoc_solution::Part;
use chrono::{Offset, TimeDelta};

use super::next_step::NextStep;
use super::*;
use crate::inputs::{Example, RecordedAnswers};
use crate::records::{DayCode, KnownAnswers, KnownStars, LastRun, MeasuredTime, StarTimes};
use crate::runner::{DayExamples, MissingExample, Status};
use crate::site::StarTime;
use crate::terminal::width;

/// A day with these files. A letter stands for each file: `c` code, `i` input, `p` page, `e`
/// examples.
pub fn day((year, day): (u16, u8), stars: u8, answers: usize, files: &str) -> DayRecord {
    let mut accepted = RecordedAnswers::default();
    for part in Part::BOTH.into_iter().take(answers) {
        accepted.accept(part, "7");
    }
    let example = Example::from_page("1", [None, None]);
    DayRecord {
        puzzle: Puzzle::of(year, day),
        is_unlocked: true,
        stars: KnownStars {
            on_site: Some(stars),
            ..KnownStars::default()
        },
        code: files.contains('c').then(DayCode::default),
        has_input: files.contains('i'),
        has_page: files.contains('p'),
        examples: DayExamples {
            stored: vec![example; files.matches('e').count()],
            ..DayExamples::default()
        },
        answers: KnownAnswers::of(accepted, Puzzle::of(year, day), None),
        ..DayRecord::default()
    }
}

pub(super) fn session_of_ana(problem: Option<SessionProblem>) -> KnownSession {
    let place = SessionPlace::Own {
        account: None,
        file: "~/.config/session".into(),
    };
    session_in(place, problem)
}

pub(super) fn session_in(place: SessionPlace, problem: Option<SessionProblem>) -> KnownSession {
    let session = Session::new(b"53616c7465645f5f0123456789abcdef", place).expect("a session");
    KnownSession {
        session: Arc::new(session),
        user: Some("ana".into()),
        problem,
    }
}

pub fn results(days: Vec<DayRecord>) -> StatusResults {
    StatusResults {
        project: Some("/home/me/aoc".into()),
        session: Ok(session_of_ana(None)),
        event: EventOverview {
            next: Some(unlock_of(Puzzle::of(2026, 1))),
        },
        year: YearRecord {
            year: days.first().map_or(Year::of(2025), |day| day.puzzle.year),
            stars: Some(15),
            total: 50,
            on_site: Some(ShownStarCount {
                stars: 15,
                at: now() - TimeDelta::seconds(11_100),
                age: Duration::from_mins(185),
            }),
            on_page: None,
            days,
        },
        selected: None,
        next: Suggestion {
            step: NextStep::Run(Puzzle::of(2024, 15)),
            why: "edited last".into(),
        },
        local_offset: |_| Utc.fix(),
    }
}

fn of_2024() -> StatusResults {
    let of = |number, stars, answers, files| day((2024, number), stars, answers, files);
    let mut days = vec![
        of(1, 1, 1, "ciep"),
        of(2, 2, 2, "cipee"),
        of(3, 0, 0, "cpe"),
    ];
    days[0].last_run = Some(LastRun {
        statuses: [Status::Wrong, Status::Ok],
        ..LastRun::default()
    });
    days[1].title = Some("Red-Nosed Reports".to_owned());
    days[2].title = Some("A title that is much longer than others are".to_owned());
    let time = MeasuredTime {
        ns: 24_700_000,
        is_partial: false,
        measured_at: now(),
        parts: [None; 2],
        digest: 0,
        files: Vec::new(),
        is_old: false,
    };
    let last = LastRun {
        time: Some(time),
        ..LastRun::default()
    };
    days.push(DayRecord {
        last_run: Some(last),
        ..of(4, 2, 0, "cip")
    });
    days.push(of(5, 0, 0, "cip"));
    days[4].examples.missing = Some(MissingExample::Likely(Part::One));
    days.extend((6..=24).map(|number| of(number, 0, 0, "p")));
    days.push(of(25, 0, 0, "c"));
    days[24].is_unlocked = false;
    days[3].is_site_count_old = true;
    results(days)
}

fn now() -> DateTime<Utc> {
    "2026-11-20T11:00:00Z".parse().unwrap()
}

fn unlock_of(puzzle: Puzzle) -> Unlock {
    Unlock {
        puzzle,
        time: unlock(puzzle),
    }
}

#[test]
fn a_time_without_a_part_is_explained() {
    let mut november = of_2024();
    let explained = |november: &StatusResults| {
        screen(Terminal::wide(80), now(), november, true).contains("; > a part is missing")
    };
    assert!(!explained(&november));
    let last = november.year.days[3].last_run.as_mut().expect("a run");
    last.time.as_mut().expect("a time").is_partial = true;
    assert!(explained(&november));
}

#[test]
fn a_day_with_an_input_and_without_code_is_in_the_table() {
    let days = vec![day((2024, 1), 0, 0, "i"), day((2024, 2), 0, 0, "")];
    let screen = screen(Terminal::wide(80), now(), &results(days), false);
    assert!(screen.contains("\n2024/1 "), "{screen}");
    assert!(
        screen.contains("\n1 open day not started: 2024/2\n"),
        "{screen}"
    );
}

#[test]
fn a_year_fits_on_a_screen_of_any_width() {
    let mut little = of_2024();
    little.session = Err("no session; log in at adventofcode.com".into());
    little.event.next = None;
    little.year.on_site = None;
    little.year.days = little.year.days.drain(15..24).collect();
    let screens = [of_2024(), little].map(|days| screen(Terminal::wide(80), now(), &days, false));
    insta::assert_snapshot!(screens.join("\n"), @"
    session  ~/.config/session (…cdef)  ana
    event    2026/1 unlocks in 10d 18h  on 2026-12-01 at 05:00 UTC
    stars    2024: 15 of 50  the site was asked 3h 5m ago

    day     title                  stars examples answers     last
    2024/1  (no title)             *            1       1          wrong now
    2024/2  Red-Nosed Reports      **           2       2
    2024/3  A title that is much…  ·            1       ·          no input
    2024/4  (no title)             **           ·       ·  24.7 ms
    2024/5  (no title)             ·            ·       ·          example not clear
    2024/25 (no title)             ·            ·       ·
    19 open days not started

    next     aoc run 2024/15  edited last

    session  no session; log in at adventofcode.com
    stars    2024: 15 of 50  from the stored files; `aoc status 2024 --refresh` asks
      the site

    9 open days not started

    next     aoc run 2024/15  edited last
    ");
    let mut november = of_2024();
    november.year.days.drain(4..24);
    insta::assert_snapshot!(screen(Terminal::wide(40), now(), &november, true), @"
    session  ~/.config/session (…cdef)  ana
    event    2026/1 unlocks in 10d 18h  on
      2026-12-01 at 05:00 UTC
    stars    2024: 15 of 50  the site was
      asked 3h 5m ago

    day     title             stars     last
    2024/1  (no title)        *
      wrong now
    2024/2  Red-Nosed Reports **
    2024/3  A title that is…  ·
      no input
    2024/4  (no title)        **     24.7 ms
    2024/25 (no title)        ·
    · none

    next     aoc run 2024/15  edited last
    ");
    let times = StarTimes {
        after_unlock: [431, 1_130].map(|time| Some(StarTime::After(Duration::from_secs(time)))),
        since_first_look: [None, Some(Duration::from_secs(722))],
    };
    november.year.days[1].times = times;
    insta::assert_snapshot!(screen(Terminal::wide(100), now(), &november, true), @"
    session  ~/.config/session (…cdef)  ana
    event    2026/1 unlocks in 10d 18h  on 2026-12-01 at 05:00 UTC
    stars    2024: 15 of 50  the site was asked 3h 5m ago

    day     title                              stars examples answers  unlock    look     last
    2024/1  (no title)                         *            1       1                          wrong now
    2024/2  Red-Nosed Reports                  **           2       2 18m 50s  12m 2s
    2024/3  A title that is much longer than…  ·            1       ·                          no input
    2024/4  (no title)                         **           ·       ·                  24.7 ms
    2024/25 (no title)                         ·            ·       ·
    · none; unlock and look: the time from the unlock and from your first look to the last star

    next     aoc run 2024/15  edited last
    ");
    let narrow = screen(Terminal::wide(40), now(), &of_2024(), false);
    let rows = "2024/3  A title that is…  ·\n  no input\n2024/4  (no title)        **     24.7";
    assert!(narrow.contains(rows), "{narrow}");
    // Stars that the site showed long ago are dimmed.
    let mut old = of_2024();
    old.year.on_site = Some(ShownStarCount {
        stars: 15,
        at: now() - 2 * LONG_AGO,
        age: 2 * LONG_AGO,
    });
    let colored = Terminal {
        color: true,
        ..Terminal::wide(80)
    };
    let shown = screen(colored, now(), &old, false);
    assert!(shown.contains("\u{1b}[2m2024:"), "{shown}");
    assert!(shown.contains("\u{1b}[2m**"), "{shown}");
    for columns in 20..100 {
        let text = DaysTable::new(Terminal::wide(columns), &of_2024().year.days).text();
        let whole = screen(Terminal::wide(columns), now(), &of_2024(), true) + &text;
        assert!(whole.lines().all(|line| width(line) <= columns), "{whole}");
        assert!(columns < 80 || text.lines().count() == 26, "{text}");
    }
}
