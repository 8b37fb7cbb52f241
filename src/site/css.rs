//! The part of CSS that decides how a calendar looks: colours, opacity, and what is not
//! shown, in style sheets and in `style` attributes.

use anstyle::RgbColor;

use super::markup::Node;

/// The declarations that are understood.
#[derive(Debug, Default, PartialEq)]
pub struct CssStyle {
    pub color: Option<RgbColor>,
    /// The opacity from 0 to 1.
    pub opacity: Option<f32>,
    /// Whether the element is positioned over other text, or hidden.
    pub is_removed: bool,
}

impl CssStyle {
    /// Adds declarations such as `color: #ff6; opacity: 0.5`, which take precedence.
    fn add(&mut self, declarations: &str) {
        let plain = declarations.replace(char::is_whitespace, "");
        for declaration in plain.to_ascii_lowercase().split([';']) {
            match declaration.split_once(':').unwrap_or_default() {
                ("color", value) => self.color = color(value).or(self.color),
                ("opacity", value) => {
                    if let Ok(opacity) = value.parse::<f32>() {
                        self.opacity = Some(opacity);
                    }
                }
                ("position", "absolute") | ("display", "none") => self.is_removed = true,
                _ => {}
            }
        }
    }
}

/// Parses `#ffff66` or `#ff6`.
fn color(value: &str) -> Option<RgbColor> {
    let digits = value.strip_prefix('#')?.split('!').next()?;
    let number = u32::from_str_radix(digits, 16).ok()?;
    let [_, red, green, blue] = match digits.len() {
        // Each digit counts twice.
        3 => ((number & 0xf00) << 8 | (number & 0xf0) << 4 | number & 0xf) * 0x11,
        6 => number,
        _ => return None,
    }
    .to_be_bytes();
    Some(RgbColor(red, green, blue))
}

/// The rules that are understood, sorted by specificity.
pub struct StyleSheet(Vec<Rule>);

struct Rule {
    specificity: usize,
    selector: String,
    declarations: String,
}

impl StyleSheet {
    pub fn parse(text: &str) -> Self {
        let mut rules = Vec::new();
        for rule in text.split('}') {
            let (selectors, declarations) = rule.split_once('{').unwrap_or_default();
            let mut style = CssStyle::default();
            style.add(declarations);
            for selector in selectors.split([',']) {
                if style != CssStyle::default() {
                    rules.push(Rule {
                        specificity: selector.matches(['.', '#']).count(),
                        selector: selector.to_owned(),
                        declarations: declarations.to_owned(),
                    });
                }
            }
        }
        rules.sort_by_key(|rule| rule.specificity);
        Self(rules)
    }

    /// The style of an element, without what it inherits.
    pub fn style_of(&self, element: Node) -> CssStyle {
        let mut style = CssStyle::default();
        for rule in &self.0 {
            if matches(&rule.selector, element) {
                style.add(&rule.declarations);
            }
        }
        style.add(element.attr("style").unwrap_or_default());
        style
    }
}

/// Whether a selector matches. For each step only the innermost fitting element is tried.
fn matches(selector: &str, element: Node) -> bool {
    let spaced = selector.replace('>', " > ");
    let mut steps = spaced.split_whitespace().rev();
    let mut outer = element.ancestors();
    let mut is_match = steps.next().is_some_and(|step| fits(step, element));
    while is_match && let Some(step) = steps.next() {
        is_match = match step {
            ">" => outer
                .next()
                .is_some_and(|parent| steps.next().is_some_and(|step| fits(step, parent))),
            step => outer.any(|node| fits(step, node)),
        };
    }
    is_match
}

/// Whether an element has all names, classes and ids of a step such as `a.x#y`.
fn fits(step: &str, element: Node) -> bool {
    step.replace('.', " .")
        .replace('#', " #")
        .split_whitespace()
        .all(|name| element.is(name))
}

#[cfg(test)]
mod tests {
    use super::super::markup::parse;
    use super::*;
    use crate::testing::Case;

    #[test]
    fn selectors_have_names_descendants_and_children() {
        let page = "<pre class='big x'><a id=i><i><b class=y>1</b></i></a></pre><b class=y>2</b>";
        for (selector, expected) in [
            ("b", "12"),
            (".big > a .y", "1"),
            ("pre.x.big #i>i > b", "1"),
            ("pre > b", ""),
            // These are not understood.
            ("b:hover", ""),
            ("*", ""),
            ("> b", ""),
            ("", ""),
            ("b[class]", ""),
            ("i + b", ""),
        ] {
            let page = parse(page);
            let elements = Node::from(&page).descendants();
            let found = elements.filter(|element| matches(selector, *element));
            let texts: String = found.map(Node::text).collect();
            assert_eq!(texts, expected, "{selector}");
        }
    }

    #[test]
    fn what_is_declared_last_or_in_the_element_counts() {
        let sheet = StyleSheet::parse(
            "a { color: #123 } a { Color: #ABCDEF ; opacity: .5 } .x { color: red; display: none }",
        );
        let color = Some(RgbColor(0xab, 0xcd, 0xef));
        let own = Some(RgbColor(0, 0xff, 0x88));
        for (element, (color, opacity, is_removed)) in [
            "<a>".gives((color, Some(0.5), false)),
            "<a class=x>".gives((color, Some(0.5), true)),
            "<a style='color:#0f8!important;opacity:1'>".gives((own, Some(1.0), false)),
            "<b style='color:#12345;position: absolute'>".gives((None, None, true)),
        ] {
            let page = parse(element);
            let mut nodes = Node::from(&page).children();
            let node = nodes.find(|node| !node.name().is_empty());
            let node = node.expect("an element");
            let expected = CssStyle {
                color,
                opacity,
                is_removed,
            };
            assert_eq!(sheet.style_of(node), expected, "{element}");
        }
    }
}
