//! How many of something, as in `--generated 300`.

/// So many inputs take an hour to rank.
const MOST: u32 = 1_000_000;

/// A number of at least 1.
pub fn parse(text: &str) -> Result<u32, String> {
    let number = text.parse().ok().filter(|count| (1..=MOST).contains(count));
    number.ok_or_else(|| format!("write a number from 1 to {MOST}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_have_an_end() {
        assert_eq!((parse("1"), parse("1000000")), (Ok(1), Ok(1_000_000)));
        for bad in ["0", "-1", "1000001", "99999999999", "x", "", "1.5"] {
            assert!(parse(bad).is_err(), "{bad}");
        }
    }
}
