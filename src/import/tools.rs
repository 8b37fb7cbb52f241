//! Where to import from: a folder, or the places where a tool keeps what it has
//! for all repositories. Only these places have sessions that are taken.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use super::{ImportError, NewSession, Plan};
use crate::error::Exit;
use crate::files::read_regular_file;
use crate::inputs::InputName;
use crate::site::{MAX_SESSION_FILE, Place, Places, Session};

/// The folders of the user.
#[derive(Clone, Copy, Debug)]
pub struct Folders<'a> {
    pub home: Option<&'a Path>,
    /// Where programs have their configuration.
    pub config: Option<&'a Path>,
    /// What the environment says is aocd's.
    pub aocd: Option<&'a Path>,
    pub current: &'a Path,
}

/// One place to import from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// `None` for a folder that was given.
    pub tool: Option<&'static str>,
    /// The folder whose files are looked at.
    pub folder: Option<PathBuf>,
    /// Files that may have a session.
    sessions: Vec<PathBuf>,
}

/// The tools whose files are known, by their names.
pub const TOOLS: [&str; 3] = ["aocd", "cargo-aoc", "aoc-cli"];

/// Names of files with a token. In a folder they are named and not taken.
const TOKENS: [&str; 7] = [
    "token",
    "tokens.json",
    "credentials.toml",
    ".adventofcode.session",
    "adventofcode.session",
    ".session",
    "session.txt",
];

/// What `from` means; without it, the places of all tools.
pub fn origins(from: Option<&str>, folders: Folders<'_>) -> Result<Vec<Origin>, ImportError> {
    let Some(from) = from else {
        return Ok(TOOLS.map(|tool| of_tool(tool, folders)).into());
    };
    let tool = match from.to_lowercase().as_str() {
        "aocd" | "advent-of-code-data" => Some(TOOLS[0]),
        "cargo-aoc" | "aoc-runner" => Some(TOOLS[1]),
        "aoc-cli" => Some(TOOLS[2]),
        _ => None,
    };
    if let Some(tool) = tool {
        return Ok(vec![of_tool(tool, folders)]);
    }
    let folder = folders.current.join(from);
    let why = if !folder.exists() {
        format!(
            "no folder `{from}`, and no tool of that name: give a folder, `aocd`, `cargo-aoc` or `aoc-cli`"
        )
    } else if !folder.is_dir() {
        format!("{from} is not a folder: give the folder of a repository, or of inputs")
    } else {
        return Ok(vec![Origin {
            tool: None,
            folder: Some(folder),
            sessions: Vec::new(),
        }]);
    };
    Err(ImportError::new(Exit::Usage, why))
}

fn of_tool(tool: &'static str, folders: Folders<'_>) -> Origin {
    // Other tools use `~/.config` on every system, even where the user's
    // configuration folder is another.
    let mut configs: Vec<PathBuf> = folders.config.map(Path::to_owned).into_iter().collect();
    configs.extend(folders.home.map(|home| home.join(".config")));
    configs.dedup();
    let in_configs = |name: &str| configs.iter().map(|it| it.join(name)).collect::<Vec<_>>();
    let mut origin = Origin {
        tool: Some(tool),
        folder: None,
        sessions: Vec::new(),
    };
    match tool {
        "aocd" => {
            let mut all = folders
                .aocd
                .map(Path::to_owned)
                .into_iter()
                .chain(in_configs("aocd"));
            origin.folder = all.find(|folder| folder.is_dir());
            let files = ["token", "tokens.json"];
            origin.sessions = origin
                .folder
                .iter()
                .flat_map(|it| files.map(|name| it.join(name)))
                .collect();
        }
        "cargo-aoc" => {
            for name in ["cargo-aoc", "com.github.gobanos.cargo-aoc"] {
                origin
                    .sessions
                    .extend(in_configs(&format!("{name}/credentials.toml")));
            }
        }
        _ => {
            origin
                .sessions
                .extend(folders.home.map(|home| home.join(".adventofcode.session")));
            origin.sessions.extend(in_configs("adventofcode.session"));
        }
    }
    origin
}

/// Plans to store the sessions of a tool that was asked for, where none is
/// stored. Those of a folder, and of tools that were not named, are named.
pub fn sessions(origin: &Origin, is_named: bool, places: Places<'_>, plan: &mut Plan) {
    let tokens = TOKENS
        .iter()
        .flat_map(|name| origin.folder.iter().map(move |it| it.join(name)));
    let mut files = origin.sessions.clone();
    files.extend(tokens.filter(|file| !origin.sessions.contains(file)));
    for from in files {
        let Ok(bytes) = read_regular_file(&from, MAX_SESSION_FILE) else {
            continue;
        };
        if !is_named || !origin.sessions.contains(&from) {
            let tool = origin.tool.filter(|_| origin.sessions.contains(&from));
            let how = tool.map_or("`aoc login` stores yours".to_owned(), |tool| {
                format!("`aoc import {tool}` takes it")
            });
            plan.skip(&from, format!("a session is not taken unasked: {how}"));
            continue;
        }
        let text = String::from_utf8_lossy(&bytes);
        let name = from
            .file_name()
            .and_then(|name| name.to_str())
            .unwrap_or_default();
        for (account, token) in tokens_in(name, &text) {
            match Session::given(&token, Place::Given(from.clone())) {
                Ok(session) => add(account.as_deref(), session, &from, places, plan),
                Err(_) => plan.skip(&from, "it has no session token"),
            }
        }
    }
}

