//! What `watch` shows between its rounds: the day that is watched, and the keys.

use crate::puzzle::Puzzle;
use crate::terminal::layout::Line;
use crate::terminal::style::{DIM, PLAIN, STRONG};
use crate::terminal::{Terminal, row};

/// A key of `watch`, and what it is called.
pub struct WatchKey {
    pub key: char,
    pub label: &'static str,
    pub purpose: &'static str,
}

/// The keys of a line, in their order.
#[derive(Default)]
pub struct ShownKeys {
    pub if_they_fit: Vec<&'static WatchKey>,
    pub always: Vec<&'static WatchKey>,
}

/// A narrow terminal has room for keys only.
const NARROW: usize = 56;

/// The line between two rounds; without keys if none can be pressed.
pub fn waiting_lines(
    stderr: Terminal,
    watched: Option<Puzzle>,
    keys: Option<&ShownKeys>,
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
    let Some(keys) = keys else {
        line.cell(DIM, "; Ctrl-C ends it");
        return line.end();
    };
    let columns = |key: &WatchKey| 4 + key.label.len();
    let always: usize = keys.always.iter().copied().map(columns).sum();
    for &key in &keys.if_they_fit {
        if line.column + columns(key) + always <= width {
            add_key(&mut line, key);
        }
    }
    for key in &keys.always {
        add_key(&mut line, key);
    }
    format!("\n{}", line.end())
}

fn add_key(line: &mut Line, WatchKey { key, label, .. }: &WatchKey) {
    line.gap(2).fit(2 + label.len());
    line.cell(STRONG, key).gap(1).cell(DIM, label);
}

/// All keys, a line for each.
pub fn key_lines(stderr: Terminal, keys: impl IntoIterator<Item = &'static WatchKey>) -> String {
    let mut lines = "\n".to_owned();
    for WatchKey { key, purpose, .. } in keys {
        let key = key.to_string();
        let cells = [(STRONG, &*key), (PLAIN, purpose)];
        lines += &row(stderr, 2, &[], &cells);
    }
    lines
}
