use std::collections::HashSet;

use super::*;

/// Plays by the rules and nothing else.
mod reference {
    use super::*;

    /// The winner and the winner's deck; `None` if Combat never ends.
    pub fn play(mut deck1: Vec<Card>, mut deck2: Vec<Card>, recursive: bool) -> Option<Victory> {
        let mut before = HashSet::new();
        while !deck1.is_empty() && !deck2.is_empty() {
            if !before.insert((deck1.clone(), deck2.clone())) {
                return recursive.then_some(Victory {
                    winner: Player::One,
                    deck: deck1,
                });
            }
            let (card1, card2) = (deck1.remove(0), deck2.remove(0));
            let (count1, count2) = (usize::from(card1), usize::from(card2));
            let player1_wins = if recursive && deck1.len() >= count1 && deck2.len() >= count2 {
                let copy1 = deck1[..count1].to_vec();
                let copy2 = deck2[..count2].to_vec();
                play(copy1, copy2, true)?.winner == Player::One
            } else {
                card1 > card2
            };
            if player1_wins {
                deck1.extend([card1, card2]);
            } else {
                deck2.extend([card2, card1]);
            }
        }
        Some(if deck2.is_empty() {
            Victory {
                winner: Player::One,
                deck: deck1,
            }
        } else {
            Victory {
                winner: Player::Two,
                deck: deck2,
            }
        })
    }

    pub fn combat(deal: &Deal) -> Option<Victory> {
        play(deal.deck1().to_vec(), deal.deck2().to_vec(), false)
    }

    pub fn recursive_combat(deal: &Deal) -> Victory {
        play(deal.deck1().to_vec(), deal.deck2().to_vec(), true).expect("it always ends")
    }
}

/// A generated deck with the answers 32982 and 32912.
const FULL: ([Card; 25], [Card; 25]) = (
    [
        43, 27, 23, 12, 14, 11, 15, 8, 31, 3, 4, 32, 6, 34, 9, 1, 49, 19, 30, 44, 48, 36, 17, 39,
        18,
    ],
    [
        35, 29, 41, 40, 10, 13, 24, 25, 28, 16, 21, 50, 42, 7, 20, 37, 2, 38, 5, 22, 26, 46, 45,
        33, 47,
    ],
);

fn deal(deck1: &[Card], deck2: &[Card]) -> Deal {
    Deal {
        cards: [deck1, deck2].concat(),
        first: deck1.len(),
    }
}

/// A deal of so many cards out of 1 to `highest`, in decks of any two sizes.
fn random_deal(random: &mut Random, size: usize, highest: Card) -> Deal {
    let mut cards: Vec<Card> = (1..=highest).collect();
    random.shuffle(&mut cards);
    let first = if random.below(2) == 0 {
        size / 2
    } else {
        1 + usize::try_from(random.below(size as u64 - 1)).unwrap()
    };
    deal(&cards[..first], &cards[first..size])
}

/// Deals of 2 to `largest` cards: exactly 1..=n, nearly, or from far apart.
fn random_deals(seed: u64, count: usize, largest: u64) -> impl Iterator<Item = Deal> {
    let mut random = Random::new(seed);
    std::iter::repeat_with(move || {
        let size = u8::try_from(2 + random.below(largest - 1)).unwrap();
        let highest = match random.below(4) {
            0 => Card::MAX,
            1 => size + size / 2,
            _ => size,
        };
        random_deal(&mut random, size.into(), highest)
    })
    .take(count)
}

fn generated(seed: u64) -> Deal {
    Day22::parse(&Day22::generate(seed).unwrap()).unwrap()
}

#[test]
fn answers_the_published_deals() {
    let (deck1, deck2) = FULL;
    let full = deal(&deck1, &deck2);
    assert_eq!(Day22::part1(&full).unwrap().to_string(), "32982");
    assert_eq!(Day22::part2(&full).unwrap().to_string(), "32912");

    let repeating = deal(&[43, 19], &[2, 29, 14]);
    assert_eq!(Day22::part2(&repeating).unwrap().to_string(), "105");
    assert!(Day22::part1(&repeating).is_err());
}

#[test]
fn agrees_with_the_rules_on_small_deals() {
    let mut repetitions = 0;
    for deal in random_deals(1, 6000, 24) {
        let victory = reference::recursive_combat(&deal);
        repetitions += usize::from(victory.deck.len() < deal.cards.len());
        assert_eq!(Table::recursive_combat(&deal), victory, "{deal:?}");
        assert_eq!(Table::combat(&deal), reference::combat(&deal), "{deal:?}");
    }
    // Only then is there a first repetition to be found.
    assert!(repetitions > 1000, "{repetitions}");
}

