//! Where a reporter writes: results to stdout, everything else to stderr.

use std::io::{self, Write};

use crate::terminal::message::{note, warning};
use crate::terminal::output::{OutputError, raw};
use crate::terminal::screen::Terminal;
use crate::terminal::verbosity::Verbosity;

pub struct Console {
    out: Box<dyn Write>,
    pub stdout: Terminal,
    err: Box<dyn Write>,
    pub stderr: Terminal,
    pub verbosity: Verbosity,
}

impl Console {
    /// The streams of the process, which the terminals describe.
    pub fn new(stdout: Terminal, stderr: Terminal, verbosity: Verbosity) -> Self {
        Self {
            out: Box::new(stdout.writer(io::stdout())),
            stdout,
            err: Box::new(stderr.writer(io::stderr())),
            stderr,
            verbosity,
        }
    }

    pub fn out(&mut self) -> &mut dyn Write {
        &mut self.out
    }

    /// Writes lines to stdout, so that they are seen at once.
    pub fn print(&mut self, lines: &str) -> Result<(), OutputError> {
        raw(&mut self.out, lines.as_bytes())
    }

    pub fn is_quiet(&self) -> bool {
        self.verbosity == Verbosity::Quiet
    }

    pub fn note(&mut self, text: &str) {
        if !self.is_quiet() {
            // A closed stderr is no reason to stop.
            let _ = note(&mut self.err, self.stderr, text);
        }
    }

    pub fn warning(&mut self, text: &str) {
        if !self.is_quiet() {
            let _ = warning(&mut self.err, self.stderr, text);
        }
    }
}

/// To stdout.
impl Write for Console {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

#[cfg(test)]
pub mod tests {
    use std::cell::RefCell;
    use std::rc::Rc;

    use super::*;
    use crate::error::{Exit, HasExit};

    /// What was written to stdout and stderr, as on one terminal.
    #[derive(Clone, Default)]
    pub struct Screen(Rc<RefCell<Vec<u8>>>);

    impl Screen {
        pub fn console(&self, terminal: Terminal, verbosity: Verbosity) -> Console {
            Console {
                out: Box::new(self.clone()),
                stdout: terminal,
                err: Box::new(self.clone()),
                stderr: Terminal {
                    interactive: false,
                    ..terminal
                },
                verbosity,
            }
        }

        pub fn text(&self) -> String {
            String::from_utf8(self.0.borrow().clone()).unwrap()
        }
    }

    /// An error with these words.
    #[derive(Debug, thiserror::Error)]
    #[error("{0}")]
    pub struct Said(pub &'static str);

    impl HasExit for Said {
        fn exit(&self) -> Exit {
            Exit::Failed
        }
    }

    impl Write for Screen {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.borrow_mut().write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
}
