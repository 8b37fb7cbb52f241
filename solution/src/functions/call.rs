//! How a function takes the input.

use std::marker::PhantomData;
use std::ops::Deref;

/// A call of a function of type `F` with an input of type `I`.
pub struct Call<'i, F, I: ?Sized>(PhantomData<(F, &'i I)>);

impl<'i, F, I: ?Sized> Call<'i, F, I> {
    pub const fn of(_function: &F, _input: &'i I) -> Self {
        Self(PhantomData)
    }
}

/// A way to call a function: the trait that chooses it for the `Call`s that
/// meet `where`, and how the argument is made of the input, a `&'i I`.
macro_rules! way {
    (
        $(#[$doc:meta])*
        $choose:ident => $way:ident, $call:ty,
        [$($generics:tt)*], $input:ty, $argument:ty, [$($bounds:tt)*], |$value:ident| $make:expr
    ) => {
        $(#[$doc])*
        pub trait $choose {
            fn way(&self) -> $way {
                $way
            }
        }

        impl<'i, F, R, $($generics)*> $choose for $call
        where
            F: FnOnce($argument) -> R,
            $($bounds)*
        {
        }

        pub struct $way;

        impl $way {
            #[inline]
            pub fn call<'i, F, R, $($generics)*>(self, function: F, $value: &'i $input) -> R
            where
                F: FnOnce($argument) -> R,
                $($bounds)*
            {
                function($make)
            }
        }
    };
}

way! {
    /// `fn(&I)`
    TakesReference => ByReference, &&&&&&&&Call<'i, F, I>,
    [I], I, &'i I, [I: ?Sized], |input| input
}
way! {
    /// `fn(&[T])` for a `Vec<T>`
    TakesTarget => ByTarget, &&&&&&&Call<'i, F, I>,
    [I], I, &'i I::Target, [I: Deref + 'i], |input| input
}
way! {
    /// `fn(I)`
    TakesValue => ByValue, &&&&&&Call<'i, F, I>,
    [I], I, I, [I: Clone], |input| input.clone()
}
way! {
    /// `fn(&mut I)`
    TakesMutable => ByMutable, &&&&&Call<'i, F, I>,
    [I], I, &mut I, [I: Clone], |input| &mut input.clone()
}
way! {
    /// `fn(&mut [T])` for a `Vec<T>`
    TakesMutableTarget => ByMutableTarget, &&&&Call<'i, F, I>,
    [I], I, &mut I::Target, [I: Clone + std::ops::DerefMut], |input| &mut input.clone()
}
way! {
    /// `fn(&[T])` for an array
    TakesSlice => BySlice, &&&Call<'i, F, [T; N]>,
    [T, const N: usize], [T; N], &'i [T], [T: 'i], |input| input
}
way! {
    /// `fn(&[u8])` for the text
    TakesBytes => ByBytes, &&Call<'i, F, I>,
    [I], I, &'i [u8], [I: AsRef<str> + ?Sized + 'i], |input| input.as_ref().as_bytes()
}
way! {
    /// `fn(String)` for the text
    TakesString => ByString, &Call<'i, F, I>,
    [I], I, String, [I: AsRef<str> + ?Sized], |input| input.as_ref().to_owned()
}

/// No way: the compiler says so at the call, instead of listing all of them.
pub trait TakesNone {
    fn way(&self) -> NoWay {
        NoWay
    }
}

impl<F, I: ?Sized> TakesNone for Call<'_, F, I> {}

pub struct NoWay;

impl NoWay {
    pub fn call<F: TakesInput, I: ?Sized>(self, _function: F, _input: &I) {}
}

/// What nothing implements: a function that can be called is not asked.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be called with the input alone",
    label = "this function has other arguments",
    note = "a part takes what `parse` returns, and `parse` takes the text: by reference, by `&mut`, by value or as a slice",
    note = "correct the function, or name a closure that calls it, such as `part1 = |input| part1(input, 10)`"
)]
pub trait TakesInput {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_a_way_the_compiler_can_say_so() {
        fn with_a_size(lines: &[u8], size: usize) -> usize {
            lines.len() + size
        }
        let NoWay = Call::of(&with_a_size, &vec![0_u8]).way();
        assert_eq!(with_a_size(&[1], 2), 3);
    }
}
