//! `aoc start`: from the countdown to a watched day.

use std::fs;
use std::process::Command;
use std::thread;
use std::time::{Duration, SystemTime};

use chrono::{DateTime, Datelike, TimeDelta, Utc};

use crate::process::{Running, kill, wait_until};
use crate::sandbox::{Sandbox, TOKEN};
use crate::shared_project::shared_project;
use crate::site::pages::{
    INPUT, INPUT_PATH, LOGIN, OTHER_TOKEN, PAGE_PATH, SESSION_FILE, dated, good_site, page,
    settings_page, unlock,
};
use crate::site::{LOCKED, LOG_IN, Reply, Site, next_moment};
use crate::terminal::OnTerminal;

#[test]
fn everything_is_made_ready_once_the_puzzle_is_open() {
    let site = good_site();
    site.on("/settings", Reply::html(settings_page("alice")));
    let early = unlock() - TimeDelta::seconds(3);
    let locked = dated(Reply::new(404, LOCKED), early);
    site.script(INPUT_PATH, [locked, Reply::text(INPUT)]);
    let sandbox = Sandbox::project()
        .site(&site)
        .file("tell", "for last; do :; done\necho \"$last\" >> \"$1\"\n")
        .env("EDITOR", "sh tell editor.told")
        .env("BROWSER", "sh tell browser.told");
    let start = ["start", "2020/22", "--no-watch"];
    let day = "days/year2020/day22.rs";
    let done = sandbox.aoc(&start).mentions(" until 2020/22 unlocks");
    done.shows("inputs/year2020/day22.html").shows(day).exits(0);
    let address = site.url() + "/2020/day/22\n";
    assert!(sandbox.read("editor.told").ends_with("day22.rs\n"));
    assert_eq!(sandbox.read("browser.told"), address);
    assert_eq!((site.count(INPUT_PATH), site.count(PAGE_PATH)), (2, 1));

    // The second call makes no further requests and keeps existing files.
    let text = sandbox.read(day) + "// mine\n";
    sandbox.write(day, &text);
    let done = sandbox.aoc(&[&start[..], &["--no-edit", "--no-open"]].concat());
    done.mentions("2020/22: already downloaded").exits(0);
    assert_eq!(sandbox.read(day), text);
    assert_eq!((site.count(INPUT_PATH), site.count(PAGE_PATH)), (2, 1));
    assert_eq!(sandbox.read("editor.told").lines().count(), 1);
}

#[test]
fn a_repository_that_is_moved_before_the_unlock_gets_no_day_at_its_old_place() {
    let (site, sandbox) = good_site().project();
    site.on("/settings", Reply::html(settings_page("alice")));
    let early = unlock() - TimeDelta::seconds(3);
    let locked = dated(Reply::new(404, LOCKED), early);
    site.script(INPUT_PATH, [locked, Reply::text(INPUT)]);
    let flags = ["--no-open", "--no-edit", "--no-watch"];
    let start = [&["start", "2020/22"], &flags[..]].concat();
    let mut waits = Running::start(sandbox.command(&start));
    waits.stderr.line("note: waiting ");
    let [old, new] = ["project", "moved"].map(|name| sandbox.outside(name));
    fs::rename(&old, &new).expect("a move");
    waits.end().mentions(" was moved or removed").exits(8);
    assert!(!old.exists());
}

#[test]
fn without_an_editor_start_goes_on_and_says_so() {
    let flags = ["--no-fetch", "--no-open", "--no-watch"];
    Sandbox::project()
        .aoc(&[&["start", "2020/22"], &flags[..]].concat())
        .mentions("note: no editor is set: set EDITOR to its command")
        .mentions("; starting without one\n")
        .exits(0);
    for (editor, why, exit) in [
        ("false", "exit status: 1", 1),
        ("nosuch", "exit status: 127", 8),
    ] {
        let sandbox = Sandbox::project().env("EDITOR", editor);
        let done = sandbox.aoc(&[&["start", "2020/22"], &flags[..]].concat());
        done.mentions(&format!(
            "aoc: the editor `{editor}` failed ({why}); set VISUAL or EDITOR to another one\n"
        ))
        .exits(exit);
        assert!(sandbox.path("days/year2020/day22.rs").is_file());
    }
}

/// The template was created before the unlock.
#[test]
fn the_title_is_written_before_the_editor_opens() {
    let start = Unlocking::in_seconds(0);
    let day = format!("days/year{}/day01.rs", start.year());
    start.sandbox.write("open", format!("cp {day} seen.rs\n"));
    start.sandbox.aoc(&["new", &start.puzzle]).exits(0);
    assert!(start.sandbox.read(&day).contains("\"Day 1\""));
    let mut aoc = start.sandbox.command(&["start", &start.puzzle]);
    aoc.args(["--no-open", "--no-watch"])
        .env("EDITOR", "sh open");
    Running::start(aoc).end().exits(0);
    let seen = start.sandbox.read("seen.rs");
    assert!(seen.contains("\"Invented\""), "{seen}");
    assert_eq!(start.sandbox.read(&day), seen);
}

