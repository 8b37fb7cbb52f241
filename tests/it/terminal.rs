//! The output on a terminal: symbols, colours, and lines that fit.

use std::fs::{self, File};
use std::io::Write;
use std::os::fd::OwnedFd;
use std::process::{Child, Command};
use std::time::Duration;

use nix::pty::{Winsize, openpty};
use nix::sys::termios::{LocalFlags, tcgetattr};

use crate::process::{Stream, is_running, kill, wait_for_end, wait_until};
use crate::sandbox::{Sandbox, timeless};
use crate::shared_project::{Year, length, shared_project};

/// An `aoc` with a terminal as stdin, stdout and stderr.
pub struct OnTerminal {
    pub child: Child,
    /// The end of the terminal from which the test reads and to which it types.
    ours: File,
    /// The program's end of the terminal. Its settings can be read from it.
    theirs: OwnedFd,
    screen: Stream,
}

impl OnTerminal {
    pub fn start(command: Command) -> Self {
        Self::of_width(100, command)
    }

    pub fn of_width(columns: u16, mut command: Command) -> Self {
        let size = Winsize {
            ws_row: 50,
            ws_col: columns,
            ws_xpixel: 0,
            ws_ypixel: 0,
        };
        let (ours, theirs) = terminal(Some(&size));
        let end = || theirs.try_clone().expect("a terminal");
        if command.get_envs().all(|(name, _)| name != "TERM") {
            command.env("TERM", "xterm-256color");
        }
        command.stdin(end()).stdout(end()).stderr(end());
        Self {
            child: command.spawn().expect("aoc runs"),
            screen: Stream::of(ours.try_clone().expect("a terminal")),
            ours,
            theirs,
        }
    }

    /// Waits until this text is shown. Returns the text up to it.
    #[track_caller]
    pub fn shows(&mut self, text: &str) -> String {
        self.screen.shows(text)
    }

    /// Types these keys.
    pub fn types(&mut self, keys: &str) {
        self.ours.write_all(keys.as_bytes()).expect("a terminal");
    }

    /// Changes the width of the terminal, like resizing its window.
    pub fn resizes(&self, columns: u16) {
        let done = Command::new("stty")
            .args(["cols", &columns.to_string()])
            .stdin(self.theirs.try_clone().expect("a terminal"))
            .status();
        assert!(done.expect("stty runs").success());
    }

    fn flags(&self) -> LocalFlags {
        tcgetattr(&self.theirs).expect("a terminal").local_flags
    }

    /// True if the terminal echoes the typed text.
    pub fn shows_typing(&self) -> bool {
        self.flags().contains(LocalFlags::ECHO)
    }

    /// True if the terminal delivers whole lines and echoes the typed text.
    pub fn is_usual(&self) -> bool {
        self.flags().contains(LocalFlags::ICANON | LocalFlags::ECHO)
    }

    /// Stops the output as Ctrl-S does. Waits until nothing arrives any more.
    fn stops(&mut self) {
        self.types("\u{13}");
        self.screen.rest(Duration::from_millis(700));
    }

    /// Waits for the end of the program. Asserts that the terminal was restored, and returns the
    /// exit code.
    #[track_caller]
    pub fn ends(&mut self) -> Option<i32> {
        let status = self.child.wait().expect("a child");
        assert!(self.is_usual());
        status.code()
    }

    /// Waits for the end of the program. Returns all its output, and the exit code.
    pub fn rest(mut self) -> (String, Option<i32>) {
        let status = self.ends();
        (self.screen.rest(Duration::from_millis(100)).0, status)
    }
}

/// A new terminal: our end, and that of a program. Programs of other tests do not inherit them,
/// because a clone is closed in a new program.
pub fn terminal(size: Option<&Winsize>) -> (File, OwnedFd) {
    let pair = openpty(size, None).expect("a terminal");
    let [ours, theirs] = [pair.master, pair.slave].map(|end| end.try_clone().expect("a terminal"));
    (ours.into(), theirs)
}

