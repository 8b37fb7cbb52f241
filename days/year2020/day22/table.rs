//! The table both games are played on, and how fast they are played.

use std::ops::Range;

use super::{Card, Deal, Player, Victory};

/// One log of cards for each player. Cards are only ever added; see
/// [`Game`] for where the decks are.
pub struct Table {
    log1: Vec<Card>,
    log2: Vec<Card>,
}

/// A game at the start of a round: the decks are the `len1` and `len2` cards
/// from index `round` of the logs. As long as the logs are kept, a game of the
/// past can be looked at like the present one.
#[derive(Clone, Copy)]
struct Game {
    round: u32,
    len1: u32,
    len2: u32,
}

impl Game {
    fn deck1(self) -> Range<usize> {
        self.round as usize..(self.round + self.len1) as usize
    }

    fn deck2(self) -> Range<usize> {
        self.round as usize..(self.round + self.len2) as usize
    }

    /// The first index that neither deck reaches.
    fn end(self) -> u32 {
        self.round + self.len1.max(self.len2)
    }

    fn total(self) -> u32 {
        self.len1 + self.len2
    }

    /// Who has all the cards, if someone has.
    fn winner(self) -> Option<Player> {
        match (self.len1, self.len2) {
            (_, 0) => Some(Player::One),
            (0, _) => Some(Player::Two),
            _ => None,
        }
    }
}

/// Finds out, soon enough and exactly, that a game repeats itself (Brent's
/// way): it remembers the game at its 1st, 2nd, 4th, 8th look and so on, and
/// compares every look with the one remembered. Once the game has come round
/// to its loop and the loop fits between two powers of two, it is caught.
struct Lookout {
    remembered: Game,
    looks: u32,
}

impl Lookout {
    fn new(start: Game) -> Self {
        Self {
            remembered: start,
            looks: 0,
        }
    }

    /// How many rounds ago the game was the same, if it was.
    fn repeated(&mut self, table: &Table, now: Game) -> Option<u32> {
        if table.same(self.remembered, now) {
            return Some(now.round - self.remembered.round);
        }
        self.looks += 1;
        if self.looks.is_power_of_two() {
            self.remembered = now;
        }
        None
    }
}

/// Why [`Table::play_on`] stopped.
enum Stop {
    /// Player 1 has run out of cards.
    Out,
    /// The next round is to be decided by a sub-game.
    SubGame,
    /// Player 2 has just won a round with the card that is watched.
    Watched,
    /// The next round's cards might not fit into the logs.
    Full,
}

/// No card: what to watch for so as to see nothing.
const NOTHING: Card = 0;

/// How far a game may go, in logged cards for each card it has, before it is
/// suspected of going on for ever. Only speed depends on it.
const PATIENCE: u32 = 16;

impl Table {
    /// Deals; the table has [`LANES`] unused places before the decks.
    fn deal(deal: &Deal) -> (Self, Game) {
        const ROOM: usize = 2048;
        let log = |deck: &[Card]| {
            let mut log = Vec::with_capacity(ROOM);
            log.resize(LANES, NOTHING);
            log.extend_from_slice(deck);
            log.resize(ROOM, NOTHING);
            log
        };
        let table = Self {
            log1: log(&deal.deck1),
            log2: log(&deal.deck2),
        };
        let length = |deck: &[Card]| u32::try_from(deck.len()).expect("at most 255 cards");
        let game = Game {
            round: START,
            len1: length(&deal.deck1),
            len2: length(&deal.deck2),
        };
        (table, game)
    }

    /// Plays Combat; `None` if it never ends.
    ///
    /// The cards of the next rounds are on the table already, as many rounds
    /// as the shorter deck has cards, and nobody can run out before: they are
    /// played at one go, with nothing to check. Where this leads depends on
    /// the decks alone, so a game that never ends repeats itself from one such
    /// stop to a later one.
    pub fn combat(deal: &Deal) -> Option<Victory> {
        let (mut table, mut game) = Self::deal(deal);
        let mut lookout = Lookout::new(game);
        loop {
            table.play_shorter_deck(&mut game);
            if let Some(winner) = game.winner() {
                return Some(table.victory(winner, game));
            }
            if lookout.repeated(&table, game).is_some() {
                return None;
            }
        }
    }

