//! Builds workers, and shows the compiler's messages as cargo does.

use std::io;
use std::path::Path;

use super::args::BuildArgs;
use super::context::App;
use super::interrupt::OnInterrupt;
use crate::cargo::{self, BuildEvent, BuildRequest, Profile, Workers};
use crate::error::CliError;
use crate::project::Project;
use crate::puzzle::Puzzle;
use crate::reporter::Spinner;
use crate::terminal::{self, Verbosity, plural};

/// The profile to build with: `--dev`, otherwise that of the command.
pub const fn profile(args: &BuildArgs, own: Profile) -> Profile {
    if args.dev { Profile::Dev } else { own }
}

/// How workers are built.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum BuildMode {
    /// Several days may share a worker.
    Shared,
    /// Each puzzle gets a worker of its own.
    PerDay,
    /// As [`Self::Shared`], without the compiler's messages.
    Silent,
}

impl App {
    /// Builds the workers of the puzzles if something changed, with the profile of the
    /// command (`own`) unless the arguments name another one.
    pub fn build(
        &self,
        puzzles: &[Puzzle],
        args: &BuildArgs,
        own: Profile,
    ) -> Result<Workers, CliError> {
        self.build_ahead(puzzles, args, own, &mut |_| {})
    }

    /// As [`Self::build`]. `likely` is called with the last program of the only puzzle,
    /// which is up to date unless `None` follows.
    pub fn build_ahead(
        &self,
        puzzles: &[Puzzle],
        args: &BuildArgs,
        own: Profile,
        likely: &mut dyn FnMut(Option<&Path>),
    ) -> Result<Workers, CliError> {
        self.build_of(
            self.project()?,
            puzzles,
            args,
            own,
            BuildMode::Shared,
            likely,
        )
    }

    /// Builds the workers for measuring, of this project or of another revision.
    pub fn build_to_measure(
        &self,
        project: &Project,
        puzzles: &[Puzzle],
        args: &BuildArgs,
    ) -> Result<Workers, CliError> {
        let (own, mode) = (Profile::AocBench, BuildMode::PerDay);
        self.build_of(project, puzzles, args, own, mode, &mut |_| {})
    }

    /// Builds the workers of a project, which may be another revision.
    pub fn build_of(
        &self,
        project: &Project,
        puzzles: &[Puzzle],
        args: &BuildArgs,
        own: Profile,
        mode: BuildMode,
        likely: &mut dyn FnMut(Option<&Path>),
    ) -> Result<Workers, CliError> {
        let request = BuildRequest {
            project,
            puzzles,
            per_day: mode == BuildMode::PerDay,
            profile: profile(args, own),
            features: &args.features,
            offline: self.offline,
            color: self.stderr.color,
            quiet: self.is_quiet(),
            environment: &self.child_env,
            cancel: &self.cancel,
        };
        let armed = OnInterrupt::Cancel(self.cancel.clone()).arm();
        let mut spinner = None;
        let (mut room, mut cut) = (message_rows(self), 0);
        let workers = cargo::build(&request, &mut |event| match event {
            BuildEvent::Likely(program) => likely(Some(program)),
            BuildEvent::Started(year) => {
                likely(None);
                spinner = Some(Spinner::new(self.stderr, &format!("building year{year}")));
            }
            BuildEvent::Output(text) if mode != BuildMode::Silent => {
                spinner = None;
                let mut lines = text.split_inclusive('\n');
                let shown: Vec<&str> = lines.by_ref().take(room).collect();
                room -= shown.len();
                cut += lines.count();
                // A closed stderr does not stop the build.
                let _ = terminal::raw(&mut io::stderr(), shown.concat().as_bytes());
            }
            BuildEvent::Note(note) => self.note(&note.message),
            BuildEvent::Output(_) => {}
        });
        drop((armed, spinner));
        if cut > 0 {
            let cut = plural(cut, "more line");
            self.note(&format!("{cut} of the compiler: -v shows all"));
        }
        // The interrupt may have come after cargo had ended.
        self.cancel.check()?;
        workers
    }
}

/// The number of rows for the compiler's messages, so that the beginning of the first
/// error stays visible.
fn message_rows(app: &App) -> usize {
    const BELOW: usize = 8;
    let is_whole = app.verbosity == Verbosity::Verbose || !app.stderr.interactive;
    let rows = terminal::tty::rows().filter(|_| !is_whole);
    rows.map_or(usize::MAX, |rows| rows.saturating_sub(BELOW).max(BELOW))
}
