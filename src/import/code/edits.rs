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

    /// Removes some bytes, with the rest of their lines if that is blank, and
    /// one of the blank lines around them if there are two.
    pub fn remove_lines(&mut self, text: &str, bytes: Range<usize>) {
        let line = text[..bytes.start].rfind('\n').map_or(0, |at| at + 1);
        let end_of_line = |from: usize| {
            text[from..]
                .find('\n')
                .map_or(text.len(), |at| from + at + 1)
        };
        let end = end_of_line(bytes.end);
        let is_blank = |bytes: Range<usize>| text[bytes].trim().is_empty();
        if !is_blank(line..bytes.start) || !is_blank(bytes.end..end) {
            return self.replace(bytes, "");
        }
        let after_blank = line == 0 || text[..line].ends_with("\n\n");
        let next = end_of_line(end);
        let is_between = after_blank && next > end && is_blank(end..next);
        self.replace(line..if is_between { next } else { end }, "");
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
