//! What `aoc doctor` found, as tables.

mod machine;
mod section;
mod site;

use std::io::Write;

use super::doctor_report::DoctorReport;
use crate::terminal::layout::Line;
use crate::terminal::screen::Terminal;
use crate::terminal::style::{BAD, DIM, GOOD, PLAIN, STRONG};
use crate::terminal::{OutputError, raw};
use crate::terminal::{plural, sanitize};
use machine::{folders, project, settings, toolchain};
use section::Mark;
use site::{session, site};

/// Writes the report as tables; with `brief` only the problems.
pub fn doctor(
    out: &mut dyn Write,
    terminal: Terminal,
    report: &DoctorReport,
    brief: bool,
) -> Result<(), OutputError> {
    let mut text = String::new();
    if !brief {
        for section in [
            session(report),
            site(report),
            project(report),
            toolchain(report),
            settings(report),
            folders(report),
        ] {
            text += &section.lines(terminal);
            text.push('\n');
        }
    }
    text += &problems(terminal, report, brief);
    raw(out, text.as_bytes())
}

fn problems(terminal: Terminal, report: &DoctorReport, brief: bool) -> String {
    let mut text = String::new();
    for note in report.notes.iter().filter(|_| !brief) {
        let mut line = Line::new(terminal, 2);
        line.cell(DIM, "note:").gap(1).words(PLAIN, &sanitize(note));
        text += &line.end();
    }
    let mut head = Line::new(terminal, 0);
    match report.problems.len() {
        0 => head.cell(GOOD, "no problems"),
        count => head.cell(STRONG, &plural(count, "problem")),
    };
    text += &head.end();
    for problem in &report.problems {
        let mut line = Line::new(terminal, 4);
        line.gap(2)
            .cell(BAD, Mark::Bad.symbol())
            .gap(1)
            .words(PLAIN, &sanitize(&problem.message));
        if let Some(fix) = &problem.fix {
            // On a line of its own, to be copied.
            line.below(STRONG, &sanitize(fix));
        }
        text += &line.end();
    }
    text
}

#[cfg(test)]
mod tests;
