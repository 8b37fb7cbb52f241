//! The settings: what each source says, and what is in force.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fmt;
use std::io;
use std::path::Path;
use std::time::Duration;

use toml::{Table, Value};

use super::base_url::BaseUrl;
use crate::error::{CliError, Exit};
use crate::files::{MAX_TEXT, read_regular_file};
use crate::puzzle::Year;

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

/// The settings of one source, or those in force. Only the environment can set the
/// address, `spacing` and `timeout`: a cloned repository must not send the session
/// elsewhere.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
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
    /// The folder of the inputs, as it is written.
    pub inputs: Option<String>,
    /// The same, if the user says it and not the project, which may be a stranger's.
    pub own_inputs: Option<String>,
    /// The sources of the settings that are set, by their names.
    pub provenance: BTreeMap<String, Provenance>,
    /// One line for each key that is not a setting.
    pub warnings: Vec<String>,
}

const YEAR: &str = "a year from 2015 on";
const CONTACT: &str = "a mail address or a web page, on one line";
const INPUTS: &str = "the path of a folder, such as ../private";

/// A request of a few milliseconds cannot succeed, and nobody waits for one longer
/// than an hour.
const TIMES: std::ops::RangeInclusive<Duration> =
    Duration::from_millis(100)..=Duration::from_hours(1);

impl Settings {
    /// The settings in the environment; `variable` gives the variables that are
    /// set and not empty.
    pub fn of_environment<'a>(
        variable: impl Fn(&str) -> Option<&'a OsStr>,
    ) -> Result<Self, CliError> {
        let time = |text: &str| humantime::parse_duration(text).ok();
        let seconds = |text: &str| match text.parse() {
            Ok(seconds) => Duration::try_from_secs_f64(seconds).ok(),
            Err(_) => time(text),
        };
        let limit = |text: &str| time(text).filter(|time| TIMES.contains(time));
        let address = "an address without a path or a password, such as https://adventofcode.com";
        let spacing = "a time such as 500ms, or a number of seconds";
        let timeout = "a time between 100ms and 1h, such as 30s";
        let base_url = read(&variable, "AOC_BASE_URL", address, |it| it.parse().ok())?;
        let inputs = read(&variable, "AOC_INPUTS", INPUTS, folder)?;
        let names = [
            ("year", "AOC_YEAR"),
            ("contact", "AOC_CONTACT"),
            ("address", "AOC_BASE_URL"),
            ("spacing", "AOC_SPACING"),
            ("timeout", "AOC_TIMEOUT"),
            ("inputs", "AOC_INPUTS"),
        ];
        let set = names.iter().filter(|(_, name)| variable(name).is_some());
        Ok(Self {
            provenance: set
                .map(|(setting, _)| ((*setting).to_owned(), Provenance::Environment))
                .collect(),
            year: read(&variable, "AOC_YEAR", YEAR, Year::parse)?,
            contact: read(&variable, "AOC_CONTACT", CONTACT, contact)?,
            base_url: base_url.unwrap_or_default(),
            spacing: read(&variable, "AOC_SPACING", spacing, seconds)?,
            timeout: read(&variable, "AOC_TIMEOUT", timeout, limit)?,
            own_inputs: inputs.clone(),
            inputs,
            ..Self::default()
        })
    }

    /// The settings in `[workspace.metadata.aoc]` of a project's manifest.
    pub fn of_project(metadata: Option<&Table>, file: &Path) -> Result<Self, CliError> {
        let place = format!("{}, [workspace.metadata.aoc]", file.display());
        let table = metadata.cloned().unwrap_or_default();
        Self::of_table(&table, &place, Provenance::Project)
    }

    /// The settings in the user's `config.toml`; none if it does not exist.
    pub fn of_user(config_dir: Option<&Path>) -> Result<Self, CliError> {
        let Some(file) = config_dir.map(|folder| folder.join("config.toml")) else {
            return Ok(Self::default());
        };
        let bytes = match read_regular_file(&file, MAX_TEXT) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Self::default()),
            Err(error) => return Err(CliError::read(&file, error)),
        };
        let (text, shown) = (String::from_utf8_lossy(&bytes), file.display());
        let table = toml::from_str(&text).map_err(|error| {
            let before = error.span().map_or(0, |span| span.start);
            let line = text[..before].matches('\n').count() + 1;
            let why = error.message();
            CliError::new(
                Exit::Usage,
                format!("{shown}: not valid TOML in line {line}: {why}"),
            )
        })?;
        Self::of_table(&table, &shown.to_string(), Provenance::User)
    }

    fn of_table(table: &Table, place: &str, from: Provenance) -> Result<Self, CliError> {
        let mut settings = Self::default();
        for (key, value) in table {
            let wrong = |expected| wrong(&format!("{place}: {key}"), value, expected);
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
                "inputs" => {
                    let folder = value.as_str().and_then(folder);
                    settings.inputs = Some(folder.ok_or_else(|| wrong(INPUTS))?);
                }
                _ => {
                    settings.warnings.push(format!(
                        "{place}: unknown setting {key}, ignored; the settings are year, contact, \
                         leaderboard, inputs"
                    ));
                    continue;
                }
            }
            settings.provenance.insert(key.clone(), from);
        }
        let inputs = settings.inputs.clone();
        settings.own_inputs = inputs.filter(|_| from != Provenance::Project);
        Ok(settings)
    }

    /// These settings, and those of a weaker source where they are not set. The
    /// environment is stronger than the project, and that than the user. Flags are
    /// stronger than all, and read by the commands that have them.
    pub fn or(self, mut weaker: Self) -> Self {
        weaker.provenance.extend(self.provenance);
        Self {
            year: self.year.or(weaker.year),
            contact: self.contact.or(weaker.contact),
            base_url: self.base_url,
            spacing: self.spacing,
            timeout: self.timeout,
            leaderboard: self.leaderboard.or(weaker.leaderboard),
            inputs: self.inputs.or(weaker.inputs),
            own_inputs: self.own_inputs.or(weaker.own_inputs),
            provenance: weaker.provenance,
            warnings: [self.warnings, weaker.warnings].concat(),
        }
    }
}

