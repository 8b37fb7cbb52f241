//! What is looked for in the source of a day: the type that solves it, its title
//! and the names of its alternatives.
//!
//! A scan and no parser, which would refuse a file that is still being written.

/// The words (identifiers, keywords, numbers), punctuation characters and string
/// literals of `source`; comments, characters and lifetimes are skipped.
pub fn tokens(source: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = source.trim_start();
    while let Some(first) = rest.chars().next() {
        let (length, counts) = if rest.starts_with("//") {
            (rest.find('\n').unwrap_or(rest.len()), false)
        } else if rest.starts_with("/*") {
            (comment_length(rest), false)
        } else if let Some(length) = text_length(rest) {
            (length, true)
        } else if rest.trim_start_matches('b').starts_with('\'') {
            (character_length(rest), false)
        } else if is_word(first) {
            (rest.find(|c| !is_word(c)).unwrap_or(rest.len()), true)
        } else {
            (first.len_utf8(), true)
        };
        let (token, after) = rest.split_at(length);
        tokens.extend(counts.then_some(token));
        rest = after.trim_start();
    }
    tokens
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Block comments nest.
fn comment_length(text: &str) -> usize {
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

/// The length of the string literal that the text begins with, if it is one.
fn text_length(text: &str) -> Option<usize> {
    let literal = text.strip_prefix(['b', 'c']).unwrap_or(text);
    let raw = literal.strip_prefix('r');
    let hashes = raw.map_or(0, |raw| raw.len() - raw.trim_start_matches('#').len());
    let quoted = &raw.unwrap_or(literal)[hashes..];
    let inside = quoted.strip_prefix('"')?;
    let length = if raw.is_some() {
        let close = format!("\"{}", "#".repeat(hashes));
        inside.find(&close).map(|at| at + close.len())
    } else {
        end_of(inside, '"')
    };
    Some(length.map_or(text.len(), |length| text.len() - inside.len() + length))
}

/// `'a'` is a character and `'a` is a lifetime.
fn character_length(text: &str) -> usize {
    let inside = &text[text.find('\'').map_or(0, |at| at + 1)..];
    let before = text.len() - inside.len();
    let mut characters = inside.chars();
    match (characters.next(), characters.next()) {
        (Some('\\'), _) => before + end_of(inside, '\'').unwrap_or(inside.len()),
        (Some(c), Some('\'')) => before + c.len_utf8() + 1,
        _ => before + inside.find(|c| !is_word(c)).unwrap_or(inside.len()),
    }
}

/// Where a literal ends, in which `\` takes the next character with it.
fn end_of(inside: &str, quote: char) -> Option<usize> {
    let mut characters = inside.char_indices();
    while let Some((at, c)) = characters.next() {
        if c == '\\' {
            characters.next();
        } else if c == quote {
            return Some(at + 1);
        }
    }
    None
}

/// The type that solves the day in its file, by `impl Solution for NAME` or
/// `functions!(NAME, ...)`: `usual` if it is one of several, else the first.
pub fn solution_type(source: &str, usual: &str) -> Option<String> {
    let tokens = tokens(source);
    let mut depth = 0;
    let mut found = Vec::new();
    for (index, token) in tokens.iter().enumerate() {
        let after = &tokens[index + 1..];
        depth += nesting(token);
        let name = match (*token, after) {
            ("impl", after) => implemented(after),
            ("functions", ["!", "(" | "{" | "[", name, ",", ..]) if is_name(name) => Some(*name),
            _ => None,
        };
        found.extend(name.map(|name| (depth, name)));
    }
    // A type in an inner module cannot be named from outside. In a file that is
    // still being written the braces may not match.
    found.retain(|(inside, _)| *inside == 0 || depth != 0);
    let usual = found.iter().find(|(_, name)| *name == usual);
    let (_, name) = usual.or(found.first())?;
    Some((*name).to_owned())
}

/// `NAME` of `impl PATH::Solution for NAME`, given the tokens after `impl`. A
/// generic type could not be registered by its name alone.
fn implemented<'a>(tokens: &[&'a str]) -> Option<&'a str> {
    let solution = tokens.iter().position(|token| *token == "Solution")?;
    let (path, rest) = tokens.split_at(solution);
    let is_path = path.iter().all(|it| *it == ":" || is_name(it));
    match rest {
        [_, "for", name, after @ ..] if is_path && is_name(name) => {
            (!matches!(after.first(), Some(&("<" | ":")))).then_some(*name)
        }
        _ => None,
    }
}

