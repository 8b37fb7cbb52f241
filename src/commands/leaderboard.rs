//! `aoc leaderboard`: a private leaderboard, requested at most every 15 minutes.
//!
//! Names are last in their lines, so that their width or writing direction does not
//! move other columns.

use std::time::Duration;

use chrono::{DateTime, Utc};
use clap::Args;

use crate::app::App;
use crate::app::selection::{begun_year, usual_event};
use crate::config::{LeaderboardName, ViewKey};
use crate::error::{Exit, Result, usage_error};
use crate::puzzle::{Day, PuzzleKind, Year, unlock};
use crate::site::{FRESH, Leaderboard, Member, MemberDay};
use crate::terminal::style::{DIM, GOLD, PLAIN, STRONG};
use crate::terminal::{Terminal, Verbosity, plural, row, span, span_of, table, text_line};

/// Show a private leaderboard
///
/// Shows the members of a private leaderboard with their stars, and the first of
/// each day; with -v everyone's times. The site is asked at most every 15 minutes;
/// in between, or if the request fails, the last reply is shown.
#[derive(Args)]
#[command(add = PuzzleKind::Events, after_help = "\
Examples:
  aoc leaderboard 1001                      show the leaderboard with this ID
  aoc leaderboard 1001 --view-key 1a2b3c4d  show it without a session")]
pub struct LeaderboardArgs {
    /// The ID of the leaderboard, such as 1001, or the link to it [default: the setting
    /// `leaderboard`]; or the year of that leaderboard
    id: Option<String>,
    /// The year [default: as for days without one, else the newest event]
    #[arg(short, long)]
    year: Option<String>,
    /// Use this read-only key instead of the session
    #[arg(long, value_name = "KEY")]
    view_key: Option<String>,
}

pub fn run(app: &App, args: &LeaderboardArgs) -> Result<Exit> {
    let word = args.id.as_deref();
    let (id, year) = match word.and_then(Year::parse) {
        Some(year) if unlock(year.day(Day::FIRST)) <= app.site_time() => (None, word),
        _ => (word, args.year.as_deref()),
    };
    let mut name = name(app, id)?;
    let year = match (year, name.year) {
        (Some(word), _) => begun_year(app, word)?,
        (None, Some(year)) if id.is_some() => year,
        _ => usual_event(app),
    };
    if let Some(word) = &args.view_key {
        let key = ViewKey::parse(word)
            .map_err(|why| usage_error(format!("--view-key cannot be used: {why}")))?;
        name.key = Some(key);
    }
    let (board, exit) = current_or_stored(app, year, &name)?;
    let age = app.age(board.fetched);
    let everyone = app.verbosity == Verbosity::Verbose;
    app.show("leaderboard", &board, || {
        screen(app.stdout, age, &board, everyone)
    })?;
    Ok(exit)
}

/// Parses the name of the leaderboard, or takes it from the settings.
fn name(app: &App, word: Option<&str>) -> Result<LeaderboardName> {
    let Some(word) = word else {
        if let Some(name) = &app.settings.leaderboard {
            return Ok(name.clone());
        }
        let year = usual_event(app);
        return Err(usage_error(format!(
            "no leaderboard given: name its ID, as in `aoc leaderboard 1001`, or set `leaderboard \
             = 1001` in config.toml or in [workspace.metadata.aoc] of Cargo.toml; the IDs of yours \
             are at https://adventofcode.com/{year}/leaderboard/private"
        )));
    };
    if let Some(name) = LeaderboardName::parse(word.trim()) {
        return Ok(name);
    }
    let word = word.escape_debug();
    Err(usage_error(format!(
        "`{word}` is not the ID of a leaderboard: write its number, such as 1001, or the link to it"
    )))
}

/// The current leaderboard; or the cached one if it is too early to ask again, or if the
/// request fails.
fn current_or_stored(app: &App, year: Year, name: &LeaderboardName) -> Result<(Leaderboard, Exit)> {
    let id = name.id;
    let file = Leaderboard::file(app.site_config(), year, id);
    let _lock = file.lock(|| app.note("waiting for another aoc that asks for this leaderboard"));
    let mut old: Option<Leaderboard> = file.read();
    if let Some(board) = &mut old
        && !app.offline
        && app.is_in_future(board.fetched)
    {
        // Otherwise it would stay fresh until then.
        board.fetched = app.site_time();
        let _ = file.write(board);
    }
    if let Some(board) = &old
        && app.age(board.fetched) < FRESH
    {
        return Ok((board.clone(), Exit::Done));
    }
    let what = format!("asking for leaderboard {id} of {year}");
    let reply = app.ask(&what, |site| {
        let session = match name.key {
            Some(_) => None,
            None => Some(app.session()?),
        };
        let key = name.key.as_ref().map(|key| &*key.0);
        site.leaderboard(year, id, key, session)
    });
    app.keep_reply("leaderboard", &file, old, reply)
}

