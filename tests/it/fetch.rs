//! `aoc fetch` without failures, and the files that are already stored.

use std::fs;
use std::sync::{Arc, Barrier};
use std::time::Duration;

use serde_json::json;

use crate::process::{Running, wait_until};
use crate::sandbox::{Done, Sandbox, TOKEN};
use crate::site::pages::{
    INPUT, INPUT_FILE, INPUT_PATH, PAGE_FILE, PAGE_PATH, anonymous_page, calendar, good_site, page,
    page_of,
};
use crate::site::{Reply, Site};
use crate::terminal::OnTerminal;

#[test]
fn an_input_and_its_page_are_stored_as_they_came_and_asked_for_once() {
    let (site, sandbox) = good_site().project();
    let paths = format!("{INPUT_FILE}\n{PAGE_FILE}\n");
    let fetch = |arguments: &[&str]| sandbox.aoc(arguments).prints(&paths).exits(0);
    fetch(&["fetch", "2020/22"]).says("");
    assert_eq!(sandbox.read(INPUT_FILE), INPUT);
    assert_eq!(sandbox.read(PAGE_FILE), page(2020, 22, 1));
    let note =
        "note: 2020/22: already downloaded; `aoc fetch 2020/22 --force` downloads it again\n";
    fetch(&["fetch", "2020/22"]).says(note);
    fetch(&["fetch", "2020/22", "--quiet"]).says("");
    assert_eq!(site.paths(), [INPUT_PATH, PAGE_PATH]);
    fetch(&["fetch", "2020/22", "-v", "--force"]).mentions("GET /2020/day/22/input: 200 after ");
    // After a failure the old file is kept. An empty file is downloaded again.
    site.on(INPUT_PATH, Reply::text("half").reset());
    sandbox.line("fetch 2020/22 --force").exits(5);
    assert_eq!(sandbox.read(INPUT_FILE), INPUT);
    sandbox.write(INPUT_FILE, "");
    site.on(INPUT_PATH, Reply::text("new\n"));
    fetch(&["fetch", "2020/22"]).says("");
    assert_eq!(sandbox.read(INPUT_FILE), "new\n");
}

#[test]
fn every_request_says_who_asks_and_carries_the_cookie() {
    let site = good_site();
    site.script(INPUT_PATH, [Reply::new(503, "busy"), Reply::text(INPUT)]);
    let sandbox = Sandbox::project().site(&site);
    let sandbox = sandbox.env("AOC_CONTACT", "me@example.org  X-Evil: 1");
    sandbox.line("fetch 2020/22").exits(0);
    let [version, address] = [env!("CARGO_PKG_VERSION"), env!("CARGO_PKG_REPOSITORY")];
    let agent = format!("aoc-kit/{version} (+{address}; contact: me@example.org  X-Evil: 1)");
    assert_eq!(site.requests().len(), 3);
    for request in site.requests() {
        assert_eq!(request.header("user-agent"), Some(&*agent));
        assert!(request.has_session(TOKEN));
    }
}

#[test]
fn a_contact_with_any_characters_is_sent_whole() {
    let site = good_site();
    let contact = "me@example.org (\u{e4}) X-Evil: 1";
    let sandbox = Sandbox::project().site(&site);
    sandbox.aoc(&["config", "contact", contact]).exits(0);
    let done = sandbox.line("fetch 2020/22").exits(0);
    assert!(!done.stderr.contains("contact"), "{done:#?}");
    let sent = "me@example.org %28%C3%A4%29 X-Evil: 1";
    let [version, address] = [env!("CARGO_PKG_VERSION"), env!("CARGO_PKG_REPOSITORY")];
    let agent = format!("aoc-kit/{version} (+{address}; contact: {sent})");
    assert_eq!(site.requests().len(), 2);
    for request in site.requests() {
        assert_eq!(request.header("user-agent"), Some(&*agent));
    }
}