/// The text of `const TITLE: ... = "text";`, or of the title in
/// `functions!(NAME, "text", ...)`; `None` if it is not written as one plain
/// literal.
pub fn title(source: &str) -> Option<String> {
    let tokens = tokens(source);
    let literal = (0..tokens.len()).find_map(|index| match &tokens[index..] {
        ["const", "TITLE", after @ ..] => {
            let equals = after.iter().position(|token| *token == "=")?;
            after.get(equals + 1)
        }
        ["functions", "!", _, name, ",", title, ..] if is_name(name) => Some(title),
        _ => None,
    });
    plain_text(literal?).map(str::to_owned)
}

/// The names of the alternatives in `const ALTERNATIVES: ... = ...;`, each once:
/// literals that are the first argument or a field of an element. Also those of
/// `alternatives = [part1 "name" = ...]` in `functions!`.
pub fn alternatives(source: &str) -> Vec<String> {
    let tokens = tokens(source);
    let is_list = |token: &&str| ["ALTERNATIVES", "alternatives"].contains(token);
    let start = tokens.iter().position(is_list).unwrap_or(tokens.len());
    let mut names: Vec<String> = Vec::new();
    let mut depth = 0;
    for pair in tokens[start..].windows(2) {
        depth += nesting(pair[0]);
        if depth < 0 || (depth == 0 && pair[0] == ";") {
            break;
        }
        let is_place = matches!(pair[0], "(" | ":" | "part1" | "part2");
        if let Some(name) = plain_text(pair[1]).filter(|_| is_place && depth <= 2)
            && !names.iter().any(|it| it == name)
        {
            names.push(name.to_owned());
        }
    }
    names
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
fn plain_text(token: &str) -> Option<&str> {
    let text = token.strip_prefix('"')?.strip_suffix('"')?;
    (!text.contains('\\')).then_some(text)
}

fn is_name(token: &str) -> bool {
    token.starts_with(|c: char| (c.is_alphanumeric() || c == '_') && !c.is_ascii_digit())
        && !token.contains('"')
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
        for none in ",const ALTERNATIVES: A = &[];,ALTERNATIVES,= (( \"".split(',') {
            assert_eq!(alternatives(none), [""; 0], "{none}");
        }
    }

    #[test]
    fn finds_the_type() {
        // In the third case a brace is missing: the compiler says where.
        let sources = "
            Day22 impl Solution for Day22{
            Day22 impl Solution for A {} impl Solution for Day22 {}
            Day22 fn f() { if x { } impl Solution for Day22 {}
            Day22 aoc_solution::functions!(Day22, \"a\");
            Day22 impl/* a */Solution/**/for Day22 where {}
            A pub struct A; impl ::aoc_solution::Solution for A {
            A impl Solution for A {} impl Solution for B {}
            A mod tests { impl Solution for X {} } impl Solution for A {}
            A functions! { A, \"a\", u8 }
            - mod tests { functions!(A, \"a\"); }
            - macro_rules! functions { ($day:ident) => {} }
            - impl Resolution for Day22 {
            - impl<T> Solution for Day22<T> {
            - impl Solution for Day22<'_> {
            - impl Solution for other::Day22 {
            - impl Solution for $name {}
            - impl Solution for
        ";
        for case in sources.trim().lines() {
            let (name, source) = case.trim().split_once(' ').unwrap();
            let found = solution_type(source, "Day22");
            assert_eq!(found.as_deref().unwrap_or("-"), name, "{source}");
        }
    }

    #[test]
    fn comments_and_literals_neither_hold_nor_hide_it() {
        let hiding = r###"
            // impl Solution for X {}
            /*/ impl Solution for X {} */
            /* /* */ impl Solution for X {} */
            const A: &str = "\"/* { \\";
            const A: &str = r"\";
            const A: &str = r##"/* "# { "##;
            const A: &[u8] = br#"" {"#;
            const A: char = '"';
            const A: char = '\'';
            const A: char = 'ö';
            fn f<'a, 'b>(x: &'a str) -> &'static str { 'outer: loop {} }
            const A: &str = "impl Solution for X {}";
            fn r#impl() {}"###;
        for hiding in hiding.lines() {
            let source = format!("{hiding}\nimpl Solution for Day22 {{}}");
            let found = solution_type(&source, "X");
            assert_eq!(found.as_deref(), Some("Day22"), "{hiding}");
        }
    }

    proptest::proptest! {
        #[test]
        fn no_text_makes_it_panic(text in "([\"'/*#rbc{}\\\\ö\n ]|impl |Solution |for |Day22)*") {
            let _ = (solution_type(&text, "Day22"), alternatives(&text), title(&text));
            let length: usize = tokens(&text).into_iter().map(str::len).sum();
            assert!(length <= text.len());
        }
    }
}
