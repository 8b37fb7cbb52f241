//! `aoc leaderboard`: a private leaderboard, asked for at most every 15 minutes. It
//! shows the members, then who was first on each day, with `-v` everyone's times.
//!
//! Names stand last in their lines: how wide a terminal draws one, or in which
//! direction, then moves nothing else.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::time::Duration;

use anstyle::Style;
use chrono::{DateTime, Utc};
use clap::Args;
use serde::Serialize;

use crate::app::App;
use crate::error::{CliError, Exit};
use crate::puzzle::{Day, Year};
use crate::site::{
    Leaderboard, LeaderboardAccess, LeaderboardFile, Member, SeenLeaderboard, SiteError, ViewKey,
};
use crate::terminal::layout::Line;
use crate::terminal::style::{DIM, GOLD, PLAIN, STRONG};
use crate::terminal::{Terminal, Verbosity, cut_end, plural, sanitize, span};

/// Show a private leaderboard
///
/// Shows the members of a private leaderboard with their stars, and the first of
/// each day; with -v everyone's times. The site is asked at most every 15 minutes;
/// in between, and when the site fails, the last answer is shown.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  aoc leaderboard 1001                      show the leaderboard with this ID
  aoc leaderboard 1001 -y 2024 -v           show that of 2024, with everyone's
                                            times
  aoc leaderboard 1001 --view-key 1a2b3c4d  show it without a session")]
pub struct LeaderboardArgs {
    /// Its ID, such as 1001 [default: the setting `leaderboard`]
    pub id: Option<String>,
    /// The year [default: as for days without one, else the newest event]
    #[arg(short, long)]
    pub year: Option<String>,
    /// Use this read-only key instead of the session
    #[arg(long, value_name = "KEY")]
    pub view_key: Option<String>,
}

/// The document of `aoc leaderboard --json`. Seconds count from the unlock of the day.
#[derive(Debug, Serialize)]
struct LeaderboardResults {
    schema: &'static str,
    year: Year,
    id: u64,
    /// When the site sent it.
    fetched: DateTime<Utc>,
    age_seconds: u64,
    /// The best first.
    members: Vec<LeaderboardMember>,
}

#[derive(Debug, Serialize)]
struct LeaderboardMember {
    /// Members with as many points and stars share a rank.
    rank: usize,
    id: u64,
    name: String,
    stars: u32,
    local_score: u64,
    days: Vec<MemberDay>,
}

#[derive(Debug, Serialize)]
struct MemberDay {
    day: Day,
    part1: Option<DateTime<Utc>>,
    part2: Option<DateTime<Utc>>,
    part1_seconds: Option<i64>,
    part2_seconds: Option<i64>,
    /// From part 1 to part 2.
    delta_seconds: Option<i64>,
}

pub fn run(app: &App, args: &LeaderboardArgs) -> Result<Exit, CliError> {
    let year = match &args.year {
        Some(word) => app.begun_year(word)?,
        None => app.usual_event(),
    };
    let id = id(app, args.id.as_deref(), year)?;
    let key: Result<Option<ViewKey>, _> = args.view_key.as_deref().map(str::parse).transpose();
    let key =
        key.map_err(|why| CliError::new(Exit::Usage, format!("--view-key cannot be used: {why}")))?;
    let (seen, exit) = get(app, year, id, key.as_ref())?;
    let results = results(&seen);
    let everyone = app.verbosity == Verbosity::Verbose;
    app.show(&results, || screen(app.stdout, &results, everyone))?;
    Ok(exit)
}

/// The ID that was typed, or that of the settings.
fn id(app: &App, word: Option<&str>, year: Year) -> Result<u64, CliError> {
    let Some(word) = word else {
        let set = app.settings.leaderboard;
        return set.ok_or_else(|| {
            let message = format!(
                "no leaderboard given: name its ID, as in `aoc leaderboard 1001`, or set \
                 `leaderboard = 1001` in config.toml or in [workspace.metadata.aoc] of Cargo.toml; \
                 the IDs of yours are at https://adventofcode.com/{year}/leaderboard/private"
            );
            CliError::new(Exit::Usage, message)
        });
    };
    // The code with which one joins a leaderboard begins with its ID.
    let number = word.split_once('-').map_or(word, |(number, _)| number);
    number.parse().map_err(|_| {
        let message = format!(
            "`{}` is not the ID of a leaderboard: write its number, such as 1001",
            word.escape_debug()
        );
        CliError::new(Exit::Usage, message)
    })
}

