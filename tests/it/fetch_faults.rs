//! `aoc fetch` with a site or a network that misbehaves. Each case gives one clear message and the
//! right exit code. No wrong file is stored.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpListener;
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use chrono::{DateTime, TimeDelta, Utc};

use crate::sandbox::{Done, Sandbox, TOKEN};
use crate::site::pages::{
    ANSWER_PATH, INPUT, INPUT_FILE, INPUT_PATH, LOGIN, PAGE_FILE, PAGE_PATH, WRONG, anonymous_page,
    calendar, dated, good_site, page, verdict,
};
use crate::site::{COOKIE_DELETED, FAILURE, LOCKED, LOG_IN, MAINTENANCE, Reply, Site};

/// A time limit that no reply reaches, even on a busy machine.
const LONG: &str = "5m";

/// Fetches an input for which the site sends these replies. Also returns the number of requests,
/// and the files on the disk.
fn input(timeout: &str, replies: impl IntoIterator<Item = Reply>) -> (Done, usize, Vec<String>) {
    let site = good_site();
    site.script(INPUT_PATH, replies);
    let sandbox = Sandbox::project().site(&site).env("AOC_TIMEOUT", timeout);
    let done = sandbox.line("fetch 2020/22");
    (done, site.count(INPUT_PATH), sandbox.files("inputs"))
}

/// Asserts that a reply to an input causes this exit code after this many requests.
#[track_caller]
fn refused(exit: i32, requests: usize, says: &str, reply: Reply) {
    refused_within(LONG, exit, requests, says, reply);
}

#[track_caller]
fn refused_within(timeout: &str, exit: i32, requests: usize, says: &str, reply: Reply) {
    let (done, asked, files) = input(timeout, [reply]);
    let done = done.prints("").exits(exit).mentions(says);
    let errors = done.stderr.lines().filter(|line| line.starts_with("aoc: "));
    assert_eq!((errors.count(), asked), (1, requests), "{done:#?}");
    assert_eq!(files, [""; 0]);
}

#[track_caller]
fn accepted(reply: Reply, body: &str) -> Done {
    let (site, sandbox) = good_site().project();
    site.on(INPUT_PATH, reply);
    let done = sandbox.line("fetch 2020/22").exits(0);
    assert_eq!(sandbox.read(INPUT_FILE), body);
    done
}

/// The site's own refusals show its time. A wrong clock may hide that a puzzle is unlocked.
#[test]
fn a_refused_session_sets_the_clock() {
    let yesterday = DateTime::<Utc>::from(SystemTime::now()) - TimeDelta::days(1);
    let logged_out = "<title>Advent of Code</title><header><a href=\"/auth/login\">[Log In]</a>\
                      </header><main></main></html>";
    for reply in [
        Reply::html(logged_out),
        Reply::redirect("/2020/auth/login"),
        Reply::new(400, ""),
    ] {
        let (site, sandbox) = Site::start().project();
        let reply = dated(reply, yesterday);
        site.handle(move |_| reply.clone());
        let done = sandbox.line("calendar 2020").exits(3);
        done.mentions("this computer's clock is ");
    }
}

/// The login page of a network comes in place of every reply, with the time of another server.
#[test]
fn a_reply_of_another_server_ends_the_requests_and_does_not_set_the_clock() {
    let yesterday = DateTime::<Utc>::from(SystemTime::now()) - TimeDelta::days(1);
    for reply in [
        Reply::html("<title>Hotel WiFi</title>"),
        Reply::redirect("http://login.example/"),
    ] {
        let (site, sandbox) = Site::start().project();
        let reply = dated(reply, yesterday);
        site.handle(move |_| reply.clone());
        for (command, requests) in [("fetch 2020/1-3", 1), ("calendar 2020", 2)] {
            let done = sandbox.line(command).exits(5);
            let done = done.mentions("possible cause: a login page of the network");
            assert!(!done.stderr.contains("clock"), "{done:#?}");
            assert_eq!(site.requests().len(), requests, "{command}");
        }
        let state = fs::read_to_string(sandbox.path(&site.state_file())).unwrap_or_default();
        assert!(!state.contains("clock_ahead"), "{state}");
    }
}

/// Only a proxy or another computer of the network sends these statuses.
#[test]
fn a_status_that_the_site_never_sends_does_not_set_the_clock() {
    let yesterday = DateTime::<Utc>::from(SystemTime::now()) - TimeDelta::days(1);
    for (status, who) in [(407, "proxy"), (511, "network")] {
        let site = Site::start();
        let sandbox = Sandbox::project().site(&site).env("AOC_SPACING", "0s");
        let reply = dated(Reply::new(status, "<title>Hotel</title>"), yesterday);
        site.handle(move |_| reply.clone());
        let done = sandbox.line("fetch 2020/1");
        assert!(!done.stderr.contains("clock"), "{status}: {done:#?}");
        done.exits(5)
            .mentions(&format!("the {who} asks for a login ({status})"));
        let state = sandbox.read(&site.state_file());
        assert!(!state.contains("clock_ahead"), "{status}: {state}");
    }
}

