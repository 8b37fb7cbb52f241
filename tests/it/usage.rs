//! Wrong usage is refused before any work, with exit code 2. Selectors mean the right puzzles.

use crate::sandbox::Sandbox;
use crate::shared_project::shared_project;

#[test]
fn wrong_usage_is_refused_before_any_work() {
    // Neither cargo nor the site is used.
    let project = shared_project()
        .env("PATH", "")
        .env("AOC_BASE_URL", "http://127.0.0.1:9");
    for (line, says) in [
        (
            "26",
            "day 26 does not exist: days are 1 to 25 (1 to 12 since 2025)",
        ),
        ("run tody", "unknown puzzle `tody`; did you mean `today`?"),
        (
            "run days/year2016/main.rs",
            "`days/year2016/main.rs` is not the file of a day of the project ",
        ),
        (
            "run /dev/null",
            "`/dev/null` is not the file of a day of the project ",
        ),
        (
            "run 2016/14",
            "no solution for 2016/14: create it with `aoc new 2016/14`",
        ),
        (
            "bench 1 --generated 1 --all-inputs",
            "the argument '--generated <N>' cannot be used with '--all-inputs'; see `aoc bench -h`",
        ),
        (
            "gen",
            "missing SELECTOR: write one such as 22, or latest; see `aoc gen -h`",
        ),
        (
            "submit 1234",
            "`1234` is not a year: years are 2015 and later; if 1234 is your answer, write `--answer 1234`",
        ),
        (
            "submit 5 1234",
            "`1234` is not a year: years are 2015 and later; if 1234 is your answer, write `--answer 1234`",
        ),
        (
            "submit 5 1234 --answer 7",
            "`1234` is not a year: years are 2015 and later\n",
        ),
        (
            "submit 7 2024",
            "2024/7 part 1: no solution: create it with `aoc new 2024/7`, or give the answer with --answer; if 2024 is your answer, write `--answer 2024`",
        ),
        (
            "gen 2016/1-2",
            "one puzzle at a time, but 2 are selected; select one",
        ),
        (
            "run 2016/1-2 --input -",
            "a file is the input of one puzzle, but 2 are selected; select one",
        ),
        (
            "calendar 20",
            "`20` is not a year: years are 2015 and later",
        ),
        (
            "leaderboard mine",
            "`mine` is not the ID of a leaderboard: write its number, such as 1001, or the link to it",
        ),
        (
            "leaderboard 1 --view-key a&b",
            "--view-key cannot be used: a view key has letters and digits only, such as 1a2b3c4d",
        ),
        (
            "open 2015",
            "25 puzzles are selected; open at most 5 at once, or use --print",
        ),
        ("man dance", "unknown command `dance`; see `aoc -h`"),
        (
            "man rnu",
            "unknown command `rnu`; did you mean `run`? see `aoc -h`",
        ),
    ] {
        let says = format!("aoc: {says}");
        project.line(line).prints("").mentions(&says).exits(2);
    }
    let done = project.aoc(&["submit", "2016/1", "two words"]).exits(2);
    done.mentions("if two words is your answer, write `--answer 'two words'`");
    let token = "0123456789abcdef".repeat(6);
    let done = project.aoc(&["credentials", &token]).exits(2);
    assert!(!format!("{done:?}").contains(&token));
    for command in ["run", "status", "fetch", "submit"] {
        let done = project.aoc(&[command, "2016", &token]).prints("").exits(2);
        let done = done.mentions("aoc: a session token does not belong on a command line");
        assert!(!done.stderr.contains(&token), "{command}");
    }
    // Without the setting, the link is to the newest event, which depends on the date.
    let says = "aoc: no leaderboard given: name its ID, as in `aoc leaderboard 1001`, or set one with `aoc config leaderboard 1001`; the IDs of yours are at https://adventofcode.com/2025/leaderboard/private";
    let in_2025 = project.env("AOC_YEAR", "2025");
    in_2025
        .line("leaderboard")
        .prints("")
        .mentions(says)
        .exits(2);
    let outside = Sandbox::new().line("run 22").prints("").exits(2);
    outside
        .mentions("aoc: no aoc project here")
        .mentions("`aoc init` creates one\n");
}

