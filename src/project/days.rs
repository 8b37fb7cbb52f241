//! The days of the project, and the day that was edited last.

use std::cell::LazyCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, ReadDir, read_dir};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::root::{Project, parse_year};
use super::source::{find_title, mentions_tests, read_source, test_count, token_ranges};
use super::templates::{BUILT_IN_TEMPLATE, day_template, new_day_file, placeholder_title};
use crate::error::{Result, file_error};
use crate::files::{entries, if_exists, source_files, unix_lines};
use crate::puzzle::{Day, Puzzle, Year, day_of_name};

/// The names of modules, each with its files.
pub type Modules = BTreeMap<String, Vec<PathBuf>>;

impl Project {
    /// The years that have a folder, with or without days.
    pub fn years(&self) -> BTreeSet<Year> {
        let mut years = BTreeSet::new();
        for entry in entries(&self.days_dir()) {
            if entry.path().is_dir() {
                let name = entry.file_name();
                years.extend(parse_year(&name.to_string_lossy()));
            }
        }
        years
    }

    /// The existing file of a day: `dayNN.rs` or `dayNN/mod.rs`.
    pub fn day_file(&self, puzzle: Puzzle) -> Option<PathBuf> {
        let [file, folder] = self.day_paths(puzzle);
        [file, folder.join("mod.rs")]
            .into_iter()
            .find(|file| file.is_file())
    }

    /// Fails if the file of a new day cannot be created: something else has the name of the file,
    /// or the solution is already in a file with a wrong name.
    pub fn check_new_day(&self, puzzle: Puzzle) -> Result<()> {
        let [path, _] = self.day_paths(puzzle);
        let what = match path.symlink_metadata() {
            Ok(taken) if taken.is_symlink() => Some("a link that leads to no file"),
            Ok(taken) if taken.is_dir() => Some("a folder"),
            Ok(taken) if !taken.is_file() => Some("a special file"),
            // Where case does not matter, this is a file such as `Day07.rs`.
            Ok(_) | Err(_) => None,
        };
        let why = what
            .map(|what| format!("{what} has this name; remove or rename it"))
            .or_else(|| self.misnamed_solution_note(puzzle));
        match why {
            Some(why) => Err(file_error(format!(
                "cannot create {}: {why}",
                self.shown(&path)
            ))),
            None => Ok(()),
        }
    }

    /// The days of all years of the project.
    pub fn days(&self) -> Result<BTreeSet<Puzzle>> {
        let mut days = BTreeSet::new();
        // A folder that cannot be read is an error. It does not count as a folder without days.
        read_folder(&self.days_dir())?;
        for year in self.years() {
            for name in self.modules(year)?.keys() {
                let day = day_of_name(year, name);
                days.extend(day.map(|day| year.day(day)));
            }
        }
        Ok(days)
    }

    /// The files of each module of a year: `NAME.rs`, `NAME/mod.rs` or both.
    pub(super) fn modules(&self, year: Year) -> Result<Modules> {
        let mut modules = Modules::new();
        let entries = read_folder(&self.year_dir(year))?;
        // The manifest is read only if there is a module that is not a day.
        let build_script = LazyCell::new(|| self.build_script(year));
        let is_build_script = |name: &str, path: &Path| {
            day_of_name(year, name).is_none() && build_script.as_deref() == Some(path)
        };
        for entry in entries.into_iter().flatten().flatten() {
            let Ok(name) = entry.file_name().into_string() else {
                continue;
            };
            let path = entry.path();
            let inner = path.join("mod.rs");
            if let Some(module) = name.strip_suffix(".rs")
                && !path.is_dir()
            {
                // Editors write `.#day22.rs` while the file is open.
                let is_module = module != "main" && !module.starts_with('.');
                if is_module && !is_build_script(module, &path) {
                    modules
                        .entry(module.to_owned())
                        .or_default()
                        .insert(0, path);
                }
            } else if !name.contains('.') && inner.is_file() && !is_build_script(&name, &inner) {
                modules.entry(name).or_default().push(inner);
            }
        }
        Ok(modules)
    }