/// This computer's clock is an hour slow.
#[test]
fn a_date_to_try_again_at_is_counted_from_the_time_of_the_reply() {
    let ahead = DateTime::<Utc>::from(SystemTime::now()) + TimeDelta::hours(1);
    let again = (ahead + TimeDelta::minutes(5)).to_rfc2822();
    let (site, sandbox) = Site::start().project();
    let reply = dated(Reply::new(429, "").header("Retry-After", &again), ahead);
    site.handle(move |_| reply.clone());
    let done = sandbox.line("fetch 2020/1").exits(7);
    let is_named = |left: &str| done.stderr.contains(&format!("(429): try again in {left}"));
    assert!(["5m 0s", "4m 5"].into_iter().any(is_named), "{done:#?}");
    // The pause is counted by the same clock.
    sandbox.line("fetch 2020/1").exits(7);
    assert_eq!(site.requests().len(), 1);
}

#[test]
fn what_is_sent_in_place_of_an_input_is_said_to_be_that() {
    let dead = "does not accept the session from AOC_SESSION (…cdef)";
    let locked = "still locked according to the site, although it was due to unlock at 2020-12-22 \
                  05:00 UTC";
    let portal = "<html><head><title>\u{1b}[31mFree \u{202e}WiFi</title></head><body>";
    let titled =
        r"expected /2020/day/22/input, got a web page titled '\u{1b}[31mFree \u{202e}WiFi'";
    let refused = |exit, says, reply| refused(exit, 1, says, reply);
    refused(3, dead, Reply::new(400, LOG_IN));
    refused(3, dead, Reply::text(LOG_IN));
    refused(3, dead, Reply::html(anonymous_page(2020, 22)));
    refused(3, dead, Reply::redirect("/2020/auth/login"));
    refused(4, locked, Reply::new(404, LOCKED));
    refused(4, locked, Reply::text(LOCKED));
    let back = "the site is down for maintenance and says 'We'll be right back!'";
    refused(5, back, Reply::html(MAINTENANCE));
    let ended = Reply::text(INPUT).header("Set-Cookie", COOKIE_DELETED);
    refused(3, dead, ended);
    refused(
        5,
        "answered 400 ('Bad Request')",
        Reply::new(400, "Bad Request"),
    );
    refused(5, "something that is not text", Reply::text("12\0\n3\n"));
    let page = "a web page titled 'Day 22 - Advent of Code 2020'";
    refused(5, page, Reply::html(good_page()));
    refused(4, "no such puzzle", Reply::new(404, "404 Not Found"));
    refused(5, titled, Reply::html(portal));
    refused(5, titled, Reply::text(portal));
    refused(5, "input is empty", Reply::text(" \r\n\n"));
    refused(5, "something that is not text", Reply::text(b"12\xff3\n"));
    refused(5, "refused this client (403)", Reply::new(403, "no"));
    let tea = r"418 ('\u{1b}]0;x\u{7}tea')";
    refused(5, tea, Reply::new(418, "\u{1b}]0;x\u{7}tea"));
    let pot = "<html><head><title>Teapot</title></head>";
    refused(5, "418 ('Teapot'); nothing", Reply::new(418, pot));
    refused(5, "answered 204; nothing", Reply::new(204, ""));
    refused(
        5,
        "got a web page; possible cause: a login",
        Reply::text("<html>"),
    );
    // A reply with an encoding that was not requested is not text.
    let packed = |coding| Reply::text(INPUT).header("Content-Encoding", coding);
    refused(5, "unknown Content-Encoding (br)", packed("br"));
    refused(5, "unknown Content-Encoding (x)", packed("x"));
    refused(5, "redirects to //evil", Reply::redirect("//evil.example"));
    let same = "redirects to /2020/day/22/input, which is not followed";
    refused(5, same, Reply::redirect(INPUT_PATH));
    let unnamed = "22: the site redirects, which is not followed; possible cause: a login";
    refused(5, unnamed, Reply::redirect(""));
    refused(5, unnamed, Reply::redirect("/\u{e9}"));
    refused(5, "answered 304; nothing", Reply::new(304, ""));
    let json = Reply::new(200, "{\"error\":\"sign in\"}\n");
    let json = json.header("Content-Type", "application/json");
    let kind = "expected /2020/day/22/input, got application/json; nothing was stored";
    refused(5, kind, json);
}

