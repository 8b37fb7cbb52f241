//! `aoc logout`: removes what `aoc login` stored, and nothing else.

use crate::login::{OTHER, STORED};
use crate::sandbox::{Sandbox, TOKEN};

#[test]
fn removes_the_stored_session_and_only_it() {
    let sandbox = Sandbox::new()
        .file(STORED, TOKEN)
        .file("../config/aoc/session.work", OTHER)
        .file("../config/aoc/config.toml", "year = 2020\n");
    let shown = sandbox.outside("config/aoc").display().to_string();
    sandbox
        .aoc(&["logout"])
        .prints(&format!("logged out: {shown}/session removed\n"))
        .mentions("note: the site does not know of this: the session itself is valid until it")
        .exits(0);
    let files = || sandbox.files("../config/aoc");
    assert_eq!(files(), ["config.toml", "session.work"]);
    let work = ["logout", "--account", "work", "-q"];
    sandbox.aoc(&work).says("").exits(0);
    assert_eq!(files(), ["config.toml"]);
    let none = format!("not logged in: there is no {shown}/session.work\n");
    sandbox.aoc(&work[..3]).prints(&none).says("").exits(0);
}

#[test]
fn says_which_other_places_have_one() {
    let sandbox = Sandbox::new()
        .env("AOC_SESSION", TOKEN)
        .file("../config/aocd/token", OTHER);
    let token = sandbox.outside("config/aocd/token");
    let done = sandbox.aoc(&["logout", "--json"]).exits(0);
    let elsewhere = serde_json::json!(["AOC_SESSION", token]);
    assert_eq!(done.json()["elsewhere"], elsewhere);
    assert_eq!(done.json()["removed"], false);
    done.mentions("note: AOC_SESSION still has a session; unset or remove it to be logged out");
    assert_eq!(sandbox.read("../config/aocd/token"), OTHER);
}
