//! What one source of settings says.

use std::ffi::OsStr;
use std::io;
use std::path::Path;
use std::time::Duration;

use toml::Value;

use super::base_url::BaseUrl;
use super::error::SettingsError;
use crate::files::{MAX_TEXT, read_regular_file};
use crate::inputs::toml_error;
use crate::puzzle::Year;

/// The settings that one source has. Only the environment can set `base_url`,
/// `spacing` and `timeout`: a cloned repository must not send the session
/// elsewhere.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PartialSettings {
    pub year: Option<Year>,
    pub contact: Option<String>,
    pub base_url: Option<BaseUrl>,
    pub spacing: Option<Duration>,
    pub timeout: Option<Duration>,
    pub leaderboard: Option<u64>,
    /// The folder of the inputs, as it is written; only a project can set it.
    pub inputs: Option<String>,
    /// One line for each key that is not a setting.
    pub warnings: Vec<String>,
}

const YEAR: &str = "a year from 2015 on";
const CONTACT: &str = "a mail address or a web page, on one line";
const BASE_URL: &str = "an address without a path, such as https://adventofcode.com";
const SPACING: &str = "a time such as 500ms, or a number of seconds";
const LEADERBOARD: &str = "the ID of a leaderboard, such as 1001";
const INPUTS: &str = "the path of a folder, such as ../private";
const TIMEOUT: &str = "a time between 100ms and 1h, such as 30s";

/// The limits of `AOC_TIMEOUT`. A request of a few milliseconds cannot succeed,
/// and nobody waits for one longer than an hour.
const SHORTEST_TIMEOUT: Duration = Duration::from_millis(100);
const LONGEST_TIMEOUT: Duration = Duration::from_hours(1);

impl PartialSettings {
    /// The settings in the environment; `variable` gives the variables that are
    /// set and not empty.
    pub fn of_environment<'a>(
        variable: impl Fn(&str) -> Option<&'a OsStr>,
    ) -> Result<Self, SettingsError> {
        Ok(Self {
            year: read(&variable, "AOC_YEAR", YEAR, Year::parse)?,
            contact: read(&variable, "AOC_CONTACT", CONTACT, contact)?,
            base_url: read(&variable, "AOC_BASE_URL", BASE_URL, |text| {
                text.parse().ok()
            })?,
            spacing: read(&variable, "AOC_SPACING", SPACING, spacing)?,
            timeout: read(&variable, "AOC_TIMEOUT", TIMEOUT, timeout)?,
            // Only files have it: it belongs to a repository or a user.
            leaderboard: None,
            inputs: None,
            warnings: Vec::new(),
        })
    }

    /// The settings in `[workspace.metadata.aoc]` of a project's manifest.
    pub fn of_project(metadata: Option<&toml::Table>, file: &Path) -> Result<Self, SettingsError> {
        let none = toml::Table::new();
        let place = format!("{}, [workspace.metadata.aoc]", file.display());
        let table = metadata.unwrap_or(&none);
        let mut others = table.clone();
        let inputs = others.remove("inputs");
        let mut settings = Self::of_table(&others, &place)?;
        settings.inputs = inputs.map(|value| folder(&value, &place)).transpose()?;
        Ok(settings)
    }

    /// The settings in the user's `config.toml`; none if it does not exist.
    pub fn of_user(config_dir: Option<&Path>) -> Result<Self, SettingsError> {
        let Some(file) = config_dir.map(|folder| folder.join("config.toml")) else {
            return Ok(Self::default());
        };
        let bytes = match read_regular_file(&file, MAX_TEXT) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Self::default()),
            Err(source) => return Err(SettingsError::Read { file, source }),
        };
        let table = match str::from_utf8(&bytes) {
            Ok(text) => toml::from_str(text).map_err(|error| toml_error(text, &error)),
            Err(_) => Err("it is not UTF-8".to_owned()),
        };
        match table {
            Ok(table) => Self::of_table(&table, &file.display().to_string()),
            Err(message) => Err(SettingsError::NotToml { file, message }),
        }
    }

    fn of_table(table: &toml::Table, place: &str) -> Result<Self, SettingsError> {
        let mut settings = Self::default();
        for (key, value) in table {
            let wrong = |expected| SettingsError::Value {
                place: format!("{place}: {key}"),
                value: shown(value),
                expected,
            };
            match (key.as_str(), value) {
                ("year", _) => {
                    let year = value.as_integer().map(|year| year.to_string());
                    let year = year.as_deref().or(value.as_str()).and_then(Year::parse);
                    settings.year = Some(year.ok_or_else(|| wrong(YEAR))?);
                }
                ("contact", Value::String(text)) => {
                    settings.contact = Some(contact(text).ok_or_else(|| wrong(CONTACT))?);
                }
                ("contact", _) => return Err(wrong(CONTACT)),
                ("leaderboard", _) => {
                    let id = value.as_integer().and_then(|id| u64::try_from(id).ok());
                    settings.leaderboard = Some(id.ok_or_else(|| wrong(LEADERBOARD))?);
                }
                ("inputs", _) => settings.warnings.push(format!(
                    "{place}: inputs is ignored here: it belongs in \
                     [workspace.metadata.aoc] of a project's Cargo.toml"
                )),
                _ => settings.warnings.push(format!(
                    "{place}: unknown setting {key}, ignored; the settings are year, contact, \
                     leaderboard and, in a project, inputs"
                )),
            }
        }
        Ok(settings)
    }
}