/// Each program is observed for two seconds. The browser ends with a failure once the editor runs,
/// which is seen only if the editor starts while the browser is still observed.
#[cfg(unix)]
#[test]
fn the_editor_does_not_wait_for_the_browser() {
    use std::os::unix::fs::PermissionsExt;
    let sandbox = shared_project();
    let bin = sandbox.outside("bin");
    for (program, text) in [
        ("code", "#!/bin/sh\n: > \"$TOLD\"\n"),
        (
            "browse",
            "#!/bin/sh\nuntil [ -e \"$TOLD\" ]; do sleep 0.05; done\nexit 3\n",
        ),
    ] {
        crate::shared_project::write(&bin, program, text);
        let mode = fs::Permissions::from_mode(0o755);
        fs::set_permissions(bin.join(program), mode).expect("a mode");
    }
    let path = std::env::var("PATH").expect("a path");
    let told = sandbox.outside("told");
    let sandbox = sandbox
        .env("PATH", format!("{}:{path}", bin.display()))
        .env("TOLD", &told)
        .env("EDITOR", "code")
        .env("BROWSER", "browse");
    let mut aoc = Running::start(sandbox.command(&["start", "2016/1", "--no-fetch"]));
    aoc.stdout.line("  part 2");
    aoc.signal("TERM");
    let done = aoc.end().exits(130);
    done.mentions("note: 2016/1: not opened: the browser `browse` failed (exit status: 3)");
}

/// In a pane or in the window of a graphical editor, the editor does not block the watcher.
#[cfg(unix)]
#[test]
fn the_editor_opens_beside_the_watcher() {
    const TELL: &str = "#!/bin/sh\necho \"$0 $*\" >> \"$TOLD\"\n";
    let started = |variables: &[(&str, &str)]| -> (String, String) {
        let mut sandbox = shared_project().without("EDITOR").without("VISUAL");
        let bin = sandbox.outside("bin");
        for program in ["tmux", "code", "hx"] {
            use std::os::unix::fs::PermissionsExt;
            let path = bin.join(program);
            crate::shared_project::write(&bin, program, TELL);
            let mode = fs::Permissions::from_mode(0o755);
            fs::set_permissions(path, mode).expect("a mode");
        }
        let path = std::env::var("PATH").expect("a path");
        sandbox = sandbox.env("PATH", format!("{}:{path}", bin.display()));
        for (name, value) in variables {
            sandbox = sandbox.env(name, *value);
        }
        let told = sandbox.outside("told");
        let sandbox = sandbox.env("TOLD", &told);
        let flags = ["start", "2016/1", "--no-fetch", "--no-open"];
        let mut aoc = Running::start(sandbox.command(&flags));
        aoc.stdout.line("  part 2");
        aoc.signal("TERM");
        let done = aoc.end().exits(130);
        let told = fs::read_to_string(told).expect("what the editor was told");
        let root = sandbox.path("").display().to_string();
        let bin = format!("{}/", bin.display());
        (told.replace(&bin, "").replace(&root, ""), done.stderr)
    };
    let day = "days/year2016/day01.rs";
    let waits = "watching begins when the editor ends";
    for (variables, told, is_waited_for) in [
        (
            &[("EDITOR", "hx"), ("TMUX", "/tmp/x,1,0")][..],
            format!("tmux split-window -h -- sh -c hx \"$@\" hx {day}\n"),
            false,
        ),
        (
            &[
                ("EDITOR", "hx"),
                ("TMUX", "/tmp/x,1,0"),
                ("AOC_EDITOR_PANE", "false"),
            ],
            format!("hx {day}\n"),
            true,
        ),
        (&[("EDITOR", "hx")], format!("hx {day}\n"), true),
        (&[("EDITOR", "code")], format!("code {day}\n"), false),
        (
            &[("EDITOR", "code --wait")],
            format!("code --wait {day}\n"),
            true,
        ),
        (
            &[("TERM_PROGRAM", "vscode")],
            format!("code {day}\n"),
            false,
        ),
        (
            &[("TERM_PROGRAM", "vscode"), ("AOC_EDITOR", "hx")],
            format!("hx {day}\n"),
            true,
        ),
    ] {
        let (seen, said) = started(variables);
        assert_eq!(seen, told, "{variables:?}");
        assert_eq!(said.contains(waits), is_waited_for, "{said}");
    }
}

/// A site with a clock far from this computer's. By the site's clock, an unlock is near.
struct Unlocking {
    puzzle: String,
    site: Site,
    sandbox: Sandbox,
    unlock: DateTime<Utc>,
    /// The lead of the site's clock over this computer's.
    lead: TimeDelta,
}

impl Unlocking {
    /// Creates a site with a time that is this many seconds before the unlock.
    fn in_seconds(seconds: i64) -> Self {
        Self::of_day(1, seconds)
    }

    fn of_day(day: u8, seconds: i64) -> Self {
        let now = DateTime::<Utc>::from(SystemTime::now());
        let before = TimeDelta::seconds(seconds);
        let unlock = next_moment(&format!("12-{day:02}T05:00:00Z"), before);
        let year = unlock.year();
        let (site, sandbox) = Site::start().project();
        let path = format!("/{year}/day/{day}");
        let page = page(year.try_into().expect("a year"), day, 1);
        site.on(&path, Reply::html(page));
        let unlocking = Self {
            puzzle: format!("{year}/{day}"),
            site,
            sandbox,
            unlock,
            lead: unlock - before - now,
        };
        unlocking.set_clock(unlocking.lead);
        let input = unlocking.dated(Reply::text(INPUT), 0);
        unlocking.site.on(&(path + "/input"), input);
        unlocking
    }

    fn set_clock(&self, lead: TimeDelta) {
        let now = DateTime::<Utc>::from(SystemTime::now());
        self.site.set_time(&self.sandbox, now + lead);
    }

    fn year(&self) -> &str {
        let (year, _) = self.puzzle.split_once('/').expect("a puzzle");
        year
    }

    fn site_time(&self) -> DateTime<Utc> {
        DateTime::<Utc>::from(SystemTime::now()) + self.lead
    }

