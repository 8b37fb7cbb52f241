//! Building workers, with the messages of the compiler as cargo shows them.

use std::io;

use super::args::BuildArgs;
use super::context::App;
use super::interrupt::OnInterrupt;
use crate::cargo::{self, BuildEvent, BuildRequest, Profile, Workers};
use crate::error::CliError;
use crate::project::Project;
use crate::puzzle::Puzzle;
use crate::reporter::Spinner;
use crate::terminal::{self, Verbosity, plural};

/// The profile that is asked for: `--dev`, else the command's own.
pub const fn profile(args: &BuildArgs, own: Profile) -> Profile {
    if args.dev { Profile::Dev } else { own }
}

impl App {
    /// The workers that solve the puzzles, built where something changed, with
    /// the command's own profile unless the arguments say otherwise.
    pub fn build(
        &self,
        puzzles: &[Puzzle],
        args: &BuildArgs,
        own: Profile,
    ) -> Result<Workers, CliError> {
        self.build_of(self.project()?, puzzles, args, own, (false, false))
    }

    /// The workers that are measured, of a project that may be another revision.
    pub fn build_to_measure(
        &self,
        project: &Project,
        puzzles: &[Puzzle],
        args: &BuildArgs,
    ) -> Result<Workers, CliError> {
        self.build_of(project, puzzles, args, Profile::AocBench, (true, false))
    }

    /// The workers of a project; `per_day` makes one worker
    /// for each puzzle, and `is_silent` does not show the compiler's messages.
    pub fn build_of(
        &self,
        project: &Project,
        puzzles: &[Puzzle],
        args: &BuildArgs,
        own: Profile,
        (per_day, is_silent): (bool, bool),
    ) -> Result<Workers, CliError> {
        let request = BuildRequest {
            project,
            puzzles,
            per_day,
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
            BuildEvent::Started(year) => {
                spinner = Some(Spinner::new(self.stderr, &format!("building year{year}")));
            }
            BuildEvent::Output(text) if !is_silent => {
                spinner = None;
                let mut lines = text.split_inclusive('\n');
                let shown: Vec<&str> = lines.by_ref().take(room).collect();
                room -= shown.len();
                cut += lines.count();
                // A closed stderr is no reason to stop.
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
        // It may have come after cargo had ended.
        self.cancel.check()?;
        workers
    }
}

/// The rows of the screen for the compiler's messages, so that the beginning of the
/// first error can be seen above what follows it.
fn message_rows(app: &App) -> usize {
    const BELOW: usize = 8;
    let is_whole = app.verbosity == Verbosity::Verbose || !app.stderr.interactive;
    let rows = terminal::tty::rows().filter(|_| !is_whole);
    rows.map_or(usize::MAX, |rows| rows.saturating_sub(BELOW).max(BELOW))
}
