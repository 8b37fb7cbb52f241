//! Tests which unstable features copies declare, and which days need them. Only a build can tell
//! what a day needs, so the tests that build are in `tests/it/import/unstable.rs`.

use super::*;
use crate::import::plan::{PlanOptions, PlanStage, UnstableFeatures};

/// The plan after a build in which the code of these copies needed features of its crate, and the
/// compiler rejected some features.
fn plan_after(files: &str, declared_in: &[&str], rejected: &[&str]) -> Plan {
    let temp = tempfile::tempdir().unwrap();
    unpack(&temp.path().join("old"), files);
    let unstable = unstable(declared_in, rejected);
    with_request(temp.path(), Some("old"), |request| {
        let import = Import::read(request).unwrap();
        let instructions = instructions::by_names(&import.repository);
        let mut options = PlanOptions::before_trial(instructions);
        let allowed = import.repository.days.keys().copied().collect();
        options.stage = PlanStage::Tried { allowed };
        options.unstable = unstable;
        import.plan(&options)
    })
}

fn unstable(declared_in: &[&str], rejected: &[&str]) -> UnstableFeatures {
    let files = declared_in.iter();
    let names = rejected.iter();
    UnstableFeatures {
        declared_in: files
            .map(|file| ((*file).to_owned(), BTreeSet::new()))
            .collect(),
        rejected: names.map(|name| (*name).to_owned()).collect(),
    }
}

const DAY01: &str = "days/year2020/day01.rs";

#[test]
fn features_of_the_root_that_a_day_may_use_go_to_its_head() {
    let plan = plan_after(
        "== 2020/src/lib.rs\n#![feature(iter_next_chunk, test)] mod day01;\n\
         == 2020/src/main.rs\nfn main() {}\n== 2020/src/day01.rs\n\
         //! One.\nfn part1(input: &str) -> usize { input.next_chunk() }",
        &[DAY01],
        &[],
    );
    let text = text_in(&plan, "days/year2020/day01.rs");
    assert!(text.starts_with("#![feature(iter_next_chunk)]\n//! One.\n"));
}

/// The name of the trait `Step` does not show that the trait needs the feature `step_trait`.
#[test]
fn a_feature_that_no_word_shows_is_declared_if_the_compiler_says_so() {
    let temp = tempfile::tempdir().unwrap();
    unpack(
        &temp.path().join("old"),
        "== 2020/src/lib.rs\n#![feature(step_trait, try_blocks)] mod day01; mod day02;\n\
         == 2020/src/day01.rs\nuse std::iter::Step;\nfn part1(input: &str) -> u8 { 1 }\n\
         == 2020/src/day02.rs\nfn part1(input: &str) -> u8 { 1 }\n",
    );
    let days = [1, 2].map(|day| Puzzle::of(2020, day));
    with_request(temp.path(), Some("old"), |request| {
        let import = Import::read(request).unwrap();
        let instructions = instructions::by_names(&import.repository);
        let mut options = PlanOptions::before_trial(instructions);
        let plan = import.plan(&options);
        assert_eq!(plan.nightly(), []);
        let note = "its crate declares `#![feature(step_trait, try_blocks)]`: only a build shows \
                    whether this day needs it";
        let of_days = ["2020/1", "2020/2"].map(|day| format!("{day}: {note}"));
        assert_eq!(notes(&plan), of_days);
        let unstable = unstable(&[DAY01], &[]);
        let allowed = BTreeSet::from(days);
        options.stage = PlanStage::Tried { allowed };
        options.unstable = unstable;
        let plan = import.plan(&options);
        let text = text_in(&plan, "days/year2020/day01.rs");
        let head = "#![feature(step_trait)]\n#![feature(try_blocks)]\nuse std::iter::Step;\n";
        assert!(text.starts_with(head), "{text}");
        assert_eq!(plan.nightly(), days[..1]);
        assert_eq!(notes(&plan), [""; 0]);
    });
}