    /// The recorded first look.
    fn first_seen(&self) -> Option<DateTime<Utc>> {
        let answers = format!("inputs/year{}/day01.answers.toml", self.year());
        if !self.sandbox.path(&answers).exists() {
            return None;
        }
        let answers: toml::Table = self.sandbox.read(&answers).parse().expect("TOML");
        let seen = answers.get("first_seen")?.as_datetime()?.to_string();
        Some(seen.parse().expect("a time"))
    }

    fn dated(&self, reply: Reply, seconds: i64) -> Reply {
        dated(reply, self.unlock - TimeDelta::seconds(seconds))
    }

    fn command(&self) -> Command {
        let flags = ["--no-open", "--no-edit", "--no-new", "--no-watch"];
        self.sandbox
            .command(&[&["start", &self.puzzle], &flags[..]].concat())
    }
}

/// After the first reply the clock is known, so no other command requests the locked puzzle.
#[test]
fn in_the_minute_before_an_unlock_a_single_request_is_made() {
    let start = Unlocking::in_seconds(50);
    let puzzle = &*start.puzzle;
    let input = format!("/{}/input", puzzle.replace('/', "/day/"));
    let locked = start.dated(Reply::new(404, LOCKED), 50);
    start.site.on(&input, locked);
    for command in ["fetch", "fetch", "read"] {
        let done = start.sandbox.aoc(&[command, puzzle]);
        done.mentions("which is in ");
        assert_eq!(start.site.paths(), [&*input], "{command}");
    }
}

#[test]
fn session_and_clock_are_checked_twice_before_the_unlock() {
    let start = Unlocking::in_seconds(305);
    let settings = Reply::html(settings_page("alice"));
    let replies = [305, 2].map(|seconds| start.dated(settings.clone(), seconds));
    start.site.script("/settings", replies);
    let done = Running::start(start.command()).end().exits(0);
    done.mentions("note: waiting 5m ");
    let page = format!("/{}", start.puzzle.replace('/', "/day/"));
    let input = format!("{page}/input");
    let found = start.site.paths();
    assert_eq!(found, ["/settings", "/settings", &input, &page]);
}

/// This computer's clock was set five hours back after the site's clock was measured.
#[test]
fn a_long_wait_for_an_unlock_is_by_a_clock_that_was_measured() {
    for seconds in [2, -30] {
        let start = Unlocking::in_seconds(seconds);
        start.set_clock(start.lead - TimeDelta::hours(5));
        let settings = Reply::html(settings_page("alice"));
        start.site.on("/settings", start.dated(settings, seconds));
        let fetch = ["fetch", &start.puzzle, "--wait"];
        start.sandbox.aoc(&fetch).exits(0);
        let page = format!("/{}", start.puzzle.replace('/', "/day/"));
        let input = format!("{page}/input");
        assert_eq!(start.site.paths(), ["/settings", &input, &page]);
    }
    // The same request tells whether the session is accepted.
    let start = Unlocking::in_seconds(7200);
    start
        .site
        .on("/settings", start.dated(Reply::redirect("/"), 7200));
    let done = start
        .sandbox
        .aoc(&["fetch", &start.puzzle, "--wait"])
        .exits(3);
    done.mentions("the site does not accept the session from AOC_SESSION");
    assert_eq!(start.site.paths(), ["/settings"]);
}

/// The whole reply takes longer than a third of the time limit, but no piece of it does.
#[test]
fn a_check_before_an_unlock_reads_a_slow_reply_to_its_end() {
    let start = Unlocking::in_seconds(90);
    let logged_out = settings_page("alice").replace("<div class=\"user\">", LOGIN);
    let slowly = Reply::html(logged_out).trickle(Duration::from_millis(4));
    start.site.on("/settings", start.dated(slowly, 90));
    let sandbox = start.sandbox.env("AOC_TIMEOUT", "6s");
    let done = sandbox.aoc(&["fetch", &start.puzzle, "--wait"]).exits(3);
    done.mentions("the site does not accept the session from AOC_SESSION");
    assert_eq!(start.site.paths(), ["/settings"]);
}

/// This computer's clock was set five hours back after the site's clock was measured.
#[test]
fn the_puzzle_to_start_is_chosen_by_a_clock_that_was_measured() {
    for seconds in [3, -30] {
        let start = Unlocking::of_day(5, seconds);
        start.set_clock(start.lead - TimeDelta::hours(5));
        let settings = Reply::html(settings_page("alice"));
        start.site.on("/settings", start.dated(settings, seconds));
        let flags = ["start", "--no-open", "--no-edit", "--no-new", "--no-watch"];
        let done = start.sandbox.aoc(&flags).exits(0);
        done.mentions(&format!("note: starting {}\n", start.puzzle));
        let page = format!("/{}", start.puzzle.replace('/', "/day/"));
        let input = format!("{page}/input");
        assert_eq!(start.site.paths(), ["/settings", &input, &page]);
    }
    // If no request is allowed, this computer's clock decides.
    let start = Unlocking::of_day(5, 3);
    for flag in ["--no-fetch", "--offline"] {
        let flags = ["start", "--no-open", "--no-edit", "--no-new", "--no-watch"];
        let done = start.sandbox.aoc(&[&flags[..], &[flag]].concat());
        done.mentions(&format!("note: starting {}\n", start.puzzle));
    }
    assert!(start.site.requests().is_empty());
}

