//! The last run of a day: the commands that record its time, and the code and the input of that
//! time.

use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

use crate::sandbox::{Sandbox, is_whole_second};
use crate::shared_project::{length, project_with_library};

const DAY: &str = "days/year2020/day01.rs";
const HELPER: &str = "days/year2020/helper.rs";
const ANSWERS: &str = "inputs/year2020/day01.answers.toml";

/// A project with one day. An expression is its first part, and it uses a module of its year.
struct Project {
    world: Sandbox,
}

impl Project {
    fn new(part1: &str) -> Self {
        let world = project_with_library()
            .file(
                "days/year2020/Cargo.toml",
                "[package]\nname = \"year2020\"\nedition = \"2024\"\n\n[features]\nslow = []\n\n[[bin]]\nname = \
                 \"year2020\"\npath = \"main.rs\"\n\n[dependencies]\naoc-solution = { path = \
                 \"../../solution\" }\n",
            )
            .file(HELPER, "pub fn value() -> usize {\n    7\n}\n")
            .file("inputs/year2020/day01.txt", "abcd\n")
            .file(
                "README.md",
                "<!-- aoc-bench:start -->\n<!-- aoc-bench:end -->\n",
            );
        let project = Self { world };
        project.solve(part1);
        project
    }

    fn solve(&self, part1: &str) {
        let own = format!("Ok(({part1}).into())");
        let day = length(1).replacen("Ok(input.len().into())", &own, 1);
        // The examples in the code would fail with other parts.
        let (day, _) = day.split_once("    const EXAMPLES").expect("an example");
        self.world.write(DAY, format!("{day}}}\n"));
    }

    fn run(&self, line: &str) {
        let done = self.world.line(line);
        assert!(matches!(done.status, Some(0 | 1 | 7)), "{line}: {done:#?}");
    }

    fn last_run(&self) -> Value {
        let mut status = self.world.line("status 2020 --json").exits(0).json();
        status["days"][0]["last_run"].take()
    }

    /// The row of the day in `aoc list`.
    fn row(&self) -> String {
        let list = self.world.line("list --color always").exits(0).stdout;
        let row = list.lines().find(|line| line.contains("2020/1"));
        row.expect("a row").to_owned()
    }

    /// True if the table shows that the code now gives a wrong answer.
    fn is_wrong(&self) -> bool {
        let list = self.world.line("list").exits(0);
        list.stdout.contains("wrong now")
    }

    /// True if the table shows the time as that of older code: dim, and in parentheses.
    fn is_old(&self) -> bool {
        let row = self.row();
        let last_run = self.last_run();
        assert!(last_run["ns"].is_u64(), "{row:?}");
        let is_dim = row
            .split("\u{1b}[2m")
            .skip(1)
            .filter_map(|cell| cell.trim_start().strip_prefix('('))
            .any(|time| time.starts_with(char::is_numeric));
        assert_eq!(last_run["is_old"], is_dim, "{row:?}");
        is_dim
    }

    /// The row of the day in the README.
    fn readme(&self) -> String {
        self.world.line("readme").exits(0);
        let text = self.world.read("README.md");
        let row = text.lines().find(|line| line.starts_with("| [2020/1]"));
        row.expect("a row").to_owned()
    }
}

#[test]
fn the_last_time_is_that_of_a_run_of_the_usual_build() {
    let project = Project::new("input.len()");
    project.world.write(ANSWERS, "part1 = 5\n");
    project.run("run 2020/1");
    let time = || project.last_run()["time"].clone();
    let mut before = time();
    assert!(before.is_string());
    assert!(is_whole_second(&before), "{before}");
    for line in [
        "test 2020/1",
        "verify 2020/1",
        "bench 2020/1",
        "bench 2020/1 --readme",
        "run 2020/1 --dev",
    ] {
        project.run(line);
        assert_eq!(time(), before, "{line}");
        assert!(!project.is_old(), "{line}");
    }
    for line in [
        "accept 2020/1",
        "accept 2020/1 -p 1",
        "submit 2020/1 -p 2 --dry-run",
        "run 2020/1 -p 1",
        "run 2020/1",
    ] {
        // The time of the next run is at least the next second.
        thread::sleep(Duration::from_secs(1));
        project.run(line);
        assert_ne!(time(), before, "{line}");
        before = time();
    }
    // After an edit the time is old, until the new code has run.
    project.solve("input.len() + 0");
    for line in ["list", "test 2020/1", "verify 2020/1", "bench 2020/1"] {
        project.run(line);
        assert_eq!(time(), before, "{line}");
        assert!(project.is_old(), "{line}");
    }
    project.run("accept 2020/1");
    assert!(!project.is_old());
}

