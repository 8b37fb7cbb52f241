//! The tests compare both games with the textbook from all 100 pairs of starts.

use super::*;

fn all_starts() -> impl Iterator<Item = Starts> {
    (1..=BOARD).flat_map(|start1| (1..=BOARD).map(move |start2| [start1, start2]))
}

#[test]
fn agrees_with_the_textbook_from_all_starts() {
    for starts in all_starts() {
        assert_eq!(practice(starts), textbook::practice(starts), "{starts:?}");
        let universes = textbook::quantum(starts);
        assert_eq!(quantum(starts), universes, "{starts:?}");
        assert_eq!(table::quantum(starts), universes, "{starts:?}");
    }
}

#[test]
fn traces_the_practice_game() {
    let mut trace = vec![];
    let traced = Day21::trace(&[4, 8], Part::One, &mut trace).unwrap();
    assert_eq!(traced, Trace::Written);
    let trace = String::from_utf8(trace).unwrap();
    let start = "Player 1 rolls 1+2+3 and moves to space 10 for a total score of 10.\n";
    let end = "Player 1 rolls 91+92+93 and moves to space 10 for a final score, 1000.\n";
    assert!(trace.starts_with(start) && trace.ends_with(end), "{trace}");
    assert_eq!(trace.lines().count(), 331);
    let traced = Day21::trace(&[4, 8], Part::Two, &mut vec![]).unwrap();
    assert_eq!(traced, Trace::None);
}

#[test]
fn generated_starts_are_valid_and_cover_all() {
    let mut starts: Vec<_> = (0..2000)
        .map(|seed| Day21::parse(&Day21::generate(seed).unwrap()).unwrap())
        .collect();
    assert_eq!(Day21::generate(7), Day21::generate(7));
    starts.sort_unstable();
    starts.dedup();
    assert!(starts.into_iter().eq(all_starts()));
}

#[test]
fn reads_starts_however_the_lines_end() {
    for text in [
        "Player 1 starting position: 4\nPlayer 2 starting position: 10\n",
        "Player 1 starting position: 4\nPlayer 2 starting position: 10",
        "Player 1 starting position: 4\r\nPlayer 2 starting position: 10\r\n\r\n",
        "\nPlayer 1 starting position: 4 \nPlayer 2 starting position: 10\n\n \n",
    ] {
        assert_eq!(Day21::parse(text).unwrap(), [4, 10], "{text:?}");
    }
}

#[test]
fn says_what_is_wrong_with_an_input_and_where() {
    // `A` and `B` replace the beginnings of the lines.
    let space = "expected a space from 1 to 10, found";
    for (input, message) in [
        (
            "A4\n",
            "the input ends before `Player 2 starting position:`",
        ),
        ("A0\n", &*format!("line 1: {space} `0`")),
        ("A4\nB11\n", &*format!("line 2: {space} `11`")),
        ("A-4\n", &*format!("line 1: {space} `-4`")),
        ("A4 and 5\n", &*format!("line 1: {space} `4 and 5`")),
        (
            "<html>\n",
            "line 1: expected `Player 1 starting position: `",
        ),
        (
            "A4\nB8\n\nx",
            "line 4: expected the end of the input, found `x`",
        ),
        (
            &format!("A4\nB8\n{}", "9".repeat(50)),
            &format!(
                "line 3: expected the end of the input, found `{}...`",
                "9".repeat(40)
            ),
        ),
    ] {
        let input = input.replace('A', "Player 1 starting position: ");
        let input = input.replace('B', "Player 2 starting position: ");
        let error = Day21::parse(&input).unwrap_err();
        assert!(error.to_string().starts_with(message), "{error}");
    }
}
