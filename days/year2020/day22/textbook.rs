//! Both games by the rules: a queue for each deck, and a set of all the decks that a game has seen.
//! The tests check the fast solutions against this code, and benchmarks compare the two.

use std::collections::{HashSet, VecDeque};

use super::{Deal, Player, Value, Victory};

pub type Deck = VecDeque<Value>;

/// The decks of both players.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Decks {
    pub one: Deck,
    pub two: Deck,
}

pub fn combat(deal: &Deal<'_>) -> Option<Victory> {
    // Remembers only the states after this many rounds. Remembering all states would take most of
    // the time, and few games last that long.
    const LONG: usize = 10_000;
    let mut decks = Decks::from(deal);
    let mut seen = HashSet::new();
    let mut rounds = 0;
    while let Some((card1, card2)) = decks.top() {
        rounds += 1;
        if rounds > LONG && !seen.insert(decks.clone()) {
            return None;
        }
        decks.settle(Player::with_higher(card1, card2));
    }
    Some(decks.victory())
}

pub fn recursive_combat(deal: &Deal<'_>) -> Victory {
    recurse(deal.into())
}

fn recurse(mut decks: Decks) -> Victory {
    let mut seen = HashSet::new();
    while let Some((card1, card2)) = decks.top() {
        if !seen.insert(decks.clone()) {
            return Victory {
                winner: Player::One,
                deck: decks.one.into(),
            };
        }
        let winner = match decks.copies(card1, card2) {
            Some(copies) => recurse(copies).winner,
            None => Player::with_higher(card1, card2),
        };
        decks.settle(winner);
    }
    decks.victory()
}

impl From<&Deal<'_>> for Decks {
    fn from(deal: &Deal<'_>) -> Self {
        Self {
            one: deal.values(deal.deck1()).into(),
            two: deal.values(deal.deck2()).into(),
        }
    }
}

impl Decks {
    /// The cards on top. `None` if a player has run out of cards.
    pub fn top(&self) -> Option<(Value, Value)> {
        Some((*self.one.front()?, *self.two.front()?))
    }

    /// The decks of a sub-game. `None` unless each player has at least as many cards below the top
    /// card as its value.
    pub fn copies(&self, card1: Value, card2: Value) -> Option<Self> {
        let count1 = card1 as usize;
        let count2 = card2 as usize;
        if count1 >= self.one.len() || count2 >= self.two.len() {
            return None;
        }
        Some(Self {
            one: self.one.range(1..=count1).copied().collect(),
            two: self.two.range(1..=count2).copied().collect(),
        })
    }

    /// Gives the top cards to the winner of the round.
    pub fn settle(&mut self, winner: Player) {
        let drawn = self.one.pop_front().into_iter().chain(self.two.pop_front());
        match winner {
            Player::One => self.one.extend(drawn),
            Player::Two => self.two.extend(drawn.rev()),
        }
    }

    /// The victory of the player who has cards left.
    fn victory(self) -> Victory {
        let (winner, deck) = if self.two.is_empty() {
            (Player::One, self.one)
        } else {
            (Player::Two, self.two)
        };
        Victory {
            winner,
            deck: deck.into(),
        }
    }
}