fn good_page() -> String {
    page(2020, 22, 1)
}

/// The site also refuses a leaderboard to users who are not members.
#[test]
fn a_session_that_an_input_was_refused_for_is_remembered() {
    let (site, sandbox) = good_site().project();
    let refused = || {
        let status = sandbox.line("status 2020 --json").exits(0).json();
        !status["session"]["problem"].is_null()
    };
    sandbox.line("leaderboard 1001 -y 2020").exits(4);
    site.on(
        "/2020/leaderboard/private/view/1001.json",
        Reply::new(400, ""),
    );
    sandbox.line("leaderboard 1001 -y 2020").exits(3);
    assert!(!refused());
    site.on(INPUT_PATH, Reply::new(400, LOG_IN));
    sandbox.line("fetch 2020/22").exits(3);
    assert!(refused());
}

/// The site refused the session once, perhaps by an error.
#[test]
fn a_session_is_good_again_whatever_the_site_then_sends_for_it() {
    let input = (INPUT_FILE, INPUT.to_owned());
    let page = (PAGE_FILE, good_page());
    for (name, stored, line) in [
        ("an input", &page, "fetch 2020/22"),
        ("a page", &input, "fetch 2020/22"),
        ("a leaderboard", &input, "leaderboard 1001 -y 2020"),
        ("a verdict", &page, "submit 2020/22 -p1 --answer 1 --force"),
    ] {
        let (site, sandbox) = good_site().project();
        site.on("/2020", Reply::redirect("/"));
        site.on(ANSWER_PATH, verdict(WRONG));
        let board = Reply::text("{\"event\":\"2020\",\"members\":{}}");
        site.on("/2020/leaderboard/private/view/1001.json", board);
        let is_refused = || {
            let status = sandbox.line("status 2020 --json").exits(0).json();
            !status["session"]["problem"].is_null()
        };
        sandbox.write(stored.0, &stored.1);
        sandbox.line("calendar 2020").exits(3);
        assert!(is_refused(), "{name}");
        let done = sandbox.line(line);
        assert!(!is_refused(), "{name}: {done:#?}");
        assert_eq!(site.requests().len(), 2, "{name}");
    }
}

#[test]
fn a_token_that_the_server_echoes_is_never_shown() {
    let echo = format!("you sent session={TOKEN}");
    let titled = format!("<html><title>{echo}</title>");
    for reply in [
        Reply::new(418, &*echo),
        Reply::new(418, &*titled),
        Reply::html(&*titled),
        Reply::redirect(&format!("//evil.example/{TOKEN}")),
        Reply::text("12\n").header("Content-Encoding", TOKEN),
        Reply::html(page(2020, 21, 1).replace("Advent", TOKEN)),
    ] {
        let site = good_site();
        site.on(INPUT_PATH, reply.clone()).on(PAGE_PATH, reply);
        let sandbox = Sandbox::project().site(&site);
        let done = sandbox.line("fetch 2020/22 -v").exits(5);
        assert!(!format!("{done:?}").contains(TOKEN), "{done:#?}");
    }
    // The token is not stored with a page either. An input is stored unchanged.
    let site = good_site();
    let with_token = page(2020, 22, 1).replace("Text", TOKEN);
    site.on(PAGE_PATH, Reply::html(with_token));
    let (site, sandbox) = site.project();
    sandbox.line("fetch 2020/22").exits(0);
    assert!(!sandbox.read(PAGE_FILE).contains(TOKEN));
    let input = format!("{TOKEN}\n");
    site.on(INPUT_PATH, Reply::text(&*input));
    sandbox.line("fetch 2020/22 --force").exits(0);
    assert_eq!(sandbox.read(INPUT_FILE), input);
}

#[test]
fn inputs_that_look_like_errors_are_inputs() {
    for body in [
        "<<><>><\n",
        "404 Not Found\n",
        "  leading\r\n\r\n\n",
        "h\u{e4}\n",
    ] {
        accepted(Reply::text(body), body).says("");
    }
    // A reply of several lines is an input, even if it contains a sentence of the site.
    for quoted in [
        format!("move <html> from 1\n{LOG_IN}"),
        format!("{LOCKED}1\n"),
        format!("{LOG_IN}1\n"),
    ] {
        accepted(Reply::text(&*quoted), &quoted).says("");
    }
    let plain = Reply::text(INPUT).header("Content-Encoding", "identity");
    accepted(plain, INPUT).says("");
    // One cookie is renewed, and another cookie is deleted.
    for cookie in [
        "session=53616c7465645f5f; Path=/",
        "x=; Max-Age=0",
        "session",
    ] {
        accepted(Reply::text(INPUT).header("Set-Cookie", cookie), INPUT).says("");
    }
    accepted(Reply::html("12\n34\n"), "12\n34\n").says("");
    accepted(Reply::new(200, INPUT), INPUT).says("");
    accepted(Reply::text(INPUT).gzip(), INPUT).says("");
    let says = "warning: 2020/22: the input does not end with a newline";
    accepted(Reply::text("12\n34"), "12\n34").mentions(says);
}

