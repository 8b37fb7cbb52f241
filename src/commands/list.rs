//! `aoc list`: the solutions, with their inputs, accepted answers and last edit.

use std::collections::BTreeMap;
use std::path::PathBuf;

use chrono::{DateTime, Utc};
use clap::Args;
use serde::Serialize;

use crate::app::args::SelectionArgs;
use crate::app::new_day::title;
use crate::app::{App, selection};
use crate::error::{Exit, Result};
use crate::puzzle::{Puzzle, part_count};
use crate::terminal::style::{DIM, PLAIN, STRONG};
use crate::terminal::{Terminal, cut_end, one_line, plural, row, span, width};

/// List solutions with their inputs, accepted answers and last edit
///
/// Lists the days that have a solution, with their titles, inputs, accepted answers
/// and the age of the last edit. Nothing is built or run, and no request is made.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  aoc list              list everything that is solved here
  aoc list 2020 --json  list a year for a script")]
pub struct ListArgs {
    #[command(flatten)]
    pub selection: SelectionArgs,
}

/// An entry of the document of `aoc list --json`.
#[derive(Debug, Serialize)]
struct ListEntry {
    #[serde(flatten)]
    puzzle: Puzzle,
    /// `None` if it cannot be read from the source.
    title: Option<String>,
    /// The user's input and the named ones.
    inputs: Vec<PathBuf>,
    /// The parts with a recorded accepted answer; `None` if the file cannot be
    /// read.
    accepted: Option<Vec<u8>>,
    edited: Option<DateTime<Utc>>,
}

pub fn run(app: &App, args: &ListArgs) -> Result<Exit> {
    let project = app.project()?;
    let store = app.store()?;
    let mut exit = Exit::Done;
    if let Err(error) = store.check_folder() {
        exit = error.exit;
        app.error(&error.source);
    }
    let mut puzzles = Vec::new();
    for puzzle in selection::solutions_or_all(app, &args.selection)? {
        let mut inputs = Vec::new();
        let mut errors = Vec::new();
        match store.has_input(puzzle, None) {
            Ok(true) => inputs.push(store.input_path(puzzle, None)),
            Ok(false) => {}
            Err(error) => errors.push(error),
        }
        for name in store.named_inputs(puzzle) {
            inputs.push(store.input_path(puzzle, Some(&name)));
        }
        let mut accepted = None;
        match store.answers(puzzle, None) {
            Ok(answers) => accepted = Some(answers.accepted_parts().map(u8::from).collect()),
            Err(error) => errors.push(error),
        }
        // A file that cannot be read is an error, but everything else is shown.
        for error in errors {
            exit = exit.or(error.exit);
            app.error(&error.context(puzzle).source);
        }
        puzzles.push(ListEntry {
            puzzle,
            title: title(app, puzzle),
            inputs: inputs.iter().map(|path| app.relative_path(path)).collect(),
            accepted,
            edited: project.edited(puzzle).map(Into::into),
        });
    }
    let document = BTreeMap::from([("puzzles", &puzzles)]);
    let now = (app.environment.now)();
    app.show("list", &document, || table(app.stdout, &puzzles, now))?;
    Ok(exit)
}

/// A line for each day, of at most 80 columns; on a narrower terminal it is shortened. A
/// pipe has whole titles.
fn table(terminal: Terminal, entries: &[ListEntry], now: DateTime<Utc>) -> String {
    let mut title_width = 27;
    if terminal.width.is_none() {
        for entry in entries {
            title_width = title_width.max(width(&entry.title()));
        }
    }
    let mut lines = String::new();
    for entry in entries {
        let puzzle = entry.puzzle.to_string();
        let title = entry.title();
        let count = match &entry.accepted {
            Some(parts) => parts.len().to_string(),
            None => "?".to_owned(),
        };
        let accepted = format!("{count}/{}", part_count(entry.puzzle));
        let age = match entry.edited {
            Some(edited) => span((now - edited).to_std().unwrap_or_default()),
            None => String::new(),
        };
        if let Some(columns @ ..80) = terminal.width {
            // The other columns need 18.
            let title = cut_end(&title, columns.saturating_sub(18));
            let age = age.split_whitespace().next().unwrap_or_default();
            let cells = [
                (STRONG, &*puzzle),
                (PLAIN, &accepted),
                (DIM, age),
                (PLAIN, &title),
            ];
            lines += &row(terminal, 1, &[8, 3, -4], &cells);
            continue;
        }
        let edited = match &*age {
            "" => String::new(),
            age => format!("edited {age} ago"),
        };
        let cells = [
            (STRONG, &*puzzle),
            (PLAIN, &cut_end(&title, title_width)),
            (DIM, &plural(entry.inputs.len(), "input")),
            (PLAIN, &format!("{accepted} accepted")),
            (DIM, &edited),
        ];
        lines += &row(terminal, 1, &[8, title_width.cast_signed(), 9, 13], &cells);
    }
    lines
}

impl ListEntry {
    fn title(&self) -> String {
        one_line(self.title.as_deref().unwrap_or("(no title)"))
    }
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;

    use super::*;
    use crate::puzzle::{Day, Year};

    #[test]
    fn a_day_is_one_line_on_every_terminal() {
        let now = DateTime::UNIX_EPOCH + TimeDelta::days(1000);
        let entry = |title: Option<&str>, parts: Option<&[u8]>, days: i64| ListEntry {
            puzzle: Year(2020).day(Day(22)),
            title: title.map(str::to_owned),
            inputs: vec!["a".into(), "b".into()],
            accepted: parts.map(<[u8]>::to_vec),
            edited: Some(now - TimeDelta::hours(24 * days + 23)),
        };
        let entries = [
            entry(Some("Crab Combat"), Some(&[1]), 3),
            entry(Some("A title that is much longer than others\n"), None, 999),
            entry(None, Some(&[1, 2]), 0),
        ];
        let shown = |width| {
            let terminal = Terminal {
                width,
                ..Terminal::PLAIN
            };
            table(terminal, &entries, now)
        };
        insta::assert_snapshot!([None, Some(80), Some(40), Some(20)].map(shown).join("\n"), @"
        2020/22  Crab Combat                             2 inputs  1/2 accepted  edited 3d 23h ago
        2020/22  A title that is much longer than others 2 inputs  ?/2 accepted  edited 999d 23h ago
        2020/22  (no title)                              2 inputs  2/2 accepted  edited 23h 0m ago

        2020/22  Crab Combat                 2 inputs  1/2 accepted  edited 3d 23h ago
        2020/22  A title that is much longe… 2 inputs  ?/2 accepted  edited 999d 23h ago
        2020/22  (no title)                  2 inputs  2/2 accepted  edited 23h 0m ago

        2020/22  1/2   3d Crab Combat
        2020/22  ?/2 999d A title that is much…
        2020/22  2/2  23h (no title)

        2020/22  1/2   3d C…
        2020/22  ?/2 999d A…
        2020/22  2/2  23h (…
        ");
        for columns in 20..100 {
            let text = shown(Some(columns));
            assert_eq!(text.lines().count(), entries.len(), "{text}");
            assert!(text.lines().all(|line| width(line) <= columns), "{text}");
        }
    }
}
