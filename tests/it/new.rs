//! `aoc new`: creates the files of days and opens them.

use chrono::{Datelike, TimeDelta};

use crate::sandbox::Sandbox;
use crate::site::{Site, next_moment};

#[test]
fn a_day_gets_its_file_and_its_year_a_crate() {
    let sandbox = Sandbox::new();
    sandbox.line("init").exits(0);
    let new = ["new", "2016/3", "--edit"];
    let done = sandbox.aoc(&new).exits(2);
    done.says("aoc: no editor is set: set EDITOR to its command, such as `vim` or `code`\n");
    assert!(!sandbox.path("days/year2016").exists());
    let printed = "days/year2016/day03.rs\n";
    let sandbox = sandbox.env("EDITOR", "sh -c 'echo // seen >> \"$1\"' --wait");
    sandbox.aoc(&new).prints(printed).exits(0);
    let day = sandbox.read("days/year2016/day03.rs");
    let is_edited = day.contains("\"Squares With Three Sides\"") && day.ends_with("// seen\n");
    assert!(is_edited, "{day}");
    let main = sandbox.read("days/year2016/main.rs");
    assert!(main.contains(".day::<day03::Day03>(3)"), "{main}");

    // Existing files are kept, and files that are missing after a kill are created.
    sandbox.remove("days/year2016/Cargo.toml");
    let again = sandbox.line("new 2016/3").prints(printed);
    again
        .says("note: 2016/3 exists already, unchanged\n")
        .exits(0);
    assert!(sandbox.path("days/year2016/Cargo.toml").is_file());
    let hint = "note: name the day to create, as in `aoc new 2020/22`\n";
    // In December the first day is today's.
    sandbox.line("new").exits(0);
    sandbox.line("new").mentions(hint).exits(0);
    assert_eq!(sandbox.read("days/year2016/day03.rs"), day);
    let sandbox = sandbox.env("VISUAL", "false");
    let done = sandbox.aoc(&new).exits(1);
    done.mentions(
        "aoc: the editor `false` failed (exit status: 1); set VISUAL or EDITOR to another",
    );
    let sandbox = sandbox.env("AOC_EDITOR", "false");
    let set = sandbox.aoc(&new).exits(1);
    set.mentions("aoc: the editor `false` failed (exit status: 1); set AOC_EDITOR to another one");
    // An editor that cannot be started has the exit code of every such program.
    let done = sandbox.env("AOC_EDITOR", "no-such-editor").aoc(&new);
    done.mentions("the editor `no-such-editor` failed").exits(8);
}

/// In the weeks before an event, `aoc verify` must not fail as a git hook.
#[test]
fn a_repository_with_nothing_but_templates_of_locked_puzzles_has_nothing_to_do() {
    let sandbox = Sandbox::project();
    sandbox.line("new 2199/1-2").exits(0);
    let again = sandbox.line("new 2199/1-2").exits(0);
    again.mentions(" exist already, unchanged\n");
    let project = "this project has no solutions yet";
    for (line, problem, schema) in [
        ("run", project, "run"),
        ("run all", project, "run"),
        ("run 1-5", "no solution for 1-5 yet", "run"),
        ("run 1,2", "no solution for 1, 2 yet", "run"),
        ("test", project, "test"),
        ("test all", project, "test"),
        ("verify", project, "verify"),
        ("accept", project, "accept"),
        ("bench", project, "bench"),
        ("bench 2199", "no solution for 2199 yet", "bench"),
        ("fetch all", project, "fetch"),
    ] {
        let says = format!(
            "note: {problem}: 2199/1, 2199/2 are still the template, and the first one unlocks \
             2199-12-01 05:00 UTC; until then: `aoc start "
        );
        let done = sandbox.line(line).prints("").mentions(&says).exits(0);
        assert_eq!(done.stderr.lines().count(), 1, "{done:#?}");
        let document = sandbox.line(&format!("{line} --json")).exits(0).json();
        assert_eq!(document["schema"], format!("aoc-{schema}/1"), "{line}");
        assert_eq!(document["results"], serde_json::json!([]), "{line}");
    }
    sandbox.line("read all").prints("").exits(0);
    sandbox.line("open all").prints("").exits(0);
    sandbox.line("times all").mentions(project).exits(0);
    sandbox.line("status all").mentions(project).exits(0);
    for line in ["gen all", "submit all", "profile", "profile all"] {
        sandbox.line(line).mentions(project).exits(2);
    }
    // A day that was edited counts.
    let day = "days/year2199/day02.rs";
    sandbox.write(day, sandbox.read(day) + "// begun\n");
    sandbox.line("list 2199").says("").shows("2199/2").exits(0);
}

