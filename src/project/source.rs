//! Reads the facts about a day's source that other code needs: its type, title, alternatives,
//! examples, tests and traces, and functions whose names only resemble a part's.
//!
//! This module uses the compiler's lexer, and parses only literals, because a parser would reject a
//! file that is still being written.

mod solution_type;

use std::collections::BTreeSet;
use std::io;
use std::ops::Range;
use std::path::Path;

use aoc_solution::Part;
use ra_ap_rustc_lexer::{FrontmatterAllowed, TokenKind, tokenize};
use syn::{LitStr, parse_str};

pub use self::solution_type::solution_type;
use crate::files::{MAX_FILE, read_text_up_to};

/// Reads the file of a day. The file may be large, because it may contain the input as a literal.
pub fn read_source(file: &Path) -> io::Result<String> {
    read_text_up_to(file, MAX_FILE)
}

/// The tokens of `source`, without comments and white space.
pub fn tokens(source: &str) -> Vec<&str> {
    token_ranges(source).map(|at| &source[at]).collect()
}

/// The byte ranges of the tokens.
pub fn token_ranges(source: &str) -> impl Iterator<Item = Range<usize>> {
    let mut end = 0;
    tokenize(source, FrontmatterAllowed::No).filter_map(move |token| {
        let start = end;
        end += token.len as usize;
        match token.kind {
            TokenKind::Whitespace
            | TokenKind::LineComment { .. }
            | TokenKind::BlockComment { .. } => None,
            _ => Some(start..end),
        }
    })
}

/// Finds the text in `const TITLE: ... = "text";` or `functions!(NAME, "text", ...)`. Returns
/// `None` if the text is not one literal.
pub fn find_title<'a>(mut tokens: impl Iterator<Item = &'a str>) -> Option<String> {
    let mut last = [""; 6];
    while let Some(token) = tokens.next() {
        last = [last[1], last[2], last[3], last[4], last[5], token];
        let literal = match last {
            [.., "const", "TITLE"] => tokens.skip_while(|token| *token != "=").nth(1)?,
            ["functions", "!", _, name, ",", title] if is_name(name) => title,
            _ => continue,
        };
        return literal_text(literal);
    }
    None
}

/// Finds the names of the alternatives. In `const ALTERNATIVES: ... = ...;`, a name is a literal
/// that is the first argument or a field of an element. In `functions!`, the names are in
/// `alternatives = [part1 "name" = ...]`.
pub fn alternatives(source: &str) -> BTreeSet<String> {
    let mut tokens = tokens(source);
    let start = tokens
        .windows(2)
        .position(|pair| matches!(pair, ["const", "ALTERNATIVES"] | [",", "alternatives"]));
    tokens.drain(..start.map_or(tokens.len(), |comma| comma + 1));
    let mut names = BTreeSet::new();
    let mut depth = 0;
    for pair in tokens.windows(2) {
        depth += nesting(pair[0]);
        if depth < 0 || (depth == 0 && matches!(pair[0], ";" | ",")) {
            break;
        }
        let may_be_name = matches!(pair[0], "(" | ":" | "part1" | "part2");
        if may_be_name
            && depth <= 2
            && let Some(name) = literal_text(pair[1])
        {
            names.insert(name);
        }
    }
    names
}

/// The last names of the attributes that make a test.
pub const TEST_ATTRIBUTES: [&str; 3] = ["test", "test_case", "rstest"];

/// The number of attributes in a source that make a test, such as `#[test]`, `#[tokio::test]` and
/// `#[test_case(1, 2)]`.
pub fn test_count(source: &str) -> usize {
    let tokens = tokens(source);
    tokens
        .windows(2)
        .enumerate()
        .filter(|(_, pair)| *pair == ["#", "["])
        .filter(|(index, _)| {
            let name = tokens[index + 2..]
                .iter()
                .take_while(|token| is_name(token) || **token == ":")
                .last();
            name.is_some_and(|name| TEST_ATTRIBUTES.contains(name))
        })
        .count()
}

/// True if a name in the source has the word "test". Only such a day is built with its tests. The
/// built program then lists the tests, because a macro may have written them.
pub fn mentions_tests(source: &str) -> bool {
    tokens(source).iter().any(|token| {
        is_name(token)
            && token
                .split('_')
                .any(|word| matches!(word, "test" | "tests" | "rstest"))
    })
}

/// The unstable features in `#![feature(...)]` at the beginning of the source.
pub fn features(source: &str) -> BTreeSet<String> {
    let mut tokens = token_ranges(source).map(|at| &source[at]);
    let mut features = BTreeSet::new();
    while tokens.by_ref().take(3).eq(["#", "!", "["]) {
        let attribute: Vec<&str> = tokens.by_ref().take_while(|token| *token != "]").collect();
        if let ["feature", "(", names @ .., ")"] = &*attribute {
            let names = names.iter().filter(|token| is_name(token));
            features.extend(names.map(|name| (*name).to_owned()));
        }
    }
    features
}

