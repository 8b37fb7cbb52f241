//! `aoc login` and `aoc logout`. `login` stores only a session that the site accepts, and shows
//! only its end. `logout` removes the stored session.

use std::fs;
use std::path::Path;
use std::thread;

use crate::process::kill;
use crate::sandbox::{Sandbox, TOKEN};
use crate::site::pages::{
    OTHER_TOKEN, SESSION_FILE, calendar, logged_out, settings_page, site_of_alice,
};
use crate::site::{Reply, Site};
use crate::terminal::OnTerminal;

fn mode(path: &Path) -> u32 {
    use std::os::unix::fs::PermissionsExt;
    fs::metadata(path).expect("a file").permissions().mode() & 0o777
}

fn config(sandbox: &Sandbox) -> Vec<String> {
    sandbox.files("../config")
}

#[test]
fn a_session_is_checked_with_one_request_and_stored() {
    let site = site_of_alice();
    let sandbox = logged_out(&site);
    // The paths in the environment have no dots.
    let shown = sandbox.outside("config/aoc/session").display().to_string();
    let pasted = format!("\u{feff}'session={TOKEN}'\r\n");
    let user = "logged in as alice (user 12345, github.com/alice)";
    let printed = format!("{user}; session …cdef stored in {shown}\n");
    let next = "note: next: `aoc init advent` creates a repository\n";
    let done = sandbox.aoc_reading(&pasted, &["login"]).says(next).exits(0);
    done.prints(&printed);
    assert_eq!(sandbox.read(SESSION_FILE), format!("{TOKEN}\n"));
    assert_eq!(mode(&sandbox.path(SESSION_FILE)), 0o600);
    assert_eq!(config(&sandbox), ["aoc/session"]);
    let request = &site.requests()[0];
    assert_eq!(site.paths(), ["/settings"]);
    assert!(request.has_session(TOKEN));
    let quiet = sandbox.aoc_reading(&pasted, &["login", "-q"]).exits(0);
    quiet.says("").prints(&printed);
}

#[test]
fn a_file_is_read_whatever_kind_it_is() {
    let site = site_of_alice();
    let sandbox = logged_out(&site).file("cookie.txt", format!("session={TOKEN}\n"));
    let sandbox = sandbox.without("XDG_CONFIG_HOME");
    let next = "note: next: `aoc init advent` creates a repository\n";
    let done = sandbox.line("login cookie.txt").says(next).exits(0);
    if cfg!(target_os = "linux") {
        done.shows("stored in ~/.config/aoc/session\n");
    }
    let sandbox = logged_out(&site).file("cookie.txt", format!("session={TOKEN}\n"));
    sandbox.line("login cookie.txt").says(next).exits(0);
    assert_eq!(sandbox.read(SESSION_FILE), format!("{TOKEN}\n"));
    sandbox.aoc_reading(OTHER_TOKEN, &["login", "-"]).exits(0);
    assert_eq!(sandbox.read(SESSION_FILE), format!("{OTHER_TOKEN}\n"));
    // This is like `aoc login <(pass show aoc)`.
    let fifo = sandbox.path("fifo");
    let made = sandbox.program("mkfifo").arg(&fifo).status();
    assert!(made.expect("mkfifo").success());
    let writer = thread::spawn(move || fs::write(fifo, TOKEN));
    sandbox.line("login fifo").exits(0);
    writer.join().expect("no panic").expect("written");
    assert_eq!(sandbox.read(SESSION_FILE), format!("{TOKEN}\n"));
    let missing = sandbox.line("login nowhere.txt").exits(8);
    missing.mentions("aoc: nowhere.txt cannot be read: No such file");
    assert_eq!(site.requests().len(), 4);
}

