use super::*;

fn all_starts() -> impl Iterator<Item = Starts> {
    (1..=BOARD).flat_map(|start1| (1..=BOARD).map(move |start2| [start1, start2]))
}

#[test]
fn agrees_with_the_textbook_from_all_starts() {
    for starts in all_starts() {
        assert_eq!(practice(starts), textbook::practice(starts), "{starts:?}");
        let quantum = Day21::part2(&starts).unwrap();
        assert_eq!(quantum, textbook::quantum(starts).into(), "{starts:?}");
    }
}

/// The wins of both players, counted universe by universe from where they stand and
/// from their scores; the player whose turn it is comes first.
fn brute_force(
    sides: usize,
    board: usize,
    goal: usize,
    [(space, score), other]: [(usize, usize); 2],
) -> [u64; 2] {
    if other.1 >= goal {
        return [0, 1];
    }
    let mut wins = [0; 2];
    for rolls in 0..sides.pow(3) {
        let sum = 3 + rolls % sides + rolls / sides % sides + rolls / sides.pow(2);
        let space = (space - 1 + sum) % board + 1;
        let next = [other, (space, score + space)];
        let [theirs, ours] = brute_force(sides, board, goal, next);
        wins = [wins[0] + ours, wins[1] + theirs];
    }
    wins
}

fn check_all_starts<const SIDES: usize, const BOARD: usize, const GOAL: usize>() {
    let spaces = (1..=BOARD).flat_map(|one| (1..=BOARD).map(move |two| [one, two]));
    for [one, two] in spaces {
        let ways = [one, two].map(ways::<SIDES, BOARD, GOAL>);
        let expected = brute_force(SIDES, BOARD, GOAL, [(one, 0), (two, 0)]);
        let game = format!("{SIDES} sides, {BOARD} spaces, goal {GOAL}, from {one} and {two}");
        assert_eq!(wins(&ways[0], &ways[1]), expected, "{game}");
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
    let mut trace = vec![];
    assert!(Day21::trace(&[4, 8], Part::One, &mut trace).unwrap());
    let trace = String::from_utf8(trace).unwrap();
    let start = "Player 1 rolls 1+2+3 and moves to space 10 for a total score of 10.\n";
    let end = "Player 1 rolls 91+92+93 and moves to space 10 for a final score, 1000.\n";
    assert!(trace.starts_with(start) && trace.ends_with(end), "{trace}");
    assert_eq!(trace.lines().count(), 331);
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
