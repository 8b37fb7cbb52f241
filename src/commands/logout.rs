//! `aoc logout`: removes a stored session.

use std::path::PathBuf;

use clap::Args;
use serde::Serialize;

use super::login::account;
use crate::app::App;
use crate::error::{CliError, Exit};
use crate::site::{SessionFile, Surveyed, survey};
use crate::terminal::sanitize;

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

/// The document of `aoc logout --json`.
#[derive(Debug, Serialize)]
struct LogoutResult {
    schema: &'static str,
    /// `None` for the default account.
    account: Option<String>,
    file: PathBuf,
    /// False if there was none.
    removed: bool,
    elsewhere: Vec<Elsewhere>,
}

/// Another place that has a session.
#[derive(Debug, Serialize)]
struct Elsewhere {
    place: String,
    /// `None` for the default account.
    account: Option<String>,
    /// The end of the token; `None` if it is not one.
    token: Option<String>,
}

pub fn run(app: &App, args: &LogoutArgs) -> Result<Exit, CliError> {
    let account = account(args.account.as_deref())?;
    let file = SessionFile::new(app.places(), account.as_ref(), app.locks())?;
    let removed = file.remove()?;
    let others = survey(app.places()).into_iter().filter(Surveyed::exists);
    let result = LogoutResult {
        schema: "aoc-logout/1",
        account: account.as_ref().map(ToString::to_string),
        file: file.path().to_owned(),
        removed,
        elsewhere: others.map(elsewhere).collect(),
    };
    app.show(&result, || {
        let file = result.file.display().to_string();
        let file = sanitize(&file);
        if removed {
            format!("logged out: {file} removed\n")
        } else {
            format!("not logged in: there is no {file}\n")
        }
    })?;
    if removed {
        app.note("the site does not know of this: the session itself is valid until it expires");
    }
    // The others are never used for a named account.
    let elsewhere = result.elsewhere.iter().filter(|_| account.is_none());
    for (index, Elsewhere { place, account, .. }) in elsewhere.enumerate() {
        app.note(&match account {
            Some(account) => format!(
                "{place} has the session of the account {account}; `aoc logout --account {account}` \
                 removes it"
            ),
            None if index == 0 => format!(
                "{place} still has a session, which is used from now on; unset or remove it to be \
                 logged out"
            ),
            None => format!("{place} still has a session"),
        });
    }
    Ok(Exit::Done)
}

fn elsewhere(surveyed: Surveyed) -> Elsewhere {
    Elsewhere {
        place: surveyed.place.to_string(),
        account: surveyed.account.map(|account| account.to_string()),
        token: surveyed.token.ok().flatten().map(|token| token.shown()),
    }
}
