//! Writing results to stdout.

use std::io::{self, Write};

use crate::error::{Exit, HasExit};

/// Why something could not be written.
#[derive(Debug, thiserror::Error)]
pub enum OutputError {
    /// The reader has seen enough, as with `aoc bench | head -1`. It ends the
    /// command, is not shown and counts as success.
    #[error("the output was closed")]
    BrokenPipe,
    #[error("cannot write the output")]
    Io(#[source] io::Error),
}

impl From<io::Error> for OutputError {
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            Self::BrokenPipe
        } else {
            Self::Io(error)
        }
    }
}

impl HasExit for OutputError {
    fn exit(&self) -> Exit {
        match self {
            Self::BrokenPipe => Exit::Done,
            Self::Io(_) => Exit::Files,
        }
    }
}

/// Writes text as it is, such as a generated input or a completion script.
pub fn raw(out: &mut dyn Write, text: &[u8]) -> Result<(), OutputError> {
    out.write_all(text)?;
    Ok(out.flush()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A writer that fails.
    struct Failing(io::ErrorKind);

    impl Write for Failing {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(self.0.into())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn only_a_broken_pipe_is_success() {
        let exit = |kind| raw(&mut Failing(kind), b"text").unwrap_err().exit();
        assert_eq!(exit(io::ErrorKind::BrokenPipe), Exit::Done);
        assert_eq!(exit(io::ErrorKind::StorageFull), Exit::Files);
    }
}
