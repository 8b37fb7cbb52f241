//! The command line: what is meant, get it, run it, show it.

mod args;
mod context;
mod fetch;
mod size;

use clap::Parser;

pub use context::Context;

use crate::exit::Exit;

/// Does what the command line asks for.
pub fn main() -> Exit {
    let cli = args::Cli::parse();
    let done = Context::of_process(&cli.global)
        .map_err(Into::into)
        .and_then(|context| dispatch(&context, &cli.command));
    match done {
        Ok(exit) => exit,
        Err(error) => {
            anstream::eprintln!("error: {error:#}");
            Exit::of(&error)
        }
    }
}

fn dispatch(context: &Context, command: &args::Command) -> anyhow::Result<Exit> {
    match command {
        args::Command::Fetch(args) => {
            // A stand-in for the project and the settings.
            let span = |name| {
                let value = context.variable(name)?;
                Some(humantime::parse_duration(value))
            };
            let settings = crate::settings::Settings {
                year: None,
                contact: context.variable("AOC_CONTACT").map(str::to_owned),
                base_url: context
                    .variable("AOC_BASE_URL")
                    .unwrap_or("https://adventofcode.com")
                    .to_owned(),
                spacing: span("AOC_SPACING").transpose()?,
            };
            let store = crate::store::Store::new(
                context.current_dir.join("inputs"),
                crate::store::Locks::new(context.cache_dir.as_deref()),
            );
            let puzzles = crate::puzzle::Selection::parse(
                &args.selection.selectors,
                args.selection.year.as_deref(),
            )?
            .site(&crate::puzzle::Surroundings {
                days: &std::collections::BTreeMap::new(),
                latest: None,
                setting: None,
                folder: None,
                now: (context.now)(),
            })?;
            fetch::fetch(context, &settings, &store, &puzzles, args)
        }
        _ => Ok(Exit::Done),
    }
}
