//! Finding the type that solves a day, without compiling it.

/// The type that implements `Solution` in a day's file: `usual` if it is one of
/// several, else the first.
pub fn solution_type(source: &str, usual: &str) -> Option<String> {
    let code = without_comments(source);
    let words: Vec<&str> = code.split_whitespace().collect();
    let found: Vec<&str> = (0..words.len())
        .filter_map(|at| implemented(&words[at..]))
        .collect();
    let usual = found.iter().find(|name| **name == usual);
    usual.or(found.first()).map(|name| (*name).to_owned())
}

/// Whether a file has the name in its code.
pub fn knows(source: &str, name: &str) -> bool {
    let code = without_comments(source);
    let mut words = code.split(|c: char| !c.is_alphanumeric() && c != '_');
    words.any(|word| word == name)
}

/// The type of `impl ... Solution for TYPE`, if `words` begin with that.
fn implemented<'a>(words: &[&'a str]) -> Option<&'a str> {
    let ("impl", [the_trait, "for", name, ..]) = (*words.first()?, words.get(1..)?) else {
        return None;
    };
    let is_solution = *the_trait == "Solution" || the_trait.ends_with("::Solution");
    let end = name
        .find(|c: char| !c.is_alphanumeric() && c != '_')
        .unwrap_or(name.len());
    // A generic type could not be registered by its name alone.
    let whole = !name[end..].starts_with(['<', ':']);
    (is_solution && whole && end > 0).then_some(&name[..end])
}

fn without_comments(source: &str) -> String {
    let mut code = String::with_capacity(source.len());
    let mut rest = source;
    while let Some(at) = rest.find('/') {
        let (before, comment) = rest.split_at(at);
        code.push_str(before);
        let end = match comment.as_bytes().get(1) {
            Some(b'/') => comment.find('\n').unwrap_or(comment.len()),
            Some(b'*') => comment[2..].find("*/").map_or(comment.len(), |at| at + 4),
            _ => {
                code.push('/');
                1
            }
        };
        rest = &comment[end..];
    }
    code.push_str(rest);
    code
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_type() {
        let cases = [
            ("impl Solution for Day22 {", Some("Day22")),
            ("impl Solution for Day22{", Some("Day22")),
            (
                "pub struct A;\nimpl aoc_solution::Solution for A {",
                Some("A"),
            ),
            ("impl Solution\n    for Crab_2 {", Some("Crab_2")),
            (
                "impl Solution for A {}\nimpl Solution for Day22 {}",
                Some("Day22"),
            ),
            ("impl Solution for A {}\nimpl Solution for B {}", Some("A")),
            ("// impl Solution for Day22 {", None),
            ("/* impl Solution for Day22 {} */", None),
            ("/*/ impl Solution for Day22 {} */", None),
            (
                "//! impl Solution for X {}\nimpl Solution for Y {}",
                Some("Y"),
            ),
            ("impl Resolution for Day22 {", None),
            ("impl<T> Solution for Day22<T> {", None),
            ("a / b", None),
            ("/", None),
            ("/*", None),
            ("", None),
        ];
        for (source, name) in cases {
            assert_eq!(solution_type(source, "Day22").as_deref(), name, "{source}");
        }
    }

    #[test]
    fn knows_whole_names_in_code() {
        assert!(knows("pub use fast::Day22;", "Day22"));
        assert!(!knows("struct Day22b; // Day22", "Day22"));
    }
}
