//! Links within the text (OSC 8), on terminals that are known to show them. Their escape sequences
//! take no columns, so they are added after the width of the text is counted.

use std::path::Path;

use reqwest::Url;

#[derive(Clone, Debug, PartialEq)]
pub struct Link(Url);

impl Link {
    /// A link to a web address. `None` if the text is not an address.
    pub fn to(address: &str) -> Option<Self> {
        Url::parse(address).ok().map(Self)
    }

    /// A link to a file. A relative path begins at the current folder of the process.
    pub fn to_file(path: &Path) -> Option<Self> {
        let path = std::path::absolute(path).ok()?;
        Url::from_file_path(path).ok().map(Self)
    }

    /// The text within the escape sequences of the link. The address is percent-encoded, so it
    /// contains only ASCII, and no character that controls a terminal.
    pub fn around(&self, text: &str) -> String {
        format!("\x1b]8;;{}\x1b\\{text}\x1b]8;;\x1b\\", self.0)
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_nothing_that_a_terminal_acts_on() {
        let file = Link::to_file(Path::new("/home/me/a b\u{1b}[2J/µ.txt")).expect("a path");
        let expected = "\x1b]8;;file:///home/me/a%20b%1B[2J/%C2%B5.txt\x1b\\µ\x1b]8;;\x1b\\";
        assert_eq!(file.around("µ"), expected);
        let page = Link::to("https://adventofcode.com/2020/day/22\u{7}\u{9b}").expect("a page");
        assert!(
            page.around("")
                .chars()
                .all(|c| c == '\x1b' || c.is_ascii_graphic())
        );
        assert_eq!(Link::to("2020/22"), None);
        let relative = Link::to_file(Path::new("days/x.rs")).expect("a path");
        assert!(relative.around("").starts_with("\x1b]8;;file:///"));
    }
}
