//! What `aoc doctor` found, as plain data.

use std::path::PathBuf;

use serde::Serialize;

use crate::puzzle::Year;
use crate::site::Account;

/// What `aoc doctor --json` prints: schema `aoc-doctor/1`.
#[derive(Debug, Serialize)]
pub struct DoctorReport {
    pub schema: &'static str,
    /// The exit code.
    pub exit: u8,
    pub session: SessionReport,
    pub site: SiteReport,
    /// `None` outside of a project.
    pub project: Option<ProjectReport>,
    pub toolchain: Vec<ToolReport>,
    pub settings: Vec<SettingReport>,
    pub folders: Vec<FolderReport>,
    /// In the order of their kinds: the first one decides the exit code.
    pub problems: Vec<Problem>,
    /// What is good to know and no problem.
    pub notes: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Problem {
    pub kind: ProblemKind,
    pub message: String,
    /// The command that mends it, or else what to do.
    pub fix: Option<String>,
}

/// Kinds of problems, in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ProblemKind {
    /// There is no session, or one that is of no use.
    Session,
    /// The network, the site, or the clock.
    Network,
    /// The site wants no requests for a while.
    Wait,
    /// A file that is not as it should be.
    Files,
    /// A setting that makes no sense.
    Settings,
    /// The library or the toolchain.
    Build,
}

#[derive(Debug, Serialize)]
pub struct SessionReport {
    pub status: SessionStatus,
    /// Whose it is.
    pub user: Option<Account>,
    /// Why it is not known whether it is alive.
    pub message: Option<String>,
    pub places: Vec<PlaceReport>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum SessionStatus {
    /// The site accepts it.
    Alive,
    Dead,
    /// The site was not asked, or did not answer.
    Unknown,
    /// What is there is not a token.
    Unusable,
    Missing,
}

/// A place where a session may be.
#[derive(Debug, Serialize)]
pub struct PlaceReport {
    pub place: String,
    pub kind: PlaceKind,
    /// `None` for the default account.
    pub account: Option<String>,
    pub exists: bool,
    /// Whether it is the one that counts.
    pub used: bool,
    /// The end of the token; `None` if it is not one.
    pub token: Option<String>,
    /// What is wrong with it.
    pub message: Option<String>,
    /// The file's mode, such as `0600`.
    pub mode: Option<String>,
    /// Whether other users can read the file.
    pub exposed: bool,
    /// When the file was written, in seconds before now.
    pub age: Option<u64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum PlaceKind {
    /// An environment variable.
    Variable,
    File,
}

#[derive(Debug, Serialize)]
pub struct SiteReport {
    pub base_url: String,
    /// The time until it answered, in milliseconds; `None` if it did not, or was
    /// not asked.
    pub answered_ms: Option<u64>,
    /// Why it was not asked, or did not answer.
    pub message: Option<String>,
    /// `None` if the site's time is not known.
    pub clock: Option<ClockReport>,
    /// The time between requests once a burst is spent, in milliseconds; `None`
    /// if there is no limit.
    pub interval_ms: Option<u64>,
    pub burst: u32,
    /// How much of the burst is left.
    pub free: u32,
    /// How long the site wants no requests, in seconds.
    pub backoff: Option<u64>,
}

#[derive(Debug, Serialize)]
pub struct ClockReport {
    /// How many seconds this computer's clock is ahead of the site's; negative if
    /// it is behind.
    pub ahead: f64,
    /// Whether the difference matters.
    pub off: bool,
    /// Whether it was measured now, and not by an earlier command.
    pub measured: bool,
}

#[derive(Debug, Serialize)]
pub struct ProjectReport {
    pub root: PathBuf,
    pub years: Vec<YearReport>,
    pub libraries: Vec<LibraryReport>,
}

#[derive(Debug, Serialize)]
pub struct YearReport {
    pub year: Year,
    /// How many days have a solution.
    pub days: usize,
}

/// The library that years are built with.
#[derive(Debug, Serialize)]
pub struct LibraryReport {
    /// `None` if it is not a folder on this machine.
    pub folder: Option<PathBuf>,
    pub version: Option<String>,
    /// The protocol's version; `None` if it is not known.
    pub protocol: Option<u32>,
    /// What this `aoc` has.
    pub own_version: String,
    pub own_protocol: u32,
    pub status: LibraryStatus,
    pub years: Vec<Year>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum LibraryStatus {
    Current,
    /// The same version with other files.
    Different,
    Older,
    Newer,
    Missing,
    /// It is not on this machine.
    Unknown,
}

#[derive(Debug, Serialize)]
pub struct ToolReport {
    pub name: &'static str,
    pub path: Option<PathBuf>,
    pub version: Option<String>,
    /// Whether it is missing, does not start or is too old.
    pub bad: bool,
}

#[derive(Debug, Serialize)]
pub struct SettingReport {
    pub name: &'static str,
    /// `None` if nothing is set.
    pub value: Option<String>,
    /// Who said it.
    pub from: String,
}

#[derive(Debug, Serialize)]
pub struct FolderReport {
    pub name: &'static str,
    pub path: Option<PathBuf>,
    pub exists: bool,
    pub writable: bool,
    /// What is wrong with it.
    pub message: Option<String>,
}
