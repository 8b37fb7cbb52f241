//! Checks published files. Actions are fixed to a commit, and the form for issues does not ask for
//! a secret.

use std::fs;
use std::path::Path;

use crate::sandbox::{REPOSITORY, Sandbox, TOKEN};
use crate::site::pages::{SESSION_FILE, logged_out, settings_page};
use crate::site::{FAILURE, Reply, Site};

/// A tag can be moved to another commit, but a hash cannot.
#[test]
fn actions_are_pinned_by_a_hash_beside_which_their_version_stands() {
    let folder = Path::new(REPOSITORY).join(".github/workflows");
    let mut count = 0;
    for file in fs::read_dir(folder).expect("a folder").flatten() {
        let text = fs::read_to_string(file.path()).expect("a workflow");
        for line in text.lines().filter(|line| line.contains("uses: ")) {
            let (_, action) = line.split_once('@').expect("a version");
            let (hash, version) = action.split_once(" # v").expect("a hash and a version");
            let is_hash = hash.len() == 40 && hash.bytes().all(|byte| byte.is_ascii_hexdigit());
            assert!(is_hash, "{line}");
            let starts = version.starts_with(|c: char| c.is_ascii_digit());
            assert!(starts, "{line}");
            count += 1;
        }
    }
    assert!(count > 10, "{count} actions");
}

/// The form for issues asks for the output of `aoc doctor -v`, which becomes public.
#[test]
fn what_an_issue_asks_for_has_no_secret() {
    let form = fs::read_to_string(Path::new(REPOSITORY).join(".github/ISSUE_TEMPLATE/defect.yml"));
    assert!(form.expect("a form").contains("`aoc doctor -v`"));

    let site = Site::start();
    let pages = [
        Reply::html(settings_page("alice")),
        Reply::new(500, FAILURE),
        Reply::html(format!("<title>you sent session={TOKEN}</title>")),
        Reply::redirect("/auth/login"),
    ];
    let link = "https://adventofcode.com/2025/leaderboard/private/view/7?view_key=1a2b3c4d";
    let proxy = "http://me:hunter2@127.0.0.1:9";
    let mut shown = Vec::new();
    for page in pages {
        site.on("/settings", page);
        let manifest = format!("[workspace.metadata.aoc]\nleaderboard = \"{link}\"\n");
        let sandbox = logged_out(&site)
            .file(SESSION_FILE, format!("{TOKEN}\n"))
            .file(&format!("{SESSION_FILE}-work"), format!("{TOKEN}\n"))
            .file("Cargo.toml", &manifest);
        shown.push(sandbox.line("doctor -v"));
    }
    let sandbox = Sandbox::project()
        .env("AOC_SESSION", TOKEN)
        .env("AOC_LEADERBOARD", link)
        .env("AOC_BASE_URL", "http://localhost:9")
        .env("ALL_PROXY", proxy)
        .env("http_proxy", proxy);
    shown.push(sandbox.line("doctor -v"));
    for done in shown {
        let shown = format!("{}{}", done.stdout, done.stderr);
        assert!(shown.contains("cargo"), "{shown}");
        for secret in [&TOKEN[..16], &TOKEN[48..], "1a2b3c4d", "hunter2"] {
            assert!(!shown.contains(secret), "{secret} in {shown}");
        }
    }
}
