//! What a terminal shows: symbols, colours, and no line that is too long.

use std::fs::File;
use std::io::Read;
use std::os::fd::OwnedFd;
use std::process::{Command, Stdio};

use nix::pty::{Winsize, openpty};

use crate::process::kill;
use crate::table::timeless;
use crate::workshop::workshop;

/// A terminal of this many columns: our end, and the program's.
pub fn terminal(columns: u16) -> (File, OwnedFd) {
    let size = Winsize {
        ws_row: 50,
        ws_col: columns,
        ws_xpixel: 0,
        ws_ypixel: 0,
    };
    let pair = openpty(Some(&size), None).expect("a terminal");
    (File::from(pair.master), pair.slave)
}

/// What the terminal was sent until it shows the text, and a little more.
pub fn read_until(ours: &mut File, text: &str) -> Vec<u8> {
    let mut sent = Vec::new();
    while !String::from_utf8_lossy(&sent).contains(text) {
        let mut bytes = [0; 1024];
        let length = ours.read(&mut bytes).expect("the terminal is open");
        sent.extend(&bytes[..length]);
    }
    sent
}

/// Runs it, and gives what the terminal was sent.
pub fn sent(mut command: Command, mut ours: File) -> String {
    let mut child = command.spawn().expect("aoc runs");
    // Our copies of the program's end are in there.
    drop(command);
    let mut text = Vec::new();
    // A terminal ends with an error.
    let _ = ours.read_to_end(&mut text);
    child.wait().expect("aoc ends");
    String::from_utf8(text).expect("text").replace("\r\n", "\n")
}

/// What `aoc run` writes to a terminal as its stdout, with these variables.
fn shown(columns: u16, variables: &[(&str, &str)], arguments: &[&str]) -> String {
    let (ours, theirs) = terminal(columns);
    let mut workshop = workshop().env("TERM", "xterm-256color");
    for (name, value) in variables {
        workshop = workshop.env(name, *value);
    }
    let mut command = workshop.command(&[&["run"], arguments].concat());
    command.stdout(theirs).stderr(Stdio::null());
    sent(command, ours)
}

pub fn without_escapes(text: &str) -> String {
    anstream::adapter::strip_str(text).to_string()
}

#[test]
fn what_a_terminal_cannot_show_is_left_out() {
    let plain = shown(100, &[("NO_COLOR", "1")], &["2016/1", "2015/1", "-v"]);
    assert!(plain.contains("  ✓ part 1 ") && !plain.contains('\u{1b}'));
    let dumb = shown(100, &[("TERM", "dumb")], &["2016/1", "2015/1", "-v"]);
    assert!(dumb.is_ascii() && !dumb.contains('\u{1b}'), "{dumb}");
    for part in ["  + part 1 ", "  . part 2 ", "  x part 1 "] {
        assert!(dumb.contains(part), "{part}: {dumb}");
    }
}

/// What a terminal is sent that is stdout and stderr, split: what moves on the
/// last row, each time with the cursor saved before and restored behind, and
/// the rest.
fn moving(arguments: &[&str]) -> (Vec<String>, String) {
    let (ours, theirs) = terminal(80);
    let workshop = workshop().env("TERM", "xterm-256color");
    let mut command = workshop.command(arguments);
    command.stdout(theirs.try_clone().expect("a terminal"));
    command.stderr(theirs);
    split(&sent(command, ours))
}

fn split(text: &str) -> (Vec<String>, String) {
    let (mut moving, mut rest) = (Vec::new(), String::new());
    let mut parts = text.split("\u{1b}7");
    rest += parts.next().expect("a part");
    for part in parts {
        let (moves, stays) = part.split_once("\u{1b}8").expect("a restored cursor");
        moving.push(moves.to_owned());
        rest += stays;
    }
    // Down and up again, for a free row.
    (moving, rest.replace("\u{1b}D\u{1b}[A", ""))
}

#[test]
fn what_moves_leaves_no_trace_where_a_solution_prints() {
    let (moving, rest) = moving(&["run", "2015/20", "--color", "never"]);
    assert_eq!(
        timeless(&rest),
        "\
2015/20 Slow chatter  inputs/year2015/day20.txt
    parse TIME
half a line, and the rest
one
two
and on stderr
  · part 1 TIME  5                 unverified
  – part 2                                 unsolved
"
    );
    assert!(
        moving.iter().any(|line| line.contains("2015/20 part 1")),
        "{moving:?}"
    );
    // The last row is empty, and all rows scroll.
    assert_eq!(
        moving.last().map(String::as_str),
        Some("\u{1b}[r\u{1b}[50;1H\u{1b}[2K")
    );
}

#[test]
fn what_moves_is_gone_after_an_interrupt() {
    let (mut ours, theirs) = terminal(80);
    let workshop = workshop().env("TERM", "xterm-256color");
    let mut command = workshop.command(&["run", "2015/4"]);
    command.stdout(theirs.try_clone().expect("a terminal"));
    command.stderr(theirs);
    let mut child = command.spawn().expect("aoc runs");
    drop(command);
    let mut text = read_until(&mut ours, "2015/4 part 1");
    kill("INT", &child.id().to_string());
    let _ = ours.read_to_end(&mut text);
    assert_eq!(child.wait().expect("aoc ends").code(), Some(130));
    let text = String::from_utf8(text).expect("text");
    let (moving, _) = split(&text);
    assert_eq!(
        moving.last().map(String::as_str),
        Some("\u{1b}[r\u{1b}[50;1H\u{1b}[2K")
    );
}
