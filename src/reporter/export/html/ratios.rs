//! Ratios and their intervals, drawn around the line at which both take the same
//! time.

use std::fmt::Write;

use crate::bench::{RatioTo, Verdict};

/// The ends of an axis of ratios, as logarithms: 1 is always on it.
#[derive(Clone, Copy)]
pub(super) struct RatioAxis {
    low: f64,
    high: f64,
}

/// The least share of the axis between two names, so that they do not overlap.
const FAR: f64 = 0.3;

impl RatioAxis {
    /// One that has room for all of them, with easy factors at its ends.
    pub(super) fn of<'a>(all: impl Iterator<Item = &'a RatioTo>) -> Self {
        let ends = all.flat_map(|to| {
            let [low, high] = interval(to);
            [low, high, to.ratio]
        });
        let logarithms: Vec<f64> = ends.map(f64::ln).filter(|end| end.is_finite()).collect();
        let low = logarithms.iter().copied().fold(0.0, f64::min);
        let high = logarithms.iter().copied().fold(0.0, f64::max);
        let (low, high) = (-easy(-low), easy(high));
        if high > low {
            Self { low, high }
        } else {
            let reach = 1.1_f64.ln();
            Self {
                low: -reach,
                high: reach,
            }
        }
    }

    /// Where a ratio is, in percent.
    fn place(self, ratio: f64) -> f64 {
        let share = (ratio.ln() - self.low) / (self.high - self.low);
        share.clamp(0.0, 1.0) * 100.0
    }

    /// What its ends and the line stand for, and the lines, which the table `id`
    /// has once.
    pub(super) fn axis(self, id: &str) -> String {
        let one = self.place(1.0);
        let mut axis = format!(
            "<span class=\"unseen\">Chart</span><svg class=\"axis\" aria-hidden=\"true\">\
             <defs><g id=\"{id}-grid\" class=\"grid\">\
             <line x1=\"0\" x2=\"0\" y1=\"-6\" y2=\"26\"/>\
             <line x1=\"100%\" x2=\"100%\" y1=\"-6\" y2=\"26\"/>\
             <line class=\"one\" x1=\"{one:.2}%\" x2=\"{one:.2}%\" y1=\"-6\" y2=\"26\"/></g></defs>"
        );
        for (x, class, name) in self.names() {
            let _ = write!(
                axis,
                "<text class=\"{class}\" x=\"{x:.2}%\" y=\"12\">{name}</text>"
            );
        }
        axis + "</svg>"
    }

    /// Where a name is, how it lies there, and the name. The ends have one if the
    /// middle is far enough.
    fn names(self) -> impl Iterator<Item = (f64, &'static str, String)> {
        let Self { low, high } = self;
        let far = |reach: f64| reach >= FAR * (high - low);
        let middle = match (low < 0.0, high > 0.0) {
            (false, _) => "left",
            (true, false) => "right",
            (true, true) => "",
        };
        let faster = far(-low).then(|| (0.0, "left", format!("{} faster", factor(-low))));
        let slower = far(high).then(|| (100.0, "right", format!("{} slower", factor(high))));
        let same = (self.place(1.0), middle, "same".to_owned());
        faster.into_iter().chain([same]).chain(slower)
    }

    /// The ratio as a mark on its interval.
    pub(super) fn mark(self, page: &mut String, id: &str, to: &RatioTo) {
        let [low, high] = interval(to).map(|end| self.place(end));
        let _ = write!(
            page,
            "<svg class=\"chart\" aria-hidden=\"true\"><use href=\"#{id}-grid\"/>\
             <line class=\"ci\" x1=\"{low:.2}%\" x2=\"{high:.2}%\" y1=\"10\" y2=\"10\"/>\
             <circle class=\"ratio-mark\" cx=\"{:.2}%\" cy=\"10\" r=\"5\"/></svg>",
            self.place(to.ratio)
        );
    }
}

fn interval(to: &RatioTo) -> [f64; 2] {
    to.ci95.unwrap_or([to.ratio; 2])
}

pub(super) const fn verdict_class(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Faster => "faster",
        Verdict::Slower => "slower",
        Verdict::Same => "same",
    }
}

/// The next logarithm of a factor that is easy to read.
fn easy(logarithm: f64) -> f64 {
    let factors = [
        1.0, 1.02, 1.05, 1.1, 1.2, 1.5, 2.0, 3.0, 5.0, 10.0, 30.0, 100.0, 1e3, 1e4, 1e5, 1e6,
    ];
    let mut logarithms = factors.into_iter().map(f64::ln);
    logarithms
        .find(|factor| logarithm <= *factor)
        .unwrap_or(logarithm)
}

/// `1.05x`, `30x`
fn factor(logarithm: f64) -> String {
    format!("{}x", (logarithm.exp() * 100.0).round() / 100.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn axis(ratios: &[f64]) -> (RatioAxis, String) {
        let all: Vec<RatioTo> = ratios
            .iter()
            .map(|&ratio| RatioTo {
                of: "own".into(),
                ratio,
                ci95: None,
                pairs: 0,
                verdict: Verdict::Same,
            })
            .collect();
        let axis = RatioAxis::of(all.iter());
        let html = scraper::Html::parse_fragment(&axis.axis("t"));
        let texts = scraper::Selector::parse("text").unwrap();
        let names: Vec<String> = html.select(&texts).map(|it| it.inner_html()).collect();
        (axis, names.join(", "))
    }

    #[test]
    fn names_of_an_axis_do_not_overlap() {
        for (ratios, names) in [
            (&[0.12, 3.4][..], "10x faster, same, 5x slower"),
            (&[0.7, 930.0], "same, 1000x slower"),
            (&[2.5, 12.0], "same, 30x slower"),
            (&[0.3], "5x faster, same"),
            (&[1.0], "1.1x faster, same, 1.1x slower"),
            (&[], "1.1x faster, same, 1.1x slower"),
            (&[f64::NAN, 0.0], "1.1x faster, same, 1.1x slower"),
        ] {
            assert_eq!(axis(ratios).1, names);
        }
    }

    #[test]
    fn a_ratio_lies_between_the_ends() {
        let (axis, _) = axis(&[0.5, 2.0]);
        for (ratio, place) in [(0.5, 0.0), (1.0, 50.0), (2.0, 100.0), (9.0, 100.0)] {
            assert!((axis.place(ratio) - place).abs() < 1e-9, "{ratio}");
        }
    }
}
