//! Where to import from: a folder, or the places where a tool keeps what it has
//! for all repositories. Only these places have sessions that are taken.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use super::{ImportedSession, Plan, Setting};
use crate::error::{CliError, Exit};
use crate::files::read_regular_file;
use crate::inputs::InputName;
use crate::site::{MAX_SESSION_FILE, Place, Session};

/// The folders of the user.
#[derive(Clone, Copy, Debug)]
pub struct Folders<'a> {
    pub home: Option<&'a Path>,
    /// Where programs have their configuration.
    pub config: Option<&'a Path>,
    /// What the environment says is aocd's.
    pub aocd: Option<&'a Path>,
}

/// One place to import from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
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
pub fn origins(from: Option<&str>, folders: Folders<'_>) -> Result<Vec<Origin>, CliError> {
    let Some(from) = from else {
        return Ok(TOOLS.map(|tool| of_tool(tool, folders)).into());
    };
    let tool = match from.to_lowercase().as_str() {
        "advent-of-code-data" => Some("aocd"),
        "aoc-runner" => Some("cargo-aoc"),
        name => TOOLS.into_iter().find(|tool| *tool == name),
    };
    if let Some(tool) = tool {
        return Ok(vec![of_tool(tool, folders)]);
    }
    let folder = PathBuf::from(from);
    let why = match (folder.exists(), folder.is_dir()) {
        (_, true) => {
            let folder = Some(folder);
            return Ok(vec![Origin {
                folder,
                ..Origin::default()
            }]);
        }
        (true, _) => format!("{from} is not a folder"),
        _ => format!("no folder `{from}`, and no tool of that name"),
    };
    let tools = "give the folder of a repository, `aocd`, `cargo-aoc` or `aoc-cli`";
    Err(CliError::new(Exit::Usage, format!("{why}: {tools}")))
}

fn of_tool(tool: &'static str, folders: Folders<'_>) -> Origin {
    // Other tools use `~/.config` on every system, even where the user's
    // configuration folder is another.
    let home = folders.home.map(|home| home.join(".config"));
    let configs = folders.config.map(Path::to_owned).into_iter().chain(home);
    let in_configs = |name: &str| configs.clone().map(|it| it.join(name)).collect::<Vec<_>>();
    let mut folder = None;
    let mut sessions = match tool {
        "aocd" => {
            let given = folders.aocd.map(Path::to_owned).into_iter();
            folder = given.chain(in_configs("aocd")).find(|it| it.is_dir());
            let files = folder
                .iter()
                .flat_map(|it| ["token", "tokens.json"].map(|name| it.join(name)));
            files.collect()
        }
        "cargo-aoc" => {
            let mut all = in_configs("cargo-aoc/credentials.toml");
            all.extend(in_configs("com.github.gobanos.cargo-aoc/credentials.toml"));
            all
        }
        _ => {
            let own = folders.home.map(|home| home.join(".adventofcode.session"));
            own.into_iter()
                .chain(in_configs("adventofcode.session"))
                .collect()
        }
    };
    sessions.dedup();
    let tool = Some(tool);
    Origin {
        tool,
        folder,
        sessions,
    }
}

/// Plans to store the sessions of a tool that was asked for, where none is
/// stored. Those of a folder, and of tools that were not named, are named.
pub fn sessions(origin: &Origin, setting: &Setting<'_>, plan: &mut Plan) {
    let tokens = TOKENS.iter().filter(|_| origin.tool.is_none());
    let in_folder = tokens.flat_map(|name| origin.folder.iter().map(move |it| it.join(name)));
    for from in origin.sessions.iter().cloned().chain(in_folder) {
        let Ok(bytes) = read_regular_file(&from, MAX_SESSION_FILE) else {
            continue;
        };
        match origin.tool {
            Some(_) if setting.is_named => {
                for (account, token) in tokens_in(&from, &String::from_utf8_lossy(&bytes)) {
                    if let Err(why) = add(account.as_deref(), &token, &from, setting, plan) {
                        plan.skip(&from, why);
                    }
                }
            }
            Some(tool) => {
                let why = "a session is not taken unasked";
                plan.skip(from, format!("{why}: `aoc import {tool}` takes it"));
            }
            None => plan.skip(
                from,
                "a session is not taken from a folder: use `aoc login`",
            ),
        }
    }
}

/// The tokens in a file, each with the name of its account.
fn tokens_in(file: &Path, text: &str) -> Vec<(Option<String>, String)> {
    let name = file.file_name().and_then(|name| name.to_str());
    let token = match name.unwrap_or_default() {
        "tokens.json" => {
            let accounts: BTreeMap<String, String> = serde_json::from_str(text).unwrap_or_default();
            return accounts
                .into_iter()
                .map(|(name, token)| (Some(name), token))
                .collect();
        }
        "credentials.toml" => {
            let table: toml::Table = text.parse().unwrap_or_default();
            table
                .get("session")
                .and_then(|it| it.as_str())
                .map(str::to_owned)
        }
        // aocd allows comments behind the first word.
        "token" => text.split_whitespace().next().map(str::to_owned),
        _ => Some(text.to_owned()),
    };
    token.map(|token| (None, token)).into_iter().collect()
}

fn add(
    account: Option<&str>,
    token: &str,
    from: &Path,
    setting: &Setting<'_>,
    plan: &mut Plan,
) -> Result<(), String> {
    let given = |text: &str| Session::given(text, Place::Given(from.display().to_string())).ok();
    let session = given(token).ok_or("it has no session token")?;
    if plan
        .sessions
        .iter()
        .any(|new| new.session.token == session.token)
    {
        return Ok(());
    }
    let account = account.map(InputName::from_str).transpose();
    let account = account.map_err(
        |_| "the name of an account has other characters than letters, digits, `-` and `_`",
    )?;
    if let Some(file) = setting
        .places
        .session_file(account.as_ref())
        .filter(|file| file.exists())
    {
        let old = read_regular_file(&file, MAX_SESSION_FILE).unwrap_or_default();
        let old = given(&String::from_utf8_lossy(&old));
        if old.is_none_or(|old| old.token != session.token) {
            return Err(format!("{} has a session", file.display()));
        }
        plan.unchanged += 1;
    } else if plan.sessions.iter().any(|new| new.account == account) {
        return Err("another session was found first".to_owned());
    } else {
        let from = from.to_owned();
        plan.sessions.push(ImportedSession {
            account,
            from,
            session,
        });
    }
    Ok(())
}
