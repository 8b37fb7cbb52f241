//! What `aoc doctor` found, as tables.

use std::io::Write;
use std::time::Duration;

use anstyle::Style;

use super::doctor_report::{
    ClockReport, DoctorReport, LibraryReport, LibraryStatus, PlaceKind, PlaceReport, SessionStatus,
};
use super::layout::Line;
use super::output::{OutputError, raw};
use super::style::{BAD, DIM, DOUBT, GOOD, PLAIN, STRONG};
use super::terminal::Terminal;
use super::text::{cut_start, width};
use crate::text::{plural, sanitize, span};

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

    /// The style of the text beside it.
    const fn text_style(self) -> Style {
        match self {
            Self::Absent => DIM,
            Self::Good | Self::Plain | Self::Doubt | Self::Bad => PLAIN,
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
                .left(row.mark.text_style(), &cut_start(&row.label, label), label);
            for ((style, text), columns) in row.cells.iter().zip(&cells) {
                if *columns > 0 {
                    line.gap(2).left(*style, text, *columns);
                }
            }
            line.gap(2).words(row.mark.text_style(), &row.text);
            text += &line.end();
        }
        text
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
    let (mark, text) = clock_words(site.clock.as_ref());
    section.row(mark, "clock", text);
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

fn clock_words(clock: Option<&ClockReport>) -> (Mark, String) {
    let Some(clock) = clock else {
        return (Mark::Plain, "the site's time is not known".to_owned());
    };
    let (mark, when) = if clock.measured {
        (Mark::Bad, "")
    } else {
        (Mark::Doubt, ", as an earlier command saw")
    };
    if !clock.off {
        return (Mark::Good, format!("as the site's{when}"));
    }
    let apart = span(Duration::from_secs_f64(clock.ahead.abs().min(1e12).round()));
    let direction = if clock.ahead > 0.0 {
        "ahead of"
    } else {
        "behind"
    };
    (mark, format!("{apart} {direction} the site's{when}"))
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
        let (mark, text) = library_words(library);
        section.row(mark, "library", text);
    }
    section
}

