//! From the words of the command line to the puzzles and years that are meant, with
//! warnings of files that only look like days or inputs.

use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;

use chrono::{DateTime, Utc};

use super::args::SelectionArgs;
use super::context::App;
use crate::config::Provenance;
use crate::error::{CliError, Exit};
use crate::files::without_dots;
use crate::puzzle::{
    Day, Puzzle, ResolveContext, Selection, SelectorError, Wanted, Year, is_path, newest_unlocked,
    running, today, unlock,
};
use crate::terminal::span;

impl App {
    /// The selected puzzles, for a command that works on solutions; without a
    /// selector the one that was edited last.
    pub fn solutions(&self, args: &SelectionArgs) -> Result<Vec<Puzzle>, CliError> {
        self.resolve(&self.selection(args)?, Wanted::Solutions)
    }

    /// The selected puzzles, for a command that works on solutions; without a
    /// selector all of them.
    pub fn solutions_or_all(&self, args: &SelectionArgs) -> Result<Vec<Puzzle>, CliError> {
        if args.selectors.is_empty() {
            self.warn_of_all_misnamed();
        }
        self.resolve(&self.selection(args)?.or_all(), Wanted::Solutions)
    }

    /// The selected puzzles, for a command that talks to the site.
    pub fn puzzles(&self, args: &SelectionArgs) -> Result<Vec<Puzzle>, CliError> {
        self.resolve(&self.selection(args)?, Wanted::Events)
    }

    /// The selected puzzles, for a command that creates files for them: whole
    /// years have all of their days.
    pub fn puzzles_to_create(&self, args: &SelectionArgs) -> Result<Vec<Puzzle>, CliError> {
        self.resolve(&self.selection(args)?, Wanted::NewFiles)
    }

    /// The one puzzle that is selected, for a command that talks to the site.
    pub fn puzzle(&self, args: &SelectionArgs) -> Result<Puzzle, CliError> {
        one(&self.puzzles(args)?)
    }

    /// The one puzzle that an answer is for: the selected solution, else the one
    /// that was edited last. A named puzzle needs no solution: its answer may have
    /// been found without one.
    pub fn puzzle_to_answer(&self, args: &SelectionArgs) -> Result<Puzzle, CliError> {
        if !args.selectors.is_empty() {
            let solutions = self.solutions(args);
            return one(&solutions.or_else(|_| self.puzzles(args))?);
        }
        let puzzle = one(&self.solutions(args)?)?;
        let today = today(self.site_time()).filter(|&today| today != puzzle);
        let today = today.map(|today| format!("; today's puzzle is {today}"));
        let today = today.unwrap_or_default();
        self.note(&format!("{puzzle} was edited last{today}"));
        Ok(puzzle)
    }

    fn selection(&self, args: &SelectionArgs) -> Result<Selection, CliError> {
        let (root, inputs) = (self.project()?.root(), self.inputs_dir()?);
        let current_dir = &self.environment.current_dir;
        let words = args.selectors.iter().map(|word| {
            if is_path(word) {
                path_in_project(root, &inputs, current_dir, word)
            } else {
                Ok(word.clone())
            }
        });
        let words = words.collect::<Result<Vec<_>, _>>()?;
        let selection = Selection::parse(&words, args.year.as_deref());
        Ok(selection.inspect_err(|_| self.warn_of_all_misnamed())?)
    }

    fn resolve(&self, selection: &Selection, wanted: Wanted) -> Result<Vec<Puzzle>, CliError> {
        let project = self.project()?;
        let days = project.days()?;
        let latest = selection.asks_for_latest().then(|| project.latest(&days));
        let context = ResolveContext {
            days: &days,
            latest: latest.flatten(),
            default_year: self.default_year(),
            now: (self.environment.now)(),
        };
        // The solution may be there, but not by the name of a day.
        let resolved = selection.resolve(&context, wanted);
        let (puzzles, note) = resolved.inspect_err(|_| self.warn_of_all_misnamed())?;
        for line in self.misnamed(puzzles.iter().map(|puzzle| puzzle.year).collect()) {
            self.warn_once(&line);
        }
        if let Some(note) = note {
            self.note(&note);
        }
        Ok(puzzles.into_iter().collect())
    }

    /// The year of days without one, of the settings, else of the folder, and who says
    /// it.
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

    /// Warns of the files of every year whose names are almost those of days.
    pub fn warn_of_all_misnamed(&self) {
        for line in self.all_misnamed() {
            self.warn_once(&line);
        }
    }

    /// One line for each such file of all years.
    pub fn all_misnamed(&self) -> Vec<String> {
        let (Ok(project), Ok(store)) = (self.project(), self.store()) else {
            return Vec::new();
        };
        let mut years = project.years();
        years.extend(store.paths.years());
        self.misnamed(years)
    }

