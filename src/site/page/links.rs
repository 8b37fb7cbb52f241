//! Where the links of a page lead.

use super::document::PuzzlePage;
use crate::config::BaseUrl;
use crate::puzzle::Puzzle;

impl PuzzlePage {
    /// Makes the addresses of links absolute. What leads to no web page becomes
    /// empty.
    #[must_use]
    pub fn with_absolute_links(mut self, base_url: &BaseUrl, puzzle: Puzzle) -> Self {
        let page = base_url.at(&puzzle.page_path());
        for link in &mut self.links {
            let absolute = page.join(link).ok();
            let absolute = absolute.filter(|url| matches!(url.scheme(), "http" | "https"));
            *link = absolute.map_or_else(String::new, Into::into);
        }
        self
    }
}
