//! Part 2: Recursive Combat. Only the winner of a sub-game matters. [`Table::sub_game`] and
//! [`Table::player1_is_safe`] prove when the winner is certain.
//!
//! A round takes some forty instructions, and a check is one pass through the decks. The memory is
//! a few bytes for each round of the games in progress. The number of rounds of a deal is unknown:
//! the only known bound is the number of ways to arrange the cards. These attempts did not pay off:
//! a set of hashes, a memo of sub-games (few occur twice), decks in ring buffers or packed into
//! words, cards of more than a byte.

use super::table::{CycleDetector, Game, NOTHING, START, Table};
use super::{Card, Deal, Player, Victory, lanes};

/// The reason why [`Table::play_on`] stopped.
enum Stop {
    /// Player 1 has run out of cards.
    Player1Lost,
    /// The next round is decided by a sub-game.
    SubGame,
    /// Player 2 has just won a round with the watched card.
    Watched,
    /// The next round's cards might not fit below the limit, which was set for [`PATIENCE`].
    Full,
}

/// The length of a game before the program checks for a repetition, in logged cards for each card
/// of the game. It affects only the speed.
const PATIENCE: u32 = 16;

/// The main game so far: the number of player 1's cards in each round.
struct History {
    lengths1: Vec<u32>,
    total: u32,
}

impl History {
    /// The game after this many rounds.
    fn game(&self, rounds: usize) -> Game {
        let len1 = self.lengths1[rounds];
        Game {
            round: START + u32::try_from(rounds).expect("rounds are counted in 32 bits"),
            len1,
            len2: self.total - len1,
        }
    }
}