#[test]
fn a_server_that_fails_is_asked_again_and_not_for_ever() {
    let late = |status: u16, wait: &str| Reply::new(status, "").header("Retry-After", wait);
    let busy = || Reply::new(503, "busy");
    refused(
        5,
        2,
        "failed (500); try again later",
        Reply::new(500, FAILURE),
    );
    refused(5, 3, "failed (503); try again later", busy());
    refused(5, 1, "(503); try again in 1h 0m", late(503, "3600"));
    refused(7, 1, "(429): try again in 2m 0s", late(429, "120"));
    refused(7, 1, "try again in 2m 0s", Reply::new(429, ""));
    let never = "Tue, 01 Jan 2999 00:00:00 GMT";
    refused(7, 1, "(429): try again in 1d 0h", late(429, never));
    refused(7, 1, "(429): try again in 2m 0s", late(429, "-1"));
    let start = Instant::now();
    let (done, asked, files) = input(LONG, [late(503, "1"), busy(), Reply::text(INPUT)]);
    done.exits(0)
        .mentions("the server failed (503); trying again in 1s");
    assert_eq!((asked, files.len()), (3, 3));
    assert!(start.elapsed() >= Duration::from_secs(1));
}

#[test]
fn broken_replies_are_asked_for_again_and_never_stored() {
    let broken = "the connection to 127.0.0.1:";
    let text = || Reply::text("12\n");
    refused(5, 3, broken, text().reset());
    refused(5, 3, broken, text().header("Content-Length", "100"));
    refused(5, 3, broken, Reply::raw(""));
    refused(5, 3, "is damaged", Reply::raw("SSH-2.0-OpenSSH_9.6\r\n"));
    let gzip = text().header("Content-Encoding", "gzip");
    refused(5, 3, "is damaged", gzip);
    let closed = || Reply::new(408, "");
    refused(
        5,
        3,
        "is damaged (408 Request Timeout); try again\n",
        closed(),
    );
    let large = "larger than 10 MiB";
    refused(5, 1, large, Reply::text(vec![b'1'; 11 << 20]).gzip());
    refused(5, 1, large, text().endless());
    for broken in [text().reset(), closed()] {
        let (done, asked, files) = input(LONG, [broken, Reply::text(INPUT)]);
        done.exits(0);
        assert_eq!((asked, files.len()), (2, 3));
    }
}

/// The status says what is wrong. A body that does not arrive has no more information.
#[test]
fn a_status_counts_whatever_becomes_of_the_body() {
    let busy = || Reply::new(429, LOCKED).header("Retry-After", "60");
    let failed = || Reply::new(503, "busy").header("Retry-After", "3600");
    for broken in [Reply::reset, Reply::endless] {
        let refused = |exit, says, reply| refused(exit, 1, says, broken(reply));
        refused(7, "(429): try again in 1m 0s", busy());
        refused(5, "(503); try again in 1h 0m", failed());
        refused(5, "refused this client (403)", Reply::new(403, "no"));
        refused(3, "not accept the session", Reply::new(401, "no"));
        refused(
            3,
            "not accept the session",
            Reply::redirect("/2020/auth/login"),
        );
    }
    // The part of the body that has arrived is enough.
    refused(5, 1, "answered 418 ('tea')", Reply::new(418, "tea").reset());
    refused(4, 1, "no such puzzle", Reply::new(404, "no").reset());
    refused(4, 1, "still locked", Reply::new(404, LOCKED).reset());
    let dead = "not accept the session";
    refused(3, 1, dead, Reply::new(400, LOG_IN).reset());
}

/// During the pause, other processes make no request either.
#[test]
fn a_pause_that_the_site_asks_for_is_kept_if_the_body_breaks() {
    let (site, sandbox) = good_site().project();
    let busy = Reply::new(429, "no").header("Retry-After", "60");
    site.on(INPUT_PATH, busy.reset());
    sandbox.line("fetch 2020/22").exits(7);
    let says = "no request was made, because the site asked for fewer requests (429)";
    sandbox.line("fetch 2020/22").mentions(says).exits(7);
    assert_eq!(site.paths(), [INPUT_PATH]);
}

