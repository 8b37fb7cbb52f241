//! How the samples of a phase are spread: a small picture of their density.
//!
//! Between two neighbours of the 21 quantiles lies a twentieth of the samples.
//! That is the distribution's function at 21 places, and how much it grows
//! around a time is the density there. Below are the 10th percentiles of the
//! processes, which the interval comes from.

use std::fmt::Write;

use crate::bench::Measured;
use crate::text::{digits, time};

const WIDTH: f64 = 150.0;
const TOP: f64 = 3.0;
const BASE: f64 = 26.0;
const HEIGHT: f64 = 36.0;
/// The first and the last quantile that are shown: beyond the 5th and the 95th
/// percentile are single samples, for which the others would be drawn narrower.
const FIRST: usize = 1;
const LAST: usize = 19;
/// How many places the density is drawn at, and how many of them to each side it
/// is the mean of.
const PLACES: u32 = 75;
const AROUND: f64 = 3.0;
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
    let processes = &measured.process_p10_ns;
    let lowest = processes.iter().copied().fold(first, f64::min);
    let highest = processes.iter().copied().fold(last, f64::max);
    let narrowest = lowest.max(f64::MIN_POSITIVE) * LEAST;
    let missing = (narrowest - (highest - lowest)).max(0.0) / 2.0;
    let (low, high) = (lowest - missing, highest + missing);
    if !(low.is_finite() && high.is_finite()) {
        return String::new();
    }
    let place = |ns: f64| 2.0 + (WIDTH - 4.0) * ((ns - low) / (high - low)).clamp(0.0, 1.0);
    let figures = &measured.figures;
    let label = format!(
        "5th percentile {}, 10th percentile {}, median {}, 95th percentile {}",
        time(first),
        time(figures.p10_ns),
        time(figures.median_ns),
        time(last)
    );
    let mut picture = format!(
        "<svg class=\"density\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" \
         aria-label=\"{label}\"><title>{label}</title><path class=\"area\" d=\"{}\"/>",
        area(quantiles, low, high)
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

/// The density, as an area above the base.
fn area(quantiles: &[f64], low: f64, high: f64) -> String {
    let step = (high - low) / f64::from(PLACES);
    let densities: Vec<f64> = (0..=PLACES)
        .map(|place| {
            let ns = low + step * f64::from(place);
            share_below(quantiles, ns + AROUND * step) - share_below(quantiles, ns - AROUND * step)
        })
        .collect();
    let highest = densities.iter().copied().fold(f64::MIN_POSITIVE, f64::max);
    let mut path = format!("M2 {BASE}");
    for (place, density) in (0..=PLACES).zip(densities) {
        let x = 2.0 + (WIDTH - 4.0) * f64::from(place) / f64::from(PLACES);
        let y = BASE - (BASE - TOP) * density / highest;
        let _ = write!(path, "L{x:.1} {y:.1}");
    }
    let _ = write!(path, "L{:.1} {BASE}Z", WIDTH - 2.0);
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
