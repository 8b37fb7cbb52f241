//! Decides what to do with an answer. The guards are checked in the order of [`GUARDS`]. Nothing in
//! this file makes a request, asks the user or prints.
//!
//! An answer that passes all guards is still not sent with `--offline`, for a locked puzzle or
//! without a session. `carry_out.rs` checks this afterwards, because that check may ask for the
//! time and warn about the session.

use aoc_solution::protocol::OpenedInput;

use super::SubmitPlan;
use super::example_check::{Caveat, Consequence, check_examples};
use super::find_answer::{AnswerSource, AnswerToSubmit};
use super::overrides::Override;
use super::part_record::{NO_ANSWER_ON_PAGE, PageState, PartRecord};
use super::wait::{Wait, must_request_time};
use crate::app::{DecidesBy, watch_key};
use crate::inputs::{is_same_answer, validate_answer};
use crate::pages::{PuzzlePage, is_text_of_page};
use crate::puzzle::{Year, day_count, other_part};
use crate::site::{MAX_ANSWER_WAIT, ROUNDING_MARGIN, SiteTime};
use crate::terminal::{plural, shell_word};

/// A check of an answer before it is sent. Returns `None` if the answer passes.
type Guard = fn(&Facts) -> Option<Decision>;

/// The guards in the order of their checks, each with its name in `docs/reference.md`. The first
/// guard that the answer does not pass decides.
const GUARDS: &[(&str, Guard)] = &[
    ("a part already solved", solved),
    ("the form of the answer", bad_form),
    ("a part that the page shows as closed", closed_on_page),
    ("an event's last star", last_star),
    ("already judged", already_wrong),
    ("beyond a bound", beyond_bounds),
    ("another recorded answer", other_than_recorded),
    ("the other part's answer", answer_of_other_part),
    ("too soon", too_soon),
    ("examples", failing_examples),
    ("an input that equals an example", input_is_example),
];

/// The facts that a decision depends on.
pub struct Facts<'a> {
    pub record: &'a PartRecord,
    pub time: SiteTime,
    /// True if the site may be asked for its time.
    pub may_request_time: bool,
    pub stage: Stage,
    pub found: &'a AnswerToSubmit,
    pub plan: &'a SubmitPlan,
    pub decides_by: DecidesBy,
}

/// The moment of a decision. Each answer is checked twice, once at each stage.
///
/// The user may answer a question hours later or never, and a held lock makes every other
/// submission wait. So the lock is taken after the question. Meanwhile another process may have
/// changed the record, so the guards check the answer again under the lock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Before the user is asked about anything.
    BeforeLock,
    /// While no other process can submit.
    UnderLock,
}

/// The next action.
#[derive(Debug, PartialEq, Eq)]
pub enum Decision {
    /// Compare the answer with the accepted one, because the part is solved.
    Compare,
    /// Download the page of the puzzle, then decide again.
    DownloadPage,
    /// Ask the site for its time, then decide again.
    RequestTime,
    Refuse(Refusal),
    /// No guard refuses the answer. Tell the user about the examples, and print the request.
    DryRun(Option<Caveat>),
    /// No guard refuses the answer. Tell the user about the examples, take the lock, then decide
    /// again.
    TakeLock(Option<Caveat>),
    /// Wait until the site takes the answer. The user has given `--wait`.
    Wait,
    Send,
}

/// The reason why a submission ends without a verdict.
#[derive(Debug, PartialEq, Eq)]
pub struct Refusal {
    pub message: String,
    /// The option with which the answer passes. `None` if there is none.
    pub lifted_by: Option<Override>,
    /// True if the results of the examples are shown, because they are the reason.
    pub shows_examples: bool,
}

/// Decides what to do with an answer.
pub fn decide(facts: &Facts) -> Decision {
    if let Some(decision) = GUARDS.iter().find_map(|(_, guard)| guard(facts)) {
        return decision;
    }
    match facts.stage {
        Stage::BeforeLock if facts.plan.dry_run => Decision::DryRun(caveat(facts)),
        Stage::BeforeLock => Decision::TakeLock(caveat(facts)),
        // The user has given `--wait`. Otherwise `too_soon` has refused the answer.
        Stage::UnderLock if wait(facts).is_some() => Decision::Wait,
        Stage::UnderLock => Decision::Send,
    }
}

impl Refusal {
    pub fn new(message: String) -> Self {
        Self {
            message,
            lifted_by: None,
            shows_examples: false,
        }
    }

    /// A refusal before the answer is sent.
    pub fn not_submitted(why: &str) -> Self {
        Self::new(format!("not submitted: {why}"))
    }

