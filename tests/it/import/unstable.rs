//! Unstable features: the compiler says which days need them.

use serde_json::Value;

use crate::sandbox::Sandbox;
use crate::shared_project::add_compiled_library;

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

/// Writes a day, and a package of another day, that need one of the features of their crates. No
/// compiler has the other one any more.
fn write_days_that_need_features(sandbox: &Sandbox) {
    let package = |name: &str| format!("[package]\nname = \"{name}\"\nedition = \"2021\"\n");
    let manifest = package("y") + "[dependencies]\nfast.path = \"fast\"\n";
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
}

#[test]
fn a_nightly_compiler_builds_copies_with_the_features_of_their_crates() {
    let sandbox = project(true);
    write_days_that_need_features(&sandbox);
    let needed = "2 days with `#![feature(step_trait)]`, for a nightly compiler: 2020/1, 2021/1";
    sandbox.line("import ../old").shows(&format!(
        "{needed}: write a rust-toolchain.toml with `toolchain.channel = \"nightly\"`\n"
    ));
    sandbox.write(
        "../old/rust-toolchain.toml",
        "toolchain.channel = \"nightly\"\n",
    );
    sandbox.line("import ../old").shows(&format!(
        "{needed}: copy the repository's rust-toolchain.toml, "
    ));
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

/// The user may say no to the question whether the days are built.
#[test]
fn an_import_without_a_build_keeps_the_features_that_copies_declare() {
    let sandbox = project(true);
    write_days_that_need_features(&sandbox);
    sandbox.line("import ../old").exits(0);
    let files = [
        "days/year2020/day01.rs",
        "days/year2020/day02.rs",
        "days/fast_2021/src/lib.rs",
    ];
    let before = files.map(|file| sandbox.read(file));
    for line in ["--no-check", "--dry-run"] {
        let done = sandbox.line(&format!("import ../old {line} --json"));
        let done = done.exits(0).json();
        assert_eq!(done["files"], serde_json::json!([]), "{line}");
        let days = [2020, 2021].map(|year| serde_json::json!({"year": year, "day": 1}));
        assert_eq!(done["nightly"], serde_json::json!(days), "{line}");
    }
    assert_eq!(files.map(|file| sandbox.read(file)), before);
    sandbox.line("run 2021/1").exits(0).shows(" 5 ");
    // A copy that is gone declares none.
    sandbox.remove(files[0]);
    sandbox.line("import ../old --no-check").exits(0);
    let copy = sandbox.read(files[0]);
    assert!(!copy.contains("#![feature"), "{copy}");
}

/// The text of a day of `aoc` stays, even if the compiler does not know a feature that it declares.
#[test]
fn a_feature_that_is_gone_stops_only_the_days_of_aoc_that_declare_it() {
    let sandbox = project(true);
    let day = |feature: &str, name: &str| {
        format!(
            "#![feature({feature})]\n\
             aoc_solution::functions! {{ {name}, \"T\", part1 = |input| input.len() }}\n"
        )
    };
    let files = [
        ("day01", day("drain_filter", "Day01")),
        ("day02", day("step_trait", "Day02")),
        ("day03", day("drain_filter", "Day03")),
        (
            "day04",
            "#![feature(drain_filter)]\nfn part1(i: &str) -> usize { i.len() }\n".to_owned(),
        ),
    ];
    for (file, text) in &files {
        sandbox.write(&format!("../old/2020/{file}.rs"), text);
        sandbox.write(&format!("inputs/year2020/{file}.txt"), "7\n6\n");
    }
    let done = sandbox.line("import ../old --json").json();
    for (file, text) in &files[..3] {
        assert_eq!(sandbox.read(&format!("days/year2020/{file}.rs")), *text);
    }
    for (day, expected) in [(1, "error"), (2, "ok"), (3, "error"), (4, "ok")] {
        assert_eq!(status(&done, 2020, day), expected, "{day}");
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

/// A day with such an error is copied if names say its call, so that the user can correct it. It
/// then builds with a stable compiler.
#[test]
fn an_error_that_features_do_not_solve_makes_no_day_one_for_nightly() {
    for has_features in [false, true] {
        let sandbox = project(has_features);
        // The text of a day of `aoc` stays.
        let of_aoc = "#![feature(try_blocks)]\n\
                      aoc_solution::functions! { Day04, \"T\", part1 = |input| input.none() }\n";
        let needs_feature = "use std::iter::Step;\nfn first<T: Step>(_: T) -> usize { 1 }\n";
        for (file, text) in [
            (
                "lib",
                "#![feature(let_else, step_trait)] mod day01; mod day02; mod day03; mod day04;\n",
            ),
            ("day01", "fn part1(i: &str) -> usize { \"x\" }\n"),
            (
                "day02",
                "fn part1(i: &str) -> u8 { i.len() as u8 + 300u8 }\n",
            ),
            (
                "day03",
                &format!("{needs_feature}fn part1(i: &str) -> usize {{ first(1); \"x\" }}\n"),
            ),
            ("day04", of_aoc),
        ] {
            sandbox.write(&format!("../old/2020/src/{file}.rs"), text);
        }
        let done = sandbox.line("import ../old --json").json();
        let nightly = serde_json::json!([{"year": 2020, "day": 3}, {"year": 2020, "day": 4}]);
        assert_eq!(done["nightly"], nightly, "{has_features}");
        for (day, declares) in [(1, false), (2, false), (3, true), (4, true)] {
            assert_eq!(status(&done, 2020, day), "error", "{day}");
            let copy = sandbox.read(&format!("days/year2020/day{day:02}.rs"));
            assert_eq!(copy.contains("#![feature("), declares, "{copy}");
        }
        assert_eq!(sandbox.read("days/year2020/day04.rs"), of_aoc);
        let day01 = sandbox.read("days/year2020/day01.rs");
        sandbox.write("days/year2020/day01.rs", day01.replace("\"x\"", "5"));
        sandbox.write("inputs/year2020/day01.txt", "7\n6\n");
        sandbox.line("run 2020/1").exits(0).shows(" 5 ");
    }
}

/// Each has code in a package or in a day whose call no name says, and the reason.
const OTHER_ERRORS: &[(&str, &str)] = &[
    (
        "use none::One;\npub fn one() -> usize { 1 }\n",
        "unresolved import `none`",
    ),
    ("pub fn one() -> usize { \"x\" }\n", "mismatched types"),
    // This is a lint, which a compiler does not check after an error.
    (
        "pub fn one() -> usize { 300u8 as usize }\n",
        "literal out of range for `u8`",
    ),
];

#[test]
fn an_error_that_features_do_not_solve_is_the_reason_on_a_stable_compiler() {
    for (code, why) in OTHER_ERRORS {
        let sandbox = project(false);
        let package = |name: &str| format!("[package]\nname = \"{name}\"\nedition = \"2021\"\n");
        for (path, text) in [
            (
                "Cargo.toml",
                package("y") + "[dependencies]\nfast.path = \"fast\"\n",
            ),
            (
                "src/bin/01.rs",
                "fn part1(i: &str) -> usize { fast::one() }\n".to_owned(),
            ),
            (
                "src/bin/02.rs",
                format!(
                    "#![feature(portable_simd)]\n{code}fn main() {{ println!(\"{{}} {{}}\", one(), one()); }}\n"
                ),
            ),
            ("fast/Cargo.toml", package("fast")),
            (
                "fast/src/lib.rs",
                format!("#![feature(portable_simd)]\n{code}"),
            ),
        ] {
            sandbox.write(&format!("../old/2020/{path}"), text);
        }
        let done = sandbox.line("import ../old --json").exits(1).json();
        let skipped = done["skipped"].as_array().expect("a list");
        let reasons: Vec<&str> = skipped
            .iter()
            .filter_map(|file| file["why"].as_str())
            .collect();
        assert_eq!(reasons.len(), 2, "{reasons:?}");
        for reason in reasons {
            assert!(reason.ends_with(why), "{reason}");
        }
    }
}
