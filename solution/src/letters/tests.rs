use super::*;
use crate::Random;

/// How a picture is drawn.
#[derive(Clone, Copy)]
struct Style {
    lit: char,
    unlit: char,
    /// Blank rows and columns around.
    margin: usize,
    is_doubled: bool,
    /// Whether rows end with their last lit pixel.
    is_trimmed: bool,
}

const PLAIN: Style = Style {
    lit: '#',
    unlit: '.',
    margin: 0,
    is_doubled: false,
    is_trimmed: false,
};

/// Draws the letters in cells of the typeface, each at its place in the cell.
fn draw(text: &str, face: &Typeface, style: Style) -> String {
    let blank_row = vec![false; style.margin * 2 + text.len() * face.pitch];
    let mut rows = vec![blank_row; style.margin * 2 + face.height];
    for (cell, letter) in text.chars().enumerate() {
        let glyph = face.glyphs().find(|glyph| glyph.letter == letter).unwrap();
        let start = style.margin + cell * face.pitch + glyph.left;
        for row in 0..face.height {
            for column in 0..glyph.width {
                rows[style.margin + row][start + column] = glyph.is_lit(row, column);
            }
        }
    }
    let times = if style.is_doubled { 2 } else { 1 };
    let draw_row = |row: &Vec<bool>| {
        let used = row.iter().rposition(|lit| *lit).map_or(0, |last| last + 1);
        let length = if style.is_trimmed { used } else { row.len() };
        let pixel = |&lit: &bool| if lit { style.lit } else { style.unlit };
        let pixels = row[..length].iter().map(pixel);
        pixels.flat_map(|c| iter::repeat_n(c, times)).collect()
    };
    let rows: Vec<String> = rows.iter().map(draw_row).collect();
    rows.join("\n")
}

fn alphabet(face: &Typeface) -> Vec<char> {
    face.glyphs().map(|glyph| glyph.letter).collect()
}

fn letters(text: &str) -> Reading {
    Reading::Letters(text.to_owned())
}

fn unknown(letters: Option<&str>, rows: usize) -> Reading {
    let letters = letters.map(str::to_owned);
    Reading::Unknown { letters, rows }
}

fn pick<T: Copy>(random: &mut Random, items: &[T]) -> T {
    items[usize::try_from(random.below(items.len() as u64)).unwrap()]
}

#[test]
fn no_letter_can_be_taken_for_another_or_for_two() {
    for face in &TYPEFACES {
        for glyph in face.glyphs() {
            let picture = draw(&glyph.letter.to_string(), face, PLAIN);
            assert_eq!(read(&picture), letters(&glyph.letter.to_string()));
            let picture = Picture::candidates(&picture).swap_remove(0);
            // Blank columns end a letter, and the rows tell the typeface.
            assert!((0..glyph.width).all(|column| !picture.is_blank_column(column)));
            assert_eq!(picture.height(), face.height, "{}", glyph.letter);
            let same = face.glyphs().filter(|other| other.is_at(&picture, 0));
            assert_eq!(same.count(), 1, "{}", glyph.letter);
        }
    }
}

#[test]
fn reads_random_words_however_they_are_drawn() {
    let mut random = Random::new(1);
    for _ in 0..500 {
        let face = &TYPEFACES[usize::try_from(random.below(3)).unwrap()];
        let alphabet = alphabet(face);
        let length = 1 + random.below(10);
        let word: String = (0..length).map(|_| pick(&mut random, &alphabet)).collect();
        let (lit, unlit) = pick(
            &mut random,
            &[
                ('#', '.'),
                ('#', ' '),
                ('█', ' '),
                ('█', '░'),
                ('@', '.'),
                ('X', ' '),
                ('1', '0'),
                ('⬜', '⬛'),
                ('.', '#'),
            ],
        );
        let style = Style {
            lit,
            unlit,
            margin: usize::try_from(random.below(4)).unwrap(),
            is_doubled: random.below(2) == 0,
            is_trimmed: random.below(2) == 0,
        };
        let picture = draw(&word, face, style);
        assert_eq!(read(&picture), letters(&word), "{picture}");
        assert_eq!(typed(&picture), word);
        let with_blank_lines = format!("\r\n\n{}\r\n", picture.replace('\n', "\r\n"));
        assert_eq!(read(&with_blank_lines), letters(&word));
    }
}