/// The cursor stays at the beginning of the line. So all of its rows are erased, even if the
/// terminal has become narrower.
#[test]
fn the_countdown_stands_below_what_was_printed_last() {
    let start = Unlocking::in_seconds(3);
    let settings = Reply::html(settings_page("alice"));
    start.site.on("/settings", start.dated(settings, 3));
    let (text, status) = OnTerminal::start(start.command()).rest();
    assert_eq!(status, Some(0), "{text}");
    let countdown: Vec<&str> = text.split("\r\u{1b}[J").collect();
    let line = format!(" until {} unlocks\r", start.puzzle);
    let is_line = |piece: &&&str| piece.starts_with("waiting ") && piece.ends_with(&line);
    assert!(countdown.iter().filter(is_line).count() > 0, "{text:?}");
    assert_eq!(
        text.matches("waiting ").count(),
        countdown.iter().filter(is_line).count()
    );
}

#[test]
fn the_countdown_shows_its_share_in_the_tab_until_it_ends() {
    let start = Unlocking::in_seconds(3);
    let settings = Reply::html(settings_page("alice"));
    start.site.on("/settings", start.dated(settings, 3));
    let mut command = start.command();
    command.env("CARGO_TERM_PROGRESS_TERM_INTEGRATION", "true");
    let (text, status) = OnTerminal::start(command).rest();
    assert_eq!(status, Some(0), "{text}");
    let (_, shares) = text.split_once("\u{1b}]9;4;1;0\u{1b}\\").expect("a share");
    assert!(shares.contains("\u{1b}]9;4;0;0\u{1b}\\"), "{text:?}");
}

#[test]
fn the_countdown_leaves_no_copies_in_a_terminal_that_becomes_narrower() {
    let start = Unlocking::in_seconds(250);
    let settings = Reply::html(settings_page("alice"));
    start.site.on("/settings", start.dated(settings, 250));
    let mut aoc = OnTerminal::start(start.command());
    aoc.shows(" unlocks");
    aoc.resizes(20);
    aoc.shows("…");
    kill("INT", &aoc.child.id().to_string());
    let (text, status) = aoc.rest();
    assert_eq!(status, Some(130), "{text}");
    // Each line erases the one before with all of its rows. The last line is erased, too.
    let mut pieces: Vec<&str> = text.split("\r\u{1b}[J").collect();
    let rest = pieces.pop().expect("a piece");
    assert!(!rest.contains("waiting "), "{text:?}");
    let narrow = pieces.iter().filter(|piece| piece.contains('…'));
    for piece in narrow {
        let is_whole = piece.ends_with("…\r") && piece.trim_end().chars().count() < 20;
        assert!(is_whole, "{piece:?}");
    }
}

/// The good site with longer pauses between tries. A check of the session ends with the pause, and
/// a busy machine cannot send the request within the usual one.
fn good_site_with_long_pauses() -> (Site, Sandbox) {
    let (site, sandbox) = good_site().project();
    (site, sandbox.env("AOC_SPACING", "500ms"))
}

/// The site is on its knees. By this computer's clock, the puzzle is locked or open.
#[test]
fn no_check_of_the_session_delays_the_input() {
    let failed = Reply::new(503, "").header("Retry-After", "20");
    let silent = Reply::new(200, "").delay(Duration::from_secs(20));
    for (reply, why) in [
        (failed.clone(), "the server failed (503)"),
        (silent, "did not answer in time"),
    ] {
        let start = Unlocking::in_seconds(5);
        start.site.on("/settings", start.dated(reply, 5));
        let done = Running::start(start.command()).end().exits(0);
        done.mentions("warning: the session was not checked: ")
            .mentions(why);
        assert_eq!(start.site.count("/settings"), 1);
    }
    // A session that the site does not know is found all the same.
    let start = Unlocking::in_seconds(15);
    let ended = [
        Reply::new(500, ""),
        Reply::redirect("/"),
        Reply::new(500, ""),
    ];
    let ended = ended.map(|reply| start.dated(reply, 15));
    start.site.script("/settings", ended);
    let done = Running::start(start.command()).end().exits(3);
    done.mentions("does not accept the session");
    assert_eq!(start.site.paths(), ["/settings"; 3]);
    let (site, sandbox) = good_site_with_long_pauses();
    site.script(INPUT_PATH, [Reply::new(404, LOCKED), Reply::text(INPUT)]);
    site.on("/settings", failed);
    let flags = ["--no-open", "--no-edit", "--no-new", "--no-watch"];
    let start = [&["start", "2020/22"], &flags[..]].concat();
    sandbox.aoc(&start).exits(0);
    assert_eq!(
        site.paths(),
        [INPUT_PATH, "/settings", INPUT_PATH, PAGE_PATH]
    );
}

/// By this computer's clock the puzzle is open, but by the site's reply it is locked.
#[test]
fn a_clock_that_is_ahead_of_the_unlock_skips_no_check() {
    let (site, sandbox) = good_site().project();
    let before = |reply: Reply, seconds| dated(reply, unlock() - TimeDelta::seconds(seconds));
    let locked = before(Reply::new(404, LOCKED), 302);
    let input = before(Reply::text(INPUT), 0);
    site.script(INPUT_PATH, [locked, input]);
    let settings = Reply::html(settings_page("alice"));
    site.script(
        "/settings",
        [before(settings.clone(), 302), before(settings, 1)],
    );
    let flags = ["--no-open", "--no-edit", "--no-new", "--no-watch"];
    let start = [&["start", "2020/22"], &flags[..]].concat();
    let done = Running::start(sandbox.command(&start)).end().exits(0);
    done.mentions("note: waiting 5m ");
    let asked = [INPUT_PATH, "/settings", "/settings", INPUT_PATH, PAGE_PATH];
    assert_eq!(site.paths(), asked);
}

