//! `aoc times`: one's own times, from the stored answers and from the site.

use std::time::Duration;

use anstyle::Style;
use chrono::{DateTime, Utc};
use clap::Args;
use serde::Serialize;

use crate::app::args::SelectionArgs;
use crate::app::{App, SiteAccess, Ui, Workspace};
use crate::error::{Exit, Result, failure, usage_error};
use crate::inputs::Answers;
use crate::overview::{LATER, StarTimes};
use crate::puzzle::{Day, Puzzle, PuzzleKind, Year, today};
use crate::site::{A_DAY, OwnDay, OwnTimes};
use crate::steps::last_runs::last_time;
use crate::steps::selection::{Resolver, only_puzzle};
use crate::steps::star_times::star_times;
use crate::steps::{is_first_time, share_line};
use crate::terminal::style::{DIM, GOLD, PLAIN, STRONG};
use crate::terminal::{Terminal, plural, row, span, table, text_line};

/// Show when your stars came
///
/// Shows for each day of a year when its stars came after the unlock and after your
/// first look at its text, the time between them, and the number of guesses that the
/// site judged. They are known from the answers that were submitted here; --refresh
/// asks the site for all of them, at most once in three minutes.
///
/// Without days it shows the year of `AOC_YEAR`, of the settings or of the year folder you
/// are in; if none gives one, the newest event.
#[derive(Args)]
#[command(add = PuzzleKind::Events, after_help = "\
Examples:
  aoc times 2025            show the times of 2025, without a request
  aoc times 2025 --refresh  ask the site for them first

A time that is not known is –, and >24h is all that the site says of later stars.")]
pub struct TimesArgs {
    #[command(flatten)]
    selection: SelectionArgs,
    /// Ask the site for the times
    #[arg(long)]
    refresh: bool,
    /// Print one line of a day to paste, without its answers
    #[arg(long, conflicts_with = "refresh")]
    share: bool,
}

/// The document of `aoc times --share --json`.
#[derive(Serialize)]
struct SharedTimes<'a> {
    #[serde(flatten)]
    puzzle: Puzzle,
    line: &'a str,
}

/// The document of `aoc times --json`. Times are in seconds.
#[derive(Clone, Serialize)]
struct Times {
    year: Year,
    /// When the site showed its times; `None` if it was never asked.
    fetched: Option<DateTime<Utc>>,
    days: Vec<DayTimes>,
    /// The sum of the times to both stars, of all days on which they are known exactly.
    total: u64,
    guesses: usize,
    /// The day on which both stars came first.
    best: Option<Day>,
}

#[derive(Clone, Serialize)]
struct DayTimes {
    day: Day,
    #[serde(flatten)]
    times: StarTimes,
    /// The time between the stars, unless one came an unknown time after the first day.
    between: Option<u64>,
    /// The guesses that were judged, in both parts.
    guesses: usize,
}

pub fn run(app: &App, args: &TimesArgs) -> Result<Exit> {
    if args.share {
        return share(Resolver::new(app), args);
    }
    let puzzles = selected_year(Resolver::new(app), args)?;
    let year = puzzles[0].year;
    let (shown, asked) = match site_times(&app.site, year, args.refresh) {
        Ok((shown, exit)) => (shown, Ok(exit)),
        Err(error) => (None, Err(error)),
    };
    let times = collect(&app.ui, &app.workspace, &puzzles, shown.as_ref())?;
    let exit = match asked {
        Err(error) if !times.days.is_empty() => app
            .ui
            .error(&error.context("showing the times of your answers")),
        asked => asked?,
    };
    let is_first = is_first_time(&app.ui, &app.workspace, "times");
    app.ui
        .show("times", &times, || screen(app.ui.stdout, &times, is_first))?;
    Ok(exit)
}

/// Prints the line of the selected puzzle, or of today's.
fn share(resolver: Resolver, args: &TimesArgs) -> Result<Exit> {
    let puzzle = if args.selection.is_empty() {
        today(resolver.clock.now()).ok_or_else(|| {
            usage_error("no puzzle given: name its day, as in `aoc times 3 --share`")
        })?
    } else {
        only_puzzle(&resolver.select(&args.selection, PuzzleKind::Events)?)?
    };
    let answers = resolver.workspace.store()?.answers(puzzle, None)?;
    let last = last_time(resolver.workspace, puzzle);
    let Some(line) = share_line(puzzle, &answers, last) else {
        return Err(failure(format!(
            "nothing to share: the second star of {puzzle} was not submitted here"
        )));
    };
    let document = SharedTimes {
        puzzle,
        line: &line,
    };
    resolver.ui.show("times", &document, || {
        resolver.ui.stdout.plain(&line) + "\n"
    })?;
    Ok(Exit::Done)
}

