//! The file of a day that is not solved yet: from the project's own template, or
//! from the built-in one.

use std::io;
use std::path::{Path, PathBuf};

use super::error::TemplateError;
use super::file::File;
use crate::files::read_text_file;
use crate::puzzle::Puzzle;

/// Where a project may have a template of its own, from the root.
pub const TEMPLATE: &str = "templates/day.rs";

/// What stands for the year and so on: a name in `%`, which no Rust code has.
const PLACEHOLDERS: [&str; 4] = ["YEAR", "DAY", "PADDED_DAY", "TITLE"];

/// The longest title that leaves its line at 100 columns.
const LONGEST_TITLE: usize = 60;

/// The text of a day's file, with placeholders.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DayTemplate {
    text: String,
}

impl DayTemplate {
    pub fn built_in() -> Self {
        Self {
            text: include_str!("files/day.template").to_owned(),
        }
    }

    /// The template of the project in `root`, or the built-in one if it has none.
    pub fn find(root: &Path) -> Result<Self, TemplateError> {
        let path = root.join(TEMPLATE);
        match read_text_file(&path) {
            Ok(text) => Self::parse(text, path),
            Err(why) if why.kind() == io::ErrorKind::NotFound => Ok(Self::built_in()),
            Err(why) => Err(TemplateError::ReadTemplate { path, why }),
        }
    }

    fn parse(text: String, path: PathBuf) -> Result<Self, TemplateError> {
        for (index, line) in text.lines().enumerate() {
            let mut unknown = pieces(line).filter_map(|piece| match piece {
                Piece::Placeholder(name) if !PLACEHOLDERS.contains(&name) => Some(name),
                Piece::Placeholder(_) | Piece::Text(_) => None,
            });
            if let Some(name) = unknown.next() {
                return Err(TemplateError::Placeholder {
                    path,
                    line: index + 1,
                    name: name.to_owned(),
                    known: PLACEHOLDERS.map(|name| format!("%{name}%")).join(", "),
                });
            }
        }
        Ok(Self { text })
    }

    /// The file of a puzzle, whose title may not be known.
    pub fn file(&self, puzzle: Puzzle, title: Option<&str>) -> File {
        let title = title
            .filter(|title| title.chars().count() <= LONGEST_TITLE)
            .map_or_else(|| format!("Day {}", puzzle.day), in_literal);
        let text: String = pieces(&self.text)
            .map(|piece| match piece {
                Piece::Text(piece) => piece.to_owned(),
                Piece::Placeholder("YEAR") => puzzle.year.to_string(),
                Piece::Placeholder("DAY") => puzzle.day.to_string(),
                Piece::Placeholder("PADDED_DAY") => format!("{:02}", puzzle.day.0),
                // The only other one that `parse` lets through.
                Piece::Placeholder(_) => title.clone(),
            })
            .collect();
        File::new(puzzle.source(), text)
    }
}

/// A title as it stands between the quotes of a string literal.
fn in_literal(title: &str) -> String {
    title
        .chars()
        .flat_map(|c| {
            let escaped = matches!(c, '"' | '\\').then_some('\\');
            escaped.into_iter().chain([c])
        })
        .collect()
}

enum Piece<'a> {
    Text(&'a str),
    /// The name between two `%`.
    Placeholder(&'a str),
}

/// A text cut at its placeholders.
fn pieces(text: &str) -> impl Iterator<Item = Piece<'_>> {
    let mut rest = text;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        if let Some(name) = placeholder(rest) {
            rest = &rest[name.len() + 2..];
            return Some(Piece::Placeholder(name));
        }
        let mut marks = rest.match_indices('%').map(|(at, _)| at);
        let end = marks.find(|&at| at > 0 && placeholder(&rest[at..]).is_some());
        let (piece, after) = rest.split_at(end.unwrap_or(rest.len()));
        rest = after;
        Some(Piece::Text(piece))
    })
}

/// The name of the placeholder that the text begins with.
fn placeholder(text: &str) -> Option<&str> {
    let (name, _) = text.strip_prefix('%')?.split_once('%')?;
    let begins = name.starts_with(|c: char| c.is_ascii_alphabetic());
    let goes_on = |c: char| c.is_ascii_alphanumeric() || c == '_';
    (begins && name.chars().all(goes_on)).then_some(name)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::error::{Exit, HasExit};
    use crate::puzzle::{Day, Year};

    const PUZZLE: Puzzle = Year(2020).day(Day(7));

    fn parse(text: &str) -> Result<DayTemplate, String> {
        let path = PathBuf::from(TEMPLATE);
        DayTemplate::parse(text.to_owned(), path).map_err(|error| error.to_string())
    }

    #[test]
    fn placeholders_are_replaced() {
        let template =
            parse("//! %YEAR%/%DAY%: %TITLE% 7 % 3%%\nstruct Day%PADDED_DAY%;\n").unwrap();
        let file = template.file(PUZZLE, Some("Handy \"Haversacks\" %DAY%"));
        assert_eq!(file.path, "days/year2020/day07.rs");
        let shown = "//! 2020/7: Handy \\\"Haversacks\\\" %DAY% 7 % 3%%\nstruct Day07;\n";
        assert_eq!(file.text, shown);
        assert!(template.file(PUZZLE, None).text.contains("2020/7: Day 7 "));
        let long = "x".repeat(61);
        assert!(template.file(PUZZLE, Some(&long)).text.contains(": Day 7 "));
    }

    #[test]
    fn an_unknown_placeholder_is_an_error_with_its_line() {
        let error = parse("%YEAR%\na % b % c\n  %WEEK%\n").unwrap_err();
        assert_eq!(
            error,
            "templates/day.rs, line 3: unknown placeholder %WEEK%; there are %YEAR%, %DAY%, \
             %PADDED_DAY%, %TITLE%"
        );
        assert!(
            parse("%year%")
                .unwrap_err()
                .contains("line 1: unknown placeholder %year%;")
        );
    }

    #[test]
    fn the_projects_own_template_comes_first() {
        let temp = tempfile::tempdir().unwrap();
        let find = || DayTemplate::find(temp.path());
        assert_eq!(find().unwrap(), DayTemplate::built_in());
        fs::create_dir(temp.path().join("templates")).unwrap();
        let path = temp.path().join(TEMPLATE);
        fs::write(&path, "// %DAY%\n").unwrap();
        assert_eq!(find().unwrap().file(PUZZLE, None).text, "// 7\n");
        fs::write(&path, b"\xff").unwrap();
        assert_eq!(find().unwrap_err().exit(), Exit::Files);
        fs::remove_file(&path).unwrap();
        fs::create_dir(&path).unwrap();
        assert_eq!(find().unwrap_err().exit(), Exit::Files);
    }

    #[test]
    fn the_built_in_template_has_known_placeholders_only() {
        let built_in = DayTemplate::built_in();
        assert_eq!(parse(&built_in.text).as_ref(), Ok(&built_in));
        assert!(!built_in.file(PUZZLE, None).text.contains('%'));
    }
}
