//! Settings, where they come from, and which source won.

use std::time::Duration;

use crate::puzzle::Year;

use super::base_url::BaseUrl;
use super::provenance::{Provenance, Provenances};
use super::source::Source;

/// The settings that hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// `AOC_YEAR`: the year of days without one, for commands that talk to the
    /// site.
    pub year: Option<Year>,
    /// `AOC_CONTACT`: how the site's maintainer can reach the user.
    pub contact: Option<String>,
    /// `AOC_BASE_URL`: the site's origin, with no slash at its end.
    pub base_url: BaseUrl,
    /// `AOC_SPACING`: the time between requests once a burst is spent.
    pub spacing: Option<Duration>,
    /// Who said so.
    pub origins: Provenances,
}

/// Where settings are said, each with what it says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sources {
    /// The command line.
    pub flags: Source,
    /// `AOC_...`.
    pub environment: Source,
    /// `[workspace.metadata.aoc]` of the project's Cargo.toml.
    pub project: Source,
    /// `config.toml` in the user's configuration folder.
    pub user: Source,
}

impl Sources {
    /// The settings that hold: for each the first of flag, environment,
    /// project, user configuration and default that says something.
    pub fn merge(self) -> Settings {
        let sources = [
            (Provenance::Flag, self.flags),
            (Provenance::Environment, self.environment),
            (Provenance::Project, self.project),
            (Provenance::User, self.user),
        ];
        let (year, year_from) = first(&sources, |source| source.year);
        let (contact, contact_from) = first(&sources, |source| source.contact.clone());
        let (base_url, base_url_from) = first(&sources, |source| source.base_url.clone());
        let (spacing, spacing_from) = first(&sources, |source| source.spacing);
        Settings {
            year,
            contact,
            base_url: base_url.unwrap_or_else(BaseUrl::adventofcode),
            spacing,
            origins: Provenances {
                year: year_from,
                contact: contact_from,
                base_url: base_url_from,
                spacing: spacing_from,
            },
        }
    }
}

fn first<T>(
    sources: &[(Provenance, Source)],
    says: impl Fn(&Source) -> Option<T>,
) -> (Option<T>, Provenance) {
    sources
        .iter()
        .find_map(|(origin, source)| Some((Some(says(source)?), *origin)))
        .unwrap_or((None, Provenance::Default))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(year: u16, contact: &str) -> Source {
        Source {
            year: Some(Year(year)),
            contact: Some(contact.to_owned()),
            ..Source::default()
        }
    }

    #[test]
    fn the_first_that_says_something_wins() {
        let mut sources = Sources {
            flags: Source {
                year: Some(Year(2016)),
                ..Source::default()
            },
            environment: source(2017, "environment"),
            project: source(2018, "project"),
            user: source(2019, "user"),
        };
        let mut seen = Vec::new();
        for _ in 0..5 {
            let settings = sources.clone().merge();
            let Provenances { year, contact, .. } = settings.origins;
            seen.push((settings.year, year, settings.contact, contact));
            let next = std::mem::take(&mut sources.project);
            sources.flags = std::mem::replace(&mut sources.environment, next);
            sources.project = std::mem::take(&mut sources.user);
        }
        let years: Vec<Option<u16>> = seen.iter().map(|it| it.0.map(|year| year.0)).collect();
        assert_eq!(
            years,
            [Some(2016), Some(2017), Some(2018), Some(2019), None]
        );
        assert_eq!(seen[0].1, Provenance::Flag);
        assert_eq!(seen[0].2.as_deref(), Some("environment"));
        assert_eq!(seen[0].3, Provenance::Environment);
        assert_eq!(seen[4].1, Provenance::Default);
    }

    #[test]
    fn the_default_is_the_site() {
        let settings = Sources::default().merge();
        assert_eq!(settings.base_url.to_string(), "https://adventofcode.com");
        assert_eq!(settings.origins, Provenances::default());
        assert_eq!(settings.spacing, None);
    }
}