/// The puzzles of one year: those that are selected, or all of the usual event.
fn selected_year(resolver: Resolver, args: &TimesArgs) -> Result<Vec<Puzzle>> {
    if args.selection.is_empty() {
        return Ok(resolver.usual_event().puzzles().collect());
    }
    let puzzles = resolver.select(&args.selection, PuzzleKind::Events)?;
    let year = puzzles[0].year;
    if puzzles.iter().any(|puzzle| puzzle.year != year) {
        return Err(usage_error(
            "the times of one year at a time: select days of one",
        ));
    }
    Ok(puzzles)
}

/// The times that the site showed. If it cannot be asked, the stored ones are used, and
/// the exit code is that of the failure.
fn site_times(site: &SiteAccess, year: Year, refresh: bool) -> Result<(Option<OwnTimes>, Exit)> {
    let session = match site.session() {
        Err(_) if !refresh => return Ok((None, Exit::Done)),
        session => session?,
    };
    let file = OwnTimes::file(site.config(), session, year);
    let stored = file.read();
    if !refresh {
        return Ok((stored, Exit::Done));
    }
    let what = format!("asking for your times in {year}");
    let reply = site.ask(&what, |client| client.own_times(year, session));
    let (times, exit) = site.keep_reply("times", &file, stored, reply)?;
    Ok((Some(times), exit))
}

/// Joins the times of the site with those of the guesses.
fn collect(
    ui: &Ui,
    workspace: &Workspace,
    puzzles: &[Puzzle],
    shown: Option<&OwnTimes>,
) -> Result<Times> {
    let store = workspace.store()?;
    let mut times = Times {
        year: puzzles[0].year,
        fetched: shown.map(|times| times.fetched),
        days: Vec::new(),
        total: 0,
        guesses: 0,
        best: None,
    };
    let mut fastest = u64::MAX;
    for &puzzle in puzzles {
        // A file that cannot be read hides nothing else.
        let answers = store.answers(puzzle, None).unwrap_or_else(|error| {
            ui.warning(format!("{:#}", error.context(puzzle)));
            Answers::default()
        });
        let stars = shown.and_then(|times| times.of(puzzle.day));
        let day = day_times(puzzle, stars, &answers);
        if day.times.part1.or(day.times.part2).is_none() && day.guesses == 0 {
            continue;
        }
        times.guesses += day.guesses;
        if let Some(seconds) = day.times.part2 {
            if is_exact(seconds) {
                times.total = times.total.saturating_add(seconds);
            }
            if seconds < fastest {
                fastest = seconds;
                times.best = Some(day.day);
            }
        }
        times.days.push(day);
    }
    Ok(times)
}

/// False for a star of which the site says no more than that it came later.
fn is_exact(seconds: u64) -> bool {
    seconds != A_DAY.as_secs()
}

fn day_times(puzzle: Puzzle, shown: Option<&OwnDay>, answers: &Answers) -> DayTimes {
    let times = star_times(puzzle, shown, answers);
    let between = match (times.part1, times.part2) {
        (Some(part1), Some(part2)) if is_exact(part1) && is_exact(part2) => {
            part2.checked_sub(part1)
        }
        _ => None,
    };
    DayTimes {
        day: puzzle.day,
        times,
        between,
        guesses: answers.judged_guesses(),
    }
}

impl DayTimes {
    fn since_first_look(&self) -> [Option<u64>; 2] {
        [self.times.part1_from_look, self.times.part2_from_look]
    }
}

/// The columns of the table with the times from the first look; a narrower one is without them.
const WITH_LOOKS: usize = 57;

fn screen(terminal: Terminal, times: &Times, has_legend: bool) -> String {
    let mut head = vec![(STRONG, times.year.to_string())];
    if let Some(best) = times.best {
        head.push((GOLD, format!("best day: {best}")));
    }
    let text = row(terminal, 2, &[], &head);
    if times.days.is_empty() {
        let hint = "no times are known: `aoc times --refresh` asks the site";
        return text + &text_line(terminal, DIM, hint);
    }
    let mut from_looks = times.days.iter().map(DayTimes::since_first_look);
    let has_room = terminal.width.is_none_or(|columns| columns >= WITH_LOOKS);
    let has_looks = has_room && from_looks.any(|[part1, part2]| part1.or(part2).is_some());
    let [look1, look2] = if has_looks {
        ["look 1", "look 2"]
    } else {
        [""; 2]
    };
    let heading = [
        "day", "part 1", "part 2", "between", "guesses", look1, look2,
    ];
    let widths = [-3, -7, -7, -7, -7, -7, -7];
    let rows = table_rows(times, has_looks);
    let mut text = text + &table(terminal, &widths, heading, &rows);
    if has_legend {
        text += &text_line(
            terminal,
            DIM,
            "– not known; >24h later than a day, as the site says",
        );
    }
    if has_looks {
        let legend = "look: the time from the first look at the puzzle's text to the star";
        text += &text_line(terminal, DIM, legend);
    }
    let inexact = times
        .days
        .iter()
        .filter(|day| day.times.part2.is_some_and(|seconds| !is_exact(seconds)));
    match inexact.count() {
        0 => text,
        count => {
            let left_out = format!("the sum is without {} of >24h", plural(count, "day"));
            text + &text_line(terminal, DIM, left_out)
        }
    }
}

