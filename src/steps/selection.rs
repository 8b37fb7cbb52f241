//! Resolves the selectors of the command line to puzzles and years. Warns about files whose names
//! are similar to those of days.

use std::collections::BTreeSet;
use std::iter::once;

use crate::app::App;
use crate::app::args::SelectionArgs;
use crate::app::tokens::{looks_like_token, token_argument_error};
use crate::error::{CliError, Exit, Result, usage_error};
use crate::files::without_dots;
use crate::project::{MisnamedFile, Project};
use crate::puzzle::{
    Day, Puzzle, PuzzleScope, Resolved, SelectionFacts, Selector, Year, is_address, is_path,
    is_selector, parse_selectors,
};
use crate::site::UnlockState;

/// Resolves selectors with the days of the project, the settings, the time, and what is stored
/// about locked puzzles.
#[derive(Clone, Copy)]
pub struct Resolver<'a> {
    pub app: &'a App,
}

impl<'a> Resolver<'a> {
    pub fn new(app: &'a App) -> Self {
        Self { app }
    }

    /// The puzzles that the command line selects, in order. Without a selector, the default of the
    /// scope.
    pub fn select(self, args: &SelectionArgs, scope: PuzzleScope) -> Result<Vec<Puzzle>> {
        self.resolve(&self.selectors(args)?, scope)
    }

    /// The solutions that the command line selects. Without a selector, those of `default`.
    pub fn select_or(self, args: &SelectionArgs, default: Selector) -> Result<Vec<Puzzle>> {
        self.resolve(&self.selectors_or(args, default)?, PuzzleScope::Solutions)
    }

    /// The puzzles whose answers are recorded or submitted. They need no solution, because the
    /// answer may have been found without one. The default is the solution that was edited last. No
    /// template is passed over, because the answer would then be submitted to an earlier puzzle,
    /// for example if the clock is slow at an unlock.
    pub fn select_for_answer(self, args: &SelectionArgs) -> Result<Vec<Puzzle>> {
        let selectors = self.selectors_or(args, Selector::Latest)?;
        let found = self
            .resolve_silently(&selectors, PuzzleScope::Solutions)
            .or_else(|_| self.resolve_silently(&selectors, PuzzleScope::Events));
        self.show_notes(found)
    }

    /// Parses the selectors of the command line.
    pub fn selectors(self, args: &SelectionArgs) -> Result<Vec<Selector>> {
        self.parse(args.words(), args.year.as_deref())
    }

    /// Parses the selectors of the command line. Without one, it is `default`.
    pub fn selectors_or(self, args: &SelectionArgs, default: Selector) -> Result<Vec<Selector>> {
        let mut selectors = self.selectors(args)?;
        if selectors.is_empty() {
            selectors.push(default);
        }
        Ok(selectors)
    }

    /// Parses selectors. `year` is the year of days that name none.
    pub fn parse(self, words: Vec<String>, year: Option<&str>) -> Result<Vec<Selector>> {
        // The error for such a word would show the token.
        let has_token = words
            .iter()
            .map(String::as_str)
            .chain(year)
            .any(|word| !is_path(word) && looks_like_token(word));
        self.parse_words(words, year).map_err(|error| {
            if has_token {
                token_argument_error()
            } else {
                error
            }
        })
    }

    fn parse_words(self, mut words: Vec<String>, year: Option<&str>) -> Result<Vec<Selector>> {
        let site = format!("{}/", self.app.settings.base_url);
        for word in &mut words {
            if is_path(word) {
                *word = self.selector_of_path(word)?;
            } else if let Some(path) = word.strip_prefix(&site)
                && is_address(path)
            {
                // `aoc open --print` prints such an address.
                *word = path.to_owned();
            }
        }
        parse_selectors(&words, year)
    }

