//! The checks before an answer is sent, which refuse an answer that cannot be right.

use std::path::Path;
use std::time::Duration;

use thiserror::Error;

use crate::error::{Exit, HasExit, Result};
use crate::files::{MAX_INPUT, read_regular_file};
use crate::reporter::WatchAction;
use crate::terminal::sanitize;

/// The wait after a wrong answer if the site does not name one: the shortest that it is
/// known to demand. The same time must pass after a guess whose verdict is unknown.
pub const USUAL_WAIT: Duration = Duration::from_mins(1);

/// The time that is added to a wait, because stored times are in whole seconds.
pub const MARGIN: Duration = Duration::from_secs(1);

/// The reason why an answer was not submitted, or not graded.
#[derive(Debug, Error)]
#[error("{message}")]
pub struct SubmitRefusal {
    message: String,
    /// The key of `watch` with the option that lifts it.
    pub lift: Option<WatchAction>,
}

/// Fails with a refusal.
pub fn refuse<T>(message: impl Into<String>, lift: Option<WatchAction>) -> Result<T> {
    let message = message.into();
    Err(SubmitRefusal { message, lift }.into())
}

impl HasExit for SubmitRefusal {
    fn exit(&self) -> Exit {
        Exit::Refused
    }
}

/// Refuses an answer that does not look like one; surrounding white space is allowed.
pub fn check_form(answer: &str) -> Result<()> {
    let line = answer.trim();
    let shown = sanitize(line);
    let why = if line.is_empty() {
        "the answer is empty".to_owned()
    } else if line.contains(['\n', '\r']) {
        "the answer has several lines, or is a picture with letters that aoc does not know; give \
         it on one line with --answer"
            .to_owned()
    } else if shown != line {
        format!("the answer contains invisible characters: {shown}")
    } else if let Some(intended) = intended(line) {
        format!("the answer is probably meant as {intended}, and not {line}")
    } else {
        return Ok(());
    };
    refuse(format!("not submitted: {why}"), None)
}

/// The intended answer, if the given one has a Rust wrapper, quotes, a plus sign or
/// leading zeros. Ten digits may begin with 0, as in 2018/14, and so may eight, as in
/// passwords.
fn intended(line: &str) -> Option<&str> {
    for (before, after) in [("Some(", ")"), ("Ok(", ")"), ("\"", "\""), ("'", "'")] {
        if let Some(rest) = line.strip_prefix(before)
            && let Some(inner) = rest.strip_suffix(after)
        {
            return Some(inner.trim_matches('"'));
        }
    }
    let (sign, digits) = line.split_at_checked(1)?;
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    match (sign, digits.trim_start_matches('0')) {
        ("+", _) => Some(digits),
        ("0", _) if digits.len() >= 7 => None,
        ("0", "") => Some("0"),
        ("0", number) => Some(number),
        _ => None,
    }
}

/// The editor that has changes of the file that are not saved: emacs has a link beside the
/// file, vim a swap file there or in its own folder.
pub fn unsaved_editor(file: &Path, home: Option<&Path>) -> Option<&'static str> {
    let name = file.file_name()?.display();
    if file.with_file_name(format!(".#{name}")).is_symlink() {
        return Some("emacs");
    }
    let mut swap_files = vec![file.with_file_name(format!(".{name}.swp"))];
    if let Some(home) = home {
        let path = file.to_string_lossy().replace('/', "%");
        swap_files.push(home.join(format!(".local/state/nvim/swap/{path}.swp")));
    }
    for swap_file in swap_files {
        // In the header of vim's swap file, this byte says that the file was not saved.
        let header = read_regular_file(&swap_file, MAX_INPUT).unwrap_or_default();
        if header.get(1007) == Some(&0x55) {
            return Some("vim");
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Case;

    #[test]
    fn only_one_plain_line_is_an_answer() {
        let invisible = "contains invisible characters: ";
        for (answer, why) in [
            ("\t", "is empty"),
            ("1\r2", "has several lines, or is a picture"),
            ("1\u{7}2", &format!("{invisible}1\\u{{7}}2")),
            ("33400\u{200b}", &format!("{invisible}33400\\u{{200b}}")),
            ("051", "is probably meant as 51, and not 051"),
            ("+51", "is probably meant as 51, and not +51"),
            ("Some(51)", "is probably meant as 51, and not Some(51)"),
            "Ok(\"ABC\")".gives("is probably meant as ABC, and not Ok(\"ABC\")"),
            ("00", "is probably meant as 0, and not 00"),
        ] {
            let refusal = check_form(answer).expect_err(answer).source.to_string();
            let start = format!("not submitted: the answer {why}");
            assert!(refusal.starts_with(&start), "{refusal}");
        }
        for answer in ["0", "-0", "-5", "1.0", "None", " 3 4\n", "05ace8e3", "ä"] {
            assert!(check_form(answer).is_ok(), "{answer}");
        }
        assert!(check_form("0124515891").is_ok());
    }

    /// In the place of a swap file may be anything.
    #[cfg(unix)]
    #[test]
    fn a_swap_file_that_is_a_fifo_holds_up_nobody() {
        let temp = tempfile::tempdir().unwrap();
        let fifo = temp.path().join(".day01.rs.swp");
        let made = std::process::Command::new("mkfifo").arg(&fifo).status();
        assert!(made.expect("mkfifo").success());
        assert_eq!(unsaved_editor(&temp.path().join("day01.rs"), None), None);
    }
}
