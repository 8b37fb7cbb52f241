//! Resolves the selectors of the command line to puzzles and years, and warns of files
//! that only look like days.

use std::collections::BTreeSet;
use std::path::Path;

use super::args::SelectionArgs;
use super::context::App;
use crate::config::Provenance;
use crate::error::{CliError, Exit};
use crate::files::{slashed, without_dots};
use crate::puzzle::{
    Day, Puzzle, PuzzleKind, ResolveContext, Selector, Year, is_path, newest_unlocked,
    parse_selectors, running, today, unlock,
};
use crate::site::CLOCK_ERROR;
use crate::terminal::span;

impl App {
    /// The selected puzzles for a command on solutions; by default the day that was
    /// edited last.
    pub fn solutions(&self, args: &SelectionArgs) -> Result<Vec<Puzzle>, CliError> {
        self.select(args, PuzzleKind::Solutions)
    }

    /// The selected puzzles for a command on solutions; by default all of them.
    pub fn solutions_or_all(&self, args: &SelectionArgs) -> Result<Vec<Puzzle>, CliError> {
        if args.is_empty() {
            return self.resolve(&[Selector::All], PuzzleKind::Solutions);
        }
        self.solutions(args)
    }

    /// The puzzle that an answer is for: the selected one, otherwise the day that was
    /// edited last. A selected puzzle needs no solution, because its answer may have
    /// been found in another way.
    pub fn puzzle_to_answer(&self, args: &SelectionArgs) -> Result<Puzzle, CliError> {
        let solutions = self.solutions(args);
        if !args.selectors.is_empty() {
            return only_puzzle(&solutions.or_else(|_| self.select(args, PuzzleKind::Events))?);
        }
        let puzzle = only_puzzle(&solutions?)?;
        let mut note = format!("{puzzle} was edited last");
        if let Some(today) = today(self.site_time()).filter(|&today| today != puzzle) {
            note += &format!("; today's puzzle is {today}");
        }
        self.note(&note);
        Ok(puzzle)
    }

    pub fn select(&self, args: &SelectionArgs, kind: PuzzleKind) -> Result<Vec<Puzzle>, CliError> {
        self.resolve(&self.selectors(args)?, kind)
    }

    /// Parses the selectors of the command line.
    pub fn selectors(&self, args: &SelectionArgs) -> Result<Vec<Selector>, CliError> {
        let project = self.project()?;
        let current_dir = &self.environment.current_dir;
        let mut words = args.selectors.clone();
        for word in words.iter_mut().filter(|word| is_path(word)) {
            *word = path_in_project(project.root(), current_dir, word)?;
        }
        let selectors = parse_selectors(&words, args.year.as_deref());
        selectors.inspect_err(|_| self.warn_of_misnamed(project.years()))
    }

    /// The puzzles that selectors select, in order.
    pub fn resolve(&self, which: &[Selector], kind: PuzzleKind) -> Result<Vec<Puzzle>, CliError> {
        let project = self.project()?;
        let days = project.days()?;
        let context = ResolveContext {
            kind,
            days: &days,
            latest: &|| project.latest(&days),
            default_year: self.default_year(),
            now: self.site_time(),
        };
        let resolved = context.resolve(which);
        // A misnamed file may be the reason why there is no solution.
        let (puzzles, note) = resolved.inspect_err(|_| self.warn_of_misnamed(project.years()))?;
        self.warn_of_misnamed(puzzles.iter().map(|puzzle| puzzle.year).collect());
        if let Some(note) = note {
            self.note(&note);
        }
        Ok(puzzles.into_iter().collect())
    }

    /// Warns of the files of these years whose names look almost like days.
    pub fn warn_of_misnamed(&self, years: BTreeSet<Year>) {
        let misnamed = |year| self.project().map(|project| project.misnamed(year));
        for line in years.into_iter().flat_map(misnamed).flatten() {
            self.warn_once(&line);
        }
    }

