//! `bench --svg`: a bar for each day, with a mark for each of its phases; of a
//! single puzzle a bar for each function or input. The colours follow the reader's
//! scheme, also where a page shows it as an image.

use aoc_solution::protocol::Phase;

use super::super::bench_figures::{DayRow, Sum, day_count, function_name, headline};
use super::super::scale::Scale;
use super::{host, xml};
use crate::bench::{BenchReport, BenchResult};
use crate::terminal::{cut_end, time};

const STYLE: &str = include_str!("chart.css");
const WIDTH: f64 = 720.0;
const MARGIN: f64 = 20.0;
/// Where the first row begins.
const TOP: f64 = 96.0;
/// Where bars begin and end.
const LEFT: f64 = 228.0;
const RIGHT: f64 = 616.0;
/// Where names begin that stand beside a number.
const NAMES: f64 = 44.0;
const ROW: f64 = 22.0;
/// How many columns of text a name, the title and a note have.
const NAME: usize = 24;
const TITLE: usize = 46;
const NOTE: usize = 112;

/// The document. It ends with a line feed.
pub fn svg(report: &BenchReport) -> String {
    let days = DayRow::all(report);
    let years = days.chunk_by(|a, b| a.header.year == b.header.year);
    let years: Vec<Vec<ChartBar>> = years.map(ChartBar::all).collect();
    let bars = || years.iter().flatten();
    let lengths: Vec<f64> = bars().filter_map(|bar| bar.ns).collect();
    let marks: Vec<f64> = bars().flat_map(|bar| bar.marks).flatten().collect();
    let scale = Scale::of(&lengths, &marks);
    let mut parts = Vec::new();
    let mut y = TOP;
    for bars in &years {
        if years.len() > 1 {
            let sum: f64 = bars.iter().filter_map(|bar| bar.ns).sum();
            parts.push(text("year", MARGIN, y + 17.0, &bars[0].year));
            parts.push(text("year end", WIDTH - MARGIN, y + 17.0, &time(sum)));
            y += ROW + 4.0;
        }
        for bar in bars {
            bar.draw(scale, y, &mut parts);
            y += ROW;
        }
    }
    let grid = grid(scale, y + 4.0);
    y += 28.0;
    let date = report.date.format("%-d %B %Y");
    let made = format!("{date}, {}", host(&report.host));
    parts.push(text("dim", MARGIN, y, &cut_end(&made, NOTE)));
    y += 16.0;
    let kind = if scale.is_logarithmic() {
        ", logarithmic scale"
    } else {
        ""
    };
    let all = format!("{} in {}", day_count(&days), time(Sum::of_rows(&days).ns));
    let subtitle = format!("{all}; 10th percentile of each phase{kind}");
    let title = report.title();
    let spoken = bars().map(|bar| format!("{} {}: {}", bar.number, bar.name, bar.end));
    let spoken = spoken.collect::<Vec<_>>().join("; ");
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {y}\" width=\"{WIDTH}\" \
         height=\"{y}\" role=\"img\" aria-labelledby=\"title desc\">\n\
         <title id=\"title\">{}</title>\n<desc id=\"desc\">{}</desc>\n<style>\n{STYLE}</style>\n\
         <rect class=\"back\" width=\"100%\" height=\"100%\" rx=\"8\"/>\n{}{}{}{grid}{}</svg>\n",
        xml(&title),
        xml(&spoken),
        text("h1", MARGIN, 34.0, &cut_end(&title, TITLE)),
        text("dim", MARGIN, 54.0, &subtitle),
        legend(),
        parts.concat(),
    )
}

/// A bar with its marks.
struct ChartBar {
    year: String,
    /// Of the day; empty where it is the same for all.
    number: String,
    name: String,
    ns: Option<f64>,
    /// In the order of [`Phase::ALL`].
    marks: [Option<f64>; 3],
    /// What stands at its end: its time, or the kind of its failure.
    end: String,
}