/// The leaderboard as it is now, or as it was if it is too early to ask again,
/// or if asking fails: then with the exit code of the failure.
fn get(
    app: &App,
    year: Year,
    id: u64,
    key: Option<&ViewKey>,
) -> Result<(SeenLeaderboard, Exit), CliError> {
    let file = LeaderboardFile::new(&app.site_config(), year, id);
    let _lock = file.lock(|| app.note("waiting for another aoc that asks for this leaderboard"));
    let old = file.load();
    if let Some(old) = &old
        && old.is_fresh()
    {
        return Ok((old.clone(), Exit::Done));
    }
    let board = match ask(app, year, id, key) {
        Ok(board) => board,
        Err(error) => {
            let Some(old) = old else {
                return Err(error);
            };
            let age = span(old.age);
            if app.offline {
                app.note(&format!(
                    "showing the leaderboard of {age} ago, because of --offline"
                ));
                return Ok((old, Exit::Done));
            }
            let why = error.source;
            app.warning(&format!("showing the leaderboard of {age} ago: {why:#}"));
            return Ok((old, error.exit));
        }
    };
    let (seen, stored) = file.store(board);
    if let Err(error) = stored {
        app.warning(&format!(
            "the leaderboard cannot be kept: {error}; wait 15 minutes before you ask for it again"
        ));
    }
    Ok((seen, Exit::Done))
}

fn ask(app: &App, year: Year, id: u64, key: Option<&ViewKey>) -> Result<Leaderboard, CliError> {
    if app.offline {
        return Err(SiteError::offline().into());
    }
    let access = match key {
        Some(key) => LeaderboardAccess::Key(key),
        None => LeaderboardAccess::Session(app.session()?),
    };
    let what = format!("asking for leaderboard {id} of {year}");
    Ok(app.ask(&what, |site, listener| {
        site.leaderboard(year, id, access, listener)
    })?)
}

/// The members, the best first; of those with the same score, the one who had the
/// stars first.
fn results(seen: &SeenLeaderboard) -> LeaderboardResults {
    let board = &seen.board;
    let score = |member: &Member| Reverse((member.local_score, member.stars));
    let last_star = |member: &Member| member.days.values().flatten().flatten().max().copied();
    let mut members: Vec<&Member> = board.members.iter().collect();
    members.sort_by_key(|member| (score(member), last_star(member), member.id));
    let members = members.iter().map(|member| LeaderboardMember {
        rank: 1 + members.partition_point(|other| score(other) < score(member)),
        id: member.id,
        name: member.name.clone(),
        stars: member.stars,
        local_score: member.local_score,
        days: days(board, member),
    });
    LeaderboardResults {
        schema: "aoc-leaderboard/1",
        year: board.year,
        id: board.id,
        fetched: seen.fetched,
        age_seconds: seen.age.as_secs(),
        members: members.collect(),
    }
}

fn days(board: &Leaderboard, member: &Member) -> Vec<MemberDay> {
    let days = member
        .days
        .iter()
        .filter(|(_, times)| times.iter().any(Option::is_some));
    let day = |(&day, &[part1, part2]): (&Day, &[Option<DateTime<Utc>>; 2])| {
        let unlock = board.unlock(day);
        // Some solve before the unlock: those who test the puzzles.
        let since = |time: DateTime<Utc>, start: DateTime<Utc>| (time - start).num_seconds().max(0);
        MemberDay {
            day,
            part1,
            part2,
            part1_seconds: part1.map(|time| since(time, unlock)),
            part2_seconds: part2.map(|time| since(time, unlock)),
            delta_seconds: part1.zip(part2).map(|(part1, part2)| since(part2, part1)),
        }
    };
    days.map(day).collect()
}

