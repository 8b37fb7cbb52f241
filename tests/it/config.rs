//! `aoc config`: the values in effect with their sources, and files that are edited in place.

use std::fs::File;
use std::io::{BufRead, BufReader};

use crate::sandbox::Sandbox;

const USER: &str = "../config/aoc/config.toml";

/// A project with a year. Variables of other tests are not set.
fn project() -> Sandbox {
    let manifest = "[workspace] # mine\n\n[workspace.metadata.aoc]\n# ours\nyear = 2020 # new\n";
    Sandbox::new()
        .without("AOC_BASE_URL")
        .file("Cargo.toml", manifest)
        .file("days/year2020/Cargo.toml", "")
}

#[test]
fn all_settings_are_listed_with_their_sources() {
    let sandbox = project()
        .file(USER, "contact = 'me@example.org'\nyear = 2019\n")
        .env("AOC_LEADERBOARD", "1001?view_key=abcdef");
    let listed = "year          2020 (project)
contact       me@example.org (user config)
address       https://adventofcode.com (default)
spacing       some requests at once, then one every 2 s (default)
timeout       1 minute (default)
leaderboard   1001?view_key=… (environment)
inputs        inputs, in the project (default)
editor        VISUAL, EDITOR, or the editor whose terminal this is (default)
editor-pane   true (default)
";
    let done = sandbox.line("config").says("").exits(0);
    assert_eq!(done.stdout, listed);
    let json = sandbox.line("config --json").exits(0).json();
    assert_eq!(json["schema"], "aoc-config/1");
    assert_eq!(json["settings"][0]["from"], "project");
    assert_eq!(json["settings"][1]["from"], "user");
    assert!(json["settings"][2]["from"].is_null());
    sandbox
        .line("config year")
        .says("")
        .prints("2020\n")
        .exits(0);
    sandbox.line("config timeout --json").says("").exits(0);
    let says = "note: timeout is not set; the default: 1 minute\n";
    sandbox
        .line("config timeout")
        .says(says)
        .prints("")
        .exits(0);
}

#[test]
fn a_value_is_set_and_removed_and_all_else_stays_as_it_was_written() {
    let old = "\u{feff}# my own\r\ncontact = 'me@example.org' # always\r\n\r\n# the club\r\nleaderboard = 7\r\n";
    let sandbox = project().file(USER, old);
    let done = sandbox.line("config leaderboard 1001").exits(0);
    done.says("").shows("leaderboard is set in ");
    let new = old.replace("= 7", "= 1001");
    assert_eq!(sandbox.read(USER), new);
    sandbox.line("config inputs ../private").exits(0);
    let longer = format!("{new}inputs = \"../private\"\r\n");
    assert_eq!(sandbox.read(USER), longer);
    sandbox.line("config --unset inputs").exits(0).says("");
    assert_eq!(sandbox.read(USER), new);
    sandbox.line("config contact --unset").exits(0).says("");
    let unset = "\u{feff}# my own\r\n# always\r\n\r\n# the club\r\nleaderboard = 1001\r\n";
    assert_eq!(sandbox.read(USER), unset);
    let done = sandbox.line("config contact --unset").exits(0);
    done.shows("contact is not set in ");
    // A text stays a text, whatever it looks like.
    for (setting, line) in [
        ("inputs 2020", "inputs = \"2020\""),
        ("inputs true", "inputs = \"true\""),
        ("editor-pane false", "editor-pane = false"),
    ] {
        sandbox.remove(USER);
        sandbox.line(&format!("config {setting}")).exits(0);
        assert_eq!(sandbox.read(USER), format!("{line}\n"));
    }
    sandbox.remove(USER);
    sandbox.write(&format!("{USER}/file"), "");
    sandbox.line("config").mentions("cannot read").exits(8);
    sandbox.remove(&format!("{USER}/file"));
    std::fs::remove_dir(sandbox.path(USER)).expect("a folder");
    // The first setting creates the file. Other users cannot read it.
    sandbox
        .line("config year 2021")
        .exits(0)
        .says("note: the project's Cargo.toml takes precedence: year is 2020\n");
    assert_eq!(sandbox.read(USER), "year = 2021\n");
    let variable = project().env("AOC_YEAR", "2022");
    variable
        .line("config year 2021 --project")
        .exits(0)
        .says("note: AOC_YEAR takes precedence: year is 2022\n");
    // Which folder is meant is only known in a project.
    let outside = Sandbox::new().line("config inputs private").exits(0);
    outside.says("");
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let metadata = std::fs::metadata(sandbox.path(USER)).expect("a file");
        assert_eq!(metadata.mode() & 0o777, 0o600);
    }
}

