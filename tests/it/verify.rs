//! `aoc verify`: the inputs that it runs, its messages, and its exit codes.

use std::fs;

use serde_json::{Value, json};

use crate::process::{Running, wait_for_end, wait_until};
use crate::sandbox::{Sandbox, timeless};
use crate::shared_project::{Year, length, shared_project};
use crate::site::pages::page_of;

#[test]
fn what_differs_is_named_and_the_rest_counted() {
    let project = shared_project();
    // It runs all inputs with accepted answers, and all alternatives of their parts.
    let arguments = ["verify", "2016/1", "2015/10"];
    let done = project.aoc(&arguments).exits(1);
    let counts = "\n1 day, 6 answers in TIME: 3 accepted, 3 wrong\nfailed: 2016/1 part 2 liar, \
                  2016/1 part 1 (bad), 2016/1 part 1 backwards (bad)\n1 day without accepted \
                  answers, which `aoc fetch 2015` takes from the site if it has them: 2015/10\n";
    assert!(timeless(&done.stdout).ends_with(counts), "{done:#?}");
    let json = project.aoc(&[&arguments[..], &["--json"]].concat());
    let json = json.says("").exits(1).json();
    assert_eq!(json["schema"], "aoc-verify/1");
    assert_eq!(json["without_answers"], json!([{"year": 2015, "day": 10}]));
    let bad = &json["results"][1];
    assert_eq!(bad["name"], "bad");
    assert_eq!(bad["status"], "wrong");
    assert_eq!(bad["phases"].as_array().map(Vec::len), Some(3));
}

#[test]
fn without_accepted_answers_there_is_nothing_to_build() {
    let sandbox = Sandbox::project().file("days/year2020/day01.rs", "");
    sandbox
        .line("verify")
        .says("")
        .prints(
            "1 day without accepted answers, which `aoc fetch 2020` takes from the site if it has \
             them: 2020/1\n",
        )
        .exits(0);
    // A damaged page counts as missing. The site may show more than a page that was stored without a
    // session.
    let (page, part) = ("inputs/year2020/day01.html", "<main><article>");
    let title = "<title>Day 1 - Advent of Code 2020</title>";
    let public = "<header><a href=\"/2020/auth/login\">[Log In]</a></header>";
    let fetch = ", which `aoc fetch 2020` takes from the site if it has them";
    for (html, hint) in [
        (title.to_owned(), fetch),
        (format!("{title}{public}{part}"), fetch),
        (format!("{title}{part}"), ", which `aoc accept` records"),
    ] {
        sandbox.write(page, html);
        let line = format!("1 day without accepted answers{hint}: 2020/1\n");
        sandbox.line("verify").prints(&line).exits(0);
    }
    // A file that cannot be read may contain answers.
    sandbox.write("inputs/year2020/day01.answers.toml", "part1 = \n");
    let done = sandbox.line("verify").exits(8);
    done.mentions("day01.answers.toml, line 1: ");
}

/// The page of the second day shows that it is open.
#[test]
fn each_command_that_gets_answers_is_named_for_the_days_that_it_helps() {
    let page = page_of(2020, 2, ["<p>Text.</p>", ""], &[]);
    let sandbox = Sandbox::project()
        .file("days/year2019/day03.rs", "")
        .file("days/year2020/day01.rs", "")
        .file("days/year2020/day02.rs", "")
        .file("inputs/year2020/day02.html", page);
    let done = sandbox.line("verify").prints(
        "2 days without accepted answers, which `aoc fetch 2019 2020` takes from the site if it \
         has them: 2019/3, 2020/1\n1 day without accepted answers, which `aoc accept` records: \
         2020/2\n",
    );
    done.exits(0);
    let json = sandbox.line("verify --json").exits(0).json();
    assert_eq!(json["without_answers"].as_array().map(Vec::len), Some(3));
    // A template has no answers, whether its puzzle is locked or not.
    for puzzle in ["2030/1", "2020/6"] {
        sandbox.line(&format!("new {puzzle}")).exits(0);
        let line = format!("1 day without accepted answers: {puzzle}\n");
        let done = sandbox.line(&format!("verify {puzzle}"));
        done.prints(&line).exits(0);
    }
}

