//! Text from outside in HTML, SVG and Markdown.

use crate::terminal::{escape_markdown as escaped, one_line};

/// Text for an element or an attribute of HTML or XML.
pub(super) fn xml(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in one_line(text).chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            // No characters of XML.
            '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            c => escaped.push(c),
        }
    }
    escaped
}

/// Text for a cell of a Markdown table, as GitHub reads it.
pub(super) fn cell(text: &str) -> String {
    let mut cell = String::new();
    for c in escaped(&one_line(text)).chars() {
        // Columns, struck text, formulas.
        if matches!(c, '|' | '~' | '$') {
            cell.push('\\');
        }
        cell.push(c);
    }
    cell
}

/// A code span in Markdown, outside of a table.
pub(super) fn code(text: &str) -> String {
    let text = one_line(text);
    let mut longest = 0;
    for run in text.split(|c| c != '`') {
        longest = longest.max(run.len());
    }
    let fence = "`".repeat(longest + 1);
    let gap = if longest > 0 { " " } else { "" };
    format!("{fence}{gap}{text}{gap}{fence}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_text() {
        assert_eq!(
            xml("<b a='1'>\"&\"\u{ffff}</b>\nx"),
            "&lt;b a=&#39;1&#39;&gt;&quot;&amp;&quot;\u{fffd}&lt;/b&gt;; x"
        );
        assert_eq!(xml("\u{7}\u{202e}"), "\\u{7}\\u{202e}");
        assert_eq!(
            cell("a|b\\|c <i> *d* $x$ ~e~"),
            r"a\|b\\\|c \<i\> \*d\* \$x\$ \~e\~"
        );
        assert_eq!(code("aoc bench"), "`aoc bench`");
        assert_eq!(code("a `` b"), "``` a `` b ```");
    }
}
