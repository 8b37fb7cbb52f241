//! The program of a year: its tests and its allocator.

use crate::sandbox::Done;
use crate::shared_project::{Year, day_text};
use crate::terminal::OnTerminal;

/// A day with an example that expects this answer.
fn day(number: u8, expected: &str) -> String {
    format!(
        "aoc_solution::functions!(Day{number:02}, \"Lengths\", part1 = str::len, \
         examples = [aoc_solution::example!(\"abc\").part1(\"{expected}\")]);\n"
    )
}

const ALLOCATOR: &str = "\
#[global_allocator]
static ALLOCATOR: std::alloc::System = std::alloc::System;
";

/// A day with a second part of another name.
const MISSPELT: &str = "\
aoc_solution::functions!(Day04, \"Lengths\", &str);
fn parse(input: &str) -> &str { input }
fn part1(input: &str) -> usize { input.len() }
fn part_two(input: &str) -> usize { input.len() }
";

/// Keeps the allocations of its first calls: 4 MiB. With another length of the input, 256 MiB.
const HOARD: &str = "{
    static KEPT: std::sync::Mutex<Vec<Vec<u8>>> = std::sync::Mutex::new(Vec::new());
    let mut kept = KEPT.lock().expect(\"one thread\");
    if kept.len() < 1 << 10 {
        let size = if input.len() == 3 { 1 << 12 } else { 1 << 18 };
        kept.push(std::hint::black_box(vec![1; size]));
    }
    input.len()
}";

/// Its alternative fills a table of 40 MiB, and the part frees it. They take turns in samples.
const SHARED_TABLE: &str = "\
static TABLE: std::sync::Mutex<Vec<u8>> = std::sync::Mutex::new(Vec::new());
fn table(input: &str) -> usize {
    let mut table = TABLE.lock().expect(\"one thread\");
    if table.is_empty() {
        *table = vec![1; 40 << 20];
    }
    input.len()
}
aoc_solution::functions!(Day06, \"Table\", &str, alternatives = [part1 \"table\" = table]);
fn parse(input: &str) -> &str { input }
fn part1(input: &str) -> usize {
    *TABLE.lock().expect(\"one thread\") = Vec::new();
    input.len()
}
";

#[test]
fn each_day_has_a_test_and_an_allocator_of_the_year_stays() {
    let it = Year::empty(2032);
    it.write("day01.rs", day(1, "3"));
    it.write("day02.rs", day(2, "4"));
    it.write("day12.rs", day(12, "5"));
    it.world.line("run 2032/1 --memory 1GiB").says("").exits(0);
    let test = |name: &str| -> Done {
        let mut cargo = it.world.program("cargo");
        cargo.args(["test", "--offline", "-p", "year2032", name]);
        cargo.output().expect("cargo runs").into()
    };
    test("day01").shows("1 passed; 0 failed").exits(0);
    let done = test("day02").shows("2032/2 part 1, example 1: expected 4, got 3");
    done.exits(101);
    // Day 2 fails, and the failures of other days are still shown.
    let done = test("").shows("2032/12 part 1, example 1: expected 5, got 3");
    done.shows("1 passed; 2 failed").exits(101);
    test("day03").shows("running 0 tests").exits(0);
    // A user who types the input knows that the program waits for it.
    let mut cargo = it.world.program("cargo");
    cargo.args(["run", "--offline", "-p", "year2032", "--", "1"]);
    let mut typed = OnTerminal::start(cargo);
    typed.shows("reading the input from the terminal: Ctrl-D ends it");
    typed.types("abc\n\x04");
    typed.shows("part 1");
    assert_eq!(typed.ends(), Some(0));

    it.write("day05.rs", day_text(5, HOARD));
    it.write("day06.rs", SHARED_TABLE);
    let hoard = "bench 2032/5 --part 1 --memory 2MiB --json";
    let table = "bench 2032/6 --part 1 --all-alts --memory 60MiB --json";
    for (name, line, input, expected) in [
        // Counting takes time, so on Linux only the size of the process is watched.
        ("slightly over", hoard, "abc", ["memory", "ok"]),
        ("far over", hoard, "abcd", ["memory"; 2]),
        ("never over", table, "abc", ["ok"; 2]),
    ] {
        for day in ["05", "06"] {
            it.world
                .write(&format!("inputs/year2032/day{day}.txt"), input);
        }
        let document = it.world.line(line).json();
        let expected = expected[usize::from(cfg!(target_os = "linux"))];
        for result in document["results"].as_array().expect("results") {
            let is_measured = result["p10_ns"].is_f64();
            assert_eq!(result["status"], expected, "{name}: {result}");
            assert_eq!(is_measured, expected == "ok", "{name}: {result}");
        }
    }

    it.write("memory.rs", ALLOCATOR);
    // A program that is up to date is not changed.
    it.write("day01.rs", day(1, "3") + "// edited\n");
    let done = it.world.line("run 2032/1 --memory 1GiB").exits(0);
    done.mentions("the memory limit applies only to the size of the process");
    it.world.line("run 2032/1").says("").exits(0);
    let done = it.world.line("bench 2032/1 --part 1 --json");
    let done = done.mentions("allocations are not counted").exits(0);
    assert!(done.json()["results"][0]["allocations"].is_null());
    // A `main.rs` of the user may install no allocator.
    let main = "mod day01;\nfn main() -> std::process::ExitCode {\n    \
                aoc_solution::Registry::new(2032).day::<day01::Day01>(1).main()\n}\n";
    it.write("main.rs", main);
    let why = "because the program does not install `aoc_solution::CountingAllocator`";
    for (line, effect) in [
        (
            "run 2032/1 --memory 1GiB",
            "the memory limit applies only to the size of the process",
        ),
        (
            "bench 2032/1 --part 1",
            "allocations are not counted, and --memory limits only the size of the process",
        ),
    ] {
        let done = it.world.line(line).exits(0);
        done.mentions(&format!("note: 2032/1: {effect}, {why}\n"));
    }
    it.world.remove("days/year2032/main.rs");

    it.write("day04.rs", MISSPELT);
    it.world.write("inputs/year2032/day04.txt", "abc");
    let note = "note: 2032/4: part 2 is unsolved, and nothing uses `part_two`: is it `part2`?\n";
    it.world.line("run 2032/4").mentions(note).exits(0);
    let corrected = MISSPELT.replace("part_two", "part2");
    it.write("day04.rs", &corrected);
    let done = it.world.line("run 2032/4").exits(0);
    assert!(!done.stderr.contains("part_two"), "{done:#?}");
    // The file is corrected while the old code runs.
    let save = format!(
        "std::fs::write({:?}, {corrected:?}).unwrap(); input.len()",
        it.path("day04.rs")
    );
    it.write("day04.rs", MISSPELT.replacen("input.len()", &save, 1));
    it.world.line("run 2032/4").mentions(note).exits(0);
    let named = "aoc_solution::functions!(Day04, \"Named\", part1 = str::len);\n\
                 fn part2(input: &str) -> usize { input.len() }\n";
    it.write("day04.rs", named);
    let note = "note: 2032/4: part 2 is unsolved, and `functions!` does not name `part2`: add \
                `part2 = part2`\n";
    it.world.line("run 2032/4").mentions(note).exits(0);
}
