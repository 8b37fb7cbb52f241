//! Building workers, with the messages of the compiler as cargo shows them.

use std::collections::BTreeMap;
use std::io;

use super::args::BuildArgs;
use super::context::App;
use super::interrupt::Deferred;
use crate::cargo::{self, BuildEvents, BuildOptions, BuildRequest, Profile, Programs, Workers};
use crate::error::CliError;
use crate::project::{Note, Project};
use crate::puzzle::{Day, Puzzle, Year};
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
        let what = (own, Programs::Shared);
        self.build_and_show(self.project()?, puzzles, args, what, false)
    }

    /// Workers to measure, one for each puzzle: of this project, or of another
    /// revision of it.
    pub fn build_to_measure(
        &self,
        project: &Project,
        puzzles: &[Puzzle],
        args: &BuildArgs,
    ) -> Result<Workers, CliError> {
        let what = (Profile::AocBench, Programs::PerDay);
        self.build_and_show(project, puzzles, args, what, false)
    }

    /// Builds without showing the compiler's messages, for a command that sums them
    /// up.
    pub fn build_silently(&self, puzzles: &[Puzzle], own: Profile) -> Result<Workers, CliError> {
        let args = BuildArgs::default();
        let what = (own, Programs::Shared);
        self.build_and_show(self.project()?, puzzles, &args, what, true)
    }

    fn build_and_show(
        &self,
        project: &Project,
        puzzles: &[Puzzle],
        args: &BuildArgs,
        (own, programs): (Profile, Programs),
        is_silent: bool,
    ) -> Result<Workers, CliError> {
        let mut days: BTreeMap<Year, Vec<Day>> = BTreeMap::new();
        for puzzle in puzzles {
            days.entry(puzzle.year).or_default().push(puzzle.day);
        }
        let environment = self.child_env();
        let request = BuildRequest {
            project,
            days: &days,
            programs,
            options: BuildOptions {
                profile: profile(args, own),
                offline: self.offline,
                color: self.stderr.color,
                quiet: self.is_quiet(),
            },
            features: &args.features,
            environment: &environment,
            cancel: &self.cancel,
            now: (self.environment.now)().into(),
        };
        let deferred = Deferred::new(&self.cancel);
        let mut shown = BuildScreen {
            app: self,
            is_silent,
            spinner: None,
            room: message_rows(self),
            cut: 0,
        };
        let workers = cargo::build(&request, &mut shown);
        shown.finished();
        drop(deferred);
        if self.cancel.is_cancelled() {
            // It came after cargo had ended.
            return Err(CliError::interrupted());
        }
        workers
    }
}

/// Shows a build: a spinner, and whatever there is to read.
struct BuildScreen<'a> {
    app: &'a App,
    is_silent: bool,
    spinner: Option<Spinner>,
    /// The rows that the compiler's messages may still take.
    room: usize,
    /// The lines of messages that were left out.
    cut: usize,
}

/// The rows of the screen for the compiler's messages, so that the beginning of the
/// first error can be seen above what follows it.
fn message_rows(app: &App) -> usize {
    const BELOW: usize = 8;
    let is_whole = app.verbosity == Verbosity::Verbose || !app.stderr.interactive;
    let rows = terminal::tty::rows().filter(|_| !is_whole);
    rows.map_or(usize::MAX, |rows| rows.saturating_sub(BELOW).max(BELOW))
}

impl BuildScreen<'_> {
    fn print(&mut self, text: &str) {
        if self.is_silent {
            return;
        }
        self.spinner = None;
        // A closed stderr is no reason to stop.
        let _ = terminal::raw(&mut io::stderr(), text.as_bytes());
    }
}

impl BuildEvents for BuildScreen<'_> {
    fn started(&mut self, years: &[Year]) {
        if self.app.is_quiet() {
            return;
        }
        let names: Vec<String> = years.iter().map(|year| format!("year{year}")).collect();
        let what = format!("building {}", names.join(", "));
        self.spinner = Some(Spinner::new(self.app.stderr, &what));
    }

    fn message(&mut self, rendered: &str) {
        let mut lines = rendered.split_inclusive('\n');
        let shown: Vec<&str> = lines.by_ref().take(self.room).collect();
        self.room -= shown.len();
        self.cut += lines.count();
        self.print(&shown.concat());
    }

    fn line(&mut self, line: &str) {
        self.print(&format!("{line}\n"));
    }

    fn note(&mut self, note: &Note) {
        match note {
            note if note.is_misnamed => self.app.warn_once(&note.message),
            note => self.app.note(&note.message),
        }
    }

    fn finished(&mut self) {
        self.spinner = None;
        let cut = std::mem::take(&mut self.cut);
        if cut > 0 && !self.is_silent {
            let cut = plural(cut, "more line");
            self.app
                .note(&format!("{cut} of the compiler: -v shows all"));
        }
    }
}