#[test]
fn what_is_cached_needs_neither_session_nor_network() {
    let sandbox = Sandbox::project()
        .env("AOC_BASE_URL", "http://127.0.0.1:9")
        .file(INPUT_FILE, INPUT)
        .file("inputs/year2020/day22.answers.toml", "part1 = 33400\n")
        .file("inputs/year2020/day22.examples.toml", "")
        .file(PAGE_FILE, page(2020, 22, 2));
    for flags in [&[][..], &["--offline"]] {
        sandbox
            .aoc(&[&["fetch", "2020/22"], flags].concat())
            .prints(&format!("{INPUT_FILE}\n{PAGE_FILE}\n"))
            .exits(0);
    }
    assert_eq!(sandbox.files("../cache"), Vec::<String>::new());
    // An input without its page is enough. A missing input is still reported.
    let site = good_site();
    let sandbox = Sandbox::project().site(&site).without("AOC_SESSION");
    let sandbox = sandbox.file(INPUT_FILE, INPUT);
    sandbox
        .line("fetch 2020/22-24")
        .mentions("2020/22: page not downloaded: no session")
        .mentions("aoc: 2020/23: no session; log in at adventofcode.com")
        .mentions("; not tried: 2020/24\n")
        .prints(&format!("{INPUT_FILE}\n"))
        .exits(3);
    let says = "aoc: 2020/21: not downloaded because of --offline\n";
    sandbox.line("fetch 2020/21 --offline").says(says).exits(5);
    let says = says.replace('\n', "; not tried: 2020/23-25\n");
    let line = "fetch 2020/21-25 --offline";
    sandbox.line(line).mentions(&says).exits(5);
    assert!(site.requests().is_empty());
    // A file of one puzzle says nothing about the others.
    sandbox.write("inputs/year2020/day21.txt/x", "");
    let done = sandbox
        .site(&site)
        .line("fetch 2020/21 2199/1")
        .mentions("day21.txt is not a file")
        .mentions("2199/1: locked until ");
    assert!(!done.stderr.contains("not tried"), "{done:#?}");
}

#[test]
fn json_has_a_result_for_every_puzzle() {
    let site = good_site();
    let sandbox = Sandbox::project()
        .site(&site)
        .file("inputs/year2020/day03.txt", ".\n")
        .file("inputs/year2020/day03.html", page(2020, 3, 2));
    let done = sandbox.line("fetch 2020/3,22,1 --json").exits(4);
    let document = done.json();
    assert_eq!(document["schema"], "aoc-fetch/1");
    let results = document["results"].as_array().expect("results");
    let message = "the site has no such puzzle (404); see https://adventofcode.com/events";
    let failed = json!({
        "year": 2020, "day": 1, "input": null, "page": null, "status": "failed",
        "accepted": [], "examples": null, "message": message
    });
    assert_eq!(results[0], failed);
    assert_eq!(results[1]["status"], "cached");
    assert_eq!(results[2]["status"], "fetched");
    assert_eq!(results[2]["input"], INPUT_FILE);
}

/// An input never changes for a user.
#[test]
fn an_input_that_is_replaced_by_another_one_is_that_of_another_account() {
    let (site, sandbox) = good_site().project();
    let answers = "inputs/year2020/day22.answers.toml";
    // Other tools store inputs with other line ends, or without the spaces at the beginning.
    for (stored, text) in [
        (INPUT.replace('\n', "\r\n"), INPUT),
        ("[A]\n".to_owned(), "    [A]\n"),
    ] {
        sandbox.write(INPUT_FILE, stored);
        site.on(INPUT_PATH, Reply::text(text));
        let same = sandbox.line("fetch 2020/22 --force").exits(0);
        assert!(!same.stderr.contains("warning"), "{same:#?}");
        assert_eq!(sandbox.read(INPUT_FILE), text);
    }
    let warning = "warning: 2020/22: the new input has replaced a different one; ";
    for (text, recorded, remedy) in [
        (
            "1\n",
            "",
            "is this the session of another account?".to_owned(),
        ),
        (
            "2\n",
            "part1 = 5\n",
            format!(
                "if this is the session of another account, remove {answers}, which has the \
                 answers to the old input"
            ),
        ),
    ] {
        if !recorded.is_empty() {
            sandbox.write(answers, recorded);
        }
        site.on(INPUT_PATH, Reply::text(text));
        let done = sandbox.line("fetch 2020/22 --force").exits(0);
        done.mentions(&format!("{warning}{remedy}\n"));
        assert_eq!(sandbox.read(INPUT_FILE), text);
    }
}

