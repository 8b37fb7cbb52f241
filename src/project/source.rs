//! What is looked for in the source of a day: the type that solves it, its
//! title, and the modules that it mentions.

use crate::project::{Token, TokenKind, rust_tokens};

/// The words (identifiers, keywords, numbers) and punctuation characters of
/// `source`; comments, strings, characters and lifetimes are skipped.
pub fn tokens(source: &str) -> impl Iterator<Item = &str> {
    rust_tokens(source)
        .filter(|token| matches!(token.kind, TokenKind::Word | TokenKind::Punctuation))
        .map(|token| token.text)
}

/// The type that solves the day in its file, by `impl Solution for NAME` or
/// `functions!(NAME, ...)`: `usual` if it is one of several, else the first.
pub fn solution_type(source: &str, usual: &str) -> Option<String> {
    let tokens: Vec<&str> = tokens(source).collect();
    let mut depth = 0;
    let mut found = Vec::new();
    for (index, token) in tokens.iter().enumerate() {
        let after = &tokens[index + 1..];
        let name = match *token {
            "{" => {
                depth += 1;
                None
            }
            "}" => {
                depth -= 1;
                None
            }
            "impl" => implemented(after),
            "functions" => generated(after),
            _ => None,
        };
        found.extend(name.map(|name| (depth, name)));
    }
    // A type in an inner module cannot be named from outside. In a file that is
    // still being written the braces may not match.
    let unbalanced = depth != 0;
    found.retain(|(depth, _)| *depth == 0 || unbalanced);
    let usual = found.iter().find(|(_, name)| *name == usual);
    let (_, name) = usual.or(found.first())?;
    Some((*name).to_owned())
}

/// The text of `const TITLE: ... = "text";`, or of the title in
/// `functions!(NAME, "text", ...)`; `None` if it is not written as one plain
/// literal.
pub fn title(source: &str) -> Option<String> {
    let tokens: Vec<Token<'_>> = rust_tokens(source).collect();
    let words: Vec<&str> = tokens.iter().map(|token| token.text).collect();
    let literal = (0..words.len()).find_map(|index| match &words[index..] {
        ["const", "TITLE", after @ ..] => {
            let equals = after.iter().position(|word| *word == "=")?;
            tokens.get(index + 2 + equals + 1)
        }
        ["functions", "!", _, name, ",", ..] if is_name(name) => tokens.get(index + 5),
        _ => None,
    });
    Some(plain_text(literal?)?.to_owned())
}

/// The names of the alternatives in `const ALTERNATIVES: ... = ...;`, each once:
/// literals that are the first argument or a field of an element. Also those of
/// `alternatives = [part1 "name" = ...]` in `functions!`.
pub fn alternatives(source: &str) -> Vec<String> {
    let tokens: Vec<Token<'_>> = rust_tokens(source).collect();
    let mut names: Vec<String> = Vec::new();
    for place in in_constant(&tokens).into_iter().chain(in_macro(&tokens)) {
        let name = tokens.get(place).and_then(plain_text).map(str::to_owned);
        names.extend(name.filter(|name| !names.contains(name)));
    }
    names
}