impl Table {
    /// Plays the main game to its end, because the score needs the final cards.
    ///
    /// If the game repeats itself, the first repeated state decides the score. This is frequent
    /// with few cards, and was never seen with 25 each. Brent's algorithm finds a distance after
    /// which states recur. Then the logs are searched for the first state that equals the state at
    /// that distance later.
    pub fn recursive_combat(deal: &Deal<'_>) -> Victory {
        let (mut table, mut game) = Self::deal(deal);
        let total = game.total();
        let highest = deal.cards.into_iter().fold(NOTHING, Card::max);
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

            // It is enough to check after the highest card was played. Its owner keeps it, and it
            // comes to the top again and again.
            if card1.max(card2) != highest {
                continue;
            }
            if let Some(period) = detector.period(&table, game) {
                // By the rules, the game ended earlier, in the first state that equals the state
                // one period (or several) before.
                lengths1.push(game.len1);
                let period = period as usize;
                let history = History { lengths1, total };
                let mut first = 0;
                while !table.is_same_state(history.game(first), history.game(first + period)) {
                    first += 1;
                }
                return table.victory(deal, Player::One, history.game(first));
            }
        }
    }

    /// The winner of the sub-game that decides the next round of `parent`. The final decks do not
    /// matter, so the sub-game stops as soon as the winner is known.
    ///
    /// **The highest card is never lost.** Cards are different whole numbers above 0, so the
    /// highest of n cards is at least n. A sub-game can decide a round only if both players have at
    /// least as many cards left as the values a and b of their drawn cards: a + b <= n - 2. Nobody
    /// has as many cards left as the value of the highest card. So no sub-game decides its rounds,
    /// and it wins them. The player who holds it never runs out of cards. If that is player 1,
    /// player 1 wins the sub-game, outright or by repetition, and there is nothing to play. If it
    /// is player 2, player 2 wins unless the game repeats itself.
    ///
    /// **When to check.** Player 2's highest card comes to the top once in each pass through the
    /// deck. The program checks only after this card has won a round. In a game of an odd number of
    /// cards, it checks from the start whether player 1 is [safe](Self::player1_is_safe). In every
    /// game, it begins to check for a repetition only after some time ([`PATIENCE`]): most odd
    /// games are decided before, and only one in eighty even games repeats itself. A game that
    /// repeats itself also does so at these moments. It is played beyond its first repetition, but
    /// such games are rare, and the winner is the same.
    pub fn sub_game(&mut self, parent: Game) -> Player {
        let (card1, card2) = self.top(parent);
        let copied = Game {
            round: parent.round + 1,
            len1: u32::from(card1),
            len2: u32::from(card2),
        };
        let highest2 = lanes::highest(&self.log2, copied.deck2(), &lanes::ALL);
        if lanes::highest(&self.log1, copied.deck1(), &lanes::ALL) > highest2 {
            return Player::One;
        }

        // Player 2 cannot run out any more. The sub-game's cards are logged after those of the
        // parent, which overwrites them when it continues.
        let total = copied.total();
        let is_odd = total % 2 == 1;
        let round = parent.end();
        let mut limit = round + (PATIENCE * total).max(2 * START);
        self.make_room(limit);
        lanes::copy(&mut self.log1, copied.deck1(), round as usize);
        lanes::copy(&mut self.log2, copied.deck2(), round as usize);
        let mut game = Game { round, ..copied };
        let mut detector: Option<CycleDetector> = None;
        loop {
            let watched = if is_odd || detector.is_some() {
                highest2
            } else {
                NOTHING
            };
            match self.play_on(&mut game, limit, watched) {
                Stop::Player1Lost => return Player::Two,
                Stop::SubGame => {
                    let winner = self.sub_game(game);
                    self.settle(&mut game, winner);
                    if game.len1 == 0 {
                        return Player::Two;
                    }
                }
                Stop::Watched => {
                    if is_odd && self.player1_is_safe(game) {
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

    /// True if player 1 has a card in a winner's place that can never be lost, in a game of an odd
    /// number of cards.
    ///
    /// Cards come to a deck in pairs, the winner's card above the loser's. Count the cards of a
    /// deck from the bottom, including those that were dealt: the 1st, 3rd and 5th are in a
    /// *loser's place*, the 2nd, 4th and 6th in a *winner's place*. Because cards come in pairs,
    /// the kind of a card's place does not change while the card is in the deck. The card on top is
    /// in a winner's place if its deck has an even number of cards, otherwise in a loser's place.
    /// If the number n of all cards is odd, one deck is even and the other is odd. So *a card in a
    /// winner's place always meets a card in a loser's place*.
    ///
    /// Now suppose that player 1 has a card h in a winner's place that is above n - 3 and higher
    /// than all cards in losers' places, of both players. Then player 1 has won. To see why, call h
    /// and all cards above it high:
    ///
    /// - All high cards are in winners' places. So two of them never meet.
    /// - When one is drawn, there is no sub-game (the other card is at least 1, so the
    ///   sum is above n - 2). The high card wins and goes to a winner's place of the same
    ///   deck.
    /// - When none is drawn, no high card changes its owner or the kind of its place.
    ///
    /// So all this stays true for ever. Player 1 never loses h, never runs out of cards, and wins.
    /// Most likely this is by repetition, because player 2, who has the highest card, does not run
    /// out either. Such games would take very long. They are decided after twelve rounds on
    /// average, which saves nearly all of the work: 249 thousand of 260 thousand rounds. The counts
    /// of games and rounds are means of the deals that `generate` makes from the seeds below 5000.
    fn player1_is_safe(&self, game: Game) -> bool {
        let safe = lanes::highest(&self.log1, game.deck1(), &lanes::WINNERS);
        let loser1 = lanes::highest(&self.log1, game.deck1(), &lanes::LOSERS);
        let loser2 = lanes::highest(&self.log2, game.deck2(), &lanes::LOSERS);
        (safe > loser1.max(loser2)) & (u32::from(safe) + 3 > game.total())
    }

    /// Plays rounds until there is something to decide. The program spends most of its time in this
    /// loop.
    #[expect(clippy::inline_always, reason = "a tenth faster; measured")]
    #[inline(always)]
    fn play_on(&mut self, game: &mut Game, limit: u32, watched: Card) -> Stop {
        let limit = limit as usize;
        let log1 = &mut self.log1[..limit];
        let log2 = &mut self.log2[..limit];
        let total = game.total();
        let Game {
            mut round,
            mut len1,
            ..
        } = *game;
        let stop = loop {
            let len2 = total - len1;
            let end1 = (round + len1) as usize;
            let end2 = (round + len2) as usize;
            if end1 + 2 > limit || end2 + 2 > limit {
                break Stop::Full;
            }
            let card1 = log1[round as usize];
            let card2 = log2[round as usize];
            // A sub-game decides the round if both cards are below their deck's length. Both
            // differences then have the sign bit set, so there is one branch instead of two.
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
                break Stop::Player1Lost;
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
