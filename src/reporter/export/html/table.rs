//! Cells of tables that can be sorted.

use std::fmt::Write;

/// The beginning of a table, which the heading of its section names. Where it
/// is wider than the window it is scrolled, also by the keyboard.
pub(super) fn begin(page: &mut String, id: &str, headings: &[Heading]) {
    let _ = write!(
        page,
        "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-labelledby=\"{id}-title\">\n\
         <table id=\"{id}\" aria-labelledby=\"{id}-title\" aria-describedby=\"{id}-about\">\n\
         <thead><tr>"
    );
    for Heading {
        name,
        class,
        sorts,
        more,
    } in headings
    {
        let sorts = if *sorts { " data-sorts" } else { "" };
        let _ = write!(
            page,
            "<th scope=\"col\" class=\"{class}\"{sorts}><div><span>{name}</span>{more}</div></th>"
        );
    }
    page.push_str("</tr></thead>\n<tbody>\n");
}

/// The end of a table, and what it shows.
pub(super) fn end(page: &mut String, id: &str, about: &str) {
    let _ = write!(
        page,
        "</tbody>\n</table>\n</div>\n<p id=\"{id}-about\" class=\"about\">{about}</p>\n"
    );
}

#[derive(Default)]
pub(super) struct Heading {
    pub(super) name: &'static str,
    pub(super) class: &'static str,
    /// Whether the table can be sorted by this column.
    pub(super) sorts: bool,
    /// What else stands there, such as an axis.
    pub(super) more: String,
}

impl Heading {
    /// A column to sort by.
    pub(super) const fn of(name: &'static str, class: &'static str) -> Self {
        Self {
            name,
            class,
            sorts: true,
            more: String::new(),
        }
    }
}

/// A cell with a number that the column is sorted by.
pub(super) fn number(page: &mut String, class: &str, value: Option<f64>, content: &str) {
    let value = value.map_or_else(String::new, |value| format!(" data-value=\"{value}\""));
    let _ = write!(page, "<td class=\"{class}\"{value}>{content}</td>");
}
