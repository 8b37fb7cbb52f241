//! The folder of the project's inputs, which the settings may name.

use std::path::{Path, PathBuf};

use super::context::App;
use crate::config::{Environment, Provenance};
use crate::error::{Result, file_error};
use crate::files::{entries, without_dots};
use crate::inputs::Store;
use crate::project::{Project, is_repository};

/// The folder that a setting names, relative to the project's root.
fn resolve(project: &Project, home: Option<&Path>, setting: &str) -> PathBuf {
    let path = Path::new(setting);
    let folder = match (path.strip_prefix("~"), home) {
        (Ok(rest), Some(home)) => home.join(rest),
        _ => project.root().join(path),
    };
    without_dots(&folder)
}

/// True if a folder lies outside of the project, or a link in its path leads there.
fn leads_out(project: &Project, folder: &Path) -> bool {
    let root = project.root();
    if !folder.starts_with(root) {
        return true;
    }
    let real_root = root.canonicalize().unwrap_or_default();
    let existing = folder.ancestors().find_map(|part| part.canonicalize().ok());
    existing.is_none_or(|real| !real.starts_with(real_root))
}

impl App {
    /// The project's inputs, in the folder that the settings name, otherwise in `inputs`.
    pub fn store(&self) -> Result<&Store> {
        if let Some(store) = self.store.get() {
            return Ok(store);
        }
        let project = self.project()?;
        Ok(self.store.get_or_init(|| self.open_store(project)))
    }

    /// Lets the command work outside of a project: then its files are in the cache folder.
    pub fn work_anywhere(&self) {
        if self.project().is_err()
            && let Some(cache) = &self.environment.cache_dir
        {
            let store = Store::new(cache.join("inputs"), self.locks());
            self.store.get_or_init(|| store);
        }
    }

    fn open_store(&self, project: &Project) -> Store {
        let home = self.environment.home.as_deref();
        let own = self.settings.own_inputs.as_deref();
        let mut setting = self.settings.inputs.as_deref();
        // Only the user may name a folder outside of the project, because a cloned project
        // must not write anywhere else.
        let mut outside = None;
        if let Some(inputs) = setting
            && setting != own
            && leads_out(project, &resolve(project, home, inputs))
        {
            outside = setting;
            setting = own;
        }
        let folder = resolve(project, home, setting.unwrap_or("inputs"));
        let shown = folder.display();
        let name = match self.settings.sources.get("inputs") {
            Some((_, Provenance::Environment)) => "AOC_INPUTS",
            _ => "the setting `inputs`",
        };
        let missing = if project.is_submodule(&folder) && !is_repository(&folder) {
            Some(format!(
                "the inputs are in the submodule {shown}, which is not checked out: run `git \
                 submodule update --init`"
            ))
        } else if let (Some(outside), None) = (outside, setting) {
            Some(format!(
                "the inputs cannot be in {outside}, which lies outside of the project: if you \
                 want that, set `inputs` in your own config.toml, or AOC_INPUTS"
            ))
        } else if setting.is_some() && !folder.is_dir() {
            Some(format!(
                "the inputs cannot be in {shown}, which is not a folder: create it, or correct \
                 {name}"
            ))
        } else if own.is_some() && setting == own {
            None
        } else {
            // A link that the project has leads nowhere else.
            let mut folders = vec![folder.clone()];
            for entry in entries(&folder) {
                folders.push(entry.path());
            }
            folders.retain(|folder| folder.is_dir());
            folders.iter().find_map(|folder| {
                let error = project.check_links(&self.child_env, folder).err()?;
                Some(error.to_string())
            })
        };
        Store {
            root: folder,
            missing,
            locks: self.locks(),
        }
    }

    /// The store at its place of this moment. If the repository was moved since the start,
    /// the current folder shows where it is. Fails if it is gone.
    pub fn store_here(&self, store: &Store) -> Result<Store> {
        let root = self.project()?.root();
        let mut store = store.clone();
        if let Some(now) = Environment::current_dir_now()
            && let Ok(below) = self.environment.current_dir.strip_prefix(root)
            && let Some(new_root) = now.ancestors().nth(below.components().count())
            && has_manifest(new_root)
        {
            if let Ok(inner) = store.root.strip_prefix(root) {
                store.root = new_root.join(inner);
            }
        } else if !has_manifest(root) {
            return Err(file_error(format!(
                "the repository {} is gone",
                root.display()
            )));
        }
        Ok(store)
    }
}

fn has_manifest(folder: &Path) -> bool {
    folder.join("Cargo.toml").is_file()
}
