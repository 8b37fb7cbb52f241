//! `App`: the context that every command gets.

use std::cell::OnceCell;
use std::path::{Path, PathBuf};

use reqwest::Url;

use super::access::Access;
use super::args::GlobalArgs;
use super::ui::Ui;
use crate::config::{ChildEnv, Environment, Settings};
use crate::error::Result;
use crate::files::Locks;
use crate::inputs::Store;
use crate::processes::CancelToken;
use crate::project::Project;
use crate::puzzle::{Puzzle, set_shown_days};
use crate::site::{Session, SiteConfig, shown_days};

/// The context of a command. `main` creates it once, and tests can create their own.
/// Values that are slow to compute or may fail are computed when a command asks for
/// them.
pub struct App {
    /// Environment variables, folders and the clock.
    pub environment: Environment,
    /// The environment for cargo, workers and other programs.
    pub child_env: ChildEnv,
    /// The settings of the environment, the project and the user, merged.
    pub settings: Settings,
    /// `None` outside of a project: some commands work anywhere.
    project: Option<Project>,
    /// The project's inputs, opened by [`App::store`].
    pub(super) store: OnceCell<Store>,
    /// The session and the site's client, made for the first request.
    pub access: Access,
    pub ui: Ui,
    pub offline: bool,
    /// Cancelling it stops builds and runs.
    pub cancel: CancelToken,
    global: GlobalArgs,
}

impl App {
    /// Finds the project around the current folder, and reads the settings.
    pub fn new(environment: Environment, global: &GlobalArgs) -> Self {
        let project = Project::find(&environment.current_dir).ok();
        let mut manifest = PathBuf::new();
        let mut metadata = None;
        if let Some(project) = &project {
            manifest = project.manifest_path();
            metadata = project.metadata();
        }
        let metadata = metadata.map(|metadata| (metadata, &*manifest));
        let mut settings = Settings::read(&environment, metadata);
        if let Some(project) = &project
            && let Some(why) = &project.manifest_error
        {
            let manifest = manifest.display();
            let warning = format!("{manifest}: not valid TOML in {why}: its settings are ignored");
            settings.warnings.push(warning);
        }
        let mut child_env = ChildEnv::new(environment.all.clone());
        if let Ok(session) = Session::find(&environment, None) {
            child_env = child_env.without(|value| session.token.is_in(value));
        }
        Self {
            child_env,
            settings,
            project,
            store: OnceCell::new(),
            access: Access::default(),
            ui: Ui::new(&environment, global),
            offline: global.offline,
            cancel: CancelToken::default(),
            global: global.clone(),
            environment,
        }
    }

    /// Warns of keys that are not settings.
    pub fn warn_of_settings(&self) {
        for warning in &self.settings.warnings {
            self.ui.warn_once(warning);
        }
    }

    /// Makes the calendar know the events that the site has shown to have more days.
    pub fn learn_event_days(&self) {
        set_shown_days(shown_days(self.site_config()));
    }

    /// A new `App` for the next round of a long-running command: project, settings and
    /// the size of the terminal are read again. A wrong setting is an error, as at the
    /// start of a command.
    pub fn reload(&self) -> Result<Self> {
        let app = Self {
            access: Access::after(&self.access),
            ui: self.ui.reload(&self.environment, &self.global),
            ..Self::new(self.environment.clone(), &self.global)
        };
        app.warn_of_settings();
        app.with_valid_settings()
    }

    /// Fails with the first error in the settings.
    pub fn with_valid_settings(mut self) -> Result<Self> {
        if self.settings.errors.is_empty() {
            return Ok(self);
        }
        Err(self.settings.errors.swap_remove(0))
    }

    /// The project around the current folder.
    pub fn project(&self) -> Result<&Project> {
        let current = &self.environment.current_dir;
        self.project
            .as_ref()
            .ok_or_else(|| Project::not_found(current))
    }

    /// The locks in the user's cache folder.
    pub fn locks(&self) -> Locks {
        let cache_dir = self.environment.cache_dir.clone();
        Locks { cache_dir }
    }

    pub fn site_config(&self) -> SiteConfig<'_> {
        SiteConfig {
            settings: &self.settings,
            environment: &self.environment,
        }
    }

    /// The address of a puzzle's page.
    pub fn page_url(&self, puzzle: Puzzle) -> Url {
        self.settings.base_url.at(&puzzle.page_path())
    }

    /// A path relative to the current folder if it is below it, otherwise unchanged.
    pub fn relative_path(&self, path: &Path) -> PathBuf {
        // On Windows some parts may have the other separator.
        path.strip_prefix(&self.environment.current_dir)
            .unwrap_or(path)
            .components()
            .collect()
    }
}
