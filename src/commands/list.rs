//! `aoc list`: shows all days with code in the table of `aoc status`.

use std::collections::BTreeMap;
use std::path::PathBuf;

use aoc_solution::Part;
use chrono::{DateTime, SubsecRound, Utc};
use clap::Args;
use serde::Serialize;

use crate::app::args::SelectionArgs;
use crate::app::{App, Workspace};
use crate::error::{Exit, Result};
use crate::inputs::InputId;
use crate::puzzle::{Puzzle, PuzzleScope, Selector};
use crate::records::DayRecord;
use crate::render::{DayDocument, DaysTable};
use crate::steps::Resolver;

/// List all days that have code, in the table of aoc status
///
/// Lists the days of all years that have code, in the table of aoc status: title, stars,
/// examples, accepted answers, last time, and what is missing. Nothing is built or run, and no
/// request is made.
#[derive(Args)]
#[command(after_help = "\
Examples:
  aoc list              list everything that has code here
  aoc list 2020 --json  list a year for a script")]
pub struct ListArgs {
    #[command(flatten)]
    selection: SelectionArgs,
}

/// An entry of the document of `aoc list --json`.
#[derive(Serialize)]
struct ListEntry<'a> {
    #[serde(flatten)]
    day: DayDocument<'a>,
    /// The files of the user's input and of the named inputs.
    inputs: Vec<PathBuf>,
    /// The parts with a known accepted answer. `None` if the file cannot be read.
    accepted: Option<Vec<Part>>,
    edited: Option<DateTime<Utc>>,
}

/// The selected days. Without selectors and with `all`, these are all days, including templates of
/// locked puzzles. Years and ranges leave out such templates, as in other commands.
fn selected(resolver: Resolver, selection: &SelectionArgs) -> Result<Vec<Puzzle>> {
    let days = resolver.app.workspace.project()?.days()?;
    let selectors = resolver.selectors_or(selection, Selector::All)?;
    let is_all = selectors.iter().all(|selector| *selector == Selector::All);
    if is_all && !days.is_empty() {
        resolver.warn_of_all_misnamed();
        return Ok(days.into_iter().collect());
    }
    resolver.resolve(&selectors, PuzzleScope::Solutions)
}

pub fn run(app: &App, args: &ListArgs) -> Result<Exit> {
    app.workspace.store_to_read()?;
    let mut records = app.site.records(&app.workspace);
    let mut days = Vec::new();
    for puzzle in selected(Resolver::new(app), &args.selection)? {
        app.workspace.warn_of_misnamed_inputs(&app.ui, puzzle);
        days.push(records.day(puzzle).clone());
    }
    app.ui.warn_of(&records.errors);
    let entries: Vec<ListEntry> = days
        .iter()
        .map(|day| entry(&app.workspace, day))
        .collect::<Result<_>>()?;
    let document = BTreeMap::from([("puzzles", &entries)]);
    app.ui.show("list", &document, || {
        let table = DaysTable::new(app.ui.stdout, &days);
        let mut text = table.text();
        if app.ui.explains_signs() {
            text += &table.legend();
        }
        text
    })?;
    Ok(Exit::Done)
}

fn entry<'a>(workspace: &Workspace, day: &'a DayRecord) -> Result<ListEntry<'a>> {
    let store = workspace.store()?;
    let inputs = store
        .inputs(day.puzzle)
        .filter(|input| *input != InputId::Own || day.has_input);
    let edited = workspace.project()?.edit_time(day.puzzle);
    Ok(ListEntry {
        day: day.into(),
        inputs: inputs
            .map(|input| workspace.relative_path(&store.input_path(day.puzzle, &input)))
            .collect(),
        accepted: day.accepted_parts(),
        edited: edited.map(|time| DateTime::<Utc>::from(time).trunc_subsecs(0)),
    })
}
