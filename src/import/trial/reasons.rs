//! The reasons why it is not clear how a day is called.

use std::time::Duration;

use aoc_solution::Part;

use super::program::{LONGEST_RUN, LONGEST_TRIAL};
use super::results::{CandidateResult, Trim};
use super::runs::DayTrial;
use crate::import::compare::{Answered, Expected, ProgramOutput, Standing, WrongAnswer, differ};
use crate::import::day_decision::{NotCopied, PartNotCalled};
use crate::import::day_file::unanswered;
use crate::processes::ExceededLimit;
use crate::terminal::{cut_end, one_line};

/// The most columns of a program's output in a message. A longer output is cut.
const MAX_PRINTED: usize = 60;

/// The part that is not called because all its answers are wrong.
pub fn refuted_part(refuted: &[WrongAnswer], results: &[CandidateResult]) -> Option<PartNotCalled> {
    let is_answered = |part: Part| {
        results
            .iter()
            .any(|result| match result.standings.of(part) {
                Standing::Equal | Standing::EqualInTests | Standing::NotCompared => true,
                Standing::NoAnswer | Standing::Differs(_) => false,
            })
    };
    let wrong = refuted.iter().find(|wrong| !is_answered(wrong.part))?;
    Some(wrong_part(wrong))
}

/// The part of a wrong answer. It is not called.
pub fn wrong_part(wrong: &WrongAnswer) -> PartNotCalled {
    PartNotCalled {
        part: wrong.part,
        why: NotCopied::Unclear(every_call_is_wrong(wrong, "")),
    }
}

/// The part that is not called although a function has its name, or the day should print it.
pub fn unanswered_part(trial: &DayTrial, result: &CandidateResult) -> Option<PartNotCalled> {
    let day = trial.day;
    let functions = &day.day_file.part_functions;
    if let Some(function) = unanswered(functions, day.puzzle(), &result.wiring) {
        let part = function.part;
        let has_candidates = day.candidates_for(Some(part)).next().is_some();
        return Some(function.not_called(|function| {
            NotCopied::Unclear(match day.error_for(part) {
                _ if has_candidates => format!("no call of `{function}` gives an answer"),
                Some(error) => format!("no call of `{function}` compiles: {error}"),
                None => day.day_file.no_candidate(function),
            })
        }));
    }
    let is_printed = result.wiring.printing_both().is_some();
    let part = trial
        .parts()
        .iter()
        .copied()
        .find(|part| result.answered.answers[part.index()].is_none())?;
    if !is_printed || trial.input.is_none() {
        return None;
    }
    let why = "its output has no answer to it, or several";
    Some(PartNotCalled {
        part,
        why: NotCopied::Unclear(why.to_owned()),
    })
}

/// The candidates of a result gave other answers when they ran again.
pub fn changes(result: &CandidateResult, first: &str, second: &str) -> String {
    format!(
        "its answers change from run to run: {} gave {}, and then {}: change the code, so that they \
         do not",
        result.shown_calls(),
        one_line(first),
        one_line(second)
    )
}

/// The candidates of a day give different answers, and the right one is not known. `outputs` are
/// the outputs of the old program.
pub fn disagree(results: &[CandidateResult], outputs: &[ProgramOutput]) -> String {
    let mut shown = Vec::new();
    let mut given: Vec<&Answered> = Vec::new();
    for result in results {
        // Equal answers are shown once.
        let is_shown = given
            .iter()
            .any(|other| other.answers == result.answered.answers);
        if is_shown || !result.answered.answers_input() {
            continue;
        }
        given.push(&result.answered);
        shown.push(format!(
            "{} gave {}",
            result.shown_calls(),
            result.shown_answers()
        ));
    }
    let options: Vec<String> = Part::BOTH
        .into_iter()
        .filter(|part| differ(&given, *part))
        .map(|part| format!("`--part{part}`"))
        .collect();
    let printed = outputs.first().map(|output| {
        let text = one_line(output.text.trim());
        format!(
            "; the old program printed `{}`",
            cut_end(&text, MAX_PRINTED)
        )
    });
    format!(
        "its calls disagree: {}; choose with {}{}",
        shown.join(", "),
        options.join(" and "),
        printed.unwrap_or_default()
    )
}

