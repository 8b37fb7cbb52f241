//! The lines that `watch` shows between its rounds: the day that is watched, and the keys.

use crate::puzzle::Puzzle;
use crate::terminal::layout::Line;
use crate::terminal::style::{DIM, PLAIN, STRONG};
use crate::terminal::{Terminal, row};

/// A key of `watch` and the name of its action.
pub struct WatchKey {
    pub key: char,
    pub label: &'static str,
    pub purpose: &'static str,
}

/// A key on a line.
pub struct ShownKey {
    pub key: &'static WatchKey,
    /// Without room those with the smallest number leave first; `None` for a key that stays.
    pub leaves: Option<usize>,
}

/// A terminal with fewer columns shows the keys without their names.
const NARROW: usize = 56;

/// The lines between two rounds. They name no keys if none can be pressed.
pub fn waiting_lines(
    stderr: Terminal,
    watched: Option<Puzzle>,
    keys: Option<Vec<ShownKey>>,
) -> String {
    let what = match watched {
        Some(day) => day.to_string(),
        None => "days/, where there is no day yet".to_owned(),
    };
    let width = stderr.width.unwrap_or(usize::MAX);
    let mut line = Line::new(stderr, 2);
    if width >= NARROW || keys.is_none() {
        line.words(DIM, "watching").gap(1);
    }
    line.words(DIM, what);
    let Some(mut keys) = keys else {
        line.cell(DIM, "; Ctrl-C ends it");
        return line.end();
    };
    let columns =
        |keys: &[ShownKey]| -> usize { keys.iter().map(|shown| 4 + shown.key.label.len()).sum() };
    while line.column + columns(&keys) > width
        && let Some(first) = keys.iter().filter_map(|shown| shown.leaves).min()
    {
        keys.retain(|shown| shown.leaves != Some(first));
    }
    for ShownKey { key, .. } in keys {
        line.gap(2).fit(2 + key.label.len());
        line.cell(STRONG, key.key).gap(1).cell(DIM, key.label);
    }
    format!("\n{}", line.end())
}

/// All keys, with a line for each.
pub fn key_lines(stderr: Terminal, keys: impl IntoIterator<Item = &'static WatchKey>) -> String {
    let mut lines = "\n".to_owned();
    for WatchKey { key, purpose, .. } in keys {
        let key = key.to_string();
        let cells = [(STRONG, &*key), (PLAIN, purpose)];
        lines += &row(stderr, 2, &[], &cells);
    }
    lines
}