/// A row for each day and one for the sum, each in its style.
fn table_rows(times: &Times, has_looks: bool) -> Vec<(Style, [String; 7])> {
    let mut rows = Vec::new();
    for day in &times.days {
        let [look1, look2] = day.since_first_look().map(|seconds| {
            if has_looks {
                time_or_dash(seconds)
            } else {
                String::new()
            }
        });
        let cells = [
            day.day.to_string(),
            time_or_dash(day.times.part1),
            time_or_dash(day.times.part2),
            time_or_dash(day.between),
            day.guesses.to_string(),
            look1,
            look2,
        ];
        let is_best = times.best == Some(day.day);
        let style = if is_best { GOLD } else { PLAIN };
        rows.push((style, cells));
    }
    let sum = [
        "sum".to_owned(),
        String::new(),
        time_or_dash(Some(times.total)),
        String::new(),
        times.guesses.to_string(),
        String::new(),
        String::new(),
    ];
    rows.push((STRONG, sum));
    rows
}

/// A time in words; a dash if it is not known.
fn time_or_dash(seconds: Option<u64>) -> String {
    match seconds.map(Duration::from_secs) {
        None => "–".to_owned(),
        Some(A_DAY) => LATER.to_owned(),
        Some(time) => span(time),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seconds(times: &DayTimes) -> [Option<u64>; 3] {
        [times.times.part1, times.times.part2, times.between]
    }

    #[test]
    fn times_of_guesses_and_of_the_site_complete_each_other() {
        let answers = Answers::parse(
            "[[guess]]\npart = 1\nanswer = \"3\"\nverdict = \"too-low\"\ntime = 2025-12-01T05:01:00Z\n\
             [[guess]]\npart = 1\nanswer = \"7\"\nverdict = \"right\"\ntime = 2025-12-01T05:02:05Z\n\
             [[guess]]\npart = 2\nanswer = \"8\"\nverdict = \"too-recent\"\ntime = 2025-12-01T05:03:00Z\n\
             [[guess]]\npart = 2\nanswer = \"8\"\nverdict = \"right\"\ntime = 2025-12-03T05:00:00Z\n",
        )
        .unwrap();
        let puzzle = Puzzle::of(2025, 1);
        let late = Some(172_800);
        let own = |part1: u64, part2: Option<u64>| OwnDay {
            day: Day::of(1),
            part1: Some(Duration::from_secs(part1)),
            part2: part2.map(Duration::from_secs),
        };
        let a_day = Some(86_400);
        let none = Answers::default();
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
            let times = day_times(puzzle, shown.as_ref(), answers);
            assert_eq!(seconds(&times), expected, "{name}");
        }
        assert_eq!(day_times(puzzle, None, &answers).guesses, 3);
    }

    #[test]
    fn days_are_a_table_with_its_sums() {
        let day = |day, part1, part2, guesses| DayTimes {
            day: Day::of(day),
            times: StarTimes {
                part1,
                part2,
                ..StarTimes::default()
            },
            between: Some(629),
            guesses,
        };
        let times = Times {
            year: Year::of(2025),
            fetched: None,
            days: vec![
                day(1, Some(125), Some(754), 3),
                day(12, Some(86_400), None, 1),
                day(13, Some(9), Some(86_400), 1),
            ],
            total: 754,
            guesses: 4,
            best: Some(Day::of(1)),
        };
        insta::assert_snapshot!(screen(Terminal::wide(40), &times, false), @r"
        2025  best day: 1
        day   part 1   part 2  between  guesses
          1    2m 5s  12m 34s  10m 29s        3
         12     >24h        –  10m 29s        1
         13       9s     >24h  10m 29s        1
        sum           12m 34s                 4
        the sum is without 1 day of >24h
        ");
        let seen = |columns| {
            let mut seen = day(1, Some(125), Some(754), 3);
            seen.times.part1_from_look = Some(60);
            let times = Times {
                days: vec![seen],
                ..times.clone()
            };
            screen(Terminal::wide(columns), &times, false)
        };
        // Columns that do not fit are left out, and no line is broken.
        assert!(seen(57).contains("  guesses   look 1   look 2\n"));
        assert!(!seen(56).contains("look"));
        let exact = Times {
            days: vec![day(1, Some(125), Some(754), 3)],
            ..times
        };
        assert!(!screen(Terminal::wide(40), &exact, false).contains("without"));
    }
}
