//! `aoc open`: the address, and a stand-in for the browser.

use serde_json::json;

use crate::sandbox::Sandbox;

#[test]
fn the_address_alone_needs_no_browser() {
    let sandbox = Sandbox::project().env("BROWSER", "/no/such/browser");
    let addresses = "https://adventofcode.com/2020/day/22\nhttps://adventofcode.com/2021/day/1\n";
    sandbox
        .aoc(&["open", "2020/22", "2021/1", "--print"])
        .says("")
        .prints(addresses)
        .exits(0);
    let document = sandbox.aoc(&["open", "2020/22", "--offline", "--json"]);
    let document = document.mentions("not opened: because of --offline").json();
    let result = json!({"year": 2020, "day": 22, "opened": false,
        "url": "https://adventofcode.com/2020/day/22"});
    assert_eq!(
        document,
        json!({"schema": "aoc-open/1", "results": [result]})
    );
    sandbox
        .aoc(&["open", "2020"])
        .mentions("open at most 5")
        .exits(2);
}

#[cfg(unix)]
#[test]
fn the_browser_gets_the_address_and_no_token() {
    let sandbox = Sandbox::project()
        .env("AOC_BASE_URL", "http://127.0.0.1:9")
        .env("AOC_SESSION", crate::sandbox::TOKEN)
        .file("browser", "env > env; echo \"$*\" > all; mv all given\n")
        .env("BROWSER", "sh browser --new");
    let address = "http://127.0.0.1:9/2020/day/22\n";
    let open = ["open", "2020/22"];
    sandbox.aoc(&open).says("").prints(address).exits(0);
    assert_eq!(sandbox.read("given"), format!("--new {address}"));
    assert!(!sandbox.read("env").contains(crate::sandbox::TOKEN));
    for (browser, why) in [
        ("false", "no browser could be started; set BROWSER to one"),
        ("", "there is no desktop here, and BROWSER is not set"),
    ] {
        let sandbox = Sandbox::project()
            .env("AOC_BASE_URL", "http://127.0.0.1:9")
            .env("BROWSER", browser);
        let says = format!("note: 2020/22: not opened: {why}\n");
        if cfg!(target_os = "linux") {
            sandbox.aoc(&open).says(&says).prints(address).exits(0);
        }
    }
}
