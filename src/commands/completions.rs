//! `aoc completions`: the script that has a shell ask `aoc` at each Tab.

use clap::Args;

use crate::app::App;
use crate::error::{CliError, Exit};
use crate::{complete, terminal};

/// Print a completion script for a shell
///
/// Prints a script that has the shell ask aoc at each Tab. It offers commands,
/// flags, days with their titles, years, inputs, alternatives, accounts, baselines,
/// branches and features, as they are at that moment. No request is made for that,
/// and nothing is built.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  source <(aoc completions bash)  for ~/.bashrc; with zsh for ~/.zshrc
  aoc completions fish | source   for ~/.config/fish/config.fish
  aoc completions elvish          print the script for elvish")]
pub struct CompletionsArgs {
    /// The shell that is to complete commands
    pub shell: clap_complete::Shell,
}

pub fn run(app: &App, args: &CompletionsArgs) -> Result<Exit, CliError> {
    let script = complete::script(args.shell, &app.environment);
    terminal::raw(&mut app.console(), &script)?;
    Ok(Exit::Done)
}
