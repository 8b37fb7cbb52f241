use std::time::Duration;

use super::*;
use crate::puzzle::{Year, unlock};

fn at(day: u8, seconds: i64) -> DateTime<Utc> {
    unlock(Year(2025).day(Day(day))) + chrono::TimeDelta::seconds(seconds)
}

/// A member with the times of parts, in seconds after the unlock.
fn member(id: u64, score: u64, times: &[(u8, Option<i64>, Option<i64>)]) -> Member {
    let part = |day, seconds: Option<i64>| seconds.map(|seconds| at(day, seconds));
    let day = |&(day, one, two): &(u8, Option<i64>, Option<i64>)| {
        (Day(day), [part(day, one), part(day, two)])
    };
    let days: BTreeMap<Day, [Option<DateTime<Utc>>; 2]> = times.iter().map(day).collect();
    let stars = days.values().flatten().flatten().count();
    Member {
        id,
        name: format!("member {id}"),
        stars: u32::try_from(stars).expect("few"),
        local_score: score,
        days,
    }
}

fn standings_of(members: Vec<Member>) -> serde_json::Value {
    let board = Leaderboard {
        year: Year(2025),
        id: 1001,
        first_unlock: at(1, 0),
        members,
    };
    let results = standings(&SeenLeaderboard {
        board,
        fetched: at(5, 0),
        age: Duration::from_secs(7),
    });
    serde_json::to_value(results).expect("plain data is JSON")
}

#[test]
fn the_best_stand_first_and_equal_ones_share_a_rank() {
    let standings = standings_of(vec![
        member(1, 5, &[(1, Some(100), None)]),
        member(2, 9, &[(1, Some(50), Some(90))]),
        // As many points and stars as the first, and earlier.
        member(3, 5, &[(1, Some(80), None)]),
        member(4, 0, &[]),
    ]);
    let members = standings["members"].as_array().expect("members");
    let shown: Vec<(u64, u64)> = members
        .iter()
        .filter_map(|member| Some((member["id"].as_u64()?, member["rank"].as_u64()?)))
        .collect();
    assert_eq!(shown, [(2, 1), (3, 2), (1, 2), (4, 4)]);
    assert_eq!(standings["schema"], "aoc-leaderboard/1");
    assert_eq!(standings["fetched"], "2025-12-05T05:00:00Z");
    assert_eq!(members[0]["days"][0]["part1"], "2025-12-01T05:00:50Z");
    assert_eq!(members[1]["days"][0]["part2"], serde_json::Value::Null);
}

#[test]
fn times_are_ranked_and_have_medians() {
    let standings = standings_of(vec![
        member(1, 1, &[(1, Some(100), Some(300)), (2, Some(40), Some(50))]),
        member(2, 2, &[(1, Some(50), Some(400))]),
        member(3, 3, &[(1, Some(100), None), (2, Some(-5), Some(-5))]),
    ]);
    let days = &standings["days"];
    assert_eq!(days[0]["part1"]["solved"], 3);
    assert_eq!(days[0]["part1"]["first"], "member 2");
    assert_eq!(days[0]["part2"]["first_seconds"], 300);
    assert_eq!(days[0]["medians"]["part1_seconds"], 100);
    assert_eq!(days[0]["medians"]["part2_seconds"], 350);
    assert_eq!(days[0]["medians"]["delta_seconds"], 275);
    // Solved before the unlock, by someone who tested the puzzle.
    assert_eq!(days[1]["part1"]["first_seconds"], 0);
    let by_id = |id: u64| {
        let members = standings["members"].as_array().expect("members");
        let found = members.iter().find(|member| member["id"] == id);
        found.expect("a member").clone()
    };
    assert_eq!(by_id(1)["medians"]["part1_seconds"], 70);
    assert_eq!(by_id(1)["days"][0]["part1_rank"], 2);
    assert_eq!(by_id(3)["days"][0]["part1_rank"], 2);
    assert_eq!(by_id(2)["days"][0]["part1_rank"], 1);
    assert_eq!(by_id(2)["days"][0]["part2_rank"], 2);
    assert_eq!(by_id(3)["days"][0]["part2_rank"], serde_json::Value::Null);
}

#[test]
fn nobody_is_no_failure() {
    let standings = standings_of(Vec::new());
    assert_eq!(standings["members"], serde_json::json!([]));
    assert_eq!(median(Vec::new()), None);
    assert_eq!(median(vec![i64::MAX, i64::MAX]), Some(i64::MAX));
}
