//! The instructions of a plan. They say for each file that is a day which wirings its copy gets, or
//! why it is not copied.
//!
//! An import makes several plans, which differ in their instructions:
//!
//! - The first plan has all candidates. It shows the user what would be built.
//! - The plans of a trial have the remaining candidates.
//! - The plan that is written has the decisions of the trial, or those of names if nothing may be
//!   built.

use std::collections::BTreeMap;

use super::Import;
use super::copy_mode::CopyMode;
use super::day_decision::{FileDecision, NotCopied};
use super::day_file::DayFile;
use crate::puzzle::Puzzle;

/// The instructions for the files of each puzzle. A plan leaves out a file without an instruction,
/// and gives no reason.
pub type Instructions<'s> = BTreeMap<Puzzle, FileInstructions<'s>>;

/// The instruction for each of these files, by its path in the old repository.
pub type FileInstructions<'s> = BTreeMap<String, Result<CopyMode<'s>, NotCopied>>;

/// The user's expressions, or the names of functions, decide.
pub fn by_names<'s>(import: &'s Import) -> Instructions<'s> {
    let mut all = Instructions::new();
    for day in days(import) {
        let mode = CopyMode::by_names(import.repository(), day);
        let files = all.entry(day.puzzle).or_default();
        files.insert(day.file.clone(), mode);
    }
    for files in all.values_mut() {
        // If names say how to call one of the files, the others are probably not the day, but
        // tests, for example.
        if files.values().any(Result::is_ok) {
            files.retain(|_, mode| mode.is_ok());
        }
    }
    all
}

/// The names of functions decide. If they do not, all candidates are tried. A dry run shows these
/// days as days to try.
pub fn by_names_or_candidates<'s>(import: &'s Import) -> Instructions<'s> {
    let mut all = by_names(import);
    for day in days(import).filter(|day| day.needs_trial()) {
        add_candidates(&mut all, day);
    }
    all
}

/// All candidates, so that a trial can compile them. Names decide about files without any.
pub fn all_candidates<'s>(import: &'s Import) -> Instructions<'s> {
    let mut all = by_names(import);
    for day in days(import) {
        add_candidates(&mut all, day);
    }
    all
}

/// The decisions of a trial. Names decide about the other puzzles: days of `aoc`, and days whose own
/// code does not compile.
pub fn decided<'s>(
    import: &'s Import,
    results: &BTreeMap<Puzzle, FileDecision>,
) -> Instructions<'s> {
    let mut all = by_names(import);
    for (puzzle, FileDecision { file, decision }) in results {
        let files = all.entry(*puzzle).or_default();
        match decision {
            Ok(wiring) => {
                let mode = CopyMode::OneWiring(wiring.clone());
                *files = BTreeMap::from([(file.clone(), Ok(mode))]);
            }
            Err(why) => {
                let other = format!(
                    "another file of this day, `{file}`, was tried in its place: give that one \
                     another name to import this one"
                );
                for day in days(import).filter(|day| day.puzzle == *puzzle) {
                    match files.get_mut(&day.file) {
                        Some(mode @ Ok(_)) => *mode = Err(NotCopied::Unfit(other.clone())),
                        Some(mode) if !day.candidates().is_empty() => {
                            *mode = Err(NotCopied::Unclear(other.clone()));
                        }
                        Some(_) | None => {}
                    }
                }
                files.insert(file.clone(), Err(why.clone()));
            }
        }
    }
    all
}

fn days<'s>(import: &'s Import) -> impl Iterator<Item = &'s DayFile> {
    import
        .repository
        .iter()
        .flat_map(|repository| &repository.days)
}

/// The instruction to copy a day with all of its candidates, if it has any.
fn add_candidates<'s>(all: &mut Instructions<'s>, day: &'s DayFile) {
    let candidates = day.candidates();
    if !candidates.is_empty() {
        let mode = CopyMode::Candidates(candidates.iter().enumerate().collect());
        let files = all.entry(day.puzzle).or_default();
        files.insert(day.file.clone(), Ok(mode));
    }
}
