//! The folder of the project's inputs, which the settings may name.

use std::path::{Path, PathBuf};

use super::context::App;
use crate::config::{Environment, Provenance, Settings};
use crate::error::{CliError, Result};
use crate::files::{entries, without_dots};
use crate::inputs::Store;
use crate::project::{Project, is_repository};

/// The project's setting, as messages call it.
const PROJECT_SETTING: &str = "`inputs` in the table [workspace.metadata.aoc] of Cargo.toml";

/// The folder that the settings give for the inputs.
enum InputFolder {
    /// No setting names a folder, so it is `inputs` in the project.
    Default,
    /// A setting names the folder; messages call it `setting`.
    Configured {
        folder: PathBuf,
        setting: &'static str,
    },
    /// The project names this folder outside of itself. Only the user may do so, because
    /// a cloned project must not write anywhere else.
    Refused(String),
}

impl InputFolder {
    fn new(project: &Project, settings: &Settings, home: Option<&Path>) -> Self {
        let Some(inputs) = &settings.inputs else {
            return Self::Default;
        };
        let own = "`inputs` in your config.toml";
        let (inputs, setting) = match settings.sources.get("inputs") {
            Some((_, Provenance::Environment)) => (inputs, "AOC_INPUTS"),
            Some((_, Provenance::Project))
                if leads_out(project, &resolve(project, home, inputs)) =>
            {
                match &settings.own_inputs {
                    Some(inputs) => (inputs, own),
                    None => return Self::Refused(inputs.clone()),
                }
            }
            Some((_, Provenance::Project)) => (inputs, PROJECT_SETTING),
            _ => (inputs, own),
        };
        Self::Configured {
            folder: resolve(project, home, inputs),
            setting,
        }
    }

    /// The reason why nothing can be written to the folder.
    fn problem(&self, project: &Project, folder: &Path) -> Option<String> {
        let shown = folder.display();
        if project.is_submodule(folder) && !is_repository(folder) {
            return Some(format!(
                "the inputs are in the submodule {shown}, which is not checked out: run `git \
                 submodule update --init`"
            ));
        }
        match self {
            Self::Refused(outside) => Some(format!(
                "the inputs cannot be in {outside}, which lies outside of the project: if you \
                 want that, set `inputs` in your own config.toml, or AOC_INPUTS"
            )),
            Self::Configured { setting, .. } if !folder.is_dir() => Some(format!(
                "the inputs cannot be in {shown}, which is not a folder: create it, or correct \
                 {setting}"
            )),
            Self::Configured { .. } | Self::Default => None,
        }
    }
}

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
    let existing = folder.ancestors().find_map(|part| part.canonicalize().ok());
    let real_root = root.canonicalize().unwrap_or_default();
    !folder.starts_with(root) || existing.is_none_or(|real| !real.starts_with(real_root))
}

impl App {
    /// The project's inputs, in the folder that the settings name, otherwise in `inputs`.
    pub fn store(&self) -> Result<&Store> {
        match self.project_if_needed()? {
            Some(project) => Ok(self.store.get_or_init(|| self.open_store(project))),
            None => Ok(self.store.get().expect("the store in the cache")),
        }
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

    /// The project; `None` outside of one, for a command that works there.
    pub fn project_if_needed(&self) -> Result<Option<&Project>> {
        match self.project() {
            Err(_) if self.store.get().is_some() => Ok(None),
            project => project.map(Some),
        }
    }

    fn open_store(&self, project: &Project) -> Store {
        let home = self.environment.home.as_deref();
        let input_folder = InputFolder::new(project, &self.settings, home);
        let folder = match &input_folder {
            InputFolder::Configured { folder, .. } => folder.clone(),
            InputFolder::Default | InputFolder::Refused(_) => project.root().join("inputs"),
        };
        let missing = input_folder
            .problem(project, &folder)
            .or_else(|| self.link_problem(project, &input_folder, &folder));
        let mut store = Store::new(folder, self.locks());
        store.missing = missing;
        store
    }

    /// The reason why nothing can be written to the inputs or to one of their years: a link
    /// that the project has. A folder that the user's own setting names is not checked.
    fn link_problem(
        &self,
        project: &Project,
        input_folder: &InputFolder,
        folder: &Path,
    ) -> Option<String> {
        match input_folder {
            InputFolder::Configured { setting, .. } if *setting != PROJECT_SETTING => return None,
            _ => {}
        }
        let mut folders = vec![folder.to_owned()];
        for entry in entries(folder) {
            let path = entry.path();
            if path.is_symlink() && path.is_dir() {
                folders.push(path);
            }
        }
        for folder in folders {
            if let Err(error) = project.check_links(&self.child_env, &folder) {
                return Some(error.to_string());
            }
        }
        None
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
            return Err(CliError::files(format!(
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
