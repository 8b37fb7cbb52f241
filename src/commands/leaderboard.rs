//! `aoc leaderboard`: a private leaderboard, asked for at most every 15 minutes. It
//! shows the members, then who was first on each day, with `-v` everyone's times.
//!
//! Names stand last in their lines: how wide a terminal draws one, or in which
//! direction, then moves nothing else.

use std::cmp::Reverse;
use std::collections::BTreeMap;

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

/// The document of `aoc leaderboard --json`.
#[derive(Debug, Serialize)]
struct LeaderboardResults<'a> {
    schema: &'static str,
    year: Year,
    id: u64,
    /// When the site sent it.
    fetched: DateTime<Utc>,
    /// The best first.
    members: Vec<LeaderboardMember<'a>>,
}

#[derive(Debug, Serialize)]
struct LeaderboardMember<'a> {
    id: u64,
    name: &'a str,
    stars: u32,
    local_score: u64,
    days: Vec<MemberDay>,
}

#[derive(Clone, Copy, Debug, Serialize)]
struct MemberDay {
    day: Day,
    part1: Option<DateTime<Utc>>,
    part2: Option<DateTime<Utc>>,
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
    app.show(&results, || screen(app.stdout, &seen, &results, everyone))?;
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
fn results(seen: &SeenLeaderboard) -> LeaderboardResults<'_> {
    let last_star = |member: &Member| member.days.values().flatten().flatten().max().copied();
    let mut members: Vec<&Member> = seen.board.members.iter().collect();
    members.sort_by_key(|member| {
        let score = Reverse((member.local_score, member.stars));
        (score, last_star(member), member.id)
    });
    let members = members.iter().map(|member| LeaderboardMember {
        id: member.id,
        name: &member.name,
        stars: member.stars,
        local_score: member.local_score,
        days: member
            .days
            .iter()
            .map(|(&day, &[part1, part2])| MemberDay { day, part1, part2 })
            .filter(|day| day.part1.or(day.part2).is_some())
            .collect(),
    });
    LeaderboardResults {
        schema: "aoc-leaderboard/1",
        year: seen.board.year,
        id: seen.board.id,
        fetched: seen.fetched,
        members: members.collect(),
    }
}

/// The columns between two cells.
const GAP: usize = 2;

/// `everyone`: the times of all members, and not of the first of a day alone.
fn screen(
    terminal: Terminal,
    seen: &SeenLeaderboard,
    results: &LeaderboardResults<'_>,
    everyone: bool,
) -> String {
    let mut line = Line::new(terminal, 2);
    line.cell(STRONG, &results.year.to_string()).gap(GAP);
    line.words(PLAIN, &format!("leaderboard {}", results.id));
    let members = plural(results.members.len(), "member");
    line.gap(GAP).cell(PLAIN, &members).gap(GAP);
    let age = match seen.age.as_secs() {
        0 => "fetched just now".to_owned(),
        _ => format!("{} old", span(seen.age)),
    };
    line.cell(DIM, &age);
    let mut lines = line.end();
    let member_row = |style, cells: [&str; 3], name| {
        let cells = cells.into_iter().zip([4, 5, 5]);
        row(terminal, style, cells, name)
    };
    if !results.members.is_empty() {
        lines += &member_row(DIM, ["rank", "stars", "score"], "name");
    }
    for (rank, member) in (1..).zip(&results.members) {
        let style = if rank == 1 { GOLD } else { PLAIN };
        let cells = [rank, member.stars.into(), member.local_score].map(|n| n.to_string());
        lines += &member_row(style, cells.each_ref().map(String::as_str), member.name);
    }
    let mut days: BTreeMap<Day, Vec<(MemberDay, &str)>> = BTreeMap::new();
    for member in &results.members {
        for day in &member.days {
            days.entry(day.day).or_default().push((*day, member.name));
        }
    }
    if days.is_empty() {
        return lines;
    }
    let day_row = |style, cells: [&str; 4], name| {
        let cells = cells.into_iter().zip([3, 8, 8, 8]);
        row(terminal, style, cells, name)
    };
    lines.push('\n');
    lines += &day_row(DIM, ["day", "part 1", "part 2", "delta"], "name");
    for (day, mut times) in days {
        let unlock = seen.board.unlock(day);
        let last = |time: Option<DateTime<Utc>>| time.unwrap_or(DateTime::<Utc>::MAX_UTC);
        times.sort_by_key(|(time, _)| (last(time.part2), last(time.part1)));
        times.truncate(if everyone { usize::MAX } else { 1 });
        let mut shown_day = day.to_string();
        for (MemberDay { part1, part2, .. }, name) in times {
            let times = [since(unlock, part1), since(unlock, part2)];
            let delta = part1.map_or_else(|| since(unlock, None), |part1| since(part1, part2));
            let cells = [&shown_day, &times[0], &times[1], &delta].map(String::as_str);
            lines += &day_row(PLAIN, cells, name);
            shown_day.clear();
        }
    }
    let legend = "part 1, part 2: the time since the unlock; delta: the time between the parts; \
                  -v shows everyone's";
    let mut line = Line::new(terminal, 0);
    line.words(DIM, legend);
    lines + "\n" + &line.end()
}

