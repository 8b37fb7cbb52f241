//! Both games round by round, in the puzzle's words and layout.

use std::collections::HashSet;
use std::fmt;
use std::io::Write;

use aoc_solution::{Result, bail};

use super::textbook::{Deck, Decks};
use super::{Deal, NEVER_ENDS, Player, Value};

/// Writes a game of Combat. A game that never ends is written up to its repetition, and then fails.
pub fn combat(deal: &Deal<'_>, out: &mut dyn Write) -> Result<()> {
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
        write_draw(&decks, card1, card2, out)?;
        let winner = Player::with_higher(card1, card2);
        writeln!(out, "Player {winner} wins the round!")?;
        decks.settle(winner);
    }
    write_results(&decks, out)
}

/// Writes a game of Recursive Combat with all its sub-games.
pub fn recursive_combat(deal: &Deal<'_>, out: &mut dyn Write) -> Result<()> {
    let mut decks = Decks::from(deal);
    write_game(&mut decks, &mut 0, out)?;
    write_results(&decks, out)
}

/// Plays a game to its end. `games` counts the games that have begun.
fn write_game(decks: &mut Decks, games: &mut u32, out: &mut dyn Write) -> Result<Player> {
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
        write_draw(decks, card1, card2, out)?;
        let winner = if let Some(mut copies) = decks.copies(card1, card2) {
            writeln!(out, "Playing a sub-game to determine the winner...\n")?;
            let winner = write_game(&mut copies, games, out)?;
            writeln!(out, "\n...anyway, back to game {game}.")?;
            winner
        } else {
            Player::with_higher(card1, card2)
        };
        writeln!(out, "Player {winner} wins round {round} of game {game}!")?;
        decks.settle(winner);
    }
    // If player 1 has cards, either player 2 has none, or the game has repeated itself.
    let winner = if decks.one.is_empty() {
        Player::Two
    } else {
        Player::One
    };
    writeln!(out, "The winner of game {game} is player {winner}!")?;
    Ok(winner)
}

fn write_draw(decks: &Decks, card1: Value, card2: Value, out: &mut dyn Write) -> Result<()> {
    write_decks(decks, out)?;
    writeln!(out, "Player 1 plays: {card1}")?;
    writeln!(out, "Player 2 plays: {card2}")?;
    Ok(())
}

fn write_decks(decks: &Decks, out: &mut dyn Write) -> Result<()> {
    writeln!(out, "Player 1's deck: {}", List(&decks.one))?;
    writeln!(out, "Player 2's deck: {}", List(&decks.two))?;
    Ok(())
}

fn write_results(decks: &Decks, out: &mut dyn Write) -> Result<()> {
    writeln!(out, "\n\n== Post-game results ==")?;
    write_decks(decks, out)
}

/// Values with commas between them.
struct List<'a>(&'a Deck);

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
