//! Days and workers that misbehave. Each failure affects only the day itself.

use std::io::{BufRead, BufReader};
use std::os::unix::process::CommandExt;
use std::process::Stdio;

use serde_json::{Value, json};

use crate::process::{Running, is_running, ps_column, wait_for_end};
use crate::sandbox::Done;
use crate::shared_project::{Year, day_text, shared_project};
use crate::terminal::terminal;

/// The results without times: the day, then the name, status, answer and message of each phase.
fn gists(done: &Done) -> Vec<Value> {
    let json = done.json();
    let phase = |it: &Value| json!([it["phase"], it["status"], it["answer"], it["message"]]);
    let results = json["results"].as_array().expect("results").iter();
    results
        .map(|result| {
            let phases = result["phases"].as_array().expect("phases");
            json!([result["day"], phases.iter().map(phase).collect::<Value>()])
        })
        .collect()
}

#[test]
fn the_json_has_a_status_for_each_and_nothing_that_a_day_printed() {
    let run = "run 2015/1-2,4-8,10-12 --json --jobs 4 --timeout 5s --memory 300MiB";
    let done = shared_project().line(run).exits(1);
    let day = |day: u8, part1: [Option<&str>; 3]| {
        let [status, answer, message] = part1;
        let parse = json!(["parse", "ok", null, null]);
        let part1 = json!(["part1", status, answer, message]);
        json!([day, [parse, part1, ["part2", "unverified", "two", null]]])
    };
    let fails = |number, status, message| day(number, [Some(status), None, Some(message)]);
    let answers = |number, answer| day(number, [Some("unverified"), Some(answer), None]);
    let parses =
        |day: u8, status: &str, message: &str| json!([day, [["parse", status, null, message]]]);
    let panicked = "days/year2015/day01.rs:34:24: index out of bounds";
    let aborted = "aborted: a stack overflow, an abort or a failed allocation";
    let parse = "days/year2015/day11.rs:26:30: no input is good enough";
    let expected = [
        fails(1, "panic", panicked),
        fails(2, "crash", aborted),
        fails(4, "timeout", "no answer within 5s"),
        fails(5, "memory", "more than 300 MiB of memory"),
        answers(6, "one"),
        answers(7, "stdin:"),
        answers(8, "one"),
        parses(10, "error", "line 1: `abcd` is no deck"),
        parses(11, "panic", parse),
        answers(12, "\u{1b}[31mred\u{7}"),
    ];
    assert_eq!(gists(&done), expected);
    let json = done.json();
    // The failure of the first phase is also that of the result.
    for (index, status, message) in [
        (0, json!("panic"), json!(panicked)),
        (1, json!("crash"), json!(aborted)),
        (4, json!("ok"), json!(null)),
        (7, json!("error"), json!("line 1: `abcd` is no deck")),
    ] {
        let result = &json["results"][index];
        assert_eq!([&result["status"], &result["message"]], [&status, &message]);
    }
    assert!(!done.stdout.contains(['\u{1b}', '\u{7}']), "{done:?}");
    assert!(!done.stderr.contains("day01"));
    // These are messages of the runtime, of a thread of a day, and the output of days.
    let chatter = "x".repeat(1000) + "\n";
    assert_eq!(done.stderr.matches(&chatter).count(), 1000);
    done.mentions("has overflowed its stack")
        .mentions("panicked at days/year2015/day08.rs:59:34:\nin a thread\n")
        .mentions("{\"schema\":\"aoc-run/1\",\"results\":[]}\n")
        .mentions("a word on stderr\n")
        .mentions("no line end");
}

/// The day panics in `println!`, because the reader has closed the pipe.
#[test]
fn a_closed_pipe_shows_no_panic_of_a_day_that_prints() {
    let project = shared_project().env("RUST_BACKTRACE", "1");
    let mut aoc = project
        .command(&["run", "2015/6"])
        .spawn()
        .expect("it starts");
    let stdout = BufReader::new(aoc.stdout.take().expect("a pipe"));
    let mut lines = stdout.lines().map(|line| line.expect("a line"));
    assert!(lines.any(|line| line.starts_with("xxx")));
    drop(lines);
    let done = aoc.wait_with_output().expect("it ends");
    assert_eq!(String::from_utf8_lossy(&done.stderr), "");
    assert_eq!(done.status.code(), Some(0));
}

