//! Sessions that the user types, for `aoc login`, and for `aoc start` if the site refuses the
//! session.

use std::io::{self, IsTerminal, stderr, stdin};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use crate::app::{App, SiteAccess, Ui};
use crate::config::Settings;
use crate::error::{CliError, Exit, HasExit, Result};
use crate::inputs::{InputName, account_option};
use crate::puzzle::{Year, newest_event, next_unlock};
use crate::site::{
    Account, CacheFile, FailureOrigin, OwnTimes, Retries, Session, SessionPlace, UserStars,
    forget_variables, has_other_session, store_accepted_session,
};
use crate::terminal::tty::read_secret;

/// Explains where to find the session, and reads it from the terminal.
pub fn prompt_for_session(ui: &Ui, settings: &Settings) -> io::Result<String> {
    ui.prompt(format!(
        "log in at {} with a browser and copy the value of the cookie `session`: it is in \
         the developer tools (F12), under Application or Storage",
        settings.base_url
    ));
    let mut stderr = ui.stderr.writer(stderr());
    read_secret(&mut stderr, "session (not shown): ")
}

/// Asks the site for the user of the session. If that fails, a note says how to store the account's
/// session without a check.
pub fn request_account(
    ui: &Ui,
    site: &SiteAccess,
    account: Option<&InputName>,
    session: &Session,
) -> Result<Account> {
    site.account("asking the site", session, Retries::Few)
        .map_err(|error| {
            let origin = error.kind.policy().origin;
            if error.exit() != Exit::Session && origin != FailureOrigin::Local {
                let environment = site.config().environment;
                let must_log_out = has_other_session(environment, account, &session.token);
                note_offline_login(ui, account, must_log_out);
            }
            CliError::from(error).context("not logged in")
        })
}

/// Says how to store the account's session without asking the site. Another stored session has to
/// be removed first.
fn note_offline_login(ui: &Ui, account: Option<&InputName>, must_log_out: bool) {
    let option = account_option(account);
    let login = format!("`aoc login{option} --offline`");
    let steps = if must_log_out {
        format!("`aoc logout{option}` and then {login} store")
    } else {
        format!("{login} stores")
    };
    ui.note(format!("{steps} a session without asking the site"));
}

/// Stores a session that the site accepted, and returns its file. Stores the user, and warns if
/// the inputs of the account may be those of another user.
pub fn store_checked(
    app: &App,
    account: Option<&InputName>,
    session: &Session,
    user: &Account,
) -> Result<PathBuf> {
    // Both need the stored account and session of the old user, which are replaced below.
    warn_of_other_inputs(app, account, user);
    keep_replies(app, account, session, user);
    let environment = &app.environment;
    let file = store_accepted_session(environment, account, &session.token)?;
    let last = last_account_file(&app.site, account);
    let _lock = last.lock(|| {});
    // If this fails, a later login may not notice that the user has changed.
    let _ = last.write(user);
    Ok(file)
}

/// Warns if the new session of the account belongs to another user than the old one, because the
/// stored inputs may belong to the old user. Also warns if a named account has the user of the
/// default account, because then both have the same inputs.
fn warn_of_other_inputs(app: &App, account: Option<&InputName>, new: &Account) {
    if app.workspace.project().is_ok()
        && let Some(old) = other_user(&app.site, account, new)
    {
        let inputs = account.map_or("inputs".to_owned(), |name| format!("inputs `{name}`"));
        app.ui.warning(format!(
            "the {inputs} in this project may be those of {old}, whose session is replaced; `aoc \
             login --account NAME` stores one session for each"
        ));
    }
    let default: Option<Account> = last_account_file(&app.site, None).read();
    if let Some(name) = account
        && default.is_some_and(|default| default.id == new.id)
    {
        app.ui.warning(format!(
            "{new} is also the user of `aoc login` without an account, so the inputs of `{name}` \
             will be the same"
        ));
    }
}

/// If the session of the account is renewed, the stars and times that the site has shown with the
/// old one are those of the new one.
fn keep_replies(app: &App, account: Option<&InputName>, new: &Session, user: &Account) {
    let last: Option<Account> = last_account_file(&app.site, account).read();
    let Ok(old) = Session::find(&app.environment, account) else {
        return;
    };
    let config = app.site.config();
    let stars = UserStars::load(config, &old);
    // The old session may come from a variable, and then be of another account.
    let is_renewed = last.is_some_and(|last| last.id == user.id)
        && stars.user.is_some()
        && stars.user == user.name;
    if !is_renewed || old.token == new.token {
        return;
    }
    // If this fails, `--refresh` asks the site again.
    let _ = stars.store(config, new);
    for year in Year::FIRST.through(newest_event(app.site.time().now())) {
        let file = OwnTimes::file(config, new, year);
        if file.read::<OwnTimes>().is_none()
            && let Some(times) = OwnTimes::file(config, &old, year).read::<OwnTimes>()
        {
            let _ = file.write(&times);
        }
    }
}

