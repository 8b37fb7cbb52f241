//! `Terminal` describes the abilities of stdout or stderr: width, colours, symbols and links.

use std::fmt::Display;
use std::io::{IsTerminal, stderr, stdout};

use anstream::AutoStream;
use anstream::stream::RawStream;
use anstyle::Style;
use clap::ColorChoice;
use terminal_size::{Height, Width, terminal_size_of};

use super::features::{shows_links, shows_tab_progress};
use super::link::Link;
use super::sanitize::one_line;

#[derive(Clone, Copy, Default, PartialEq, PartialOrd)]
pub enum Verbosity {
    /// `-q`: only results and failures.
    Quiet,
    #[default]
    Normal,
    /// `-v`: also requests and other details.
    Verbose,
}

/// The properties of an output stream that writers need to know.
#[derive(Clone, Copy)]
pub struct Terminal {
    /// The number of columns. `None` if the stream is not a terminal: then lines do not wrap, and
    /// have neither symbols nor bars.
    pub width: Option<usize>,
    pub color: bool,
    /// True if lines such as progress can be redrawn in place. False for stderr with `-q`.
    pub interactive: bool,
    /// True if symbols outside of ASCII can be shown; see [`Terminal::adapt`].
    pub unicode: bool,
    /// True if the names of puzzles and paths are links.
    pub links: bool,
    /// True if the tab of the terminal shows the progress.
    pub tab_progress: bool,
}

/// The width of a terminal that does not report its width.
const DEFAULT_WIDTH: usize = 80;
/// The least width of a layout. A narrower terminal wraps the lines itself.
const MIN_WIDTH: usize = 20;

impl Terminal {
    /// A pipe or a file.
    pub const PLAIN: Self = Self {
        width: None,
        color: false,
        interactive: false,
        unicode: true,
        links: false,
        tab_progress: false,
    };

    /// A terminal with this many columns, without colour.
    pub const fn wide(columns: usize) -> Self {
        Self {
            width: Some(columns),
            ..Self::PLAIN
        }
    }

    /// The terminals of stdout and stderr. `variable` looks up the environment.
    pub fn from_process(
        choice: ColorChoice,
        variable: &dyn Fn(&str) -> Option<String>,
    ) -> [Self; 2] {
        let out = stdout();
        let err = stderr();
        [
            Self::new(choice, variable, out.is_terminal(), terminal_size_of(&out)),
            Self::new(choice, variable, err.is_terminal(), terminal_size_of(&err)),
        ]
    }

    /// The first of these that is set decides on colour: `--color`, `NO_COLOR` (no-color.org),
    /// `CLICOLOR_FORCE` and `CLICOLOR` (bixense.com/clicolors). Otherwise there is colour on a
    /// terminal, unless it is `TERM=dumb`.
    ///
    /// With `TERM=dumb` or a locale without Unicode, the text is ASCII, even in a pipe, because the
    /// output of a pipe usually ends up on the same screen.
    ///
    /// `size` is the size that the terminal reports.
    fn new(
        choice: ColorChoice,
        variable: &dyn Fn(&str) -> Option<String>,
        is_terminal: bool,
        size: Option<(Width, Height)>,
    ) -> Self {
        let is = |name, value| variable(name).as_deref() == Some(value);
        let is_set = |name| variable(name).is_some_and(|value| !value.is_empty());
        let dumb = is("TERM", "dumb");
        let color = match choice {
            ColorChoice::Always => true,
            ColorChoice::Never => false,
            ColorChoice::Auto if is_set("NO_COLOR") => false,
            ColorChoice::Auto if is_set("CLICOLOR_FORCE") && !is("CLICOLOR_FORCE", "0") => true,
            ColorChoice::Auto => is_terminal && !dumb && !is("CLICOLOR", "0"),
        };
        let reported = size.map(|(columns, _)| columns.0.into());
        let set = variable("COLUMNS").and_then(|columns| columns.parse().ok());
        let columns = [reported, set]
            .into_iter()
            .flatten()
            .find(|columns| *columns > 0)
            .unwrap_or(DEFAULT_WIDTH);
        Self {
            width: is_terminal.then_some(columns.max(MIN_WIDTH)),
            color,
            interactive: is_terminal && !dumb,
            unicode: !dumb && has_unicode(variable),
            // Without colour, no other escape sequences are written either.
            links: is_terminal && color && shows_links(variable),
            tab_progress: is_terminal && color && shows_tab_progress(variable),
        }
    }

    /// A writer to this stream. On old Windows consoles the writer turns colour codes into system
    /// calls.
    pub fn writer<S: RawStream>(self, stream: S) -> AutoStream<S> {
        if self.color {
            AutoStream::always(stream)
        } else {
            AutoStream::never(stream)
        }
    }

    /// The text, made safe to show, in a style if there is colour.
    pub fn paint(self, style: Style, text: impl Display) -> String {
        let text = one_line(&text.to_string());
        let style = if self.color { style } else { Style::new() };
        format!("{style}{text}{style:#}")
    }

    /// The text as a link, if there is a link and the terminal shows links.
    pub fn linked(self, link: Option<&Link>, text: impl Display) -> String {
        match link {
            Some(link) if self.links => link.around(&text.to_string()),
            _ => text.to_string(),
        }
    }

