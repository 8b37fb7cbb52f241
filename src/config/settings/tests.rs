use std::mem;
use std::path::MAIN_SEPARATOR_STR;

use tempfile::TempDir;

use super::*;
use crate::testing::{environment, write};

/// The settings from these variables, a project's table and the user's file, with the errors.
fn read(variables: &[(&str, &str)], project: &str, user: Option<&str>) -> (Settings, Vec<String>) {
    let temp = TempDir::new().unwrap();
    if let Some(user) = user {
        write(temp.path(), "aoc/config.toml", user);
    }
    let environment = environment(temp.path(), variables);
    let table: Table = project.parse().unwrap();
    let manifest = temp.path().join("Cargo.toml");
    let (settings, errors) = Settings::read(&environment, Some((&table, &manifest)));
    let [folder, root] = ["aoc/", ""].map(|folder| {
        let folder = temp.path().join(folder).display().to_string();
        folder.replace('/', MAIN_SEPARATOR_STR)
    });
    let messages = errors.iter().map(CliError::to_string);
    let messages = messages.map(|message| message.replace(&folder, "").replace(&root, ""));
    (settings, messages.collect())
}

/// `HOME` may be `/dev/null`, and a folder of another user may be a file.
#[test]
fn a_file_below_no_folder_has_no_settings() {
    let temp = TempDir::new().unwrap();
    write(temp.path(), "aoc", "");
    let environment = environment(temp.path(), &[]);
    assert_eq!(
        environment.config_dir.as_deref(),
        Some(&*temp.path().join("aoc"))
    );
    let (_, errors) = Settings::read(&environment, None);
    assert!(errors.is_empty(), "{errors:?}");
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
        let setting = SettingInfo::find(key).unwrap();
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
        // The key is known even where it cannot be set.
        assert_eq!(settings.warnings, [""; 0]);
    }
    assert_eq!(SETTINGS.len(), 9, "a setting needs an example here");
}

#[test]
fn the_documentation_has_a_row_for_each_setting() {
    let page = include_str!("../../../docs/files-and-settings.md");
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
    for (text, milliseconds) in [("30s", 30_000), ("30", 30_000), ("0.1", 100)] {
        let timeout = Duration::from_millis(milliseconds);
        assert_eq!(from_variable("AOC_TIMEOUT", text).timeout, Some(timeout));
    }
    // Another wrong value does not put a short spacing into effect.
    let spacing = ("AOC_SPACING", "0s");
    let (settings, errors) = read(&[spacing, ("AOC_TIMEOUT", "x")], "", None);
    assert_eq!((settings.warnings.len(), errors.len()), (1, 1));
    assert_eq!(settings.spacing, None);
}

/// The table has them as text.
#[test]
fn defaults_are_those_of_the_table() {
    let default = |key| SettingInfo::find(key).expect("a setting").default;
    let settings = Settings::default();
    let timeout = humantime::parse_duration(default("timeout"));
    assert_eq!(timeout, Ok(settings.request_timeout()));
    assert_eq!(default("editor-pane").parse(), Ok(settings.may_use_pane()));
    assert_eq!(default("address"), settings.base_url.to_string());
}

#[test]
fn requests_to_the_site_are_never_closer_than_by_default() {
    let setting = SettingInfo::find("spacing");
    let default = format!("one every {} s", MIN_SPACING.as_secs());
    assert!(setting.unwrap().default.ends_with(&default));
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
        let raised = format!(
            "AOC_SPACING: {text} is less than 2s, the shortest time between requests, which is used \
             instead"
        );
        let raised = if spacing.is_none() {
            vec![raised]
        } else {
            Vec::new()
        };
        assert_eq!(settings.warnings, raised, "{text}");
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
        ("AOC_TIMEOUT", "0"),
        ("AOC_TIMEOUT", "3601"),
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
        from_variable("AOC_CONTACT", &"x".repeat(120))
            .contact
            .is_some()
    );
    let (_, errors) = read(&[("AOC_CONTACT", &"x".repeat(5000))], "", None);
    assert!(errors[0].len() < 400, "{errors:?}");
}

#[test]
fn a_contact_may_have_any_characters() {
    let setting = SettingInfo::find("contact").expect("a setting");
    for contact in [
        "https://exämple.org/",
        "日本",
        &"é".repeat(120),
        "(me@example.org)",
        "me\\@example.org",
    ] {
        let in_file = format!("contact = '{contact}'");
        for (settings, errors) in [
            read(&[("AOC_CONTACT", contact)], "", None),
            read(&[], "", Some(&in_file)),
        ] {
            assert_eq!(errors, [""; 0]);
            assert_eq!(settings.contact.as_deref(), Some(contact));
            assert_eq!(settings.values["contact"].shown, contact);
            assert_eq!(settings.warnings, [""; 0]);
        }
        setting
            .value(contact, Provenance::User)
            .expect("it is valid");
    }
}

#[test]
fn reads_files_and_warns_of_unknown_keys() {
    let text = "year = '2020'\nbase_url = 'x'\nleaderboard = 1001\ninputs = 'x'";
    let (user, _) = read(&[], "", Some(text));
    assert_eq!(user.year, Some(Year::of(2020)));
    assert_eq!(user.leaderboard, LeaderboardName::parse("1001"));
    assert_eq!(user.base_url, BaseUrl::default());
    assert_eq!(user.inputs, InputsFolder::OfUser("x".to_owned()));
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
        // Valid settings next to the invalid one are applied.
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
    let own = InputsFolder::OfUser("/own".to_owned());

    let (settings, _) = read(&[("AOC_YEAR", "2017")], "year = 2018", Some(user));
    assert_eq!(settings.year, Some(Year::of(2017)));
    assert_eq!(settings.values["year"].from, Provenance::Environment);
    assert_eq!(settings.inputs, own);

    let project = "year = 2018\ninputs = 'x'";
    let (settings, _) = read(&[], project, Some(user));
    assert_eq!(settings.year, Some(Year::of(2018)));
    assert_eq!(settings.values["year"].from, Provenance::Project);
    assert_eq!(settings.inputs, InputsFolder::OfProject("x".to_owned()));

    let (settings, _) = read(&[], "", Some(user));
    assert_eq!(settings.year, Some(Year::of(2019)));
    assert_eq!(settings.values["year"].from, Provenance::User);
    assert_eq!(settings.inputs, own);
}

/// A cloned project must not write outside of itself. Its folder does not replace the user's, and
/// no list of settings shows it.
#[test]
fn a_folder_outside_of_the_project_is_taken_from_the_user_alone() {
    let outside = "inputs = '../x'";
    for (variables, user, inputs, from) in [
        (&[][..], None, None, None),
        (
            &[],
            Some("inputs = '/own'"),
            Some("/own"),
            Some(Provenance::User),
        ),
        (&[], Some(outside), Some("../x"), Some(Provenance::User)),
        (
            &[("AOC_INPUTS", "../y")],
            None,
            Some("../y"),
            Some(Provenance::Environment),
        ),
    ] {
        let (settings, errors) = read(variables, outside, user);
        assert_eq!(errors, [""; 0]);
        let folder = match inputs {
            Some(inputs) => InputsFolder::OfUser(inputs.to_owned()),
            None => InputsFolder::Refused("../x".to_owned()),
        };
        assert_eq!(settings.inputs, folder);
        let value = settings.values.get("inputs");
        assert_eq!(value.map(|value| value.from), from, "{inputs:?}");
        assert_eq!(settings.inputs.refusal().is_some(), inputs.is_none());
    }
}