#[test]
fn a_file_that_is_almost_named_like_the_day_is_said() {
    let sandbox = Sandbox::project().file("days/year2020/day2.rs", "");
    let warnings = "warning: days/year2020/day2.rs is left out: rename it to day02.rs\n";
    for command in ["run days/year2020/day2.rs", "status 2020", "new 2020/5"] {
        let done = sandbox.line(command).mentions(warnings);
        assert_eq!(done.stderr.matches("day2.rs is").count(), 1, "{done:#?}");
    }
    let sandbox = sandbox.file("days/year2021/day01.rs", "");
    for command in ["list", "list all", "list 2020-2021"] {
        let done = sandbox.line(command).mentions(warnings).exits(0);
        assert_eq!(done.stderr.matches("day2.rs is").count(), 1, "{done:#?}");
    }
}

#[test]
fn help_is_printed_also_for_its_own_option() {
    let help = Sandbox::new().line("help").exits(0);
    for line in ["help -h", "help --help", "-q help -h"] {
        Sandbox::new().line(line).prints(&help.stdout).exits(0);
    }
    let of_run = Sandbox::new().line("help run").exits(0);
    Sandbox::new()
        .line("help run -h")
        .prints(&of_run.stdout)
        .exits(0);
}

#[test]
fn a_message_has_whole_paths_whatever_the_home_folder_is() {
    let sandbox = Sandbox::project().env("HOME", "/");
    let says = "aoc: no solution for 2015/1: create it with `aoc new 2015/1`\n";
    sandbox.line("run 2015/1").says(says).exits(2);
    let outside = sandbox.outside("").display().to_string();
    let home = std::path::Path::new(&outside).file_name().expect("a name");
    let sandbox = sandbox.env("HOME", std::path::Path::new("/").join(home));
    let outside = outside.trim_end_matches('/');
    let says = format!("aoc: no aoc project here: neither {outside} ");
    let folder = sandbox.outside("");
    sandbox.in_folder(folder).line("run 1").mentions(&says);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    use crate::sandbox::Done;
    use crate::site::pages::{INPUT, INPUT_FILE, PAGE_FILE, page};

    let full = std::fs::File::create("/dev/full").expect("a device");
    let sandbox = Sandbox::new();
    for arguments in [&["man"][..], &["--help"], &["run", "-h"], &["--version"]] {
        let full = full.try_clone().expect("a device");
        let mut command = sandbox.command(arguments);
        let done = Done::from(command.stdout(full).output().expect("aoc runs"));
        let says = "aoc: cannot write the output: No space left on device\n";
        done.says(says).exits(8);
    }
    let sandbox = Sandbox::project()
        .file(INPUT_FILE, INPUT)
        .file(PAGE_FILE, page(2020, 22, 1));
    for line in ["fetch 2020/22", "fetch 2020/22 --json", "read 2020/22"] {
        let arguments: Vec<&str> = line.split(' ').collect();
        let full = full.try_clone().expect("a device");
        let done = Done::from(
            sandbox
                .command(&arguments)
                .stdout(full)
                .output()
                .expect(line),
        );
        done.mentions("aoc: cannot write the output: No space left on device\n")
            .exits(8);
    }
}

#[cfg(unix)]
#[test]
fn a_terminal_shows_the_page_with_man() {
    use std::os::unix::fs::PermissionsExt;

    let script = "#!/bin/sh\necho \"shown: $(grep -c '^.TH ' \"$1\")\"\n";
    let sandbox = Sandbox::new().file("bin/man", script);
    let man = sandbox.path("bin/man");
    std::fs::set_permissions(&man, PermissionsExt::from_mode(0o755)).expect("a file");
    let bin = man.parent().expect("a folder").display().to_string();
    let path = format!("{bin}:{}", env!("PATH"));
    let sandbox = sandbox.env("PATH", path);
    let shown = crate::terminal::OnTerminal::start(sandbox.command(&["man", "run"]));
    assert_eq!(shown.rest().0.trim(), "shown: 1");
}

