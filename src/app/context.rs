//! `App`: the context that every command gets.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::access::Access;
use super::args::GlobalArgs;
use crate::config::{ChildEnv, Environment, Settings};
use crate::error::CliError;
use crate::files::Locks;
use crate::processes::CancelToken;
use crate::project::Project;
use crate::puzzle::set_shown_days;
use crate::site::{SiteConfig, shown_days};
use crate::terminal::{self, Console, Terminal, Verbosity};

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
    /// The errors in the settings. Wrong values are not used, and most commands refuse to
    /// run.
    pub settings_errors: Vec<CliError>,
    /// `None` outside of a project: some commands work anywhere.
    project: Option<Project>,
    /// The session and the site's client, made for the first request.
    pub access: Access,
    pub stdout: Terminal,
    pub stderr: Terminal,
    pub json: bool,
    pub offline: bool,
    /// Cancelling it stops builds and runs.
    pub cancel: CancelToken,
    global: GlobalArgs,
    pub verbosity: Verbosity,
    /// The texts that [`App::warn_once`] has written.
    warned: RefCell<BTreeSet<String>>,
}

impl App {
    /// Finds the project around the current folder, and reads the settings.
    pub fn new(environment: Environment, global: &GlobalArgs) -> Self {
        let variable = |name: &str| environment.variable(name)?.to_str().map(str::to_owned);
        let [stdout, stderr] = Terminal::from_process(global.color, &variable);
        let project = Project::find(&environment.current_dir).ok();
        let manifest = project.as_ref().map(Project::manifest_path);
        let table = project.as_ref().and_then(Project::metadata);
        let metadata = table.zip(manifest.as_deref());
        let (settings, settings_errors) = Settings::read(&environment, metadata);
        let executable = environment.executable.as_deref();
        let app = Self {
            child_env: ChildEnv::new(environment.all.clone(), executable),
            settings,
            settings_errors,
            project,
            access: Access::default(),
            stdout,
            stderr: Terminal {
                interactive: stderr.interactive && !global.quiet,
                ..stderr
            },
            json: global.json,
            offline: global.offline,
            cancel: CancelToken::default(),
            global: global.clone(),
            verbosity: match (global.quiet, global.verbose) {
                (true, _) => Verbosity::Quiet,
                (false, 0) => Verbosity::Normal,
                (false, _) => Verbosity::Verbose,
            },
            environment,
            warned: RefCell::default(),
        };
        set_shown_days(shown_days(app.site_config()));
        for warning in &app.settings.warnings {
            app.warning(warning);
        }
        app
    }

    /// A new `App` for the next round of a long-running command: project, settings and
    /// the size of the terminal are read again.
    pub fn reload(&self) -> Self {
        Self::new(self.environment.clone(), &self.global)
    }

    /// The project around the current folder.
    pub fn project(&self) -> Result<&Project, CliError> {
        let current = &self.environment.current_dir;
        let project = self.project.as_ref();
        project.ok_or_else(|| Project::not_found(current))
    }

    /// The locks in the user's cache folder.
    pub fn locks(&self) -> Locks {
        Locks::new(self.environment.cache_dir.as_deref())
    }

    pub fn site_config(&self) -> SiteConfig<'_> {
        SiteConfig {
            settings: &self.settings,
            environment: &self.environment,
        }
    }

    pub fn console(&self) -> Console {
        Console::new(self.stdout, self.stderr, self.verbosity)
    }

    /// Prints the result of a command, as JSON or as its screen.
    pub fn show(
        &self,
        command: &str,
        body: &impl Serialize,
        screen: impl FnOnce() -> String,
    ) -> Result<(), CliError> {
        if self.json {
            return terminal::json(&mut self.console(), command, body);
        }
        self.console().print(&screen())
    }

    pub fn is_quiet(&self) -> bool {
        self.verbosity == Verbosity::Quiet
    }

    /// A path relative to the current folder if it is below it, otherwise unchanged.
    pub fn relative_path(&self, path: &Path) -> PathBuf {
        let relative = path.strip_prefix(&self.environment.current_dir);
        relative.unwrap_or(path).to_owned()
    }

    /// Writes a note to stderr, unless `-q`.
    pub fn note(&self, text: &str) {
        self.console().note(text);
    }

    /// Writes a warning to stderr, unless `-q`.
    pub fn warning(&self, text: &str) {
        self.console().warning(text);
    }

    /// Writes a warning, unless this command has written the same one before.
    pub fn warn_once(&self, text: &str) {
        if self.warned.borrow_mut().insert(text.to_owned()) {
            self.warning(text);
        }
    }

    /// Writes a failure that does not end the command to stderr.
    pub fn error(&self, error: &anyhow::Error) {
        terminal::error(self.stderr, error);
    }
}
