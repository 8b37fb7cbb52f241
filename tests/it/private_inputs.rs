//! Inputs outside of the project: `inputs` in `[workspace.metadata.aoc]`.

use std::fs;

use crate::sandbox::{Done, Sandbox};
use crate::site::pages::{good_site, page};

/// Sets the folder in the project's settings and in the user's.
fn set(sandbox: &Sandbox, inputs: &str) {
    set_project(sandbox, inputs);
    let own = "../config/aoc/config.toml";
    sandbox.write(own, format!("inputs = '{inputs}'\n"));
}

fn set_project(sandbox: &Sandbox, inputs: &str) {
    let table = "[workspace]\n[workspace.metadata.aoc]\n";
    sandbox.write("Cargo.toml", format!("{table}inputs = '{inputs}'\n"));
}

const ACCEPT: &str = "accept 2016/1 42 -p 1";

#[test]
fn they_are_found_relative_to_the_root_wherever_one_stands() {
    let sandbox = Sandbox::project()
        .file("days/year2016/day01.rs", "impl Solution for Day01 {}")
        .file("../private/year2016/day01.txt", "input\n")
        .file("../home/aoc/year2016/day01.txt", "input\n");
    let [private, home] = ["private", "home/aoc"].map(|folder| sandbox.outside(folder));
    let inside = sandbox.path("days/year2016");
    let absolute = private.display().to_string();
    for (setting, folder) in [
        ("./../private/", &private),
        (&absolute, &private),
        ("~/aoc", &home),
    ] {
        set(&sandbox, setting);
        let mut list = sandbox.command(&["list", "--json"]);
        let listed: Done = list.current_dir(&inside).output().expect("aoc").into();
        let expected = folder.join("year2016/day01.txt").display().to_string();
        let listed = listed.exits(0).json();
        assert_eq!(listed["puzzles"][0]["inputs"][0], expected, "{setting}");
    }
    sandbox.line(ACCEPT).exits(0);
    assert!(home.join("year2016/day01.answers.toml").is_file());
    assert!(!sandbox.path("inputs").exists());
}

#[test]
fn a_folder_that_cannot_be_used_is_named() {
    let modules = "[submodule \"x\"]\n\tpath = checked\n\turl = ../x\n";
    let sandbox = Sandbox::project()
        .file("../file", "")
        .file("../own/README", "")
        .file("days/year2016/day01.rs", "impl Solution for Day01 {}")
        .file(".gitmodules", modules);
    fs::create_dir(sandbox.path("checked")).expect("a folder");
    let missing = "/privte, which is not a folder: create it, or correct the setting `inputs`";
    let submodule = "/checked, which is not checked out: run `git submodule update --init`\n";
    for (inputs, says) in [
        ("../privte", missing),
        ("checked", submodule),
        ("../file", "/file, which is not a folder: "),
    ] {
        set(&sandbox, inputs);
        // In a checkout for CI the submodule is not checked out, and the other commands need
        // nothing.
        let exit = if inputs == "checked" { 0 } else { 8 };
        for (line, exit) in [
            (ACCEPT, 8),
            ("fetch 2016/1", 8),
            ("list", exit),
            ("verify", exit),
            ("status", 0),
        ] {
            let done = sandbox.line(line).mentions(says).exits(exit);
            assert_eq!(done.stderr.matches(says).count(), 1, "{done:#?}");
        }
    }
    // No command can store the answers.
    set(&sandbox, "checked");
    let done = sandbox.line("verify");
    done.prints("1 day without accepted answers: 2016/1\n")
        .exits(0);
    assert!(!sandbox.outside("privte").exists());
    // The submodule may belong to a repository above the project.
    sandbox.git("-C .. init --quiet");
    fs::rename(sandbox.path(".gitmodules"), sandbox.outside(".gitmodules")).expect("a file");
    sandbox.write(
        "../.gitmodules",
        modules.replace("checked", "project/checked"),
    );
    set(&sandbox, "checked");
    sandbox.line(ACCEPT).mentions(submodule).exits(8);
    sandbox.line("list").mentions(submodule).exits(0);
    // A cloned project cannot name a folder outside of it, but the user can.
    sandbox.remove("../config/aoc/config.toml");
    for outside in ["../../..", "~", "/", "in/../../own"] {
        set_project(&sandbox, outside);
        let says = ", which is outside of the project: to allow that, set it for yourself with \
                    `aoc config inputs ";
        for line in [ACCEPT, "list", "verify"] {
            sandbox.line(line).mentions(says).exits(8);
        }
    }
    assert!(!sandbox.path("inputs").exists());
    let sandbox = sandbox.env("AOC_INPUTS", "../privte");
    let done = sandbox.line(ACCEPT).exits(8);
    done.mentions("create it, or correct AOC_INPUTS\n");
    let sandbox = sandbox.env("AOC_INPUTS", "../own");
    sandbox.line(ACCEPT).exits(0);
    assert!(sandbox.outside("own/year2016/day01.answers.toml").is_file());
}