/// The user may have recorded another answer by hand. An interrupt may have ended a command after
/// it stored the page and before it recorded the answer.
#[test]
fn each_command_compares_with_the_answer_on_the_users_own_page() {
    let year = Year::empty(2066);
    let world = &year.world;
    let answers = "inputs/year2066/day10.answers.toml";
    // A star before the unlock has the time 0.
    let guess = "[[guess]]\npart = 1\nanswer = 6\nverdict = 'unknown'\ntime = \
                 2023-12-10T05:00:00Z\n";
    year.write("day10.rs", length(10));
    world.write("inputs/year2066/day10.txt", "hello\n");
    world.write("inputs/year2066/day10.bob.txt", "hello\n");
    world.write("inputs/year2066/day10.bob.answers.toml", "part1 = 5\n");
    let texts = ["<p>Text.</p>", "<p>More.</p>"];
    let page = page_of(2066, 10, texts, &["6"]);
    world.write("inputs/year2066/day10.html", page);
    for (recorded, seconds) in [("", None), ("part1 = 5\n", None), (guess, Some(0))] {
        world.write(answers, recorded);
        let run = |line: &str, exit| {
            let json = world.line(line).exits(exit).json();
            let results = json["results"].as_array().expect("results").iter();
            let statuses = results.map(|result| result["phases"][1]["status"].clone());
            statuses.collect::<Vec<_>>()
        };
        assert_eq!(run("run 2066/10 --json", 0), ["accepted"], "{recorded}");
        let verified = run("verify 2066/10 --json", 1);
        assert_eq!(verified, ["accepted", "wrong"], "{recorded}");
        let list = world.line("list 2066/10 --json").exits(0).json();
        assert_eq!(list["puzzles"][0]["accepted"], json!([1]), "{recorded}");
        let mut status = world.line("status 2066/10 --json").exits(0).json();
        let times = status["days"][0]["times"]["part1"].take();
        assert_eq!(times.as_u64(), seconds, "{recorded}: {status}");
        let accepted = "2066/10 part 1: 6 is the accepted answer (nothing was sent)\n";
        let done = world.line("submit 2066/10 -p1 --answer 6").exits(0);
        done.prints(accepted);
        let done = world.line("accept -y 2066 -p1").prints("").exits(0);
        done.says("note: nothing to record: every input has its accepted answers\n");
        assert_eq!(world.read(answers), recorded);
    }
}

#[test]
fn a_named_input_with_a_name_that_is_not_read_is_named() {
    let file = "inputs/year2020/day01.my last_input.txt";
    let sandbox = Sandbox::project()
        .file("days/year2020/day01.rs", "")
        .file(file, "1\n");
    let right = "inputs/year2020/day01.my-last_input.txt";
    let warning = format!("warning: {file} is not read: rename it to {right}\n");
    sandbox.line("verify").says(&warning).exits(0);
}

/// The download of a missing input would name the file, too.
#[test]
fn a_file_that_only_looks_like_the_input_is_named_once() {
    let year = Year::empty(2061);
    year.write("day01.rs", length(1));
    let inputs = "inputs/year2061";
    year.world.remove(&format!("{inputs}/day01.txt"));
    year.world.write(&format!("{inputs}/day1.txt"), "1\n");
    for answers in ["", "part1 = 1\n"] {
        year.world
            .write(&format!("{inputs}/day01.answers.toml"), answers);
        let done = year.world.line("verify 2061/1 --offline");
        assert_eq!(done.stderr.matches("is not read").count(), 1, "{done:#?}");
    }
}

