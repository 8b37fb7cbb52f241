//! Formats figures with three significant digits and a unit, for the runner and for a year's
//! program that is started by hand.

/// A time in nanoseconds, in a unit of up to a second.
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "only three digits are shown")]
pub fn time(ns: u64) -> String {
    if ns < 1000 {
        return format!("{ns} ns");
    }
    scaled(ns as f64, 1000.0, TIMES)
}

/// The units of times below a minute.
pub const TIMES: &[&str] = &[" ns", " µs", " ms", " s"];

/// Formats a value in the first unit in which it is rounded to less than `step`. Each unit is `step`
/// times as large as the previous one.
#[must_use]
pub fn scaled(mut value: f64, step: f64, units: &[&str]) -> String {
    let mut unit = 0;
    while value >= step - 0.5 && unit + 1 < units.len() {
        value /= step;
        unit += 1;
    }
    digits(value) + units[unit]
}

/// A number of at least 1 with three significant digits: two decimals below 10, and one below 100.
#[must_use]
pub fn digits(value: f64) -> String {
    let places = usize::from(value < 9.995) + usize::from(value < 99.95);
    format!("{value:.places$}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_three_digits() {
        for (ns, expected) in [
            (0, "0 ns"),
            (999, "999 ns"),
            (1000, "1.00 µs"),
            (9_994, "9.99 µs"),
            (12_345, "12.3 µs"),
            (999_499, "999 µs"),
            (999_500, "1.00 ms"),
            (3_120_000, "3.12 ms"),
            (75_000_000_000, "75.0 s"),
        ] {
            assert_eq!(time(ns), expected);
        }
    }
}
