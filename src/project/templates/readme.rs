//! The repository's README.

use super::file::File;
use crate::puzzle::Year;

pub fn readme(year: Year) -> File {
    let text = include_str!("files/README.md").replace("2025", &year.to_string());
    File::new("README.md", text)
}