#[test]
fn agrees_with_the_rules_on_large_deals() {
    for deal in random_deals(2, 60, 50).chain((0..3).map(generated)) {
        let victory = reference::recursive_combat(&deal);
        assert_eq!(Table::recursive_combat(&deal), victory, "{deal:?}");
        assert_eq!(Table::combat(&deal), reference::combat(&deal), "{deal:?}");
    }
}

/// Every deal there is of up to six cards 1..=n, and what becomes of it.
#[test]
fn agrees_with_the_rules_on_all_tiny_deals() {
    fn permutations(cards: &mut Vec<Card>, fixed: usize, each: &mut dyn FnMut(&[Card])) {
        if fixed == cards.len() {
            each(cards);
        }
        for chosen in fixed..cards.len() {
            cards.swap(fixed, chosen);
            permutations(cards, fixed + 1, each);
            cards.swap(fixed, chosen);
        }
    }
    for size in 2..=6 {
        permutations(&mut (1..=size).collect(), 0, &mut |cards| {
            for first in 1..cards.len() {
                let deal = deal(&cards[..first], &cards[first..]);
                let victory = reference::recursive_combat(&deal);
                assert_eq!(Table::recursive_combat(&deal), victory, "{deal:?}");
                assert_eq!(Table::combat(&deal), reference::combat(&deal), "{deal:?}");
            }
        });
    }
}

#[test]
fn the_textbook_agrees() {
    for deal in random_deals(3, 500, 20) {
        assert_eq!(textbook::combat(&deal), Table::combat(&deal), "{deal:?}");
        assert_eq!(
            textbook::recursive_combat(&deal),
            Table::recursive_combat(&deal),
            "{deal:?}"
        );
    }
}

/// A set of pairs of scores in place of a set of decks, as fast solvers have
/// it: different decks may have the same score.
fn by_scores(deal: &Deal) -> u32 {
    fn play(mut deck1: Vec<Card>, mut deck2: Vec<Card>, main: bool) -> Victory {
        if !main && deck1.iter().max() > deck2.iter().max() {
            return Victory {
                winner: Player::One,
                deck: deck1,
            };
        }
        let mut before = HashSet::new();
        while !deck1.is_empty() && !deck2.is_empty() {
            let score = |deck: &Vec<Card>| {
                Victory {
                    winner: Player::One,
                    deck: deck.clone(),
                }
                .score()
            };
            if !before.insert((score(&deck1), score(&deck2))) {
                return Victory {
                    winner: Player::One,
                    deck: deck1,
                };
            }
            let (card1, card2) = (deck1.remove(0), deck2.remove(0));
            let (count1, count2) = (usize::from(card1), usize::from(card2));
            let winner = if deck1.len() >= count1 && deck2.len() >= count2 {
                play(deck1[..count1].to_vec(), deck2[..count2].to_vec(), false).winner
            } else {
                Player::with_higher(card1, card2)
            };
            match winner {
                Player::One => deck1.extend([card1, card2]),
                Player::Two => deck2.extend([card2, card1]),
            }
        }
        match deck2[..] {
            [] => Victory {
                winner: Player::One,
                deck: deck1,
            },
            _ => Victory {
                winner: Player::Two,
                deck: deck2,
            },
        }
    }
    play(deal.deck1().to_vec(), deal.deck2().to_vec(), true).score()
}

/// Found by playing generated deals both ways: of the first 400 seeds ten
/// differ, of small deals more.
#[test]
fn is_not_taken_in_by_equal_scores() {
    let generated = [(2, 33487, 35278), (46, 32857, 34078)]
        .map(|(seed, right, wrong)| (generated(seed), right, wrong));
    let small = [
        (deal(&[3, 4], &[6, 1, 2]), 9, 10),
        (deal(&[7, 3, 2], &[4, 6]), 24, 29),
        (deal(&[4, 5], &[7, 2, 3]), 12, 13),
        (deal(&[6, 5, 1, 7], &[4, 9, 2, 8, 3]), 19, 16),
    ];
    for (deal, right, wrong) in generated.into_iter().chain(small) {
        assert_eq!(
            reference::recursive_combat(&deal).score(),
            right,
            "{deal:?}"
        );
        assert_eq!(by_scores(&deal), wrong, "{deal:?}");
        assert_eq!(Table::recursive_combat(&deal).score(), right, "{deal:?}");
        assert_eq!(textbook::recursive_combat(&deal).score(), right, "{deal:?}");
    }
}

