use std::time::Duration;

use chrono::DateTime;

use super::*;
use crate::inputs::RecordedAnswers;
use crate::pages::PuzzlePage;
use crate::puzzle::Puzzle;
use crate::records::last_run::{LastRun, MeasuredTime};
use crate::records::{KnownAnswers, KnownStars, StarTimes};
use crate::runner::Status;
use crate::site::{OwnDayTimes, StarTime};

fn day(answers: &str, shown: Option<&OwnDayTimes>) -> DayRecord {
    day_of(Puzzle::of(2025, 1), None, answers, shown)
}

fn day_of(
    puzzle: Puzzle,
    page: Option<&PuzzlePage>,
    answers: &str,
    shown: Option<&OwnDayTimes>,
) -> DayRecord {
    let answers = RecordedAnswers::parse(answers).unwrap();
    let on_site = shown.map(|shown| {
        let stars = [shown.part1, shown.part2].into_iter().flatten();
        u8::try_from(stars.count()).unwrap()
    });
    let required = [answers.has_star(), false];
    let now = "2026-01-01T00:00:00Z".parse().unwrap();
    let times = StarTimes::of(puzzle, shown, &answers, now);
    let known = KnownAnswers::of(answers, puzzle, page);
    DayRecord {
        puzzle,
        times,
        stars: KnownStars {
            stored: known.solved(),
            on_site,
            required,
        },
        answers: known,
        ..DayRecord::default()
    }
}

fn measured() -> MeasuredTime {
    MeasuredTime {
        ns: 1_310_000,
        is_partial: false,
        measured_at: DateTime::UNIX_EPOCH,
        parts: [None, None],
        digest: 0,
        files: Vec::new(),
        is_old: false,
    }
}

#[test]
fn a_line_to_share_has_no_time_of_a_wrong_answer() {
    let guess = |part| {
        let time = "2025-12-09T08:10:00Z";
        format!("[[guess]]\npart = {part}\nanswer = 77\nverdict = 'right'\ntime = {time}\n")
    };
    let answers = guess(1) + &guess(2);
    let old = MeasuredTime {
        is_old: true,
        ..measured()
    };
    let partial = MeasuredTime {
        is_partial: true,
        ..measured()
    };
    for (time, status, is_shown) in [
        (measured(), Status::Ok, true),
        (measured(), Status::Unverified, true),
        (measured(), Status::Wrong, false),
        (old, Status::Ok, false),
        (partial, Status::Ok, false),
    ] {
        let last_run = LastRun {
            time: Some(time),
            statuses: [Status::Ok, status],
            ..LastRun::default()
        };
        let line = share_line(&DayRecord {
            last_run: Some(last_run),
            ..day(&answers, None)
        });
        let has_time = line.expect("a line").ends_with(", 1.31 ms, Rust");
        assert_eq!(has_time, is_shown, "{status:?}");
    }
}

#[test]
fn a_line_to_share_tells_what_is_known() {
    let guess = |part, verdict, time| {
        format!(
            "[[guess]]\npart = {part}\nanswer = 77\nverdict = '{verdict}'\ntime = \
             2025-12-01T{time}Z\n"
        )
    };
    let first = guess(1, "right", "08:10:00");
    let second = guess(2, "right", "08:15:30");
    let wrong = guess(1, "too-low", "08:05:00") + &guess(1, "too-recent", "08:05:30");
    let seen = "first_seen = 2025-12-01T08:00:00Z\n";
    let last = measured();
    let start = "Advent of Code 2025/1 ** ";
    for (answers, last, facts) in [
        (format!("{seen}{first}"), None, None),
        (
            format!("{seen}{wrong}{first}{second}"),
            Some(last),
            Some("15m 30s from the first look, 5m 30s between the parts, 3 guesses, 1.31 ms, Rust"),
        ),
        (
            format!("{first}{second}"),
            None,
            Some("3h 15m after the unlock, 5m 30s between the parts, 2 guesses, Rust"),
        ),
        (
            second.replace("2025-12-01", "2025-12-09"),
            None,
            Some("Rust"),
        ),
    ] {
        let last_run = LastRun {
            time: last,
            ..LastRun::default()
        };
        let line = share_line(&DayRecord {
            last_run: Some(last_run),
            ..day(&answers, None)
        });
        let expected = facts.map(|facts| format!("{start}{facts}"));
        assert_eq!(line, expected);
        assert!(!line.unwrap_or_default().contains("77"));
    }
}

