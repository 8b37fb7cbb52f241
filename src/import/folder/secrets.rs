//! Decides which files, environment variables and variables in configurations of cargo may hold a
//! session or another secret, which the code of other people must not see. The import decides
//! this nowhere else. `trial/foreign_program.rs` says which other variables each foreign program
//! gets.

use std::path::Path;

use toml::Table;
use toml_edit::DocumentMut;

use super::names::{file_name, folder_of, is_source};
use crate::config::is_hidden;
use crate::files::read_text_up_to;
use crate::puzzle::words;
use crate::site::{TOOLS, Tool, may_hold_token};

/// Words in the names of files, folders and variables with a secret.
const SECRETS: [&str; 8] = [
    "cookie",
    "cookies",
    "credentials",
    "secret",
    "secrets",
    "session",
    "token",
    "tokens",
];

/// The names of files with a session, beside those of [`TOOLS`].
const SESSION_FILES: [&str; 2] = ["session", ".session"];

/// The maximum size in bytes of a file that is searched for a session.
const MAX_SECRET: u64 = 4096;

/// True if the path of a file suggests that the file may contain a session or another secret.
/// Sources never count. A folder counts only if its name says nothing else: `day15-cookies` may be
/// the folder of a day.
pub fn is_secret_file(file: &str) -> bool {
    let name = file_name(file).to_lowercase();
    let is_in_secret_folder = folder_of(file).split('/').any(|folder| {
        let folder = folder.to_lowercase();
        SECRETS.contains(&folder.trim_start_matches('.'))
    });
    !is_source(&name) && (name.contains(".env") || has_secret_word(&name) || is_in_secret_folder)
}

/// True if a text file that is not a source contains something that looks like a session. Only
/// small files are searched.
pub fn is_secret_text(file: &Path) -> bool {
    !is_source(&file.to_string_lossy())
        && read_text_up_to(file, MAX_SECRET).is_ok_and(|text| may_hold_token(&text))
}

/// True if a tool of Advent of Code may have stored a session in the file. Cargo's own credentials
/// are for registries.
pub fn is_session_file(file: &str) -> bool {
    let mut files = TOOLS.into_iter().flat_map(Tool::files).chain(SESSION_FILES);
    files.any(|name| stem_of_toml(name) == stem_of_toml(file))
        && file_name(folder_of(file)) != ".cargo"
}

/// The name of a file without `.toml`.
fn stem_of_toml(file: &str) -> &str {
    file_name(file).trim_end_matches(".toml")
}

/// True if the name or the value of a variable suggests that it may hold a session or another
/// secret.
pub fn is_secret_variable(name: &str, value: &str) -> bool {
    has_secret_word(name) || is_hidden(name) || may_hold_token(value)
}

fn has_secret_word(name: &str) -> bool {
    words(name).iter().any(|word| SECRETS.contains(&&**word))
}

/// The name of a variable in the `[env]` of a configuration of cargo that may hold a secret.
pub fn secret_in_configuration(configuration: &Table) -> Option<&str> {
    let variables = configuration.get("env")?.as_table()?;
    variables
        .iter()
        .find(|(name, value)| is_secret_variable(name, &value.to_string()))
        .map(|(name, _)| &**name)
}

/// A configuration of cargo without the variables that may hold a secret. `None` if code of other
/// people must not see the file at all: it is not TOML, so its variables are not known, or it
/// contains a secret in another place.
pub fn without_secrets(text: &str) -> Option<String> {
    let mut document = text.parse::<DocumentMut>().ok()?;
    if let Some(variables) = document.get_mut("env")
        && let Some(variables) = variables.as_table_like_mut()
    {
        let hidden: Vec<String> = variables
            .iter()
            .filter(|(name, value)| is_secret_variable(name, &value.to_string()))
            .map(|(name, _)| name.to_owned())
            .collect();
        for name in hidden {
            variables.remove(&name);
        }
    }
    let text = document.to_string();
    (!may_hold_token(&text)).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_variable_is_secret_by_its_name_or_by_its_value() {
        let session = "53616c7465645f5f".repeat(8);
        let with_name = format!("session={}; path=/", &session[..96]);
        for (name, value, is_secret) in [
            ("AOC_SESSION", "1", true),
            ("AOCSESSION", "1", true),
            ("SESSION", "1", true),
            ("COOKIE", "1", true),
            ("advent_session", "1", true),
            ("GITHUB_TOKEN", "1", true),
            ("MINE", &session, true),
            ("MINE", &with_name, true),
            ("AOC_YEAR", "2020", false),
            ("TOKENIZER", "1", false),
            ("COMMIT", &session[..64], false),
            ("COMMIT", "", false),
        ] {
            assert_eq!(is_secret_variable(name, value), is_secret, "{name}={value}");
        }
    }

    #[test]
    fn a_configuration_keeps_the_variables_without_a_secret() {
        let text = format!(
            "[env]\nSESSION = \"1\"\nMINE = {{ value = \"{}\", force = true }}\nAOC_YEAR = \"2020\"\n\
             [alias]\nt = \"test\"\n",
            "a1".repeat(64)
        );
        let left = without_secrets(&text).expect("a configuration");
        assert_eq!(left, "[env]\nAOC_YEAR = \"2020\"\n[alias]\nt = \"test\"\n");
        let table: Table = text.parse().expect("TOML");
        assert_eq!(secret_in_configuration(&table), Some("MINE"));
        let table: Table = left.parse().expect("TOML");
        assert_eq!(secret_in_configuration(&table), None);
    }

    #[test]
    fn a_session_of_a_tool_is_no_token_of_a_registry() {
        for (file, is_session) in [
            ("a/session", true),
            (".config/cargo-aoc/credentials.toml", true),
            (".cargo/credentials.toml", false),
            ("a/.cargo/credentials", false),
            ("session.rs", false),
        ] {
            assert_eq!(is_session_file(file), is_session, "{file}");
        }
    }
}
