//! Properties of the parsers of pages. A page may come from anyone. A parser must not accept
//! anything that the site did not say, and must not lose anything that the site said.
//! `just fuzz pages` tests the properties for an hour.

use anstyle::RgbColor;
use proptest::prelude::*;

use super::css::{CssStyle, StyleSheet};
use super::html::user;
use super::markup::{Html, Node, parse_html};
use super::puzzle_page::PuzzlePage;
use crate::puzzle::Puzzle;
use crate::terminal::sanitize;
use crate::testing::matching;

const PUZZLE: Puzzle = Puzzle::of(2020, 22);

/// A piece of a page of the site or of another site, or damage to a page.
fn piece() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => matching("</?(main|article|header|div|nav|p|pre|code|em|a|span|ul|li|title|script|style|b|s|table|tr|td)>"),
        2 => matching("<(a|span|div|pre|code) (class|id|href|style|title)=(['\"]?)(user|day-desc|calendar|star-count|eventlist-event|day-success|/2020/day/2[12]|x)(['\"]?)>"),
        2 => prop::sample::select(SENTENCES).prop_map(str::to_owned),
        1 => matching("<!--|-->|<!|</|<|>|&(amp|lt|gt|#39|#x27|quot|nope);?|\u{0}|\u{feff}|\r|\n"),
        2 => matching("[ -~é\u{202e}\u{1b}\u{200b}]{0,6}"),
    ]
}

/// Sentences and marks that decide what a page means.
pub const SENTENCES: &[&str] = &[
    "That's the right answer!",
    "That's not the right answer",
    "; your answer is too high.",
    "You gave an answer too recently",
    "You've finished every puzzle",
    "You don't seem to be solving the right level.",
    "Your puzzle answer was <code>12</code>.",
    "Your puzzle input is <code>abc</code>.",
    "Both parts of this puzzle are complete!",
    "To play, please identify yourself via one of these services:",
    "<a href=\"/2020/auth/login\">[Log In]</a>",
    "<h2>--- Day 22: Crab Combat ---</h2>",
    "For example: <pre><code>1\n2\n</code></pre>",
    "<header><div class=\"user\">ana <span class=\"star-count\">31*</span></div></header>",
    "<a class=\"calendar-day1 calendar-verycomplete\" href=\"/2020/day/1\">1</a>",
    "<div class=\"eventlist-event\"><a href=\"/2020\">[2020]</a> <span class=\"star-count\">5*</span></div>",
    "<style>.x { color: #f00; opacity: .5 }</style>",
    " 1  00:02:05  00:12:34\n",
];

pub fn stranger() -> impl Strategy<Value = String> {
    prop::collection::vec(piece(), 0..16).prop_map(|pieces| pieces.concat())
}

/// A text, escaped for HTML.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

/// Text that HTML can show unchanged.
pub fn shown_text() -> impl Strategy<Value = String> {
    matching("[!-~éß日🎄\u{301}][ -~éß日🎄\u{301}]{0,20}")
}

/// The text of a page. Markup, comments and invisible text are left out.
fn texts(html: &Html) -> String {
    Node::from(html).text()
}

pub fn nodes(html: &Html) -> Vec<Node<'_>> {
    Node::from(html).descendants().collect()
}

