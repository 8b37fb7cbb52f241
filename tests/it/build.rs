//! Building workers. A build always uses the saved code. It does nothing if that code was already
//! built. Each test uses its own year of the shared project.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use crate::process::{Running, ps_column, wait_for_end};
use crate::sandbox::{Done, Sandbox};
use crate::shared_project::Year;

impl Sandbox {
    /// Uses a script as cargo.
    pub fn cargo(self, script: &str) -> Self {
        let bin = self.outside("bin");
        fs::create_dir_all(&bin).expect("a folder");
        // The file is not written in place. Another test may be starting a program at this moment,
        // and then has the file open.
        let new = bin.join("new");
        fs::write(&new, script).expect("a file");
        fs::set_permissions(&new, fs::Permissions::from_mode(0o755)).expect("a program");
        fs::rename(new, bin.join("cargo")).expect("a file");
        let path = std::env::var_os("PATH").unwrap_or_default();
        let folders = std::iter::once(bin).chain(std::env::split_paths(&path));
        self.env("PATH", std::env::join_paths(folders).expect("a path"))
    }
}

impl Year {
    fn cargo(self, script: &str) -> Self {
        let world = self.world.cargo(script);
        Self { world, ..self }
    }

    fn run(&self, day: u8, flags: &[&str]) -> Done {
        let selector = format!("{}/{day}", self.year);
        let run = ["run", &selector, "--json", "--no-examples"];
        self.world.aoc(&[&run, flags].concat())
    }
}

#[test]
fn a_year_is_a_program_of_its_own_and_a_day_may_be_gone() {
    let it = Year::empty(2018);
    it.day(1, "input.len() + 38");
    it.run(1, &[]).exits(0);
    let mut cargo = it.world.program("cargo");
    cargo.args("run --offline -q -p year2018 -- 1 --example".split(' '));
    let done: Done = cargo.output().expect("cargo runs").into();
    assert!(done.exits(0).stdout.contains("41"));
    fs::remove_file(it.path("day01.rs")).expect("a file");
    it.run(1, &[])
        .mentions("aoc: no solution for 2018/1: create it with `aoc new 2018/1`\n")
        .exits(2);
    // The program of a day that was built before is up to date, and `main.rs` follows the files.
    it.day(2, "input.len() + 39");
    it.run(2, &[]).exits(0);
    it.day(3, "input.len() + 40");
    it.run(2, &[]).exits(0);
    let main = || fs::read_to_string(it.path("main.rs")).expect("a file");
    assert!(main().contains("mod day03;"), "{}", main());
    fs::remove_file(it.path("day03.rs")).expect("a file");
    it.run(2, &[]).exits(0);
    assert!(!main().contains("mod day03;"), "{}", main());
}

#[test]
fn a_compiler_that_is_too_old_is_named() {
    let old = "rustc 1.70.0 (90c541806 2023-05-31)\nbinary: rustc\nhost: \
               x86_64-unknown-linux-gnu\nrelease: 1.70.0\nLLVM version: 16.0.2\n";
    let it = Year::empty(2049);
    it.day(1, "input.len()");
    let rustc = it.world.outside("old-rustc");
    fs::write(&rustc, format!("#!/bin/sh\nprintf '{old}'\n")).expect("a file");
    fs::set_permissions(&rustc, fs::Permissions::from_mode(0o755)).expect("a program");
    let it = it.env("RUSTC", rustc);
    let done = it.run(1, &[]).exits(1);
    let last = done.stderr.lines().last().unwrap_or_default();
    let says = "; rustc 1.70.0 is older than 1.91, which days need: run `rustup update`";
    assert!(last.ends_with(says), "{done:?}");
    let done = it.world.line("doctor --offline");
    done.shows("rustc 1.70.0 is older than 1.91, which days need")
        .shows("    rustup update\n");
}