/// Whoever prepares an event may still work on older puzzles.
#[test]
fn without_a_selector_the_template_of_a_locked_puzzle_is_not_what_runs() {
    let solution = "impl Solution for Day05 {}";
    let sandbox = Sandbox::project().file("days/year2021/day05.rs", solution);
    sandbox.line("new 2199/1").exits(0);
    let of_2021 = "aoc: days/year2021/Cargo.toml is missing: `aoc new 2021/1` creates it\n";
    for line in ["run", "test", "bench", "profile -- true"] {
        sandbox.line(line).says(of_2021).exits(1);
    }
    // An answer must not be submitted to another puzzle than the one that was edited last.
    // During an event, the note also names today's puzzle.
    let locked = "\naoc: 2199/1 part 1: locked until 2199-12-01 ";
    let submit = sandbox.line("submit --answer 5 --dry-run").exits(4);
    submit
        .mentions("note: 2199/1 was edited last")
        .mentions(locked);
}

#[test]
fn without_a_selector_todays_day_is_created() {
    let site = Site::start();
    let sandbox = Sandbox::new().site(&site);
    sandbox.line("init").exits(0);
    let date = next_moment("12-03T12:00:00Z", TimeDelta::zero());
    site.set_time(&sandbox, date);
    let day = format!("days/year{}/day03.rs\n", date.year());
    sandbox.line("new").says("").prints(&day).exits(0);
    let again = format!("note: {}/3 exists already, unchanged\n", date.year());
    let name_it = "note: name the day to create, as in `aoc new 2020/22`\n";
    sandbox.line("new").says(&(again + name_it)).exits(0);
}

#[test]
fn times_are_also_in_the_time_zone_of_the_user() {
    let sandbox = Sandbox::project().env("TZ", "EST5");
    sandbox.line("new 2199/1").exits(0);
    let local = "2199-12-01 05:00 UTC (00:00 local time); until then";
    sandbox.line("run all").mentions(local).exits(0);
    let locked = ", at 2199-12-01 05:00 UTC (00:00 local time); --no-fetch starts without \
                  waiting, and `aoc start ";
    sandbox.line("start 2199/1").mentions(locked).exits(4);
    let begins = ", at 2199-12-01 05:00 UTC (00:00 local time)\n";
    sandbox.line("calendar 2199").mentions(begins).exits(4);
    sandbox.line("status").shows("05:00 UTC (00:00 local time)");
    let locked = "locked until 2199-12-01 05:00 UTC (00:00 local time), which is in ";
    sandbox.line("fetch 2199/1").mentions(locked).exits(4);
    let sandbox = sandbox.env("TZ", "PST8");
    let eve = "2199-12-01 05:00 UTC (2199-11-30 21:00 local time)";
    sandbox.line("run all").mentions(eve).exits(0);
}

#[test]
fn a_new_year_removes_no_other() {
    let sandbox = Sandbox::new();
    sandbox.line("init").exits(0);
    let before = sandbox.files("days");
    sandbox.line("new 2015/1").says("").exits(0);
    sandbox.line("new 2016/1").says("").exits(0);
    let files = sandbox.files("days");
    let mut asked = vec![
        "year2015/day01.rs".to_owned(),
        "year2016/day01.rs".to_owned(),
    ];
    asked.extend(before);
    for file in asked {
        assert!(files.contains(&file), "{file}");
    }
}

#[test]
fn whole_years_and_ranges_and_the_projects_own_template() {
    let manifest = "[workspace]\nmembers = [\"days/*\"]\n[workspace.metadata.aoc]\n";
    let page = "<title>Day 3 - Advent of Code 2017</title><main><article class=\"day-desc\">\
                <h2>--- Day 3: Squares &quot;With&quot; Sides ---</h2><p>x</p></article></main>";
    let sandbox = Sandbox::new()
        .file("templates/day.rs", "// %YEAR%/%DAY%\n")
        .file("inputs/year2017/day03.html", page)
        .file("Cargo.toml", manifest);
    let done = sandbox.line("new 2016 2017/1-3 --json").exits(0);
    let done = done.json();
    assert_eq!(done["schema"], "aoc-new/1");
    assert_eq!(done["results"].as_array().map(Vec::len), Some(28));
    let last = &done["results"][27];
    assert_eq!(last["path"], "days/year2017/day03.rs");
    assert_eq!(last["status"], "created");
    // The title comes from the cached page.
    assert_eq!(last["title"], "Squares \"With\" Sides");
    assert_eq!(sandbox.read("days/year2016/day25.rs"), "// 2016/25\n");
}

