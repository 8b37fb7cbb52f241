//! Tables without what is not the same every time.

/// The text with `TIME` for each time, and for the space before it.
pub fn timeless(text: &str) -> String {
    let mut words: Vec<String> = Vec::new();
    for word in text.split(' ') {
        let end = word.find(|c: char| !c.is_alphanumeric());
        let (unit, rest) = word.split_at(end.unwrap_or(word.len()));
        let is_number = words.last().is_some_and(|it| it.parse::<f64>().is_ok());
        if is_number && ["ns", "µs", "ms", "s"].contains(&unit) {
            words.pop();
            words.truncate(words.len() - words.iter().rev().take_while(|it| it.is_empty()).count());
            words.push(format!("TIME{rest}"));
        } else {
            words.push(word.to_owned());
        }
    }
    words.join(" ")
}