/// Rustup updates no toolchain that a file chooses by its version. Cargo is a script, because
/// rustup would install this toolchain.
#[test]
fn a_file_that_chooses_an_old_compiler_is_named() {
    let says = "rustc 1.70.0 is older than 1.91, which days need";
    let advice = "write a newer version into rust-toolchain.toml, or run `rustup update` if it \
                  names none";
    let sandbox = Sandbox::project()
        .file("days/year2020/Cargo.toml", "[package]\nname = 'year2020'\n")
        .file(
            "days/year2020/day01.rs",
            "aoc_solution::functions!(Day01, \"\");\n",
        )
        .file("rust-toolchain.toml", "toolchain.channel = '1.70.0'\n")
        .cargo("#!/bin/sh\necho 'error: it is old'\nexit 1\n");
    let rustc = sandbox.outside("bin/old-rustc");
    fs::write(&rustc, "#!/bin/sh\necho rustc 1.70.0\n").expect("a file");
    fs::set_permissions(&rustc, fs::Permissions::from_mode(0o755)).expect("a program");
    let sandbox = sandbox.env("RUSTC", rustc);
    let done = sandbox.line("run 2020/1 --example").exits(1);
    done.says(&format!("aoc: it is old; {says}: {advice}\n"));
    let done = sandbox.line("doctor --offline").shows(says);
    done.shows(&format!("    {advice}\n"));
}

/// Cargo reads the manifests of all years before it builds one of them.
#[test]
fn an_error_of_cargo_that_stops_several_years_is_shown_once() {
    let error = "error: a wrong key\n --> days/year2020/Cargo.toml:2:6\n";
    let mut sandbox = Sandbox::project().cargo(&format!("#!/bin/sh\necho '{error}'\nexit 1\n"));
    for year in [2020, 2021] {
        let manifest = format!("[package]\nname = 'year{year}'\n");
        let day = "aoc_solution::functions!(Day01, \"\");\n";
        sandbox = sandbox
            .file(&format!("days/year{year}/Cargo.toml"), manifest)
            .file(&format!("days/year{year}/day01.rs"), day);
    }
    let done = sandbox.line("run 2020/1 2021/1 --example").exits(1);
    assert_eq!(done.stderr.matches(error).count(), 1, "{done:#?}");
    done.shows("2020/1, 2021/1  error: days/year2020/Cargo.toml:2:6: a wrong key");
}

/// Cargo's own messages do not say what the user has to do.
#[test]
fn a_missing_library_and_a_year_outside_of_the_workspace_are_explained() {
    let sandbox = Sandbox::new();
    sandbox.line("init").exits(0);
    sandbox.line("new 2016/1").exits(0);
    let manifest = sandbox.read("Cargo.toml");
    let others = manifest.replace("days/year*", "days/year2015");
    sandbox.write(
        "days/year2015/Cargo.toml",
        sandbox
            .read("days/year2016/Cargo.toml")
            .replace("2016", "2015"),
    );
    sandbox.write("days/year2015/main.rs", "fn main() {}\n");
    sandbox.write("Cargo.toml", others);
    let done = sandbox.line("run 2016/1 --example").exits(1);
    let last = done.stderr.lines().last().unwrap_or_default();
    let says = "; days/year2016 is not a member of the workspace, so it cannot be built: add \
                \"days/year*\" to `members` in Cargo.toml";
    assert!(last.ends_with(says), "{done:?}");
    sandbox.write("Cargo.toml", &manifest);
    // Such a folder stops all years.
    for (folder, advice) in [
        (
            "year20",
            "remove the folder, because it is a member of the workspace",
        ),
        ("year2017", "`aoc new 2017/1` creates it"),
    ] {
        let path = sandbox.path(&format!("days/{folder}"));
        fs::create_dir(&path).expect("a folder");
        let says = format!("days/{folder}/Cargo.toml is missing: {advice}");
        let done = sandbox.line("run 2016/1 --example").exits(1);
        done.mentions(&says);
        sandbox.line("doctor --offline").shows(&says);
        let vendor = "\"vendor/aoc-solution\"";
        let excluded = format!("{vendor}, \"days/{folder}\"");
        sandbox.write("Cargo.toml", manifest.replacen(vendor, &excluded, 1));
        let done = sandbox.line("doctor --offline");
        assert!(!done.stdout.contains(folder), "{done:?}");
        sandbox.write("Cargo.toml", &manifest);
        fs::remove_dir(path).expect("a folder");
    }
    // A folder of a year was copied to begin another one.
    let copy = "days/year2018/Cargo.toml";
    sandbox.write(copy, sandbox.read("days/year2016/Cargo.toml"));
    sandbox.write("days/year2018/main.rs", "fn main() {}\n");
    let done = sandbox.line("run 2016/1 --example").exits(1);
    let last = done.stderr.lines().last().unwrap_or_default();
    let says = "days/year2018/Cargo.toml names its package `year2016`, so cargo cannot build it: \
                write `year2018` in each `name`";
    let packages = "aoc: two packages named `year2016` in this workspace; ";
    assert_eq!(last, format!("{packages}{says}"), "{done:?}");
    sandbox.line("doctor --offline").shows(says);
    fs::remove_dir_all(sandbox.path("days/year2018")).expect("a folder");
    fs::remove_dir_all(sandbox.path("vendor")).expect("a folder");
    let done = sandbox.line("run 2016/1 --example").exits(1);
    let last = done.stderr.lines().last().unwrap_or_default();
    let says = "; vendor/aoc-solution is missing: `aoc init` creates it";
    assert!(last.ends_with(says), "{done:?}");
}