    /// The day that was edited last, according to [`Self::edit_time`].
    pub fn latest_day(&self, days: impl IntoIterator<Item = Puzzle>) -> Option<Puzzle> {
        days.into_iter()
            .max_by_key(|&puzzle| (self.edit_time(puzzle), puzzle))
    }

    /// The time of the last edit of a file of the day. `None` if the day has no file, or if the
    /// file system has no times.
    pub fn edit_time(&self, puzzle: Puzzle) -> Option<SystemTime> {
        let mut latest = None;
        for file in self.files_of_day(puzzle) {
            if let Ok(metadata) = fs::metadata(file) {
                latest = latest.max(metadata.modified().ok());
            }
        }
        latest
    }

    /// The title in a day's source. `None` if it is still the placeholder, or if it is not a single
    /// literal.
    pub fn title(&self, puzzle: Puzzle) -> Option<String> {
        day_title(puzzle.day, &self.day_text(puzzle))
    }

    /// True if the day is unchanged since `aoc init` or `aoc new` wrote it, with or without its
    /// title.
    pub fn is_untouched(&self, puzzle: Puzzle) -> bool {
        self.is_template(puzzle, &self.day_text(puzzle))
    }

    /// True if this source of a day is the template, with or without a title.
    pub fn is_template(&self, puzzle: Puzzle, source: &str) -> bool {
        let title = day_title(puzzle.day, source);
        self.template_of(puzzle, source, title.as_deref()).is_some()
    }

    /// The template from which this source of a day was made with this title. `None` if it has been
    /// edited since.
    fn template_of(&self, puzzle: Puzzle, source: &str, title: Option<&str>) -> Option<String> {
        let source = unix_lines(source);
        let own = day_template(&self.root).ok();
        own.into_iter()
            .chain([BUILT_IN_TEMPLATE.to_owned()])
            .find(|template| new_day_file(template, puzzle, title).text == source)
    }

    /// The text of a day's file with this title. `None` if the file is not the untouched template
    /// without a title.
    pub fn template_with_title(&self, puzzle: Puzzle, title: &str) -> Option<String> {
        let source = self.day_text(puzzle);
        let template = self.template_of(puzzle, &source, None)?;
        let text = new_day_file(&template, puzzle, Some(title)).text;
        if text == new_day_file(&template, puzzle, None).text {
            return None;
        }
        if source.contains("\r\n") {
            return Some(text.replace('\n', "\r\n"));
        }
        Some(text)
    }

    /// The text of a day's file. Empty if it cannot be read.
    pub fn day_text(&self, puzzle: Puzzle) -> String {
        let file = self.day_file(puzzle).unwrap_or_default();
        read_source(&file).unwrap_or_default()
    }

    /// The texts of all files of a day. Each is read by itself, because quotes in one of them may
    /// be unbalanced.
    pub fn code_of_day(&self, puzzle: Puzzle) -> impl Iterator<Item = String> {
        self.files_of_day(puzzle)
            .flat_map(|file| read_source(&file))
    }

    /// The file of a day, and the files in the folder of the same name.
    pub fn files_of_day(&self, puzzle: Puzzle) -> impl Iterator<Item = PathBuf> {
        self.day_paths(puzzle)
            .into_iter()
            .flat_map(|path| source_files(&path))
    }

    /// The number of tests in a day's code.
    pub fn test_count(&self, puzzle: Puzzle) -> usize {
        self.code_of_day(puzzle).map(|code| test_count(&code)).sum()
    }

    /// True if a day's code may have tests.
    pub fn may_have_tests(&self, puzzle: Puzzle) -> bool {
        self.code_of_day(puzzle).any(|code| mentions_tests(&code))
    }
}

/// The entries of a folder. `None` if there is no such folder.
fn read_folder(folder: &Path) -> Result<Option<ReadDir>> {
    if_exists(folder, read_dir(folder))
}

/// Like [`Project::title`], for a caller that already has the day's source.
pub fn day_title(day: Day, source: &str) -> Option<String> {
    let title = find_title(token_ranges(source).map(|at| &source[at]))?;
    (title != placeholder_title(day)).then_some(title)
}

#[cfg(test)]
mod tests {
    use std::fs::File;
    use std::time::Duration;

    use super::*;
    use crate::testing::project;

