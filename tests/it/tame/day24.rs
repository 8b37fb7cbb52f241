//! Answers with pictures of letters: drawn as text, and with a letter that is
//! not known.

use aoc_solution::{Answer, Example, Result, Solution};

pub struct Day24;

const PICTURE: &str = "\
.##..#..#
#..#.#..#
#..#.####
####.#..#
#..#.#..#
#..#.#..#
";

impl Solution for Day24 {
    const TITLE: &'static str = "Letters";
    type Input<'a> = &'a str;

    fn parse(input: &str) -> Result<&str> {
        Ok(input)
    }

    fn part1(_: &&str) -> Result<Answer> {
        Ok(PICTURE.replace('#', "██").replace('.', "  ").into())
    }

    fn part2(_: &&str) -> Result<Answer> {
        let unknown = PICTURE.replace("####.", "#.##.");
        let rows = unknown.lines();
        Ok(Answer::letters(
            rows.map(|row| row.bytes().map(|c| c == b'#')),
        ))
    }

    const EXAMPLES: &'static [Example<Self>] = &[
        Example::new("text").part1("AH"),
        Example::new("picture").part1(PICTURE),
        Example::new("unknown").part2("QH"),
        Example::new("wrong").part2("QX"),
    ];
}
