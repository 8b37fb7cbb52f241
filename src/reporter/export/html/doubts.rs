//! Doubts about figures: a mark beside each, and below the table what the marks
//! mean.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use super::super::super::bench_notes::most;
use super::super::escape::xml;
use crate::bench::{BenchReport, BenchResult, Warning};

/// `few samples`: its name in JSON, as words.
fn mark(doubt: Warning) -> String {
    let name = serde_json::to_value(doubt).expect("a word");
    name.as_str().unwrap_or_default().replace('-', " ")
}

/// What is to be said of it, without the word that the mark has.
fn sentence(doubt: Warning) -> String {
    let text = doubt.to_string();
    let more = text
        .starts_with(&mark(doubt))
        .then(|| text.split_once(": "));
    let text = more.flatten().map_or(&*text, |(_, more)| more);
    if text.ends_with('?') {
        text.to_owned()
    } else {
        format!("{text}.")
    }
}

/// The doubts of a report. One about most phases is a note, and no mark beside
/// each of them.
pub(super) struct Doubts {
    marked: BTreeSet<Warning>,
    /// With the phases that each is about.
    common: Vec<(Warning, String)>,
}

impl Doubts {
    pub(super) fn of(report: &BenchReport) -> Self {
        let measured = report.results().filter_map(BenchResult::figures).count();
        let mut counts: BTreeMap<Warning, usize> = BTreeMap::new();
        for doubt in report.results().flat_map(|result| &result.warnings) {
            *counts.entry(*doubt).or_default() += 1;
        }
        let mut doubts = Self {
            marked: BTreeSet::new(),
            common: Vec::new(),
        };
        for (doubt, count) in counts {
            if let Some(phases) = most(count, measured) {
                doubts.common.push((doubt, phases));
            } else {
                doubts.marked.insert(doubt);
            }
        }
        doubts
    }

    /// For the top of the page.
    pub(super) fn notes(&self) -> impl Iterator<Item = String> {
        let notes = self.common.iter();
        notes.map(|(doubt, phases)| format!("{phases}: {}", sentence(*doubt)))
    }

    /// Beside the name of a phase.
    pub(super) fn marks(&self, page: &mut String, result: &BenchResult) {
        for doubt in result.warnings.iter().filter(|it| self.marked.contains(it)) {
            let _ = write!(
                page,
                " <small class=\"doubt\">{}</small>",
                xml(&mark(*doubt))
            );
        }
    }

    /// What the marks mean. Empty if there are none.
    pub(super) fn explained(&self) -> String {
        let mut list = String::new();
        for &doubt in &self.marked {
            let _ = write!(
                list,
                " <span class=\"doubts\"><small class=\"doubt\">{}</small> {}</span>",
                xml(&mark(doubt)),
                xml(&sentence(doubt))
            );
        }
        list
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_is_not_said_twice() {
        for (doubt, text) in [
            (
                Warning::Noisy,
                "noisy: the median is more than 1.2 times the 10th percentile.",
            ),
            (
                Warning::Memo,
                "memo: the first call took more than 20 times longer: are results remembered?",
            ),
            (
                Warning::FewSamples,
                "few samples: too few samples for a 95% interval.",
            ),
        ] {
            assert_eq!(format!("{}: {}", mark(doubt), sentence(doubt)), text);
        }
    }
}
