//! `bench --svg`: a bar for each day, with a mark for each of its phases. The
//! colours follow the reader's scheme, also where a page shows it as an image.

mod rows;

use std::fmt::Write;

use self::rows::Row;
use super::super::text::cut_end;
use super::days::{DayRow, PhaseCell, YearRow, total};
use super::escape::xml;
use super::html::heading;
use super::readme::host;
use super::scale::Scale;
use crate::bench::BenchReport;
use crate::text::{plural, time};

const WIDTH: f64 = 720.0;
/// Where bars begin and end.
const LEFT: f64 = 228.0;
const RIGHT: f64 = 616.0;
const MARGIN: f64 = 20.0;
/// Where names begin.
const NAMES: f64 = 44.0;
const ROW: f64 = 22.0;
const STYLE: &str = include_str!("svg/chart.css");

/// The document. It ends with a line feed.
pub fn svg(report: &BenchReport) -> String {
    let days = DayRow::all(report);
    let rows = Row::all(report, &days);
    let scale = match days.as_slice() {
        [_] => Scale::of(&times(rows.iter().map(|row| row.ns)), &[]),
        days => scale(days),
    };
    let top = 96.0;
    let mut drawing = Drawing {
        elements: String::new(),
        y: top,
        scale,
    };
    let years = YearRow::all(&days);
    if years.len() > 1 {
        let mut rows = rows.iter();
        for year in &years {
            drawing.year(year);
            rows.by_ref()
                .take(year.rows)
                .for_each(|row| drawing.row(row));
        }
    } else {
        for row in &rows {
            drawing.row(row);
        }
    }
    let bottom = drawing.y + 4.0;
    let mut notes = vec![format!(
        "{}, {}",
        report.date.format("%-d %B %Y"),
        host(&report.host)
    )];
    if rows.iter().any(Row::is_incomplete) {
        notes.insert(
            0,
            "> a phase failed, and the time is that of the others".to_owned(),
        );
    }
    let height = bottom + 24.0 + 16.0 * f64::from(u8::try_from(notes.len()).unwrap_or(2));
    let title = heading(report);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" \
         width=\"{WIDTH}\" height=\"{height}\" role=\"img\" aria-labelledby=\"title desc\">\n\
         <title id=\"title\">{}</title>\n<desc id=\"desc\">{}</desc>\n<style>\n{STYLE}</style>\n\
         <rect class=\"back\" width=\"100%\" height=\"100%\" rx=\"8\"/>\n\
         <text class=\"h1\" x=\"{MARGIN}\" y=\"34\">{}</text>\n",
        xml(&title),
        xml(&description(&rows)),
        xml(&cut_end(&title, 46)),
    );
    text(&mut out, "dim", MARGIN, 54.0, &subtitle(&days, scale));
    legend(&mut out);
    axis(&mut out, scale, top, bottom);
    out.push_str(&drawing.elements);
    let mut y = bottom + 24.0;
    for note in notes {
        text(&mut out, "dim", MARGIN, y, &cut_end(&note, 112));
        y += 16.0;
    }
    out + "</svg>\n"
}

/// The axis of bars of days, which have a mark for each phase.
pub(super) fn scale(days: &[DayRow]) -> Scale {
    let bars: Vec<f64> = days.iter().map(|day| day.sum.ns).collect();
    let cells = days.iter().flat_map(|day| day.phases);
    Scale::of(&bars, &times(cells.map(PhaseCell::ns)))
}

fn times(times: impl Iterator<Item = Option<f64>>) -> Vec<f64> {
    times.flatten().collect()
}

fn subtitle(days: &[DayRow], scale: Scale) -> String {
    let of = match days {
        [_] => "all phases".to_owned(),
        days => plural(YearRow::all(days).iter().map(|year| year.days).sum(), "day"),
    };
    let kind = if scale.is_logarithmic() {
        ", logarithmic scale"
    } else {
        ""
    };
    let all = time(total(days).ns);
    format!("{of} in {all}; 10th percentile of each phase{kind}")
}

/// For those who do not see it.
fn description(rows: &[Row]) -> String {
    let text = |row: &Row| {
        let name = format!("{} {}", row.number, row.name);
        format!("{}: {}", name.trim(), row.end())
    };
    rows.iter().map(text).collect::<Vec<_>>().join("; ")
}

fn legend(out: &mut String) {
    for (class, name, x) in [
        ("parse", "parse", 546.0),
        ("part1", "part 1", 600.0),
        ("part2", "part 2", 658.0),
    ] {
        mark(out, class, x, 30.0);
        text(out, "dim", x + 9.0, 34.0, name);
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
            text(out, "dim mid", x, top - 14.0, name);
        }
    }
}

fn place(scale: Scale, ns: f64) -> f64 {
    LEFT + scale.share(ns) * (RIGHT - LEFT)
}

fn text(out: &mut String, class: &str, x: f64, y: f64, text: &str) {
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
struct Drawing {
    elements: String,
    y: f64,
    scale: Scale,
}

impl Drawing {
    fn year(&mut self, year: &YearRow) {
        let y = self.y + 17.0;
        let out = &mut self.elements;
        text(out, "year", MARGIN, y, &year.year.to_string());
        text(out, "year end", WIDTH - MARGIN, y, &time(year.sum.ns));
        self.y += ROW + 4.0;
    }

    fn row(&mut self, row: &Row) {
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
        let class = if row.failed.is_empty() || row.ns.is_some() {
            "end"
        } else {
            "end failed"
        };
        text(out, class, WIDTH - MARGIN, base, &row.end());
        self.y += ROW;
    }
}
