//! The paths of modules: in a copy, days are modules of the crate's root.

use std::collections::{BTreeMap, BTreeSet};

use super::super::place;
use super::edits::Edits;
use super::source::Source;
use crate::puzzle::Year;

/// Where days were, and what they are called now.
#[derive(Clone, Debug, Default)]
pub struct Layout {
    /// The modules around the days, such as `year2015`.
    pub parent: Vec<String>,
    /// Days whose names change, such as `day1` to `day01`.
    pub renamed: BTreeMap<String, String>,
    /// The module that the root of a package is now, if each day had one.
    pub root: Option<String>,
    /// What the root of the crate had, and the crate that has it now.
    pub moved: Option<(BTreeSet<String>, String)>,
}

impl Layout {
    /// The crate that has this item of the root now.
    fn moved(&self, name: &str) -> Option<&str> {
        let (names, library) = self.moved.as_ref()?;
        names.contains(name).then_some(library)
    }
}

/// Changes the paths in a file of `year`. Returns the lines that need another
/// year, which is another program here.
pub fn edit(source: &Source<'_>, layout: &Layout, year: Year, edits: &mut Edits) -> Vec<usize> {
    let mut others = Vec::new();
    let mut depth = 0_usize;
    for index in source.all() {
        match source.word(index) {
            "{" => depth += 1,
            "}" => depth = depth.saturating_sub(1),
            "crate" if source.matches(index + 1, &[":", ":"]) => {
                let after = index + 3;
                if let Some(library) = layout.moved(first_name(source, after)) {
                    edits.replace(source.bytes(index..index + 1), library);
                    continue;
                }
                if let Some(root) = &layout.root {
                    edits.replace(
                        source.bytes(after..after + 1).start..source.bytes(after..after + 1).start,
                        format!("{root}::"),
                    );
                    continue;
                }
                let end = after + 3 * layout.parent.len();
                let is_parent =
                    layout.parent.iter().enumerate().all(|(number, name)| {
                        source.matches(after + 3 * number, &[name, ":", ":"])
                    });
                if is_parent && end > after {
                    let bytes = source.bytes(after..end);
                    edits.replace(bytes, "");
                } else if !layout.parent.is_empty()
                    && place::year_in(source.word(after)).is_some_and(|other| other != year)
                {
                    others.push(source.line(index));
                }
            }
            "super"
                if depth == 0
                    && layout.parent.len() == 1
                    && source.matches(index + 1, &[":", ":", "super", ":", ":"])
                    && source.word(index.wrapping_sub(1)) != ":" =>
            {
                edits.replace(source.bytes(index..index + 4), "crate");
            }
            "super"
                if depth == 0
                    && layout.parent.is_empty()
                    && source.matches(index + 1, &[":", ":"])
                    && layout.moved(first_name(source, index + 3)).is_some() =>
            {
                let library = layout.moved(first_name(source, index + 3));
                edits.replace(source.bytes(index..index + 1), library.unwrap_or_default());
            }
            word => {
                let is_in_path = index > 1 && source.matches(index - 2, &[":", ":"]);
                if let Some(new) = layout.renamed.get(word).filter(|_| is_in_path) {
                    edits.replace(source.bytes(index..index + 1), new.clone());
                }
            }
        }
    }
    others
}

/// The name at the start of a path, or the first one of a group.
fn first_name<'a>(source: &Source<'a>, index: usize) -> &'a str {
    source.word(index + usize::from(source.word(index) == "{"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edited(text: &str, layout: &Layout) -> (String, Vec<usize>) {
        let source = Source::new(text);
        let mut edits = Edits::default();
        let others = edit(&source, layout, Year(2019), &mut edits);
        (edits.apply(text), others)
    }

    #[test]
    fn paths_lead_to_the_root() {
        let layout = Layout {
            parent: vec!["year2019".to_owned()],
            ..Layout::default()
        };
        let (text, others) = edited(
            "use crate::year2019::intcode::*;\nuse crate::util::parse::*;\nuse super::super::util::x;\n\
             use super::intcode::*; mod a { use super::super::b; }\nuse crate::year2018::day01;\n",
            &layout,
        );
        assert_eq!(
            text,
            "use crate::intcode::*;\nuse crate::util::parse::*;\nuse crate::util::x;\n\
             use super::intcode::*; mod a { use super::super::b; }\nuse crate::year2018::day01;\n"
        );
        assert_eq!(others, [5]);
    }

    #[test]
    fn days_get_their_names_and_roots_become_modules() {
        let renamed = [("day1".to_owned(), "day01".to_owned())].into();
        let layout = Layout {
            renamed,
            ..Layout::default()
        };
        let text = "use crate::day1::X; use super::day1; let day1 = 1;";
        let new = "use crate::day01::X; use super::day01; let day1 = 1;";
        assert_eq!(edited(text, &layout).0, new);
        let layout = Layout {
            moved: Some((["read".to_owned()].into(), "old".to_owned())),
            ..Layout::default()
        };
        let text =
            "use crate::{read}; use super::read; use crate::util; mod a { use super::read; }";
        let new = "use old::{read}; use old::read; use crate::util; mod a { use super::read; }";
        assert_eq!(edited(text, &layout).0, new);
        let layout = Layout {
            root: Some("day01".to_owned()),
            ..Layout::default()
        };
        let text = "use crate::grid::Grid;";
        assert_eq!(edited(text, &layout).0, "use crate::day01::grid::Grid;");
    }
}
