//! `aoc login`: only a session that the site accepts is stored, and nobody sees
//! more of it than its end.

use std::fs;
use std::io::{Read, Write};
use std::os::fd::OwnedFd;
use std::path::Path;
use std::process::Child;
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

use nix::sys::termios::{LocalFlags, tcgetattr};

use crate::process::kill;
use crate::sandbox::{Done, Sandbox, TOKEN};
use crate::site::{FAILURE, Reply, Site};
use crate::terminal::terminal;

/// Another session.
pub const OTHER: &str = "53616c7465645f5fffffffffffffffffffffffffffffffffffffffffffff0002";

/// Where sessions are stored.
pub const STORED: &str = "../config/aoc/session";

/// The settings of a user.
pub fn settings_page(user: &str) -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"en-us\">\n<head>\n<title>Settings - Advent of Code \
         2025</title>\n</head><!-- a comment -->\n<body>\n<header><div><h1>Advent of Code</h1>\
         <div class=\"user\">{user} <span class=\"star-count\">31*</span></div></div></header>\n\
         <div id=\"sidebar\"><code>ownerproof-1-1-1</code> is said by a sponsor</div>\n\
         <main>\n<article><h2>Settings</h2>\n\
         <label><span>Link to https://github.com/{user}</span></label>\n\
         <p>Your proof is <code>ownerproof-12345-1700000000-0123456789ab</code>.</p>\n\
         </article>\n</main>\n</body>\n</html>\n"
    )
}

/// A page for somebody who is not logged in.
const FRONT_PAGE: &str = "<!DOCTYPE html><html><head><title>Advent of Code 2025</title></head>\
    <body><header><a href=\"/2025/auth/login\">[Log In]</a></header><main></main></body></html>";

/// A site that accepts every session, as alice's.
pub fn friendly() -> Site {
    let site = Site::start();
    site.on("/settings", Reply::html(settings_page("alice")));
    site
}

/// A world without a session.
pub fn logged_out(site: &Site) -> Sandbox {
    Sandbox::new().site(site).without("AOC_SESSION")
}

/// Runs `aoc` with this text on its standard input.
fn piped(sandbox: &Sandbox, arguments: &[&str], text: impl AsRef<[u8]>) -> Done {
    sandbox.aoc_reading(text, arguments)
}

fn mode(path: &Path) -> u32 {
    use std::os::unix::fs::PermissionsExt;
    fs::metadata(path).expect("a file").permissions().mode() & 0o777
}

/// All files of the configuration folder.
fn config(sandbox: &Sandbox) -> Vec<String> {
    sandbox.files("../config")
}

#[test]
fn a_session_is_proved_with_one_request_and_stored() {
    let site = friendly();
    let sandbox = logged_out(&site);
    // The paths of the environment have no dots.
    let shown = sandbox.outside("config/aoc/session");
    piped(
        &sandbox,
        &["login"],
        format!("\u{feff}'session={TOKEN}'\r\n"),
    )
    .prints(&format!(
        "logged in as alice (user 12345, github.com/alice); session …cdef stored in {}\n",
        shown.display()
    ))
    .says("")
    .exits(0);
    assert_eq!(sandbox.read(STORED), format!("{TOKEN}\n"));
    assert_eq!(mode(&sandbox.path(STORED)), 0o600);
    assert_eq!(config(&sandbox), ["aoc/session"]);
    let [request] = &site.requests()[..] else {
        panic!("{:?}", site.paths());
    };
    assert_eq!((&*request.method, &*request.path), ("GET", "/settings"));
    let cookie = format!("session={TOKEN}");
    assert_eq!(request.header("cookie"), Some(cookie.as_str()));
}