    /// The year for days without one, from the settings or the current folder, and its
    /// source.
    pub fn default_year(&self) -> Option<(Year, &'static str)> {
        if let Some(year) = self.settings.year {
            let source = match self.settings.provenance.get("year") {
                Some(Provenance::Project) => "the project's Cargo.toml",
                Some(Provenance::User) => "the user's config.toml",
                _ => "AOC_YEAR",
            };
            return Some((year, source));
        }
        let year = self.project().ok()?.year_of(&self.environment.current_dir);
        Some((year?, "the current folder"))
    }

    /// Parses a year. Fails if its event has not begun, so that the site is not asked for
    /// it.
    pub fn begun_year(&self, word: &str) -> Result<Year, CliError> {
        let year = Year::read(word)?;
        let unlock = unlock(year.day(Day(1)));
        let left = (unlock - self.site_time()).to_std();
        let Some(left) = left.ok().filter(|left| *left > CLOCK_ERROR) else {
            return Ok(year);
        };
        let (left, unlock) = (span(left), unlock.format("%Y-%m-%d %H:%M"));
        let message =
            format!("the event of {year} has not begun: it begins in {left}, at {unlock} UTC");
        Err(CliError::new(Exit::Locked, message))
    }

    /// The default year of a command: the year for days without one, otherwise the
    /// running event, the newest year of the project that has begun, or the newest
    /// event.
    pub fn usual_year(&self) -> Year {
        let now = self.site_time();
        let begun = |year: &Year| unlock(year.day(Day(1))) <= now;
        let newest_here = || self.project().ok()?.days().ok()?.into_keys().rfind(begun);
        let default = self.default_year().map(|(year, _)| year).or(running(now));
        let default = default.or_else(newest_here);
        default.unwrap_or_else(|| self.usual_event())
    }

    /// The default year of a command that is not about solutions.
    pub fn usual_event(&self) -> Year {
        let default = self.default_year().map(|(year, _)| year);
        let newest = || newest_unlocked(Day(1), self.site_time());
        default.or_else(newest).unwrap_or(Year::FIRST)
    }
}

/// The only selected puzzle; an error if there are several.
pub fn only_puzzle(puzzles: &[Puzzle]) -> Result<Puzzle, CliError> {
    let count = puzzles.len();
    let message = format!("one puzzle at a time, but {count} are selected; select one");
    match puzzles {
        [puzzle] => Ok(*puzzle),
        _ => Err(CliError::new(Exit::Usage, message)),
    }
}

/// Makes a typed path relative to the project's root, with forward slashes.
fn path_in_project(root: &Path, current_dir: &Path, word: &str) -> Result<String, CliError> {
    let typed = without_dots(&current_dir.join(word));
    let Ok(inner) = typed.strip_prefix(root) else {
        let (word, root) = (word.escape_debug(), root.display());
        let message = format!("`{word}` is not in the project {root}");
        return Err(CliError::new(Exit::Usage, message));
    };
    Ok(slashed(inner))
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;

    use super::*;
    use crate::app::args::GlobalArgs;
    use crate::config::Environment;
    use crate::testing::{environment, write};

    #[test]
    fn today_follows_the_clock_of_the_site_or_a_later_one() {
        let home = tempfile::tempdir().unwrap();
        let manifest = "[workspace]\n[workspace.metadata.aoc]\n";
        write(home.path(), "Cargo.toml", manifest);
        let environment = Environment {
            cache_dir: Some(home.path().join("cache")),
            now: || "2026-12-05T04:55:00Z".parse().unwrap(),
            ..environment(home.path(), &[])
        };
        let app = App::new(environment, &GlobalArgs::default());
        let today = || app.resolve(&[], PuzzleKind::Events).unwrap()[0].to_string();
        assert_eq!(today(), "2026/4");
        app.site_state().set_clock_ahead(TimeDelta::minutes(10));
        assert_eq!(today(), "2026/5");
        // The clock may have been set right since.
        app.site_state().set_clock_ahead(TimeDelta::days(-4));
        assert_eq!(today(), "2026/4");
        assert_eq!(app.usual_event().to_string(), "2026");
    }
}
