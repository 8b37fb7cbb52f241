//! Packages, libraries and their versions.

use super::*;

#[test]
fn a_package_keeps_its_own_macros() {
    let plan = plan_with_package("", "solution! { pub fn y() {} }\npub fn z() {}\n");
    assert!(text_in(&plan, "days/x/src/lib.rs").starts_with("solution! {"));
}

#[test]
fn compatible_requirements_are_one() {
    let day = |day: &str, needed: &str| {
        format!(
            "== 2023/{day}/src/main.rs\nuse adv::X; fn part1(_: &str) -> u8 {{ 1 }}\n\
             == 2023/{day}/Cargo.toml\n[package]\nname = \"{day}\"\n[dependencies]\nadv = {needed}\n"
        )
    };
    for (one, other, both) in [
        ("\"4.11\"", "\"4.12\"", Some("adv = \"4.12\"")),
        ("\"4.12.1\"", "\"4.2\"", Some("adv = \"4.12.1\"")),
        ("\"0.3\"", "\"0.4\"", None),
        ("\"0\"", "\"0.4.1\"", Some("adv = \"0.4.1\"")),
        ("\"*\"", "\"1.3\"", Some("adv = \"1.3\"")),
        ("\"0.3\"", "\"*\"", Some("adv = \"0.3\"")),
        ("\"0\"", "\"*\"", Some("adv = \"0\"")),
        ("\"*\"", "\"0\"", Some("adv = \"0\"")),
        ("\"0.0\"", "\"0\"", Some("adv = \"0.0\"")),
        ("\"0\"", "\"0.0\"", Some("adv = \"0.0\"")),
        ("\">=1\"", "\"1.3\"", None),
        ("\"=1.2\"", "\"1.3\"", None),
        ("\"1\"", "{ git = \"https://a.b/c\" }", None),
        (
            "{ git = \"https://a.b/c\" }",
            "{ git = \"https://a.b/d\" }",
            None,
        ),
        (
            "{ version = \"2\", features = [\"a\"] }",
            "{ version = \"2.1\", features = [\"b\"] }",
            Some("adv = { version = \"2.1\", features = [\"a\", \"b\"] }"),
        ),
        (
            "{ version = \"2\", default-features = false }",
            "\"2\"",
            Some("adv = \"2\""),
        ),
    ] {
        let plan = plan_of(&(day("day01", one) + &day("day02", other)));
        assert_eq!(
            plan.days().len(),
            if both.is_some() { 2 } else { 1 },
            "{one} {other}"
        );
        let manifest = text_in(&plan, "days/year2023/Cargo.toml");
        if let Some(both) = both {
            assert!(manifest.contains(&format!("\n{both}\n")), "{manifest}");
        }
    }
}

/// A feature may change the answers of another package of the repository, but not of a library from
/// a registry.
#[test]
fn a_day_that_wants_other_features_of_a_package_of_the_repository_is_refused() {
    let day = |day: &str, features: &str| {
        format!(
            "== 2020/{day}/src/main.rs\nfn part1(_: &str) -> u8 {{ util::size() }}\n\
             == 2020/{day}/Cargo.toml\n[package]\nname = \"{day}\"\n[dependencies]\n\
             util = {{ path = \"../util\"{features} }}\n"
        )
    };
    let util = "== 2020/util/Cargo.toml\n[package]\nname = \"util\"\n[features]\nwide = []\nmore = []\n\
                == 2020/util/src/lib.rs\npub fn size() -> u8 { 1 + u8::from(cfg!(feature = \"wide\")) }\n";
    for (one, features, count) in [
        ("", "", 2),
        ("", ", features = [\"wide\"]", 1),
        ("", ", default-features = false", 1),
        (
            ", features = [\"wide\", \"more\"]",
            ", features = [\"more\", \"wide\"]",
            2,
        ),
    ] {
        let plan = plan_of(&(day("day01", one) + &day("day02", features) + util));
        assert_eq!(plan.days().len(), count, "{features}");
        let why = "the year has another `util`: it needs `util = ";
        let is_refused = reasons(&plan).any(|reason| reason.starts_with(why));
        assert_eq!(is_refused, count == 1, "{:?}", plan.left_out);
    }
}

#[test]
fn a_member_may_ask_for_default_features() {
    let plan = plan_of(
        "== Cargo.toml\n[workspace]\nmembers = [\"2020/y\"]\n[workspace.dependencies]\n\
         adv = { version = \"2\", default-features = false }\n\
         oth = { version = \"3\", default-features = false }\n\
         unx = { version = \"4\", default-features = false }\n\
         == 2020/Cargo.toml\n[package]\nname = \"not-a-workspace\"\n\
         == 2020/y/Cargo.toml\n[package]\nname = \"y\"\n[dependencies]\n\
         adv = { workspace = true, default-features = true }\noth.workspace = true\n\
         [target.'cfg(unix)'.dependencies]\n\
         unx = { workspace = true, default-features = true }\n\
         == 2020/y/src/bin/01.rs\n\
         use adv::X; use oth::Y; use unx::Z; fn part1(_: &str) -> u8 { 1 }\n",
    );
    let manifest = text_in(&plan, "days/year2020/Cargo.toml");
    let of_unix = "[target.\"cfg(unix)\".dependencies]\nunx = { version = \"4\" }\n";
    assert!(manifest.contains(of_unix), "{manifest}");
    assert!(
        manifest.contains("\nadv = { version = \"2\" }\n"),
        "{manifest}"
    );
    let other = "\noth = { version = \"3\", default-features = false }\n";
    assert!(manifest.contains(other), "{manifest}");
}

#[test]
fn a_manifest_that_cannot_be_read_is_told_with_what_the_copies_lack() {
    let plan = plan_of(
        "== 2020/Cargo.toml\n[package]\nname = \"y\"\n[dependencies]\nadv.workspace = true\n\
         == 2020/src/bin/01.rs\nuse adv::X; fn part1(_: &str) -> u8 { 1 }\n",
    );
    assert_eq!(plan.days().len(), 1);
    let why = "it cannot be read, so days are copied without its libraries: ";
    let told: Vec<&str> = reasons(&plan).collect();
    assert!(
        matches!(told[..], [told] if told.starts_with(why)),
        "{told:?}"
    );
}

#[test]
fn a_derive_crate_brings_the_one_that_it_belongs_to() {
    let plan = plan_of(
        "== 2020/Cargo.toml\n[package]\nname = \"y\"\n[dependencies]\n\
         adv = \"2\"\nadv-derive = \"2\"\nunused = \"1\"\n\
         == 2020/src/bin/01.rs\nuse adv_derive::X; fn part1(_: &str) -> u8 { 1 }\n",
    );
    let manifest = text_in(&plan, "days/year2020/Cargo.toml");
    assert!(
        manifest.contains("\nadv = \"2\"\nadv-derive = \"2\"\n"),
        "{manifest}"
    );
    assert!(!manifest.contains("unused"), "{manifest}");
}

/// If no file has the name of a day, the folder counts as a refused day, so the exit code is 1.
#[test]
fn days_that_are_named_like_none_end_with_1() {
    let day = "fn part1(input: &str) -> u8 { 1 }";
    let plan = plan_of(&format!("== 2020/src/first.rs\n{day}\n"));
    assert!(plan.left_out.has_refused_days() && plan.days().is_empty());
}

#[test]
fn a_package_of_procedural_macros_is_copied_like_any_other() {
    let plan = plan_with_package("[lib]\nproc-macro = true", "#![feature(test)]");
    let manifest = text_in(&plan, "days/x/Cargo.toml");
    assert!(manifest.contains("\nproc-macro = true\n"), "{manifest}");
    // Cargo rejects `proc-macro` together with a crate type.
    assert!(!manifest.contains("crate-type"), "{manifest}");
    assert!(text_in(&plan, "days/year2020/Cargo.toml").contains("path = \"../x\""));
}

