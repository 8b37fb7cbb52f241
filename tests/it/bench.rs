//! `aoc bench`: the functions that it measures, its results, the failures that it survives, and the
//! comparisons and baselines of its figures. Times depend on the machine, so functions that must be
//! slower are much slower.

use std::fs;

use serde_json::{Value, json};

use crate::process::kill;
use crate::sandbox::{Done, NOTHING, Sandbox, is_whole_second, last_time};
use crate::shared_project::{Year, length, shared_bench_project, write};
use crate::site::pages::page;
use crate::terminal::OnTerminal;

#[track_caller]
fn results(arguments: &str, exit: i32) -> (Vec<Value>, Done) {
    let done = shared_bench_project().line(&format!("bench --json {arguments}"));
    let json = done.json();
    assert_eq!(json["schema"], "aoc-bench/1");
    let results = json["results"].as_array().expect("results");
    (results.clone(), done.exits(exit))
}

/// The day, the phase and the alternative of each result. A status other than `ok` follows.
fn statuses(results: &[Value]) -> String {
    let mut statuses = Vec::new();
    for result in results {
        let mut words = result["day"].to_string();
        for name in ["phase", "alternative", "status"] {
            match result[name].as_str() {
                None | Some("ok") => {}
                Some(word) => words = format!("{words} {word}"),
            }
        }
        statuses.push(words);
    }
    statuses.join(", ")
}

#[test]
fn what_is_measured_has_figures_and_an_alternative_is_compared() {
    let (results, done) = results("2016/1 --all-alts", 1);
    let document = done.json();
    assert_eq!(document["host"]["profile"], "aoc-bench");
    assert!(is_whole_second(&document["date"]), "{document}");
    let expected = "1 parse, 1 part1, 1 part1 backwards, 1 part2, 1 part2 liar wrong";
    assert_eq!(statuses(&results), expected);
    for result in &results[..4] {
        assert_eq!(result["input"], "inputs/year2016/day01.txt");
        let number = |name: &str| result[name].as_f64().expect("a number");
        assert!(0.0 < number("min_ns") && number("min_ns") <= number("p10_ns"));
        assert!(number("p10_ns") <= number("median_ns") && number("processes") >= 3.0);
        assert!(result["process_chain_ns"][0].as_f64() > Some(1e3));
    }
    // The vector has four numbers of eight bytes.
    let allocations = json!({"count": 1, "bytes": 32, "peak": 32});
    assert_eq!(results[0]["allocations"], allocations);
    assert_eq!(results[1]["ratio"], Value::Null);
    // The alternative does the work a hundred times.
    let ratio = &results[2]["ratio"];
    let is_slower = ratio["ratio"].as_f64() > Some(5.0) && ratio["ci95"][0].as_f64() > Some(1.0);
    assert!(ratio["of"] == "own" && is_slower, "{ratio}");
    assert_eq!(results[4]["message"], "expected 24");
    assert_eq!(results[4]["p10_ns"], Value::Null);
}

#[test]
fn a_generated_input_stands_in_for_a_missing_one_and_an_example_for_that() {
    let (made, done) = results("2016/4 --part 1", 0);
    done.mentions("note: 2016/4: benchmarking a generated input, as there is no input: no");
    assert_eq!(made[0]["source"], "generated");
    // The answer is the text, and the generated text has a thousand bytes.
    assert_eq!(made[0]["allocations"]["bytes"], 1000);
    let (made, _) = results("2016/4 --generated 2 --part 1", 0);
    assert_eq!(made[1]["name"], "seed 1");
    let (example, done) = results("2016/7 --part 1", 0);
    done.mentions("warning: 2016/7: benchmarking the example, as there is no input: no session");
    assert_eq!(example[0]["source"], "example");
    // In this case the exit code is that of `fetch`.
    let (none, _) = results("2016/13 --part 1", 3);
    assert_eq!(statuses(&none), "13 error");
    let message = none[0]["message"].as_str().expect("a message");
    let why = "nothing to benchmark, neither a `generate` function nor an example";
    assert!(message.starts_with(why), "{message}");
    // An example in the file of the puzzle is enough.
    let project = shared_bench_project();
    let inputs = project.outside("inputs");
    let stored = "[[example]]\ninput = \"hello\\n\"\npart1 = 5\n";
    write(&inputs, "year2016/day02.examples.toml", stored);
    let done = project
        .env("AOC_INPUTS", inputs)
        .line("bench --json 2016/2 --part 1")
        .mentions("warning: 2016/2: benchmarking the example, as there is no input: no session")
        .exits(0);
    let example = &done.json()["results"][0];
    assert_eq!(example["source"], "example");
    assert!(example["p10_ns"].is_f64(), "{example}");
}

