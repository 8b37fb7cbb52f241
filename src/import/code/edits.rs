//! Changes to a text, each at its place in the original.

use std::ops::Range;

#[derive(Debug, Default)]
pub struct Edits {
    edits: Vec<(Range<usize>, String)>,
}

impl Edits {
    /// Puts `new` in the place of some bytes.
    pub fn replace(&mut self, bytes: Range<usize>, new: impl Into<String>) {
        self.edits.push((bytes, new.into()));
    }

    /// Removes some bytes, and the rest of their lines if that is blank.
    pub fn remove_lines(&mut self, text: &str, bytes: Range<usize>) {
        let line = text[..bytes.start].rfind('\n').map_or(0, |at| at + 1);
        let end = text[bytes.end..]
            .find('\n')
            .map_or(text.len(), |at| bytes.end + at + 1);
        let is_alone =
            text[line..bytes.start].trim().is_empty() && text[bytes.end..end].trim().is_empty();
        let bytes = if is_alone { line..end } else { bytes };
        self.replace(bytes, "");
    }

    /// The changed text. Of changes that overlap, the one that begins first
    /// counts.
    pub fn apply(mut self, text: &str) -> String {
        // What is inserted comes before what is replaced at the same place.
        self.edits
            .sort_by_key(|(bytes, _)| (bytes.start, !bytes.is_empty(), usize::MAX - bytes.end));
        let (mut out, mut at) = (String::with_capacity(text.len()), 0);
        for (bytes, new) in self.edits {
            if bytes.start < at {
                continue;
            }
            out.push_str(&text[at..bytes.start]);
            out.push_str(&new);
            at = bytes.end;
        }
        out.push_str(&text[at..]);
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_made_in_order_and_never_twice() {
        let text = "one\n  #[two]\nthree four\n";
        let mut edits = Edits::default();
        edits.replace(19..23, "five");
        edits.remove_lines(text, 6..12);
        edits.replace(6..8, "lost");
        edits.replace(0..0, "zero ");
        edits.replace(4..4, "half\n");
        assert_eq!(edits.apply(text), "zero one\nhalf\nthree five\n");
    }
}
