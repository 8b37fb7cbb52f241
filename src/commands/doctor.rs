//! `aoc doctor`: looks at everything that `aoc` depends on, makes one request at
//! most, and says how to mend what is wrong.

mod folders;
mod problems;
mod project;
mod published;
mod session;
mod settings;
mod site;
mod toolchain;

use clap::Args;
use problems::Problems;

use crate::app::App;
use crate::error::{CliError, Exit};
use crate::reporter::{self, DoctorReport};
use crate::terminal;

/// Check session, site, project, toolchain, settings and folders
///
/// Looks at the session, the site, the clock, the project, the toolchain, the
/// settings and the folders, and says how to mend what is wrong. It makes one
/// request at most. The exit code is that of the first problem.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  aoc doctor            check everything, with one request
  aoc doctor --offline  check what needs no request")]
pub struct DoctorArgs {}

pub fn run(app: &App, _: &DoctorArgs) -> Result<Exit, CliError> {
    let mut problems = Problems::default();
    let mut notes = Vec::new();
    let settings = settings::check(app, &mut problems);
    let used = session::used(app);
    let answer = site::ask(app, used.as_ref().and_then(|used| used.session.as_ref()));
    let session = session::check(app, used.as_ref(), &answer, &mut problems);
    let site = site::check(app, &answer, &mut problems);
    let project = project::check(app, &mut problems, &mut notes);
    if let Ok(project) = app.project() {
        published::check(app, project, &mut notes);
    }
    let toolchain = toolchain::check(app, &mut problems);
    let folders = folders::check(app, &mut problems);
    let problems = problems.sorted();
    let exit = problems
        .first()
        .map_or(Exit::Done, |problem| problems::exit(problem.kind));
    let report = DoctorReport {
        schema: "aoc-doctor/1",
        exit: exit.code(),
        session,
        site,
        project,
        toolchain,
        settings,
        folders,
        problems,
        notes,
    };
    if app.json {
        terminal::json(&mut app.console(), &report)?;
    } else {
        reporter::doctor(&mut app.console(), app.stdout, &report, app.is_quiet())?;
    }
    Ok(exit)
}
