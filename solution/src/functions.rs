//! [`functions!`](crate::functions): a day from free functions, whatever their
//! signatures are.
//!
//! A macro does not see types, so the compiler makes the choice. There is a trait for each choice,
//! such as the way to call a function. A `Probe` implements it for each way, behind different
//! numbers of references, so a method call takes the first way that applies ("autoref
//! specialization"). The chosen method returns a zero-sized value, and a method of that value does
//! the work.

mod choices;

pub use choices::*;

/// Implements a day with free functions.
///
/// The arguments are the name of the type to create, the puzzle's title and the type that `parse`
/// returns. The macro implements [`Solution`](crate::Solution) for the new type with the functions
/// `parse`, `part1` and `part2` of the same module. You can leave out a part that is not written
/// yet. Write the input's type as in the signature of `parse`, with `'a` as the lifetime of the
/// text. Types of your own in it must be `pub`.
///
/// ```
/// # use aoc_solution::{Answer, Part, Solution};
/// aoc_solution::functions!(Day01, "Not Quite Lisp", Vec<&str>);
///
/// fn parse(input: &str) -> Vec<&str> {
///     input.lines().collect()
/// }
///
/// fn part1(lines: &[&str]) -> usize {
///     lines.len()
/// }
///
/// fn part2(lines: &[&str]) -> Option<usize> {
///     lines.iter().position(|line| line.is_empty())
/// }
/// # let input = Day01::parse("a\nb\n").unwrap();
/// # assert_eq!(Day01::part1(&input).unwrap(), Answer::from(2_u8));
/// # assert_eq!(Day01::part2(&input).unwrap(), Answer::Unsolved);
/// ```
///
/// Without an input type there is no `parse`, and the parts get the text.
///
/// ```
/// # use aoc_solution::{Answer, Solution};
/// aoc_solution::functions!(Day06, "Tuning Trouble", part1 = start_of_packet);
///
/// fn start_of_packet(input: &str) -> Result<usize, &'static str> {
///     input.find("ab").ok_or("there is no marker")
/// }
/// # assert_eq!(Day06::part1(&"cab").unwrap(), Answer::from(1_u8));
/// # assert_eq!(Day06::part1(&"").unwrap_err().to_string(), "there is no marker");
/// # assert_eq!(Day06::part2(&"").unwrap(), Answer::Unsolved);
/// ```
///
/// # Options
///
/// Options follow in any order. If only one part is named, the other part is unsolved.
///
/// | option | for |
/// |---|---|
/// | `text = str::trim_end` | a function from `&str` to `&str` that is called before `parse` |
/// | `parse = generator` | a function of another name that parses |
/// | `part1 = solve_part1`, `part2 = ...` | a function of another name, or a closure, which gets `&Input` |
/// | `solve = both` | one function that returns a pair, the answers to both parts, or a [`Result`] of it |
/// | `alternatives = [part1 "bits" = with_bits]` | other ways to solve a part, each with its name |
/// | `examples = [example!("1\n").part1("1")]` | examples, as in [`Solution::EXAMPLES`](crate::Solution::EXAMPLES); the functions of `part1_with` and `part2_with` may have any signature of a part |
///
/// ```
/// # use aoc_solution::{Answer, Solution};
/// use aoc_solution::example;
///
/// aoc_solution::functions! {
///     Day09, "Encoding Error", Vec<u64>,
///     part1 = |numbers| first_invalid(numbers, 25),
///     part2 = weakness,
///     alternatives = [part2 "slow" = slow_weakness],
///     examples = [
///         example!("35\n20\n15\n").part2("62"),
///     ],
/// }
/// # fn parse(input: &str) -> Result<Vec<u64>, std::num::ParseIntError> {
/// #     input.lines().map(str::parse).collect()
/// # }
/// # fn first_invalid(_: &[u64], preamble: usize) -> usize { preamble }
/// # fn weakness(_: &[u64]) -> u64 { 62 }
/// # fn slow_weakness(_: Vec<u64>) -> u64 { 62 }
/// # let input = Day09::parse("35\n20\n15\n").unwrap();
/// # assert_eq!(Day09::part1(&input).unwrap(), Answer::from(25_u8));
/// # assert!(Day09::parse("x").is_err());
/// # assert_eq!(Day09::EXAMPLES.len() + Day09::ALTERNATIVES.len(), 2);
/// ```
///
/// # Signatures
///
/// `parse` takes the text as `&str`, `&[u8]`, `String` or `&String`, or its lines in one of the
/// forms of the last point below. It returns the input, a [`Result`] of the input, or an
/// [`Option`], whose `None` is an error. A part takes:
///
/// - the input by reference, or a reference to any type that it dereferences to, such as `&[T]` and
///   `&str`;
/// - the input by value or by mutable reference. It is cloned first, and cloning is a part of its
///   time;
/// - if the input is the text, also `&[u8]`, `String`, `&String`, or the lines of the text: as an
///   iterator (`Lines`), or as a `Vec` or a slice of `&str` or `String`.
///
/// A part returns anything that can be displayed, or `()` if it has no answer. It can also return
/// an [`Option`] or a [`Result`] of that, or a [`Result`] of an [`Option`]. `None` means an
/// unsolved part, and `Err` an error. To call any other function, such as a generic one, write a
/// closure: `part1 = |input| part1(input.iter(), 25)`.
///
/// # Items that the macro adds
///
/// The macro adds the type, as `pub(crate)`. If no part is named, it also imports placeholders for
/// `part1` and `part2` with a `*`, which functions of your own with these names replace. It adds
/// nothing else: the traits for the compiler's choice have no names outside of this library.
#[macro_export]
macro_rules! functions {
    ($day:ident, $title:literal $(, $option:ident = $($rest:tt)*)?) => {
        $crate::__functions! {
            @take [$day, $title] [] [] [] []
            $($option = $($rest)*)?,
        }
    };
    ($day:ident, $title:literal,) => {
        $crate::functions! { $day, $title }
    };
    ($day:ident, $title:literal, $input:ty $(, $($rest:tt)*)?) => {
        $crate::__functions! {
            @take [$day, $title, $input] [] [] [] []
            $($($rest)*)?,
        }
    };
    ($($other:tt)*) => {
        ::core::compile_error!(
            "expected a name, a title and the type that `parse` returns: \
             `functions!(Day01, \"Report Repair\", Vec<u64>)`"
        );
    };
}