fn read<'a, T>(
    variable: impl Fn(&str) -> Option<&'a OsStr>,
    name: &str,
    expected: &str,
    parse: impl Fn(&str) -> Option<T>,
) -> Result<Option<T>, CliError> {
    let Some(value) = variable(name) else {
        return Ok(None);
    };
    if let Some(parsed) = value.to_str().and_then(|text| parse(text.trim())) {
        return Ok(Some(parsed));
    }
    // An address may have a password, also one whose `@` is escaped: what stands
    // before it is not shown.
    let value = value.to_string_lossy().replace("%40", "@");
    let shown = match value.rsplit_once('@') {
        Some((_, host)) if name == "AOC_BASE_URL" => format!("…@{host}"),
        _ => value,
    };
    Err(wrong(name, &Value::String(shown), expected))
}

/// A string is shown without its quotes, any other value as it stands in TOML.
fn wrong(place: &str, value: &Value, expected: &str) -> CliError {
    let value = value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_owned);
    let message = format!("{place}: `{}` is not {expected}", value.escape_debug());
    CliError::new(Exit::Usage, message)
}

fn folder(text: &str) -> Option<String> {
    let text = text.trim();
    (!text.is_empty() && !text.contains(char::is_control)).then(|| text.to_owned())
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

    fn environment(name: &str, value: &OsStr) -> Result<Settings, String> {
        Settings::of_environment(|asked| (asked == name).then_some(value))
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
            assert_eq!(base_url.to_string(), expected);
        }
        for (text, milliseconds) in [("2", 2000), ("0.25", 250), ("0", 0), ("500ms", 500)] {
            let spacing = read("AOC_SPACING", text).spacing;
            assert_eq!(spacing, Some(Duration::from_millis(milliseconds)));
        }
        let timeout = read("AOC_TIMEOUT", "500ms").timeout;
        assert_eq!(timeout, Some(Duration::from_millis(500)));
        assert_eq!(read("X", ""), Settings::default());
        let from = read("AOC_BASE_URL", "https://x").provenance;
        assert_eq!(
            from,
            [("address".to_owned(), Provenance::Environment)].into()
        );
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
            ("AOC_BASE_URL", "https://me:hunter2%40adventofcode.com"),
            ("AOC_BASE_URL", "me:hunter2@"),
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
        let user = || Settings::of_user(Some(temp.path()));
        assert_eq!(user().unwrap(), Settings::default());
        let text =
            "year = '2020'\ncontact = 'me'\nbase_url = 'x'\nleaderboard = 1001\ninputs = 'x'";
        fs::write(&file, text).unwrap();
        let source = user().unwrap();
        assert_eq!(
            (source.year, source.leaderboard),
            (Some(Year(2020)), Some(1001))
        );
        assert_eq!(source.contact.as_deref(), Some("me"));
        assert_eq!(source.base_url, BaseUrl::default());
        assert_eq!(source.own_inputs.as_deref(), Some("x"));
        let unknown = format!("{shown}: unknown setting base_url, ignored; the settings are ");
        assert!(
            source.warnings[0].starts_with(&unknown),
            "{:?}",
            source.warnings
        );
        for (text, says) in [
            ("year = 1999", ": year: `1999` is not a year from 2015 on"),
            ("leaderboard = -1", ": leaderboard: `-1` is not the ID"),
            ("contact = 3", ": contact: `3` is not a mail address"),
            ("a = 1\nyear = \n", ": not valid TOML in line 2: "),
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
            let source = Settings::of_project(Some(&table), Path::new("Cargo.toml"));
            let found = source.map(|it| (it.inputs, it.own_inputs)).ok();
            assert_eq!(found, path.map(|it| (Some(it.to_owned()), None)));
        }
    }

    #[test]
    fn the_first_source_that_has_a_setting_wins() {
        use Provenance::{Environment, Project, User};
        let year = |year, from| Settings {
            year: Some(Year(year)),
            provenance: [("year".to_owned(), from)].into(),
            ..Settings::default()
        };
        let (first, second) = (year(2017, Environment), year(2018, Project));
        let (third, none) = (year(2019, User), Settings::default());
        for (settings, year, from) in [
            (first.or(second.clone()), 2017, Environment),
            (none.clone().or(second).or(third.clone()), 2018, Project),
            (none.clone().or(none).or(third), 2019, User),
        ] {
            assert_eq!(settings.year, Some(Year(year)));
            assert_eq!(settings.provenance.get("year"), Some(&from));
            assert_eq!(settings.base_url.to_string(), "https://adventofcode.com");
        }
    }
}