#[test]
fn a_project_has_its_settings_in_its_manifest() {
    let sandbox = project();
    let done = sandbox.line("config year 2021 --project").exits(0);
    done.says("").prints("year is set in Cargo.toml\n");
    let manifest = sandbox.read("Cargo.toml");
    assert!(
        manifest.ends_with("# ours\nyear = 2021 # new\n"),
        "{manifest}"
    );
    let link = "1001?view_key=1a2b3c4d";
    let set = sandbox.line(&format!("config leaderboard {link} --project"));
    set.exits(0).prints("leaderboard is set in Cargo.toml\n").says(
        "warning: the manifest has the view key now: keep it out of a repository that others can \
         read; without --project it is set only for you\n",
    );
    assert!(sandbox.read("Cargo.toml").contains(link));
    let own = project().line(&format!("config leaderboard {link}"));
    own.exits(0).says("");
    let done = sandbox.line("config leaderboard 1001 --project").exits(0);
    done.says("");
    sandbox.line("config year --unset --project").exits(0);
    let manifest = sandbox.read("Cargo.toml");
    let expected =
        "[workspace] # mine\n\n[workspace.metadata.aoc]\n# ours\n# new\nleaderboard = 1001\n";
    assert_eq!(manifest, expected);
    sandbox
        .line("config leaderboard --unset --project")
        .exits(0);
    let expected = "[workspace] # mine\n\n# ours\n# new\n[workspace.metadata.aoc]\n";
    assert_eq!(sandbox.read("Cargo.toml"), expected);
    // The repository may have no table yet.
    let bare = sandbox.file("Cargo.toml", "[workspace]\nmembers = []\n");
    let done = bare.line("config year --unset --project").exits(0);
    done.prints("year is not set in Cargo.toml\n").says("");
    assert_eq!(bare.read("Cargo.toml"), "[workspace]\nmembers = []\n");
    // A table may be written in one line.
    let bare = bare.file(
        "Cargo.toml",
        "[workspace]\nmetadata = { aoc = { year = 2020 } }\n",
    );
    let done = bare.line("config year 2021 --project").exits(0);
    done.says("");
    assert_eq!(
        bare.read("Cargo.toml"),
        "[workspace]\nmetadata = { aoc = { year = 2021 } }\n"
    );
    bare.line("config year --unset --project").exits(0).says("");
    assert_eq!(
        bare.read("Cargo.toml"),
        "[workspace]\nmetadata = { aoc = {} }\n"
    );
    for (manifest, table) in [
        ("[workspace.metadata]\naoc = 5\n", "aoc"),
        ("[workspace]\nmetadata = 5\n", "metadata"),
        ("workspace = 5\n", "workspace"),
    ] {
        bare.write("Cargo.toml", manifest);
        let done = bare.line("config year 2021 --project").exits(2);
        done.mentions(&format!(
            "Cargo.toml: `{table}` is not a table: make it one\n"
        ));
        assert_eq!(bare.read("Cargo.toml"), manifest);
    }
    let bare = bare.file("Cargo.toml", "[workspace]\nmembers = []\n");
    bare.line("config year 2022 --project").exits(0).says("");
    let expected = "[workspace]\nmembers = []\n\n[workspace.metadata.aoc]\nyear = 2022\n";
    assert_eq!(bare.read("Cargo.toml"), expected);
    let says = "aoc: `../x` is outside of the project: a project cannot set that, but you can, \
                without --project\n";
    bare.line("config inputs ../x --project")
        .says(says)
        .exits(2);
    assert_eq!(bare.read("Cargo.toml"), expected);
    bare.line("config inputs private --project").exits(0);
    let expected = format!("{expected}inputs = \"private\"\n");
    assert_eq!(bare.read("Cargo.toml"), expected);
    let outside = Sandbox::new().line("config year 2022 --project");
    outside.exits(2).mentions("aoc: no aoc project here");
}

