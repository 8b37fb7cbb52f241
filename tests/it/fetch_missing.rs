//! `aoc run` without an input: it is downloaded, or the example runs instead.

use serde_json::{Value, json};

use crate::sandbox::{Done, Sandbox};
use crate::shared_project::{Year, length, shared_project};
use crate::site::pages::page;
use crate::site::{LOCKED, LOG_IN, Reply, Site};

/// Runs 2016/9, which has an example but no input.
#[track_caller]
fn example_runs(sandbox: &Sandbox, flag: &str, reason: &str) -> Done {
    let warning = format!("warning: 2016/9: running the example, as there is no input: {reason}");
    let done = sandbox
        .aoc(&["run", "2016/9", "--json", flag])
        .mentions(&warning)
        .exits(0);
    let result = &done.json()["results"][0];
    assert_eq!(result["source"], "example");
    assert_eq!(result["input"], Value::Null);
    assert_eq!(result["phases"][1]["status"], "matched");
    assert!(!sandbox.path("inputs/year2016/day09.txt").exists());
    done
}

/// The input is still downloaded, because the file may be anything.
#[test]
fn a_file_that_only_looks_like_an_input_is_named_before_the_request() {
    for (name, is_named) in [
        ("day4.txt", true),
        ("Day04.txt", true),
        ("day04.TXT", true),
        ("4.txt", true),
        ("4.html", false),
        ("day14.txt", false),
        ("day04.work.txt", false),
        ("day4.html", false),
        ("notes.txt", false),
        ("test4.txt", false),
    ] {
        let (_, sandbox) = Site::start().project();
        let file = format!("inputs/year2020/{name}");
        sandbox.write(&file, "1\n");
        let done = sandbox.line("fetch 2020/4 --offline").exits(5);
        let warning =
            format!("warning: {file} is not read: rename it to inputs/year2020/day04.txt\n");
        assert_eq!(
            done.stderr.starts_with(&warning),
            is_named,
            "{name}: {done:#?}"
        );
    }
}

#[test]
fn each_command_that_lacks_a_named_input_names_the_file_that_was_meant() {
    let year = Year::empty(2078);
    year.write("day04.rs", length(4));
    let sandbox = Sandbox::project();
    for (year, world, lines) in [
        (2020, &sandbox, &["accept 2020/4 5 --input my-input"][..]),
        (
            2078,
            &year.world,
            &[
                "run 2078/4 --input my-input",
                "accept 2078/4 --input my-input",
                "profile 2078/4 --dev --input my-input -- true",
            ],
        ),
    ] {
        let file = format!("inputs/year{year}/day04.my input.txt");
        world.write(&file, "1\n");
        let right = format!("inputs/year{year}/day04.my-input.txt");
        let warning = format!("warning: {file} is not read: rename it to {right}\n");
        for line in lines {
            world.line(line).exits(8).mentions(&warning);
        }
    }
}

