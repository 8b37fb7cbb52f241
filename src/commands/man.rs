//! `aoc man`: prints the manual pages, which are generated from the definition of the command line.
//! The lists of files and variables come from `docs/files-and-settings.md`.

use clap::builder::Resettable;
use clap::{Args, Command};
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, roman};

use crate::app::App;
use crate::app::args::Completes;
use crate::error::{Exit, Result, usage_error};
use crate::spelling::{did_you_mean, nearest};
use crate::terminal::show_paged;

const DOCUMENT: &str = include_str!("../../docs/files-and-settings.md");

/// Show the manual page of aoc or of a command
///
/// Shows a page, made from the definition of the command line, so it always matches
/// this version. Where standard output is not a terminal it is printed in the format
/// of man. On Windows a terminal shows the text of `--help`.
#[derive(Args)]
#[command(after_help = "\
Examples:
  aoc man                            show the page of aoc itself
  aoc man run >~/man/man1/aoc-run.1  keep the page of aoc run")]
pub struct ManArgs {
    /// A command of aoc
    #[arg(value_name = "COMMAND")]
    #[arg(add = Completes::Command)]
    page: Option<String>,
}

/// Shows the manual page of a command or of `aoc` itself. `aoc` is the definition of the command
/// line.
pub fn run(app: &App, args: &ManArgs, aoc: Command) -> Result<Exit> {
    // The page of a command contains the text of its help.
    let mut aoc = aoc.disable_help_subcommand(true);
    // Adds the full names and the global options to the commands.
    aoc.build();
    let command = match &args.page {
        None => &aoc,
        Some(name) => aoc.find_subcommand(name).ok_or_else(|| {
            let names = aoc.get_subcommands().map(Command::get_name);
            let advice = match nearest(name, names) {
                Some(similar) => did_you_mean(similar) + " see `aoc -h`",
                None => "; see `aoc -h`".to_owned(),
            };
            usage_error(format!("unknown command `{}`{advice}", name.escape_debug()))
        })?,
    };
    let (viewer, page) = viewer_and_page(command, cfg!(unix), app.ui.stdout.interactive);
    let environment = &app.launcher.environment;
    show_paged(
        app.ui.console,
        viewer,
        &environment.variables,
        environment.get("PATH"),
        &page,
    )?;
    Ok(Exit::Done)
}

/// The pager for a terminal, and the page of a command. On a terminal without `man`, the page is
/// the help of the command, in the default pager.
fn viewer_and_page(
    command: &Command,
    has_man: bool,
    is_interactive: bool,
) -> (Option<&'static str>, String) {
    if has_man || !is_interactive {
        return (Some(VIEWER), manual_page(command));
    }
    (None, command.clone().render_long_help().to_string())
}

/// The shell command that shows a page. It uses a temporary file, because every `man` can read a
/// file.
const VIEWER: &str =
    "page=$(mktemp) && cat >\"$page\" && { man \"$page\" || cat \"$page\"; }; rm -f \"$page\"";

/// The page of a command, or of `aoc` itself.
fn manual_page(command: &Command) -> String {
    let mut command_of_page = command.clone();
    let usage = command_of_page.render_usage().to_string();
    let without_examples = command_of_page
        .override_usage(usage.trim_start_matches("Usage: ").to_owned())
        .after_help(Resettable::Reset)
        .after_long_help(Resettable::Reset)
        .version(Resettable::Reset);
    let mut page = Vec::new();
    Man::new(without_examples)
        .manual("Advent of Code workbench")
        .date("")
        .source(concat!("aoc ", env!("CARGO_PKG_VERSION")))
        .render(&mut page)
        .expect("writing to memory cannot fail");
    let page = String::from_utf8(page).expect("clap writes UTF-8");
    let mut below = help_sections(command);
    if command.has_subcommands() {
        for heading in ["Files", "Environment"] {
            below.control("SH", [&*heading.to_uppercase()]);
            for (term, meaning) in documented_rows(heading) {
                below.control("TP", []);
                below.text([bold(term)]);
                below.text([roman(meaning)]);
            }
        }
    } else {
        below.control("SH", ["SEE ALSO"]);
        below.text([bold("aoc"), roman("(1)")]);
    }
    // These requests turn off justification and hyphenation, which would break paths.
    page.replacen(".SH NAME", ".nh\n.ad l\n.SH NAME", 1) + &below.render()
}

/// The sections for the headings in the text below the options.
fn help_sections(command: &Command) -> Roff {
    let mut roff = Roff::new();
    let text = command
        .get_after_long_help()
        .map(ToString::to_string)
        .unwrap_or_default();
    for line in text.lines() {
        match line.strip_suffix(':') {
            Some(heading) if !line.starts_with(' ') => {
                let heading = heading.to_uppercase().replace("CODES", "STATUS");
                roff.control("fi", []);
                roff.control("SH", [&*heading]);
                roff.control("nf", []);
            }
            _ => {
                roff.text([roman(line)]);
            }
        }
    }
    roff.control("fi", []);
    roff
}

/// The rows of the tables below a heading of `docs/files-and-settings.md` as plain text, each with
/// a name and an explanation.
pub fn documented_rows(heading: &str) -> Vec<(String, String)> {
    let mut rows = Vec::new();
    let section = DOCUMENT
        .rsplit("\n## ")
        .find(|section| section.starts_with(heading));
    for line in section.unwrap_or_default().lines() {
        if let Some(row) = line.strip_prefix("| `")
            && let Some((term, meaning)) = row.trim_end_matches(" |").split_once(" | ")
        {
            rows.push((
                term.replace('`', ""),
                without_links(meaning).replace('`', ""),
            ));
        }
    }
    rows
}

/// The text with only the words of its links. Example: `see [links](page.md#links)` becomes
/// `see links`.
fn without_links(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some((before, target)) = rest.split_once("](")
        && let Some((before, words)) = before.rsplit_once('[')
        && let Some((_, after)) = target.split_once(')')
    {
        plain.push_str(before);
        plain.push_str(words);
        rest = after;
    }
    plain + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_terminal_without_man_gets_no_requests_of_roff() {
        let command = Command::new("aoc").about("Workbench");
        for (has_man, is_interactive, is_roff) in [
            (true, true, true),
            (true, false, true),
            (false, false, true),
            (false, true, false),
        ] {
            let (viewer, page) = viewer_and_page(&command, has_man, is_interactive);
            assert_eq!(viewer.is_some(), is_roff, "{has_man} {is_interactive}");
            assert_eq!(page.contains("\n.SH "), is_roff, "{page}");
            assert!(page.contains("Workbench"), "{page}");
        }
    }

    /// The targets of links are useless in a manual page.
    #[test]
    fn rows_of_the_document_have_no_links() {
        let rows = ["Files", "Environment"].map(documented_rows).concat();
        for (term, meaning) in &rows {
            assert!(!meaning.contains("]("), "{term}: {meaning}");
        }
        let manifest = rows.iter().find(|(term, _)| term.ends_with("Cargo.toml"));
        let (_, meaning) = manifest.expect("the manifest of a year");
        let expected = "allocator = \"own\" in [package.metadata.aoc] if";
        assert!(meaning.contains(expected), "{meaning}");
    }
}
