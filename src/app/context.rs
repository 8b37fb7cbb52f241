//! `App`: what every command is given.

use std::io;
use std::path::{Path, PathBuf};

use super::access::Access;
use crate::args;
use crate::config::{ChildEnv, Environment, PartialSettings, Settings, Sources};
use crate::error::CliError;
use crate::inputs::{Locks, Store};
use crate::project::{Project, ProjectError};
use crate::puzzle::{Puzzle, ResolveContext, Selection, SelectorError};
use crate::reporter::{self, ColorChoice, Terminal, Verbosity};

/// The environment, the project around the current folder, the settings and
/// the terminal.
pub struct App {
    pub environment: Environment,
    pub settings: Settings,
    project: Option<Project>,
    /// Session and site, looked up by the first request.
    pub access: Access,
    pub stdout: Terminal,
    pub stderr: Terminal,
    pub json: bool,
    pub offline: bool,
    pub verbosity: Verbosity,
}

impl App {
    pub fn new(environment: Environment, global: &args::Global) -> Result<Self, CliError> {
        let color = match global.color {
            args::Color::Auto => ColorChoice::Auto,
            args::Color::Always => ColorChoice::Always,
            args::Color::Never => ColorChoice::Never,
        };
        let project = Project::find(&environment.current_dir).ok();
        let from_project = project.as_ref().map(|project| {
            let manifest = project.manifest_path();
            PartialSettings::of_project(project.metadata(), &manifest)
        });
        let sources = Sources {
            flags: PartialSettings::default(),
            environment: PartialSettings::of_environment(|name| environment.variable(name))?,
            project: from_project.transpose()?.unwrap_or_default(),
            user: PartialSettings::of_user(environment.config_dir.as_deref())?,
        };
        let warnings = [&sources.project, &sources.user].map(|source| source.warnings.clone());
        let app = Self {
            stdout: Terminal::stdout(color, &environment.variables),
            stderr: Terminal::stderr(color, &environment.variables),
            settings: sources.merge(),
            project,
            access: Access::default(),
            json: global.json,
            offline: global.offline,
            verbosity: match (global.quiet, global.verbose) {
                (true, _) => Verbosity::Quiet,
                (false, 0) => Verbosity::Normal,
                (false, _) => Verbosity::Verbose,
            },
            environment,
        };
        for warning in warnings.iter().flatten() {
            app.warning(warning);
        }
        Ok(app)
    }

    /// The project around the current folder.
    pub fn project(&self) -> Result<&Project, ProjectError> {
        self.project.as_ref().ok_or_else(|| ProjectError::NotFound {
            folder: self.environment.current_dir.clone(),
        })
    }

    /// The project's inputs.
    pub fn store(&self) -> Result<Store, ProjectError> {
        let locks = Locks::new(self.environment.cache_dir.as_deref());
        Ok(Store::new(self.project()?.inputs_dir(), locks))
    }

    /// The selected puzzles, for a command that works on solutions.
    pub fn solutions(&self, selection: &args::Selection) -> Result<Vec<Puzzle>, CliError> {
        self.select(selection, Selection::solutions)
    }

    /// The selected puzzles, for a command that talks to the site.
    pub fn puzzles(&self, selection: &args::Selection) -> Result<Vec<Puzzle>, CliError> {
        self.select(selection, Selection::site)
    }

    fn select(
        &self,
        selection: &args::Selection,
        resolve: impl Fn(&Selection, &ResolveContext<'_>) -> Result<Vec<Puzzle>, SelectorError>,
    ) -> Result<Vec<Puzzle>, CliError> {
        let project = self.project()?;
        let selection = Selection::parse(&selection.selectors, selection.year.as_deref())?;
        let days = project.days()?;
        let latest = selection.asks_for_latest().then(|| project.latest(&days));
        Ok(resolve(
            &selection,
            &ResolveContext {
                days: &days,
                latest: latest.flatten(),
                setting: self.settings.year,
                folder: project.year_of(&self.environment.current_dir),
                now: (self.environment.now)(),
            },
        )?)
    }

    /// The environment for cargo and workers.
    pub fn child_env(&self) -> ChildEnv {
        let executable = std::env::current_exe().ok();
        ChildEnv::new(self.environment.all.clone(), executable.as_deref())
    }

    pub fn is_quiet(&self) -> bool {
        self.verbosity == Verbosity::Quiet
    }

    /// A path relative to the current folder, where it is below it.
    pub fn shown(&self, path: &Path) -> PathBuf {
        path.strip_prefix(&self.environment.current_dir)
            .unwrap_or(path)
            .to_owned()
    }

    /// Writes a note to stderr.
    pub fn note(&self, text: &str) {
        if !self.is_quiet() {
            let _ = reporter::note(&mut self.stderr.writer(io::stderr()), self.stderr, text);
        }
    }

    /// Writes a warning to stderr.
    pub fn warning(&self, text: &str) {
        if !self.is_quiet() {
            let _ = reporter::warning(&mut self.stderr.writer(io::stderr()), self.stderr, text);
        }
    }

    /// Writes a failure that does not end the command to stderr.
    pub fn error(&self, error: &anyhow::Error) {
        let mut out = self.stderr.writer(io::stderr());
        let _ = reporter::error(&mut out, self.stderr, error, None);
    }
}