#[test]
fn a_file_is_read_whatever_kind_it_is() {
    let site = friendly();
    let sandbox = logged_out(&site).file("cookie.txt", format!("session={TOKEN}\n"));
    sandbox.aoc(&["login", "cookie.txt"]).says("").exits(0);
    assert_eq!(sandbox.read(STORED), format!("{TOKEN}\n"));
    piped(&sandbox, &["login", "-"], OTHER).exits(0);
    assert_eq!(sandbox.read(STORED), format!("{OTHER}\n"));
    // What `aoc login <(pass show aoc)` is.
    let fifo = sandbox.path("fifo");
    let made = sandbox.program("mkfifo").arg(&fifo).status();
    assert!(made.expect("mkfifo").success());
    let writer = thread::spawn(move || fs::write(fifo, TOKEN));
    sandbox.aoc(&["login", "fifo"]).exits(0);
    writer.join().expect("no panic").expect("written");
    assert_eq!(sandbox.read(STORED), format!("{TOKEN}\n"));
    for (file, says) in [("nowhere.txt", "No such file"), (".", "")] {
        let says = format!("aoc: {file} cannot be read: {says}");
        sandbox.aoc(&["login", file]).mentions(&says).exits(8);
    }
    assert_eq!(site.requests().len(), 3);
}

#[test]
fn nothing_is_stored_unless_the_site_accepts_it() {
    let portal = "<html><head><title>Welcome to the hotel</title></head><body></body></html>";
    let dead = "the site does not accept the session from standard input (…cdef): it has expired \
                or is wrong; log in at adventofcode.com and copy the `session` cookie again\n";
    let both = "the server failed (500); either the site has a problem, or the session is malformed \
                (standard input (…cdef))";
    let nobody = settings_page("alice").replace("ownerproof-12345", "");
    for (reply, says, exit) in [
        (Reply::redirect("/"), dead, 3),
        (Reply::redirect("/2025/auth/login"), dead, 3),
        (Reply::html(FRONT_PAGE), dead, 3),
        (Reply::new(401, "no"), dead, 3),
        (Reply::new(500, FAILURE), both, 5),
        (
            Reply::html(portal),
            "expected the settings page, got a web page titled 'Welcome to",
            5,
        ),
        (
            Reply::redirect("http://hotel.example/"),
            "the site redirects to http://hotel.ex",
            5,
        ),
        (
            Reply::html(nobody),
            "the page is incomplete (the number of the account is missing)",
            5,
        ),
        (Reply::new(404, "no"), "the site answered 404", 5),
        (
            Reply::new(403, "no"),
            "the site refused this client (403)",
            5,
        ),
        (
            Reply::new(429, ""),
            "the site asks for fewer requests (429): try again in 2m 0s",
            7,
        ),
        (
            Reply::html([b'<', 0xff]),
            "the site sent something that is not text: byte 1 is",
            5,
        ),
    ] {
        let site = Site::start();
        site.on("/settings", reply);
        let sandbox = logged_out(&site).file(STORED, OTHER);
        piped(&sandbox, &["login"], TOKEN)
            .prints("")
            .mentions(&format!("aoc: not logged in: {says}"))
            .exits(exit);
        assert_eq!(sandbox.read(STORED), OTHER);
        assert_eq!(config(&sandbox), ["aoc/session"]);
    }
    let sandbox = logged_out(&friendly()).file("../config/aoc/session/file", "");
    piped(&sandbox, &["login"], TOKEN)
        .mentions("config/aoc/session cannot be written: ")
        .exits(8);
}

#[test]
fn without_a_network_it_can_be_stored_unproven() {
    let site = friendly();
    let sandbox = logged_out(&site).env("AOC_BASE_URL", "http://127.0.0.1:9");
    piped(&sandbox, &["login"], TOKEN)
        .prints("")
        .mentions("note: `aoc login --offline` stores a session without asking the site\n")
        .mentions("aoc: not logged in: 127.0.0.1:9 refuses connections")
        .exits(5);
    assert_eq!(config(&sandbox), [""; 0]);
    let done = piped(&sandbox, &["login", "--offline"], TOKEN)
        .says("")
        .exits(0);
    assert!(
        done.stdout
            .ends_with("; not proved, because of --offline\n"),
        "{done:#?}"
    );
    // The one that is there may be a good one.
    piped(&sandbox, &["login", "--offline"], OTHER)
        .prints("")
        .mentions("has another session, which is only replaced by one that the site has accepted")
        .exits(7);
    assert_eq!(sandbox.read(STORED), format!("{TOKEN}\n"));
}

