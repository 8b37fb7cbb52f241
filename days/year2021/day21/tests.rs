use super::*;

fn all_starts() -> impl Iterator<Item = Starts> {
    (1..=BOARD).flat_map(|start1| (1..=BOARD).map(move |start2| [start1, start2]))
}

#[test]
fn answers_the_example() {
    let starts = [4, 8];
    assert_eq!(Day21::part1(&starts).unwrap(), 739_785_u64.into());
    assert_eq!(
        Day21::part2(&starts).unwrap(),
        444_356_092_776_315_u64.into()
    );
    let ways = |start| ways::<QUANTUM_SIDES, BOARD, QUANTUM_GOAL>(start);
    assert_eq!(
        wins(&ways(4), &ways(8)),
        [444_356_092_776_315, 341_960_390_180_808]
    );
}

#[test]
fn agrees_with_the_textbook_from_all_starts() {
    for starts in all_starts() {
        assert_eq!(practice(starts), textbook::practice(starts), "{starts:?}");
        assert_eq!(
            Day21::part2(&starts).unwrap(),
            textbook::quantum(starts).into(),
            "{starts:?}"
        );
    }
}

/// The wins of both players, counted universe by universe.
fn brute_force(
    sides: usize,
    board: usize,
    goal: usize,
    spaces: Starts,
    scores: Starts,
) -> [u64; 2] {
    if scores[1] >= goal {
        return [0, 1];
    }
    let mut wins = [0; 2];
    for first in 1..=sides {
        for second in 1..=sides {
            for third in 1..=sides {
                let space = (spaces[0] - 1 + first + second + third) % board + 1;
                let [other, own] = brute_force(
                    sides,
                    board,
                    goal,
                    [spaces[1], space],
                    [scores[1], scores[0] + space],
                );
                wins[0] += own;
                wins[1] += other;
            }
        }
    }
    wins
}

fn check_all_starts<const SIDES: usize, const BOARD: usize, const GOAL: usize>() {
    for start1 in 1..=BOARD {
        for start2 in 1..=BOARD {
            assert_eq!(
                wins(
                    &ways::<SIDES, BOARD, GOAL>(start1),
                    &ways::<SIDES, BOARD, GOAL>(start2)
                ),
                brute_force(SIDES, BOARD, GOAL, [start1, start2], [0, 0]),
                "{SIDES} sides, {BOARD} spaces, goal {GOAL}, from {start1} and {start2}"
            );
        }
    }
}

#[test]
fn counts_the_universes_of_small_games_of_other_sizes() {
    check_all_starts::<1, 1, 1>();
    check_all_starts::<1, 10, 21>();
    check_all_starts::<2, 1, 2>();
    check_all_starts::<2, 3, 4>();
    check_all_starts::<2, 10, 6>();
    check_all_starts::<3, 10, 4>();
    check_all_starts::<3, 4, 3>();
    check_all_starts::<4, 5, 2>();
}

#[test]
fn traces_the_practice_game() {
    let mut told = vec![];
    assert!(Day21::trace(&[4, 8], Part::One, &mut told).unwrap());
    let told = String::from_utf8(told).unwrap();
    assert!(told.starts_with(
        "\
Player 1 rolls 1+2+3 and moves to space 10 for a total score of 10.
Player 2 rolls 4+5+6 and moves to space 3 for a total score of 3.
Player 1 rolls 7+8+9 and moves to space 4 for a total score of 14.
Player 2 rolls 10+11+12 and moves to space 6 for a total score of 9.
Player 1 rolls 13+14+15 and moves to space 6 for a total score of 20.
Player 2 rolls 16+17+18 and moves to space 7 for a total score of 16.
Player 1 rolls 19+20+21 and moves to space 6 for a total score of 26.
Player 2 rolls 22+23+24 and moves to space 6 for a total score of 22.
"
    ));
    assert!(told.ends_with(
        "\
Player 2 rolls 82+83+84 and moves to space 6 for a total score of 742.
Player 1 rolls 85+86+87 and moves to space 4 for a total score of 990.
Player 2 rolls 88+89+90 and moves to space 3 for a total score of 745.
Player 1 rolls 91+92+93 and moves to space 10 for a final score, 1000.
"
    ));
    assert_eq!(told.lines().count(), 331);
    assert!(!Day21::trace(&[4, 8], Part::Two, &mut vec![]).unwrap());
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
    for (input, message) in [
        (
            "",
            "the input ends before `Player 1 starting position:`; is it complete?",
        ),
        (
            "Player 1 starting position: 4\n",
            "the input ends before `Player 2 starting position:`; is it complete?",
        ),
        (
            "<!DOCTYPE html>\n",
            "line 1: expected `Player 1 starting position: `, found `<!DOCTYPE html>`",
        ),
        (
            "Player 1 starting position: 4\nPlayer 1 starting position: 8\n",
            "line 2: expected `Player 2 starting position: `, found `Player 1 starting position: 8`",
        ),
        (
            "Player 1 starting position: 0\nPlayer 2 starting position: 8\n",
            "line 1: expected a space from 1 to 10, found `0`",
        ),
        (
            "Player 1 starting position: 4\nPlayer 2 starting position: 11\n",
            "line 2: expected a space from 1 to 10, found `11`",
        ),
        (
            "Player 1 starting position: -4\n",
            "line 1: expected a space from 1 to 10, found `-4`",
        ),
        (
            "Player 1 starting position: 4 and 5\n",
            "line 1: expected a space from 1 to 10, found `4 and 5`",
        ),
        (
            "Player 1 starting position: \0\n",
            "line 1: expected a space from 1 to 10, found `\\0`",
        ),
        (
            "Player 1 starting position: 4\nPlayer 2 starting position: 8\n\nPlayer 3",
            "line 4: expected the end of the input, found `Player 3`",
        ),
    ] {
        let error = Day21::parse(input).unwrap_err().to_string();
        assert_eq!(error, message, "{input:?}");
    }
}
