//! The settings of all sources, and which source each comes from.

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;
use std::time::Duration;

use toml::Table;

use super::base_url::BaseUrl;
use super::environment::Environment;
use crate::error::{CliError, Exit};
use crate::files::{MAX_TEXT, if_exists, parse_toml, read_regular_file};
use crate::puzzle::Year;

/// The source of a setting.
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

/// The settings in force. Only the environment can set the address, `spacing` and
/// `timeout`: a cloned repository must not send the session elsewhere.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// The year of days that are given without one.
    pub year: Option<Year>,
    /// A mail address or web page that is sent with every request.
    pub contact: Option<String>,
    pub base_url: BaseUrl,
    /// The time between requests.
    pub spacing: Option<Duration>,
    /// The time limit of one request.
    pub timeout: Option<Duration>,
    pub leaderboard: Option<u64>,
    /// The folder of the inputs, as the user wrote it.
    pub inputs: Option<String>,
    /// The folder of the inputs if the user set it. A project may be a stranger's.
    pub own_inputs: Option<String>,
    /// The source of each setting that is set, by the setting's name.
    pub provenance: BTreeMap<String, Provenance>,
    /// One line for each key that is not a setting.
    pub warnings: Vec<String>,
}

/// The settings that files can have.
const FILE_KEYS: [&str; 4] = ["year", "contact", "leaderboard", "inputs"];
const VARIABLES: [(&str, &str); 6] = [
    ("year", "AOC_YEAR"),
    ("contact", "AOC_CONTACT"),
    ("address", "AOC_BASE_URL"),
    ("spacing", "AOC_SPACING"),
    ("timeout", "AOC_TIMEOUT"),
    ("inputs", "AOC_INPUTS"),
];

/// The timeouts that can be set: no request succeeds within a few milliseconds, and
/// nobody waits for one longer than an hour.
const TIMEOUTS: std::ops::RangeInclusive<Duration> =
    Duration::from_millis(100)..=Duration::from_hours(1);

impl Settings {
    /// Merges the settings of all sources, and collects errors; invalid values are
    /// ignored. The environment overrides the project (the table
    /// `[workspace.metadata.aoc]` in its manifest), and the project overrides the
    /// user's `config.toml`. Flags override all of them; the commands that have the
    /// flags read them.
    pub fn read(
        environment: &Environment,
        project: Option<(&Table, &Path)>,
    ) -> (Self, Vec<CliError>) {
        let mut settings = Self::default();
        let mut errors = Vec::new();
        if let Some(dir) = &environment.config_dir {
            let file = dir.join("config.toml");
            let place = file.display().to_string();
            match user_file(&file) {
                Ok(table) => settings.add(&table, &place, Provenance::User, &mut errors),
                Err(error) => errors.push(error),
            }
        }
        if let Some((table, file)) = project {
            let place = format!("{}, [workspace.metadata.aoc]", file.display());
            settings.add(table, &place, Provenance::Project, &mut errors);
        }
        for (key, name) in VARIABLES {
            let Some(value) = environment.variable(name) else {
                continue;
            };
            let text = value.to_string_lossy();
            let set = settings.set(key, text.trim(), Provenance::Environment);
            if set.is_none() {
                // The address may contain a password, and its `@` may be escaped: the
                // part before `@` is not shown.
                let escaped = text.replace("%40", "@");
                let host = escaped.rsplit_once('@').filter(|_| key == "address");
                let shown = host.map_or(text.into_owned(), |(_, host)| format!("…@{host}"));
                errors.push(invalid(name, &shown, key));
            }
        }
        (settings, errors)
    }

    /// Adds the settings of a file.
    fn add(&mut self, table: &Table, place: &str, from: Provenance, errors: &mut Vec<CliError>) {
        for (key, value) in table {
            if !FILE_KEYS.contains(&&**key) {
                let names = FILE_KEYS.join(", ");
                self.warnings.push(format!(
                    "{place}: unknown setting {key}, ignored; the settings are {names}"
                ));
                continue;
            }
            // A string is shown without its quotes, any other value as it stands in TOML.
            let shown = value.as_str().map_or_else(|| value.to_string(), Into::into);
            let is_text =
                value.is_str() || value.is_integer() && key != "contact" && key != "inputs";
            let text = if is_text { shown.trim() } else { "" };
            if self.set(key, text, from).is_none() {
                errors.push(invalid(&format!("{place}: {key}"), &shown, key));
            }
        }
    }