#[test]
fn a_shared_module_may_need_a_feature_of_the_root() {
    let after_day01 = |files: &str| plan_after(files, &[DAY01], &[]);
    let plan = after_day01(
        "== 2020/src/lib.rs\n#![feature(iter_next_chunk)] mod day01; mod util;\n\
         == 2020/src/util.rs\npub fn one() -> u8 { [1].into_iter().next_chunk() }\n\
         == 2020/src/day01.rs\nuse crate::util;\nfn part1(input: &str) -> u8 { util::one() }",
    );
    let text = text_in(&plan, "days/year2020/day01.rs");
    assert!(text.starts_with("#![feature(iter_next_chunk)]\n"), "{text}");
    assert_eq!(plan.nightly(), [Year::of(2020).day(Day::of(1))]);
    // The other day of the crate needs no feature.
    let plan = after_day01(
        "== 2020/src/lib.rs\n#![feature(trait_alias)] mod day01; mod day02; mod util;\n\
         == 2020/src/util.rs\npub trait Both<A> = Into<A> + From<A>;\n\
         == 2020/src/day01.rs\nuse crate::util::*;\nfn part1(input: &str) -> u8 { 1 }\n\
         == 2020/src/day02.rs\npub trait Same<A = u8> {}\nfn part1(input: &str) -> u8 { 1 }\n",
    );
    assert_eq!(plan.nightly(), [Year::of(2020).day(Day::of(1))]);
    // `use util::Both` at the root does not make `crate::util` a root item. Otherwise the root
    // items would be copied. One of them is `run`, and a path in it would cause the days to be
    // refused.
    let plan = after_day01(
        "== 2020/src/main.rs\n#![feature(trait_alias)] mod day01; mod run; mod util;\n\
         use util::Both;\nfn main() { run::all(); }\nfn say(a: impl Both<u8>) { run::all(); }\n\
         == 2020/src/run.rs\nmacro_rules! call { ($day:ident) => { crate::$day::part1 } }\n\
         == 2020/src/util.rs\npub trait Both<A> = Into<A> + From<A>;\n\
         == 2020/src/day01.rs\nuse crate::util::*;\nfn part1(input: &str) -> u8 { 1 }\n",
    );
    assert_eq!(reasons(&plan).next(), None);
    assert_eq!(plan.nightly(), [Year::of(2020).day(Day::of(1))]);
    assert_eq!(plan.features(), BTreeSet::from(["trait_alias"]));
    // If the library does not declare the days, the program is their root.
    let plan = after_day01(
        "== 2020/src/lib.rs\npub fn one() {}\n\
         == 2020/src/main.rs\n#![feature(iter_next_chunk)] mod day01;\nfn main() {}\n\
         == 2020/src/day01.rs\nfn part1(input: &str) -> usize { input.next_chunk() }\n",
    );
    assert_eq!(plan.nightly(), [Year::of(2020).day(Day::of(1))]);
    let plan = after_day01(
        "== 2020/src/lib.rs\n#![feature(generic_const_exprs)] mod day01; mod day02;\n\
         == 2020/src/day01.rs\nfn all<T, const N: usize>() -> [u8; N * 2] { [0; N * 2] }\n\
         fn part1(input: &str) -> u8 { 1 }\n\
         == 2020/src/day02.rs\nfn part1(input: &str) -> u8 { 1 }\n",
    );
    assert_eq!(plan.nightly(), [Year::of(2020).day(Day::of(1))]);
    // Features are declared at the root of the crate, even if a module around the days has items.
    let plan = after_day01(
        "== 2020/src/lib.rs\n#![feature(step_trait)] mod year2020;\n\
         == 2020/src/year2020/mod.rs\npub mod day01;\npub fn one() -> u8 { 1 }\n\
         == 2020/src/year2020/day01.rs\nuse super::one;\nfn part1(input: &str) -> u8 { one() }\n",
    );
    assert_eq!(plan.features(), BTreeSet::from(["step_trait"]));
}

#[test]
fn what_no_feature_is_needed_for_is_not_asked_for() {
    let files = "== 2020/src/lib.rs\n#![feature(slice_group_by, slice_take, str_split_once, test)] mod day01;\n\
         == 2020/src/day01.rs\n#![feature(once_cell, try_blocks)]\n#![feature(test)]\n\
         extern crate test;\nuse test::Bencher;\n\
         pub fn part1(input: &str) -> usize { input.split_once('a'); [1].group_by() }\n\
         #[bench]\nfn bench_it(b: &mut Bencher) { b.iter(|| part1(\"\")) }\n\
         #[cfg(test)] mod benches { #[bench] fn b(b: &mut test::Bencher) {} }\n\
         #[test] fn stays() {}\n";
    // Without an error, the copy declares no feature.
    let plan = plan_of(files);
    let text = text_in(&plan, "days/year2020/day01.rs");
    assert!(!text.contains("feature"), "{text}");
    assert_eq!(plan.nightly(), []);
    let rejected = ["slice_take", "str_split_once", "once_cell"];
    let plan = plan_after(files, &[DAY01], &rejected);
    let text = text_in(&plan, "days/year2020/day01.rs");
    let (features, rest) = text.split_once("\npub fn").unwrap_or_default();
    let (_, tests) = rest.split_once("}\n").unwrap_or_default();
    let head = "#![feature(slice_group_by)]\n#![feature(try_blocks)]\n";
    assert!(features.starts_with(head), "{text}");
    assert_eq!(tests, "#[test] fn stays() {}\n", "{text}");
    assert_eq!(plan.nightly().len(), 1);
}

