//! Reads the capital letters that some puzzles draw on a screen.
//!
//! Advent of Code draws with two typefaces: cells 5 wide with letters 6 high
//! (2016/08, 2019/08, 2019/11, 2021/13, 2022/10) and cells 8 wide with letters
//! 10 high (2018/10). The puzzles do not show the alphabets; these are the
//! letters that answers are known to have used.

/// One typeface: the size of a letter's cell, and each letter's rows, top
/// first, one row a word.
struct Typeface {
    height: usize,
    pitch: usize,
    letters: &'static [(char, &'static str)],
}

const TYPEFACES: [Typeface; 2] = [
    Typeface {
        height: 6,
        pitch: 5,
        letters: &[
            ('A', ".##. #..# #..# #### #..# #..#"),
            ('B', "###. #..# ###. #..# #..# ###."),
            ('C', ".##. #..# #... #... #..# .##."),
            ('E', "#### #... ###. #... #... ####"),
            ('F', "#### #... ###. #... #... #..."),
            ('G', ".##. #..# #... #.## #..# .###"),
            ('H', "#..# #..# #### #..# #..# #..#"),
            ('I', ".### ..#. ..#. ..#. ..#. .###"),
            ('J', "..## ...# ...# ...# #..# .##."),
            ('K', "#..# #.#. ##.. #.#. #.#. #..#"),
            ('L', "#... #... #... #... #... ####"),
            ('O', ".##. #..# #..# #..# #..# .##."),
            ('P', "###. #..# #..# ###. #... #..."),
            ('R', "###. #..# #..# ###. #.#. #..#"),
            ('S', ".### #... #... .##. ...# ###."),
            ('U', "#..# #..# #..# #..# #..# .##."),
            ('Y', "#...# #...# .#.#. ..#.. ..#.. ..#.."),
            ('Z', "#### ...# ..#. .#.. #... ####"),
        ],
    },
    Typeface {
        height: 10,
        pitch: 8,
        letters: &[
            (
                'A',
                "..## .#..# #....# #....# #....# ###### #....# #....# #....# #....#",
            ),
            (
                'B',
                "##### #....# #....# #....# ##### #....# #....# #....# #....# #####",
            ),
            ('C', ".#### #....# # # # # # # #....# .####"),
            ('E', "###### # # # ##### # # # # ######"),
            ('F', "###### # # # ##### # # # # #"),
            ('G', ".#### #....# # # # #..### #....# #....# #...## .###.#"),
            (
                'H',
                "#....# #....# #....# #....# ###### #....# #....# #....# #....# #....#",
            ),
            (
                'J',
                "...### ....# ....# ....# ....# ....# ....# #...# #...# .###",
            ),
            ('K', "#....# #...# #..# #.# ## ## #.# #..# #...# #....#"),
            ('L', "# # # # # # # # # ######"),
            (
                'N',
                "#....# ##...# ##...# #.#..# #.#..# #..#.# #..#.# #...## #...## #....#",
            ),
            ('P', "##### #....# #....# #....# ##### # # # # #"),
            (
                'R',
                "##### #....# #....# #....# ##### #..# #...# #...# #....# #....#",
            ),
            (
                'X',
                "#....# #....# .#..# .#..# ..## ..## .#..# .#..# #....# #....#",
            ),
            ('Z', "###### .....# .....# ....# ...# ..# .# # # ######"),
        ],
    },
];

/// The letters in `picture`; `None` if any of them is unknown.
pub(crate) fn read(picture: &str) -> Option<String> {
    let rows: Vec<&str> = picture
        .lines()
        .map(|row| row.trim_end_matches('.'))
        .skip_while(|row| row.is_empty())
        .collect();
    let height = rows.iter().rposition(|row| !row.is_empty())? + 1;
    let rows = &rows[..height];
    let typeface = TYPEFACES.iter().find(|face| face.height == height)?;
    let left = rows.iter().filter_map(|row| row.find('#')).min()?;

    // Some letters begin with blank columns, so the first cell may begin to the
    // left of the first pixel.
    (left.saturating_sub(2)..=left)
        .rev()
        .find_map(|left| typeface.read(rows, left))
}

impl Typeface {
    /// The letters in the cells from column `left` on.
    fn read(&self, rows: &[&str], left: usize) -> Option<String> {
        let width = rows.iter().map(|row| row.len()).max()?;
        (left..width)
            .step_by(self.pitch)
            .map(|cell| self.letter(rows, cell))
            .collect()
    }

    /// The letter whose cell begins at column `cell`.
    fn letter(&self, rows: &[&str], cell: usize) -> Option<char> {
        let seen: Vec<&str> = rows
            .iter()
            .map(|row| {
                let end = row.len().min(cell + self.pitch);
                row.get(cell..end).unwrap_or("").trim_end_matches('.')
            })
            .collect();
        let (letter, _) = self.letters.iter().find(|(_, shape)| {
            let drawn = shape.split(' ').map(|row| row.trim_end_matches('.'));
            drawn.eq(seen.iter().copied())
        })?;
        Some(*letter)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Draws `text`, with `margin` blank columns and rows around it.
    fn draw(text: &str, face: &Typeface, margin: usize) -> String {
        let blank = ".".repeat(margin * 2 + text.len() * face.pitch);
        let mut rows = vec![blank.clone(); margin];
        for y in 0..face.height {
            let mut row = ".".repeat(margin);
            for letter in text.chars() {
                let (_, shape) = face.letters.iter().find(|(l, _)| *l == letter).unwrap();
                let drawn = shape.split(' ').nth(y).unwrap();
                row.push_str(drawn);
                row.push_str(&".".repeat(face.pitch - drawn.len()));
            }
            rows.push(row + &".".repeat(margin));
        }
        rows.extend(vec![blank; margin]);
        rows.join("\n")
    }

    #[test]
    fn reads_every_letter_of_both_typefaces_in_any_place() {
        for face in &TYPEFACES {
            let alphabet: String = face.letters.iter().map(|(letter, _)| letter).collect();
            let backwards: String = alphabet.chars().rev().collect();
            for text in [alphabet, backwards] {
                for margin in [0, 1, 4] {
                    assert_eq!(read(&draw(&text, face, margin)), Some(text.clone()));
                }
            }
        }
    }

    #[test]
    fn reads_a_word_that_begins_with_a_narrow_letter() {
        for text in ["I", "J", "IJ", "JILL", "YUYU"] {
            assert_eq!(read(&draw(text, &TYPEFACES[0], 0)).as_deref(), Some(text));
            assert_eq!(read(&draw(text, &TYPEFACES[0], 3)).as_deref(), Some(text));
        }
    }

    #[test]
    fn refuses_unknown_letters() {
        assert_eq!(read(""), None);
        assert_eq!(read("....\n....\n"), None);
        assert_eq!(read("####\n####\n####\n####\n####\n####\n"), None);
        assert_eq!(read("#\n"), None);
        let spoiled = draw("HELLO", &TYPEFACES[0], 0).replacen('.', "#", 1);
        assert_eq!(read(&spoiled), None);
    }
}
