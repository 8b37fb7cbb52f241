//! The settings from all sources, and the source of each value.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::path::Path;
use std::time::Duration;

use humantime::parse_duration;
use reqwest::Url;
use serde::Serialize;
use toml::{Table, Value};

use super::base_url::BaseUrl;
use super::environment::Environment;
use super::leaderboard::LeaderboardName;
use crate::error::{CliError, Result, usage_error};
use crate::files::{if_exists, parse_toml, read_text_file};
use crate::puzzle::{Puzzle, Year};
use crate::terminal::{cut_end, without_view_key};

/// The source of a setting, the weakest first.
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

/// The description of a setting, for the program and the documentation.
#[derive(Clone)]
pub struct SettingInfo {
    /// The name of the setting in files and in `doctor`.
    pub key: &'static str,
    /// The environment variable of the setting.
    pub variable: &'static str,
    scope: Scope,
    /// Whether files may contain it without quotes, as a number or a boolean.
    is_bare: bool,
    /// The valid values: the end of the error for an invalid one.
    expects: &'static str,
    /// The value if no source sets it.
    pub default: &'static str,
    /// Parses a value of this source and sets it. Returns `None` if the value is invalid.
    parse: fn(&mut Settings, &str, Provenance) -> Option<()>,
    /// Makes a value safe to show.
    show: fn(&str) -> String,
}

/// The sources that can set a setting.
#[derive(Clone, Copy, PartialEq)]
enum Scope {
    Anyone,
    /// The setting starts a program.
    NotProject,
    /// The setting is about the requests to the site. If a file could set it, a cloned repository
    /// could send the session to another address, or more requests than the user wants.
    VariableOnly,
}

impl SettingInfo {
    /// The reason why this source cannot set the setting; `None` if it can.
    fn refusal(&self, from: Provenance) -> Option<String> {
        let variable = self.variable;
        match (self.scope, from) {
            (Scope::NotProject, Provenance::Project) => Some(format!(
                "only your own settings or {variable} can set it, because a repository that you \
                 clone must not start programs"
            )),
            (Scope::VariableOnly, Provenance::User | Provenance::Project) => Some(format!(
                "only {variable} can set it: no file decides how the site is asked"
            )),
            _ => None,
        }
    }

    /// The value in the form that a file has. Fails if it is invalid, or if this source cannot set
    /// it.
    pub fn value(&self, text: &str, from: Provenance) -> Result<toml_edit::Value> {
        let mut merging = Merging::default();
        merging.set(self, text, self.key, from);
        if let Some(error) = merging.errors.pop() {
            return Err(error);
        }
        let text = text.trim();
        Ok(match (text.parse::<i64>(), text.parse::<bool>()) {
            (Ok(number), _) if self.is_bare => number.into(),
            (_, Ok(boolean)) if self.is_bare => boolean.into(),
            _ => text.into(),
        })
    }

    /// An invalid value, safe to show.
    fn quoted(&self, value: &str) -> String {
        let shown = (self.show)(value);
        format!("`{}`", cut_end(&shown, MAX_SHOWN).escape_debug())
    }
}

/// The most characters of a contact, because every request sends it.
const MAX_CONTACT: usize = 120;

/// The shortest time between requests to another computer than this one. The site's author
/// asks for "maybe one every few seconds".
const MIN_SPACING: Duration = Duration::from_secs(2);

/// The longest time between requests that can be set.
const MAX_SPACING: Duration = Duration::from_hours(24);

/// The most characters of an invalid value that are shown.
const MAX_SHOWN: usize = 200;

