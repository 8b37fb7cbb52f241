//! Crab Combat: two card games. In the plain game, the higher card wins each round. In the
//! recursive game, another game with copies of the decks decides some rounds. [`textbook`] is the
//! rules as code, in fifty lines: a queue for each deck, and a set of all decks that a game has
//! seen. The tests check the fast code against it. The textbook's part 2 plays some 380 thousand
//! rounds, on average over random deals of 50 cards.
//!
//! The fast form replaces the queues by logs ([`table`]). In each round, a card leaves the top of
//! each deck, and one deck gets both at its bottom. So one log for each player is enough, to which
//! cards are only appended. In round r, both players draw the card at index r of their logs. A deck
//! is the cards from there on, as many as the player has. Cards never move. A past state of the
//! game is its round and two lengths, so comparing it with the present state is comparing slices.
//!
//! ```text
//! the example after three rounds:   round
//!                                   v
//! player 1's log     9   2   6      3   1   9   5   6   4      6 cards in the deck
//! player 2's log     5   8   4      7  10   8   2              4 cards in the deck
//!                    drawn          not drawn yet
//! ```
//!
//! Part 1 plays runs of many rounds without a branch ([`combat`]). In part 2, only the winner of a
//! sub-game matters. [`recursive`] proves when the winner is certain, usually after a few rounds,
//! which leaves 11 of the 380 thousand rounds. A card is a byte, whatever its value ([`Card`]).
//!
//! # Where to begin
//!
//! `parse`, `part1` and `part2` are the first functions below. [`parse`] and [`textbook`] would be
//! enough to solve the puzzle; the next four modules make it fast. Read them in this order:
//!
//! | module        | what it has                                                              |
//! |---------------|--------------------------------------------------------------------------|
//! | [`parse`]     | the input as a [`Deal`]                                                  |
//! | [`textbook`]  | both games by the rules                                                  |
//! | [`table`]     | the logs, the position of a game in them, and the search for repetitions |
//! | [`combat`]    | part 1 on the table                                                      |
//! | [`recursive`] | part 2 on the table, and when the winner is certain                      |
//! | [`lanes`]     | searching and copying cards with vector instructions, for part 2         |
//! | [`trace`]     | both games in words, for `aoc run --trace`                               |
//! | `tests`       | the fast games against the textbook, and figures of repetitions          |
//!
//! # Sources
//!
//! `VeeArr`, `askalski` and `curious_sapi3n` found on the day of the puzzle, 22 December 2020, that
//! player 1 wins with the highest card. [maneatingape] explains it well. The idea of checking for a
//! repetition only in the rounds of the highest card is from [Voltara]. The doubling distances are
//! from R. P. Brent, "An improved Monte Carlo factorization algorithm", 1980.
//!
//! M. Z. Spivey, "Cycles in War", Integers 10 (2010), G02, is about the game of part 1. It contains
//! games that repeat themselves for every number of cards except 2^k and 3 * 2^k. We could read
//! only its abstract. As far as we know, the proof by the places of cards is new: it applies to
//! games with sub-games and an odd number of cards.
//!
//! # Games that repeat themselves
//!
//! Games of 2^k or 3 * 2^k cards seem never to repeat themselves, but this is not proved, so the
//! program looks for repetitions in all games. The comment at the top of `tests.rs` has the
//! figures.
//!
//! [maneatingape]: https://github.com/maneatingape/advent-of-code-rust
//! [Voltara]: https://github.com/Voltara/advent2020-fast

use std::io::Write;

use aoc_solution::{Alternative, Answer, Context, Example, Part, Random, Result, Solution, Trace};

mod combat;
mod lanes;
mod parse;
mod recursive;
mod table;
#[cfg(test)]
mod tests;
mod textbook;
mod trace;

use table::Table;

pub struct Day22;

impl Solution for Day22 {
    const TITLE: &'static str = "Crab Combat";
    type Input<'a> = Deal<'a>;

