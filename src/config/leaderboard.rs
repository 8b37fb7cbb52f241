//! The name of a private leaderboard: its ID, or the link that shares it.

use std::fmt::{self, Formatter};

use crate::puzzle::{Year, year_of_address};

/// The read-only key of a leaderboard. It is never shown, because anybody who has it can see the
/// leaderboard.
#[derive(Clone, PartialEq)]
pub struct ViewKey(String);

impl fmt::Debug for ViewKey {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        f.write_str("<redacted>")
    }
}

impl ViewKey {
    /// Parses a key, which consists of letters, digits, `-` and `_`. The known keys have eight
    /// hexadecimal digits. The error does not quote the text.
    pub fn parse(text: &str) -> Result<Self, &'static str> {
        let key = text.trim();
        let is_plain = key
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte));
        if is_plain && (1..=128).contains(&key.len()) {
            Ok(Self(key.to_owned()))
        } else {
            Err("a view key has letters and digits only, such as 1a2b3c4d")
        }
    }

    /// The text of the key, for a request, and for redacting texts. It is never shown.
    pub fn secret(&self) -> &str {
        &self.0
    }
}

/// A private leaderboard, as the user names it.
#[derive(Clone, Debug, PartialEq)]
pub struct LeaderboardName {
    pub id: u64,
    /// The year in the link.
    pub year: Option<Year>,
    /// The key in a link.
    pub key: Option<ViewKey>,
}

impl LeaderboardName {
    /// Parses an ID, an invitation code, which begins with the ID, or a link such as
    /// `https://adventofcode.com/2025/leaderboard/private/view/1001?view_key=1a2b3c4d`.
    pub fn parse(text: &str) -> Option<Self> {
        let (address, query) = text.split_once('?').unwrap_or((text, ""));
        let mut key = None;
        for pair in query.split('&') {
            if let Some(value) = pair.strip_prefix("view_key=") {
                key = Some(ViewKey::parse(value).ok()?);
            }
        }
        let mut year = None;
        let name = match address.split_once("/leaderboard/private/view/") {
            Some((start, name)) => {
                year = Some(Year::parse(year_of_address(start)?)?);
                name
            }
            None => address,
        };
        let id = name.trim_end_matches(".json").split('-').next()?;
        // `parse` accepts a plus sign.
        if id.starts_with('+') {
            return None;
        }
        Some(Self {
            id: id.parse().ok()?,
            year,
            key,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_a_code_and_a_link_name_a_leaderboard() {
        let view = "https://adventofcode.com/2025/leaderboard/private/view/1001";
        let link = format!("{view}?view_key=1a2b3c4d");
        let json = format!("{view}.json?order=stars&view_key=1a2b3c4d");
        for (text, year, key) in [
            ("1001", None, None),
            ("1001-0a1b2c3d", None, None),
            (view, Some(2025), None),
            (&view["https://".len()..], Some(2025), None),
            ("/2025/leaderboard/private/view/1001", Some(2025), None),
            ("2025/leaderboard/private/view/1001", Some(2025), None),
            (
                "HTTPS://AdventOfCode.com/2025/leaderboard/private/view/1001",
                Some(2025),
                None,
            ),
            (&link, Some(2025), Some("1a2b3c4d")),
            (&json, Some(2025), Some("1a2b3c4d")),
        ] {
            let expected = LeaderboardName {
                id: 1001,
                year: year.map(Year::of),
                key: key.map(|key| ViewKey(key.to_owned())),
            };
            assert_eq!(LeaderboardName::parse(text), Some(expected), "{text}");
        }
        let shown = format!("{:?}", LeaderboardName::parse(&link));
        assert!(shown.contains("key: Some(<redacted>)") && !shown.contains("1a2b"));
        let [wrong, empty] = ["a b", ""].map(|key| format!("{view}?view_key={key}"));
        for text in [
            "-1",
            "+1001",
            "",
            "mine",
            "https://adventofcode.com/2025/day/5",
            &wrong,
            &empty,
            "https://example.com/2025/leaderboard/private/view/1001",
            "example.com/adventofcode.com/2025/leaderboard/private/view/1001",
            "ftp://adventofcode.com/2025/leaderboard/private/view/1001",
        ] {
            assert_eq!(LeaderboardName::parse(text), None, "{text}");
        }
    }
}