/// The indices of what may be names in the constant.
fn in_constant(tokens: &[Token<'_>]) -> Vec<usize> {
    let mut places = Vec::new();
    let mut depth = 0;
    let start = place_of("ALTERNATIVES", 0, tokens);
    let value = place_of("=", start, tokens) + 1;
    for (place, token) in tokens.iter().enumerate().skip(value) {
        let token = token.text;
        depth += nesting(token);
        if depth < 0 || (depth == 0 && token == ";") {
            break;
        }
        if depth == 2 && matches!(token, "(" | ":") {
            places.push(place + 1);
        }
    }
    places
}

/// The indices of what may be names in `functions!`.
fn in_macro(tokens: &[Token<'_>]) -> Vec<usize> {
    let start = place_of("functions", 0, tokens);
    let list = place_of("alternatives", start, tokens) + 1;
    let mut places = Vec::new();
    if tokens.get(list).is_none_or(|token| token.text != "=") {
        return places;
    }
    let mut depth = 0;
    for (place, token) in tokens.iter().enumerate().skip(list + 1) {
        let token = token.text;
        depth += nesting(token);
        if depth <= 0 {
            break;
        }
        if matches!(token, "part1" | "part2") {
            places.push(place + 1);
        }
    }
    places
}

/// Where the word is for the first time from `start` on; the number of tokens
/// if it is not there.
fn place_of(word: &str, start: usize, tokens: &[Token<'_>]) -> usize {
    let mut places = start..tokens.len();
    let place = places.find(|&place| tokens[place].text == word);
    place.unwrap_or(tokens.len())
}

/// By how much a token changes the depth of brackets.
fn nesting(token: &str) -> i32 {
    match token {
        "(" | "[" | "{" => 1,
        ")" | "]" | "}" => -1,
        _ => 0,
    }
}

/// The text of a string literal without a prefix and without escapes.
fn plain_text<'a>(token: &Token<'a>) -> Option<&'a str> {
    let text = token.text.strip_prefix('"')?.strip_suffix('"')?;
    (!text.contains('\\')).then_some(text)
}

/// `NAME` of `functions!(NAME, ...)`, given the tokens after `functions`.
fn generated<'a>(tokens: &[&'a str]) -> Option<&'a str> {
    match tokens {
        ["!", "(" | "{" | "[", name, ",", ..] if is_name(name) => Some(name),
        _ => None,
    }
}

/// `NAME` of `impl PATH::Solution for NAME`, given the tokens after `impl`. A
/// generic type could not be registered by its name alone.
fn implemented<'a>(tokens: &[&'a str]) -> Option<&'a str> {
    let in_path = |token: &&&str| **token == ":" || (is_name(token) && **token != "for");
    let path = tokens.iter().take_while(in_path).count();
    let (path, rest) = tokens.split_at(path);
    match (path.last(), rest) {
        (Some(&"Solution"), ["for", name, after @ ..]) if is_name(name) => {
            (!matches!(after.first(), Some(&("<" | ":")))).then_some(*name)
        }
        _ => None,
    }
}