#[test]
fn a_link_that_the_project_names_leads_nowhere_else() {
    let sandbox = Sandbox::project()
        .file("../own/README", "")
        .file("days/year2016/day01.rs", "impl Solution for Day01 {}");
    sandbox.link("data", "../own");
    fs::create_dir(sandbox.outside("own/below")).expect("a folder");
    for inputs in ["data", "data/below", "./data/../data"] {
        set_project(&sandbox, inputs);
        let says = format!("the inputs cannot be in {inputs}, which is outside of the project: ");
        sandbox.line(ACCEPT).mentions(&says).exits(8);
    }
    assert_eq!(sandbox.files("../own"), ["README"]);
    // The user can set it.
    set(&sandbox, "data");
    sandbox.line(ACCEPT).exits(0);
    let files = ["README", "year2016/day01.answers.toml"];
    assert_eq!(sandbox.files("../own"), files);
}

#[test]
fn no_link_that_git_tracks_leads_the_inputs_elsewhere() {
    for (link, target, setting) in [
        ("data/year2020", "../../own", Some("data")),
        ("inputs/year2020", "../../own", None),
        ("inputs", "../own", None),
    ] {
        let site = good_site();
        let sandbox = Sandbox::project()
            .site(&site)
            .file("../own/README", "")
            .file("data/README", "");
        if let Some(setting) = setting {
            set_project(&sandbox, setting);
        }
        sandbox.tracked_link(link, target);
        let says = format!("git tracks the link {link}, which leads out of the repository, ");
        for line in ["fetch 2020/22", "accept 2020/22 42 -p 1"] {
            sandbox.line(line).mentions(&says).exits(8);
            assert_eq!(sandbox.files("../own"), ["README"], "{link}");
        }
        assert_eq!(site.paths(), [""; 0]);
        // A link that git does not track belongs to the user.
        sandbox.git(&format!("rm --quiet --cached {link}"));
        sandbox.line("fetch 2020/22").exits(0);
        assert!(sandbox.files("../own").len() > 1, "{link}");
    }
}

#[test]
fn a_link_that_git_tracks_is_followed_only_if_the_user_names_its_folder() {
    let sandbox = Sandbox::project()
        .file("../own/README", "")
        .file("data/README", "")
        .file("../config/aoc/config.toml", "inputs = '../own'\n");
    sandbox.tracked_link("data/year2016", "../../own");
    set_project(&sandbox, "data");
    let done = sandbox.line(ACCEPT).exits(8);
    done.mentions("git tracks the link data/year2016, ");
    set(&sandbox, "data");
    sandbox.line(ACCEPT).exits(0);
    let files = ["README", "day01.answers.toml"];
    assert_eq!(sandbox.files("../own"), files);
}

#[test]
fn a_link_within_the_repository_is_followed() {
    let sandbox = Sandbox::project().file("real/README", "");
    sandbox.tracked_link("inputs", "real");
    sandbox.line(ACCEPT).exits(0);
    assert!(sandbox.path("real/year2016/day01.answers.toml").is_file());
}

#[test]
fn downloads_go_there_and_none_is_made_that_could_not_be_stored() {
    let (site, sandbox) = good_site().project();
    set(&sandbox, "../private");
    sandbox.line("fetch 2020/22").exits(8);
    assert_eq!(site.paths(), [""; 0]);
    fs::create_dir(sandbox.outside("private")).expect("a folder");
    sandbox.line("fetch 2020/22").exits(0);
    assert!(sandbox.outside("private/year2020/day22.html").is_file());
    assert!(!sandbox.path("inputs").exists());
}

/// The note of `doctor` about files that git would publish. Empty if there is none.
fn published(sandbox: &Sandbox) -> String {
    let doctor = sandbox.line("doctor --offline --json").json();
    let note = doctor["checks"]
        .as_array()
        .expect("checks")
        .iter()
        .find(|check| check["name"] == "git" && check["state"] == "note");
    note.map_or(String::new(), |note| note["detail"].to_string())
}

#[test]
fn doctor_says_when_pages_would_be_published() {
    let sandbox = Sandbox::project().file("inputs/year2020/day22.html", page(2020, 22, 1));
    sandbox.git("init -q");
    sandbox.write(".gitignore", "inputs/**/*.txt\n");
    let ignore = "git tracks or does not ignore inputs, whose files the site asks not";
    assert!(published(&sandbox).contains(ignore));
    sandbox.git("add -A");
    sandbox.write(".gitignore", "/inputs/*\n");
    assert!(published(&sandbox).contains(ignore));
    sandbox.write(".gitattributes", "*.txt filter=git-crypt\n");
    assert!(published(&sandbox).contains(ignore));
    // Nothing warns about examples and answers.
    sandbox.write(".gitignore", "inputs/**/*.txt\ninputs/**/*.html\n");
    sandbox.git("rm -rq --cached inputs");
    sandbox.write("inputs/year2020/day22.answers.toml", "part1 = 5\n");
    sandbox.git("add -A");
    assert_eq!(published(&sandbox), "");
}

