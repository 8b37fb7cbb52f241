//! The letters that answers are known to have used. The puzzles do not show
//! their alphabets. These shapes are those of the public collections
//! `nbanman/advent-ocr` and `mstksg/advent-of-code-ocr`, which agree (the second
//! lacks the S), and those of the example of 2018/10. The letters of height 6 are
//! also those of `bsoyka/advent-of-code-ocr`, whose Y lacks its last column.

/// The letters of one height.
pub(super) struct Typeface {
    pub(super) height: usize,
    /// The columns from the beginning of one letter to that of the next.
    pub(super) pitch: usize,
    /// Each letter's rows, top first, one row a word. The blank end of a row
    /// may be left out.
    letters: &'static [(char, &'static str)],
}

pub(super) const TYPEFACES: [Typeface; 3] = [
    // 2016/08, 2019/08, 2019/11, 2021/13, 2022/10. Never seen: D M N Q T V W X.
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
    // 2018/10. Never seen: D I M O Q S T U V W Y.
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
    // The example of 2018/10.
    Typeface {
        height: 8,
        pitch: 7,
        letters: &[
            ('H', "#...# #...# #...# ##### #...# #...# #...# #...#"),
            ('I', "### .#. .#. .#. .#. .#. .#. ###"),
        ],
    },
];

/// A letter's shape.
#[derive(Clone, Copy)]
pub(super) struct Glyph {
    pub(super) letter: char,
    shape: &'static str,
    /// The blank columns before the first lit one.
    pub(super) left: usize,
    /// The columns from the first lit one to the last.
    pub(super) width: usize,
}

impl Typeface {
    pub(super) fn glyphs(&self) -> impl Iterator<Item = Glyph> {
        self.letters.iter().map(|&(letter, shape)| {
            let rows = || shape.split(' ');
            let left = rows().filter_map(|row| row.find('#')).min();
            let end = rows().filter_map(|row| row.rfind('#')).max();
            let (left, end) = left.zip(end).expect("a letter has lit pixels");
            Glyph {
                letter,
                shape,
                left,
                width: end + 1 - left,
            }
        })
    }
}

impl Glyph {
    /// The pixel is lit, counted from the first lit column.
    pub(super) fn is_lit(&self, row: usize, column: usize) -> bool {
        let row = self.shape.split(' ').nth(row).unwrap_or_default();
        row.as_bytes().get(self.left + column) == Some(&b'#')
    }
}
