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
    Day, DefaultYear, Puzzle, ResolveContext, Selection, SelectorError, Wanted, Year, is_path,
    newest_unlocked, running, today, unlock,
};
use crate::terminal::span;

impl App {
    /// The selected puzzles, for a command that works on solutions; without a
    /// selector the one that was edited last.
    pub fn solutions(&self, args: &SelectionArgs) -> Result<Vec<Puzzle>, CliError> {
        self.resolve(&self.selection(args)?, Wanted::Solutions)
    }

    /// The selected puzzles, for a command that talks to the site.
    pub fn puzzles(&self, args: &SelectionArgs) -> Result<Vec<Puzzle>, CliError> {
        self.resolve(&self.selection(args)?, Wanted::Events)
    }

    /// The one puzzle that is selected, for a command that talks to the site.
    pub fn puzzle(&self, args: &SelectionArgs) -> Result<Puzzle, CliError> {
        match self.puzzles(args)?[..] {
            [puzzle] => Ok(puzzle),
            ref puzzles => Err(many(puzzles.len())),
        }
    }

    /// The one puzzle that an answer is for: the selected solution, else the one
    /// that was edited last. A named puzzle needs no solution: its answer may have
    /// been found without one.
    pub fn puzzle_to_answer(&self, args: &SelectionArgs) -> Result<Puzzle, CliError> {
        let is_named = !args.selectors.is_empty();
        let mut puzzles = self.solutions(args);
        if is_named && puzzles.is_err() {
            puzzles = self.puzzles(args);
        }
        let puzzle = match puzzles?[..] {
            [puzzle] => puzzle,
            ref puzzles => return Err(many(puzzles.len())),
        };
        if !is_named {
            let today = today(self.site_time()).filter(|&today| today != puzzle);
            let today = today.map(|today| format!("; today's puzzle is {today}"));
            let today = today.unwrap_or_default();
            self.note(&format!("{puzzle} was edited last{today}"));
        }
        Ok(puzzle)
    }

    /// The selected puzzles, for a command that creates files for them: whole
    /// years have all of their days.
    pub fn puzzles_to_create(&self, args: &SelectionArgs) -> Result<Vec<Puzzle>, CliError> {
        self.resolve(&self.selection(args)?, Wanted::NewFiles)
    }

    /// The selected puzzles, for a command that works on solutions; without a
    /// selector all of them.
    pub fn solutions_or_all(&self, args: &SelectionArgs) -> Result<Vec<Puzzle>, CliError> {
        if args.selectors.is_empty() {
            self.warn_of_all_misnamed();
        }
        self.resolve(&self.selection(args)?.or_all(), Wanted::Solutions)
    }

    fn selection(&self, args: &SelectionArgs) -> Result<Selection, CliError> {
        let project = self.project()?;
        let root = project.root();
        let inputs = self.inputs_dir()?;
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
        let resolved = selection
            .resolve(&context, wanted)
            .inspect_err(|_| self.warn_of_all_misnamed())?;
        let years = resolved.puzzles.iter().map(|puzzle| puzzle.year);
        self.warn_of_misnamed(years.collect());
        if let Some(note) = &resolved.note {
            self.note(note);
        }
        Ok(resolved.puzzles)
    }

    /// The year of the settings, else of the folder.
    pub fn default_year(&self) -> Option<DefaultYear> {
        let setting = self.settings.year.map(|year| DefaultYear {
            year,
            source: match self.settings.provenance.get("year") {
                Some(Provenance::Project) => "the project's Cargo.toml",
                Some(Provenance::User) => "the user's config.toml",
                _ => "AOC_YEAR",
            },
        });
        setting.or_else(|| {
            let project = self.project().ok()?;
            let year = project.year_of(&self.environment.current_dir)?;
            let source = "the current folder";
            Some(DefaultYear { year, source })
        })
    }
}

fn many(puzzles: usize) -> CliError {
    let message = format!("one puzzle at a time, but {puzzles} are selected; select one");
    CliError::new(Exit::Usage, message)
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
        self.default_year()
            .map(|default| default.year)
            .or_else(|| running(now))
            .or_else(newest_here)
            .unwrap_or_else(|| newest_event(now))
    }

    /// The year of a command that is not about solutions.
    pub fn usual_event(&self) -> Year {
        let default = self.default_year().map(|default| default.year);
        default.unwrap_or_else(|| newest_event(self.site_time()))
    }
}

fn newest_event(now: DateTime<Utc>) -> Year {
    newest_unlocked(Day(1), now).unwrap_or(Year::FIRST)
}

impl App {
    /// Warns of such files of these years, of each once.
    pub fn warn_of_misnamed(&self, years: BTreeSet<Year>) {
        for file in self.misnamed(years) {
            self.warn_once(&file);
        }
    }

    /// Warns of such files of every year that has a folder.
    pub fn warn_of_all_misnamed(&self) {
        for file in self.all_misnamed() {
            self.warn_once(&file);
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
            let inputs = store.paths.misnamed(year).into_iter();
            let inputs = inputs.map(|mut misnamed| {
                misnamed.file = project.shown(&misnamed.file);
                misnamed.to_string()
            });
            project.misnamed(year).into_iter().chain(inputs)
        };
        years.into_iter().flat_map(of_year).collect()
    }
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