proptest! {
    #[test]
    fn a_tree_is_a_tree_whatever_the_text(text in stranger()) {
        let html = parse_html(&text);
        let all = nodes(&html);
        let mut children = 0;
        for node in std::iter::once(Node::from(&html)).chain(all.iter().copied()) {
            for child in node.children() {
                children += 1;
                let parent = child.ancestors().next().map(Node::name);
                prop_assert_eq!(parent, Some(node.name()));
            }
            prop_assert!(node.ancestors().count() <= 120);
        }
        // Each node is the child of exactly one other node.
        prop_assert_eq!(children, all.len());
    }

    #[test]
    fn texts_and_attributes_come_out_as_they_went_in(text in shown_text(), value in shown_text(), before in stranger()) {
        let page = format!("<p title=\"{}\">{}</p>", escaped(&value), escaped(&text));
        let html = parse_html(&page);
        prop_assert_eq!(texts(&html), text.as_str());
        let titles: Vec<&str> = nodes(&html).iter().map(|node| node.attr("title")).collect();
        prop_assert!(titles.contains(&value.as_str()), "{:?}", titles);
        // A hidden part of a page has no text and no elements.
        let hidden = before.replace("--", "").replace('>', "");
        let html = parse_html(&format!("<main><!--{hidden}--><p>x</p></main>"));
        prop_assert_eq!(texts(&html), "x");
        prop_assert_eq!(nodes(&html).len(), 3);
    }

    #[test]
    fn a_page_gives_back_its_answers_and_no_others(
        answers in prop::collection::vec(shown_text().prop_map(|text| text.trim().to_owned()), 0..=2),
        noise in stranger(),
    ) {
        let mut page = "<title>Day 22 - Advent of Code 2020</title><main>".to_owned();
        for (heading, answer) in ["Day 22: Crab Combat", "Part Two"].iter().zip(&answers) {
            page += &format!("<article><h2>--- {heading} ---</h2><p>Cards.</p></article>");
            page += &format!("<p>Your puzzle answer was <code>{}</code>.</p>", escaped(answer));
        }
        let read = PuzzlePage::parse(&page);
        let found: Vec<Option<&str>> = read.parts.iter().map(|part| part.answer.as_deref()).collect();
        let expected: Vec<Option<&str>> = answers.iter().map(|answer| Some(answer.as_str())).collect();
        prop_assert_eq!(found, expected);
        prop_assert!(read.is_titled(PUZZLE) && !read.logged_out);
        // A page of another site has an answer only if it states one.
        let read = PuzzlePage::parse(&noise);
        prop_assert_eq!(&read.title, &sanitize(&read.title));
        for part in &read.parts {
            prop_assert!(part.answer.is_none() || noise.contains("Your puzzle answer was"));
        }
    }

    #[test]
    fn a_page_for_nobody_has_no_user(noise in stranger()) {
        let html = parse_html(&noise);
        let named = user(&html);
        prop_assert!(named.is_none() || noise.contains("user"));
        if let Some(named) = named {
            prop_assert_eq!(sanitize(&named.name), named.name.as_str());
            prop_assert!(!PuzzlePage::parse(&noise).logged_out);
        }
    }

    #[test]
    fn colours_are_read_as_they_are_written(red: u8, green: u8, blue: u8, opacity in 0_u8..=100) {
        let sheet = StyleSheet::parse(&format!(
            ".x {{ color: #{red:02x}{green:02X}{blue:02x}; opacity: {} }}",
            f32::from(opacity) / 100.0
        ));
        let style = style_of(&sheet, "<b class=x>");
        prop_assert_eq!(style.color, RgbColor(red, green, blue));
        prop_assert!((style.opacity - f32::from(opacity) / 100.0).abs() < 1e-6);
        prop_assert!(!style.is_removed);
    }

    #[test]
    fn a_sheet_of_a_stranger_never_leaves_the_range_of_a_style(
        sheet in matching("([.#a-z ,>*:]{0,6}[{] *(color|opacity|position|display) *: *(#[0-9a-fx]{0,8}|[0-9.eE+-]{0,5}|NaN|inf|none|absolute|red|!important|\\PC) *[;}]{0,2}){0,8}|\\PC*"),
        own in matching("((color|opacity):(#?[0-9a-f.-]{0,6}|NaN|inf|1e9);?){0,3}"),
    ) {
        let sheet = StyleSheet::parse(&sheet);
        let style = style_of(&sheet, &format!("<a class=x id=y style='{own}'>"));
        prop_assert!((0.0..=1.0).contains(&style.opacity), "{}", style.opacity);
    }
}

/// The style of a page's innermost element, inside white text.
fn style_of(sheet: &StyleSheet, page: &str) -> CssStyle {
    let html = parse_html(page);
    let element = Node::from(&html).descendants().last().expect("an element");
    let outer = CssStyle {
        color: RgbColor(0xff, 0xff, 0xff),
        opacity: 1.0,
        is_removed: false,
    };
    sheet.style_of(element, outer)
}
