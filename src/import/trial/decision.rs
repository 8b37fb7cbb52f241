//! Decides how a day is called, or why it is not imported, by comparing the answers of its candidates
//! with the known ones.
//!
//! The candidates run in this order, until all known answers are given:
//!
//! 1. Those that parse the input once for both parts. If no answer is known, the first one that
//!    answers both parts has to agree with its rivals, which have to end, and no other candidate
//!    runs.
//! 2. For each part, the candidates that answer it alone. The best result for part 1 and the
//!    best one for part 2 are combined.
//! 3. The other candidates for both parts, among them those that take the answers from an output.
//!
//! Then the wiring of the best result is taken. If results disagree, and nothing that is known tells
//! which one is right, none is taken.

use std::time::Duration;

use aoc_solution::Part;

use super::reasons;
use super::runs::{CandidateResult, DayFacts, DayRuns, MainOutput, Trim};
use crate::error::CliError;
use crate::import::compare::{
    Agreement, Answered, Choice, ComparedAnswers, Doubt, Known, ProgramOutput, Refuting,
    WrongAnswer, choose, differ, values_in,
};
use crate::import::day_decision::{DayDecision, NotCopied, TakenWiring};

/// The decision about a day whose candidates ran.
pub struct DecidedDay {
    pub decision: DayDecision,
    /// The outputs of the old program that may be compared with its answers.
    pub outputs: Vec<ProgramOutput>,
}

/// The results of the candidates that ran.
#[derive(Default)]
struct TriedCandidates {
    /// The results that may be right.
    results: Vec<CandidateResult>,
    /// One wrong answer to each part that has only wrong ones.
    refuted: Vec<WrongAnswer>,
    /// The results for a part that disagree, while the right answer is not known.
    disagreeing: Vec<CandidateResult>,
    /// The reason why no result for a part is taken: a candidate that may be right did not end.
    endless: Option<String>,
}