/// By this computer's clock, the puzzle is open. That clock may be wrong in any way, so the site
/// decides.
#[test]
fn the_session_is_checked_whenever_the_site_says_that_the_puzzle_is_locked() {
    let flags = ["--no-open", "--no-edit", "--no-new", "--no-watch"];
    let start = [&["start", "2020/22"], &flags[..]].concat();
    let before = |reply: Reply, seconds| dated(reply, unlock() - TimeDelta::seconds(seconds));
    for seconds in [1, 10, 60] {
        let (site, sandbox) = good_site().project();
        site.on(INPUT_PATH, before(Reply::new(404, LOCKED), seconds));
        site.on("/settings", before(Reply::redirect("/"), seconds));
        let done = sandbox.aoc(&start).exits(3);
        done.mentions("the site does not accept the session from AOC_SESSION");
        assert_eq!(site.paths(), [INPUT_PATH, "/settings"]);
    }
    // This also holds for replies without a date.
    let (site, sandbox) = good_site_with_long_pauses();
    site.script(INPUT_PATH, [Reply::new(404, LOCKED), Reply::text(INPUT)]);
    site.on("/settings", Reply::html(settings_page("alice")));
    sandbox.aoc(&start).exits(0);
    assert_eq!(
        site.paths(),
        [INPUT_PATH, "/settings", INPUT_PATH, PAGE_PATH]
    );
}

/// By this computer's clock the puzzle is open. The site's reply shows that the wait is long.
#[test]
fn a_wait_that_the_site_reveals_begins_with_a_check_of_the_session() {
    let (site, sandbox) = good_site().project();
    let before = |reply: Reply| dated(reply, unlock() - TimeDelta::hours(2));
    site.on(INPUT_PATH, before(Reply::new(404, LOCKED)));
    site.on("/settings", before(Reply::redirect("/")));
    let done = sandbox.line("fetch 2020/22 --wait").exits(3);
    done.mentions("the site does not accept the session from AOC_SESSION");
    assert_eq!(site.paths(), [INPUT_PATH, "/settings"]);
}

/// At the unlock, it would be too late to correct this.
#[test]
fn a_file_that_cannot_be_written_is_told_before_the_wait() {
    for command in [
        "start --no-open --no-edit --no-new --no-watch",
        "fetch --wait",
    ] {
        let start = Unlocking::in_seconds(2);
        let page = format!("inputs/year{}/day01.html", start.year());
        start.sandbox.write(&format!("{page}/x"), "");
        let puzzle = &start.puzzle;
        let done = start.sandbox.line(&format!("{command} {puzzle}"));
        done.mentions(&format!("{page} is not a file: move it out of the way"));
        assert!(start.site.paths().is_empty(), "{command}");

        let start = Unlocking::in_seconds(2);
        // Even root cannot create a file there.
        start.sandbox.link("inputs", "/sys");
        let done = start.sandbox.line(&format!("{command} {puzzle}"));
        done.mentions("/inputs: Permission denied");
        assert!(start.site.paths().is_empty(), "{command}");
    }
}

/// The site accepts the session again. It cannot be asked before the wait.
#[test]
fn a_session_that_was_refused_before_may_be_wrong_if_it_cannot_be_checked() {
    let (site, sandbox) = good_site_with_long_pauses();
    let replies = [
        Reply::new(400, LOG_IN),
        Reply::new(404, LOCKED),
        Reply::text(INPUT),
    ];
    site.script(INPUT_PATH, replies);
    site.on("/settings", Reply::new(403, "no"));
    sandbox.line("fetch 2020/22").exits(3);
    let flags = ["--no-open", "--no-edit", "--no-new", "--no-watch"];
    let done = sandbox.aoc(&[&["start", "2020/22"], &flags[..]].concat());
    done.mentions("warning: the session was not checked: the site refused this client (403)")
        .mentions(
            "warning: the session may be wrong, as the site has refused it: set AOC_SESSION again, \
             or unset it and run `aoc login`\n",
        )
        .exits(0);
}

/// The site refuses all requests, or none is made. So the user sees no text, and reads it later.
#[test]
fn a_start_without_any_text_is_no_look() {
    for flags in [&[][..], &["--no-fetch"]] {
        let start = Unlocking::in_seconds(-30);
        start.site.handle(|_| Reply::new(429, ""));
        let mut command = start.command();
        command.args(flags);
        let (text, status) = OnTerminal::start(command).rest();
        let exit = if flags.is_empty() { 7 } else { 0 };
        assert_eq!(status, Some(exit), "{text}");
        assert_eq!(start.first_seen(), None, "{flags:?}");
    }
}

/// A puzzle that unlocks in two seconds, on a site that sends the time. Since an earlier command
/// measured the clocks, this computer's clock was set ahead by this many milliseconds.
fn unlocking_soon(clock_ahead: i64) -> Unlocking {
    let start = Unlocking::in_seconds(2);
    let lead = start.lead;
    let unlock = start.unlock;
    let page = page(start.year().parse().expect("a year"), 1, 1);
    start.site.handle(move |request| {
        let now = DateTime::<Utc>::from(SystemTime::now()) + lead;
        let reply = match &*request.path {
            "/settings" => Reply::html(settings_page("alice")),
            _ if now < unlock => Reply::new(404, LOCKED),
            path if path.ends_with("/input") => Reply::text(INPUT),
            _ => Reply::html(&*page),
        };
        dated(reply, now)
    });
    start.set_clock(lead + TimeDelta::milliseconds(clock_ahead));
    start
}

/// The errors of this computer's clock in milliseconds, from five seconds slow to five seconds
/// ahead.
const CLOCKS: [i64; 9] = [-5000, -2800, -1500, -600, 0, 300, 1000, 2500, 5000];

