//! `aoc completions`: the script that has a shell ask `aoc` at each Tab.

use std::env;
use std::ffi::OsStr;
use std::path::Path;

use clap::Args;
use clap_complete::Shell;
use clap_complete::env::Shells;

use crate::app::App;
use crate::error::{CliError, Exit};
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
  aoc completions fish | source   for ~/.config/fish/config.fish
  aoc completions elvish          print the script for elvish")]
pub struct CompletionsArgs {
    /// The shell that is to complete commands
    pub shell: Shell,
}

/// Writes the script for a shell. It starts the program by its name if that is the
/// one in the path, so that the script stays right when the program is updated.
pub fn run(app: &App, args: &CompletionsArgs, variable: &str) -> Result<Exit, CliError> {
    let executable = app.environment.executable.as_deref();
    let path = app.environment.variable("PATH");
    let program = match executable {
        Some(executable) if !is_in_path(executable, path) => executable.to_string_lossy(),
        _ => "aoc".into(),
    };
    let is_bash = args.shell == Shell::Bash;
    let name = if is_bash { "aoc" } else { &*program };
    let mut script = Vec::new();
    Shells::builtins()
        .completer(&args.shell.to_string())
        .expect("each shell has one")
        .write_registration(variable, "aoc", "aoc", name, &mut script)
        .expect("memory can be written to");
    let mut script = String::from_utf8(script).expect("clap has only text");
    if is_bash {
        // clap puts its quoted word in quotes again, within which bash runs `$(...)`.
        script = script.replace("\"aoc\" --", &format!("{} --", shell_word(&program)));
    }
    if args.shell == Shell::Zsh {
        script.insert_str(0, COMPINIT);
    }
    app.console().print(&script)?;
    Ok(Exit::Done)
}

/// A zsh whose user set up nothing has no completions yet. The first line is for
/// a file of functions, where it is the same as in the script.
const COMPINIT: &str = "#compdef aoc
(( $+functions[compdef] )) || { autoload -Uz compinit && compinit -i }
";

/// True if `aoc` alone starts this program.
fn is_in_path(executable: &Path, path: Option<&OsStr>) -> bool {
    let name = format!("aoc{}", env::consts::EXE_SUFFIX);
    let mut folders = env::split_paths(path.unwrap_or_default());
    let found = folders.find_map(|folder| folder.join(&name).canonicalize().ok());
    found.is_some() && found == executable.canonicalize().ok()
}
