//! Shares that are given in percent.

/// `5%` or `5` is 0.05.
pub fn parse(text: &str) -> Result<f64, String> {
    let number = text.strip_suffix('%').unwrap_or(text).trim();
    match number.parse::<f64>() {
        Ok(percent) if percent.is_finite() && percent >= 0.0 => Ok(percent / 100.0),
        _ => Err("write a number of percent, such as 5%".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_percents() {
        for (text, share) in [("5%", 0.05), ("2.5", 0.025), ("0", 0.0), ("150 %", 1.5)] {
            assert!((parse(text).unwrap() - share).abs() < 1e-12, "{text}");
        }
        for bad in ["", "%", "x", "-5%", "inf", "nan%", "5%%"] {
            assert!(parse(bad).is_err(), "{bad}");
        }
    }
}
