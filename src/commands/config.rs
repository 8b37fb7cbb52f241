//! `aoc config`: shows the settings with their sources, and changes them.

use clap::{ArgGroup, Args};
use serde::Serialize;
use serde_json::json;

use crate::app::App;
use crate::app::args::Completes;
use crate::config::{
    INPUTS, InputsFolder, Provenance, SETTINGS, SettingInfo, SettingsFile, is_outside_project,
};
use crate::error::{Exit, Result, usage_error};
use crate::spelling::{did_you_mean, nearest};
use crate::terminal::style::{DIM, PLAIN, STRONG};
use crate::terminal::table::{self, Cell, Column};
use crate::terminal::{Terminal, plain_line, with_tilde};

/// Show or change the settings
///
/// Without a key it lists the settings, each with its value and its source: environment, project,
/// user config or default. With a key it prints only the value, and with a value it sets the key
/// for you, in all projects. The rest of the file and its comments are kept.
#[derive(Args)]
#[command(group = ArgGroup::new("change").args(["value", "unset"]), after_help = "\
Examples:
  aoc config                      list all settings
  aoc config year 2025 --project  set it for the whole project")]
pub struct ConfigArgs {
    /// The setting, such as year [default: all]
    #[arg(add = Completes::Setting)]
    key: Option<String>,
    /// Set it to this value
    #[arg(requires = "key", allow_negative_numbers = true)]
    value: Option<String>,
    /// Change it in the project's Cargo.toml, not only for you
    #[arg(long, requires = "change")]
    project: bool,
    /// Remove it
    #[arg(long, requires = "key")]
    unset: bool,
}

/// The document of `aoc config --json`.
#[derive(Serialize)]
struct ConfigDocument {
    settings: Vec<ConfigEntry>,
}

#[derive(Serialize)]
struct ConfigEntry {
    key: &'static str,
    /// The value. `None` if no source sets it.
    value: Option<String>,
    from: Option<Provenance>,
    default: &'static str,
}

/// The effect of a change, in the document of `aoc config KEY VALUE --json`.
#[derive(Clone, Copy, Serialize)]
#[serde(rename_all = "kebab-case")]
enum ConfigChange {
    Set,
    Removed,
    /// There was nothing to remove.
    NotSet,
}

impl ConfigChange {
    fn words(self) -> &'static str {
        match self {
            Self::Set => "is set",
            Self::Removed => "is removed",
            Self::NotSet => "is not set",
        }
    }
}

impl ConfigEntry {
    fn new(app: &App, setting: &SettingInfo) -> Self {
        let value = app.settings.values.get(setting.key);
        Self {
            key: setting.key,
            value: value.map(|value| value.shown.clone()),
            from: value.map(|value| value.from),
            default: setting.default,
        }
    }
}

pub fn run(app: &App, args: &ConfigArgs) -> Result<Exit> {
    let Some(key) = &args.key else {
        return list(app);
    };
    let setting = find(key)?;
    if args.value.is_some() || args.unset {
        return change(app, args, setting);
    }
    let entry = ConfigEntry::new(app, setting);
    // After an error, the default is not shown, because the setting may have a value that is
    // invalid or cannot be read.
    if entry.value.is_none() && app.all_settings_errors().is_empty() && !app.ui.json {
        app.ui
            .note(format!("{key} is not set; the default: {}", entry.default));
    }
    if setting.key == INPUTS {
        warn_of_refused_inputs(app);
    }
    let shown = entry.value.as_deref().map(plain_line);
    let document = ConfigDocument {
        settings: vec![entry],
    };
    app.ui
        .show("config", &document, || shown.unwrap_or_default())?;
    // Other commands would fail with these errors.
    Ok(app.ui.errors(&app.all_settings_errors()))
}

/// The setting with this name. The error suggests a similar name.
fn find(key: &str) -> Result<&'static SettingInfo> {
    if let Some(setting) = SettingInfo::find(key) {
        return Ok(setting);
    }
    let keys: Vec<&str> = SETTINGS.iter().map(|setting| setting.key).collect();
    let advice = match nearest(key, keys.iter().copied()) {
        Some(similar) => did_you_mean(similar),
        None => format!("; the settings are {}", keys.join(", ")),
    };
    Err(usage_error(format!("unknown setting `{key}`{advice}")))
}

