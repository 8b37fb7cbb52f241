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

/// The instruction for each of these files, by the file's puzzle and its path in the old
/// repository. A plan leaves out a file without an instruction, and gives no reason.
pub type Instructions<'s> = BTreeMap<(Puzzle, &'s str), Result<CopyMode<'s>, Reason>>;

/// Instructions that follow the user's expressions or the names of functions.
pub fn by_names<'s>(import: &'s Import) -> Instructions<'s> {
    let mut all = Instructions::new();
    for files in import.files_of_puzzles() {
        let mode = |day| mode_by_names(&import.repository, day);
        let mut modes: Instructions = files.iter().map(|day| (day.key(), mode(day))).collect();
        // If names say how to call one of the files, the others are probably not the day, but
        // tests, for example. They are dropped without a reason. An attempt, such as
        // `day05_old.rs`, is never the day here.
        let is_ok = |day: &&DayFile| modes[&day.key()].is_ok();
        if files.iter().filter(is_ok).any(|day| !day.is_attempt) {
            modes.retain(|_, mode| mode.is_ok());
        } else {
            for mode in modes.values_mut().filter(|mode| mode.is_ok()) {
                *mode = Err(other_file(&files[0], "comes first because of its name"));
            }
        }
        all.append(&mut modes);
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
    let tried = import
        .files_of_puzzles()
        .flatten()
        .filter(|day| !day.candidates().is_empty() && is_tried(day));
    all.extend(tried.map(|day| (day.key(), Ok(CopyMode::candidates(day)))));
    all
}

/// Instructions that follow the decisions of a trial, which are keyed by file. Names decide about
/// the other puzzles: days of `aoc`, and days whose own code does not compile.
pub fn decided<'s>(
    import: &'s Import,
    mut decisions: BTreeMap<String, DayDecision>,
) -> Instructions<'s> {
    let mut all = by_names(import);
    for files in import.files_of_puzzles() {
        let Some((tried, decision)) = files
            .iter()
            .find_map(|day| Some((day, decisions.remove(&day.file)?)))
        else {
            continue;
        };
        for day in files {
            if decision.is_ok() {
                all.remove(&day.key());
            } else if let Some(mode) = all.get_mut(&day.key())
                && (mode.is_ok() || !day.candidates().is_empty())
            {
                *mode = Err(other_file(tried, "was tried instead"));
            }
        }
        all.insert(tried.key(), decision.map(CopyMode::OneWiring));
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
