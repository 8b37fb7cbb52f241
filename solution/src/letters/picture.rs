//! Texts that draw a picture: one character for the lit pixels, another one or
//! blanks for the others.

/// Characters that usually are lit pixels, and those that usually are not.
const LIT: &str = "#█▓■●@*XO1";
const UNLIT: &str = ".░·-_0";

/// The lit pixels within the smallest rectangle that has them all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Picture {
    rows: Vec<Vec<bool>>,
}

impl Picture {
    /// What the text may draw, the likely first: which of its two characters is
    /// lit does not show. Nothing if it has one line, no lit pixel or more than
    /// two characters beside the space.
    pub(super) fn candidates(text: &str) -> Vec<Self> {
        if text.trim_matches(['\n', '\r']).lines().nth(1).is_none() {
            return Vec::new();
        }
        let (mut first, mut second) = (None, None);
        for c in text.chars().filter(|c| !matches!(c, ' ' | '\n' | '\r')) {
            if first.is_none_or(|first| first == c) {
                first = Some(c);
            } else if second.is_none_or(|second| second == c) {
                second = Some(c);
            } else {
                return Vec::new();
            }
        }
        let mut lit: Vec<char> = first.into_iter().chain(second).collect();
        lit.sort_by_key(|c| !LIT.contains(*c));
        lit.into_iter()
            .filter_map(|lit| Self::new(text, lit))
            .collect()
    }

    /// Whether the characters are those that pictures are usually drawn with.
    pub(super) fn is_usual(text: &str) -> bool {
        let is_usual =
            |c: char| matches!(c, ' ' | '\n' | '\r') || LIT.contains(c) || UNLIT.contains(c);
        text.chars().all(is_usual) && text.chars().any(|c| LIT.contains(c))
    }

    fn new(text: &str, lit: char) -> Option<Self> {
        let mut rows: Vec<Vec<bool>> = text
            .lines()
            .map(|line| line.chars().map(|c| c == lit).collect())
            .collect();
        let is_blank = |row: &Vec<bool>| row.iter().all(|lit| !lit);
        let bottom = rows.iter().rposition(|row| !is_blank(row))?;
        rows.truncate(bottom + 1);
        let top = rows.iter().position(|row| !is_blank(row))?;
        rows.drain(..top);
        let left = rows
            .iter()
            .filter_map(|row| row.iter().position(|lit| *lit));
        let left = left.min()?;
        let right = rows
            .iter()
            .filter_map(|row| row.iter().rposition(|lit| *lit));
        let width = right.max()? + 1 - left;
        for row in &mut rows {
            row.drain(..left.min(row.len()));
            row.resize(width, false);
        }
        Some(Self { rows })
    }

    /// The picture with half the columns, if each is drawn twice, as people do
    /// to have square pixels in a terminal.
    pub(super) fn halved(&self) -> Option<Self> {
        let is_doubled = |row: &Vec<bool>| {
            row.chunks(2)
                .all(|pair| pair.len() == 2 && pair[0] == pair[1])
        };
        self.rows.iter().all(is_doubled).then(|| Self {
            rows: self
                .rows
                .iter()
                .map(|row| row.iter().copied().step_by(2).collect())
                .collect(),
        })
    }

    pub(super) fn height(&self) -> usize {
        self.rows.len()
    }

    pub(super) fn width(&self) -> usize {
        self.rows.first().map_or(0, Vec::len)
    }

    /// Nothing is lit outside of the picture.
    pub(super) fn is_lit(&self, row: usize, column: usize) -> bool {
        let row = self.rows.get(row);
        row.and_then(|row| row.get(column)) == Some(&true)
    }

    pub(super) fn is_blank_column(&self, column: usize) -> bool {
        (0..self.height()).all(|row| !self.is_lit(row, column))
    }
}
