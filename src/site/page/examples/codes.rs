//! The codes of a paragraph, and the values that are emphasised in it.

use super::super::document::Span;

/// Text in code, as one `<code>` or several that touch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Code {
    pub text: String,
    /// What is emphasised, where that is a value: the whole code, or one side
    /// of an equation in it.
    pub value: Option<String>,
}

impl Code {
    /// Whether all of it is emphasised.
    pub fn is_value(&self) -> bool {
        self.value.as_ref() == Some(&self.text)
    }
}

/// The codes, in order.
pub fn codes(spans: &[Span]) -> Vec<Code> {
    let mut codes = Vec::new();
    let mut at = 0;
    while at < spans.len() {
        let length = spans[at..].iter().take_while(|span| span.code).count();
        if length == 0 {
            at += 1;
            continue;
        }
        let run = &spans[at..at + length];
        let before = at.checked_sub(1).map(|before| &spans[before]);
        let after = spans.get(at + length);
        // `<em>How far is <code>x</code>?</em>` emphasises a sentence.
        let in_phrase = [before, after]
            .iter()
            .flatten()
            .any(|span| span.emphasis && span.text.contains(char::is_alphanumeric));
        codes.push(Code {
            text: run
                .iter()
                .map(|span| span.text.trim_matches('\n'))
                .collect::<String>()
                .trim()
                .to_owned(),
            value: value(run).filter(|_| !in_phrase),
        });
        at += length;
    }
    codes
}

fn value(run: &[Span]) -> Option<String> {
    let text = |spans: &[Span]| -> String { spans.iter().map(|span| &*span.text).collect() };
    let value = match run {
        _ if run.iter().all(|span| span.emphasis) => text(run),
        // 745 * 993 = 739785
        [before @ .., last]
            if last.emphasis
                && before.iter().all(|span| !span.emphasis)
                && text(before).trim_end().ends_with('=') =>
        {
            last.text.clone()
        }
        [first, after @ ..]
            if first.emphasis
                && after.iter().all(|span| !span.emphasis)
                && text(after).trim_start().starts_with('=') =>
        {
            first.text.clone()
        }
        _ => return None,
    };
    Some(value.trim().to_owned()).filter(|value| !value.is_empty())
}