    /// The puzzles that the selectors select, in order. Without a selector, the default puzzles.
    pub fn resolve(self, selectors: &[Selector], scope: PuzzleScope) -> Result<Vec<Puzzle>> {
        let found = self.resolve_silently(selectors, scope);
        if found.is_err()
            && scope == PuzzleScope::Solutions
            && let Some(error) = self.misnamed_solution(selectors)
        {
            return Err(error);
        }
        self.show_notes(found)
    }

    /// The selected year, or else the default one, and its selected days. `None` for all days of
    /// the year, including locked ones, whose stars may be known. If the selected days are of
    /// several years, the error ends with the hint.
    pub fn year_and_days(
        self,
        args: &SelectionArgs,
        default_year: impl Fn(&SelectionFacts<'a>) -> Year,
        hint: &str,
    ) -> Result<(Year, Option<Vec<Puzzle>>)> {
        let selectors = self.selectors(args)?;
        let whole_year = match selectors[..] {
            [] => Some(default_year(&self.facts())),
            [selector] => selector.whole_year(),
            _ => None,
        };
        if let Some(year) = whole_year {
            return Ok((year, None));
        }
        let puzzles = self.resolve(&selectors, PuzzleScope::Events)?;
        let year = match puzzles.first() {
            Some(first) => first.year,
            None => default_year(&self.facts()),
        };
        if puzzles.iter().any(|puzzle| puzzle.year != year) {
            return Err(usage_error(format!("one year at a time: {hint}")));
        }
        Ok((year, Some(puzzles)))
    }

    /// Like [`Self::resolve`], but prints no notes.
    pub fn resolve_silently(self, selectors: &[Selector], scope: PuzzleScope) -> Result<Resolved> {
        let project = self.app.workspace.optional_project()?;
        let days = project.map(Project::days).transpose()?.unwrap_or_default();
        let facts = self.facts_of(days);
        let selectors = facts.selectors_or_default(selectors, scope);
        let name_days = selectors
            .iter()
            .all(|one| matches!(one, Selector::FromToday(_) | Selector::Days(_)));
        if !name_days {
            self.app.workspace.project()?;
        }
        facts.resolve(&selectors, scope)
    }

    /// The error if a selected solution seems to be missing only because its file has a wrong name.
    /// Warns about the other files with wrong names.
    fn misnamed_solution(self, selectors: &[Selector]) -> Option<CliError> {
        let project = self.app.workspace.project().ok()?;
        let mut facts = self.facts_of(project.days().ok()?);
        let mut misnamed = project.misnamed(project.years());
        let meant = misnamed.iter().filter_map(|file| file.meant);
        facts.with_code.extend(meant);
        let scope = PuzzleScope::Solutions;
        let found = facts.resolve(&facts.selectors_or_default(selectors, scope), scope);
        let puzzles = found.ok()?.puzzles;
        let index = misnamed
            .iter()
            .position(|file| file.meant.is_some_and(|puzzle| puzzles.contains(&puzzle)))?;
        let MisnamedFile { meant, note } = misnamed.remove(index);
        self.warn_of(misnamed);
        Some(usage_error(format!("no solution for {}: {note}", meant?)))
    }

    /// Prints the notes and warnings about the selected puzzles. Returns the puzzles.
    fn show_notes(self, found: Result<Resolved>) -> Result<Vec<Puzzle>> {
        // A file with a wrong name may be why there is no solution.
        let Resolved { puzzles, notes } = found.inspect_err(|_| self.warn_of_all_misnamed())?;
        if let Ok(project) = self.app.workspace.project() {
            let years: BTreeSet<Year> = puzzles.iter().map(|puzzle| puzzle.year).collect();
            self.warn_of(project.misnamed(years));
        }
        for note in notes {
            self.app.ui.note(note);
        }
        Ok(puzzles.into_iter().collect())
    }

    /// Warns about each file in the project that is left out because of its name.
    pub fn warn_of_all_misnamed(self) {
        if let Ok(project) = self.app.workspace.project() {
            self.warn_of(project.misnamed(project.years()));
        }
    }

    fn warn_of(self, misnamed: Vec<MisnamedFile>) {
        for file in misnamed {
            self.app.ui.warning(file.note);
        }
    }

    /// The facts of the project. Its days may be unreadable.
    pub fn facts(self) -> SelectionFacts<'a> {
        let project = self.app.workspace.project();
        self.facts_of(project.and_then(Project::days).unwrap_or_default())
    }