/// The line has the times that `aoc times` shows.
#[test]
fn a_line_to_share_has_the_times_of_the_record() {
    let guess = |part, time| {
        format!("[[guess]]\npart = {part}\nanswer = 77\nverdict = 'right'\ntime = {time}Z\n")
    };
    let seen = "first_seen = 2025-12-01T08:00:00Z\n";
    let both = guess(1, "2025-12-01T08:10:00") + &guess(2, "2025-12-01T08:15:30");
    let future = guess(1, "2025-12-01T08:10:00") + &guess(2, "2031-12-01T08:15:30");
    let after = |seconds| Some(StarTime::After(Duration::from_secs(seconds)));
    let shown = |part1, part2| OwnDayTimes {
        day: Puzzle::of(2025, 1).day,
        part1,
        part2,
    };
    let by_site = shown(after(120), after(300));
    let late = shown(after(120), Some(StarTime::Later));
    let first = shown(after(120), None);
    for (case, answers, shown, facts) in [
        (
            "in the future",
            format!("{seen}{future}"),
            None,
            Some("2 guesses, Rust"),
        ),
        (
            "only on the site",
            String::new(),
            Some(&by_site),
            Some("5m 0s after the unlock, 3m 0s between the parts, Rust"),
        ),
        (
            "late, only on the site",
            String::new(),
            Some(&late),
            Some("Rust"),
        ),
        ("the first star", String::new(), Some(&first), None),
        (
            "the site knows better",
            both,
            Some(&by_site),
            Some("5m 0s after the unlock, 3m 0s between the parts, 2 guesses, Rust"),
        ),
        (
            "before the unlock",
            guess(1, "2025-12-01T04:10:00") + &guess(2, "2025-12-01T04:15:30"),
            None,
            Some("2 guesses, Rust"),
        ),
    ] {
        let line = share_line(&day(&answers, shown));
        let expected = facts.map(|facts| format!("Advent of Code 2025/1 ** {facts}"));
        assert_eq!(line, expected, "{case}");
    }
}

/// The last star of an event is claimed without an answer.
#[test]
fn the_claim_of_the_last_star_is_not_a_guess() {
    let guess = |part, verdict| {
        format!(
            "[[guess]]\npart = {part}\nanswer = 77\nverdict = '{verdict}'\ntime = \
             2025-12-12T05:10:00Z\n"
        )
    };
    let claim = guess(2, "right");
    for (answers, guesses) in [
        (guess(1, "right") + &claim, "1 guess, "),
        (
            guess(1, "wrong") + &guess(1, "right") + &claim,
            "2 guesses, ",
        ),
        // Part 1 was solved elsewhere.
        (claim, ""),
    ] {
        let day = day_of(Puzzle::of(2025, 12), None, &answers, None);
        let line = share_line(&day).expect("a line");
        assert!(line.ends_with(&format!(" {guesses}Rust")), "{line}");
        assert_eq!(line.contains("guess"), !guesses.is_empty(), "{line}");
    }
}

/// The number of days of 2026 is only expected, and the page shows that part 2 has an answer.
#[test]
fn an_answer_to_part_2_of_an_expected_last_day_is_a_guess() {
    let puzzle = Puzzle::of(2026, 12);
    let guess = |part, verdict| {
        format!(
            "[[guess]]\npart = {part}\nanswer = 77\nverdict = '{verdict}'\ntime = \
             2026-12-12T05:10:00Z\n"
        )
    };
    let answer = "<article></article><p>Your puzzle answer was <code>7</code>.</p>";
    let page = PuzzlePage::parse(&format!("<main>{answer}{answer}</main>"));
    for (first, guesses) in [(guess(1, "right"), "3 guesses, "), (String::new(), "")] {
        let answers = first + &guess(2, "wrong") + &guess(2, "right");
        for (page, guesses) in [
            (None, guesses.replace("3 guesses", "1 guess")),
            (Some(&page), guesses.to_owned()),
        ] {
            let line = share_line(&day_of(puzzle, page, &answers, None)).expect("a line");
            assert!(line.ends_with(&format!(" {guesses}Rust")), "{line}");
        }
    }
}