#[test]
fn a_year_outside_of_the_workspace_is_told() {
    let manifest = "[workspace]\nmembers = [\"days/year2020\"]\n[workspace.metadata.aoc]\n";
    let sandbox = Sandbox::new().file("Cargo.toml", manifest);
    let warning = "warning: days/year2021 is not a member of the workspace, so it cannot be built: \
                   add \"days/year*\" to `members` in Cargo.toml\n";
    sandbox.line("new 2021/1").says(warning).exits(0);
    sandbox.line("new 2020/1").says("").exits(0);
}

#[test]
fn a_title_is_written_into_an_untouched_template_only() {
    let manifest = "[workspace]\nmembers = [\"days/year*\"]\n[workspace.metadata.aoc]\n";
    let sandbox = Sandbox::new().file("Cargo.toml", manifest);
    let day = "days/year2199/day01.rs";
    sandbox.line("new 2199/1").exits(0);
    assert!(sandbox.read(day).contains("\"Day 1\""));
    // The titles of past puzzles are known without their pages.
    sandbox.line("new 2020/7").exits(0);
    let past = sandbox.read("days/year2020/day07.rs");
    assert!(past.contains("\"Handy Haversacks\""), "{past}");

    let page = "<title>Day 1 - Advent of Code 2199</title><main><article class=\"day-desc\">\
                <h2>--- Day 1: First Light ---</h2><p>x</p></article></main>";
    sandbox.write("inputs/year2199/day01.html", page);
    let done = sandbox.line("new 2199/1 --json").says("").exits(0).json();
    assert_eq!(done["results"][0]["title"], "First Light");
    assert_eq!(done["results"][0]["status"], "exists");
    let text = sandbox.read(day);
    assert!(text.contains("\"First Light\""), "{text}");
    let again = "note: 2199/1 exists already, unchanged\n";
    sandbox.line("new 2199/1").says(again).exits(0);
    assert_eq!(sandbox.read(day), text);
    // An edited file is kept, and screens show the page's title.
    let edited = text.replace("First Light", "Day 1") + "// mine\n";
    sandbox.write(day, &edited);
    sandbox.line("new 2199/1").says(again).exits(0);
    assert_eq!(sandbox.read(day), edited);
    sandbox.line("list 2199").shows("First Light").exits(0);
    // Line ends are kept as git has changed them.
    let windows = text.replace("First Light", "Day 1").replace('\n', "\r\n");
    sandbox.write(day, &windows);
    sandbox.line("new 2199/1").says("").exits(0);
    assert_eq!(sandbox.read(day), text.replace('\n', "\r\n"));
}

#[test]
fn a_template_that_is_a_link_is_not_copied() {
    let sandbox = Sandbox::project().file("../config/aoc/session", "secret\n");
    sandbox.link("templates/day.rs", "../../config/aoc/session");
    let message = "aoc: templates/day.rs is a link, which is not followed: copy the file there\n";
    sandbox.line("new 2016/1").says(message).exits(2);
    assert!(!sandbox.path("days").exists());
}

#[test]
fn no_template_in_a_folder_that_is_a_link_is_copied() {
    let sandbox = Sandbox::project().file("../config/day.rs", "secret\n");
    sandbox.link("templates", "../config");
    let message = "aoc: templates is a link, which is not followed: copy the folder there\n";
    sandbox.line("new 2016/1").says(message).exits(2);
    assert!(!sandbox.path("days").exists());
}

#[test]
fn nothing_of_an_editor_is_written_behind_a_link_that_git_tracks() {
    let sandbox = Sandbox::project().file("../own/README", "");
    sandbox.tracked_link(".vscode", "../own");
    let message = "aoc: git tracks the link .vscode, which leads out of the repository";
    sandbox.line("init --vscode").mentions(message).exits(8);
    assert_eq!(sandbox.files("../own"), ["README"]);
    // A link that git does not track is the user's own.
    sandbox.git("rm --quiet --cached .vscode");
    sandbox.line("init --vscode").exits(0);
    assert!(sandbox.path(".vscode/launch.json").is_file());
}

