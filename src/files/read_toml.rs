//! Reads values from TOML. `toml_text` changes the texts of TOML files.

use std::path::Path;

use serde::de::DeserializeOwned;
use toml::{Table, Value};

use super::read::read_text_file;

/// Parses TOML. The error names the line, such as `line 3: unknown field ...`.
pub fn parse_toml<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    toml::from_str(text).map_err(|error| {
        let start = error.span().unwrap_or_default().start;
        let before = text.get(..start).unwrap_or(text);
        let line = before.matches('\n').count() + 1;
        let message = error.message().replace('\n', "; ");
        format!("line {line}: {message}")
    })
}

/// Reads a TOML file of cargo or rustup. Returns an empty table if the file cannot be read, because
/// cargo reports that error itself.
pub fn read_table(path: &Path) -> Table {
    read_text_file(path)
        .unwrap_or_default()
        .parse()
        .unwrap_or_default()
}

/// The value at the end of these nested keys, the outermost key first.
pub fn toml_at<'a>(table: &'a Table, keys: &[&str]) -> Option<&'a Value> {
    let (first, inner) = keys.split_first()?;
    inner
        .iter()
        .try_fold(table.get(*first)?, |value, key| value.get(key))
}