/// A connection that ends early gives the beginning of the input.
#[test]
fn an_input_is_not_replaced_by_its_beginning() {
    let (site, sandbox) = good_site().project();
    let refused = format!(
        "the reply is only the beginning of {INPUT_FILE}, which is kept; to replace it, remove it \
         first\n"
    );
    for (stored, reply, is_beginning) in [
        ("1\n2\n3\n", "1\n2\n", true),
        ("1\n23\n", "1\n2", true),
        ("1\r\n2\r\n3\r\n", "1\n2\n", true),
        ("1\n2\n3\n", "1\n2\n3\n", false),
        ("1\n2\n\n\n", "1\n2\n", false),
        ("1\n2\n", "1\n2\n3\n", false),
    ] {
        sandbox.write(INPUT_FILE, stored);
        site.on(INPUT_PATH, Reply::text(reply));
        let done = sandbox.line("fetch 2020/22 --force");
        assert_eq!(done.stderr.contains(&refused), is_beginning, "{done:#?}");
        let kept = if is_beginning { stored } else { reply };
        assert_eq!(sandbox.read(INPUT_FILE), kept);
    }
}

/// A file that could not be downloaded again, or was not requested after a failure, is still there.
#[test]
fn stored_files_are_named_after_a_failure() {
    let (site, sandbox) = good_site().project();
    sandbox.line("fetch 2020/22").exits(0);
    for failing in [PAGE_PATH, INPUT_PATH] {
        site.on(failing, Reply::new(403, "no"));
        let done = sandbox.line("fetch 2020/22 --force --json").exits(5);
        let result = &done.json()["results"][0];
        assert_eq!(result["status"], "failed", "{failing}");
        assert_eq!(result["input"], INPUT_FILE, "{failing}");
        assert_eq!(result["page"], PAGE_FILE, "{failing}");
    }
}

#[test]
fn three_processes_that_want_one_cold_day_make_one_request() {
    let (site, sandbox) = good_site().project();
    let slowly = Duration::from_millis(300);
    site.on(INPUT_PATH, Reply::text(INPUT).delay(slowly));
    site.on(PAGE_PATH, Reply::html(page(2020, 22, 1)).delay(slowly));
    let paths = format!("{INPUT_FILE}\n{PAGE_FILE}\n");
    let mut asked = Vec::new();
    // Nothing can be created below /proc.
    for cache in [sandbox.outside("cache"), "/proc/cache".into()] {
        let start = || {
            let mut command = sandbox.command(&["fetch", "2020/22"]);
            command.env("XDG_CACHE_HOME", &cache);
            Running::start(command)
        };
        for child in [start(), start(), start()] {
            child.end().prints(&paths).exits(0);
        }
        asked.extend([INPUT_PATH, PAGE_PATH]);
        assert_eq!(site.paths(), asked, "{}", cache.display());
        fs::remove_dir_all(sandbox.path("inputs")).expect("the inputs");
    }
}

/// The process that downloads the input also downloads the page. Another process waits, and says so
/// once.
#[test]
fn a_download_of_another_process_is_told_once() {
    let (site, sandbox) = good_site().project();
    let gate = Arc::new(Barrier::new(2));
    let slowly = Duration::from_millis(300);
    for cache in [sandbox.outside("cache"), "/proc/cache".into()] {
        site.script(INPUT_PATH, [Reply::text(INPUT).gate(&gate)]);
        let page = Reply::html(page(2020, 22, 1)).delay(slowly);
        site.script(PAGE_PATH, [page]);
        let start = || {
            let mut command = sandbox.command(&["fetch", "2020/22"]);
            command.env("XDG_CACHE_HOME", &cache);
            Running::start(command)
        };
        let asked = site.count(INPUT_PATH);
        let first = start();
        wait_until(|| site.count(INPUT_PATH) > asked);
        let mut second = start();
        let note = "note: 2020/22: waiting for another aoc that downloads it\n";
        second.stderr.shows(note);
        gate.wait();
        first.end().says("").exits(0);
        let done = second.end().mentions(": already downloaded; ").exits(0);
        assert_eq!(done.stderr.matches("another aoc").count(), 1, "{done:#?}");
        fs::remove_dir_all(sandbox.path("inputs")).expect("the inputs");
    }
    assert_eq!(site.paths(), [INPUT_PATH, PAGE_PATH, INPUT_PATH, PAGE_PATH]);
}

