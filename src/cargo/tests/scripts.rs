//! Build scripts, and the files and packages that a program includes.

use super::*;

#[test]
fn a_build_script_that_writes_the_same_file_again_changes_nothing() {
    let repository = repository(2035);
    let script = "fn main() { std::fs::write(\"generated.txt\", \"1003\").unwrap(); }\n";
    repository.write("days/year2035/build.rs", script);
    repository.day(1, "include_str!(\"generated.txt\")");
    repository.alone(1, "1003", 1);
    repository.alone(1, "1003", 0);
    let kept = repository.path("target/aoc-workers/programs/year2035-01-dev");
    assert!(repository.program(1).starts_with(kept));
}

#[test]
fn a_file_in_the_folder_for_output_is_compiled_once() {
    let repository = repository(2053);
    let script = "fn main() {\n    let out = std::env::var(\"OUT_DIR\").unwrap();\n    \
                  std::fs::write(format!(\"{out}/generated.txt\"), \"1003\").unwrap();\n}\n";
    repository.write("days/year2053/build.rs", script);
    repository.day(
        1,
        "include_str!(concat!(env!(\"OUT_DIR\"), \"/generated.txt\"))",
    );
    repository.alone(1, "1003", 1);
    repository.alone(1, "1003", 0);
}

#[test]
fn included_files_and_packages_count() {
    let repository = repository(2023);
    repository.write("inputs/data.txt", "8001");
    let answer = "concat!(include_str!(\"../../inputs/data.txt\"), \" \", file!())";
    repository.day(1, answer);
    repository.alone(1, "8001 days/year2023/day01.rs", 1);
    repository.alone(1, "8001 days/year2023/day01.rs", 0);
    repository.write_old("inputs/data.txt", "8003");
    repository.alone(1, "8003 days/year2023/day01.rs", 1);

    // The package is outside of the project.
    let outside = tempfile::tempdir().unwrap();
    let manifest = "[package]\nname = 'outside'\nedition = '2024'\n[workspace]\n";
    write(outside.path(), "Cargo.toml", manifest);
    let path = "days/year2023/Cargo.toml";
    let dependency = format!("outside.path = {:?}\n", outside.path());
    repository.write(path, &(repository.read(path) + &dependency));
    repository.day(1, "outside::number()");
    let file = outside.path().join("src/lib.rs");
    let write = |answer: &str| {
        let text = format!("pub fn number() -> u32 {{ {answer} }}\n");
        repository.write_old(file.to_str().unwrap(), &text);
    };
    for answer in ["7001", "7002"] {
        write(answer);
        repository.alone(1, answer, 1);
        repository.alone(1, answer, 0);
    }
    // An older file replaces the program, and the list of its files is incomplete.
    let deps = repository.path("target/aoc-workers/debug/deps");
    for entry in fs::read_dir(deps).unwrap().flatten() {
        let (path, name) = (entry.path(), entry.file_name());
        let is_its = name
            .to_str()
            .is_some_and(|name| name.starts_with("outside-"));
        if is_its && path.extension() == Some("d".as_ref()) {
            fs::write(path, "deps/outside.d: ").unwrap();
        }
    }
    write("7003");
    repository.alone(1, "7003", 1);
    // Cargo writes the lock file during the build.
    repository.year(2023);
    repository.remove("Cargo.lock");
    repository.alone(1, "1001", 1);
    repository.alone(1, "1001", 0);
}

/// Writes the build script of a year. The script gives an instruction to cargo, and computes a
/// number.
fn write_script(repository: &Repository, directive: &str, number: &str) {
    let text = format!(
        "mod helper;\nfn main() {{\n    println!(\"{directive}\");\n    let number = {number};\n    \
         println!(\"cargo::rustc-env=NUMBER={{number}}\");\n}}\n"
    );
    let folder = format!("days/year{}", repository.year);
    repository.write(&format!("{folder}/build.rs"), &text);
    let helper = "pub fn number() -> String {\n    \
                  std::fs::read_to_string(\"number.txt\").unwrap()\n}\n\
                  pub fn names() -> usize { std::fs::read_dir(\"list\").unwrap().count() }\n";
    repository.write(&format!("{folder}/helper.rs"), helper);
}

