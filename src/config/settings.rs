//! The settings from all sources, and the source of each value.

mod table;

use std::collections::BTreeMap;
use std::fmt::Display;
use std::path::Path;
use std::time::Duration;

use reqwest::Url;
use serde::Serialize;
use toml::{Table, Value};

pub use self::table::{INPUTS, SETTINGS, SettingInfo, without_password};
use super::base_url::BaseUrl;
use super::environment::Environment;
use super::inputs_folder::{InputsFolder, is_outside_project};
use super::leaderboard::LeaderboardName;
use crate::error::{CliError, Result, usage_error};
use crate::files::{is_missing, parse_toml, read_text_file};
use crate::puzzle::{Puzzle, Year};

/// The source of a setting, in ascending precedence.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Provenance {
    User,
    Project,
    Environment,
}

impl Provenance {
    pub fn name(self) -> &'static str {
        match self {
            Self::Environment => "environment",
            Self::Project => "project",
            Self::User => "user config",
        }
    }
}

#[derive(Debug, PartialEq)]
pub struct SettingValue {
    /// The value, safe to show.
    pub shown: String,
    pub from: Provenance,
}

/// The minimum time between requests to the site, unless the site is on this computer. The site's
/// author asks for "maybe one every few seconds".
const MIN_SPACING: Duration = Duration::from_secs(2);

/// The default time limit of one request with its reply. On a very slow connection a page of 50 kB
/// takes a minute.
const REQUEST_TIMEOUT: Duration = Duration::from_mins(1);

/// All settings in effect.
#[derive(Debug, Default)]
pub struct Settings {
    /// The year for days without a year.
    pub year: Option<Year>,
    /// The mail address or web page of the user, which is sent with every request.
    pub contact: Option<String>,
    pub base_url: BaseUrl,
    /// The time between requests, as the user has set it. [`Self::request_interval`] returns the
    /// time in effect.
    pub spacing: Option<Duration>,
    /// The time limit of one request, as the user has set it. [`Self::request_timeout`] returns the
    /// limit in effect.
    pub timeout: Option<Duration>,
    pub leaderboard: Option<LeaderboardName>,
    pub inputs: InputsFolder,
    /// The command of the user's editor.
    pub editor: Option<String>,
    /// The value of [`Self::may_use_pane`], as the user has set it.
    pub editor_pane: Option<bool>,
    /// The values of the settings that are set, by name.
    pub values: BTreeMap<&'static str, SettingValue>,
    /// Warnings about unknown keys, and about a `spacing` that is too short.
    pub warnings: Vec<String>,
}

impl Settings {
    /// The address of a puzzle's page.
    pub fn page_url(&self, puzzle: Puzzle) -> Url {
        self.base_url.at(&puzzle.page_path())
    }

    /// True if all settings that affect requests are equal: address, contact, spacing and time
    /// limit.
    pub fn makes_same_requests_as(&self, other: &Self) -> bool {
        let Self {
            base_url,
            contact,
            spacing: _,
            timeout: _,
            // These affect no request.
            year: _,
            leaderboard: _,
            inputs: _,
            editor: _,
            editor_pane: _,
            values: _,
            warnings: _,
        } = self;
        *base_url == other.base_url
            && *contact == other.contact
            && self.request_interval() == other.request_interval()
            && self.request_timeout() == other.request_timeout()
    }

    /// Merges the settings of all sources. The environment overrides the project (the table
    /// `[workspace.metadata.aoc]` in its manifest), and the project overrides the user's
    /// `config.toml`. Flags override all of these, but are read by the commands that have them.
    ///
    /// Invalid values are ignored. Their errors are returned beside the settings.
    pub fn read(
        environment: &Environment,
        project: Option<(&Table, &Path)>,
    ) -> (Self, Vec<CliError>) {
        let mut merger = SettingsMerger {
            home: environment.home.as_deref(),
            root: project.and_then(|(_, manifest)| manifest.parent()),
            ..SettingsMerger::default()
        };
        if let Some(file) = environment.config_file() {
            match read_user_file(&file) {
                Ok(table) => merger.merge(&table, file.display(), Provenance::User),
                Err(error) => merger.errors.push(error),
            }
        }
        if let Some((table, file)) = project {
            let place = format!("{}, [workspace.metadata.aoc]", file.display());
            merger.merge(table, place, Provenance::Project);
        }
        for setting in SETTINGS {
            let variable = setting.variable;
            if let Some(text) = environment.variable(variable) {
                let text = text.to_string_lossy();
                merger.set(setting, &text, variable, Provenance::Environment);
            }
        }
        let SettingsMerger {
            mut settings,
            errors,
            ..
        } = merger;
        settings.drop_short_spacing();
        (settings, errors)
    }

