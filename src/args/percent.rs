//! Shares that are given in percent.

/// `5%` or `5` is 0.05. A number below 1 needs the sign: whoever writes `0.05`
/// may mean 5%.
pub fn parse(text: &str) -> Result<f64, String> {
    let number = text.strip_suffix('%');
    let has_sign = number.is_some();
    match number.unwrap_or(text).trim().parse::<f64>() {
        Ok(percent) if percent > 0.0 && percent < 1.0 && !has_sign => {
            let share = percent * 100.0;
            Err(format!("write {share}% or {percent}%, with the sign"))
        }
        Ok(percent) if percent.is_finite() && percent >= 0.0 => Ok(percent / 100.0),
        _ => Err("write a number of percent, such as 5%".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_percents() {
        for (text, share) in [
            ("5%", 0.05),
            ("2.5", 0.025),
            ("0", 0.0),
            ("0.5%", 0.005),
            ("150 %", 1.5),
        ] {
            assert!((parse(text).unwrap() - share).abs() < 1e-12, "{text}");
        }
        for bad in ["", "%", "x", "-5%", "-1", "inf", "nan%", "5%%"] {
            assert!(parse(bad).is_err(), "{bad}");
        }
        let says = "write 5% or 0.05%, with the sign";
        assert_eq!(parse("0.05").unwrap_err(), says);
    }
}
