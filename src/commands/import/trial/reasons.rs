//! The reasons for not taking a way to call a day.

use aoc_solution::Part;

use super::runs::Way;
use crate::import::FoundCall;
use crate::import::compare::{Expected, Known, Verdict, WrongAnswer, verdicts};
use crate::terminal::one_line;

/// The reason for leaving out a part: each of its answers is wrong.
pub(super) fn left_out(refuted: &[WrongAnswer], ways: &[Way], known: &Known) -> Option<String> {
    let is_open = |part: Part| {
        let mut verdicts = ways
            .iter()
            .map(|way| verdicts(&way.answered, known)[part.index()]);
        verdicts.any(|verdict| verdict.is_some_and(|verdict| verdict != Verdict::Different))
    };
    let mut refuted = refuted.iter();
    let WrongAnswer { part, given, .. } = refuted.find(|found| !is_open(found.part))?;
    Some(format!(
        "part {part}: each way to call it answers otherwise than is known, such as {}",
        one_line(given)
    ))
}

/// The refusal of a day whose ways give different answers, while the right one is not known.
pub(super) fn disagree<'a>(ways: impl Iterator<Item = &'a [Option<String>; 2]>) -> FoundCall {
    let mut shown = Vec::new();
    for answers in ways {
        let answers = answers.each_ref().map(Option::as_deref);
        let [one, two] = answers.map(|answer| one_line(answer.unwrap_or("-")));
        let both = format!("{one} and {two}");
        // A way that gives no answer does not count.
        if both != "- and -" && !shown.contains(&both) {
            shown.push(both);
        }
    }
    FoundCall::Unclear(format!(
        "the ways to call it answer differently: {}",
        shown.join("; ")
    ))
}

/// The reason for refusing a day that has only wrong answers, such as this one.
pub(super) fn differs(difference: &WrongAnswer) -> String {
    let WrongAnswer {
        part,
        given,
        expected,
        ..
    } = difference;
    let given = one_line(given);
    let known = match expected {
        Expected::Answer(known) => format!(", and known is {}", one_line(known)),
        Expected::OfTest(known) => {
            format!(" in a test of its own, which expects {}", one_line(known))
        }
        Expected::InOutput => ", which the old program does not print".to_owned(),
    };
    format!("each way to call it answers otherwise than is known: part {part} is {given}{known}")
}