    /// Makes the text safe to show. On a terminal without Unicode, the symbols and units of `aoc`
    /// become ASCII, even in text from outside. All other characters stay.
    pub fn adapt(self, text: impl Display) -> String {
        let text = one_line(&text.to_string());
        if self.unicode {
            return text;
        }
        let mut plain = String::new();
        for symbol in text.chars() {
            let replacement = match symbol {
                'µ' => "u",
                '…' => "...",
                '±' => "+-",
                '✓' => "+",
                '✗' => "x",
                '·' => ".",
                '–' => "-",
                // Bars, with the eighths at their ends.
                '█'..='▏' => "#",
                other => {
                    plain.push(other);
                    continue;
                }
            };
            plain += replacement;
        }
        plain
    }
}

/// True if the locale encodes text as UTF-8, as `de_DE.UTF-8` does. A missing locale, or one
/// without an encoding such as `de_DE`, counts as UTF-8, because most terminals use UTF-8 today.
/// `C` and `POSIX` are ASCII by definition.
fn has_unicode(variable: &dyn Fn(&str) -> Option<String>) -> bool {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"]
        .into_iter()
        .flat_map(variable)
        .find(|locale| !locale.is_empty())
        .unwrap_or_default();
    match locale.to_ascii_uppercase().split_once('.') {
        Some((_, encoding)) => encoding.starts_with("UTF"),
        None => locale != "C" && locale != "POSIX",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A terminal with this many columns, or a pipe. `variables` is its environment.
    fn of(columns: Option<u16>, variables: &str) -> Terminal {
        with_color(ColorChoice::Auto, columns, variables)
    }

    fn with_color(choice: ColorChoice, columns: Option<u16>, variables: &str) -> Terminal {
        let variable = |name: &str| {
            variables
                .split(' ')
                .filter_map(|entry| entry.split_once('='))
                .find_map(|(other, value)| (other == name).then(|| value.to_owned()))
        };
        let size = columns.map(|columns| (Width(columns), Height(50)));
        Terminal::new(choice, &variable, columns.is_some(), size)
    }

    #[test]
    fn flag_environment_and_terminal_decide_on_colour() {
        for (choice, columns, variables, has_color) in [
            (ColorChoice::Auto, Some(80), "", true),
            (ColorChoice::Auto, Some(80), "NO_COLOR=", true),
            (ColorChoice::Auto, Some(80), "NO_COLOR=1", false),
            (ColorChoice::Auto, Some(80), "CLICOLOR=0", false),
            (ColorChoice::Auto, Some(80), "CLICOLOR=1", true),
            (ColorChoice::Auto, Some(80), "TERM=dumb", false),
            (
                ColorChoice::Auto,
                Some(80),
                "NO_COLOR=1 CLICOLOR_FORCE=1",
                false,
            ),
            (
                ColorChoice::Auto,
                Some(80),
                "CLICOLOR=0 CLICOLOR_FORCE=1",
                true,
            ),
            (
                ColorChoice::Auto,
                Some(80),
                "CLICOLOR=0 CLICOLOR_FORCE=0",
                false,
            ),
            (ColorChoice::Auto, None, "", false),
            (ColorChoice::Auto, None, "CLICOLOR=1", false),
            (ColorChoice::Auto, None, "CLICOLOR_FORCE=1", true),
            (ColorChoice::Auto, None, "CLICOLOR_FORCE=0", false),
            (ColorChoice::Auto, None, "CLICOLOR_FORCE=", false),
            (ColorChoice::Always, None, "NO_COLOR=1", true),
            (ColorChoice::Never, Some(80), "CLICOLOR_FORCE=1", false),
        ] {
            let terminal = with_color(choice, columns, variables);
            assert_eq!(terminal.color, has_color, "{columns:?} {variables}");
        }
        assert!(!of(Some(100), "TERM=dumb").interactive);
    }

    #[test]
    fn a_locale_decides_on_unicode() {
        for (variables, unicode) in [
            ("", true),
            ("LANG=de_DE.UTF-8", true),
            ("LANG=C.utf8", true),
            ("LANG=en_US", true),
            ("LANG=ca_ES.UTF-8@valencia", true),
            ("LC_ALL= LANG=C.UTF-8", true),
            ("LC_ALL=en_GB.UTF-8 LANG=C", true),
            ("LC_ALL=C LANG=en_GB.UTF-8", false),
            ("LC_CTYPE=POSIX LANG=en_GB.UTF-8", false),
            ("LANG=de_DE.ISO-8859-1", false),
            ("TERM=dumb LANG=en_GB.UTF-8", false),
        ] {
            let terminal = of(None, variables);
            assert_eq!(terminal.unicode, unicode, "{variables}");
        }
        let ascii = Terminal {
            unicode: false,
            ..Terminal::PLAIN
        };
        let symbols = "✓ ✗ · – … 12 µs █▉▏ ±0.4% Käse";
        assert_eq!(ascii.adapt(symbols), "+ x . - ... 12 us ### +-0.4% Käse");
        assert_eq!(Terminal::PLAIN.adapt(symbols), symbols);
    }

    #[test]
    fn implausible_widths_are_replaced() {
        let width = |columns, variables| of(Some(columns), variables).width;
        let reported = [
            (0, ""),
            (5, ""),
            (0, "COLUMNS=50"),
            (30, "COLUMNS=50"),
            (0, "COLUMNS=-1"),
        ];
        let widths = reported.map(|(columns, variables)| width(columns, variables).unwrap());
        assert_eq!(widths, [80, 20, 50, 30, 80]);
    }
}