    /// Sets a value, overriding a weaker source; returns `None` if the value is invalid.
    fn set(&mut self, key: &str, text: &str, from: Provenance) -> Option<()> {
        // The value becomes a header or a path.
        let is_line = |c: char| !c.is_control() && c != char::REPLACEMENT_CHARACTER;
        let line = (!text.is_empty() && text.chars().all(is_line)).then(|| text.to_owned());
        let time = humantime::parse_duration(text).ok();
        match key {
            "year" => self.year = Some(Year::parse(text)?),
            "contact" => self.contact = Some(line?),
            "leaderboard" => self.leaderboard = Some(text.parse().ok()?),
            "inputs" => {
                self.inputs = Some(line?);
                if from != Provenance::Project {
                    self.own_inputs.clone_from(&self.inputs);
                }
            }
            "address" => self.base_url = BaseUrl::parse(text)?,
            "spacing" => {
                let seconds = || Duration::try_from_secs_f64(text.parse().ok()?).ok();
                self.spacing = Some(time.or_else(seconds)?);
            }
            _ => self.timeout = Some(time.filter(|time| TIMEOUTS.contains(time))?),
        }
        self.provenance.insert(key.to_owned(), from);
        Some(())
    }
}

/// The user's `config.toml`; empty if it does not exist.
fn user_file(file: &Path) -> Result<Table, CliError> {
    let bytes = if_exists(file, read_regular_file(file, MAX_TEXT))?.unwrap_or_default();
    parse_toml(&String::from_utf8_lossy(&bytes)).map_err(|why| {
        let message = format!("{}: not valid TOML in {why}", file.display());
        CliError::new(Exit::Usage, message)
    })
}

