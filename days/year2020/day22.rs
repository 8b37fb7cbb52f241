//! Crab Combat: two card games. In the plain one the higher card wins the round;
//! in the recursive one some rounds are decided by playing a game with copies of
//! the decks. Played by the rules, the second takes a million rounds; 57
//! thousand of them are enough.
//!
//! # The table: decks are logs
//!
//! In each round a card leaves the top of each deck, and both join one deck at
//! the bottom. So each player gets one log, to which cards are only appended
//! ([`table`]). In round r of a game both players draw the card at index r of
//! their logs, and their decks are the cards from there on, as many as they
//! have. Nothing is ever moved, and a past state of the game is just its round
//! and two lengths: to compare it with the present one is to compare slices. A
//! card is a byte there, whatever its value ([`Card`]).
//!
//! # Part 1: Combat
//!
//! The cards of the next rounds are already in the logs, for as many rounds as
//! the shorter deck has cards, and nobody can run out of cards before. These
//! rounds are played in one go: without a test for the end, and without a branch
//! that depends on the cards, because both players write the round down as won
//! and only the winner's log gets longer. Some deals never end (1, 2, 4 against
//! 3, 5); this is found as described below and is an error.
//!
//! # Part 2: Recursive Combat
//!
//! Only the winner of a sub-game matters. In what follows, n is the number of
//! cards in a game. A round can be decided by a sub-game only if both players
//! have as many cards left as the ones they drew, a and b, say:
//! a + b <= n - 2.
//!
//! **The highest card is never lost.** Cards are different whole numbers above
//! 0, so the highest of n cards is at least n. Nobody has that many cards left,
//! so its rounds are decided by the cards, and it wins them. The player who
//! holds it never runs out. If that is player 1, player 1 wins the sub-game,
//! outright or by repetition, and there is nothing to play. If it is player 2,
//! player 2 wins unless the game repeats itself.
//!
//! **A game of an odd number of cards is soon decided.** Cards come to a deck in
//! pairs, the winner's card above the loser's. Count a deck from the bottom: the
//! 1st, 3rd, 5th card is in a *loser's place*, the 2nd, 4th, 6th in a *winner's
//! place*, also for the cards that were dealt. The kind of a card's place does
//! not change while it is in the deck, because cards come in pairs. The card on
//! top is in a winner's place if its deck has an even number of cards, else in a
//! loser's place. If n is odd, one deck is even and the other is odd, so *a card
//! in a winner's place always meets one in a loser's place*.
//!
//! Now suppose that player 1 has, in a winner's place, a card h that is higher
//! than all cards in losers' places, of both players, and above n - 3. Then
//! player 1 has won. To see why, call h and all cards above it high:
//!
//! - All high cards are in winners' places. So two of them never meet.
//! - When one is drawn, there is no sub-game (the other card is at least 1, so
//!   the sum is above n - 2). The high card wins and goes to a winner's place of
//!   the same deck.
//! - When none is drawn, no high card changes its owner or the kind of its place.
//!
//! So all this stays true for ever. Player 1 never loses h, never runs out of
//! cards, and wins, most likely by repetition: player 2, who has the highest
//! card, does not run out either. These are the games that would go on and on.
//! They are decided after seven rounds on average, and this saves nearly all of
//! the work: 928 thousand of the 985 thousand rounds of a full deal.
//!
//! **When to look.** Player 2's highest card comes to the top once in each pass
//! through the deck. Only after it has won a round, the program looks for such a
//! safe card of player 1, or for a repetition: a game that repeats itself does so
//! at these moments too. In games of an even number of cards, of which
//! one in fifty repeats itself, it does not look at all until the game has gone
//! on for some time.
//!
//! **Repetition is found exactly**, by comparing cards with cards. Brent's
//! algorithm chooses the past state to compare with: that at the 1st, 2nd, 4th or
//! 8th look, and so on. It needs no set, no hash, and no score that two states may
//! share. A game that repeats itself is played for longer than to its first
//! repetition, but such games are rare, and a sub-game's winner is the same.
//!
//! **The main game** is played to its end, because its cards are asked for. If
//! it repeats itself (often with few cards; never seen with 25 each) the first
//! repeated state decides the score. Brent's algorithm finds some distance d
//! after which states recur; the first state that equals the one d rounds later
//! is then looked up in the logs.
//!
//! # What it costs
//!
//! A round takes some forty instructions, a look is one pass through the decks,
//! and memory is a few bytes for each round of the games in progress. How many
//! rounds a deal takes is unknown: the only known bound is the number of ways to
//! arrange the cards. What did not pay off: a set of hashes, a memo of sub-games
//! (few occur twice), decks in ring buffers or packed into words, cards of more
//! than a byte.
//!
//! # Sources
//!
//! It is widely known that player 1 wins with the highest card; [maneatingape]
//! explains it well. Looking only after the highest card is played is from
//! [Voltara]. The doubling distances are from R. P. Brent, "An improved Monte
//! Carlo factorization algorithm", 1980. Places and odd games are, as far as we
//! know, new here.
//!
//! [maneatingape]: https://github.com/maneatingape/advent-of-code-rust
//! [Voltara]: https://github.com/Voltara/advent2020-fast

use std::io::Write;

use aoc_solution::{Alternative, Answer, Context, Example, Part, Random, Result, Solution};

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

/// The number on a card, at least 1.
type Value = u32;

/// A card as it is played: its value, or a number that stands for it.
///
/// Values have two uses only: to compare two cards, and to count the cards to copy
/// for a sub-game. Nobody can copy more cards than there are. So in a
/// deal with values that are too large for this type, the values above the
/// number of cards are replaced, in their order, by the next numbers above it.
type Card = u8;

/// The players' decks, the top card first. All cards are different, and both
/// players have some.
///
/// It is one array, because vectors on the heap would take a fifth of the time of
/// reading a deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deal<'a> {
    /// Player 1's deck, then player 2's, then nothing.
    cards: [Card; Deal::ROOM],
    /// The number of player 1's cards.
    first: usize,
    /// The number of all cards.
    count: usize,
    /// The input, for finding the values if cards stand for them.
    replaced: Option<&'a str>,
}

impl Deal<'_> {
    const ROOM: usize = Card::MAX as usize + 1;

    fn deck1(&self) -> &[Card] {
        &self.cards[..self.first]
    }

    fn deck2(&self) -> &[Card] {
        &self.cards[self.first..self.count]
    }

    /// The numbers on these cards.
    fn values(&self, deck: &[Card]) -> Vec<Value> {
        let Some(text) = self.replaced else {
            return deck.iter().map(|&card| card.into()).collect();
        };
        let mut values = [0; Self::ROOM];
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

    /// A random deal of the cards 1 to 50. About one in 100,000 never ends in
    /// part 1 and is not a valid input: the cards are dealt again.
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

    fn trace(deal: &Deal<'_>, part: Part, out: &mut dyn Write) -> Result<bool> {
        match part {
            Part::One => trace::combat(deal, out)?,
            Part::Two => trace::recursive_combat(deal, out)?,
        }
        Ok(true)
    }
}
