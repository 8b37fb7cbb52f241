//! Decides how a day is called, by comparing the answers of its ways with the known ones, or why it
//! is not imported.
//!
//! The ways are tried in this order, until one of them gives all known answers:
//!
//! 1. Those that parse the input once for both parts. If no answer is known, the first one that
//!    answers both parts has to agree with its rivals, and no other way is tried.
//! 2. For each part, the candidates that answer it alone. The best one of each part are one way.
//! 3. The other candidates for both parts, among them those that take the answers from an output.
//!
//! Then the best way is taken, unless ways disagree and nothing that is known tells which is right.

use std::time::Duration;

use aoc_solution::Part;

use super::reasons;
use super::runs::{DayFacts, DayRun, MainOutput, TriedWay, Trim};
use crate::error::CliError;
use crate::import::calling::{DayCall, NotCopied, TakenCall};
use crate::import::compare::{
    Agreement, Answered, DayDecision, Doubt, Judged, Known, ProgramOutput, Refuting, WrongAnswer,
    decide, values_in,
};

/// The result for a day that ran.
pub struct FoundDay {
    pub call: DayCall,
    /// The outputs of the old program that may be compared with its answers.
    pub outputs: Vec<ProgramOutput>,
}

/// The ways to call a day that were tried.
#[derive(Default)]
struct TriedWays {
    /// The ways that may be right.
    ways: Vec<TriedWay>,
    /// One wrong answer to each part that has only wrong ones.
    refuted: Vec<WrongAnswer>,
    /// The ways to answer a part that disagree, while the right answer is not known.
    disagreeing: Vec<TriedWay>,
    /// The reason why no call of a part is taken: one that may be right did not end.
    endless: Option<String>,
}

/// Runs the candidates of a day, and decides how it is called. Fails if a run could not start.
pub fn found_day(mut run: DayRun) -> Result<FoundDay, CliError> {
    if let Some(call) = run.facts.day.call_of_user() {
        return Ok(FoundDay {
            call,
            outputs: run.facts.known.outputs,
        });
    }
    let main = run.output_of_main();
    let known = &mut run.facts.known;
    if let Some(main) = &main
        && !main.is_about_input
    {
        doubt_outputs(&mut known.outputs, main);
    }
    let outputs = known.outputs.clone();
    if let Some(main) = main
        && main.is_about_input
    {
        known.outputs.push(ProgramOutput {
            text: main.text,
            doubt: None,
        });
    }
    let call = found_call(&run, &outputs);
    run.check()?;
    Ok(FoundDay { call, outputs })
}

/// Outputs of the old program refute nothing if its `main` prints without having read the input. An
/// output with the same values is not about the input at all.
fn doubt_outputs(outputs: &mut Vec<ProgramOutput>, main: &MainOutput) {
    let own = values_in(&main.text);
    outputs.retain(|output| own.is_empty() || values_in(&output.text) != own);
    for output in outputs {
        output.doubt.get_or_insert(Doubt::IgnoresInput);
    }
}

/// The call of the day, or the reason why it is not clear. `outputs` are those of the old program.
fn found_call(run: &DayRun, outputs: &[ProgramOutput]) -> DayCall {
    let day = run.facts.day;
    let why = match taken_call(run) {
        Ok(call) => return DayCall::By(call),
        Err(Unclear::CutShort(longest)) => reasons::cut_short(longest),
        Err(Unclear::Because(why)) => day.error_of_user().unwrap_or(why),
        Err(Unclear::Disagree(ways)) => day
            .error_of_user()
            .or_else(|| changing_answers(run, &ways))
            .unwrap_or_else(|| reasons::disagree(&ways, outputs)),
    };
    DayCall::Refused(NotCopied::Unclear(why))
}

/// The reason why ways disagree if one of them gives another answer when it runs again.
fn changing_answers(run: &DayRun, ways: &[TriedWay]) -> Option<String> {
    ways.iter().find_map(|way| {
        let again = run.answered_again(way);
        let (first, second) = differing(&way.answered, &again)?;
        Some(reasons::changes(way, first, second))
    })
}

/// The answers to the input for the first part whose answers differ.
fn differing<'a>(one: &'a Answered, other: &'a Answered) -> Option<(&'a str, &'a str)> {
    let pairs = one.answers.iter().zip(&other.answers);
    pairs
        .filter_map(|(one, other)| Some((one.as_deref()?, other.as_deref()?)))
        .find(|(one, other)| one != other)
}

/// The reason why no way is taken.
enum Unclear {
    /// Not all candidates ran within this time. The others could give other answers.
    CutShort(Duration),
    /// These ways give different answers, and the right one is not known.
    Disagree(Vec<TriedWay>),
    /// This reason, which is about the answers of the ways.
    Because(String),
}