/// The table and the sums name the seed. A day without `generate` has no input that could be
/// counted.
#[test]
fn a_seed_without_an_input_fails_alone() {
    let (made, _) = results("2016/2,4 --generated 5 --part 1", 1);
    let expected = "2 error, 4 part1, 4 part1, 4 part1, 4 error, 4 part1";
    assert_eq!(statuses(&made), expected);
    let names: Vec<Option<&str>> = made.iter().map(|result| result["name"].as_str()).collect();
    let seeds = ["seed 0", "seed 1", "seed 2", "seed 3", "seed 4"];
    assert_eq!(names[0], None);
    assert_eq!(names[1..], seeds.map(Some));
    assert!(made.iter().all(|result| result["source"] == "generated"));
    let done = shared_bench_project().line("bench 2016/2,4 --generated 4 --part 1");
    let failed = "\n2016/4  error: cannot generate an input from the seed 3: panicked at ";
    done.shows(failed)
        .shows("\n2016  2 days, 4 inputs in > ")
        .shows("without 2016/2, 2016/4 (generated, seed 3)")
        .exits(1);
    // One of the days has all inputs.
    let done = shared_bench_project().line("bench 2016/2,4 --generated 2 --part 1");
    done.shows("\n2016  2 days, 2 inputs in > ").exits(1);
    let done = shared_bench_project().line("bench 2016/4 --generated 4 --part 1");
    done.shows("2016/4 Generated  generated, seed 2\n")
        .shows(failed)
        .exits(1);
}

/// A warning names the days that store results or count their calls. The output of a day is
/// discarded.
#[test]
fn a_solution_that_keeps_something_is_pointed_out() {
    let (results, done) = results("2016/5,20", 0);
    assert_eq!(done.stdout.matches("aoc-bench/1").count(), 1);
    assert_eq!(done.stderr, "");
    let warns = |index: usize, warning| {
        let warnings = results[index]["warnings"].as_array().expect("warnings");
        warnings.contains(&json!(warning))
    };
    assert!(warns(1, "memo"), "{results:#?}");
    assert!(warns(2, "answer-changes") && !warns(3, "answer-changes"));
}

/// A day without a type after its title has no function that could be measured. Any other `parse`
/// may take its time, also if it returns a part of the text.
#[test]
fn a_parse_is_measured_unless_the_day_has_none() {
    let it = Year::empty(2021);
    let head = "use std::{thread::sleep, time::Duration};\naoc_solution::functions! ";
    let body = "fn slow(input: &str) -> &str {\n    sleep(Duration::from_millis(2));\n    \
                input.trim()\n}\nfn part1(input: &str) -> usize {\n    input.len()\n}\n";
    for (day, arguments) in [
        (1, "Day01, \"No parse\", part1 = |input| part1(slow(input))"),
        (2, "Day02, \"Text\", &str, parse = slow, part1 = part1"),
        (3, "Day03, \"Cut\", text = slow, part1 = part1"),
    ] {
        let source = format!("{head}{{{arguments}}}\n{body}");
        it.write(&format!("day{day:02}.rs"), source);
    }
    // The type of a written `impl` tells.
    it.write("day04.rs", length(4));
    for day in 3..=4 {
        let input = format!("inputs/year2021/day{day:02}.txt");
        it.world.write(&input, "abcd\n");
    }
    let done = it.world.line("bench 2021 --part 1 --json").exits(0);
    let results = done.json()["results"].as_array().expect("results").clone();
    let expected = "1 part1, 2 parse, 2 part1, 3 parse, 3 part1, 4 part1";
    assert_eq!(statuses(&results), expected);
    for result in [&results[0], &results[1], &results[3]] {
        assert!(result["p10_ns"].as_f64() > Some(1e6), "{result}");
    }
}

#[test]
fn a_phase_that_fails_costs_itself_alone() {
    let (results, done) = results("2015/1,4,10 2016/6 --timeout 3s", 1);
    // The other ways in which a worker ends are in `hostile.rs`. The inputs of these days are plain
    // text, so `parse` is measured only if it fails.
    let expected = "1 part1 panic, 1 part2, 4 part1 timeout, 4 part2, 10 parse error, 6 part1, \
                    6 part2 error";
    assert_eq!(statuses(&results), expected);
    for result in &results {
        let measured = result["status"] == "ok";
        assert_eq!(result["p10_ns"].is_f64(), measured, "{result}");
        assert_eq!(result["message"].is_null(), measured, "{result}");
    }
    assert!(!done.stderr.contains("panicked"), "{done:#?}");
    // The part exists, although it cannot be measured.
    let done = shared_bench_project().line("bench --json 2015/10 --part 2");
    assert!(!done.stderr.contains("last star"), "{done:#?}");
}

/// A worker of another puzzle does not count as another program.
#[test]
fn the_load_is_that_of_other_programs() {
    for (arguments, is_measured) in [
        ("2016/1-2", cfg!(target_os = "linux")),
        ("2016/1-2 --jobs 2", false),
        ("2016/2 --jobs 2", cfg!(target_os = "linux")),
    ] {
        let line = format!("bench --json --part 1 {arguments}");
        let done = shared_bench_project().line(&line).exits(0);
        let report = done.json();
        assert_eq!(report["load"].is_object(), is_measured, "{done:#?}");
        for result in report["results"].as_array().expect("results") {
            assert_eq!(result["load"].is_object(), is_measured, "{result}");
        }
    }
}