    fn write(folder: &Path, path: &str, age: u64) {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        let time = SystemTime::UNIX_EPOCH + Duration::from_secs(1_700_000_000 - age);
        File::create(path).unwrap().set_modified(time).unwrap();
    }

    #[test]
    fn finds_days_and_the_latest() {
        let (temp, project) = project(&[]);
        assert_eq!(project.days().unwrap(), BTreeSet::new());
        assert_eq!(project.latest_day(BTreeSet::new()), None);

        for (path, age) in [
            ("days/year2020/day01.rs", 50),
            ("days/year2020/day22/mod.rs", 90),
            ("days/year2020/day22/cards/deck.rs", 10),
            ("days/year2020/day22_old.rs", 0),
            ("days/year2020/day1.rs", 0),
            ("days/year2020/day26.rs", 0),
            ("days/year2020/day05/helper.rs", 0),
            ("days/year2020/main.rs", 0),
            ("days/year2025/day12.rs", 40),
            ("days/year2025/day13.rs", 0),
            ("days/year2014/day01.rs", 0),
            ("days/shared/day01.rs", 0),
        ] {
            write(temp.path(), path, age);
        }
        let days = project.days().unwrap();
        let names: Vec<String> = days.iter().map(Puzzle::to_string).collect();
        assert_eq!(names, ["2020/1", "2020/22", "2025/12"]);
        assert_eq!(
            project.latest_day(days.iter().copied()),
            Some(Puzzle::of(2020, 22))
        );
        write(temp.path(), "days/year2025/day12.rs", 5);
        assert_eq!(
            project.latest_day(days.iter().copied()),
            Some(Puzzle::of(2025, 12))
        );
    }

    #[test]
    fn a_title_is_that_of_the_code_unless_nobody_has_written_it() {
        let text = |title: &str| format!("functions!(Day01, {title}, &'a str);\n");
        for (source, title) in [
            (text("\"Report Repair\""), Some("Report Repair")),
            // A new day has this title before its page is known.
            (text("\"Day 1\""), None),
            (text("TITLE"), None),
            (String::new(), None),
        ] {
            let (_temp, project) = project(&[("year2020/day01.rs", &source)]);
            let found = project.title(Puzzle::of(2020, 1));
            assert_eq!(found.as_deref(), title, "{source}");
        }
    }

    #[test]
    fn a_day_is_a_template_until_its_file_is_edited() {
        let (temp, project) = project(&[]);
        let puzzle = Year::of(2026).day(Day::of(1));
        let put = |path: &str, text: &str| crate::testing::write(temp.path(), path, text);
        assert!(!project.is_untouched(puzzle));
        let path = puzzle.solution_path();
        let built_in = new_day_file(BUILT_IN_TEMPLATE, puzzle, None).text;
        for (text, is_template) in [
            (built_in.clone(), true),
            (built_in.replace('\n', "\r\n"), true),
            // A lone carriage return is an edit.
            (built_in.replacen('\n', "\r\r\n", 1), false),
            (
                new_day_file(BUILT_IN_TEMPLATE, puzzle, Some("Known")).text,
                false,
            ),
            (built_in.clone() + "// mine\n", false),
            (
                new_day_file(BUILT_IN_TEMPLATE, puzzle, None)
                    .text
                    .replace("None\n", "Some(1)\n"),
                false,
            ),
            (String::new(), false),
        ] {
            put(&path, &text);
            let titled = project.template_with_title(puzzle, "New");
            assert_eq!(titled.is_some(), is_template, "{text}");
            let is_unwritten = is_template || text.contains("\"Known\"");
            assert_eq!(project.is_untouched(puzzle), is_unwritten, "{text}");
        }
        put("templates/day.rs", "// %DAY%, %TITLE%\n");
        put(&path, "// 1, Day 1\n");
        assert!(project.is_untouched(puzzle));
        put(&path, &built_in);
        assert!(project.is_untouched(puzzle));
        // This template has no title.
        put("templates/day.rs", "// %DAY%\n");
        put(&path, "// 1\n");
        assert_eq!(project.template_with_title(puzzle, "New"), None);
        // This template cannot be used.
        put("templates/day.rs", "%UNKNOWN%");
        put(&path, "");
        assert!(!project.is_untouched(puzzle));
    }
}