#[test]
fn only_a_single_job_reads_standard_input() {
    let project = shared_project();
    project.write("inputs/year2015/day07.more.txt", "stdin");
    for (arguments, result, answer) in [
        ("run 2015/7 --json --jobs 4", 0, "stdin: stdin"),
        ("run 2015/6-7 --json", 1, "stdin:"),
        // Standard input is the input itself.
        ("run 2015/7 --json --input -", 0, "stdin:"),
        // Two inputs are two jobs.
        ("run 2015/7 --json --all-inputs", 0, "stdin:"),
    ] {
        let words: Vec<&str> = arguments.split(' ').collect();
        let json = project.aoc_reading("stdin", &words).exits(0).json();
        let phases = &json["results"][result]["phases"];
        assert_eq!(phases[1]["answer"], answer, "{arguments}");
    }
}

#[test]
fn a_reader_that_has_seen_enough_is_no_error() {
    let project = shared_project();
    for (arguments, status) in [
        ("run 2015/6", 0),
        ("run 2016/1 --json", 0),
        // The first day panics, and the other one never ends.
        ("run 2015/1 2015/4 --jobs 2", 1),
        ("gen 2016/1", 0),
        ("--help", 0),
    ] {
        let words: Vec<&str> = arguments.split(' ').collect();
        project.aoc_unread(&words).says("").exits(status);
    }
}

/// A day that prints without end panics in `println!`. This is not a result of the day.
#[test]
fn a_day_whose_output_nobody_reads_is_not_a_failure_and_has_no_result() {
    let year = Year::empty(2064);
    // The example ends: without a reader, its output goes nowhere, and it would take its time
    // limit.
    let endless = "while *input != \"abc\" { println!(\"x\") }";
    year.day(1, &format!("{{ {endless} input.len() }}"));
    let threads =
        format!("std::thread::scope(|scope| {{ scope.spawn(|| {endless}); input.len() }})");
    year.day(2, &threads);
    let stored = || {
        let text = year.world.read("target/aoc-stamps/times.json");
        let times: Value = serde_json::from_str(&text).expect("JSON");
        times["2064"].clone()
    };
    let before = stored();
    for (line, status) in [
        ("run 2064/1 -p 1", 0),
        ("run 2064/2 -p 1", 0),
        ("run 2064/1-2 -p 1", 0),
        ("run 2064/1-2 -p 1 --jobs 2", 0),
        // A day that had failed before decides.
        ("run 2015/10 2064/1 -p 1", 1),
    ] {
        let words: Vec<&str> = line.split(' ').collect();
        year.world.aoc_unread(&words).says("").exits(status);
    }
    assert_eq!(stored(), before);
}

#[test]
fn a_solution_that_exits_has_crashed_whatever_its_exit_code_is() {
    for code in [0, 86, 88] {
        let done = shared_project().aoc_reading(
            format!("exit {code}"),
            &["run", "2015/1", "--input", "-", "-p", "1", "--json"],
        );
        let exited = format!("the worker exited with code {code}");
        let parse = json!(["parse", "ok", null, null]);
        let part1 = json!(["part1", "crash", null, exited]);
        assert_eq!(gists(&done.exits(1)), [json!([1, [parse, part1]])]);
    }
}

/// Everything is run, because the exit code says how it ended.
#[test]
fn a_result_that_nobody_reads_decides_about_the_exit_code() {
    let project = shared_project().env("AOC_SESSION", "zz");
    for (line, status) in [
        ("verify 2016/1 2015/10", 1),
        ("verify 2016/1 --json", 1),
        ("run 2015/1 --json", 1),
        ("run 2015/4 --json --timeout 1s", 1),
        ("test 2016/1", 1),
        ("import . --dry-run", 1),
        ("doctor --offline", 3),
        ("watch 2016/1 --json", 0),
    ] {
        let words: Vec<&str> = line.split(' ').collect();
        let done = project.aoc_unread(&words);
        assert_eq!(done.status, Some(status), "{line}: {done:?}");
    }
}

#[test]
fn a_day_that_forks_or_closes_all_descriptors_costs_that_part() {
    let closed = "the solution closed the connection to aoc";
    let exited = "the worker exited with code 3";
    for (input, part1) in [
        ("fork", json!(["part1", "unverified", "one", null])),
        ("fork and exit", json!(["part1", "crash", null, exited])),
        ("close", json!(["part1", "error", null, closed])),
    ] {
        let done =
            shared_project().aoc_reading(input, &["run", "2015/1", "--input", "-", "--json"]);
        let parse = json!(["parse", "ok", null, null]);
        let part2 = json!(["part2", "unverified", "two", null]);
        assert_eq!(gists(&done.says("")), [json!([1, [parse, part1, part2]])]);
    }
}