#[test]
fn what_the_compiler_says_is_shown_as_cargo_shows_it() {
    let it = Year::empty(2020);
    it.day(1, "{ let unused = 1; input.len() }");
    it.write("grid.rs", "pub fn of_no_day() {}\n");
    it.run(1, &[])
        .mentions("warning: unused variable: `unused`\n")
        .mentions("--> days/year2020/day01.rs:16:")
        .exits(0);
    // Nothing is built, so there is no message.
    it.run(1, &[]).says("").exits(0);
    let color = ["run", "2020/1", "--dev", "--color", "always"];
    let done = it.world.aoc(&color);
    assert!(done.stderr.contains("\u{1b}["), "{done:#?}");
    it.day(1, "{ let unused = 2; input.len() }");
    it.run(1, &["-q"]).says("").exits(0);

    // Several days are built with their year. Days that do not compile are left out.
    it.day(2, "input.length()");
    let done = it.world.line("run 2020/1-2 2016/2 --json");
    let done = done
        .mentions("error[E0599]: no method named `length`")
        .mentions("--> days/year2020/day02.rs:16:19")
        .mentions("For more information about this error, try `rustc --explain E0599`.\n");
    assert!(!done.stderr.contains('\u{1b}'), "{done:#?}");
    let results = done.exits(1).json()["results"].clone();
    let answers = [0, 1].map(|result| results[result]["phases"][1]["answer"].as_str());
    assert_eq!(answers, [Some("5"); 2]);

    // Mistakes with `functions!` have their own errors.
    for (day, input, parse, part1) in [
        (4, "u32", "u32 { 1 }", "(x: &u64) -> u64 { *x }"),
        (5, "u32", "u64 { 1 }", "(x: &u32) -> u32 { *x }"),
        (6, "u32", "u32 { 1 }", "(x: u32) -> Vec<u32> { vec![x] }"),
    ] {
        let text = format!(
            "aoc_solution::functions!(Day{day:02}, \"A Day\", {input});\n\
             fn parse(_: &str) -> {parse}\nfn part1{part1}\n"
        );
        it.write(&format!("day{day:02}.rs"), text);
    }
    it.world
        .line("run 2020/4-6")
        .mentions("part1}` does not take the input, which is `u32`\n")
        .mentions("error[E0277]: `parse` returns `u64`, and not `u32`, the type after the title")
        .mentions("error[E0277]: `Vec<u32>` cannot be an answer\n")
        .exits(1);
    let message = results[2]["message"].as_str().expect("a message");
    assert!(message.starts_with("days/year2020/day02.rs:16:19: no method named `length` found"));
    let done = it.run(2, &["-q"]).mentions("error[E0599]").exits(1);
    assert!(!done.stderr.contains("--explain"), "{done:#?}");

    // The place of an error is a path from the current folder, which an editor can open.
    let days = it.world.path("days");
    let done = it.world.in_folder(days).line("-q run 2020/2 --json");
    let message = done.json()["results"][0]["message"].take();
    let place = message
        .as_str()
        .and_then(|message| message.split(' ').next());
    assert_eq!(place, Some("year2020/day02.rs:16:19:"));
}

