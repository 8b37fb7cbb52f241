//! The picture of an event's calendar. Every year is drawn differently, with classes and
//! colours from the style sheets in the page. The rules of the site's own style sheet are
//! copied below, so that it need not be requested.

use std::collections::BTreeMap;

use anstyle::RgbColor;

use super::css::CssSelector;
use super::html::select;
use super::markup::{Html, Node};
use crate::puzzle::{Day, Year};
use crate::terminal::{sanitize, width};

/// Rules of the site's own style sheet, and one that hides everything outside of the
/// picture.
const SITE: &str = ".calendar > span { color: #333333 } .calendar > a { color: #666666 } \
     .calendar .calendar-day { color: #666666 } .calendar a .calendar-day { color: #cccccc } \
     .calendar a .calendar-mark-complete { color: #ffff66 } \
     .calendar a .calendar-mark-verycomplete { color: #ffff66 } \
     div, script, style, .sunbeam, #calendar-countdown { display: none }";

/// No page of the site has more rules; many rules would take long to draw.
const MAX_RULES: usize = 200;
const MAX_COLUMNS: usize = 120;
const MAX_LINES: usize = 200;

/// No event has a later day.
const LAST: u8 = 31;

/// A line of the picture. The texts are sanitized.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PictureLine {
    /// The day whose number is on the line.
    pub day: Option<Day>,
    pub pieces: Vec<(Option<RgbColor>, String)>,
}

/// The effect of a CSS rule.
struct Rule {
    /// The specificity of the selector.
    weight: usize,
    selector: CssSelector,
    color: Option<RgbColor>,
    /// Whether it is positioned over other text, or hidden.
    is_removed: bool,
}

/// Reads the picture; returns `None` if a day's number is missing, because it is drawn in
/// an unknown way, or if it is too large for a terminal.
pub fn picture(
    page: &Html,
    calendar: Node<'_>,
    year: Year,
    stars: &BTreeMap<Day, u8>,
) -> Option<Vec<PictureLine>> {
    let mut sheets = SITE.to_owned();
    sheets.extend(select(page, "style").map(Node::own_text));
    let mut drawing = Drawing {
        rules: rules(&sheets),
        year,
        stars,
        lines: vec![PictureLine::default()],
    };
    drawing.children(calendar, None, None);
    let mut lines = drawing.lines;
    let is_blank = |line: &PictureLine| line.pieces.iter().all(|(_, text)| text.trim().is_empty());
    while lines.last().is_some_and(is_blank) {
        lines.pop();
    }
    let is_drawn = |day: &Day| lines.iter().any(|line| line.day == Some(*day));
    let fits = lines.iter().all(|line| line.width() <= MAX_COLUMNS) && lines.len() <= MAX_LINES;
    (!lines.is_empty() && fits && stars.keys().all(is_drawn)).then_some(lines)
}

impl PictureLine {
    pub fn width(&self) -> usize {
        self.pieces.iter().map(|(_, text)| width(text)).sum()
    }
}

/// The day of a link such as `/2024/day/6` or relative to the event, or of an element
/// with the class `calendar-day13`.
pub fn day_of(element: Node<'_>, year: Year) -> Option<Day> {
    let parse_day = |number: &str| {
        let day = number.parse().ok()?;
        (1..=LAST).contains(&day).then_some(Day(day))
    };
    let Some(address) = element.attr("href") else {
        let number = |class: &str| parse_day(class.strip_prefix("calendar-day")?);
        return element.classes().find_map(number);
    };
    let mut parts = address.split(['?', '#']).next()?.rsplit('/');
    let (day, word) = (parts.next()?, parts.next()?);
    let is_same_year = parts.next().is_none_or(|before| before == year.to_string());
    parse_day(day).filter(|_| word == "day" && is_same_year)
}

/// The rules that are understood, sorted by specificity.
fn rules(sheets: &str) -> Vec<Rule> {
    let mut rules = Vec::new();
    for (selectors, body) in sheets.split('}').filter_map(|it| it.split_once('{')) {
        let body = body.to_ascii_lowercase().replace(char::is_whitespace, "");
        let values = || body.split(';').filter_map(|it| it.split_once(':'));
        let color = values().find_map(|(name, value)| color(value).filter(|_| name == "color"));
        let is_removed =
            values().any(|it| matches!(it, ("position", "absolute") | ("display", "none")));
        for text in selectors.split(',') {
            rules.extend(CssSelector::parse(text).map(|selector| Rule {
                weight: text.matches(['.', '#']).count(),
                selector,
                color,
                is_removed,
            }));
        }
    }
    rules.retain(|rule: &Rule| rule.color.is_some() || rule.is_removed);
    rules.truncate(MAX_RULES);
    rules.sort_by_key(|rule| rule.weight);
    rules
}