#[test]
fn a_named_input_with_a_name_that_is_not_read_is_named() {
    let sandbox = Sandbox::project().file("days/year2020/day04.rs", "");
    for (name, right) in [
        ("day04.my input.txt", Some("day04.my-input.txt")),
        ("day04.ö.txt", Some("day04.NAME.txt")),
        ("day4.foo.txt", Some("day04.foo.txt")),
        ("day4.txt", Some("day04.txt")),
        ("day04.foo.txt", None),
        // The solution may have written these.
        ("day04.part1.out.txt", None),
        ("day04.a.b.txt", None),
        ("4.10.txt", None),
        ("day4.foo.toml", None),
        ("day14.my input.txt", None),
    ] {
        let file = format!("inputs/year2020/{name}");
        sandbox.write(&file, "1\n");
        let warning = right.map(|right| {
            format!("warning: {file} is not read: rename it to inputs/year2020/{right}\n")
        });
        let list = sandbox.line("list 2020/4").exits(0);
        list.says(warning.as_deref().unwrap_or_default());
        sandbox.remove(&file);
    }
    // The right name may be taken.
    for name in ["my input", "my-input"] {
        sandbox.write(&format!("inputs/year2020/day04.{name}.txt"), "1\n");
    }
    sandbox.line("list 2020/4").says("").exits(0);
    // The input is not found, although its file is there.
    let year = Year::empty(2063);
    year.write("day01.rs", length(1));
    let folder = "inputs/year2063";
    // The warning is shown once, also if the input is then requested from the site.
    year.world.remove(&format!("{folder}/day01.txt"));
    let misnamed = format!("{folder}/day1.txt");
    year.world.write(&misnamed, "1\n");
    for arguments in [
        &["run", "2063/1", "--offline"][..],
        &["run", "2063/1", "--offline", "--all-inputs"],
    ] {
        let done = year.world.aoc(arguments).exits(0);
        assert_eq!(done.stderr.matches("is not read").count(), 1, "{done:#?}");
    }
    year.world.remove(&misnamed);
    for name in ["", "my input."] {
        year.world
            .write(&format!("{folder}/day01.{name}txt"), "1\n");
    }
    let warning = format!(
        "warning: {folder}/day01.my input.txt is not read: rename it to {folder}/day01.my-input.txt\n"
    );
    for (option, status) in [("--input=my input", 8), ("--all-inputs", 0)] {
        let done = year.world.aoc(&["run", "2063/1", option, "--offline"]);
        done.exits(status).mentions(&warning);
    }
    // A run that finds its input names no other file.
    let bob = format!("{folder}/day01.bob.txt");
    year.world.write(&bob, "1\n");
    for input in ["bob", &bob] {
        let done = year
            .world
            .aoc(&["run", "2063/1", "--input", input])
            .exits(0);
        assert!(!done.stderr.contains("is not read"), "{done:#?}");
    }
    year.world.remove(&bob);
    // An input that cannot be read costs no other one.
    let empty = format!("{folder}/day01.empty.txt");
    year.world.write(&empty, "");
    for command in ["run", "bench"] {
        let arguments = [command, "2063/1", "--all-inputs", "--offline"];
        let done = year.world.aoc(&arguments).exits(8);
        let done = done.shows("part 1").shows("error: input `empty`: ");
        done.shows("day01.empty.txt is empty");
        let json = year.world.aoc(&[&arguments[..], &["--json"]].concat());
        let results = json.exits(8).json()["results"].take();
        let results = results.as_array().expect("results");
        let [first, .., last] = &results[..] else {
            panic!("{results:?}");
        };
        assert_eq!([&first["status"], &last["status"]], ["ok", "error"]);
        let message = last["message"].as_str().expect("a message");
        assert!(message.starts_with("input `empty`: "), "{message}");
        assert_eq!(last["name"], "empty", "{last}");
    }
    // If none can be read, each still has its result.
    let others = ["", "torn."].map(|name| format!("{folder}/day01.{name}txt"));
    year.world.remove(&others[0]);
    year.world.write(&others[1], "");
    for command in ["run", "bench"] {
        let arguments = [command, "2063/1", "--all-inputs", "--offline", "--json"];
        let results = year.world.aoc(&arguments).exits(8).json()["results"].take();
        let names = [&results[0]["name"], &results[1]["name"], &results[2]];
        assert_eq!(
            names,
            [&json!("empty"), &json!("torn"), &json!(null)],
            "{results}"
        );
    }
    year.world.write(&others[0], "1\n");
    year.world.remove(&others[1]);
    year.world.remove(&empty);
    // A file that is there was not meant as the name of an input.
    let file = format!("{folder}/day01.txt");
    let arguments = ["run", "2063/1", "--input", &file, "--offline"];
    let done = year.world.aoc(&arguments).exits(0);
    assert!(!done.stderr.contains("warning"), "{done:?}");
}