#[test]
fn manifests_are_read_and_written_with_what_days_need() {
    let temp = tempfile::tempdir().unwrap();
    write(
        temp.path(),
        "old/help/src/lib.rs",
        "use {adv as _, far as _, foo as _, md5 as _};",
    );
    let own = "[package]\nname = \"u\"";
    write(temp.path(), "project/u/Cargo.toml", own);
    let plan = |name: &str, tables: &str| {
        let code = "fn part1(_: &str) -> u8 { x::one() }";
        write(temp.path(), "old/2020/src/bin/01.rs", code);
        for (folder, name, tables) in [
            ("2020", "d", "[dependencies]\nx = { path = \"../help\" }"),
            ("help", name, &format!("[lib]\nname = \"x\"\n{tables}")),
        ] {
            let text = format!("[package]\nname = \"{name}\"\nedition = \"2021\"\n{tables}");
            write(temp.path(), &format!("old/{folder}/Cargo.toml"), text);
        }
        planned(temp.path(), Some("old")).unwrap()
    };
    let outside = "[dependencies]\nfoo = { path = \"../../y\" }";
    for (name, (tables, expected)) in [
        (
            r#"a\"b"#,
            (
                "",
                r#"the package `a"b` cannot be copied: rename it, with letters, digits"#,
            ),
        ),
        ("x", ("path = \"gone.rs\"", "help/gone.rs is not there")),
        (
            "a/../../b",
            ("", "the package `a/../../b` cannot be copied"),
        ),
        (
            "Year2020",
            ("", "the package `Year2020` cannot be copied: rename it, as"),
        ),
        ("u", ("", "the package `u` cannot be copied")),
        (
            "core",
            ("", "the package `core` cannot be copied: rename it, as"),
        ),
        (
            "x",
            (
                outside,
                "the package `foo` is outside of the folder: import a folder",
            ),
        ),
    ] {
        let plan = plan(name, tables);
        let why = reasons(&plan).collect::<Vec<_>>();
        assert_eq!((plan.files.len(), why.len()), (0, 1), "{name} {tables}");
        assert!(why[0].contains(expected), "{name} {tables}: {why:?}");
    }
    for tables in ["[", "[dependencies]\nfoo = \"nonsense\""] {
        let plan = plan("x", tables);
        let why: Vec<&str> = reasons(&plan).collect();
        assert!(plan.files.is_empty() && why.len() == 2, "{tables}: {why:?}");
    }
    let tables = "[dependencies]\nregex = { version = \"1\", optional = true }\naoc-runner = \"0.3\"\n\
         md-5 = { workspace = true, features = [\"x\"] }\nadv = { version = \"2\", default_features = false }\n\
         far = { git = \"https://a.b/c\", package = \"near\" }\n\
         [features]\na = [\"aoc-runner/x\", \"regex\"]\n\
         [workspace.dependencies]\nmd-5 = { version = \"0.10\", features = [\"y\"] }\n[workspace]\n";
    insta::assert_snapshot!(plan("fine-name", tables).files[0].text);
}

#[test]
fn a_source_of_an_old_edition_that_cannot_be_read_is_told_with_the_edition() {
    let hint = "; its package has the edition 2015: change that with `cargo fix --edition`";
    for (edition, end) in [("", hint), ("edition = \"2018\"", "")] {
        let plan = plan_of(&format!(
            "== 2020/Cargo.toml\n[package]\nname = \"y\"\n{edition}\n\
             == 2020/src/bin/01.rs\nfn part1(_: &str) -> u8 {{ let dyn = 1; dyn }}\n"
        ));
        let why: Vec<&str> = reasons(&plan).collect();
        let [why] = *why else { panic!("{why:?}") };
        assert!(
            why.starts_with("it cannot be parsed as Rust: line 1: "),
            "{why}"
        );
        assert!(
            why.ends_with(end) && why.contains("edition") != end.is_empty(),
            "{why}"
        );
    }
}

#[test]
fn a_package_that_is_called_like_the_library_of_aoc_is_not_taken_for_it() {
    let temp = tempfile::tempdir().unwrap();
    let code = "fn part1(_: &str) -> u8 { aoc_solution::one() }";
    write(temp.path(), "old/2020/src/bin/01.rs", code);
    let manifest = "[package]\nname = \"d\"\n[dependencies]\naoc-solution = { path = \"../help\" }";
    write(temp.path(), "old/2020/Cargo.toml", manifest);
    let manifest = "[package]\nname = \"aoc-solution\"\n";
    write(temp.path(), "old/help/Cargo.toml", manifest);
    write(
        temp.path(),
        "old/help/src/lib.rs",
        "pub fn one() -> u8 { 1 }",
    );
    let plan = planned(temp.path(), Some("old")).unwrap();
    let why = reasons(&plan).collect::<Vec<_>>();
    assert_eq!((plan.files.len(), why.len()), (0, 1), "{why:?}");
    assert!(
        why[0].starts_with("the package `aoc-solution` cannot be copied: "),
        "{why:?}"
    );
    // The library itself is not copied.
    write(temp.path(), "old/help/src/functions.rs", "");
    let plan = planned(temp.path(), Some("old")).unwrap();
    assert_eq!(plan.days().len(), 1);
}

#[test]
fn a_library_may_have_another_name_than_its_package() {
    let temp = tempfile::tempdir().unwrap();
    unpack(
        temp.path(),
        "== old/Cargo.toml\n[package]\nname = \"y2021\"\n[dependencies]\n\
         aoclib = \"0.2\"\nmd-5 = \"0.10\"\nrust-crypto = \"0.2\"\nhex-rs = \"0.1\"\ntool = \"1\"\nzlib = \"1\"\n\
         == old/src/bin/01.rs\nuse crypto::digest::Digest;\naoc::parts!(1);\n\
         fn part1(z: &str) -> String { hex::encode(md5::compute(z)) }\n",
    );
    let plan = planned(temp.path(), Some("old")).unwrap();
    let manifest: toml::Table = plan.files[0].text.parse().unwrap();
    let names: Vec<&String> = manifest["dependencies"]
        .as_table()
        .unwrap()
        .keys()
        .collect();
    let expected = ["aoc-solution", "aoclib", "hex-rs", "md-5", "rust-crypto"];
    assert_eq!(names, expected, "{}", plan.files[0].text);
    // Code may call another package of the repository by another name, too.
    let plan = plan_of(
        "== 2020/Cargo.toml\n[package]\nname = \"y\"\n[dependencies]\n\
         z = { path = \"../x\", package = \"x\" }\n\
         == 2020/src/bin/01.rs\nuse z::y; fn part1(_: &str) -> u8 { 1 }\n\
         == x/Cargo.toml\n[package]\nname = \"x\"\n== x/src/lib.rs\npub fn y() {}\n",
    );
    let manifest = text_in(&plan, "days/year2020/Cargo.toml");
    assert!(manifest.contains("\nz = {"), "{manifest}");
}

#[test]
fn two_packages_of_one_name_are_never_taken_for_each_other() {
    let package = |name: &str, more: &str| format!("[package]\nname = \"{name}\"\n{more}");
    let files = format!(
        "== 2020/day01/Cargo.toml\n{}== 2020/day01/src/main.rs\n\
         fn part1(s: &str) -> usize {{ util::count(s) + helper::count(s) }}\n\
         == 2020/day01/util/Cargo.toml\n{}== 2020/day01/util/src/lib.rs\n// one\n\
         == 2020/day01/helper/Cargo.toml\n{}== 2020/day01/helper/src/lib.rs\nuse util as _;\n\
         == 2020/day01/helper/util/Cargo.toml\n{}== 2020/day01/helper/util/src/lib.rs\n// two\n",
        package(
            "day01",
            "[dependencies]\nutil.path = \"util\"\nhelper.path = \"helper\"\n"
        ),
        package("util", ""),
        package("helper", "[dependencies]\nutil.path = \"util\"\n"),
        package("util", ""),
    );
    let plan = plan_of(&files);
    let why = "it uses two packages called `util_2020`: rename one";
    assert_eq!(reasons(&plan).collect::<Vec<_>>(), [why]);
    // Packages may use each other.
    let files = files.replace(
        "util.path = \"util\"\n== 2020/day01/helper/src",
        "util.path = \"../util\"\n== 2020/day01/helper/src",
    );
    let plan = plan_of(&files);
    assert_eq!(reasons(&plan).count(), 0);
    assert_eq!(text_in(&plan, "days/util_2020/src/lib.rs"), "// one\n");
}

