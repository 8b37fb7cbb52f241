//! `aoc completions`: the script that has a shell ask `aoc` at each Tab.

use crate::app::App;
use crate::args;
use crate::complete;
use crate::error::{CliError, Exit};
use crate::terminal;

pub fn run(app: &App, args: &args::Completions) -> Result<Exit, CliError> {
    let script = complete::script(args.shell, &app.environment);
    terminal::raw(&mut app.console(), &script)?;
    Ok(Exit::Done)
}
