//! Crab Combat. DOC

use std::io::Write;

use aoc_solution::{Alternative, Answer, Context, Example, Part, Random, Result, Solution};

mod parse;
mod table;
#[cfg(test)]
mod tests;
mod textbook;
mod trace;

use table::Table;

pub struct Day22;

/// A card's value, 1 to 255.
type Card = u8;

/// The players' decks, the top card first. No card is there twice, and nobody
/// starts with none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deal {
    deck1: Vec<Card>,
    deck2: Vec<Card>,
}

impl Deal {
    fn cards(&self) -> impl Iterator<Item = &Card> {
        self.deck1.iter().chain(&self.deck2)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Player {
    One,
    Two,
}

impl Player {
    /// Who wins a round by the cards.
    fn with_higher(card1: Card, card2: Card) -> Self {
        if card1 > card2 { Self::One } else { Self::Two }
    }
}

/// How a game ended.
#[derive(Debug, PartialEq, Eq)]
struct Victory {
    winner: Player,
    /// The winner's deck.
    deck: Vec<Card>,
}

impl Victory {
    fn score(&self) -> u32 {
        self.deck
            .iter()
            .rev()
            .zip(1..)
            .map(|(&card, factor)| u32::from(card) * factor)
            .sum()
    }
}

const NEVER_ENDS: &str = "combat goes on for ever with this deal: the same decks come round again and again; \
     is the input complete?";

impl Solution for Day22 {
    const TITLE: &'static str = "Crab Combat";
    type Input<'a> = Deal;

    fn parse(input: &str) -> Result<Deal> {
        parse::parse(input)
    }

    fn part1(deal: &Deal) -> Result<Answer> {
        let victory = Table::combat(deal).context(NEVER_ENDS)?;
        Ok(victory.score().into())
    }

    fn part2(deal: &Deal) -> Result<Answer> {
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
            let (deck1, deck2) = cards.split_at(cards.len() / 2);
            let deal = Deal {
                deck1: deck1.to_vec(),
                deck2: deck2.to_vec(),
            };
            if Table::combat(&deal).is_some() {
                return Some(deal.to_string());
            }
        }
    }

    fn trace(deal: &Deal, part: Part, out: &mut dyn Write) -> Result<bool> {
        match part {
            Part::One => trace::combat(deal, out)?,
            Part::Two => trace::recursive_combat(deal, out)?,
        }
        Ok(true)
    }
}
