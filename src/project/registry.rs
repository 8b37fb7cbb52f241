//! The text of a year's `main.rs`: adding the days that are there and taking
//! out those that are gone, line by line and in the form that rustfmt gives it.
//!
//! A day has two lines: `mod day22;` and `.day::<day22::Day22>(22)`. Whatever
//! else is in the file stays as it is, and so does a day that is registered in
//! another way.

mod chain;
mod modules;
mod shadow;
mod solution;

use std::collections::BTreeSet;

use chain::Chain;
pub use shadow::shadow;
pub use solution::{knows, solution_type};

use crate::puzzle::{Day, Year};

/// What a year's `main.rs` is brought in step with.
pub trait Folder {
    /// The days with a file, which belong into the registry.
    fn days(&self) -> &BTreeSet<Day>;
    /// Whether there is a module of that day, though it may belong nowhere.
    fn has(&self, day: Day) -> bool;
    /// The type that solves the day, if its file has one.
    fn solution(&mut self, day: Day) -> Option<String>;
    /// The type that solves the day now, if its file does not know `name` any
    /// more. To look costs reading the file.
    fn renamed(&self, _day: Day, _name: &str) -> Option<String> {
        None
    }
}

/// A `main.rs` without a day.
pub fn empty(year: Year) -> String {
    format!(
        "//! Advent of Code {year}: the days that are solved here.
//! `aoc` keeps the two lists below in step with the files beside this one.

fn main() -> std::process::ExitCode {{
    aoc_solution::Registry::new({year}).main()
}}
"
    )
}

/// A `main.rs` with one day, solved by `Day01` in `day01.rs`.
pub fn with_one(year: Year, day: Day) -> String {
    struct One(BTreeSet<Day>);

    impl Folder for One {
        fn days(&self) -> &BTreeSet<Day> {
            &self.0
        }

        fn has(&self, day: Day) -> bool {
            self.0.contains(&day)
        }

        fn solution(&mut self, day: Day) -> Option<String> {
            Some(format!("Day{:02}", day.0))
        }
    }

    in_step(&empty(year), &mut One([day].into())).expect("the form of an empty one is known")
}

/// The text in step with the folder, the same if it already was; `None` if it
/// has no registry of a form that we know.
pub fn in_step(text: &str, folder: &mut dyn Folder) -> Option<String> {
    let end = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let mut chain = Chain::find(&lines)?;
    let mut gone = modules::days(&lines);
    gone.retain(|&day| !folder.has(day));
    let missing: Vec<Day> = folder
        .days()
        .iter()
        .copied()
        .filter(|&day| !chain.has(day))
        .collect();
    let new: Vec<(Day, String)> = missing
        .into_iter()
        .filter_map(|day| Some((day, folder.solution(day)?)))
        .collect();
    let renamed: Vec<(Day, String)> = chain
        .solutions()
        .filter_map(|(day, name)| Some((day, folder.renamed(day, name)?)))
        .collect();
    if gone.is_empty() && new.is_empty() && renamed.is_empty() {
        return Some(text.to_owned());
    }

    for (day, solution) in &renamed {
        chain.rename(*day, solution);
    }
    for &day in &gone {
        chain.remove(day);
    }
    for (day, solution) in &new {
        chain.add(*day, solution);
    }
    chain.replace_in(&mut lines);
    for &day in &gone {
        modules::remove(&mut lines, day);
    }
    for &(day, _) in &new {
        modules::add(&mut lines, day);
    }
    let mut text = lines.join(end);
    text.push_str(end);
    Some(text)
}

/// `day07`.
fn module(day: Day) -> String {
    format!("day{day:02}", day = day.0)
}

#[cfg(test)]
mod tests;
