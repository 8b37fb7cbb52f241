//! Checks the examples in the code of the days.

use crate::job::Job;
use crate::letters;
use crate::protocol::{Call, Command, DayInfo, Outcome, Reply, Source};
use crate::{Part, Registry};

/// Solves all examples of all days, with the stack that a worker provides too;
/// returns a message for each failure.
#[inline]
pub(crate) fn check(registry: &Registry) -> Vec<String> {
    let mut failures = Vec::new();
    for (number, day) in registry.iter() {
        let info = day.info(number);
        for index in 0..info.examples.len() {
            let mut check = || failures.extend(check_example(registry, &info, index));
            let started = registry.on_thread(number, &mut check, &mut || ());
            started.expect("a thread for the example can be started");
        }
    }
    failures
}

/// Solves the example by each function that can: by the alternatives of a part
/// if it follows no rules of its own.
#[inline]
fn check_example(registry: &Registry, info: &DayInfo, index: usize) -> Vec<String> {
    let example = &info.examples[index];
    let puzzle = format!("{}/{}", registry.year, info.day);
    let number = index + 1;
    let mut job = Job::new(registry);
    let mut outcome = |command| match job.handle(command) {
        Reply::Ran { outcome, .. } => outcome,
        _ => Outcome::Unsolved,
    };
    let parsed = outcome(Command::Open {
        day: info.day,
        source: Source::Example(index),
        memory: None,
    });
    if parsed != Outcome::Parsed {
        let got = describe(&parsed);
        return vec![format!("{puzzle} parse, example {number}: got {got}")];
    }
    let mut failures = Vec::new();
    for part in Part::BOTH {
        let Some(expected) = &example.expected[part.index()] else {
            continue;
        };
        let own_rules = example.own_rules[part.index()];
        let alternatives = info.alternatives.iter();
        let names = alternatives.filter(|it| it.part == part && !own_rules);
        for name in [None].into_iter().chain(names.map(|it| Some(&it.name))) {
            let got = outcome(Command::Run(Call {
                phase: part.into(),
                alternative: name.cloned(),
            }));
            if let Some(difference) = difference(expected, &describe(&got)) {
                let name = name.map_or_else(String::new, |name| format!(" ({name})"));
                failures.push(format!(
                    "{puzzle} part {part}{name}, example {number}: {difference}"
                ));
            }
        }
    }
    failures
}

/// The answer, or what is there instead of one.
pub(crate) fn describe(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Answered(answer) => letters::typed(answer).into_owned(),
        Outcome::Error(message) => format!("an error: {message}"),
        Outcome::Panic(message) => format!("a panic: {message}"),
        Outcome::Unsolved | Outcome::Parsed => "no answer: the part is unsolved".to_owned(),
    }
}

/// The difference between `got` and what was expected; `None` if there is none.
#[inline]
fn difference(expected: &str, got: &str) -> Option<String> {
    // A letter that is not known contradicts nothing.
    if letters::same(expected, got) != Some(false) {
        None
    } else if expected.trim() == got.trim() {
        // Quoted, so that white space can be seen.
        Some(format!("expected {expected:?}, got {got:?}"))
    } else if expected.contains('\n') || got.contains('\n') {
        let indent = |text: &str| text.replace('\n', "\n    ");
        let (expected, got) = (indent(expected.trim_end()), indent(got.trim_end()));
        Some(format!("expected\n    {expected}\n  got\n    {got}\n"))
    } else {
        Some(format!("expected {expected}, got {got}"))
    }
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
