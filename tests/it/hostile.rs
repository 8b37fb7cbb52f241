//! Days that misbehave, and workers that do: each costs itself and nothing
//! else.

use std::os::unix::process::CommandExt;
use std::process::Stdio;

use aoc_solution::protocol::VERSION;
use serde_json::{Value, json};

use crate::process::{Running, group, lives, state, wait_for_end, wait_until};
use crate::sandbox::Done;
use crate::table::timeless;
use crate::workshop::workshop;

#[test]
fn each_failure_is_one_line_and_the_rest_goes_on() {
    let done = workshop().aoc(&["run", "2015/1-3,9-12"]).exits(1);
    assert_eq!(
        timeless(&done.stdout),
        "\
2015/1 Panic  inputs/year2015/day01.txt
  parse TIME
  part 1               panic: days/year2015/day01.rs:17:19: index out of bounds: the len is 0 \
but the index is 5
  part 2 TIME  5                 unverified

2015/2 Stack overflow  inputs/year2015/day02.txt
  parse TIME
  part 1               crash: aborted: a stack overflow, an abort or a failed allocation
  part 2 TIME  5                 unverified

2015/3 Abort  inputs/year2015/day03.txt
  parse TIME
  part 1               crash: aborted: a stack overflow, an abort or a failed allocation
  part 2 TIME  5                 unverified

2015/9 Exit  inputs/year2015/day09.txt
  parse TIME
  part 1               crash: the worker exited with code 3
  part 2 TIME  5                 unverified

2015/10 Parse error  inputs/year2015/day10.txt
  parse                error: line 1: `abcd` is no deck

2015/11 Parse panic  inputs/year2015/day11.txt
  parse                panic: days/year2015/day11.rs:12:9: no input is good enough: 5

2015/12  \\u{1b}[31mred\\u{7}  below TIME  unverified  Odd answers
    #.
    .#

7 days, 10 parts in TIME: 6 unverified, 1 error, 2 panics, 3 crashes: 2015/1 part 1, 2015/2 part 1, \
2015/3 part 1, 2015/9 part 1, 2015/10 parse, 2015/11 parse
times of the checked build; `aoc bench` measures
"
    );
    // The runtime's own words, and no more.
    assert!(
        done.stderr.contains("has overflowed its stack"),
        "{done:#?}"
    );
    assert!(!done.stderr.contains("panicked"), "{done:#?}");
}

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
                "days/year2015/day01.rs:17:19: index out of bounds: the len is 0 but the index \
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
                    "days/year2015/day11.rs:12:9: no input is good enough: 5"
                ]]
            ]),
            answers(12, "\u{1b}[31mred\u{7}", "#.\n.#\n"),
        ]
    );
    // It went to stderr instead.
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

#[test]
fn a_thread_that_panics_says_so_and_costs_nothing() {
    workshop()
        .aoc(&["run", "2015/8"])
        .mentions("panicked at days/year2015/day08.rs:21:46:\nin a thread\n")
        .exits(0);
}

#[test]
fn no_escape_reaches_stdout() {
    for arguments in [&["run", "2015/12"][..], &["run", "2015/12", "--json"]] {
        let done = workshop().aoc(arguments).says("").exits(0);
        assert!(!done.stdout.contains(['\u{1b}', '\u{7}']), "{done:?}");
    }
}

#[test]
fn limits_beyond_all_measure_are_none() {
    let arguments = "run 2015/12 --timeout 500000000000y --memory 900000000GB";
    workshop()
        .aoc(&arguments.split(' ').collect::<Vec<_>>())
        .says("")
        .exits(0);
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
fn no_day_outlives_the_runner() {
    for (signal, status) in [
        ("INT", Some(130)),
        ("TERM", Some(130)),
        ("HUP", Some(130)),
        ("KILL", None),
    ] {
        let (running, process) = endless(&["run", "2015/13"]);
        assert!(lives(&process));
        running.signal(signal);
        // The day holds stdout, whose end this waits for.
        let done = running.end();
        assert_eq!(done.status, status, "{signal}: {done:#?}");
        assert_eq!(done.stderr, "", "{signal}");
        wait_for_end(&process);
    }
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
        "run 2016/1",
        "run 2016/1 --json",
        "run 2015/6",
        "run 2015/1 2016/1 --jobs 2",
        "gen 2016/1",
        "gen 2016/1 --json",
        "--help",
    ] {
        let arguments: Vec<&str> = arguments.split(' ').collect();
        workshop.aoc_unread(&arguments).end().says("").exits(0);
    }
}

#[test]
fn a_reader_that_has_seen_enough_is_not_kept_by_a_day_that_never_ends() {
    let arguments = ["run", "2015/1", "2015/4", "--jobs", "2"];
    workshop().aoc_unread(&arguments).end().says("").exits(0);
}

const DESCRIPTORS: &str = "a solution must not write to descriptors that it did not open";

