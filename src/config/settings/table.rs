//! The table of all settings: the sources that can set each of them, the valid values, and how
//! values are shown.

use std::ops::RangeInclusive;
use std::time::Duration;

use humantime::parse_duration;

use super::{Provenance, Settings, SettingsMerger};
use crate::config::base_url::{BaseUrl, SITE};
use crate::config::inputs_folder::InputsFolder;
use crate::config::leaderboard::LeaderboardName;
use crate::error::Result;
use crate::puzzle::Year;
use crate::terminal::{cut_end, without_view_key};

/// The name of the setting with the folder of the inputs.
pub const INPUTS: &str = "inputs";

/// The description of a setting, for the program and the documentation.
#[derive(Clone)]
pub struct SettingInfo {
    /// The name of the setting in files and in `doctor`.
    pub key: &'static str,
    /// The environment variable of the setting.
    pub variable: &'static str,
    sources: AllowedSources,
    /// True if files may contain the value without quotes, as a number or a boolean.
    pub(super) is_bare: bool,
    /// A description of the valid values, for the error about an invalid one.
    pub(super) expects: &'static str,
    /// The value if no source sets it.
    pub default: &'static str,
    /// Parses a value of this source and sets it. Returns `None` if the value is invalid.
    pub(super) parse: fn(&mut Settings, &str, Provenance) -> Option<()>,
    /// Makes a value safe to show.
    pub(super) show: fn(&str) -> String,
}

/// The sources that can set a setting.
#[derive(Clone, Copy, PartialEq)]
enum AllowedSources {
    All,
    /// The setting starts a program, so a project cannot set it.
    NotProject,
    /// The setting affects the requests to the site, so files cannot set it. Otherwise a cloned
    /// repository could send the session to another address, or send more requests than the user
    /// wants.
    VariableOnly,
}

impl SettingInfo {
    /// The setting with this name.
    pub fn find(key: &str) -> Option<&'static Self> {
        SETTINGS.iter().find(|setting| setting.key == key)
    }

    /// The reason why this source cannot set the setting. `None` if it can.
    pub(super) fn refusal(&self, from: Provenance) -> Option<String> {
        let variable = self.variable;
        match (self.sources, from) {
            (AllowedSources::NotProject, Provenance::Project) => Some(format!(
                "only your own settings or {variable} can set it, because a repository that you \
                 clone must not start programs"
            )),
            (AllowedSources::VariableOnly, Provenance::User | Provenance::Project) => Some(
                format!("only {variable} can set it: no file decides how the site is asked"),
            ),
            _ => None,
        }
    }

    /// The value in the form for a file. Fails if the value is invalid, or if this source cannot
    /// set the setting.
    pub fn value(&self, text: &str, from: Provenance) -> Result<toml_edit::Value> {
        let mut merger = SettingsMerger::default();
        merger.set(self, text, self.key, from);
        if let Some(error) = merger.errors.pop() {
            return Err(error);
        }
        let text = text.trim();
        Ok(match (text.parse::<i64>(), text.parse::<bool>()) {
            (Ok(number), _) if self.is_bare => number.into(),
            (_, Ok(boolean)) if self.is_bare => boolean.into(),
            _ => text.into(),
        })
    }

    /// True if the value contains a secret that is never shown, such as a view key.
    pub fn has_secret(&self, value: &str) -> bool {
        (self.show)(value) != value
    }

    /// An invalid value, safe to show.
    pub(super) fn quoted(&self, value: &str) -> String {
        let shown = (self.show)(value);
        let escaped = shown.escape_debug().to_string();
        format!("`{}`", cut_end(&escaped, MAX_SHOWN))
    }
}

/// The maximum length of a contact in characters, because it is sent with every request.
const MAX_CONTACT: usize = 120;

/// The longest time between requests that can be set.
const MAX_SPACING: Duration = Duration::from_hours(24);

/// The maximum number of characters that are shown of an invalid value.
const MAX_SHOWN: usize = 200;