#[test]
fn the_first_look_is_noted_whatever_the_clock_says() {
    let starts = CLOCKS.map(|clock_ahead| {
        let start = unlocking_soon(clock_ahead);
        let aoc = OnTerminal::start(start.command());
        (clock_ahead, start, aoc)
    });
    for (clock_ahead, start, aoc) in starts {
        let (text, status) = aoc.rest();
        assert_eq!(status, Some(0), "{clock_ahead}: {text}");
        let seen = start.first_seen().expect("it was shown");
        assert!(seen >= start.unlock, "{clock_ahead}: {seen}");
        let latest = start.site_time() + TimeDelta::seconds(1);
        assert!(seen <= latest, "{clock_ahead}: {seen}");
        // A later look does not change the time.
        start.sandbox.line(&format!("open {}", start.puzzle));
        assert_eq!(start.first_seen(), Some(seen), "{clock_ahead}");
    }
}

#[test]
fn a_look_at_a_stored_text_is_never_before_its_unlock() {
    let looks = CLOCKS.map(|clock_ahead| {
        thread::spawn(move || {
            for command in ["read", "watch", "open"] {
                let start = unlocking_soon(clock_ahead);
                // The time is just after the unlock.
                start.set_clock(start.lead);
                let fetch = ["fetch", &start.puzzle, "--wait"];
                start.sandbox.aoc(&fetch).exits(0);
                assert_eq!(start.first_seen(), None, "a download is no look");
                start.set_clock(start.lead + TimeDelta::milliseconds(clock_ahead));
                let day = format!("days/year{}/day01.rs", start.year());
                start.sandbox.write(&day, "");
                let mut aoc = start.sandbox.command(&[command, &start.puzzle]);
                aoc.env("BROWSER", "true").env("PAGER", "cat");
                let aoc = OnTerminal::start(aoc);
                wait_until(|| start.first_seen().is_some());
                kill("TERM", &aoc.child.id().to_string());
                drop(aoc.rest());
                let seen = start.first_seen().expect("a look");
                assert!(seen >= start.unlock, "{command} {clock_ahead}: {seen}");
                let latest = start.site_time() + TimeDelta::seconds(6);
                assert!(seen <= latest, "{command} {clock_ahead}: {seen}");
            }
        })
    });
    for look in looks {
        look.join().expect("a look");
    }
}

#[test]
fn a_session_that_is_refused_is_replaced_before_the_unlock() {
    let start = Unlocking::in_seconds(30);
    let refused = start.dated(Reply::redirect("/"), 30);
    start.site.on("/settings", refused.clone());
    // There is no terminal to ask on.
    let done = Running::start(start.command()).end().exits(3);
    done.mentions("the site does not accept the session from AOC_SESSION");
    let accepted = start.dated(Reply::html(settings_page("alice")), 1);
    start
        .site
        .script("/settings", [refused.clone(), refused, accepted]);
    let mut aoc = OnTerminal::start(start.command());
    aoc.shows("does not accept the session");
    for token in [TOKEN, OTHER_TOKEN] {
        aoc.shows("session (not shown): ");
        aoc.types(&format!("{token}\n"));
    }
    aoc.shows("logged in as alice");
    aoc.shows("AOC_SESSION still has the old session: unset it");
    let (text, status) = aoc.rest();
    assert_eq!(status, Some(0), "{text}");
    assert!(!text.contains(&OTHER_TOKEN[..32]), "{text}");
    assert!(text.matches("this computer's clock").count() < 2, "{text}");
    assert_eq!(start.sandbox.read(SESSION_FILE), format!("{OTHER_TOKEN}\n"));
    let last = start.site.requests().pop().expect("a request");
    assert!(last.has_session(OTHER_TOKEN));
}

/// Without a selector, the session is checked before the puzzle is chosen.
#[test]
fn a_session_that_was_just_typed_is_not_checked_again() {
    for is_named in [true, false] {
        let start = Unlocking::in_seconds(30);
        let refused = start.dated(Reply::redirect("/"), 30);
        let accepted = start.dated(Reply::html(settings_page("alice")), 1);
        start.site.script("/settings", [refused, accepted]);
        let flags = ["--no-open", "--no-edit", "--no-new", "--no-watch"];
        let puzzle = is_named.then_some(&*start.puzzle);
        let words: Vec<&str> = ["start"].into_iter().chain(puzzle).chain(flags).collect();
        let mut aoc = OnTerminal::start(start.sandbox.command(&words));
        aoc.shows("session (not shown): ");
        aoc.types(&format!("{OTHER_TOKEN}\n"));
        let (text, status) = aoc.rest();
        assert_eq!(status, Some(0), "{text}");
        assert_eq!(start.site.count("/settings"), 2, "{is_named}");
    }
}

#[test]
fn a_session_that_ended_with_the_waiting_is_replaced_as_well() {
    let (site, sandbox) = good_site().project();
    site.script(INPUT_PATH, [Reply::new(400, LOG_IN), Reply::text(INPUT)]);
    site.on("/settings", Reply::html(settings_page("alice")));
    let flags = ["--no-open", "--no-edit", "--no-new", "--no-watch"];
    let start = [&["start", "2020/22"], &flags[..]].concat();
    let mut aoc = OnTerminal::start(sandbox.command(&start));
    aoc.shows("session (not shown): ");
    // If the text is not a session, it is asked for again.
    aoc.types("no session\n");
    aoc.shows("session (not shown): ");
    aoc.types(&format!("{OTHER_TOKEN}\n"));
    aoc.shows("inputs/year2020/day22.txt\n");
    assert_eq!(aoc.rest().1, Some(0));
    // The user types nothing.
    let sandbox = Sandbox::project().site(&site);
    site.on(INPUT_PATH, Reply::new(400, LOG_IN));
    let mut aoc = OnTerminal::start(sandbox.command(&start));
    aoc.shows("session (not shown): ");
    aoc.types("\n");
    aoc.shows("--no-fetch starts without the input");
    assert_eq!(aoc.rest().1, Some(3));
}

