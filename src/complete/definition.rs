//! The command line's definition with words of the project for its arguments.

use std::ffi::OsStr;
use std::sync::Arc;

use clap::{Command, CommandFactory};
use clap_complete::engine::{ArgValueCompleter, CompletionCandidate};

use super::line::Line;
use super::{names, selectors};
use crate::app::App;
use crate::app::args::GlobalArgs;
use crate::cli::Cli;
use crate::config::Environment;
use crate::terminal::Terminals;

/// The commands that talk to the site, for which days are those of the events.
const OF_SITE: [&str; 5] = ["fetch", "open", "read", "start", "submit"];

/// What is known of the command line, and where.
pub struct Question {
    pub line: Line,
    pub environment: Environment,
    pub terminals: Terminals,
}

/// What is offered for an argument.
type Source = fn(&App, &Line) -> Vec<CompletionCandidate>;

/// The definition for a question. Flags are offered where a word begins with
/// `-` and where there is nothing else.
pub fn definition(question: Question) -> Command {
    let hide_flags = !question.line.word.starts_with('-');
    let is_run = question.line.is_run;
    let question = Arc::new(question);
    let with_words = |command: Command| {
        let name = command.get_name().to_owned();
        let command = without_short_names(command)
            .disable_help_flag(hide_flags)
            .disable_version_flag(hide_flags);
        command.mut_args(|argument| {
            let hide = argument.is_hide_set() || (hide_flags && !argument.is_positional());
            let argument = argument.hide(hide);
            let Some(source) = source(&name, argument.get_id().as_str()) else {
                return argument;
            };
            let question = Arc::clone(&question);
            argument.add(ArgValueCompleter::new(move |word: &OsStr| {
                // The word without what stands before `=`.
                let word = word.to_string_lossy().into_owned();
                question.ask(source, word)
            }))
        })
    };
    let mut aoc = with_words(Cli::command()).mut_subcommands(with_words);
    if !is_run {
        return aoc;
    }
    // Gives it the global options.
    aoc.build();
    let run = aoc.find_subcommand("run").expect("a command");
    run.clone()
}

/// The command with its further names understood but not offered: of several
/// names, clap offers the first in the alphabet.
fn without_short_names(command: Command) -> Command {
    // clap keeps only what lives for ever, and this process ends soon.
    let names = command.get_visible_aliases();
    let names: Vec<&'static str> = names.map(|name| &*name.to_owned().leak()).collect();
    command.visible_alias(None::<&str>).aliases(names)
}

fn source(command: &str, argument: &str) -> Option<Source> {
    Some(match argument {
        "selectors" | "selector" if OF_SITE.contains(&command) => selectors::of_site,
        "selectors" if command == "new" => selectors::of_new,
        "selectors" | "selector" => selectors::of_solutions,
        "year" => selectors::years,
        "input" => names::inputs,
        "alt" => names::alternatives,
        "save" | "baseline" => names::baselines,
        "against" => names::revisions,
        "features" => names::features,
        "from" => names::origins,
        "account" => names::accounts,
        "part" => names::parts,
        "command" => names::commands,
        _ => return None,
    })
}

impl Question {
    fn ask(&self, source: Source, word: String) -> Vec<CompletionCandidate> {
        let quiet = GlobalArgs {
            quiet: true,
            ..GlobalArgs::default()
        };
        // Made here, since clap sends its functions between threads, and the
        // site's client stays in one.
        let app = App::new(self.environment.clone(), self.terminals, &quiet);
        let line = Line {
            word,
            ..self.line.clone()
        };
        source(&app, &line)
    }
}
