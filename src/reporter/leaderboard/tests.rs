use super::*;
use crate::terminal::width;

fn time(day: u8, part1: i64, part2: Option<i64>) -> MemberDay {
    MemberDay {
        day: Day(day),
        part1: DateTime::from_timestamp(1_764_565_200 + part1, 0),
        part2: None,
        part1_seconds: Some(part1),
        part2_seconds: part2,
        delta_seconds: part2.map(|part2| part2 - part1),
        part1_rank: Some(1),
        part2_rank: part2.map(|_| 2),
    }
}

fn member(rank: u32, name: &str, days: Vec<MemberDay>) -> LeaderboardMember {
    LeaderboardMember {
        rank,
        id: rank.into(),
        name: name.to_owned(),
        stars: 3,
        local_score: 120,
        medians: Medians {
            part1_seconds: days.first().and_then(|day| day.part1_seconds),
            part2_seconds: days.first().and_then(|day| day.part2_seconds),
            delta_seconds: None,
        },
        days,
    }
}

fn results() -> LeaderboardResults {
    let members = vec![
        member(
            1,
            "Ana",
            vec![time(1, 125, Some(754)), time(2, 90_000, None)],
        ),
        member(2, "カニ \u{1b}[31m戦い", vec![time(1, 65, Some(7_200))]),
        member(3, "שלום \u{202e}abc", vec![]),
        member(4, &"long ".repeat(20), vec![]),
    ];
    let part = |solved, seconds, name: &str| PartStandings {
        solved,
        first_seconds: Some(seconds),
        first: Some(name.to_owned()),
    };
    let day = LeaderboardDay {
        day: Day(1),
        unlock: DateTime::from_timestamp(1_764_565_200, 0).unwrap(),
        part1: part(2, 65, "カニ \u{1b}[31m戦い"),
        part2: part(1, 754, "Ana"),
        medians: members[0].medians,
    };
    let fetched = DateTime::from_timestamp(1_764_900_000, 0).unwrap();
    let age = Duration::from_secs(192);
    LeaderboardResults::new(Year(2025), 1001, fetched, age, members, vec![day])
}

fn shown(columns: Option<usize>, verbosity: Verbosity) -> String {
    let terminal = Terminal {
        width: columns,
        ..Terminal::PLAIN
    };
    let mut out = Vec::new();
    leaderboard(&mut out, terminal, verbosity, &results()).unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn names_stand_last() {
    insta::assert_snapshot!(shown(Some(80), Verbosity::Verbose), @r"
    2025  leaderboard 1001  4 members  3m 12s old
    rank  stars  score  median 1  median 2     delta  name
       1      3    120     2m 5s   12m 34s         –  Ana
       2      3    120     1m 5s     2h 0m         –  カニ \u{1b}[31m戦い
       3      3    120         –         –         –  שלום \u{202e}abc
       4      3    120         –         –         –  long long long long long long…

    day  both   one   first 1  median 1   first 2  median 2     delta  first
      1     1     1     1m 5s     2m 5s   12m 34s   12m 34s         –  Ana

    day 1  unlocked 2025-12-01 05:00 UTC
    rank    part 1  rank    part 2     delta  name
       1     2m 5s     2   12m 34s   10m 29s  Ana
       1     1m 5s     2     2h 0m    1h 58m  カニ \u{1b}[31m戦い
    ");
}

#[test]
fn narrow_terminals_have_fewer_columns() {
    insta::assert_snapshot!(shown(Some(40), Verbosity::Normal), @r"
    2025  leaderboard 1001  4 members
      3m 12s old
    rank  stars  score  name
       1      3    120  Ana
       2      3    120  カニ \u{1b}[31m戦い
       3      3    120  שלום \u{202e}abc
       4      3    120  long long long long…

    day  both   one  median 2
      1     1     1   12m 34s
    ");
}

#[test]
fn no_line_is_too_wide_and_no_control_sequence_is_shown() {
    for columns in 20..120 {
        let text = shown(Some(columns), Verbosity::Verbose);
        assert!(!text.contains(['\u{1b}', '\u{202e}']), "{text}");
        for line in text.lines() {
            assert!(width(line) <= columns, "{columns}: {line}");
        }
    }
}