#[test]
fn slow_and_silent_servers_are_given_up() {
    let start = Instant::now();
    let slow = Reply::text("1\n".repeat(500)).trickle(Duration::from_millis(100));
    refused_within("2s", 5, 2, "did not answer in time", slow);
    let says = "did not answer in time; the request was sent: try again later; ";
    refused_within("2s", 5, 2, says, Reply::silence());
    // The reply begins after more than a third of the time.
    let late = Reply::text(INPUT).delay(Duration::from_secs(3));
    refused_within("6s", 5, 2, "did not answer in time", late);
    assert!(start.elapsed() < Duration::from_secs(30));
}

#[test]
fn a_site_that_cannot_be_reached_is_named() {
    let site = Site::start();
    let tls = site.url().replace("http:", "https:");
    for (url, says) in [
        (
            "http://127.0.0.1:9",
            "127.0.0.1:9 refuses the connection; try again later; behind a proxy, check its address",
        ),
        (
            "https://nobody.invalid",
            "the address of nobody.invalid cannot be found; is the network up?",
        ),
        (&tls, "no secure connection to 127.0.0.1:"),
    ] {
        let sandbox = Sandbox::project().site(&site).env("AOC_BASE_URL", url);
        let done = sandbox.line("fetch 2020/22").prints("");
        let done = done.mentions(says).exits(5);
        let errors = done.stderr.lines().filter(|line| line.starts_with("aoc: "));
        assert_eq!(errors.count(), 1, "{done:#?}");
        assert!(!done.stderr.contains("os error"), "{done:#?}");
    }
}

#[test]
fn a_proxy_is_asked_with_the_whole_address() {
    let proxy = Site::start();
    let paths = [INPUT_PATH, PAGE_PATH].map(|path| format!("http://aoc.localhost{path}"));
    proxy.on(&paths[0], Reply::text(INPUT));
    proxy.on(&paths[1], Reply::html(page(2020, 22, 1)));
    for (variable, site, exit) in [
        ("http_proxy", "http://aoc.localhost", 0),
        ("ALL_PROXY", "http://aoc.localhost", 0),
        ("HTTPS_PROXY", "https://aoc.localhost", 5),
    ] {
        let sandbox = Sandbox::project().site(&proxy).env(variable, proxy.url());
        let sandbox = sandbox.env("AOC_BASE_URL", site);
        sandbox.line("fetch 2020/22").exits(exit);
    }
    assert_eq!(proxy.paths()[..2], paths);
}

/// The certificate is shown as that of the site, and the proxy runs.
#[test]
fn a_proxy_is_not_blamed_for_a_connection_through_it_that_is_not_secure() {
    let proxy = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = format!("http://{}", proxy.local_addr().expect("an address"));
    thread::spawn(move || {
        for stream in proxy.incoming() {
            let mut stream = stream.expect("a connection");
            let mut request = BufReader::new(stream.try_clone().expect("a socket")).lines();
            while request
                .next()
                .is_some_and(|line| line.is_ok_and(|line| !line.is_empty()))
            {}
            let _ = stream.write_all(b"HTTP/1.1 200 OK\r\n\r\n");
            // The client starts to speak TLS and gets another protocol.
            let _ = stream.read(&mut [0; 4096]);
            let _ = stream.write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n");
        }
    });
    let sandbox = Sandbox::project()
        .env("AOC_SESSION", TOKEN)
        .env("HTTPS_PROXY", address)
        .env("AOC_BASE_URL", "https://aoc.localhost");
    let done = sandbox.line("fetch 2020/22").prints("").exits(5);
    done.mentions("no secure connection to aoc.localhost: ")
        .mentions("; possible causes: a network login page, a proxy, or a wrong clock");
}

/// On other systems, the certificates are not in files.
#[test]
#[cfg(target_os = "linux")]
fn a_machine_without_certificates_makes_no_request() {
    let sandbox = Sandbox::project()
        .env("AOC_SESSION", TOKEN)
        .env("SSL_CERT_FILE", "/nosuch")
        .env("SSL_CERT_DIR", "/nosuch")
        .env("AOC_BASE_URL", "https://127.0.0.1:9");
    let done = sandbox.line("fetch 2020/22").prints("").exits(5);
    done.mentions("aoc: 2020/22: cannot make HTTPS requests on this machine: ")
        .mentions("; are CA certificates installed?\n");
}

