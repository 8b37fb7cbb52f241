//! The part of CSS that decides how a calendar looks: colours, opacity, and what is not
//! shown, in style sheets and in `style` attributes.

use anstyle::RgbColor;

use super::markup::Node;

/// No page of the site has more rules; many rules would take long to draw.
const MAX_RULES: usize = 200;

/// The declarations that are understood.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
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
            let (property, value) = declaration.split_once(':').unwrap_or_default();
            match (property, value) {
                ("color", _) => self.color = color(value).or(self.color),
                ("opacity", _) => self.opacity = opacity(value).or(self.opacity),
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

fn opacity(value: &str) -> Option<f32> {
    let number: f32 = value.parse().ok()?;
    Some(number.clamp(0.0, 1.0))
}

/// The rules that are understood.
pub struct StyleSheet {
    /// The rules are sorted by specificity.
    rules: Vec<Rule>,
}

struct Rule {
    specificity: usize,
    selector: CssSelector,
    declarations: String,
}

impl StyleSheet {
    pub fn parse(text: &str) -> Self {
        let mut rules = Vec::new();
        for rule in text.split('}') {
            let Some((selectors, declarations)) = rule.split_once('{') else {
                continue;
            };
            let mut style = CssStyle::default();
            style.add(declarations);
            if style == CssStyle::default() {
                continue;
            }
            for text in selectors.split([',']) {
                if let Some(selector) = CssSelector::parse(text) {
                    rules.push(Rule {
                        specificity: text.matches(['.', '#']).count(),
                        selector,
                        declarations: declarations.to_owned(),
                    });
                }
            }
        }
        rules.truncate(MAX_RULES);
        rules.sort_by_key(|rule| rule.specificity);
        Self { rules }
    }

    /// The style of an element, without what it inherits.
    pub fn style_of(&self, element: Node<'_>) -> CssStyle {
        let mut style = CssStyle::default();
        for rule in &self.rules {
            if rule.selector.matches(element) {
                style.add(&rule.declarations);
            }
        }
        style.add(element.attr("style").unwrap_or_default());
        style
    }
}

/// A selector of names, classes, ids, descendants and children, such as `pre.big > a .x`.
struct CssSelector {
    /// The steps from the element itself outwards.
    steps: Vec<Step>,
}

struct Step {
    relation: Relation,
    /// The names, classes and ids that an element must have.
    names: Vec<String>,
}

/// How the element of a step is related to that of the previous one.
#[derive(Clone, Copy, PartialEq)]
enum Relation {
    Itself,
    Parent,
    Ancestor,
}

impl CssSelector {
    /// Parses a selector; `None` if it uses any other syntax.
    fn parse(text: &str) -> Option<Self> {
        if !text.chars().all(is_known) {
            return None;
        }
        let mut steps = Vec::new();
        let mut relation = Relation::Itself;
        for word in text.replace('>', " > ").split_whitespace().rev() {
            if word == ">" {
                relation = Relation::Parent;
                continue;
            }
            let names = word.replace('.', " .").replace('#', " #");
            steps.push(Step {
                relation,
                names: names.split_whitespace().map(str::to_owned).collect(),
            });
            relation = Relation::Ancestor;
        }
        (relation == Relation::Ancestor).then_some(Self { steps })
    }

    /// Whether the selector matches. For each step only the innermost fitting element is
    /// tried.
    fn matches(&self, element: Node<'_>) -> bool {
        let mut current = element;
        for step in &self.steps {
            let mut outer = current.ancestors();
            let found = match step.relation {
                Relation::Itself => Some(current),
                Relation::Parent => outer.next(),
                Relation::Ancestor => outer.find(|node| step.fits(*node)),
            };
            match found {
                Some(node) if step.fits(node) => current = node,
                _ => return false,
            }
        }
        true
    }
}

impl Step {
    fn fits(&self, node: Node<'_>) -> bool {
        self.names.iter().all(|name| node.is(name))
    }
}

/// True for a character of the selectors that are understood.
fn is_known(c: char) -> bool {
    c.is_alphanumeric() || c.is_whitespace() || ">.#-_".contains(c)
}

#[cfg(test)]
mod tests {
    use super::super::markup::parse;
    use super::*;

    #[test]
    fn selectors_have_names_descendants_and_children() {
        let page = "<pre class='big x'><a id=i><i><b class=y>1</b></i></a></pre><b class=y>2</b>";
        for (selector, expected) in [
            ("b", "12"),
            (".big > a .y", "1"),
            ("pre.x.big #i>i > b", "1"),
            ("pre > b", ""),
        ] {
            let page = parse(page);
            let selector_found = CssSelector::parse(selector).expect(selector);
            let elements = Node::from(&page).descendants();
            let found = elements.filter(|element| selector_found.matches(*element));
            let texts: String = found.map(Node::text).collect();
            assert_eq!(texts, expected, "{selector}");
        }
        for other in [
            "a:hover", "*", "> a", "", " 9%", "a[b]", "@media x", "a + b",
        ] {
            assert!(CssSelector::parse(other).is_none(), "{other}");
        }
    }

    #[test]
    fn what_is_declared_last_or_in_the_element_counts() {
        let sheet = StyleSheet::parse(
            "a { color: #123 } a { Color: #ABCDEF ; opacity: .5 } .x { color: red; display: none }",
        );
        for (element, color, opacity, is_removed) in [
            ("<a>", Some(RgbColor(0xab, 0xcd, 0xef)), Some(0.5), false),
            (
                "<a class=x>",
                Some(RgbColor(0xab, 0xcd, 0xef)),
                Some(0.5),
                true,
            ),
            (
                "<a style='color:#0f8!important;opacity:7'>",
                Some(RgbColor(0, 0xff, 0x88)),
                Some(1.0),
                false,
            ),
            (
                "<b style='color:#12345;position: absolute'>",
                None,
                None,
                true,
            ),
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