fn read<'a, T>(
    variable: impl Fn(&str) -> Option<&'a OsStr>,
    name: &str,
    expected: &'static str,
    parse: impl Fn(&str) -> Option<T>,
) -> Result<Option<T>, SettingsError> {
    let Some(value) = variable(name) else {
        return Ok(None);
    };
    let parsed = value.to_str().and_then(|text| parse(text.trim()));
    parsed.map(Some).ok_or_else(|| SettingsError::Value {
        place: name.to_owned(),
        value: value.to_string_lossy().into_owned(),
        expected,
    })
}

fn folder(value: &Value, place: &str) -> Result<String, SettingsError> {
    let path = value.as_str().map(str::trim);
    let path = path.filter(|path| !path.is_empty() && !path.contains(char::is_control));
    path.map(str::to_owned).ok_or_else(|| SettingsError::Value {
        place: format!("{place}: inputs"),
        value: shown(value),
        expected: INPUTS,
    })
}

/// A string without its quotes; any other value as it stands in TOML.
fn shown(value: &Value) -> String {
    value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_owned)
}

/// Text that can stand in a header.
fn contact(text: &str) -> Option<String> {
    let printable = text.chars().all(|c| !c.is_control());
    (printable && !text.trim().is_empty()).then(|| text.trim().to_owned())
}

/// A number of seconds, or a number with a unit.
fn spacing(text: &str) -> Option<Duration> {
    match text.parse() {
        Ok(seconds) => Duration::try_from_secs_f64(seconds).ok(),
        Err(_) => humantime::parse_duration(text).ok(),
    }
}