/// The call by the way that is right. Each reason not to take a way has a guard here, in this order.
fn taken_call(run: &DayRun) -> Result<TakenCall, Unclear> {
    let TriedWays {
        ways,
        refuted,
        mut disagreeing,
        endless,
    } = tried_ways(run);
    check_time(run)?;
    if let Some(why) = endless {
        return Err(Unclear::Because(why));
    }
    let (mut ways, disputed) = without_disputed(run, ways);
    if !disagreeing.is_empty() || disputed.len() > 1 {
        disagreeing.extend(disputed);
    }
    if !disagreeing.is_empty() {
        return Err(Unclear::Disagree(disagreeing));
    }
    if let Some(first) = refuted.first()
        && !ways.iter().any(TriedWay::has_answers)
    {
        return Err(Unclear::Because(reasons::differs(first)));
    }
    let refuted_part = reasons::refuted_part(&refuted, &ways);
    let has_input = run.facts.input.is_some();
    let is_endless = ways.iter().any(|way| way.did_not_end);
    let no_answer = reasons::no_answer(run, is_endless);
    // A way without an answer is not taken in place of one with a wrong answer.
    if has_input && ways.iter().any(TriedWay::has_answers) {
        ways.retain(TriedWay::has_answers);
    }
    let way = match compared(&ways, &run.facts.known, Refuting::ByOrder) {
        DayDecision::Taken(index) => ways.swap_remove(index),
        DayDecision::Disagree(disagreeing) => {
            return Err(Unclear::Disagree(ways_at(&ways, &disagreeing)));
        }
        DayDecision::AllDiffer(wrong) => return Err(Unclear::Because(reasons::differs(&wrong[0]))),
        DayDecision::NoWays => return Err(Unclear::Because(no_answer)),
    };
    if has_input && !way.has_answers() {
        return Err(Unclear::Because(no_answer));
    }
    // If no answer is known, trimming the input must not change the answers.
    if run.facts.known.is_empty()
        && run.facts.day.calls_trim
        && let Some(trimmed) = run.trimmed(&way, Trim::End)
    {
        check_time(run)?;
        if trimmed.did_not_end || differing(&way.answered, &trimmed.answered).is_some() {
            let limit = run.longest_run();
            return Err(Unclear::Because(reasons::trim_matters(
                &way, &trimmed, limit,
            )));
        }
    }
    let is_equal = way.judged.parts.contains(&Some(Agreement::Equal));
    Ok(TakenCall {
        left_out: refuted_part.or_else(|| reasons::open_part(run, &way)),
        unused_expressions: run.facts.day.unused_expressions(),
        is_uncompared: way.answered.has_answer() && !is_equal,
        wiring: way.wiring,
    })
}

/// Fails if candidates did not run, or not to their end, because the time of the day was over.
fn check_time(run: &DayRun) -> Result<(), Unclear> {
    match run.cut_short() {
        Some(longest) => Err(Unclear::CutShort(longest)),
        None => Ok(()),
    }
}

/// Tries the ways in their order, until one of them gives all known answers.
fn tried_ways(run: &DayRun) -> TriedWays {
    let mut tried = TriedWays::default();
    let (shared, others): (Vec<usize>, Vec<usize>) = run
        .candidates_for(None)
        .partition(|number| run.facts.day.parses_once(*number));
    for number in shared {
        let way = run.try_candidate(number);
        // The candidates for one part parse the input again, so a part cannot change it for the
        // other.
        if run.changes_input(&way) {
            continue;
        }
        let is_settled = run.is_settled(&way);
        tried.ways.push(way);
        if is_settled {
            return tried;
        }
    }
    let known = &run.facts.known;
    if known.is_empty()
        && let Some(way) = tried
            .ways
            .iter()
            .find(|way| way.answers_both_parts() && way.is_right(known))
    {
        let rivals = run.rivals_of(way);
        let rivals: Vec<TriedWay> = rivals.map(|number| run.try_candidate(number)).collect();
        tried.ways.extend(rivals);
        return tried;
    }
    let of_parts = Part::BOTH.map(|part| try_part(run, part, &mut tried));
    let of_parts = of_parts.into_iter().flatten();
    if let Some(way) = of_parts.reduce(|one, other| one.with(other, known)) {
        let is_settled = run.is_settled(&way);
        tried.ways.push(way);
        if is_settled {
            return tried;
        }
    }
    let others = others.into_iter().map(|number| run.try_candidate(number));
    tried.ways.extend(others);
    tried
}

