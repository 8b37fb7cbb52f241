//! The output streams. Results go to stdout; errors, warnings, notes and questions go to stderr.
//! The escape sequences of `tty`, which change the terminal for a time, go to whichever stream is a
//! terminal.

use std::io::{self, IsTerminal, Write, stdin};
use std::sync::atomic::{AtomicBool, Ordering};

use anstyle::Style;
use serde::Serialize;
use serde_json::to_string_pretty;

use super::line::{Line, text_line};
use super::sanitize::{sanitize_json, with_tilde, without_view_key};
use super::screen::{Terminal, Verbosity};
use super::style::{BAD, DIM, PLAIN, STRONG, WARNING};
use crate::error::{CliError, Exit, Result, file_error, without_error_numbers};

/// True after `aoc` or a solution has noticed that nobody reads stdout any more.
static IS_STDOUT_CLOSED: AtomicBool = AtomicBool::new(false);

/// True if the reader of stdout has closed it, as `head` does after enough lines. This ends the
/// output, but the work continues, because the exit code must say how the work ended. Only `run`
/// and `watch` check this and end early, because they could run for ever.
pub fn is_stdout_closed() -> bool {
    IS_STDOUT_CLOSED.load(Ordering::Relaxed)
}

/// Records that the reader of stdout has closed it.
pub fn note_closed_stdout() {
    IS_STDOUT_CLOSED.store(true, Ordering::Relaxed);
}

/// Writes text unchanged, such as a page or the sequence that clears the screen.
///
/// # Errors
///
/// A closed pipe ends the command with [`Exit::ClosedPipe`], which is not a failure.
pub fn write_raw(out: &mut dyn Write, text: &[u8]) -> Result<()> {
    out.write_all(text)
        .and_then(|()| out.flush())
        .map_err(write_error)
}

/// The error for a failed write to stdout or stderr; see [`write_raw`].
pub fn write_error(error: io::Error) -> CliError {
    let exit = match error.kind() {
        io::ErrorKind::BrokenPipe => Exit::ClosedPipe,
        _ => Exit::Files,
    };
    CliError::new(exit, "cannot write the output").caused_by(error)
}

/// The body of a document that is a list of results.
#[derive(Serialize)]
pub struct ResultList<T> {
    pub results: T,
}

/// Writes an error with its causes to stderr:
///
/// ```text
/// aoc: inputs/year2020/day22.txt: no such file
/// ```
pub fn print_error(stderr: Terminal, error: &CliError) {
    let lines = labelled(stderr, BAD, "aoc:", &error.to_string());
    // A closed stderr does not stop the command.
    let _ = write_raw(&mut stderr.writer(io::stderr()), lines.as_bytes());
}

/// A label in a style, followed by the text. Keeps and indents the further lines of the text, such
/// as an excerpt of a file with an arrow below it.
fn labelled(terminal: Terminal, style: Style, label: &str, text: &str) -> String {
    let text = without_error_numbers(&without_view_key(text.trim_end()));
    let text = with_tilde(text);
    let mut lines = text.lines();
    let first = lines.next().unwrap_or_default();
    let mut line = Line::new(terminal, 2);
    line.cell(style, label).gap(1);
    line.words(PLAIN, first);
    for further in lines {
        line.below(PLAIN, further);
    }
    line.end()
}

/// The user's reply to a yes-or-no question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Consent {
    Yes,
    No,
    /// There is no terminal to ask on.
    NotAsked,
}

/// True if the user can be asked: stdin and stderr are terminals.
pub fn can_ask(stderr: Terminal) -> bool {
    stderr.width.is_some() && stdin().is_terminal()
}

/// Asks a yes-or-no question. Enter means yes if `default` is [`Consent::Yes`], or else no.
pub fn confirm(stderr: Terminal, question: &str, default: Consent) -> Consent {
    if !can_ask(stderr) {
        return Consent::NotAsked;
    }
    let choices = if default == Consent::Yes {
        " [Y/n]"
    } else {
        " [y/N]"
    };
    let line = text_line(stderr, STRONG, question.to_owned() + choices);
    let shown = line.trim_end().to_owned() + " ";
    if write_raw(&mut stderr.writer(io::stderr()), shown.as_bytes()).is_err() {
        return Consent::NotAsked;
    }
    let mut answer = String::new();
    let read = stdin().read_line(&mut answer);
    if !answer.ends_with('\n') {
        // The user ended the input with Ctrl-D, so the line on the screen has not ended.
        let _ = write_raw(&mut stderr.writer(io::stderr()), b"\n");
    }
    if !matches!(read, Ok(1..)) {
        // The end of the input means no, whatever the default is.
        return Consent::No;
    }
    match &*answer.trim().to_ascii_lowercase() {
        "" if default == Consent::Yes => Consent::Yes,
        "y" | "yes" => Consent::Yes,
        _ => Consent::No,
    }
}

/// The kinds of messages on stderr that are not errors.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum MessageKind {
    /// A note that is only shown with `-v`.
    Detail,
    Note,
    /// The text that a question, or a key of `watch`, is about. The user must see it to decide.
    Prompt,
    Warning,
    /// A warning about a failure, which is also shown with `-q`.
    Failure,
}

/// The terminals behind stdout and stderr, and how much is written to them. The streams are opened
/// at each write.
#[derive(Clone, Copy)]
pub struct Console {
    pub stdout: Terminal,
    pub stderr: Terminal,
    pub verbosity: Verbosity,
    /// The buffer of a test, which replaces the streams.
    #[cfg(test)]
    screen: Option<Screen>,
}

impl Console {
    pub fn new(stdout: Terminal, stderr: Terminal, verbosity: Verbosity) -> Self {
        Self {
            stdout,
            stderr,
            verbosity,
            #[cfg(test)]
            screen: None,
        }
    }

