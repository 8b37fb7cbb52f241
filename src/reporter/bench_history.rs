//! How `bench --history` is shown: a puzzle's saved figures, the oldest first.
//!
//! ```text
//! 2020/22 Crab Combat
//!   part 2    before        2026-11-20 10:15  34.5 ms
//!             main          2026-11-20 12:40  2.81 ms  12.3x faster
//! ```

use serde::Serialize;

use super::bench_row::write_ratio;
use super::head::phase_name;
use super::not_run::puzzle_list;
use crate::bench::{BaselineName, BenchResult, RatioTo, Saved};
use crate::puzzle::Puzzle;
use crate::terminal::console::Console;
use crate::terminal::json::json;
use crate::terminal::layout::Line;
use crate::terminal::output::OutputError;
use crate::terminal::style::{DIM, PLAIN, STRONG};
use crate::terminal::{one_line, time};

/// The saved figures of each puzzle, the oldest first.
pub type History = [(Puzzle, Vec<(BaselineName, Saved)>)];

/// Shows the history, or prints it as JSON (schema `aoc-bench-history/1`).
pub fn bench_history(
    console: &mut Console,
    as_json: bool,
    history: &History,
) -> Result<(), OutputError> {
    if as_json {
        return json(console.out(), &document(history));
    }
    let mut first = true;
    let mut without = Vec::new();
    for (puzzle, saved) in history {
        if saved.is_empty() {
            without.push(*puzzle);
            continue;
        }
        let mut lines = if first {
            String::new()
        } else {
            "\n".to_owned()
        };
        first = false;
        lines.push_str(&of_puzzle(console, *puzzle, saved));
        console.print(&lines)?;
    }
    if !without.is_empty() {
        let puzzles = puzzle_list(without);
        let hint = "save some with `aoc bench --save NAME`";
        console.note(&format!("{puzzles}: no figures have been saved: {hint}"));
    }
    Ok(())
}

fn of_puzzle(console: &Console, puzzle: Puzzle, saved: &[(BaselineName, Saved)]) -> String {
    let title = saved
        .last()
        .map_or("", |(_, saved)| saved.result.title.as_str());
    let mut line = Line::new(console.stdout, 2);
    line.cell(STRONG, &puzzle.to_string())
        .gap(1)
        .cell(PLAIN, &one_line(title));
    let mut lines = line.end();
    let mut functions: Vec<String> = Vec::new();
    for (_, saved) in saved {
        let name = function(&saved.result);
        if !functions.contains(&name) {
            functions.push(name);
        }
    }
    let name_width = functions.iter().map(String::len).max().unwrap_or_default();
    let width = saved.iter().map(|(name, _)| name.to_string().len()).max();
    for name in functions {
        let mut before: Option<(&BaselineName, &BenchResult)> = None;
        for (baseline, saved) in saved
            .iter()
            .filter(|(_, saved)| function(&saved.result) == name)
        {
            let shown = if before.is_none() { name.as_str() } else { "" };
            let mut line = Line::new(console.stdout, 4);
            line.gap(2).left(PLAIN, &one_line(shown), name_width).gap(2);
            line.left(STRONG, &baseline.to_string(), width.unwrap_or_default());
            let date = saved.at.format("%Y-%m-%d %H:%M").to_string();
            line.gap(2).cell(DIM, &date);
            let figures = saved.result.figures();
            let now = figures.map_or(String::new(), |figures| time(figures.p10_ns));
            line.gap(2).right(PLAIN, &now, 8);
            let change = before
                .and_then(|(name, before)| saved.result.change_since(name.to_string(), before));
            if let Some(change) = change {
                line.gap(2);
                write_ratio(&mut line, &change);
            }
            lines.push_str(&line.end());
            before = Some((baseline, &saved.result));
        }
    }
    lines
}

/// `part 2 textbook (bob)`
fn function(result: &BenchResult) -> String {
    let mut name = result.phase.map(phase_name).unwrap_or_default().to_owned();
    if let Some(alternative) = &result.alternative {
        name = format!("{name} {alternative}");
    }
    match &result.name {
        Some(input) => format!("{name} ({input})"),
        None => name,
    }
}

#[derive(Serialize)]
struct Entry<'a> {
    baseline: String,
    #[serde(flatten)]
    saved: &'a Saved,
    /// Against the entry before it of the same function.
    since: Option<RatioTo>,
}

fn document(history: &History) -> serde_json::Value {
    let entries = history.iter().flat_map(|(_, saved)| {
        saved.iter().enumerate().map(|(index, (name, entry))| {
            let same = |(_, before): &&(BaselineName, Saved)| {
                function(&before.result) == function(&entry.result)
            };
            let before = saved[..index].iter().rev().find(same);
            Entry {
                baseline: name.to_string(),
                saved: entry,
                since: before.and_then(|(name, before)| {
                    entry.result.change_since(name.to_string(), &before.result)
                }),
            }
        })
    });
    let entries: Vec<Entry<'_>> = entries.collect();
    serde_json::json!({ "schema": "aoc-bench-history/1", "results": entries })
}