#[test]
fn documents_are_written_beside_what_is_printed() {
    let project = shared_bench_project();
    let markers = "<!-- aoc-bench:start -->\nold\n<!-- aoc-bench:end -->";
    project.write("README.md", format!("# Mine\n\n{markers}\nrest\n"));
    let [svg, html] = ["chart.svg", "page.html"].map(|name| project.outside(name));
    let [svg_path, html_path] = [&svg, &html].map(|path| path.to_str().expect("UTF-8"));
    let command = "bench 2016/1 --alt backwards --csv --readme";
    let done = project.line(&format!("{command} --svg {svg_path} --html={html_path}"));
    let rows: Vec<&str> = done.stdout.lines().collect();
    assert_eq!(rows.len(), 5, "{done:#?}");
    assert!(rows[3].starts_with("2016,1,Sums,part1,backwards,input,,ok,,"));
    let wrote = |path: &str| done.stderr.contains(&format!("note: wrote {path}\n"));
    assert!(wrote("README.md") && wrote(svg_path) && wrote(html_path));
    let readme = project.read("README.md");
    let row = "\n| [2016/1](days/year2016/day01.rs) | [Sums](";
    let has_times = readme.contains(row) && readme.contains("s |\n");
    assert!(has_times && !readme.contains("old"), "{readme}");
    let read = |path| fs::read_to_string(path).expect("a document");
    assert!(read(&svg).ends_with("</svg>\n"));
    let page = read(&html);
    assert!(page.contains("application/json\">{\"schema\":\"aoc-bench/1\""));
    // The command is without the names of this machine's files.
    assert!(page.contains(&format!("\"command\":\"aoc {command}\"")));
    done.exits(0);
    // `-` stands for stdout.
    let done = project.line("bench 2016/1 --part 1 --svg -");
    assert!(done.stdout.starts_with("<svg ") && done.stdout.ends_with("</svg>\n"));
    assert!(!project.path("-").exists());
    done.exits(0);
}

/// The table of a repository with many years, on a day when the next event is prepared.
#[test]
fn the_readme_folds_older_years_and_says_what_is_missing() {
    let mut time = last_time(1200, [Some(1000), None]);
    time["is_partial"] = json!(true);
    let times = json!({"2019": {"1": time}}).to_string();
    let mut sandbox = Sandbox::project()
        .file(
            "README.md",
            "<!-- aoc-bench:start -->\n<!-- aoc-bench:end -->\n",
        )
        .file("target/aoc-stamps/times.json", times);
    for year in 2016..2020 {
        sandbox = sandbox.file(&format!("days/year{year}/day01.rs"), length(1));
    }
    sandbox.line("new 2198/1 --offline").exits(0);
    sandbox.line("readme").exits(0);
    let readme = sandbox.read("README.md");
    assert!(!readme.contains("2198"), "{readme}");
    // Part 2 has failed, so both sums are lower bounds.
    let row = " | 1.00 µs |  | > 1.20 µs |\n| **2019** |  |  |  |  | > 1.20 µs |\n";
    assert!(readme.contains(row), "{readme}");
    let folded = "\n<details><summary>2016</summary>\n\n| day | title |";
    assert!(readme.contains(folded), "{readme}");
    assert_eq!(readme.matches("<details>").count(), 1);
}

#[test]
fn a_day_that_failed_makes_the_sum_of_the_readme_a_lower_bound() {
    let markers = "<!-- aoc-bench:start -->\n<!-- aoc-bench:end -->\n";
    let timed = last_time(1200, [Some(1000), Some(200)]);
    let failed = json!({"statuses": ["panic", "ok"], "source": NOTHING});
    for (other, sum) in [
        (failed, "> 1.20 µs"),
        (timed.clone(), "2.40 µs"),
        // The day did not run here, so the sum is not known.
        (json!({}), ""),
    ] {
        let sandbox = Sandbox::project()
            .file("README.md", markers)
            .file(
                "target/aoc-stamps/times.json",
                json!({"2018": {"1": timed, "2": other}}).to_string(),
            )
            .file("days/year2018/day01.rs", length(1))
            .file("days/year2018/day02.rs", length(2));
        sandbox.line("readme").exits(0);
        let readme = sandbox.read("README.md");
        let row = format!("| **2018** |  |  |  |  | {sum} |\n");
        assert_eq!(readme.contains(&row), !sum.is_empty(), "{sum}: {readme}");
        let explained = "`>` marks a time that lacks a part.\n";
        assert_eq!(readme.contains(explained), sum.starts_with('>'), "{readme}");
    }
}

