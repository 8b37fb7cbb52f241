//! Whole numbers of any length, to be compared.

use std::cmp::Ordering;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Number<'a> {
    is_negative: bool,
    /// Without zeros in front; empty for 0.
    digits: &'a str,
}

impl<'a> Number<'a> {
    /// `None` if the text is not a whole number.
    pub fn parse(text: &'a str) -> Option<Self> {
        let (is_negative, digits) = match text.strip_prefix('-') {
            Some(digits) => (true, digits),
            None => (false, text),
        };
        if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let digits = digits.trim_start_matches('0');
        Some(Self {
            is_negative: is_negative && !digits.is_empty(),
            digits,
        })
    }

    /// Of two numbers without a sign, the one with more digits is the larger.
    const fn magnitude(&self) -> (usize, &'a str) {
        (self.digits.len(), self.digits)
    }
}

impl Ord for Number<'_> {
    fn cmp(&self, other: &Self) -> Ordering {
        let (ours, theirs) = (self.magnitude(), other.magnitude());
        match (self.is_negative, other.is_negative) {
            (false, false) => ours.cmp(&theirs),
            (true, true) => theirs.cmp(&ours),
            (false, true) => Ordering::Greater,
            (true, false) => Ordering::Less,
        }
    }
}

impl PartialOrd for Number<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn only_whole_numbers_are_numbers() {
        for text in ["", "-", "+1", "1.0", "1e3", "0x1", " 1", "--1", "ABC", "١"] {
            assert_eq!(Number::parse(text), None, "{text}");
        }
        assert_eq!(Number::parse("-0"), Number::parse("000"));
        let huge = "9".repeat(100);
        assert!(Number::parse(&huge) > Number::parse("9999"));
    }

    proptest! {
        #[test]
        fn order_is_that_of_numbers(a: i64, b: i64, zeros in 0_usize..3) {
            let padded = |number: i64| {
                let sign = if number < 0 { "-" } else { "" };
                format!("{sign}{}{}", "0".repeat(zeros), number.unsigned_abs())
            };
            let (text_a, text_b) = (padded(a), b.to_string());
            let (number_a, number_b) = (Number::parse(&text_a), Number::parse(&text_b));
            prop_assert_eq!(number_a.unwrap().cmp(&number_b.unwrap()), a.cmp(&b));
        }
    }
}
