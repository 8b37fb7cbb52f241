//! What `aoc doctor` finds, as plain data and as tables.

use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use anstyle::Style;
use serde::Serialize;

use super::layout::Line;
use super::login::User;
use super::output::{OutputError, raw};
use super::style::{BAD, DIM, DOUBT, GOOD, PLAIN, STRONG};
use super::terminal::Terminal;
use super::text::{cut_start, width};
use crate::puzzle::Year;
use crate::text::{plural, sanitize, span};

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
    pub user: Option<User>,
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
}

/// Writes the report as tables; with `brief` only the problems.
pub fn doctor(
    out: &mut dyn Write,
    terminal: Terminal,
    report: &DoctorReport,
    brief: bool,
) -> Result<(), OutputError> {
    let mut text = String::new();
    if !brief {
        for section in [
            session(report),
            site(report),
            project(report),
            toolchain(report),
            settings(report),
            folders(report),
        ] {
            text += &section.lines(terminal);
            text.push('\n');
        }
    }
    text += &problems(terminal, report, brief);
    raw(out, text.as_bytes())
}

/// How a row is meant.
#[derive(Clone, Copy)]
enum Mark {
    Good,
    Plain,
    Absent,
    Doubt,
    Bad,
}

impl Mark {
    const fn symbol(self) -> &'static str {
        match self {
            Self::Good => "✓",
            Self::Plain => "·",
            Self::Absent => "–",
            Self::Doubt => "!",
            Self::Bad => "✗",
        }
    }

    const fn style(self) -> Style {
        match self {
            Self::Good => GOOD,
            Self::Plain => PLAIN,
            Self::Absent => DIM,
            Self::Doubt => DOUBT,
            Self::Bad => BAD,
        }
    }
}

struct Section {
    title: &'static str,
    rows: Vec<Row>,
}

struct Row {
    mark: Mark,
    label: String,
    /// Short cells, which stand in columns.
    cells: Vec<(Style, String)>,
    /// Text that may wrap.
    text: String,
}

impl Section {
    const fn new(title: &'static str) -> Self {
        Self {
            title,
            rows: Vec::new(),
        }
    }

    fn row(&mut self, mark: Mark, label: &str, text: impl Into<String>) -> &mut Row {
        self.rows.push(Row {
            mark,
            label: sanitize(label).into_owned(),
            cells: Vec::new(),
            text: sanitize(&text.into()).into_owned(),
        });
        self.rows.last_mut().expect("a row was pushed")
    }

    fn lines(&self, terminal: Terminal) -> String {
        let mut title = Line::new(terminal, 0);
        title.cell(STRONG, self.title);
        let mut text = title.end();
        let widest = |texts: &mut dyn Iterator<Item = &str>| texts.map(width).max().unwrap_or(0);
        // A path leaves half of the line to what is said of it.
        let most = terminal.width.map_or(usize::MAX, |width| width / 2);
        let label = widest(&mut self.rows.iter().map(|row| &*row.label)).min(most);
        let columns = self.rows.iter().map(|row| row.cells.len()).max();
        let cells: Vec<usize> = (0..columns.unwrap_or(0))
            .map(|at| {
                let cells = self.rows.iter().filter_map(|row| row.cells.get(at));
                widest(&mut cells.map(|(_, text)| &**text))
            })
            .collect();
        for row in &self.rows {
            let mut line = Line::new(terminal, 6);
            line.gap(2)
                .cell(row.mark.style(), row.mark.symbol())
                .gap(1)
                .left(row.mark.label(), &cut_start(&row.label, label), label);
            for ((style, text), columns) in row.cells.iter().zip(&cells) {
                if *columns > 0 {
                    line.gap(2).left(*style, text, *columns);
                }
            }
            line.gap(2).words(row.mark.label(), &row.text);
            text += &line.end();
        }
        text
    }
}

impl Mark {
    /// The style of the text beside it.
    const fn label(self) -> Style {
        match self {
            Self::Absent => DIM,
            Self::Good | Self::Plain | Self::Doubt | Self::Bad => PLAIN,
        }
    }
}

