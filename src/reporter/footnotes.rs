//! Links as footnotes, numbered in the order in which they are shown.

use crate::terminal::sanitize;

pub(super) struct Footnotes<'a> {
    links: &'a [String],
    /// The links that were shown, in order.
    shown: Vec<usize>,
}

impl<'a> Footnotes<'a> {
    pub(super) const fn new(links: &'a [String]) -> Self {
        Self {
            links,
            shown: Vec::new(),
        }
    }

    /// The number of a link; `None` if it leads nowhere.
    pub(super) fn number(&mut self, link: usize) -> Option<usize> {
        self.links.get(link).filter(|address| !address.is_empty())?;
        let known = self.shown.iter().position(|shown| *shown == link);
        let index = known.unwrap_or_else(|| {
            self.shown.push(link);
            self.shown.len() - 1
        });
        Some(index + 1)
    }

    /// The address of a link, safe to show.
    pub(super) fn address(&self, link: usize) -> Option<String> {
        let address = self.links.get(link).filter(|address| !address.is_empty())?;
        Some(sanitize(address).into_owned())
    }

    /// Numbers and addresses.
    pub(super) fn list(&self) -> Vec<(usize, String)> {
        let addresses = self.shown.iter().filter_map(|link| self.address(*link));
        (1..).zip(addresses).collect()
    }
}
