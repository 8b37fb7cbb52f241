//! `bench --svg`: a bar for each day, with a mark for each of its phases. The
//! colours follow the reader's scheme, also where a page shows it as an image.

use std::fmt::Write;

use super::super::text::cut_end;
use super::days::{DayRow, PhaseCell, YearRow};
use super::escape::xml;
use super::html::heading;
use super::readme::host;
use super::scale::Scale;
use crate::bench::BenchReport;
use crate::text::{plural, time};

const WIDTH: f64 = 720.0;
/// Where bars begin and end.
const LEFT: f64 = 228.0;
const RIGHT: f64 = 640.0;
const MARGIN: f64 = 20.0;
const ROW: f64 = 22.0;
/// How many columns of text a title has.
const TITLE: usize = 24;

/// Fonts: those that systems have for their own texts. Figures of equal width
/// stand below each other.
const STYLE: &str = "
svg { color-scheme: light dark; font: 13px system-ui, -apple-system, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif; }
text { fill: #22243a; font-variant-numeric: tabular-nums; }
.back { fill: #ffffff; } .dim { fill: #5b6078; font-size: 11px; } .h1 { font-size: 17px; font-weight: 600; }
.year { font-weight: 600; } .end { text-anchor: end; } .mid { text-anchor: middle; }
.grid { stroke: #e4e6ef; } .bar { fill: #d3d8ee; } .failed { fill: #b3261e; }
.parse { fill: #ffffff; stroke: #0b7a4b; stroke-width: 2; } .part1 { fill: #3f51b5; } .part2 { fill: #b45309; }
@media (prefers-color-scheme: dark) {
text { fill: #e8e9f5; } .back { fill: #10101f; } .dim { fill: #a6a9c4; } .grid { stroke: #2a2c48; }
.bar { fill: #34375c; } .failed { fill: #ff8a80; }
.parse { fill: #10101f; stroke: #3ddc84; } .part1 { fill: #a5b0ff; } .part2 { fill: #ffd54a; }
}
";

/// The document. It ends with a line feed.
pub fn svg(report: &BenchReport) -> String {
    let rows = DayRow::all(report);
    let years = YearRow::all(&rows);
    let scale = scale(&rows);
    let top = 96.0;
    let mut drawing = Drawing {
        elements: String::new(),
        y: top,
        scale,
    };
    for year in &years {
        let of_year = rows.iter().filter(|row| row.puzzle.year == year.year);
        if years.len() > 1 {
            drawing.year(year);
        }
        of_year.for_each(|row| drawing.row(row));
    }
    let bottom = drawing.y + 4.0;
    let height = bottom + 40.0;
    let title = xml(&heading(report));
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" \
         width=\"{WIDTH}\" height=\"{height}\" role=\"img\" aria-labelledby=\"title desc\">\n\
         <title id=\"title\">{title}</title>\n<desc id=\"desc\">{}</desc>\n\
         <style>{STYLE}</style>\n\
         <rect class=\"back\" width=\"100%\" height=\"100%\" rx=\"8\"/>\n\
         <text class=\"h1\" x=\"{MARGIN}\" y=\"34\">{title}</text>\n",
        xml(&description(&rows)),
    );
    let _ = writeln!(
        out,
        "<text class=\"dim\" x=\"{MARGIN}\" y=\"54\">{}</text>",
        xml(&subtitle(&rows, scale))
    );
    legend(&mut out);
    axis(&mut out, scale, top, bottom);
    out.push_str(&drawing.elements);
    let host = host(&report.host);
    let _ = writeln!(
        out,
        "<text class=\"dim\" x=\"{MARGIN}\" y=\"{}\">{}</text>\n</svg>",
        bottom + 24.0,
        xml(&cut_end(
            &format!("{}, {host}", report.date.format("%-d %B %Y")),
            112
        ))
    );
    out
}

/// The axis of the bars, which have a mark for each phase.
pub(super) fn scale(rows: &[DayRow]) -> Scale {
    let bars: Vec<f64> = rows.iter().map(|row| row.sum.ns).collect();
    let cells = rows.iter().flat_map(|row| row.phases);
    let marks: Vec<f64> = cells.filter_map(PhaseCell::ns).collect();
    Scale::of(&bars, &marks)
}

fn subtitle(rows: &[DayRow], scale: Scale) -> String {
    let all = super::days::total(rows);
    let days: usize = YearRow::all(rows).iter().map(|year| year.days).sum();
    let kind = if scale.is_logarithmic() {
        "logarithmic scale: each line is 10 times longer"
    } else {
        "10th percentile of each phase"
    };
    format!("{} in {}; {kind}", plural(days, "day"), time(all.ns))
}

/// For those who do not see it.
fn description(rows: &[DayRow]) -> String {
    let text = |row: &DayRow| {
        let time = if row.is_measured() {
            time(row.sum.ns)
        } else {
            "not measured".to_owned()
        };
        format!("{} {}: {time}", row.puzzle, row.name)
    };
    rows.iter().map(text).collect::<Vec<_>>().join("; ")
}

fn legend(out: &mut String) {
    for (class, name, x) in [
        ("parse", "parse", 506.0),
        ("part1", "part 1", 566.0),
        ("part2", "part 2", 630.0),
    ] {
        mark(out, class, x, 30.0);
        let x = x + 9.0;
        let _ = writeln!(out, "<text class=\"dim\" x=\"{x}\" y=\"34\">{name}</text>");
    }
}

fn axis(out: &mut String, scale: Scale, top: f64, bottom: f64) {
    let ticks = scale.ticks();
    // As many names as there is room for.
    let every = ticks.len().div_ceil(8);
    for (index, (ns, name)) in ticks.iter().enumerate() {
        let x = place(scale, *ns);
        let _ = writeln!(
            out,
            "<line class=\"grid\" x1=\"{x:.1}\" x2=\"{x:.1}\" y1=\"{:.0}\" y2=\"{bottom:.0}\"/>",
            top - 8.0
        );
        if index % every == 0 {
            let _ = writeln!(
                out,
                "<text class=\"dim mid\" x=\"{x:.1}\" y=\"{:.0}\">{name}</text>",
                top - 14.0
            );
        }
    }
}

fn place(scale: Scale, ns: f64) -> f64 {
    LEFT + scale.share(ns) * (RIGHT - LEFT)
}

/// A mark that is also told from the others without its colour.
fn mark(out: &mut String, class: &str, x: f64, y: f64) {
    let _ = match class {
        "part2" => writeln!(
            out,
            "<path class=\"part2\" d=\"M{x:.1} {:.1}l5 5l-5 5l-5 -5z\"/>",
            y - 5.0
        ),
        "parse" => writeln!(
            out,
            "<circle class=\"parse\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3.5\"/>"
        ),
        _ => writeln!(
            out,
            "<circle class=\"{class}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4.2\"/>"
        ),
    };
}

/// Rows, one below the other.
struct Drawing {
    elements: String,
    y: f64,
    scale: Scale,
}

impl Drawing {
    fn year(&mut self, year: &YearRow) {
        let y = self.y + 17.0;
        let _ = writeln!(
            self.elements,
            "<text class=\"year\" x=\"{MARGIN}\" y=\"{y:.0}\">{}</text>\
             <text class=\"year end\" x=\"{:.0}\" y=\"{y:.0}\">{}</text>",
            year.year,
            WIDTH - MARGIN,
            time(year.sum.ns)
        );
        self.y += ROW + 4.0;
    }

    fn row(&mut self, row: &DayRow) {
        let middle = self.y + ROW / 2.0;
        let base = middle + 4.5;
        let _ = writeln!(
            self.elements,
            "<text class=\"end\" x=\"{:.0}\" y=\"{base:.1}\">{}</text>\
             <text x=\"{:.0}\" y=\"{base:.1}\">{}</text>",
            MARGIN + 16.0,
            row.puzzle.day,
            MARGIN + 24.0,
            xml(&cut_end(&row.name, TITLE))
        );
        let failed: Vec<&str> = row.missing().map(|(_, word)| word).collect();
        let end = if row.is_measured() {
            let length = (place(self.scale, row.sum.ns) - LEFT).max(1.0);
            let _ = writeln!(
                self.elements,
                "<rect class=\"bar\" x=\"{LEFT}\" y=\"{:.1}\" width=\"{length:.1}\" \
                 height=\"12\" rx=\"2\"/>",
                middle - 6.0
            );
            for (class, cell) in ["parse", "part1", "part2"].into_iter().zip(row.phases) {
                if let Some(ns) = cell.ns() {
                    mark(&mut self.elements, class, place(self.scale, ns), middle);
                }
            }
            let more = if failed.is_empty() { "" } else { "+" };
            time(row.sum.ns) + more
        } else {
            failed.first().copied().unwrap_or("error").to_owned()
        };
        let class = if row.is_measured() {
            "end"
        } else {
            "end failed"
        };
        let _ = writeln!(
            self.elements,
            "<text class=\"{class}\" x=\"{:.0}\" y=\"{base:.1}\">{}</text>",
            WIDTH - MARGIN,
            xml(&end)
        );
        self.y += ROW;
    }
}