/// Nobody has edited the template of the second day, but it was run.
#[test]
fn the_sum_of_the_readme_is_that_of_the_times_in_its_lines() {
    let markers = "<!-- aoc-bench:start -->\n<!-- aoc-bench:end -->\n";
    let timed = last_time(1200, [Some(1000), Some(200)]);
    let mut template = last_time(300, [None, None]);
    template["is_partial"] = json!(true);
    let sandbox = Sandbox::project()
        .file("README.md", markers)
        .file(
            "target/aoc-stamps/times.json",
            json!({"2018": {"1": timed, "2": template}}).to_string(),
        )
        .file("days/year2018/day01.rs", length(1));
    sandbox.line("new 2018/2 --offline").exits(0);
    sandbox.line("readme").exits(0);
    let readme = sandbox.read("README.md");
    for row in ["| > 300 ns |\n", "| **2018** |  |  |  |  | > 1.50 µs |\n"] {
        assert!(readme.contains(row), "{readme}");
    }
}

#[test]
fn what_cannot_be_written_or_compared_is_said_before_anything_is_measured() {
    // The file has the figures of another day.
    let saved = json!({
        "at": "2026-12-01T05:00:00Z",
        "host": {"os": "linux", "arch": "x86_64", "cores": 2, "aoc": "1", "profile": "aoc-bench"},
        "year": 2015, "day": 1, "title": "", "source": "input", "status": "ok",
        "phase": "parse", "regressed": false,
    });
    let none = json!({"schema": "aoc-baseline/1", "results": [saved]}).to_string();
    let sandbox = Sandbox::project()
        .file("days/year2016/day01.rs", length(1))
        .file("target/aoc-baselines/none.json", &none)
        .file("target/aoc-baselines/theirs.json", "[]")
        .file("kept.html", "mine")
        .file(
            "mine.svg",
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\"/>\n",
        )
        .file("inputs/year2016/day02.html", page(2016, 2, 1))
        .file("inputs/year2016/day02.txt", "1\n");
    let other = "the file is not an earlier document of `aoc`: name a new file after the \
                 option, and the day or year after that file\n";
    sandbox.link("link", "days");
    let kept = sandbox.path("kept.html");
    let mut mode = fs::metadata(&kept).expect("a file").permissions();
    mode.set_readonly(true);
    fs::set_permissions(&kept, mode).expect("a mode");
    for (arguments, says, exit) in [
        ("--html no/page.html", "cannot write", 8),
        ("--html new/", "is not a regular file", 8),
        ("--html kept.html", "the file is read-only", 8),
        ("--svg - --html -", "only one document can be printed", 2),
        ("--svg x --html ./x", "x cannot have two documents: ", 2),
        (
            "--svg x --html days/../x",
            "x cannot have two documents: ",
            2,
        ),
        (
            "--svg days/x --html link/x",
            "link/x cannot have two documents: ",
            2,
        ),
        ("--svg - --csv", "only one document can be printed", 2),
        ("--svg - --json", "only one document can be printed", 2),
        ("--svg days", "is not a regular file", 8),
        ("--svg days/year2016/day01.rs", other, 8),
        ("--html days/year2016/day01.rs", other, 8),
        ("--svg Cargo.toml", other, 8),
        ("--svg inputs/year2016/day02.txt", other, 8),
        ("--svg mine.svg", other, 8),
        ("--html inputs/year2016/day02.html", other, 8),
        ("--csv --markdown", "cannot be used with", 2),
        ("--fail-on 5%", "missing --baseline NAME or --against", 2),
        ("--baseline none --fail-on 0.05", "write 5% or 0.05%", 2),
        (
            "--generated 0",
            "invalid value '0' for '--generated <N>': write a number from 1 to 1000000; see",
            2,
        ),
        ("--generated 1000001", "write a number from 1 to 1000000", 2),
        ("--against HEAD", "is not in a git repository", 2),
        (
            "--against own",
            "`own` cannot be the name of a revision: in results it means the primary solution; \
             name its commit\n",
            2,
        ),
        (
            "--baseline missing",
            "no baseline `missing`: save it first, with --save missing\n",
            2,
        ),
        ("--baseline theirs", "saved by another version", 8),
        ("--save theirs", "saved by another version", 8),
        ("--baseline none --fail-on 5%", "none has no figures for", 2),
    ] {
        let done = sandbox.line(&format!("bench 2016/1 {arguments}"));
        done.prints("").mentions(says).exits(exit);
    }
    // There is nothing to compare in a project with nothing to measure.
    let sandbox = Sandbox::project().file("target/aoc-baselines/none.json", &none);
    sandbox.line("new 2199/1").exits(0);
    let done = sandbox.line("bench --baseline none --fail-on 5%").exits(0);
    done.mentions("note: this project has no solutions yet: ");
    let sandbox = Sandbox::project().file("days/year2016/day01.rs", "");
    let done = sandbox.env("PATH", "").line("bench 2016/1 --against HEAD");
    done.says("aoc: no git on PATH: install it to check out another revision\n")
        .exits(8);
}