fn library_words(library: &LibraryReport) -> (Mark, String) {
    let own = format!(
        "this aoc, which has {}, protocol {}",
        library.own_version, library.own_protocol
    );
    let (mark, state) = match library.status {
        LibraryStatus::Current => (Mark::Good, "as this aoc has it".to_owned()),
        LibraryStatus::Different => (Mark::Doubt, "not the files that this aoc has".to_owned()),
        LibraryStatus::Older => (Mark::Bad, format!("older than {own}")),
        LibraryStatus::Newer => (Mark::Bad, format!("newer than {own}")),
        LibraryStatus::Missing => (Mark::Bad, "not there".to_owned()),
        LibraryStatus::Unknown => (Mark::Plain, "not in a folder of its own".to_owned()),
    };
    let folder = library.folder.as_ref();
    let folder = folder.map_or("from a registry".into(), |it| it.display().to_string());
    let version = match (&library.version, library.protocol) {
        (Some(version), Some(protocol)) => format!(" {version}, protocol {protocol}"),
        (Some(version), None) => format!(" {version}"),
        (None, _) => String::new(),
    };
    (mark, format!("{folder}{version}: {state}"))
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

#[cfg(test)]
mod tests {
    use super::super::doctor_report::*;
    use super::super::login::User;
    use super::*;

    fn place(place: &str, kind: PlaceKind) -> PlaceReport {
        PlaceReport {
            place: place.to_owned(),
            kind,
            account: None,
            exists: false,
            used: false,
            token: None,
            message: None,
            mode: None,
            exposed: false,
            age: None,
        }
    }

    fn report() -> DoctorReport {
        let user = User {
            id: 12345,
            name: Some("al\u{1b}[2Jice".to_owned()),
            link: None,
        };
        DoctorReport {
            schema: "aoc-doctor/1",
            exit: 8,
            session: SessionReport {
                status: SessionStatus::Alive,
                user: Some(user),
                message: None,
                places: vec![
                    place("AOC_SESSION", PlaceKind::Variable),
                    PlaceReport {
                        exists: true,
                        used: true,
                        token: Some("…cdef".to_owned()),
                        mode: Some("0644".to_owned()),
                        exposed: true,
                        age: Some(90_061),
                        ..place("/home/alice/.config/aoc/session", PlaceKind::File)
                    },
                    PlaceReport {
                        exists: true,
                        account: Some("work".to_owned()),
                        message: Some("it is empty".to_owned()),
                        mode: Some("0600".to_owned()),
                        age: Some(5),
                        ..place("/home/alice/.config/aoc/session.work", PlaceKind::File)
                    },
                ],
            },
            site: SiteReport {
                base_url: "https://adventofcode.com".to_owned(),
                answered_ms: Some(120),
                message: None,
                clock: Some(ClockReport {
                    ahead: -3.4,
                    off: true,
                    measured: true,
                }),
                interval_ms: Some(2000),
                burst: 4,
                free: 3,
                backoff: None,
            },
            project: None,
            toolchain: vec![ToolReport {
                name: "cargo",
                path: Some("/bin/cargo".into()),
                version: Some("cargo 1.95.0".to_owned()),
                bad: false,
            }],
            settings: vec![SettingReport {
                name: "year",
                value: None,
                from: "default".to_owned(),
            }],
            folders: vec![FolderReport {
                name: "cache",
                path: Some("/home/alice/.cache/aoc".into()),
                exists: true,
                writable: false,
            }],
            problems: vec![Problem {
                kind: ProblemKind::Files,
                message: "other users can read the session in /home/alice/.config/aoc/session"
                    .to_owned(),
                fix: Some("chmod 600 /home/alice/.config/aoc/session".to_owned()),
            }],
            notes: vec!["no aoc project here".to_owned()],
        }
    }

    fn shown(terminal: Terminal, brief: bool) -> String {
        let mut out = Vec::new();
        doctor(&mut out, terminal, &report(), brief).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn tables() {
        insta::assert_snapshot!(shown(Terminal::PLAIN, false), @r"
        session
          – AOC_SESSION                           not set
          ✗ /home/alice/.config/aoc/session       …cdef  0644  1d 1h old  used, other users can read it
          ✗ /home/alice/.config/aoc/session.work         0600  5s old     account work, it is empty
          ✓ alive                                 logged in as al\u{1b}[2Jice (user 12345)

        site
          ✓ address   https://adventofcode.com, answered in 120 ms
          ✗ clock     3s behind the site's
          ✓ requests  3 of 4 at once, then one every 2s
          ✓ pause     none asked for

        project
          – none  this folder is not in a project

        toolchain
          ✓ cargo  cargo 1.95.0, /bin/cargo

        settings
          – year  not set (default)

        folders
          ✗ cache  /home/alice/.cache/aoc, not writable

        note: no aoc project here
        1 problem
          ✗ other users can read the session in /home/alice/.config/aoc/session
            chmod 600 /home/alice/.config/aoc/session
        ");
    }

    #[test]
    fn narrow_terminals_without_unicode() {
        let terminal = Terminal {
            width: Some(48),
            unicode: false,
            ..Terminal::PLAIN
        };
        insta::assert_snapshot!(shown(terminal, false), @r"
        session
          - AOC_SESSION               not set
          x ~ice/.config/aoc/session  ~cdef  0644
              1d 1h old  used, other users can read it
          x ~config/aoc/session.work         0600
              5s old     account work, it is empty
          + alive                     logged in as
              al\u{1b}[2Jice (user 12345)

        site
          + address   https://adventofcode.com, answered
              in 120 ms
          x clock     3s behind the site's
          + requests  3 of 4 at once, then one every 2s
          + pause     none asked for

        project
          - none  this folder is not in a project

        toolchain
          + cargo  cargo 1.95.0, /bin/cargo

        settings
          - year  not set (default)

        folders
          x cache  /home/alice/.cache/aoc, not writable

        note: no aoc project here
        1 problem
          x other users can read the session in
            /home/alice/.config/aoc/session
            chmod 600 /home/alice/.config/aoc/session
        ");
        for line in shown(terminal, false).lines() {
            let fits = width(line) <= 48 || line.contains("chmod");
            assert!(line.is_ascii() && fits, "{line}");
        }
    }

    #[test]
    fn only_problems() {
        insta::assert_snapshot!(shown(Terminal::PLAIN, true), @r"
        1 problem
          ✗ other users can read the session in /home/alice/.config/aoc/session
            chmod 600 /home/alice/.config/aoc/session
        ");
    }
}