/// The template of a locked puzzle is newer, but nobody has edited it.
#[test]
fn without_a_selector_the_day_that_was_written_last_runs_beside_a_template() {
    let project = Project::new("input.len()");
    project.world.line("new 2199/1").exits(0);
    let done = project.world.line("run").exits(0).shows("2020/1");
    assert!(!done.stdout.contains("2199"), "{done:#?}");
    assert!(!done.stderr.contains("2199"), "{done:#?}");
    // After an edit it is the day that was written last.
    let template = "days/year2199/day01.rs";
    let text = project.world.read(template) + "// begun\n";
    project.world.write(template, text);
    let done = project.world.line("run").exits(4);
    done.mentions(
        "aoc: 2199/1: the day builds and starts, but has neither an input nor an example: locked ",
    );
}

#[test]
fn what_other_code_gave_is_not_known_of_the_code_that_is_saved() {
    let project = Project::new("crate::helper::value()");
    project.world.write(ANSWERS, "part1 = 8\n");
    project.run("run 2020/1");
    assert!(project.is_wrong() && !project.is_old());
    assert!(project.readme().contains("s |"));
    // A module that the day uses is corrected.
    let helper = project.world.read(HELPER);
    project.world.write(HELPER, helper.replace('7', "8"));
    assert!(!project.is_wrong() && project.is_old());
    let row = project.readme();
    assert!(row.ends_with("|  |  |  |"), "{row}");
    project.run("run 2020/1");
    assert!(!project.is_old());
    // Another day and a setting of cargo do not belong to this day's code.
    let day = project.world.read(DAY).replace("Day01", "Day02");
    project.world.write("days/year2020/day02.rs", day);
    project.world.write("inputs/year2020/day02.txt", "abcd\n");
    project.run("run 2020");
    project.world.write("days/year2020/day02.rs", "");
    let manifest = project.world.read("days/year2020/Cargo.toml");
    let manifest = manifest + "# more\n";
    project.world.write("days/year2020/Cargo.toml", manifest);
    assert!(!project.is_old());
}

/// The program of the year has the file, and that of the day has not.
#[test]
fn a_file_of_another_day_leaves_the_results_of_a_day() {
    let project = Project::new("input.len()");
    let world = &project.world;
    world.write("texts/two.txt", "22");
    let day = world.read(DAY).replace("Day01", "Day02");
    let answer = "include_str!(\"../../texts/two.txt\").len()";
    world.write("days/year2020/day02.rs", day.replace("input.len()", answer));
    world.write("inputs/year2020/day02.txt", "abcd\n");
    world.write(
        "inputs/year2020/day01.examples.toml",
        "[[example]]\ninput = 'ab'\npart1 = 2\n",
    );
    world.write(ANSWERS, "part1 = 8\n");
    project.run("run 2020/1");
    assert!(project.is_wrong() && !project.is_old());
    for line in ["test 2020", "verify 2020", "run 2020/1"] {
        project.run(line);
        assert!(project.is_wrong() && !project.is_old(), "{line}");
    }
    // The file is not one of the first day's.
    world.write("texts/two.txt", "2222");
    assert!(project.is_wrong() && !project.is_old());
}

/// The second day includes its input, as solutions of other tools do.
#[test]
fn an_input_that_another_day_includes_is_not_code_of_a_day() {
    let project = Project::new("input.len()");
    let world = &project.world;
    let day = world.read(DAY).replace("Day01", "Day02");
    let answer = "include_str!(\"../../inputs/year2020/day02.txt\").len()";
    world.write("days/year2020/day02.rs", day.replace("input.len()", answer));
    world.write("inputs/year2020/day02.txt", "abcd\n");
    world.write(ANSWERS, "part1 = 5\npart2 = 7\n");
    // The last run is of the program of the day alone, and the one before of that of the year. The
    // part that does not run keeps its time and its failure.
    for line in ["run 2020/1", "run 2020", "run 2020/1 -p 1"] {
        project.run(line);
    }
    let last_run = project.last_run();
    assert_eq!(last_run["is_partial"], false);
    assert_eq!(last_run["statuses"], json!(["ok", "wrong"]));
}