#[test]
fn a_session_that_hides_the_stored_one_is_worth_a_warning() {
    let site = friendly();
    for (value, is_warned) in [(OTHER, true), ("junk", true), (TOKEN, false), ("", false)] {
        let sandbox = logged_out(&site).env("AOC_SESSION", value);
        let done = piped(&sandbox, &["login"], TOKEN).exits(0);
        let warning = "warning: AOC_SESSION has another session, which is used instead of the \
                       stored one; unset it\n";
        assert_eq!(done.stderr, if is_warned { warning } else { "" }, "{value}");
    }
    // The file of another tool comes after the stored one.
    let sandbox = logged_out(&site).file("../home/.adventofcode.session", OTHER);
    piped(&sandbox, &["login"], TOKEN).says("").exits(0);
}

#[test]
fn accounts_have_sessions_of_their_own() {
    let site = friendly();
    let sandbox = logged_out(&site).env("AOC_SESSION", OTHER);
    let done = piped(&sandbox, &["login", "--account", "work", "--json"], TOKEN).exits(0);
    assert_eq!(done.stderr, "");
    assert_eq!(
        done.json(),
        serde_json::json!({
            "schema": "aoc-login/1",
            "account": "work",
            "user": { "id": 12345, "name": "alice", "link": "github.com/alice" },
            "file": sandbox.outside("config/aoc/session.work"),
            "token": "…cdef",
            "hidden_by": null,
        })
    );
    assert_eq!(config(&sandbox), ["aoc/session.work"]);
    assert_eq!(mode(&sandbox.path("../config/aoc/session.work")), 0o600);

    piped(&sandbox, &["login", "--account=../evil"], TOKEN)
        .mentions("aoc: --account: `")
        .exits(2);
    assert_eq!(config(&sandbox), ["aoc/session.work"]);
    assert_eq!(site.requests().len(), 1);
}

#[test]
fn a_token_on_the_command_line_is_refused_and_not_shown() {
    let site = friendly();
    let sandbox = logged_out(&site);
    let says = "aoc: a session token does not belong on a command line, where other users can see \
                it and your shell keeps it: run `aoc login` and paste it there\n";
    let (pair, option) = (format!("session={TOKEN}"), format!("--token={TOKEN}"));
    for arguments in [
        &["login", TOKEN][..],
        &["login", &pair],
        &["login", &option],
        &["logout", "--account", TOKEN],
        &["run", TOKEN],
    ] {
        sandbox.aoc(arguments).prints("").says(says).exits(2);
    }
    assert_eq!(site.requests().len(), 0);
    assert_eq!(config(&sandbox), [""; 0]);
}

/// The bytes that the terminal shows, as they come.
fn listen(ours: &fs::File) -> Receiver<Vec<u8>> {
    let mut ours = ours.try_clone().expect("a terminal");
    let (sender, bytes) = mpsc::channel();
    thread::spawn(move || {
        let mut buffer = [0; 1024];
        // A terminal ends with an error.
        while let Ok(length @ 1..) = ours.read(&mut buffer) {
            if sender.send(buffer[..length].to_vec()).is_err() {
                break;
            }
        }
    });
    bytes
}

/// What the terminal shows up to and with `end`.
fn shown_until(bytes: &Receiver<Vec<u8>>, end: &str) -> String {
    let mut text = Vec::new();
    while !String::from_utf8_lossy(&text).contains(end) {
        let more = bytes.recv_timeout(Duration::from_mins(2));
        text.extend(
            more.unwrap_or_else(|_| panic!("no {end:?}: {:?}", String::from_utf8_lossy(&text))),
        );
    }
    String::from_utf8(text).expect("text")
}

/// An `aoc` on a terminal, at the prompt for the session.
struct AtPrompt {
    child: Child,
    /// Our end of the terminal.
    ours: fs::File,
    /// The program's end, to look at its settings.
    theirs: OwnedFd,
    shown: Receiver<Vec<u8>>,
    /// What was shown so far.
    text: String,
}

