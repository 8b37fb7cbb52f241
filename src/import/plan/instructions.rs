//! The instructions of a plan. For each file that is a day, they say which wirings its copy gets,
//! or why the file is not copied.
//!
//! An import makes several plans, which differ in their instructions:
//!
//! - The first plan has all candidates, and shows the user what would be built.
//! - The plans of a trial have the remaining candidates.
//! - The plan that is written has the decisions of the trial, or the decisions by names if nothing
//!   may be built.

use std::collections::BTreeMap;

use super::copy_mode::CopyMode;
use crate::import::Import;
use crate::import::candidates::MAX_CANDIDATES;
use crate::import::left_out::reason::{Reason, options_for};
use crate::import::repository::OldRepository;
use crate::import::repository::day_decision::DayDecision;
use crate::import::repository::day_file::{DayFile, DayKind};
use crate::puzzle::{Puzzle, parts_in_calendar};

/// The instructions for the files of each puzzle, in their order.
pub type Instructions<'s> = BTreeMap<Puzzle, Vec<Instruction<'s>>>;

/// The instruction for a file. `None` means that the file is not copied, and that no reason is
/// shown.
pub type Instruction<'s> = (&'s DayFile, Option<Result<CopyMode<'s>, Reason>>);

/// Instructions that follow the user's expressions or the names of functions.
pub fn by_names<'s>(import: &'s Import) -> Instructions<'s> {
    let mut all = Instructions::new();
    for (puzzle, files) in &import.repository.days {
        let mode = |day| (day, Some(mode_by_names(&import.repository, day)));
        let mut modes: Vec<Instruction> = files.iter().map(mode).collect();
        // If names say how to call one of the files, the others are probably not the day, but
        // tests, for example. They are dropped without a reason. An attempt, such as
        // `day05_old.rs`, is never the day here.
        let is_day = |(day, mode): &Instruction| matches!(mode, Some(Ok(_))) && !day.is_attempt;
        let has_day = modes.iter().any(is_day);
        for (_, mode) in &mut modes {
            let is_ok = matches!(mode, Some(Ok(_)));
            if has_day && !is_ok {
                *mode = None;
            } else if !has_day && is_ok {
                let why = "comes first because of its name";
                *mode = Some(Err(other_file(&files[0], why)));
            }
        }
        all.insert(*puzzle, modes);
    }
    all
}

/// The mode of a day if nothing is compiled. The error says why the day cannot be copied without
/// compiling.
fn mode_by_names<'s>(repository: &OldRepository, day: &'s DayFile) -> Result<CopyMode<'s>, Reason> {
    let parts = parts_in_calendar(day.puzzle);
    match day.kind {
        DayKind::OnePart(_) => {
            let note = day.user_call.note();
            let note = note.map_or(String::new(), |note| format!(", so {note}"));
            Err(Reason::Unfit(format!(
                "it has only one part{note}: put both parts of a day into one file"
            )))
        }
        DayKind::OfAoc => Ok(CopyMode::Verbatim),
        DayKind::TooManyCalls => Err(Reason::Unclear(format!(
            "it has more than {MAX_CANDIDATES} possible calls: choose with {}",
            options_for(parts)
        ))),
        DayKind::ToCall(_) => {
            if let Some(taken) = day.wiring_by_names() {
                return Ok(CopyMode::OneWiring(Box::new(taken)));
            }
            if day.has_other_calls() {
                return Err(Reason::needs_trial("it", &options_for(parts)));
            }
            let source = repository.source(&day.file).map_err(Reason::Unfit)?;
            Err(Reason::unclear_names(source, parts))
        }
    }
}

/// Instructions that follow the names of functions. If names do not decide about a day, all its
/// candidates are tried. A dry run lists these days as days to try.
pub fn by_names_or_candidates<'s>(import: &'s Import) -> Instructions<'s> {
    with_candidates(import, DayFile::needs_trial)
}

/// Instructions with all candidates, so that a trial can compile them. Names decide about files
/// without candidates.
pub fn all_candidates<'s>(import: &'s Import) -> Instructions<'s> {
    with_candidates(import, |_| true)
}

/// All candidates of the files for which `is_tried` is true. Names decide about the other files,
/// and about files without candidates.
fn with_candidates<'s>(import: &'s Import, is_tried: fn(&DayFile) -> bool) -> Instructions<'s> {
    let mut all = by_names(import);
    for (day, mode) in all.values_mut().flatten() {
        if !day.candidates().is_empty() && is_tried(day) {
            *mode = Some(Ok(CopyMode::candidates(day)));
        }
    }
    all
}

/// Instructions that follow the decisions of a trial, which are keyed by file. Names decide about
/// the other puzzles: days of `aoc`, and days whose own code does not compile.
pub fn decided<'s>(
    import: &'s Import,
    mut decisions: BTreeMap<String, DayDecision>,
) -> Instructions<'s> {
    let mut all = by_names(import);
    for modes in all.values_mut() {
        let mut files = modes.iter().map(|(day, _)| *day).enumerate();
        let decided = files.find_map(|(at, day)| Some((at, day, decisions.remove(&day.file)?)));
        let Some((at, tried, decision)) = decided else {
            continue;
        };
        for (day, mode) in &mut *modes {
            let may_be_day = |mode: &Result<_, _>| mode.is_ok() || !day.candidates().is_empty();
            if decision.is_ok() {
                *mode = None;
            } else if mode.as_ref().is_some_and(may_be_day) {
                *mode = Some(Err(other_file(tried, "was tried instead")));
            }
        }
        modes[at].1 = Some(decision.map(CopyMode::OneWiring));
    }
    all
}

/// The reason for not copying a file because another file, `day`, is the day.
fn other_file(day: &DayFile, why: &str) -> Reason {
    Reason::Unfit(format!(
        "another file of this day, `{}`, {why}: rename that file to import this one",
        day.file
    ))
}
