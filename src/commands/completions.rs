//! `aoc completions`: prints a script that makes the shell ask `aoc` at each Tab.

use std::borrow::Cow;

use clap::{Args, Command, ValueEnum};
use clap_complete::env::Shells;
use clap_complete_nushell::Nushell;

use crate::app::App;
use crate::config::{ChildEnv, Environment};
use crate::error::{Exit, Result};
use crate::files::real_path;
use crate::terminal::shell_word;

/// Print a completion script for a shell
///
/// Prints a script that makes the shell ask aoc at each Tab. It offers commands, options, days
/// with their titles, years, and the names of inputs and alternatives, as they are at that
/// moment. This makes no request and builds nothing. The script for Nushell contains the commands
/// and options, and does not ask aoc.
#[derive(Args)]
#[command(after_help = "\
Examples:
  source <(aoc completions bash)  for ~/.bashrc; with zsh for ~/.zshrc
  aoc completions fish | source   for ~/.config/fish/config.fish")]
pub struct CompletionsArgs {
    /// The shell to print the script for
    shell: CompletionShell,
}

#[derive(Clone, Debug, PartialEq, ValueEnum)]
enum CompletionShell {
    Bash,
    Elvish,
    Fish,
    Nushell,
    Powershell,
    Zsh,
}

/// The environment variable that the scripts set to the shell's name.
pub const VARIABLE: &str = "AOC_COMPLETE";

/// Prints the script for a shell. `aoc` is the definition of the command line. If this program is
/// on `PATH`, the script starts it by its name, so that the script stays valid after an update.
pub fn run(app: &App, args: &CompletionsArgs, mut aoc: Command) -> Result<Exit> {
    let program = program_word(&app.launcher.environment, &app.environment);
    let is_bash = args.shell == CompletionShell::Bash;
    let name = if is_bash { "aoc" } else { &*program };
    let mut script = Vec::new();
    let shell = args.shell.to_possible_value().expect("no shell is skipped");
    match Shells::builtins().completer(shell.get_name()) {
        Some(completer) => completer
            .write_registration(VARIABLE, "aoc", "aoc", name, &mut script)
            .expect("writing to memory cannot fail"),
        None => clap_complete::generate(Nushell, &mut aoc, "aoc", &mut script),
    }
    let mut script = String::from_utf8(script).expect("clap writes UTF-8");
    if is_bash {
        // clap quotes the word a second time, so that bash would execute a `$(...)` in it. Bash on
        // Windows also reads a backslash as an escape, and starts a program by a path with slashes.
        let word = if cfg!(windows) {
            shell_word(&program.replace('\\', "/"))
        } else {
            shell_word(&program)
        };
        script = script.replace("\"aoc\" --", &format!("{word} --"));
    }
    if args.shell == CompletionShell::Zsh {
        script.insert_str(0, COMPINIT);
    }
    app.ui.print(&script)?;
    Ok(Exit::Done)
}

/// The word that starts this program: the program's name if the program is on `PATH`, or else its
/// path.
fn program_word<'a>(child_env: &ChildEnv, environment: &'a Environment) -> Cow<'a, str> {
    let on_path = child_env.program("aoc").map(|file| real_path(&file));
    match &environment.executable {
        Some(executable) if on_path.as_ref() != Some(executable) => executable.to_string_lossy(),
        _ => "aoc".into(),
    }
}

/// The beginning of the script for zsh, which loads zsh's completion system if necessary. Because
/// of the first line, zsh can also autoload the script as a function.
const COMPINIT: &str = "#compdef aoc
(( $+functions[compdef] )) || { autoload -Uz compinit && compinit -i }
";