#[test]
fn color_is_asked_for_also_by_a_wrong_command_line() {
    let sandbox = Sandbox::new();
    let plain = sandbox.line("--color never rnu").exits(2).stderr;
    assert!(plain.starts_with("aoc: unknown command `rnu`"), "{plain}");
    let painted = sandbox.line("--color always rnu").exits(2).stderr;
    assert!(painted.starts_with('\u{1b}'), "{painted:?}");
    let help = sandbox.line("--color always --help").exits(0).stdout;
    assert!(help.contains('\u{1b}'), "{help:?}");
}

#[test]
fn words_mean_puzzles_in_any_order_and_from_any_folder() {
    let project = shared_project();
    let file = project.path("days/year2016/day01.rs");
    let folder = project.path("days/year2015");
    let ran = |at: &Sandbox, words: &str| -> String {
        let json = at.line(&format!("-q --json {words} -p 1")).json();
        let results = json["results"].as_array().expect("results").iter();
        let names = results.map(|result| format!("{}/{}", result["year"], result["day"]));
        names.collect::<Vec<_>>().join(" ")
    };
    for words in [
        "run 1 --year 2016",
        "2016/1,1 2016/1-1",
        "./days/year2016/day01.rs",
        file.to_str().expect("text"),
    ] {
        assert_eq!(ran(&project, words), "2016/1", "{words}");
    }
    let inside = project.env("AOC_YEAR", "2016").in_folder(folder);
    assert_eq!(ran(&inside, "1"), "2016/1", "the setting is stronger");
    let inside = inside.without("AOC_YEAR");
    assert_eq!(ran(&inside, "1"), "2015/1");
    assert_eq!(ran(&inside, "day01.rs"), "2015/1");
    assert_eq!(ran(&inside, "../year2016/day01.rs"), "2016/1");
}

/// As in git, cargo and jj, all relative paths start at this folder.
#[test]
fn a_folder_can_be_given_with_capital_c() {
    let project = shared_project();
    let root = project.path("").display().to_string();
    let elsewhere = project.outside("elsewhere");
    std::fs::create_dir(&elsewhere).expect("a folder");
    let elsewhere = project.in_folder(&elsewhere);
    let ran = |line: &str| -> String {
        let json = elsewhere.line(&format!("-q --json {line} -p 1")).json();
        let result = &json["results"][0];
        format!("{}/{}", result["year"], result["day"])
    };
    for (line, puzzle) in [
        (format!("-C {root} 2016/1"), "2016/1"),
        (format!("run 2016/1 -C {root}"), "2016/1"),
        (format!("-C {root}/days/year2015 1"), "2015/1"),
        (
            format!("-C {root}/days/year2015 run ../year2016/day01.rs"),
            "2016/1",
        ),
    ] {
        assert_eq!(ran(&line), puzzle, "{line}");
    }
    let paths = elsewhere.aoc(&["-C", &root, "new", "2016/2"]).exits(0);
    paths.shows("days/year2016/day02.rs\n");
    let says = "aoc: cannot change to the folder nowhere: No such file or directory\n";
    elsewhere
        .line("-C nowhere run 22")
        .prints("")
        .says(says)
        .exits(8);
    elsewhere
        .line("-C")
        .exits(2)
        .mentions("a value is required for '-C <DIR>'");
}

/// This works outside of a project, too.
#[test]
fn a_page_of_the_whole_and_of_a_command() {
    for (line, part) in [
        ("man", ".TH aoc 1"),
        ("man", "aoc\\-run(1)"),
        ("man", ".SH SELECTORS"),
        ("man", ".SH \"EXIT STATUS\""),
        ("man", ".SH FILES"),
        ("man", "\\fBAOC_SESSION\\fR\nthe session token;"),
        ("man run", ".TH aoc-run 1"),
        ("man run", "\\fBaoc run\\fR [OPTIONS] [SELECTOR]...\n"),
        ("man run", "\\-\\-all\\-alts"),
        ("man run", ".SH EXAMPLES\n"),
    ] {
        let page = Sandbox::new().line(line).says("").exits(0);
        page.shows(part);
    }
}

#[test]
fn a_time_of_nothing_is_no_limit() {
    let sandbox = Sandbox::project();
    for line in [
        "run 2020/1 --timeout 0",
        "bench 2020 --timeout 0s",
        "profile 2020/1 --for 0ms",
    ] {
        sandbox
            .line(line)
            .mentions("write a time longer than 0, such as 10s or 500ms")
            .exits(2);
    }
}