/// All settings, in the order in which `doctor` shows them.
pub const SETTINGS: &[SettingInfo] = &[
    SettingInfo {
        key: "year",
        variable: "AOC_YEAR",
        sources: AllowedSources::All,
        is_bare: true,
        expects: "a year from 2015 on",
        default: "the year of the folder, the running event, or the newest year",
        parse: |settings, text, _| {
            settings.year = Some(Year::parse(text)?);
            Some(())
        },
        show: str::to_owned,
    },
    SettingInfo {
        key: "contact",
        variable: "AOC_CONTACT",
        sources: AllowedSources::All,
        is_bare: false,
        expects: "a mail address or a web page of at most 120 characters, on one line",
        default: "none",
        parse: |settings, text, _| {
            if text.chars().count() > MAX_CONTACT {
                return None;
            }
            settings.contact = Some(text.to_owned());
            Some(())
        },
        show: str::to_owned,
    },
    SettingInfo {
        key: "address",
        variable: "AOC_BASE_URL",
        sources: AllowedSources::VariableOnly,
        is_bare: false,
        expects: "an address such as https://adventofcode.com, without a path or a password; http:// \
                  only for this machine",
        default: SITE,
        parse: |settings, text, _| {
            settings.base_url = BaseUrl::parse(text)?;
            Some(())
        },
        show: without_password,
    },
    SettingInfo {
        key: "spacing",
        variable: "AOC_SPACING",
        sources: AllowedSources::VariableOnly,
        is_bare: false,
        expects: "a time such as 5s, or a number of seconds, of at most 24h",
        default: "some requests at once, then one every 2 s",
        parse: |settings, text, _| {
            settings.spacing = Some(parse_time(text, Duration::ZERO..=MAX_SPACING)?);
            Some(())
        },
        show: str::to_owned,
    },
    SettingInfo {
        key: "timeout",
        variable: "AOC_TIMEOUT",
        sources: AllowedSources::VariableOnly,
        is_bare: false,
        expects: "a time such as 30s, or a number of seconds, between 100ms and 1h",
        default: "1 minute",
        parse: |settings, text, _| {
            let limits = Duration::from_millis(100)..=Duration::from_hours(1);
            settings.timeout = Some(parse_time(text, limits)?);
            Some(())
        },
        show: str::to_owned,
    },
    SettingInfo {
        key: "leaderboard",
        variable: "AOC_LEADERBOARD",
        sources: AllowedSources::All,
        is_bare: true,
        expects: "the ID of a leaderboard, such as 1001, or the link to it",
        default: "none",
        parse: |settings, text, _| {
            settings.leaderboard = Some(LeaderboardName::parse(text)?);
            Some(())
        },
        show: without_view_key,
    },
    SettingInfo {
        key: INPUTS,
        variable: "AOC_INPUTS",
        sources: AllowedSources::All,
        is_bare: false,
        expects: "the path of a folder, such as ../private",
        default: "inputs, in the project",
        parse: |settings, text, from| {
            let of_user = InputsFolder::OfUser(text.to_owned());
            // A folder that both the user and the project have set counts as the user's.
            if from != Provenance::Project {
                settings.inputs = of_user;
            } else if settings.inputs != of_user {
                settings.inputs = InputsFolder::OfProject(text.to_owned());
            }
            Some(())
        },
        show: str::to_owned,
    },
    SettingInfo {
        key: "editor",
        variable: "AOC_EDITOR",
        sources: AllowedSources::NotProject,
        is_bare: false,
        expects: "the command of an editor, such as hx or code",
        default: "VISUAL, EDITOR, or the editor whose terminal this is",
        parse: |settings, text, _| {
            settings.editor = Some(text.to_owned());
            Some(())
        },
        show: str::to_owned,
    },
    SettingInfo {
        key: "editor-pane",
        variable: "AOC_EDITOR_PANE",
        sources: AllowedSources::All,
        is_bare: true,
        expects: "true or false",
        default: "true",
        parse: |settings, text, _| {
            settings.editor_pane = Some(text.parse().ok()?);
            Some(())
        },
        show: str::to_owned,
    },
];

/// An address that is safe to show, without user and password.
pub fn without_password(address: &str) -> String {
    match address.replace("%40", "@").rsplit_once('@') {
        Some((_, host)) => format!("…@{host}"),
        None => address.to_owned(),
    }
}

/// Parses a time with a unit, or a number of seconds, within these limits.
fn parse_time(text: &str, limits: RangeInclusive<Duration>) -> Option<Duration> {
    let time = match parse_duration(text) {
        Ok(time) => time,
        Err(_) => Duration::try_from_secs_f64(text.parse().ok()?).ok()?,
    };
    limits.contains(&time).then_some(time)
}
