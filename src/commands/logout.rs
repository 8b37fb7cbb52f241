//! `aoc logout`: removes a stored session.

use clap::Args;

use super::login::account;
use crate::app::App;
use crate::error::{CliError, Exit};
use crate::reporter::{self, Elsewhere, LogoutResult};
use crate::site::{Place, SessionFile, Surveyed, survey};
use crate::terminal;

/// Remove a stored session
///
/// Removes the file with your session, or that of an account. The site is not told,
/// so the session stays valid in the browser that it was copied from.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  aoc logout                 remove your stored session
  aoc logout --account work  remove the one of an account")]
pub struct LogoutArgs {
    /// Remove the session of this account
    #[arg(long, value_name = "NAME")]
    pub account: Option<String>,
}

pub fn run(app: &App, args: &LogoutArgs) -> Result<Exit, CliError> {
    let account = account(args.account.as_deref())?;
    let file = SessionFile::new(app.places(), account.as_ref(), app.locks())?;
    let removed = file.remove()?;

    let name = account.as_ref().map(ToString::to_string);
    let mut result = LogoutResult::new(name, file.path().to_owned(), removed);
    result.elsewhere = survey(app.places())
        .iter()
        .filter(|surveyed| surveyed.exists())
        .map(elsewhere)
        .collect();
    if app.json {
        terminal::json(&mut app.console(), &result)?;
    } else {
        reporter::logged_out(&mut app.console(), &result)?;
    }
    if removed {
        app.note("the site does not know of this: the session itself is valid until it expires");
    }
    // The others are never used for a named account.
    if account.is_none() {
        for (index, elsewhere) in result.elsewhere.iter().enumerate() {
            app.note(&left(elsewhere, index == 0));
        }
    }
    Ok(Exit::Done)
}

fn elsewhere(surveyed: &Surveyed) -> Elsewhere {
    Elsewhere {
        place: surveyed.place.to_string(),
        is_file: matches!(surveyed.place, Place::File(_)),
        account: surveyed.account.as_ref().map(ToString::to_string),
        token: match &surveyed.token {
            Ok(Some(token)) => Some(token.shown()),
            Ok(None) | Err(_) => None,
        },
    }
}

/// What is left, and how to get rid of it.
fn left(elsewhere: &Elsewhere, is_first: bool) -> String {
    let Elsewhere { place, account, .. } = elsewhere;
    if let Some(account) = account {
        return format!(
            "{place} has the session of the account {account}; `aoc logout --account {account}` \
             removes it"
        );
    }
    let used = if is_first {
        ", which is used from now on"
    } else {
        ""
    };
    let how = if elsewhere.is_file {
        "it belongs to another tool"
    } else {
        "unset it to be logged out"
    };
    format!("{place} still has a session{used}; {how}")
}