#[test]
fn a_package_of_the_project_is_known_wherever_it_is() {
    for folder in ["tools", "benches", "target/util", "days/util"] {
        let temp = tempfile::tempdir().unwrap();
        let package = "[package]\nname = \"util\"\n";
        unpack(
            temp.path(),
            &format!(
                "== project/{folder}/Cargo.toml\n{package}== project/{folder}/src/lib.rs\n\n\
                 == old/util/Cargo.toml\n{package}\
                 == old/util/src/lib.rs\npub fn one() -> u8 {{ 1 }}\n\
                 == old/day01/Cargo.toml\n[package]\nname = \"day01-2020\"\n\
                 [dependencies]\nutil.path = \"../util\"\n\
                 == old/day01/src/main.rs\nfn part1(_: &str) -> u8 {{ util::one() }}\n"
            ),
        );
        let plan = planned(temp.path(), Some("old")).unwrap();
        let why = "the package `util` cannot be copied: rename it, as that name is taken here";
        let expected = match folder {
            "target/util" => None,
            "days/util" => Some(
                "the project has its own days/util/Cargo.toml there, or a link: move it to import \
                 this one",
            ),
            _ => Some(why),
        };
        assert_eq!(reasons(&plan).next(), expected, "{folder}");
    }
}

#[test]
fn a_library_at_the_root_is_copied_without_the_packages_below_it() {
    let member = "[package]\nname = \"NAME\"\n[dependencies]\nutil.path = \"..\"\n";
    let plan = plan_of(&format!(
        "== 2020/Cargo.toml\n[package]\nname = \"util\"\n[lib]\npath = \"lib.rs\"\n\
         == 2020/lib.rs\npub mod grid;\npub fn one() -> u8 {{ 1 }}\n== 2020/grid.rs\n\n\
         == 2020/day01/Cargo.toml\n{}\
         == 2020/day01/src/main.rs\nfn part1(_: &str) -> u8 {{ util::one() }}\n\
         == 2020/day07/Cargo.toml\n{}== 2020/day07/src/main.rs\nfn part1(\n",
        member.replace("NAME", "day01"),
        member.replace("NAME", "day07"),
    ));
    assert_eq!(plan.days(), [Puzzle::of(2020, 1)]);
    let copied = plan.files.iter().map(|file| &*file.file);
    let copied: Vec<&str> = copied
        .filter(|file| !file.ends_with("Cargo.toml"))
        .collect();
    assert_eq!(
        copied,
        [
            "days/util_2020/grid.rs",
            "days/util_2020/lib.rs",
            "days/year2020/day01.rs"
        ]
    );
}