#[test]
fn nothing_is_stored_unless_the_site_accepts_it() {
    let portal = "<html><head><title>Welcome to the hotel</title></head><body></body></html>";
    let dead = "the site does not accept the session from standard input (…cdef): it has expired \
                or is wrong; log in at adventofcode.com and copy the `session` cookie again\n";
    let nobody = settings_page("alice").replace("ownerproof-12345", "");
    let number = "the page is incomplete (the number of the account is missing)";
    let missing = "the site has no settings page (404); see https://adventofcode.com/settings\n";
    let titled = "expected /settings, got a web page titled 'Welcome to";
    for (reply, says, exit) in [
        (Reply::redirect("/"), dead, 3),
        (Reply::new(401, "no"), dead, 3),
        (Reply::new(404, "no"), missing, 4),
        (Reply::html(portal), titled, 5),
        (Reply::html(nobody), number, 5),
    ] {
        let site = Site::start();
        site.on("/settings", reply);
        let sandbox = logged_out(&site).file(SESSION_FILE, OTHER_TOKEN);
        let done = sandbox
            .aoc_reading(TOKEN, &["login"])
            .prints("")
            .mentions(&format!("aoc: not logged in: {says}"))
            .exits(exit);
        // A session that the site refuses is not worth storing.
        let has_advice = done.stderr.contains("--offline");
        assert_eq!(has_advice, exit != 3, "{done:#?}");
        assert_eq!(sandbox.read(SESSION_FILE), OTHER_TOKEN);
        assert_eq!(config(&sandbox), ["aoc/session"]);
    }
    // If the session could not be stored, `login` does not ask for it.
    let site = site_of_alice();
    let sandbox = logged_out(&site).file("../config/aoc/session/file", "");
    let done = sandbox.aoc_reading(TOKEN, &["login"]).exits(8);
    done.mentions("aoc: cannot write ");
    let done = sandbox.line("calendar 2020").exits(8);
    done.mentions("cannot be read: it is a folder, not a file");
    let sandbox = logged_out(&site)
        .without("XDG_CONFIG_HOME")
        .env("HOME", "home");
    let done = sandbox.aoc_reading(TOKEN, &["login"]).exits(8);
    done.mentions("no place to store a session; set HOME");
    assert_eq!(sandbox.files("."), [""; 0]);
    assert!(site.requests().is_empty());
}

#[test]
fn without_a_network_it_can_be_stored_unchecked() {
    let site = site_of_alice();
    let sandbox = logged_out(&site).env("AOC_BASE_URL", "http://127.0.0.1:9");
    sandbox
        .aoc_reading(TOKEN, &["login"])
        .prints("")
        .mentions("note: `aoc login --offline` stores a session without asking the site\n")
        .mentions("aoc: not logged in: 127.0.0.1:9 refuses the connection; ")
        .exits(5);
    assert_eq!(config(&sandbox), [""; 0]);
    let done = sandbox.aoc_reading(TOKEN, &["login", "--offline"]).exits(0);
    done.shows("; not checked, because of --offline\n");
    // The existing session may be valid.
    let work = &["login", "--account", "work"][..];
    for (token, login, note) in [
        (TOKEN, &["login"][..], "`aoc login --offline` stores"),
        (
            OTHER_TOKEN,
            &["login"],
            "`aoc logout` and then `aoc login --offline` store",
        ),
        (
            OTHER_TOKEN,
            work,
            "`aoc login --account work --offline` stores",
        ),
    ] {
        let done = sandbox.aoc_reading(token, login).exits(5);
        done.mentions(&format!("note: {note} a session without asking the site\n"));
    }
    let work = [work, &["--offline"]].concat();
    let done = sandbox.aoc_reading(TOKEN, &work).exits(0);
    done.mentions("note: next: `aoc init advent` creates a repository\n");
    let done = sandbox.aoc_reading(OTHER_TOKEN, &work).exits(7);
    done.mentions("leave out --offline, or run `aoc logout --account work` first");
    sandbox
        .aoc_reading(OTHER_TOKEN, &["login", "--offline"])
        .prints("")
        .mentions("has another session, which is only replaced by one that the site has accepted")
        .exits(7);
    assert_eq!(sandbox.read(SESSION_FILE), format!("{TOKEN}\n"));
}