fn session(report: &DoctorReport) -> Section {
    let mut section = Section::new("session");
    let session = &report.session;
    for place in &session.places {
        let text = place_words(place);
        if !place.exists {
            section.row(Mark::Absent, &place.place, text);
            continue;
        }
        let mark = match session.status {
            _ if place.message.is_some() || place.exposed => Mark::Bad,
            SessionStatus::Dead if place.used => Mark::Bad,
            SessionStatus::Alive if place.used => Mark::Good,
            _ => Mark::Plain,
        };
        let row = section.row(mark, &place.place, text);
        let mode = if place.exposed { BAD } else { DIM };
        let age = place.age.map(|age| format!("{} old", span(seconds(age))));
        row.cells = vec![
            (PLAIN, place.token.clone().unwrap_or_default()),
            (mode, place.mode.clone().unwrap_or_default()),
            (DIM, age.unwrap_or_default()),
        ];
    }
    match (session.status, &session.user, &session.message) {
        (SessionStatus::Alive, Some(user), _) => {
            section.row(
                Mark::Good,
                "alive",
                format!("logged in as {}", user.words()),
            );
        }
        (SessionStatus::Dead, ..) => {
            section.row(Mark::Bad, "dead", "the site does not accept it");
        }
        (SessionStatus::Missing, ..) => {
            section.row(Mark::Bad, "missing", "there is no session");
        }
        (SessionStatus::Unusable, ..) => {
            section.row(Mark::Bad, "unusable", "what is there is not a session");
        }
        (_, _, message) => {
            let message = message.clone().unwrap_or_default();
            section.row(Mark::Doubt, "not known", message);
        }
    }
    section
}

fn place_words(place: &PlaceReport) -> String {
    let mut words = Vec::new();
    if let Some(account) = &place.account {
        words.push(format!("account {account}"));
    }
    if place.used {
        words.push("used".to_owned());
    }
    words.extend(place.message.clone());
    if place.exposed {
        words.push("other users can read it".to_owned());
    }
    if !place.exists {
        let absent = match place.kind {
            PlaceKind::Variable => "not set",
            PlaceKind::File => "not there",
        };
        words.push(absent.to_owned());
    }
    words.join(", ")
}

fn site(report: &DoctorReport) -> Section {
    let mut section = Section::new("site");
    let site = &report.site;
    match (site.answered_ms, &site.message) {
        (Some(ms), _) => section.row(
            Mark::Good,
            "address",
            format!("{}, answered in {ms} ms", site.base_url),
        ),
        (None, Some(why)) => {
            section.row(Mark::Plain, "address", format!("{}, {why}", site.base_url))
        }
        (None, None) => section.row(
            Mark::Bad,
            "address",
            format!("{}, no answer", site.base_url),
        ),
    };
    match &site.clock {
        None => section.row(Mark::Plain, "clock", "the site's time is not known"),
        Some(clock) => {
            let apart = Duration::from_secs_f64(clock.ahead.abs().min(1e12).round());
            let side = if clock.ahead > 0.0 {
                "ahead of"
            } else {
                "behind"
            };
            let when = if clock.measured {
                ""
            } else {
                ", as an earlier command saw"
            };
            if clock.off {
                let mark = if clock.measured {
                    Mark::Bad
                } else {
                    Mark::Doubt
                };
                let text = format!("{} {side} the site's{when}", span(apart));
                section.row(mark, "clock", text)
            } else {
                section.row(Mark::Good, "clock", format!("as the site's{when}"))
            }
        }
    };
    let requests = match site.interval_ms {
        Some(ms) => format!(
            "{} of {} at once, then one every {}",
            site.free,
            site.burst,
            span(Duration::from_millis(ms))
        ),
        None => "not limited, as the site is on this machine".to_owned(),
    };
    section.row(Mark::Good, "requests", requests);
    match site.backoff {
        Some(left) => section.row(
            Mark::Bad,
            "pause",
            format!("the site wants no requests for {}", span(seconds(left))),
        ),
        None => section.row(Mark::Good, "pause", "none asked for"),
    };
    section
}

