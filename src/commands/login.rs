//! `aoc login`: stores a session that the site accepts.

use std::fs::File;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

use clap::{Args, ValueHint};
use serde::Serialize;

use crate::app::App;
use crate::app::args::{account, looks_like_token, token_argument};
use crate::error::{CliError, Exit};
use crate::files::read_limited;
use crate::site::{Account, MAX_SESSION_FILE, Place, Session, found_sessions, store_session};
use crate::terminal::{self, sanitize};

/// Store your session, so that aoc can download your inputs
///
/// Reads the value of the site's cookie named session, without showing it, and
/// stores it in a file that only you can read. It is checked with one request first,
/// and not stored if the site does not accept it. With --offline it is not checked.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  aoc login                 store the session cookie that you paste
  aoc login --account work  store the session of another account")]
pub struct LoginArgs {
    /// The file with the session cookie, or - for standard input [default: typed on a terminal]
    #[arg(value_name = "FILE|-", value_hint = ValueHint::FilePath)]
    pub file: Option<PathBuf>,
    /// Store it as the session of this account, for `aoc fetch --account NAME`
    #[arg(long, value_name = "NAME")]
    pub account: Option<String>,
}

/// The document of `aoc login --json`.
#[derive(Debug, Serialize)]
struct LoginResult {
    /// `None` for the default account.
    account: Option<String>,
    /// `None` if the session was not checked.
    user: Option<Account>,
    file: PathBuf,
    /// The last characters of the token.
    token: String,
    /// The place whose session is used instead of the stored one.
    hidden_by: Option<String>,
}

/// Reads a session, checks it at the site, and stores it. If anything fails, the stored
/// session stays.
pub fn run(app: &App, args: &LoginArgs) -> Result<Exit, CliError> {
    let account = account(args.account.as_deref())?;
    let session = read_session(app, args.file.as_deref())?;
    let user = (!app.offline).then(|| check(app, &session)).transpose()?;
    let (token, is_checked) = (&session.token, user.is_some());
    let file = store_session(&app.environment, account.as_ref(), token, is_checked)?;
    let hidden_by = match account {
        None => preceding_place(app, &file, &session),
        Some(_) => None,
    };
    let result = LoginResult {
        account: account.map(|account| account.to_string()),
        user,
        file,
        token: session.token.shown(),
        hidden_by,
    };
    app.show("login", &result, || {
        let token = app.stdout.plain(&result.token);
        let gap = if token.is_empty() { "" } else { " " };
        let file = result.file.display().to_string();
        let stored = format!("session{gap}{token} stored in {}", sanitize(&file));
        match &result.user {
            Some(user) => format!("logged in as {user}; {stored}\n"),
            None => format!("{stored}; not checked, because of --offline\n"),
        }
    })?;
    if let Some(place) = &result.hidden_by {
        app.warning(&format!(
            "{place} has another session, which is used instead of the stored one; unset it"
        ));
    }
    Ok(Exit::Done)
}

/// Reads the session from a file, the terminal or a pipe.
fn read_session(app: &App, file: Option<&Path>) -> Result<Session, CliError> {
    let (place, text) = match file.filter(|file| *file != Path::new("-")) {
        Some(file) => {
            if !file.exists() && looks_like_token(&file.to_string_lossy()) {
                return Err(token_argument());
            }
            // The file need not be a regular one: it may be the output of another program.
            let text = File::open(file).and_then(|file| read_limited(file, MAX_SESSION_FILE));
            (file.display().to_string(), text)
        }
        None if io::stdin().is_terminal() => {
            app.note(&format!(
                "log in at {} with a browser and copy the value of the cookie `session`: it is in \
                 the developer tools (F12), under Application or Storage",
                app.settings.base_url
            ));
            let mut stderr = app.stderr.writer(io::stderr());
            let typed = terminal::read_secret(&mut stderr, "session (not shown): ");
            ("the terminal".to_owned(), typed.map(String::into_bytes))
        }
        None => {
            let text = read_limited(io::stdin().lock(), MAX_SESSION_FILE);
            ("standard input".to_owned(), text)
        }
    };
    Ok(Session::new(text, Place::Given(place), None)?)
}

/// Asks the site whose session it is.
fn check(app: &App, session: &Session) -> Result<Account, CliError> {
    let account = app.ask("asking the site", |site| site.account(session));
    account.map_err(|error| {
        let error = CliError::from(error).context("not logged in");
        if error.exit == Exit::Network {
            app.note("`aoc login --offline` stores a session without asking the site");
        }
        error
    })
}

/// The place whose session takes precedence over the stored one.
fn preceding_place(app: &App, stored: &Path, new: &Session) -> Option<String> {
    let found = found_sessions(&app.environment, None);
    let used = found.first()?;
    let is_same = matches!(&used.session, Ok(session) if session.token == new.token);
    let is_stored = matches!(&used.place, Place::File(path) if path == stored);
    (!is_same && !is_stored).then(|| used.place.to_string())
}
