//! `aoc new`: creates the files of days.

use std::path::Path;

use clap::Args;

use crate::app::App;
use crate::app::args::SelectionArgs;
use crate::error::{Exit, Result};
use crate::puzzle::PuzzleScope;
use crate::steps::Resolver;
use crate::steps::editor::Editor;
use crate::steps::new_day::{NewDayStatus, new_days, show_new_days};

const SCOPE: PuzzleScope = PuzzleScope::NewFiles;

/// Create the files of days, from a template
///
/// Creates the file of each day that has none, from templates/day.rs or a built-in template, and
/// the crate of a year that has none. The title is taken from the stored page, or is known for
/// past puzzles; an unedited template gets it later. Other existing files stay as they are.
/// Without a selector it creates today's file during an event.
#[derive(Args)]
#[command(add = SCOPE)]
#[command(mut_arg("selectors", |selectors| selectors
    .help("Days, such as 22, 1-5, 2020/22, tomorrow, or a year such as 2020")
    .long_help("The days whose files are created: 22, 1-5, 2020/22, tomorrow, 2015-2018 for whole \
                years, all/25. A day that has a file stays as it is [default: today, in an event]")))]
#[command(after_help = "\
Examples:
  aoc new 2020/22 --edit  create a day's file and open it
  aoc new 2015-2016       create the files of two years")]
pub struct NewArgs {
    #[command(flatten)]
    selection: SelectionArgs,
    /// Open the files in the editor
    #[arg(short, long)]
    edit: bool,
}

pub fn run(app: &App, args: &NewArgs) -> Result<Exit> {
    let puzzles = Resolver::new(app).select(&args.selection, SCOPE)?;
    // A missing editor is reported before any file is written.
    let editor = if args.edit {
        Some(Editor::find(&app.launcher, &app.settings)?)
    } else {
        None
    };
    let days = new_days(&app.ui, &app.workspace, &puzzles)?;
    show_new_days(&app.ui, &days)?;
    let is_any_new = days.iter().any(|day| day.status == NewDayStatus::Created);
    if args.selection.is_empty() && !is_any_new {
        app.ui
            .note("name the day to create, as in `aoc new 2020/22`");
    }
    if let Some(editor) = editor {
        let paths: Vec<&Path> = days.iter().map(|day| &*day.path).collect();
        editor.edit(&app.launcher, &paths)?;
    }
    Ok(Exit::Done)
}