/// All settings, in the order in which `doctor` shows them.
pub const SETTINGS: &[SettingInfo] = &[
    SettingInfo {
        key: "year",
        variable: "AOC_YEAR",
        scope: Scope::Anyone,
        is_bare: true,
        expects: "a year from 2015 on",
        default: "the newest year that has the day",
        parse: |settings, text, _| {
            settings.year = Some(Year::parse(text)?);
            Some(())
        },
        show: str::to_owned,
    },
    SettingInfo {
        key: "contact",
        variable: "AOC_CONTACT",
        scope: Scope::Anyone,
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
        scope: Scope::VariableOnly,
        is_bare: false,
        expects: "an address such as https://adventofcode.com, without a path or a password; http:// \
                  only for this machine",
        default: "https://adventofcode.com",
        parse: |settings, text, _| {
            settings.base_url = BaseUrl::parse(text)?;
            Some(())
        },
        show: without_password,
    },
    SettingInfo {
        key: "spacing",
        variable: "AOC_SPACING",
        scope: Scope::VariableOnly,
        is_bare: false,
        expects: "a time such as 500ms, or a number of seconds, of at most 24h",
        default: "some requests at once, then one every 2 s",
        parse: |settings, text, _| {
            settings.spacing = Some(spacing(text)?);
            Some(())
        },
        show: str::to_owned,
    },
    SettingInfo {
        key: "timeout",
        variable: "AOC_TIMEOUT",
        scope: Scope::VariableOnly,
        is_bare: false,
        expects: "a time between 100ms and 1h, such as 30s",
        default: "1 minute",
        parse: |settings, text, _| {
            settings.timeout = Some(timeout(text)?);
            Some(())
        },
        show: str::to_owned,
    },
    SettingInfo {
        key: "leaderboard",
        variable: "AOC_LEADERBOARD",
        scope: Scope::Anyone,
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
        key: "inputs",
        variable: "AOC_INPUTS",
        scope: Scope::Anyone,
        is_bare: false,
        expects: "the path of a folder, such as ../private",
        default: "inputs, in the project",
        parse: |settings, text, from| {
            settings.inputs = Some(text.to_owned());
            if from != Provenance::Project {
                settings.user_inputs = Some(text.to_owned());
            }
            Some(())
        },
        show: str::to_owned,
    },
    SettingInfo {
        key: "editor",
        variable: "AOC_EDITOR",
        scope: Scope::NotProject,
        is_bare: false,
        expects: "the command of an editor, such as hx or code --wait",
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
        scope: Scope::Anyone,
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

/// The value of a setting.
#[derive(Debug, PartialEq)]
pub struct SettingValue {
    /// The value, safe to show.
    pub shown: String,
    pub from: Provenance,
}

/// All settings in effect.
#[derive(Debug, Default)]
pub struct Settings {
    /// The year for days without a year.
    pub year: Option<Year>,
    /// The mail address or web page that every request sends.
    pub contact: Option<String>,
    pub base_url: BaseUrl,
    /// The time between requests that the user set. [`Self::request_interval`] is the one in
    /// effect.
    pub spacing: Option<Duration>,
    /// The time limit of one request.
    pub timeout: Option<Duration>,
    pub leaderboard: Option<LeaderboardName>,
    /// The folder of the inputs, as the user wrote it.
    pub inputs: Option<String>,
    /// The folder of the inputs if the user set it. A project may be someone else's.
    pub user_inputs: Option<String>,
    /// The command of the user's editor.
    pub editor: Option<String>,
    /// Whether `start` may open the editor in a pane of the terminal.
    pub editor_pane: Option<bool>,
    /// The value of each setting that has one, by its name.
    pub values: BTreeMap<&'static str, SettingValue>,
    /// A line for each key that is not a setting.
    pub warnings: Vec<String>,
}

impl Settings {
    /// The address of a puzzle's page.
    pub fn page_url(&self, puzzle: Puzzle) -> Url {
        self.base_url.at(&puzzle.page_path())
    }

    /// True if the settings that affect requests are equal: address, contact, spacing and time
    /// limit.
    pub fn makes_same_requests_as(&self, other: &Self) -> bool {
        self.base_url == other.base_url
            && self.contact == other.contact
            && self.request_interval() == other.request_interval()
            && self.timeout == other.timeout
    }

    /// Merges the settings of all sources. Invalid values are ignored, and their errors are
    /// returned beside the settings. The environment overrides the project (the table
    /// `[workspace.metadata.aoc]` in its manifest), and the project overrides the user's
    /// `config.toml`. Flags override all of them; the commands that have such flags read them.
    pub fn read(
        environment: &Environment,
        project: Option<(&Table, &Path)>,
    ) -> (Self, Vec<CliError>) {
        let mut merging = Merging::default();
        if let Some(file) = environment.config_file() {
            match user_file(&file) {
                Ok(table) => merging.merge(&table, file.display(), Provenance::User),
                Err(error) => merging.errors.push(error),
            }
        }
        if let Some((table, file)) = project {
            let where_set = format!("{}, [workspace.metadata.aoc]", file.display());
            merging.merge(table, where_set, Provenance::Project);
        }
        for setting in SETTINGS {
            let variable = setting.variable;
            if let Some(text) = environment.variable(variable) {
                let text = text.to_string_lossy();
                merging.set(setting, &text, variable, Provenance::Environment);
            }
        }
        let Merging {
            mut settings,
            errors,
        } = merging;
        // A spacing below the minimum has no effect, so `doctor` does not show it.
        if settings.request_interval() > settings.spacing {
            settings.spacing = None;
            settings.values.remove("spacing");
        }
        (settings, errors)
    }

    /// The name under which the user set the value, for advice.
    pub fn name_of(&self, key: &str) -> String {
        let setting = SETTINGS.iter().find(|setting| setting.key == key);
        match (setting, self.values.get(key)) {
            (Some(setting), Some(value)) if value.from == Provenance::Environment => {
                setting.variable.to_owned()
            }
            _ => format!("the setting `{key}`"),
        }
    }

    /// The time between requests after a burst. On loopback there is none unless it is set. For
    /// other hosts, a time below the default counts as the default.
    pub fn request_interval(&self) -> Option<Duration> {
        if self.base_url.is_loopback() {
            return self.spacing;
        }
        Some(self.spacing.unwrap_or_default().max(MIN_SPACING))
    }
}

/// True for control characters, and for the replacement of bytes that are not Unicode.
fn is_broken(c: char) -> bool {
    c.is_control() || c == char::REPLACEMENT_CHARACTER
}

/// An address that is safe to show, without user and password.
fn without_password(address: &str) -> String {
    match address.replace("%40", "@").rsplit_once('@') {
        Some((_, host)) => format!("…@{host}"),
        None => address.to_owned(),
    }
}

/// The user's own settings; empty if the file does not exist.
fn user_file(file: &Path) -> Result<Table> {
    let text = if_exists(file, read_text_file(file))?.unwrap_or_default();
    parse_file(file, &text)
}

/// Parses the text of a file with settings.
pub(super) fn parse_file(file: &Path, text: &str) -> Result<Table> {
    parse_toml(text)
        .map_err(|why| usage_error(format!("{}: not valid TOML in {why}", file.display())))
}

/// Parses a time with a unit, or a number of seconds.
fn spacing(text: &str) -> Option<Duration> {
    let time = match parse_duration(text) {
        Ok(time) => time,
        Err(_) => Duration::try_from_secs_f64(text.parse().ok()?).ok()?,
    };
    (time <= MAX_SPACING).then_some(time)
}

/// Parses a time limit for a request.
fn timeout(text: &str) -> Option<Duration> {
    let time = parse_duration(text).ok()?;
    let limits = Duration::from_millis(100)..=Duration::from_hours(1);
    limits.contains(&time).then_some(time)
}

/// The settings that were read so far, and the errors in them.
#[derive(Default)]
struct Merging {
    settings: Settings,
    errors: Vec<CliError>,
}

impl Merging {
    /// Merges the table of a file.
    fn merge(&mut self, table: &Table, where_set: impl Display, from: Provenance) {
        for (key, value) in table {
            let Some(setting) = SETTINGS.iter().find(|setting| setting.key == key) else {
                let keys: Vec<&str> = SETTINGS
                    .iter()
                    .filter(|setting| setting.refusal(from).is_none())
                    .map(|setting| setting.key)
                    .collect();
                let names = keys.join(", ");
                self.settings.warnings.push(format!(
                    "{where_set}: unknown setting {key}, ignored; the settings are {names}"
                ));
                continue;
            };
            let where_set = format!("{where_set}: {key}");
            match value {
                Value::String(text) => self.set(setting, text, &where_set, from),
                Value::Integer(_) | Value::Boolean(_) if setting.is_bare => {
                    self.set(setting, &value.to_string(), &where_set, from);
                }
                Value::Array(_) => self.refuse(setting, "an array", &where_set, from),
                Value::Table(_) => self.refuse(setting, "a table", &where_set, from),
                other => {
                    let shown = setting.quoted(&other.to_string());
                    self.refuse(setting, &shown, &where_set, from);
                }
            }
        }
    }

    /// Sets a setting. `where_set` is the file and key, or the variable, for errors.
    fn set(&mut self, setting: &SettingInfo, text: &str, where_set: &str, from: Provenance) {
        let text = text.trim();
        let is_plain = !text.is_empty() && !text.contains(is_broken);
        if setting.refusal(from).is_none()
            && is_plain
            && (setting.parse)(&mut self.settings, text, from).is_some()
        {
            let shown = (setting.show)(text);
            let value = SettingValue { shown, from };
            self.settings.values.insert(setting.key, value);
        } else {
            self.refuse(setting, &setting.quoted(text), where_set, from);
        }
    }

    /// Adds the error about a value, which is described by `shown`.
    fn refuse(&mut self, setting: &SettingInfo, shown: &str, where_set: &str, from: Provenance) {
        let why = match setting.refusal(from) {
            Some(why) => why,
            None => format!("{shown} is not {}", setting.expects),
        };
        self.errors.push(usage_error(format!("{where_set}: {why}")));
    }
}

#[cfg(test)]
mod tests {
    use std::mem;
    use std::path::MAIN_SEPARATOR_STR;

    use tempfile::TempDir;

    use super::*;
    use crate::testing::{environment, write};

    /// The settings from these variables, a project's table and the user's file, and the errors.
    fn read(
        variables: &[(&str, &str)],
        project: &str,
        user: Option<&str>,
    ) -> (Settings, Vec<String>) {
        let temp = TempDir::new().unwrap();
        if let Some(user) = user {
            write(temp.path(), "aoc/config.toml", user);
        }
        let environment = environment(temp.path(), variables);
        let table: Table = project.parse().unwrap();
        let manifest = Path::new("Cargo.toml");
        let (settings, errors) = Settings::read(&environment, Some((&table, manifest)));
        let folder = temp.path().join("aoc/").display().to_string();
        let folder = folder.replace('/', MAIN_SEPARATOR_STR);
        let messages = errors.iter().map(CliError::to_string);
        let messages = messages.map(|message| message.replace(&folder, ""));
        (settings, messages.collect())
    }

    fn from_variable(name: &str, value: &str) -> Settings {
        let (settings, errors) = read(&[(name, value)], "", None);
        assert_eq!(errors, [""; 0]);
        settings
    }

    #[test]
    fn each_setting_can_be_read_and_shown() {
        for (key, example) in [
            ("year", "2020"),
            ("contact", "me@example.org"),
            ("address", "http://localhost:8080"),
            ("spacing", "2500ms"),
            ("timeout", "30s"),
            ("leaderboard", "1001"),
            ("inputs", "../private"),
            ("editor", "hx"),
            ("editor-pane", "false"),
        ] {
            let setting = SETTINGS.iter().find(|setting| setting.key == key).unwrap();
            let mut settings = from_variable(setting.variable, example);
            let values = mem::take(&mut settings.values);
            let shown = example.to_owned();
            let from = Provenance::Environment;
            assert_eq!(values[key], SettingValue { shown, from });
            let default = Settings::default();
            assert_ne!(format!("{settings:?}"), format!("{default:?}"), "{key}");
            let line = format!("{key} = '{example}'");
            let (settings, errors) = read(&[], "", Some(&line));
            let is_allowed = setting.refusal(Provenance::User).is_none();
            assert_eq!(settings.values.contains_key(key), is_allowed);
            assert_eq!(errors.is_empty(), is_allowed);
            // The key is known, even where it cannot be set.
            assert_eq!(settings.warnings, [""; 0]);
        }
        assert_eq!(SETTINGS.len(), 9, "a setting needs an example here");
    }

    #[test]
    fn the_documentation_has_a_row_for_each_setting() {
        let page = include_str!("../../docs/files-and-settings.md");
        let rows = page
            .split("\n## ")
            .find(|text| text.starts_with("Settings\n"))
            .unwrap()
            .lines();
        let rows: Vec<&str> = rows.filter(|line| line.starts_with("| `")).collect();
        assert_eq!(rows.len(), SETTINGS.len());
        for (setting, row) in SETTINGS.iter().zip(rows) {
            let (key, variable) = (setting.key, setting.variable);
            let (expects, default) = (setting.expects, setting.default);
            let expected = format!("| `{key}` | `{variable}` | {expects} | {default} |");
            assert_eq!(row, expected);
        }
    }

    #[test]
    fn reads_the_environment() {
        assert_eq!(
            from_variable("AOC_YEAR", " 2020 ").year,
            Some(Year::of(2020))
        );
        assert_eq!(from_variable("AOC_YEAR", "").year, None);
        for (text, expected) in [
            ("http://[::1]:8080/", "http://[::1]:8080"),
            ("HTTPS://AdventOfCode.com:443/", "https://adventofcode.com"),
        ] {
            let settings = from_variable("AOC_BASE_URL", text);
            assert_eq!(settings.base_url.to_string(), expected);
        }
        let contact = from_variable("AOC_CONTACT", "me@example.org").contact;
        assert_eq!(contact.as_deref(), Some("me@example.org"));
        for (text, milliseconds) in [("2", 2000), ("0.25", 250), ("0", 0), ("500ms", 500)] {
            let here = ("AOC_BASE_URL", "http://127.0.0.1:1");
            let (settings, _) = read(&[("AOC_SPACING", text), here], "", None);
            let spacing = Some(Duration::from_millis(milliseconds));
            assert_eq!(settings.spacing, spacing);
            assert_eq!(settings.values["spacing"].shown, text);
        }
    }

    #[test]
    fn requests_to_the_site_are_never_closer_than_by_default() {
        for (text, milliseconds) in [
            ("0", None),
            ("1999ms", None),
            ("2", Some(2000)),
            ("3.5", Some(3500)),
            ("24h", Some(86_400_000)),
        ] {
            let settings = from_variable("AOC_SPACING", text);
            let spacing = milliseconds.map(Duration::from_millis);
            assert_eq!(settings.spacing, spacing, "{text}");
            // `doctor` shows the values in effect.
            assert_eq!(settings.values.contains_key("spacing"), spacing.is_some());
        }
    }

    #[test]
    fn names_the_variable_with_a_wrong_value() {
        for (name, value) in [
            ("AOC_YEAR", "2014"),
            ("AOC_YEAR", "202\u{fffd}"),
            ("AOC_INPUTS", "x\u{fffd}"),
            ("AOC_CONTACT", "a\r\nb"),
            ("AOC_CONTACT", &"é".repeat(121)),
            ("AOC_LEADERBOARD", "-1"),
            ("AOC_LEADERBOARD", "1001?view_key=hunter2!"),
            ("AOC_BASE_URL", "adventofcode.com"),
            ("AOC_BASE_URL", "http://adventofcode.com"),
            ("AOC_BASE_URL", "https://adventofcode.com/2020"),
            ("AOC_BASE_URL", "https://"),
            ("AOC_BASE_URL", "https://me:hunter2@adventofcode.com"),
            ("AOC_BASE_URL", "me:hunter2@"),
            ("AOC_BASE_URL", "https://me:hunter2%40adventofcode.com"),
            ("AOC_SPACING", "-1"),
            ("AOC_SPACING", "NaN"),
            ("AOC_SPACING", "86401"),
            ("AOC_SPACING", "48h"),
            ("AOC_TIMEOUT", "soon"),
            ("AOC_TIMEOUT", "99ms"),
            ("AOC_TIMEOUT", "61min"),
        ] {
            let (settings, errors) = read(&[(name, value)], "", None);
            assert!(settings.values.is_empty(), "{value}");
            let error = errors.concat();
            assert!(error.starts_with(&format!("{name}: `")), "{error}");
            let is_open = error.contains('\n') || error.contains("hunter2");
            assert!(!is_open, "{error}");
        }
        assert!(
            from_variable("AOC_CONTACT", &"é".repeat(120))
                .contact
                .is_some()
        );
        let (_, errors) = read(&[("AOC_CONTACT", &"x".repeat(5000))], "", None);
        assert!(errors[0].len() < 400, "{errors:?}");
    }

    #[test]
    fn reads_files_and_warns_of_unknown_keys() {
        let text = "year = '2020'\nbase_url = 'x'\nleaderboard = 1001\ninputs = 'x'";
        let (user, _) = read(&[], "", Some(text));
        assert_eq!(user.year, Some(Year::of(2020)));
        assert_eq!(user.leaderboard, LeaderboardName::parse("1001"));
        assert_eq!(user.base_url, BaseUrl::default());
        assert_eq!(user.user_inputs.as_deref(), Some("x"));
        let unknown = "config.toml: unknown setting base_url, ignored; the settings are year, ";
        assert!(user.warnings[0].contains(unknown), "{:?}", user.warnings);
        for (text, says) in [
            ("year = 1999", "year: `1999` is not a year from 2015 on"),
            ("year = true", "year: `true` is not a year from 2015 on"),
            ("leaderboard = -1", "leaderboard: `-1` is not the ID"),
            ("contact = ''", "contact: `` is not a mail address"),
            ("contact = true", "contact: `true` is not a mail address"),
            ("contact = 3", "contact: `3` is not a mail address"),
            ("inputs = 3", "inputs: `3` is not the path of a folder"),
            ("inputs = true", "inputs: `true` is not the path of"),
            ("leaderboard = 1001.0", "leaderboard: `1001.0` is not"),
            (
                "inputs = ['a']",
                "inputs: an array is not the path of a folder",
            ),
            ("inputs = {}", "inputs: a table is not the path of a folder"),
            ("inputs = ''", "inputs: `` is not the path of a folder"),
            (
                "editor-pane = 'no'",
                "editor-pane: `no` is not true or false",
            ),
            ("a = 1\nyear = \n", "not valid TOML in line 2: "),
        ] {
            // Valid settings next to it are applied.
            let (settings, errors) = read(&[], "year = 2016", Some(text));
            assert_eq!(settings.year, Some(Year::of(2016)), "{text}");
            assert_eq!(errors.len(), 1, "{text}");
            let says = format!("config.toml: {says}");
            assert!(errors[0].starts_with(&says), "{errors:?}");
        }
    }

    #[test]
    fn an_editor_in_the_manifest_is_refused_with_the_reason() {
        let (settings, errors) = read(&[], "editor = 'hx'", Some("editor = 'vi'"));
        assert_eq!(settings.editor.as_deref(), Some("vi"));
        let why = "Cargo.toml, [workspace.metadata.aoc]: editor: only your own settings or \
                   AOC_EDITOR can set it, because a repository that you clone must not start \
                   programs";
        assert_eq!(errors, [why]);
    }

    #[test]
    fn a_setting_of_the_requests_in_a_file_is_refused_with_the_reason() {
        let (settings, errors) = read(&[], "", Some("timeout = '30s'"));
        assert_eq!(settings.timeout, None);
        let why = "config.toml: timeout: only AOC_TIMEOUT can set it: no file decides how the \
                   site is asked";
        assert_eq!(errors, [why]);
    }

    #[test]
    fn the_strongest_source_that_has_a_setting_wins() {
        let user = "year = 2019\ninputs = '/own'";
        let own = Some("/own");

        let (settings, _) = read(&[("AOC_YEAR", "2017")], "year = 2018", Some(user));
        assert_eq!(settings.year, Some(Year::of(2017)));
        assert_eq!(settings.values["year"].from, Provenance::Environment);
        assert_eq!(settings.inputs.as_deref(), own);

        let project = "year = 2018\ninputs = '../x'";
        let (settings, _) = read(&[], project, Some(user));
        assert_eq!(settings.year, Some(Year::of(2018)));
        assert_eq!(settings.values["year"].from, Provenance::Project);
        assert_eq!(settings.inputs.as_deref(), Some("../x"));
        assert_eq!(settings.user_inputs.as_deref(), own);

        let (settings, _) = read(&[], "", Some(user));
        assert_eq!(settings.year, Some(Year::of(2019)));
        assert_eq!(settings.values["year"].from, Provenance::User);
        assert_eq!(settings.user_inputs.as_deref(), own);
    }
}
