//! Reading Rust source without compiling it: enough to find the type that
//! solves a day and the modules that a file mentions.
//!
//! A parser would refuse a file that is still being written, and takes longer
//! to build than all of this room; so this is only the part of a lexer that
//! knows where comments and literals end.

/// The words (identifiers, keywords, numbers) and punctuation characters of
/// `source`; comments, strings, characters and lifetimes are skipped.
pub fn tokens(source: &str) -> impl Iterator<Item = &str> {
    let mut rest = source;
    std::iter::from_fn(move || {
        loop {
            rest = rest.trim_start();
            let skipped = skipped(rest);
            if skipped > 0 {
                rest = &rest[skipped..];
                continue;
            }
            let first = rest.chars().next()?;
            let length = if is_word(first) {
                word_length(rest)
            } else {
                first.len_utf8()
            };
            let (token, after) = rest.split_at(length);
            rest = after;
            return Some(token);
        }
    })
}

/// The type that implements `Solution` in a day's file: `usual` if it is one of
/// several, else the first.
pub fn solution_type(source: &str, usual: &str) -> Option<String> {
    let tokens: Vec<&str> = tokens(source).collect();
    let mut depth = 0;
    let mut found = Vec::new();
    for (index, token) in tokens.iter().enumerate() {
        match *token {
            "{" => depth += 1,
            "}" => depth -= 1,
            "impl" => {
                let name = implemented(&tokens[index + 1..]);
                found.extend(name.map(|name| (depth, name)));
            }
            _ => {}
        }
    }
    // A type in an inner module cannot be named from outside. In a file that is
    // still being written the braces may not match.
    let unbalanced = depth != 0;
    found.retain(|(depth, _)| *depth == 0 || unbalanced);
    let usual = found.iter().find(|(_, name)| *name == usual);
    let (_, name) = usual.or(found.first())?;
    Some((*name).to_owned())
}

/// The text of `const TITLE: ... = "text";`; `None` if it is not written as one
/// plain literal.
pub fn title(source: &str) -> Option<String> {
    let mut tokens = tokens(source);
    loop {
        tokens.find(|&token| token == "const")?;
        if tokens.next()? == "TITLE" {
            break;
        }
    }
    literal_after(source, tokens.find(|&token| token == "=")?)
}

/// The names of the alternatives in `const ALTERNATIVES: ... = ...;`, each once:
/// literals that are the first argument or a field of an element.
pub fn alternatives(source: &str) -> Vec<String> {
    let mut tokens = tokens(source).skip_while(|&token| token != "ALTERNATIVES");
    let mut names: Vec<String> = Vec::new();
    let mut depth = 0_i32;
    tokens.find(|&token| token == "=");
    for token in tokens {
        match token {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth -= 1,
            _ => {}
        }
        if depth < 0 || (depth == 0 && token == ";") {
            break;
        }
        if depth == 2 && matches!(token, "(" | ":") {
            let name = literal_after(source, token);
            names.extend(name.filter(|name| !names.contains(name)));
        }
    }
    names
}

/// The plain string literal after a token of `source`.
fn literal_after(source: &str, token: &str) -> Option<String> {
    let after = token.as_ptr() as usize + token.len() - source.as_ptr() as usize;
    let literal = source[after..].trim_start().strip_prefix('"')?;
    let (text, _) = literal.split_once('"')?;
    (!text.contains('\\')).then(|| text.to_owned())
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

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn is_name(token: &str) -> bool {
    token.starts_with(|c: char| is_word(c) && !c.is_ascii_digit())
}

fn word_length(text: &str) -> usize {
    text.find(|c| !is_word(c)).unwrap_or(text.len())
}

/// The length of the comment, literal or lifetime that `text` begins with; 0 if
/// it begins with something else.
fn skipped(text: &str) -> usize {
    if text.starts_with("//") {
        return text.find('\n').unwrap_or(text.len());
    }
    if text.starts_with("/*") {
        return block_comment(text);
    }
    let prefix = usize::from(text.starts_with(['b', 'c']));
    let literal = &text[prefix..];
    if let Some(raw) = literal.strip_prefix('r') {
        let hashes = raw.len() - raw.trim_start_matches('#').len();
        if raw[hashes..].starts_with('"') {
            let close = format!("\"{}", &raw[..hashes]);
            let start = prefix + 1 + hashes + 1;
            let end = text[start..].find(&close);
            return end.map_or(text.len(), |end| start + end + close.len());
        }
    }
    match literal.chars().next() {
        Some('"') => prefix + quoted(literal, '"'),
        Some('\'') => prefix + character(literal),
        _ => 0,
    }
}

/// Block comments nest.
fn block_comment(text: &str) -> usize {
    let (mut depth, mut at) = (0, 0);
    while at < text.len() {
        let rest = &text.as_bytes()[at..];
        if rest.starts_with(b"/*") {
            (depth, at) = (depth + 1, at + 2);
        } else if rest.starts_with(b"*/") {
            (depth, at) = (depth - 1, at + 2);
            if depth == 0 {
                return at;
            }
        } else {
            at += 1;
        }
    }
    text.len()
}

/// The length of a literal between quotes, in which `\` takes the next
/// character with it.
fn quoted(text: &str, quote: char) -> usize {
    let mut characters = text.char_indices().skip(1);
    while let Some((at, c)) = characters.next() {
        if c == '\\' {
            characters.next();
        } else if c == quote {
            return at + c.len_utf8();
        }
    }
    text.len()
}

/// `'a'` is a character and `'a` is a lifetime.
fn character(text: &str) -> usize {
    let mut characters = text.char_indices().skip(1);
    match (characters.next(), characters.next()) {
        (Some((_, '\\')), _) => quoted(text, '\''),
        (Some(_), Some((at, '\''))) => at + 1,
        _ => 1 + word_length(&text[1..]),
    }
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
