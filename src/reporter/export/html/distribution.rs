//! How the samples of a phase are spread: a small picture of their density.
//!
//! Between two neighbours of the 21 quantiles lies a twentieth of the samples.
//! That is the distribution's function at 21 places, and how much it grows
//! around a time is the density there. Below are the 10th percentiles of the
//! processes, which the interval comes from.
//!
//! The picture is stretched to the width of its column, so there are no circles
//! in it.

use std::fmt::Write;

use crate::bench::Measured;
use crate::terminal::{digits, time};

/// The width in the picture's own units.
const WIDTH: f64 = 1000.0;
const TOP: f64 = 2.0;
const BASE: f64 = 27.0;
/// The first and the last quantile that are shown: beyond the 5th and the 95th
/// percentile are single samples, for which the others would be drawn narrower.
const FIRST: usize = 1;
const LAST: usize = 19;
/// How many places the density is drawn at, and how wide the steps are that it is
/// the mean of, twice: between two quantiles it would have corners.
const PLACES: u32 = 80;
const AROUND: f64 = 2.5;
/// How much of the width is left free at both sides.
const FREE: f64 = 0.06;
/// The least of the time that the picture is wide, so that what hardly varies
/// does not look as if it did.
const LEAST: f64 = 0.03;

/// The picture, and below it the times at both of its ends. Empty if there are
/// no quantiles.
pub(super) fn distribution(measured: &Measured) -> String {
    let quantiles = &measured.quantiles_ns;
    let (Some(&first), Some(&last)) = (quantiles.get(FIRST), quantiles.get(LAST)) else {
        return String::new();
    };
    let figures = &measured.figures;
    let processes = &measured.process_p10_ns;
    let shown = [first, last, figures.p10_ns, figures.median_ns];
    let shown = || processes.iter().copied().chain(shown);
    let lowest = shown().fold(first, f64::min);
    let highest = shown().fold(last, f64::max);
    let narrowest = lowest.max(f64::MIN_POSITIVE) * LEAST;
    let missing = (narrowest - (highest - lowest)).max(0.0) / 2.0;
    let missing = missing + (highest - lowest) * FREE;
    let (low, high) = (lowest - missing, highest + missing);
    if !(low.is_finite() && high.is_finite()) {
        return String::new();
    }
    let place = |ns: f64| WIDTH * ((ns - low) / (high - low)).clamp(0.0, 1.0);
    let label = format!(
        "5th percentile {}, 10th percentile {}, median {}, 95th percentile {}",
        time(first),
        time(figures.p10_ns),
        time(figures.median_ns),
        time(last)
    );
    let mut picture = format!(
        "<svg class=\"density\" viewBox=\"0 0 {WIDTH} 36\" preserveAspectRatio=\"none\" \
         role=\"img\"><title>{label}</title><path class=\"area\" d=\"{}\"/>",
        area(quantiles, low, high)
    );
    for (class, ns) in [("median", figures.median_ns), ("p10", figures.p10_ns)] {
        let _ = write!(
            picture,
            "<path class=\"{class}\" d=\"M{:.0} {TOP}V{BASE}\"/>",
            place(ns)
        );
    }
    picture.push_str("<path class=\"process\" d=\"");
    for &ns in processes {
        let _ = write!(picture, "M{:.0} 30v6", place(ns));
    }
    let further = if low > 0.0 {
        (high / low - 1.0) * 100.0
    } else {
        0.0
    };
    let _ = write!(
        picture,
        "\"/></svg><span class=\"ends\" aria-hidden=\"true\"><i>{}</i><i>+{}%</i></span>",
        time(low),
        digits(further)
    );
    picture
}

/// The density, as an area above the base. Where it is level, the places between
/// its ends are left out.
fn area(quantiles: &[f64], low: f64, high: f64) -> String {
    let step = (high - low) / f64::from(PLACES);
    let around = |ns: f64| {
        share_below(quantiles, ns + AROUND * step) - share_below(quantiles, ns - AROUND * step)
    };
    let densities: Vec<f64> = (0..=PLACES)
        .map(|place| {
            let ns = low + step * f64::from(place);
            [-2.0, -1.0, 0.0, 1.0, 2.0]
                .map(|by| around(ns + by * step))
                .iter()
                .sum()
        })
        .collect();
    let highest = densities.iter().copied().fold(f64::MIN_POSITIVE, f64::max);
    let heights: Vec<String> = densities
        .iter()
        .map(|density| format!("{:.1}", BASE - (BASE - TOP) * density / highest))
        .collect();
    let mut path = format!("M0 {BASE}");
    let mut before = None;
    let mut heights = (0..=PLACES).zip(heights).peekable();
    while let Some((place, height)) = heights.next() {
        let same = |other: Option<&String>| other == Some(&height);
        if !(same(before.as_ref()) && same(heights.peek().map(|(_, next)| next))) {
            let x = WIDTH * f64::from(place) / f64::from(PLACES);
            let _ = write!(path, "L{x:.0} {}", height.trim_end_matches(".0"));
        }
        before = Some(height);
    }
    let _ = write!(path, "L{WIDTH} {BASE}Z");
    path
}

/// How many quantiles are below a time: between two of them it grows evenly.
fn share_below(quantiles: &[f64], ns: f64) -> f64 {
    let steps = quantiles.windows(2).map(|pair| {
        if ns >= pair[1] {
            1.0
        } else if ns <= pair[0] {
            0.0
        } else {
            (ns - pair[0]) / (pair[1] - pair[0])
        }
    });
    steps.sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_grow_evenly_between_quantiles() {
        let quantiles = [10.0, 20.0, 20.0, 40.0];
        for (ns, share) in [
            (5.0, 0.0),
            (15.0, 0.5),
            (20.0, 2.0),
            (30.0, 2.5),
            (50.0, 3.0),
        ] {
            assert!((share_below(&quantiles, ns) - share).abs() < 1e-9, "{ns}");
        }
    }

    #[test]
    fn samples_that_are_all_equal_are_drawn() {
        for ns in [0.0, 5.0] {
            let picture = distribution(&Measured {
                process_p10_ns: vec![ns; 5],
                quantiles_ns: vec![ns; 21],
                ..Measured::default()
            });
            assert!(
                !picture.contains("NaN") && !picture.contains("inf"),
                "{picture}"
            );
        }
        assert_eq!(distribution(&Measured::default()), "");
    }
}
