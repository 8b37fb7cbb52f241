//! `aoc open`: the address, and a stand-in for the browser.

use serde_json::json;

use crate::sandbox::Sandbox;

/// A project of 2020 whose browser notes what it is given and with which
/// environment.
#[cfg(unix)]
fn with_browser(script: &str) -> Sandbox {
    use std::os::unix::fs::PermissionsExt;

    let sandbox = Sandbox::project()
        .env("AOC_BASE_URL", "http://127.0.0.1:9")
        .file("browser", format!("#!/bin/sh\n{script}\n"));
    let browser = sandbox.path("browser");
    std::fs::set_permissions(&browser, std::fs::Permissions::from_mode(0o755)).expect("a mode");
    sandbox.env("BROWSER", browser)
}

#[test]
fn the_address_alone_needs_no_browser() {
    let sandbox = Sandbox::project().env("BROWSER", "/no/such/browser");
    sandbox
        .aoc(&["open", "2020/22", "2021/1-2", "--print"])
        .says("")
        .prints(
            "https://adventofcode.com/2020/day/22\nhttps://adventofcode.com/2021/day/1\n\
             https://adventofcode.com/2021/day/2\n",
        )
        .exits(0);
    let document = sandbox
        .aoc(&["open", "2020/22", "--print", "--json"])
        .json();
    let result = json!({"year": 2020, "day": 22, "opened": false,
        "url": "https://adventofcode.com/2020/day/22"});
    assert_eq!(
        document,
        json!({"schema": "aoc-open/1", "results": [result]})
    );
}

#[test]
fn without_a_desktop_there_is_a_note() {
    let sandbox = Sandbox::project().env("AOC_BASE_URL", "http://127.0.0.1:9");
    let done = sandbox.aoc(&["open", "2020/22"]);
    if cfg!(target_os = "linux") {
        done.says("note: 2020/22: not opened: there is no desktop here, and BROWSER is not set\n")
            .prints("http://127.0.0.1:9/2020/day/22\n")
            .exits(0);
    }
}

#[cfg(unix)]
#[test]
fn the_browser_gets_the_address_and_no_token() {
    let sandbox = with_browser("env > env; echo \"$*\" > all; mv all given")
        .env("AOC_SESSION", crate::sandbox::TOKEN);
    sandbox
        .aoc(&["open", "2020/22"])
        .says("")
        .prints("http://127.0.0.1:9/2020/day/22\n")
        .exits(0);
    // It is not waited for.
    while !sandbox.path("given").exists() {
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    assert_eq!(sandbox.read("given"), "http://127.0.0.1:9/2020/day/22\n");
    assert!(!sandbox.read("env").contains(crate::sandbox::TOKEN));
    let document = sandbox.aoc(&["open", "2020/22", "--json"]).exits(0).json();
    assert_eq!(document["results"][0]["opened"], true);
}

#[cfg(unix)]
#[test]
fn a_browser_that_fails_is_told_and_the_next_one_tried() {
    let sandbox = with_browser("exit 3");
    let first = sandbox.path("browser");
    let sandbox = sandbox.env("BROWSER", "/no/such/browser");
    let address = "http://127.0.0.1:9/2020/day/22\n";
    sandbox
        .aoc(&["open", "2020/22"])
        .says("note: 2020/22: not opened: no browser could be started; set BROWSER to one\n")
        .prints(address)
        .exits(0);
    let list = format!("/no/such/browser:{}:true", first.display());
    sandbox
        .env("BROWSER", list)
        .aoc(&["open", "2020/22"])
        .says("")
        .prints(address)
        .exits(0);
}

#[cfg(unix)]
#[test]
fn offline_opens_nothing() {
    let sandbox = with_browser("touch given");
    sandbox
        .aoc(&["open", "2020/22", "--offline"])
        .says("note: 2020/22: not opened because of --offline\n")
        .exits(0);
    assert_eq!(sandbox.files("."), ["Cargo.toml", "browser"]);
}
