//! The lines between the rounds of `watch`. They show the watched day and the keys.

use crate::puzzle::Puzzle;
use crate::terminal::style::{DIM, PLAIN, STRONG};
use crate::terminal::{Line, Terminal, row};

/// A key of `watch` and the name of its action.
#[derive(Clone, Copy)]
pub struct KeyHint {
    pub key: char,
    pub label: &'static str,
    pub purpose: &'static str,
}

/// On a terminal with fewer columns than this, the line leaves out the word `watching`.
const FULL_LINE: usize = 56;

/// The lines between two rounds. They list the keys, unless no key can be pressed. A narrow line
/// leaves out keys in the order of `drop_order`.
pub fn waiting_lines(
    stderr: Terminal,
    watched: Option<Puzzle>,
    keys: Option<Vec<KeyHint>>,
    drop_order: &[char],
) -> String {
    let what = match watched {
        Some(day) => day.to_string(),
        None => "days/, where there is no day yet".to_owned(),
    };
    let width = stderr.width.unwrap_or(usize::MAX);
    let mut line = Line::new(stderr, 2);
    if width >= FULL_LINE || keys.is_none() {
        line.words(DIM, "watching").gap(1);
    }
    line.words(DIM, what);
    let Some(mut keys) = keys else {
        line.cell(DIM, "; Ctrl-C ends it");
        return line.end();
    };
    for dropped in drop_order {
        if line.column + columns(&keys) > width {
            keys.retain(|hint| hint.key != *dropped);
        }
    }
    for KeyHint { key, label, .. } in keys {
        line.gap(2).fit(2 + label.len());
        line.cell(STRONG, key).gap(1).cell(DIM, label);
    }
    format!("\n{}", line.end())
}

/// The number of columns of these keys with the gaps before them.
fn columns(keys: &[KeyHint]) -> usize {
    keys.iter().map(|key| 4 + key.label.len()).sum()
}

/// All keys, with a line for each.
pub fn key_lines(stderr: Terminal, keys: impl IntoIterator<Item = KeyHint>) -> String {
    let mut lines = "\n".to_owned();
    for KeyHint { key, purpose, .. } in keys {
        let key = key.to_string();
        let cells = [(STRONG, &*key), (PLAIN, purpose)];
        lines += &row(stderr, 2, &cells);
    }
    lines
}