fn timeout(text: &str) -> Option<Duration> {
    humantime::parse_duration(text)
        .ok()
        .filter(|timeout| (SHORTEST_TIMEOUT..=LONGEST_TIMEOUT).contains(timeout))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn environment(name: &str, value: &str) -> Result<PartialSettings, String> {
        PartialSettings::of_environment(|asked| (asked == name).then_some(OsStr::new(value)))
            .map_err(|error| error.to_string())
    }

    #[test]
    fn reads_the_environment() {
        let year = environment("AOC_YEAR", " 2020 ").unwrap().year;
        assert_eq!(year, Some(Year(2020)));
        let contact = environment("AOC_CONTACT", "me@example.org")
            .unwrap()
            .contact;
        assert_eq!(contact.as_deref(), Some("me@example.org"));
        for (text, expected) in [
            ("http://127.0.0.1:8080", "http://127.0.0.1:8080"),
            ("http://[::1]:8080/", "http://[::1]:8080"),
            ("HTTPS://AdventOfCode.com:443/", "https://adventofcode.com"),
        ] {
            let base_url = environment("AOC_BASE_URL", text).unwrap().base_url;
            assert_eq!(base_url.unwrap().to_string(), expected);
        }
        for (text, milliseconds) in [("2", 2000), ("0.25", 250), ("0", 0), ("500ms", 500)] {
            let spacing = environment("AOC_SPACING", text).unwrap().spacing;
            assert_eq!(spacing, Some(Duration::from_millis(milliseconds)));
        }
        let timeout = environment("AOC_TIMEOUT", "500ms").unwrap().timeout;
        assert_eq!(timeout, Some(Duration::from_millis(500)));
        assert_eq!(environment("X", ""), Ok(PartialSettings::default()));
    }

    #[test]
    fn names_the_variable_with_a_wrong_value() {
        for (name, value) in [
            ("AOC_YEAR", "20"),
            ("AOC_YEAR", "2014"),
            ("AOC_CONTACT", "a\r\nCookie: b"),
            ("AOC_BASE_URL", "adventofcode.com"),
            ("AOC_BASE_URL", "ftp://adventofcode.com"),
            ("AOC_BASE_URL", "https://adventofcode.com/2020"),
            ("AOC_BASE_URL", "https://adventofcode.com/?a"),
            ("AOC_BASE_URL", "https://user@adventofcode.com"),
            ("AOC_BASE_URL", "https://"),
            ("AOC_SPACING", "-1"),
            ("AOC_SPACING", "NaN"),
            ("AOC_SPACING", "soon"),
            ("AOC_TIMEOUT", "soon"),
            ("AOC_TIMEOUT", "99ms"),
            ("AOC_TIMEOUT", "61min"),
        ] {
            let error = environment(name, value).unwrap_err();
            assert!(error.starts_with(&format!("{name}: `")), "{error}");
            assert!(!error.contains('\n'), "{error}");
        }
        assert_eq!(
            environment("AOC_YEAR", "20").unwrap_err(),
            "AOC_YEAR: `20` is not a year from 2015 on"
        );
    }

    #[test]
    fn reads_files_and_warns_of_unknown_keys() {
        let temp = tempfile::tempdir().unwrap();
        assert_eq!(
            PartialSettings::of_user(None).unwrap(),
            PartialSettings::default()
        );
        assert_eq!(
            PartialSettings::of_user(Some(temp.path())).unwrap(),
            PartialSettings::default()
        );
        let file = temp.path().join("config.toml");
        let read = |text: &str| {
            fs::write(&file, text).unwrap();
            PartialSettings::of_user(Some(temp.path())).map_err(|error| error.to_string())
        };
        let source =
            read("year = 2020\ncontact = 'me'\nbase_url = 'x'\nleaderboard = 1001\n").unwrap();
        assert_eq!(source.leaderboard, Some(1001));
        assert_eq!(source.year, Some(Year(2020)));
        assert_eq!(source.contact.as_deref(), Some("me"));
        assert_eq!(source.base_url, None);
        let shown = file.display();
        assert_eq!(
            source.warnings,
            [format!(
                "{shown}: unknown setting base_url, ignored; the settings are year, contact, \
                 leaderboard and, in a project, inputs"
            )]
        );
        assert_eq!(
            read("year = 1999\n").unwrap_err(),
            format!("{shown}: year: `1999` is not a year from 2015 on")
        );
        assert!(read("leaderboard = -1\n").is_err());
        assert!(read("contact = 3\n").unwrap_err().contains("contact: `3`"));
        let error = read("a = 1\nyear = \n").unwrap_err();
        assert!(
            error.starts_with(&format!("{shown} is not valid TOML: line 2: ")),
            "{error}"
        );
    }

    #[test]
    fn reads_the_manifest() {
        let table: toml::Table = "year = '2021'\ncontcat = 'x'".parse().unwrap();
        let source = PartialSettings::of_project(Some(&table), Path::new("Cargo.toml")).unwrap();
        assert_eq!(source.year, Some(Year(2021)));
        assert_eq!(
            source.warnings,
            [
                "Cargo.toml, [workspace.metadata.aoc]: unknown setting contcat, ignored; the \
                 settings are year, contact, leaderboard and, in a project, inputs"
            ]
        );
        assert_eq!(source.inputs, None);
    }

    #[test]
    fn only_a_project_says_where_its_inputs_are() {
        let read = |text: &str| {
            let table: toml::Table = text.parse().unwrap();
            let source = PartialSettings::of_project(Some(&table), Path::new("Cargo.toml"));
            source
                .map(|source| source.inputs)
                .map_err(|error| error.to_string())
        };
        assert_eq!(
            read("inputs = '../private'").unwrap().as_deref(),
            Some("../private")
        );
        for value in ["''", "3", "\"a\\u0000\""] {
            let error = read(&format!("inputs = {value}")).unwrap_err();
            let place = "Cargo.toml, [workspace.metadata.aoc]: inputs: `";
            assert!(error.starts_with(place), "{error}");
            assert!(
                error.ends_with("is not the path of a folder, such as ../private"),
                "{error}"
            );
        }
        let temp = tempfile::tempdir().unwrap();
        fs::write(temp.path().join("config.toml"), "inputs = 'x'").unwrap();
        let user = PartialSettings::of_user(Some(temp.path())).unwrap();
        assert_eq!((user.inputs, user.warnings.len()), (None, 1));
    }

    #[cfg(unix)]
    #[test]
    fn a_value_that_is_not_unicode_is_an_error() {
        use std::os::unix::ffi::OsStrExt;

        let year = OsStr::from_bytes(b"202\xff");
        let error = PartialSettings::of_environment(|name| (name == "AOC_YEAR").then_some(year));
        assert!(error.is_err());
    }
}