#[test]
fn a_session_that_is_replaced_in_the_countdown_is_sent_to_nobody() {
    let mut start = Unlocking::in_seconds(2);
    start.sandbox = start.sandbox.without("AOC_SESSION");
    start.sandbox.write(SESSION_FILE, TOKEN);
    let stored = start.sandbox.path(SESSION_FILE);
    let lead = start.lead;
    let unlock = start.unlock;
    let page = page(start.year().parse().expect("a year"), 1, 1);
    start.site.handle(move |request| {
        let now = DateTime::<Utc>::from(SystemTime::now()) + lead;
        let reply = match &*request.path {
            "/settings" => {
                fs::write(&stored, OTHER_TOKEN).expect("a session");
                Reply::html(settings_page("alice"))
            }
            _ if !request.has_session(OTHER_TOKEN) => Reply::new(400, LOG_IN),
            _ if now < unlock => Reply::new(404, LOCKED),
            path if path.ends_with("/input") => Reply::text(INPUT),
            _ => Reply::html(&*page),
        };
        dated(reply, now)
    });
    Running::start(start.command()).end().exits(0);
    let requests = start.site.requests();
    assert_eq!(requests.len(), 3);
    assert!(
        requests[1..]
            .iter()
            .all(|request| request.has_session(OTHER_TOKEN))
    );
}

/// The other terminal stores its session before the prompt or during it.
#[test]
fn a_login_in_another_terminal_answers_the_prompt() {
    for is_prompted in [false, true] {
        let site = good_site();
        let sandbox = Sandbox::project().site(&site).without("AOC_SESSION");
        sandbox.write(SESSION_FILE, TOKEN);
        let stored = sandbox.path(SESSION_FILE);
        site.handle(move |request| match &*request.path {
            PAGE_PATH => Reply::html(page(2020, 22, 1)),
            INPUT_PATH if request.has_session(OTHER_TOKEN) => Reply::text(INPUT),
            _ => {
                if !is_prompted {
                    fs::write(&stored, OTHER_TOKEN).expect("a session");
                }
                Reply::new(400, LOG_IN)
            }
        });
        let flags = ["--no-open", "--no-edit", "--no-new", "--no-watch"];
        let start = [&["start", "2020/22"], &flags[..]].concat();
        let mut aoc = OnTerminal::start(sandbox.command(&start));
        if is_prompted {
            aoc.shows("session (not shown): ");
            sandbox.write(SESSION_FILE, OTHER_TOKEN);
            aoc.types("\n");
        }
        let before = aoc.shows("note: using the session from ");
        assert!(is_prompted || !before.contains("not shown"), "{before}");
        let (text, status) = aoc.rest();
        assert_eq!(status, Some(0), "{text}");
        assert_eq!(site.paths(), [INPUT_PATH, INPUT_PATH, PAGE_PATH]);
    }
}

/// The stored inputs may be those of the account that logged in before.
#[test]
fn a_typed_session_of_another_account_is_stored_with_a_warning() {
    let (site, sandbox) = good_site().project();
    site.on("/settings", Reply::html(settings_page("bob")));
    sandbox.aoc_reading(TOKEN, &["login"]).exits(0);
    site.script(INPUT_PATH, [Reply::new(400, LOG_IN), Reply::text(INPUT)]);
    let alice = settings_page("alice").replace("ownerproof-12345", "ownerproof-7");
    site.on("/settings", Reply::html(alice));
    let flags = ["--no-open", "--no-edit", "--no-new", "--no-watch"];
    let start = [&["start", "2020/22"], &flags[..]].concat();
    let mut aoc = OnTerminal::start(sandbox.command(&start));
    aoc.shows("session (not shown): ");
    aoc.types(&format!("{OTHER_TOKEN}\n"));
    aoc.shows("warning: the inputs in this project may be those of bob (user 12345");
    aoc.shows("logged in as alice (user 7");
    assert_eq!(aoc.rest().1, Some(0));
}

#[test]
fn what_is_missing_is_said_before_the_countdown() {
    for (puzzle, says, exit) in [
        ("2020/1", "--no-fetch starts without the input", 3),
        // Such a long wait is probably a mistake.
        ("2199/1", "; --no-fetch starts without waiting", 4),
        ("2020/1-2", "one puzzle at a time, but 2 are selected", 2),
    ] {
        let done = Sandbox::project().aoc(&["start", puzzle]);
        done.mentions(says).exits(exit);
    }
}

/// By this computer's clock, the unlock is far away. The stored page disproves this.
#[test]
fn a_puzzle_with_a_stored_page_is_started_whatever_the_clock_says() {
    let (site, sandbox) = Site::start().project();
    sandbox.write("inputs/year2199/day01.txt", INPUT);
    sandbox.write("inputs/year2199/day01.html", page(2199, 1, 1));
    let start = ["start", "2199/1", "--no-open", "--no-edit", "--no-watch"];
    let done = sandbox.aoc(&start).exits(0);
    done.shows("days/year2199/day01.rs");
    assert!(site.requests().is_empty());
}

/// The input is enough for a start.
#[test]
fn a_day_whose_page_is_still_locked_is_started_with_its_input() {
    let site = good_site();
    site.on(PAGE_PATH, Reply::new(404, LOCKED));
    let sandbox = Sandbox::project().site(&site);
    let start = ["start", "2020/22", "--no-open", "--no-edit", "--no-watch"];
    let done = sandbox.aoc(&start);
    done.shows("days/year2020/day22.rs").exits(4);
    assert!(sandbox.path("inputs/year2020/day22.txt").exists());
}

