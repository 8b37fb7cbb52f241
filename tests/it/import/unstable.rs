//! Unstable features: the compiler says which days need them.

use serde_json::Value;

use crate::sandbox::Sandbox;
use crate::workshop::add_compiled_library;

/// A project with a library, and a compiler with or without unstable features. A stable compiler
/// with this variable stands in for a nightly one.
fn project(has_features: bool) -> Sandbox {
    let mut sandbox = Sandbox::new();
    if has_features {
        sandbox = sandbox.env("RUSTC_BOOTSTRAP", "1");
    }
    sandbox.line("init").exits(0);
    add_compiled_library(&sandbox);
    sandbox
}

/// Features that are a syntax, each with code that needs it.
const SYNTAXES: &[(&str, &str)] = &[
    ("box_patterns", "fn a(box _a: Box<u8>) {}"),
    (
        "min_specialization",
        "trait A { fn a(); } impl<T> A for T { default fn a() {} }",
    ),
    ("never_type", "fn a() -> Result<u8, !> { Ok(1) }"),
    (
        "try_blocks",
        "fn a() { let a: Option<u8> = try { Some(1)? }; }",
    ),
    // The error about this one has no code, and a stable compiler does not name the feature.
    (
        "generic_const_exprs",
        "fn a<const N: usize>() -> [u8; N * 2] { [0; N * 2] }",
    ),
];

#[test]
fn features_that_are_a_syntax_are_found_by_it() {
    for has_features in [false, true] {
        let sandbox = project(has_features);
        let mut expected = Vec::new();
        for (year, (feature, code)) in (2016..).zip(SYNTAXES) {
            for (file, text) in [
                (
                    "lib",
                    format!("#![feature({feature})] mod day01; mod day02;\n"),
                ),
                (
                    "day01",
                    format!("fn part1(input: &str) -> u8 {{ 1 }}\n{code}\n"),
                ),
                ("day02", "fn part1(input: &str) -> u8 { 2 }\n".to_owned()),
            ] {
                sandbox.write(&format!("../old/{year}/src/{file}.rs"), text);
            }
            expected.push(serde_json::json!({"year": year, "day": 1}));
        }
        let done = sandbox.line("import ../old --json").json();
        assert_eq!(done["nightly"], Value::from(expected));
        for (year, (feature, _)) in (2016..).zip(SYNTAXES) {
            let [one, two] = [1, 2].map(|day| {
                let copy = sandbox.read(&format!("days/year{year}/day{day:02}.rs"));
                (status(&done, year, day), copy.contains("#![feature("))
            });
            let status = if has_features { "ok" } else { "error" };
            assert_eq!(one, (status.to_owned(), true), "{feature}");
            assert_eq!(two, ("ok".to_owned(), false), "{feature}");
        }
    }
}

/// The status of a day in the check after an import.
fn status(done: &Value, year: u16, day: u8) -> String {
    let check = done["check"].as_array().expect("days were built");
    let of_day = check
        .iter()
        .find(|result| result["year"] == year && result["day"] == day);
    of_day.expect("it was built")["status"]
        .as_str()
        .expect("a word")
        .to_owned()
}

#[test]
fn a_nightly_compiler_builds_copies_with_the_features_of_their_crates() {
    let sandbox = project(true);
    let package = |name: &str| format!("[package]\nname = \"{name}\"\nedition = \"2021\"\n");
    let manifest = package("y") + "[dependencies]\nfast.path = \"fast\"\n";
    // No compiler has the feature `drain_filter` any more.
    for (path, text) in [
        (
            "2020/src/lib.rs",
            "#![feature(drain_filter, step_trait)] mod day01; mod day02;\n",
        ),
        (
            "2020/src/day01.rs",
            "use std::iter::Step;\nfn first<T: Step>(_: T) -> usize { 1 }\n\
             fn part1(i: &str) -> usize { i.len() + first(1) }\n",
        ),
        (
            "2020/src/day02.rs",
            "fn part1(i: &str) -> usize { i.len() }\n",
        ),
        ("2021/Cargo.toml", &manifest),
        (
            "2021/src/bin/01.rs",
            "fn part1(i: &str) -> usize { i.len() + fast::one() }\n",
        ),
        ("2021/fast/Cargo.toml", &package("fast")),
        (
            "2021/fast/src/lib.rs",
            "#![feature(drain_filter, step_trait)]\nuse std::iter::Step;\n\
             pub fn one() -> usize { Step::forward(0, 1) }\n",
        ),
    ] {
        sandbox.write(&format!("../old/{path}"), text);
    }
    for year in [2020, 2021] {
        sandbox.write(&format!("inputs/year{year}/day01.txt"), "7\n6\n");
    }
    sandbox
        .line("import ../old")
        .shows("2 days with `#![feature(step_trait)]`, for a nightly compiler: 2020/1, 2021/1");
    for (path, head) in [
        ("year2020/day01.rs", "#![feature(step_trait)]\nuse std"),
        ("year2020/day02.rs", "aoc_solution::functions!"),
        ("fast_2021/src/lib.rs", "#![feature(step_trait)]\nuse std"),
    ] {
        let copy = sandbox.read(&format!("days/{path}"));
        assert!(copy.starts_with(head), "{copy}");
    }
    for day in ["2020/1", "2021/1"] {
        sandbox.line(&format!("run {day}")).exits(0).shows(" 5 ");
    }
}

/// The features that a crate declares may be stable by now. Its days need no nightly compiler then.
#[test]
fn a_day_that_builds_without_its_features_does_not_declare_them() {
    let sandbox = project(false);
    let manifest = "[package]\nname = \"y\"\n[dependencies]\nfast.path = \"fast\"\n";
    for (path, text) in [
        ("Cargo.toml", manifest),
        (
            "src/bin/01.rs",
            "#![feature(portable_simd, nll)]\n\
             fn part1(i: &str) -> usize { i.len() + fast::one() }\n",
        ),
        ("fast/Cargo.toml", "[package]\nname = \"fast\"\n"),
        (
            "fast/src/lib.rs",
            "#![feature(portable_simd)]\npub fn one() -> usize { 1 }\n",
        ),
    ] {
        sandbox.write(&format!("../old/2020/{path}"), text);
    }
    sandbox.write("inputs/year2020/day01.txt", "7\n6\n");
    let done = sandbox.line("import ../old --json").exits(0).json();
    assert_eq!(done["nightly"], Value::Array(Vec::new()));
    assert_eq!(status(&done, 2020, 1), "ok");
    sandbox.line("run 2020/1").exits(0).shows(" 5 ");
}