    /// The refusal that this option lifts. `None` if the user has given the option.
    fn unless_lifted(facts: &Facts, option: Override, why: &str) -> Option<Self> {
        if facts.plan.overrides.contains(option) {
            return None;
        }
        Some(Self {
            lifted_by: Some(option),
            ..Self::not_submitted(why)
        })
    }
}

fn refuse(why: &str) -> Decision {
    Decision::Refuse(Refusal::not_submitted(why))
}

/// The answer to a solved part is compared with the accepted one.
fn solved(facts: &Facts) -> Option<Decision> {
    let record = facts.record;
    record.is_solved().then(|| decide_about_solved(record))
}

/// The beginning of an error: the reason why the page of a solved part is needed.
pub const ANSWER_NOT_STORED: &str =
    "the part is already solved, but its accepted answer is not stored";

/// Decides about an answer to a solved part. If no accepted answer is stored, the page may show it.
/// The last star of an event has no answer.
fn decide_about_solved(record: &PartRecord) -> Decision {
    if record.accepted(record.part).is_some() || record.is_last_star() {
        return Decision::Compare;
    }
    if !record.is_page_new {
        return Decision::DownloadPage;
    }
    let message = match &record.page {
        Err(why) => {
            let why = record.reason_without_page(*why);
            format!("{ANSWER_NOT_STORED}: {why}")
        }
        Ok(page) if page.has_solved(record.part) => {
            format!("{ANSWER_NOT_STORED}: {NO_ANSWER_ON_PAGE}")
        }
        Ok(_) => format!(
            "the site showed a star for the part, but its page does not show it as solved; `aoc \
             status {} --refresh` asks for the stars again",
            record.puzzle.year
        ),
    };
    Decision::Refuse(Refusal::new(message))
}

fn bad_form(facts: &Facts) -> Option<Decision> {
    let PartRecord { puzzle, part, .. } = facts.record;
    let why = validate_answer(*puzzle, Some(*part), &facts.found.answer).err()?;
    Some(refuse(&why))
}

/// According to the page, the site takes no answer to the part. The page is downloaded under the
/// lock.
fn closed_on_page(facts: &Facts) -> Option<Decision> {
    let record = facts.record;
    if facts.stage == Stage::BeforeLock {
        return None;
    }
    if record.why_page_needed().is_some() {
        return Some(Decision::DownloadPage);
    }
    let state = record.state_on_new_page()?;
    let is_claim = matches!(facts.found.source, AnswerSource::Claim);
    let page = record.page.as_ref();
    if is_claim && page.is_ok_and(PuzzlePage::has_answer_to_part2) {
        let year = record.puzzle.year;
        return Some(refuse(&format!(
            "part 2 has an answer, so {year} has more days than `aoc` knows; `aoc calendar \
             {year}` asks the site"
        )));
    }
    match state {
        PageState::Closed(why) => Some(refuse(&why)),
        PageState::Solved | PageState::Open => None,
    }
}

/// The user has recorded another answer to the open part.
fn other_than_recorded(facts: &Facts) -> Option<Decision> {
    let PartRecord { puzzle, part, .. } = facts.record;
    let recorded = facts.record.accepted(*part)?;
    let answer = &facts.found.answer;
    if is_same_answer(recorded, answer) {
        return None;
    }
    Some(refuse(&format!(
        "the recorded answer is {recorded}, not {answer}; `aoc accept {puzzle} -p {part} {} \
         --force` replaces it",
        shell_word(answer)
    )))
}

/// The last star of an event requires all other stars. The user must name its part.
fn last_star(facts: &Facts) -> Option<Decision> {
    let missing = facts.record.missing_before_last?;
    let puzzle = facts.record.puzzle;
    let year = puzzle.year;
    if missing > 0 {
        let why = too_few_stars_message(year, missing);
        // The list of stars is requested at most every 15 minutes. The page of the day also shows
        // their number, and can be downloaded at once.
        return Some(refuse(&format!(
            "{why}; `aoc fetch {puzzle} --force` asks the site"
        )));
    }
    if facts.plan.part.is_some() {
        return None;
    }
    let typed = format!("`aoc submit {puzzle} --part 2`");
    let claim = facts.decides_by.hint(&typed, watch_key::CLAIM);
    let on_page = insufficient_stars_on_pages(facts.record).map_or(String::new(), |stars| {
        format!(", of which the stored page shows {stars}")
    });
    Some(refuse(&format!(
        "the last star of {year} has no puzzle but requires all other stars{on_page}; {claim} \
         claims it"
    )))
}