    /// Writes lines to stdout and flushes it. The lines must be safe to show: those of a [`Line`],
    /// a table or [`plain_line`](super::plain_line) are. Succeeds if stdout [is
    /// closed](is_stdout_closed).
    pub fn print(&self, lines: &str) -> Result<()> {
        match self.write_stdout(lines) {
            Err(error) if error.exit == Exit::ClosedPipe => {
                note_closed_stdout();
                Ok(())
            }
            written => written,
        }
    }

    fn write_stdout(&self, lines: &str) -> Result<()> {
        #[cfg(test)]
        if let Some(screen) = self.screen {
            screen.write(lines);
            return Ok(());
        }
        write_raw(&mut self.stdout.writer(io::stdout()), lines.as_bytes())
    }

    /// Writes lines to stderr, whatever the verbosity is. They must be safe to show.
    pub fn write_stderr(&self, lines: &str) -> Result<()> {
        #[cfg(test)]
        if let Some(screen) = self.screen {
            screen.write(lines);
            return Ok(());
        }
        write_raw(&mut self.stderr.writer(io::stderr()), lines.as_bytes())
    }

    /// Writes the JSON document of a command: the schema with its version, then the fields of
    /// `body`.
    pub fn print_json(&self, command: &str, version: u8, body: &impl Serialize) -> Result<()> {
        #[derive(Serialize)]
        struct WithSchema<'a, T> {
            schema: String,
            #[serde(flatten)]
            body: &'a T,
        }
        let schema = format!("aoc-{command}/{version}");
        self.print_document(&WithSchema { schema, body })
    }

    /// Writes a JSON document and a line end. Escapes the characters that control a terminal.
    pub fn print_document(&self, document: &impl Serialize) -> Result<()> {
        // The text is complete before anything is written, because half a document is not JSON.
        // Serializing fails if a path is not Unicode.
        match to_string_pretty(document) {
            Ok(text) => self.print(&(sanitize_json(&text) + "\n")),
            Err(error) => Err(file_error("the result cannot be written as JSON").caused_by(error)),
        }
    }

    pub fn is_quiet(&self) -> bool {
        self.verbosity == Verbosity::Quiet
    }

    /// True if screens explain their signs: on a terminal, and without `-q`.
    pub fn explains_signs(&self) -> bool {
        self.stdout.width.is_some() && !self.is_quiet()
    }

    /// Writes a message to stderr. With `-q` only prompts and failures are written.
    pub fn message(&self, kind: MessageKind, text: &str) {
        let (style, label, least) = match kind {
            MessageKind::Detail => (DIM, "note:", Verbosity::Verbose),
            MessageKind::Note => (DIM, "note:", Verbosity::Normal),
            MessageKind::Prompt => (DIM, "note:", Verbosity::Quiet),
            MessageKind::Warning => (WARNING, "warning:", Verbosity::Normal),
            MessageKind::Failure => (WARNING, "warning:", Verbosity::Quiet),
        };
        if self.verbosity >= least {
            // A closed stderr does not stop the command.
            let _ = self.write_stderr(&labelled(self.stderr, style, label, text));
        }
    }
}

#[cfg(test)]
pub use tests::Screen;

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use anyhow::anyhow;

    use super::*;

    /// Keeps the text that is written to stdout and stderr in one buffer, as a terminal shows it.
    #[derive(Clone, Copy)]
    pub struct Screen(&'static Mutex<String>);

    impl Default for Screen {
        fn default() -> Self {
            Self(Box::leak(Box::default()))
        }
    }

    impl Screen {
        pub fn console(self, terminal: Terminal, verbosity: Verbosity) -> Console {
            let stderr = Terminal {
                interactive: false,
                ..terminal
            };
            Console {
                screen: Some(self),
                ..Console::new(terminal, stderr, verbosity)
            }
        }

        pub fn text(self) -> String {
            self.0.lock().unwrap().clone()
        }

        pub fn write(self, lines: &str) {
            self.0.lock().unwrap().push_str(lines);
        }
    }

    #[test]
    fn errors_are_shown_with_their_causes_and_their_lines() {
        let failed = |source| CliError::from_anyhow(Exit::Files, source);
        let shown =
            |terminal, error: &CliError| labelled(terminal, BAD, "aoc:", &error.to_string());
        let missing = failed(anyhow!("no such file").context("inputs/year2020/day22.txt"));
        let color = Terminal {
            color: true,
            ..Terminal::PLAIN
        };
        let word = "\u{1b}[1m\u{1b}[31maoc:\u{1b}[0m";
        let text = format!("{word} inputs/year2020/day22.txt: no such file\n");
        assert_eq!(shown(color, &missing), text);
        let repeated = failed(anyhow!("no such file").context("day22.txt: no such file"));
        assert_eq!(format!("{repeated}"), "day22.txt: no such file");
        let hinted = repeated.with_hint("use --answer").context("day22.txt");
        let text = "day22.txt: no such file; use --answer";
        assert_eq!(format!("{hinted}"), format!("day22.txt: {text}"));
        // JSON strings are Unicode, but a path or a key may be other bytes.
        let console = Screen::default().console(color, Verbosity::Normal);
        let document = std::collections::BTreeMap::from([([1], 1)]);
        assert!(console.print_document(&document).is_err());
        let excerpt = failed(anyhow!(
            "config.toml: unexpected character in line 3\n  |\n3 | spac\u{1b}ing\n  |     ^"
        ));
        insta::assert_snapshot!(shown(Terminal::wide(30), &excerpt), @r"
        aoc: config.toml: unexpected
          character in line 3
            |
          3 | spac\u{1b}ing
            |     ^
        ");
    }
}
