//! `aoc gen` and `aoc profile`. Both run the program of one day.

use serde_json::json;

use crate::sandbox::{Sandbox, TOKEN};
use crate::shared_project::{Year, length, shared_project};
use crate::site::pages::page_of;

#[test]
fn the_same_seed_gives_the_same_input() {
    let project = shared_project();
    let made = |arguments: &[&str]| {
        let arguments = [&["gen", "2016/1"][..], arguments].concat();
        project.aoc(&arguments).says("").exits(0).stdout
    };
    let first = made(&["--seed", "7"]);
    assert_eq!(first.lines().count(), 100);
    assert_ne!(made(&["--seed", "8"]), first);
    assert_eq!(made(&[]), made(&["--seed", "0"]));
    let document: serde_json::Value =
        serde_json::from_str(&made(&["--seed", "7", "--json"])).expect("JSON");
    let expected =
        json!({"schema": "aoc-gen/1", "year": 2016, "day": 1, "seed": 7, "input": first});
    assert_eq!(document, expected);
}

#[test]
fn what_cannot_be_generated_is_a_failure() {
    let project = shared_project();
    let memory = ["2015/1", "--seed", "1", "--memory", "100MiB"];
    for (arguments, says) in [
        (
            &["2016/2"][..],
            "2016/2: no `generate` function: add one to its `impl Solution` (which replaces \
             `functions!`), such as `fn generate(seed: u64) -> Option<String> { Some(format!(\"{}\\n\", \
             aoc_solution::Random::new(seed).below(100))) }`; \
             https://github.com/aoc-kit/aoc-kit/blob/main/docs/writing-days.md#generated-inputs-and-traces \
             shows more\n",
        ),
        (&["2016/6"], "an input from the seed 0: panicked at "),
        (&["2015/1", "--timeout", "300ms"], "no answer within 300ms"),
        (&memory, "more than 100 MiB of memory"),
    ] {
        let done = project.aoc(&[&["gen"], arguments].concat());
        done.mentions(says).prints("").exits(1);
    }
}

#[test]
fn no_example_runs_so_the_help_has_no_limit_for_one() {
    let done = Sandbox::project().line("gen --help");
    done.shows("such as 10s or 500ms [default: none]\n");
}

#[test]
fn without_a_profiler_two_are_named() {
    let sandbox = Sandbox::project().file("days/year2020/day01.rs", "");
    let done = sandbox.env("PATH", "").line("profile 2020/1").prints("");
    done.says(
        "aoc: no profiler on PATH: install samply (`cargo install samply`) or perf, or write the \
         command of another one after `--`\n",
    )
    .exits(8);
}

#[test]
fn a_part_is_repeated_under_the_users_profiler() {
    let project = shared_project();
    let profile = |arguments: &[&str]| {
        let begin = ["profile", "2016/1", "--dev", "--for", "1ms", "--input", "-"];
        project.aoc(&[&begin, arguments].concat())
    };
    let done = profile(&["-p", "1", "--", "echo", "under"]).exits(0);
    let words: Vec<&str> = done.stdout.split_whitespace().collect();
    let [under, program, day, input, options @ ..] = &words[..] else {
        panic!("{done:#?}");
    };
    assert_eq!((*under, *day), ("under", "1"));
    assert!(program.contains("year2016-01"), "{program}");
    assert_eq!(options, ["--part", "1", "--for", "1"]);
    // The file exists only while the profiler runs.
    assert!(!std::path::Path::new(input).exists());
    let done = done.mentions(
        "note: next: `aoc bench 2016/1 -p 1 --save before` saves the present times before you \
         change the day\n",
    );
    let rounded = "note: each part is repeated for 1 s, because --for counts in whole seconds\n";
    done.mentions(rounded);
    let whole = "profile 2016/1 --dev --for 2s --input - -- true";
    let done = project.line(whole).exits(0);
    assert!(!done.stderr.contains("whole seconds"), "{done:?}");
    // The profiler's own output does not mix with the document.
    let done = profile(&["--json", "-p", "1", "--", "echo", "under"]).exits(0);
    let document = done.mentions("under ").json();
    assert_eq!(document["schema"], "aoc-profile/1");
    assert_eq!(document["part"], 1);
    let command = document["command"].as_array().expect("a list");
    assert_eq!(command[..2], ["echo", "under"]);
    assert_eq!(command[3], "1");
    let done = profile(&["--", "false"]);
    done.mentions("`false` failed: exit status: 1").exits(1);
    let json = profile(&["--json", "--", "false"]).exits(1).json();
    assert_eq!(json["command"][0], "false");
    let done = profile(&["--", "no-such-profiler"]);
    done.mentions("cannot start `no-such-profiler`").exits(8);
}

/// A solution may read files of its package. `env` is a profiler that only starts the program.
#[test]
fn a_profiled_solution_finds_the_folder_of_its_year() {
    let year = Year::apart(2051);
    let reads = "let folder = std::env::var(\"CARGO_MANIFEST_DIR\")?;\n\
                 Ok(std::fs::metadata(format!(\"{folder}/day05.rs\"))?.len().into())";
    year.write(
        "day05.rs",
        length(5).replace("Ok(input.len().into())", reads),
    );
    let done = year.world.line("profile 2051/5 --dev --for 1ms -- env");
    done.exits(0);
}