/// Lists all settings, then their errors.
fn list(app: &App) -> Result<Exit> {
    let entries = SETTINGS
        .iter()
        .map(|setting| ConfigEntry::new(app, setting));
    warn_of_refused_inputs(app);
    let document = ConfigDocument {
        settings: entries.collect(),
    };
    app.ui.show("config", &document, || {
        screen(app.ui.stdout, &document.settings)
    })?;
    // Other commands would fail with these errors.
    Ok(app.ui.errors(&app.all_settings_errors()))
}

/// Warns about a refused folder of inputs. For commands that need the inputs, this is an error.
fn warn_of_refused_inputs(app: &App) {
    if let Some(why) = app.settings.inputs.refusal() {
        app.ui.warning(why);
    }
}

fn screen(terminal: Terminal, entries: &[ConfigEntry]) -> String {
    const COLUMNS: &[Column] = &[
        Column::left("").at_least(13),
        Column::left("").gap(1).wraps(),
        Column::left("").gap(1).wraps(),
    ];
    let rows = entries.iter().map(|entry| {
        let value = with_tilde(entry.value.as_deref().unwrap_or(entry.default));
        let source = entry.from.map_or("default", Provenance::name);
        let style = if entry.from.is_some() { PLAIN } else { DIM };
        [
            Cell::new(STRONG, entry.key),
            Cell::new(style, value),
            Cell::new(DIM, format!("({source})")),
        ]
    });
    table::list(terminal, COLUMNS, rows)
}

/// The file to change: the user's settings file or the project's manifest.
fn file_to_change(app: &App, is_project: bool) -> Result<SettingsFile> {
    if !is_project {
        return SettingsFile::of_user(&app.environment);
    }
    let project = app.workspace.project()?;
    let manifest = project.manifest_path();
    project.check_links(&manifest)?;
    Ok(SettingsFile::of_project(manifest))
}

/// Sets the setting to the value, or removes the setting if no value is given.
fn change(app: &App, args: &ConfigArgs, setting: &SettingInfo) -> Result<Exit> {
    let file = file_to_change(app, args.project)?;
    let waiting = app
        .ui
        .note_once("waiting for another aoc that changes the same files");
    let _lock = app.workspace.locks().edited_file(&file.path, waiting);
    let Some(value) = &args.value else {
        let was_set = file.unset(setting)?;
        let change = if was_set {
            ConfigChange::Removed
        } else {
            ConfigChange::NotSet
        };
        return report(app, setting, &file, change);
    };
    let home = app.environment.home.as_deref();
    if args.project
        && setting.key == INPUTS
        && is_outside_project(app.workspace.project()?.root(), home, value)
    {
        return Err(usage_error(format!(
            "`{value}` is outside of the project: a project cannot set that, but you can, without \
             --project"
        )));
    }
    file.set(setting, value)?;
    let exit = report(app, setting, &file, ConfigChange::Set)?;
    if setting.key == INPUTS {
        warn_of_missing_folder(app, value);
    }
    if args.project && setting.has_secret(value) {
        app.ui.warning(
            "the manifest has the view key now: keep it out of a repository that others can \
             read; without --project it is set only for you",
        );
    }
    Ok(exit)
}

/// Warns if the setting `inputs` names a folder that does not exist in this project.
fn warn_of_missing_folder(app: &App, value: &str) {
    let Ok(project) = app.workspace.project() else {
        return;
    };
    let inputs = InputsFolder::OfUser(value.to_owned());
    let folder = inputs.path(project.root(), app.environment.home.as_deref());
    if !folder.is_dir() {
        app.ui.warning(format!(
            "in this project, `inputs` is {}, which is not a folder: create it, or correct the setting",
            folder.display()
        ));
    }
}

/// Reports the change, and another source that still takes precedence over the value.
fn report(
    app: &App,
    setting: &SettingInfo,
    file: &SettingsFile,
    change: ConfigChange,
) -> Result<Exit> {
    let key = setting.key;
    let path = app.workspace.relative_path(&file.path);
    let document = json!({"key": key, "status": change, "file": path});
    app.ui.show("config", &document, || {
        let file = with_tilde(path.display());
        plain_line(format!("{key} {} in {file}", change.words()))
    })?;
    if let Some(value) = app.settings.values.get(key)
        && value.from > file.provenance
    {
        let source = match value.from {
            Provenance::Environment => setting.variable,
            _ => "the project's Cargo.toml",
        };
        app.ui.note(format!(
            "{source} takes precedence: {key} is {}",
            value.shown
        ));
    }
    Ok(Exit::Done)
}
