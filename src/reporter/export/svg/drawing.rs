//! The parts of a chart: a legend, lines at the ticks, and rows.

use std::fmt::Write;

use super::super::super::scale::Scale;
use super::super::days::YearRow;
use super::super::escape::xml;
use super::rows::Row;
use crate::terminal::time;

pub(super) const WIDTH: f64 = 720.0;
pub(super) const MARGIN: f64 = 20.0;
/// Where the first row begins.
const TOP: f64 = 96.0;
/// Where bars begin and end.
const LEFT: f64 = 228.0;
const RIGHT: f64 = 616.0;
/// Where names begin that stand beside a number.
const NAMES: f64 = 44.0;
const ROW: f64 = 22.0;

pub(super) fn legend(out: &mut String) {
    for (class, name, x) in [
        ("parse", "parse", 546.0),
        ("part1", "part 1", 600.0),
        ("part2", "part 2", 658.0),
    ] {
        mark(out, class, x, 30.0);
        text(out, "dim", x + 9.0, 34.0, name);
    }
}

fn place(scale: Scale, ns: f64) -> f64 {
    LEFT + scale.share(ns) * (RIGHT - LEFT)
}

pub(super) fn text(out: &mut String, class: &str, x: f64, y: f64, text: &str) {
    let text = xml(text);
    let _ = writeln!(
        out,
        "<text class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\">{text}</text>"
    );
}

/// A mark that is also told from the others without its colour.
fn mark(out: &mut String, class: &str, x: f64, y: f64) {
    let _ = match class {
        "part2" => writeln!(
            out,
            "<path class=\"part2\" d=\"M{x:.1} {:.1}l5.5 5.5l-5.5 5.5l-5.5 -5.5z\"/>",
            y - 5.5
        ),
        _ => writeln!(
            out,
            "<circle class=\"{class}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{}\"/>",
            if class == "parse" { 3.5 } else { 4.7 }
        ),
    };
}

/// Rows, one below the other.
pub(super) struct Drawing {
    pub(super) elements: String,
    y: f64,
    scale: Scale,
}

impl Drawing {
    pub(super) const fn new(scale: Scale) -> Self {
        Self {
            elements: String::new(),
            y: TOP,
            scale,
        }
    }

    pub(super) fn year(&mut self, year: &YearRow) {
        let y = self.y + 17.0;
        let out = &mut self.elements;
        text(out, "year", MARGIN, y, &year.year.to_string());
        text(out, "year end", WIDTH - MARGIN, y, &time(year.sum.ns));
        self.y += ROW + 4.0;
    }

    pub(super) fn row(&mut self, row: &Row) {
        let middle = self.y + ROW / 2.0;
        let base = middle + 4.5;
        let out = &mut self.elements;
        let mut names = MARGIN;
        if !row.number.is_empty() {
            text(out, "end", MARGIN + 16.0, base, &row.number);
            names = NAMES;
        }
        // What is wider in the reader's font does not reach into the bars.
        let _ = write!(
            out,
            "<svg x=\"{names}\" y=\"{:.1}\" width=\"{:.0}\" height=\"{ROW}\">",
            self.y,
            LEFT - names - 8.0
        );
        text(out, "name", 0.0, base - self.y, &row.name);
        out.push_str("</svg>\n");
        if let Some(ns) = row.ns {
            let length = (place(self.scale, ns) - LEFT).max(1.0);
            let _ = writeln!(
                out,
                "<rect class=\"bar\" x=\"{LEFT}\" y=\"{:.1}\" width=\"{length:.1}\" height=\"12\" rx=\"2\"/>",
                middle - 6.0
            );
        }
        for (class, cell) in ["parse", "part1", "part2"].into_iter().zip(row.marks) {
            if let Some(ns) = cell.ns() {
                mark(out, class, place(self.scale, ns), middle);
            }
        }
        let class = if row.failed && row.ns.is_none() {
            "end failed"
        } else {
            "end"
        };
        text(out, class, WIDTH - MARGIN, base, &row.end);
        self.y += ROW;
    }

    /// The lines behind the rows that there are, and the names above them.
    pub(super) fn grid(&mut self) -> String {
        let mut out = String::new();
        let bottom = self.y + 4.0;
        let ticks = self.scale.ticks();
        // As many names as there is room for.
        let every = ticks.len().div_ceil(8);
        for (index, (ns, name)) in ticks.iter().enumerate() {
            let x = place(self.scale, *ns);
            let _ = writeln!(
                out,
                "<line class=\"grid\" x1=\"{x:.1}\" x2=\"{x:.1}\" y1=\"{:.0}\" y2=\"{bottom:.0}\"/>",
                TOP - 8.0
            );
            if index % every == 0 {
                text(&mut out, "dim mid", x, TOP - 14.0, name);
            }
        }
        self.y = bottom + 24.0;
        out
    }

    /// A line of text below the rows.
    pub(super) fn note(&mut self, note: &str) {
        text(&mut self.elements, "dim", MARGIN, self.y, note);
        self.y += 16.0;
    }

    pub(super) const fn height(&self) -> f64 {
        self.y
    }
}
