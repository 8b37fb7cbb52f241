//! Reads the picture of an event's calendar. Each year is drawn differently, with classes, style
//! sheets in the page and `style` attributes. The rules of the site's own style sheet are copied
//! below, so no request is needed.

use std::collections::BTreeMap;

use anstyle::RgbColor;

use super::css::{CssStyle, StyleSheet};
use super::html::{linked_day, select};
use super::markup::{Html, Node};
use crate::puzzle::{Day, Year};
use crate::terminal::{sanitize, width};

/// Rules of the site's own style sheet. One more rule hides everything outside of the picture.
const SITE_RULES: &str = ".calendar { color: #333333 } .calendar a { color: #666666 } \
     .calendar .calendar-day { color: #666666 } .calendar a .calendar-day { color: #cccccc } \
     .calendar a .calendar-mark-complete { color: #ffff66 } \
     .calendar a .calendar-mark-verycomplete { color: #ffff66 } \
     div, script, style, .sunbeam, #calendar-countdown { display: none }";

const SITE_TEXT: CssStyle = CssStyle {
    color: RgbColor(0xcc, 0xcc, 0xcc),
    opacity: 1.0,
    is_removed: false,
};

/// The background colour of the site.
const BACKGROUND: RgbColor = RgbColor(0x0f, 0x0f, 0x23);

/// The largest picture that is drawn. The site's pictures have about 80 columns and 60 lines.
const MAX_COLUMNS: usize = 120;
const MAX_LINES: usize = 200;

#[derive(Debug, Default, PartialEq)]
pub struct PictureLine {
    /// The day whose number is on the line.
    pub day: Option<Day>,
    pub pieces: Vec<PicturePiece>,
}

/// A sanitized text and its colour.
#[derive(Debug, PartialEq)]
pub struct PicturePiece {
    pub color: RgbColor,
    pub text: String,
}

impl PictureLine {
    pub fn width(&self) -> usize {
        let mut columns = 0;
        for piece in &self.pieces {
            columns += width(&piece.text);
        }
        columns
    }

    fn is_blank(&self) -> bool {
        self.pieces.iter().all(|piece| piece.text.trim().is_empty())
    }
}

/// Reads the picture. Returns `None` if the picture is too large for a terminal, or if the number
/// of a day is missing, because the picture is then drawn in an unknown way.
pub fn read_picture(
    page: &Html,
    calendar: Node,
    year: Year,
    stars: &BTreeMap<Day, u8>,
) -> Option<Vec<PictureLine>> {
    let mut sheets = SITE_RULES.to_owned();
    sheets.extend(select(page, "style").map(Node::own_text));
    let mut drawing = Drawing {
        sheet: StyleSheet::parse(&sheets),
        year,
        stars,
        lines: vec![PictureLine::default()],
    };
    drawing.draw_element(calendar, SITE_TEXT, None);
    let mut lines = drawing.lines;
    while lines.pop_if(|line| line.is_blank()).is_some() {}
    if lines.len() > MAX_LINES || lines.iter().any(|line| line.width() > MAX_COLUMNS) {
        return None;
    }
    for day in stars.keys() {
        if lines.iter().all(|line| line.day != Some(*day)) {
            return None;
        }
    }
    (!lines.is_empty()).then_some(lines)
}

/// The day of a link such as `/2024/day/6`, or of an element with a class such as `calendar-day13`.
pub fn day_of_element(element: Node, year: Year) -> Option<Day> {
    let address = element.attr("href");
    if !address.is_empty() {
        return linked_day(address, year);
    }
    element
        .classes()
        .find_map(|class| Day::parse(class.strip_prefix("calendar-day")?))
}

struct Drawing<'a> {
    sheet: StyleSheet,
    year: Year,
    stars: &'a BTreeMap<Day, u8>,
    lines: Vec<PictureLine>,
}

impl Drawing<'_> {
    /// Draws an element inside an element of the style `outer`. `day` is the day that the outer
    /// element belongs to.
    fn draw_element(&mut self, element: Node, outer: CssStyle, day: Option<Day>) {
        let style = self.sheet.style_of(element, outer);
        if style.is_removed || element.classes().any(is_ornament) {
            return;
        }
        let day = day_of_element(element, self.year).or(day);
        if element.is(".calendar-day") {
            self.lines.last_mut().expect("there is a line").day = day;
        }
        // The page also contains the stars that the user does not have.
        let stars = day.map_or(0, |day| self.stars.get(&day).copied().unwrap_or(0));
        let is_missing_star = element.is(".calendar-mark-complete") && stars < 1
            || element.is(".calendar-mark-verycomplete") && stars < 2;
        if is_missing_star {
            self.draw_text(" ", style);
            return;
        }
        for node in element.children() {
            if node.name().is_empty() {
                self.draw_text(node.own_text(), style);
            } else {
                self.draw_element(node, style, day);
            }
        }
    }

    fn draw_text(&mut self, text: &str, style: CssStyle) {
        let color = text_color(style);
        for (index, text) in text.split('\n').enumerate() {
            if index > 0 {
                self.lines.push(PictureLine::default());
            }
            let line = self.lines.last_mut().expect("there is a line");
            let text = sanitize(text);
            match line.pieces.last_mut() {
                Some(last) if last.color == color => last.text += &text,
                _ if text.is_empty() => {}
                _ => line.pieces.push(PicturePiece { color, text }),
            }
        }
    }
}