/// The number of examples in the code: `example!(...)`, `Example::new(...)` and
/// `Example::<Self>::new(...)`.
pub fn example_count(tokens: &[&str]) -> usize {
    tokens
        .windows(4)
        .filter(|next| {
            matches!(
                next,
                ["example", "!", ..] | ["Example", ":", ":", "new" | "<"]
            )
        })
        .count()
}

/// The parts to which an example in the code has an answer, such as `.part1("306")`.
pub fn parts_with_example(tokens: &[&str]) -> BTreeSet<Part> {
    if example_count(tokens) == 0 {
        return BTreeSet::new();
    }
    tokens
        .windows(3)
        .filter_map(|next| match next {
            [".", "part1" | "part1_with", "("] => Some(Part::One),
            [".", "part2" | "part2_with", "("] => Some(Part::Two),
            _ => None,
        })
        .collect()
}

/// True if the source has a function with the name `trace`.
pub fn has_trace(tokens: &[&str]) -> bool {
    tokens.windows(2).any(|pair| pair == ["fn", "trace"])
}

/// The function that was probably meant to solve a part that is unsolved. It has the part's right
/// name if `functions!` names only the other part, so that nothing uses it. Otherwise it is an
/// unused function whose name suggests the part, such as `part_1`, `part_one` or `solve1`.
pub fn meant_function(source: &str, part: Part) -> Option<&str> {
    let tokens = tokens(source);
    let [this, other] = match part {
        Part::One => ["part1", "part2"],
        Part::Two => ["part2", "part1"],
    };
    let functions: Vec<&str> = tokens
        .windows(2)
        .filter(|pair| pair[0] == "fn")
        .map(|pair| pair[1])
        .collect();
    let is_named = |name| tokens.windows(3).any(|next| next == [",", name, "="]);
    if is_named(other) && !is_named(this) && functions.contains(&this) {
        return Some(this);
    }
    functions.into_iter().find(|name| {
        let uses = tokens.iter().filter(|token| *token == name);
        resembles_part(name, part) && uses.count() == 1
    })
}

/// True for a name such as `part_1`, `part_one` or `solve1`. False for the correct name of the
/// part.
fn resembles_part(name: &str, part: Part) -> bool {
    let word = name.to_lowercase().replace('_', "");
    let (right, digit, number) = match part {
        Part::One => ("part1", '1', "one"),
        Part::Two => ("part2", '2', "two"),
    };
    let is_part = word.starts_with("part") || word.starts_with("solve");
    let is_this = word.ends_with(digit) || word.ends_with(number);
    is_part && is_this && name != right
}

/// The change in the nesting depth of brackets at a token.
pub fn nesting(token: &str) -> i32 {
    match token {
        "(" | "[" | "{" => 1,
        ")" | "]" | "}" => -1,
        _ => 0,
    }
}

/// The text of a string literal, which may be a raw one.
pub fn literal_text(token: &str) -> Option<String> {
    let literal: LitStr = parse_str(token).ok()?;
    Some(literal.value())
}