/// The user who logged in last to this account. `None` if it is the same as `new`.
fn other_user(site: &SiteAccess, account: Option<&InputName>, new: &Account) -> Option<String> {
    if let Some(last) = last_account_file(site, account).read::<Account>() {
        return (last.id != new.id).then(|| last.to_string());
    }
    if account.is_some() {
        return None;
    }
    site.stored_replies()
        .stars()
        .user
        .filter(|old| new.name.as_ref() != Some(old))
}

/// The ID of the user who logged in last, if that user has this name. `None` for any other name:
/// the session may belong to another user, for example one from `AOC_SESSION`.
pub fn id_of_user(site: &SiteAccess, name: &str) -> Option<u64> {
    let last: Account = last_account_file(site, None).read()?;
    (last.name.as_deref() == Some(name)).then_some(last.id)
}

/// The file with the user who logged in last to this account.
fn last_account_file(site: &SiteAccess, account: Option<&InputName>) -> CacheFile {
    let suffix = account.map_or(String::new(), |name| format!("-{name}"));
    CacheFile::new(site.config(), "account", &suffix)
}

/// Asks the site whether it accepts the session. If not, asks the user for another session. Fails
/// if the site does not accept the session and there is no terminal. A check ends before the next
/// unlock.
pub fn ensure_session(app: &mut App) -> Result<()> {
    while let Err(error) = app.site.check_session_once(retries_until_unlock(&app.site)) {
        if !stdin().is_terminal() {
            return Err(error.into());
        }
        app.ui.error(&error.into());
        if !log_in(app) {
            return Err(CliError::new(Exit::Session, "no session was typed"));
        }
    }
    Ok(())
}

/// As many retries as end before the next unlock.
fn retries_until_unlock(site: &SiteAccess) -> Retries<'static> {
    let time = site.time();
    let left = next_unlock(time.now()).and_then(|puzzle| time.until_unlocked(puzzle));
    Retries::Within(left.unwrap_or(Duration::MAX))
}

/// Reads sessions from the terminal until the site accepts one, and stores that session for this
/// command and later ones. Meanwhile the user may also log in with another command. Returns false
/// if the user cannot type, or types nothing and has not logged in.
pub fn log_in(app: &mut App) -> bool {
    if !stdin().is_terminal() {
        return false;
    }
    if app.site.renew_session() {
        return true;
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
    let typed = prompt_for_session(&app.ui, &app.settings).unwrap_or_default();
    if typed.trim().is_empty() {
        return Ok(app.site.renew_session());
    }
    let place = SessionPlace::Given("the terminal".to_owned());
    let session = Session::new(typed.as_bytes(), place)?;
    let user = request_account(&app.ui, &app.site, None, &session)?;
    store_checked(app, None, &session, &user)?;
    app.ui.note(format!("logged in as {user}"));
    let variables = forget_variables(Arc::make_mut(&mut app.environment));
    for name in variables {
        app.ui
            .warning(format!("{name} still has the old session: unset it"));
    }
    app.site = app.site.with_session(&app.environment, None);
    app.site.mark_session_checked();
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::args::GlobalArgs;
    use crate::config::Environment;
    use crate::testing::{environment, write};

    /// A later login compares its account with that of the stored session.
    #[test]
    fn an_account_is_remembered_only_if_its_session_is_stored() {
        let home = tempfile::tempdir().unwrap();
        let environment = Environment {
            cache_dir: Some(home.path().join("cache")),
            ..environment(home.path(), &[])
        };
        let app = App::new(environment, &GlobalArgs::default());
        let place = SessionPlace::Given("a test".to_owned());
        let session = Session::new(b"53616c", place).unwrap();
        let alice = Account {
            id: 7,
            name: Some("alice".to_owned()),
            link: None,
        };
        let store = || store_checked(&app, None, &session, &alice);
        // The folder of the session is a file.
        write(home.path(), "aoc", "");
        assert!(store().is_err());
        assert_eq!(id_of_user(&app.site, "alice"), None);
        std::fs::remove_file(home.path().join("aoc")).unwrap();
        assert!(store().is_ok());
        assert_eq!(id_of_user(&app.site, "alice"), Some(7));
    }
}