#[test]
fn without_an_input_an_example_is_profiled_and_fetch_is_named() {
    let year = Year::empty(2042);
    year.write("day03.rs", length(3));
    let none = include_str!("ordinary/day02.rs").replace("Day02", "Day04");
    year.write("day04.rs", none);
    let profile = |day: u8| {
        let line = format!("profile 2042/{day} --dev --for 1ms -- echo under");
        year.world.line(&line)
    };
    let warning = |day: u8, why: &str| {
        let what = "profiling the example, which takes far less time, as there is no input";
        format!("warning: 2042/{day}: {what}: {why}")
    };
    let done = profile(3).mentions(&warning(3, "locked until ")).exits(0);
    let done = done.mentions("; `aoc fetch 2042/3 --wait` waits for it\n");
    done.shows(" 3 --example --for 1\n");
    // Ctrl-C ends a profiler, which has recorded until then.
    let line = "profile 2042/3 --dev --for 1ms -- sh -c";
    let words: Vec<&str> = line.split(' ').chain(["kill -INT $$"]).collect();
    let done = year.world.aoc(&words).exits(130);
    let done = done.mentions("next: `aoc bench 2042/3 --save before`");
    assert!(!done.stderr.contains("failed"), "{done:#?}");
    let none = "2042/4: the day builds and starts, but has neither an input nor an example: ";
    let locked = format!("{none}locked until ");
    profile(4).mentions(&locked).exits(4);
    // The page shows that the puzzle is open.
    let page = page_of(2042, 4, ["<p>Text.</p>", ""], &[]);
    year.world.write("inputs/year2042/day04.html", page);
    // The exit code is that of `run`, which is that of `fetch`.
    let no_session = format!("{none}no session");
    profile(4).mentions(&no_session).exits(3);
    let done = year.world.line("run 2042/4 --dev");
    done.mentions(&no_session).exits(3);
    let offline = "an input nor an example: not downloaded because of --offline; ";
    let line = "profile 2042/4 --dev --for 1ms --offline -- echo under";
    for line in [line, "run 2042/4 --dev --offline"] {
        year.world.line(line).mentions(offline).exits(5);
    }
    let done = year
        .world
        .line("bench 2042/4 --dev --offline --json")
        .exits(5);
    let message = &done.json()["results"][0]["message"];
    let why = "there is no input: not downloaded because of --offline; ";
    assert!(message.to_string().contains(why), "{message}");
    let example = "[[example]]\ninput = \"a\"\npart1 = \"1\"\n";
    let file = "inputs/year2042/day04.examples.toml";
    year.world.write(file, example);
    let done = profile(4)
        .mentions(&warning(4, "no session; log in "))
        .exits(0);
    assert!(!done.stdout.contains("--example"), "{done:#?}");
    // A broken file does not matter if there is an input.
    year.world.write(file, "broken");
    profile(4).mentions("day04.examples.toml").exits(8);
    let input = "inputs/year2042/day04.txt";
    year.world.write(input, "a");
    let done = profile(4).exits(0);
    assert!(!done.stderr.contains("warning"), "{done:#?}");
    // With a session, `aoc fetch` could download the input, but `profile` makes no request.
    year.world.remove(file);
    year.world.remove(input);
    let session = year.world.env("AOC_SESSION", TOKEN);
    let line = "profile 2042/4 --dev --for 1ms -- echo under";
    let downloads = "`aoc fetch 2042/4` downloads the input";
    let without_example = format!("{none}{downloads}; ");
    session.line(line).mentions(&without_example).exits(8);
    session.write(file, example);
    let with_example = warning(4, downloads);
    session.line(line).mentions(&with_example).exits(0);
}

#[test]
fn a_seed_that_gives_no_input_is_not_called_a_missing_function() {
    let year = Year::empty(2058);
    let day = include_str!("ordinary/day04.rs");
    let start = day.find("    fn generate").expect("the function");
    let generate = "    fn generate(seed: u64) -> Option<String> {\n        (seed % 2 == 1).then(|| \
                    seed.to_string())\n    }\n}\n";
    year.write("day04.rs", format!("{}{generate}", &day[..start]));
    let generated = |seed: &str| year.world.aoc(&["gen", "2058/4", "--seed", seed]);
    generated("7").says("").prints("7").exits(0);
    let says = "aoc: 2058/4: `generate` returned no input for the seed 500: choose another seed, or \
                change the function\n";
    generated("500").mentions(says).exits(1);
    // `bench` has no option for another seed.
    let done = year.world.line("bench 2058/4 --generated 2 --json");
    let result = &done.exits(1).json()["results"][0];
    assert_eq!([&result["year"], &result["day"]], [2058, 4]);
    let says = "`generate` returned no input for the seed 0: change the function";
    assert_eq!(result["message"], says);
    generated("0")
        .mentions("returned no input for the seed 0")
        .exits(1);
}