fn told(deal: &Deal, part: Part) -> String {
    let mut told = vec![];
    assert!(Day22::trace(deal, part, &mut told).unwrap());
    String::from_utf8(told).unwrap()
}

/// The FNV-1a hash: stands for a transcript that is too long to repeat here.
fn hash(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

#[test]
fn tells_combat_as_the_puzzle_does() {
    let told = told(&deal(&[9, 2, 6, 3, 1], &[5, 8, 4, 7, 10]), Part::One);
    assert!(
        told.starts_with(
            "\
-- Round 1 --
Player 1's deck: 9, 2, 6, 3, 1
Player 2's deck: 5, 8, 4, 7, 10
Player 1 plays: 9
Player 2 plays: 5
Player 1 wins the round!

-- Round 2 --
"
        ),
        "{told}"
    );
    assert!(
        told.ends_with(
            "
-- Round 29 --
Player 1's deck: 1
Player 2's deck: 7, 3, 2, 10, 6, 8, 5, 9, 4
Player 1 plays: 1
Player 2 plays: 7
Player 2 wins the round!


== Post-game results ==
Player 1's deck:\x20
Player 2's deck: 3, 2, 10, 6, 8, 5, 9, 4, 7, 1
"
        ),
        "{told}"
    );
}

#[test]
fn tells_recursive_combat_as_the_puzzle_does() {
    let told = told(&deal(&[9, 2, 6, 3, 1], &[5, 8, 4, 7, 10]), Part::Two);
    assert!(
        told.contains(
            "
-- Round 9 (Game 1) --
Player 1's deck: 4, 9, 8, 5, 2
Player 2's deck: 3, 10, 1, 7, 6
Player 1 plays: 4
Player 2 plays: 3
Playing a sub-game to determine the winner...

=== Game 2 ===

-- Round 1 (Game 2) --
Player 1's deck: 9, 8, 5, 2
"
        ),
        "{told}"
    );
    assert!(
        told.contains(
            "
Player 2 wins round 6 of game 2!
The winner of game 2 is player 2!

...anyway, back to game 1.
Player 2 wins round 9 of game 1!

-- Round 10 (Game 1) --
"
        ),
        "{told}"
    );
    assert!(
        told.ends_with(
            "
The winner of game 1 is player 2!


== Post-game results ==
Player 1's deck:\x20
Player 2's deck: 7, 5, 6, 2, 4, 1, 10, 8, 9, 3
"
        ),
        "{told}"
    );
    // All of it, as published.
    assert_eq!(
        (told.lines().count(), hash(&told)),
        (234, 0x0584_2976_8f04_2f53)
    );
}

#[test]
fn tells_a_game_that_is_won_by_repetition() {
    let told = told(&deal(&[43, 19], &[2, 29, 14]), Part::Two);
    assert!(
        told.ends_with(
            "
Player 2 wins round 6 of game 1!
The winner of game 1 is player 1!


== Post-game results ==
Player 1's deck: 43, 19
Player 2's deck: 2, 29, 14
"
        ),
        "{told}"
    );
}

/// A writer that has had enough.
struct Full;

impl Write for Full {
    fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
        Err(std::io::ErrorKind::BrokenPipe.into())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
fn telling_stops_where_nothing_can_be_written() {
    for part in Part::BOTH {
        let error = Day22::trace(&deal(&[1], &[2]), part, &mut Full).unwrap_err();
        assert!(error.is::<std::io::Error>(), "{error}");
    }
}

#[test]
fn generated_deals_are_fair_and_have_both_answers() {
    for seed in 0..200 {
        let text = Day22::generate(seed).unwrap();
        assert!(parse::quickly(text.as_bytes()).is_some(), "{text}");
        let deal = Day22::parse(&text).unwrap();
        assert_eq!((deal.deck1().len(), deal.deck2().len()), (25, 25));
        let mut cards: Vec<Card> = deal.cards.clone();
        cards.sort_unstable();
        assert!(cards.into_iter().eq(1..=50));
        Day22::part1(&deal).unwrap();
        Day22::part2(&deal).unwrap();
        assert_eq!(deal.to_string(), text);
        assert_eq!(Day22::generate(seed), Some(text));
    }
    assert_ne!(Day22::generate(1), Day22::generate(2));
}

/// The first cards drawn from this seed, one of five below 600,000, make a
/// game of Combat without an end.
#[test]
fn an_endless_deal_is_dealt_again() {
    let seed = 86_791;
    let mut cards: Vec<Card> = (1..=50).collect();
    Random::new(seed).shuffle(&mut cards);
    let first = deal(&cards[..25], &cards[25..]);
    assert_eq!(reference::combat(&first), None);
    assert_eq!(Table::combat(&first), None);
    assert_eq!(textbook::combat(&first), None);
    assert_ne!(generated(seed), first);
    assert!(Table::combat(&generated(seed)).is_some());
}

#[test]
fn a_game_without_an_end_is_an_error() {
    for (deck1, deck2) in [(&[1, 2, 4][..], &[3, 5][..]), (&[43, 19], &[2, 29, 14])] {
        let error = Day22::part1(&deal(deck1, deck2)).unwrap_err().to_string();
        assert_eq!(error, NEVER_ENDS);
        let told = Day22::trace(&deal(deck1, deck2), Part::One, &mut std::io::sink());
        assert_eq!(told.unwrap_err().to_string(), NEVER_ENDS);
    }
}

#[test]
fn reads_a_deal_however_its_lines_end() {
    let expected = deal(&[9, 2], &[5, 100]);
    for text in [
        "Player 1:\n9\n2\n\nPlayer 2:\n5\n100\n",
        "Player 1:\n9\n2\n\nPlayer 2:\n5\n100",
        "Player 1:\r\n9\r\n2\r\n\r\nPlayer 2:\r\n5\r\n100\r\n",
        "Player 1:\n9\n2\nPlayer 2:\n5\n100\n\n\n",
        "\nPlayer 1: \n9 \n2\t\n\n\nPlayer 2:\n\n5\n100\n \n",
    ] {
        assert_eq!(Day22::parse(text).unwrap(), expected, "{text:?}");
    }
}

#[test]
fn both_readers_read_the_same() {
    for deal in random_deals(4, 500, 50) {
        let text = deal.to_string();
        assert_eq!(parse::carefully(&text).unwrap(), deal);
        if let Some(quick) = parse::quickly(text.as_bytes()) {
            assert_eq!(quick, deal);
        }
        assert_eq!(Day22::parse(&text).unwrap(), deal);
    }
}

#[test]
fn says_what_is_wrong_with_an_input_and_where() {
    for (input, message) in [
        (
            "",
            "line 1: the input ends before `Player 1:`; is it complete?",
        ),
        (
            "<!DOCTYPE html>\n<html>\n",
            "line 1: expected `Player 1:`, found `<!DOCTYPE html>`; is this the puzzle's input?",
        ),
        (
            "9\n2\n",
            "line 1: expected `Player 1:`, found `9`; is this the puzzle's input?",
        ),
        (
            "Player 1:\n9\n2\n",
            "line 3: the input ends before `Player 2:`; is it complete?",
        ),
        (
            "Player 1:\n9\n\nPlayer 2:\n\n",
            "line 5: player 2 has no cards; put them below `Player 2:`, one a line",
        ),
        (
            "Player 1:\n\nPlayer 2:\n9\n",
            "line 3: player 1 has no cards; put them below `Player 1:`, one a line",
        ),
        (
            "Player 1:\n9\nace\n",
            "line 3: expected a card or `Player 2:`, found `ace`; a card is a number from 1 to 255",
        ),
        (
            "Player 1:\n9\n\nPlayer 2:\n-3\n",
            "line 5: expected a card, found `-3`; a card is a number from 1 to 255",
        ),
        (
            "Player 1:\n9\n\nPlayer 2:\n3\n\nPlayer 3:\n1\n",
            "line 7: expected a card, found `Player 3:`; a card is a number from 1 to 255",
        ),
        (
            "Player 1:\n9\n\0\n",
            "line 3: expected a card or `Player 2:`, found `\\0`; a card is a number from 1 to 255",
        ),
        (
            "Player 1:\n0\n",
            "line 2: a card is a number from 1 to 255, found `0`",
        ),
        (
            "Player 1:\n256\n",
            "line 2: a card is a number from 1 to 255, found `256`",
        ),
        (
            "Player 1:\n99999999999999999999999999999999999999999999999999\n",
            "line 2: a card is a number from 1 to 255, \
             found `9999999999999999999999999999999999999999...`",
        ),
        (
            "Player 1:\n9\n2\n\nPlayer 2:\n5\n2\n",
            "line 7: card 2 has been dealt before, on line 3; each card is there once",
        ),
        (
            "Player 1:\n9\n9\n\nPlayer 2:\n5\n2\n",
            "line 3: card 9 has been dealt before, on line 2; each card is there once",
        ),
    ] {
        let error = Day22::parse(input).unwrap_err().to_string();
        assert_eq!(error, message, "{input:?}");
    }
}
