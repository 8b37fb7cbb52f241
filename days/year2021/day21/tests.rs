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
    let start = "Player 1 rolls 1+2+3 and moves to space 10 for a total score of 10.\n";
    let end = "Player 1 rolls 91+92+93 and moves to space 10 for a final score, 1000.\n";
    assert!(told.starts_with(start) && told.ends_with(end), "{told}");
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
    // `A` and `B` stand for the beginnings of the lines, which end with `/`.
    let cases = "
        A4/-> the input ends before `Player 2 starting position:`; is it complete?
        A0/-> line 1: expected a space from 1 to 10, found `0`
        A4/B11/-> line 2: expected a space from 1 to 10, found `11`
        A-4/-> line 1: expected a space from 1 to 10, found `-4`
        A4 and 5/-> line 1: expected a space from 1 to 10, found `4 and 5`
        <html>/-> line 1: expected `Player 1 starting position: `, found `<html>`
        A4/B8//x-> line 4: expected the end of the input, found `x`
    ";
    for case in cases.trim().lines() {
        let (input, message) = case.trim().split_once("-> ").unwrap();
        let input = input.replace('A', "Player 1 starting position: ");
        let input = input.replace('B', "Player 2 starting position: ");
        let error = Day21::parse(&input.replace('/', "\n")).unwrap_err();
        assert_eq!(error.to_string(), message);
    }
}