#[test]
fn a_wrong_setting_is_refused_and_one_that_is_there_can_be_corrected() {
    let sandbox = project().file(USER, "year = 'soon'\n");
    for (line, says) in [
        (
            "config yaer",
            "unknown setting `yaer`; did you mean `year`?",
        ),
        (
            "config colour red",
            "unknown setting `colour`; the settings are year, contact, address, spacing, timeout, leaderboard, inputs, editor, editor-pane",
        ),
        (
            "config year soon",
            "year: `soon` is not a year from 2015 on",
        ),
        (
            "config year 1999",
            "year: `1999` is not a year from 2015 on",
        ),
        (
            "config address http://x",
            "address: only AOC_BASE_URL can set it: no file decides how the site is asked",
        ),
        (
            "config editor hx --project",
            "editor: only your own settings or AOC_EDITOR can set it, because a repository that you clone must not start programs",
        ),
        (
            "config year 2020 --unset",
            "the argument '[VALUE]' cannot be used with '--unset'; see `aoc config -h`",
        ),
        (
            "config contact --usnet",
            "unknown option `--usnet`; did you mean `--unset`? see `aoc config -h`",
        ),
        (
            "config editor --projct",
            "unknown option `--projct`; did you mean `--project`? see `aoc config -h`",
        ),
        ("config year -1", "year: `-1` is not a year from 2015 on"),
        (
            "config year --project",
            "missing VALUE or --unset; see `aoc config -h`",
        ),
    ] {
        let done = sandbox.line(line).prints("").exits(2);
        assert_eq!(done.stderr, format!("aoc: {says}\n"), "{line}");
    }
    assert_eq!(sandbox.read(USER), "year = 'soon'\n");
    let listed = sandbox
        .line("config")
        .exits(2)
        .mentions("`soon` is not a year");
    listed.shows("year          2020 (project)\n");
    let one = sandbox.line("config year").prints("2020\n").exits(2);
    one.mentions("`soon` is not a year");
    let changed = project()
        .env("AOC_YEAR", "soon")
        .line("config year")
        .exits(2);
    changed.mentions("AOC_YEAR").prints("2020\n");
    // An invalid value is not a missing value.
    for (text, says) in [
        (
            "year = 'soon'\n",
            "year: `soon` is not a year from 2015 on\n",
        ),
        ("year = [\n", "not valid TOML in line "),
    ] {
        let sandbox = Sandbox::project().file(USER, text);
        let done = sandbox.line("config year").prints("").exits(2);
        let done = done.mentions(says);
        assert!(!done.stderr.contains("is not set"), "{done:#?}");
    }
    sandbox.line("config year 2021").exits(0);
    assert_eq!(sandbox.read(USER), "year = 2021\n");
    sandbox.write(USER, "year = [\n");
    let broken = sandbox.line("config year 2021").exits(2);
    broken.mentions("not valid TOML in line ");
    assert_eq!(sandbox.read(USER), "year = [\n");
}

#[test]
fn commands_that_use_no_setting_run_beside_a_wrong_one() {
    let text = "year = [\n";
    let sandbox = Sandbox::new().file(USER, text);
    for line in ["completions fish", "completions bash", "man", "logout"] {
        let done = sandbox.line(line).says("").exits(0);
        assert!(!done.stdout.is_empty(), "{line}");
    }
    // A new repository has the usual folder of inputs.
    sandbox.line("init my").exits(0);
    assert!(sandbox.path("my/.gitignore").is_file());
    sandbox.line("init my --update").exits(0);
    // The setting may name another folder.
    for line in [
        "-C my init",
        "-C my init --vscode",
        "-C my run",
        "-C my status",
    ] {
        sandbox
            .line(line)
            .exits(2)
            .mentions("not valid TOML in line ");
    }
    assert!(!sandbox.path("my/.vscode").exists());
    assert_eq!(sandbox.read(USER), text);
}

/// Each process edits what the others have written.
#[test]
fn settings_that_are_set_at_the_same_time_are_all_kept() {
    let sandbox = project();
    for (flags, file) in [(&[][..], USER), (&["--project"], "Cargo.toml")] {
        for _ in 0..5 {
            sandbox.write(USER, "");
            sandbox.write("Cargo.toml", "[workspace.metadata.aoc]\n");
            let settings = [("year", "2021"), ("leaderboard", "7"), ("contact", "a@b.c")];
            let started = settings.map(|(key, value)| {
                let arguments = [&["config", key, value], flags].concat();
                sandbox.command(&arguments).spawn().expect("aoc starts")
            });
            for aoc in started {
                let done = aoc.wait_with_output().expect("aoc ends");
                assert!(done.status.success(), "{done:?}");
            }
            let text = sandbox.read(file);
            for (key, _) in settings {
                assert!(text.contains(key), "{key} is missing in {text}");
            }
        }
    }
}