    /// The facts of the project with these days.
    pub fn facts_of(self, with_code: BTreeSet<Puzzle>) -> SelectionFacts<'a> {
        let project = self.app.workspace.project().ok();
        let store = self.app.workspace.store().ok();
        let site = &self.app.site;
        let evidence = site.unlock_evidence(store);
        let time = site.time();
        SelectionFacts {
            setting: self.app.settings.year,
            setting_name: self.app.settings.name_of("year"),
            folder: project.and_then(|project| project.year_of(self.app.workspace.current_dir())),
            with_code,
            latest_of: Box::new(move |days| project?.latest_day(days.iter().copied())),
            is_unlocked: Box::new(move |puzzle| evidence.state(time, puzzle).is_unlocked()),
            is_untouched: Box::new(move |puzzle| {
                project.is_some_and(|project| project.is_untouched(puzzle))
            }),
            is_unfinished: Box::new(move |puzzle| {
                let mut records = site.records(&self.app.workspace);
                records.day(puzzle).is_unfinished()
            }),
            now: time.now(),
            local_offset: self.app.environment.local_offset,
        }
    }

    /// The selector for a path, which is a day's file, or the folder of a day or a year.
    fn selector_of_path(self, word: &str) -> Result<String> {
        let project = self.app.workspace.project()?;
        let path = without_dots(&self.app.workspace.current_dir().join(word));
        for path in once(path.clone()).chain(project.paths_through_links(&path)) {
            if let Some(puzzle) = project.puzzle_of(&path) {
                return Ok(puzzle.to_string());
            }
            if let Some(year) = project.year_of(&path)
                && path == project.year_dir(year)
            {
                return Ok(year.to_string());
            }
        }
        self.warn_of_all_misnamed();
        let word = word.escape_debug();
        Err(usage_error(format!(
            "`{word}` is not the file of a day of the project {}, such as days/year2020/day01.rs",
            project.root().display()
        )))
    }
}

/// Returns the year. Fails if its event has not begun, because the site cannot be asked about it.
pub fn begun_year(app: &App, year: Year) -> Result<Year> {
    let first = year.day(Day::FIRST);
    let store = app.workspace.store().ok();
    let UnlockState::Locked(wait) = app.site.unlock_state(store, first) else {
        return Ok(year);
    };
    let begin = wait.until_when(app.environment.local_offset);
    Err(CliError::new(
        Exit::Locked,
        format!("the event of {year} has not begun: it begins {begin}"),
    ))
}

/// The last selector, if the user may have meant it as an answer. `None` if it is a single puzzle,
/// a path or a session token.
pub fn possible_answer(selectors: &[String]) -> Option<&str> {
    let word = selectors.last()?;
    let is_puzzle = selectors.len() == 1 && is_selector(word);
    let may_be_answer = !is_puzzle && !is_path(word) && !looks_like_token(word);
    may_be_answer.then_some(word)
}

/// The single selected puzzle. Fails if there are several or none.
pub fn only_puzzle(puzzles: &[Puzzle]) -> Result<Puzzle> {
    match puzzles {
        [puzzle] => Ok(*puzzle),
        [] => Err(usage_error(
            "no puzzle is selected; name one, such as 2020/22",
        )),
        several => Err(usage_error(format!(
            "one puzzle at a time, but {} are selected; select one",
            several.len()
        ))),
    }
}

#[cfg(test)]
mod tests {
    use chrono::{DateTime, TimeDelta};

    use super::*;
    use crate::app::args::GlobalArgs;
    use crate::config::Environment;
    use crate::site::ClockOffset;
    use crate::testing::{clock_at, environment, write};