#[test]
fn a_panic_in_the_standard_library_points_to_the_day() {
    let year = Year::empty(2041).env("CARGO_PROFILE_DEV_DEBUG", "line-tables-only");
    year.write("day01.rs", day_text(1, "[u64::MAX, 1].iter().sum::<u64>()"));
    let text = std::fs::read_to_string(year.path("day01.rs")).expect("a day");
    let line = text.lines().position(|line| line.contains("u64::MAX"));
    let line = line.expect("the sum") + 1;
    let run = year.world.line("run 2041/1 -p 1 --dev").exits(1);
    run.shows(&format!("panic: days/year2041/day01.rs:{line}:"));
    // Without line numbers, the message has the place in the library.
    let run = year.world.line("run 2041/1 -p 1").exits(1);
    run.shows("called by the day (`--dev` shows its line): attempt to add with overflow");
}

/// Such a panic ends the worker, and another one runs the other part.
#[test]
fn a_panic_that_aborts_keeps_its_kind_message_and_place() {
    let year = Year::empty(2076).env("CARGO_PROFILE_DEV_PANIC", "abort");
    let guard = "struct Guard; impl Drop for Guard { fn drop(&mut self) { panic!(\"second\") } }";
    let second = "{ let _guard = Guard; usize::from(\"first\".parse::<u8>().unwrap()) }";
    let in_c = "extern \"C\" fn in_c() -> usize { panic!(\"in C\") }";
    let thread = "std::thread::spawn(|| -> usize { panic!(\"in a thread\") }).join().unwrap()";
    for (day, item, part1, place, message, profile) in [
        (
            1,
            guard,
            second,
            guard,
            "second; then panic in a destructor during cleanup",
            "",
        ),
        (
            2,
            in_c,
            "in_c()",
            in_c,
            "in C; then panic in a function that cannot unwind",
            "",
        ),
        (
            3,
            "",
            "panic!(\"first\") as usize",
            "first",
            "first",
            " --dev",
        ),
        (4, "", thread, thread, "in a thread", " --dev"),
    ] {
        let text = day_text(day, part1).replace("pub struct", &format!("{item}\npub struct"));
        let line = text
            .lines()
            .position(|line| line.contains(place))
            .expect("its line")
            + 1;
        year.write(&format!("day{day:02}.rs"), text);
        year.world
            .write(&format!("inputs/year2076/day{day:02}.txt"), "abcd\n");
        let run = year
            .world
            .line(&format!("run 2076/{day} --json{profile}"))
            .exits(1);
        let gist = &gists(&run)[0];
        let [_, part1, part2] = [0, 1, 2].map(|phase| &gist[1][phase]);
        assert_eq!(part1[1], "panic", "{gist}");
        let told = part1[3].as_str().expect("a message");
        let place = format!("days/year2076/day{day:02}.rs:{line}:");
        assert!(
            told.starts_with(&place) && told.ends_with(&format!(": {message}")),
            "{told}"
        );
        assert_eq!(part2[1], "unverified", "{gist}");
    }
}

#[test]
fn a_day_that_has_itself_traced_ends_with_its_limit_and_with_aoc() {
    let project = shared_project();
    let start = |input: &str, arguments: &[&str]| {
        let file = project.outside("input.txt");
        std::fs::write(&file, input).expect("a file");
        let file = file.to_str().expect("text");
        let begin = ["run", "2015/1", "--part", "1", "--input", file];
        Running::start(project.command(&[&begin, arguments].concat()))
    };
    for (input, status) in [
        ("traced", "timeout: no answer within 300ms"),
        ("traced and exit", "crash: the worker exited with code 3"),
    ] {
        let done = start(input, &["--timeout", "300ms"]).end().exits(1);
        done.shows(status);
    }
    for signal in ["INT", "TERM"] {
        let mut running = start("traced", &[]);
        running.stdout.shows("parse");
        running.signal(signal);
        running.end().exits(130);
    }
}

/// A table has shown the day that had ended, and so has the document.
#[test]
fn an_interrupt_leaves_the_document_of_what_had_ended() {
    let words = ["run", "2015/12,20", "--json"];
    let mut running = Running::start(shared_project().command(&words));
    running.stderr.shows("half a line");
    running.signal("INT");
    let done = running.end().exits(130);
    let days: Vec<Value> = gists(&done).iter().map(|gist| gist[0].clone()).collect();
    assert_eq!(days, [12]);
}

