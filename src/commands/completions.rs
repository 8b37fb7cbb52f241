//! `aoc completions`: prints a script that has the shell ask `aoc` at each Tab.

use std::borrow::Cow;
use std::path::Path;

use clap::Args;
use clap_complete::Shell;
use clap_complete::env::Shells;

use crate::app::App;
use crate::config::Environment;
use crate::error::{Exit, Result};
use crate::terminal::shell_word;

/// Print a completion script for a shell
///
/// Prints a script that has the shell ask aoc at each Tab. It offers commands,
/// options, days with their titles, years, and the names of inputs and alternatives,
/// as they are at that moment. No request is made for that, and nothing is built.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  source <(aoc completions bash)  for ~/.bashrc; with zsh for ~/.zshrc
  aoc completions fish | source   for ~/.config/fish/config.fish")]
pub struct CompletionsArgs {
    /// The shell to print the script for
    pub shell: Shell,
}

/// The environment variable that the scripts set to the shell's name.
pub const VARIABLE: &str = "AOC_COMPLETE";

/// Writes the script for a shell. If `aoc` was started by name, the script does so too,
/// and stays valid when the program is updated.
pub fn run(app: &App, args: &CompletionsArgs) -> Result<Exit> {
    let program = program(&app.environment);
    let is_bash = args.shell == Shell::Bash;
    let name = if is_bash { "aoc" } else { &*program };
    let mut script = Vec::new();
    Shells::builtins()
        .completer(&args.shell.to_string())
        .expect("each shell has one")
        .write_registration(VARIABLE, "aoc", "aoc", name, &mut script)
        .expect("memory can be written to");
    let mut script = String::from_utf8(script).expect("clap has only text");
    if is_bash {
        // clap quotes the word twice; bash would then run `$(...)` in it.
        script = script.replace("\"aoc\" --", &format!("{} --", shell_word(&program)));
    }
    if args.shell == Shell::Zsh {
        script.insert_str(0, COMPINIT);
    }
    app.console().print(&script)?;
    Ok(Exit::Done)
}

/// The word that starts this program.
fn program(environment: &Environment) -> Cow<'_, str> {
    let typed = environment.arguments.first().map(Path::new);
    let is_path = typed.is_some_and(|typed| typed.components().count() > 1);
    match &environment.executable {
        Some(executable) if is_path => executable.to_string_lossy(),
        _ => "aoc".into(),
    }
}

/// The beginning of the script for a zsh in which completion is not set up. The first line
/// is for a function file, and is the same as in the script.
const COMPINIT: &str = "#compdef aoc
(( $+functions[compdef] )) || { autoload -Uz compinit && compinit -i }
";
