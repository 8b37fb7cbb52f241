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

/// The purpose of a build.
#[derive(Clone, Copy, PartialEq)]
pub enum BuildMode {
    /// Several days may share a worker.
    Run,
    /// As [`Self::Run`], with the profile of `bench`.
    Verify,
    /// Each puzzle gets a separate worker.
    Bench,
    /// As [`Self::Run`], without the compiler's messages.
    Silent,
}

/// The profile to build with: `--dev`, otherwise the default of the mode.
pub const fn profile(args: &BuildArgs, mode: BuildMode) -> Profile {
    match mode {
        _ if args.dev => Profile::Dev,
        BuildMode::Run | BuildMode::Silent => Profile::Aoc,
        BuildMode::Verify | BuildMode::Bench => Profile::AocBench,
    }
}

impl App {
    /// Builds the workers of the puzzles if something changed.
    pub fn build(
        &self,
        puzzles: &[Puzzle],
        args: &BuildArgs,
        mode: BuildMode,
    ) -> Result<Workers, CliError> {
        self.build_project(self.project()?, puzzles, args, mode, &mut |_| {})
    }

    /// As [`Self::build`], for a project that may be another revision. `on_program` is
    /// called with the last program of a single puzzle before it is known to be up to
    /// date, and with `None` if it is not.
    pub fn build_project(
        &self,
        project: &Project,
        puzzles: &[Puzzle],
        args: &BuildArgs,
        mode: BuildMode,
        on_program: &mut dyn FnMut(Option<&Path>),
    ) -> Result<Workers, CliError> {
        let request = BuildRequest {
            project,
            puzzles,
            per_day: mode == BuildMode::Bench,
            profile: profile(args, mode),
            features: &args.features,
            offline: self.offline,
            color: self.stderr.color,
            quiet: self.is_quiet(),
            environment: &self.child_env,
            cancel: &self.cancel,
        };
        let armed = OnInterrupt::Cancel(self.cancel.clone()).arm();
        let mut spinner = None;
        let (mut rows_left, mut hidden) = (message_rows(self), 0);
        let workers = cargo::build(&request, &mut |event| match event {
            BuildEvent::LastProgram(program) => on_program(Some(program)),
            BuildEvent::Started(year) => {
                on_program(None);
                spinner = Some(Spinner::new(self.stderr, &format!("building year{year}")));
            }
            BuildEvent::Output(text) if mode != BuildMode::Silent => {
                spinner = None;
                let mut lines = text.split_inclusive('\n');
                let shown: Vec<&str> = lines.by_ref().take(rows_left).collect();
                rows_left -= shown.len();
                hidden += lines.count();
                // A closed stderr does not stop the build.
                let _ = terminal::raw(&mut io::stderr(), shown.concat().as_bytes());
            }
            BuildEvent::Note(note) => self.note(&note.message),
            BuildEvent::Output(_) => {}
        });
        drop((armed, spinner));
        if hidden > 0 {
            let hidden = plural(hidden, "more line");
            self.note(&format!("{hidden} of the compiler: -v shows all"));
        }
        // The interrupt may have come after cargo had ended.
        self.cancel.check()?;
        workers
    }
}

/// The number of rows for the compiler's messages, so that the beginning of the first
/// error stays visible.
fn message_rows(app: &App) -> usize {
    /// The rows for the lines below the messages.
    const BELOW: usize = 8;
    let rows = match terminal::tty::rows() {
        Some(rows) if app.verbosity < Verbosity::Verbose && app.stderr.interactive => rows,
        _ => return usize::MAX,
    };
    rows.saturating_sub(BELOW).max(BELOW)
}