/// A git repository of `aoc init` with the days 1 and 2 of 2016.
fn repository() -> Sandbox {
    let sandbox = Sandbox::new().env("CARGO_NET_OFFLINE", "true");
    sandbox.line("init").exits(0);
    sandbox.line("new 2016/1-2").exits(0);
    for day in [1, 2] {
        sandbox.write(&day_path(day), length(day));
        sandbox.write(&format!("inputs/year2016/day{day:02}.txt"), "1\n2\n");
    }
    sandbox.commit();
    sandbox
}

fn day_path(day: u8) -> String {
    format!("days/year2016/day{day:02}.rs")
}

/// All cases use one project, because building each revision takes time.
#[test]
fn another_revision_is_built_and_measured_in_turn() {
    let sandbox = repository();
    // The revision's day answers only from its own package.
    let own = "static IS_THERE: std::sync::LazyLock<bool> = std::sync::LazyLock::new(|| {\n\
               let folder = std::env::var(\"CARGO_MANIFEST_DIR\").expect(\"a folder\");\n\
               folder.contains(\"aoc-revisions\") && folder.ends_with(\"year2016\")\n});\n\
               Ok((input.len() * usize::from(*IS_THERE)).into())";
    let unsolved = "let _ = input;\nOk(aoc_solution::Answer::Unsolved)";
    let with_part1 = |part1| {
        length(2)
            .replacen("Ok(input.len().into())", part1, 1)
            .replacen("Ok(input.lines().count().into())", unsolved, 1)
    };
    sandbox.write(&day_path(2), with_part1(own));
    let part1 = "fn part1(input: &str) -> usize {\n    input.len()\n}\n";
    let plain = format!("aoc_solution::functions!(Day04, \"Text\");\n{part1}");
    sandbox.write(&day_path(4), &plain);
    sandbox.write("inputs/year2016/day04.txt", "1\n2\n");
    sandbox.write(&day_path(5), "fn broken");
    sandbox.commit();
    sandbox.write(&day_path(5), length(5));
    // The uncommitted changes are a slower day, a new one, and a `parse` and an alternative for a
    // day without them.
    let parse = "fn parse(input: &str) -> &str {\n    \
                 std::thread::sleep(std::time::Duration::from_millis(1));\n    input\n}\n";
    let arguments = "\"Text\", &str, alternatives = [part1 \"new\" = |input| part1(input)]";
    let parsed = plain.replacen("\"Text\"", arguments, 1) + parse;
    sandbox.write(&day_path(4), parsed);
    let slow = "let sum = |_| std::hint::black_box(input).bytes().map(u64::from).sum::<u64>();\n\
                std::hint::black_box((0..500).map(sum).sum::<u64>());\nOk(input.len().into())";
    sandbox.write(&day_path(2), with_part1(slow));
    sandbox.write(&day_path(3), length(3).replace("\"Length\"", "\"Day 3\""));
    sandbox.write("inputs/year2016/day03.html", page(2016, 3, 1));
    sandbox.write("inputs/year2016/day03.txt", "1\n");
    let compare = "bench --part 1 --json --against";
    let done = sandbox.line(&format!(
        "{compare} HEAD --fail-on 900% 2016/1-4 --all-alts"
    ));
    let json = done.json();
    let gist = |index: usize| {
        let it = &json["results"][index];
        let regressed = it["regressed"].as_bool().expect("a flag");
        (it["day"].as_u64(), it["change"]["of"].as_str(), regressed)
    };
    assert_eq!(gist(0), (Some(1), Some("HEAD"), false));
    assert_eq!(gist(1), (Some(2), Some("HEAD"), true));
    assert_eq!(gist(2), (Some(3), None, false));
    // HEAD has no `parse` and no alternative of this day to compare with.
    assert_eq!(json["results"][3]["phase"], "parse");
    assert_eq!([gist(3), gist(5)], [(Some(4), None, false); 2]);
    assert_eq!(gist(4), (Some(4), Some("HEAD"), false));
    // The code does not contain a title.
    assert_eq!(json["results"][2]["title"], "Invented");
    let slower = &json["results"][1]["change"];
    assert!(slower["verdict"] == "slower" && slower["ci95"][0].as_f64() > Some(10.0));
    let done = done
        .mentions("note: HEAD has no solution for 2016/3\n")
        .exits(1);
    assert!(!done.stderr.contains("not compared"), "{done:#?}");
    // In the checkout, only files that every build updates have changed.
    assert_eq!(
        sandbox.git("status --porcelain"),
        " M days/year2016/day02.rs\n M days/year2016/day04.rs\n M days/year2016/day05.rs\n M \
         days/year2016/main.rs\n?? Cargo.lock\n?? days/year2016/day03.rs\n"
    );
    let done = sandbox.line(&format!("{compare} HEAD 2016/3 --fail-on 5%"));
    done.prints("")
        .says("aoc: nothing to compare for --fail-on: HEAD has no solution for 2016/3\n")
        .exits(2);
    // The other day is unsolved in both, which is known only after the run.
    let done = sandbox.line("bench 2016/2-3 --part 2 --against HEAD --fail-on 5%");
    done.mentions("note: HEAD has no solution for 2016/3\n")
        .mentions("aoc: nothing to compare for --fail-on: HEAD has no figures for 2016/3\n")
        .exits(2);
    // A day does not compile in HEAD.
    let done = sandbox.line(&format!("{compare} HEAD 2016/1,5"));
    done.mentions("2016/5: not compared with HEAD: ").exits(0);
    let done = sandbox.line(&format!("{compare} HEAD 2016/1,5 --fail-on 5%"));
    done.mentions("2016/5 at HEAD cannot be built: ").exits(1);
    // The answer of a part differs, so its times are not compared. For --fail-on this is a failure.
    sandbox.write(
        &day_path(1),
        length(1).replacen("Ok(input.len().into())", "Ok(7.into())", 1),
    );
    let says = "2016/1: part 1 not compared with the other revision: it gave 4 there, and 7 in the \
                current files\n";
    for (arguments, exit) in [("", 0), (" --fail-on 5% -q", 1)] {
        let done = sandbox.line(&format!("{compare} HEAD 2016/1{arguments}"));
        let done = done.mentions(says).exits(exit);
        assert_eq!(done.json()["results"][0]["change"], Value::Null);
    }
    // Another input is named.
    sandbox.write("inputs/year2016/day01.bob.txt", "1\n");
    let done = sandbox.line(&format!("{compare} HEAD 2016/1 --input bob"));
    let says = "2016/1: part 1 (bob) not compared with the other revision: it gave 2 there, and 7";
    done.mentions(says).exits(0);
    sandbox.write(&day_path(1), length(1));

    // Nothing compiles in this revision. Its library already fails, which takes the least time.
    sandbox.git("checkout --quiet -b broken");
    let library = "vendor/aoc-solution/src/lib.rs";
    let whole = sandbox.read(library);
    sandbox.write(library, format!("compile_error!(\"broken\");\n{whole}"));
    sandbox.commit();
    sandbox.write(library, whole);
    sandbox.commit();
    let done = sandbox.line(&format!("{compare} HEAD~1 2016/1-2"));
    let says = "aoc: 2016/1 at HEAD~1 cannot be built: ";
    done.prints("").mentions(says).mentions("broken").exits(1);
    assert_eq!(sandbox.git("status --porcelain"), "");
    // There are few revisions, so the checkouts of both are kept for later. Git does not list them.
    let kept = sandbox.path("target/aoc-revisions");
    assert_eq!(fs::read_dir(kept).expect("a folder").count(), 2);
    assert_eq!(sandbox.git("worktree list").lines().count(), 1);
}

