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
    let reach = Reach::of(&all);
    let _ = write!(
        page,
        "<section aria-labelledby=\"{id}-title\">\n<h2 id=\"{id}-title\">{title}</h2>\n"
    );
    let about = if id == "changes" {
        "How many times longer each phase takes now, with the 95% interval."
    } else {
        "How many times longer each alternative takes than the day's own way, with the 95% interval."
    };
    let headings = [
        Heading::of("Phase", "phase"),
        Heading {
            more: reach.axis(),
            ..Heading::of("Ratio", "what ratio")
        },
    ];
    begin(page, id, &headings);
    for compared in &all {
        row(page, compared, reach);
    }
    end(page, id, about);
    page.push_str("</section>\n");
}

/// The ends of an axis of ratios, as logarithms: 1 is always on it.
#[derive(Clone, Copy)]
struct Reach {
    low: f64,
    high: f64,
}

impl Reach {
    fn of(all: &[Compared<'_>]) -> Self {
        let ends = all.iter().flat_map(|compared| {
            let [low, high] = compared.to.ci95.unwrap_or([compared.to.ratio; 2]);
            [low, high, compared.to.ratio]
        });
        let logarithms: Vec<f64> = ends.map(f64::ln).filter(|end| end.is_finite()).collect();
        let low = logarithms.iter().copied().fold(0.0, f64::min);
        let high = logarithms.iter().copied().fold(0.0, f64::max);
        let (low, high) = (-round_up(-low), round_up(high));
        if high > low {
            Self { low, high }
        } else {
            Self {
                low: -0.1,
                high: 0.1,
            }
        }
    }

    /// Where a ratio is, in percent.
    fn place(self, ratio: f64) -> f64 {
        let share = (ratio.ln() - self.low) / (self.high - self.low);
        share.clamp(0.0, 1.0) * 100.0
    }

    /// What its ends stand for; on a narrow screen only in which direction.
    fn axis(self) -> String {
        let mut axis =
            "<svg class=\"chart axis\" width=\"100%\" height=\"16\" aria-hidden=\"true\">"
                .to_owned();
        for (side, x, end, word) in [
            ("left", "0", -self.low, "faster"),
            ("right", "100%", self.high, "slower"),
        ] {
            let (long, short) = if end > 0.0 {
                (format!("{} {word}", ratio(end.exp())), word)
            } else {
                ("the same".to_owned(), "same")
            };
            let _ = write!(
                axis,
                "<text class=\"{side} more\" x=\"{x}\" y=\"12\">{long}</text>\
                 <text class=\"{side} short\" x=\"{x}\" y=\"12\">{short}</text>"
            );
        }
        axis + "</svg>"
    }
}

/// The next logarithm of a factor that is easy to read.
fn round_up(logarithm: f64) -> f64 {
    let factors = [
        1.0, 1.02, 1.05, 1.1, 1.2, 1.5, 2.0, 3.0, 5.0, 10.0, 30.0, 100.0, 1e3, 1e4, 1e5, 1e6,
    ];
    let mut logarithms = factors.into_iter().map(f64::ln);
    logarithms
        .find(|factor| logarithm <= *factor)
        .unwrap_or(logarithm)
}

fn row(page: &mut String, compared: &Compared<'_>, reach: Reach) {
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
    let [low, high] = to.ci95.unwrap_or([to.ratio; 2]).map(|end| reach.place(end));
    let one = reach.place(1.0);
    let _ = writeln!(
        page,
        "<tr><th scope=\"row\" class=\"phase\" data-value=\"{order}\">{}</th>\
         <td class=\"what ratio {class}\" data-value=\"{}\"><div><span><b>{text}</b> \
         <small>{interval}</small>{more}</span><svg class=\"chart\" width=\"100%\" height=\"20\" \
         aria-hidden=\"true\"><line class=\"one\" x1=\"{one:.2}%\" x2=\"{one:.2}%\" y1=\"0\" y2=\"20\"/>\
         <line class=\"ci\" x1=\"{low:.2}%\" x2=\"{high:.2}%\" y1=\"10\" y2=\"10\"/>\
         <circle class=\"ratio-mark\" cx=\"{:.2}%\" cy=\"10\" r=\"4.5\"/></svg></div></td></tr>",
        xml(name),
        to.ratio,
        reach.place(to.ratio)
    );
}
