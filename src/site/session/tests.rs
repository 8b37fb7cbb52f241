use proptest::prelude::*;

use super::find::Session;
use super::place::Place;
use super::token::Token;

const HEX: &str = "53616c7465645f5f0123456789abcdef";

#[test]
fn a_token_cannot_be_printed() {
    let token = Token::parse(HEX).expect("a token");
    assert_eq!(format!("{token} {token:?}"), "<redacted> <redacted>");
    assert_eq!(token.tail(), "cdef");
    let short = Token::parse("abcd").expect("a token");
    assert_eq!(short.tail(), "");
    let session = Session {
        token,
        place: Place::Variable("AOC_SESSION"),
        is_exposed: false,
    };
    assert_eq!(session.to_string(), "AOC_SESSION (…cdef)");
    assert!(!format!("{session:?}").contains("0123"));
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
