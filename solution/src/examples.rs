//! Checks the examples in the code of the days.

use std::iter;

use crate::Part;
use crate::days::Days;
use crate::job::Job;
use crate::letters;
use crate::protocol::{Call, Command, DayInfo, ExampleInfo, Outcome, Reply, Source};

/// Solves all examples of all days, with the stack that a worker provides too;
/// returns a message for each failure.
#[inline]
pub(crate) fn check(days: &Days) -> Vec<String> {
    let mut failures = Vec::new();
    for (number, day) in days.iter() {
        let info = day.info(number);
        for index in 0..info.examples.len() {
            let mut check = || failures.extend(check_example(days, &info, index));
            let started = days.on_thread(number, &mut check, &mut || ());
            started.expect("a thread for the example can be started");
        }
    }
    failures
}

#[inline]
fn check_example(days: &Days, info: &DayInfo, index: usize) -> Vec<String> {
    let (year, day, number) = (days.year, info.day, index + 1);
    let mut job = Job::new(days);
    let parsed = job.handle(Command::Open {
        day,
        source: Source::Example(index),
        memory: None,
    });
    if !matches!(
        &parsed,
        Reply::Ran {
            outcome: Outcome::Parsed,
            ..
        }
    ) {
        let got = describe(&parsed);
        return vec![format!("{year}/{day} parse, example {number}: got {got}")];
    }
    let mut failures = Vec::new();
    for (part, alternative, expected) in checks(info, &info.examples[index]) {
        let reply = job.handle(Command::Run(Call {
            phase: part.into(),
            alternative: alternative.map(str::to_owned),
        }));
        if let Some(difference) = difference(expected, &describe(&reply)) {
            let name = alternative.map_or_else(String::new, |name| format!(" ({name})"));
            failures.push(format!(
                "{year}/{day} part {part}{name}, example {number}: {difference}"
            ));
        }
    }
    failures
}

/// The functions that can solve the example: the part, the name of the
/// alternative, and the answer expected of it.
#[inline]
fn checks<'a>(
    info: &'a DayInfo,
    example: &'a ExampleInfo,
) -> impl Iterator<Item = (Part, Option<&'a str>, &'a str)> {
    Part::BOTH.into_iter().flat_map(move |part| {
        let alternatives = info
            .alternatives
            .iter()
            .filter(move |alternative| alternative.part == part && !example.has_own_rules(part))
            .map(|alternative| Some(&*alternative.name));
        let expected = example.expected(part);
        iter::once(None)
            .chain(alternatives)
            .filter_map(move |alternative| Some((part, alternative, expected?)))
    })
}

/// The answer, or what is there instead of one.
#[inline]
fn describe(reply: &Reply) -> String {
    match reply {
        Reply::Ran { outcome, .. } => match outcome {
            Outcome::Answered(answer) => letters::typed(answer).into_owned(),
            Outcome::Error(message) => format!("an error: {message}"),
            Outcome::Panic(message) => format!("a panic: {message}"),
            Outcome::Unsolved | Outcome::Parsed => "no answer: the part is unsolved".to_owned(),
        },
        _ => "no answer".to_owned(),
    }
}

/// How `got` differs from what was expected; `None` if it does not.
#[inline]
fn difference(expected: &str, got: &str) -> Option<String> {
    // A letter that is not known contradicts nothing.
    if letters::same(expected, got) != Some(false) {
        None
    } else if expected.trim() == got.trim() {
        // Quoted, so that white space can be seen.
        Some(format!("expected {expected:?}, got {got:?}"))
    } else if expected.contains('\n') || got.contains('\n') {
        let (expected, got) = (indent(expected), indent(got));
        Some(format!("expected\n{expected}  got\n{got}"))
    } else {
        Some(format!("expected {expected}, got {got}"))
    }
}

#[inline]
fn indent(text: &str) -> String {
    text.lines().flat_map(|line| ["    ", line, "\n"]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shows_answers_of_many_lines_below_each_other() {
        let difference = |expected, got| difference(expected, got).unwrap();
        assert_eq!(difference("306", "307"), "expected 306, got 307");
        assert_eq!(difference("306", "306 "), r#"expected "306", got "306 ""#);
        assert_eq!(
            difference("#.\n.#\n", "##\n##\n"),
            "expected\n    #.\n    .#\n  got\n    ##\n    ##\n"
        );
    }
}
