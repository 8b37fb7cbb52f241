//! Both games told round by round, in the puzzle's words and layout.

use std::collections::{HashSet, VecDeque};
use std::fmt;
use std::io::Write;

use aoc_solution::{Result, bail};

use super::textbook::settle;
use super::{Card, Deal, NEVER_ENDS, Player};

/// Tells a game of Combat. One that never ends is told until it repeats
/// itself, and is an error then.
pub fn combat(deal: &Deal, out: &mut dyn Write) -> Result<()> {
    let mut decks = Decks::from(deal);
    let mut seen = HashSet::new();
    for round in 1.. {
        let Some((card1, card2)) = decks.top() else {
            break;
        };
        if !seen.insert(decks.clone()) {
            bail!(NEVER_ENDS);
        }
        if round > 1 {
            writeln!(out)?;
        }
        writeln!(out, "-- Round {round} --")?;
        tell_draw(&decks, card1, card2, out)?;
        let winner = Player::with_higher(card1, card2);
        writeln!(out, "Player {winner} wins the round!")?;
        settle(&mut decks.one, &mut decks.two, winner);
    }
    tell_results(&decks, out)
}

/// Tells a game of Recursive Combat with all its sub-games.
pub fn recursive_combat(deal: &Deal, out: &mut dyn Write) -> Result<()> {
    let mut decks = Decks::from(deal);
    tell_game(&mut decks, &mut 0, out)?;
    tell_results(&decks, out)
}

/// Plays a game to its end. `games` counts those that have been begun.
fn tell_game(decks: &mut Decks, games: &mut u32, out: &mut dyn Write) -> Result<Player> {
    *games += 1;
    let game = *games;
    writeln!(out, "=== Game {game} ===")?;
    let mut seen = HashSet::new();
    let mut round = 0;
    while let Some((card1, card2)) = decks.top()
        && seen.insert(decks.clone())
    {
        round += 1;
        writeln!(out, "\n-- Round {round} (Game {game}) --")?;
        tell_draw(decks, card1, card2, out)?;
        let winner = if let Some(mut copies) = decks.counted_off(card1, card2) {
            writeln!(out, "Playing a sub-game to determine the winner...\n")?;
            let winner = tell_game(&mut copies, games, out)?;
            writeln!(out, "\n...anyway, back to game {game}.")?;
            winner
        } else {
            Player::with_higher(card1, card2)
        };
        writeln!(out, "Player {winner} wins round {round} of game {game}!")?;
        settle(&mut decks.one, &mut decks.two, winner);
    }
    // Cards left with player 1 mean that player 2 has none, or a repetition.
    let winner = if decks.one.is_empty() {
        Player::Two
    } else {
        Player::One
    };
    writeln!(out, "The winner of game {game} is player {winner}!")?;
    Ok(winner)
}

fn tell_draw(decks: &Decks, card1: Card, card2: Card, out: &mut dyn Write) -> Result<()> {
    tell_decks(decks, out)?;
    writeln!(out, "Player 1 plays: {card1}")?;
    writeln!(out, "Player 2 plays: {card2}")?;
    Ok(())
}

fn tell_decks(decks: &Decks, out: &mut dyn Write) -> Result<()> {
    writeln!(out, "Player 1's deck: {}", List(&decks.one))?;
    writeln!(out, "Player 2's deck: {}", List(&decks.two))?;
    Ok(())
}

fn tell_results(decks: &Decks, out: &mut dyn Write) -> Result<()> {
    writeln!(out, "\n\n== Post-game results ==")?;
    tell_decks(decks, out)
}

#[derive(Clone, PartialEq, Eq, Hash)]
struct Decks {
    one: VecDeque<Card>,
    two: VecDeque<Card>,
}

impl From<&Deal> for Decks {
    fn from(deal: &Deal) -> Self {
        Self {
            one: deal.deck1().iter().copied().collect(),
            two: deal.deck2().iter().copied().collect(),
        }
    }
}

impl Decks {
    /// The cards on top; `None` if a player has run out.
    fn top(&self) -> Option<(Card, Card)> {
        Some((*self.one.front()?, *self.two.front()?))
    }

    /// The decks of a sub-game, if both players can count off as many cards
    /// below the top one as it says.
    fn counted_off(&self, card1: Card, card2: Card) -> Option<Self> {
        let count = |deck: &VecDeque<Card>, card: Card| {
            let below = usize::from(card);
            (below < deck.len()).then(|| deck.range(1..=below).copied().collect())
        };
        Some(Self {
            one: count(&self.one, card1)?,
            two: count(&self.two, card2)?,
        })
    }
}

/// Cards with commas between.
struct List<'a>(&'a VecDeque<Card>);

impl fmt::Display for List<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, card) in self.0.iter().enumerate() {
            if place > 0 {
                f.write_str(", ")?;
            }
            card.fmt(f)?;
        }
        Ok(())
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::One => "1",
            Self::Two => "2",
        })
    }
}
