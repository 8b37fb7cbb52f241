//! `aoc man`: prints the manual pages, which are made from the definition of the command
//! line. Files and variables come from `docs/files-and-settings.md`.

use clap::{Args, Command};
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, roman};

use crate::app::App;
use crate::error::{CliError, Exit};

const SETTINGS: &str = include_str!("../../docs/files-and-settings.md");

/// Print the manual page of aoc or of a command
///
/// Prints a page in the format of man, made from the definition of the command line,
/// so it always matches this version. aoc man run | man -l - shows it.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  aoc man                            print the page of aoc itself
  aoc man run >~/man/man1/aoc-run.1  keep the page of aoc run")]
pub struct ManArgs {
    /// A command of aoc
    pub command: Option<String>,
}

/// Writes the page of `aoc` (the command in `aoc`) or of one of its commands.
pub fn run(app: &App, args: &ManArgs, aoc: Command) -> Result<Exit, CliError> {
    // The help of a command is on its own page.
    let mut aoc = aoc.disable_help_subcommand(true);
    // Adds the full names and the global options to the commands.
    aoc.build();
    let named = match &args.command {
        None => Some(&aoc),
        Some(name) => aoc.find_subcommand(name),
    };
    let command = named.ok_or_else(|| {
        let name = args.command.as_deref().unwrap_or_default().escape_debug();
        let message = format!("unknown command `{name}`; `aoc help` lists the commands");
        CliError::new(Exit::Usage, message)
    })?;
    app.console().print(&page(command))?;
    Ok(Exit::Done)
}

/// The page of `aoc` or of a command.
fn page(command: &Command) -> String {
    let version = concat!("aoc ", env!("CARGO_PKG_VERSION"));
    let none = None::<&str>;
    let plain = command.clone().after_help(none).after_long_help(none);
    let plain = plain.version(none);
    let man = Man::new(plain).manual("Advent of Code workbench");
    let mut page = Vec::new();
    let rendered = man.date("").source(version).render(&mut page);
    rendered.expect("memory can be written to");
    let mut below = Roff::new();
    // Each heading in the text below the options becomes a section.
    let text = command.get_after_long_help().map(ToString::to_string);
    for line in text.unwrap_or_default().lines() {
        match line.strip_suffix(':').filter(|_| !line.starts_with(' ')) {
            Some(heading) => {
                let heading = heading.to_uppercase().replace("CODES", "STATUS");
                let below = below.control("fi", []).control("SH", [&*heading]);
                below.control("nf", []);
            }
            None => drop(below.text([roman(line)])),
        }
    }
    below.control("fi", []);
    if command.has_subcommands() {
        for heading in ["Files", "Environment"] {
            below.control("SH", [&*heading.to_uppercase()]);
            for (term, meaning) in rows(heading) {
                below.control("TP", []).text([bold(term)]);
                below.text([roman(meaning)]);
            }
        }
    } else {
        below.control("SH", ["SEE ALSO"]);
        below.text([bold("aoc"), roman("(1)")]);
    }
    let page = String::from_utf8(page).expect("clap has only text");
    // This turns off hyphenation, which would break paths, and justification.
    page.replacen(".SH NAME", ".nh\n.ad l\n.SH NAME", 1) + &below.render()
}

/// The rows of the tables below a heading in the documentation of settings, as plain
/// text.
pub fn rows(heading: &str) -> impl Iterator<Item = (String, String)> {
    let section = SETTINGS.rsplit("\n## ").find(|it| it.starts_with(heading));
    section.unwrap_or_default().lines().filter_map(|line| {
        let row = line.strip_prefix("| `")?.replace('`', "");
        let row = row.trim_end_matches(" |");
        let (term, meaning) = row.split_once(" | ")?;
        Some((term.to_owned(), meaning.to_owned()))
    })
}
