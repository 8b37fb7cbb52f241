use super::super::doctor_report::*;
use super::*;
use crate::site::Account;
use crate::terminal::width;

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
    let user = Account {
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
            message: Some("not writable".to_owned()),
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
fn each_section_is_a_table() {
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
fn a_narrow_terminal_without_unicode_has_the_same_tables() {
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
fn a_brief_report_has_only_problems() {
    insta::assert_snapshot!(shown(Terminal::PLAIN, true), @r"
    1 problem
      ✗ other users can read the session in /home/alice/.config/aoc/session
        chmod 600 /home/alice/.config/aoc/session
    ");
}