/// The columns between two cells.
const GAP: usize = 2;
/// The columns of a time such as `23h 59m`.
const TIME: usize = 8;
/// Fewer columns than this are not enough for a name.
const NAME: usize = 8;

/// `everyone`: the times of all members, and not of the first of a day alone.
fn screen(terminal: Terminal, results: &LeaderboardResults, everyone: bool) -> String {
    let mut line = Line::new(terminal, 2);
    line.cell(STRONG, &results.year.to_string()).gap(GAP);
    line.words(PLAIN, &format!("leaderboard {}", results.id));
    let members = plural(results.members.len(), "member");
    line.gap(GAP).cell(PLAIN, &members).gap(GAP);
    let age = match results.age_seconds {
        0 => "fetched just now".to_owned(),
        seconds => format!("{} old", span(Duration::from_secs(seconds))),
    };
    line.cell(DIM, &age);
    let mut lines = line.end();
    let member_row = |style, [rank, stars, score]: [&str; 3], name| {
        row(terminal, style, &[(rank, 4), (stars, 5), (score, 5)], name)
    };
    if !results.members.is_empty() {
        lines += &member_row(DIM, ["rank", "stars", "score"], "name");
    }
    for member in &results.members {
        let style = if member.rank == 1 { GOLD } else { PLAIN };
        let stars = member.stars.into();
        let cells = [member.rank as u64, stars, member.local_score].map(|n| n.to_string());
        lines += &member_row(style, cells.each_ref().map(String::as_str), &member.name);
    }
    let days = results.members.iter().flat_map(|member| &member.days);
    let days: BTreeSet<Day> = days.map(|day| day.day).collect();
    if days.is_empty() {
        return lines;
    }
    // A narrow terminal has no delta.
    let columns = 3 + usize::from(terminal.width.is_none_or(|width| width >= 44));
    let day_row = |style, cells: [&str; 4], name| {
        let widths = [3, TIME, TIME, TIME];
        let cells: Vec<(&str, usize)> = cells.into_iter().zip(widths).take(columns).collect();
        row(terminal, style, &cells, name)
    };
    lines.push('\n');
    lines += &day_row(DIM, ["day", "part 1", "part 2", "delta"], "name");
    for day in days {
        let mut name_of_day = day.to_string();
        let on_day = |member: &LeaderboardMember| member.days.iter().position(|it| it.day == day);
        let members = results.members.iter();
        let mut times: Vec<(&MemberDay, &str)> = members
            .filter_map(|member| Some((&member.days[on_day(member)?], &*member.name)))
            .collect();
        let last = |seconds: Option<i64>| seconds.unwrap_or(i64::MAX);
        times.sort_by_key(|(time, _)| (last(time.part2_seconds), last(time.part1_seconds)));
        times.truncate(if everyone { usize::MAX } else { 1 });
        for (time, name) in times {
            let seconds = [time.part1_seconds, time.part2_seconds, time.delta_seconds];
            let [part1, part2, delta] = seconds.map(since);
            lines += &day_row(PLAIN, [&name_of_day, &part1, &part2, &delta], name);
            name_of_day.clear();
        }
    }
    let legend = "part 1, part 2: the time since the unlock; delta: the time between the parts";
    let whose = if everyone {
        ""
    } else {
        "; of the first of each day, with -v of everyone"
    };
    let mut line = Line::new(terminal, 0);
    line.words(DIM, &format!("{legend}{whose}"));
    lines + "\n" + &line.end()
}

/// Cells with their text on the right, and a name in the room that they leave, or
/// on a line of its own.
fn row(terminal: Terminal, style: Style, cells: &[(&str, usize)], name: &str) -> String {
    let mut line = Line::new(terminal, GAP);
    for (text, columns) in cells {
        line.right(style, text, *columns).gap(GAP);
    }
    let before: usize = cells.iter().map(|(_, columns)| columns + GAP).sum();
    let room = terminal.width.unwrap_or(usize::MAX);
    let beside = room.saturating_sub(before);
    let columns = if beside >= NAME { beside } else { room - GAP };
    line.cell(style, &cut_end(&sanitize(name), columns));
    line.end()
}