    fn parse(input: &str) -> Result<Deal<'_>> {
        parse::parse(input)
    }

    fn part1(deal: &Deal<'_>) -> Result<Answer> {
        let victory = Table::combat(deal).context(NEVER_ENDS)?;
        Ok(victory.score().into())
    }

    fn part2(deal: &Deal<'_>) -> Result<Answer> {
        Ok(Table::recursive_combat(deal).score().into())
    }

    const EXAMPLES: &'static [Example<Self>] =
        &[
            Example::new("Player 1:\n9\n2\n6\n3\n1\n\nPlayer 2:\n5\n8\n4\n7\n10\n")
                .part1("306")
                .part2("291"),
        ];

    const ALTERNATIVES: &'static [Alternative<Self>] = &[
        Alternative::new("textbook", Part::One, |deal| {
            Ok(textbook::combat(deal).context(NEVER_ENDS)?.score().into())
        }),
        Alternative::new("textbook", Part::Two, |deal| {
            Ok(textbook::recursive_combat(deal).score().into())
        }),
    ];

    /// A random deal of the cards 1 to 50. About one deal in 100,000 never ends in part 1. Such a
    /// deal is not a valid input, so the cards are dealt again.
    fn generate(seed: u64) -> Option<String> {
        let mut random = Random::new(seed);
        let mut cards: Vec<Card> = (1..=50).collect();
        loop {
            random.shuffle(&mut cards);
            let (deck1, deck2) = cards.split_at(25);
            let deal = parse::deal(deck1, deck2);
            if Table::combat(&deal).is_some() {
                return Some(deal.to_string());
            }
        }
    }

    fn trace(deal: &Deal<'_>, part: Part, out: &mut dyn Write) -> Result<Trace> {
        match part {
            Part::One => trace::combat(deal, out)?,
            Part::Two => trace::recursive_combat(deal, out)?,
        }
        Ok(Trace::Written)
    }
}

/// The number on a card, at least 1.
type Value = u32;

/// A card as the program plays it: its value, or a number that replaces the value.
///
/// Cards are only compared with each other and with the number of cards that a player can copy for
/// a sub-game. Nobody can copy more cards than there are. So if values are too large for this type,
/// all values above the number of cards are replaced by the next numbers above it, in the same
/// order.
type Card = u8;

/// The players' decks, the top card first. All cards are different, and both players have some.
///
/// This is one array, because vectors on the heap would take a fifth of the time of parsing a deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deal<'a> {
    /// Player 1's deck, then player 2's, then unused places.
    cards: [Card; Deal::CAPACITY],
    /// The number of player 1's cards.
    count1: usize,
    /// The number of all cards.
    count: usize,
    /// The input, to find the values that were replaced.
    replaced: Option<&'a str>,
}

impl Deal<'_> {
    const CAPACITY: usize = Card::MAX as usize + 1;

    fn deck1(&self) -> &[Card] {
        &self.cards[..self.count1]
    }

    fn deck2(&self) -> &[Card] {
        &self.cards[self.count1..self.count]
    }

    /// The values of these cards.
    fn values(&self, deck: &[Card]) -> Vec<Value> {
        let Some(text) = self.replaced else {
            return deck.iter().map(|&card| card.into()).collect();
        };
        let mut values = [0; Self::CAPACITY];
        for (&card, value) in self.cards.iter().zip(parse::values(text)) {
            values[usize::from(card)] = value;
        }
        deck.iter().map(|&card| values[usize::from(card)]).collect()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Player {
    One,
    Two,
}

impl Player {
    /// The winner of a round without a sub-game.
    fn with_higher<T: Ord + Copy>(card1: T, card2: T) -> Self {
        if card1 > card2 { Self::One } else { Self::Two }
    }
}

/// The end of a game.
#[derive(Debug, PartialEq, Eq)]
struct Victory {
    winner: Player,
    /// The winner's deck.
    deck: Vec<Value>,
}

impl Victory {
    fn score(&self) -> u64 {
        self.deck
            .iter()
            .rev()
            .zip(1..)
            .map(|(&value, factor)| u64::from(value) * factor)
            .sum()
    }
}

const NEVER_ENDS: &str =
    "combat never ends with this deal: the same decks repeat; is the input complete?";