/// The colour of text. A translucent colour is mixed with the background.
fn text_color(style: CssStyle) -> RgbColor {
    let RgbColor(red, green, blue) = style.color;
    RgbColor(
        mix(red, BACKGROUND.r(), style.opacity),
        mix(green, BACKGROUND.g(), style.opacity),
        mix(blue, BACKGROUND.b(), style.opacity),
    )
}

fn mix(text: u8, background: u8, opacity: f32) -> u8 {
    let value = f32::from(text) * opacity + f32::from(background) * (1.0 - opacity);
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the value is between two bytes"
    )]
    let value = value.round() as u8;
    value
}

/// True for the class of an animation in front of the picture, or of a drawing behind it.
fn is_ornament(class: &str) -> bool {
    class.ends_with("fall") || class.starts_with("calendar-") && class.ends_with("-path")
}

#[cfg(test)]
mod tests {
    use super::super::html::first;
    use super::super::markup::parse_html;
    use super::*;

    const MARKS: &str = "<span class=\"calendar-mark-complete\">*</span><span \
                         class=\"calendar-mark-verycomplete\">*</span>";

    /// An invented calendar with the properties of real ones: special rules, pieces that cover the
    /// picture, days of several lines, and locked days.
    fn drawn(extra: &str) -> Option<Vec<PictureLine>> {
        let page = parse_html(&format!(
            "<main><style>.calendar .calendar-color-g {{ color:#00CC00; }} .gone{{position: \
             absolute}} .calendar a.calendar-complete .calendar-lamp {{color:#ff6}} .calendar \
             .calendar-lamp {{color:#111111}} @keyframes x {{ 0% {{color:#fff}} 9% {{color:#fff}} \
             }}</style><pre id=\"spacemug\">mug</pre><pre class=\"calendar\"><div>* *</div><a \
             href=\"/2024/day/1\" class=\"calendar-day1 calendar-verycomplete\"><span \
             class=\"calendar-color-g\">^<i>─</i></span><span style=\"x:y; position: \
             absolute\">.</span>\n&gt;  <span class=\"calendar-day\"> 1</span> {MARKS}</a>\n<a \
             href=\"/2024/day/2\" class=\"calendar-complete\"><span class=gone>.</span><span \
             class=\"calendar-lamp\">o</span><span class=\"sunbeam\">#</span>  <span \
             class=\"calendar-day\"> 2</span> {MARKS}</a>\n<span aria-hidden=true \
             class=\"calendar-day3\">\u{1b}  <span class=\"calendar-day\"> 3</span><span \
             id=\"calendar-countdown\">5</span></span>\n\n{extra}</pre></main>"
        ));
        let calendar = first(&page, ".calendar").expect("it is there");
        let stars = BTreeMap::from([(Day::of(1), 2), (Day::of(2), 1)]);
        read_picture(&page, calendar, Year::of(2024), &stars)
    }

    #[test]
    fn a_calendar_has_its_text_its_colours_and_the_stars_that_were_won() {
        let ornaments = "<span class=\"snowfall\">*</span><span class=\"calendar-a-path\">/</span>";
        let lines = drawn(ornaments).expect("a picture");
        let shown = |line: &PictureLine| {
            let piece = |piece: &PicturePiece| {
                let RgbColor(r, g, b) = piece.color;
                format!("[{r:02x}{g:02x}{b:02x}]{}", piece.text)
            };
            let day = line.day.map_or(0, Day::get);
            let pieces: String = line.pieces.iter().map(piece).collect();
            format!("{day}: {pieces}\n")
        };
        let text: String = lines.iter().map(shown).collect();
        insta::assert_snapshot!(text, @r"
        0: [00cc00]^─
        1: [666666]>  [cccccc] 1[666666] [ffff66]**
        2: [ffff66]o[666666]  [cccccc] 2[666666] [ffff66]* 
        3: [333333]\u{1b}  [666666] 3
        ");
    }

    #[test]
    fn a_picture_without_its_days_is_none() {
        let page = parse_html("<pre class=calendar><a href=\"/2024/day/1\">1</a></pre>");
        let calendar = first(&page, ".calendar").expect("it is there");
        let stars = BTreeMap::from([(Day::of(1), 2)]);
        assert_eq!(read_picture(&page, calendar, Year::of(2024), &stars), None);
    }

    #[test]
    fn a_picture_that_is_too_large_is_none() {
        for (name, extra, is_drawn) in [
            ("wide", ".".repeat(MAX_COLUMNS), true),
            ("wider", ".".repeat(MAX_COLUMNS + 1), false),
            ("high", ".\n".repeat(MAX_LINES - 5), true),
            ("higher", ".\n".repeat(MAX_LINES - 4), false),
        ] {
            assert_eq!(drawn(&extra).is_some(), is_drawn, "{name}");
        }
    }
}
