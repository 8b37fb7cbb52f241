//! One JSON document.

use std::io::{self, Write};

use serde::Serialize;

use super::output::{OutputError, raw};

/// Writes `document` and a line end.
pub fn json(out: &mut dyn Write, document: &impl Serialize) -> Result<(), OutputError> {
    // The whole document first: half of one would be no JSON.
    let mut text = serde_json::to_vec_pretty(document).map_err(io::Error::from)?;
    text.push(b'\n');
    raw(out, &text)
}

#[cfg(test)]
mod tests {
    #[test]
    fn ends_its_line() {
        let mut out = Vec::new();
        super::json(&mut out, &[1]).unwrap();
        assert_eq!(out, b"[\n  1\n]\n");
    }
}
