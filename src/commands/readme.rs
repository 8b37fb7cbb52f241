//! `aoc readme`: writes the stars of all years and the days with code into README.md.

use std::collections::BTreeMap;

use clap::Args;

use crate::app::App;
use crate::error::{Exit, Result};
use crate::steps::write_readme;
use crate::terminal::plain_line;

/// Write the stars and the days of all years into README.md
///
/// Writes, between the lines <!-- aoc-bench:start --> and <!-- aoc-bench:end --> of
/// README.md, the stars of all years, and a table for each year: the days that have
/// code, with links to source and puzzle, stars, and the times of the last aoc run or
/// aoc bench --readme. If README.md has the lines of aoc calendar --readme, the stars go
/// between those. What aoc does not know stays as it is in README.md. No request is made.
#[derive(Args)]
#[command(after_help = "\
Examples:
  aoc readme         write what is known
  aoc readme --json  say which file was written, for a script")]
pub struct ReadmeArgs {}

pub fn run(app: &App, _: &ReadmeArgs) -> Result<Exit> {
    let records = app.site.records(&app.workspace);
    let file = write_readme(&app.ui, &app.workspace, records)?;
    let document = BTreeMap::from([("file", &file)]);
    app.ui
        .show("readme", &document, || plain_line(file.display()))?;
    Ok(Exit::Done)
}