/// The tokens in a file, each with the name of its account.
fn tokens_in(name: &str, text: &str) -> Vec<(Option<String>, String)> {
    if name == "tokens.json" {
        let accounts: BTreeMap<String, String> = serde_json::from_str(text).unwrap_or_default();
        return accounts
            .into_iter()
            .map(|(name, token)| (Some(name), token))
            .collect();
    }
    let token = match name {
        "credentials.toml" => {
            let table: toml::Table = text.parse().unwrap_or_default();
            table
                .get("session")
                .and_then(toml::Value::as_str)
                .map(str::to_owned)
        }
        // aocd allows comments behind the first word.
        "token" => text.split_whitespace().next().map(str::to_owned),
        _ => Some(text.to_owned()),
    };
    token.map(|token| (None, token)).into_iter().collect()
}

fn add(account: Option<&str>, session: Session, from: &Path, places: Places<'_>, plan: &mut Plan) {
    if plan
        .sessions
        .iter()
        .any(|new| new.session.token == session.token)
    {
        return;
    }
    let Ok(name) = account.map(InputName::from_str).transpose() else {
        let why = "the name of an account has other characters than letters, digits, `-` and `_`: \
                   store it with `aoc login --account NAME`";
        return plan.skip(from, why);
    };
    let stored = places
        .session_file(name.as_ref())
        .filter(|file| file.exists());
    if let Some(file) = stored {
        let old = read_regular_file(&file, MAX_SESSION_FILE).unwrap_or_default();
        let old = String::from_utf8_lossy(&old).into_owned();
        match Session::given(&old, Place::Given(file.clone())) {
            Ok(old) if old.token == session.token => plan.unchanged += 1,
            _ => plan.skip(from, format!("{} has a session", file.display())),
        }
    } else if plan.sessions.iter().any(|new| new.account == name) {
        plan.skip(from, "another session was found first");
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
    use crate::testing::write;

    fn token(letter: char) -> String {
        letter.to_string().repeat(96)
    }

    #[test]
    fn sessions_are_taken_from_a_tool_that_was_named_and_replace_none() {
        let temp = tempfile::tempdir().unwrap();
        let accounts = format!(
            r#"{{"me": "{}", "you": "{}", "a b": "{}"}}"#,
            token('a'),
            token('b'),
            token('c')
        );
        write(
            temp.path(),
            ".config/aocd/token",
            format!("{} mine\n", token('a')),
        );
        write(temp.path(), ".config/aocd/tokens.json", accounts);
        write(
            temp.path(),
            ".config/cargo-aoc/credentials.toml",
            format!("session = \"{}\"", token('d')),
        );
        write(temp.path(), "old/token", token('e'));
        let ours = temp.path().join("aoc");
        let places = Places {
            variables: &[],
            config_dir: Some(&ours),
            home: None,
        };
        let folders = Folders {
            home: Some(temp.path()),
            config: None,
            aocd: None,
            current: temp.path(),
        };
        let planned = |from: Option<&str>| {
            let mut plan = Plan::default();
            for origin in origins(from, folders).unwrap() {
                sessions(&origin, from.is_some(), places, &mut plan);
            }
            assert!(!format!("{plan:?}").contains(&token('a')));
            let accounts = plan
                .sessions
                .iter()
                .map(|it| it.account.as_ref().map(ToString::to_string));
            (
                accounts.collect::<Vec<_>>(),
                plan.skipped.len(),
                plan.unchanged,
            )
        };
        let you = Some("you".to_owned());
        assert_eq!(planned(Some("AOCD")), (vec![None, you.clone()], 1, 0));
        assert_eq!(planned(Some("cargo-aoc")), (vec![None], 0, 0));
        assert_eq!(planned(Some("old")), (vec![], 1, 0));
        assert_eq!(planned(None), (vec![], 3, 0));
        fs::create_dir(&ours).unwrap();
        fs::write(ours.join("session"), token('a')).unwrap();
        assert_eq!(planned(Some("aocd")), (vec![you], 1, 1));
        assert_eq!(
            origins(Some("nowhere"), folders).unwrap_err().exit,
            Exit::Usage
        );
    }
}
