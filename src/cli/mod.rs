//! The command line: what is meant, get it, run it, show it.

mod args;
mod context;
mod fetch;
mod size;

use clap::Parser;

pub use context::Context;

use crate::exit::Exit;
use crate::project::Project;
use crate::puzzle::{Selection, Surroundings};
use crate::report::{self, ColorChoice, Terminal};
use crate::settings::{Source, Sources};
use crate::store::{Locks, Store};

/// Does what the command line asks for.
pub fn main() -> Exit {
    let cli = args::Cli::parse();
    let done = Context::of_process(&cli.global)
        .map_err(Into::into)
        .and_then(|context| dispatch(&context, &cli.command));
    match done {
        Ok(exit) => exit,
        Err(error) => {
            let stderr = Terminal::stderr(ColorChoice::Auto, &std::env::vars().collect());
            let _ = report::error(&mut std::io::stderr(), stderr, &error, None);
            Exit::of(&error)
        }
    }
}

fn dispatch(context: &Context, command: &args::Command) -> anyhow::Result<Exit> {
    match command {
        args::Command::Fetch(args) => {
            let stderr = Terminal::stderr(ColorChoice::Auto, &context.environment);
            let project = Project::find(&context.current_dir)?;
            let settings = Sources {
                environment: Source::of_environment(|name| context.variable(name))?,
                project: Source::of_project(project.metadata(), &project.manifest_path())?,
                user: Source::of_user(context.config_dir.as_deref())?,
                ..Sources::default()
            }
            .merge();
            let locks = Locks::new(context.cache_dir.as_deref());
            let store = Store::new(project.inputs_dir(), locks);
            let days = project.days()?;
            let selection = &args.selection;
            let puzzles = Selection::parse(&selection.selectors, selection.year.as_deref())?.site(
                &Surroundings {
                    days: &days,
                    latest: project.latest(&days),
                    setting: settings.year,
                    folder: project.year_of(&context.current_dir),
                    now: (context.now)(),
                },
            )?;
            fetch::fetch(context, &settings, &store, &puzzles, args, stderr)
        }
        _ => Ok(Exit::Done),
    }
}
