//! The selectors of the style sheets in a calendar's page, as far as they are used there.

use super::markup::Node;

/// A CSS selector of names, classes, ids, descendants and children, such as `pre.big >
/// a .x`.
pub struct CssSelector(Vec<Step>);

struct Step {
    /// The names, classes and ids that an element must have.
    names: Vec<String>,
    /// Whether the element of the next step is a child of this one. It is true for the
    /// last step, whose element is the one that is tried.
    has_child: bool,
}

impl CssSelector {
    /// Parses a selector; `None` if it uses any other syntax.
    pub fn parse(text: &str) -> Option<Self> {
        if text.contains(|c: char| !c.is_alphanumeric() && !" \r\n\t>.#-_".contains(c)) {
            return None;
        }
        let mut steps: Vec<Step> = Vec::new();
        for word in text.replace('>', " > ").split_whitespace() {
            if word == ">" {
                steps.last_mut()?.has_child = true;
                continue;
            }
            let names = word.replace('.', " .").replace('#', " #");
            steps.push(Step {
                names: names.split_whitespace().map(str::to_owned).collect(),
                has_child: false,
            });
        }
        steps.last_mut()?.has_child = true;
        Some(Self(steps))
    }

    /// Whether the selector matches. For each step only the innermost fitting element is
    /// tried.
    pub fn matches(&self, node: Node<'_>) -> bool {
        let mut path = [node].into_iter().chain(node.ancestors());
        self.0.iter().rev().all(|step| {
            if step.has_child {
                path.next().is_some_and(|node| step.fits(node))
            } else {
                path.any(|node| step.fits(node))
            }
        })
    }
}

impl Step {
    fn fits(&self, node: Node<'_>) -> bool {
        self.names.iter().all(|name| node.is(name))
    }
}

#[cfg(test)]
mod tests {
    use super::super::markup::parse;
    use super::*;

    /// The own texts of the elements that match.
    fn found(selector: &str) -> String {
        let page = "<pre class='big x'><a id=i><i><b class=y>1</b></i></a></pre><b class=y>2</b>";
        let selector = CssSelector::parse(selector).expect("a selector");
        let html = parse(page);
        let nodes = Node::from(&html).descendants();
        nodes
            .filter(|node| selector.matches(*node))
            .map(Node::text)
            .collect()
    }

    #[test]
    fn selectors_have_names_descendants_and_children() {
        for (selector, texts) in [
            ("b", "12"),
            (".big > a .y", "1"),
            ("pre.x.big #i>i > b", "1"),
            ("pre > b", ""),
            (".y", "12"),
        ] {
            assert_eq!(found(selector), texts, "{selector}");
        }
        for other in [
            "a:hover", "*", "> a", "", " 9%", "a[b]", "@media x", "a + b",
        ] {
            assert!(CssSelector::parse(other).is_none(), "{other}");
        }
    }
}
