//! What every command has at hand.

use std::io;
use std::path::{Path, PathBuf};

use super::fetch::Access;
use super::{Context, args};
use crate::project::Project;
use crate::puzzle::{Puzzle, Selection, Surroundings, Year};
use crate::report::{self, Terminal, Verbosity};
use crate::settings::{Settings, Source, Sources};
use crate::store::{Locks, Store};
use crate::worker::Environment;

/// The surroundings, the project one stands in, its files, the settings, and
/// the terminal.
pub struct Desk {
    pub context: Context,
    pub project: Project,
    pub settings: Settings,
    pub store: Store,
    /// For what has to come from the site.
    pub access: Access,
    pub stdout: Terminal,
    pub stderr: Terminal,
}

impl Desk {
    /// Everything in its place.
    pub fn new(context: Context, color: report::ColorChoice) -> anyhow::Result<Self> {
        let project = Project::find(&context.current_dir)?;
        let manifest = project.manifest_path();
        let sources = Sources {
            flags: Source::default(),
            environment: Source::of_environment(|name| context.variable(name))?,
            project: Source::of_project(project.metadata(), &manifest)?,
            user: Source::of_user(context.config_dir.as_deref())?,
        };
        let warnings = [&sources.project, &sources.user].map(|source| source.warnings.clone());
        let desk = Self {
            stdout: Terminal::stdout(color, &context.environment),
            stderr: Terminal::stderr(color, &context.environment),
            store: Store::new(
                project.inputs_dir(),
                Locks::new(context.cache_dir.as_deref()),
            ),
            settings: sources.merge(),
            access: Access::default(),
            project,
            context,
        };
        for warning in warnings.iter().flatten() {
            desk.warning(warning);
        }
        Ok(desk)
    }

    /// The puzzles that a command on solutions is asked for.
    pub fn solutions(&self, selection: &args::Selection) -> anyhow::Result<Vec<Puzzle>> {
        self.select(selection, Selection::solutions)
    }

    /// The puzzles that a command that talks to the site is asked for.
    pub fn puzzles(&self, selection: &args::Selection) -> anyhow::Result<Vec<Puzzle>> {
        self.select(selection, Selection::site)
    }

    fn select<E>(
        &self,
        selection: &args::Selection,
        resolve: impl Fn(&Selection, &Surroundings<'_>) -> Result<Vec<Puzzle>, E>,
    ) -> anyhow::Result<Vec<Puzzle>>
    where
        anyhow::Error: From<E>,
    {
        let selection = Selection::parse(&selection.selectors, selection.year.as_deref())?;
        let days = self.project.days()?;
        let latest = selection
            .asks_for_latest()
            .then(|| self.project.latest(&days));
        Ok(resolve(
            &selection,
            &Surroundings {
                days: &days,
                latest: latest.flatten(),
                setting: self.settings.year,
                folder: self.folder(),
                now: (self.context.now)(),
            },
        )?)
    }

    fn folder(&self) -> Option<Year> {
        self.project.year_of(&self.context.current_dir)
    }

    /// The environment for cargo and workers.
    pub fn environment(&self) -> Environment {
        let executable = std::env::current_exe().ok();
        Environment::new(self.context.variables.clone(), executable.as_deref())
    }

    /// How much is said.
    pub const fn verbosity(&self) -> Verbosity {
        match (self.context.quiet, self.context.verbose) {
            (true, _) => Verbosity::Quiet,
            (false, 0) => Verbosity::Normal,
            (false, _) => Verbosity::Verbose,
        }
    }

    /// A path as short as it is from where one stands.
    pub fn shown(&self, path: &Path) -> PathBuf {
        path.strip_prefix(&self.context.current_dir)
            .unwrap_or(path)
            .to_owned()
    }

    /// Something good to know, on stderr.
    pub fn note(&self, text: &str) {
        if !self.context.quiet {
            let _ = report::note(&mut self.stderr.writer(io::stderr()), self.stderr, text);
        }
    }

    /// Something to see to, on stderr.
    pub fn warning(&self, text: &str) {
        if !self.context.quiet {
            let _ = report::warning(&mut self.stderr.writer(io::stderr()), self.stderr, text);
        }
    }

    /// A failure that does not end everything, on stderr.
    pub fn error(&self, error: &anyhow::Error) {
        let mut out = self.stderr.writer(io::stderr());
        let _ = report::error(&mut out, self.stderr, error, None);
    }
}
