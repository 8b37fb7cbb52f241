//! Where to import from: a folder, or the places where a tool keeps what it
//! has for all repositories.

use std::path::{Path, PathBuf};

use super::error::ImportError;
use super::sessions::{self, Format};

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
    pub sessions: Vec<(PathBuf, Format)>,
}

const AOCD: &str = "aocd";
const CARGO_AOC: &str = "cargo-aoc";
const AOC_CLI: &str = "aoc-cli";

/// The tools whose files are known, by their names.
pub const TOOLS: [&str; 3] = [AOCD, CARGO_AOC, AOC_CLI];

/// What `from` means; without it, the places of all tools.
pub fn origins(from: Option<&str>, folders: Folders<'_>) -> Result<Vec<Origin>, ImportError> {
    let Some(from) = from else {
        return Ok(TOOLS.map(|tool| of_tool(tool, folders)).into());
    };
    let tool = match from.to_lowercase().as_str() {
        "aocd" | "advent-of-code-data" => Some(AOCD),
        "cargo-aoc" | "aoc-runner" => Some(CARGO_AOC),
        "aoc-cli" => Some(AOC_CLI),
        _ => None,
    };
    if let Some(tool) = tool {
        return Ok(vec![of_tool(tool, folders)]);
    }
    let folder = folders.current.join(from);
    if !folder.exists() {
        return Err(ImportError::Unknown(from.to_owned()));
    }
    if !folder.is_dir() {
        return Err(ImportError::NotAFolder(folder));
    }
    Ok(vec![Origin {
        tool: None,
        sessions: sessions::files_in(&folder),
        folder: Some(folder),
    }])
}

fn of_tool(tool: &'static str, folders: Folders<'_>) -> Origin {
    // Other tools use `~/.config` on every system, even where the user's
    // configuration folder is another.
    let mut configs: Vec<PathBuf> = folders.config.map(Path::to_owned).into_iter().collect();
    configs.extend(folders.home.map(|home| home.join(".config")));
    configs.dedup();
    let mut origin = Origin {
        tool: Some(tool),
        folder: None,
        sessions: Vec::new(),
    };
    match tool {
        AOCD => {
            let own = configs.iter().map(|config| config.join("aocd"));
            let mut all = folders.aocd.map(Path::to_owned).into_iter().chain(own);
            origin.folder = all.find(|folder| folder.is_dir());
            origin.sessions = origin
                .folder
                .iter()
                .flat_map(|it| sessions::files_in(it))
                .collect();
        }
        CARGO_AOC => {
            for name in ["cargo-aoc", "com.github.gobanos.cargo-aoc"] {
                let files = configs
                    .iter()
                    .map(|config| config.join(name).join("credentials.toml"));
                origin
                    .sessions
                    .extend(files.map(|file| (file, Format::Toml)));
            }
        }
        _ => {
            let mut files: Vec<PathBuf> = folders
                .home
                .map(|home| home.join(".adventofcode.session"))
                .into_iter()
                .collect();
            files.extend(
                configs
                    .iter()
                    .map(|config| config.join("adventofcode.session")),
            );
            origin.sessions = files
                .into_iter()
                .map(|file| (file, Format::Token))
                .collect();
        }
    }
    origin
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn tools_have_their_places_and_folders_are_folders() {
        let temp = tempfile::tempdir().unwrap();
        let config = temp.path().join(".config");
        fs::create_dir_all(config.join("aocd")).unwrap();
        fs::create_dir(temp.path().join("old")).unwrap();
        let folders = Folders {
            home: Some(temp.path()),
            config: Some(&config),
            aocd: None,
            current: temp.path(),
        };
        let all = origins(None, folders).unwrap();
        assert_eq!(all.len(), 3);
        assert_eq!(all[0].folder, Some(config.join("aocd")));
        assert_eq!(origins(Some("AOCD"), folders).unwrap(), all[..1]);
        let old = origins(Some("old"), folders).unwrap();
        assert_eq!(old[0].folder, Some(temp.path().join("old")));
        let error = origins(Some("nowhere"), folders).unwrap_err();
        assert!(matches!(error, ImportError::Unknown(_)));
    }
}