#[test]
fn a_missing_input_is_fetched_once_with_its_page_and_run() {
    let site = Site::start();
    site.on("/2016/day/8/input", Reply::text("hello\n"));
    site.on("/2016/day/8", Reply::html(page(2016, 8, 1)));
    let project = shared_project().site(&site);
    let [file, html, examples, answers] = ["txt", "html", "examples.toml", "answers.toml"]
        .map(|end| format!("inputs/year2016/day08.{end}"));
    let remove = || {
        for file in [&file, &html, &examples, &answers] {
            let _ = std::fs::remove_file(project.path(file));
        }
    };
    remove();
    for _ in 0..2 {
        let json = project.line("run 2016/8 --json").exits(0).json();
        let result = &json["results"][0];
        assert_eq!(result["source"], "input");
        assert_eq!(result["input"], *file);
        assert_eq!(result["phases"][1]["answer"], "6");
    }
    assert_eq!(project.read(&file), "hello\n");
    assert_eq!(site.paths(), ["/2016/day/8/input", "/2016/day/8"]);
    // The download is told even if the day then fails, as its answers cannot be read.
    remove();
    project.write(&answers, "part1 = [");
    site.on("/2016/day/8", Reply::new(403, "no"));
    let done = project.line("run 2016/8").exits(8);
    done.mentions(&format!("note: 2016/8: input downloaded to {file}\n"))
        .mentions("note: 2016/8: page: the site refused this client (403)")
        .mentions("day08.answers.toml, line 1: unclosed array");
    // Another program removes the input before it is read. Nothing else runs in its place.
    let input = project.path(&file);
    site.handle(move |request| {
        if request.path.ends_with("/input") {
            return Reply::text("hello\n");
        }
        std::fs::remove_file(&input).expect("the input is stored before the page");
        Reply::html(page(2016, 8, 1))
    });
    for command in ["run", "bench"] {
        remove();
        let done = project.line(&format!("{command} 2016/8")).exits(8);
        done.mentions("the input was removed after its download: run the command again");
    }
    remove();
}

#[test]
fn an_input_that_cannot_be_downloaded_is_a_warning_with_the_reason() {
    let site = Site::start();
    site.on("/2016/day/9/input", Reply::new(400, LOG_IN));
    let sandbox = shared_project().site(&site);
    let why = "the site does not accept the session from AOC_SESSION";
    example_runs(&sandbox, "-v", why);
    assert_eq!(site.paths().len(), 1);
    let why = "not downloaded because of --offline\n";
    example_runs(&sandbox, "--offline", why);
    assert_eq!(site.paths().len(), 1);
    example_runs(
        &shared_project(),
        "-v",
        "no session; log in at adventofcode.com",
    );
    // With an expired session, only the first of many days makes a request.
    for day in [11, 12] {
        let path = format!("/2016/day/{day}/input");
        site.on(&path, Reply::new(400, LOG_IN));
    }
    sandbox
        .line("run 2016/11-12")
        .mentions("2016/11: running the example, as there is no input: the site does not accept")
        .mentions("2016/12: running the example, as there is no input: not tried after an earlier")
        .exits(0);
    assert_eq!(site.paths().len(), 2);
}

#[test]
fn without_an_example_the_exit_code_is_fetchs() {
    let site = Site::start();
    site.on("/2016/day/13/input", Reply::new(404, LOCKED));
    let done = shared_project().site(&site).line("run 2016/13");
    let done = done
        .mentions("2016/13: the day builds and starts, but has neither an input nor an example: ")
        .exits(4);
    assert!(!done.stderr.contains("running the example"), "{done:#?}");
    // Among other days, this day fails, and the others run.
    let run = ["run", "2016/2", "2016/13", "--json"];
    let results = &shared_project().aoc(&run).exits(3).json()["results"];
    assert_eq!(results[0]["phases"][1]["answer"], "5");
    assert_eq!(results[1]["status"], "error");
}