#[test]
fn a_proxy_that_cannot_be_reached_is_named() {
    let cannot = "the address of the proxy nobody.invalid:8080 cannot be found";
    let hint = "check the proxy's address, as in HTTPS_PROXY, and whether it runs";
    for (proxy, says) in [
        ("http://nobody.invalid:8080", cannot),
        ("http://me:secret@nobody.invalid:8080", cannot),
        (
            "http://nobody.invalid",
            "the address of the proxy nobody.invalid cannot be found",
        ),
        (
            "http://127.0.0.1:9",
            "the proxy 127.0.0.1:9 refuses the connection",
        ),
    ] {
        let sandbox = Sandbox::project()
            .env("AOC_SESSION", TOKEN)
            .env("HTTPS_PROXY", proxy)
            .env("AOC_BASE_URL", "https://aoc.localhost");
        let done = sandbox.line("fetch 2020/22").prints("").exits(5);
        let done = done.mentions(&format!("{says}; {hint}"));
        let others = done.stderr.contains("aoc.localhost") || done.stderr.contains("secret");
        assert!(!others, "{done:#?}");
    }
}

/// The HTTP library would only say that it cannot connect to the proxy.
#[test]
fn a_socks_proxy_is_an_error_before_any_request() {
    for address in [
        "socks5://127.0.0.1:1080",
        "socks5h://me:secret@127.0.0.1:1080",
    ] {
        let (site, sandbox) = good_site().project();
        let sandbox = sandbox.env("ALL_PROXY", address);
        let done = sandbox.line("fetch 2020/22").exits(5).prints("");
        let shown = address.replace("socks5h://me:secret", "…");
        done.says(&format!(
            "aoc: 2020/22: ALL_PROXY: `{shown}` is a SOCKS proxy, which aoc cannot use; name an \
             HTTP proxy, or unset ALL_PROXY\n"
        ));
        let sandbox = sandbox.env("NO_PROXY", "127.0.0.1");
        sandbox.line("fetch 2020/22").exits(0);
        assert_eq!(site.paths(), [INPUT_PATH, PAGE_PATH], "{address}");
    }
}

/// Otherwise the HTTP library would ignore it and ask the site directly.
#[test]
fn a_proxy_that_is_no_address_is_an_error_before_any_request() {
    let wrong = |name: &str, shown: &str| {
        format!(
            "{name}: `{shown}` is not the address of a proxy, such as http://localhost:3128; \
             correct it, or unset {name}\n"
        )
    };
    for (variables, error) in [
        (
            &[("ALL_PROXY", "http://[bad")][..],
            Some(("ALL_PROXY", "http://[bad")),
        ),
        (
            &[("all_proxy", "nonsense://127.0.0.1:1")],
            Some(("all_proxy", "nonsense://127.0.0.1:1")),
        ),
        (
            &[("http_proxy", "http://me:secret@[bad")],
            Some(("http_proxy", "…@[bad")),
        ),
        // Only the first variable that is set is used. The variable for the site's scheme comes
        // first.
        (
            &[
                ("HTTP_PROXY", "/bad"),
                ("ALL_PROXY", "http://nobody.invalid"),
            ],
            Some(("HTTP_PROXY", "/bad")),
        ),
        (&[("HTTPS_PROXY", "http://[bad"), ("HTTP_PROXY", "")], None),
        (
            &[("ALL_PROXY", "http://[bad"), ("NO_PROXY", "127.0.0.1")],
            None,
        ),
    ] {
        let (site, mut sandbox) = good_site().project();
        for &(name, value) in variables {
            sandbox = sandbox.env(name, value);
        }
        let done = sandbox.line("fetch 2020/22");
        let Some((name, shown)) = error else {
            done.exits(0);
            continue;
        };
        let done = done.exits(5).prints("");
        done.says(&format!("aoc: 2020/22: {}", wrong(name, shown)));
        let doctor = sandbox.line("doctor").exits(5);
        doctor.shows(&format!("1 problem: {name}: `{shown}` is not the address"));
        assert_eq!(site.paths(), [""; 0], "{variables:?}");
    }
}

