//! Sizes in bytes, as in `--memory 2GiB`.

/// The bytes that `text` says: a number, and a unit of powers of 1000 (`kB`,
/// `MB`, `GB`) or 1024 (`KiB`, `MiB`, `GiB`, or just `K`, `M`, `G`).
pub fn parse(text: &str) -> Result<u64, String> {
    let wrong = || "not a size; write one such as 2GiB, 500MB or 1048576".to_owned();
    let end = text
        .find(|c: char| !c.is_ascii_digit() && c != '.')
        .unwrap_or(text.len());
    let (number, unit) = text.split_at(end);
    let number: f64 = number.parse().map_err(|_| wrong())?;
    let unit: f64 = match unit.trim().to_ascii_lowercase().as_str() {
        "" | "b" => 1.0,
        "kb" => 1e3,
        "mb" => 1e6,
        "gb" => 1e9,
        "k" | "kib" => 1024.0,
        "m" | "mib" => 1024.0 * 1024.0,
        "g" | "gib" => 1024.0 * 1024.0 * 1024.0,
        _ => return Err(wrong()),
    };
    let bytes = number * unit;
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "in range and rounded"
    )]
    if (1.0..1e18).contains(&bytes) {
        Ok(bytes.round() as u64)
    } else {
        Err(wrong())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_numbers_and_units() {
        assert_eq!(parse("2GiB"), Ok(2 << 30));
        assert_eq!(parse("2G"), Ok(2 << 30));
        assert_eq!(parse("500MB"), Ok(500_000_000));
        assert_eq!(parse("1.5 KiB"), Ok(1536));
        assert_eq!(parse("1048576"), Ok(1 << 20));
    }

    #[test]
    fn refuses_everything_else() {
        for wrong in [
            "",
            "GiB",
            "2 parsecs",
            "-1",
            "0",
            "1e400",
            "1.2.3G",
            "99999999999G",
        ] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }
}
