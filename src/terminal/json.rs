//! One JSON document.

use std::io::{self, Write};

use serde::Serialize;

use crate::terminal::output::{OutputError, raw};
use crate::terminal::sanitize_json;

/// Writes `document` and a line end. A terminal acts on nothing in it.
pub fn json(out: &mut dyn Write, document: &impl Serialize) -> Result<(), OutputError> {
    // The whole document first: half of one would be no JSON.
    let text = serde_json::to_string_pretty(document).map_err(io::Error::from)?;
    raw(out, (sanitize_json(text) + "\n").as_bytes())
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