#[test]
fn what_a_build_script_reads_counts() {
    let repository = repository(2025);
    let file = "days/year2025/number.txt";
    write_script(&repository, "", "helper::number()");
    // The file is also restored while the day is edited.
    for (day, number) in [("", "2104"), ("", "2105"), ("n", "2106")] {
        repository.day(1, &format!("concat!(\"{day}\", env!(\"NUMBER\"))"));
        repository.write_old(file, number);
        for starts in [1, 0] {
            repository.alone(1, &format!("{day}{number}"), starts);
        }
    }
    // The script reads another file, or a hidden one.
    for name in ["more.txt", ".hidden"] {
        repository.write(&format!("days/year2025/{name}"), "");
        for starts in [1, 0] {
            repository.alone(1, "n2106", starts);
        }
    }
    // The link leads to another file.
    #[cfg(unix)]
    for (other, number) in [("a/number.txt", "2108"), ("b/number.txt", "2109")] {
        repository.write_old(other, number);
        repository.remove(file);
        std::os::unix::fs::symlink(repository.path(other), repository.path(file)).unwrap();
        repository.day(1, &format!("concat!(\"{other}\", env!(\"NUMBER\"))"));
        repository.alone(1, &format!("{other}{number}"), 1);
    }
    // The script's own module changes and keeps its old time.
    let helper = "days/year2025/helper.rs";
    repository.day(1, "env!(\"NUMBER\")");
    repository.alone(1, "2109", 1);
    let text = repository
        .read(helper)
        .replace("\"number.txt\"", "\"more.txt\"");
    repository.write_old(helper, &text);
    repository.write_old("days/year2025/more.txt", "2110");
    repository.alone(1, "2110", 1);
}

#[test]
fn a_build_script_that_declares_what_it_reads_runs_only_for_that() {
    let mut repository = repository(2031);
    let file = "days/year2031/number.txt";
    repository.write(file, "2104");
    repository.write("days/year2031/list/a", "");
    write_script(
        &repository,
        "cargo::rerun-if-changed=number.txt",
        "std::process::id()",
    );
    let number = |day: &str| {
        repository.day(1, day);
        repository.run(&[1]).0
    };
    let first = number("env!(\"NUMBER\")");
    assert_eq!(number("env!(\"NUMBER\") "), first);
    // An old file counts even if the day is edited at the same time.
    repository.write_old(file, "2105");
    let second = number("env!(\"NUMBER\")");
    assert_ne!(second, first);
    assert_eq!(number("env!(\"NUMBER\") "), second);
    repository.built(&[1], &second, 0);

    // The script watches a folder, with the syntax of older scripts.
    write_script(
        &repository,
        "cargo:rerun-if-changed=list",
        "helper::names()",
    );
    repository.day(1, "env!(\"NUMBER\")");
    repository.alone(1, "1", 1);
    repository.write_old("days/year2031/list/b", "");
    for starts in [1, 0] {
        repository.alone(1, "2", starts);
    }
    // The script depends on a variable.
    let variable = "std::env::var(\"AOC_NUMBER\").unwrap_or(\"0\".into())";
    write_script(
        &repository,
        "cargo::rerun-if-env-changed=AOC_NUMBER",
        variable,
    );
    repository.alone(1, "0", 1);
    let plain = repository.set("AOC_NUMBER", "77");
    for starts in [1, 0] {
        repository.alone(1, "77", starts);
    }
    repository.environment = plain;
    // Only cargo decides about a script that always wants to run.
    write_script(
        &repository,
        "cargo::rerun-if-changed=none",
        "std::process::id()",
    );
    let (first, _) = repository.run(&[1]);
    let (second, events) = repository.run(&[1]);
    assert!(first != second && events.starts == 1, "{first} {second}");
}