/// The number of stars on the stored pages, if it is too small for the last star. The user may have
/// got more stars since, so the number is mentioned but refuses nothing. `None` if the site has
/// shown the stars of the year elsewhere.
fn insufficient_stars_on_pages(record: &PartRecord) -> Option<u32> {
    let stars = record.stars_on_pages?;
    let others = 2 * u32::from(day_count(record.puzzle.year)) - 1;
    let is_known = (1..others).contains(&stars) && record.day_stars.on_site.is_none();
    is_known.then_some(stars)
}

/// The reason why the last star of a year is not claimed while others are missing.
pub fn too_few_stars_message(year: Year, missing: u32) -> String {
    let count = plural(missing as usize, "star");
    let verb = if missing == 1 { "is" } else { "are" };
    format!("the last star of {year} requires all others: {count} {verb} missing")
}

/// The site has already called this answer wrong.
fn already_wrong(facts: &Facts) -> Option<Decision> {
    let PartRecord { answers, part, .. } = facts.record;
    let why = answers
        .recorded
        .why_judged_wrong(*part, &facts.found.answer)?;
    Some(refuse(&why))
}

/// A verdict "too high" or "too low" rules the answer out.
fn beyond_bounds(facts: &Facts) -> Option<Decision> {
    let PartRecord { answers, part, .. } = facts.record;
    let why = answers
        .recorded
        .why_beyond_bounds(*part, &facts.found.answer)?;
    Some(refuse(&why))
}

/// An answer that is right for the other part was probably meant for that part.
fn answer_of_other_part(facts: &Facts) -> Option<Decision> {
    let PartRecord { puzzle, part, .. } = facts.record;
    let other = other_part(*part);
    let answer = &facts.found.answer;
    let accepted = facts.record.accepted(other)?;
    if !is_same_answer(accepted, answer) {
        return None;
    }
    Some(refuse(&format!(
        "{answer} is the answer to part {other}; if part {part} has the same answer, submit it on \
         the site, and `aoc fetch {puzzle} --force` records it"
    )))
}

/// The site takes no answer until a certain time. `--wait` waits for it, but not longer than a
/// reply can ask for.
fn too_soon(facts: &Facts) -> Option<Decision> {
    if facts.may_request_time && must_request_time(facts.time, &facts.record.answers.recorded) {
        return Some(Decision::RequestTime);
    }
    let wait = wait(facts)?;
    if wait.left > MAX_ANSWER_WAIT + ROUNDING_MARGIN {
        return Some(refuse(&format!(
            "{wait}, by a reply with a wrong date: remove the line `not_before` from {}",
            facts.record.answers_file.display()
        )));
    }
    Refusal::unless_lifted(facts, Override::Wait, &wait.to_string()).map(Decision::Refuse)
}

/// The wait before the next answer. After a guess with an unknown verdict, no answer is sent for a
/// minute.
///
/// The page, which is downloaded under the lock, may show this verdict. So before the lock, an
/// unknown verdict does not refuse the answer. A dry run never takes the lock, so it refuses at
/// once.
fn wait(facts: &Facts) -> Option<Wait> {
    let answers = &facts.record.answers;
    if facts.stage == Stage::UnderLock || facts.plan.dry_run {
        Wait::longest(facts.time, answers)
    } else {
        Wait::of_site(facts.time, &answers.recorded)
    }
}

fn failing_examples(facts: &Facts) -> Option<Decision> {
    let caveat = caveat(facts)?;
    if caveat.consequence != Consequence::Refusal {
        return None;
    }
    Some(Decision::Refuse(Refusal {
        lifted_by: Some(Override::Force),
        shows_examples: true,
        ..Refusal::not_submitted(&caveat.text)
    }))
}

/// The caveat about the examples. `None` with `--force`, which ignores the examples.
fn caveat(facts: &Facts) -> Option<Caveat> {
    if facts.plan.overrides.force {
        return None;
    }
    check_examples(facts.found, facts.decides_by)
}

/// The input has the text of an example in the code or the file, or of an element of the page. The
/// user may have pasted an example into the input's file. `aoc` may not know this example.
fn input_is_example(facts: &Facts) -> Option<Decision> {
    let AnswerSource::Solution { input, examples } = &facts.found.source else {
        return None;
    };
    let is_on_page = match (input, &facts.record.page) {
        (OpenedInput::Text(text), Ok(page)) => is_text_of_page(page, text),
        _ => false,
    };
    if !examples.input_is_example && !is_on_page {
        return None;
    }
    let why = "the input is the same as an example";
    Refusal::unless_lifted(facts, Override::Force, why).map(Decision::Refuse)
}

#[cfg(test)]
mod tests;
