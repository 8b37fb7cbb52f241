//! Reading a deal.

use std::fmt;

use aoc_solution::{Result, bail, ensure};

use super::{Card, Deal};

/// Reads a deal: at once if it is laid out as the site does, otherwise line by
/// line, which bears a little disorder and says what is wrong.
pub fn parse(input: &str) -> Result<Deal> {
    match quickly(input.as_bytes()) {
        Some(deal) => Ok(deal),
        None => carefully(input),
    }
}

/// Reads `Player 1:`, cards below 70, an empty line, `Player 2:`, cards, perhaps
/// a last line end, and nothing else.
pub fn quickly(input: &[u8]) -> Option<Deal> {
    let mut cards = Vec::with_capacity(64);
    let mut seen = 0;
    let rest = quick_deck(input.strip_prefix(b"Player 1:")?, &mut cards, &mut seen);
    let first = cards.len();
    let rest = quick_deck(rest.strip_prefix(b"\n\nPlayer 2:")?, &mut cards, &mut seen);
    let all_different = seen.count_ones() as usize == cards.len();
    let nobody_empty = 0 < first && first < cards.len();
    let good = matches!(rest, b"" | b"\n") && all_different && nobody_empty;
    good.then_some(Deal { cards, first })
}

/// Reads cards, each after a line end, as far as there are any, and sets the
/// bit of each in `seen`. Returns what is left.
fn quick_deck<'a>(mut rest: &'a [u8], cards: &mut Vec<Card>, seen: &mut u64) -> &'a [u8] {
    let mut bits = *seen;
    loop {
        let card = match *rest {
            [b'\n', tens @ b'1'..=b'6', ones @ b'0'..=b'9', ..] => {
                rest = &rest[3..];
                (tens - b'0') * 10 + (ones - b'0')
            }
            [b'\n', ones @ b'1'..=b'9', ..] => {
                rest = &rest[2..];
                ones - b'0'
            }
            _ => {
                *seen = bits;
                return rest;
            }
        };
        // From 64 on a card shares its bit with another. If both are there,
        // they seem the same and are left to the careful reader.
        bits |= 1 << (card % 64);
        cards.push(card);
    }
}

/// Reads a deal whose lines may end in any way and may be blank.
pub fn carefully(input: &str) -> Result<Deal> {
    let mut deal = Deal {
        cards: vec![],
        first: 0,
    };
    // The line that each card was on.
    let mut lines = [0; Card::MAX as usize + 1];
    let mut headers = 0;
    for (number, line) in (1..).zip(input.lines()) {
        let text = line.trim_end();
        if text.is_empty() {
            continue;
        }
        if headers < 2 && text == format!("Player {}:", headers + 1) {
            ensure!(
                headers == 0 || !deal.cards.is_empty(),
                "line {number}: player 1 has no cards; put them below `Player 1:`, one a line"
            );
            headers += 1;
            deal.first = deal.cards.len();
            continue;
        }
        let wanted = match headers {
            0 => bail!(
                "line {number}: expected `Player 1:`, found `{}`; is this the puzzle's input?",
                Excerpt(text)
            ),
            1 => "a card or `Player 2:`",
            _ => "a card",
        };
        ensure!(
            text.bytes().all(|byte| byte.is_ascii_digit()),
            "line {number}: expected {wanted}, found `{}`; a card is a number from 1 to 255",
            Excerpt(text)
        );
        let card = match text.parse::<Card>() {
            Ok(card) if card > 0 => card,
            _ => bail!(
                "line {number}: a card is a number from 1 to 255, found `{}`",
                Excerpt(text)
            ),
        };
        let first = std::mem::replace(&mut lines[usize::from(card)], number);
        ensure!(
            first == 0,
            "line {number}: card {card} has been dealt before, on line {first}; each card is there once"
        );
        deal.cards.push(card);
    }
    let last = input.lines().count().max(1);
    ensure!(
        headers == 2,
        "line {last}: the input ends before `Player {}:`; is it complete?",
        headers + 1
    );
    ensure!(
        !deal.deck2().is_empty(),
        "line {last}: player 2 has no cards; put them below `Player 2:`, one a line"
    );
    Ok(deal)
}

/// The beginning of a line, with nothing in it that a terminal could take
/// amiss.
struct Excerpt<'a>(&'a str);

impl fmt::Display for Excerpt<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const LENGTH: usize = 40;
        for symbol in self.0.chars().take(LENGTH) {
            symbol.escape_debug().fmt(f)?;
        }
        if self.0.chars().nth(LENGTH).is_some() {
            f.write_str("...")?;
        }
        Ok(())
    }
}

/// As the site lays a deal out.
impl fmt::Display for Deal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "Player 1:")?;
        self.deck1()
            .iter()
            .try_for_each(|card| writeln!(f, "{card}"))?;
        writeln!(f, "\nPlayer 2:")?;
        self.deck2()
            .iter()
            .try_for_each(|card| writeln!(f, "{card}"))
    }
}