fn is_name(token: &str) -> bool {
    token.starts_with(|c: char| (c.is_alphanumeric() || c == '_') && !c.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_title() {
        let day = |value: &str| format!("const A: u8 = 1;\nconst TITLE: &'static str = {value};");
        assert_eq!(
            title(&day("\"Crab Combat\"")).as_deref(),
            Some("Crab Combat")
        );
        for other in ["concat!(\"a\", \"b\")", r#""a \"b\"""#, "NAME"] {
            assert_eq!(title(&day(other)), None, "{other}");
        }
        assert_eq!(title("// const TITLE: &str = \"a\";"), None);
        let functions = "aoc_solution::functions! { Day01, \"Not Quite Lisp\", Vec<&'a str> }";
        assert_eq!(title(functions).as_deref(), Some("Not Quite Lisp"));
    }

    #[test]
    fn finds_the_alternatives() {
        let source = r#"
            impl Solution for Day22 {
                const ALTERNATIVES: &'static [Alternative<Self>] = &[
                    Alternative::<Self>::new("textbook", Part::One, |deal| {
                        Ok(combat(deal).context("never ends")?.into())
                    }),
                    // Alternative::new("old", Part::One, old),
                    Alternative::new("textbook", Part::Two, recursive),
                    Alternative { name: "slow", part: Part::Two, solve: slow },
                ];
                const NAME: &str = ("other");
            }"#;
        assert_eq!(alternatives(source), ["textbook", "slow"]);
        let functions =
            r#"functions!(A, "a", part1 = a, alternatives = [part1 "b" = f(1), part2 "c" = g])"#;
        assert_eq!(alternatives(functions), ["b", "c"]);
        for none in [
            "",
            "const ALTERNATIVES: A = &[];",
            "ALTERNATIVES",
            "= (( \"",
        ] {
            assert_eq!(alternatives(none), [""; 0], "{none}");
        }
    }

    #[test]
    fn finds_the_type() {
        let cases = [
            ("impl Solution for Day22 {", Some("Day22")),
            ("impl Solution for Day22{", Some("Day22")),
            (
                "pub struct A;\nimpl aoc_solution::Solution for A {",
                Some("A"),
            ),
            ("impl ::aoc_solution::Solution for A {", Some("A")),
            ("impl Solution\n    for Crab_2 {", Some("Crab_2")),
            (
                "impl Solution for A {}\nimpl Solution for Day22 {}",
                Some("Day22"),
            ),
            ("impl Solution for A {}\nimpl Solution for B {}", Some("A")),
            (
                "//! impl Solution for X {}\nimpl Solution for Y {}",
                Some("Y"),
            ),
            (
                "mod tests { impl Solution for X {} } impl Solution for Y {}",
                Some("Y"),
            ),
            ("aoc_solution::functions!(Day22, \"a\");", Some("Day22")),
            ("functions! { Crab, \"a\", u8 }", Some("Crab")),
            ("mod tests { functions!(A, \"a\"); }", None),
            ("macro_rules! functions { ($day:ident) => {} }", None),
            // A brace is missing: the compiler says where.
            (
                "fn f() { if x { }\nimpl Solution for Day22 {}",
                Some("Day22"),
            ),
            ("impl/* a */Solution/**/for Day22 where {}", Some("Day22")),
            ("mod tests { impl Solution for X {} }", None),
            ("impl Resolution for Day22 {", None),
            ("impl<T> Solution for Day22<T> {", None),
            ("impl Solution for Day22<'_> {", None),
            ("impl Solution for other::Day22 {", None),
            ("impl Solution for $name {}", None),
            ("a / b", None),
            ("/", None),
            ("impl Solution for", None),
            ("impl", None),
            ("", None),
        ];
        for (source, name) in cases {
            assert_eq!(solution_type(source, "Day22").as_deref(), name, "{source}");
        }
    }

    #[test]
    fn comments_and_literals_neither_hold_nor_hide_it() {
        for hiding in [
            "//",
            "// impl Solution for X {}",
            "/* impl Solution for X {} */",
            "/*/ impl Solution for X {} */",
            "/* /* */ impl Solution for X {} */",
            "const A: &str = \"/*\";",
            "const A: &str = \"\\\"/* { \\\\\";",
            "const A: &str = r\"\\\";",
            "const A: &str = r##\"/* \"# { \"##;",
            "const A: &[u8] = b\"//{\\\"\";",
            "const A: &[u8] = br#\"\" {\"#;",
            "const A: &CStr = c\"{\";",
            "const A: char = '\"';",
            "const A: char = '{';",
            "const A: char = '\\'';",
            "const A: char = '\\u{1F600}';",
            "const A: char = 'ö';",
            "const A: u8 = b'\"';",
            "fn f<'a, 'b>(x: &'a str) -> &'static str { 'outer: loop {} }",
            "const A: &str = \"impl Solution for X {}\";",
            "fn r#impl() {}",
        ] {
            let source = format!("{hiding}\nimpl Solution for Day22 {{}}");
            assert_eq!(
                solution_type(&source, "X").as_deref(),
                Some("Day22"),
                "{hiding}"
            );
        }
        for endless in ["/* ", "\"", "r#\"", "b\"", "'\\", "'"] {
            let source = format!("impl Solution for A {{}} {endless} impl Solution for X {{}}");
            assert_eq!(solution_type(&source, "A").as_deref(), Some("A"));
        }
    }

    proptest::proptest! {
        #[test]
        fn no_text_makes_it_panic(text in "([\"'/*#rbc{}\\\\ö\n ]|impl |Solution |for |Day22)*") {
            let _ = (solution_type(&text, "Day22"), alternatives(&text), title(&text));
            let length: usize = tokens(&text).map(str::len).sum();
            assert!(length <= text.len());
        }
    }
}
