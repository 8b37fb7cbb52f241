//! The settings in force, merged from all sources.

use std::time::Duration;

use super::base_url::BaseUrl;
use super::provenance::{Provenance, Provenances};
use super::source::PartialSettings;
use crate::puzzle::Year;

/// The settings in force.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The year of days that are given without one.
    pub year: Option<Year>,
    /// How the site's maintainer can reach the user.
    pub contact: Option<String>,
    pub base_url: BaseUrl,
    /// The time between requests once a burst is spent; `None` for the default.
    pub spacing: Option<Duration>,
    /// The time that one request may take; `None` for the default.
    pub timeout: Option<Duration>,
    /// The ID of the leaderboard that is shown unless another one is named.
    pub leaderboard: Option<u64>,
    /// The folder of the inputs as the project's manifest has it; `None` for
    /// `inputs`.
    pub inputs: Option<String>,
    pub provenance: Provenances,
}

/// What each source says. Flags are not among them: a command that has one takes
/// it in place of the setting.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sources {
    /// `AOC_YEAR` and the like.
    pub environment: PartialSettings,
    /// `[workspace.metadata.aoc]` in the project's Cargo.toml.
    pub project: PartialSettings,
    /// `config.toml` in the user's configuration folder.
    pub user: PartialSettings,
}

impl Sources {
    /// For each setting, the first source that has it wins, in this order:
    /// environment, project, user configuration, default.
    pub fn merge(self) -> Settings {
        let sources = [
            (Provenance::Environment, self.environment),
            (Provenance::Project, self.project),
            (Provenance::User, self.user),
        ];
        let (year, year_from) = first(&sources, |source| source.year);
        let (contact, contact_from) = first(&sources, |source| source.contact.clone());
        let (base_url, base_url_from) = first(&sources, |source| source.base_url.clone());
        let (spacing, spacing_from) = first(&sources, |source| source.spacing);
        let (timeout, timeout_from) = first(&sources, |source| source.timeout);
        let (leaderboard, leaderboard_from) = first(&sources, |source| source.leaderboard);
        let (inputs, inputs_from) = first(&sources, |source| source.inputs.clone());
        Settings {
            year,
            contact,
            base_url: base_url.unwrap_or_else(BaseUrl::adventofcode),
            spacing,
            timeout,
            leaderboard,
            inputs,
            provenance: Provenances {
                year: year_from,
                contact: contact_from,
                base_url: base_url_from,
                spacing: spacing_from,
                timeout: timeout_from,
                leaderboard: leaderboard_from,
                inputs: inputs_from,
            },
        }
    }
}

fn first<T>(
    sources: &[(Provenance, PartialSettings)],
    setting: impl Fn(&PartialSettings) -> Option<T>,
) -> (Option<T>, Provenance) {
    sources
        .iter()
        .find_map(|(provenance, source)| Some((Some(setting(source)?), *provenance)))
        .unwrap_or((None, Provenance::Default))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(year: u16, contact: &str) -> PartialSettings {
        PartialSettings {
            year: Some(Year(year)),
            contact: Some(contact.to_owned()),
            ..PartialSettings::default()
        }
    }

    #[test]
    fn the_first_source_that_has_a_setting_wins() {
        let mut sources = Sources {
            environment: PartialSettings {
                year: Some(Year(2017)),
                ..PartialSettings::default()
            },
            project: source(2018, "project"),
            user: source(2019, "user"),
        };
        let mut seen = Vec::new();
        for _ in 0..4 {
            let settings = sources.clone().merge();
            let Provenances { year, contact, .. } = settings.provenance;
            seen.push((settings.year, year, settings.contact, contact));
            let next = std::mem::take(&mut sources.user);
            sources.environment = std::mem::replace(&mut sources.project, next);
        }
        let years: Vec<Option<u16>> = seen.iter().map(|it| it.0.map(|year| year.0)).collect();
        assert_eq!(years, [Some(2017), Some(2018), Some(2019), None]);
        assert_eq!(seen[0].1, Provenance::Environment);
        assert_eq!(seen[0].2.as_deref(), Some("project"));
        assert_eq!(seen[0].3, Provenance::Project);
        assert_eq!(seen[3].1, Provenance::Default);
    }

    #[test]
    fn the_default_is_the_site() {
        let settings = Sources::default().merge();
        assert_eq!(settings.base_url.to_string(), "https://adventofcode.com");
        assert_eq!(settings.provenance, Provenances::default());
        assert_eq!(settings.spacing, None);
    }
}
