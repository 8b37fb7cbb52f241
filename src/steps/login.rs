//! Sessions that are typed: the steps of `aoc login`, which `aoc start` takes if the site
//! refuses the session.

use std::io::{self, IsTerminal, stderr, stdin};
use std::sync::Arc;

use crate::app::{App, SiteAccess, Ui};
use crate::config::Settings;
use crate::error::{CliError, Exit, Result};
use crate::site::{
    Account, CacheFile, Place, Session, SiteErrorKind, TokenCheck, forget_variables, store_session,
};
use crate::terminal::read_secret;

/// Explains where the session is found, and reads it from the terminal.
pub fn prompt(ui: &Ui, settings: &Settings) -> io::Result<String> {
    ui.note(format!(
        "log in at {} with a browser and copy the value of the cookie `session`: it is in \
         the developer tools (F12), under Application or Storage",
        settings.base_url
    ));
    let mut stderr = ui.stderr.writer(stderr());
    read_secret(&mut stderr, "session (not shown): ")
}

/// Asks the site whose session it is.
pub fn ask_account(ui: &Ui, site: &SiteAccess, session: &Session) -> Result<Account> {
    site.ask("asking the site", |client| client.account(session))
        .map_err(|error| {
            if !matches!(
                error.kind,
                SiteErrorKind::Session { .. } | SiteErrorKind::Local(_)
            ) {
                ui.note("`aoc login --offline` stores a session without asking the site");
            }
            CliError::from(error).context("not logged in")
        })
}

/// The account whose session was logged in with last, if that was another one than `new`.
pub fn other_account(site: &SiteAccess, new: &Account) -> Option<String> {
    if let Some(last) = last_account(site).read::<Account>() {
        return (last.id != new.id).then(|| last.to_string());
    }
    site.stored_replies()
        .stars()
        .user
        .filter(|old| new.name.as_ref() != Some(old))
}

/// Remembers whose session is stored.
pub fn remember_account(site: &SiteAccess, account: &Account) {
    let file = last_account(site);
    let _lock = file.lock(|| {});
    // Without it a later login may not notice that the account is another one.
    let _ = file.write(account);
}

fn last_account(site: &SiteAccess) -> CacheFile {
    CacheFile::new(site.config(), "account", "")
}

/// Asks the site whether it accepts the session. One that it refuses is replaced, or is an
/// error without a terminal. If the site cannot be asked, that is a warning.
pub fn check_session(app: &mut App) -> Result<()> {
    loop {
        let asked = app.site.session().and_then(|session| {
            app.site
                .ask("checking the session", |client| client.account(session))
        });
        let Err(error) = asked else {
            break;
        };
        if !matches!(error.kind, SiteErrorKind::Session { .. }) {
            app.ui
                .warning(format!("the session was not checked: {error}"));
            return Ok(());
        }
        if !stdin().is_terminal() {
            return Err(error.into());
        }
        app.ui.error(&error.into());
        if !replace_session(app) {
            return Err(CliError::new(Exit::Session, "no session was typed"));
        }
    }
    if let Some(problem) = app.site.session_problem(app.site.session()?) {
        app.ui.warning(format!("the session is {problem}"));
    }
    Ok(())
}

/// Reads a session from the terminal until the site accepts it, and stores it for this and
/// all later commands. False if nothing can be typed, or nothing was.
pub fn replace_session(app: &mut App) -> bool {
    if !stdin().is_terminal() {
        return false;
    }
    loop {
        match type_session(app) {
            Ok(is_stored) => return is_stored,
            Err(error) => {
                app.ui.error(&error);
            }
        }
    }
}

fn type_session(app: &mut App) -> Result<bool> {
    let typed = prompt(&app.ui, &app.settings).unwrap_or_default();
    if typed.trim().is_empty() {
        return Ok(false);
    }
    let place = Place::Given("the terminal".to_owned());
    let session = Session::new(typed.as_bytes(), place)?;
    let user = ask_account(&app.ui, &app.site, &session)?;
    store_session(&app.environment, None, &session.token, TokenCheck::Accepted)?;
    remember_account(&app.site, &user);
    app.ui.note(format!("logged in as {user}"));
    let variables = forget_variables(Arc::make_mut(&mut app.environment));
    for name in variables {
        app.ui
            .warning(format!("{name} still has the old session: unset it"));
    }
    app.site.forget_session(Arc::clone(&app.environment));
    Ok(true)
}
