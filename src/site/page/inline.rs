//! The text of one paragraph while it is read: blanks are joined as browsers do.

use super::document::Span;

/// A paragraph that is not finished yet.
#[derive(Debug, Default)]
pub struct Inline {
    spans: Vec<Span>,
}

impl Inline {
    /// Adds text in the style of `style`.
    pub fn push(&mut self, text: &str, style: &Span) {
        let mut joined = String::with_capacity(text.len());
        for c in text.chars() {
            // A no-break space is not one that is joined.
            if !matches!(c, ' ' | '\t' | '\n' | '\r' | '\u{c}') {
                joined.push(c);
            } else if !self.ends_with_blank(&joined) {
                joined.push(' ');
            }
        }
        self.add(joined, style);
    }

    /// Ends the line.
    pub fn line_break(&mut self, style: &Span) {
        self.trim_end();
        self.add("\n".to_owned(), style);
    }

    /// The paragraph; empty if there was nothing but blanks.
    pub fn finish(mut self) -> Vec<Span> {
        self.trim_end();
        self.spans
    }

    /// The text, with the blanks at its end.
    pub fn into_spans(self) -> Vec<Span> {
        self.spans
    }

    /// Adds text as it is.
    pub fn add(&mut self, text: String, style: &Span) {
        if text.is_empty() {
            return;
        }
        match self.spans.last_mut() {
            Some(last) if same_style(last, style) => last.text += &text,
            _ => self.spans.push(Span {
                text,
                ..style.clone()
            }),
        }
    }

    fn ends_with_blank(&self, more: &str) -> bool {
        let last = more.chars().next_back();
        let last = last.or_else(|| self.spans.last()?.text.chars().next_back());
        last.is_none_or(|c| matches!(c, ' ' | '\n'))
    }

    fn trim_end(&mut self) {
        while let Some(last) = self.spans.last_mut() {
            last.text
                .truncate(last.text.trim_end_matches([' ', '\n']).len());
            if !last.text.is_empty() {
                break;
            }
            self.spans.pop();
        }
    }
}

fn same_style(one: &Span, other: &Span) -> bool {
    (one.emphasis, one.code, one.link) == (other.emphasis, other.code, other.link)
}