/// `#ffff66` or `#ff6`.
fn color(value: &str) -> Option<RgbColor> {
    let digits = value.strip_prefix('#')?.split('!').next()?;
    let double = |c: char| [c, c];
    let digits = match digits.len() {
        3 => digits.chars().flat_map(double).collect(),
        _ => digits.to_owned(),
    };
    let [_, red, green, blue] = u32::from_str_radix(&digits, 16).ok()?.to_be_bytes();
    (digits.len() == 6).then_some(RgbColor(red, green, blue))
}

struct Drawing<'a> {
    rules: Vec<Rule>,
    year: Year,
    stars: &'a BTreeMap<Day, u8>,
    lines: Vec<PictureLine>,
}

impl Drawing<'_> {
    fn children(&mut self, parent: Node<'_>, color: Option<RgbColor>, day: Option<Day>) {
        for node in parent.children() {
            self.node(node, color, day);
        }
    }

    fn node(&mut self, element: Node<'_>, color: Option<RgbColor>, day: Option<Day>) {
        if element.name().is_empty() {
            return self.text(element.own_text(), color);
        }
        let rules = self.rules.iter();
        let rules: Vec<&Rule> = rules.filter(|it| it.selector.matches(element)).collect();
        let color = rules.iter().rev().find_map(|rule| rule.color).or(color);
        // Animations in front of the picture, and drawings behind it.
        let is_ornament = |class: &str| {
            class.ends_with("fall") || class.starts_with("calendar-") && class.ends_with("-path")
        };
        let style = element.attr("style").unwrap_or_default().replace(' ', "");
        if element.classes().any(is_ornament)
            || style.contains("position:absolute")
            || rules.iter().any(|rule| rule.is_removed)
        {
            return;
        }
        let day = day_of(element, self.year).or(day);
        if element.is(".calendar-day")
            && let Some(line) = self.lines.last_mut()
        {
            line.day = day;
        }
        // The page also contains stars that the user does not have.
        let won = day.and_then(|day| self.stars.get(&day));
        let is_star = |class, stars| element.is(class) && won < Some(&stars);
        if is_star(".calendar-mark-complete", 1) || is_star(".calendar-mark-verycomplete", 2) {
            self.text(" ", None);
        } else {
            self.children(element, color, day);
        }
    }

    fn text(&mut self, text: &str, color: Option<RgbColor>) {
        for (index, text) in text.split('\n').enumerate() {
            if index > 0 {
                self.lines.push(PictureLine::default());
            }
            if let Some(line) = self.lines.last_mut().filter(|_| !text.is_empty()) {
                let text = sanitize(text).into_owned();
                match line.pieces.last_mut().filter(|last| last.0 == color) {
                    Some(last) => last.1 += &text,
                    None => line.pieces.push((color, text)),
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::html::first;
    use super::super::markup::parse;
    use super::*;

    const MARKS: &str = "<span class=\"calendar-mark-complete\">*</span><span \
                         class=\"calendar-mark-verycomplete\">*</span>";

    /// An invented calendar with the properties of real ones: special rules, pieces that
    /// cover it, days of several lines, and locked days.
    fn drawn(extra: &str) -> Option<Vec<PictureLine>> {
        let page = parse(&format!(
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
        let stars = BTreeMap::from([(Day(1), 2), (Day(2), 1)]);
        picture(&page, calendar, Year(2024), &stars)
    }

    #[test]
    fn a_calendar_has_its_text_its_colours_and_the_stars_that_were_won() {
        let lines = drawn("").expect("a picture");
        let shown = |line: &PictureLine| {
            let piece = |(color, text): &(Option<RgbColor>, String)| {
                let color = color.map_or("-".to_owned(), |RgbColor(r, g, b)| {
                    format!("{r:02x}{g:02x}{b:02x}")
                });
                format!("[{color}]{text}")
            };
            let day = line.day.map_or(0, |day| day.0);
            let pieces: String = line.pieces.iter().map(piece).collect();
            format!("{day}: {pieces}\n")
        };
        let text: String = lines.iter().map(shown).collect();
        insta::assert_snapshot!(text, @r"
        0: [00cc00]^─
        1: [666666]>  [cccccc] 1[666666] [ffff66]**
        2: [ffff66]o[666666]  [cccccc] 2[666666] [ffff66]*[-] 
        3: [333333]\u{1b}  [666666] 3
        ");
    }

    #[test]
    fn a_picture_that_is_too_large_or_without_its_days_is_none() {
        assert_eq!(drawn(&"~".repeat(121)), None);
        assert_eq!(drawn(&"~\n".repeat(201)), None);
        let page = parse("<pre class=calendar><a href=\"/2024/day/1\">1</a></pre>");
        let calendar = first(&page, ".calendar").expect("it is there");
        let stars = BTreeMap::from([(Day(1), 2)]);
        assert_eq!(picture(&page, calendar, Year(2024), &stars), None);
    }
}
