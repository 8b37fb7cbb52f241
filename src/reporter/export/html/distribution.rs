//! How the samples of a phase are spread: a small picture of their density.
//!
//! Between two neighbours of the 21 quantiles lies a twentieth of the samples,
//! so the density there is a twentieth by their distance. Below are the 10th
//! percentiles of the processes, which the interval comes from.

use std::fmt::Write;

use crate::bench::Measured;
use crate::text::{digits, time};

const WIDTH: f64 = 150.0;
const TOP: f64 = 3.0;
const BASE: f64 = 26.0;
const HEIGHT: f64 = 36.0;
/// The last quantile that is shown: beyond the 95th percentile are the moments
/// in which the machine did something else.
const LAST: usize = 19;
/// The least of the time that the picture is wide, so that what hardly varies
/// does not look as if it did.
const LEAST: f64 = 0.03;

/// The picture, and below it the times at both of its ends. Empty if there are
/// no quantiles.
pub(super) fn distribution(measured: &Measured) -> String {
    let quantiles = &measured.quantiles_ns;
    let (Some(&first), Some(&last)) = (quantiles.first(), quantiles.get(LAST)) else {
        return String::new();
    };
    let processes = &measured.process_p10_ns;
    let lowest = processes.iter().copied().fold(first, f64::min);
    let highest = processes.iter().copied().fold(last, f64::max);
    let least = lowest.max(f64::MIN_POSITIVE) * LEAST;
    let missing = (least - (highest - lowest)).max(0.0) / 2.0;
    let (low, high) = (lowest - missing, highest + missing);
    if !(low.is_finite() && high.is_finite()) {
        return String::new();
    }
    let place = |ns: f64| 2.0 + (WIDTH - 4.0) * ((ns - low) / (high - low)).clamp(0.0, 1.0);
    let shown = &quantiles[..=LAST];
    let figures = &measured.figures;
    let label = format!(
        "minimum {}, 10th percentile {}, median {}, 95th percentile {}",
        time(first),
        time(figures.p10_ns),
        time(figures.median_ns),
        time(last)
    );
    let mut picture = format!(
        "<svg class=\"density\" width=\"{WIDTH}\" height=\"{HEIGHT}\" role=\"img\" \
         aria-label=\"{label}\"><title>{label}</title><path class=\"area\" d=\"{}\"/>",
        area(shown, &place)
    );
    for (class, ns) in [("median", figures.median_ns), ("p10", figures.p10_ns)] {
        let x = place(ns);
        let _ = write!(
            picture,
            "<line class=\"{class}\" x1=\"{x:.1}\" x2=\"{x:.1}\" y1=\"{TOP}\" y2=\"{BASE}\"/>"
        );
    }
    for &ns in processes {
        let x = place(ns);
        let _ = write!(
            picture,
            "<circle class=\"process\" cx=\"{x:.1}\" cy=\"31\" r=\"2\"/>"
        );
    }
    let further = if low > 0.0 {
        (high / low - 1.0) * 100.0
    } else {
        0.0
    };
    let _ = write!(
        picture,
        "</svg><span class=\"ends\" aria-hidden=\"true\"><span>{}</span><span>+{}%</span></span>",
        time(low),
        digits(further)
    );
    picture
}

/// The density as steps.
fn area(quantiles: &[f64], place: &impl Fn(f64) -> f64) -> String {
    let steps: Vec<(f64, f64, f64)> = quantiles
        .windows(2)
        .map(|pair| {
            let (from, to) = (place(pair[0]), place(pair[1]));
            // What is narrower than half a pixel is drawn as wide as that.
            (from, to.max(from + 0.5), 1.0 / (to - from).max(0.5))
        })
        .collect();
    let highest = steps
        .iter()
        .map(|step| step.2)
        .fold(f64::MIN_POSITIVE, f64::max);
    let mut path = format!("M{:.1} {BASE}", steps.first().map_or(0.0, |step| step.0));
    for (from, to, density) in &steps {
        // The root keeps the low ones in sight.
        let y = BASE - (BASE - TOP) * (density / highest).sqrt();
        let _ = write!(path, "L{from:.1} {y:.1}L{to:.1} {y:.1}");
    }
    let _ = write!(
        path,
        "L{:.1} {BASE}Z",
        steps.last().map_or(0.0, |step| step.1)
    );
    path
}