#[test]
fn an_input_that_cannot_be_had_keeps_no_other_one_from_running() {
    let year = Year::empty(2022);
    year.write("day10.rs", length(10));
    // Two inputs have answers but are missing, and one has answers that cannot be read.
    let inputs = "inputs/year2022/day10";
    let write = |name: &str, text| year.world.write(&format!("{inputs}{name}"), text);
    write(".answers.toml", "part1 = 6\n");
    write(".gone.answers.toml", "part1 = 6\n");
    for (name, answers) in [("bob", "part1 = 6\n"), ("torn", "part1 = \n")] {
        write(&format!(".{name}.txt"), "hello\n");
        write(&format!(".{name}.answers.toml"), answers);
    }
    let json = year.world.line("verify 2022/10 --json").json();
    let results = json["results"].as_array().expect("an array");
    let mut told: Vec<_> = results
        .iter()
        .map(|result| result["status"].as_str())
        .collect();
    told.sort_unstable();
    let errors = [Some("error"); 3];
    assert_eq!(told, [&errors[..], &[Some("ok")]].concat());
    assert_eq!(
        sources(&json),
        ["input", "named bob", "named gone", "named torn"]
    );
    // A solution that failed decides the exit code. If none has failed, an input that is missing
    // does.
    let done = year.world.line("verify 2022/10").exits(3);
    let [torn, gone, missing] = ["torn.answers.toml", "gone.answers.toml", "gone.txt"]
        .map(|name| year.world.path(&format!("{inputs}.{name}")));
    let rows = format!(
        "2022/10  6 TIME  accepted  bob  Length\n2022/10  error: no input: no session; log in at \
         adventofcode.com, copy the value of the `session` cookie and run `aoc login`\n2022/10  \
         error: input `gone`: {} has answers to a missing input; save the input as {}, or remove \
         the file of answers\n2022/10  \
         error: input `torn`: {}, line 1: string values must be quoted, expected literal string; \
         correct the file or remove it\n\n1 day, 1 answer in TIME: 1 accepted, 3 inputs not run\n\
         failed: 2022/10\n",
        gone.display(),
        missing.display(),
        torn.display()
    );
    assert_eq!(timeless(&done.stdout), rows, "{}", done.stderr);
    let done = done.says("");
    done.shows("1 day, 1 answer in ");
    write(".bob.answers.toml", "part1 = 7\n");
    let done = year.world.line("verify 2022/10").exits(1);
    done.shows("2022/10  error: no input: no session");
    // The error of a single input is the error of the command.
    for name in ["bob", "gone", "torn"] {
        write(&format!(".{name}.answers.toml"), "");
    }
    let done = year.world.line("verify 2022/10").exits(3);
    done.mentions("aoc: 2022/10: no input: no session");
    write(".bob.answers.toml", "part1 = 7\n");
    // A day that does not compile has one result, which has the name of its first input.
    fs::remove_file(year.world.path(&format!("{inputs}.answers.toml"))).expect("a file");
    year.day(10, "missing()");
    let json = year.world.line("verify 2022/10 --json").exits(1).json();
    assert_eq!(sources(&json), ["named bob"]);
    // The error about its answers names the input.
    write(".bob.answers.toml", "part1 = \n");
    let done = year.world.line("verify 2022/10").exits(8);
    done.mentions("aoc: input `bob`: ");
    // It does not hide the error of the compiler.
    let torn = format!("{inputs}.torn.answers.toml");
    year.world.write(&torn, "part1 = 7\n");
    let done = year.world.line("verify 2022/10").exits(8);
    done.shows("2022/10  error: input `bob`: ")
        .shows("2022/10  error: days/year2022/day10.rs");
    let json = year.world.line("verify 2022/10 --json").exits(8).json();
    assert_eq!(sources(&json), ["named bob", "named torn"]);
}

/// The source of each result in a document, with the name of a named input.
fn sources(document: &Value) -> Vec<String> {
    let results = document["results"].as_array().expect("an array");
    results
        .iter()
        .map(|result| {
            let source = result["source"].as_str().expect("a source");
            match result["name"].as_str() {
                Some(name) => format!("{source} {name}"),
                None => source.to_owned(),
            }
        })
        .collect()
}

/// The source of a day with these tests and no example. Its answer to part 1 is 4.
fn day_with_tests(day: u8, tests: &str) -> String {
    let code = length_without_example(day);
    format!("{code}#[cfg(test)]\nmod tests {{\n{tests}\n}}\n")
}

fn length_without_example(day: u8) -> String {
    format!(
        "aoc_solution::functions!(Day{day:02}, \"T\", &str);\n\
         fn parse(input: &str) -> &str {{ input.trim() }}\n\
         fn part1(input: &&str) -> usize {{ input.len() }}\n"
    )
}