/// The best way to answer one part. If all answers are wrong, or they differ and no answer is known,
/// that is noted in `tried`.
fn try_part(run: &DayRun, part: Part, tried: &mut TriedWays) -> Option<TriedWay> {
    let known = &run.facts.known;
    let day = run.facts.day;
    let mut ways: Vec<TriedWay> = Vec::new();
    let mut is_settled = false;
    let (helpers, named): (Vec<usize>, Vec<usize>) = run
        .candidates_for(Some(part))
        .partition(|number| day.candidate(*number).is_helper);
    for number in named.into_iter().chain(helpers) {
        let is_any_wrong = ways.iter().any(|way| !way.judged.wrong.is_empty());
        if day.candidate(number).is_helper && !is_any_wrong {
            break;
        }
        let has_answers = ways.iter().any(TriedWay::has_answers);
        if day.candidate(number).is_fallback && known.is_empty() && has_answers {
            continue;
        }
        let way = run.try_candidate(number);
        is_settled = run.is_part_settled(&way, part);
        ways.push(way);
        if is_settled {
            break;
        }
    }
    // A function that may expect the result of a parser does not compete with one that answered.
    if !known.identifies(part) && !is_settled {
        let is_fallback = |way: &TriedWay| day.candidate(way.candidates[0]).is_fallback;
        let is_better = |way: &TriedWay| !is_fallback(way) && way.has_answers();
        if ways.iter().any(is_better) {
            ways.retain(|way| !is_fallback(way));
        }
    }
    if !known.identifies(part)
        && !is_settled
        && let Some(endless) = ways
            .iter()
            .find(|way| way.did_not_end && !way.has_answers())
        && let Some(other) = ways.iter().find(|way| way.has_answers())
    {
        let why = reasons::did_not_end(part, endless, other, run.longest_run());
        tried.endless.get_or_insert(why);
        return None;
    }
    match compared(&ways, known, Refuting::ByName) {
        DayDecision::Taken(index) => Some(ways.swap_remove(index)),
        DayDecision::Disagree(disagreeing) => {
            tried.disagreeing.extend(ways_at(&ways, &disagreeing));
            None
        }
        DayDecision::AllDiffer(wrong) => {
            tried
                .refuted
                .extend(wrong.into_iter().find(|answer| answer.part == part));
            None
        }
        DayDecision::NoWays => None,
    }
}

fn compared(ways: &[TriedWay], known: &Known, refuting: Refuting) -> DayDecision {
    let answers: Vec<Answered> = ways.iter().map(|way| way.answered.clone()).collect();
    decide(&answers, known, refuting)
}

/// The ways that disagree, by a decision over `ways`.
fn ways_at(ways: &[TriedWay], disagreeing: &[usize]) -> Vec<TriedWay> {
    let ways = disagreeing.iter().map(|index| ways[*index].clone());
    ways.collect()
}

/// Separates the ways that disagree about an output: a way that takes its answers from it, and ways
/// that answer a part otherwise by functions, if neither the output nor an answer says which one is
/// right. If the output confirms an answer of the functions and refutes none, it is about something
/// else, and the way that takes its answers from it is removed.
fn without_disputed(run: &DayRun, ways: Vec<TriedWay>) -> (Vec<TriedWay>, Vec<TriedWay>) {
    let DayFacts { day, known, .. } = &run.facts;
    let prints = |way: &TriedWay| {
        way.candidates
            .iter()
            .any(|number| day.candidate(*number).printing().is_some())
    };
    let (printing, mut ways): (Vec<TriedWay>, Vec<TriedWay>) = ways.into_iter().partition(prints);
    let mut rivals = ways.clone();
    rivals.retain(|way| {
        let judged = Judged::of(&way.answered, known, Refuting::ByName);
        judged.wrong.is_empty()
    });
    let differ = |one: &TriedWay, other: &TriedWay| {
        Part::BOTH.iter().any(|&part| {
            let answers = [one, other].map(|way| &way.answered.answers[part.index()]);
            matches!(answers, [Some(one), Some(other)] if one != other) && !known.identifies(part)
        })
    };
    let is_confirmed = |way: &TriedWay| {
        let verdicts = &way.judged.by_input;
        verdicts.contains(&Agreement::Equal) && !verdicts.contains(&Agreement::Different)
    };
    let mut disputed = Vec::new();
    for way in printing {
        let mut differing = rivals.iter().filter(|rival| differ(rival, &way)).peekable();
        if differing.peek().is_none() {
            ways.push(way);
        } else if !rivals.iter().any(is_confirmed) {
            disputed.extend(differing.cloned());
            disputed.push(way);
        }
    }
    (ways, disputed)
}
