//! What became faster or slower: a row for each ratio, its interval drawn around
//! the line at which both take the same time.

use std::fmt::Write;

use super::super::super::bench_row::ratio_words;
use super::super::super::bench_total::full_name;
use super::super::escape::xml;
use super::table::{Heading, begin, end};
use crate::bench::{BenchReport, RatioTo, Verdict};
use crate::text::ratio;

/// A phase and how it compares.
struct Compared<'a> {
    name: String,
    order: usize,
    to: &'a RatioTo,
    regressed: bool,
}

pub(super) fn write(page: &mut String, report: &BenchReport) {
    let mut changes = Vec::new();
    let mut alternatives = Vec::new();
    for puzzle in report.sorted() {
        for result in &puzzle.results {
            let compared = |to, regressed| Compared {
                name: full_name(&puzzle.header, result),
                order: 0,
                to,
                regressed,
            };
            changes.extend(
                result
                    .change
                    .as_ref()
                    .map(|to| compared(to, result.regressed)),
            );
            let own = result.ratio.as_ref().filter(|to| to.of == "own");
            alternatives.extend(own.map(|to| compared(to, false)));
        }
    }
    if let Some(change) = changes.first() {
        let title = format!("Against {}", xml(&change.to.of));
        section(page, "changes", &title, changes);
    }
    if !alternatives.is_empty() {
        section(page, "alternatives", "Alternatives", alternatives);
    }
}

fn section(page: &mut String, id: &str, title: &str, mut all: Vec<Compared<'_>>) {
    for (order, compared) in all.iter_mut().enumerate() {
        compared.order = order;
    }
    // What there is to look at comes first, the worst before all.
    all.sort_by(|a, b| {
        let key = |it: &Compared<'_>| {
            (
                it.to.verdict == Verdict::Same,
                it.to.verdict == Verdict::Faster,
            )
        };
        let far = |it: &Compared<'_>| it.to.ratio.ln().abs();
        key(a).cmp(&key(b)).then(far(b).total_cmp(&far(a)))
    });
    let reach = reach(&all);
    let _ = write!(
        page,
        "<section aria-labelledby=\"{id}-title\">\n<h2 id=\"{id}-title\">{title}</h2>\n"
    );
    let caption = if id == "changes" {
        "How many times longer each phase takes now, with the 95% interval."
    } else {
        "How many times longer each alternative takes than the day's own way, with the 95% interval."
    };
    let headings = [
        Heading::of("Phase", "phase"),
        Heading {
            more: axis(reach),
            ..Heading::of("Ratio", "what ratio")
        },
    ];
    begin(page, id, caption, &headings);
    for compared in &all {
        row(page, compared, reach);
    }
    end(page);
    page.push_str("</section>\n");
}

/// How far the axis reaches from 1, as a logarithm: the same to both sides.
fn reach(all: &[Compared<'_>]) -> f64 {
    let ends = all.iter().flat_map(|compared| {
        let [low, high] = compared.to.ci95.unwrap_or([compared.to.ratio; 2]);
        [low, high, compared.to.ratio]
    });
    let logarithms = ends.map(|end| end.ln().abs()).filter(|end| end.is_finite());
    let farthest = logarithms.fold(0.0, f64::max).min(1e6_f64.ln());
    let names = [
        1.02, 1.05, 1.1, 1.2, 1.5, 2.0, 3.0, 5.0, 10.0, 30.0, 100.0, 1e3, 1e4, 1e5, 1e6,
    ];
    let name = names
        .into_iter()
        .map(f64::ln)
        .find(|name| farthest <= *name);
    name.unwrap_or(farthest)
}

fn axis(reach: f64) -> String {
    let end = ratio(reach.exp());
    format!(
        "<svg class=\"chart axis\" width=\"100%\" height=\"16\" aria-hidden=\"true\">\
         <text class=\"left\" x=\"0\" y=\"12\">{end} faster</text>\
         <text class=\"right\" x=\"100%\" y=\"12\">{end} slower</text></svg>"
    )
}

fn row(page: &mut String, compared: &Compared<'_>, reach: f64) {
    let Compared {
        name,
        order,
        to,
        regressed,
    } = compared;
    let (text, interval) = ratio_words(to);
    let class = match to.verdict {
        Verdict::Faster => "faster",
        Verdict::Slower => "slower",
        Verdict::Same => "same",
    };
    let more = if *regressed {
        " <small class=\"failed\">too much</small>"
    } else {
        ""
    };
    let place = |ratio: f64| {
        let share = 0.5 + 0.5 * (ratio.ln() / reach).clamp(-1.0, 1.0);
        share * 100.0
    };
    let [low, high] = to.ci95.unwrap_or([to.ratio; 2]).map(place);
    let _ = writeln!(
        page,
        "<tr><th scope=\"row\" class=\"phase\" data-value=\"{order}\">{}</th>\
         <td class=\"what ratio {class}\" data-value=\"{}\"><div><span><b>{text}</b> \
         <small>{interval}</small>{more}</span><svg class=\"chart\" width=\"100%\" height=\"20\" \
         aria-hidden=\"true\"><line class=\"one\" x1=\"50%\" x2=\"50%\" y1=\"0\" y2=\"20\"/>\
         <line class=\"ci\" x1=\"{low:.2}%\" x2=\"{high:.2}%\" y1=\"10\" y2=\"10\"/>\
         <circle class=\"ratio-mark\" cx=\"{:.2}%\" cy=\"10\" r=\"4.5\"/></svg></div></td></tr>",
        xml(name),
        to.ratio,
        place(to.ratio)
    );
}
