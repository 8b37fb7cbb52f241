use std::time::Duration;

use super::*;
use crate::inputs::RecordedAnswers;
use crate::puzzle::Puzzle;
use crate::records::KnownAnswers;
use crate::site::{OwnDayTimes, StarTime};

/// A time as the site shows it.
fn star_time(seconds: u64) -> StarTime {
    let time = Duration::from_secs(seconds);
    if time == StarTime::LIMIT {
        StarTime::Later
    } else {
        StarTime::After(time)
    }
}

fn day_times(
    puzzle: Puzzle,
    shown: Option<&OwnDayTimes>,
    answers: &RecordedAnswers,
    now: DateTime<Utc>,
) -> DayTimes {
    DayTimes::of(&DayRecord {
        puzzle,
        answers: KnownAnswers::of(answers.clone(), puzzle, None),
        times: StarTimes::of(puzzle, shown, answers, now),
        ..DayRecord::default()
    })
}

fn seconds(times: &DayTimes) -> [Option<u64>; 3] {
    let [part1, part2] = times
        .times
        .after_unlock
        .map(|time| time.map(|time| Duration::from(time).as_secs()));
    [part1, part2, times.between]
}

#[test]
fn times_of_guesses_and_of_the_site_complete_each_other() {
    let answers = RecordedAnswers::parse(
        "[[guess]]\npart = 1\nanswer = \"3\"\nverdict = \"too-low\"\ntime = 2025-12-01T05:01:00Z\n\
         [[guess]]\npart = 1\nanswer = \"7\"\nverdict = \"right\"\ntime = 2025-12-01T05:02:05Z\n\
         [[guess]]\npart = 2\nanswer = \"8\"\nverdict = \"too-recent\"\ntime = 2025-12-01T05:03:00Z\n\
         [[guess]]\npart = 2\nanswer = \"8\"\nverdict = \"right\"\ntime = 2025-12-03T05:00:00Z\n",
    )
    .unwrap();
    let puzzle = Puzzle::of(2025, 1);
    let late = Some(172_800);
    let own = |part1: u64, part2: Option<u64>| OwnDayTimes {
        day: Day::of(1),
        part1: Some(star_time(part1)),
        part2: part2.map(star_time),
    };
    let a_day = Some(86_400);
    let none = RecordedAnswers::default();
    let [both, late_too, one] = [Some(20), a_day, None].map(|part2| Some(own(9, part2)));
    for (name, (shown, answers, expected)) in [
        (
            "guesses",
            (&None, &answers, [Some(125), late, Some(172_675)]),
        ),
        ("the site", (&both, &answers, [Some(9), Some(20), Some(11)])),
        (
            "later than a day",
            (&late_too, &answers, [Some(9), late, Some(172_791)]),
        ),
        ("not known", (&late_too, &none, [Some(9), a_day, None])),
        ("one star", (&one, &none, [Some(9), None, None])),
    ] {
        let times = day_times(puzzle, shown.as_ref(), answers, DateTime::<Utc>::MAX_UTC);
        assert_eq!(seconds(&times), expected, "{name}");
    }
    let now = "2026-11-24T00:00:00Z".parse().unwrap();
    assert_eq!(day_times(puzzle, None, &answers, now).guesses, Some(3));
    // A star with a time in the future has no known time.
    let late = RecordedAnswers::parse(
        "[[guess]]\npart = 1\nanswer = 7\nverdict = \"right\"\ntime = 9999-12-01T05:02:05Z\n",
    )
    .unwrap();
    let times = day_times(puzzle, None, &late, now);
    assert_eq!(seconds(&times), [None; 3]);
}

#[test]
fn the_best_day_has_the_soonest_known_time() {
    for (part2, best) in [
        (&[Some(90), Some(60), Some(60), None][..], Some(2)),
        // A star of which the site shows only that it came more than a day after the unlock may
        // have come months after the other star.
        (&[Some(86_400), Some(172_800)], Some(2)),
        (&[Some(86_400), None], None),
        (&[], None),
    ] {
        let mut days = Vec::new();
        for (day, part2) in (1..).zip(part2) {
            let puzzle = Puzzle::of(2025, day);
            let mut times = day_times(
                puzzle,
                None,
                &RecordedAnswers::default(),
                DateTime::<Utc>::MAX_UTC,
            );
            times.times.after_unlock[1] = part2.map(star_time);
            days.push(times);
        }
        assert_eq!(best_day(&days), best.map(Day::of), "{part2:?}");
    }
}

#[test]
fn days_on_which_nothing_happened_are_left_out() {
    let guess = "[[guess]]\npart = 1\nanswer = 3\nverdict = 'wrong'\ntime = \
                 2025-12-01T05:01:00Z\n";
    let day = |day, answers, part1| DayRecord {
        puzzle: Puzzle::of(2025, day),
        answers: KnownAnswers::of(
            RecordedAnswers::parse(answers).unwrap(),
            Puzzle::of(2025, day),
            None,
        ),
        times: StarTimes {
            after_unlock: [part1, None],
            ..StarTimes::default()
        },
        ..DayRecord::default()
    };
    let days = [
        day(1, "", None),
        day(2, guess, None),
        day(3, "", Some(StarTime::Later)),
    ];
    let times = TimesDocument::of(days[0].puzzle.year, None, &days);
    let listed: Vec<Day> = times.days.iter().map(|day| day.day).collect();
    assert_eq!(listed, [2, 3].map(Day::of));
    assert_eq!(times.guesses, Some(1));
}
