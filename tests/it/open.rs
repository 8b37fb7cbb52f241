//! `aoc open`: the address, and a stand-in for the browser.

use serde_json::json;

use crate::sandbox::{Sandbox, TOKEN};

#[test]
fn the_address_alone_needs_no_browser() {
    let sandbox = Sandbox::project().env("BROWSER", "/no/such/browser");
    let sandbox = sandbox.without("AOC_BASE_URL");
    let addresses = "https://adventofcode.com/2020/day/22\nhttps://adventofcode.com/2021/day/1\n";
    let print = ["open", "2020/22", "2021/1", "--print"];
    sandbox.aoc(&print).says("").prints(addresses).exits(0);
    let outside = Sandbox::new().without("AOC_BASE_URL");
    for line in ["open -d 22 -y 2020 --print", "open 2020/22 --print"] {
        let done = outside.line(line).says("").exits(0);
        done.prints("https://adventofcode.com/2020/day/22\n");
    }
    // Outside of a project there are no solutions to choose from.
    for line in ["open latest --print", "read all", "open all --print"] {
        let done = outside.line(line).prints("").exits(2);
        done.mentions("aoc: no aoc project here: ")
            .mentions("; `aoc init` creates one\n");
    }
    let document = sandbox.line("open 2020/22 --offline --json");
    let document = document.mentions("not opened because of --offline").json();
    let result = json!({"year": 2020, "day": 22, "opened": false,
        "url": "https://adventofcode.com/2020/day/22"});
    let expected = json!({"schema": "aoc-open/1", "results": [result]});
    assert_eq!(document, expected);
}

/// The user has set the year in the environment, and not in a file.
#[test]
fn a_year_that_lacks_the_day_has_the_name_of_its_source() {
    let manifest = "[workspace]\n[workspace.metadata.aoc]\nyear = 2025\n";
    for (sandbox, source) in [
        (Sandbox::project().env("AOC_YEAR", "2025"), "AOC_YEAR"),
        (
            Sandbox::project().file("Cargo.toml", manifest),
            "the setting `year`",
        ),
    ] {
        let done = sandbox.line("open 25 --print").exits(2);
        done.mentions(&format!("; the year is from {source}, name another one, "));
    }
}

#[test]
fn the_browser_gets_the_address_and_no_token() {
    let sandbox = Sandbox::project()
        .env("AOC_BASE_URL", "http://127.0.0.1:9")
        .env("AOC_SESSION", TOKEN)
        .file("browser", "env > env; echo \"$*\" > all; mv all given\n")
        .env("BROWSER", "sh browser --new");
    let address = "http://127.0.0.1:9/2020/day/22\n";
    let open = ["open", "2020/22"];
    sandbox.aoc(&open).says("").prints(address).exits(0);
    assert_eq!(sandbox.read("given"), format!("--new {address}"));
    // The address that was printed is a selector.
    let printed = ["open", address.trim_end(), "--print"];
    sandbox.aoc(&printed).says("").prints(address).exits(0);
    let other = ["open", "http://127.0.0.1:99/2020/day/22", "--print"];
    sandbox.aoc(&other).mentions("unknown puzzle ").exits(2);
    // The error has the word as it was typed.
    let no_day = "http://127.0.0.1:9/2020/day/x";
    let says = format!("unknown puzzle `{no_day}`");
    sandbox.aoc(&["open", no_day]).mentions(&says).exits(2);
    assert!(!sandbox.read("env").contains(TOKEN));
    let mut sandbox = sandbox;
    for (browser, why) in [
        #[cfg(unix)]
        ("false", "exit status: 1"),
        #[cfg(windows)]
        ("false", "exit code: 1"),
        #[cfg(unix)]
        ("/no/such --new", "command not found"),
    ] {
        let says = format!(
            "note: 2020/22: not opened: the browser `{browser}` failed ({why}); set BROWSER to \
             another one\n"
        );
        sandbox = sandbox.env("BROWSER", browser);
        sandbox.aoc(&open).says(&says).prints(address).exits(0);
    }
    #[cfg(target_os = "linux")]
    {
        sandbox = sandbox.env("BROWSER", " ");
        let says = "note: 2020/22: not opened: there is no desktop here, and BROWSER is not set\n";
        sandbox.aoc(&open).says(says).prints(address).exits(0);
    }
}