/// The second day includes a text that lies elsewhere, so the program of the year has it, and that
/// of the first day has not.
#[test]
fn a_part_keeps_its_failure_after_a_run_of_a_year_whose_other_day_includes_a_text() {
    let panics = "{ assert!(input.is_empty()); 1 }";
    let project = Project::new(panics);
    let world = &project.world;
    world.write("data.txt", "22");
    let day = world.read(DAY).replace("Day01", "Day02");
    let answer = "include_str!(\"../../data.txt\").len()";
    world.write("days/year2020/day02.rs", day.replace(panics, answer));
    world.write("inputs/year2020/day02.txt", "abcd\n");
    for line in ["run 2020/1", "run 2020", "run 2020/1 -p 2"] {
        project.run(line);
        let statuses = json!(["panic", "ok"]);
        assert_eq!(project.last_run()["statuses"], statuses, "{line}");
    }
    project.run("run 2020");
    world.write("data.txt", "2222");
    assert_eq!(project.last_run()["statuses"], json!(["panic", "ok"]));
    // The time of the first day does not depend on the text.
    project.solve("input.len()");
    for line in ["run 2020/1", "run 2020"] {
        project.run(line);
        assert!(!project.is_old(), "{line}");
    }
    world.write("data.txt", "222");
    assert!(!project.is_old());
    // Its own code does count.
    project.solve("input.len() + 1");
    assert!(project.is_old());
}

#[test]
fn code_with_features_is_not_that_of_the_last_run() {
    let project = Project::new("if cfg!(feature = \"slow\") { 1 } else { input.len() }");
    project.world.write(ANSWERS, "part1 = 5\n");
    project.run("run 2020/1");
    let readme = project.readme();
    let before = project.last_run();
    for line in [
        "run 2020/1 --features slow",
        "run 2020/1 -p 1 --features slow",
        "verify 2020/1 --features slow",
        "bench 2020/1 --features slow",
    ] {
        let done = project.world.line(line).exits(1);
        assert!(done.stdout.contains("wrong"), "{line}: {done:#?}");
        assert_eq!(project.last_run(), before, "{line}");
        assert_eq!(project.readme(), readme, "{line}");
    }
    let submit = "submit 2020/1 -p 1 --features slow --json";
    assert_eq!(project.world.line(submit).json()["answer"], "1");
    assert_eq!(project.last_run(), before);
    // A time for the README is stored because the user asks for it.
    project.world.write(ANSWERS, "part1 = 1\n");
    project.run("bench 2020/1 --readme --features slow");
    assert!(project.last_run()["bench"].is_object());
    assert_ne!(project.readme(), readme);
}

#[test]
fn what_is_saved_while_a_day_runs_did_not_run() {
    // The day writes its own file, as an editor may do at this moment.
    let folder = "env!(\"CARGO_MANIFEST_DIR\")";
    let part1 = format!(
        "{{ let path = concat!({folder}, \"/day01.rs\"); let text = \
         std::fs::read_to_string(path)?; std::fs::write(path, text + \"// saved\\n\")?; 7 }}"
    );
    let project = Project::new(&part1);
    project.world.write(ANSWERS, "part1 = 8\n");
    project.run("run 2020/1");
    let saved = project.world.read(DAY);
    assert!(saved.ends_with("// saved\n"));
    assert!(!project.is_wrong() && project.is_old());
    assert_eq!(project.last_run()["status"], "ok");
}

