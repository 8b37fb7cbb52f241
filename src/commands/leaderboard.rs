//! `aoc leaderboard`: a private leaderboard, asked for at most every 15 minutes. It
//! shows the members, then who was first on each day, with `-v` everyone's times.
//!
//! Names stand last in their lines: how wide a terminal draws one, or in which
//! direction, then moves nothing else.

use std::collections::BTreeMap;

use anstyle::Style;
use chrono::{DateTime, Utc};
use clap::Args;
use serde::Serialize;

use crate::app::App;
use crate::error::{CliError, Exit};
use crate::puzzle::{Day, Year};
use crate::site::{Leaderboard, Member, MemberDay, SiteError, view_key};
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
    #[serde(flatten)]
    board: &'a Leaderboard,
}

pub fn run(app: &App, args: &LeaderboardArgs) -> Result<Exit, CliError> {
    let year = match &args.year {
        Some(word) => app.begun_year(word)?,
        None => app.usual_event(),
    };
    let id = id(app, args.id.as_deref(), year)?;
    let key = args.view_key.as_deref().map(view_key).transpose();
    let key =
        key.map_err(|why| CliError::new(Exit::Usage, format!("--view-key cannot be used: {why}")))?;
    let (board, exit) = get(app, year, id, key)?;
    let document = LeaderboardResults {
        schema: "aoc-leaderboard/1",
        board: &board,
    };
    let now = (app.environment.now)();
    let everyone = app.verbosity == Verbosity::Verbose;
    app.show(&document, || screen(app.stdout, now, &board, everyone))?;
    Ok(exit)
}

/// The ID that was typed, or that of the settings.
fn id(app: &App, word: Option<&str>, year: Year) -> Result<u64, CliError> {
    // The code with which one joins a leaderboard begins with its ID.
    let number = |word: &str| word.split('-').next()?.parse().ok();
    let (id, message) = match word {
        Some(word) => (
            number(word),
            format!(
                "`{}` is not the ID of a leaderboard: write its number, such as 1001",
                word.escape_debug()
            ),
        ),
        None => (
            app.settings.leaderboard,
            format!(
                "no leaderboard given: name its ID, as in `aoc leaderboard 1001`, or set \
                 `leaderboard = 1001` in config.toml or in [workspace.metadata.aoc] of Cargo.toml; \
                 the IDs of yours are at https://adventofcode.com/{year}/leaderboard/private"
            ),
        ),
    };
    id.ok_or_else(|| CliError::new(Exit::Usage, message))
}

/// The leaderboard as it is now, or as it was if it is too early to ask again,
/// or if asking fails: then with the exit code of the failure.
fn get(app: &App, year: Year, id: u64, key: Option<&str>) -> Result<(Leaderboard, Exit), CliError> {
    let now = (app.environment.now)();
    let file = Leaderboard::file(&app.site_config(), year, id);
    let _lock = file.lock(|| app.note("waiting for another aoc that asks for this leaderboard"));
    let old = Leaderboard::load(&file, now);
    if let Some(old) = old.clone().filter(|old| old.is_fresh(now)) {
        return Ok((old, Exit::Done));
    }
    match (ask(app, year, id, key), old) {
        (Ok(board), _) => {
            if let Err(error) = file.write(&board) {
                app.warning(&format!(
                    "the leaderboard cannot be kept: {error}; wait 15 minutes before you ask for \
                     it again"
                ));
            }
            Ok((board, Exit::Done))
        }
        (Err(error), None) => Err(error),
        (Err(error), Some(old)) => {
            let age = span(old.age(now));
            if app.offline {
                app.note(&format!(
                    "showing the leaderboard of {age} ago, because of --offline"
                ));
                return Ok((old, Exit::Done));
            }
            let why = error.source;
            app.warning(&format!("showing the leaderboard of {age} ago: {why:#}"));
            Ok((old, error.exit))
        }
    }
}

fn ask(app: &App, year: Year, id: u64, key: Option<&str>) -> Result<Leaderboard, CliError> {
    if app.offline {
        return Err(SiteError::offline().into());
    }
    let session = match key {
        Some(_) => None,
        None => Some(app.session()?),
    };
    let what = format!("asking for leaderboard {id} of {year}");
    let now = (app.environment.now)();
    Ok(app.ask(&what, |site| {
        site.leaderboard((year, id), key, session, now)
    })?)
}

/// The columns between two cells.
const GAP: usize = 2;

