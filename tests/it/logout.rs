//! `aoc logout`: removes what `aoc login` stored, and nothing else.

use crate::login::{OTHER, STORED, friendly, logged_out};
use crate::sandbox::{Sandbox, TOKEN};

#[test]
fn removes_the_stored_session_and_only_it() {
    let site = friendly();
    let sandbox = logged_out(&site)
        .file(STORED, TOKEN)
        .file("../config/aoc/session.work", OTHER)
        .file("../config/aoc/config.toml", "year = 2020\n")
        .file("../config/aoc/.tmpAbCdEf", TOKEN);
    let shown = sandbox.outside("config/aoc");
    sandbox
        .aoc(&["logout"])
        .prints(&format!(
            "logged out: {}/session removed\n",
            shown.display()
        ))
        .says(
            "note: the site does not know of this: the session itself is valid until it expires\n",
        )
        .exits(0);
    assert_eq!(
        sandbox.files("../config/aoc"),
        ["config.toml", "session.work"]
    );
    sandbox
        .aoc(&["logout", "--account", "work", "-q"])
        .says("")
        .exits(0);
    sandbox
        .aoc(&["logout", "--account", "work"])
        .prints(&format!(
            "not logged in: there is no {}/session.work\n",
            shown.display()
        ))
        .says("")
        .exits(0);
    assert_eq!(sandbox.files("../config/aoc"), ["config.toml"]);
    assert_eq!(site.requests().len(), 0);
}

#[test]
fn says_which_other_places_have_one() {
    let sandbox = Sandbox::new()
        .env("AOC_SESSION", TOKEN)
        .file("../config/aocd/token", OTHER);
    let token = sandbox.outside("config/aocd/token");
    let done = sandbox.aoc(&["logout"]).exits(0);
    assert!(done.stdout.starts_with("not logged in: there is no "));
    done.says(&format!(
        "note: AOC_SESSION still has a session; unset or remove it to be logged out\n\
         note: {} still has a session; unset or remove it to be logged out\n",
        token.display()
    ));
    assert_eq!(sandbox.read("../config/aocd/token"), OTHER);
    let json = sandbox.aoc(&["logout", "--json"]).exits(0).json();
    assert_eq!(
        json,
        serde_json::json!({
            "schema": "aoc-logout/1",
            "account": null,
            "file": sandbox.outside("config/aoc/session"),
            "removed": false,
            "elsewhere": ["AOC_SESSION", token],
        })
    );
}
