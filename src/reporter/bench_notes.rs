//! What is to be said of all figures of a `bench`, once and at its end: doubts,
//! what else the machine did, and what changed.

use std::collections::BTreeMap;

use super::bench_row::{TOO_MUCH, write_ratio};
use super::bench_total::full_name;
use crate::bench::{BenchedPuzzle, Load, RatioTo, Verdict, Warning};
use crate::terminal::OutputError;
use crate::terminal::console::Console;
use crate::terminal::layout::Line;
use crate::terminal::plural;
use crate::terminal::style::{BAD, PLAIN, STRONG};

#[derive(Default)]
pub(super) struct BenchNotes {
    load: Option<Load>,
    /// How many figures there are.
    measured: usize,
    /// The phases that each doubt is about.
    doubts: BTreeMap<Warning, Vec<String>>,
    changes: Vec<Change>,
}

/// A phase that was compared with a baseline or with another revision.
struct Change {
    name: String,
    /// Whether it stands in the row of the phase, where there are rows: in that
    /// of an alternative stands how it compares with the primary.
    in_row: bool,
    to: RatioTo,
    regressed: bool,
}

/// The most phases that a note names.
const NAMED: usize = 6;

impl BenchNotes {
    pub(super) fn add_load(&mut self, load: Option<Load>) {
        self.load = Load::sum(self.load, load);
    }

    pub(super) fn add(&mut self, puzzle: &BenchedPuzzle) {
        for result in &puzzle.results {
            self.measured += usize::from(result.figures().is_some());
            let name = full_name(&puzzle.header, result);
            for &warning in &result.warnings {
                self.doubts.entry(warning).or_default().push(name.clone());
            }
            self.changes.extend(result.change.as_ref().map(|to| Change {
                name,
                in_row: result.alternative.is_none(),
                to: to.clone(),
                regressed: result.regressed,
            }));
        }
    }

    /// Shows the changes on stdout, unless each stands in its row, and the doubts
    /// on stderr.
    pub(super) fn show(&self, console: &mut Console, in_rows: bool) -> Result<(), OutputError> {
        let changes = self.changes.iter();
        let changes: Vec<&Change> = changes.filter(|it| !(in_rows && it.in_row)).collect();
        console.print(&lines(console, &changes))?;
        for (doubt, names) in &self.doubts {
            console.note(&format!("{}: {doubt}", list(names, self.measured)));
        }
        let load = self.load.filter(|_| self.measured > 0);
        if let Some(note) = load.and_then(disturbance) {
            console.note(&note);
        }
        Ok(())
    }
}

/// The phases that became faster or slower, and how many did not.
fn lines(console: &Console, changes: &[&Change]) -> String {
    let Some(Change { to, .. }) = changes.first() else {
        return String::new();
    };
    let mut line = Line::new(console.stdout, 2);
    line.cell(STRONG, &format!("against {}", to.of));
    let is_same = |change: &&&Change| change.to.verdict == Verdict::Same;
    let same = changes.iter().filter(is_same).count();
    if same > 0 {
        let text = format!("{}: no difference shown", plural(same, "phase"));
        line.gap(2).words(PLAIN, &text);
    }
    let mut lines = format!("\n{}", line.end());
    for change in changes.iter().filter(|change| !is_same(change)) {
        let mut line = Line::new(console.stdout, 4);
        line.gap(2).left(PLAIN, &change.name, 16).gap(2);
        write_ratio(&mut line, &change.to);
        if change.regressed {
            line.gap(2).cell(BAD, TOO_MUCH);
        }
        lines.push_str(&line.end());
    }
    lines
}

/// `2020/1 part 1, 2020/2 parse and 12 more`, or how many they are if these are
/// most of those that were `measured`.
pub(super) fn list(names: &[String], measured: usize) -> String {
    if let Some(most) = most(names.len(), measured) {
        most
    } else if names.len() <= NAMED + 1 {
        names.join(", ")
    } else {
        let more = names.len() - NAMED;
        format!("{} and {more} more", names[..NAMED].join(", "))
    }
}

/// `all phases`, `72 of 75 phases`: `None` if these are few.
pub(super) fn most(count: usize, measured: usize) -> Option<String> {
    if count > 1 && count == measured {
        return Some("all phases".to_owned());
    }
    let is_most = count > NAMED + 1 && count * 2 > measured;
    is_most.then(|| format!("{count} of {measured} phases"))
}

/// What to do about other programs, if they needed the processors meanwhile.
pub(super) fn disturbance(load: Load) -> Option<String> {
    load.is_disturbing().then(|| {
        let who = if load.stolen > load.others {
            let stolen = load.stolen;
            format!("other virtual machines on this host took {stolen:.1} processors")
        } else {
            format!("other programs kept {:.1} processors busy", load.others)
        };
        format!("{who} meanwhile, so these times may be too long: measure again when they are done")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_list_is_cut() {
        let names: Vec<String> = (1..=8).map(|day| day.to_string()).collect();
        assert_eq!(list(&names[..7], 75), "1, 2, 3, 4, 5, 6, 7");
        assert_eq!(list(&names, 75), "1, 2, 3, 4, 5, 6 and 2 more");
        assert_eq!(list(&names, 9), "8 of 9 phases");
        assert_eq!(list(&names, 8), "all phases");
        assert_eq!(list(&names[..3], 3), "all phases");
        assert_eq!(list(&names[..3], 4), "1, 2, 3");
        assert_eq!(list(&names[..1], 1), "1");
    }

    #[test]
    fn a_quiet_machine_is_not_mentioned() {
        let load = |others, stolen| Load {
            seconds: 1.0,
            others,
            stolen,
        };
        assert_eq!(disturbance(load(0.02, 0.01)), None);
        let note = disturbance(load(1.53, 0.2)).unwrap();
        assert!(
            note.starts_with("other programs kept 1.5 processors busy"),
            "{note}"
        );
        let note = disturbance(load(0.1, 0.3)).unwrap();
        assert!(note.starts_with("other virtual machines"), "{note}");
    }
}