#[test]
fn packages_come_along_whole_and_never_mixed() {
    let temp = tempfile::tempdir().unwrap();
    let template = "== old/YEAR/Cargo.toml\n[package]\nname = \"lib\"\n[dependencies]\nz.path = \"z\"\n\
         == old/YEAR/z/Cargo.toml\n[package]\nname = \"z\"\n== old/YEAR/z/src/lib.rs\n\n== old/YEAR/src/lib.rs\n// YEAR\n\
         == old/YEAR/src/bin/01.rs\nfn part1(_: &str) -> u8 { lib::one() + z::two() }\n";
    for year in ["2022", "2023"] {
        unpack(temp.path(), &template.replace("YEAR", year));
    }
    // A member of the workspace is missing.
    let helper = "== old/Cargo.toml\n[workspace]\nmembers = [\"gone\"]\n== old/help/Cargo.toml\n[package]\nname = \"help\"\n[lib]\npath = \"./x.rs\"\nname = \"h\"\ntest = false\ndoctest = false\nbench = false\n\
         == old/help/x.rs\n\n== old/help/build.rs\n\n\
         == old/2021/Cargo.toml\n[package]\nname = \"y\"\n[dependencies]\nhelp = { path = \"../help\", version = \"1\" }\naoc-solution.path = \"../vendor\"\n\
         == old/2021/src/bin/01.rs\nfn part1(_: &str) -> u8 { h::one(aoc_solution::X) }\n== old/vendor/Cargo.toml\n[package]\nname = \"aoc-solution\"\n== old/vendor/src/lib.rs\n";
    unpack(temp.path(), helper);
    let in_project = "== project/days/lib_2023/src/lib.rs\n// another\n\
         == project/days/year2020/Cargo.toml\n[dependencies]\nlib = { path = \"../lib_2020\" }\n";
    unpack(temp.path(), in_project);
    let plan = planned(temp.path(), Some("old")).unwrap();
    let files: Vec<&str> = plan.files.iter().map(|it| &*it.file).collect();
    insta::assert_snapshot!(files.join("\n"), @"
    days/help/Cargo.toml
    days/lib_2022/Cargo.toml
    days/z_2022/Cargo.toml
    days/help/x.rs
    days/lib_2022/src/lib.rs
    days/z_2022/src/lib.rs
    days/year2021/Cargo.toml
    days/year2022/Cargo.toml
    days/year2021/day01.rs
    days/year2022/day01.rs
    ");
    let library =
        "\n[lib]\npath = \"./x.rs\"\nname = \"h\"\ntest = false\ndoctest = false\nbench = false\n";
    assert!(
        plan.files[0].text.contains(library),
        "{}",
        plan.files[0].text
    );
    let all: String = plan.files.iter().map(|it| &*it.text).collect();
    let entry = "\nh = { package = \"help\", path = \"../help\" }\n";
    assert!(all.contains(entry) && !all.contains("lib_2020"), "{all}");
    let why = "the project has its own days/lib_2023/src/lib.rs there, or a link: move it to import this one";
    assert_eq!(reasons(&plan).next(), Some(why));
}

#[test]
fn a_manifest_that_is_there_keeps_what_it_has() {
    let temp = tempfile::tempdir().unwrap();
    let day = "== 2023/day05/src/main.rs\n\
         use adv::X; fn part1(_: &str) -> u8 { 1 } fn main() {}\n\
         == 2023/day05/Cargo.toml\n[package]\nname = \"y\"\n[dependencies]\n\
         adv = { version = \"2\", features = [\"x\"] }\n";
    unpack(temp.path(), day);
    let manifest = "project/days/year2023/Cargo.toml";
    let needed = "adv = { version = \"2\", features = [\"x\"] }";
    let with = format!("[dependencies]\n{needed}\n");
    let other = format!("the year has another `adv`: it needs `{needed}`");
    for (old, expected) in [
        ("[dependencies]\nadv = \"0.1\"\n", &*other),
        ("[dependencies]\n", &with),
        (&with, "use adv::X;"),
        (
            "[dependencies]\nadv = { features = ['x'], version = '2' } # mine\n",
            "use adv::X;",
        ),
        (
            "[dependencies]\nadv = { version = \"^2.1\", features = [\"y\", \"x\"] }\n",
            "use adv::X;",
        ),
        (
            "[dependencies]\nadv.version = \"2\"\nadv.features = [\"x\"]\n",
            "use adv::X;",
        ),
        (
            "[dependencies.adv]\nversion = \"2\"\nfeatures = [\"x\"]\n",
            "use adv::X;",
        ),
        ("[dependencies]\nadv = { workspace = true }\n", &other),
        ("[dependencies]\nadv.workspace = true\n", &other),
        (
            "dependencies = 3\n",
            "`dependencies` in the manifest of the year is not a table: correct it",
        ),
        ("[", "it is not TOML: correct it"),
    ] {
        write(temp.path(), manifest, old);
        // The day is in the name of the folder.
        let plan = planned(temp.path(), Some("2023/day05")).unwrap();
        let texts = plan.files.iter().map(|it| &*it.text);
        let reported: Vec<&str> = reasons(&plan).chain(texts).collect();
        let is_reported = reported.iter().any(|text| text.contains(expected));
        assert!(is_reported, "{old}: {reported:?}");
    }
}

#[test]
fn a_manifest_that_cannot_be_changed_is_the_reason_of_each_day_of_its_year() {
    let temp = tempfile::tempdir().unwrap();
    let day = "fn part1(_: &str) -> u8 { 1 }\n";
    unpack(
        temp.path(),
        &format!(
            "== old/2023/day01.rs\n{day}== old/2023/day02.rs\n{day}== old/2023/01.txt\n7\n\
             == project/days/year2023/Cargo.toml\n["
        ),
    );
    let plan = planned(temp.path(), Some("old")).unwrap();
    assert_eq!(plan.new_inputs(), [Puzzle::of(2023, 1)]);
    let skipped: Vec<(SkippedKind, &str)> = plan
        .left_out
        .skipped
        .iter()
        .map(|skipped| (skipped.kind, skipped.why.text()))
        .collect();
    let why = "days/year2023/Cargo.toml: it is not TOML: correct it";
    assert_eq!(
        skipped,
        [1, 2].map(|day| (SkippedKind::Day(Puzzle::of(2023, day)), why))
    );
    assert!(plan.has_failed(), "the exit code is 1");
}

#[test]
fn a_build_script_is_named_with_the_days_that_use_its_package() {
    let day = "fn part1(_: &str) -> u8 { help::one() }\n";
    let manifest = "== 2021/Cargo.toml\n[package]\nname = \"y\"\n[dependencies]\n\
                    help.path = \"../help\"\n";
    let of_day = format!("{manifest}== 2021/src/bin/01.rs\n{day}== help/src/lib.rs\n\n");
    let package = "== help/Cargo.toml\n[package]\nname = \"help\"\n";
    for (files, expected) in [
        (
            format!("{package}== help/build.rs\n"),
            &["help/build.rs"][..],
        ),
        (
            format!("{package}build = \"./src/gen.rs\"\n== help/src/gen.rs\n\n== help/build.rs\n"),
            &["help/src/gen.rs"],
        ),
        (format!("{package}build = false\n== help/build.rs\n"), &[]),
        // This file belongs to no package.
        (format!("{package}== build.rs\n"), &[]),
    ] {
        let plan = plan_of(&format!("{of_day}{files}"));
        let skipped = &plan.left_out.skipped;
        let scripts = skipped.iter().map(|skipped| &skipped.from);
        assert!(
            scripts
                .zip(expected)
                .all(|(from, file)| from.ends_with(file))
                && skipped.len() == expected.len(),
            "{files}: {skipped:?}"
        );
        for Skipped { why, wanted_by, .. } in skipped {
            assert!(
                why.text()
                    .starts_with("it would affect every build of your project: "),
                "{why}"
            );
            assert_eq!(*wanted_by, [Puzzle::of(2021, 1)], "{files}");
        }
        let copied = plan.files.iter().any(|file| file.file.ends_with("gen.rs"));
        assert!(!copied, "{files}");
    }
}

/// Dependencies that are not a table are reported.
#[test]
fn a_table_of_the_manifest_that_is_none_is_named() {
    let temp = tempfile::tempdir().unwrap();
    let day = "== 2023/day05/src/main.rs\n\
         use adv::X; fn part1(_: &str) -> u8 { 1 } fn main() {}\n\
         == 2023/day05/Cargo.toml\n[package]\nname = \"y\"\n[dev-dependencies]\nadv = \"2\"\n\
         == project/days/year2023/Cargo.toml\ndev-dependencies = 3\n";
    unpack(temp.path(), day);
    let plan = planned(temp.path(), Some("2023/day05")).unwrap();
    let why = "`dev-dependencies` in the manifest of the year is not a table: correct it";
    assert_eq!(reasons(&plan).next(), Some(why));
}

#[test]
fn versions_are_those_of_the_lock_that_cargo_would_use() {
    // The lock file of the workspace has an old format. The member's lock file is older than the
    // workspace.
    let plan = plan_of(
        "== Cargo.toml\n[workspace]\nmembers = [\"2020\"]\n\
         == Cargo.lock\n[[package]]\nname = \"y\"\nversion = \"0.1.0\"\n\
         dependencies = [\"rand 0.7.3 (registry+x)\", \"tool 1.0.0 (registry+x)\", \"z 1.0.0\"]\n\
         [[package]]\nname = \"rand\"\nversion = \"0.7.3\"\nsource = \"registry+x\"\n\
         dependencies = [\"libc\"]\n\
         [[package]]\nname = \"rand\"\nversion = \"0.8.1\"\nsource = \"registry+x\"\n\
         [[package]]\nname = \"libc\"\nversion = \"0.2.9\"\nsource = \"registry+x\"\n\
         [[package]]\nname = \"tool\"\nversion = \"1.0.0\"\nsource = \"registry+x\"\n\
         [[package]]\nname = \"z\"\nversion = \"1.0.0\"\nsource = \"git+https://z#abc\"\n\
         [metadata]\n\"checksum rand 0.7.3 (registry+x)\" = \"12\"\n\
         \"checksum libc 0.2.9 (registry+x)\" = \"<none>\"\n\
         == 2020/Cargo.lock\n[[package]]\nname = \"y\"\nversion = \"0.1.0\"\n\
         == 2020/Cargo.toml\n[package]\nname = \"y\"\n[dependencies]\nrand = \"0.7\"\ntool = \"1\"\n\
         q = { git = \"https://z\", package = \"z\" }\n\
         == 2020/src/bin/01.rs\nuse q::y; fn part1(input: &str) -> u8 { rand::random() }\n",
    );
    let text = with_versions(None, &plan.locked).unwrap();
    insta::assert_snapshot!(text, @r#"
    version = 4

    [[package]]
    name = "rand"
    version = "0.7.3"
    source = "registry+x"
    checksum = "12"

    [[package]]
    name = "libc"
    version = "0.2.9"
    source = "registry+x"

    [[package]]
    name = "z"
    version = "1.0.0"
    source = "git+https://z#abc"
    "#);
    // A project keeps its own versions. Versions that cargo treats as different libraries are
    // added.
    let own = "[[package]]\nname = \"rand\"\nversion = \"0.7.0\"\nsource = \"registry+x\"\n\
               [[package]]\nname = \"libc\"\nversion = \"0.1.9\"\nsource = \"registry+x\"\n";
    let text = with_versions(Some(own), &plan.locked).unwrap();
    let (own_text, new) = text.split_at(own.len());
    assert_eq!(own_text, own);
    assert!(
        new.contains("\"libc\"") && !new.contains("\"rand\""),
        "{new}"
    );
    assert!(with_versions(Some(&text), &plan.locked).is_none());
    assert!(with_versions(Some("no lock"), &plan.locked).is_none());
}

#[test]
fn a_lock_around_the_folder_is_that_of_the_package_only_if_its_workspace_has_it() {
    for (manifest, of_member, count) in [
        ("", "", 0),
        ("[package]\nname = \"z\"\n", "", 0),
        ("[workspace]\nexclude = [\"old\"]\n", "", 0),
        ("[workspace]\nexclude = [\"ol\"]\n", "", 1),
        (
            "[workspace]\nexclude = [\"./old\"]\nmembers = [\"old/2021\"]\n",
            "",
            0,
        ),
        (
            "[workspace]\nexclude = [\"old\"]\nmembers = [\"old/2020\"]\n",
            "",
            1,
        ),
        (
            "[workspace]\nmembers = [\"old/2020\"]\n",
            "workspace = \"../..\"",
            1,
        ),
    ] {
        let temp = tempfile::tempdir().unwrap();
        unpack(
            temp.path(),
            &format!(
                "== Cargo.toml\n{manifest}\n\
                 == Cargo.lock\n[[package]]\nname = \"y\"\nversion = \"0.1.0\"\n\
                 dependencies = [\"rand\"]\n\
                 [[package]]\nname = \"rand\"\nversion = \"0.7.3\"\nsource = \"registry+x\"\n\
                 == old/2020/Cargo.toml\n[package]\nname = \"y\"\n{of_member}\n[dependencies]\nrand = \"0.7\"\n\
                 == old/2020/src/bin/01.rs\nfn part1(input: &str) -> u8 {{ rand::random() }}\n"
            ),
        );
        let plan = planned(temp.path(), Some("old/2020")).unwrap();
        assert_eq!(plan.locked.len(), count, "{manifest}");
    }
}

#[test]
fn of_compatible_versions_in_two_locks_the_newest_is_taken() {
    let year = |year: u16, version: &str| {
        format!(
            "== {year}/Cargo.toml\n[package]\nname = \"y\"\n[dependencies]\nrand = \"0.7\"\n\
             == {year}/Cargo.lock\n[[package]]\nname = \"y\"\nversion = \"0.1.0\"\n\
             dependencies = [\"rand\"]\n\
             [[package]]\nname = \"rand\"\nversion = \"{version}\"\nsource = \"registry+x\"\nchecksum = \"12\"\n\
             == {year}/src/bin/01.rs\nfn part1(input: &str) -> u8 {{ rand::random() }}\n"
        )
    };
    let years = [
        year(2019, "0.7.9"),
        year(2020, "0.7.10"),
        year(2021, "0.7.3"),
    ];
    let locked = plan_of(&years.concat()).locked;
    let versions: Vec<_> = locked
        .iter()
        .map(|library| library.version.to_string())
        .collect();
    assert_eq!(versions, ["0.7.10"]);
    let text = with_versions(None, &locked).unwrap();
    assert!(text.contains("\nchecksum = \"12\"\n"), "{text}");
}

#[test]
fn what_cargo_does_not_get_from_a_registry_is_named() {
    let files = |features: &str| {
        format!(
            "== 2020/Cargo.toml\n[package]\nname = \"y\"\n[dependencies]\n\
             z3 = {{ version = \"0.12\", features = [{features}] }}\nreqwest = \"1\"\n\
             grid = {{ git = \"https://example.com/grid\" }}\n\
             == 2020/Cargo.lock\n[[package]]\nname = \"y\"\nversion = \"0.1.0\"\n\
             dependencies = [\"reqwest\"]\n\
             [[package]]\nname = \"reqwest\"\nversion = \"1.0.0\"\nsource = \"registry+x\"\n\
             dependencies = [\"openssl-sys\"]\n\
             [[package]]\nname = \"openssl-sys\"\nversion = \"1.0.0\"\nsource = \"registry+x\"\n\
             == 2020/src/bin/01.rs\nfn part1(input: &str) -> u8 {{ z3::a(reqwest::b()) }}\n\
             == 2020/src/bin/02.rs\nfn part1(input: &str) -> u8 {{ z3::a(grid::b()) }}\n\
             == 2020/src/bin/03.rs\nfn part1(input: &str) -> u8 {{ 1 }}\n"
        )
    };
    let needs = |features: &str| {
        let needs = plan_of(&files(features)).needs.into_iter();
        let days = |days: BTreeSet<Puzzle>| days.iter().map(|day| day.day.get()).collect();
        needs
            .map(|need| (need.what, days(need.days)))
            .collect::<Vec<(String, Vec<u8>)>>()
    };
    let grid = "`grid` from https://example.com/grid, which cargo gets by git";
    let openssl = "OpenSSL on the system, for `reqwest`";
    let expected = [
        (openssl.to_owned(), vec![1]),
        ("Z3 on the system, for `z3`".to_owned(), vec![1, 2]),
        (grid.to_owned(), vec![2]),
    ];
    assert_eq!(needs(""), expected);
    // With this feature, the crate builds the system library.
    assert_eq!(
        needs("\"static-link-z3\""),
        [expected[0].clone(), expected[2].clone()]
    );
}

#[test]
fn a_package_without_its_build_script_is_one_that_cargo_reads() {
    let plan = plan_with_package(
        "links = \"z\"\n[build-dependencies]\ncc = { version = \"1\", optional = true }\n\
         [features]\nfast = [\"dep:cc\", \"slow\"]\nwide = [\"cc/parallel\", \"cc?/x\"]\nslow = []\n",
        "pub fn y() {}",
    );
    let manifest = text_in(&plan, "days/x/Cargo.toml");
    assert!(!manifest.contains("links"), "{manifest}");
    assert!(!manifest.contains("cc"), "{manifest}");
    assert!(manifest.contains("fast = [\"slow\"]"), "{manifest}");
}

#[test]
fn what_the_build_script_needs_on_one_platform_is_left_out_too() {
    let plan = plan_with_package(
        "[target.'cfg(unix)'.build-dependencies]\ncc = \"1\"\n\
         [target.'cfg(unix)'.dependencies]\nlibc = \"1\"\n\
         [features]\nfast = [\"cc?/parallel\", \"libc?/x\"]\n",
        "pub fn y() {}",
    );
    let manifest = text_in(&plan, "days/x/Cargo.toml");
    assert!(!manifest.contains("cc"), "{manifest}");
    assert!(manifest.contains("fast = [\"libc?/x\"]"), "{manifest}");
}

#[test]
fn a_library_that_only_programs_of_a_package_use_is_left_out() {
    let tables = "[dependencies]\nnom = \"7\"\nlog = \"0.4\"\nserde = \"1\"\nz = { version = \"1\", optional = true }\n\
                  [target.'cfg(unix)'.dependencies]\nlibc = \"0.2\"\nnix = \"0.31\"\n\
                  [features]\nfast = [\"log/std\"]\n";
    let plan = plan_with_package(
        tables,
        "use serde_derive::Serialize; pub fn y() { nix::y() }",
    );
    let manifest = text_in(&plan, "days/x/Cargo.toml");
    for (name, is_copied) in [
        ("nom", false),
        ("libc", false),
        ("nix", true),
        ("log", true),
        ("serde", true),
        ("z", true),
    ] {
        let is_there =
            manifest.contains(&format!("\n{name} = ")) || manifest.contains(&format!(".{name}]"));
        assert_eq!(is_there, is_copied, "{name}: {manifest}");
    }
}

#[test]
fn a_library_of_another_registry_is_not_taken() {
    let plan = plan_with_package(
        "[dependencies]\nz = { version = \"1\", registry = \"ours\" }\n",
        "pub fn y() { z::y() }",
    );
    let why = "the library `z` is from the registry `ours`: add that to .cargo/config.toml here";
    assert_eq!(reasons(&plan).collect::<Vec<_>>(), [why]);
    assert!(plan.days().is_empty() && plan.files.is_empty());
}

#[test]
fn a_library_of_a_registry_that_the_project_knows_is_taken() {
    for file in ["config.toml", "config"] {
        let temp = tempfile::tempdir().unwrap();
        let config = "[registries.ours]\nindex = \"sparse+http://127.0.0.1:9/\"\n";
        write(temp.path(), &format!("project/.cargo/{file}"), config);
        unpack(
            &temp.path().join("old"),
            "== 2020/Cargo.toml\n[package]\nname = \"y\"\n[dependencies]\n\
         z = { version = \"1\", registry = \"ours\" }\n\
         == 2020/src/bin/01.rs\nuse z::y; fn part1(_: &str) -> u8 { 1 }\n",
        );
        let plan = planned(temp.path(), Some("old")).unwrap();
        assert_eq!(plan.days().len(), 1, "{:?}", plan.left_out.skipped);
    }
}

#[test]
fn a_year_has_no_build_script_and_no_programs_by_the_names_of_modules() {
    let plan = plan_of(
        "== src/year2020/day01.rs\nuse crate::build::one; use crate::examples::two;\n\
         fn part1(_: &str) -> u8 { one() + two() }\n\
         == src/build.rs\npub fn one() -> u8 { 1 }\n\
         == src/examples/mod.rs\npub fn two() -> u8 { 2 }\n\
         == src/lib.rs\nmod build; mod examples;\n== Cargo.toml\n[package]\nname = \"y\"\n",
    );
    assert!(text_in(&plan, "days/year2020/build.rs").contains("one"));
    let manifest: toml::Table = text_in(&plan, "days/year2020/Cargo.toml").parse().unwrap();
    for key in [
        "build",
        "autobins",
        "autoexamples",
        "autotests",
        "autobenches",
    ] {
        assert_eq!(manifest["package"][key].as_bool(), Some(false), "{key}");
    }
}

#[test]
fn a_year_that_is_there_gets_no_build_script_either() {
    let temp = tempfile::tempdir().unwrap();
    let own = "[package]\nname = \"year2020\"\nautotests = true\n\n[dependencies]\n";
    write(temp.path(), "project/days/year2020/Cargo.toml", own);
    unpack(
        &temp.path().join("old"),
        "== src/year2020/day01.rs\nfn part1(_: &str) -> u8 { crate::build::one() }\n\
         == src/build.rs\npub fn one() -> u8 { 1 }\n\
         == src/lib.rs\nmod build;\n== Cargo.toml\n[package]\nname = \"y\"\n",
    );
    let plan = planned(temp.path(), Some("old")).unwrap();
    let manifest: toml::Table = text_in(&plan, "days/year2020/Cargo.toml").parse().unwrap();
    let package = &manifest["package"];
    assert_eq!(package["build"].as_bool(), Some(false));
    assert_eq!(package["autotests"].as_bool(), Some(true));
}

#[cfg(unix)]
#[test]
fn a_workspace_root_may_be_a_pipe() {
    let temp = tempfile::tempdir().unwrap();
    unpack(
        &temp.path().join("old"),
        "== 2020/Cargo.toml\n[package]\nname = \"y\"\nedition.workspace = true\n\
         [dependencies]\nadv.workspace = true\n\
         == 2020/src/bin/01.rs\nfn part1(_: &str) -> u8 { 1 }\n",
    );
    let pipe = temp.path().join("old/Cargo.toml");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.unwrap().success());
    let plan = planned(temp.path(), Some("old")).unwrap();
    assert_eq!(plan.days().len(), 1);
}

#[test]
#[cfg(unix)]
fn a_workspace_root_may_have_no_end() {
    let temp = tempfile::tempdir().unwrap();
    unpack(
        &temp.path().join("old"),
        "== 2020/Cargo.toml\n[package]\nname = \"y\"\nedition.workspace = true\n\
         == 2020/src/bin/01.rs\nfn part1(_: &str) -> u8 { 1 }\n",
    );
    let root = temp.path().join("old/Cargo.toml");
    std::os::unix::fs::symlink("/dev/zero", root).unwrap();
    let plan = planned(temp.path(), Some("old")).unwrap();
    assert_eq!(plan.days().len(), 1);
}

#[test]
fn the_configuration_of_cargo_may_say_the_year() {
    for file in ["config.toml", "config"] {
        let plan = plan_of(&format!(
            "== Cargo.toml\n[package]\nname = \"y\"\n\
             == .cargo/{file}\n[env]\nAOC_YEAR = \"2020\"\n\
             == src/bin/01.rs\nfn part1(_: &str) -> u8 {{ 1 }}\n"
        ));
        assert_eq!(plan.days(), [Puzzle::of(2020, 1)], "{file}");
    }
}

#[test]
fn a_configuration_with_variables_alone_is_wanted_by_nothing() {
    let day = "== 2020/src/bin/01.rs\nfn part1(_: &str) -> u8 { 1 }\n";
    for (config, is_named) in [
        ("[env]\nAOC_YEAR = \"2020\"\n[alias]\nt = \"test\"\n", false),
        (
            "[build]\nrustflags = [\"-C\", \"target-cpu=native\"]\n",
            true,
        ),
    ] {
        let plan = plan_of(&format!("{day}== .cargo/config.toml\n{config}"));
        assert_eq!(reasons(&plan).count(), usize::from(is_named), "{config}");
    }
}

#[test]
fn the_programs_of_a_package_do_not_come_with_its_library() {
    let mut files = "== Cargo.toml\n[package]\nname = \"old\"\n".to_owned();
    for day in ["day01", "day02"] {
        files += &format!("[[bin]]\nname = \"{day}\"\npath = \"src/{day}/main.rs\"\n");
    }
    files += "== src/lib.rs\npub fn len(i: &str) -> usize { i.len() }\n";
    for day in ["day01", "day02"] {
        files += &format!(
            "== src/{day}/main.rs\nuse old::len;\nfn part1(i: &str) -> usize {{ len(i) }}\nfn main() {{}}\n"
        );
    }
    let temp = tempfile::tempdir().unwrap();
    unpack(&temp.path().join("aoc-2020"), &files);
    let plan = planned(temp.path(), Some("aoc-2020")).unwrap();
    assert_eq!(plan.days().len(), 2, "{:?}", plan.left_out.skipped);
    let names: Vec<&str> = plan.files.iter().map(|file| &*file.file).collect();
    assert!(names.contains(&"days/old_2020/src/lib.rs"), "{names:?}");
    assert!(
        !names.contains(&"days/old_2020/src/day01/main.rs"),
        "{names:?}"
    );
}

#[test]
fn a_copied_package_has_its_tests_that_read_no_file() {
    let stays = "#[cfg(test)] mod tests {\n    use super::*;\n\
                 \x20   #[test] fn stays() { assert_eq!(y(), 1); }\n";
    let real = "    #[test] fn real() { std::fs::read(\"a\").unwrap(); }\n";
    let code = "pub fn y() -> u8 { 1 }\n";
    let plan = plan_with_package("", &format!("{code}{stays}{real}}}\n"));
    let copy = text_in(&plan, "days/x/src/lib.rs");
    assert_eq!(copy, format!("{code}{stays}}}\n"));
}

#[test]
fn a_copied_package_has_no_settings_of_a_workspace() {
    let plan = plan_with_package(
        "workspace = \"..\"\nresolver = \"2\"\n[profile.dev]\nopt-level = 1\n\
         [patch.crates-io]\nz.git = \"https://z\"\n[badges.maintenance]\nstatus = \"none\"\n\
         [lints.rust]\nunused = \"allow\"\n",
        "pub fn y() {}",
    );
    let manifest = text_in(&plan, "days/x/Cargo.toml");
    for setting in ["workspace", "resolver", "profile", "patch", "badges"] {
        assert!(!manifest.contains(setting), "{setting}: {manifest}");
    }
    assert!(manifest.contains("[lints.rust]"), "{manifest}");
}

#[test]
fn a_module_that_is_named_like_a_program_comes_with_its_library() {
    let temp = tempfile::tempdir().unwrap();
    unpack(
        &temp.path().join("old"),
        "== 2020/Cargo.toml\n[package]\nname = \"y\"\n[dependencies]\nx.path = \"../x\"\n\
         == 2020/src/bin/01.rs\nuse x::y; fn part1(input: &str) -> u8 { 1 }\n\
         == x/Cargo.toml\n[package]\nname = \"x\"\n\
         == x/src/lib.rs\nmod binary; mod build; mod templates;\n\
         == x/src/binary.rs\n\n== x/src/build.rs\n\n== x/src/templates/mod.rs\n\n\
         == x/build.rs\n\n== x/src/main.rs\n\n== x/src/bin/a.rs\n\n== x/src/template.rs\n",
    );
    let plan = planned(temp.path(), Some("old")).unwrap();
    let files = plan.files.iter().map(|file| &*file.file);
    let of_library: Vec<&str> = files
        .filter(|file| file.starts_with("days/x/src"))
        .collect();
    assert_eq!(
        of_library,
        [
            "days/x/src/binary.rs",
            "days/x/src/build.rs",
            "days/x/src/lib.rs",
            "days/x/src/templates/mod.rs",
        ]
    );
    assert!(!plan.files.iter().any(|file| file.file == "days/x/build.rs"));
}

#[test]
fn a_source_that_nothing_declares_belongs_to_no_library() {
    let plan = plan_of(
        "== 2020/Cargo.toml\n[package]\nname = \"y\"\n[dependencies]\nx.path = \"../x\"\n\
         == 2020/src/bin/01.rs\nuse x::y; fn part1(input: &str) -> u8 { 1 }\n\
         == x/Cargo.toml\n[package]\nname = \"x\"\n\
         == x/src/lib.rs\nmod util { pub mod ansi; }\n#[path = \"other/odd.rs\"]\nmod even;\n\
         declare!(\"math\" primes, sets);\nmod deep;\n#[cfg(test)]\nmod checks;\n\
         == x/src/util/ansi.rs\n\n== x/src/util/unused.rs\n\n== x/src/other/odd.rs\n\n\
         == x/src/primes.rs\n\n== x/src/sets/mod.rs\nmod hash;\n== x/src/sets/hash.rs\n\n\
         == x/src/deep.rs\nmod deeper;\n== x/src/deep/deeper.rs\n\n== x/src/deeper.rs\n\n\
         == x/src/checks.rs\n\n\
         == x/src/bin_day_XX.rs\nconst INPUT: &str = include_str!(\"day_XX.txt\");\n",
    );
    assert_eq!(reasons(&plan).next(), None);
    let files = plan.files.iter().map(|file| &*file.file);
    let of_library: Vec<&str> = files
        .filter_map(|file| file.strip_prefix("days/x/"))
        .collect();
    assert_eq!(
        of_library,
        [
            "Cargo.toml",
            "src/checks.rs",
            "src/deep.rs",
            "src/deep/deeper.rs",
            "src/lib.rs",
            "src/other/odd.rs",
            "src/primes.rs",
            "src/sets/hash.rs",
            "src/sets/mod.rs",
            "src/util/ansi.rs",
        ]
    );
}

#[test]
fn only_the_module_of_the_template_is_for_programs_and_no_other_of_its_name() {
    for (code, is_copied) in [
        ("pub fn y() -> u8 { 1 }", true),
        (
            "pub fn read_file(folder: &str, day: u8) -> String { String::new() }",
            false,
        ),
        ("#[macro_export] macro_rules! solution { () => {} }", false),
    ] {
        let plan = plan_of(&format!(
            "== 2020/Cargo.toml\n[package]\nname = \"y\"\n[dependencies]\nx.path = \"../x\"\n\
             == 2020/src/bin/01.rs\nuse x::y; fn part1(input: &str) -> u8 {{ 1 }}\n\
             == x/Cargo.toml\n[package]\nname = \"x\"\n\
             == x/src/lib.rs\npub mod template; pub fn y() -> u8 {{ 1 }}\n\
             == x/src/template/mod.rs\n{code}\n"
        ));
        let library = text_in(&plan, "days/x/src/lib.rs");
        assert_eq!(library.contains("mod template"), is_copied, "{code}");
        let mut files = plan.files.iter();
        let has_file = files.any(|file| file.file == "days/x/src/template/mod.rs");
        assert_eq!(has_file, is_copied, "{code}");
    }
}

#[test]
fn a_copied_package_has_its_days_as_modules_that_are_the_same_for_each_day() {
    let day = "use crate::util::two;\npub fn part1(input: &str) -> usize { two(input) }\n\
               pub fn load() -> String { std::fs::read_to_string(\"a\").unwrap() }\n";
    let plan = plan_of(&format!(
        "== 2020/Cargo.toml\n[package]\nname = \"lib\"\nedition = \"2021\"\n\
         == 2020/src/lib.rs\npub mod day01; pub mod day02; pub mod util;\n\
         pub fn helper(i: &str) -> usize {{ i.len() }}\n\
         == 2020/src/main.rs\nmod day01; mod day02; mod util; fn main() {{}}\n\
         == 2020/src/util.rs\npub fn two(i: &str) -> usize {{ 2 * lib::helper(i) }}\n\
         == 2020/src/day01.rs\n{day}== 2020/src/day02.rs\n{day}"
    ));
    assert_eq!(reasons(&plan).next(), None);
    assert_eq!(plan.new_days(), [Puzzle::of(2020, 1), Puzzle::of(2020, 2)]);
    let copy = text_in(&plan, "days/lib_2020/src/day01.rs");
    assert!(copy.contains("aoc_solution::imported::std::fs"), "{copy}");
}

#[test]
fn a_package_has_no_module_that_its_copy_lacks() {
    for (path, is_copied) in [
        ("/old/other/a.rs", false),
        ("../../other/a.rs", false),
        ("../a.rs", false),
        ("inner/a.rs", true),
        ("../src/./inner/a.rs", true),
    ] {
        let plan = plan_with_package(
            "",
            &format!(
                "#[path = \"inner/b.rs\"] mod b; #[path = {path:?}] mod a; pub fn y() {{}}\n\
                 #[cfg(test)] #[path = \"/old/tests.rs\"] mod tests;\n\
                 == x/src/inner/a.rs\n\n== x/src/inner/b.rs\n\n== x/a.rs\n\n== other/a.rs\n"
            ),
        );
        let why: Vec<&str> = reasons(&plan).collect();
        if is_copied {
            assert!(why.is_empty(), "{path}: {why:?}");
            let text = text_in(&plan, "days/x/src/lib.rs");
            assert!(text.contains(path) && !text.contains("/old"), "{text}");
        } else {
            let refused = format!(
                "x/src/lib.rs: `#[path = {path:?}]` names a module that cannot be copied: change it \
                 in the old repository, then import again"
            );
            assert_eq!(why, [refused]);
            assert!(plan.files.is_empty());
        }
    }
}

/// A link may lead to any file of this machine.
#[cfg(unix)]
#[test]
fn a_text_behind_a_link_is_not_copied() {
    let temp = tempfile::tempdir().unwrap();
    unpack(
        &temp.path().join("old"),
        "== 2020/src/day01.rs\nmod ocr; fn part1(input: &str) -> u8 { ocr::FONT.len() as u8 }\n\
         == 2020/src/day01/ocr.rs\npub const FONT: &str = include_str!(\"font.txt\");\n",
    );
    write(temp.path(), "private.txt", "mine\n");
    let link = temp.path().join("old/2020/src/day01/font.txt");
    std::os::unix::fs::symlink(temp.path().join("private.txt"), link).unwrap();
    let plan = planned(temp.path(), Some("old")).unwrap();
    assert!(plan.files.is_empty(), "{:?}", plan.files);
    let why = "src/day01/ocr.rs: `include_str!` names a file that the copy does not have";
    let mut found = reasons(&plan);
    assert!(found.any(|reason| reason.contains(why)), "{why}");
}

#[test]
fn a_package_has_the_files_that_its_code_names() {
    let session = "53616c7465645f5f".repeat(8);
    let other = "names a file that the copy does not have";
    let private = "names a file that may be an input or have a secret, so no copy has it";
    for (path, text, expected) in [
        ("6x4.txt", "a\r\n", Ok("days/x/src/6x4.txt")),
        ("fonts/large.toml", "a\n", Ok("days/x/src/fonts/large.toml")),
        ("./ocr/../de.txt", "a\n", Ok("days/x/src/de.txt")),
        ("of the site.txt", "a\n", Ok("days/x/src/of the site.txt")),
        ("bytes.txt", "\0\u{fffd}", Ok("days/x/src/bytes.txt")),
        // These files are not beside the code, or they are settings of builds.
        ("../words/de.txt", "a\n", Err(other)),
        ("../../words.txt", "a\n", Err(other)),
        ("../Cargo.toml", "[package]\nname = \"x\"\n", Err(other)),
        ("clippy.toml", "a\n", Err(other)),
        (".gitignore", "*\n", Err(other)),
        ("inputs.txt", "a\n", Err(private)),
        ("puzzles/first.txt", "a\n", Err(private)),
        ("1.txt", "a\n", Err(private)),
        ("day1_data.txt", "a\n", Err(private)),
        ("day1_real.txt", "a\n", Err(private)),
        ("day1/words.txt", "a\n", Err(private)),
        ("data.txt", "a\n", Err(private)),
        ("my.txt", "a\n", Err(private)),
        ("in.txt", "a\n", Err(private)),
        ("puzzle.txt", "a\n", Err(private)),
        ("session.txt", "a\n", Err(private)),
        ("words.txt", &session, Err(private)),
    ] {
        let temp = tempfile::tempdir().unwrap();
        let old = temp.path().join("old");
        unpack(
            &old,
            &format!(
                "== 2020/Cargo.toml\n[package]\nname = \"y\"\n[dependencies]\nx.path = \"../x\"\n\
                 == 2020/src/bin/01.rs\nuse x::y; fn part1(input: &str) -> u8 {{ 1 }}\n\
                 == x/Cargo.toml\n[package]\nname = \"x\"\n== x/src/lib.rs\nmod ocr; pub fn y() {{}}\n\
                 == x/src/ocr.rs\npub const FONT: &str = include_str!({path:?});\n"
            ),
        );
        write(&old, &format!("x/src/{path}"), text);
        let plan = planned(temp.path(), Some("old")).unwrap();
        match expected {
            Ok(copy) => {
                assert_eq!(reasons(&plan).next(), None, "{path}");
                assert_eq!(text_in(&plan, copy), text);
            }
            Err(why) => {
                let refused = format!(
                    "x/src/ocr.rs: `include_str!` {why}: change it in the old repository, then \
                     import again"
                );
                assert_eq!(reasons(&plan).last(), Some(&*refused), "{path}");
                assert!(plan.files.is_empty(), "{path}");
            }
        }
    }
    // These files contain code, which an import would have to change as in other sources.
    for code in [
        "include!(\"code.in\");",
        "#[path = \"code.in\"] mod n;",
        "#[derive(Parser)]\n#[grammar = \"code.in\"]\npub struct P;",
        "pub mod m { #[path = \"code.in\"] mod n; }",
    ] {
        let more = format!("pub fn y() {{}}\n{code}\n== x/src/code.in\nfn a() {{}}\n");
        let plan = plan_with_package("", &more);
        assert!(reasons(&plan).last().is_some(), "{code}");
        assert!(plan.files.is_empty(), "{code}");
    }
}

/// A macro such as `cfg_select!` takes one of the modules.
#[test]
fn a_package_may_name_its_modules_in_a_macro() {
    let code = |path: &str| {
        format!(
            "cfg_select! {{ unix => {{ #[path = {path:?}] mod a; }} _ => {{ #[path = \"b.rs\"] mod a; }} }}\n\
             pub fn y() {{}}\n== x/src/a.rs\n\n== x/src/b.rs\n\n"
        )
    };
    let plan = plan_with_package("", &code("a.rs"));
    assert_eq!(reasons(&plan).next(), None);
    assert!(text_in(&plan, "days/x/src/lib.rs").contains("#[path = \"a.rs\"]"));
    let plan = plan_with_package("", &code("c.rs"));
    let refused = "x/src/lib.rs: `#[path=..]` names a file that the copy does not have: change it in \
                   the old repository, then import again";
    assert_eq!(reasons(&plan).collect::<Vec<_>>(), [refused]);
}

/// The copy of the module may be in another folder than the original.
#[test]
fn a_module_beside_the_days_has_the_files_that_its_code_names() {
    for (path, copy) in [
        ("words.txt", Some("days/year2020/util/words.txt")),
        ("words/de.txt", Some("days/year2020/util/words/de.txt")),
        ("../words/de.txt", None),
        ("../../words.txt", None),
        ("../../inputs/2020/01.txt", None),
    ] {
        let plan = plan_of(&format!(
            "== 2020/src/lib.rs\nmod day01; mod util;\n\
             == 2020/src/day01.rs\nfn part1(input: &str) -> usize {{ crate::util::W.len() }}\n\
             == 2020/src/util/mod.rs\npub const W: &[u8] = include_bytes!({path:?});\n\
             == 2020/src/util/words.txt\na\n== 2020/src/util/words/de.txt\na\n\
             == 2020/src/words/de.txt\na\n== 2020/words.txt\na\n\
             == 2020/inputs/2020/01.txt\na\n"
        ));
        if let Some(copy) = copy {
            assert_eq!(reasons(&plan).next(), None, "{path}");
            assert_eq!(text_in(&plan, copy), "a\n");
        } else {
            let refused = "2020/src/util/mod.rs: `include_bytes!` names a file that the copy does not \
                           have: change it in the old repository, then import again";
            assert_eq!(reasons(&plan).collect::<Vec<_>>(), [refused], "{path}");
        }
    }
}

#[test]
fn a_package_of_the_edition_2015_that_reads_declares_the_library() {
    let reader = "//! Reads.\n\nuse std::fs::File;\npub fn y() { File::open(\"a\"); }\n";
    for (edition, declared) in [
        (
            "",
            "//! Reads.\n\nextern crate aoc_solution;\nuse aoc_solution::",
        ),
        ("edition = \"2018\"\n", "//! Reads.\n\nuse aoc_solution::"),
    ] {
        let plan = plan_with_package(edition, reader);
        let text = text_in(&plan, "days/x/src/lib.rs");
        assert!(text.starts_with(declared), "{text}");
        let manifest = text_in(&plan, "days/x/Cargo.toml");
        assert!(manifest.contains("aoc-solution"), "{manifest}");
    }
    // The package comes from another project of `aoc`.
    let reader = "pub fn y() { aoc_solution::imported::std::fs::File::open(\"a\"); }\n";
    let plan = plan_with_package("", reader);
    let manifest = text_in(&plan, "days/x/Cargo.toml");
    assert!(manifest.contains("aoc-solution"), "{manifest}");
}

#[test]
fn the_output_of_a_package_that_reads_is_captured() {
    let reads = "pub fn y() { std::fs::read(\"a\"); }\n";
    let prints = "pub fn z() { println!(\"{}\", 1); }\n";
    let tests = "#[test] fn t() { println!(\"{}\", 1); }\n";
    for (edition, code, is_captured) in [
        ("2021", [reads, prints].concat(), true),
        ("2021", [reads, tests].concat(), false),
        ("2021", prints.to_owned(), false),
        // There, macros cannot name the library in modules.
        ("2015", [reads, prints].concat(), false),
    ] {
        let plan = plan_with_package(&format!("edition = \"{edition}\""), &code);
        let copy = text_in(&plan, "days/x/src/lib.rs");
        let macros = "#[allow(unused_macros)]\nmacro_rules! print ";
        assert_eq!(copy.starts_with(macros), is_captured, "{edition}: {copy}");
    }
}

#[test]
fn a_library_that_an_example_uses_is_a_dependency_of_its_copy() {
    let plan = plan_of(
        "== 2020/Cargo.toml\n[package]\nname = \"y\"\nedition = \"2021\"\n\
         [dev-dependencies]\nitertools = \"0.14\"\n\
         [target.'cfg(unix)'.dependencies]\nlibc = \"0.2\"\nunused = \"1\"\n\
         [target.'cfg(unix)'.dev-dependencies]\nnix = \"0.30\"\n\
         == 2020/src/lib.rs\n== 2020/examples/day01.rs\n\
         use itertools::Itertools;\n#[cfg(unix)]\nuse {libc::getpid, nix::unistd};\nfn part1(i: &str) -> usize { i.chars().dedup().count() }\n\
         fn main() {}\n",
    );
    let manifest = text_in(&plan, "days/year2020/Cargo.toml");
    let (_, dependencies) = manifest.split_once("[dependencies]\n").unwrap();
    assert!(
        dependencies.contains("itertools = \"0.14\"\n"),
        "{manifest}"
    );
    assert!(!manifest.contains("[dev-dependencies]"), "{manifest}");
    // Each platform has its own dependencies.
    let manifest: toml::Table = manifest.parse().unwrap();
    let of_unix = manifest["target"]["cfg(unix)"]["dependencies"].to_string();
    assert_eq!(of_unix, "{ libc = \"0.2\", nix = \"0.30\" }");
}

#[test]
fn a_path_of_windows_leads_to_the_package() {
    let plan = plan_of(
        "== 2020/Cargo.toml\n[package]\nname = \"y\"\n[dependencies]\nx.path = '..\\x'\n\
         == 2020/src/bin/01.rs\nuse x::y; fn part1(input: &str) -> u8 { y() }\n\
         == x/Cargo.toml\n[package]\nname = \"x\"\n== x/src/lib.rs\npub fn y() -> u8 { 1 }\n",
    );
    assert_eq!(
        text_in(&plan, "days/x/src/lib.rs"),
        "pub fn y() -> u8 { 1 }\n"
    );
    let year = text_in(&plan, "days/year2020/Cargo.toml");
    assert!(year.contains("x = { path = \"../x\" }"), "{year}");
}

#[test]
fn a_folder_whose_name_only_ends_with_src_is_not_that_of_the_crate() {
    for folder in ["days", "daysrc"] {
        let plan = plan_of(&format!(
            "== 2020/Cargo.toml\n[package]\nname = \"y\"\n\
             == 2020/src/main.rs\nmod {folder}; mod util; fn main() {{}}\n\
             == 2020/src/util.rs\npub fn size(text: &str) -> usize {{ text.len() }}\n\
             == 2020/src/{folder}/mod.rs\npub mod day01;\n\
             == 2020/src/{folder}/day01.rs\n\
             pub fn part1(input: &str) -> usize {{ crate::util::size(input) }}\n"
        ));
        assert_eq!(reasons(&plan).next(), None, "{folder}");
        let util = text_in(&plan, "days/year2020/util.rs");
        assert!(util.contains("fn size"), "{folder}");
    }
}
