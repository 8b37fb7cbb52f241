//! The lines about a new star.

use crate::error::Result;
use crate::pages::PictureLine;
use crate::render::picture_text;
use crate::terminal::style::{GOLD, PLAIN};
use crate::terminal::{Console, Line, Terminal};

/// Shows a new star: lines of the event's picture, and a label with details. The label has the
/// colour of stars.
pub fn show_star(
    console: Console,
    picture: &[PictureLine],
    label: &str,
    details: &[String],
) -> Result<()> {
    let stdout = console.stdout;
    let picture = picture_text(stdout, picture, None).unwrap_or_default();
    let star = star_lines(stdout, label, details);
    console.print(&format!("\n{picture}{star}\n"))
}

fn star_lines(stdout: Terminal, label: &str, details: &[String]) -> String {
    let mut line = Line::new(stdout, 6);
    line.gap(2).left(GOLD, label, 2);
    for detail in details {
        line.gap(2).cell(PLAIN, detail);
    }
    line.end()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_star_takes_a_line_or_several() {
        let details = [
            "12m 34s after the unlock",
            "5 of 24 stars",
            "place 3 of 12, 14m ago",
        ];
        let details = details.map(str::to_owned);
        let mut text = String::new();
        for (width, label) in [
            (80, "*"),
            (40, "**"),
            (40, "** all stars of 2026 are yours **"),
        ] {
            text += &star_lines(Terminal::wide(width), label, &details);
        }
        insta::assert_snapshot!(text, @r"
          *   12m 34s after the unlock  5 of 24 stars  place 3 of 12, 14m ago
          **  12m 34s after the unlock
              5 of 24 stars
              place 3 of 12, 14m ago
          ** all stars of 2026 are yours **
              12m 34s after the unlock
              5 of 24 stars
              place 3 of 12, 14m ago
        ");
    }
}
