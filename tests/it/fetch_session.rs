//! Where `aoc fetch` finds the session, and what it does with it.

use std::fs;

use crate::fetch::{INPUT_PATH, good_site};
use crate::sandbox::{Done, Sandbox, TOKEN};

/// Fetches with the sessions that `sandbox` has; the cookie that came, if any.
fn fetch(prepare: impl FnOnce(Sandbox) -> Sandbox) -> (Done, Option<String>) {
    let site = good_site();
    let sandbox = prepare(Sandbox::project().site(&site).without("AOC_SESSION"));
    let done = sandbox.aoc(&["fetch", "2020/22"]);
    let requests = site.requests();
    let cookie = requests
        .iter()
        .find(|request| request.path == INPUT_PATH)
        .and_then(|request| request.header("cookie"))
        .map(str::to_owned);
    assert_eq!(requests.is_empty(), cookie.is_none());
    (done, cookie)
}

#[test]
fn a_token_is_taken_as_people_paste_it() {
    for text in [
        format!("  {TOKEN} \n"),
        format!("\"{TOKEN}\""),
        format!("'{TOKEN}'\r\n"),
        format!("session={TOKEN}"),
        format!("Cookie: session={TOKEN}\r\n"),
        format!("\u{feff}{TOKEN}"),
        format!("\"session={TOKEN}\"\n"),
        format!("session = {TOKEN}").replace(" = ", "="),
    ] {
        let (done, cookie) = fetch(|sandbox| sandbox.file("../config/aoc/session", &text));
        done.exits(0);
        assert_eq!(cookie, Some(format!("session={TOKEN}")), "{text:?}");
    }
}

#[test]
fn what_is_not_a_token_is_refused_before_any_request_and_not_shown() {
    for text in [
        format!("{TOKEN} {TOKEN}"),
        format!("{TOKEN}\n{TOKEN}"),
        format!("{TOKEN}\r\nX-Evil: 1"),
        format!("{TOKEN};"),
        format!("{TOKEN}; other=1"),
        "not-a-token-at-all".to_owned(),
        "   ".to_owned(),
        "5".repeat(5000),
    ] {
        let (done, cookie) = fetch(|sandbox| sandbox.env("AOC_SESSION", &text));
        let done = done
            .mentions("aoc: 2020/22: input: the session from AOC_SESSION cannot be used: it ")
            .prints("")
            .exits(3);
        assert!(!done.stderr.contains("not-a-token"), "{done:#?}");
        assert!(!done.stderr.contains("Evil"), "{done:#?}");
        assert_eq!(cookie, None);
    }
}

#[test]
fn the_sources_have_an_order() {
    let places = [
        "../config/aoc/session",
        "../config/aocd/token",
        "../home/.config/aocd/token",
        "../home/.adventofcode.session",
        "../config/adventofcode.session",
        "../home/.config/adventofcode.session",
    ];
    let token = |number: usize| format!("{number:032}");
    for first in 0..places.len() + 2 {
        let (done, cookie) = fetch(|mut sandbox| {
            for (number, place) in places.iter().enumerate().skip(first.saturating_sub(2)) {
                // aocd's file may say more after the token.
                let more = if place.ends_with("token") {
                    " and more"
                } else {
                    ""
                };
                sandbox = sandbox.file(place, token(number + 2) + more);
            }
            if first <= 1 {
                sandbox = sandbox.env("ADVENT_OF_CODE_SESSION", token(1));
            }
            if first == 0 {
                sandbox = sandbox.env("AOC_SESSION", token(0));
            }
            sandbox
        });
        done.exits(0);
        assert_eq!(cookie, Some(format!("session={}", token(first))));
    }
}

#[test]
fn an_unusable_source_is_not_passed_over() {
    let (done, cookie) = fetch(|sandbox| {
        sandbox
            .file("../config/aoc/session", "")
            .file("../home/.adventofcode.session", TOKEN)
    });
    done.mentions("config/aoc/session cannot be used: it is empty")
        .exits(3);
    assert_eq!(cookie, None);
    // Set to nothing is not set.
    let (done, _) = fetch(|sandbox| {
        sandbox
            .env("AOC_SESSION", "")
            .file("../home/.adventofcode.session", TOKEN)
    });
    done.exits(0);
    let (done, _) = fetch(|sandbox| sandbox.file("../config/aoc/session/file", ""));
    done.mentions("config/aoc/session cannot be read").exits(3);
}

#[test]
fn without_any_it_says_how_to_log_in() {
    let (done, cookie) = fetch(|sandbox| sandbox);
    done.mentions("no session: log in at adventofcode.com")
        .mentions(" and run `aoc login`\n")
        .exits(3);
    assert_eq!(cookie, None);
}

#[cfg(unix)]
#[test]
fn a_session_that_others_can_read_is_worth_a_warning() {
    use std::os::unix::fs::PermissionsExt;

    for (mode, warnings) in [(0o644, 1), (0o640, 1), (0o600, 0)] {
        let (done, _) = fetch(|sandbox| {
            let sandbox = sandbox.file("../config/aoc/session", TOKEN);
            let path = sandbox.path("../config/aoc/session");
            fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("a mode");
            sandbox
        });
        let done = done.exits(0);
        assert_eq!(
            done.stderr.matches("chmod 600").count(),
            warnings,
            "{done:#?}"
        );
    }
}

#[cfg(unix)]
#[test]
fn a_token_that_is_not_unicode_is_an_error() {
    use std::os::unix::ffi::OsStringExt;

    let token = std::ffi::OsString::from_vec(b"5361\xff".to_vec());
    let (done, cookie) = fetch(|sandbox| {
        sandbox
            .env("AOC_SESSION", token)
            .file("../config/aoc/session", TOKEN)
    });
    done.mentions("the session from AOC_SESSION cannot be used: it is not text; ")
        .exits(3);
    assert_eq!(cookie, None);
}