#[test]
fn accounts_have_inputs_of_their_own_and_never_the_default_session() {
    let site = good_site();
    let sandbox = Sandbox::project().site(&site).file(INPUT_FILE, "mine\n");
    let work = ["fetch", "2020/22", "--account", "work"];
    let done = sandbox.aoc(&work).exits(3);
    done.mentions("no session for the account `work`: run `aoc login --account work`\n");
    assert!(site.requests().is_empty());
    let other = "ab".repeat(48);
    let sandbox = sandbox.file("../config/aoc/session.work", &other);
    let file = "inputs/year2020/day22.work.txt";
    sandbox.aoc(&work).prints(&format!("{file}\n")).exits(0);
    assert!(site.requests()[0].has_session(&other));
    assert_eq!(site.paths(), [INPUT_PATH]);
    assert_eq!(sandbox.read(file), INPUT);
    assert_eq!(sandbox.read(INPUT_FILE), "mine\n");
    let again = "note: 2020/22: already downloaded; `aoc fetch 2020/22 --account work --force` \
                 downloads it again\n";
    sandbox.aoc(&work).says(again).exits(0);
}

#[test]
fn many_days_are_summed_up_and_go_on_when_one_fails() {
    let (site, sandbox) = Site::start().project();
    for day in 1..=3 {
        site.on(&format!("/2019/day/{day}/input"), Reply::text("1\n2\n"));
        let text = "<p>For example:</p><pre>3\n4\n</pre><p>It is <code><em>7</em></code>.</p>\
                    <p>What is it?</p>";
        let page = page_of(2019, day, [text, ""], &[]);
        site.on(&format!("/2019/day/{day}"), Reply::html(page));
    }
    sandbox
        .line("fetch 2019/1-4")
        .mentions("aoc: 2019/4: the site has no such puzzle (404)")
        .prints("4 puzzles: 3 new, 0 already there, 1 failed\n")
        .exits(4);
    let details = sandbox.line("fetch 2019/1-4 -v").exits(4);
    details.shows("inputs/year2019/day01.txt\n");
    site.on("/2019/day/5/input", Reply::new(403, ""));
    sandbox
        .line("fetch 2019/1-3,5-7")
        .mentions("2019/5: the site refused this client (403)")
        .mentions("; not tried: 2019/6-7\n")
        .prints("6 puzzles: 0 new, 3 already there, 1 failed, 2 not tried\n")
        .exits(5);
}

/// In a clone, the stored pages may be older than the stars. No reply has shown these stars to this
/// computer yet.
#[test]
fn a_fetch_of_four_days_asks_for_the_stars_that_stored_pages_may_lack() {
    for (arguments, count) in [
        ("2018/1 2019/1-3", 1),
        ("2019/1-3", 0),
        ("2018/1 2019/1-3 --force", 0),
        ("2018/1 2019/1-3 --offline", 0),
        ("2018/1 2019/1-3 --account work", 0),
    ] {
        let (site, sandbox) = Site::start().project();
        sandbox.write("../config/aoc/session.work", "ab".repeat(48));
        site.on("/2019", calendar(2019, 25, &[0, 1, 0]));
        for (year, day) in [(2018, 1), (2019, 1), (2019, 2), (2019, 3)] {
            let parts = if day == 2 { 2 } else { 1 };
            let reply = Reply::html(page(year, day, parts));
            site.on(&format!("/{year}/day/{day}"), reply);
            let file = format!("inputs/year{year}/day{day:02}");
            sandbox.write(&format!("{file}.txt"), "1\n");
            if year == 2019 && day != 3 {
                sandbox.write(&format!("{file}.html"), page(year, day, 1));
            }
        }
        sandbox.line(&format!("fetch {arguments}"));
        assert_eq!(site.count("/2019"), count, "{arguments}");
        if count == 1 {
            // Of the stored pages, only the page of the day with a star is requested.
            let asked = ["/2019", "/2018/day/1", "/2019/day/2", "/2019/day/3"];
            assert_eq!(site.paths(), asked);
            // The stars are still known when the page of the event is too old to be read again.
            sandbox.remove(&site.statistics_file());
            sandbox.line(&format!("fetch {arguments}")).exits(0);
            assert_eq!(site.count("/2019"), 1);
        }
    }
}