impl AtPrompt {
    fn start(sandbox: &Sandbox, arguments: &[&str]) -> Self {
        let (ours, theirs) = terminal(200);
        let end = || theirs.try_clone().expect("a terminal");
        let mut command = sandbox.command(arguments);
        command.stdin(end()).stdout(end()).stderr(end());
        let child = command.spawn().expect("aoc runs");
        drop(command);
        let shown = listen(&ours);
        let text = shown_until(&shown, "session (not shown): ");
        Self {
            child,
            ours,
            theirs,
            shown,
            text,
        }
    }

    fn types(&mut self, text: &str) {
        self.ours.write_all(text.as_bytes()).expect("typed");
    }

    /// Whether the terminal shows what is typed.
    fn shows_typing(&self) -> bool {
        let settings = tcgetattr(&self.theirs).expect("a terminal");
        settings.local_flags.contains(LocalFlags::ECHO)
    }

    /// Waits for its end: the exit code.
    fn ends(&mut self) -> Option<i32> {
        self.child.wait().expect("aoc ends").code()
    }
}

#[test]
fn typing_is_not_shown() {
    let site = friendly();
    let sandbox = logged_out(&site)
        .env("TERM", "xterm-256color")
        .env("NO_COLOR", "1");
    for arguments in [&["login"][..], &["login", "-"]] {
        let mut login = AtPrompt::start(&sandbox, arguments);
        let text = &login.text;
        assert!(text.contains("note: log in at http://127.0.0.1:"), "{text}");
        login.types(&format!(" session={TOKEN}\n"));
        let text = shown_until(&login.shown, "config/aoc/session\r\n");
        assert_eq!(login.ends(), Some(0));
        assert!(text.contains("logged in as alice (user 12345"), "{text}");
        assert!(
            !text.contains(&TOKEN[..8]) && !text.contains("session="),
            "{text}"
        );
        assert!(login.shows_typing());
        assert_eq!(sandbox.read(STORED), format!("{TOKEN}\n"));
    }
}

#[test]
fn an_interrupted_prompt_leaves_the_terminal_as_it_was() {
    for signal in ["INT", "TERM"] {
        let site = friendly();
        let sandbox = logged_out(&site).env("TERM", "xterm-256color");
        let mut login = AtPrompt::start(&sandbox, &["login"]);
        assert!(!login.shows_typing());
        kill(signal, &login.child.id().to_string());
        assert_eq!(login.ends(), Some(130));
        assert!(login.shows_typing());
        assert_eq!((site.requests().len(), config(&sandbox).len()), (0, 0));
    }
}

#[test]
fn other_commands_say_where_the_session_is_from_and_how_to_log_in() {
    use std::os::unix::fs::PermissionsExt;

    let site = Site::start();
    let refused = "Puzzle inputs differ by user.  Please log in";
    site.on("/2020/day/22/input", Reply::new(400, refused));
    let project = || Sandbox::project().site(&site).without("AOC_SESSION");
    let fetch = |sandbox: Sandbox| sandbox.aoc(&["fetch", "2020/22"]).prints("").exits(3);
    fetch(project()).mentions("no session: log in at adventofcode.com, copy the value of the ");
    for text in [TOKEN, "junk", "", &format!("{TOKEN}; other=1")] {
        let stored = project()
            .file(STORED, text)
            .file("../home/.adventofcode.session", TOKEN);
        fetch(stored)
            .mentions("config/aoc/session")
            .mentions("; run `aoc login`\n");
    }
    let sandbox = project().file("../home/.adventofcode.session", TOKEN);
    let file = sandbox.path("../home/.adventofcode.session");
    fs::set_permissions(file, fs::Permissions::from_mode(0o644)).expect("a mode");
    fetch(sandbox.env("AOC_SESSION", ""))
        .mentions("chmod 600")
        .mentions(".adventofcode.session");
    let variable = project().env("AOC_SESSION", "junk").file(STORED, TOKEN);
    fetch(variable)
        .mentions("the session from AOC_SESSION cannot be used: it contains characters")
        .mentions("; set AOC_SESSION again, or unset it and run `aoc login`\n");
    project()
        .file("../config/aoc/session.work", "junk")
        .aoc(&["fetch", "2020/22", "--account", "work"])
        .mentions("; run `aoc login --account work`\n")
        .exits(3);
}
