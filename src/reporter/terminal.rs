//! What is known of where lines go: one value for stdout and one for stderr,
//! made once.

use std::collections::BTreeMap;
use std::fmt::{self, Display};
use std::io::{self, IsTerminal};

use anstream::AutoStream;
use anstream::stream::RawStream;
use anstyle::Style;

/// What `--color` says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ColorChoice {
    /// As the environment and the terminal have it.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// What the system says of a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stream {
    /// Whether it is a terminal.
    pub is_terminal: bool,
    /// How many columns that has, where it tells.
    pub columns: Option<usize>,
}

/// How to write to a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terminal {
    /// How many columns there are; `None` where it is no terminal: lines are
    /// then as long as they are, without symbols and bars.
    pub width: Option<usize>,
    /// Whether to colour.
    pub colour: bool,
    /// Whether lines can be drawn again in place, as progress is.
    pub interactive: bool,
}

/// The columns of a terminal that does not tell.
const USUAL_WIDTH: usize = 80;
/// In fewer nothing can be laid out; the terminal itself wraps then.
const LEAST_WIDTH: usize = 20;

impl Terminal {
    /// A pipe or a file: plain lines.
    #[cfg(test)]
    pub const PLAIN: Self = Self {
        width: None,
        colour: false,
        interactive: false,
    };

    /// Of stdout.
    pub fn stdout(choice: ColorChoice, environment: &BTreeMap<String, String>) -> Self {
        let stdout = io::stdout();
        let stream = Stream {
            is_terminal: stdout.is_terminal(),
            columns: terminal_size::terminal_size_of(&stdout).map(|(width, _)| width.0.into()),
        };
        Self::new(choice, environment, stream)
    }

    /// Of stderr.
    pub fn stderr(choice: ColorChoice, environment: &BTreeMap<String, String>) -> Self {
        let stderr = io::stderr();
        let stream = Stream {
            is_terminal: stderr.is_terminal(),
            columns: terminal_size::terminal_size_of(&stderr).map(|(width, _)| width.0.into()),
        };
        Self::new(choice, environment, stream)
    }

    /// Of a stream. What decides on colour, the first that speaks: `--color`,
    /// `NO_COLOR` (no-color.org), `CLICOLOR_FORCE` and `CLICOLOR`
    /// (bixense.com/clicolors), a terminal that is not `TERM=dumb`.
    pub fn new(
        choice: ColorChoice,
        environment: &BTreeMap<String, String>,
        stream: Stream,
    ) -> Self {
        let variable = |name| environment.get(name).filter(|value| !value.is_empty());
        let dumb = variable("TERM").is_some_and(|term| term == "dumb");
        let colour = match choice {
            ColorChoice::Always => true,
            ColorChoice::Never => false,
            ColorChoice::Auto => {
                if variable("NO_COLOR").is_some() {
                    false
                } else if variable("CLICOLOR_FORCE").is_some_and(|force| force != "0") {
                    true
                } else {
                    let off = variable("CLICOLOR").is_some_and(|value| value == "0");
                    stream.is_terminal && !dumb && !off
                }
            }
        };
        let columns = stream.columns.filter(|&columns| columns > 0);
        Self {
            width: stream
                .is_terminal
                .then(|| columns.unwrap_or(USUAL_WIDTH).max(LEAST_WIDTH)),
            colour,
            interactive: stream.is_terminal && !dumb,
        }
    }

    /// Whether there are eyes on it: symbols and bars are drawn.
    pub const fn is_terminal(self) -> bool {
        self.width.is_some()
    }

    /// A writer to the stream it is of. On old Windows consoles it turns colour
    /// into calls.
    pub fn writer<S: RawStream>(self, stream: S) -> AutoStream<S> {
        let choice = if self.colour {
            anstream::ColorChoice::Always
        } else {
            anstream::ColorChoice::Never
        };
        AutoStream::new(stream, choice)
    }

    /// `text` in a style, where there is colour.
    pub fn paint<T: Display>(self, style: Style, text: T) -> impl Display {
        let style = if self.colour { style } else { Style::new() };
        Painted { style, text }
    }
}

struct Painted<T> {
    style: Style,
    text: T,
}

impl<T: Display> Display for Painted<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { style, text } = self;
        write!(f, "{style}{text}{style:#}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TERMINAL: Stream = Stream {
        is_terminal: true,
        columns: Some(100),
    };
    const PIPE: Stream = Stream {
        is_terminal: false,
        columns: None,
    };

    fn colour(choice: ColorChoice, variables: &[(&str, &str)], stream: Stream) -> bool {
        terminal(choice, variables, stream).colour
    }

    fn terminal(choice: ColorChoice, variables: &[(&str, &str)], stream: Stream) -> Terminal {
        let own = |&(name, value): &(&str, &str)| (name.to_owned(), value.to_owned());
        Terminal::new(choice, &variables.iter().map(own).collect(), stream)
    }

    #[test]
    fn terminals_have_colour_and_pipes_have_none() {
        assert!(colour(ColorChoice::Auto, &[], TERMINAL));
        assert!(!colour(ColorChoice::Auto, &[], PIPE));
        assert_eq!(terminal(ColorChoice::Auto, &[], PIPE), Terminal::PLAIN);
    }

    #[test]
    fn the_flag_beats_the_environment() {
        assert!(colour(ColorChoice::Always, &[("NO_COLOR", "1")], PIPE));
        assert!(!colour(
            ColorChoice::Never,
            &[("CLICOLOR_FORCE", "1")],
            TERMINAL
        ));
    }

    #[test]
    fn the_environment_beats_the_terminal() {
        assert!(!colour(ColorChoice::Auto, &[("NO_COLOR", "1")], TERMINAL));
        assert!(colour(ColorChoice::Auto, &[("NO_COLOR", "")], TERMINAL));
        assert!(!colour(ColorChoice::Auto, &[("CLICOLOR", "0")], TERMINAL));
        assert!(colour(ColorChoice::Auto, &[("CLICOLOR_FORCE", "1")], PIPE));
        assert!(!colour(ColorChoice::Auto, &[("CLICOLOR_FORCE", "0")], PIPE));
        let both = [("NO_COLOR", "1"), ("CLICOLOR_FORCE", "1")];
        assert!(!colour(ColorChoice::Auto, &both, TERMINAL));
    }

    #[test]
    fn a_dumb_terminal_is_still_one() {
        let dumb = terminal(ColorChoice::Auto, &[("TERM", "dumb")], TERMINAL);
        assert_eq!(
            (dumb.width, dumb.colour, dumb.interactive),
            (Some(100), false, false)
        );
    }

    #[test]
    fn widths_are_made_sense_of() {
        let width = |columns| {
            let stream = Stream {
                is_terminal: true,
                columns,
            };
            terminal(ColorChoice::Auto, &[], stream).width
        };
        assert_eq!(width(None), Some(80));
        assert_eq!(width(Some(0)), Some(80));
        assert_eq!(width(Some(5)), Some(20));
        assert_eq!(width(Some(30)), Some(30));
    }
}
