//! `bench --svg`: a card for the top of a README, as narrow as a phone: a bar for
//! each day; of a single puzzle for each function or input, of several years for each
//! year. The colours follow the reader's scheme, also where a page shows it as an
//! image.

use super::super::bench_figures::{BenchGroup, function_name, headline};
use super::super::scale::Scale;
use super::{host, xml};
use crate::bench::BenchReport;
use crate::terminal::{cut_end, time};

const STYLE: &str = include_str!("card.css");
const WIDTH: f64 = 480.0;
const MARGIN: f64 = 22.0;
/// Where the first row begins, and how high each is.
const TOP: f64 = 78.0;
const ROW: f64 = 23.0;
/// Where names begin that stand beside a number.
const NAMES: f64 = 48.0;
/// Where bars begin and end.
const LEFT: f64 = 206.0;
const RIGHT: f64 = 386.0;

/// A bar, with what stands before and behind it.
struct CardRow {
    number: String,
    name: String,
    ns: f64,
    /// Its time, or the kind of its failure.
    end: String,
}

/// The document. It ends with a line feed.
pub fn svg(report: &BenchReport) -> String {
    let rows = rows(report);
    let scale = Scale::of(&rows.iter().map(|row| row.ns).collect::<Vec<f64>>());
    let total = BenchGroup::totals(report).pop().map(|(_, total)| total);
    let title = report.title();
    let days = total.map_or_else(String::new, |total| total.count());
    let kind = if scale.is_logarithmic {
        ", logarithmic scale"
    } else {
        ""
    };
    let sum = time(total.map_or(0.0, |total| total.ns));
    let mut parts = vec![
        text("h1", MARGIN, 38.0, &cut_end(&title, 32)),
        text("h1 sum", WIDTH - MARGIN, 38.0, &sum),
        text(
            "dim",
            MARGIN,
            58.0,
            &format!("{days}, 10th percentile{kind}"),
        ),
    ];
    let mut y = TOP;
    let mut spoken = Vec::new();
    for row in &rows {
        draw(row, scale, y, &mut parts);
        y += ROW;
        let row = format!("{} {}: {}", row.number, row.name, row.end);
        spoken.push(row.trim().to_owned());
    }
    let date = report.date.format("%-d %B %Y");
    let made = format!("{date}, {}", host(&report.host));
    parts.push(text("dim", MARGIN, y + 20.0, &cut_end(&made, 72)));
    let height = y + 36.0;
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" \
         width=\"{WIDTH}\" height=\"{height}\" role=\"img\" aria-labelledby=\"title desc\">\n\
         <title id=\"title\">{}</title>\n<desc id=\"desc\">{}</desc>\n<style>\n{STYLE}</style>\n\
         <rect class=\"card\" x=\"0.5\" y=\"0.5\" width=\"{}\" height=\"{}\" rx=\"12\"/>\n{}</svg>\n",
        xml(&title),
        xml(&spoken.join("; ")),
        WIDTH - 1.0,
        height - 1.0,
        parts.concat(),
    )
}

fn rows(report: &BenchReport) -> Vec<CardRow> {
    let (days, years) = (BenchGroup::days(report), BenchGroup::years(report));
    if let [day] = &days[..] {
        let functions = day.results.iter().map(|result| CardRow {
            number: String::new(),
            name: function_name(result),
            ns: result.measured.as_ref().map_or(0.0, |it| it.p10_ns),
            end: headline(Some(result)),
        });
        return functions.collect();
    }
    let of_years = years.len() > 1;
    let row = |row: BenchGroup<'_>| {
        let (number, name) = if of_years {
            (String::new(), row.header.year.to_string())
        } else {
            (row.header.day.to_string(), row.name())
        };
        let missing = row.missing().next().filter(|_| row.ns <= 0.0);
        CardRow {
            number,
            name,
            ns: row.ns,
            end: missing.map_or_else(|| row.total(), |failed| headline(Some(failed))),
        }
    };
    let rows = if of_years { years } else { days };
    rows.into_iter().map(row).collect()
}

fn draw(row: &CardRow, scale: Scale, y: f64, parts: &mut Vec<String>) {
    let base = y + ROW / 2.0 + 4.5;
    let mut names = MARGIN;
    if !row.number.is_empty() {
        parts.push(text("dim end", MARGIN + 16.0, base, &row.number));
        names = NAMES;
    }
    // What is wider in the reader's font does not reach into the bars.
    let width = LEFT - names - 8.0;
    let name = text("name", 0.0, base - y, &cut_end(&row.name, 20));
    parts.push(format!(
        "<svg x=\"{names}\" y=\"{y}\" width=\"{width}\" height=\"{ROW}\">{name}</svg>\n"
    ));
    let mut bar = |class: &str, length: f64| {
        let top = y + ROW / 2.0 - 4.0;
        parts.push(format!(
            "<rect class=\"{class}\" x=\"{LEFT}\" y=\"{top}\" width=\"{length:.1}\" height=\"8\" \
             rx=\"4\"/>\n"
        ));
    };
    bar("track", RIGHT - LEFT);
    if row.ns > 0.0 {
        bar("bar", (scale.share(row.ns) * (RIGHT - LEFT)).max(8.0));
    }
    let is_failed = row.ns <= 0.0 && row.end != "–";
    let class = if is_failed { "end failed" } else { "end" };
    parts.push(text(class, WIDTH - MARGIN, base, &row.end));
}

fn text(class: &str, x: f64, y: f64, text: &str) -> String {
    let text = xml(text);
    format!("<text class=\"{class}\" x=\"{x}\" y=\"{y}\">{text}</text>\n")
}
