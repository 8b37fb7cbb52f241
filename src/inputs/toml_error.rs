//! Errors of TOML files in one line.

/// What is wrong and in which line, such as `line 3: unknown field ...`.
pub fn toml_error(text: &str, error: &toml::de::Error) -> String {
    let message = error.message().replace('\n', "; ");
    match error.span() {
        Some(span) => {
            let before = text.get(..span.start).unwrap_or(text);
            format!("line {}: {message}", before.matches('\n').count() + 1)
        }
        None => message,
    }
}