/// Cells with their text on the right, and a name, cut where it is too long.
fn row<'a>(
    terminal: Terminal,
    style: Style,
    cells: impl Iterator<Item = (&'a str, usize)>,
    name: &str,
) -> String {
    let mut line = Line::new(terminal, GAP);
    for (text, columns) in cells {
        line.right(style, text, columns).gap(GAP);
    }
    // A name that does not fit stands on a line of its own.
    let room = terminal.width.map_or(usize::MAX, |width| width - GAP);
    line.cell(style, &cut_end(&sanitize(name), room));
    line.end()
}

/// The time between two times, or a dash where there is none. Some solve before the
/// unlock: those who test the puzzles.
fn since(start: DateTime<Utc>, time: Option<DateTime<Utc>>) -> String {
    let since = |time: DateTime<Utc>| span((time - start).to_std().unwrap_or_default());
    time.map_or("–".to_owned(), since)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

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
        let ours = seen(vec![
            member(3, 9, &[(1, [Some(-5), None])]),
            member(
                7,
                12,
                &[(1, [Some(125), Some(754)]), (2, [Some(100), None])],
            ),
            member(8, 9, &[(1, [Some(-9), None])]),
            member(9, 0, &[(1, [None, None])]),
        ]);
        let results = results(&ours);
        let wide = Terminal {
            width: Some(80),
            ..Terminal::PLAIN
        };
        insta::assert_snapshot!(screen(wide, &ours, &results, true), @r"
        2020  leaderboard 1001  4 members  2m 5s old
        rank  stars  score  name
           1      3     12  member 7 \u{1b}[2Jカニ
           2      1      9  member 8 \u{1b}[2Jカニ
           3      1      9  member 3 \u{1b}[2Jカニ
           4      0      0  member 9 \u{1b}[2Jカニ

        day    part 1    part 2     delta  name
          1     2m 5s   12m 34s   10m 29s  member 7 \u{1b}[2Jカニ
                   0s         –         –  member 8 \u{1b}[2Jカニ
                   0s         –         –  member 3 \u{1b}[2Jカニ
          2    1m 40s         –         –  member 7 \u{1b}[2Jカニ

        part 1, part 2: the time since the unlock; delta: the time between the parts; -v
        shows everyone's
        ");
        let nobody = seen(Vec::new());
        assert_eq!(
            screen(Terminal::PLAIN, &nobody, &super::results(&nobody), true),
            "2020  leaderboard 1001  0 members  2m 5s old\n"
        );
        let day = serde_json::to_string(&results.members[0].days[0]).unwrap();
        assert_eq!(
            day,
            r#"{"day":1,"part1":"2020-12-01T05:02:05Z","part2":"2020-12-01T05:12:34Z"}"#
        );
    }
}