#[test]
fn a_session_that_hides_the_stored_one_is_worth_a_warning() {
    let site = site_of_alice();
    for (value, is_warned) in [
        (OTHER_TOKEN, true),
        ("junk", true),
        (TOKEN, false),
        ("", false),
    ] {
        let sandbox = logged_out(&site).env("AOC_SESSION", value);
        let done = sandbox.aoc_reading(TOKEN, &["login"]).exits(0);
        let warning = "warning: AOC_SESSION has another session, which is used instead of the \
                       stored one; unset it\n";
        let warned = if is_warned { warning } else { "" };
        let next = "note: next: `aoc init advent` creates a repository\n";
        assert_eq!(done.stderr, format!("{warned}{next}"), "{value}");
    }
}

#[test]
fn accounts_have_sessions_of_their_own() {
    let site = site_of_alice();
    let sandbox = logged_out(&site).env("AOC_SESSION", OTHER_TOKEN);
    let done = sandbox
        .aoc_reading(TOKEN, &["login", "--account", "work", "--json"])
        .exits(0);
    let user = serde_json::json!({"id": 12345, "name": "alice", "link": "github.com/alice"});
    let file = sandbox.outside("config/aoc/session.work");
    let expected = serde_json::json!({"schema": "aoc-login/1", "account": "work", "user": user,
        "file": file, "token": "…cdef", "hidden_by": null});
    assert_eq!(done.says("").json(), expected);
    assert_eq!(config(&sandbox), ["aoc/session.work"]);
    assert_eq!(mode(&sandbox.path("../config/aoc/session.work")), 0o600);
    let project = Sandbox::project().site(&site).without("AOC_SESSION");
    let done = project.aoc_reading(TOKEN, &["login", "--account", "work"]);
    done.mentions("note: next: `aoc fetch all --account work` downloads its inputs\n")
        .exits(0);
}

#[test]
fn the_session_of_another_account_is_replaced_with_a_warning() {
    let site = site_of_alice();
    site.on("/2020", calendar(2020, 25, &[]));
    let sandbox = Sandbox::project().site(&site).without("AOC_SESSION");
    let next = "note: next: `aoc` shows what to do now\n";
    sandbox
        .aoc_reading(OTHER_TOKEN, &["login"])
        .says(next)
        .exits(0);
    sandbox.line("calendar 2020").exits(0);
    // `calendar` has shown the user. This identifies a session that `login` has not stored.
    fs::remove_file(sandbox.path(&format!("../cache/aoc/account-{}.json", site.name())))
        .expect("a file");
    let done = sandbox.aoc_reading(TOKEN, &["login"]).exits(0);
    done.mentions("warning: the inputs in this project may be those of ana, whose session")
        .mentions("\nnote: next: `aoc` ");
    // From now on, the account is known without a request. There is no warning about the same
    // account.
    sandbox
        .aoc_reading(OTHER_TOKEN, &["login"])
        .says(next)
        .exits(0);
    let bob = settings_page("bob").replace("ownerproof-12345", "ownerproof-7");
    site.on("/settings", Reply::html(bob));
    sandbox
        .aoc_reading(TOKEN, &["login"])
        .mentions("may be those of alice (user 12345, github.com/alice), whose session is repl")
        .exits(0);
}