/// Each of these days has tests. The tests of days 4 to 6 have no result.
const TESTED: &[(u8, &str)] = &[
    (
        1,
        "#[test]\nfn one() {}\n#[test]\nfn two() { println!(\"test result: ok. 9 passed\"); }\n\
         #[test]\n#[ignore]\nfn slow() { panic!() }",
    ),
    (
        2,
        "#[test]\nfn one() {}\n#[test]\nfn two() { assert_eq!(super::part1(&\"a\"), 2); }\n\
         #[test]\nfn three() { panic!(\"failures:\") }",
    ),
    (3, "#[test]\n#[ignore]\nfn slow() { panic!() }"),
    (4, "#[test]\nfn wrong() { let _: u8 = \"a\"; }"),
    (5, "#[test]\nfn endless() { loop { std::thread::park(); } }"),
    (6, "#[test]\nfn dies() { std::process::exit(3); }"),
];

#[test]
fn the_tests_of_a_day_without_an_example_are_run_and_counted() {
    let year = Year::empty(2068);
    for (day, tests) in TESTED {
        year.write(&format!("day{day:02}.rs"), day_with_tests(*day, tests));
    }
    // The tests of a day with an example do not run, nor those of a module with a similar name.
    let fails = "#[test]\nfn fails() { panic!() }";
    year.write("day07.rs", format!("{}{fails}\n", length(7)));
    for module in ["day01_fast.rs", "today01.rs"] {
        year.write(module, format!("{fails}\n"));
    }
    year.world
        .write("inputs/year2068/day01.answers.toml", "part1 = 4\n");
    let done = year.world.line("verify 2068/1-7 --timeout 2s").exits(1);
    let rows = "2068/1   its 2 tests passed, 1 ignored\n\
                2068/2   2 of its 3 tests failed: day02::tests::three; `cargo test -p year2068 \
                day02::` shows why\n\
                2068/3   none of its tests ran, 1 ignored\n\
                2068/4   its tests were not built: days/year2068/day04.rs:7:26: mismatched types\n\
                2068/5   its tests did not end: the program took too long\n\
                2068/6   its tests gave no result: exit status: 3\n\
                2068/1   4 TIME  accepted  T\n\
                6 days without accepted answers: 2068/2-7\n";
    assert_eq!(timeless(&done.stdout), rows, "{}", done.stderr);
    let quiet = year.world.line("verify 2068/1-3 -q").exits(1);
    assert!(quiet.stdout.starts_with("2068/2   2 of"), "{quiet:#?}");
    let json = year.world.line("verify 2068/1,2 --json").exits(1).json();
    let first = json!({"year": 2068, "day": 1, "status": "ok", "passed": 2, "failed": 0,
                       "ignored": 1, "message": "its 2 tests passed, 1 ignored"});
    assert_eq!(json["tests"][0], first);
    assert_eq!(json["tests"][1]["failed"], 2);
    assert_eq!(json["without_answers"].as_array().map(Vec::len), Some(1));
    // Tests that pass are no failure. A saved file is tested again.
    year.write("day02.rs", day_with_tests(2, "#[test]\nfn one() {}"));
    let done = year.world.line("verify 2068/1-3").exits(0);
    done.shows("2068/2   its 1 test passed\n");
    // An example takes the place of the tests.
    let example = "[[example]]\ninput = 'a'\npart1 = 1\n";
    let file = "inputs/year2068/day02.examples.toml";
    year.world.write(file, example);
    let done = year.world.line("verify 2068/2").exits(0);
    assert!(!done.stdout.contains("test"), "{done:#?}");
    // Tests run as with `cargo test`, and are found in all files of a day.
    let tests = "#[test] fn folder() {
            assert_eq!(std::env::var(\"CARGO_MANIFEST_DIR\"), Ok(env!(\"CARGO_MANIFEST_DIR\").into()));
        }
        #[test] #[should_panic] fn asserts() { debug_assert!(false); }";
    year.write("day08.rs", day_with_tests(8, tests));
    for (file, text) in [
        ("mod.rs", day_with_tests(9, "mod more;")),
        (
            "tests/more.rs",
            "#[test] fn fails() { panic!(); }\n".to_owned(),
        ),
    ] {
        let file = format!("days/year2068/day09/{file}");
        year.world.write(&file, text);
    }
    let done = year.world.line("verify 2068/8-9").exits(1);
    let done = done.shows("2068/8   its 2 tests passed\n");
    done.shows("2068/9   its 1 test failed: day09::tests::more::fails; ");
    let done = year.world.line("test 2068/9").exits(0);
    done.mentions("no example, but the day has 1 test: run `cargo test -p year2068 day09::`");
    // Only the program knows which tests there are: they may share a line, or be a macro's.
    let one_line = format!(
        "{}#[cfg(test)] mod cases {{ use super::*; #[test] fn a() {{ assert_eq!(part1(&\"a\"), 2) }} }}\n",
        length_without_example(10)
    );
    year.write("day10.rs", one_line);
    let of_macro = format!("{}crate::tests_of!();\n", length_without_example(11));
    year.write("day11.rs", of_macro);
    year.write(
        "crate_root.rs",
        "#[macro_export]\nmacro_rules! tests_of { () => { #[test] fn b() { panic!() } } }\n",
    );
    year.write("day12.rs", day_with_tests(12, "const ONE: u8 = 1;"));
    let done = year.world.line("verify 2068/10-12").exits(1);
    let rows = "2068/10  its 1 test failed: day10::cases::a; `cargo test -p year2068 day10::` \
                shows why\n\
                2068/11  its 1 test failed: day11::b; `cargo test -p year2068 day11::` shows why\n\
                3 days without accepted answers, which `aoc accept` records: 2068/10-12\n";
    assert_eq!(timeless(&done.stdout), rows, "{}", done.stderr);
    if cfg!(unix) {
        // There is no folder for the output of the tests.
        let year = year.env("TMPDIR", "/nosuch");
        let done = year.world.line("verify 2068/8").exits(8);
        done.shows("2068/8   its tests cannot be started: No such file or directory\n");
    }
}

/// A part may be not written yet. An alternative was written, so it must give the known answer.
#[test]
fn an_answer_that_a_solution_no_longer_gives_is_named() {
    let year = Year::empty(2074);
    let day = |parts: &str| {
        format!(
            "aoc_solution::functions!(Day01, \"T\", &str, alternatives = [part1 \"none\" = none]);\n\
             fn parse(input: &str) -> &str {{ input.trim() }}\n\
             fn none(input: &&str) -> Option<usize> {{ input.find('?') }}\n{parts}"
        )
    };
    let answers = "inputs/year2074/day01.answers.toml";
    let gone = "fn part1(input: &&str) -> Option<usize> { input.find('!') }\n";
    year.write(
        "day01.rs",
        day(gone).replace(", alternatives = [part1 \"none\" = none]", ""),
    );
    year.world.write(answers, "part1 = 4\n");
    let why = "warning: no answer, although one is accepted: 2074/1 part 1\n";
    let done = year.world.line("verify 2074/1").mentions(why).exits(0);
    assert!(done.stdout.contains("unsolved"), "{done:#?}");
    let length = "fn part1(input: &&str) -> usize { input.len() }\n";
    year.write("day01.rs", day(length));
    let done = year.world.line("verify 2074/1").exits(1);
    done.shows("wrong: no answer, but part 1 gave 4\n");
    // A part without an accepted answer may be not written yet.
    let open = format!("{length}fn part2(input: &&str) -> Option<usize> {{ input.find('!') }}\n");
    year.write(
        "day01.rs",
        day(&open).replace(", alternatives = [part1 \"none\" = none]", ""),
    );
    let done = year.world.line("verify 2074/1").exits(0);
    assert!(!done.stderr.contains("no answer"), "{done:#?}");
    year.write("day01.rs", day(length));
    year.world.remove(answers);
    let done = year.world.line("run 2074/1 --all-alts").exits(1);
    done.shows("wrong: no answer, but part 1 gave 4\n");
}

#[test]
fn an_interrupt_ends_the_tests_of_a_day() {
    let year = Year::empty(2069);
    let file = year.world.path("inputs/year2069/pid");
    let tests = format!(
        "#[test]\nfn endless() {{\n    \
         std::fs::write({file:?}, std::process::id().to_string()).unwrap();\n    \
         loop {{ std::thread::park(); }}\n}}"
    );
    year.write("day01.rs", day_with_tests(1, &tests));
    for json in [false, true] {
        let _ = fs::remove_file(&file);
        let words = ["verify", "2069/1", "--json"];
        let command = year.world.command(&words[..2 + usize::from(json)]);
        let running = Running::start(command);
        let pid = || fs::read_to_string(&file).unwrap_or_default();
        wait_until(|| !pid().is_empty());
        running.signal("INT");
        assert_eq!(running.end().exits(130).stdout, "", "{json}");
        wait_for_end(&pid());
    }
}