    fn play_shorter_deck(&mut self, game: &mut Game) {
        let rounds = game.len1.min(game.len2);
        self.make_room(game.end() + 2 * rounds);
        let (deck1, won1) = self.log1.split_at_mut(game.deck1().end);
        let (deck2, won2) = self.log2.split_at_mut(game.deck2().end);
        let deck1 = &deck1[game.round as usize..][..rounds as usize];
        let deck2 = &deck2[game.round as usize..][..rounds as usize];
        let won1 = &mut won1.as_chunks_mut::<2>().0[..rounds as usize];
        let won2 = &mut won2.as_chunks_mut::<2>().0[..rounds as usize];

        // Both players write down the round as won. Only the winner's place to
        // write moves on; there is no branch to predict.
        let mut wins1 = 0;
        for (played, (&card1, &card2)) in deck1.iter().zip(deck2).enumerate() {
            won1[wins1] = [card1, card2];
            won2[played - wins1] = [card2, card1];
            wins1 += usize::from(card1 > card2);
        }
        let wins1 = u32::try_from(wins1).expect("at most 255 rounds");
        game.round += rounds;
        game.len1 = game.len1 + 2 * wins1 - rounds;
        game.len2 = game.len2 + rounds - 2 * wins1;
    }

    /// Plays Recursive Combat.
    ///
    /// The main game is played in full, since its decks are asked for.
    pub fn recursive_combat(deal: &Deal) -> Victory {
        let (mut table, mut game) = Self::deal(deal);
        let total = game.total();
        let highest = *deal.cards().max().expect("both players have cards");
        let mut lookout = Lookout::new(game);
        let mut lengths1 = Vec::with_capacity(1024);
        loop {
            if let Some(winner) = game.winner() {
                return table.victory(winner, game);
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

            // A look when the highest card has been played is enough: whoever
            // has it keeps it, and has it on top again sooner or later.
            if card1.max(card2) != highest {
                continue;
            }
            if let Some(period) = lookout.repeated(&table, game) {
                // The game has been over for some time: since the first time
                // that it was as it had been one period (or several) before.
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
                    .find(|&round| table.same(at(round), at(round + period)))
                    .expect("the round that was remembered, at the latest");
                return table.victory(Player::One, at(first));
            }
        }
    }

    /// Who wins the sub-game that the next round of `parent` calls for. How
    /// the decks end up does not matter, so it stops as soon as that is known.
    fn sub_game(&mut self, parent: Game) -> Player {
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
        // behind the parent's, where the parent will write when it goes on.
        let total = copied.total();
        let odd = total % 2 == 1;
        let round = parent.end();
        let mut limit = round + (PATIENCE * total).max(2 * START);
        self.make_room(limit);
        copy(&mut self.log1, copied.deck1(), round as usize);
        copy(&mut self.log2, copied.deck2(), round as usize);
        let mut game = Game { round, ..copied };
        let mut lookout: Option<Lookout> = None;
        loop {
            let watched = if odd || lookout.is_some() {
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
                    if let Some(lookout) = &mut lookout
                        && lookout.repeated(self, game).is_some()
                    {
                        return Player::One;
                    }
                }
                Stop::Full => {
                    lookout.get_or_insert_with(|| Lookout::new(game));
                    limit = game.end() + PATIENCE * total;
                    self.make_room(limit);
                }
            }
        }
    }

