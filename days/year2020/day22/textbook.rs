//! Both games by the rules: a queue for each deck, and a set of all the decks that a game has seen.
//! The tests check the fast solutions against these, and benchmarks compare them.

use std::collections::{HashSet, VecDeque};

use super::{Deal, Player, Value, Victory};

pub type Deck = VecDeque<Value>;

pub fn combat(deal: &Deal<'_>) -> Option<Victory> {
    // Remembers only the states after this many rounds. Remembering all states would take most of
    // the time, and few games are so long.
    const LONG: usize = 10_000;
    let (mut deck1, mut deck2) = decks(deal);
    let mut seen = HashSet::new();
    let mut rounds = 0;
    while let (Some(&card1), Some(&card2)) = (deck1.front(), deck2.front()) {
        rounds += 1;
        if rounds > LONG && !seen.insert((deck1.clone(), deck2.clone())) {
            return None;
        }
        settle(&mut deck1, &mut deck2, Player::with_higher(card1, card2));
    }
    Some(victory(deck1, deck2))
}

pub fn recursive_combat(deal: &Deal<'_>) -> Victory {
    let (deck1, deck2) = decks(deal);
    recurse(deck1, deck2)
}

fn recurse(mut deck1: Deck, mut deck2: Deck) -> Victory {
    let mut seen = HashSet::new();
    while let (Some(&card1), Some(&card2)) = (deck1.front(), deck2.front()) {
        if !seen.insert((deck1.clone(), deck2.clone())) {
            return Victory {
                winner: Player::One,
                deck: deck1.into(),
            };
        }
        let count1 = card1 as usize;
        let count2 = card2 as usize;
        let winner = if count1 < deck1.len() && count2 < deck2.len() {
            let copy1 = deck1.range(1..=count1).copied().collect();
            let copy2 = deck2.range(1..=count2).copied().collect();
            recurse(copy1, copy2).winner
        } else {
            Player::with_higher(card1, card2)
        };
        settle(&mut deck1, &mut deck2, winner);
    }
    victory(deck1, deck2)
}

/// Gives the top cards to the winner of the round.
pub fn settle(deck1: &mut Deck, deck2: &mut Deck, winner: Player) {
    let drawn = deck1.pop_front().into_iter().chain(deck2.pop_front());
    match winner {
        Player::One => deck1.extend(drawn),
        Player::Two => deck2.extend(drawn.rev()),
    }
}

pub fn decks(deal: &Deal<'_>) -> (Deck, Deck) {
    let deck1 = deal.values(deal.deck1());
    let deck2 = deal.values(deal.deck2());
    (deck1.into(), deck2.into())
}

/// The victory of the player who has cards left.
fn victory(deck1: Deck, deck2: Deck) -> Victory {
    if deck2.is_empty() {
        Victory {
            winner: Player::One,
            deck: deck1.into(),
        }
    } else {
        Victory {
            winner: Player::Two,
            deck: deck2.into(),
        }
    }
}
