//! `aoc login`: stores a session that the site accepts.

use std::fs::File;
use std::io::{IsTerminal, stdin};
use std::path::{Path, PathBuf};

use clap::{Args, ValueHint};
use serde::Serialize;

use crate::app::args::{Completes, parse_name};
use crate::app::tokens::{looks_like_token, token_argument_error};
use crate::app::{App, Ui, Workspace};
use crate::config::{Environment, Settings};
use crate::error::{Exit, Result, file_error};
use crate::files::{MAX_SETTINGS, read_limited};
use crate::inputs::InputName;
use crate::site::{
    Account, FoundSession, Session, SessionPlace, found_sessions, probe_session,
    store_unchecked_session,
};
use crate::steps::login::{prompt_for_session, request_account, store_checked};
use crate::terminal::style::PLAIN;
use crate::terminal::{text_line, with_tilde};

/// Store your session, so that aoc can download your inputs
///
/// Reads the value of the site's cookie named session, without showing it, and
/// stores it in a file that only you can read. It is checked with one request first,
/// and not stored if the site does not accept it. With --offline it is not checked.
#[derive(Args)]
#[command(after_help = "\
Examples:
  aoc login                 store the session cookie that you paste
  aoc login --account work  store the session of another account")]
pub struct LoginArgs {
    /// The file with the session cookie, or - for standard input [default: typed on a terminal]
    #[arg(value_name = "FILE|-", value_hint = ValueHint::FilePath)]
    file: Option<PathBuf>,
    /// Store it as the session of this account, for `aoc fetch --account NAME`
    #[arg(long, value_name = "NAME", value_parser = parse_name)]
    #[arg(add = Completes::Account)]
    account: Option<InputName>,
}

/// The document of `aoc login --json`.
#[derive(Serialize)]
struct LoginResult {
    /// The account. `None` for the default account.
    account: Option<InputName>,
    /// The user. `None` if the session was not checked.
    user: Option<Account>,
    file: PathBuf,
    /// The last characters of the token.
    token: String,
    /// The place of a session that is used instead of the stored one.
    hidden_by: Option<String>,
}

/// Reads a session, checks it at the site, and stores it. After an error, an already stored session
/// is kept.
pub fn run(app: &App, args: &LoginArgs) -> Result<Exit> {
    let account = args.account.as_ref();
    probe_session(&app.environment, account)?;
    let session = read_session(&app.ui, &app.settings, args.file.as_deref())?;
    let (user, file) = if app.site.online_client().is_ok() {
        let user = request_account(&app.ui, &app.site, account, &session)?;
        let file = store_checked(app, account, &session, &user)?;
        (Some(user), file)
    } else {
        let file = store_unchecked_session(&app.environment, account, &session.token)?;
        (None, file)
    };
    let hidden_by = match account {
        None => preceding_place(&app.environment, &session),
        Some(_) => None,
    };
    let result = LoginResult {
        account: args.account.clone(),
        user,
        file,
        token: session.token.shown(),
        hidden_by,
    };
    app.ui.show("login", &result, || screen(&app.ui, &result))?;
    if let Some(place) = &result.hidden_by {
        app.ui.warning(format!(
            "{place} has another session, which is used instead of the stored one; unset it"
        ));
    }
    if !app.ui.json {
        app.ui.note(next_command(&app.workspace, &result));
    }
    Ok(Exit::Done)
}

fn screen(ui: &Ui, result: &LoginResult) -> String {
    let token = &result.token;
    let file = with_tilde(result.file.display());
    let stored = format!("session {token} stored in {file}");
    let outcome = match &result.user {
        Some(user) => format!("logged in as {user}; {stored}"),
        None => format!("{stored}; not checked, because of --offline"),
    };
    text_line(ui.stdout, PLAIN, outcome)
}

/// The command to suggest after a login.
fn next_command(workspace: &Workspace, result: &LoginResult) -> String {
    match (&result.account, workspace.project()) {
        (Some(account), Ok(_)) => {
            format!("next: `aoc fetch all --account {account}` downloads its inputs")
        }
        (None, Ok(_)) => "next: `aoc` shows what to do now".to_owned(),
        (_, Err(_)) => "next: `aoc init advent` creates a repository".to_owned(),
    }
}

/// Reads the session from a file, the terminal or a pipe.
fn read_session(ui: &Ui, settings: &Settings, file: Option<&Path>) -> Result<Session> {
    let (place, text) = match file {
        Some(file) if file != Path::new("-") => {
            let place = file.display().to_string();
            if !file.exists() && looks_like_token(&place) {
                return Err(token_argument_error());
            }
            // The file may be of any kind, even a pipe from another program.
            let text = File::open(file).and_then(|file| read_limited(file, MAX_SETTINGS));
            (place, text)
        }
        _ if stdin().is_terminal() => {
            let typed = prompt_for_session(ui, settings);
            ("the terminal".to_owned(), typed.map(String::into_bytes))
        }
        _ => {
            let text = read_limited(stdin().lock(), MAX_SETTINGS);
            ("standard input".to_owned(), text)
        }
    };
    let text =
        text.map_err(|error| file_error(format!("{place} cannot be read")).caused_by(error))?;
    Ok(Session::new(&text, SessionPlace::Given(place))?)
}

/// The place of a session that takes precedence over the stored one.
fn preceding_place(environment: &Environment, new: &Session) -> Option<String> {
    let FoundSession { place, session } = found_sessions(environment, None).next()?;
    match (place, session) {
        (SessionPlace::Own { .. }, _) => None,
        (_, Ok(session)) if session.token == new.token => None,
        (place, _) => Some(place.to_string()),
    }
}
