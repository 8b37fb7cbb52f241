//! The scripts that have a shell ask `aoc`.

use std::env;
use std::ffi::OsStr;
use std::path::Path;

use clap_complete::Shell;
use clap_complete::env::Shells;

use super::request::VARIABLE;
use crate::config::Environment;

/// The script for a shell. It starts the program by its name if that is the one
/// in the path, so that the script stays right when the program is updated.
pub fn script(shell: Shell, environment: &Environment) -> Vec<u8> {
    let executable = environment.executable.as_deref();
    let path = environment.variable("PATH");
    let program = match executable {
        Some(executable) if !is_in_path(executable, path) => executable.to_string_lossy(),
        _ => "aoc".into(),
    };
    let shells = Shells::builtins();
    let completer = shells.completer(&shell.to_string());
    let mut script = Vec::new();
    if shell == Shell::Zsh {
        script.extend_from_slice(COMPINIT.as_bytes());
    }
    completer
        .expect("each shell has one")
        .write_registration(VARIABLE, "aoc", "aoc", &program, &mut script)
        .expect("memory can be written to");
    script
}

/// A zsh whose user set up nothing has no completions yet. The first line is for
/// a file of functions, where it is the same as in the script.
const COMPINIT: &str = "#compdef aoc
(( $+functions[compdef] )) || { autoload -Uz compinit && compinit -i }
";

/// Whether `aoc` alone starts this program.
fn is_in_path(executable: &Path, path: Option<&OsStr>) -> bool {
    let name = format!("aoc{}", env::consts::EXE_SUFFIX);
    let mut folders = env::split_paths(path.unwrap_or_default());
    let found = folders.find_map(|folder| folder.join(&name).canonicalize().ok());
    found.is_some() && found == executable.canonicalize().ok()
}
