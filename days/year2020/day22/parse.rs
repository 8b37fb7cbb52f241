//! Parses a deal.

use std::collections::HashMap;
use std::fmt;

use aoc_solution::{Result, bail, ensure, excerpt};

use super::table::NOTHING;
use super::{Card, Deal, Value};

/// A deal of cards that are their own values.
pub fn deal(deck1: &[Card], deck2: &[Card]) -> Deal<'static> {
    let mut cards = [NOTHING; Deal::CAPACITY];
    let count1 = deck1.len();
    let count = count1 + deck2.len();
    cards[..count1].copy_from_slice(deck1);
    cards[count1..count].copy_from_slice(deck2);
    Deal {
        cards,
        count1,
        count,
        replaced: None,
    }
}

/// Parses a deal: quickly if it has the layout of the site, otherwise line by line. The slow parser
/// accepts other line ends and blank lines, and has error messages.
pub fn parse(input: &str) -> Result<Deal<'_>> {
    match quickly(input.as_bytes()) {
        Some(deal) => Ok(deal),
        None => carefully(input),
    }
}

/// Parses `Player 1:`, cards of one or two digits, an empty line, `Player 2:`, cards, and an
/// optional last line end. `None` for anything else.
pub fn quickly(input: &[u8]) -> Option<Deal<'static>> {
    let mut cards = [NOTHING; Deal::CAPACITY];
    // One bit for each card.
    let mut seen = 0;
    let deck1 = input.strip_prefix(b"Player 1:")?;
    let (count1, after1) = quick_deck(deck1, &mut cards, 0, &mut seen);
    let deck2 = after1.strip_prefix(b"\n\nPlayer 2:")?;
    let (count, after2) = quick_deck(deck2, &mut cards, count1, &mut seen);
    let all_differ = seen.count_ones() as usize == count;
    let nobody_is_empty = 0 < count1 && count1 < count;
    if !all_differ || !nobody_is_empty || !matches!(after2, b"" | b"\n") {
        return None;
    }
    Some(Deal {
        cards,
        count1,
        count,
        replaced: None,
    })
}

/// Parses cards, each after a line end, while there are any and there is room. Sets the bit of each
/// card in `seen`. Returns the number of cards so far, and the rest of the input.
fn quick_deck<'a>(
    mut rest: &'a [u8],
    cards: &mut [Card; Deal::CAPACITY],
    mut count: usize,
    seen: &mut u64,
) -> (usize, &'a [u8]) {
    while let Some(place) = cards.get_mut(count) {
        let card = match *rest {
            [b'\n', tens @ b'1'..=b'9', ones @ b'0'..=b'9', ..] => {
                rest = &rest[3..];
                10 * (tens - b'0') + (ones - b'0')
            }
            [b'\n', ones @ b'1'..=b'9', ..] => {
                rest = &rest[2..];
                ones - b'0'
            }
            _ => break,
        };
        // A card above 63 shares its bit with another card. If both occur, they look like one card
        // that occurs twice, and the careful parser tells them apart.
        *seen |= 1 << (card % 64);
        *place = card;
        count += 1;
    }
    (count, rest)
}

/// Reads a deal with any line ends and with blank lines.
#[cold]
#[inline(never)]
pub fn carefully(input: &str) -> Result<Deal<'_>> {
    let mut read: Vec<Vec<Value>> = vec![];
    // The line number of each value.
    let mut lines = HashMap::new();
    for (number, line) in (1..).zip(input.lines()) {
        let text = line.trim_end();
        if text.is_empty() {
            continue;
        }
        let player = read.len();
        if player < 2 && text == header(player + 1) {
            ensure!(
                read.iter().all(|deck| !deck.is_empty()),
                "line {number}: player 1 has no cards; write them below `Player 1:`, one per line"
            );
            read.push(vec![]);
            continue;
        }
        let Some(cards) = read.last_mut() else {
            bail!(
                "line {number}: expected `Player 1:`, found `{}`; is this the puzzle's input?",
                excerpt(text)
            );
        };
        ensure!(
            text.bytes().all(|byte| byte.is_ascii_digit()),
            "line {number}: expected {}, found `{}`; cards are numbers from 1 to {}",
            if player == 1 {
                "a card or `Player 2:`"
            } else {
                "a card"
            },
            excerpt(text),
            Value::MAX
        );
        let value = match text.parse() {
            Ok(value) if value > 0 => value,
            _ => bail!(
                "line {number}: cards are numbers from 1 to {}, found `{}`",
                Value::MAX,
                excerpt(text)
            ),
        };
        if let Some(first) = lines.insert(value, number) {
            bail!(
                "line {number}: card {value} is on line {first} already; every card must be unique"
            );
        }
        cards.push(value);
    }
    let last = input.lines().count().max(1);
    let [deck1, deck2] = &read[..] else {
        bail!(
            "line {last}: the input ends before `{}`; is it complete?",
            header(read.len() + 1)
        );
    };
    ensure!(
        !deck2.is_empty(),
        "line {last}: player 2 has no cards; write them below `Player 2:`, one per line"
    );
    number_cards(deck1, deck2, input)
}

fn header(player: usize) -> String {
    format!("Player {player}:")
}

/// Turns values into cards, as [`Card`] describes.
fn number_cards<'a>(deck1: &[Value], deck2: &[Value], text: &'a str) -> Result<Deal<'a>> {
    let values = [deck1, deck2].concat();
    let count = values.len();
    let mut high = values.clone();
    high.retain(|&value| value as usize > count);
    high.sort_unstable();
    let too_large = values.iter().any(|&value| Card::try_from(value).is_err());
    ensure!(
        !too_large || count + high.len() < Deal::CAPACITY,
        "too many cards: {count}, of which {} are above {count}; the sum of both may be at most {}",
        high.len(),
        Card::MAX
    );
    let mut cards = Vec::new();
    for value in values {
        let card = match high.binary_search(&value) {
            Ok(place) if too_large => count + 1 + place,
            _ => value as usize,
        };
        cards.push(Card::try_from(card).expect("checked above"));
    }
    let (deck1, deck2) = cards.split_at(deck1.len());
    Ok(Deal {
        replaced: too_large.then_some(text),
        ..deal(deck1, deck2)
    })
}

/// The values in a text that is already known to be a deal, in the order of the text.
pub fn values(text: &str) -> impl Iterator<Item = Value> {
    text.lines().filter_map(|line| line.trim_end().parse().ok())
}

/// Writes the deal in the layout of the site.
impl fmt::Display for Deal<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "Player 1:")?;
        for value in self.values(self.deck1()) {
            writeln!(f, "{value}")?;
        }
        writeln!(f, "\nPlayer 2:")?;
        for value in self.values(self.deck2()) {
            writeln!(f, "{value}")?;
        }
        Ok(())
    }
}