impl Drop for OnTerminal {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub fn without_escapes(text: &str) -> String {
    anstream::adapter::strip_str(text).to_string()
}

/// The text without the progress line on the last row. The line appears if a request takes more
/// than a second.
pub fn without_progress(text: &str) -> String {
    without_escapes(&split(text).1)
}

#[test]
fn what_a_terminal_cannot_show_is_left_out() {
    let shown = |kind: &str| {
        let project = shared_project().env("TERM", kind);
        let run = project.command(&["run", "2016/1", "2015/1", "-v"]);
        OnTerminal::start(run).rest().0
    };
    let colour = shown("xterm-256color");
    let has = |text: &str| colour.contains(text);
    assert!(has("\u{1b}[32m") && has("✗"), "{colour:?}");
    let dumb = shown("dumb");
    assert!(dumb.is_ascii() && !dumb.contains('\u{1b}'), "{dumb}");
    assert!(dumb.contains("  x part 1 "), "{dumb}");
}

/// A name with an escape character is shown escaped, also in lines with only a path.
#[test]
fn paths_cannot_act_on_the_terminal() {
    let outside = Sandbox::new();
    let init = outside.aoc(&["init", "a\u{1b}b"]).exits(0);
    let init = init.shows("a\\u{1b}b/README.md\n");
    init.shows("a\\u{1b}b/vendor/aoc-solution/\n")
        .mentions("  cd 'a\\u{1b}b'\n");
    let root = outside.path("a\u{1b}b");
    // A path outside of the current folder is shown whole.
    let sandbox = outside.in_folder(root.join("vendor"));
    sandbox.write("../inputs/year2016/day01.txt", "R1\n");
    let markers = "<!-- aoc-bench:start -->\n<!-- aoc-bench:end -->\n";
    sandbox.write("../README.md", markers);
    for (line, shown) in [
        ("new 2016/1", "/a\\u{1b}b/days/year2016/day01.rs\n"),
        ("fetch 2016/1", "/a\\u{1b}b/inputs/year2016/day01.txt\n"),
        ("readme", "/a\\u{1b}b/README.md\n"),
        ("config year 2016 --project", "/a\\u{1b}b/Cargo.toml\n"),
    ] {
        sandbox.line(line).exits(0).shows(shown);
    }
}

/// Splits the text that was sent to a terminal into two parts. The first part has the drawings on
/// the last row, for which the cursor is saved and restored. The second part is the rest.
fn split(text: &str) -> (Vec<String>, String) {
    let (mut moving, mut rest) = (Vec::new(), String::new());
    let mut parts = text.split("\u{1b}7");
    rest += parts.next().expect("a part");
    for part in parts {
        let (moves, stays) = part.split_once("\u{1b}8").expect("a restored cursor");
        moving.push(moves.to_owned());
        rest += stays;
    }
    // The cursor moves down and up again, to get a free row.
    (moving, rest.replace("\u{1b}D\u{1b}[A", ""))
}

/// The sequence that clears the last row and lets all rows scroll.
const GONE: &str = "\u{1b}[r\u{1b}[50;1H\u{1b}[J";

#[test]
fn what_moves_leaves_no_trace_where_a_solution_prints() {
    let project = shared_project();
    let aoc = OnTerminal::start(project.command(&["run", "2015/20", "--color", "never"]));
    let (moving, rest) = split(&aoc.rest().0);
    insta::assert_snapshot!(timeless(&rest), @"
    2015/20 Hostile  inputs/year2015/day20.txt
        parse TIME
    half a line, and the rest
    one
    two
    and on stderr
    the last words  · part 1 TIME  one               unverified
      · part 2 TIME  two               unverified
    ");
    let tells = |line: &String| line.contains("2015/20 part 1");
    assert!(moving.iter().any(tells), "{moving:?}");
    assert_eq!(moving.last().map(String::as_str), Some(GONE));
}

#[test]
fn all_errors_of_the_compiler_are_shown_as_cargo_shows_them() {
    let year = Year::empty(2028);
    let wrong = "const _: u32 = \"not a number\";\n".repeat(30);
    year.write("day01.rs", length(1) + &wrong + "use std::fmt::Debug;\n");
    let (shown, _) = OnTerminal::start(year.world.command(&["run", "2028/1"])).rest();
    let errors = shown.matches("const _: u32 = \"not a number\";").count();
    assert_eq!(errors, 30, "{shown}");
    // The compiler checks imports before types.
    let (before, _) = shown
        .split_once("unused import: `std::fmt::Debug`")
        .expect("a warning");
    assert!(!before.contains("E0308"), "{shown}");
}

#[test]
fn an_example_that_takes_long_says_that_the_input_waits_for_it() {
    let year = Year::empty(2045);
    let endless = "aoc_solution::functions!(Day01, \"T\", &'a str, examples = [\
                   aoc_solution::Example::new(\"endless\").part1(\"1\")]);\n\
                   fn parse(input: &str) -> &str { input }\n\
                   fn part1(input: &str) -> usize {\n    \
                       if input == \"endless\" { loop { std::thread::park() } }\n    1\n}\n";
    year.write("day01.rs", endless);
    year.world.write("inputs/year2045/day01.txt", "x\n");
    let mut run = OnTerminal::start(year.world.command(&["run", "2045/1"]));
    run.shows("2045/1 example, then the input");
    // `test` runs no input after the example.
    let mut test = OnTerminal::start(year.world.command(&["test", "2045/1"]));
    test.shows("2045/1 example");
    let shown = test.shows("2045/1 example");
    assert!(!shown.contains("then the input"), "{shown}");
}

/// Cargo's variable decides whether the share is shown. By default, only terminals that can show it
/// get it.
#[test]
fn the_share_of_the_work_in_the_tab_is_cleared_however_the_run_ends() {
    const NAME: &str = "CARGO_TERM_PROGRESS_TERM_INTEGRATION";
    const CLEARED: &str = "\u{1b}]9;4;0;0\u{1b}\\";
    let project = shared_project().env(NAME, "true");
    for signal in ["INT", "HUP", "TERM"] {
        let mut aoc = OnTerminal::start(project.command(&["run", "2015/4"]));
        // The share comes before the line.
        aoc.shows("2015/4 part 1");
        kill(signal, &aoc.child.id().to_string());
        let (text, _) = aoc.rest();
        let (_, last) = text.rsplit_once("\u{1b}]9;4;3;0\u{1b}\\").expect("a share");
        assert!(last.contains(CLEARED), "{signal}: {text:?}");
    }
    let of_run = |project: &Sandbox, arguments: &[&str]| {
        let (text, _) = OnTerminal::start(project.command(arguments)).rest();
        text
    };
    // Of several days, a share of the work is shown. It stays between two days.
    let several = of_run(&project, &["run", "2015/1", "2015/20"]);
    let (_, shares) = several.split_once("\u{1b}]9;4;1;").expect("a share");
    assert_eq!(shares.matches(CLEARED).count(), 1, "{several:?}");
    let only = of_run(&project, &["run", "2015/20"]);
    assert_eq!(only.matches(CLEARED).count(), 1, "{only:?}");
    for arguments in [
        &["run", "2015/20", "--color", "never"][..],
        &["run", "2015/20", "-q"],
    ] {
        let text = of_run(&project, arguments);
        assert!(!text.contains("]9;4"), "{text:?}");
    }
    let unknown = project.without(NAME);
    assert!(!of_run(&unknown, &["run", "2015/20"]).contains("]9;4"));
}

#[test]
fn names_are_links_on_a_terminal_that_shows_them_and_nowhere_else() {
    let project = shared_project().env("CARGO_TERM_HYPERLINKS", "true");
    let on_terminal = |project: &Sandbox, arguments: &[&str]| {
        let (text, _) = OnTerminal::start(project.command(arguments)).rest();
        text
    };
    let linked = on_terminal(&project, &["run", "2016/1"]);
    let page = "\u{1b}]8;;https://adventofcode.com/2016/day/1\u{1b}\\";
    assert!(linked.contains(page), "{linked:?}");
    assert!(linked.contains("\u{1b}]8;;file:///"), "{linked:?}");
    // Other years belong to other tests, which damage files in them.
    let linked = on_terminal(&project, &["list", "2016/1"]);
    assert!(linked.contains(page), "{linked:?}");
    for arguments in [
        &["list", "2016/1", "--color", "never"][..],
        &["list", "2016/1", "--json"],
    ] {
        let text = on_terminal(&project, arguments);
        // Messages on stderr are in colour beside JSON, too.
        assert!(!text.contains("]8;;"), "{text:?}");
    }
    let piped = project.line("list 2016/1 --color always").exits(0).stdout;
    assert!(
        piped.contains('\u{1b}') && !piped.contains("]8;;"),
        "{piped:?}"
    );
    let plain = on_terminal(
        &project.without("CARGO_TERM_HYPERLINKS"),
        &["list", "2016/1"],
    );
    assert!(!plain.contains("]8;;"), "{plain:?}");
    // Other tests also run days of this project, so `last` may differ. The columns of a link would
    // move the row of the day.
    let day = |text: &str| {
        let text = without_escapes(text);
        let row = text.lines().find(|row| row.contains("2016/1 "));
        row.unwrap_or_else(|| panic!("{text:?}"))
            .chars()
            .take(24)
            .collect::<String>()
    };
    assert_eq!(day(&linked), day(&plain));
    assert!(!without_escapes(&linked).contains("adventofcode.com"));
}

/// Only the solution loses its terminal. `aoc` goes on.
#[test]
fn a_solution_that_leaves_the_terminal_raw_leaves_it_so_for_nobody() {
    let year = Year::empty(2053);
    let raw = "std::process::Command::new(\"stty\").args([\"-echo\", \"raw\"])\
               .stdin(std::io::stderr()).status().expect(\"stty\")";
    year.day(
        1,
        &format!("if {raw}.success() {{ std::process::abort() }} else {{ 1 }}"),
    );
    year.day(2, &format!("if {raw}.success() {{ 2 }} else {{ 1 }}"));
    for (arguments, exit) in [
        (&["run", "2053/1", "--no-examples"][..], 1),
        (&["run", "2053/1-2", "--no-examples"], 1),
        (&["profile", "2053/2", "--for", "1ms", "--", "env"], 0),
    ] {
        let aoc = OnTerminal::start(year.world.command(arguments));
        let (text, status) = aoc.rest();
        assert_eq!(status, Some(exit), "{arguments:?}: {text}");
    }
}

#[test]
fn what_moves_is_gone_after_a_signal() {
    let project = shared_project();
    for signal in ["INT", "QUIT", "HUP"] {
        let mut aoc = OnTerminal::start(project.command(&["run", "2015/4"]));
        aoc.shows("2015/4 part 1");
        kill(signal, &aoc.child.id().to_string());
        let (text, status) = aoc.rest();
        assert_eq!(status, Some(130), "{signal}");
        let (moving, _) = split(&text);
        let last = moving.last().map_or("", String::as_str);
        let is_gone = last.starts_with("\u{1b}[r\u{1b}[") && last.ends_with(";1H\u{1b}[J");
        assert!(is_gone, "{last:?}");
    }
}

/// The progress is written at short intervals, so a thread waits for the terminal. The first and
/// the second command end at once, and the third one cancels its measurement first.
#[test]
fn a_signal_ends_what_waits_for_a_terminal_that_takes_no_output() {
    let year = Year::apart(2071);
    let file = year.world.outside("worker");
    // Only the example ends, as it would take its time limit.
    let endless = format!(
        "{{ if *input == \"abc\" {{ return Ok(3.into()); }} \
         std::fs::write({file:?}, std::process::id().to_string()).expect(\"a file\"); \
         std::iter::repeat_with(std::thread::park).count() }}"
    );
    year.day(1, &endless);
    let started = [("run", "HUP"), ("watch", "TERM"), ("bench", "INT")].map(|(command, signal)| {
        let mut aoc = OnTerminal::start(year.world.command(&[command, "2071/1"]));
        aoc.shows("2071/1 part 1");
        wait_until(|| fs::read_to_string(&file).is_ok_and(|worker| !worker.is_empty()));
        let worker = fs::read_to_string(&file).expect("a file");
        fs::remove_file(&file).expect("a file");
        assert!(is_running(&worker), "{command}: {worker:?}");
        aoc.stops();
        kill(signal, &aoc.child.id().to_string());
        (command, aoc, worker)
    });
    for (command, mut aoc, worker) in started {
        wait_for_end(&aoc.child.id().to_string());
        assert_eq!(aoc.ends(), Some(130), "{command}");
        assert!(!is_running(&worker), "{command}");
    }
}
