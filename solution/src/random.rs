//! A small generator of random numbers, for inputs that depend on a seed.

/// A generator of random numbers, which must not be used for secrets. A seed gives the same numbers
/// on every machine and in every version.
///
/// It is `SplitMix64` (Steele, Lea and Flood, "Fast splittable pseudorandom number
/// generators", 2014).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Random {
    state: u64,
}

impl Random {
    /// A generator that starts from `seed`.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// The next number, from the whole range of the type.
    #[inline]
    pub const fn next_u64(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number from 0 to `bound` - 1, all equally likely.
    ///
    /// # Panics
    ///
    /// If `bound` is 0.
    #[inline]
    pub const fn below(&mut self, bound: u64) -> u64 {
        assert!(bound > 0, "no number is below 0");
        // The last run of `bound` numbers is incomplete and would favour small remainders, so a
        // number from it is drawn again.
        let fair = u64::MAX - u64::MAX % bound;
        loop {
            let number = self.next_u64();
            if number < fair {
                return number % bound;
            }
        }
    }

    /// Shuffles `items` into a random order, all equally likely (Fisher and Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            let chosen = self.below(last as u64 + 1);
            items.swap(last, usize::try_from(chosen).expect("below the length"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first outputs for seed 1234567, as published with the reference
    /// implementation.
    #[test]
    fn gives_the_reference_sequence() {
        let mut random = Random::new(1_234_567);
        let drawn = [(); 3].map(|()| random.next_u64());
        assert_eq!(
            drawn,
            [
                6_457_827_717_110_365_317,
                3_203_168_211_198_807_973,
                9_817_491_932_198_370_423
            ]
        );
    }
}