/// True for a name or a keyword.
pub fn is_name(token: &str) -> bool {
    token.starts_with(|c: char| c.is_alphabetic() || c == '_') && !token.contains('"')
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
            (r#"const TITLE: A = "a \"b\"";"#, Some(r#"a "b""#)),
            ("functions!(Day01, r#\"The \"a\"\"#)", Some("The \"a\"")),
            ("functions!(Day01, b\"a\")", None),
            // Not complete, or not valid.
            ("functions!(Day01, \"a", None),
            (r#"functions!(Day01, "\q\xff\u{110000}")"#, None),
            ("const TITLE: A = NAME;", None),
            ("// const TITLE: &str = \"a\";", None),
        ] {
            let title = find_title(tokens(source).into_iter());
            assert_eq!(title.as_deref(), found, "{source}");
        }
    }

    #[test]
    fn finds_the_features() {
        for (source, found) in [
            ("//! A day.\n#![feature(a, b)]\n#![feature(c)]", "a b c"),
            ("#![allow(x)]#![feature(a)]use b; #![feature(c)]", "a"),
            ("#![feature(a", ""),
            ("#[feature(a)] fn b() {}", ""),
        ] {
            let features: Vec<String> = features(source).into_iter().collect();
            assert_eq!(features.join(" "), found, "{source}");
        }
    }

    #[test]
    fn finds_the_alternatives() {
        let source = r#"
            impl Solution for Day22 {
                const ALTERNATIVES: &'static [Alternative<Self>] = &[
                    Alternative::<Self>::new("textbook", One, |deal| {
                        Ok(combat(deal).context("never ends")?.into())
                    }),
                    // Alternative::new("old", One, old),
                    Alternative::new("textbook", Two, recursive),
                    Alternative { name: "slow", part: Two, solve: slow },
                ];
                const NAME: &str = ("other");
            }"#;
        let found: Vec<String> = alternatives(source).into_iter().collect();
        assert_eq!(found, ["slow", "textbook"]);
        let functions = r#"functions!(A, "a", part1 = a, alternatives = [part1 "b" = f(1), part2 "c" = g], examples = [example!("d").part1("3")])"#;
        let found: Vec<String> = alternatives(functions).into_iter().collect();
        assert_eq!(found, ["b", "c"]);
        let last = r#"functions!(A, "a", alternatives = [part1 "b" = f]); fn f() { g("c") }"#;
        let found: Vec<String> = alternatives(last).into_iter().collect();
        assert_eq!(found, ["b"]);
        let helpers =
            "mod alternatives; fn alternatives() {} const N: usize = ALTERNATIVES.len();\n";
        let found: Vec<String> = alternatives(&(helpers.to_owned() + functions))
            .into_iter()
            .collect();
        assert_eq!(found, ["b", "c"]);
        for none in [
            "",
            "const ALTERNATIVES: A = &[];",
            "ALTERNATIVES",
            "= (( \"",
        ] {
            assert!(alternatives(none).is_empty(), "{none}");
        }
    }

    #[test]
    fn counts_the_examples() {
        let source =
            "example!(1), &[Example::new(\"a\"), aoc_solution::Example::new(1)] // Example::new(";
        assert_eq!(example_count(&tokens(source)), 3);
    }

    #[test]
    fn counts_the_tests() {
        let source = "#[test] fn one() {}\n#[ test ]\n#[ignore]\nfn two() {}\n// #[test]\n\
                      #[cfg(test)] mod tests { fn three() { \"#[test]\" } }";
        assert_eq!(test_count(source), 2);
        let of_libraries = "#[tokio::test(flavor = \"current_thread\")]\nasync fn one() {}\n\
                            #[test_case(1; \"two\")]\n#[test_case(2; \"three\")]\nfn cases() {}\n\
                            #[rstest]\nfn four() {}\n#[test_log]\n#[cfg(test)]\n#[latest]";
        assert_eq!(test_count(of_libraries), 4);
        let beside_code = "mod tests { use super::*; #[test] fn a() {} #[test] fn b() {} }\n\
                           #[should_panic] #[test] fn c() {} // #[test]\n\
                           macro_rules! t { ($n:ident) => { # [ test ] fn $n() {} } }";
        assert_eq!(test_count(beside_code), 4);
    }

    #[test]
    fn tests_may_be_those_of_a_macro_elsewhere() {
        for (source, expected) in [
            ("#[cfg(test)] mod tests { crate::cases!(); }", true),
            ("crate::tests_of!(1);", true),
            ("rstest!()", true),
            ("fn latest() { contest() } // test", false),
            ("fn name() { \"test\" }", false),
        ] {
            assert_eq!(mentions_tests(source), expected, "{source}");
        }
    }

    #[test]
    fn finds_the_parts_that_examples_in_the_code_check() {
        for (source, found) in [
            ("&[example!(\"1\").part1(\"2\")]", &[Part::One][..]),
            (
                "example!(1).part1_with(\"2\", a), Example::new(1).part2(\"3\")",
                &Part::BOTH,
            ),
            ("&[Example::<Self>::new(1).part2(\"3\")]", &[Part::Two]),
            ("example!(1)", &[]),
            ("fn part1() {} // example!(1).part1(\"2\")", &[]),
            ("solver.part1()", &[]),
        ] {
            let parts = Vec::from_iter(parts_with_example(&tokens(source)));
            assert_eq!(parts, found, "{source}");
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
            assert_eq!(has_trace(&tokens(source)), found, "{source}");
        }
    }

    #[test]
    fn finds_a_part_of_another_name_that_is_not_used() {
        for (source, found) in [
            ("fn part1() {}", None),
            ("fn part_1() {}", Some("part_1")),
            ("fn part_one() {}", Some("part_one")),
            ("fn part01() {}", Some("part01")),
            ("fn solve1() {}", Some("solve1")),
            ("fn solve_part_1() {}", Some("solve_part_1")),
            ("fn part1() { part_1() } fn part_1() {}", None),
            ("functions!(A, \"a\", part1 = solve1); fn solve1() {}", None),
            ("fn part_2() {}", None),
            ("fn apart1() {}", None),
            ("// fn part_1() {}", None),
        ] {
            assert_eq!(meant_function(source, Part::One), found, "{source}");
        }
        let two = meant_function("fn part_two() {}", Part::Two);
        assert_eq!(two, Some("part_two"));
    }

    #[test]
    fn a_part_is_left_out_if_only_the_other_is_named() {
        for (options, is_left_out) in [
            (", part1 = one", true),
            (", part2 = two", false),
            (", part1 = one, part2 = part2", false),
            ("", false),
        ] {
            let source = format!("functions!(A, \"a\"{options}); fn part2() {{ let part1 = 1; }}");
            let found = meant_function(&source, Part::Two);
            assert_eq!(found, is_left_out.then_some("part2"), "{source}");
        }
        let missing = "functions!(A, \"a\", part1 = one); fn two() {}";
        assert_eq!(meant_function(missing, Part::Two), None);
        let both = "functions!(A, \"a\", part1 = one); fn part_2() {} fn part2() {}";
        assert_eq!(meant_function(both, Part::Two), Some("part2"));
    }
}