/// The reason to refuse a day whose answers depend on blanks at the ends of the input, because it is
/// not known whether the old program removed them. If a limit ended the trimmed run, the answers may
/// depend on them.
pub fn trim_matters(result: &CandidateResult, trimmed: &CandidateResult, trim: Trim) -> String {
    let (depend, of_trimmed) = if trimmed.exceeded.is_some() {
        ("may depend", stopped(trimmed))
    } else {
        ("depend", trimmed.shown_answers())
    };
    let ends = match trim {
        Trim::End => "the end",
        Trim::BothEnds => "both ends",
    };
    format!(
        "its answers {depend} on blanks at {ends} of the input: {} gave {}, and {of_trimmed} with \
         `--text '{}'`; choose with `--text`, or compare with `--run-old`",
        result.shown_calls(),
        result.shown_answers(),
        trim.expression()
    )
}

/// All answers of a day are wrong, such as this one.
pub fn differs(wrong: &WrongAnswer) -> String {
    let known = match &wrong.expected {
        Expected::Answer(known) => format!(", but the known answer is {}", one_line(known)),
        Expected::InOutput => ", which its program does not print".to_owned(),
        Expected::OfTest(_) => String::new(),
    };
    every_call_is_wrong(wrong, &format!(" for part {}", wrong.part)) + &known
}

/// Every answer is wrong, such as this one. `of_part` names its part, unless the part is known.
fn every_call_is_wrong(wrong: &WrongAnswer, of_part: &str) -> String {
    let given = one_line(&wrong.given);
    let in_test = match &wrong.expected {
        Expected::OfTest(answer) => format!(" in a test that expects {}", one_line(answer)),
        Expected::Answer(_) | Expected::InOutput => String::new(),
    };
    format!("every call gives a wrong answer, such as {given}{of_part}{in_test}")
}

/// No candidate gives an answer. `exceeded` is the limit that ended a run, if one did.
pub fn no_answer(trial: &DayTrial, exceeded: Option<ExceededLimit>) -> String {
    let DayTrial { day, known, .. } = trial;
    if let Some(exceeded) = exceeded {
        let limit = in_seconds(LONGEST_RUN);
        // If an answer is known, other calls may have given wrong ones.
        let why = match (exceeded, known.is_empty()) {
            (ExceededLimit::Time, true) => format!("no call of it ended within {limit}"),
            (ExceededLimit::Time, false) => {
                format!("no call of it gave a right answer within {limit}")
            }
            (other, true) => format!("no call of it gives an answer, and one {other}"),
            (other, false) => format!("no call of it gives a right answer, and one {other}"),
        };
        return format!("{why}: call it with `--part1` and `--part2`");
    }
    let only_prints = day
        .remaining
        .iter()
        .all(|number| day.prints_both_parts(*number));
    if only_prints && !known.outputs.is_empty() {
        let why = "its output does not say which part it answers: put what answers a part \
                   into a function that takes the input as `&str`";
        let without_part = day.without_part.clone();
        return without_part.unwrap_or_else(|| why.to_owned());
    }
    "none of its possible calls gives an answer: call it with `--part1` and `--part2`".to_owned()
}

/// A candidate that may be right did not end. Another one has answered the part.
pub fn did_not_end(part: Part, endless: &CandidateResult, other: &CandidateResult) -> String {
    format!(
        "part {part}: {} {}, and {} gave {}: choose with `--part{part}`",
        endless.shown_calls(),
        stopped(endless),
        other.shown_calls(),
        other.shown_answers()
    )
}

/// A run of a result was ended by a limit.
fn stopped(result: &CandidateResult) -> String {
    match result.exceeded {
        Some(limit @ (ExceededLimit::Memory(_) | ExceededLimit::Output(_))) => limit.to_string(),
        Some(ExceededLimit::Time) | None => {
            format!("did not end within {}", in_seconds(LONGEST_RUN))
        }
    }
}

fn in_seconds(time: Duration) -> String {
    format!("{} seconds", time.as_secs())
}

/// The runs of a day's candidates were ended, because all together took too long.
pub fn cut_short() -> String {
    format!(
        "not all of its calls ran within {}: choose with `--part1` and `--part2`",
        in_seconds(LONGEST_TRIAL)
    )
}