/// A site that refuses the session or this client does so for every year.
#[test]
fn a_failure_that_would_repeat_ends_the_requests_for_unknown_stars() {
    let other_server = Reply::html("<title>Hotel</title>");
    for (name, reply, asked) in [
        ("this client", Reply::new(403, ""), &["/2018"][..]),
        ("the session", Reply::redirect("/"), &["/2018"]),
        ("the server", Reply::new(503, ""), &["/2018"; 3]),
        ("another server", other_server, &["/2018"]),
        ("only one page", Reply::new(418, ""), &["/2018", "/2019"]),
    ] {
        let (site, sandbox) = Site::start().project();
        for (year, day) in [(2018, 1), (2018, 2), (2019, 1), (2019, 2)] {
            let file = format!("inputs/year{year}/day{day:02}");
            sandbox.write(&format!("{file}.txt"), "1\n");
            sandbox.write(&format!("{file}.html"), page(year, day, 1));
        }
        site.on("/2018", reply.clone());
        site.on("/2019", reply);
        sandbox.line("fetch 2018/1-2 2019/1-2").exits(0);
        assert_eq!(site.paths(), asked, "{name}");
    }
}

#[test]
fn a_terminal_shows_how_many_days_are_done() {
    let (site, sandbox) = Site::start().project();
    for day in 1..=2 {
        let slowly = Reply::text("1\n2\n").delay(Duration::from_millis(1200));
        site.on(&format!("/2019/day/{day}/input"), slowly);
    }
    let mut fetch = OnTerminal::start(sandbox.command(&["fetch", "2019/1-2"]));
    fetch.shows("fetching 2019/1  1/2");
    fetch.shows("fetching 2019/2  2/2");
    // Only a single day has a description of its input.
    let (several, _) = fetch.rest();
    assert!(!several.contains("the input has "), "{several}");
    let (single, _) = OnTerminal::start(sandbox.command(&["fetch", "2019/1"])).rest();
    assert!(single.contains(" 2019/1: the input has "), "{single}");
}

/// A new input needs its page. For a puzzle with a stored input, the page is optional.
#[test]
fn a_failure_for_a_page_that_is_needed_ends_all_requests_and_another_those_for_pages() {
    let input = ("txt", INPUT.to_owned());
    let old_page = ("html", anonymous_page(2019, 1));
    let with_next = ["/2019/day/1/input", "/2019/day/1", "/2019/day/2/input"];
    for (stored, exit, requested) in [
        (None, 5, &with_next[..2]),
        (Some(input), 0, &with_next[1..]),
        // The stored page was requested without a session.
        (Some(old_page), 0, &with_next),
    ] {
        let site = Site::start();
        for day in 1..3 {
            let path = format!("/2019/day/{day}");
            site.on(&format!("{path}/input"), Reply::text(INPUT));
            site.on(&path, Reply::new(403, "no"));
        }
        let mut sandbox = Sandbox::project().site(&site);
        if let Some((extension, text)) = &stored {
            sandbox = sandbox.file(&format!("inputs/year2019/day01.{extension}"), text);
        }
        let done = sandbox.line("fetch 2019/1-2").exits(exit);
        let done = done.mentions("the site refused this client (403)");
        assert_eq!(site.paths(), requested, "{done:#?}");
        let is_told = done.stderr.contains("; not tried: 2019/2\n");
        assert_eq!(is_told, stored.is_none(), "{done:#?}");
    }
}

/// Every page that is not there has its reason in JSON, and is counted.
#[test]
fn pages_that_are_not_requested_after_a_failed_page_are_told() {
    let told = "note: 2019/1: page not downloaded: the site refused this client (403)";
    let pages = "note: pages not tried after a failure: 2019/2-";
    for (days, last) in [("1-3", 3), ("1-4", 4)] {
        let (site, sandbox) = Site::start().project();
        for day in 1..=last {
            sandbox.write(&format!("inputs/year2019/day{day:02}.txt"), INPUT);
            site.on(&format!("/2019/day/{day}"), Reply::new(403, "no"));
        }
        let done = sandbox.line(&format!("fetch 2019/{days}")).exits(0);
        let done = done.mentions(told).mentions(&format!("{pages}{last}\n"));
        assert!(!done.stderr.contains("already downloaded"), "{done:#?}");
        assert_eq!(site.count("/2019/day/1"), 1);
        assert_eq!(site.count("/2019/day/2"), 0);
        if last == 4 {
            let line = "4 puzzles: 0 new, 4 already there, 0 failed, 4 pages not downloaded\n";
            done.prints(line);
        }
        let done = sandbox.line(&format!("fetch 2019/{days} --json")).exits(0);
        let result = &done.json()["results"][1];
        let message = "page not downloaded: not tried after an earlier failure";
        assert_eq!(result["message"], message);
        assert_eq!(result["page"], serde_json::Value::Null);
    }
}

