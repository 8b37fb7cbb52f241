//! What several processes say of one figure.
//!
//! Samples of one process resemble each other more than they resemble those of
//! the next: code and data lie at other addresses there, and the machine is in
//! another mood. So a process counts as one observation, however many samples it
//! took, and intervals come from how the processes differ (the method of
//! independent replications: Law, "Simulation Modeling and Analysis", section
//! 9.5.2; Kalibera and Jones, "Rigorous Benchmarking in Reasonable Time", 2013).

use std::f64::consts::PI;

use super::quantile::{quantile, sorted};

/// The variance of a median of normal values is larger than that of their mean by
/// this factor, of many values; of five by 1.43, so that the interval is a little
/// too wide (Cramér, "Mathematical Methods of Statistics", 1946, section 28.5).
const MEDIAN_TO_MEAN: f64 = PI / 2.0;

/// What changes from one command to the next is not seen from within one, however
/// well its processes agree. `cargo bench --bench intervals` measures it: a spread
/// of a quarter to half a percent on a quiet machine, twice which is this share.
const UNSEEN: f64 = 0.01;

/// Median and standard deviation of a figure over processes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Estimate {
    /// The median: a disturbed process does not move it.
    pub(super) middle: f64,
    deviation: f64,
    processes: usize,
}

impl Estimate {
    /// `None` if there are no values.
    pub(super) fn of(values: &[f64]) -> Option<Self> {
        let processes = values.len();
        if processes == 0 {
            return None;
        }
        let mean = values.iter().sum::<f64>() / float(processes);
        let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
        let deviation = match processes {
            1 => 0.0,
            _ => (squares / float(processes - 1)).sqrt(),
        };
        Some(Self {
            middle: quantile(&sorted(values.to_vec()), 0.5),
            deviation,
            processes,
        })
    }

    /// The 95% interval of the median. `None` of fewer than three processes:
    /// that of two reaches nine standard deviations and says nothing.
    pub(super) fn interval(&self) -> Option<[f64; 2]> {
        self.reach().map(|reach| self.around(reach))
    }

    /// Where the median of as many processes lies in 95 of 100 further
    /// measurements: an interval that is wider than the median's own by the
    /// square root of two. `None` as above.
    pub(super) fn prediction(&self) -> Option<[f64; 2]> {
        let reach = self.reach()? * f64::sqrt(2.0);
        Some(self.around(reach.max(UNSEEN * self.middle)))
    }

    /// Student's t, with the variance of a median in place of that of a mean.
    fn reach(&self) -> Option<f64> {
        let freedom = self
            .processes
            .checked_sub(1)
            .filter(|&freedom| freedom > 1)?;
        let variance = MEDIAN_TO_MEAN * self.deviation.powi(2) / float(self.processes);
        Some(student(freedom) * variance.sqrt())
    }

    const fn around(&self, reach: f64) -> [f64; 2] {
        [self.middle - reach, self.middle + reach]
    }
}

/// The 97.5% quantile of Student's t with so many degrees of freedom, of which
/// there is at least one: from the usual table, and from 10 on the expansion of
/// Abramowitz and Stegun, 26.7.5, which is within 0.001 there.
fn student(freedom: usize) -> f64 {
    const TABLE: [f64; 9] = [
        12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262,
    ];
    if let Some(quantile) = TABLE.get(freedom - 1) {
        return *quantile;
    }
    let normal = 1.959_964_f64;
    let freedom = float(freedom);
    normal
        + (normal.powi(3) + normal) / (4.0 * freedom)
        + (5.0 * normal.powi(5) + 16.0 * normal.powi(3) + 3.0 * normal) / (96.0 * freedom.powi(2))
        + (3.0 * normal.powi(7) + 19.0 * normal.powi(5) + 17.0 * normal.powi(3) - 15.0 * normal)
            / (384.0 * freedom.powi(3))
}

#[expect(clippy::cast_precision_loss, reason = "a few processes")]
const fn float(count: usize) -> f64 {
    count as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_processes_say_too_little_for_an_interval() {
        assert_eq!(Estimate::of(&[]), None);
        for few in [&[10.0][..], &[10.0, 12.0]] {
            let estimate = Estimate::of(few).unwrap();
            assert_eq!((estimate.interval(), estimate.prediction()), (None, None));
        }
        let three = Estimate::of(&[9.0, 10.0, 11.0]).unwrap();
        let [low, high] = three.interval().unwrap();
        // 4.303 for two degrees of freedom, over the root of three.
        let expected = 2.0 * 4.303 * (PI / 2.0 / 3.0).sqrt();
        assert!((high - low - expected).abs() < 1e-9);
    }

    #[test]
    fn a_disturbed_process_does_not_move_the_figure() {
        let estimate = Estimate::of(&[10.1, 9.9, 20.0, 10.0, 10.0]).unwrap();
        assert!((estimate.middle - 10.0).abs() < 1e-9);
        // But the interval says that the processes disagree.
        let [low, high] = estimate.prediction().unwrap();
        assert!(low < 1.0 && high > 19.0, "{low} to {high}");
    }

    #[test]
    fn processes_that_agree_are_not_the_whole_truth() {
        let estimate = Estimate::of(&[100.0; 5]).unwrap();
        assert_eq!(estimate.interval(), Some([100.0, 100.0]));
        assert_eq!(estimate.prediction(), Some([99.0, 101.0]));
    }

    #[test]
    fn quantiles_of_student_are_the_tables() {
        for (freedom, quantile) in [
            (1, 12.706),
            (4, 2.776),
            (10, 2.228),
            (30, 2.042),
            (120, 1.980),
        ] {
            assert!((student(freedom) - quantile).abs() < 0.001, "{freedom}");
        }
    }
}