/// A time, or a dash where there is none.
fn since(seconds: Option<i64>) -> String {
    let seconds = seconds.map(i64::unsigned_abs);
    seconds.map_or_else(|| "–".to_owned(), |s| span(Duration::from_secs(s)))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    const UNLOCK: &str = "2020-12-01T05:00:00Z";

    fn member(id: u64, score: u64, days: &[(u8, [Option<i64>; 2])]) -> Member {
        let board = |day: u8, seconds: i64| {
            let unlock: DateTime<Utc> = UNLOCK.parse().unwrap();
            unlock + chrono::TimeDelta::seconds(i64::from(day - 1) * 86_400 + seconds)
        };
        let day = |&(day, times): &(u8, [Option<i64>; 2])| {
            (
                Day(day),
                times.map(|time| time.map(|seconds| board(day, seconds))),
            )
        };
        let days: BTreeMap<_, _> = days.iter().map(day).collect();
        Member {
            id,
            name: format!("member {id} \u{1b}[2Jカニ"),
            stars: u32::try_from(days.values().flatten().flatten().count()).unwrap(),
            local_score: score,
            days,
        }
    }

    #[test]
    fn members_and_days_are_shown() {
        let seen = |members| SeenLeaderboard {
            board: Leaderboard {
                year: Year(2020),
                id: 1001,
                first_unlock: UNLOCK.parse().unwrap(),
                members,
            },
            fetched: UNLOCK.parse().unwrap(),
            age: Duration::from_secs(125),
        };
        let results = results(&seen(vec![
            member(3, 9, &[(1, [Some(-5), None])]),
            member(
                7,
                12,
                &[(1, [Some(125), Some(754)]), (2, [Some(100), None])],
            ),
            member(8, 9, &[(1, [Some(-9), None])]),
            member(9, 0, &[(1, [None, None])]),
        ]));
        let wide = Terminal {
            width: Some(80),
            ..Terminal::PLAIN
        };
        let narrow = Terminal {
            width: Some(40),
            ..Terminal::PLAIN
        };
        let shown = screen(wide, &results, false) + "\n" + &screen(narrow, &results, true);
        insta::assert_snapshot!(shown, @r"
        2020  leaderboard 1001  4 members  2m 5s old
        rank  stars  score  name
           1      3     12  member 7 \u{1b}[2Jカニ
           2      1      9  member 8 \u{1b}[2Jカニ
           2      1      9  member 3 \u{1b}[2Jカニ
           4      0      0  member 9 \u{1b}[2Jカニ

        day    part 1    part 2     delta  name
          1     2m 5s   12m 34s   10m 29s  member 7 \u{1b}[2Jカニ
          2    1m 40s         –         –  member 7 \u{1b}[2Jカニ

        part 1, part 2: the time since the unlock; delta: the time between the parts; of
        the first of each day, with -v of everyone

        2020  leaderboard 1001  4 members
          2m 5s old
        rank  stars  score  name
           1      3     12  member 7 \u{1b}[2J…
           2      1      9  member 8 \u{1b}[2J…
           2      1      9  member 3 \u{1b}[2J…
           4      0      0  member 9 \u{1b}[2J…

        day    part 1    part 2  name
          1     2m 5s   12m 34s  member 7 \u{1b…
                   0s         –  member 8 \u{1b…
                   0s         –  member 3 \u{1b…
          2    1m 40s         –  member 7 \u{1b…

        part 1, part 2: the time since the
        unlock; delta: the time between the
        parts
        ");
        let nobody = super::results(&seen(Vec::new()));
        assert_eq!(
            screen(Terminal::PLAIN, &nobody, true),
            "2020  leaderboard 1001  0 members  2m 5s old\n"
        );
        let day = serde_json::to_string(&results.members[0].days[0]).unwrap();
        assert_eq!(
            day,
            r#"{"day":1,"part1":"2020-12-01T05:02:05Z","part2":"2020-12-01T05:12:34Z","part1_seconds":125,"part2_seconds":754,"delta_seconds":629}"#
        );
    }
}
