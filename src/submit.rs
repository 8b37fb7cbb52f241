//! Submits an answer to the site after many checks. `known.rs` loads what is known, `decision.rs`
//! decides what to do without any effect, and `carry_out.rs` does it and decides again. `page.rs`
//! asks the page about an answer whose verdict is not known. Only one process at a time sends an
//! answer. The guess is recorded before it is sent, and the verdict afterwards.

mod answer_time;
mod candidate;
mod carry_out;
mod decision;
mod ended;
mod form;
mod known;
mod page;
mod star;
#[cfg(test)]
mod testing;

use self::answer_time::AnswerTime;
use self::candidate::find_answer;
use self::carry_out::carry_out;
pub use self::decision::LiftedBy;
use self::ended::Ended;
pub use self::ended::SubmitError;
use self::known::{Known, missing_for_last_star};
use self::page::update_page;
use crate::app::args::SubmitOptions;
use crate::app::{App, watch_key};
use crate::error::{Exit, Result};
use crate::inputs::{Verdict, date_time};
use crate::puzzle::{Puzzle, is_last_star};
use crate::records::YearRecord;
use crate::reporter::{SubmitResult, SubmitStatus, verdict_line};
use crate::terminal::{json, span, unless_closed};
use aoc_solution::Part;

/// Submits the answer to a part of a puzzle, and shows the outcome.
pub fn submit(app: &App, puzzle: Puzzle, options: &SubmitOptions) -> Result<Exit, SubmitError> {
    let mut known = Known::load(&app.workspace, &app.site, puzzle, options.part)?;
    let candidate = find_answer(app, options, &known);
    let ended = match candidate {
        Ok(candidate) => carry_out(app, options, &mut known, candidate),
        Err(error) => Ended::failed(error.into()),
    };
    let time = AnswerTime::of(app.site.time(), &known.answers);
    let mut result = result(&known, time, &ended);
    show_verdict(app, &result)?;
    match ended.status {
        SubmitStatus::Sent(Verdict::Right) => {
            app.site.client().forget_statistics();
            update_page(app, &mut known);
            let mut records = app.workspace.records(app.site.stored_replies());
            let year = records.year(puzzle.year);
            let shown = star::show(app, &known, records.day(puzzle), &year);
            unless_closed(shown)?;
            result.next = suggest_next(app, &known, &year);
        }
        SubmitStatus::Sent(verdict) if verdict.is_wrong() => {
            if let Some(wait) = time.wait {
                app.ui
                    .note(format!("the site takes the next answer in {}", span(wait)));
            }
        }
        _ => {}
    }
    if app.ui.json {
        unless_closed(json(&mut app.ui.console(), "submit", &result))?;
    }
    match ended.problem {
        Some(problem) => Err(problem.context(known.name())),
        None => Ok(ended.status.exit()),
    }
}

/// The document of a submission that has ended.
fn result(known: &Known, time: AnswerTime, ended: &Ended) -> SubmitResult {
    // Nobody knows which answer solved the part.
    let is_only_solved = ended.status == SubmitStatus::Matched && ended.accepted.is_none();
    let mut result = SubmitResult {
        puzzle: known.puzzle,
        part: known.part.into(),
        answer: None,
        status: ended.status,
        accepted: ended.accepted.clone(),
        someone_else: ended.someone_else,
        not_before: None,
        examples: Vec::new(),
        next: None,
        message: ended.request.clone(),
        was_sent: ended.was_sent,
    };
    if let Some(candidate) = &ended.candidate {
        result.examples = candidate.examples().to_vec();
        if !known.is_last_star() && !is_only_solved {
            result.answer = Some(candidate.answer.clone());
        }
    }
    if time.wait.is_some() {
        result.not_before = known.answers.not_before.map(date_time);
    }
    if let Some(problem) = &ended.problem {
        result.message = Some(format!("{:#}", problem.source));
    }
    result
}

fn show_verdict(app: &App, result: &SubmitResult) -> Result<()> {
    let ui = &app.ui;
    if !ui.json
        && let Some(line) = verdict_line(ui.stdout, result)
    {
        unless_closed(ui.console().print(&line))?;
    }
    if result.someone_else {
        ui.warning(
            "it is the right answer to someone else's input: are the session and the input of one \
             account?",
        );
    }
    Ok(())
}

/// Tells what comes after a right answer. Returns the command for it.
fn suggest_next(app: &App, known: &Known, year: &YearRecord) -> Option<String> {
    let Known { puzzle, part, .. } = *known;
    if part == Part::Two {
        app.ui.note(format!("{puzzle} is complete"));
        return None;
    }
    let is_last = is_last_star(puzzle, Part::Two);
    if is_last && let Some(missing) = missing_for_last_star(year) {
        let year = year.year;
        app.ui.note(format!(
            "the last star of {year} requires all others: {missing}"
        ));
        return None;
    }
    let (verb, key, effect) = if is_last {
        (
            "submit",
            watch_key::CLAIM,
            "claims the last star, which requires all others",
        )
    } else {
        ("read", watch_key::READ, "shows it")
    };
    let next = format!("aoc {verb} {puzzle} --part 2");
    let typed = format!("`{next}`");
    let how = app.ui.hint(&typed, key);
    app.ui.note(format!("part 2 is open: {how} {effect}"));
    Some(next)
}
