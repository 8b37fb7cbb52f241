//! Workers for tests. A worker is a shell script that sends a handshake and then runs the test's
//! commands.

use std::fs;
use std::time::Duration;

use aoc_solution::protocol::{DayInfo, Handshake, Wire};
use tempfile::TempDir;

use super::limits::Limits;
use super::spawn_options::{SpawnOptions, StdoutTarget};
use crate::config::ChildEnv;
use crate::processes::CancelToken;
use crate::puzzle::{Puzzle, parts_in_calendar};
use crate::testing::write_program;

/// The day 2020/1 without examples, alternatives or other extras.
pub fn plain_day() -> DayInfo {
    DayInfo {
        day: 1,
        title: String::new(),
        examples: Vec::new(),
        alternatives: Vec::new(),
        takes_text: false,
    }
}

/// The options of a program with limits in milliseconds and bytes.
pub fn options(executable: &str, timeout: Option<u64>, memory: Option<u64>) -> SpawnOptions {
    let puzzle = Puzzle::of(2020, 1);
    SpawnOptions {
        executable: executable.into(),
        puzzle,
        title: None,
        parts_with_answer: parts_in_calendar(puzzle),
        environment: ChildEnv::new(std::env::vars_os()),
        working_dir: "/".into(),
        reads_stdin: false,
        stdout: StdoutTarget::Stderr,
        limits: Limits {
            timeout: timeout.map(Duration::from_millis),
            memory,
        },
        cancel: CancelToken::default(),
    }
}

/// Creates a program with this text. Dropping the folder removes the program.
pub fn executable(text: &str) -> (String, TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let executable = folder.path().join("worker");
    write_program(&executable, text);
    (executable.to_str().unwrap().to_owned(), folder)
}

/// The program of a worker that has this day and runs the script. The script reads a request with
/// `ask` and sends a reply with `tell`.
pub fn program(day: DayInfo, counts_allocations: bool, script: &str) -> (String, TempDir) {
    let (program, folder) = executable(&format!(
        "#!/usr/bin/env bash\n\
         exec 3<>/dev/tcp/${{2/://}}\n\
         ask() {{ IFS=$'\\t' read -r number command <&3; }}\n\
         tell() {{ printf \"$number\\t$1\\n\" >&3; }}\n\
         handshake=$(< \"${{0%/*}}/handshake\")\n\
         printf '%s\\n' \"${{handshake/KEY/$AOC_CHANNEL_KEY}}\" >&3\n\
         {script}\n"
    ));
    let handshake = Handshake::new("KEY".to_owned(), 2020, counts_allocations, vec![day]);
    fs::write(folder.path().join("handshake"), handshake.to_line()).unwrap();
    (program, folder)
}
