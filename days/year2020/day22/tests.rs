use std::collections::HashSet;

use super::parse::deal;
use super::table::Game;
use super::*;

/// Both games by the rules, without any shortcut.
mod reference {
    use super::*;

    /// `None` if Combat never ends.
    pub fn play(mut deck1: Vec<Value>, mut deck2: Vec<Value>, recursive: bool) -> Option<Victory> {
        let mut before = HashSet::new();
        while !deck1.is_empty() && !deck2.is_empty() {
            if !before.insert((deck1.clone(), deck2.clone())) {
                return recursive.then_some(Victory {
                    winner: Player::One,
                    deck: deck1,
                });
            }
            let (card1, card2) = (deck1.remove(0), deck2.remove(0));
            let (count1, count2) = (card1 as usize, card2 as usize);
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

    pub fn combat(deck1: &[Value], deck2: &[Value]) -> Option<Victory> {
        play(deck1.to_vec(), deck2.to_vec(), false)
    }

    pub fn recursive_combat(deck1: &[Value], deck2: &[Value]) -> Victory {
        play(deck1.to_vec(), deck2.to_vec(), true).expect("it always ends")
    }
}

/// Compares both games with the reference.
fn check(deck1: &[Value], deck2: &[Value]) {
    let text = text(deck1, deck2);
    let deal = Day22::parse(&text).unwrap();
    assert_eq!(deal.to_string(), text);
    assert_eq!(
        Table::combat(&deal),
        reference::combat(deck1, deck2),
        "{text}"
    );
    let victory = reference::recursive_combat(deck1, deck2);
    assert_eq!(Table::recursive_combat(&deal), victory, "{text}");
}

fn text(deck1: &[Value], deck2: &[Value]) -> String {
    let lines = |deck: &[Value]| deck.iter().map(|value| value.to_string() + "\n").collect();
    let [lines1, lines2]: [String; 2] = [lines(deck1), lines(deck2)];
    format!("Player 1:\n{lines1}\nPlayer 2:\n{lines2}")
}

/// Two decks of `size` cards together, often of the same size.
fn random_decks(random: &mut Random, size: usize, mut values: Vec<Value>) -> [Vec<Value>; 2] {
    random.shuffle(&mut values);
    let first = if random.below(2) == 0 {
        size / 2
    } else {
        1 + usize::try_from(random.below(size as u64 - 1)).unwrap()
    };
    [values[..first].to_vec(), values[first..size].to_vec()]
}

/// Decks of 2 to `largest` cards: exactly 1..=n, most of these, or of a wide
/// range.
fn random_deals(seed: u64, count: usize, largest: u64) -> impl Iterator<Item = [Vec<Value>; 2]> {
    let mut random = Random::new(seed);
    std::iter::repeat_with(move || {
        let size = u32::try_from(2 + random.below(largest - 1)).unwrap();
        let highest = match random.below(4) {
            0 => 255,
            1 => size + size / 2,
            _ => size,
        };
        random_decks(&mut random, size as usize, (1..=highest).collect())
    })
    .take(count)
}

fn generated(seed: u64) -> Deal<'static> {
    let text = Day22::generate(seed).unwrap();
    let deal = Day22::parse(&text).unwrap();
    parse::deal(deal.deck1(), deal.deck2())
}

#[test]
fn answers_deals_of_fifty_cards() {
    for (seed, part1, part2) in [(0, 35888, 33842), (1, 35775, 31931), (46, 34069, 32857)] {
        let deal = generated(seed);
        assert_eq!(
            Day22::part1(&deal).unwrap(),
            Answer::Unsigned(part1),
            "{seed}"
        );
        assert_eq!(
            Day22::part2(&deal).unwrap(),
            Answer::Unsigned(part2),
            "{seed}"
        );
    }
}

#[test]
fn agrees_with_the_rules_on_small_deals() {
    let mut repetitions = 0;
    for [deck1, deck2] in random_deals(1, 6000, 24) {
        check(&deck1, &deck2);
        let victory = reference::recursive_combat(&deck1, &deck2);
        repetitions += usize::from(victory.deck.len() < deck1.len() + deck2.len());
    }
    // The search for the first repetition must have been tested.
    assert!(repetitions > 1000, "{repetitions}");
}

#[test]
fn agrees_with_the_rules_on_deals_with_huge_values() {
    let mut random = Random::new(3);
    for _ in 0..3000 {
        let size = u32::try_from(2 + random.below(23)).unwrap();
        let low = u32::try_from(random.below(u64::from(size) + 1)).unwrap();
        // The others are near the number of cards, above which only the order
        // of values matters, near the largest card, and huge.
        let mut others: Vec<Value> = (low + 1..size + 4)
            .chain(250..260)
            .chain(Value::MAX - 9..=Value::MAX)
            .collect();
        random.shuffle(&mut others);
        others.truncate((size - low) as usize);
        let values = (1..=low).chain(others).collect();
        let [deck1, deck2] = random_decks(&mut random, size as usize, values);
        check(&deck1, &deck2);
    }
}

/// Plays a sub-game, with all shortcuts.
fn sub_game_winner(deck1: &[Value], deck2: &[Value]) -> Player {
    let below_count = |deck: &[Value]| -> Vec<Card> {
        let count = u32::try_from(deck.len()).unwrap();
        [count]
            .iter()
            .chain(deck)
            .map(|&value| value.try_into().unwrap())
            .collect()
    };
    let parent = deal(&below_count(deck1), &below_count(deck2));
    let (mut table, game): (Table, Game) = Table::deal(&parent);
    table.sub_game(game)
}

#[test]
fn decides_sub_games_of_all_kinds() {
    for [deck1, deck2] in random_deals(4, 6000, 25) {
        let winner = reference::recursive_combat(&deck1, &deck2).winner;
        assert_eq!(
            sub_game_winner(&deck1, &deck2),
            winner,
            "{deck1:?} {deck2:?}"
        );
    }
}

#[test]
fn the_textbook_agrees() {
    for [deck1, deck2] in random_deals(5, 500, 20) {
        let text = text(&deck1, &deck2);
        let deal = Day22::parse(&text).unwrap();
        assert_eq!(textbook::combat(&deal), Table::combat(&deal), "{deal}");
        assert_eq!(
            textbook::recursive_combat(&deal),
            Table::recursive_combat(&deal),
            "{deal}"
        );
    }
}

/// Many fast solutions remember pairs of scores instead of decks, and are wrong on
/// these deals: different decks may have the same score.
#[test]
fn equal_scores_are_not_equal_decks() {
    let generated = [(2, 33487), (46, 32857)].map(|(seed, right)| (generated(seed), right));
    let small = [
        (deal(&[3, 4], &[6, 1, 2]), 9),
        (deal(&[7, 3, 2], &[4, 6]), 24),
        (deal(&[4, 5], &[7, 2, 3]), 12),
        (deal(&[6, 5, 1, 7], &[4, 9, 2, 8, 3]), 19),
    ];
    for (deal, right) in generated.into_iter().chain(small) {
        assert_eq!(Table::recursive_combat(&deal).score(), right, "{deal}");
        assert_eq!(textbook::recursive_combat(&deal).score(), right, "{deal}");
    }
}

fn told(deal: &Deal<'_>, part: Part) -> String {
    let mut told = vec![];
    assert!(Day22::trace(deal, part, &mut told).unwrap());
    String::from_utf8(told).unwrap()
}

/// The FNV-1a hash, for a transcript that is too long to repeat here.
fn hash(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

#[test]
fn traces_combat_as_the_puzzle_does() {
    let told = told(&deal(&[9, 2, 6, 3, 1], &[5, 8, 4, 7, 10]), Part::One);
    let start = "-- Round 1 --\nPlayer 1's deck: 9, 2, 6, 3, 1\nPlayer 2's deck: 5, 8, 4, 7, 10\n\
                 Player 1 plays: 9\nPlayer 2 plays: 5\nPlayer 1 wins the round!\n\n-- Round 2 --\n";
    let end = "\n== Post-game results ==\nPlayer 1's deck: \nPlayer 2's deck: 3, 2, 10, 6, 8, 5, 9, \
               4, 7, 1\n";
    assert!(told.starts_with(start) && told.ends_with(end), "{told}");
}

#[test]
fn traces_recursive_combat_as_the_puzzle_does() {
    let told = told(&deal(&[9, 2, 6, 3, 1], &[5, 8, 4, 7, 10]), Part::Two);
    let sub_game = "Playing a sub-game to determine the winner...\n\n=== Game 2 ===\n";
    assert!(told.contains(sub_game), "{told}");
    // The whole transcript of the puzzle.
    let gist = (told.lines().count(), hash(&told));
    assert_eq!(gist, (234, 0x0584_2976_8f04_2f53));
}

#[test]
fn generated_deals_are_fair_and_have_both_answers() {
    for seed in 0..200 {
        let text = Day22::generate(seed).unwrap();
        assert!(parse::quickly(text.as_bytes()).is_some(), "{text}");
        let deal = Day22::parse(&text).unwrap();
        assert_eq!((deal.deck1().len(), deal.deck2().len()), (25, 25));
        let mut cards = [deal.deck1(), deal.deck2()].concat();
        cards.sort_unstable();
        assert!(cards.into_iter().eq(1..=50));
        Day22::part1(&deal).unwrap();
        Day22::part2(&deal).unwrap();
        assert_eq!(deal.to_string(), text);
        assert_eq!(Day22::generate(seed), Some(text));
    }
    assert_ne!(Day22::generate(1), Day22::generate(2));
}

/// The first cards drawn from this seed, one of five below 600,000, make a game
/// of Combat that never ends.
#[test]
fn an_endless_deal_is_dealt_again() {
    let seed = 86_791;
    let mut cards: Vec<Card> = (1..=50).collect();
    Random::new(seed).shuffle(&mut cards);
    let first = deal(&cards[..25], &cards[25..]);
    let deck = |cards| first.values(cards);
    assert_eq!(
        reference::combat(&deck(first.deck1()), &deck(first.deck2())),
        None
    );
    assert_eq!(Table::combat(&first), None);
    assert_eq!(textbook::combat(&first), None);
    assert_ne!(generated(seed), first);
    assert!(Table::combat(&generated(seed)).is_some());
}

#[test]
fn a_game_that_never_ends_is_an_error() {
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
    let mut quick = 0;
    for [deck1, deck2] in random_deals(6, 500, 50) {
        let text = text(&deck1, &deck2);
        let deal = parse::carefully(&text).unwrap();
        assert_eq!(deal.values(deal.deck1()), deck1);
        assert_eq!(deal.values(deal.deck2()), deck2);
        if let Some(read) = parse::quickly(text.as_bytes()) {
            assert_eq!(read, deal);
            quick += 1;
        }
        assert_eq!(Day22::parse(&text).unwrap(), deal);
    }
    assert!(quick > 300, "{quick}");
}

#[test]
fn reads_as_many_cards_as_there_is_room_for() {
    let all: Vec<Value> = (1..=255).collect();
    let huge: Vec<Value> = (0..=127).map(|number| Value::MAX - number).collect();
    for (deck1, deck2) in [all.split_at(100), huge[..127].split_at(60)] {
        let text = text(deck1, deck2);
        let deal = Day22::parse(&text).unwrap();
        assert_eq!(Table::combat(&deal), reference::combat(deck1, deck2));
    }
    let text = text(&huge[..64], &huge[64..]);
    let error = Day22::parse(&text).unwrap_err();
    assert_eq!(
        error.to_string(),
        "too many cards: 128, of which 128 are above 128; the sum of both may be at most 255"
    );
}

#[test]
fn traces_the_values_of_cards_that_stand_for_others() {
    let text = "Player 1:\n4000000000\n300\n\nPlayer 2:\n2\n1\n";
    let deal = Day22::parse(text).unwrap();
    let told = told(&deal, Part::Two);
    let end = "Player 1's deck: 4000000000, 2, 300, 1\nPlayer 2's deck: \n";
    assert!(told.contains("Player 1's deck: 300, 4000000000, 2\n") && told.ends_with(end));
}

#[test]
fn says_what_is_wrong_with_an_input_and_where() {
    // The lines of each input end with `/`.
    let cases = "
        -> line 1: the input ends before `Player 1:`; is it complete?
        <html>/-> line 1: expected `Player 1:`, found `<html>`; is this the puzzle's input?
        Player 1:/9/2/-> line 3: the input ends before `Player 2:`; is it complete?
        Player 1:/9//Player 2://-> line 5: player 2 has no cards; write them below
        Player 1://Player 2:/9/-> line 3: player 1 has no cards; write them below
        Player 1:/9/ace/-> line 3: expected a card or `Player 2:`, found `ace`; cards are numbers
        Player 1:/9//Player 2:/-3/-> line 5: expected a card, found `-3`; cards are numbers
        Player 1:/00//Player 2:/1/-> line 2: cards are numbers from 1 to 4294967295, found `00`
        Player 1:/4294967296/-> line 2: cards are numbers from 1 to 4294967295, found `4294967296`
        Player 1:/9/2//Player 2:/5/2/-> line 7: card 2 is on line 3 already; every card must be unique
    ";
    for case in cases.trim().lines() {
        let (input, message) = case.trim().split_once("-> ").unwrap();
        let error = Day22::parse(&input.replace('/', "\n")).unwrap_err();
        assert!(error.to_string().starts_with(message), "{error}");
    }
    let long = format!("Player 1:\n{}\n\0\n", "9".repeat(50));
    let error = Day22::parse(&long).unwrap_err().to_string();
    assert!(
        error.ends_with(&format!("`{}...`", "9".repeat(40))),
        "{error}"
    );
}