/// What is read is what is drawn: a picture with other pixels than those of the
/// letters is not read as these letters.
#[test]
fn a_wrong_pixel_is_an_unknown_letter() {
    let mut random = Random::new(2);
    for _ in 0..500 {
        let face = &TYPEFACES[usize::try_from(random.below(2)).unwrap()];
        let alphabet = alphabet(face);
        let word: String = (0..4).map(|_| pick(&mut random, &alphabet)).collect();
        let mut pixels: Vec<char> = draw(&word, face, PLAIN).chars().collect();
        for _ in 0..=random.below(3) {
            let place = usize::try_from(random.below(pixels.len() as u64)).unwrap();
            pixels[place] = match pixels[place] {
                '#' => '.',
                '.' => '#',
                other => other,
            };
        }
        let picture: String = pixels.into_iter().collect();
        if let Reading::Letters(read) = read(&picture) {
            let drawn = draw(&read, face, PLAIN);
            assert_eq!(
                Picture::candidates(&picture)[0],
                Picture::candidates(&drawn)[0]
            );
        }
    }
}

#[test]
fn noise_is_harmless() {
    let mut random = Random::new(3);
    for _ in 0..500 {
        let length = random.below(120);
        let characters = ['#', '.', ' ', '\n', '\n', '\r', 'é', '\t', '█'];
        let few = &characters[..usize::try_from(2 + random.below(8)).unwrap()];
        let text: String = (0..length).map(|_| pick(&mut random, few)).collect();
        let other: String = text.chars().rev().collect();
        let _ = (read(&text), typed(&text));
        assert_eq!(same(&text, &other), same(&other, &text));
        assert_eq!(same(&text, &text), Some(true));
    }
}

#[test]
fn letters_that_touch_are_told_apart() {
    // A Y is as wide as its cell.
    for word in ["LGYHB", "YYIY", "IJ", "JILL", "I"] {
        assert_eq!(read(&draw(word, &TYPEFACES[0], PLAIN)), letters(word));
    }
}

#[test]
fn says_which_letters_are_not_known() {
    let hello = draw("HELLO", &TYPEFACES[0], PLAIN);
    let spoiled = hello.replacen("#..#.####", "#..#.##.#", 1);
    assert_eq!(read(&spoiled), unknown(Some("H?LLO"), 6));
    assert_eq!(typed(&spoiled), spoiled);
    // The gap between two letters is lit.
    let spoiled = hello.replacen("#..#.####", "#..######", 1);
    assert_eq!(read(&spoiled), unknown(Some("??LLO"), 6));
    // A letter is in two pieces.
    let spoiled = hello.replacen("####", "#..#", 1);
    assert_eq!(read(&spoiled), unknown(Some("H?LLO"), 6), "{spoiled}");
    // A whole letter is missing.
    let blank = |row: &str| format!("{}.....{}", &row[..5], &row[10..]);
    let missing: Vec<String> = hello.lines().map(blank).collect();
    assert_eq!(read(&missing.join("\n")), unknown(Some("H?LLO"), 6));
    // Two rows of letters, and no letters at all.
    assert_eq!(read(&format!("{hello}\n\n{hello}")), unknown(None, 13));
    assert_eq!(read("#.\n.#"), unknown(None, 2));
}

#[test]
fn text_is_left_alone() {
    for text in [
        "",
        "\n",
        "....\n....\n",
        "#",
        "####\n",
        "\n#\n\n",
        "ab\nba",
        "one\ntwo\nthree",
        "a\tb\n",
    ] {
        assert_eq!(read(text), Reading::Text, "{text:?}");
        assert_eq!(typed(text), text);
    }
}

#[test]
fn answers_are_compared_as_what_they_say() {
    let blocks = Style {
        lit: '█',
        unlit: ' ',
        margin: 2,
        is_trimmed: true,
        ..PLAIN
    };
    let [plain, other] = [PLAIN, blocks].map(|style| draw("HELLO", &TYPEFACES[0], style));
    assert_eq!(same(&plain, &other), Some(true));
    assert_eq!(same(&plain, "HELLO"), Some(true));
    assert_eq!(same("HELLO", &other), Some(true));
    assert_eq!(same(&plain, "HELL"), Some(false));
    assert_eq!(same("33400", "33401"), Some(false));
    // A letter that is not known may be any letter.
    let spoiled = plain.replacen("#..#.####", "#..#.##.#", 1);
    assert_eq!(same(&spoiled, "HELLO"), None);
    assert_eq!(same("HALLO", &spoiled), None);
    for different in ["HELLA", "H?LLO", "H3LLO", "HELO", ""] {
        assert_eq!(same(&spoiled, different), Some(false), "{different}");
    }
    assert_eq!(same(&spoiled, &plain), Some(false));
    assert_eq!(same(&spoiled, &spoiled.replace('.', " ")), Some(true));
    // Pictures that are not letters are compared as pictures.
    assert_eq!(same("#.\n.#", "@ \n @\n"), Some(true));
    assert_eq!(same("#.\n.#", ".#\n#."), Some(false));
    assert_eq!(same("#.\n.#", "HELLO"), Some(false));
}