/// The library of this repository may be current.
#[test]
fn an_older_library_of_a_revision_is_no_reason_to_update_this_one() {
    let sandbox = repository();
    let main = "days/year2016/main.rs";
    let old = "use std::io::Write;\nfn main() {\n\
               let address = std::env::args().nth(2).expect(\"an address\");\n\
               let key = std::env::var(\"AOC_CHANNEL_KEY\").expect(\"a key\");\n\
               let mut runner = std::net::TcpStream::connect(address).expect(\"a runner\");\n\
               writeln!(runner, \"aoc-worker\\t2\\t{key}\\tof day01, day02\").expect(\"a line\");\n\
               std::thread::sleep(std::time::Duration::from_secs(60));\n}\n";
    sandbox.write(main, old);
    sandbox.commit();
    sandbox.remove(main);
    let done = sandbox
        .line("bench 2016/1 --part 1 --against HEAD")
        .exits(0);
    let versions = "2016/1: not compared with HEAD: the worker uses version 2 of the protocol, ";
    assert!(!done.stderr.contains("init --update"), "{done:#?}");
    done.mentions(versions);
}

/// Cargo and rustup look for their files in all folders around a checkout, so they find the current
/// ones too. What is compared after this check comes to a day that HEAD does not have.
#[test]
fn a_revision_is_not_built_with_a_configuration_that_is_not_its_own() {
    let sandbox = repository();
    sandbox.write(&day_path(3), length(3));
    sandbox.write(".git/info/exclude", "day03.rs\n");
    let compare = "bench 2016/3 --fail-on 5% --against HEAD";
    let passes = |sandbox: &Sandbox| {
        let done = sandbox.line(compare);
        done.mentions("HEAD has no solution for 2016/3").exits(2);
    };
    let fails = |sandbox: &Sandbox, file: &str| {
        sandbox
            .line(compare)
            .prints("")
            .says(&format!(
                "aoc: HEAD would be built with the current {file}, which differs from its own: \
                 commit the file, check out HEAD, run `aoc bench --save NAME`, and return to \
                 compare with `aoc bench --baseline NAME`; if the file is only for this machine, \
                 add it to .gitignore instead\n"
            ))
            .exits(2);
    };
    passes(&sandbox);
    let config = ".cargo/config.toml";
    sandbox.write(config, "[build]\njobs = 1\n");
    passes(&sandbox);
    let toolchain = "rust-toolchain.toml";
    sandbox.write(config, "[build]\nrustflags = [\"--cfg\", \"fast\"]\n");
    fails(&sandbox, config);
    // The user has ignored it: it belongs to this machine, as does the folder of cargo.
    sandbox.write(".git/info/exclude", "day03.rs\n.cargo\n");
    passes(&sandbox);
    sandbox.write(".git/info/exclude", "day03.rs\n");
    let home = sandbox.path(".cargo");
    let words: Vec<&str> = compare.split(' ').collect();
    let mut in_home = sandbox.command(&words);
    in_home.env("CARGO_HOME", &home);
    let done = Done::from(in_home.output().expect("aoc runs"));
    done.mentions("HEAD has no solution for 2016/3").exits(2);
    // Git does not look behind a link.
    #[cfg(unix)]
    {
        fs::rename(&home, sandbox.path("linked")).expect("moved");
        sandbox.link(".cargo", "linked");
        fails(&sandbox, config);
        fs::remove_file(&home).expect("removed");
        fs::rename(sandbox.path("linked"), &home).expect("moved");
    }
    sandbox.commit();
    passes(&sandbox);
    // An ignored file that the revision has, too, is not the same for both.
    sandbox.write(".git/info/exclude", "day03.rs\n.cargo\n");
    sandbox.write(config, "build.rustflags = [\"--cfg\", \"other\"]\n");
    fails(&sandbox, config);
    sandbox.git("rm -r --cached -q .cargo");
    fails(&sandbox, config);
    sandbox.git("reset -q");
    sandbox.write(".git/info/exclude", "day03.rs\n");
    // These sections change no build.
    let others = "[alias]\nt = \"test\"\n[net]\nretry = 5\n[build]\njobs = 1\n";
    sandbox.write(
        config,
        format!("{others}rustflags = [\"--cfg\", \"fast\"]\n"),
    );
    passes(&sandbox);
    sandbox.write(
        config,
        "build.rustflags = [\"--cfg\", \"fast\"] # the same\n",
    );
    passes(&sandbox);
    // Cargo joins the lists of both files.
    sandbox.write(config, "build.rustflags = [\"--cfg\", \"other\"]\n");
    fails(&sandbox, config);
    sandbox.write(config, "include = \"more.toml\"\n");
    sandbox.write(".cargo/more.toml", "build.rustflags = []\n");
    sandbox.commit();
    passes(&sandbox);
    sandbox.write(
        ".cargo/more.toml",
        "build.rustflags = [\"--cfg\", \"fast\"]\n",
    );
    fails(&sandbox, ".cargo/more.toml");
    sandbox.commit();
    // HEAD uses the configuration that only it has.
    fs::remove_file(sandbox.path(config)).expect("removed");
    passes(&sandbox);
    // Rustup takes the nearest file.
    sandbox.write(toolchain, "[toolchain]\nprofile = \"minimal\"\n");
    fails(&sandbox, toolchain);
    sandbox.commit();
    sandbox.write(toolchain, "[toolchain]\nprofile = \"default\"\n");
    passes(&sandbox);
}

