use std::ffi::OsString;
use std::fs;

use proptest::prelude::*;
use tempfile::TempDir;

use super::find::Session;
use super::place::Place;
use super::places::Places;
use super::survey::survey;
use super::token::Token;
use crate::inputs::InputName;

const HEX: &str = "53616c7465645f5f0123456789abcdef";

#[test]
fn a_token_cannot_be_printed() {
    let token = Token::parse(HEX).expect("a token");
    assert_eq!(format!("{token} {token:?}"), "<redacted> <redacted>");
    assert_eq!(token.tail(), "cdef");
    let short = Token::parse("abcd").expect("a token");
    assert_eq!(short.tail(), "");
    let session = Session::given(HEX, Place::Variable("AOC_SESSION")).expect("a session");
    assert_eq!(session.to_string(), "AOC_SESSION (…cdef)");
    assert!(!format!("{session:?}").contains("0123"));
}

#[test]
fn the_remedy_is_one_that_helps() {
    let account: InputName = "work".parse().expect("a name");
    for (place, account, remedy) in [
        (Place::File("f".into()), None, "run `aoc login`"),
        (
            Place::File("f".into()),
            Some(&account),
            "run `aoc login --account work`",
        ),
        (
            Place::Variable("AOC_SESSION"),
            None,
            "set AOC_SESSION again, or unset it and run `aoc login`",
        ),
        (
            Place::Stdin,
            Some(&account),
            "log in at adventofcode.com and copy the `session` cookie again",
        ),
    ] {
        assert_eq!(place.remedy(account), remedy);
    }
}

/// A configuration folder below a folder of a user.
struct Home(TempDir);

impl Home {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder"))
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.0.path().join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    }

    #[cfg(unix)]
    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.0.path().join("aoc"));
        let mut names: Vec<String> = entries
            .into_iter()
            .flatten()
            .map(|entry| {
                entry
                    .expect("a file")
                    .file_name()
                    .into_string()
                    .expect("text")
            })
            .collect();
        names.sort();
        names
    }

    fn with<T>(&self, variables: &[(&str, &str)], work: impl FnOnce(Places<'_>) -> T) -> T {
        let variables: Vec<(OsString, OsString)> = variables
            .iter()
            .map(|(name, value)| (name.into(), value.into()))
            .collect();
        let config_dir = self.0.path().join("aoc");
        work(Places {
            variables: &variables,
            config_dir: Some(&config_dir),
            home: Some(self.0.path()),
        })
    }
}

#[test]
fn a_survey_tells_of_every_place() {
    let home = Home::new();
    home.write("aoc/session", &HEX.replace("cdef", "0001"));
    home.write("aoc/session.work", "junk");
    home.write("aoc/session.not a name", HEX);
    home.write(".config/aocd/token", &format!("{HEX} more"));
    let all = home.with(&[("ADVENT_OF_CODE_SESSION", "")], survey);
    let seen: Vec<String> = all
        .iter()
        .map(|it| {
            let place = it.place.to_string();
            let place = place.strip_prefix(&*home.0.path().to_string_lossy());
            let token = match &it.token {
                Ok(None) => "-",
                Ok(Some(token)) => token.tail(),
                Err(_) => "error",
            };
            let place = place.map_or(it.place.to_string(), str::to_owned);
            format!("{place} {token} {}", it.account.is_some())
        })
        .collect();
    assert_eq!(
        seen,
        [
            "AOC_SESSION - false",
            "ADVENT_OF_CODE_SESSION - false",
            "/aoc/session 0001 false",
            "/aocd/token - false",
            "/.config/aocd/token cdef false",
            "/.adventofcode.session - false",
            "/adventofcode.session - false",
            "/.config/adventofcode.session - false",
            "/aoc/session.work error true",
        ]
    );
    assert!(all[2].modified.is_some() && all[0].modified.is_none());
    #[cfg(unix)]
    assert!(all[2].mode.is_some_and(|mode| mode & 0o600 == 0o600));
}

#[cfg(unix)]
#[test]
fn a_stored_token_is_the_owners_alone() {
    use super::file::SessionFile;
    use crate::error::{Exit, HasExit};
    use crate::files::Locks;

    use std::os::unix::fs::PermissionsExt;

    let home = Home::new();
    home.write("aoc/session", "old");
    home.write("aoc/.tmpLeft", HEX);
    let path = home.0.path().join("aoc/session");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).expect("a mode");
    let token = Token::parse(HEX).expect("a token");
    let removed = home.with(&[], |places| {
        let file = SessionFile::new(places, None, Locks::new(None)).expect("a folder");
        file.probe().expect("writable");
        file.write(&token).expect("written");
        file.write_unproven(&token).expect("the same one");
        let other = Token::parse("abcd").expect("a token");
        let refused = file.write_unproven(&other).expect_err("another one");
        assert_eq!(refused.exit(), Exit::Refused);
        let mode = fs::metadata(file.path())
            .expect("a file")
            .permissions()
            .mode();
        assert_eq!(mode & 0o777, 0o600);
        assert_eq!(
            fs::read_to_string(file.path()).expect("text"),
            format!("{HEX}\n")
        );
        // What a killed process left is gone too.
        assert_eq!(home.names(), ["session"]);
        [
            file.remove().expect("removed"),
            file.remove().expect("removed"),
        ]
    });
    assert_eq!(removed, [true, false]);
    assert_eq!(home.names(), [""; 0]);
}

proptest! {
    #[test]
    fn every_token_is_hexadecimal(text in "\\PC*|[ \r\n\t\"'=;a-fs:C]{0,20}") {
        if let Ok(token) = Token::parse(&text) {
            prop_assert!(!token.secret().is_empty());
            prop_assert!(token.secret().bytes().all(|byte| byte.is_ascii_hexdigit()));
            prop_assert!(text.contains(token.secret()));
        }
    }
}