#[test]
fn the_usual_profile_checks_overflows_and_dev_has_debug_assertions() {
    // The result is the same if an outer cargo runs `aoc`, in any build folder.
    let it = Year::empty(2017)
        .env("CARGO_PKG_NAME", "aoc-kit")
        .env("CARGO_TARGET_DIR", "/outer/target");
    it.day(1, "cfg!(debug_assertions).to_string()");
    it.day(2, "250u8 + std::hint::black_box(input.len() as u8 + 1)");
    for (day, flags, expected) in [
        (1, &[][..], "false"),
        (1, &["--dev"], "true"),
        // A panic is better than a wrong answer.
        (2, &[], "panic"),
    ] {
        let part1 = it.run(day, flags).json()["results"][0]["phases"][1].take();
        let is_right = part1["answer"] == expected || part1["status"] == expected;
        assert!(is_right, "{part1}");
    }
}

/// Cargo knows whether a program checks for overflows, wherever the user has decided that.
#[test]
fn times_are_called_those_of_checked_code_only_if_they_are() {
    let year = Year::apart(2044);
    year.day(1, "input.len()");
    let claim = "timed with overflow checks on: measure with `aoc bench 2044/1`\n";
    let run = |is_checked: bool| {
        let done = year.world.line("run 2044/1 -v").exits(0);
        assert_eq!(done.stdout.contains(claim), is_checked, "{done:#?}");
    };
    run(true);
    let unchecked = "[profile.aoc.package.year2044]\noverflow-checks = false\n";
    year.world.write(".cargo/config.toml", unchecked);
    run(false);
    // Now cargo is not called.
    run(false);
    // A day that did not run has no time.
    year.world.write(".cargo/config.toml", "");
    year.world.remove("inputs/year2044/day02.txt");
    let code =
        "aoc_solution::functions!(Day02, \"Two\");\nfn part1(text: &str) -> usize { text.len() }\n";
    year.write("day02.rs", code);
    let done = year.world.line("run 2044/1-2 -v");
    done.shows(claim);
}

#[test]
fn without_cargo_nobody_can_say_what_is_wrong_with_the_day() {
    let it = Year::empty(2019).env("PATH", "");
    it.day(1, "20");
    let says = "aoc: no cargo on PATH: install Rust from https://rustup.rs, or correct PATH\n";
    it.world.line("gen 2019/1").says(says).prints("").exits(8);
}

#[test]
fn cargo_may_ask_on_the_terminal_and_ends_with_aoc() {
    let script = "#!/bin/sh\nsleep 600 &\necho \"group\" $(ps -o pgid= -p $$) >&2\n\
                  echo \"process $!\" >&2\nwait\n";
    let it = Year::empty(2026).cargo(script);
    it.day(1, "5");
    for signal in ["INT", "HUP"] {
        let mut running = Running::start(it.world.command(&["run", "2026/1"]));
        // Every group except that of `aoc` is in the background.
        let group = running.stderr.line("group ");
        assert_eq!(
            Some(group),
            ps_column(&std::process::id().to_string(), "pgid")
        );
        let process = running.stderr.line("process ");
        running.signal(signal);
        let done = running.end().exits(130);
        assert!(done.stderr.ends_with("aoc: interrupted\n"), "{done:#?}");
        // This process stands for a compiler.
        wait_for_end(&process);
    }

    // Ctrl-C also reaches cargo, which may end first.
    let it = it.cargo("#!/bin/sh\nkill -INT $$\n");
    it.run(1, &[]).mentions("aoc: interrupted").exits(130);
}