#[test]
fn figures_are_saved_and_compared() {
    let project = shared_bench_project();
    let path = "target/aoc-baselines/kept-for-a-test.json";
    let saved = project.line("bench 2016/2 --part 1 --save kept-for-a-test --csv");
    let saved = saved.shows("2016,2,");
    saved.mentions(&format!("note: saved as {path}\n")).exits(0);
    let file = project.path(path);
    let of_dev = fs::read_to_string(&file).expect("saved");
    let of_dev = of_dev.replace("\"aoc-bench\"", "\"dev\"");
    fs::write(&file, of_dev).expect("written");
    let done = project.line("bench 2016/2 --part 1 --baseline kept-for-a-test --fail-on 900%");
    done.shows("against kept-for-a-test  1 function: ")
        .mentions("saved on another machine or with another profile")
        .exits(0);
    project.write("big.txt", "1\n".repeat(1000));
    let done = project.line("bench 2016/2 --part 1 --input big.txt --save kept-for-a-test");
    done.exits(0);
    project.write("small.txt", "1\n");
    let done = project.line("bench 2016/2 --part 1 --input small.txt --baseline kept-for-a-test");
    let says = "note: kept-for-a-test has no figures for 2016/2 with this input\n";
    done.mentions(says).exits(0);
    let strict = "bench 2016/2 --part 1 --input small.txt --baseline kept-for-a-test --fail-on 5%";
    let says = "aoc: nothing to compare for --fail-on: kept-for-a-test has no figures for 2016/2 \
                with this input\n";
    project.line(strict).mentions(says).exits(2);
    // If the figures were saved, the next check would pass.
    let before = fs::read_to_string(&file).expect("saved");
    let done = project.line(&format!("{strict} --save kept-for-a-test"));
    let done = done.mentions(says).exits(2);
    done.mentions("`kept-for-a-test` was not saved: with --fail-on, ");
    assert_eq!(fs::read_to_string(&file).expect("saved"), before);
    // Only one of the parts was saved.
    let saved = project.line("bench 2016/1 --part 1 --save kept-for-a-test");
    saved.exits(0);
    let done = project.line("bench 2016/1 --baseline kept-for-a-test");
    let says = "note: kept-for-a-test has no figures for 2016/1 part 2 with this input\n";
    done.mentions(says).exits(0);
    // A wrong answer decides the exit code also if there is nothing to compare.
    let other = "bench 2016/1 --input bad --baseline kept-for-a-test --fail-on 5%";
    let says = "aoc: nothing to compare for --fail-on: kept-for-a-test has no figures for 2016/1 ";
    project.line(other).mentions(says).exits(1);
    fs::remove_file(file).expect("removed");
}

