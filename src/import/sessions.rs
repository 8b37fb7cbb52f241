//! The sessions that other tools have stored.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use super::plan::{NewSession, Plan};
use crate::files::read_regular_file;
use crate::inputs::InputName;
use crate::site::{MAX_SESSION_FILE, Place, Places, Session};

/// How a file has its session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// The file is the token.
    Token,
    /// The first word is: aocd allows comments behind it.
    FirstWord,
    /// The key `session` of a TOML file.
    Toml,
    /// A JSON object: a token for each name.
    Accounts,
}

/// The files in a folder that may have a session.
pub fn files_in(folder: &Path) -> Vec<(PathBuf, Format)> {
    [
        ("token", Format::FirstWord),
        ("tokens.json", Format::Accounts),
        ("credentials.toml", Format::Toml),
        (".adventofcode.session", Format::Token),
        ("adventofcode.session", Format::Token),
        (".session", Format::Token),
        ("session.txt", Format::Token),
    ]
    .map(|(name, format)| (folder.join(name), format))
    .into()
}

/// Plans to store the sessions of these files, where none is stored.
pub fn plan(files: Vec<(PathBuf, Format)>, places: Places<'_>, plan: &mut Plan) {
    for (from, format) in files {
        let Ok(bytes) = read_regular_file(&from, MAX_SESSION_FILE) else {
            continue;
        };
        let Ok(text) = String::from_utf8(bytes) else {
            plan.skip(from, None, "it is not text");
            continue;
        };
        for (account, token) in tokens(&text, format) {
            match Session::given(&token, Place::Given(from.clone())) {
                Ok(session) => add(account.as_deref(), session, &from, places, plan),
                Err(_) => plan.skip(from.clone(), None, "it has no session token"),
            }
        }
    }
}

/// The tokens in a file, each with the name of its account.
fn tokens(text: &str, format: Format) -> Vec<(Option<String>, String)> {
    match format {
        Format::Token => vec![(None, text.to_owned())],
        Format::FirstWord => text
            .split_whitespace()
            .next()
            .map(|token| (None, token.to_owned()))
            .into_iter()
            .collect(),
        Format::Toml => {
            let table: toml::Table = text.parse().unwrap_or_default();
            let session = table.get("session").and_then(toml::Value::as_str);
            session
                .map(|token| (None, token.to_owned()))
                .into_iter()
                .collect()
        }
        Format::Accounts => {
            let accounts: BTreeMap<String, String> = serde_json::from_str(text).unwrap_or_default();
            accounts
                .into_iter()
                .map(|(name, token)| (Some(name), token))
                .collect()
        }
    }
}

fn add(account: Option<&str>, session: Session, from: &Path, places: Places<'_>, plan: &mut Plan) {
    let known = |new: &NewSession| new.session.token == session.token;
    if plan.sessions.iter().any(known) {
        return;
    }
    let Ok(name) = account.map(InputName::from_str).transpose() else {
        let why = "the name of an account has other characters than letters, digits, `-` and `_`: \
                   store it with `aoc login --account NAME`";
        return plan.skip(from, None, why);
    };
    let is_taken = plan.sessions.iter().any(|new| new.account == name);
    let stored = places.session_file(name.as_ref());
    if let Some(file) = stored.filter(|file| file.exists()) {
        let old = read_regular_file(&file, MAX_SESSION_FILE).unwrap_or_default();
        let old = String::from_utf8_lossy(&old).into_owned();
        match Session::given(&old, Place::Given(file.clone())) {
            Ok(old) if old.token == session.token => plan.unchanged += 1,
            _ => plan.skip(from, None, format!("{} has a session", file.display())),
        }
    } else if is_taken {
        plan.skip(from, None, "another session was found first");
    } else {
        plan.sessions.push(NewSession {
            account: name,
            session,
            from: from.to_owned(),
        });
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn token(letter: char) -> String {
        letter.to_string().repeat(96)
    }

    #[test]
    fn sessions_of_every_format_are_found_and_none_is_replaced() {
        let temp = tempfile::tempdir().unwrap();
        let (config, tool) = (temp.path().join("aoc"), temp.path().join("tool"));
        fs::create_dir_all(&config).unwrap();
        fs::create_dir_all(&tool).unwrap();
        let write = |name: &str, text: String| fs::write(tool.join(name), text).unwrap();
        write("token", format!("{} mine\n", token('a')));
        write(
            "tokens.json",
            format!(
                r#"{{"me": "{}", "you": "{}", "a b": "{}"}}"#,
                token('a'),
                token('b'),
                token('c')
            ),
        );
        write("credentials.toml", format!("session = \"{}\"", token('d')));
        write(".session", "short\n".to_owned());
        let places = Places {
            variables: &[],
            config_dir: Some(&config),
            home: None,
        };
        let planned = || {
            let mut planned = Plan::default();
            plan(files_in(&tool), places, &mut planned);
            planned
        };
        let first = planned();
        let accounts: Vec<_> = first
            .sessions
            .iter()
            .map(|it| it.account.as_ref().map(ToString::to_string))
            .collect();
        assert_eq!(accounts, [None, Some("you".to_owned())]);
        assert_eq!(first.skipped.len(), 3, "{:?}", first.skipped);
        assert!(!format!("{first:?}").contains(&token('a')));

        fs::write(config.join("session"), token('a')).unwrap();
        fs::write(config.join("session.you"), token('e')).unwrap();
        let again = planned();
        assert_eq!(again.unchanged, 1);
        assert!(
            again.sessions.iter().all(|it| it.account.is_some()),
            "{again:?}"
        );
    }
}
