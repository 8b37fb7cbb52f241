//! The date in the headings of the pages: that of the release, so the same
//! version writes the same pages everywhere and at any time.

use chrono::DateTime;

use crate::config::Environment;

const CHANGELOG: &str = include_str!("../../../CHANGELOG.md");

/// Between two releases, packagers give the time of their sources with this
/// variable, in seconds since 1970; see <https://reproducible-builds.org>.
const EPOCH: &str = "SOURCE_DATE_EPOCH";

/// `2026-12-01`, or `unreleased`.
pub fn date(environment: &Environment) -> String {
    let epoch = environment.variable(EPOCH).and_then(|value| value.to_str());
    released(CHANGELOG, env!("CARGO_PKG_VERSION"))
        .or_else(|| day(epoch?))
        .unwrap_or_else(|| "unreleased".to_owned())
}

/// The date in the heading of a version, such as `## 0.1.0 - 2026-12-01`.
fn released(changelog: &str, version: &str) -> Option<String> {
    let headings = changelog
        .lines()
        .filter_map(|line| line.strip_prefix("## "));
    let mut dated = headings.filter_map(|heading| heading.split_once(" - "));
    let (_, date) = dated.find(|(name, _)| name.trim_matches(['[', ']']) == version)?;
    Some(date.trim().to_owned())
}

fn day(epoch: &str) -> Option<String> {
    let time = DateTime::from_timestamp(epoch.parse().ok()?, 0)?;
    Some(time.format("%Y-%m-%d").to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_release_has_the_date_of_its_heading() {
        let changelog = "# Changelog\n\n## Unreleased\n\n## 0.2.0 - 2027-11-30\n\ntext\n\n\
                         ## [0.1.0] - 2026-12-01\n";
        let released = |version| released(changelog, version);
        assert_eq!(released("0.2.0").as_deref(), Some("2027-11-30"));
        assert_eq!(released("0.1.0").as_deref(), Some("2026-12-01"));
        assert_eq!(released("0.3.0"), None);
    }

    #[test]
    fn an_epoch_is_a_day() {
        assert_eq!(day("1796083200").as_deref(), Some("2026-12-01"));
        for wrong in ["", "today", "99999999999999999999", "999999999999999"] {
            assert_eq!(day(wrong), None, "{wrong}");
        }
    }
}