#[test]
fn that_pages_need_a_session_is_told_once() {
    let (site, sandbox) = Site::start().project();
    let sandbox = sandbox.without("AOC_SESSION");
    for day in 1..4 {
        sandbox.write(&format!("inputs/year2019/day{day:02}.txt"), INPUT);
    }
    let done = sandbox.line("fetch 2019/1-3").exits(0);
    let done = done.mentions("note: 2019/1: page not downloaded: no session");
    let done = done.mentions("note: pages not tried after a failure: 2019/2-3\n");
    assert!(!done.stderr.contains("2019/2: page"), "{done:#?}");
    assert!(site.requests().is_empty());
}

#[test]
fn a_stored_file_that_is_certainly_not_an_input_is_told() {
    for (text, why) in [
        ("<!DOCTYPE html>\n<p>Log in</p>\n", "a message of the site"),
        (" \n", "is empty; download it again"),
    ] {
        let (site, sandbox) = good_site().project();
        sandbox.write(INPUT_FILE, text);
        let done = sandbox.line("fetch 2020/22").exits(0);
        let advice = "`aoc fetch 2020/22 --force`";
        let done = done.mentions("warning: 2020/22: ").mentions(INPUT_FILE);
        done.mentions(why).mentions(advice);
        assert_eq!(site.count(INPUT_PATH), 0);
        let forced = sandbox.line("fetch 2020/22 --force").exits(0);
        forced.shows(INPUT_FILE);
        assert_eq!(sandbox.read(INPUT_FILE), INPUT);
    }
}

/// Otherwise every command would request the page again, and a FIFO would be replaced.
#[test]
fn what_is_not_a_file_is_told_before_any_request() {
    for file in [INPUT_FILE, PAGE_FILE] {
        for is_folder in [true, false] {
            let (site, sandbox) = good_site().project();
            for other in [INPUT_FILE, PAGE_FILE] {
                sandbox.write(other, INPUT);
            }
            let path = sandbox.path(file);
            sandbox.remove(file);
            if is_folder {
                fs::create_dir(&path).expect("a folder");
            } else {
                let made = std::process::Command::new("mkfifo").arg(&path).status();
                assert!(made.expect("mkfifo").success());
            }
            for command in ["fetch 2020/22", "fetch 2020/22 --force"] {
                let why = format!("{file} is not a file: move it out of the way");
                let done = sandbox.line(command).exits(8);
                assert!(format!("{done:?}").contains(&why), "{command} {done:#?}");
                let of_it = if file == INPUT_FILE {
                    INPUT_PATH
                } else {
                    PAGE_PATH
                };
                assert_eq!(site.count(of_it), 0, "{command}");
                assert!(!path.is_file());
            }
        }
    }
}

#[test]
fn a_folder_that_nobody_may_write_to() {
    let (site, sandbox) = good_site().project();
    // Even root cannot create a file there.
    sandbox.link("inputs", "/sys");
    let done = sandbox
        .line("fetch 2020/21-22")
        .mentions("/inputs: Permission denied")
        .mentions("; not tried: 2020/22\n")
        .prints("")
        .exits(8);
    assert!(!done.stderr.contains("inputs/.tmp"), "{done:#?}");
    assert!(site.requests().is_empty());
}

#[test]
fn a_file_size_limit_is_an_error_and_the_old_file_stays() {
    let site = good_site();
    site.on(INPUT_PATH, Reply::text("1\n".repeat(100_000)));
    let sandbox = Sandbox::project().site(&site).file(INPUT_FILE, "old\n");
    let aoc = env!("CARGO_BIN_EXE_aoc");
    let fetch = |limit, force| {
        let script = format!("ulimit -f {limit}; exec '{aoc}' fetch 2020/22 {force}");
        let mut shell = sandbox.program("sh");
        Done::from(shell.args(["-c", &script]).output().expect("sh")).exits(8)
    };
    let done = fetch(8, "--force").prints("");
    done.mentions("inputs/year2020/day22.txt: File too large");
    assert_eq!(sandbox.files("inputs"), ["year2020/day22.txt"]);
    assert_eq!(sandbox.read(INPUT_FILE), "old\n");
    // A larger page also cannot be written over a page that was stored without a session.
    sandbox.write(PAGE_FILE, anonymous_page(2020, 22));
    fetch(4, "").mentions("2020/22: page: cannot write ");
}
