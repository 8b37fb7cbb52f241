//! Sets and removes settings in a file: the user's `config.toml`, or the project's manifest.

use std::path::PathBuf;

use toml_edit::{DocumentMut, Item, Table as EditedTable, TableLike};

use super::environment::{Environment, no_config_dir_error};
use super::settings::{Provenance, SettingInfo, parse_settings};
use crate::error::{CliError, Result, usage_error};
use crate::files::toml_text::{remove, set};
use crate::files::{Readers, if_exists, in_form_of, link_target, read_text_file, replace};

/// A file with settings. To edit it, a caller must hold the lock on the file.
pub struct SettingsFile {
    pub path: PathBuf,
    /// The tables that contain the settings, from the outermost. Empty if the settings are at the
    /// top level.
    tables: &'static [&'static str],
    pub provenance: Provenance,
    readers: Readers,
}

impl SettingsFile {
    /// The user's own file.
    pub fn of_user(environment: &Environment) -> Result<Self> {
        let Some(path) = environment.config_file() else {
            return Err(no_config_dir_error("settings"));
        };
        Ok(Self {
            path,
            tables: &[],
            provenance: Provenance::User,
            // A link to a leaderboard may contain a view key.
            readers: Readers::Owner,
        })
    }

    pub fn of_project(manifest: PathBuf) -> Self {
        Self {
            path: manifest,
            tables: &["workspace", "metadata", "aoc"],
            provenance: Provenance::Project,
            readers: Readers::Everyone,
        }
    }

    /// Sets a setting, and leaves the rest of the file unchanged.
    pub fn set(&self, setting: &SettingInfo, text: &str) -> Result<()> {
        let value = setting.value(text, self.provenance)?;
        self.edit(|document| {
            let mut table: &mut dyn TableLike = document.as_table_mut();
            for name in self.tables {
                let item = table.entry(name).or_insert_with(|| {
                    let mut parent = EditedTable::new();
                    parent.set_implicit(true);
                    Item::Table(parent)
                });
                table = item
                    .as_table_like_mut()
                    .ok_or_else(|| self.not_a_table_error(name))?;
            }
            set(table, setting.key, value);
            Ok(())
        })
    }

    /// Removes a setting, but keeps its comments. Returns false if the file does not have the
    /// setting.
    pub fn unset(&self, setting: &SettingInfo) -> Result<bool> {
        self.edit(|document| Ok(remove(document, self.tables, setting.key)))
    }

    /// Edits the file, or creates a missing one, and returns what `change` returns. Writes the file
    /// only if the text changes. If the path is a link, its target is written, because people keep
    /// such files in a separate repository.
    fn edit<T>(&self, change: impl FnOnce(&mut DocumentMut) -> Result<T>) -> Result<T> {
        let path = link_target(&self.path);
        let old = if_exists(&path, read_text_file(&path))?.unwrap_or_default();
        parse_settings(&path, &old)?;
        let mut document: DocumentMut = old.parse().expect("the same text is TOML");
        let changed = change(&mut document)?;
        let new = in_form_of(&old, document.to_string());
        if new != old {
            replace(&path, new, self.readers)?;
        }
        Ok(changed)
    }

    fn not_a_table_error(&self, name: &str) -> CliError {
        let path = self.path.display();
        usage_error(format!("{path}: `{name}` is not a table: make it one"))
    }
}
