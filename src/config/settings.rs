//! The settings: what each source says, and what is in force.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fmt;
use std::io;
use std::path::Path;
use std::time::Duration;

use toml::{Table, Value};

use super::base_url::BaseUrl;
use crate::error::{Exit, HasExit};
use crate::files::{MAX_TEXT, read_regular_file};
use crate::puzzle::Year;

/// What is wrong with a source of settings.
#[derive(Debug, thiserror::Error)]
#[error("{message}")]
pub struct SettingsError {
    message: String,
    /// The variable, the key or the file to correct.
    pub place: Option<String>,
    exit: Exit,
}

impl SettingsError {
    pub fn file(message: String) -> Self {
        Self {
            message,
            place: None,
            exit: Exit::Files,
        }
    }

    fn value(place: String, value: &str, expected: &str) -> Self {
        let value = value.escape_debug();
        Self {
            message: format!("{place}: `{value}` is not {expected}"),
            place: Some(place),
            exit: Exit::Usage,
        }
    }
}

impl HasExit for SettingsError {
    fn exit(&self) -> Exit {
        self.exit
    }
}

/// Which source a setting came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Provenance {
    Environment,
    Project,
    User,
}

impl fmt::Display for Provenance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Environment => "environment",
            Self::Project => "project",
            Self::User => "user config",
        })
    }
}

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

/// The settings in force.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The year of days that come without one.
    pub year: Option<Year>,
    /// An address that is sent with every request.
    pub contact: Option<String>,
    pub base_url: BaseUrl,
    /// The time between requests.
    pub spacing: Option<Duration>,
    /// The time limit of one request.
    pub timeout: Option<Duration>,
    pub leaderboard: Option<u64>,
    pub inputs: Option<String>,
    /// Where those that are set came from, by their names.
    pub provenance: BTreeMap<&'static str, Provenance>,
}

impl Settings {
    /// The first source that has a setting wins: the environment, the project, the
    /// user. Flags are stronger, and read by the commands that have them.
    pub fn merge(
        environment: &PartialSettings,
        project: &PartialSettings,
        user: &PartialSettings,
    ) -> Self {
        let sources = [
            (Provenance::Environment, environment),
            (Provenance::Project, project),
            (Provenance::User, user),
        ];
        let mut provenance = BTreeMap::new();
        let mut note = |name, is_set: &dyn Fn(&PartialSettings) -> bool| {
            let (source, settings) = sources.iter().find(|(_, source)| is_set(source))?;
            provenance.insert(name, *source);
            Some((*settings).clone())
        };
        Self {
            year: note("year", &|it| it.year.is_some()).and_then(|it| it.year),
            contact: note("contact", &|it| it.contact.is_some()).and_then(|it| it.contact),
            base_url: note("address", &|it| it.base_url.is_some())
                .and_then(|it| it.base_url)
                .unwrap_or_else(BaseUrl::adventofcode),
            spacing: note("spacing", &|it| it.spacing.is_some()).and_then(|it| it.spacing),
            timeout: note("timeout", &|it| it.timeout.is_some()).and_then(|it| it.timeout),
            leaderboard: note("leaderboard", &|it| it.leaderboard.is_some())
                .and_then(|it| it.leaderboard),
            inputs: note("inputs", &|it| it.inputs.is_some()).and_then(|it| it.inputs),
            provenance,
        }
    }
}

const YEAR: &str = "a year from 2015 on";
const CONTACT: &str = "a mail address or a web page, on one line";

