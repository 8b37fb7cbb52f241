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
use crate::import::candidates::MAX_CANDIDATES;
use crate::import::left_out::reason::{Reason, options_for};
use crate::import::repository::OldRepository;
use crate::import::repository::day_decision::DayDecision;
use crate::import::repository::day_file::{DayFile, DayKind};
use crate::puzzle::{Puzzle, parts_in_calendar};

/// The instructions for the files of each puzzle, in their order.
pub type Instructions<'s> = BTreeMap<Puzzle, Vec<Instruction<'s>>>;

/// The instruction for a file: how it is copied, or the reason why it is not. A file without an
/// instruction is not copied, and no reason is shown.
pub type Instruction<'s> = (&'s DayFile, Mode<'s>);

type Mode<'s> = Result<CopyMode<'s>, Reason>;

/// Instructions that follow the user's expressions or the names of functions.
pub fn by_names(repository: &OldRepository) -> Instructions<'_> {
    instructions(repository, |_, by_names| by_names)
}

/// The instructions of `mode_of` for all files. It gets each file with its mode by names, which is
/// `None` if names give it no instruction.
fn instructions<'s>(
    repository: &'s OldRepository,
    mode_of: impl Fn(&'s DayFile, Option<Mode<'s>>) -> Option<Mode<'s>>,
) -> Instructions<'s> {
    let mut all = Instructions::new();
    for (puzzle, files) in &repository.days {
        let by_names: Vec<Instruction> = files
            .iter()
            .map(|day| (day, mode_by_names(repository, day)))
            .collect();
        // If names say how to call one of the files, the others are probably not the day, but
        // tests, for example. They are dropped without a reason.
        let has_day = by_names.iter().any(|(_, mode)| mode.is_ok());
        let modes = by_names.into_iter().filter_map(|(day, mode)| {
            let by_names = Some(mode).filter(|mode| mode.is_ok() || !has_day);
            Some((day, mode_of(day, by_names)?))
        });
        all.insert(*puzzle, modes.collect());
    }
    all
}

/// The mode of a day if nothing is compiled. The error says why the day cannot be copied without
/// compiling.
fn mode_by_names<'s>(repository: &OldRepository, day: &'s DayFile) -> Mode<'s> {
    let parts = parts_in_calendar(day.puzzle);
    match day.kind {
        DayKind::OnePart(_) => {
            let unused_call = match day.user_call.note() {
                Some(note) => format!(", so {note}"),
                None => String::new(),
            };
            let advice = if let [_] = &*repository.days[&day.puzzle] {
                ", and no file has the other one: name it after the day alone, such as `day01.rs`"
            } else {
                ": put both parts of a day into one file"
            };
            Err(Reason::Unfit(format!(
                "it has only one part{unused_call}{advice}"
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
            if day.has_calls_beside_main() {
                return Err(Reason::needs_trial("it", &options_for(parts)));
            }
            let source = repository.source(&day.file).map_err(Reason::Unfit)?;
            Err(Reason::unclear_names(source, parts))
        }
    }
}

/// Instructions that follow the names of functions. If names do not decide about a day, all its
/// candidates are tried. A dry run lists these days as days to try.
pub fn by_names_or_candidates(repository: &OldRepository) -> Instructions<'_> {
    with_candidates(repository, DayFile::needs_trial)
}

/// Instructions with all candidates, so that a trial can compile them. Names decide about files
/// without candidates.
pub fn all_candidates(repository: &OldRepository) -> Instructions<'_> {
    with_candidates(repository, |_| true)
}

/// All candidates of the files for which `is_tried` is true. Names decide about the other files,
/// and about files without candidates.
fn with_candidates(repository: &OldRepository, is_tried: fn(&DayFile) -> bool) -> Instructions<'_> {
    instructions(repository, |day, by_names| {
        if day.candidates().is_empty() || !is_tried(day) {
            return by_names;
        }
        Some(Ok(CopyMode::candidates(day)))
    })
}

/// Instructions that follow the decisions of a trial about one file of each puzzle. The other
/// puzzles are days of `aoc`.
pub fn decided<'s>(
    repository: &'s OldRepository,
    decisions: &BTreeMap<Puzzle, (String, DayDecision)>,
) -> Instructions<'s> {
    instructions(repository, |day, by_names| {
        let Some((tried, decision)) = decisions.get(&day.puzzle) else {
            return by_names;
        };
        if day.file == *tried {
            return Some(decision.clone().map(CopyMode::OneWiring));
        }
        if decision.is_ok() {
            return None;
        }
        let by_names = by_names?;
        if by_names.is_ok() || !day.candidates().is_empty() {
            return Some(Err(other_file(tried)));
        }
        Some(by_names)
    })
}

/// The reason for not copying a file because another file is the day.
fn other_file(day: &str) -> Reason {
    Reason::Unfit(format!(
        "another file of this day, `{day}`, was tried instead: rename that file to import this one"
    ))
}
