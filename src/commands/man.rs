//! `aoc man`: the manual page, made from the command line's definition.

mod reference;

use std::io;

use clap::CommandFactory;
use clap::builder::Resettable;
use clap_mangen::Man;
use clap_mangen::roff::{Inline, Roff, bold, roman};

use crate::app::App;
use crate::args::{self, Cli, SELECTORS, examples};
use crate::error::{CliError, Exit, HasExit};
use crate::reporter;
use reference::{ENVIRONMENT, FILES};

/// Writes the page of `aoc`, or of one of its commands.
pub fn run(_: &App, args: &args::Man) -> Result<Exit, CliError> {
    let page = page(args.command.as_deref())?;
    reporter::raw(&mut io::stdout(), page.as_bytes())?;
    Ok(Exit::Done)
}

fn page(name: Option<&str>) -> Result<String, ManError> {
    let mut aoc = Cli::command();
    // Gives the commands their full names and the global options.
    aoc.build();
    let command = match name {
        None => aoc,
        Some(name) => {
            aoc.find_subcommand(name)
                .cloned()
                .ok_or_else(|| ManError::NoSuchCommand {
                    name: name.to_owned(),
                })?
        }
    };
    let title = command.get_name().to_owned();
    // Both are in sections of their own, and in the footer.
    let command = command.after_help(Resettable::Reset);
    let command = command.version(Resettable::Reset);
    let mut page = Vec::new();
    Man::new(command)
        .source(concat!("aoc ", env!("CARGO_PKG_VERSION")))
        .manual("Advent of Code workbench")
        .render(&mut page)
        .expect("memory can be written to");
    let mut page = String::from_utf8(page).expect("clap has only text");
    page += &sections(&title).to_roff();
    Ok(page)
}

/// The sections that clap does not know of.
fn sections(command: &str) -> Roff {
    let is_program = command == "aoc";
    let mut roff = Roff::new();
    if is_program {
        table(&mut roff, "SELECTORS", SELECTORS);
    }
    let examples = examples(command).iter();
    table(
        &mut roff,
        "EXAMPLES",
        examples.map(|example| (example.command, example.purpose)),
    );
    if is_program {
        table(&mut roff, "FILES", FILES);
        table(&mut roff, "ENVIRONMENT", ENVIRONMENT);
    }
    let codes = Exit::ALL.map(|exit| (exit.code().to_string(), exit.meaning()));
    table(&mut roff, "EXIT STATUS", codes);
    if !is_program {
        roff.control("SH", ["SEE ALSO"]);
        roff.text([bold("aoc"), roman("(1)")]);
    }
    roff
}

/// Terms with what they mean.
fn table<T: Into<String>>(
    roff: &mut Roff,
    heading: &str,
    rows: impl IntoIterator<Item = (T, &'static str)>,
) {
    roff.control("SH", [heading]);
    for (term, meaning) in rows {
        let term: Inline = bold(term.into());
        roff.control("TP", []).text([term]).text([roman(meaning)]);
    }
}

#[derive(Debug, thiserror::Error)]
pub enum ManError {
    #[error("unknown command `{}`; `aoc help` lists them", .name.escape_debug())]
    NoSuchCommand { name: String },
}

impl HasExit for ManError {
    fn exit(&self) -> Exit {
        match self {
            Self::NoSuchCommand { .. } => Exit::Usage,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The headings of a page, in order.
    fn headings(page: &str) -> Vec<&str> {
        let headings = page.lines().filter_map(|line| line.strip_prefix(".SH "));
        headings.map(|heading| heading.trim_matches('"')).collect()
    }

    #[test]
    fn the_page_of_the_program_has_everything() {
        let page = page(None).unwrap();
        assert_eq!(
            headings(&page),
            [
                "NAME",
                "SYNOPSIS",
                "DESCRIPTION",
                "OPTIONS",
                "GLOBAL OPTIONS",
                "SUBCOMMANDS",
                "SELECTORS",
                "EXAMPLES",
                "FILES",
                "ENVIRONMENT",
                "EXIT STATUS",
            ]
        );
        for exit in Exit::ALL {
            let row = format!("\\fB{}\\fR\n{}", exit.code(), exit.meaning());
            assert!(page.contains(&row), "{row}: {page}");
        }
        for (name, _) in ENVIRONMENT {
            assert!(page.contains(&format!("\\fB{name}\\fR")), "{name}: {page}");
        }
    }

    #[test]
    fn the_readme_says_the_same() {
        let readme = include_str!("../../README.md");
        for exit in Exit::ALL {
            let row = format!("| {} | {} |", exit.code(), exit.meaning());
            assert!(readme.contains(&row), "{row}");
        }
        let variables = ENVIRONMENT.iter().map(|(name, _)| name);
        for name in variables.filter(|name| name.starts_with("AOC_")) {
            assert!(readme.contains(&format!("| `{name}` |")), "{name}");
        }
    }

    #[test]
    fn the_page_of_a_command_has_its_own_examples() {
        for command in Cli::command().get_subcommands() {
            let name = command.get_name();
            let page = page(Some(name)).unwrap();
            let headings = headings(&page);
            let end = ["EXAMPLES", "EXIT STATUS", "SEE ALSO"];
            assert!(headings.ends_with(&end), "{name}: {headings:?}");
            for example in examples(name) {
                let command = example.command.replace('-', "\\-");
                assert!(page.contains(&command), "{command}: {page}");
            }
        }
        assert_eq!(
            page(Some("dance")).unwrap_err().to_string(),
            "unknown command `dance`; `aoc help` lists them"
        );
    }
}
