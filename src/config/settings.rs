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

/// A mistake in a source of settings.
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
    /// The sources of the settings that are set, by their names.
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

    fn environment(name: &str, value: &OsStr) -> Result<PartialSettings, String> {
        PartialSettings::of_environment(|asked| (asked == name).then_some(value))
            .map_err(|error| error.to_string())
    }

    #[test]
    fn reads_the_environment() {
        let read = |name, value: &str| environment(name, OsStr::new(value)).unwrap();
        assert_eq!(read("AOC_YEAR", " 2020 ").year, Some(Year(2020)));
        let contact = read("AOC_CONTACT", "me@example.org").contact;
        assert_eq!(contact.as_deref(), Some("me@example.org"));
        for (text, expected) in [
            ("http://[::1]:8080/", "http://[::1]:8080"),
            ("HTTPS://AdventOfCode.com:443/", "https://adventofcode.com"),
        ] {
            let base_url = read("AOC_BASE_URL", text).base_url;
            assert_eq!(base_url.unwrap().to_string(), expected);
        }
        for (text, milliseconds) in [("2", 2000), ("0.25", 250), ("0", 0), ("500ms", 500)] {
            let spacing = read("AOC_SPACING", text).spacing;
            assert_eq!(spacing, Some(Duration::from_millis(milliseconds)));
        }
        let timeout = read("AOC_TIMEOUT", "500ms").timeout;
        assert_eq!(timeout, Some(Duration::from_millis(500)));
        assert_eq!(read("X", ""), PartialSettings::default());
    }

    #[test]
    fn names_the_variable_with_a_wrong_value() {
        for (name, value) in [
            ("AOC_YEAR", "2014"),
            ("AOC_CONTACT", "a\r\nCookie: b"),
            ("AOC_BASE_URL", "adventofcode.com"),
            ("AOC_BASE_URL", "ftp://adventofcode.com"),
            ("AOC_BASE_URL", "https://adventofcode.com/2020"),
            ("AOC_BASE_URL", "https://me:hunter2@adventofcode.com"),
            ("AOC_BASE_URL", "https://"),
            ("AOC_SPACING", "-1"),
            ("AOC_SPACING", "NaN"),
            ("AOC_TIMEOUT", "soon"),
            ("AOC_TIMEOUT", "99ms"),
            ("AOC_TIMEOUT", "61min"),
        ] {
            let error = environment(name, OsStr::new(value)).unwrap_err();
            assert!(error.starts_with(&format!("{name}: `")), "{error}");
            assert!(
                !error.contains('\n') && !error.contains("hunter2"),
                "{error}"
            );
        }
        #[cfg(unix)]
        {
            use std::os::unix::ffi::OsStrExt;
            assert!(environment("AOC_YEAR", OsStr::from_bytes(b"202\xff")).is_err());
        }
    }

    #[test]
    fn reads_files_and_warns_of_unknown_keys() {
        let temp = tempfile::tempdir().unwrap();
        let file = temp.path().join("config.toml");
        let shown = file.display();
        let user = || PartialSettings::of_user(Some(temp.path()));
        assert_eq!(user().unwrap(), PartialSettings::default());
        let text =
            "year = '2020'\ncontact = 'me'\nbase_url = 'x'\nleaderboard = 1001\ninputs = 'x'";
        fs::write(&file, text).unwrap();
        let source = user().unwrap();
        assert_eq!(
            (source.year, source.leaderboard),
            (Some(Year(2020)), Some(1001))
        );
        assert_eq!(source.contact.as_deref(), Some("me"));
        assert_eq!((source.base_url, source.inputs), (None, None));
        let unknown = format!("{shown}: unknown setting base_url, ignored; the settings are ");
        assert!(
            source.warnings[0].starts_with(&unknown),
            "{:?}",
            source.warnings
        );
        assert!(source.warnings[1].contains("inputs is ignored here"));
        for (text, says) in [
            ("year = 1999", ": year: `1999` is not a year from 2015 on"),
            ("leaderboard = -1", ": leaderboard: `-1` is not the ID"),
            ("contact = 3", ": contact: `3` is not a mail address"),
            ("a = 1\nyear = \n", " is not valid TOML: line 2: "),
        ] {
            fs::write(&file, text).unwrap();
            let error = user().unwrap_err().to_string();
            assert!(error.starts_with(&format!("{shown}{says}")), "{error}");
        }
        for (value, path) in [
            ("'../private'", Some("../private")),
            ("''", None),
            ("3", None),
        ] {
            let table: Table = format!("inputs = {value}").parse().unwrap();
            let source = PartialSettings::of_project(Some(&table), Path::new("Cargo.toml"));
            assert_eq!(
                source.map(|it| it.inputs).ok(),
                path.map(|it| Some(it.to_owned()))
            );
        }
    }

    #[test]
    fn the_first_source_that_has_a_setting_wins() {
        let source = |year| PartialSettings {
            year: Some(Year(year)),
            ..PartialSettings::default()
        };
        let none = PartialSettings::default();
        let (first, second, third) = (source(2017), source(2018), source(2019));
        let [environment, project, user] = [
            Provenance::Environment,
            Provenance::Project,
            Provenance::User,
        ]
        .map(Some);
        for (sources, year, from) in [
            ([&first, &second, &third], Some(2017), environment),
            ([&none, &second, &third], Some(2018), project),
            ([&none, &none, &third], Some(2019), user),
            ([&none; 3], None, None),
        ] {
            let settings = Settings::merge(sources[0], sources[1], sources[2]);
            assert_eq!(settings.year, year.map(Year));
            assert_eq!(settings.provenance.get("year").copied(), from);
            assert_eq!(settings.base_url.to_string(), "https://adventofcode.com");
        }
    }
}