#[test]
fn an_answer_or_an_example_that_was_corrected_or_another_input_is_not_what_ran() {
    let project = Project::new("input.len()");
    let world = &project.world;
    world.write(ANSWERS, "part1 = 8\n");
    project.run("run 2020/1");
    assert!(project.is_wrong());
    world.line("accept 2020/1 5 -p 1 --force").exits(0);
    assert!(!project.is_wrong() && !project.is_old());
    // The last run gave the right answer, but to another input.
    project.run("run 2020/1");
    world.write(ANSWERS, "part1 = 8\n");
    project.run("verify 2020/1");
    assert!(project.is_wrong());
    world.line("accept 2020/1 --force").exits(0);
    assert!(!project.is_wrong() && !project.is_old());
    let examples = "inputs/year2020/day01.examples.toml";
    world.write(examples, "[[example]]\ninput = 'ab'\npart1 = 5\n");
    project.run("test 2020/1");
    assert!(project.is_wrong());
    world.write(examples, "[[example]]\ninput = 'ab'\npart1 = 2\n");
    assert!(!project.is_wrong() && !project.is_old());
    // A time also belongs to an input.
    world.write("inputs/year2020/day01.txt", "abcdefgh\n");
    assert!(project.is_old());
}

#[test]
fn a_part_that_runs_alone_leaves_the_failure_of_the_other() {
    let project = Project::new("input.len()");
    project.world.write(ANSWERS, "part1 = 5\npart2 = 7\n");
    project.run("run 2020/1");
    for line in ["run 2020/1 -p 1", "bench 2020/1 -p 1", "accept 2020/1 -p 1"] {
        project.run(line);
        assert!(project.is_wrong(), "{line}");
    }
    let last_run = project.last_run();
    assert_eq!(last_run["status"], "wrong");
    assert_eq!(last_run["statuses"], json!(["ok", "wrong"]));
    // The failure counts as long as the accepted answer is the same, whichever part ran last.
    project.world.write(ANSWERS, "part1 = 5\npart2 = 1\n");
    assert!(!project.is_wrong());
    project.world.write(ANSWERS, "part1 = 7\npart2 = 7\n");
    project.run("run 2020/1 -p 1");
    assert_eq!(project.last_run()["statuses"], json!(["wrong", "wrong"]));
    project.world.write(ANSWERS, "part1 = 7\npart2 = 1\n");
    project.run("run 2020/1 -p 2");
    assert_eq!(project.last_run()["statuses"], json!(["wrong", "ok"]));
    // For other code, only the part that ran is known.
    project.solve("input.len() + 2");
    project.run("run 2020/1 -p 2");
    assert!(!project.is_wrong());
}

#[test]
fn the_examples_count_whatever_the_input_is() {
    let project = Project::new("input.len()");
    let input = "inputs/year2020/day01.mine.txt";
    project.world.write(input, "abc\n");
    let examples = "inputs/year2020/day01.examples.toml";
    project
        .world
        .write(examples, "[[example]]\ninput = 'ab'\npart1 = 3\n");
    for option in ["mine".to_owned(), format!("./{input}")] {
        project.run("test 2020/1 -p 2");
        assert!(!project.is_wrong());
        project.run(&format!("run 2020/1 --input {option}"));
        assert!(project.is_wrong(), "{option}");
        assert_eq!(
            project.last_run()["example_statuses"],
            json!(["wrong", "ok"])
        );
        project.solve("input.len() + 0");
    }
}

#[test]
fn a_failure_is_recorded_even_if_nothing_was_measured() {
    let project = Project::new("input.len()");
    project.world.write(ANSWERS, "part1 = 8\n");
    project.run("bench 2020/1 -p 1");
    assert!(project.is_wrong());
}

#[test]
fn a_day_that_could_not_be_measured_has_not_failed() {
    let project = Project::new("input.len()");
    let day = length(2);
    let (day, _) = day.split_once("    const EXAMPLES").expect("an example");
    project
        .world
        .write("days/year2020/day02.rs", format!("{day}}}\n"));
    let done = project.world.line("bench 2020/1-2 -p 1").exits(3);
    done.shows("2020/2  error: nothing to benchmark, ");
    let status = project.world.line("status 2020 --json").exits(0).json();
    assert_eq!(status["days"][1]["last_run"], Value::Null);
}

#[test]
fn the_readme_shows_what_bench_measured_for_it_until_the_next_run() {
    let project = Project::new("input.len()");
    project.run("run 2020/1");
    let of_run = project.readme();
    let row = project.row();
    project.run("bench 2020/1 --readme");
    let measured = project.readme();
    assert_ne!(measured, of_run);
    assert_eq!(project.row(), row);
    project.run("run 2020/1");
    assert_ne!(project.readme(), measured);
}