#[test]
fn pages_that_are_not_the_page_are_not_stored() {
    let good = page(2020, 22, 1);
    let refused = |exit, says: &str, body: &str| {
        let (site, sandbox) = good_site().project();
        site.on(PAGE_PATH, Reply::html(body));
        // The input is still downloaded.
        let done = sandbox.line("fetch 2020/22").exits(exit);
        let done = done.prints(&format!("{INPUT_FILE}\n")).mentions(says);
        done.mentions("aoc: 2020/22: page: ");
        assert_eq!(sandbox.files("inputs"), ["year2020/day22.txt"]);
        assert_eq!(site.count(PAGE_PATH), 1);
    };
    let cut = &good[..good.len() - 40];
    let other = good.replace("--- Day 22", "--- Day 21");
    let hotel = "<html><title>Welcome to Hotel</title>";
    refused(5, "got 'Day 21 - Advent of Code 2020'", &page(2020, 21, 1));
    let incomplete = "is incomplete (its end is missing)";
    refused(5, incomplete, cut);
    // The first copy has no end, so the second copy is inside of it.
    let doubled = "the page contains its text twice; nothing was stored";
    refused(5, doubled, &format!("{cut}{good}"));
    refused(
        5,
        doubled,
        &good.replace("<main>", "<main><p>text</p></main><main>"),
    );
    refused(5, "text is missing", &good.replace("article", "section"));
    refused(
        5,
        "expected the page of 2020/22, got '--- Day 21: Invented ---'",
        &other,
    );
    let untitled = "the page is incomplete (the puzzle's title is missing); nothing was stored";
    refused(5, untitled, &good.replace("--- Day 22: Invented ---", ""));
    refused(3, "does not accept the", &anonymous_page(2020, 22));
    // One page has no link in its header. The other page has the link elsewhere.
    let nobody = |with: &str| anonymous_page(2020, 22).replace(LOGIN, with);
    let sentence = "<p>To play, please identify yourself via one of these services:</p></main>";
    let below = nobody("").replace("</main>", sentence);
    refused(3, "does not accept the", &below);
    let nav = nobody("").replace(
        "</header>",
        "</header><nav><a href=\"/x\">[Log In]</a></nav>",
    );
    refused(3, "does not accept the", &nav);
    let elsewhere = nobody("").replace("<main>", "<p><a href=\"/x\">[Log In]</a></p><main>");
    refused(3, "does not accept the", &elsewhere);
    let (article, end) = good.split_once("</article>").expect("an article");
    let (_, article) = article.split_once("<article").expect("its beginning");
    let twice = good.replace(
        "</article>",
        &format!("</article><article{article}</article>"),
    );
    assert!(twice.contains(end));
    refused(5, "the page contains its text twice", &twice);
    refused(5, "got a web page titled 'Welcome to Hotel'", hotel);
    refused(5, "the site is down for maintenance", MAINTENANCE);
    let text = "expected /2020/day/22, got plain text; nothing was stored";
    refused(5, text, "123\n");
}

#[test]
fn a_page_with_part_two_stays_when_less_comes() {
    let site = good_site();
    let full = page(2020, 22, 2);
    let sandbox = Sandbox::project().site(&site).file(PAGE_FILE, &full);
    let done = sandbox.line("fetch 2020/22 --force").exits(0);
    done.mentions("fewer parts than the stored one, which is kept")
        .prints(&format!("{INPUT_FILE}\n"));
    assert_eq!(sandbox.read(PAGE_FILE), full);
    // The full page is of another user, as the replaced input was.
    sandbox.write(PAGE_FILE, full.replace("someone", "another"));
    sandbox.line("fetch 2020/22 --force").exits(0);
    assert_eq!(sandbox.read(PAGE_FILE), page(2020, 22, 1));
}

/// The session is that of another account than before, which has more stars.
#[test]
fn the_page_of_another_user_is_stored_only_with_the_input_of_that_user() {
    let site = good_site();
    site.on("/2020", calendar(2020, 25, &[2; 22]));
    site.on(PAGE_PATH, Reply::html(page(2020, 22, 2)));
    let answers = "inputs/year2020/day22.answers.toml";
    let stored = page(2020, 22, 1).replace("someone", "another");
    let sandbox = Sandbox::project()
        .site(&site)
        .file(INPUT_FILE, "of another\n")
        .file(PAGE_FILE, &stored);
    sandbox.line("status 2020 --refresh").exits(0);
    let note = "note: 2020/22: page not downloaded: the site's page is that of someone, but the \
                stored one, which is kept, is that of another; is this the session of another \
                account? if you have changed your name, or want the files of this account, `aoc \
                fetch 2020/22 --force` replaces input and page\n";
    sandbox.line("fetch 2020/22").says(note).exits(0);
    assert_eq!(sandbox.read(PAGE_FILE), stored);
    assert!(!sandbox.path(answers).exists());
    sandbox.line("fetch 2020/22 --force").exits(0);
    assert_eq!(sandbox.read(INPUT_FILE), INPUT);
    assert_eq!(sandbox.read(PAGE_FILE), page(2020, 22, 2));
    assert_eq!(sandbox.read(answers), "part1 = \"33400\"\n");
    // The input was missing, so it is that of the new page, which shows less.
    let full = page(2020, 22, 2).replace("someone", "another");
    sandbox.write(PAGE_FILE, full);
    fs::remove_file(sandbox.path(INPUT_FILE)).expect("an input");
    site.on(PAGE_PATH, Reply::html(page(2020, 22, 1)));
    sandbox.line("fetch 2020/22").exits(0);
    assert_eq!(sandbox.read(PAGE_FILE), page(2020, 22, 1));
}

