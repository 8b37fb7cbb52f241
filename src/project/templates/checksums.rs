//! SHA-256 checksums of files, in the format of `sha256sum`.

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Component, Path};

use ring::digest::{SHA256, digest};

/// Checksums by path, with slashes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Checksums(BTreeMap<String, String>);

/// The checksums of texts, each with its path.
pub fn of<'a>(files: impl Iterator<Item = (&'a str, &'a str)>) -> Checksums {
    let sums = files.map(|(path, text)| (path.to_owned(), checksum(text)));
    Checksums(sums.collect())
}

impl Checksums {
    /// Skips lines of another form, and paths that lead out of the folder.
    pub fn parse(text: &str) -> Self {
        let sums = text.lines().filter_map(|line| {
            let (sum, path) = line.split_once("  ")?;
            let inside = Path::new(path)
                .components()
                .all(|component| matches!(component, Component::Normal(_)));
            inside.then(|| (path.to_owned(), sum.to_owned()))
        });
        Self(sums.collect())
    }

    /// Whether a file has the text that was recorded.
    pub fn has(&self, path: &str, text: &str) -> bool {
        self.0.get(path).is_some_and(|sum| *sum == checksum(text))
    }

    pub fn paths(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }
}

impl fmt::Display for Checksums {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (path, sum) in &self.0 {
            writeln!(f, "{sum}  {path}")?;
        }
        Ok(())
    }
}

/// The checksum of the text with the line ends of Unix: git may have changed
/// them.
fn checksum(text: &str) -> String {
    let sum = digest(&SHA256, text.replace("\r\n", "\n").as_bytes());
    let digits = sum.as_ref().iter().map(|byte| format!("{byte:02x}"));
    digits.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const ABC: &str = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

    #[test]
    fn are_those_of_sha256sum() {
        let sums = of([("src/b", "abc"), ("a", "")].into_iter());
        let text = sums.to_string();
        assert!(text.ends_with(&format!("\n{ABC}  src/b\n")), "{text}");
        assert_eq!(Checksums::parse(&text.replace('\n', "\r\n")), sums);
        assert!(sums.has("src/b", "abc") && !sums.has("src/b", "abd") && !sums.has("c", "abc"));
        assert!(of([("a", "x\ny")].into_iter()).has("a", "x\r\ny"));
    }

    #[test]
    fn paths_stay_in_the_folder() {
        let text = format!("{ABC}  ../a\n{ABC}  /b\n{ABC} c\n{ABC}  src/d\n");
        assert_eq!(
            Checksums::parse(&text).paths().collect::<Vec<_>>(),
            ["src/d"]
        );
    }
}