impl PartialSettings {
    /// The settings in the environment; `variable` gives the variables that are
    /// set and not empty.
    pub fn of_environment<'a>(
        variable: impl Fn(&str) -> Option<&'a OsStr>,
    ) -> Result<Self, SettingsError> {
        /// A request of a few milliseconds cannot succeed, and nobody waits for one
        /// longer than an hour.
        const TIMES: std::ops::RangeInclusive<Duration> =
            Duration::from_millis(100)..=Duration::from_hours(1);
        let time = |text: &str| humantime::parse_duration(text).ok();
        let seconds = |text: &str| match text.parse() {
            Ok(seconds) => Duration::try_from_secs_f64(seconds).ok(),
            Err(_) => time(text),
        };
        let limit = |text: &str| time(text).filter(|time| TIMES.contains(time));
        let address = "an address without a path, such as https://adventofcode.com";
        let spacing = "a time such as 500ms, or a number of seconds";
        let timeout = "a time between 100ms and 1h, such as 30s";
        Ok(Self {
            year: read(&variable, "AOC_YEAR", YEAR, Year::parse)?,
            contact: read(&variable, "AOC_CONTACT", CONTACT, contact)?,
            base_url: read(&variable, "AOC_BASE_URL", address, |it| it.parse().ok())?,
            spacing: read(&variable, "AOC_SPACING", spacing, seconds)?,
            timeout: read(&variable, "AOC_TIMEOUT", timeout, limit)?,
            ..Self::default()
        })
    }

    /// The settings in `[workspace.metadata.aoc]` of a project's manifest.
    pub fn of_project(metadata: Option<&Table>, file: &Path) -> Result<Self, SettingsError> {
        let place = format!("{}, [workspace.metadata.aoc]", file.display());
        let mut table = metadata.cloned().unwrap_or_default();
        let inputs = table.remove("inputs");
        let mut settings = Self::of_table(&table, &place)?;
        if let Some(value) = inputs {
            let path = value.as_str().map(str::trim);
            let path = path.filter(|path| !path.is_empty() && !path.contains(char::is_control));
            let expected = "the path of a folder, such as ../private";
            let wrong = || wrong(&place, "inputs", &value, expected);
            settings.inputs = Some(path.ok_or_else(wrong)?.to_owned());
        }
        Ok(settings)
    }

    /// The settings in the user's `config.toml`; none if it does not exist.
    pub fn of_user(config_dir: Option<&Path>) -> Result<Self, SettingsError> {
        let Some(file) = config_dir.map(|folder| folder.join("config.toml")) else {
            return Ok(Self::default());
        };
        let shown = file.display().to_string();
        let bytes = match read_regular_file(&file, MAX_TEXT) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Self::default()),
            Err(error) => {
                return Err(SettingsError::file(format!("cannot read {shown}: {error}")));
            }
        };
        let text = String::from_utf8_lossy(&bytes);
        let table = toml::from_str(&text).map_err(|error| {
            let before = error.span().map_or(0, |span| span.start);
            let line = text[..before].matches('\n').count() + 1;
            let why = error.message();
            SettingsError {
                message: format!("{shown} is not valid TOML: line {line}: {why}"),
                place: Some(shown.clone()),
                exit: Exit::Usage,
            }
        })?;
        Self::of_table(&table, &shown)
    }

    fn of_table(table: &Table, place: &str) -> Result<Self, SettingsError> {
        let mut settings = Self::default();
        for (key, value) in table {
            let wrong = |expected| wrong(place, key, value, expected);
            match key.as_str() {
                "year" => {
                    let year = value.as_integer().map(|year| year.to_string());
                    let year = year.as_deref().or(value.as_str()).and_then(Year::parse);
                    settings.year = Some(year.ok_or_else(|| wrong(YEAR))?);
                }
                "contact" => {
                    let contact = value.as_str().and_then(contact);
                    settings.contact = Some(contact.ok_or_else(|| wrong(CONTACT))?);
                }
                "leaderboard" => {
                    let id = value.as_integer().and_then(|id| u64::try_from(id).ok());
                    let expected = "the ID of a leaderboard, such as 1001";
                    settings.leaderboard = Some(id.ok_or_else(|| wrong(expected))?);
                }
                "inputs" => settings.warnings.push(format!(
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
    parsed.map(Some).ok_or_else(|| {
        let value = value.to_string_lossy();
        // An address may have a password.
        let value = value.rsplit_once('@').map_or(&*value, |(_, host)| host);
        SettingsError::value(name.to_owned(), value, expected)
    })
}

/// A string is shown without its quotes, any other value as it stands in TOML.
fn wrong(place: &str, key: &str, value: &Value, expected: &str) -> SettingsError {
    let value = value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_owned);
    SettingsError::value(format!("{place}: {key}"), &value, expected)
}

/// Text that can stand in a header.
fn contact(text: &str) -> Option<String> {
    let printable = text.chars().all(|c| !c.is_control());
    (printable && !text.trim().is_empty()).then(|| text.trim().to_owned())
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
        let table: Table = "year = '2021'\ncontcat = 'x'".parse().unwrap();
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
            let table: Table = text.parse().unwrap();
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

    #[test]
    fn the_first_source_that_has_a_setting_wins() {
        let source = |year| PartialSettings {
            year: Some(Year(year)),
            ..PartialSettings::default()
        };
        let none = PartialSettings::default();
        let merged = |sources: [&PartialSettings; 3]| {
            let settings = Settings::merge(sources[0], sources[1], sources[2]);
            let from = settings.provenance.get("year").copied();
            (settings.year.map(|year| year.0), from)
        };
        let (first, second, third) = (source(2017), source(2018), source(2019));
        let environment = Some(Provenance::Environment);
        assert_eq!(merged([&first, &second, &third]), (Some(2017), environment));
        let project = Some(Provenance::Project);
        assert_eq!(merged([&none, &second, &third]), (Some(2018), project));
        let user = Some(Provenance::User);
        assert_eq!(merged([&none, &none, &third]), (Some(2019), user));
        assert_eq!(merged([&none, &none, &none]), (None, None));
        let settings = Settings::merge(&none, &none, &none);
        assert_eq!(settings.base_url.to_string(), "https://adventofcode.com");
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
