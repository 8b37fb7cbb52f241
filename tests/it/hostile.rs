//! Days that misbehave, and workers that do: each costs itself and nothing
//! else.

use std::os::unix::process::CommandExt;
use std::process::Stdio;

use serde_json::{Value, json};

use crate::process::{Running, group, lives, state, wait_for_end, wait_until};
use crate::sandbox::Done;
use crate::table::timeless;
use crate::workshop::workshop;

/// A result without its times: the puzzle, then each phase's name, status,
/// answer and message; the puzzle's own, if it did not run.
fn gist(result: &Value) -> Value {
    if result["phases"] == json!([]) {
        let failure = json!([null, result["status"], null, result["message"]]);
        return json!([result["day"], [failure]]);
    }
    let phase = |phase: &Value| {
        assert!(phase["ns"].is_u64() != phase["ns"].is_null(), "{phase}");
        json!([
            phase["phase"],
            phase["status"],
            phase["answer"],
            phase["message"]
        ])
    };
    let phases = result["phases"].as_array().expect("phases");
    json!([result["day"], phases.iter().map(phase).collect::<Value>()])
}

fn gists(done: &Done) -> Vec<Value> {
    let json = done.json();
    assert_eq!(json["schema"], "aoc-run/1");
    json["results"]
        .as_array()
        .expect("results")
        .iter()
        .map(gist)
        .collect()
}

#[test]
fn the_json_has_a_status_for_each_and_nothing_that_a_day_printed() {
    let arguments = "run 2015/1-12 --json --jobs 4 --timeout 5s --memory 300MiB";
    let done = workshop()
        .aoc(&arguments.split(' ').collect::<Vec<_>>())
        .exits(1);
    let fails = |day: u8, status: &str, message: &str| {
        json!([
            day,
            [
                ["parse", "ok", null, null],
                ["part1", status, null, message],
                ["part2", "unverified", "5", null],
            ]
        ])
    };
    let answers = |day: u8, part1: &str, part2: &str| {
        json!([
            day,
            [
                ["parse", "ok", null, null],
                ["part1", "unverified", part1, null],
                ["part2", "unverified", part2, null],
            ]
        ])
    };
    let aborted = "aborted: a stack overflow, an abort or a failed allocation";
    assert_eq!(
        gists(&done),
        [
            fails(
                1,
                "panic",
                "days/year2015/day01.rs:7:12: index out of bounds: the len is 0 but the index \
                 is 5"
            ),
            fails(2, "crash", aborted),
            fails(3, "crash", aborted),
            fails(4, "timeout", "no answer within 5s"),
            fails(5, "memory", "more than 300 MiB of memory"),
            answers(6, "5", "5"),
            answers(7, "5+", "5"),
            answers(8, "5", "5"),
            fails(9, "crash", "the worker exited with code 3"),
            json!([10, [["parse", "error", null, "line 1: `abcd` is no deck"]]]),
            json!([
                11,
                [[
                    "parse",
                    "panic",
                    null,
                    "days/year2015/day11.rs:6:5: no input is good enough: 5"
                ]]
            ]),
            answers(12, "\u{1b}[31mred\u{7}", "#.\n.#\n"),
        ]
    );
    assert!(!done.stdout.contains(['\u{1b}', '\u{7}']), "{done:?}");
    // The runtime's own words, and those of a thread of a day.
    assert!(done.stderr.contains("has overflowed its stack"));
    let panic = "panicked at days/year2015/day08.rs:11:42:\nin a thread\n";
    assert!(done.stderr.contains(panic) && !done.stderr.contains("day01"));
    // What they printed went to stderr instead.
    let xs = "x".repeat(1000) + "\n";
    assert_eq!(done.stderr.matches(&xs).count(), 1000);
    assert!(
        done.stderr
            .contains("{\"schema\":\"aoc-run/1\",\"results\":[]}\n")
    );
    assert!(done.stderr.contains("a word on stderr\n"));
    assert!(done.stderr.contains("no line end"));
}

