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
        let profile = profile(args, own);
        self.build_and_show(self.project()?, puzzles, args, profile, (false, false))
    }

    /// Workers to measure, one for each puzzle: of this project, or of another
    /// revision of it.
    pub fn build_to_measure(
        &self,
        project: &Project,
        puzzles: &[Puzzle],
        args: &BuildArgs,
    ) -> Result<Workers, CliError> {
        let profile = profile(args, Profile::AocBench);
        self.build_and_show(project, puzzles, args, profile, (true, false))
    }

    /// Builds without showing the compiler's messages, for a command that sums them
    /// up.
    pub fn build_silently(&self, puzzles: &[Puzzle], own: Profile) -> Result<Workers, CliError> {
        let args = BuildArgs::default();
        self.build_and_show(self.project()?, puzzles, &args, own, (false, true))
    }

    fn build_and_show(
        &self,
        project: &Project,
        puzzles: &[Puzzle],
        args: &BuildArgs,
        profile: Profile,
        (per_day, is_silent): (bool, bool),
    ) -> Result<Workers, CliError> {
        let environment = self.child_env();
        let request = BuildRequest {
            project,
            puzzles,
            per_day,
            profile,
            features: &args.features,
            offline: self.offline,
            color: self.stderr.color,
            quiet: self.is_quiet(),
            environment: &environment,
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
