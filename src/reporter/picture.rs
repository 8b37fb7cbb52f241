//! The picture of an event's calendar in the colours of the site.

use anstyle::{Ansi256Color, Color, RgbColor, Style};

use crate::puzzle::Day;
use crate::site::{PictureLine, PicturePiece};
use crate::terminal::Terminal;

/// Lines of the picture, with an arrow at today's; `None` if there are none, or if they do
/// not fit beside the arrow. They use 256 colours, which every terminal with colours has.
pub fn picture_text(
    terminal: Terminal,
    lines: &[PictureLine],
    today: Option<Day>,
) -> Option<String> {
    // The background of the site is almost black.
    let night = Style::new().bg_color(Some(Ansi256Color(233).into()));
    let columns = lines.iter().map(PictureLine::width).max()?;
    if terminal.width.is_some_and(|width| columns + 2 > width) {
        return None;
    }
    let mut text = String::new();
    for line in lines {
        let mut arrow = "  ";
        if today.is_some() && line.day == today {
            arrow = "> ";
        }
        let mut painted = terminal.paint(night.bold(), arrow);
        for PicturePiece { color, text } in &line.pieces {
            let style = night.fg_color(Some(palette_color(*color)));
            painted += &terminal.paint(style, text);
        }
        if terminal.color {
            let rest = columns - line.width();
            painted += &terminal.paint(night, " ".repeat(rest));
        }
        text += painted.trim_end();
        text.push('\n');
    }
    Some(text)
}

/// The nearest colour of the 6 x 6 x 6 colour cube.
fn palette_color(color: RgbColor) -> Color {
    let red = color.r() / 51;
    let green = color.g() / 51;
    let blue = color.b() / 51;
    Ansi256Color(16 + 36 * red + 6 * green + blue).into()
}
