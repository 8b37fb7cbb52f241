//! Crab Combat: two card games, a plain one and one in which rounds are decided
//! by games of their own. The second takes a million rounds to play, and 57
//! thousand of them are enough.
//!
//! # The table: decks are logs
//!
//! Cards leave a deck at the top and join it at the bottom, one leaves each
//! deck in each round. So each player gets one log, to which cards are only
//! added ([`table`]). In round r of a game both players draw what is at index r
//! of their logs, and their decks are the cards from there on, as many as they
//! have. Nothing is ever moved, and a past state of the game is nothing but its
//! round and two lengths: to compare it with the present one is to compare
//! slices. A card is a byte there, whatever its value ([`Card`]).
//!
//! # Part 1: Combat
//!
//! The next rounds' cards are on the table already, as many rounds as the
//! shorter deck has cards, and nobody can run out before. They are played at
//! one go: no test for the end, and no branch that depends on the cards, since
//! both players write the round down as won and only the winner's end of log
//! moves on. Some deals have no end (1, 2, 4 against 3, 5); that is found as
//! below and is an error.
//!
//! # Part 2: Recursive Combat
//!
//! Of a sub-game only the winner matters. In what follows, n is the number of
//! cards in a game. A round can be decided by a sub-game only if both cards
//! drawn, a and b, can be counted off from what is left: a + b <= n - 2.
//!
//! **The highest card is never lost.** Cards are different whole numbers above
//! 0, so the highest of n is n at least. That cannot be counted off: its rounds
//! are decided by the cards, and it wins them. Who holds it never runs out. So
//! if player 1 holds it, player 1 wins the sub-game, outright or by repetition,
//! and there is nothing to play. If player 2 does, player 2 wins unless the
//! game repeats itself.
//!
//! **A game of an odd number of cards is soon decided.** Cards come to a deck in
//! pairs, the winner's card above the loser's. Count a deck from the bottom:
//! the 1st, 3rd, 5th card is in a *loser's place*, the 2nd, 4th, 6th in a
//! *winner's place*; let that count for the cards dealt as well. What a place is
//! does not change while a card is in it, as cards come in pairs. The card on
//! top is in a winner's place if its deck has an even number of cards, else in
//! a loser's. If n is odd, one deck is even and the other is odd, so *a card in
//! a winner's place always meets one in a loser's place*.
//!
//! Now let player 1 have, in a winner's place, a card h that is higher than all
//! cards in losers' places, no matter whose, and above n - 3. Then player 1 has
//! won. For let us call h and all cards above it high.
//!
//! - All high cards are in winners' places. So two of them never meet.
//! - When one is drawn, there is no sub-game (the other card is 1 at least, the
//!   sum above n - 2), it wins, and goes to a winner's place of the same deck.
//! - When none is drawn, none changes its owner or the kind of its place.
//!
//! So all this stays true for ever, player 1 never loses h and never runs out,
//! and wins, by repetition most likely. Player 2, who has the highest card, does
//! not run out either: these are the games that would go on and on. They are
//! decided after seven rounds on average, and with them goes nearly all of the
//! work: of 985 thousand rounds of a full deal 928 thousand.
//!
//! **When to look.** Player 2's highest card comes to the top once in each
//! passage through the deck. Only when it has just won is there a look for a
//! card of player 1 that is safe in this way, or for a repetition: a game that
//! repeats itself does so at these moments too. In games of an even number of
//! cards, one in fifty of which repeats itself, there is no look at all until
//! the game has gone on for some time.
//!
//! **Repetition is found exactly**, by comparing cards with cards. Which past
//! state to compare with is chosen in Brent's way: the one at the 1st, 2nd,
//! 4th, 8th look. No set, no hash, no score that two states may share. The rare
//! game that needs it is played for longer than to its first repetition, which
//! does no harm to a sub-game.
//!
//! **The main game** is played out, as its cards are asked for. If it repeats
//! itself (often with few cards; with 25 each it was never seen to) the first
//! repeated state decides the score. Brent's way tells some distance d after
//! which states recur, and the first state that equals the one d rounds later
//! is looked up in the logs.
//!
//! # What it costs
//!
//! A round is some forty instructions, a look is one pass through the decks, and
//! memory is a few bytes a round of the games that are under way. How many
//! rounds a deal takes nobody can say: the only bound known is the number of
//! ways to lay out the cards. What did not pay: a set of hashes, a memo of
//! sub-games (few occur twice), decks in rings or packed into words, cards of
//! more than a byte.
//!
//! # Sources
//!
//! That player 1 wins with the highest card is widely known; [maneatingape]
//! explains it well. Looking only when the highest card is played is from
//! [Voltara]. R. P. Brent, "An improved Monte Carlo factorization algorithm",
//! 1980, has the doubling distances. Places and odd games are, as far as we
//! know, from here.
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

/// What is on a card, 1 at least.
type Value = u32;

/// A card as it is played: its value, or a number that stands for it.
///
/// A value matters in two ways only: which of two is higher, and how many cards
/// to count off. Nobody can count off more cards than there are. So in a deal
/// with values that are too large for this type, the values above the number of
/// cards are replaced, in their order, by the next numbers above it.
type Card = u8;

/// The players' decks, the top card first. No card is there twice, and nobody
/// starts with none.
///
/// All in one piece: to go to the heap would take a fifth of the time that it
/// takes to read a deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deal<'a> {
    /// Player 1's deck, then player 2's, then nothing.
    cards: [Card; Deal::ROOM],
    /// How many cards are player 1's.
    first: usize,
    /// How many cards there are.
    count: usize,
    /// Where to find the values again, if cards stand for others.
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

    /// What is on these cards.
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
    /// Who wins a round by the cards.
    fn with_higher<T: Ord + Copy>(card1: T, card2: T) -> Self {
        if card1 > card2 { Self::One } else { Self::Two }
    }
}

/// How a game ended.
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

const NEVER_ENDS: &str = "combat goes on for ever with this deal: the same decks come round again and again; \
     is the input complete?";

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

    /// A fair deal of the cards 1 to 50. One in 100,000 or so has no end in
    /// part 1 and so is no valid input: it is dealt again.
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
