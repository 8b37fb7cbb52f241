//! A session that the site does not know. The site answers requests with this session with the
//! status 500. Requests without it get normal replies.

use std::sync::atomic::{AtomicU32, Ordering::SeqCst};

use crate::sandbox::{Sandbox, TOKEN};
use crate::site::pages::{
    ANSWER_PATH, ANSWERS, INPUT, INPUT_FILE, PAGE_PATH, anonymous_page, dated, good_site,
    logged_out, page, settings_page,
};
use crate::site::{FAILURE, LOG_IN, Reply, Request, Site};

/// A site that does not know any session.
fn forgetful() -> Site {
    let site = Site::start();
    site.handle(|request| {
        if request.header("cookie").is_some() {
            return Reply::new(500, FAILURE);
        }
        match &*request.path {
            PAGE_PATH => Reply::html(anonymous_page(2020, 22)),
            "/2020" => Reply::html(anonymous_calendar()),
            "/events" => Reply::html("<main></main></body></html>"),
            path if path.ends_with("/input") => Reply::new(400, LOG_IN),
            path if path.contains("/private/view/") => Reply::new(400, ""),
            "/settings" | "/2020/leaderboard/self" => Reply::redirect("/"),
            _ => Reply::new(404, ""),
        }
    });
    site
}

/// The calendar for a user who is not logged in.
fn anonymous_calendar() -> String {
    "<!DOCTYPE html>\n<html><head><title>Advent of Code 2020</title></head><body><header><a \
     href=\"/2020/auth/login\">[Log In]</a></header><main><pre class=\"calendar\"></pre></main>\
     </body></html>\n"
        .to_owned()
}

/// Whether each request had a session.
fn sessions(site: &Site) -> Vec<bool> {
    let requests = site.requests();
    requests
        .iter()
        .map(|request| request.has_session(TOKEN))
        .collect()
}

#[test]
fn a_second_try_without_the_session_tells_it_from_an_outage_at_every_address() {
    for (name, line, says) in [
        ("input", "fetch 2020/22", "does not accept the session"),
        ("page", "read 2020/22", "does not accept the session"),
        ("calendar", "calendar 2020", "does not accept the session"),
        ("events", "calendar", "does not accept the session"),
        (
            "times",
            "times 2020 --refresh",
            "does not accept the session",
        ),
        (
            "status",
            "status 2020 --refresh",
            "does not accept the session",
        ),
        (
            "board",
            "leaderboard 1001 -y 2020",
            "does not accept the session",
        ),
        ("doctor", "doctor", "does not accept the session"),
    ] {
        let (site, sandbox) = forgetful().project();
        let done = sandbox.line(line);
        let told = done.stdout.clone() + &done.stderr;
        assert!(told.contains(says), "{name}: {done:#?}");
        assert_eq!(sessions(&site), [true, false, true], "{name}");
        done.exits(3);
        // Data of a reply without a session is not stored as that of the user.
        assert_eq!(sandbox.files("inputs"), [""; 0], "{name}");
        assert!(!sandbox.path("inputs/year2020/day22.html").exists());
        let status = sandbox.line("status 2020 --json").exits(0).json();
        assert!(!status["session"]["problem"].is_null(), "{name}");
        // If the request without a session also gets the status 500, the site has failed.
        site.handle(|_| Reply::new(500, FAILURE));
        let done = Sandbox::project().site(&site).line(line);
        let told = done.stdout.clone() + &done.stderr;
        assert!(
            told.contains("the server failed (500)"),
            "{name}: {done:#?}"
        );
        assert_eq!(sessions(&site)[3..], [true, false], "{name}");
        done.exits(5);
    }
}

/// The server fails, and then works again for requests without the session.
#[test]
fn a_brief_failure_is_not_the_session_and_ends_no_wait_for_an_unlock() {
    // At an unlock, the server may fail several times. Each try is a single request. The first
    // request asks for the time.
    for (line, failures, expected) in [
        ("fetch 2020/22", 1, &[true, false, true, true][..]),
        ("fetch 2020/22 --wait", 1, &[true, false, true, true]),
        ("fetch 2199/1 --wait", 1, &[true; 4]),
        ("fetch 2199/1 --wait", 2, &[true; 5]),
        ("fetch 2199/1 --wait", 5, &[true; 8]),
        ("fetch 2199/1 --wait", 12, &[true; 15]),
    ] {
        let site = good_site();
        let left = AtomicU32::new(failures);
        site.handle(move |request| {
            after_unlock(request, || {
                let fails = left.fetch_update(SeqCst, SeqCst, |left| left.checked_sub(1));
                fails.is_ok()
            })
        });
        let sandbox = Sandbox::project().site(&site).env("AOC_SPACING", "0s");
        sandbox.line(line).exits(0);
        assert_eq!(sessions(&site), expected, "{line} {failures}");
        let [year, day] = if line.contains("2199") {
            ["2199", "01"]
        } else {
            ["2020", "22"]
        };
        let file = format!("inputs/year{year}/day{day}.txt");
        assert_eq!(sandbox.read(&file), INPUT, "{line}");
        let status = sandbox.line("status 2020 --json").exits(0).json();
        assert!(status["session"]["problem"].is_null(), "{line}");
    }
}

