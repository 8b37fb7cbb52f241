//! One source of settings: what it says, and what it may say.

use std::fs;
use std::io;
use std::path::Path;
use std::time::Duration;

use toml::Value;

use super::base_url::BaseUrl;
use super::error::SettingsError;
use crate::puzzle::Year;

/// What one source says. Only the environment says `base_url` and `spacing`:
/// no repository that one clones may send the session elsewhere.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Source {
    /// The year of days without one.
    pub year: Option<Year>,
    /// How the site's maintainer can reach the user.
    pub contact: Option<String>,
    /// The site's origin.
    pub base_url: Option<BaseUrl>,
    /// The time between requests.
    pub spacing: Option<Duration>,
    /// What else it said that nobody understands: lines for the user.
    pub warnings: Vec<String>,
}

const NO_YEAR: &str = "no year: write one from 2015 on";
const NO_CONTACT: &str = "no contact: write a mail address or a web page, on one line";
const NO_ORIGIN: &str = "no origin: write such as https://adventofcode.com, with no path";
const NO_SPACING: &str = "no time: write such as 500ms or a number of seconds";

impl Source {
    /// What the environment says; `variable` gives those that are set and not
    /// empty.
    pub fn of_environment<'a>(
        variable: impl Fn(&str) -> Option<&'a str>,
    ) -> Result<Self, SettingsError> {
        Ok(Self {
            year: read(&variable, "AOC_YEAR", Year::parse, NO_YEAR)?,
            contact: read(&variable, "AOC_CONTACT", contact, NO_CONTACT)?,
            base_url: read(
                &variable,
                "AOC_BASE_URL",
                |text| text.parse().ok(),
                NO_ORIGIN,
            )?,
            spacing: read(&variable, "AOC_SPACING", spacing, NO_SPACING)?,
            warnings: Vec::new(),
        })
    }

    /// What the `[workspace.metadata.aoc]` of a project says.
    pub fn of_project(metadata: Option<&toml::Table>, file: &Path) -> Result<Self, SettingsError> {
        let none = toml::Table::new();
        let place = format!("{}, [workspace.metadata.aoc]", file.display());
        Self::of_table(metadata.unwrap_or(&none), &place)
    }

    /// What the user's `config.toml` says; nothing if there is none.
    pub fn of_user(config_dir: Option<&Path>) -> Result<Self, SettingsError> {
        let Some(file) = config_dir.map(|folder| folder.join("config.toml")) else {
            return Ok(Self::default());
        };
        let text = match fs::read_to_string(&file) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Self::default()),
            Err(source) => return Err(SettingsError::Read { file, source }),
        };
        match text.parse() {
            Ok(table) => Self::of_table(&table, &file.display().to_string()),
            Err(error) => {
                let error: toml::de::Error = error;
                let before = &text[..error.span().map_or(0, |span| span.start)];
                let line = before.matches('\n').count() + 1;
                let message = format!("line {line}: {}", error.message().replace('\n', "; "));
                Err(SettingsError::NotToml { file, message })
            }
        }
    }

    fn of_table(table: &toml::Table, place: &str) -> Result<Self, SettingsError> {
        let mut source = Self::default();
        for (key, value) in table {
            let wrong = |wrong| SettingsError::Value {
                place: format!("{place}: {key}"),
                value: value.as_str().map_or(value.to_string(), str::to_owned),
                wrong,
            };
            match (key.as_str(), value) {
                ("year", _) => {
                    let year = value.as_integer().map(|year| year.to_string());
                    let year = year.as_deref().or(value.as_str()).and_then(Year::parse);
                    source.year = Some(year.ok_or_else(|| wrong(NO_YEAR))?);
                }
                ("contact", Value::String(text)) => {
                    source.contact = Some(contact(text).ok_or_else(|| wrong(NO_CONTACT))?);
                }
                ("contact", _) => return Err(wrong(NO_CONTACT)),
                _ => source.warnings.push(format!(
                    "{place}: {key} is no setting, and ignored; there are year and contact"
                )),
            }
        }
        Ok(source)
    }
}