/// Collects the options (`@take`), then writes the items of the `impl`.
#[doc(hidden)]
#[macro_export]
macro_rules! __functions {
    // The arguments: the day, the function for the text, the function that parses, the
    // parts, further items, and the options, each with a comma.
    (
        @take $head:tt [] $parse:tt $parts:tt $items:tt
        text = $change:expr, $($rest:tt)*
    ) => {
        $crate::__functions! {
            @take $head [$change] $parse $parts $items
            $($rest)*
        }
    };
    (
        @take $head:tt $text:tt [] $parts:tt $items:tt
        parse = |$input:pat_param| $body:expr, $($rest:tt)*
    ) => {
        $crate::__functions! {
            @take $head $text [{ |$input| $body }] $parts $items
            $($rest)*
        }
    };
    (
        @take $head:tt $text:tt [] $parts:tt $items:tt
        parse = $parse:expr, $($rest:tt)*
    ) => {
        $crate::__functions! {
            @take $head $text [{ $parse }] $parts $items
            $($rest)*
        }
    };
    (
        @take $head:tt $text:tt $parse:tt [$($parts:tt)*] $items:tt
        solve = $both:expr, $($rest:tt)*
    ) => {
        $crate::__functions! {
            @take $head $text $parse [$($parts)* [part1 { $both } first] [part2 { $both } second]]
            $items
            $($rest)*
        }
    };
    (
        @take $head:tt $text:tt $parse:tt $parts:tt [$($items:tt)*]
        alternatives = [$($list:tt)*], $($rest:tt)*
    ) => {
        $crate::__functions! {
            @take $head $text $parse $parts [$($items)* [alternatives $($list)*]]
            $($rest)*
        }
    };
    (
        @take $head:tt $text:tt $parse:tt $parts:tt [$($items:tt)*]
        examples = [$($list:tt)*], $($rest:tt)*
    ) => {
        $crate::__functions! {
            @take $head $text $parse $parts [$($items)* [examples $($list)*]]
            $($rest)*
        }
    };
    (
        @take $head:tt $text:tt $parse:tt [$($parts:tt)*] $items:tt
        $part:ident = |$input:pat_param| $body:expr, $($rest:tt)*
    ) => {
        $crate::__functions! {
            @take $head $text $parse [$($parts)* [$part { |$input| $body }]] $items
            $($rest)*
        }
    };
    (
        @take $head:tt $text:tt $parse:tt [$($parts:tt)*] $items:tt
        $part:ident = $solve:expr, $($rest:tt)*
    ) => {
        $crate::__functions! {
            @take $head $text $parse [$($parts)* [$part { $solve }]] $items
            $($rest)*
        }
    };
    // There may be a comma after the last option.
    (@take $head:tt $text:tt $parse:tt $parts:tt $items:tt ,) => {
        $crate::__functions! { @take $head $text $parse $parts $items }
    };
    // A day without a type and without `text` has no function that could be measured as `parse`.
    (@take [$day:ident, $title:literal] [] [] $parts:tt [$($items:tt)*]) => {
        $crate::__functions! {
            @take [$day, $title, &'a str] [|text| text] [{ |text| text }] $parts
            [[takes_text true] $($items)*]
        }
    };
    // Defaults for missing options.
    (@take $head:tt [] $parse:tt $parts:tt $items:tt) => {
        $crate::__functions! { @take $head [|text| text] $parse $parts $items }
    };
    (@take [$day:ident, $title:literal, $input:ty] $text:tt [] $parts:tt $items:tt) => {
        $crate::__functions! {
            @take [$day, $title, $input] $text [{ parse }] $parts $items
        }
    };
    (@take [$day:ident, $title:literal] $text:tt [] $parts:tt $items:tt) => {
        $crate::__functions! {
            @take [$day, $title, &'a str] $text [{ |text| text }] $parts $items
        }
    };
    (@take $head:tt $text:tt $parse:tt [] $items:tt) => {
        // A part in the same module replaces the placeholder of its name.
        #[allow(unused_imports)]
        use $crate::functions::unwritten::*;
        $crate::__functions! {
            @take $head $text $parse [[part1 { part1 }] [part2 { part2 }]] $items
        }
    };
    (@take [$day:ident, $title:literal] $($rest:tt)*) => {
        ::core::compile_error!("`parse` needs the type that it returns, after the title");
    };
    (
        @take [$day:ident, $title:literal, $input:ty] [$text:expr] [$parse:tt]
        [$($part:tt)*] [[takes_text $takes_text:literal] $($item:tt)*]
    ) => {
        pub(crate) struct $day;

        impl $crate::Solution for $day {
            const TITLE: &'static str = $title;
            const TAKES_TEXT: ::core::option::Option<bool> = ::core::option::Option::Some($takes_text);
            type Input<'a> = <fn(&'a str) -> $input as $crate::functions::Parse>::Input;

            fn parse<'a>(input: &'a str) -> $crate::Result<Self::Input<'a>> {
                #[allow(unused_imports)]
                use $crate::functions::traits::*;

                let change: fn(&str) -> &str = $text;
                let text = change(input);
                let parsed = $crate::__functions!(@call text $parse);
                let probe = $crate::functions::ParsedProbe::<_, Self::Input<'a>>::of(&parsed);
                match $crate::__functions!(@choose probe)
                    .kind_of_input()
                    .convert(parsed)
                {
                    ::core::result::Result::Ok(parsed) => ::core::result::Result::Ok(parsed),
                    ::core::result::Result::Err(error) => $crate::__functions!(@error error),
                }
            }

            $($crate::__functions! { @item $part })*
            $($crate::__functions! { @item $item })*
        }
    };
    // Any other day has such a function, even if its type is the text.
    (@take $head:tt $text:tt $parse:tt $parts:tt [$($item:tt)*]) => {
        $crate::__functions! {
            @take $head $text $parse $parts [[takes_text false] $($item)*]
        }
    };
    (@item [part1 $solve:tt $($half:ident)?]) => {
        fn part1(input: &Self::Input<'_>) -> $crate::Result<$crate::Answer> {
            $crate::__functions!(@answer input $solve $($half)?)
        }
    };
    (@item [part2 $solve:tt $($half:ident)?]) => {
        fn part2(input: &Self::Input<'_>) -> $crate::Result<$crate::Answer> {
            $crate::__functions!(@answer input $solve $($half)?)
        }
    };
    (@item [alternatives $($list:tt)*]) => {
        const ALTERNATIVES: &'static [$crate::Alternative<Self>] =
            $crate::__functions!(@list [] $($list)*,);
    };
    // The example's own function may have any signature that a part may have.
    (
        @item [examples $(
            $($new:ident)::+!$input:tt
            $(.$method:ident($value:expr $(, $($solve:tt)*)?))*
        ),* $(,)?]
    ) => {
        const EXAMPLES: &'static [$crate::Example<Self>] = &[$(
            $($new)::+!$input
            $(.$method(
                $value $(, |input: &Self::Input<'_>| {
                    $crate::__functions!(@answer input { $($solve)* })
                })?
            ))*
        ),*];
    };
    (@item [examples $($list:tt)*]) => {
        const EXAMPLES: &'static [$crate::Example<Self>] = &[$($list)*];
    };
    (@item [text $value:tt]) => {
        ::core::compile_error!("`text` is given twice: remove one");
    };
    (@item [parse $value:tt]) => {
        ::core::compile_error!("`parse` is given twice: remove one");
    };
    (@item [$option:ident $value:tt]) => {
        ::core::compile_error!(::core::concat!(
            "unknown option `",
            ::core::stringify!($option),
            "`, expected `text`, `parse`, `part1`, `part2`, `solve`, `alternatives` or `examples`"
        ));
    };
    (
        @list [$($done:tt)*]
        $part:ident $name:literal = |$input:pat_param| $body:expr, $($rest:tt)*
    ) => {
        $crate::__functions!(
            @list [$($done)* [$part $name { |$input| $body }]]
            $($rest)*
        )
    };
    (
        @list [$($done:tt)*]
        $part:ident $name:literal = $solve:expr, $($rest:tt)*
    ) => {
        $crate::__functions!(
            @list [$($done)* [$part $name { $solve }]]
            $($rest)*
        )
    };
    (@list [$([$part:ident $name:literal $solve:tt])*] $(,)?) => {
        &[$($crate::Alternative::<Self>::new(
            $name,
            $crate::__functions!(@part $part),
            |input| $crate::__functions!(@answer input $solve),
        )),*]
    };
    (@list $($other:tt)*) => {
        ::core::compile_error!(
            "expected the part, the name and the function of an alternative: \
             `alternatives = [part1 \"one by one\" = one_by_one]`"
        )
    };
    (@part part1) => { $crate::Part::One };
    (@part part2) => { $crate::Part::Two };
    (@part $other:ident) => {
        ::core::compile_error!("an alternative is one of `part1` or of `part2`")
    };
    // The compiler begins with the choice behind the most `&`; see `choices`. The first choice
    // needs as many `&` as its list has choices, with the fallback. More would change nothing, but
    // each of them takes time to compile, so the long list has an arm of its own.
    (@way $probe:ident) => { (&&&&&&&&&&&&&&&&&&$probe).way() };
    (@choose $probe:ident) => { (&&&&&$probe) };
    // The arguments of a closure need no types, because the closure gets the input itself.
    (@call $value:tt { |$input:pat_param| $body:expr $(,)? }) => {{
        let $input = $value;
        $body
    }};
    (@call $value:tt { $solve:expr $(,)? }) => {{
        #[allow(unused_imports)]
        use $crate::functions::traits::*;

        let solve = $solve;
        let probe = $crate::functions::CallProbe::of(&solve, $value);
        $crate::__functions!(@way probe).call(solve, $value, &mut ::core::option::Option::None)
    }};
    (@answer $value:tt { |$input:pat_param| $body:expr $(,)? }) => {{
        let $input = $value;
        let result = $body;
        $crate::__functions!(@convert result)
    }};
    // This is not `@call`, because that drops the clone of a function that takes `&mut`, and the
    // answer may borrow from it.
    (@answer $value:tt { $solve:expr $(,)? } $($half:ident)?) => {{
        #[allow(unused_imports)]
        use $crate::functions::traits::*;

        let solve = $solve;
        let probe = $crate::functions::CallProbe::of(&solve, $value);
        let mut kept = ::core::option::Option::None;
        let result = $crate::__functions!(@way probe).call(solve, $value, &mut kept);
        $(let result = $crate::functions::Pair::$half(result);)?
        $crate::__functions!(@convert result)
    }};
    (@convert $result:ident) => {{
        #[allow(unused_imports)]
        use $crate::functions::traits::*;

        let probe = $crate::functions::Probe::of(&$result);
        match $crate::__functions!(@choose probe).kind().flatten($result) {
            ::core::result::Result::Ok(::core::option::Option::Some(value)) => {
                let probe = $crate::functions::Probe::of(&value);
                let answer = $crate::__functions!(@choose probe).kind_of_answer().convert(value);
                ::core::result::Result::Ok(answer)
            }
            ::core::result::Result::Ok(::core::option::Option::None) => {
                ::core::result::Result::Ok($crate::Answer::Unsolved)
            }
            ::core::result::Result::Err(error) => $crate::__functions!(@error error),
        }
    }};
    (@error $error:ident) => {{
        let probe = $crate::functions::Probe::of(&$error);
        let error = $crate::__functions!(@choose probe).kind_of_error().convert($error);
        ::core::result::Result::Err(error)
    }};
}
