//! One manual page.

use clap::builder::PossibleValue;
use clap::{Arg, Command};
use clap_mangen::Man;
use clap_mangen::roff::{Inline, Roff, bold, roman};

use super::reference::{ENVIRONMENT, Entry, FILES};
use crate::cli::{SELECTORS, examples};
use crate::error::Exit;

/// `aoc`, or `aoc-run`.
pub fn name(command: &Command) -> &str {
    let name = command.get_display_name();
    name.unwrap_or_else(|| command.get_name())
}

/// The page of `aoc` or of a command, whose definition is built. The date is that
/// of its heading.
pub fn page(command: &Command, date: &str) -> String {
    let is_program = command.has_subcommands();
    let visible = |argument: &&Arg| argument.is_positional() && !argument.is_hide_set();
    let arguments: Vec<&Arg> = command.get_arguments().filter(visible).collect();
    // They have a section of their own.
    let options = command.clone().mut_args(|argument| {
        let hide = argument.is_hide_set() || argument.is_positional();
        argument.hide(hide)
    });
    let man = Man::new(options);
    let mut page = Vec::new();
    let mut write = |roff: Roff| page.extend(roff.to_roff().into_bytes());
    write(head(command, date));
    write(arguments_section(&arguments));
    man.render_options_section(&mut page)
        .expect("memory can be written to");
    if is_program {
        man.render_subcommands_section(&mut page)
            .expect("memory can be written to");
    }
    page.extend(reference(command, is_program).to_roff().into_bytes());
    String::from_utf8(page).expect("clap has only text")
}

/// The title, and the sections up to the description.
fn head(command: &Command, date: &str) -> Roff {
    let name = name(command);
    let about = command.get_about().map(ToString::to_string);
    let about = about.unwrap_or_default();
    let source = concat!("aoc ", env!("CARGO_PKG_VERSION"));
    let mut roff = Roff::new();
    roff.control("TH", [name, "1", date, source, "Advent of Code workbench"]);
    // Paths are not to be cut in two, nor words to be pulled apart.
    roff.control("nh", []);
    roff.control("ad", ["l"]);
    roff.control("SH", ["NAME"]);
    roff.text([roman(format!("{name} - {about}"))]);
    roff.control("SH", ["SYNOPSIS"]);
    let usage = command.clone().render_usage().to_string();
    let usage = usage.trim_start_matches("Usage: ");
    roff.text([bold(usage)]);
    roff.control("SH", ["DESCRIPTION"]);
    let text = command.get_long_about().map(ToString::to_string);
    let text = text.unwrap_or_default();
    for (index, paragraph) in text.split("\n\n").skip(1).enumerate() {
        if index > 0 {
            roff.control("PP", []);
        }
        roff.text([roman(paragraph)]);
    }
    roff
}

fn arguments_section(arguments: &[&Arg]) -> Roff {
    let mut roff = Roff::new();
    if !arguments.is_empty() {
        let rows = arguments.iter().map(|argument| {
            let help = argument.get_help().map(ToString::to_string);
            let mut help = help.unwrap_or_default();
            let values = argument.get_possible_values();
            let values: Vec<&str> = values.iter().map(PossibleValue::get_name).collect();
            if !values.is_empty() {
                help.push_str(": ");
                help.push_str(&values.join(", "));
            }
            (argument.to_string(), help)
        });
        table(&mut roff, "ARGUMENTS", rows);
    }
    roff
}

/// The sections that clap does not know of.
fn reference(command: &Command, is_program: bool) -> Roff {
    let mut roff = Roff::new();
    if is_program {
        table(&mut roff, "SELECTORS", SELECTORS);
    }
    table(&mut roff, "EXAMPLES", examples(command));
    for (heading, entries) in [("FILES", &FILES[..]), ("ENVIRONMENT", &ENVIRONMENT)] {
        let entries = entries
            .iter()
            .filter(|entry| entry.concerns(command.get_name()));
        let rows = entries.map(|&Entry { term, meaning, .. }| (term, meaning));
        table(&mut roff, heading, rows);
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
fn table<T: Into<String>, M: Into<String>>(
    roff: &mut Roff,
    heading: &str,
    rows: impl IntoIterator<Item = (T, M)>,
) {
    roff.control("SH", [heading]);
    for (term, meaning) in rows {
        let term: Inline = bold(term.into());
        roff.control("TP", [])
            .text([term])
            .text([roman(meaning.into())]);
    }
}