    /// Drops a spacing below the minimum, with a warning. The minimum takes its place, so `doctor`
    /// does not show the user's value.
    fn drop_short_spacing(&mut self) {
        if self.spacing >= self.request_interval() {
            return;
        }
        self.spacing = None;
        if let Some(spacing) = self.values.remove("spacing") {
            let seconds = MIN_SPACING.as_secs();
            self.warnings.push(format!(
                "AOC_SPACING: {} is less than {seconds}s, the shortest time between requests, which \
                 is used instead",
                spacing.shown
            ));
        }
    }

    /// The key or the variable with which the user has set the value, for advice.
    pub fn name_of(&self, key: &str) -> String {
        match (SettingInfo::find(key), self.values.get(key)) {
            (Some(setting), Some(value)) if value.from == Provenance::Environment => {
                setting.variable.to_owned()
            }
            _ => format!("the setting `{key}`"),
        }
    }

    /// The time between requests after a burst. `None` on loopback, unless the user has set a time.
    /// For other hosts, a time below the default counts as the default.
    pub fn request_interval(&self) -> Option<Duration> {
        if self.base_url.is_loopback() {
            return self.spacing;
        }
        Some(self.spacing.unwrap_or_default().max(MIN_SPACING))
    }

    /// The time limit of one request. The request fails earlier if nothing arrives for a third of
    /// this time.
    pub fn request_timeout(&self) -> Duration {
        self.timeout.unwrap_or(REQUEST_TIMEOUT)
    }

    /// True if `start` may open the editor in a pane of the terminal.
    pub fn may_use_pane(&self) -> bool {
        self.editor_pane.unwrap_or(true)
    }
}

/// True for control characters, and for the replacement of bytes that are not Unicode.
fn is_unprintable(c: char) -> bool {
    c.is_control() || c == char::REPLACEMENT_CHARACTER
}

/// The user's own settings. Empty if the file does not exist.
fn read_user_file(file: &Path) -> Result<Table> {
    let text = match read_text_file(file) {
        Err(error) if is_missing(&error) => String::new(),
        text => text.map_err(|error| CliError::cannot_read(file, error))?,
    };
    parse_settings(file, &text)
}

pub(super) fn parse_settings(file: &Path, text: &str) -> Result<Table> {
    parse_toml(text)
        .map_err(|why| usage_error(format!("{}: not valid TOML in {why}", file.display())))
}

/// The settings that were read so far, with the errors in them.
#[derive(Default)]
struct SettingsMerger<'a> {
    settings: Settings,
    errors: Vec<CliError>,
    home: Option<&'a Path>,
    /// The project's root. `None` outside of a project.
    root: Option<&'a Path>,
}

impl SettingsMerger<'_> {
    /// Merges the table of a file.
    fn merge(&mut self, table: &Table, place: impl Display, from: Provenance) {
        for (key, value) in table {
            let Some(setting) = SettingInfo::find(key) else {
                let keys: Vec<&str> = SETTINGS
                    .iter()
                    .filter(|setting| setting.refusal(from).is_none())
                    .map(|setting| setting.key)
                    .collect();
                let names = keys.join(", ");
                self.settings.warnings.push(format!(
                    "{place}: unknown setting {key}, ignored; the settings are {names}"
                ));
                continue;
            };
            let place = format!("{place}: {key}");
            match value {
                Value::String(text) => self.set(setting, text, &place, from),
                Value::Integer(_) | Value::Boolean(_) if setting.is_bare => {
                    self.set(setting, &value.to_string(), &place, from);
                }
                Value::Array(_) => self.refuse(setting, "an array", &place, from),
                Value::Table(_) => self.refuse(setting, "a table", &place, from),
                other => {
                    let shown = setting.quoted(&other.to_string());
                    self.refuse(setting, &shown, &place, from);
                }
            }
        }
    }

    /// Sets a setting. `place` is the file with the key, or the variable, for errors.
    fn set(&mut self, setting: &SettingInfo, text: &str, place: &str, from: Provenance) {
        let text = text.trim();
        let is_plain = !text.is_empty() && !text.contains(is_unprintable);
        if is_plain
            && setting.key == INPUTS
            && from == Provenance::Project
            && let Some(root) = self.root
            && is_outside_project(root, self.home, text)
        {
            // A refused folder does not replace the user's folder.
            if self.settings.inputs == InputsFolder::Default {
                self.settings.inputs = InputsFolder::Refused(text.to_owned());
            }
            return;
        }
        if setting.refusal(from).is_none()
            && is_plain
            && (setting.parse)(&mut self.settings, text, from).is_some()
        {
            let shown = (setting.show)(text);
            let value = SettingValue { shown, from };
            self.settings.values.insert(setting.key, value);
        } else {
            self.refuse(setting, &setting.quoted(text), place, from);
        }
    }

    /// Adds the error about a value. `shown` describes the value.
    fn refuse(&mut self, setting: &SettingInfo, shown: &str, place: &str, from: Provenance) {
        let why = match setting.refusal(from) {
            Some(why) => why,
            None => format!("{shown} is not {}", setting.expects),
        };
        self.errors.push(usage_error(format!("{place}: {why}")));
    }
}

#[cfg(test)]
mod tests;
