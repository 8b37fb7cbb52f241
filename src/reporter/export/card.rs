//! The card of `bench --svg`.

use super::date_and_host;
use crate::bench::{BenchGroup, BenchReport};
use crate::render::{Svg, escape_xml};
use crate::reporter::bench_figures::{day_title, days_and_inputs, sum_text, tick_label};
use crate::reporter::scale::Scale;
use crate::terminal::cut_end;

/// `bench --svg`: a card for the top of a README, narrow enough for a phone. It has a bar for each
/// day or input, or for each year if there are several years. The colours follow the reader's light
/// or dark scheme, even if a page shows the card as an image. Empty if an interrupt came before the
/// first result.
pub fn bench_svg(report: &BenchReport) -> String {
    let mut bars = BenchGroup::totals(report);
    let Some((_, all)) = bars.pop() else {
        return String::new();
    };
    if bars.is_empty() {
        for day in BenchGroup::days(report) {
            let name = format!("{:02} {}", day.header.puzzle.day.get(), day_title(&day));
            bars.push((name, day));
        }
    }
    let scale = Scale::of(bars.iter().map(|(_, bar)| bar.sum.ns));
    let mut rows = String::new();
    let mut descriptions = Vec::new();
    let mut y = FIRST_ROW;
    for (name, bar) in &bars {
        rows += &bar_row(y, name, bar, scale);
        descriptions.push(format!("{name}: {}", sum_text(&bar.sum)));
        y += ROW_HEIGHT;
    }
    rows += &axis(y, scale);
    let kind = if scale.is_logarithmic() {
        ", logarithmic scale"
    } else {
        ""
    };
    let title = report.title();
    let inner = y + 52;
    let below = y + 38;
    let short_title = escape_xml(&cut_end(&title, TITLE_COLUMNS));
    let sum = escape_xml(&sum_text(&all.sum));
    let days = days_and_inputs(&all);
    let made = escape_xml(&cut_end(&date_and_host(report), FOOTER_COLUMNS));
    let body = format!(
        "<rect class=\"card\" x=\"1\" y=\"1\" width=\"478\" height=\"{inner}\" rx=\"12\"/>\n\
         <text class=\"h1\" x=\"22\" y=\"38\">{short_title}</text>\n\
         <text class=\"h1 sum\" x=\"458\" y=\"38\">{sum}</text>\n\
         <text class=\"dim\" x=\"22\" y=\"58\">{days}, 10th percentile{kind}</text>\n\
         {rows}<text class=\"dim\" x=\"22\" y=\"{below}\">{made}</text>\n"
    );
    Svg {
        width: 480,
        height: y + 54,
        title: &title,
        description: &descriptions.join("; "),
        font: "13.5px",
        style: CARD,
        dark: DARK_CARD,
        body: &body,
    }
    .document()
}

/// A row at height `y`: the name of a day or a year, its bar, and its time.
fn bar_row(y: i32, name: &str, bar: &BenchGroup, scale: Scale) -> String {
    let (length, class) = if bar.sum.ns > 0.0 {
        let length = scale.share(bar.sum.ns) * TRACK;
        (length.max(SHORTEST_BAR), "end")
    } else {
        (0.0, "end failed")
    };
    let short = escape_xml(&cut_end(name, NAME_COLUMNS));
    let end = escape_xml(&sum_text(&bar.sum));
    format!(
        "<g transform=\"translate(0 {y})\">\n<text x=\"22\" y=\"16\">{short}</text>\n\
         <rect class=\"track\" x=\"{TRACK_X}\" y=\"7.5\" width=\"{TRACK}\" height=\"8\" rx=\"4\"/>\n\
         <rect class=\"bar\" x=\"{TRACK_X}\" y=\"7.5\" width=\"{length:.1}\" height=\"8\" rx=\"4\"/>\n\
         <text class=\"{class}\" x=\"458\" y=\"16\">{end}</text>\n</g>\n"
    )
}

/// The largest number of ticks on the card's scale.
const MAX_TICKS: u8 = 4;

/// The ticks of the scale with their times. They reach from the first row down to `bottom`.
fn axis(bottom: i32, scale: Scale) -> String {
    let mut ticks = String::new();
    for ns in scale.ticks(MAX_TICKS) {
        let x = TRACK_X + scale.share(ns) * TRACK;
        let label = tick_label(ns);
        let label_y = bottom + 14;
        ticks += &format!(
            "<path class=\"tick\" d=\"M{x:.1} {FIRST_ROW}V{bottom}\"/>\n\
             <text class=\"dim axis\" x=\"{x:.1}\" y=\"{label_y}\">{label}</text>\n"
        );
    }
    ticks
}

const CARD: &str = "\
text { fill: #1f2328; }
.card { fill: #ffffff; stroke: #d1d9e0; } .dim { fill: #59636e; font-size: 11.5px; }
.h1 { font-size: 19px; font-weight: 650; } .end, .sum { text-anchor: end; } .sum { fill: #0b7a4b; }
.track { fill: #eff2f5; } .bar { fill: #0b7a4b; } .failed { fill: #b3261e; }
.tick { stroke: #59636e; stroke-opacity: 0.25; fill: none; } .axis { text-anchor: middle; }";
const DARK_CARD: &str = "\
text { fill: #e6edf3; } .card { fill: #0d1117; stroke: #30363d; } .dim { fill: #9198a1; }
.tick { stroke: #9198a1; }
.track { fill: #21262d; } .bar { fill: #2ea95f; } .sum { fill: #3fd07d; } .failed { fill: #ff8a80; }";

/// The y coordinate of the first row below a card's title, and the height of a row, in pixels.
const FIRST_ROW: i32 = 78;
const ROW_HEIGHT: i32 = 23;

/// Three lengths in pixels: the start of the bars, the longest bar, and the shortest visible bar.
const TRACK_X: f64 = 206.0;
const TRACK: f64 = 180.0;
const SHORTEST_BAR: f64 = 8.0;

/// The largest numbers of characters that fit into a card.
const NAME_COLUMNS: usize = 23;
const TITLE_COLUMNS: usize = 32;
const FOOTER_COLUMNS: usize = 72;