/// A slowdown on a busy machine must not become the baseline unseen.
#[test]
fn a_check_without_a_verdict_saves_nothing() {
    let project = shared_bench_project();
    let command = "bench 2016/2 --part 1 --save varied";
    project.line(command).exits(0);
    let file = project.path("target/aoc-baselines/varied.json");
    let text = fs::read_to_string(&file).expect("saved");
    let mut edited: Value = serde_json::from_str(&text).expect("a document");
    let saved = &mut edited["results"][0];
    // The function was a thousand times faster, and so was the machine at times.
    let p10 = saved["p10_ns"].as_f64().expect("a time") / 1000.0;
    saved["p10_ns"] = json!(p10);
    saved["p10_ci95_ns"] = json!([p10 * 0.99, p10 * 1.01]);
    saved["process_chain_ns"] = json!([0.001]);
    fs::write(&file, edited.to_string()).expect("written");
    let done = project.line(&format!("{command} --baseline varied --fail-on 5%"));
    done.shows("  no verdict (")
        .mentions(
            "note: `varied` was not saved: with --fail-on, figures are saved only if everything \
             succeeds and each comparison has a verdict\n",
        )
        .exits(0);
    assert_eq!(
        fs::read_to_string(&file).expect("saved"),
        edited.to_string()
    );
    // Without a check, the figures are saved as they are.
    let done = project.line(&format!("{command} --baseline varied"));
    done.shows("  no verdict (")
        .mentions("note: saved as ")
        .exits(0);
    fs::remove_file(file).expect("removed");
}

/// Somebody has edited the file. Its figures cannot be compared, so the check must not pass.
#[test]
fn unusable_figures_of_a_baseline_are_nothing_to_compare() {
    let project = shared_bench_project();
    let saved = project.line("bench 2016/2 --part 1 --save unusable");
    saved.exits(0);
    let file = project.path("target/aoc-baselines/unusable.json");
    let text = fs::read_to_string(&file).expect("saved");
    for figure in [json!(0.0), json!(-5.0), Value::Null] {
        let mut edited: Value = serde_json::from_str(&text).expect("a document");
        for result in edited["results"].as_array_mut().expect("results") {
            result["p10_ns"] = figure.clone();
        }
        fs::write(&file, edited.to_string()).expect("written");
        let strict = project.line("bench 2016/2 --part 1 --baseline unusable --fail-on 5%");
        let lack = "unusable has no figures for 2016/2 with this input\n";
        strict
            .mentions(&format!("aoc: nothing to compare for --fail-on: {lack}"))
            .exits(2);
        let lenient = project.line("bench 2016/2 --part 1 --baseline unusable");
        lenient.mentions(&format!("note: {lack}")).exits(0);
    }
    fs::remove_file(file).expect("removed");
}

/// The output of a benchmark that is interrupted while it measures 2015/4, which never ends.
fn interrupted(line: &str) -> String {
    let arguments: Vec<&str> = line.split(' ').collect();
    let mut aoc = OnTerminal::start(shared_bench_project().command(&arguments));
    aoc.shows("2015/4 part 1");
    kill("INT", &aoc.child.id().to_string());
    let (text, status) = aoc.rest();
    assert_eq!(status, Some(130));
    let says = "interrupted: figures are missing or come from fewer samples; no file was written";
    assert!(text.contains(says), "{text}");
    text
}

/// Days that were not measured before the interrupt have neither figures nor failures. Figures are
/// shown, but not saved.
#[test]
fn an_interrupt_keeps_what_was_measured() {
    let text = interrupted("bench 2015/1,4 2016/2 --jobs 1 --color never --save interrupted");
    assert!(!text.contains("error"), "{text}");
    let baseline = "target/aoc-baselines/interrupted.json";
    assert!(!shared_bench_project().path(baseline).exists());
}

/// A document on stdout is printed even if nothing was measured.
#[test]
fn an_interrupt_before_the_first_figure_leaves_the_card_empty() {
    let text = interrupted("bench 2015/4 --color never --svg -");
    assert!(!text.contains("<svg"), "{text}");
}
