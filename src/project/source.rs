//! Finds in a day's source the type that solves it, its title and the names of its
//! alternatives.
//!
//! It uses the compiler's lexer and no parser, because a parser would reject a file that
//! is still being written.

use std::ops::Range;

use ra_ap_rustc_lexer::{FrontmatterAllowed, TokenKind, tokenize};

/// The tokens of `source`, without comments and white space.
pub fn tokens(source: &str) -> Vec<&str> {
    places(source).map(|at| &source[at]).collect()
}

/// The byte ranges of the tokens.
pub fn places(source: &str) -> impl Iterator<Item = Range<usize>> {
    let mut end = 0;
    let tokens = tokenize(source, FrontmatterAllowed::No).map(move |token| {
        let start = end;
        end += token.len as usize;
        (token.kind, start..end)
    });
    let is_comment = |kind: TokenKind| {
        use TokenKind::{BlockComment, LineComment, Whitespace};
        matches!(kind, Whitespace | LineComment { .. } | BlockComment { .. })
    };
    let tokens = tokens.filter(move |(kind, _)| !is_comment(*kind));
    tokens.map(|(_, place)| place)
}

/// Finds the type that solves the day, in `impl Solution for NAME` or `functions!(NAME,
/// ...)`. Of several types, `usual` is preferred, then the first.
pub fn solution_type(source: &str, usual: &str) -> Option<String> {
    let tokens = tokens(source);
    let mut depth = 0;
    let mut found = Vec::new();
    for (index, token) in tokens.iter().enumerate() {
        depth += nesting(token);
        let mut path = tokens[..index].iter().rev();
        let mut path = path.by_ref().take_while(|it| **it == ":" || is_name(it));
        match &tokens[index..] {
            ["functions", "!", "(" | "{" | "[", name, ",", ..] => found.push((depth, *name)),
            // A generic type cannot be registered by its name alone.
            ["Solution", "for", _, "<" | ":", ..] => {}
            ["Solution", "for", name, ..] if path.any(|it| *it == "impl") => {
                found.push((depth, *name));
            }
            _ => {}
        }
    }
    // A type in an inner module cannot be named from outside. In a file that is still
    // being written the braces may not match.
    found.retain(|(inside, name)| is_name(name) && (*inside == 0 || depth != 0));
    let usual = found.iter().find(|(_, name)| *name == usual);
    let (_, name) = usual.or(found.first())?;
    Some((*name).to_owned())
}

/// Finds the text in `const TITLE: ... = "text";` or `functions!(NAME, "text", ...)`;
/// returns `None` if it is not one plain literal.
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

/// Finds the names of the alternatives, without duplicates: in `const ALTERNATIVES: ... =
/// ...;` the literals that are the first argument or a field of an element, and in
/// `functions!` the names in `alternatives = [part1 "name" = ...]`.
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

/// True if the source has a function with the name `trace`.
pub fn has_trace(source: &str) -> bool {
    let tokens = tokens(source);
    tokens.windows(2).any(|pair| pair == ["fn", "trace"])
}

/// The change of the bracket depth by a token.
pub fn nesting(token: &str) -> i32 {
    match token {
        "(" | "[" | "{" => 1,
        ")" | "]" | "}" => -1,
        _ => 0,
    }
}

/// The text of a string literal that has no prefix and no escapes.
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
        for (source, found) in [
            ("const A: B = 1; const TITLE: B = \"Crab\";", Some("Crab")),
            ("functions! { Day01, \"Lisp\", Vec<&'a str> }", Some("Lisp")),
            ("const TITLE: A = concat!(\"a\", \"b\");", None),
            (r#"const TITLE: A = "a \"b\"";"#, None),
            ("const TITLE: A = NAME;", None),
            ("// const TITLE: &str = \"a\";", None),
        ] {
            assert_eq!(title(source).as_deref(), found, "{source}");
        }
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
    fn finds_the_trace() {
        for (source, found) in [
            ("fn trace(input: &str) {}", true),
            ("fn\n/* a */ trace<'a>() {}", true),
            ("fn trace_path() {}", false),
            ("// fn trace()", false),
            ("\"fn trace()\"", false),
        ] {
            assert_eq!(has_trace(source), found, "{source}");
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
            /* /* */ impl Solution for X {} */
            const A: &str = r##"/* "# { "##;
            const A: char = '"';
            const A: &str = "impl Solution for X {}";"###;
        for hiding in hiding.lines() {
            let source = format!("{hiding}\nimpl Solution for Day22 {{}}");
            let found = solution_type(&source, "X");
            assert_eq!(found.as_deref(), Some("Day22"), "{hiding}");
        }
        for unfinished in ["\"", "r#\"", "/*", "'", "b'", "#!["] {
            assert_eq!(solution_type(unfinished, "X"), None, "{unfinished}");
        }
    }
}