#[test]
fn a_link_to_a_file_of_settings_is_followed() {
    let sandbox = project();
    for old in [Some("year = 2019\n"), None] {
        sandbox.link(USER, "../../dot/c.toml");
        if let Some(old) = old {
            sandbox.write("../dot/c.toml", old);
        }
        let done = sandbox.line("config leaderboard 7").exits(0);
        done.says("").shows("/aoc/config.toml\n");
        assert!(sandbox.path(USER).is_symlink());
        let new = format!("{}leaderboard = 7\n", old.unwrap_or_default());
        assert_eq!(sandbox.read("../dot/c.toml"), new);
        for file in [USER, "../dot/c.toml"] {
            sandbox.remove(file);
        }
    }
    sandbox.write("../dot/Cargo.toml", sandbox.read("Cargo.toml"));
    sandbox.remove("Cargo.toml");
    sandbox.link("Cargo.toml", "../dot/Cargo.toml");
    sandbox.line("config year 2021 --project").exits(0).says("");
    let manifest = sandbox.read("../dot/Cargo.toml");
    assert!(manifest.contains("year = 2021"), "{manifest}");
    assert!(sandbox.path("Cargo.toml").is_symlink());
    // A repository does not decide where `aoc` writes.
    sandbox.git("init --quiet");
    sandbox.git("add Cargo.toml");
    let done = sandbox.line("config year 2022 --project").exits(8);
    done.mentions("git tracks the link Cargo.toml, which leads out of the repository");
    assert_eq!(sandbox.read("../dot/Cargo.toml"), manifest);
}

/// The lock on a manifest is that of the repository, even if the manifest is a link.
#[test]
fn a_project_setting_waits_for_another_aoc_in_the_repository() {
    let sandbox = project();
    sandbox.write("../dot/Cargo.toml", sandbox.read("Cargo.toml"));
    sandbox.remove("Cargo.toml");
    sandbox.link("Cargo.toml", "../dot/Cargo.toml");
    sandbox.line("init --vscode").exits(0);
    let locks = sandbox.files("../cache/aoc/locks");
    let [lock] = &locks[..] else {
        panic!("one lock: {locks:?}");
    };
    let path = sandbox.path("../cache/aoc/locks").join(lock);
    let lock = File::open(path).expect("the lock of the repository");
    lock.lock().expect("it is free");
    let mut config = sandbox.command(&["config", "year", "2021", "--project"]);
    let mut aoc = config.spawn().expect("aoc starts");
    let mut note = String::new();
    let mut stderr = BufReader::new(aoc.stderr.take().expect("a pipe"));
    stderr.read_line(&mut note).expect("text");
    assert_eq!(
        note,
        "note: waiting for another aoc that changes the same files\n"
    );
    lock.unlock().expect("unlocked");
    assert!(aoc.wait().expect("aoc ends").success());
    assert!(sandbox.read("Cargo.toml").contains("year = 2021"));
}

#[test]
fn a_change_in_json_says_what_was_done() {
    let sandbox = Sandbox::project();
    for (line, status) in [
        ("config year 2021 --json", "set"),
        ("config year --unset --json", "removed"),
        ("config year --unset --json", "not-set"),
    ] {
        let json = sandbox.line(line).exits(0).json();
        assert_eq!(json["schema"], "aoc-config/1");
        assert_eq!(json["key"], "year");
        assert_eq!(json["status"], status, "{line}");
        assert!(json["file"].is_string());
    }
}

#[test]
fn a_folder_of_inputs_that_the_project_may_not_name_is_in_no_list() {
    let sandbox = project();
    sandbox.write("Cargo.toml", "[workspace.metadata.aoc]\ninputs = '../x'\n");
    let refused = "warning: the inputs cannot be in ../x, which is outside of the project: to \
                   allow that, set it for yourself with `aoc config inputs ../x`, or AOC_INPUTS\n";
    let listed = sandbox.line("config").exits(0).says(refused);
    listed.shows("inputs        inputs, in the project (default)\n");
    sandbox.line("config inputs").mentions(refused).prints("");
    let missing = "warning: in this project, `inputs` is /own, which is not a folder: create it, \
                   or correct the setting\n";
    sandbox.line("config inputs /own").exits(0).says(missing);
    sandbox.line("config inputs").prints("/own\n").says("");
    let listed = sandbox.line("config").exits(0).says("");
    listed.shows("inputs        /own (user config)\n");
    let done = sandbox
        .env("AOC_INPUTS", "/other")
        .line("accept 2016/1 42 -p 1");
    done.exits(8).mentions("correct AOC_INPUTS\n");
}