fn read<'a, T>(
    variable: impl Fn(&str) -> Option<&'a str>,
    name: &str,
    parse: impl Fn(&str) -> Option<T>,
    wrong: &'static str,
) -> Result<Option<T>, SettingsError> {
    let Some(text) = variable(name) else {
        return Ok(None);
    };
    let error = || SettingsError::Value {
        place: name.to_owned(),
        value: text.to_owned(),
        wrong,
    };
    parse(text.trim()).map(Some).ok_or_else(error)
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

#[cfg(test)]
mod tests {
    use super::*;

    fn environment(name: &str, value: &str) -> Result<Source, String> {
        Source::of_environment(|asked| (asked == name).then_some(value))
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
        for (text, origin) in [
            ("http://127.0.0.1:8080", "http://127.0.0.1:8080"),
            ("http://[::1]:8080/", "http://[::1]:8080"),
            ("HTTPS://AdventOfCode.com:443/", "https://adventofcode.com"),
        ] {
            let base_url = environment("AOC_BASE_URL", text).unwrap().base_url;
            assert_eq!(base_url.unwrap().to_string(), origin);
        }
        for (text, milliseconds) in [("2", 2000), ("0.25", 250), ("0", 0), ("500ms", 500)] {
            let spacing = environment("AOC_SPACING", text).unwrap().spacing;
            assert_eq!(spacing, Some(Duration::from_millis(milliseconds)));
        }
        assert_eq!(environment("X", ""), Ok(Source::default()));
    }

    #[test]
    fn names_the_variable_that_is_wrong() {
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
        ] {
            let error = environment(name, value).unwrap_err();
            assert!(error.starts_with(&format!("{name}: `")), "{error}");
            assert!(!error.contains('\n'), "{error}");
        }
        assert_eq!(
            environment("AOC_YEAR", "20").unwrap_err(),
            "AOC_YEAR: `20` is no year: write one from 2015 on"
        );
    }

    #[test]
    fn reads_files_and_warns_of_unknown_keys() {
        let temp = tempfile::tempdir().unwrap();
        assert_eq!(Source::of_user(None).unwrap(), Source::default());
        assert_eq!(
            Source::of_user(Some(temp.path())).unwrap(),
            Source::default()
        );
        let file = temp.path().join("config.toml");
        let read = |text: &str| {
            fs::write(&file, text).unwrap();
            Source::of_user(Some(temp.path())).map_err(|error| error.to_string())
        };
        let source = read("year = 2020\ncontact = 'me'\nbase_url = 'x'\n").unwrap();
        assert_eq!(source.year, Some(Year(2020)));
        assert_eq!(source.contact.as_deref(), Some("me"));
        assert_eq!(source.base_url, None);
        let shown = file.display();
        assert_eq!(
            source.warnings,
            [format!(
                "{shown}: base_url is no setting, and ignored; there are year and contact"
            )]
        );
        assert_eq!(
            read("year = 1999\n").unwrap_err(),
            format!("{shown}: year: `1999` is no year: write one from 2015 on")
        );
        assert!(read("contact = 3\n").unwrap_err().contains("contact: `3`"));
        let error = read("a = 1\nyear = \n").unwrap_err();
        assert!(
            error.starts_with(&format!("{shown} is not TOML: line 2: ")),
            "{error}"
        );
    }

    #[test]
    fn reads_the_manifest() {
        let table: toml::Table = "year = '2021'\ncontcat = 'x'".parse().unwrap();
        let source = Source::of_project(Some(&table), Path::new("Cargo.toml")).unwrap();
        assert_eq!(source.year, Some(Year(2021)));
        assert_eq!(
            source.warnings,
            [
                "Cargo.toml, [workspace.metadata.aoc]: contcat is no setting, and ignored; there are \
              year and contact"
            ]
        );
    }
}