    fn misnamed(&self, years: BTreeSet<Year>) -> Vec<String> {
        let (Ok(project), Ok(store)) = (self.project(), self.store()) else {
            return Vec::new();
        };
        let of_year = |year| {
            let inputs = store.paths.misnamed(year, |path| project.shown(path));
            project.misnamed(year).into_iter().chain(inputs)
        };
        years.into_iter().flat_map(of_year).collect()
    }
}

fn one(puzzles: &[Puzzle]) -> Result<Puzzle, CliError> {
    let count = puzzles.len();
    let message = format!("one puzzle at a time, but {count} are selected; select one");
    match puzzles {
        [puzzle] => Ok(*puzzle),
        _ => Err(CliError::new(Exit::Usage, message)),
    }
}

/// The clock may be off by this much: closer to the first unlock than this, the site
/// decides.
const SLOP: Duration = Duration::from_mins(1);

impl App {
    /// The year that was typed.
    pub fn year(word: &str) -> Result<Year, CliError> {
        Year::parse(word).ok_or_else(|| {
            let word = word.escape_debug();
            let message = format!("`{word}` is not a year: years are 2015 and later");
            CliError::new(Exit::Usage, message)
        })
    }

    /// The year that was typed, if its event has begun: before that the site has
    /// no stars to show, and is not asked.
    pub fn begun_year(&self, word: &str) -> Result<Year, CliError> {
        let year = Self::year(word)?;
        let unlock = unlock(year.day(Day(1)));
        // What was remembered of a clock must not hide an event that has begun.
        let now = self.site_time().max((self.environment.now)());
        match (unlock - now).to_std() {
            Ok(left) if left > SLOP => {
                let (left, unlock) = (span(left), unlock.format("%Y-%m-%d %H:%M"));
                let message = format!(
                    "the event of {year} has not begun: it begins in {left}, at {unlock} UTC"
                );
                Err(CliError::new(Exit::Locked, message))
            }
            _ => Ok(year),
        }
    }

    /// The year of a command that was given none: that of days without one, else
    /// the running event, else the newest year here that has begun, else the
    /// newest event.
    pub fn usual_year(&self) -> Year {
        let now = self.site_time();
        let newest_here = || {
            let days = self.project().ok()?.days().ok()?;
            let mut years = days.into_keys().rev();
            years.find(|year| unlock(year.day(Day(1))) <= now)
        };
        let default = self.default_year().map(|(year, _)| year);
        default
            .or_else(|| running(now))
            .or_else(newest_here)
            .unwrap_or_else(|| newest_event(now))
    }

    /// The year of a command that is not about solutions.
    pub fn usual_event(&self) -> Year {
        let default = self.default_year().map(|(year, _)| year);
        default.unwrap_or_else(|| newest_event(self.site_time()))
    }
}

fn newest_event(now: DateTime<Utc>) -> Year {
    newest_unlocked(Day(1), now).unwrap_or(Year::FIRST)
}

/// A path as it was typed, made relative to the project's root and with forward
/// slashes. The folder of the inputs may be anywhere and is `inputs`.
fn path_in_project(
    root: &Path,
    inputs: &Path,
    current_dir: &Path,
    word: &str,
) -> Result<String, SelectorError> {
    let typed = without_dots(&current_dir.join(word));
    if let Ok(inner) = typed.strip_prefix(inputs) {
        return Ok(with_slashes(&Path::new("inputs").join(inner)));
    }
    let inner = typed.strip_prefix(root).map_err(|_| {
        let (word, root) = (word.escape_debug(), root.display());
        SelectorError::new(format!("`{word}` is not in the project {root}"))
    })?;
    Ok(with_slashes(inner))
}

fn with_slashes(path: &Path) -> String {
    let names: Vec<_> = path.iter().map(|name| name.to_string_lossy()).collect();
    names.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_made_relative_to_the_root() {
        let (root, current_dir) = (
            Path::new("/home/me/aoc"),
            Path::new("/home/me/aoc/days/year2020"),
        );
        let inputs = Path::new("/home/me/private");
        for (word, inner) in [
            ("day22.rs", "days/year2020/day22.rs"),
            ("./day22/lanes.rs", "days/year2020/day22/lanes.rs"),
            ("../year2021/day21.rs", "days/year2021/day21.rs"),
            (".", "days/year2020"),
            ("/home/me/aoc/days/year2021", "days/year2021"),
            ("/home/me/aoc/../aoc/src", "src"),
            (
                "../../../private/year2020/day22.txt",
                "inputs/year2020/day22.txt",
            ),
        ] {
            let found = path_in_project(root, inputs, current_dir, word);
            assert_eq!(found.as_deref(), Ok(inner), "{word}");
        }
        let error = path_in_project(root, inputs, current_dir, "../../../day22.rs").unwrap_err();
        assert_eq!(
            error.to_string(),
            "`../../../day22.rs` is not in the project /home/me/aoc"
        );
    }
}