#[test]
fn an_interrupt_before_a_result_leaves_no_document() {
    for words in [
        &["run", "2015/20", "--json"],
        &["watch", "2015/20", "--json"],
    ] {
        let mut running = Running::start(shared_project().command(words));
        running.stderr.shows("half a line");
        running.signal("INT");
        assert_eq!(running.end().exits(130).stdout, "", "{words:?}");
    }
}

#[test]
fn a_part_that_ended_in_time_counts_though_the_runner_was_stopped_meanwhile() {
    let run = "run 2015/1 --part 1 --input - --json --timeout 1s";
    let words: Vec<&str> = run.split(' ').collect();
    let done = shared_project()
        .aoc_reading("stop the runner", &words)
        .exits(0);
    assert_eq!(done.json()["results"][0]["phases"][1]["answer"], "one");
}

#[test]
fn a_day_that_removes_or_changes_its_program_costs_no_other_day() {
    let year = Year::empty(2040);
    let own = "let own = std::env::current_exe()?; let _ = std::fs::remove_file(&own);";
    year.day(1, &format!("{{ {own} input.len() }}"));
    let write = "let _ = std::fs::write(own, \"\");";
    year.day(2, &format!("{{ {own} {write} input.len() }}"));
    let mode = "std::os::unix::fs::PermissionsExt::from_mode(0o600)";
    let set = format!("std::fs::set_permissions(std::env::current_exe()?, {mode})?;");
    year.day(3, &format!("{{ {set} input.len() }}"));
    year.day(4, "input.len()");
    for day in ["03", "04"] {
        year.world
            .write(&format!("inputs/year2040/day{day}.txt"), "abcd\n");
    }
    // The second command finds the files that the first one has left.
    for _ in 0..2 {
        let json = year.world.line("run 2040 --json").exits(0).json();
        let answers = [0, 1, 2, 3].map(|day| &json["results"][day]["phases"][1]["answer"]);
        assert_eq!(answers, ["5"; 4], "{json}");
        // A day that runs alone uses the year's program and not a copy.
        year.world.line("run 2040/3 --json").exits(0);
    }
}

/// Runs the day that starts processes, and waits until they run. Returns their IDs.
fn starts_processes(input: &str, stdin: impl Into<Stdio>) -> (Running, Vec<String>) {
    let project = shared_project();
    let file = project.outside("input.txt");
    std::fs::write(&file, format!("processes {input}")).expect("a file");
    let file = file.to_str().expect("text");
    let mut command = project.command(&["run", "2015/1", "--timeout", "5s", "--input", file]);
    command.stdin(stdin).process_group(0);
    let mut running = Running::start(command);
    let processes = ["process ", "session ", "orphan "].map(|kind| running.stdout.line(kind));
    (running, processes.into())
}

#[test]
fn what_a_day_started_ends_with_it_or_with_the_runner() {
    let (running, processes) = starts_processes("done", Stdio::null());
    // The processes hold stdout open. This waits for its end.
    running.end().exits(0);
    assert!(!processes.iter().any(|process| is_running(process)));
    for (signal, status) in [("HUP", Some(130)), ("KILL", None)] {
        let (running, processes) = starts_processes("endless", Stdio::null());
        assert!(processes.iter().all(|process| is_running(process)));
        running.signal(signal);
        let done = running.end().says("");
        assert_eq!(done.status, status, "{signal}");
        for process in &processes {
            wait_for_end(process);
        }
    }
}

#[test]
fn a_day_that_can_read_the_terminal_is_in_the_foreground_and_ctrl_c_is_no_crash_of_it() {
    let group = |process: &str| ps_column(process, "pgid");
    for is_terminal in [true, false] {
        let (_ours, theirs) = terminal(None);
        let stdin = if is_terminal {
            theirs.into()
        } else {
            Stdio::null()
        };
        let (running, processes) = starts_processes("endless", stdin);
        let is_same = group(&processes[0]) == group(&running.id());
        assert_eq!(is_same, is_terminal);
        running.signal_group("INT");
        let done = running.end().says("").exits(130);
        assert!(!done.stdout.contains("crash"), "{done:#?}");
        for process in &processes {
            wait_for_end(process);
        }
    }
}
