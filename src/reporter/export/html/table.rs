//! Tables that can be sorted. In a narrow window the style sheet shows each row
//! as a small card, so that none is wider than the window.

use std::fmt::Write;

/// The beginning of a table, which the element `{id}-title` names and the
/// paragraph `{id}-about` explains.
pub(super) fn begin(page: &mut String, id: &str, headings: &[Heading]) {
    let _ = write!(
        page,
        "<table id=\"{id}\" aria-labelledby=\"{id}-title\" aria-describedby=\"{id}-about\">\n\
         <thead><tr>"
    );
    for Heading {
        class,
        sorts,
        content,
    } in headings
    {
        let sorts = match sorts {
            Sorts::Not => "",
            Sorts::Up => " data-sorts=\"ascending\"",
            Sorts::Down => " data-sorts=\"descending\"",
            Sorts::Already => " data-sorts=\"ascending\" aria-sort=\"ascending\"",
        };
        let _ = write!(
            page,
            "<th scope=\"col\" class=\"{class}\"{sorts}>{content}</th>"
        );
    }
    page.push_str("</tr></thead>\n<tbody>\n");
}

/// The end of a table, and what it shows.
pub(super) fn end(page: &mut String, id: &str, about: &str) {
    let _ = write!(
        page,
        "</tbody>\n</table>\n<p id=\"{id}-about\" class=\"about\">{about}</p>\n"
    );
}

pub(super) struct Heading {
    class: &'static str,
    sorts: Sorts,
    content: String,
}

/// How a click on a heading sorts at first; the next one turns it around.
enum Sorts {
    Not,
    Up,
    Down,
    /// The rows come in this order.
    Already,
}

impl Heading {
    /// The column that the rows are in the order of.
    pub(super) fn first(name: &str, class: &'static str) -> Self {
        Self::new(class, Sorts::Already, name)
    }

    /// A column of texts.
    pub(super) fn text(name: &str, class: &'static str) -> Self {
        Self::new(class, Sorts::Up, name)
    }

    /// A column of numbers: the greatest is looked for.
    pub(super) fn number(name: &str, class: &'static str) -> Self {
        Self::new(class, Sorts::Down, name)
    }

    /// A column of pictures, which has a name and perhaps an axis.
    pub(super) fn picture(content: impl Into<String>, class: &'static str) -> Self {
        Self::new(class, Sorts::Not, content)
    }

    fn new(class: &'static str, sorts: Sorts, content: impl Into<String>) -> Self {
        Self {
            class,
            sorts,
            content: content.into(),
        }
    }
}

/// A cell with a number that the column is sorted by.
pub(super) fn number(page: &mut String, class: &str, value: Option<f64>, content: &str) {
    let value = value.map_or_else(String::new, |value| format!(" data-value=\"{value}\""));
    let _ = write!(page, "<td class=\"{class}\"{value}>{content}</td>");
}