fn project(report: &DoctorReport) -> Section {
    let mut section = Section::new("project");
    let Some(project) = &report.project else {
        section.row(Mark::Absent, "none", "this folder is not in a project");
        return section;
    };
    let root = project.root.display().to_string();
    section.row(Mark::Good, "root", root);
    let years = project.years.iter();
    let years = years.map(|it| format!("{} ({})", it.year, plural(it.days, "day")));
    let years = years.collect::<Vec<_>>().join(", ");
    if years.is_empty() {
        section.row(Mark::Absent, "years", "no day has a solution yet");
    } else {
        section.row(Mark::Good, "years", years);
    }
    for library in &project.libraries {
        let (mark, state) = match library.status {
            LibraryStatus::Current => (Mark::Good, "as this aoc has it"),
            LibraryStatus::Different => (Mark::Doubt, "not the files that this aoc has"),
            LibraryStatus::Older => (Mark::Bad, "older than this aoc"),
            LibraryStatus::Newer => (Mark::Bad, "newer than this aoc"),
            LibraryStatus::Missing => (Mark::Bad, "not there"),
            LibraryStatus::Unknown => (Mark::Plain, "not in a folder of its own"),
        };
        let folder = library.folder.as_ref();
        let folder = folder.map_or("from a registry".into(), |it| it.display().to_string());
        let version = match (&library.version, library.protocol) {
            (Some(version), Some(protocol)) => format!(" {version}, protocol {protocol}"),
            (Some(version), None) => format!(" {version}"),
            (None, _) => String::new(),
        };
        let own = match library.status {
            LibraryStatus::Older | LibraryStatus::Newer => format!(
                ", which has {}, protocol {}",
                library.own_version, library.own_protocol
            ),
            _ => String::new(),
        };
        section.row(mark, "library", format!("{folder}{version}: {state}{own}"));
    }
    section
}

fn toolchain(report: &DoctorReport) -> Section {
    let mut section = Section::new("toolchain");
    for tool in &report.toolchain {
        let mark = if tool.bad { Mark::Bad } else { Mark::Good };
        let version = tool.version.as_deref().unwrap_or("not found");
        let path = tool
            .path
            .as_ref()
            .map(|path| format!(", {}", path.display()));
        section.row(
            mark,
            tool.name,
            format!("{version}{}", path.unwrap_or_default()),
        );
    }
    section
}

fn settings(report: &DoctorReport) -> Section {
    let mut section = Section::new("settings");
    for setting in &report.settings {
        let mark = match setting.value {
            Some(_) => Mark::Plain,
            None => Mark::Absent,
        };
        let value = setting.value.as_deref().unwrap_or("not set");
        section.row(mark, setting.name, format!("{value} ({})", setting.from));
    }
    section
}

fn folders(report: &DoctorReport) -> Section {
    let mut section = Section::new("folders");
    for folder in &report.folders {
        let Some(path) = &folder.path else {
            section.row(Mark::Bad, folder.name, "cannot be found");
            continue;
        };
        let path = path.display();
        match (folder.writable, folder.exists) {
            (false, _) => section.row(Mark::Bad, folder.name, format!("{path}, not writable")),
            (true, true) => section.row(Mark::Good, folder.name, path.to_string()),
            (true, false) => section.row(Mark::Good, folder.name, format!("{path}, not there yet")),
        };
    }
    section
}

fn problems(terminal: Terminal, report: &DoctorReport, brief: bool) -> String {
    let mut text = String::new();
    for note in report.notes.iter().filter(|_| !brief) {
        let mut line = Line::new(terminal, 2);
        line.cell(DIM, "note:").gap(1).words(PLAIN, &sanitize(note));
        text += &line.end();
    }
    let mut head = Line::new(terminal, 0);
    match report.problems.len() {
        0 => head.cell(GOOD, "no problems"),
        count => head.cell(STRONG, &plural(count, "problem")),
    };
    text += &head.end();
    for problem in &report.problems {
        let mut line = Line::new(terminal, 4);
        line.gap(2)
            .cell(BAD, Mark::Bad.symbol())
            .gap(1)
            .words(PLAIN, &sanitize(&problem.message));
        if let Some(fix) = &problem.fix {
            // On a line of its own, to be copied.
            line.below(STRONG, &sanitize(fix));
        }
        text += &line.end();
    }
    text
}

const fn seconds(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}
