//! Doubts about figures: a mark beside each, and below the table what the marks
//! mean.

use std::collections::BTreeSet;
use std::fmt::Write;

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

pub(super) fn marks(page: &mut String, result: &BenchResult) {
    for &doubt in &result.warnings {
        let _ = write!(
            page,
            " <small class=\"doubt\">{}</small>",
            xml(&mark(doubt))
        );
    }
}

/// Those that are in the report. Empty if there are none.
pub(super) fn explained(report: &BenchReport) -> String {
    let doubts: BTreeSet<Warning> = report
        .results()
        .flat_map(|result| result.warnings.iter().copied())
        .collect();
    let mut list = String::new();
    for doubt in doubts {
        let _ = write!(
            list,
            " <span class=\"doubts\"><small class=\"doubt\">{}</small> {}</span>",
            xml(&mark(doubt)),
            xml(&sentence(doubt))
        );
    }
    list
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
