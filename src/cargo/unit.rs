//! One worker to build.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::PathBuf;

use super::fingerprint::{Changes, Question, Stamp};
use super::lock;
use super::request::Request;
use crate::puzzle::{Day, Year};

/// The longest list of days that is in a name.
const NAMED_DAYS: usize = 5;

/// A worker, ready to be started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Built {
    /// The program.
    pub executable: PathBuf,
}

/// A program that cargo can build: a year, or some of its days.
pub struct Unit {
    pub year: Year,
    /// The days that are asked for.
    pub days: Vec<Day>,
    /// The package, and its program.
    pub name: String,
    /// The folder of the package that is made for `--only`.
    pub shadow: Option<PathBuf>,
    /// Where its stamp is.
    pub stamp: PathBuf,
    /// What counts beside what cargo sees.
    pub further: Vec<PathBuf>,
    /// What cargo is told, for the stamp.
    told: Vec<String>,
}

/// What a look at a unit's stamp says.
pub enum Look {
    /// Nothing is different.
    Ready(Built),
    /// Something is.
    Changed(Box<Stamp>, Changes),
    /// There is no stamp.
    New,
}

impl Unit {
    pub fn new(request: &Request<'_>, year: Year, days: &[Day]) -> Self {
        let (project, plan) = (request.project, request.plan);
        let mut days = days.to_vec();
        days.sort();
        days.dedup();
        let mut name = format!("year{year}");
        let (mut shadow, mut further) = (None, Vec::new());
        if plan.only {
            name = format!("{name}-only-{}", list(&days));
            shadow = Some(project.target_dir().join("aoc-only").join(&name));
            further = vec![
                project.main_rs(year),
                project.year_dir(year).join("Cargo.toml"),
            ];
        }
        let file = format!("{name}-{}.json", plan.profile.name());
        let mut unit = Self {
            year,
            days,
            name,
            shadow,
            stamp: lock::folder(project).join(file),
            further,
            told: plan.profile.arguments(project),
        };
        unit.told.extend(unit.arguments());
        unit
    }

    /// What the stamp is asked with.
    pub fn question<'a>(&'a self, request: &Request<'a>) -> Question<'a> {
        Question {
            root: request.project.root(),
            further: &self.further,
            arguments: &self.told,
            environment: request.environment,
        }
    }

    /// Whether there is anything to build.
    pub fn look(&self, request: &Request<'_>) -> Look {
        let Some(stamp) = Stamp::load(&self.stamp) else {
            return Look::New;
        };
        let changes = stamp.changes(&self.question(request));
        if changes.is_none() {
            let executable = stamp.executable().to_path_buf();
            return Look::Ready(Built { executable });
        }
        Look::Changed(Box::new(stamp), changes)
    }

    /// What cargo is told to build.
    pub fn arguments(&self) -> Vec<String> {
        let mut arguments = Vec::new();
        if let Some(shadow) = &self.shadow {
            let manifest = shadow.join("Cargo.toml");
            arguments.push("--manifest-path".to_owned());
            arguments.push(manifest.to_string_lossy().into_owned());
        }
        arguments.extend(["-p", &self.name, "--bin", &self.name].map(str::to_owned));
        arguments
    }
}

/// A unit that cargo is called for, and how it is different from its stamp.
pub struct Stale {
    pub unit: Unit,
    pub stamp: Option<Box<Stamp>>,
    pub changes: Changes,
}

fn list(days: &[Day]) -> String {
    if days.len() > NAMED_DAYS {
        let mut hasher = DefaultHasher::new();
        days.hash(&mut hasher);
        return format!("{:016x}", hasher.finish());
    }
    let days: Vec<String> = days.iter().map(Day::to_string).collect();
    days.join("-")
}