fn invalid(place: &str, value: &str, key: &str) -> CliError {
    let expected = match key {
        "year" => "a year from 2015 on",
        "contact" => "a mail address or a web page, on one line",
        "leaderboard" => "the ID of a leaderboard, such as 1001",
        "inputs" => "the path of a folder, such as ../private",
        "address" => "an address such as https://adventofcode.com, without a path or a password",
        "spacing" => "a time such as 500ms, or a number of seconds",
        _ => "a time between 100ms and 1h, such as 30s",
    };
    let message = format!("{place}: `{}` is not {expected}", value.escape_debug());
    CliError::new(Exit::Usage, message)
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::*;
    use crate::testing::{environment, write};

    /// The settings of these variables, a project's table and the user's file.
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
        let (settings, errors) =
            Settings::read(&environment, Some((&table, Path::new("Cargo.toml"))));
        let folder = format!("{}/aoc/", temp.path().display());
        let errors = errors.iter().map(|it| it.to_string().replace(&folder, ""));
        (settings, errors.collect())
    }

    fn from_variable(name: &str, value: &str) -> Settings {
        let (settings, errors) = read(&[(name, value)], "", None);
        assert_eq!(errors, [""; 0]);
        settings
    }

    #[test]
    fn reads_the_environment() {
        assert_eq!(from_variable("AOC_YEAR", " 2020 ").year, Some(Year(2020)));
        assert_eq!(from_variable("AOC_YEAR", ""), Settings::default());
        let contact = from_variable("AOC_CONTACT", "me@example.org").contact;
        assert_eq!(contact.as_deref(), Some("me@example.org"));
        for (text, expected) in [
            ("http://[::1]:8080/", "http://[::1]:8080"),
            ("HTTPS://AdventOfCode.com:443/", "https://adventofcode.com"),
        ] {
            let settings = from_variable("AOC_BASE_URL", text);
            assert_eq!(settings.base_url.to_string(), expected);
            assert_eq!(settings.provenance["address"], Provenance::Environment);
        }
        for (text, milliseconds) in [("2", 2000), ("0.25", 250), ("0", 0), ("500ms", 500)] {
            let spacing = from_variable("AOC_SPACING", text).spacing;
            assert_eq!(spacing, Some(Duration::from_millis(milliseconds)));
        }
        let timeout = from_variable("AOC_TIMEOUT", "500ms").timeout;
        assert_eq!(timeout, Some(Duration::from_millis(500)));
    }

    #[test]
    fn names_the_variable_with_a_wrong_value() {
        let cases = "AOC_YEAR=2014 AOC_YEAR=202\u{fffd} AOC_INPUTS=x\u{fffd} AOC_CONTACT=a\r\nb \
                     AOC_BASE_URL=adventofcode.com AOC_BASE_URL=ftp://adventofcode.com \
                     AOC_BASE_URL=https://adventofcode.com/2020 AOC_BASE_URL=https:// \
                     AOC_BASE_URL=https://me:hunter2@adventofcode.com AOC_BASE_URL=me:hunter2@ \
                     AOC_BASE_URL=https://me:hunter2%40adventofcode.com AOC_SPACING=-1 \
                     AOC_SPACING=NaN AOC_TIMEOUT=soon AOC_TIMEOUT=99ms AOC_TIMEOUT=61min";
        for (name, value) in cases.split(' ').map(|case| case.split_once('=').unwrap()) {
            let (settings, errors) = read(&[(name, value)], "", None);
            assert_eq!(settings, Settings::default(), "{value}");
            let error = errors.concat();
            assert!(error.starts_with(&format!("{name}: `")), "{error}");
            let is_open = error.contains('\n') || error.contains("hunter2");
            assert!(!is_open, "{error}");
        }
    }

    #[test]
    fn reads_files_and_warns_of_unknown_keys() {
        let text =
            "year = '2020'\ncontact = 'me'\nbase_url = 'x'\nleaderboard = 1001\ninputs = 'x'";
        let (user, _) = read(&[], "", Some(text));
        assert_eq!(user.year, Some(Year(2020)));
        assert_eq!(user.leaderboard, Some(1001));
        assert_eq!(user.contact.as_deref(), Some("me"));
        assert_eq!(user.base_url, BaseUrl::default());
        assert_eq!(user.own_inputs.as_deref(), Some("x"));
        let unknown = "config.toml: unknown setting base_url, ignored; the settings are year, ";
        assert!(user.warnings[0].contains(unknown), "{:?}", user.warnings);
        for (text, says) in [
            ("year = 1999", "year: `1999` is not a year from 2015 on"),
            ("leaderboard = -1", "leaderboard: `-1` is not the ID"),
            ("contact = 3", "contact: `3` is not a mail address"),
            ("inputs = ''", "inputs: `` is not the path of a folder"),
            ("inputs = 3", "inputs: `3` is not the path of a folder"),
            ("a = 1\nyear = \n", "not valid TOML in line 2: "),
        ] {
            // Valid settings beside it apply.
            let (settings, errors) = read(&[], "year = 2016", Some(text));
            assert_eq!((settings.year, errors.len()), (Some(Year(2016)), 1));
            let says = format!("config.toml: {says}");
            assert!(errors[0].starts_with(&says), "{errors:?}");
        }
    }

    #[test]
    fn the_strongest_source_that_has_a_setting_wins() {
        use Provenance::{Environment, Project, User};
        let (variable, user) = (("AOC_YEAR", "2017"), "year = 2019\ninputs = '/own'");
        for (variables, project, year, from) in [
            (&[variable][..], "year = 2018", 2017, Environment),
            (&[], "year = 2018\ninputs = '../x'", 2018, Project),
            (&[], "", 2019, User),
        ] {
            let (settings, _) = read(variables, project, Some(user));
            assert_eq!(settings.year, Some(Year(year)));
            assert_eq!(settings.provenance.get("year"), Some(&from));
            let is_projects = project.contains("inputs");
            let inputs = if is_projects { "../x" } else { "/own" };
            assert_eq!(settings.inputs.as_deref(), Some(inputs));
            assert_eq!(settings.own_inputs.as_deref(), Some("/own"));
        }
    }
}