/// Otherwise `aoc fetch --account` would store the inputs of another user under this name.
#[test]
fn the_session_of_a_named_account_is_replaced_with_a_warning() {
    let site = site_of_alice();
    let sandbox = Sandbox::project().site(&site).without("AOC_SESSION");
    let next = "note: next: `aoc fetch all --account work` downloads its inputs\n";
    let log_in = |token| {
        let done = sandbox.aoc_reading(token, &["login", "--account", "work"]);
        done.exits(0)
    };
    // The first login and another session of the same user replace no other user's inputs.
    log_in(TOKEN).says(next);
    log_in(OTHER_TOKEN).says(next);
    let bob = settings_page("bob").replace("ownerproof-12345", "ownerproof-7");
    site.on("/settings", Reply::html(bob));
    log_in(TOKEN)
        .mentions("warning: the inputs `work` in this project may be those of alice (user 12345, ")
        .mentions(next);
    // The browser is often still logged in as the user of the default account.
    sandbox.aoc_reading(TOKEN, &["login"]).exits(0);
    let same = "warning: bob (user 7, github.com/bob) is also the user of `aoc login` without an \
                account, so the inputs of `work` will be the same\n";
    log_in(TOKEN).says(&format!("{same}{next}"));
}

#[test]
fn a_token_on_the_command_line_is_refused_and_not_shown() {
    let site = site_of_alice();
    let sandbox = logged_out(&site);
    let says = "aoc: a session token does not belong on a command line, where other users can see \
                it and your shell keeps it: run `aoc login` and paste it there\n";
    let option = format!("--token={TOKEN}");
    let pasted = [TOKEN, &TOKEN[..24]];
    for arguments in pasted
        .map(|token| ["login", token])
        .into_iter()
        .chain([["login", &option], ["run", TOKEN]])
    {
        sandbox.aoc(&arguments).prints("").says(says).exits(2);
    }
    assert_eq!(site.requests().len(), 0);
    assert_eq!(config(&sandbox), [""; 0]);
}

#[test]
fn typing_is_not_shown_and_an_interrupt_leaves_the_terminal_as_it_was() {
    let site = site_of_alice();
    let sandbox = logged_out(&site).env("NO_COLOR", "1");
    let start = |arguments: &[&str]| {
        let mut login = OnTerminal::start(sandbox.command(arguments));
        login.shows("note: log in at http://127.0.0.1:");
        login.shows("session (not shown): ");
        assert!(!login.shows_typing());
        login
    };
    // Without the explanation, the user could not answer the question.
    for (signal, arguments) in [("INT", &["login"][..]), ("QUIT", &["login", "-q"])] {
        let mut login = start(arguments);
        kill(signal, &login.child.id().to_string());
        assert_eq!(login.ends(), Some(130));
    }
    assert_eq!((site.requests().len(), config(&sandbox).len()), (0, 0));
    let mut login = start(&["login"]);
    login.types(&format!(" session={TOKEN}\n"));
    let text = login.shows("logged in as alice (user 12345");
    let is_shown = text.contains(&TOKEN[..8]) || text.contains("session=");
    assert!(!is_shown, "{text}");
    assert_eq!(login.ends(), Some(0));
    assert_eq!(sandbox.read(SESSION_FILE), format!("{TOKEN}\n"));
}

#[test]
fn removes_the_stored_session_and_only_it() {
    let sandbox = Sandbox::new()
        .file(SESSION_FILE, TOKEN)
        .file("../config/aoc/session.work", OTHER_TOKEN)
        .file("../config/aoc/config.toml", "year = 2020\n");
    let shown = sandbox.outside("config/aoc").display().to_string();
    sandbox
        .line("logout")
        .prints(&format!("logged out: {shown}/session removed\n"))
        .mentions("note: only the stored copy was removed: the site accepts the session until it")
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
        .file("../config/aocd/token", OTHER_TOKEN);
    let token = sandbox.outside("config/aocd/token");
    let done = sandbox.line("logout --json").exits(0);
    let elsewhere = serde_json::json!(["AOC_SESSION", token]);
    assert_eq!(done.json()["elsewhere"], elsewhere);
    assert_eq!(done.json()["removed"], false);
    done.mentions("note: AOC_SESSION still has a session; unset or remove it to be logged out");
    assert_eq!(sandbox.read("../config/aocd/token"), OTHER_TOKEN);
    let done = sandbox.line("logout --account work --json").exits(0);
    assert_eq!(done.json()["elsewhere"], serde_json::json!([]));
}
