//! Long text on a terminal goes through the user's pager.

use std::ffi::{OsStr, OsString};
use std::io::{self, Write};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};

use terminal_size::terminal_size_of;

use crate::terminal::output::{OutputError, raw};
use crate::terminal::screen::Terminal;
use crate::terminal::width::width;

/// Whether a pager has the terminal.
static OPEN: AtomicBool = AtomicBool::new(false);

/// Whether a pager has the terminal: an interrupt from the keyboard is for it.
pub fn pager_is_open() -> bool {
    OPEN.load(SeqCst)
}

/// The pager to use.
pub struct Pager {
    /// `$PAGER`, a command for the shell; `None` if it is not set. With an empty
    /// one, or `cat`, there is no pager.
    pub command: Option<String>,
    /// Its environment.
    pub environment: Vec<(OsString, OsString)>,
}

impl Pager {
    /// Writes text to stdout, through the pager if stdout is a terminal on which
    /// it does not fit.
    pub fn show(&self, stdout: Terminal, text: &str) -> Result<(), OutputError> {
        let is_wanted = !matches!(self.command.as_deref().map(str::trim), Some("" | "cat"));
        if is_wanted && stdout.interactive && !fits(text) && self.page(text) {
            return Ok(());
        }
        raw(&mut stdout.writer(io::stdout()), text.as_bytes())
    }

    /// Shows the text in the pager; false if it cannot be started.
    fn page(&self, text: &str) -> bool {
        let mut command = self.program();
        command.env_clear().envs(self.environment.iter().cloned());
        for (name, default) in [("LESS", "FRX"), ("LV", "-c")] {
            if !self
                .environment
                .iter()
                .any(|(other, _)| other == OsStr::new(name))
            {
                command.env(name, default);
            }
        }
        OPEN.store(true, SeqCst);
        let shown = feed(&mut command, text);
        OPEN.store(false, SeqCst);
        shown
    }

    fn program(&self) -> Command {
        match &self.command {
            None => {
                let mut less = Command::new("less");
                less.arg("-R");
                less
            }
            Some(command) if cfg!(unix) => {
                let mut shell = Command::new("sh");
                shell.args(["-c", command]);
                shell
            }
            Some(command) => {
                let mut words = command.split_whitespace();
                let mut program = Command::new(words.next().unwrap_or_default());
                program.args(words);
                program
            }
        }
    }
}

/// What a shell ends with if it finds no program, or one that it cannot run.
const NOT_RUN: [i32; 2] = [126, 127];

fn feed(command: &mut Command, text: &str) -> bool {
    let Ok(mut pager) = command.stdin(Stdio::piped()).spawn() else {
        return false;
    };
    if let Some(mut stdin) = pager.stdin.take() {
        // A reader who has seen enough ends the pager.
        let _ = stdin.write_all(text.as_bytes());
    }
    let ended = pager.wait();
    !ended.is_ok_and(|status| status.code().is_some_and(|code| NOT_RUN.contains(&code)))
}

/// Whether the terminal shows the text at once.
fn fits(text: &str) -> bool {
    let Some((columns, rows)) = terminal_size_of(io::stdout()) else {
        return true;
    };
    let columns = usize::from(columns.0).max(1);
    let line = |line: &str| {
        width(&anstream::adapter::strip_str(line).to_string())
            .div_ceil(columns)
            .max(1)
    };
    // The last row is for the prompt.
    text.lines().map(line).sum::<usize>() < usize::from(rows.0)
}