#[test]
fn no_main_is_generated_behind_a_link_that_git_tracks() {
    let day = include_str!("../../days/year2020/day22.rs");
    let sandbox = Sandbox::project()
        .file("../own/day22.rs", day)
        .file("../own/Cargo.toml", "[package]\n");
    sandbox.tracked_link("days/year2020", "../../own");
    let message = "git tracks the link days/year2020, which leads out of the repository";
    sandbox
        .line("run 2020/22 --example")
        .mentions(message)
        .exits(8);
    assert_eq!(sandbox.files("../own"), ["Cargo.toml", "day22.rs"]);
}

#[test]
fn no_day_is_created_behind_a_link_that_git_tracks() {
    for (link, target) in [("days/year2016", "../../own"), ("days", "../own")] {
        let sandbox = Sandbox::project().file("../own/README", "");
        sandbox.tracked_link(link, target);
        let message = format!("aoc: git tracks the link {link}, which leads out of the repository");
        sandbox.line("new 2016/1").mentions(&message).exits(8);
        assert_eq!(sandbox.files("../own"), ["README"]);
        // A link that git does not track is the user's own.
        sandbox.git(&format!("rm --quiet --cached {link}"));
        sandbox.line("new 2016/1").exits(0);
        assert!(sandbox.path("days/year2016/day01.rs").is_file());
    }
}

#[test]
fn a_day_whose_path_is_taken_is_not_called_created() {
    let sandbox = Sandbox::project();
    sandbox.link("days/year2020/day06.rs", "nowhere.rs");
    sandbox.write("days/year2020/day07.rs/file", "");
    let mut pipe = sandbox.program("mkfifo");
    let made = pipe.arg("days/year2020/day08.rs").status();
    assert!(made.expect("mkfifo runs").success());
    for (day, what) in [
        (6, "a link that leads to no file"),
        (7, "a folder"),
        (8, "a special file"),
    ] {
        let says = format!(
            "aoc: cannot create days/year2020/day0{day}.rs: {what} has this name; remove or rename \
             it\n"
        );
        for json in ["", " --json"] {
            let line = format!("new 2020/5 2020/{day}{json}");
            sandbox.line(&line).says(&says).prints("").exits(8);
        }
        let start = format!("start 2020/{day} --no-fetch --no-watch --no-open --no-edit");
        sandbox.line(&start).mentions(&says).exits(8);
    }
    assert!(!sandbox.path("days/year2020/day05.rs").exists());
}

/// A second file would be created beside the solution.
#[test]
fn a_solution_with_a_wrong_file_name_is_to_be_renamed() {
    let sandbox = Sandbox::project().file("days/year2020/day5.rs", "mine");
    let rename = "days/year2020/day5.rs is left out: rename it to day05.rs";
    for line in ["run 2020/5", "run", "bench 2020/5", "gen 2020/5"] {
        let says = format!("aoc: no solution for 2020/5: {rename}\n");
        sandbox.line(line).says(&says).prints("").exits(2);
    }
    let done = sandbox.line("submit 2020/5 -p 1").exits(2);
    done.mentions(&format!("no solution: {rename}"));
    let says = format!("aoc: cannot create days/year2020/day05.rs: {rename}\n");
    sandbox
        .line("new 2020/5")
        .mentions(&says)
        .prints("")
        .exits(8);
    assert_eq!(sandbox.files("days"), ["year2020/day5.rs"]);
    // Another day has no solution at all. What is meant may have this file all the same.
    let none = "aoc: no solution for 2020/6: create it with `aoc new 2020/6`\n";
    let says = format!("warning: {rename}\n{none}");
    sandbox.line("run 2020/6").says(&says).exits(2);
    // The files of other days are warnings.
    sandbox.write("days/year2020/day7.rs", "mine");
    let says = format!(
        "warning: days/year2020/day7.rs is left out: rename it to day07.rs\naoc: no solution for \
         2020/5: {rename}\n"
    );
    sandbox.line("run 2020/5").says(&says).exits(2);
    sandbox.remove("days/year2020/day7.rs");
    sandbox.line("new 2020/6").exits(0);
}
