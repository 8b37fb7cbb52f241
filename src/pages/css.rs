//! Parses the part of CSS that affects the look of a calendar: colours, opacity and hidden
//! elements, in style sheets and in `style` attributes.

use anstyle::RgbColor;

use super::markup::Node;

/// The style of text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CssStyle {
    pub color: RgbColor,
    /// The opacity from 0 to 1.
    pub opacity: f32,
    /// True if the element is left out, because it is hidden or covers other text.
    pub is_removed: bool,
}

impl CssStyle {
    /// Adds declarations such as `color: #ff6; opacity: 0.5`. Later ones override earlier ones.
    fn add(&mut self, declarations: &str) {
        let plain = declarations.replace(char::is_whitespace, "");
        for declaration in plain.to_ascii_lowercase().split(';') {
            match declaration.split_once(':').unwrap_or_default() {
                ("color", value) => self.color = parse_color(value).unwrap_or(self.color),
                ("opacity", value) => self.opacity = opacity(value).unwrap_or(self.opacity),
                ("position", "absolute") | ("display", "none") => self.is_removed = true,
                _ => {}
            }
        }
    }
}

/// True if declarations contain a property that this module uses.
fn has_known_property(declarations: &str) -> bool {
    let declarations = declarations.to_ascii_lowercase();
    ["color", "opacity", "position", "display"]
        .iter()
        .any(|name| declarations.contains(name))
}

/// Parses `#ffff66` or `#ff6`.
fn parse_color(value: &str) -> Option<RgbColor> {
    let digits = value.strip_prefix('#')?.split('!').next()?;
    let number = u32::from_str_radix(digits, 16).ok()?;
    let [_, red, green, blue] = match digits.len() {
        // `#abc` means `#aabbcc`.
        3 => ((number & 0xf00) << 8 | (number & 0xf0) << 4 | number & 0xf) * 0x11,
        6 => number,
        _ => return None,
    }
    .to_be_bytes();
    Some(RgbColor(red, green, blue))
}

/// Parses a number such as `0.5`, and limits it to the range from 0 to 1.
fn opacity(value: &str) -> Option<f32> {
    let number: f32 = value.parse().ok()?;
    number.is_finite().then_some(number.clamp(0.0, 1.0))
}

/// The maximum number of rules that are used. The site's calendars have about 100. Each rule is
/// compared with each element, so 20,000 rules would take a minute.
const MAX_RULES: usize = 200;

/// The rules, sorted by specificity.
pub struct StyleSheet(Vec<StyleRule>);

struct StyleRule {
    selector: String,
    declarations: String,
}

impl StyleSheet {
    pub fn parse(text: &str) -> Self {
        let mut rules = Vec::new();
        for rule in text.split('}') {
            let (selectors, declarations) = rule.split_once('{').unwrap_or_default();
            if !has_known_property(declarations) {
                continue;
            }
            for selector in selectors.split(',') {
                rules.push(StyleRule {
                    selector: selector.to_owned(),
                    declarations: declarations.to_owned(),
                });
            }
        }
        rules.truncate(MAX_RULES);
        rules.sort_by_key(|rule| rule.selector.matches(['.', '#']).count());
        Self(rules)
    }

    /// The style of an element inside an element of the style `outer`.
    pub fn style_of(&self, element: Node, outer: CssStyle) -> CssStyle {
        let mut style = CssStyle {
            opacity: 1.0,
            ..outer
        };
        for rule in &self.0 {
            if matches(&rule.selector, element) {
                style.add(&rule.declarations);
            }
        }
        style.add(element.attr("style"));
        style.opacity *= outer.opacity;
        style
    }
}

/// True if an element matches a selector of names, classes and ids, such as `.x > a#y`. Each step
/// is compared only with the innermost ancestor that fits, so a selector such as `.x > a b` may not
/// match where it does in a browser.
fn matches(selector: &str, element: Node) -> bool {
    let selector = selector.replace('>', " > ");
    let mut steps = selector.split_whitespace().rev();
    let mut outer = element.ancestors();
    if !steps.next().is_some_and(|step| matches_step(step, element)) {
        return false;
    }
    while let Some(step) = steps.next() {
        let is_match = if step == ">" {
            let parent = outer.next();
            steps
                .next()
                .is_some_and(|step| parent.is_some_and(|node| matches_step(step, node)))
        } else {
            outer.any(|node| matches_step(step, node))
        };
        if !is_match {
            return false;
        }
    }
    true
}

/// True if an element has all names, classes and ids of a step such as `a.x#y`.
fn matches_step(step: &str, element: Node) -> bool {
    step.replace('.', " .")
        .replace('#', " #")
        .split_whitespace()
        .all(|name| element.is(name))
}

#[cfg(test)]
mod tests {
    use super::super::markup::parse_html;
    use super::*;

    #[test]
    fn selectors_have_names_descendants_and_children() {
        let page = "<pre class='big x'><a id=i><i><b class=y>1</b></i></a></pre><b class=y>2</b>";
        for (selector, expected) in [
            ("b", "12"),
            (".big a .y", "1"),
            ("pre.x.big #i i b", "1"),
            ("pre i a", ""),
            (".big > a .y", "1"),
            ("pre.x.big #i>i > b", "1"),
            ("pre > b", ""),
            // These selectors are not supported.
            ("pre >", ""),
            ("a > > b", ""),
            ("b:hover", ""),
            ("*", ""),
            ("> b", ""),
            ("", ""),
            ("b[class]", ""),
            ("i + b", ""),
        ] {
            let page = parse_html(page);
            let elements = Node::from(&page).descendants();
            let found = elements.filter(|element| matches(selector, *element));
            let texts: String = found.map(Node::text).collect();
            assert_eq!(texts, expected, "{selector}");
        }
    }

    #[test]
    fn a_sheet_of_a_stranger_ends_after_the_rules_that_a_calendar_has() {
        let other = "a { margin: 0 }";
        let color = "a, b { color: #123 }";
        for (name, sheet, count) in [
            ("no effect", other.repeat(MAX_RULES), 0),
            ("both", other.repeat(MAX_RULES) + color, 2),
            ("many", color.repeat(MAX_RULES), MAX_RULES),
        ] {
            assert_eq!(StyleSheet::parse(&sheet).0.len(), count, "{name}");
        }
    }

    #[test]
    fn what_is_declared_last_or_in_the_element_counts() {
        let sheet = StyleSheet::parse(
            "a { color: #123 } a { Color: #ABCDEF ; opacity: .5 } .x { color: red; display: none }",
        );
        let outer = CssStyle {
            color: RgbColor(1, 2, 3),
            opacity: 0.5,
            is_removed: false,
        };
        let color = RgbColor(0xab, 0xcd, 0xef);
        let own = RgbColor(0, 0xff, 0x88);
        for (element, (color, opacity, is_removed)) in [
            ("<a>", (color, 0.25, false)),
            ("<a class=x>", (color, 0.25, true)),
            (
                "<a style='color:#0f8!important;opacity:1'>",
                (own, 0.5, false),
            ),
            (
                "<b style='color:#12345;position: absolute'>",
                (outer.color, 0.5, true),
            ),
        ] {
            let page = parse_html(element);
            let node = Node::from(&page)
                .children()
                .find(|node| !node.name().is_empty())
                .expect("an element");
            let expected = CssStyle {
                color,
                opacity,
                is_removed,
            };
            assert_eq!(sheet.style_of(node, outer), expected, "{element}");
        }
    }
}
