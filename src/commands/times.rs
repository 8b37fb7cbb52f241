//! `aoc times`: one's own times, from the stored answers and from the site.

use chrono::{DateTime, Utc};
use clap::Args;
use serde::Serialize;

use crate::app::args::SelectionArgs;
use crate::app::{App, Kept, SiteAccess, Ui, Workspace};
use crate::error::{Exit, HasExit, Result, failure, usage_error};
use crate::inputs::Answers;
use crate::overview::{DayTimes, YearTimes};
use crate::puzzle::{Day, Puzzle, PuzzleKind, Year, today};
use crate::reporter::times_table;
use crate::site::{OwnDay, OwnTimes, StarTime};
use crate::steps::last_runs::last_time;
use crate::steps::selection::{Resolver, only_puzzle};
use crate::steps::star_times::star_times;
use crate::steps::{mark_explained, share_line};

/// Show when your stars came
///
/// Shows for each day of a year when its stars came after the unlock and after your
/// first look at its text, the time between them, and the number of guesses that the
/// site judged. They are known from the answers that were submitted here; --refresh
/// asks the site for all of them, at most once in 15 minutes.
///
/// Without days it shows the year of `AOC_YEAR`, of the settings or of the year folder you
/// are in; if none gives one, the newest event.
#[derive(Args)]
#[command(add = PuzzleKind::Events, after_help = "\
Examples:
  aoc times 2025            show the times of 2025, without a request
  aoc times 2025 --refresh  ask the site for them first

A dash stands for a time that is not known, and >24h is all that the site says of later stars.")]
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

pub fn run(app: &App, args: &TimesArgs) -> Result<Exit> {
    if args.share {
        return share(Resolver::new(app), args);
    }
    let puzzles = selected_year(Resolver::new(app), args)?;
    let year = puzzles[0].year;
    let asked = site_times(&app.site, year, args.refresh);
    let shown = match &asked {
        Ok(Some(kept)) => Some(kept.value()),
        Ok(None) | Err(_) => None,
    };
    let now = app.site.clock().now();
    let times = collect(&app.ui, &app.workspace, &puzzles, shown, now)?;
    let exit = match asked {
        Ok(Some(kept)) => kept.exit(),
        Ok(None) => Exit::Done,
        Err(error) if !times.days.is_empty() => app
            .ui
            .error(&error.context("showing the times of your answers")),
        Err(error) => return Err(error),
    };
    let is_first = !times.days.is_empty() && mark_explained(&app.ui, &app.workspace, "times");
    app.ui.show("times", &times, || {
        times_table(app.ui.stdout, &times, is_first)
    })?;
    Ok(exit)
}

/// Prints the line of the selected puzzle, or of today's.
fn share(resolver: Resolver, args: &TimesArgs) -> Result<Exit> {
    let puzzle = if args.selection.is_empty() {
        today(resolver.clock.latest()).ok_or_else(|| {
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
    let Some(year) = puzzles.first().map(|puzzle| puzzle.year) else {
        return Ok(resolver.usual_event().puzzles().collect());
    };
    if puzzles.iter().any(|puzzle| puzzle.year != year) {
        return Err(usage_error(
            "the times of one year at a time: select days of one",
        ));
    }
    Ok(puzzles)
}

/// The times that the site shows, or showed before.
fn site_times(site: &SiteAccess, year: Year, refresh: bool) -> Result<Option<Kept<OwnTimes>>> {
    let session = match site.session() {
        Err(_) if !refresh => return Ok(None),
        session => session?,
    };
    let file = OwnTimes::file(site.config(), session, year);
    let stored = file.read();
    if !refresh {
        return Ok(stored.map(Kept::Stored));
    }
    let what = format!("asking for your times in {year}");
    let reply = site.ask(&what, |client| client.own_times(year, session));
    if let Ok(times) = &reply {
        site.note_stored(times.fetched);
    }
    site.keep_reply("times", &file, stored, reply).map(Some)
}

/// Joins the times of the site with those of the guesses.
fn collect(
    ui: &Ui,
    workspace: &Workspace,
    puzzles: &[Puzzle],
    shown: Option<&OwnTimes>,
    now: DateTime<Utc>,
) -> Result<YearTimes> {
    let store = workspace.store()?;
    let mut times = YearTimes {
        year: puzzles[0].year,
        fetched: shown.map(|times| times.fetched),
        days: Vec::new(),
        total: None,
        guesses: 0,
        best: None,
    };
    for &puzzle in puzzles {
        // A file that cannot be read hides nothing else.
        let answers = store.answers(puzzle, None).unwrap_or_else(|error| {
            ui.warning(format!("{:#}", error.context(puzzle)));
            Answers::default()
        });
        let stars = shown.and_then(|times| times.of(puzzle.day));
        let day = day_times(puzzle, stars, &answers, now);
        if day.times.part1.or(day.times.part2).is_none() && day.guesses == 0 {
            continue;
        }
        times.guesses += day.guesses;
        if let Some(time) = day.times.part2.and_then(StarTime::exact) {
            let total = times.total.unwrap_or_default();
            times.total = Some(total.saturating_add(time.as_secs()));
        }
        times.days.push(day);
    }
    times.best = best_day(&times.days);
    Ok(times)
}

/// The first day of those whose second star came soonest. One that came later than a day, at a
/// time that is not known, is none.
fn best_day(days: &[DayTimes]) -> Option<Day> {
    days.iter()
        .filter_map(|day| Some((day.times.part2?.exact()?, day.day)))
        .min()
        .map(|(_, day)| day)
}

fn day_times(
    puzzle: Puzzle,
    shown: Option<&OwnDay>,
    answers: &Answers,
    now: DateTime<Utc>,
) -> DayTimes {
    let times = star_times(puzzle, shown, answers, now);
    let between = match (times.part1, times.part2) {
        (Some(StarTime::After(part1)), Some(StarTime::After(part2))) => part2.checked_sub(part1),
        _ => None,
    };
    DayTimes {
        day: puzzle.day,
        times,
        between: between.map(|time| time.as_secs()),
        guesses: answers.judged_guesses(),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn star_time(seconds: u64) -> StarTime {
        StarTime::from(Duration::from_secs(seconds))
    }

    fn seconds(times: &DayTimes) -> [Option<u64>; 3] {
        let [part1, part2] = [times.times.part1, times.times.part2]
            .map(|time| time.map(|time| Duration::from(time).as_secs()));
        [part1, part2, times.between]
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
            part1: Some(star_time(part1)),
            part2: part2.map(star_time),
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
            let times = day_times(puzzle, shown.as_ref(), answers, DateTime::<Utc>::MAX_UTC);
            assert_eq!(seconds(&times), expected, "{name}");
        }
        let now = "2026-11-24T00:00:00Z".parse().unwrap();
        assert_eq!(day_times(puzzle, None, &answers, now).guesses, 3);
        // No star has come later than now.
        let late = Answers::parse(
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
            // A star of which the site says no more than that it came later may be from months
            // after the other.
            (&[Some(86_400), Some(172_800)], Some(2)),
            (&[Some(86_400), None], None),
            (&[], None),
        ] {
            let mut days = Vec::new();
            for (day, part2) in (1..).zip(part2) {
                let puzzle = Puzzle::of(2025, day);
                let mut times =
                    day_times(puzzle, None, &Answers::default(), DateTime::<Utc>::MAX_UTC);
                times.times.part2 = part2.map(star_time);
                days.push(times);
            }
            assert_eq!(best_day(&days), best.map(Day::of), "{part2:?}");
        }
    }
}