/// `everyone`: the times of all members, and not of the first of a day alone.
fn screen(terminal: Terminal, now: DateTime<Utc>, board: &Leaderboard, everyone: bool) -> String {
    let mut line = Line::new(terminal, 2);
    line.cell(STRONG, &board.year.to_string()).gap(GAP);
    line.words(PLAIN, &format!("leaderboard {}", board.id));
    let members = plural(board.members.len(), "member");
    line.gap(GAP).cell(PLAIN, &members).gap(GAP);
    let age = match board.age(now).as_secs() {
        0 => "fetched just now".to_owned(),
        _ => format!("{} old", span(board.age(now))),
    };
    line.cell(DIM, &age);
    let mut lines = line.end();
    if board.members.is_empty() {
        return lines;
    }
    let widths = [4, 5, 5];
    lines += &row(terminal, DIM, &widths, &["rank", "stars", "score"], "name");
    for (rank, member) in (1..).zip(&board.members) {
        let style = if rank == 1 { GOLD } else { PLAIN };
        let cells = [rank, member.stars.into(), member.local_score].map(|n| n.to_string());
        lines += &row(terminal, style, &widths, &cells, &member.name);
    }
    let mut legend = "score: the earlier a star, the more points".to_owned();
    let mut days: BTreeMap<Day, Vec<(&MemberDay, &Member)>> = BTreeMap::new();
    for member in &board.members {
        for day in &member.days {
            days.entry(day.day).or_default().push((day, member));
        }
    }
    if !days.is_empty() {
        legend += "; part 1, part 2: the time since the unlock; delta: the time between them";
        legend += if everyone {
            ""
        } else {
            "; -v shows everyone's"
        };
        let cells = ["day", "part 1", "part 2", "delta"];
        lines = lines + "\n" + &row(terminal, DIM, &[3, 8, 8, 8], &cells, "name");
    }
    for (day, mut times) in days {
        let last = |time: Option<DateTime<Utc>>| time.unwrap_or(DateTime::<Utc>::MAX_UTC);
        times.sort_by_key(|(time, _)| (last(time.part2), last(time.part1)));
        times.truncate(if everyone { usize::MAX } else { 1 });
        for (index, (time, member)) in times.into_iter().enumerate() {
            let unlock = Some(board.unlock(day));
            let cells = [
                if index == 0 {
                    day.to_string()
                } else {
                    String::new()
                },
                since(unlock, time.part1),
                since(unlock, time.part2),
                since(time.part1, time.part2),
            ];
            lines += &row(terminal, PLAIN, &[3, 8, 8, 8], &cells, &member.name);
        }
    }
    let mut line = Line::new(terminal, 0);
    line.words(DIM, &legend);
    lines + "\n" + &line.end()
}

/// Cells with their text on the right, and a name, cut where it is too long.
fn row<T: AsRef<str>>(
    terminal: Terminal,
    style: Style,
    widths: &[usize],
    cells: &[T],
    name: &str,
) -> String {
    let mut line = Line::new(terminal, GAP);
    for (columns, text) in widths.iter().zip(cells) {
        line.right(style, text.as_ref(), *columns).gap(GAP);
    }
    // A name that does not fit stands on a line of its own.
    let room = terminal.width.map_or(usize::MAX, |width| width - GAP);
    line.cell(style, &cut_end(&sanitize(name), room));
    line.end()
}

/// The time between two times, or a dash where there is none. Some solve before the
/// unlock: those who test the puzzles.
fn since(start: Option<DateTime<Utc>>, time: Option<DateTime<Utc>>) -> String {
    let time = start.zip(time).map(|(start, time)| time - start);
    time.map_or("–".to_owned(), |time| {
        span(time.to_std().unwrap_or_default())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const UNLOCK: &str = "2020-12-01T05:00:00Z";

    fn member(id: u64, score: u64, days: &[(u8, [Option<i64>; 2])]) -> Member {
        let unlock: DateTime<Utc> = UNLOCK.parse().unwrap();
        let at = |day: u8, seconds: i64| {
            unlock + chrono::TimeDelta::seconds(i64::from(day - 1) * 86_400 + seconds)
        };
        let day = |&(day, times): &(u8, [Option<i64>; 2])| {
            let [part1, part2] = times.map(|time| time.map(|seconds| at(day, seconds)));
            let day = Day(day);
            MemberDay { day, part1, part2 }
        };
        Member {
            id,
            name: format!("member {id} \u{1b}[2Jカニ"),
            stars: u32::try_from(days.iter().flat_map(|day| day.1).flatten().count()).unwrap(),
            local_score: score,
            days: days.iter().map(day).collect(),
        }
    }

    #[test]
    fn members_and_days_are_shown() {
        let board = |members| Leaderboard {
            year: Year(2020),
            id: 1001,
            fetched: UNLOCK.parse().unwrap(),
            first_unlock: UNLOCK.parse().unwrap(),
            members,
        };
        let ours = board(vec![
            member(
                7,
                12,
                &[(1, [Some(125), Some(754)]), (2, [Some(100), None])],
            ),
            member(8, 9, &[(1, [Some(-9), None])]),
            member(9, 0, &[]),
        ]);
        let now = ours.fetched + chrono::TimeDelta::seconds(125);
        let wide = Terminal {
            width: Some(80),
            ..Terminal::PLAIN
        };
        insta::assert_snapshot!(screen(wide, now, &ours, true), @r"
        2020  leaderboard 1001  3 members  2m 5s old
        rank  stars  score  name
           1      3     12  member 7 \u{1b}[2Jカニ
           2      1      9  member 8 \u{1b}[2Jカニ
           3      0      0  member 9 \u{1b}[2Jカニ

        day    part 1    part 2     delta  name
          1     2m 5s   12m 34s   10m 29s  member 7 \u{1b}[2Jカニ
                   0s         –         –  member 8 \u{1b}[2Jカニ
          2    1m 40s         –         –  member 7 \u{1b}[2Jカニ

        score: the earlier a star, the more points; part 1, part 2: the time since the
        unlock; delta: the time between them
        ");
        insta::assert_snapshot!(screen(Terminal { width: Some(40), ..wide }, now, &ours, false), @r"
        2020  leaderboard 1001  3 members
          2m 5s old
        rank  stars  score  name
           1      3     12
          member 7 \u{1b}[2Jカニ
           2      1      9
          member 8 \u{1b}[2Jカニ
           3      0      0
          member 9 \u{1b}[2Jカニ

        day    part 1    part 2     delta  name
          1     2m 5s   12m 34s   10m 29s
          member 7 \u{1b}[2Jカニ
          2    1m 40s         –         –
          member 7 \u{1b}[2Jカニ

        score: the earlier a star, the more
        points; part 1, part 2: the time since
        the unlock; delta: the time between
        them; -v shows everyone's
        ");
        let nobody = screen(Terminal::PLAIN, now, &board(Vec::new()), true);
        assert_eq!(nobody, "2020  leaderboard 1001  0 members  2m 5s old\n");
    }
}
