//! `aoc logout`: removes a stored session.

use std::path::PathBuf;

use clap::Args;
use serde::Serialize;

use crate::app::App;
use crate::app::args::{Completes, parse_name};
use crate::error::{Exit, Result};
use crate::inputs::InputName;
use crate::site::{found_sessions, remove_session};
use crate::terminal::style::PLAIN;
use crate::terminal::{text_line, with_tilde};

/// Remove a stored session
///
/// Removes the file with your session, or with the session of an account. Nothing is
/// sent to the site, so the session stays valid in the browser that it was copied
/// from.
#[derive(Args)]
#[command(after_help = "\
Examples:
  aoc logout                 remove your stored session
  aoc logout --account work  remove the one of an account")]
pub struct LogoutArgs {
    /// Remove the session of this account
    #[arg(long, value_name = "NAME", value_parser = parse_name)]
    #[arg(add = Completes::Account)]
    account: Option<InputName>,
}

/// The document of `aoc logout --json`.
#[derive(Serialize)]
struct LogoutResult {
    /// The account. `None` for the default account.
    account: Option<InputName>,
    file: PathBuf,
    /// True if there was a session.
    removed: bool,
    /// Other places that have a session of the default account.
    elsewhere: Vec<String>,
}

pub fn run(app: &App, args: &LogoutArgs) -> Result<Exit> {
    let session = remove_session(&app.environment, args.account.as_ref())?;
    let elsewhere = match args.account {
        // Only a session of the default account can be in other places.
        Some(_) => Vec::new(),
        None => found_sessions(&app.environment, None)
            .map(|found| found.place.to_string())
            .collect(),
    };
    let result = LogoutResult {
        account: args.account.clone(),
        file: session.path,
        removed: session.existed,
        elsewhere,
    };
    app.ui.show("logout", &result, || {
        let file = with_tilde(result.file.display());
        let line = if result.removed {
            format!("logged out: {file} removed")
        } else {
            format!("not logged in: there is no {file}")
        };
        text_line(app.ui.stdout, PLAIN, line)
    })?;
    if result.removed {
        app.ui.note(
            "only the stored copy was removed: the site accepts the session until it expires",
        );
    }
    for place in &result.elsewhere {
        app.ui.note(format!(
            "{place} still has a session; unset or remove it to be logged out"
        ));
    }
    Ok(Exit::Done)
}
