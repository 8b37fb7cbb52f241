//! One JSON document.

use std::io::{self, Write};

use serde::Serialize;

/// Writes `document` and a line end.
pub fn json(out: &mut dyn Write, document: &impl Serialize) -> io::Result<()> {
    // In one piece: a document that cannot be made leaves no half of it.
    let mut text = serde_json::to_vec_pretty(document)?;
    text.push(b'\n');
    out.write_all(&text)?;
    out.flush()
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
