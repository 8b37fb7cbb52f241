//! The table: a log for each player, and the position of a game in the logs.

use std::ops::Range;

use super::{Card, Deal, Player, Victory};

/// The value of a place without a card.
pub const NOTHING: Card = 0;

/// The index of the first round. There are no cards before it, but [`lanes`] reads that far back.
///
/// [`lanes`]: super::lanes
pub const START: u32 = 32;

/// One log of cards for each player. Cards are only appended. [`Game`] knows where the decks are.
pub struct Table {
    pub log1: Vec<Card>,
    pub log2: Vec<Card>,
}

/// A game at the start of a round. The decks are the `len1` and `len2` cards from index `round` of
/// the logs. As long as the logs are kept, a past state can be read like the present one.
#[derive(Clone, Copy)]
pub struct Game {
    pub round: u32,
    pub len1: u32,
    pub len2: u32,
}

impl Game {
    pub fn deck1(self) -> Range<usize> {
        self.round as usize..(self.round + self.len1) as usize
    }

    pub fn deck2(self) -> Range<usize> {
        self.round as usize..(self.round + self.len2) as usize
    }

    /// The first index that neither deck reaches.
    pub fn end(self) -> u32 {
        self.round + self.len1.max(self.len2)
    }

    pub fn total(self) -> u32 {
        self.len1 + self.len2
    }

    /// The player who has all the cards. `None` while both have some.
    pub fn winner(self) -> Option<Player> {
        match (self.len1, self.len2) {
            (_, 0) => Some(Player::One),
            (0, _) => Some(Player::Two),
            _ => None,
        }
    }
}

/// A log with some unused places before the deck, and many after it.
fn new_log(deck: &[Card]) -> Vec<Card> {
    const CAPACITY: usize = 1024;
    let mut log = Vec::with_capacity(CAPACITY);
    log.resize(START as usize, NOTHING);
    log.extend_from_slice(deck);
    log.resize(CAPACITY, NOTHING);
    log
}

fn length(deck: &[Card]) -> u32 {
    u32::try_from(deck.len()).expect("at most 255 cards")
}

impl Table {
    /// A table with the decks, and the first round.
    pub fn deal(deal: &Deal<'_>) -> (Self, Game) {
        let table = Self {
            log1: new_log(deal.deck1()),
            log2: new_log(deal.deck2()),
        };
        let game = Game {
            round: START,
            len1: length(deal.deck1()),
            len2: length(deal.deck2()),
        };
        (table, game)
    }

    /// The cards that the players draw in this round.
    pub fn top(&self, game: Game) -> (Card, Card) {
        (
            self.log1[game.round as usize],
            self.log2[game.round as usize],
        )
    }

    /// Gives both drawn cards to the winner of the round.
    // Each round of the main game calls this function and `make_room`. Both are inlined, which
    // makes short deals a tenth to a sixth faster; measured.
    #[inline]
    pub fn settle(&mut self, game: &mut Game, winner: Player) {
        let (card1, card2) = self.top(*game);
        match winner {
            Player::One => {
                let end = game.deck1().end;
                self.log1[end..end + 2].copy_from_slice(&[card1, card2]);
                game.len1 += 1;
                game.len2 -= 1;
            }
            Player::Two => {
                let end = game.deck2().end;
                self.log2[end..end + 2].copy_from_slice(&[card2, card1]);
                game.len1 -= 1;
                game.len2 += 1;
            }
        }
        game.round += 1;
    }

    /// True if two states of one game have the same decks. Comparing one length is enough, because
    /// the number of cards in a game never changes.
    pub fn is_same_state(&self, a: Game, b: Game) -> bool {
        a.len1 == b.len1
            && self.log1[a.deck1()] == self.log1[b.deck1()]
            && self.log2[a.deck2()] == self.log2[b.deck2()]
    }

    pub fn victory(&self, deal: &Deal<'_>, winner: Player, game: Game) -> Victory {
        let deck = match winner {
            Player::One => &self.log1[game.deck1()],
            Player::Two => &self.log2[game.deck2()],
        };
        Victory {
            winner,
            deck: deal.values(deck),
        }
    }

    /// Makes the logs at least `end` cards long.
    #[inline]
    pub fn make_room(&mut self, end: u32) {
        if end as usize > self.log1.len() {
            let size = 2 * (end as usize).next_power_of_two();
            self.log1.resize(size, NOTHING);
            self.log2.resize(size, NOTHING);
        }
    }
}

/// Detects that a game repeats itself, with Brent's algorithm. It remembers the game at its 1st,
/// 2nd, 4th, 8th check and so on, and each check compares the game with the remembered state. A
/// later check finds this state again if the state is part of the loop, and if the loop is no
/// longer than the distance to the next power of two.
pub struct CycleDetector {
    remembered: Game,
    checks: u32,
}

impl CycleDetector {
    pub fn new(start: Game) -> Self {
        Self {
            remembered: start,
            checks: 0,
        }
    }

    /// The number of rounds since the game was in the same state. `None` if its state is not the
    /// remembered one.
    pub fn period(&mut self, table: &Table, now: Game) -> Option<u32> {
        if table.is_same_state(self.remembered, now) {
            return Some(now.round - self.remembered.round);
        }
        self.checks += 1;
        if self.checks.is_power_of_two() {
            self.remembered = now;
        }
        None
    }
}
