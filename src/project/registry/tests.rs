use std::collections::BTreeMap;

use proptest::prelude::*;

use super::*;

struct Fake {
    days: BTreeSet<Day>,
    other: BTreeSet<Day>,
    types: BTreeMap<Day, &'static str>,
}

impl Folder for Fake {
    fn days(&self) -> &BTreeSet<Day> {
        &self.days
    }

    fn has(&self, day: Day) -> bool {
        self.days.contains(&day) || self.other.contains(&day)
    }

    fn solution(&mut self, day: Day) -> Option<String> {
        let usual = format!("Day{:02}", day.0);
        let name = self.types.get(&day).map(|&name| name.to_owned());
        Some(name.unwrap_or(usual)).filter(|name| !name.is_empty())
    }
}

fn folder(days: &[u8]) -> Fake {
    Fake {
        days: days.iter().copied().map(Day).collect(),
        other: BTreeSet::new(),
        types: BTreeMap::new(),
    }
}

fn with(text: &str, days: &[u8]) -> String {
    in_step(text, &mut folder(days)).expect("a registry that we know")
}

const TWO: &str = "\
mod day02;
mod day22;

fn main() -> std::process::ExitCode {
    aoc_solution::Registry::new(2020)
        .day::<day02::Day02>(2)
        .day::<day22::Day22>(22)
        .main()
}
";

#[test]
fn adds_in_order() {
    assert_eq!(
        with(TWO, &[1, 2, 7, 22, 25]),
        "\
mod day01;
mod day02;
mod day07;
mod day22;
mod day25;

fn main() -> std::process::ExitCode {
    aoc_solution::Registry::new(2020)
        .day::<day01::Day01>(1)
        .day::<day02::Day02>(2)
        .day::<day07::Day07>(7)
        .day::<day22::Day22>(22)
        .day::<day25::Day25>(25)
        .main()
}
"
    );
}

#[test]
fn takes_out_what_is_gone() {
    assert_eq!(
        with(TWO, &[22]),
        "\
mod day22;

fn main() -> std::process::ExitCode {
    aoc_solution::Registry::new(2020)
        .day::<day22::Day22>(22)
        .main()
}
"
    );
    assert_eq!(
        with(TWO, &[]),
        "\
fn main() -> std::process::ExitCode {
    aoc_solution::Registry::new(2020).main()
}
"
    );
}

#[test]
fn leaves_alone_what_is_right_or_not_its_own() {
    let hand = "\
//! Mine.
mod common;
mod day05_helper;
#[path = \"elsewhere.rs\"]
mod day09;
mod grid; // shared
mod snow {}
use solved::day03;

/// Runs.
fn main() -> ExitCode {
    let code = Registry::new(YEAR)
        // The first.
        .day::<day03::Toboggan>(3)
        .with_pride()
        .day::<grid::Day<u8>>(8) // fast
        .day::<day09::Elsewhere>(9)
        .main();
    code
}
";
    assert_eq!(with(hand, &[3, 8]), hand);
    assert_eq!(
        with(hand, &[3, 5, 6, 8]),
        "\
//! Mine.
mod common;
mod day05;
mod day05_helper;
mod day06;
#[path = \"elsewhere.rs\"]
mod day09;
mod grid; // shared
mod snow {}
use solved::day03;

/// Runs.
fn main() -> ExitCode {
    let code = Registry::new(YEAR)
        // The first.
        .day::<day03::Toboggan>(3)
        .day::<day05::Day05>(5)
        .day::<day06::Day06>(6)
        .with_pride()
        .day::<grid::Day<u8>>(8) // fast
        .day::<day09::Elsewhere>(9)
        .main();
    code
}
"
    );
    let crlf = TWO.replace('\n', "\r\n");
    assert_eq!(with(&crlf, &[2, 22]), crlf);
    assert_eq!(with(&with(&crlf, &[2]), &[2, 22]), crlf);
}

#[test]
fn a_module_beyond_the_calendar_stays() {
    let text = TWO.replace("day22", "day13").replace("(22)", "(13)");
    let mut folder = folder(&[2]);
    folder.other.insert(Day(13));
    assert_eq!(in_step(&text, &mut folder), Some(text));
}

#[test]
fn keeps_the_names_of_types() {
    let mut folder = folder(&[1, 4]);
    folder.types = [(Day(1), "Report"), (Day(4), "")].into();
    assert_eq!(
        in_step(&empty(Year(2020)), &mut folder).unwrap(),
        "\
//! Advent of Code 2020: the days that are solved here.
//! `aoc` keeps the two lists below in step with the files beside this one.

mod day01;

fn main() -> std::process::ExitCode {
    aoc_solution::Registry::new(2020)
        .day::<day01::Report>(1)
        .main()
}
"
    );
}

#[test]
fn short_chains_are_on_one_line_as_rustfmt_has_them() {
    let mut folder = folder(&[1]);
    folder.types.insert(Day(1), "D");
    let text = "fn main() -> ExitCode {\n    Registry::new(2020).main()\n}\n";
    let one = "mod day01;\n\nfn main() -> ExitCode {\n    \
               Registry::new(2020).day::<day01::D>(1).main()\n}\n";
    assert_eq!(in_step(text, &mut folder).as_deref(), Some(one));
    assert_eq!(with(one, &[]), text);
    let two = with(one, &[1, 2]);
    assert!(two.contains("    Registry::new(2020)\n        .day::<day01::D>(1)\n        .day"));
}

#[test]
fn knows_what_it_does_not_know() {
    for text in [
        "",
        "fn main() {}",
        "fn main() { Registry::new(2020)",
        "// Registry::new(2020).main()",
        "fn main() {\n    Registry::new(2020)\n        .day::<a::A>(DAY)\n        .main()\n}\n",
        "fn main() {\n    let r = Registry::new(2020);\n    r.main()\n}\n",
        "fn a() {\n    Registry::new(1).main()\n}\nfn b() {\n    Registry::new(2).main()\n}\n",
    ] {
        assert_eq!(in_step(text, &mut folder(&[1])), None, "{text}");
    }
}

fn days() -> impl Strategy<Value = Vec<u8>> {
    prop::collection::btree_set(1u8..=25, 0..25).prop_map(|days| days.into_iter().collect())
}

proptest! {
    #[test]
    fn once_is_enough_and_the_way_does_not_matter(first in days(), second in days()) {
        let start = empty(Year(2020));
        let one = with(&start, &first);
        prop_assert_eq!(with(&one, &first), one.clone());
        prop_assert_eq!(with(&one, &second), with(&start, &second));
    }

    #[test]
    fn what_was_added_is_removed_again(
        before in days(),
        added in days(),
        header in prop::sample::select(vec!["", "//! Mine.\n\n", "use a::B;\n\n", "mod common;\nmod grid;\n\n"]),
        comment in prop::sample::select(vec!["", "/// Runs.\n", "// Hm.\n#[cold]\n"]),
    ) {
        let text = format!(
            "{header}{comment}fn main() -> ExitCode {{\n    aoc_solution::Registry::new(2020).main()\n}}\n"
        );
        let old = with(&text, &before);
        let both: Vec<u8> = before.iter().chain(&added).copied().collect();
        prop_assert_eq!(with(&with(&old, &both), &before), old.clone());
        prop_assert_eq!(with(&old, &[]), text);
    }

    #[test]
    fn no_text_makes_it_panic(text in "(mod day0[1-3];|fn main\\(|Registry::new\\(|\\.main\\(\\)|\\.day::<|>\\(1\\)|[a-z \n)])*") {
        let _ = in_step(&text, &mut folder(&[1, 2]));
    }
}