/// The reply of a site that unlocked 2199/1 ten seconds ago. A request for an input with the
/// session fails if `fails` returns true.
fn after_unlock(request: &Request, fails: impl Fn() -> bool) -> Reply {
    let reply = match &*request.path {
        PAGE_PATH => Reply::html(page(2020, 22, 1)),
        "/2199/day/1" => Reply::html(page(2199, 1, 1)),
        "/settings" => Reply::html(settings_page("me")),
        _ if request.header("cookie").is_none() => Reply::new(400, LOG_IN),
        _ if fails() => Reply::new(500, FAILURE),
        _ => Reply::text(INPUT),
    };
    if request.path.contains("2020") {
        return reply;
    }
    dated(reply, "2199-12-01T05:00:10Z".parse().expect("an instant"))
}

#[test]
fn a_wait_for_an_unlock_finds_out_after_some_tries() {
    let site = Site::start();
    site.handle(|request| after_unlock(request, || true));
    let sandbox = || Sandbox::project().site(&site).env("AOC_SPACING", "0s");
    // The puzzle is known to be unlocked, so nothing is asked before the input.
    let with_page = sandbox().file("inputs/year2199/day01.html", page(2199, 1, 1));
    let done = with_page.line("fetch 2199/1 --wait").exits(3);
    done.mentions("does not accept the session");
    let tries = [[true; 6].as_slice(), &[false, true]].concat();
    assert_eq!(sessions(&site), tries);
    // The first request asks for the time, and shows that the site accepts the session. So the
    // server fails, and the wait goes on.
    let before = sessions(&site).len();
    let sandbox = sandbox();
    let done = sandbox.line("fetch 2199/1 --wait").exits(5);
    done.mentions("the server failed (500)");
    assert_eq!(sessions(&site)[before..], [true; 31]);
    let status = sandbox.line("status 2020 --json").exits(0).json();
    assert!(status["session"]["problem"].is_null());
    // If a puzzle was unlocked long ago, its server is not under load.
    let site = forgetful();
    let sandbox = Sandbox::project().site(&site).env("AOC_SPACING", "0s");
    sandbox.line("fetch 2020/22 --wait").exits(3);
    assert_eq!(sessions(&site), [true, false, true]);
}

#[test]
fn what_else_the_second_try_shows_is_not_the_session() {
    for (reply, exit, says) in [
        (Reply::new(503, ""), 5, "the server failed (500)"),
        (Reply::raw(""), 5, "the server failed (500)"),
        (
            Reply::new(429, ""),
            7,
            "the site asks for fewer requests (429)",
        ),
        (Reply::new(403, ""), 5, "the site refused this client (403)"),
    ] {
        let (site, sandbox) = Site::start().project();
        site.handle(move |request| match request.header("cookie") {
            Some(_) => Reply::new(500, FAILURE),
            None => reply.clone(),
        });
        sandbox
            .line("calendar 2020")
            .mentions("(500); checking whether the session is the cause in ")
            .mentions(says)
            .exits(exit);
        assert_eq!(sessions(&site), [true, false], "{says}");
    }
}

#[test]
fn a_login_with_it_is_refused_and_leads_to_no_login_offline() {
    for arguments in [&["login"][..], &["login", "--account", "work"]] {
        let site = forgetful();
        let sandbox = logged_out(&site);
        let done = sandbox.aoc_reading(TOKEN, arguments).exits(3);
        let done = done.mentions("does not accept the session");
        assert!(!done.stderr.contains("--offline"), "{done:#?}");
        assert_eq!(sandbox.files("../config"), [""; 0], "{arguments:?}");
        assert_eq!(sessions(&site), [true, false, true]);
    }
}

#[test]
fn the_session_of_a_named_account_is_told_from_an_outage_too() {
    let (site, sandbox) = forgetful().project();
    let sandbox = sandbox
        .without("AOC_SESSION")
        .file("../config/aoc/session.work", format!("{TOKEN}\n"));
    let done = sandbox.line("fetch 2020/22 --account work").exits(3);
    done.mentions("does not accept the session");
    assert_eq!(sessions(&site), [true, false, true]);
    assert!(!sandbox.path(INPUT_FILE).exists());
}

/// A POST is sent once. The request for the page that would settle the guess reports the session.
#[test]
fn an_answer_is_not_repeated_and_stays_unknown() {
    let (site, sandbox) = forgetful().project();
    let done = sandbox.line("submit 2020/22 --part 1 --answer 33400 --force");
    done.mentions("the answer may have been graded: the server failed (500)")
        .mentions("does not accept the session")
        .exits(3);
    assert_eq!(site.paths(), [ANSWER_PATH, PAGE_PATH, PAGE_PATH, PAGE_PATH]);
    assert_eq!(sessions(&site), [true, true, false, true]);
    assert!(sandbox.read(ANSWERS).contains("verdict = \"unknown\""));
}