impl ChartBar {
    /// One for each function, if there is one puzzle with one input; else one for
    /// each day or input.
    fn all(days: &[DayRow<'_>]) -> Vec<Self> {
        let ns = |result: &BenchResult| Some(result.measured.as_ref()?.p10_ns);
        if let [day] = days {
            let functions = day.results.iter().map(|result| Self {
                year: day.header.year.to_string(),
                number: String::new(),
                name: function_name(result),
                ns: ns(result),
                marks: Phase::ALL.map(|it| ns(result).filter(|_| result.phase == Some(it))),
                end: headline(Some(result)),
            });
            return functions.collect();
        }
        let bar = |day: &DayRow<'_>| Self {
            year: day.header.year.to_string(),
            number: day.header.day.to_string(),
            name: day.name(),
            ns: Some(day.sum.ns).filter(|&ns| ns > 0.0),
            marks: Phase::ALL.map(|phase| day.phase(phase).and_then(ns)),
            end: match day.missing().next() {
                Some(failed) if day.sum.ns <= 0.0 => headline(Some(failed)),
                _ => day.total(),
            },
        };
        days.iter().map(bar).collect()
    }

    fn draw(&self, scale: Scale, y: f64, parts: &mut Vec<String>) {
        let middle = y + ROW / 2.0;
        let base = middle + 4.5;
        let mut names = MARGIN;
        if !self.number.is_empty() {
            parts.push(text("end", MARGIN + 16.0, base, &self.number));
            names = NAMES;
        }
        // What is wider in the reader's font does not reach into the bars.
        let width = LEFT - names - 8.0;
        let name = text("name", 0.0, base - y, &cut_end(&self.name, NAME));
        parts.push(format!(
            "<svg x=\"{names}\" y=\"{y:.1}\" width=\"{width:.0}\" height=\"{ROW}\">{name}</svg>\n"
        ));
        if let Some(ns) = self.ns {
            let length = (place(scale, ns) - LEFT).max(1.0);
            let top = middle - 6.0;
            parts.push(format!(
                "<rect class=\"bar\" x=\"{LEFT}\" y=\"{top:.1}\" width=\"{length:.1}\" \
                 height=\"12\" rx=\"2\"/>\n"
            ));
        }
        for (phase, ns) in Phase::ALL.into_iter().zip(self.marks) {
            parts.extend(ns.map(|ns| mark(phase, place(scale, ns), middle)));
        }
        let failed = self.ns.is_none() && self.end != "–";
        let class = if failed { "end failed" } else { "end" };
        parts.push(text(class, WIDTH - MARGIN, base, &self.end));
    }
}

fn place(scale: Scale, ns: f64) -> f64 {
    LEFT + scale.share(ns) * (RIGHT - LEFT)
}

fn text(class: &str, x: f64, y: f64, text: &str) -> String {
    let text = xml(text);
    format!("<text class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\">{text}</text>\n")
}

/// A mark that is also told from the others without its colour.
fn mark(phase: Phase, x: f64, y: f64) -> String {
    let (r, top) = (if phase == Phase::Parse { 3.5 } else { 4.7 }, y - 5.5);
    if phase == Phase::Part2 {
        format!("<path class=\"{phase}\" d=\"M{x:.1} {top:.1}l5.5 5.5l-5.5 5.5l-5.5 -5.5z\"/>\n")
    } else {
        format!("<circle class=\"{phase}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{r}\"/>\n")
    }
}

fn legend() -> String {
    let places = [("parse", 546.0), ("part 1", 600.0), ("part 2", 658.0)];
    let entry = |(phase, (name, x)): (Phase, (&str, f64))| {
        mark(phase, x, 30.0) + &text("dim", x + 9.0, 34.0, name)
    };
    Phase::ALL.into_iter().zip(places).map(entry).collect()
}

/// The lines behind the rows, and as many names above them as there is room for.
fn grid(scale: Scale, bottom: f64) -> String {
    let ticks = scale.ticks();
    let every = ticks.len().div_ceil(8);
    let tick = |(index, (ns, name)): (usize, &(f64, String))| {
        let x = place(scale, *ns);
        let top = TOP - 8.0;
        let line = format!(
            "<line class=\"grid\" x1=\"{x:.1}\" x2=\"{x:.1}\" y1=\"{top:.0}\" y2=\"{bottom:.0}\"/>\n"
        );
        if index % every == 0 {
            line + &text("dim mid", x, TOP - 14.0, name)
        } else {
            line
        }
    };
    ticks.iter().enumerate().map(tick).collect()
}