#[test]
fn settings_that_are_edited_meanwhile_are_checked() {
    let manifest = "[workspace]\n[workspace.metadata.aoc]\ninputs = ''\n";
    let sandbox = Sandbox::project()
        .file("edited", manifest)
        .file("edit", "cp edited Cargo.toml\n")
        .env("BROWSER", "sh edit");
    let flags = ["start", "2020/22", "--no-fetch", "--no-edit", "--no-watch"];
    sandbox.aoc(&flags).mentions("inputs").exits(2);
}

#[test]
fn it_ends_in_watching_and_repeats_no_download_that_failed() {
    let site = good_site();
    site.on("/2016/day/12/input", Reply::new(403, "no"));
    let flags = ["start", "2016/12", "--no-edit", "--no-open"];
    let mut aoc = Running::start(shared_project().site(&site).command(&flags));
    aoc.stdout.line("2016/12 ");
    aoc.stdout.line("  part 2");
    aoc.signal("TERM");
    let done = aoc.end().exits(130).mentions(
        "warning: 2016/12: running the example, as there is no input: its download failed; `aoc \
         fetch 2016/12` tries again\n",
    );
    // The reason is also shown only once.
    assert_eq!(done.stderr.matches("(403)").count(), 1, "{done:#?}");
    assert_eq!(site.count("/2016/day/12/input"), 1);
}

#[test]
fn the_input_is_described_once_before_the_day_is_watched() {
    let (_site, sandbox) = good_site().project();
    let start = ["start", "2020/22", "--no-edit", "--no-open"];
    let mut aoc = OnTerminal::start(sandbox.command(&start));
    let text = aoc.shows("q quit");
    assert_eq!(text.matches("the input has").count(), 1, "{text}");
    aoc.types("q");
    assert_eq!(aoc.rest().1, Some(0));
}

/// As on a train. Only at an unlock, a network that is down is waited for.
#[test]
fn an_old_puzzle_is_started_without_a_network() {
    let site = Site::start();
    let sandbox = Sandbox::project().site(&site);
    let sandbox = sandbox.env("AOC_BASE_URL", "http://127.0.0.1:9");
    let start = "start 2020/22 --no-open --no-edit --no-watch";
    sandbox.write("inputs/year2020/day22.txt", INPUT);
    let done = sandbox
        .line(start)
        .mentions("2020/22: page not downloaded: 127.0.0.1:9 refuses the connection")
        .exits(0);
    assert!(!done.stderr.contains("trying again"), "{done:#?}");
    assert!(sandbox.path("days/year2020/day22.rs").exists());
    fs::remove_file(sandbox.path("inputs/year2020/day22.txt")).expect("removed");
    let done = sandbox.line(start).exits(5);
    assert!(!done.stderr.contains("trying again"), "{done:#?}");
}

/// At an unlock, the line shows the wait for a failing server, and Ctrl-C ends it.
#[test]
fn a_server_that_fails_is_waited_for_on_the_line_until_ctrl_c() {
    let site = good_site();
    site.on(INPUT_PATH, Reply::new(503, "").header("Retry-After", "600"));
    let flags = ["--no-open", "--no-edit", "--no-new", "--no-watch"];
    let start = [&["start", "2020/22"], &flags[..]].concat();
    let sandbox = Sandbox::project().site(&site);
    let mut aoc = OnTerminal::start(sandbox.command(&start));
    aoc.shows("2020/22: the server failed (503); trying again in 10m 0s, Ctrl-C gives up\r");
    aoc.shows("trying again in 9m 5");
    kill("INT", &aoc.child.id().to_string());
    let (_, status) = aoc.rest();
    assert_eq!(status, Some(130));
    assert_eq!(site.count(INPUT_PATH), 1);
}

/// A narrow terminal cuts the reason. One without room for the reason cuts the end.
#[test]
fn the_line_of_a_wait_shows_how_long_on_a_narrow_terminal() {
    let site = good_site();
    site.on(INPUT_PATH, Reply::new(503, "").header("Retry-After", "600"));
    let start = ["start", "2020/22", "--no-open", "--no-edit", "--no-watch"];
    for (columns, line) in [
        (
            60,
            "2020/22: the serv…; trying again in 10m 0s, Ctrl-C gives up\r",
        ),
        (40, "2020/22: the server failed (503); tryi…\r"),
    ] {
        let sandbox = Sandbox::project().site(&site);
        let mut aoc = OnTerminal::of_width(columns, sandbox.command(&start));
        aoc.shows(line);
        kill("INT", &aoc.child.id().to_string());
        aoc.rest();
    }
}

#[test]
fn the_key_of_watch_that_tries_a_download_again_is_named() {
    let site = good_site();
    site.on("/2016/day/12/input", Reply::new(403, "no"));
    let flags = ["start", "2016/12", "--no-edit", "--no-open"];
    let mut aoc = OnTerminal::start(shared_project().site(&site).command(&flags));
    let text = aoc.shows("running the example, as there is no input: ");
    assert!(!text.contains("aoc fetch"), "{text}");
    aoc.shows("its download failed; the key r tries");
    aoc.shows("q quit");
    aoc.types("r");
    aoc.shows("the site refused this client (403)");
    assert_eq!(site.count("/2016/day/12/input"), 2);
    aoc.shows("q quit");
    aoc.types("q");
    // The first download has failed.
    assert_eq!(aoc.rest().1, Some(5));
}
