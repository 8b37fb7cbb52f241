//! Shows the picture of an event's calendar in the colours of the site.

use anstyle::{Ansi256Color, Color, RgbColor, Style};

use crate::pages::{PictureLine, PicturePiece};
use crate::puzzle::Day;
use crate::terminal::Terminal;

/// The lines of the picture, with an arrow at today's line. Returns `None` if there are no lines,
/// or if the lines with the arrow do not fit. The lines use the palette of 256 colours, which every
/// terminal with colours supports.
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
        let is_today = today.is_some() && line.day == today;
        let arrow = if is_today { "> " } else { "  " };
        let mut painted = terminal.paint(night.bold(), arrow);
        for PicturePiece { color, text } in &line.pieces {
            let style = night.fg_color(Some(palette_color(*color)));
            let text = if terminal.unicode {
                text.clone()
            } else {
                text.chars().map(ascii).collect()
            };
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

/// A similar ASCII character, for a terminal without Unicode.
const fn ascii(symbol: char) -> char {
    match symbol {
        '\0'..='\x7f' => symbol,
        '─' | '━' | '═' => '-',
        '│' | '┃' | '║' => '|',
        '\u{2500}'..='\u{257f}' => '+',
        _ => '#',
    }
}

/// The nearest colour of the palette's 6 x 6 x 6 cube. The levels of each axis are 0, 95, 135, 175,
/// 215 and 255.
fn palette_color(color: RgbColor) -> Color {
    let red = nearest_level(color.r());
    let green = nearest_level(color.g());
    let blue = nearest_level(color.b());
    Ansi256Color(16 + 36 * red + 6 * green + blue).into()
}

/// The index of the nearest level of an axis.
const fn nearest_level(value: u8) -> u8 {
    match value {
        0..48 => 0,
        48..115 => 1,
        _ => (value - 35) / 40,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_terminal_without_unicode_has_a_picture_of_ascii() {
        let piece = |text: &str| PicturePiece {
            color: RgbColor(0, 204, 0),
            text: text.to_owned(),
        };
        let lines = ["┌─*─┐", "│ ◍ │", "└~═~┘"].map(|text| PictureLine {
            day: None,
            pieces: vec![piece(text)],
        });
        let terminal = Terminal {
            unicode: false,
            ..Terminal::PLAIN
        };
        let picture = picture_text(terminal, &lines, None);
        assert_eq!(picture.as_deref(), Some("  +-*-+\n  | # |\n  +~-~+\n"));
    }

    #[test]
    fn a_picture_is_shown_if_it_fits_beside_the_arrow() {
        let day = Some(Day::of(1));
        let lines = [PictureLine {
            day,
            pieces: vec![PicturePiece {
                color: RgbColor(0, 204, 0),
                text: "*-*".to_owned(),
            }],
        }];
        for (width, expected) in [(5, Some("> *-*\n")), (4, None)] {
            let picture = picture_text(Terminal::wide(width), &lines, day);
            assert_eq!(picture.as_deref(), expected, "{width}");
        }
    }

    #[test]
    fn colors_are_the_nearest_of_the_palette() {
        const LEVELS: [u8; 6] = [0, 95, 135, 175, 215, 255];
        for value in 0..=u8::MAX {
            let Color::Ansi256(Ansi256Color(index)) = palette_color(RgbColor(value, value, value))
            else {
                panic!("not of the palette");
            };
            let shown = LEVELS[usize::from((index - 16) % 6)];
            let nearest = LEVELS.map(|level| level.abs_diff(value)).into_iter().min();
            assert_eq!(Some(shown.abs_diff(value)), nearest, "{value}");
        }
        // In the calendar of 2017, these are the lights that are off.
        let unlit = palette_color(RgbColor(0x33, 0x33, 0x33));
        assert_eq!(unlit, Ansi256Color(59).into());
    }
}