#[test]
fn a_day_that_prints_reaches_the_terminal_before_its_answer() {
    let done = workshop()
        .aoc(&["run", "2015/6"])
        .says("a word on stderr\n")
        .exits(0);
    let chatter = format!("{}\n", "x".repeat(1000)).repeat(1000);
    assert_eq!(
        timeless(&done.stdout.replace(&chatter, "A MEGABYTE\n")),
        "\
2015/6 Chatter  inputs/year2015/day06.txt
  parse TIME
A MEGABYTE
{\"schema\":\"aoc-run/1\",\"results\":[]}
no line end  part 1 TIME  5                 unverified
  part 2 TIME  5                 unverified
"
    );
}

#[test]
fn only_a_single_job_reads_standard_input() {
    let workshop = workshop();
    let answer = |arguments: &[&str], result: usize| {
        let done = workshop.aoc_reading("said", arguments).exits(0);
        done.json()["results"][result]["phases"][1]["answer"].clone()
    };
    assert_eq!(answer(&["run", "2015/7", "--json"], 0), "5+said");
    assert_eq!(
        answer(&["run", "2015/7", "--json", "--jobs", "4"], 0),
        "5+said"
    );
    assert_eq!(answer(&["run", "2015/6-7", "--json"], 1), "5+");
    // It is the input itself.
    let own = ["run", "2015/7", "--json", "--input", "-"];
    assert_eq!(answer(&own, 0), "4+");
    // Two inputs are two jobs.
    workshop.write("inputs/year2015/day07.more.txt", "more\n");
    assert_eq!(
        answer(&["run", "2015/7", "--json", "--all-inputs"], 0),
        "5+"
    );
}

/// Starts a day that never ends, as the first of a group of its own; returns
/// when it is at it, with its process.
fn endless(arguments: &[&str]) -> (Running, String) {
    let mut command = workshop().command(arguments);
    command.process_group(0);
    let mut running = Running::start(command);
    let process = running.line("process ");
    (running, process)
}

#[test]
fn ctrl_c_in_a_terminal_is_no_crash_of_the_day() {
    for arguments in [
        &["run", "2015/13"][..],
        &["run", "2015/13", "2015/12", "--jobs", "2"],
    ] {
        let (running, process) = endless(arguments);
        running.signal_group("INT");
        let done = running.end().says("").exits(130);
        assert!(!done.stdout.contains("crash"), "{done:#?}");
        wait_for_end(&process);
    }
}

#[test]
fn a_reader_that_has_seen_enough_is_no_error() {
    let workshop = workshop();
    for arguments in [
        "run 2015/6",
        "run 2016/1 --json",
        // One of them never ends.
        "run 2015/1 2015/4 --jobs 2",
        "gen 2016/1",
        "--help",
    ] {
        let arguments: Vec<&str> = arguments.split(' ').collect();
        workshop.aoc_unread(&arguments).end().says("").exits(0);
    }
}

const DESCRIPTORS: &str = "a solution must not write to descriptors that it did not open";

/// Runs a day over an input that says how it misbehaves.
fn told(day: &str, input: &str) -> Done {
    let workshop = workshop();
    let file = workshop.outside("input.txt");
    std::fs::write(&file, input).expect("a file");
    let file = file.to_str().expect("text");
    workshop.aoc(&["run", day, "--input", file, "--json"])
}

#[test]
fn lines_in_the_channel_are_no_answers() {
    let both = json!([
        14,
        [
            ["parse", "ok", null, null],
            ["part1", "unverified", "one", null],
            ["part2", "unverified", "two", null],
        ]
    ]);
    for input in ["forged", "of the past"] {
        let done = told("2015/14", input).says("").exits(0);
        assert_eq!(gists(&done), std::slice::from_ref(&both), "{input}");
    }
    for (input, found) in [("junk", "junk"), ("half a line", "junk")] {
        let done = told("2015/14", input).says("").exits(1);
        let results = &done.json()["results"][0]["phases"];
        let message = results[1]["message"].as_str().expect("a message");
        assert!(message.contains(&format!("found `{found}")), "{message}");
        assert!(message.ends_with(DESCRIPTORS), "{message}");
        assert_eq!(results[1]["status"], "error");
        assert_eq!(results[2]["answer"], "two", "{input}");
    }
}

#[test]
fn a_day_that_forks_or_closes_all_descriptors_costs_that_part() {
    for (day, input, part1, part2) in [
        (15, "", json!(["unverified", "one", null]), "two"),
        (
            15,
            "copy lives on",
            json!(["crash", null, "the worker exited with code 3"]),
            "two",
        ),
        (
            16,
            "abcd",
            json!(["error", null, "the solution closed the connection to aoc"]),
            "4",
        ),
    ] {
        let done = told(&format!("2015/{day}"), input).says("");
        let [status, answer, message] = [0, 1, 2].map(|index| part1[index].clone());
        assert_eq!(
            gists(&done),
            [json!([
                day,
                [
                    ["parse", "ok", null, null],
                    ["part1", status, answer, message],
                    ["part2", "unverified", part2, null],
                ]
            ])]
        );
    }
}

/// Runs the day that starts processes; returns when it has, with these.
fn starts_processes(
    input: &str,
    arguments: &[&str],
    stdin: impl Into<Stdio>,
) -> (Running, Vec<String>) {
    let workshop = workshop();
    let file = workshop.outside("input.txt");
    std::fs::write(&file, input).expect("a file");
    let file = file.to_str().expect("text");
    let mut command = workshop.command(&[&["run", "2015/17", "--input", file], arguments].concat());
    command.stdin(stdin);
    let mut running = Running::start(command);
    let processes = ["process ", "session ", "orphan "].map(|kind| running.line(kind));
    (running, processes.into())
}

#[test]
fn what_a_day_started_ends_with_it() {
    for (input, arguments, status) in [
        ("done", &[][..], 0),
        ("crash", &[], 1),
        ("endless", &["--timeout", "5s"], 1),
        ("stop", &["--timeout", "5s"], 1),
    ] {
        let (running, processes) = starts_processes(input, arguments, Stdio::null());
        // They hold stdout, whose end this waits for.
        running.end().exits(status);
        for process in processes {
            assert!(!lives(&process), "{input}: {process}");
        }
    }
}

#[test]
fn what_a_day_started_ends_with_the_runner() {
    for (signal, status) in [
        ("INT", Some(130)),
        ("TERM", Some(130)),
        ("HUP", Some(130)),
        ("KILL", None),
    ] {
        let (running, processes) = starts_processes("endless", &[], Stdio::null());
        assert!(processes.iter().all(|process| lives(process)));
        running.signal(signal);
        let done = running.end().says("");
        assert_eq!(done.status, status, "{signal}");
        for process in processes {
            wait_for_end(&process);
        }
    }
}

#[test]
fn a_day_that_can_read_the_terminal_stays_in_the_foreground() {
    let terminal = || nix::pty::openpty(None, None).expect("a terminal");
    for (input, arguments, status) in [
        ("done", &[][..], 0),
        ("crash", &[], 1),
        ("endless", &["--timeout", "5s"], 1),
    ] {
        let pair = terminal();
        let (running, processes) = starts_processes(input, arguments, pair.slave);
        running.end().exits(status);
        for process in processes {
            assert!(!lives(&process), "{input}: {process}");
        }
    }
    for signal in ["INT", "KILL"] {
        let pair = terminal();
        let (running, processes) = starts_processes("endless", &[], pair.slave);
        assert_eq!(group(&processes[0]), group(&running.id()));
        running.signal(signal);
        running.end();
        for process in processes {
            wait_for_end(&process);
        }
    }
    let (running, processes) = starts_processes("endless", &[], Stdio::null());
    assert_ne!(group(&processes[0]), group(&running.id()));
    running.signal("INT");
    running.end().exits(130);
}

#[test]
fn a_worker_that_stopped_itself_ends_with_the_runner() {
    for signal in ["INT", "KILL"] {
        let (running, process) = endless(&["run", "2015/18"]);
        wait_until(|| state(&process).as_deref() == Some("T"));
        running.signal(signal);
        running.end();
        wait_for_end(&process);
    }
}