/// The session shows the old name first and then the new one, so they are of the same user.
#[test]
fn the_page_of_a_user_with_a_new_name_replaces_the_stored_one() {
    let site = good_site();
    let sandbox = Sandbox::project().site(&site);
    sandbox.line("fetch 2020/22").exits(0);
    let renamed = page(2020, 22, 2).replace("someone", "renamed");
    site.on(PAGE_PATH, Reply::html(&*renamed));
    sandbox.line("read 2020/22 --part 2").exits(0);
    assert_eq!(sandbox.read(PAGE_FILE), renamed);
    // The stored name is the newest one of the session, so the answer is sent without the page.
    site.on(ANSWER_PATH, verdict(WRONG));
    sandbox.line("submit 2020/22 -p2 --answer=5").exits(6);
    assert_eq!(site.paths().last().map(String::as_str), Some(ANSWER_PATH));
}

/// The page shows all that there is, so it would not be requested again.
#[test]
fn the_page_that_was_there_before_the_input_is_replaced_by_that_of_the_user() {
    let site = good_site();
    let site_page = page(2020, 22, 2);
    site.on(PAGE_PATH, Reply::html(&*site_page));
    let of_other = site_page.replace("someone", "another");
    let sandbox = Sandbox::project().site(&site).file(PAGE_FILE, &of_other);
    site.on("/2020", calendar(2020, 25, &[1; 22]));
    sandbox.line("status 2020 --refresh").exits(0);
    sandbox.line("fetch 2020/22").exits(0);
    assert_eq!(sandbox.read(PAGE_FILE), site_page);
    // The session has shown this name, so the page is the user's own.
    fs::remove_file(sandbox.path(INPUT_FILE)).expect("an input");
    sandbox.line("fetch 2020/22").exits(0);
    assert_eq!(site.count(PAGE_PATH), 1);
}

/// The input is stored. The page was stored without a session, so it is requested again.
#[test]
fn a_page_that_shows_less_is_not_called_downloaded() {
    let site = good_site();
    let anonymous = anonymous_page(2020, 22);
    let (head, _) = anonymous.split_once("<main>").expect("a text");
    let full = page(2020, 22, 2);
    let (_, main) = full.split_once("<main>").expect("a text");
    let full = format!("{head}<main>{main}");
    let sandbox = Sandbox::project()
        .site(&site)
        .file(INPUT_FILE, INPUT)
        .file(PAGE_FILE, &full);
    let done = sandbox.line("fetch 2020/22 --json").exits(0);
    done.shows("\"status\": \"cached\"")
        .mentions("fewer parts than the stored one, which is kept");
    assert_eq!(site.paths(), [PAGE_PATH]);
    assert_eq!(sandbox.read(PAGE_FILE), full);
    // A page without a name is not known to be of another user.
    let done = sandbox.line("fetch 2020/22 --force").exits(0);
    done.mentions("fewer parts than the stored one, which is kept");
    assert_eq!(sandbox.read(PAGE_FILE), full);
}

/// A problem with the files of one puzzle is reported, also after the requests have ended.
#[test]
fn a_failure_of_its_own_is_told_after_the_end_of_requests() {
    let (site, sandbox) = good_site().project();
    site.on("/2020/day/21/input", Reply::new(403, ""));
    fs::create_dir_all(sandbox.path(INPUT_FILE)).expect("a folder");
    let done = sandbox.line("fetch 2020/21-23").exits(5);
    done.mentions("aoc: 2020/21: the site refused this client (403)")
        .mentions("; not tried: 2020/23\n")
        .mentions("aoc: 2020/22: ")
        .mentions("inputs/year2020/day22.txt is not a file: move it out of the way");
}

/// A puzzle that the site calls locked ends no requests, so it is not the reason why later puzzles
/// are not tried.
#[test]
fn what_was_not_tried_is_told_with_the_failure_and_not_with_a_locked_puzzle() {
    let (site, sandbox) = good_site().project();
    site.on("/2020/day/20/input", Reply::new(404, LOCKED));
    site.on("/2020/day/21/input", Reply::new(403, ""));
    let failure = "aoc: 2020/21: the site refused this client (403)";
    let done = sandbox
        .line("fetch 2020/20-22 2199/1")
        .mentions("aoc: 2020/20: still locked according to the site")
        .mentions(failure)
        .exits(4);
    let mut lines = done.stderr.lines();
    let told = lines.find(|line| line.ends_with("; not tried: 2020/22, 2199/1"));
    assert!(
        told.is_some_and(|line| line.starts_with(failure)),
        "{done:#?}"
    );
}