#[test]
fn doctor_says_when_inputs_would_be_published() {
    let sandbox = Sandbox::project().file("inputs/year2016/day01.txt", "1\n");
    let said = || published(&sandbox);
    sandbox.git("init -q");
    let ignore = "git tracks or does not ignore inputs, whose files the site asks not";
    assert!(said().contains(ignore), "{}", said());
    sandbox.git("add -A");
    sandbox.write(".gitignore", "/inputs/*\n");
    assert!(said().contains(ignore), "{}", said());
    // Files that git-crypt encrypts may be tracked. Without its filter, git does not encrypt them.
    for name in ["git-crypt", "git-crypt-work"] {
        sandbox.write(".gitattributes", format!("inputs/** filter={name}\n"));
        assert!(said().contains(ignore), "{name}: {}", said());
        sandbox.git(&format!("config filter.{name}.clean cat"));
        assert_eq!(said(), "");
    }
    sandbox.write(".gitattributes", "");
    sandbox.git("rm -rq --cached inputs");
    assert_eq!(said(), "");
    // The folder is a repository within the repository.
    set(&sandbox, "private");
    sandbox.write("private/README.md", "mine");
    assert!(said().contains("not ignore private"), "{}", said());
    sandbox.git("init -q private");
    assert_eq!(said(), "");
}

#[test]
fn files_that_git_crypt_has_locked_are_named_and_stay() {
    let locked = b"\0GITCRYPT\0\xff\xfe\x01 other bytes";
    let doctor = files_not_checked_out_stay(locked, "is locked by git-crypt", "`git-crypt unlock`");
    let expected = "inputs/year2020/day22.answers.toml and 2 other files are locked by git-crypt";
    assert_eq!(doctor, [expected]);
}

#[test]
fn pointers_of_git_lfs_are_named_and_stay() {
    let pointer = b"version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n";
    let advice = "`git lfs pull`, or remove the file if its content is lost";
    let doctor = files_not_checked_out_stay(pointer, "is a pointer of git lfs", advice);
    // Unlike git-crypt, git lfs does not encrypt the inputs.
    let published = "git tracks or does not ignore inputs, whose files the site asks not to publish: \
                     add the line `/inputs/*` to .gitignore; `git rm -r --cached inputs` removes the \
                     tracked ones";
    let expected = "inputs/year2020/day22.answers.toml and 2 other files are pointers of git lfs";
    assert_eq!(doctor, [published, expected]);
}

/// Commands say of a day's files that they have to be checked out, with this advice, and do not
/// replace them. Returns what `aoc doctor` says of files and git.
fn files_not_checked_out_stay(content: &[u8], state: &str, advice: &str) -> Vec<String> {
    let (site, sandbox) = good_site().project();
    let sandbox = sandbox.file("days/year2020/day22.rs", "impl Solution for Day22 {}");
    let names = ["txt", "html", "examples.toml", "answers.toml"];
    let files = names.map(|name| format!("inputs/year2020/day22.{name}"));
    for file in &files {
        sandbox.write(file, content);
    }
    sandbox.git("init -q");
    sandbox.write(".gitattributes", "inputs/** filter=git-crypt\n");
    let says = format!(" {state}: {advice}");
    for line in [
        "fetch 2020/22",
        "fetch 2020/22 --force",
        "read 2020/22",
        "accept 2020/22 42 -p 1",
        "submit 2020/22 -p 1 --answer 5",
        "verify 2020/22",
    ] {
        let done = sandbox.line(line).mentions(&says).exits(8);
        assert!(!done.stderr.contains("counts as missing"), "{done:#?}");
    }
    // The page alone is not replaced either.
    sandbox.remove(&files[0]);
    sandbox.write(&files[0], "1\n");
    for line in ["fetch 2020/22", "read 2020/22"] {
        let page = format!("inputs/year2020/day22.html{says}");
        sandbox.line(line).mentions(&page).exits(8);
    }
    for file in &files[1..] {
        assert_eq!(fs::read(sandbox.path(file)).expect("a file"), content);
    }
    assert_eq!(site.paths(), [""; 0]);
    let doctor = sandbox.line("doctor --offline --json").json();
    let checks = doctor["checks"].as_array().expect("checks");
    let of_files: Vec<_> = checks
        .iter()
        .filter(|check| ["files", "git"].contains(&check["name"].as_str().expect("a name")))
        .map(|check| check["detail"].as_str().expect("a text").to_owned())
        .collect();
    let status = sandbox.line("status 2020 --json").exits(0).json();
    assert_eq!(status["days"][21]["page"], true);
    for file in &files[1..] {
        sandbox.remove(file);
    }
    sandbox.write(&files[0], content);
    let one = format!("{} {state}", files[0]);
    sandbox.line("doctor --offline").shows(&one).exits(8);
    of_files
}
