//! Searches and copies decks in pieces of a fixed size. The compiler turns a fixed number of steps
//! into a few vector instructions, without the end of a loop that the processor could mispredict.

use std::ops::Range;

use super::Card;
use super::table::{NOTHING, START};

/// The number of cards in a piece.
const LANES: usize = 32;
const _: () = assert!(LANES <= START as usize);

/// A mask for each length of a deck, up to [`LANES`] cards. In a mask, all bits are set for those
/// of the log's last cards that count.
pub type Masks = [[u8; LANES]; LANES + 1];

pub static ALL: Masks = masks(Places::All);
pub static WINNERS: Masks = masks(Places::Winners);
pub static LOSERS: Masks = masks(Places::Losers);

/// Places of a deck, counted from its bottom. The 1st, 3rd and 5th cards are in a loser's place;
/// the 2nd, 4th and 6th are in a winner's place.
#[derive(Clone, Copy)]
enum Places {
    All,
    Winners,
    Losers,
}

const fn masks(places: Places) -> Masks {
    let mut masks = [[0; LANES]; LANES + 1];
    let mut length = 1;
    while length <= LANES {
        let mut place = 1;
        while place <= length {
            let is_wanted = match places {
                Places::All => true,
                Places::Winners => place % 2 == 0,
                Places::Losers => place % 2 == 1,
            };
            if is_wanted {
                masks[length][LANES - place] = Card::MAX;
            }
            place += 1;
        }
        length += 1;
    }
    masks
}

/// The highest card in some places of a deck, or 0 if there is none.
// This is not inlined. Otherwise the compiler would see that half of the lanes are masked out, and
// go through the others one by one, which is several times slower.
#[inline(never)]
pub fn highest(log: &[Card], deck: Range<usize>, places: &Masks) -> Card {
    let mut highest = NOTHING;
    let mut end = deck.end;
    while end > deck.start {
        let length = (end - deck.start).min(LANES);
        let lanes: &[Card; LANES] = log[end - LANES..end].try_into().expect("LANES cards");
        for (card, mask) in lanes.iter().zip(&places[length]) {
            highest = highest.max(card & mask);
        }
        end -= length;
    }
    highest
}

/// Copies a deck to a later place in the log.
pub fn copy(log: &mut [Card], deck: Range<usize>, to: usize) {
    if deck.len() <= LANES {
        // This copies some extra cards, which are overwritten before they are read.
        let lanes: [Card; LANES] = log[deck.start..][..LANES].try_into().expect("LANES cards");
        log[to..][..LANES].copy_from_slice(&lanes);
    } else {
        log.copy_within(deck, to);
    }
}