/// Runs the candidates of a day, and decides how it is called. Fails if a run could not start.
pub fn decide_day(mut runs: DayRuns) -> Result<DecidedDay, CliError> {
    if let Some(decision) = runs.facts.day.decision_of_user() {
        return Ok(DecidedDay {
            decision,
            outputs: runs.facts.known.outputs,
        });
    }
    let main = runs.output_of_main();
    let known = &mut runs.facts.known;
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
    let decision = decision(&runs, &outputs);
    runs.check()?;
    Ok(DecidedDay { decision, outputs })
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

/// The wiring of the day, or the reason why it is not clear. `outputs` are those of the old program.
fn decision(runs: &DayRuns, outputs: &[ProgramOutput]) -> DayDecision {
    let day = runs.facts.day;
    let why = match taken_wiring(runs) {
        Ok(wiring) => return DayDecision::Taken(wiring),
        Err(Unclear::CutShort(longest)) => reasons::cut_short(longest),
        Err(Unclear::Because(why)) => day.error_of_user().unwrap_or(why),
        Err(Unclear::Disagree(results)) => day
            .error_of_user()
            .or_else(|| changing_answers(runs, &results))
            .unwrap_or_else(|| reasons::disagree(&results, outputs)),
    };
    DayDecision::Refused(NotCopied::Unclear(why))
}

/// The reason why results disagree, if the candidates of one give another answer when they run again.
fn changing_answers(runs: &DayRuns, results: &[CandidateResult]) -> Option<String> {
    results.iter().find_map(|result| {
        let again = runs.answered_again(result);
        let of_part = |part: Part| result.answered.difference(&again, part);
        let [first, second] = Part::BOTH.into_iter().find_map(of_part)?;
        Some(reasons::changes(result, first, second))
    })
}

/// The reason why no result is taken.
enum Unclear {
    /// Not all candidates ran within this time. The others could give other answers.
    CutShort(Duration),
    /// These results give different answers, and the right one is not known.
    Disagree(Vec<CandidateResult>),
    /// This reason, which is about the answers of the results.
    Because(String),
}

/// The wiring of the result that is right. Each reason not to take a result has a guard here, in this
/// order.
fn taken_wiring(runs: &DayRuns) -> Result<TakenWiring, Unclear> {
    let TriedCandidates {
        results,
        refuted,
        mut disagreeing,
        endless,
    } = try_candidates(runs);
    check_time(runs)?;
    if let Some(why) = endless {
        return Err(Unclear::Because(why));
    }
    let (mut results, disputed) = without_disputed(runs, results);
    if !disagreeing.is_empty() || disputed.len() > 1 {
        disagreeing.extend(disputed);
    }
    if !disagreeing.is_empty() {
        return Err(Unclear::Disagree(disagreeing));
    }
    if let Some(first) = refuted.first()
        && !results.iter().any(CandidateResult::has_answers)
    {
        return Err(Unclear::Because(reasons::differs(first)));
    }
    let refuted_part = reasons::refuted_part(&refuted, &results);
    let has_input = runs.facts.input.is_some();
    let is_endless = results.iter().any(|result| result.did_not_end);
    let no_answer = reasons::no_answer(runs, is_endless);
    // A result without an answer is not taken in place of one with a wrong answer.
    if has_input && results.iter().any(CandidateResult::has_answers) {
        results.retain(CandidateResult::has_answers);
    }
    let result = match choice(&results, &runs.facts.known, Refuting::ByOrder) {
        Choice::Taken(index) => results.swap_remove(index),
        Choice::Disagree(disagreeing) => {
            return Err(Unclear::Disagree(results_at(&results, &disagreeing)));
        }
        Choice::AllDiffer(wrong) => return Err(Unclear::Because(reasons::differs(&wrong[0]))),
        Choice::NoCandidates => return Err(Unclear::Because(no_answer)),
    };
    if has_input && !result.has_answers() {
        return Err(Unclear::Because(no_answer));
    }
    // If no answer is known, trimming the input must not change the answers.
    if runs.facts.known.is_empty()
        && runs.facts.day.calls_trim
        && let Some(trimmed) = runs.trimmed(&result, Trim::End)
    {
        check_time(runs)?;
        let answers = [&result.answered, &trimmed.answered];
        if trimmed.did_not_end || Part::BOTH.into_iter().any(|part| differ(&answers, part)) {
            let limit = runs.longest_run();
            return Err(Unclear::Because(reasons::trim_matters(
                &result, &trimmed, limit,
            )));
        }
    }
    let is_equal = result.compared.parts.contains(&Some(Agreement::Equal));
    Ok(TakenWiring {
        left_out: refuted_part.or_else(|| reasons::open_part(runs, &result)),
        unused_expressions: runs.facts.day.unused_expressions(),
        is_uncompared: result.answered.has_answer() && !is_equal,
        wiring: result.wiring,
    })
}

/// Fails if candidates did not run, or not to their end, because the time of the day was over.
fn check_time(runs: &DayRuns) -> Result<(), Unclear> {
    match runs.cut_short() {
        Some(longest) => Err(Unclear::CutShort(longest)),
        None => Ok(()),
    }
}

/// Runs the candidates in their order, until all known answers are given.
fn try_candidates(runs: &DayRuns) -> TriedCandidates {
    let mut tried = TriedCandidates::default();
    let (shared, others): (Vec<usize>, Vec<usize>) = runs
        .candidates_for(None)
        .partition(|number| runs.facts.day.parses_once(*number));
    for number in shared {
        let result = runs.try_candidate(number);
        // The candidates for one part parse the input again, so a part cannot change it for the
        // other.
        if runs.changes_input(&result) {
            continue;
        }
        let is_settled = runs.is_settled(&result);
        tried.results.push(result);
        if is_settled {
            return tried;
        }
    }
    let known = &runs.facts.known;
    if known.is_empty()
        && let Some(result) = tried
            .results
            .iter()
            .find(|result| result.answers_both_parts() && result.is_right(known))
    {
        let rivals = runs.rivals_of(result);
        let rivals: Vec<CandidateResult> =
            rivals.map(|number| runs.try_candidate(number)).collect();
        let endless = rivals.iter().find(|rival| rival.is_endless());
        if let Some(endless) = endless
            && let Some(part) = runs.facts.day.candidate(endless.candidates[0]).part
        {
            let why = reasons::did_not_end(part, endless, result, runs.longest_run());
            tried.endless = Some(why);
        }
        tried.results.extend(rivals);
        return tried;
    }
    let of_parts = Part::BOTH.map(|part| try_part(runs, part, &mut tried));
    let of_parts = of_parts.into_iter().flatten();
    if let Some(result) = of_parts.reduce(|one, other| one.with(other, known)) {
        let is_settled = runs.is_settled(&result);
        tried.results.push(result);
        if is_settled {
            return tried;
        }
    }
    let others = others.into_iter().map(|number| runs.try_candidate(number));
    tried.results.extend(others);
    tried
}

/// The best result for one part. If all answers are wrong, or they differ and no answer is known,
/// that is noted in `tried`.
fn try_part(runs: &DayRuns, part: Part, tried: &mut TriedCandidates) -> Option<CandidateResult> {
    let known = &runs.facts.known;
    let day = runs.facts.day;
    let mut results: Vec<CandidateResult> = Vec::new();
    let mut is_settled = false;
    let (helpers, named): (Vec<usize>, Vec<usize>) = runs
        .candidates_for(Some(part))
        .partition(|number| day.candidate(*number).is_helper);
    for number in named.into_iter().chain(helpers) {
        let is_any_wrong = results
            .iter()
            .any(|result| !result.compared.wrong.is_empty());
        if day.candidate(number).is_helper && !is_any_wrong {
            break;
        }
        let has_answers = results.iter().any(CandidateResult::has_answers);
        if day.candidate(number).is_fallback && known.is_empty() && has_answers {
            continue;
        }
        let result = runs.try_candidate(number);
        is_settled = runs.is_part_settled(&result, part);
        results.push(result);
        if is_settled {
            break;
        }
    }
    // A function that may expect the result of a parser does not compete with one that answered.
    if !known.identifies(part) && !is_settled {
        let is_fallback =
            |result: &CandidateResult| day.candidate(result.candidates[0]).is_fallback;
        let is_better = |result: &CandidateResult| !is_fallback(result) && result.has_answers();
        if results.iter().any(is_better) {
            results.retain(|result| !is_fallback(result));
        }
    }
    if !known.identifies(part)
        && !is_settled
        && let Some(endless) = results.iter().find(|result| result.is_endless())
        && let Some(other) = results.iter().find(|result| result.has_answers())
    {
        let why = reasons::did_not_end(part, endless, other, runs.longest_run());
        tried.endless.get_or_insert(why);
        return None;
    }
    match choice(&results, known, Refuting::ByName) {
        Choice::Taken(index) => Some(results.swap_remove(index)),
        Choice::Disagree(disagreeing) => {
            tried.disagreeing.extend(results_at(&results, &disagreeing));
            None
        }
        Choice::AllDiffer(wrong) => {
            tried
                .refuted
                .extend(wrong.into_iter().find(|answer| answer.part == part));
            None
        }
        Choice::NoCandidates => None,
    }
}

fn choice(results: &[CandidateResult], known: &Known, refuting: Refuting) -> Choice {
    let answers: Vec<Answered> = results
        .iter()
        .map(|result| result.answered.clone())
        .collect();
    choose(&answers, known, refuting)
}

/// The results with these indices in `results`.
fn results_at(results: &[CandidateResult], disagreeing: &[usize]) -> Vec<CandidateResult> {
    let results = disagreeing.iter().map(|index| results[*index].clone());
    results.collect()
}

/// Returns the results that may be taken, and those that are disputed. A result whose answers are
/// taken from an output is disputed together with the results of functions that give other answers,
/// if neither an output nor a known answer says which of them is right. But if an output confirms an
/// answer of the functions and refutes none, the printed answers are about something else, and their
/// result is in neither list.
fn without_disputed(
    runs: &DayRuns,
    results: Vec<CandidateResult>,
) -> (Vec<CandidateResult>, Vec<CandidateResult>) {
    let DayFacts { day, known, .. } = &runs.facts;
    let prints = |result: &CandidateResult| {
        result
            .candidates
            .iter()
            .any(|number| day.candidate(*number).printing().is_some())
    };
    let (printing, mut results): (Vec<CandidateResult>, Vec<CandidateResult>) =
        results.into_iter().partition(prints);
    let mut rivals = results.clone();
    rivals.retain(|result| {
        let compared = ComparedAnswers::of(&result.answered, known, Refuting::ByName);
        compared.wrong.is_empty()
    });
    let are_rivals = |one: &CandidateResult, other: &CandidateResult| {
        let answers = [&one.answered, &other.answered];
        Part::BOTH
            .into_iter()
            .any(|part| differ(&answers, part) && !known.identifies(part))
    };
    let is_confirmed = |result: &CandidateResult| {
        let agreements = &result.compared.by_input;
        agreements.contains(&Agreement::Equal) && !agreements.contains(&Agreement::Different)
    };
    let mut disputed = Vec::new();
    for result in printing {
        let mut differing = rivals
            .iter()
            .filter(|rival| are_rivals(rival, &result))
            .peekable();
        if differing.peek().is_none() {
            results.push(result);
        } else if !rivals.iter().any(is_confirmed) {
            disputed.extend(differing.cloned());
            disputed.push(result);
        }
    }
    (results, disputed)
}