#[test]
fn a_worker_that_talks_nonsense_is_found_out() {
    for (manner, status, message) in [
        (
            "exit",
            "error",
            "the worker exited with code 7 before it connected to aoc; does its main end with \
             `registry().main()`?",
        ),
        (
            "junk",
            "error",
            "the worker sent an invalid handshake: expected a number, found `junk`",
        ),
        (
            "newer",
            "error",
            &format!(
                "the worker speaks version {} of the protocol, this aoc version {VERSION}: update \
                 aoc",
                VERSION + 1
            ),
        ),
        (
            "older",
            "error",
            &format!(
                "the worker speaks version {} of the protocol, this aoc version {VERSION}: update \
                 the repository's library with `aoc init --update`",
                VERSION - 1
            ),
        ),
        (
            "no days",
            "error",
            "day 1 is not in the year's registry: its file needs an `impl Solution for Day01`, and \
             main.rs a line for it",
        ),
        (
            "babble",
            "error",
            &format!(
                "the worker sent an invalid response: expected a number, found `I will not`; \
                 {DESCRIPTORS}"
            ),
        ),
        (
            "out of turn",
            "error",
            &format!(
                "the worker sent an invalid response: a reply to another kind of request: \
                 Sampled([]); {DESCRIPTORS}"
            ),
        ),
        (
            "another outcome",
            "error",
            "the worker sent a result of another kind of call",
        ),
        (
            "refusal",
            "error",
            "the worker refused a request: no such day; this is a defect of aoc, please report it",
        ),
        (
            "endless line",
            "error",
            &format!("the worker sent an invalid response: a line without an end; {DESCRIPTORS}"),
        ),
        (
            "hang up",
            "error",
            "the solution closed the connection to aoc",
        ),
        ("deaf", "timeout", "no answer within 5s"),
    ] {
        let workshop = workshop().env("MISBEHAVE", manner);
        let arguments = ["run", "2016/2", "2017/1", "--timeout", "5s", "--json"];
        let done = workshop.aoc(&arguments).says("").exits(1);
        let before_it_runs = ["exit", "junk", "newer", "older", "no days"];
        let phase = (!before_it_runs.contains(&manner)).then_some("parse");
        assert_eq!(
            gists(&done),
            [
                json!([
                    2,
                    [
                        ["parse", "ok", null, null],
                        ["part1", "unverified", "5", null],
                        ["part2", "unsolved", null, null],
                    ]
                ]),
                json!([1, [[phase, status, null, message]]]),
            ],
            "{manner}"
        );
    }
}

#[test]
fn a_response_ahead_of_its_request_is_refused() {
    let workshop = workshop().env("MISBEHAVE", "ahead");
    let done = workshop.aoc(&["run", "2017/1"]).exits(1);
    assert!(done.stdout.contains("which was never sent"), "{done:#?}");
}

#[test]
fn strangers_on_the_channel_change_nothing() {
    let workshop = workshop().env("MISBEHAVE", "strangers");
    let done = workshop.aoc(&["run", "2017/1", "--json"]).says("").exits(1);
    let phases = &done.json()["results"][0]["phases"];
    assert_eq!(phases[0]["status"], "ok", "{phases}");
}

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
fn a_day_that_forks_gives_each_answer_once() {
    let done = told("2015/15", "").says("").exits(0);
    assert_eq!(
        gists(&done),
        [json!([
            15,
            [
                ["parse", "ok", null, null],
                ["part1", "unverified", "one", null],
                ["part2", "unverified", "two", null],
            ]
        ])]
    );
}

#[test]
fn a_worker_that_ends_is_noticed_although_its_copy_lives_on() {
    let done = told("2015/15", "copy lives on").says("").exits(1);
    assert_eq!(
        gists(&done),
        [json!([
            15,
            [
                ["parse", "ok", null, null],
                ["part1", "crash", null, "the worker exited with code 3"],
                ["part2", "unverified", "two", null],
            ]
        ])]
    );
}

#[test]
fn a_day_that_closes_all_descriptors_costs_that_part() {
    let done = workshop()
        .aoc(&["run", "2015/16", "--json"])
        .says("")
        .exits(1);
    assert_eq!(
        gists(&done),
        [json!([
            16,
            [
                ["parse", "ok", null, null],
                [
                    "part1",
                    "error",
                    null,
                    "the solution closed the connection to aoc"
                ],
                ["part2", "unverified", "5", null],
            ]
        ])]
    );
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

#[test]
fn a_worker_that_does_not_listen_is_within_the_limits() {
    let workshop = workshop().env("MISBEHAVE", "does not listen");
    // More than the system keeps for who listens later.
    let input = workshop.outside("input.txt");
    std::fs::write(&input, "x\n".repeat(20 << 20)).expect("a file");
    let input = input.to_str().expect("text");
    let arguments = [
        "run",
        "2017/1",
        "--input",
        input,
        "--timeout",
        "2s",
        "--json",
    ];
    let done = workshop.aoc(&arguments).says("").exits(1);
    let message = "no answer within 2s";
    assert_eq!(
        gists(&done),
        [json!([1, [["parse", "timeout", null, message]]])]
    );
}