#[test]
fn a_shared_file_with_a_feature_needs_nightly_for_all_days_of_its_folder() {
    let files = |fast: &str| {
        format!(
            "== src/lib.rs\n#![feature(portable_simd)] mod util; mod year2020;\n\
             == src/util/mod.rs\npub mod fast;\npub mod slow;\n\
             == src/util/fast.rs\nuse std::simd::u8x4;\npub fn one() -> u8 {{ 1 }}\n\
             == src/util/slow.rs\npub fn two() -> u8 {{ {fast} }}\n\
             == src/year2020/mod.rs\nmod day01; mod day02;\n\
             == src/year2020/day01.rs\nuse crate::util::*;\n\
             fn part1(input: &str) -> u8 {{ fast::one() }}\n\
             == src/year2020/day02.rs\nuse crate::util::*;\n\
             fn part1(input: &str) -> u8 {{ slow::two() }}\n"
        )
    };
    let days = [Puzzle::of(2020, 1), Puzzle::of(2020, 2)];
    // A copied folder of modules has all its files, so each day that uses the folder needs the
    // feature, whether it uses the file or not.
    for slow in ["2", "super::fast::one()"] {
        let plan = plan_after(&files(slow), &[DAY01, "days/year2020/day02.rs"], &[]);
        assert_eq!(plan.nightly(), days);
        assert_eq!(plan.new_days(), days);
        let declared = text_in(&plan, "days/year2020/util/mod.rs");
        assert_eq!(declared, "pub mod fast;\npub mod slow;\n");
    }
}

#[test]
fn a_package_with_a_feature_is_built_for_all_days_of_the_year() {
    let files = "== 2020/Cargo.toml\n[package]\nname = \"y\"\n[dependencies]\n\
         fast = { path = \"fast\" }\n\
         == 2020/fast/Cargo.toml\n[package]\nname = \"fast\"\n\
         == 2020/fast/src/lib.rs\n#![feature(portable_simd)]\npub fn one() -> u8 { 1 }\n\
         == 2020/src/bin/01.rs\nfn part1(input: &str) -> u8 { 1 }\n\
         == 2020/src/bin/02.rs\nfn part1(input: &str) -> u8 { fast::one() }\n\
         == 2021/src/bin/01.rs\nfn part1(input: &str) -> u8 { 1 }\n";
    let root = "days/fast_2020/src/lib.rs";
    let plan = plan_after(files, &[root], &[]);
    assert_eq!(plan.days().len(), 3);
    let days = [Puzzle::of(2020, 1), Puzzle::of(2020, 2)];
    assert_eq!(plan.nightly(), days);
    let declared = "#![feature(portable_simd)]\npub fn one() -> u8 { 1 }\n";
    assert_eq!(text_in(&plan, root), declared);
    // Without a build, the copy of the package declares no feature, and a note says so.
    let plan = plan_of(files);
    assert_eq!(plan.nightly(), []);
    assert_eq!(text_in(&plan, root), "pub fn one() -> u8 { 1 }\n");
    let note = "2020/2: its package `fast_2020` declares `#![feature(portable_simd)]`: only a build shows \
                    whether this day needs it";
    assert_eq!(notes(&plan), [note]);
}

#[test]
fn the_text_of_a_day_of_aoc_keeps_the_features_that_it_declares() {
    let day = "#![feature(slice_take, step_trait)]\n\
               aoc_solution::functions! { Day01, \"T\", part1 = |input| input.len() }\n";
    let files = format!(
        "== 2020/src/main.rs\n#![feature(slice_take, step_trait, try_blocks)] mod day01;\n\
         == 2020/src/day01.rs\n{day}"
    );
    for (declared_in, rejected) in [(&[][..], &[][..]), (&[], &["slice_take"])] {
        let plan = plan_after(&files, declared_in, rejected);
        assert_eq!(text_in(&plan, DAY01), day);
        assert_eq!(
            plan.features(),
            BTreeSet::from(["slice_take", "step_trait"])
        );
    }
    // The root of the crate declares another feature, which the day may need.
    let plan = plan_after(&files, &[DAY01], &[]);
    assert_eq!(
        text_in(&plan, DAY01),
        format!("#![feature(try_blocks)]\n{day}")
    );
}

#[test]
fn a_day_that_is_only_to_try_has_a_note_about_the_features_of_its_crate() {
    let plan = plan_of_as(
        "== 2020/src/lib.rs\n#![feature(step_trait)] mod day01;\n\
         == 2020/src/day01.rs\nfn main() { println!(\"{} {}\", 1, 2); }\n",
        instructions::by_names_or_candidates,
    );
    assert_eq!(plan.to_try, BTreeSet::from([Puzzle::of(2020, 1)]));
    let note = "2020/1: its crate declares `#![feature(step_trait)]`: only a build shows \
                whether this day needs it";
    assert_eq!(notes(&plan), [note]);
}