/// `everyone` shows the times of all members, and not only of the first on each day.
fn screen(terminal: Terminal, age: Duration, board: &Leaderboard, everyone: bool) -> String {
    let head = [
        (STRONG, board.year.to_string()),
        (PLAIN, format!("leaderboard {}", board.id)),
        (PLAIN, plural(board.members.len(), "member")),
        (DIM, format!("fetched {} ago", span(age))),
    ];
    let hint = if everyone {
        ""
    } else {
        "; -v shows everyone's"
    };
    let legend = format!(
        "score: the earlier a star, the more points; part 1, part 2: the time since the unlock; \
         delta: the time between them{hint}"
    );
    row(terminal, 2, &[], &head)
        + &ranks(terminal, board)
        + "\n"
        + &days(terminal, board, everyone)
        + "\n"
        + &text_line(terminal, DIM, legend)
}

/// A line for each member.
fn ranks(terminal: Terminal, board: &Leaderboard) -> String {
    let mut rows = Vec::new();
    for (rank, member) in (1..).zip(&board.members) {
        let cells = [
            rank.to_string(),
            member.stars.to_string(),
            member.local_score.to_string(),
            member.name.clone(),
        ];
        let style = if rank == 1 { GOLD } else { PLAIN };
        rows.push((style, cells));
    }
    let heading = ["rank", "stars", "score", "name"];
    table(terminal, &[-4, -5, -5], heading, &rows)
}

/// The table of times for each day.
fn days(terminal: Terminal, board: &Leaderboard, everyone: bool) -> String {
    let mut solved: Vec<(&MemberDay, &Member)> = Vec::new();
    for member in &board.members {
        for times in &member.days {
            solved.push((times, member));
        }
    }
    // Whoever has both stars of a day comes first.
    solved.sort_by_key(|(times, _)| {
        let is_half = times.part2.is_none();
        (times.day, is_half, times.part2, times.part1)
    });
    if !everyone {
        solved.dedup_by_key(|(times, _)| times.day);
    }
    let mut rows = Vec::new();
    for (times, member) in solved {
        let unlock = Some(unlock(board.year.day(times.day)));
        let cells = [
            times.day.to_string(),
            time_between(unlock, times.part1),
            time_between(unlock, times.part2),
            time_between(times.part1, times.part2),
            member.name.clone(),
        ];
        rows.push((PLAIN, cells));
    }
    let heading = ["day", "part 1", "part 2", "delta", "name"];
    table(terminal, &[-3, -8, -8, -8], heading, &rows)
}

/// The time in words; a dash if one of its ends is unknown. Beta testers solve puzzles
/// before the unlock.
fn time_between(start: Option<DateTime<Utc>>, end: Option<DateTime<Utc>>) -> String {
    let (Some(start), Some(end)) = (start, end) else {
        return "–".to_owned();
    };
    span_of(end - start)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Day;

    #[test]
    fn members_and_days_are_shown() {
        let unlock: DateTime<Utc> = "2020-12-01T05:00:00Z".parse().unwrap();
        let after = |seconds| Some(unlock + chrono::TimeDelta::seconds(seconds));
        let member = |id, local_score, days: &[(u8, [_; 2])]| Member {
            id,
            name: format!("member {id} \u{1b}[2Jカニ"),
            stars: days.len() as u64,
            local_score,
            days: days
                .iter()
                .map(|&(day, [part1, part2])| MemberDay {
                    day: Day::of(day),
                    part1,
                    part2,
                })
                .collect(),
        };
        let board = |members| Leaderboard {
            year: Year::of(2020),
            id: 1001,
            fetched: unlock,
            first_unlock: unlock,
            members,
        };
        let second = (2, [after(86_500), None]);
        let ours = board(vec![
            member(7, 12, &[(1, [after(125), after(754)]), second]),
            member(8, 9, &[(1, [after(-9), None])]),
            member(9, 0, &[]),
        ]);
        let age = Duration::from_secs(125);
        let wide = Terminal::wide(80);
        insta::assert_snapshot!(screen(wide, age, &ours, true), @r"
        2020  leaderboard 1001  3 members  fetched 2m 5s ago
        rank  stars  score  name
           1      2     12  member 7 \u{1b}[2Jカニ
           2      1      9  member 8 \u{1b}[2Jカニ
           3      0      0  member 9 \u{1b}[2Jカニ

        day    part 1    part 2     delta  name
          1     2m 5s   12m 34s   10m 29s  member 7 \u{1b}[2Jカニ
          1        0s         –         –  member 8 \u{1b}[2Jカニ
          2    1m 40s         –         –  member 7 \u{1b}[2Jカニ

        score: the earlier a star, the more points; part 1, part 2: the time since the
          unlock; delta: the time between them
        ");
        let first = screen(Terminal::PLAIN, age, &ours, false);
        assert_eq!(first.matches("member 8").count(), 1, "{first}");
        assert!(first.ends_with("; -v shows everyone's\n"), "{first}");
    }
}