    #[test]
    fn today_follows_the_clock_of_the_site_or_a_later_one() {
        let home = tempfile::tempdir().unwrap();
        let manifest = "[workspace]\n[workspace.metadata.aoc]\n";
        write(home.path(), "Cargo.toml", manifest);
        let environment = Environment {
            cache_dir: Some(home.path().join("cache")),
            clock: clock_at(|| "2026-12-05T04:55:00Z".parse().unwrap()),
            ..environment(home.path(), &[])
        };
        // Each command reads the stored offset of the clock.
        let app = || App::new(environment.clone(), &GlobalArgs::default());
        let today = || {
            Resolver::new(&app())
                .resolve(&[], PuzzleScope::Events)
                .unwrap()[0]
                .to_string()
        };
        assert_eq!(today(), "2026/4");
        // The computer was restarted after these offsets were stored.
        let boot = DateTime::UNIX_EPOCH;
        let set_offset = |offset| {
            let app = app();
            let client = app.site.online_client().expect("no --offline");
            client.state.set_offset(ClockOffset {
                offset,
                boot,
                measured_at: None,
            });
        };
        set_offset(TimeDelta::minutes(10));
        assert_eq!(today(), "2026/5");
        // The clock may have been corrected since.
        set_offset(TimeDelta::days(-4));
        assert_eq!(today(), "2026/4");
        assert_eq!(
            Resolver::new(&app()).facts().year_of_site().to_string(),
            "2026"
        );
    }

    #[test]
    fn the_paths_of_days_and_years_are_selectors() {
        let home = tempfile::tempdir().unwrap();
        write(home.path(), "Cargo.toml", "[workspace.metadata.aoc]\n");
        let app = App::new(environment(home.path(), &[]), &GlobalArgs::default());
        for (path, selector) in [
            ("days/year2020", "2020"),
            ("./days/year2020/", "2020"),
            ("days/year2020/day22.rs", "2020/22"),
            ("days/year2020/day22", "2020/22"),
            ("days/year2020/day01/deep/er.rs", "2020/1"),
        ] {
            assert_eq!(
                Resolver::new(&app).selector_of_path(path).unwrap(),
                selector,
                "{path}"
            );
        }
        write(home.path(), "days/year2020/day22.rs", "");
        #[cfg(unix)]
        std::os::unix::fs::symlink("days", home.path().join("DAYS")).unwrap();
        let same = "DAYS/year2020/day22.rs";
        assert_eq!(
            Resolver::new(&app).selector_of_path(same).unwrap(),
            "2020/22"
        );
        // The day is a link, and so is the folder that leads to it.
        #[cfg(unix)]
        {
            let days = home.path().join("days/year2020");
            std::os::unix::fs::symlink("../../shared.rs", days.join("day01.rs")).unwrap();
            std::os::unix::fs::symlink("day22.rs", days.join("day02.rs")).unwrap();
            std::os::unix::fs::symlink("../../shared", days.join("day03")).unwrap();
            write(home.path(), "shared.rs", "");
            write(home.path(), "shared/mod.rs", "");
            for (path, selector) in [
                ("DAYS/year2020/day01.rs", "2020/1"),
                ("DAYS/year2020/day02.rs", "2020/2"),
                ("DAYS/year2020/day03/mod.rs", "2020/3"),
                ("DAYS/year2020", "2020"),
            ] {
                let selected = Resolver::new(&app).selector_of_path(path);
                assert_eq!(selected.unwrap(), selector, "{path}");
            }
        }
        for path in [
            "/22",
            "days",
            "src/main.rs",
            "../days/year2020/day01.rs",
            "days/year2014/day01.rs",
            "days/year2020/main.rs",
            "days/year2020/day2.rs",
            "days/year2025/day13.rs",
            "days/year2020/day22.txt",
            "inputs/year2020/day22.txt",
            "days/shared/day01.rs",
        ] {
            assert!(
                Resolver::new(&app).selector_of_path(path).is_err(),
                "{path}"
            );
        }
    }
}
