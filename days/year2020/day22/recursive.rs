//! Part 2: Recursive Combat. The top of `day22.rs` explains why this is correct.

use super::lanes::{ANY, LOSERS, WINNERS, copy, highest};
use super::table::{CycleDetector, Game, NOTHING, START, Table};
use super::{Card, Deal, Player, Victory};

/// The reason why [`Table::play_on`] stopped.
enum Stop {
    /// Player 1 has run out of cards.
    Out,
    /// The next round is decided by a sub-game.
    SubGame,
    /// Player 2 has just won a round with the watched card.
    Watched,
    /// The next round's cards might not fit into the logs.
    Full,
}

/// The length of a game, in logged cards for each of its cards, after which the
/// program looks for a repetition. Only the speed depends on it.
const PATIENCE: u32 = 16;

impl Table {
    /// Plays the main game to its end, because its decks are asked for.
    pub fn recursive_combat(deal: &Deal<'_>) -> Victory {
        let (mut table, mut game) = Self::deal(deal);
        let total = game.total();
        let highest = *deal.cards.iter().max().expect("there is room for cards");
        let mut detector = CycleDetector::new(game);
        let mut lengths1 = Vec::with_capacity(1024);
        loop {
            if let Some(winner) = game.winner() {
                return table.victory(deal, winner, game);
            }
            table.make_room(game.end() + 2);
            lengths1.push(game.len1);
            let (card1, card2) = table.top(game);
            let winner = if u32::from(card1) < game.len1 && u32::from(card2) < game.len2 {
                table.sub_game(game)
            } else {
                Player::with_higher(card1, card2)
            };
            table.settle(&mut game, winner);

            // It is enough to look after the highest card was played: its owner
            // keeps it, and it comes to the top again and again.
            if card1.max(card2) != highest {
                continue;
            }
            if let Some(period) = detector.period(&table, game) {
                // By the rules the game ended earlier: at the first state that
                // equals the one a period (or several) before it.
                lengths1.push(game.len1);
                let at = |round: u32| {
                    let len1 = lengths1[(round - START) as usize];
                    Game {
                        round,
                        len1,
                        len2: total - len1,
                    }
                };
                let first = (START..game.round)
                    .find(|&round| table.is_same_state(at(round), at(round + period)))
                    .expect("at the latest the round that was remembered");
                return table.victory(deal, Player::One, at(first));
            }
        }
    }

    /// The winner of the sub-game that decides the next round of `parent`. Its
    /// final decks do not matter, so it stops as soon as the winner is known.
    pub fn sub_game(&mut self, parent: Game) -> Player {
        let (card1, card2) = self.top(parent);
        let copied = Game {
            round: parent.round + 1,
            len1: u32::from(card1),
            len2: u32::from(card2),
        };
        let highest = highest(&self.log2, copied.deck2(), &ANY);
        if self::highest(&self.log1, copied.deck1(), &ANY) > highest {
            return Player::One;
        }

        // Player 2 cannot run out any more. The sub-game's cards are logged
        // behind the parent's, which overwrites them when it goes on.
        let total = copied.total();
        let odd = total % 2 == 1;
        let round = parent.end();
        let mut limit = round + (PATIENCE * total).max(2 * START);
        self.make_room(limit);
        copy(&mut self.log1, copied.deck1(), round as usize);
        copy(&mut self.log2, copied.deck2(), round as usize);
        let mut game = Game { round, ..copied };
        let mut detector: Option<CycleDetector> = None;
        loop {
            let watched = if odd || detector.is_some() {
                highest
            } else {
                NOTHING
            };
            match self.play_on(&mut game, limit, watched) {
                Stop::Out => return Player::Two,
                Stop::SubGame => {
                    let winner = self.sub_game(game);
                    self.settle(&mut game, winner);
                    if game.len1 == 0 {
                        return Player::Two;
                    }
                }
                Stop::Watched => {
                    if odd && self.player1_is_safe(game) {
                        return Player::One;
                    }
                    if let Some(detector) = &mut detector
                        && detector.period(self, game).is_some()
                    {
                        return Player::One;
                    }
                }
                Stop::Full => {
                    detector.get_or_insert_with(|| CycleDetector::new(game));
                    limit = game.end() + PATIENCE * total;
                    self.make_room(limit);
                }
            }
        }
    }

    /// True if player 1 has, in a winner's place, a card that can never be lost. It is
    /// only for games of an odd number of cards; the top of `day22.rs` explains why.
    fn player1_is_safe(&self, game: Game) -> bool {
        let safe = highest(&self.log1, game.deck1(), &WINNERS);
        let loser1 = highest(&self.log1, game.deck1(), &LOSERS);
        let loser2 = highest(&self.log2, game.deck2(), &LOSERS);
        (safe > loser1.max(loser2)) & (u32::from(safe) + 3 > game.total())
    }

    /// Plays rounds until something must be decided. The program spends its time
    /// in this loop.
    #[expect(clippy::inline_always, reason = "a tenth faster; measured")]
    #[inline(always)]
    fn play_on(&mut self, game: &mut Game, limit: u32, watched: Card) -> Stop {
        let limit = limit as usize;
        let (log1, log2) = (&mut self.log1[..limit], &mut self.log2[..limit]);
        let total = game.total();
        let Game {
            mut round,
            mut len1,
            ..
        } = *game;
        let stop = loop {
            let len2 = total - len1;
            let (end1, end2) = ((round + len1) as usize, (round + len2) as usize);
            if end1 + 2 > limit || end2 + 2 > limit {
                break Stop::Full;
            }
            let (card1, card2) = (log1[round as usize], log2[round as usize]);
            // There is a sub-game if both cards are below their deck's length,
            // that is, if both differences have the sign bit set: one branch
            // instead of two.
            let short1 = i32::from(card1) - len1.cast_signed();
            let short2 = i32::from(card2) - len2.cast_signed();
            if short1 & short2 < 0 {
                break Stop::SubGame;
            }
            log1[end1] = card1;
            log1[end1 + 1] = card2;
            log2[end2] = card2;
            log2[end2 + 1] = card1;
            round += 1;
            len1 = len1 + 2 * u32::from(card1 > card2) - 1;
            if len1 == 0 {
                break Stop::Out;
            }
            if card2 == watched {
                break Stop::Watched;
            }
        };
        *game = Game {
            round,
            len1,
            len2: total - len1,
        };
        stop
    }
}
