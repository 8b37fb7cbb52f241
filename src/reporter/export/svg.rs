//! `bench --svg`: a bar for each day, with a mark for each of its phases. The
//! colours follow the reader's scheme, also where a page shows it as an image.

mod drawing;
mod rows;

use self::drawing::{Drawing, MARGIN, WIDTH, legend, text};
use self::rows::Row;
use super::super::scale::Scale;
use super::days::{DayRow, PhaseCell, YearRow, total};
use super::escape::xml;
use super::readme::host;
use crate::bench::BenchReport;
use crate::terminal::cut_end;
use crate::terminal::{plural, time};

const STYLE: &str = include_str!("svg/chart.css");
/// How many columns of text the title has beside the legend, and a note.
const TITLE: usize = 46;
const NOTE: usize = 112;

/// The document. It ends with a line feed.
pub fn svg(report: &BenchReport) -> String {
    let days = DayRow::all(report);
    let rows = Row::all(report, &days);
    let scale = match days.as_slice() {
        [_] => Scale::of(&times(rows.iter().map(|row| row.ns)), &[]),
        days => scale(days),
    };
    let mut drawing = Drawing::new(scale);
    let years = YearRow::all(&days);
    let mut left = rows.iter();
    for year in years.iter().filter(|_| years.len() > 1) {
        drawing.year(year);
        for row in left.by_ref().take(year.rows) {
            drawing.row(row);
        }
    }
    for row in left {
        drawing.row(row);
    }
    let grid = drawing.grid();
    if rows.iter().any(Row::is_incomplete) {
        drawing.note("> without a phase that failed");
    }
    let date = report.date.format("%-d %B %Y");
    let note = format!("{date}, {}", host(&report.host));
    drawing.note(&cut_end(&note, NOTE));
    let title = report.title();
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" \
         width=\"{WIDTH}\" height=\"{height}\" role=\"img\" aria-labelledby=\"title desc\">\n\
         <title id=\"title\">{}</title>\n<desc id=\"desc\">{}</desc>\n<style>\n{STYLE}</style>\n\
         <rect class=\"back\" width=\"100%\" height=\"100%\" rx=\"8\"/>\n",
        xml(&title),
        xml(&description(&rows)),
        height = drawing.height(),
    );
    text(&mut out, "h1", MARGIN, 34.0, &cut_end(&title, TITLE));
    text(&mut out, "dim", MARGIN, 54.0, &subtitle(&days, scale));
    legend(&mut out);
    out + &grid + &drawing.elements + "</svg>\n"
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
        format!("{}: {}", name.trim(), row.end)
    };
    rows.iter().map(text).collect::<Vec<_>>().join("; ")
}
