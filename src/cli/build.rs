//! Having the workers built, with what cargo says shown as cargo shows it.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::time::Duration;

use super::args;
use super::desk::Desk;
use super::interrupt::Building;
use crate::project::Note;
use crate::puzzle::{Day, Puzzle, Year};
use crate::report::Spinner;
use crate::worker::{self, BuildError, BuildEvents, Plan, Profile, Request, Workers};

/// The profile that is asked for: `--dev`, else the command's own.
pub const fn profile(args: &args::Build, own: Profile) -> Profile {
    if args.dev { Profile::Dev } else { own }
}

impl Desk {
    /// The workers of the puzzles' years, or why there is none.
    pub fn build(
        &self,
        puzzles: &[Puzzle],
        profile: Profile,
        only: bool,
    ) -> anyhow::Result<Workers> {
        let mut days: BTreeMap<Year, Vec<Day>> = BTreeMap::new();
        for puzzle in puzzles {
            days.entry(puzzle.year).or_default().push(puzzle.day);
        }
        let environment = self.environment();
        let request = Request {
            project: &self.project,
            days: &days,
            plan: Plan {
                profile,
                only,
                color: self.stderr.colour,
                offline: self.context.offline,
            },
            environment: &environment,
        };
        let building = Building::new();
        let mut shown = Shown {
            desk: self,
            spinner: None,
        };
        let workers = worker::build(&request, &mut shown);
        drop(building);
        if Building::interrupted() {
            // It came too late for cargo, and is meant for us all the same.
            return Err(BuildError::Interrupted.into());
        }
        Ok(workers?)
    }
}

/// Shows a build: a spinner, and whatever there is to read.
struct Shown<'a> {
    desk: &'a Desk,
    spinner: Option<Spinner>,
}

impl Shown<'_> {
    fn print(&mut self, text: &str) {
        self.spinner = None;
        // Nobody who reads it is no reason to stop.
        let _ = io::stderr().write_all(text.as_bytes());
    }
}

impl BuildEvents for Shown<'_> {
    fn started(&mut self, years: &[Year]) {
        let names: Vec<String> = years.iter().map(|year| format!("year{year}")).collect();
        let what = format!("building {}", names.join(", "));
        self.spinner = Some(Spinner::new(self.desk.stderr, &what));
    }

    fn message(&mut self, rendered: &str) {
        self.print(rendered);
    }

    fn line(&mut self, line: &str) {
        self.print(&format!("{line}\n"));
    }

    fn note(&mut self, note: &Note) {
        self.desk.note(&note.to_string());
    }

    fn finished(&mut self, _: Duration) {
        self.spinner = None;
    }

    fn interrupted(&self) -> bool {
        Building::interrupted()
    }
}
