//! Tables without what is not the same every time.

const UNITS: [&str; 4] = ["ns", "µs", "ms", "s"];

/// The text with `TIME` for each time, and for the space before it.
pub fn timeless(text: &str) -> String {
    let mut result = String::new();
    for line in text.split_inclusive('\n') {
        let mut rest = line;
        while let Some((before, after)) = cut_time(rest) {
            result += before;
            result += " TIME";
            rest = after;
        }
        result += rest;
    }
    result
}

fn cut_time(line: &str) -> Option<(&str, &str)> {
    let starts = line
        .char_indices()
        .filter(|&(at, c)| c.is_ascii_digit() && line[..at].ends_with(' '));
    for (start, _) in starts {
        let number = line[start..].trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
        let Some(unit) = number.strip_prefix(' ') else {
            continue;
        };
        let ends = |rest: &str| !rest.starts_with(char::is_alphanumeric);
        let rest = UNITS
            .iter()
            .filter_map(|name| unit.strip_prefix(name))
            .find(|rest| ends(rest));
        if let Some(rest) = rest {
            return Some((line[..start].trim_end(), rest));
        }
    }
    None
}
