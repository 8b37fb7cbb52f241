//! Part 1: Combat. A run is as many rounds as the shorter deck has cards.

use super::table::{CycleDetector, Game, Table};
use super::{Deal, Victory};

impl Table {
    /// Plays Combat. `None` if it never ends.
    ///
    /// The logs already contain the cards of the next rounds, for as many rounds as the shorter
    /// deck has cards. Before that, nobody can run out of cards, so these rounds are played as one
    /// run without a check. The decks at the end of a run depend only on the decks at its start, so
    /// a game that never ends has the same decks at the ends of two runs.
    pub fn combat(deal: &Deal<'_>) -> Option<Victory> {
        let (mut table, mut game) = Self::deal(deal);
        let mut detector = CycleDetector::new(game);
        loop {
            table.play_shorter_deck(&mut game);
            if let Some(winner) = game.winner() {
                return Some(table.victory(deal, winner, game));
            }
            if detector.period(&table, game).is_some() {
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

        // Both players log the round as won, but only the winner's index moves on. So the processor
        // has no branch to predict.
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
}