    /// Whether player 1 has, in a winner's place, a card that can never be
    /// lost. Only for games of an odd number of cards; the reason is given at
    /// the top of the file.
    fn player1_is_safe(&self, game: Game) -> bool {
        let safe = highest(&self.log1, game.deck1(), &WINNERS);
        let loser1 = highest(&self.log1, game.deck1(), &LOSERS);
        let loser2 = highest(&self.log2, game.deck2(), &LOSERS);
        (safe > loser1.max(loser2)) & (u32::from(safe) + 3 > game.total())
    }

    /// Plays rounds as long as they need no second thought. This loop is where
    /// the time goes.
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
            // Both cards are less than their deck's length, that is to say at
            // most the number of cards below them: both differences have the
            // sign bit set. One branch instead of two.
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

    /// The cards that the players draw next.
    fn top(&self, game: Game) -> (Card, Card) {
        (
            self.log1[game.round as usize],
            self.log2[game.round as usize],
        )
    }

    /// Gives both drawn cards to the winner of the round.
    fn settle(&mut self, game: &mut Game, winner: Player) {
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

    fn same(&self, a: Game, b: Game) -> bool {
        a.len1 == b.len1
            && self.log1[a.deck1()] == self.log1[b.deck1()]
            && self.log2[a.deck2()] == self.log2[b.deck2()]
    }

    fn victory(&self, winner: Player, game: Game) -> Victory {
        let deck = match winner {
            Player::One => &self.log1[game.deck1()],
            Player::Two => &self.log2[game.deck2()],
        };
        Victory {
            winner,
            deck: deck.to_vec(),
        }
    }

    /// Makes the logs `end` cards long at least.
    fn make_room(&mut self, end: u32) {
        if end as usize > self.log1.len() {
            let size = 2 * (end as usize).next_power_of_two();
            self.log1.resize(size, NOTHING);
            self.log2.resize(size, NOTHING);
        }
    }
}

/// Decks are looked through and copied in pieces of this many cards, whatever
/// their length: a fixed number of steps becomes a few vector instructions and
/// has no end that a processor could fail to foresee.
const LANES: usize = 32;
const START: u32 = 32;

/// For each length of a deck, up to [`LANES`] cards: which of the last cards
/// of a log to look at.
type Masks = [[u8; LANES]; LANES + 1];

static ANY: Masks = masks(true, true);
static WINNERS: Masks = masks(true, false);
static LOSERS: Masks = masks(false, true);

/// Counted from the bottom of a deck, the 1st, 3rd, 5th card is in a loser's
/// place, the 2nd, 4th, 6th in a winner's.
const fn masks(winners: bool, losers: bool) -> Masks {
    let mut masks = [[0; LANES]; LANES + 1];
    let mut length = 1;
    while length <= LANES {
        let mut place = 1;
        while place <= length {
            if if place % 2 == 0 { winners } else { losers } {
                masks[length][LANES - place] = Card::MAX;
            }
            place += 1;
        }
        length += 1;
    }
    masks
}

/// The highest card in some places of a deck; 0 if there is none.
// Not inlined, lest the compiler see that half of the lanes are masked out and
// go through the others one by one, which is several times slower.
#[inline(never)]
fn highest(log: &[Card], deck: Range<usize>, places: &Masks) -> Card {
    let mut highest = NOTHING;
    let mut end = deck.end;
    while end > deck.start {
        let length = (end - deck.start).min(LANES);
        let lanes: &[Card; LANES] = log[end - LANES..end].try_into().expect("as many");
        for (card, mask) in lanes.iter().zip(&places[length]) {
            highest = highest.max(card & mask);
        }
        end -= length;
    }
    highest
}

/// Copies a deck to a later place in the log.
fn copy(log: &mut [Card], deck: Range<usize>, to: usize) {
    if deck.len() <= LANES {
        // Some cards too many; they will be overwritten before they are read.
        let lanes: [Card; LANES] = log[deck.start..][..LANES].try_into().expect("as many");
        log[to..][..LANES].copy_from_slice(&lanes);
    } else {
        log.copy_within(deck, to);
    }
}
