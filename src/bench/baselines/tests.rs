//! Baselines in a folder of their own.

use aoc_solution::protocol::Phase;
use chrono::{DateTime, Utc};
use tempfile::TempDir;

use super::*;
use crate::bench::results::{BenchResult, Host, Measured};
use crate::bench::statistics::Statistics;
use crate::error::HasExit;
use crate::puzzle::{Day, Year};
use crate::runner::{SourceKind, Status};

fn result(day: u8, phase: Phase, p10_ns: f64) -> BenchResult {
    BenchResult {
        year: Year(2020),
        day: Day(day),
        title: "A title".into(),
        phase: Some(phase),
        alternative: None,
        source: SourceKind::Input,
        name: None,
        status: Status::Ok,
        message: None,
        measured: Some(Measured {
            figures: Statistics {
                p10_ns,
                ..Statistics::default()
            },
            ..Measured::default()
        }),
        allocations: None,
        ratio: None,
        change: None,
        regressed: false,
        warnings: Vec::new(),
    }
}

fn host() -> Host {
    Host {
        os: "linux".into(),
        arch: "x86_64".into(),
        cpu: None,
        cores: 2,
        rustc: None,
        aoc: "0.1.0".into(),
        profile: "aoc-bench".into(),
    }
}

fn name(name: &str) -> BaselineName {
    name.parse().unwrap()
}

fn save(
    baselines: &Baselines,
    to: &str,
    second: i64,
    results: &[BenchResult],
) -> Result<PathBuf, BenchError> {
    let programs = [(Year(2020).day(Day(1)), "year2020-1".to_owned())];
    let measured = ToSave {
        at: at(second),
        host: &host(),
        programs: &programs.into(),
        results,
    };
    baselines.save(&name(to), &measured)
}

fn at(second: i64) -> DateTime<Utc> {
    DateTime::from_timestamp(second, 0).unwrap()
}

fn figures(baseline: &Baseline) -> Vec<f64> {
    let figures = baseline.results.iter().map(|saved| saved.result.figures());
    figures.map(|figures| figures.unwrap().p10_ns).collect()
}

#[test]
fn figures_are_saved_beside_those_of_other_puzzles() {
    let target = TempDir::new().unwrap();
    let all = Baselines::new(target.path());
    assert_eq!(all.names().unwrap(), []);
    let first = [result(1, Phase::Part1, 10.0), result(1, Phase::Part2, 20.0)];
    let path = save(&all, "main", 1, &first).unwrap();
    assert_eq!(path, target.path().join("aoc-baselines/main.json"));
    let second = [result(2, Phase::Part1, 30.0), result(1, Phase::Part2, 25.0)];
    save(&all, "main", 2, &second).unwrap();
    let baseline = all.load(&name("main")).unwrap();
    assert_eq!(figures(&baseline), [10.0, 25.0, 30.0]);
    let found = baseline.find(&result(1, Phase::Part2, 0.0)).unwrap();
    assert_eq!(found.at, at(2));
    let other_input = BenchResult {
        name: Some("bob".into()),
        ..result(1, Phase::Part2, 0.0)
    };
    assert_eq!(baseline.find(&other_input), None);
}

#[test]
fn what_was_not_measured_is_not_saved() {
    let target = TempDir::new().unwrap();
    let all = Baselines::new(target.path());
    let failed = BenchResult {
        status: Status::Panic,
        measured: None,
        ..result(1, Phase::Part1, 0.0)
    };
    save(&all, "main", 1, &[failed]).unwrap();
    assert_eq!(all.load(&name("main")).unwrap().results, []);
}

#[test]
fn a_missing_baseline_lists_those_that_are_there() {
    let target = TempDir::new().unwrap();
    let all = Baselines::new(target.path());
    let error = all.load(&name("main")).unwrap_err();
    assert!(error.to_string().contains("none has been saved"));
    save(&all, "before", 1, &[]).unwrap();
    let error = all.load(&name("main")).unwrap_err();
    assert_eq!(error.to_string(), "no baseline `main`: saved are before");
    assert_eq!(error.exit(), crate::error::Exit::Usage);
}

/// Files that are no baselines: their name, their text, what is said of them.
const BROKEN: [(&str, &str, &str); 5] = [
    ("empty", "", "is not a baseline of aoc, or is damaged"),
    (
        "cut",
        r#"{"schema":"aoc-baseline/1","results":[{"#,
        "is damaged",
    ),
    ("foreign", r#"{"schema":"theirs"}"#, "is not a baseline"),
    ("other", r#"{"results":[]}"#, "missing field `schema`"),
    // Nothing else is as here.
    (
        "newer",
        r#"{"schema":"aoc-baseline/2","results":{}}"#,
        "with the schema aoc-baseline/2: update aoc",
    ),
];

#[test]
fn a_file_that_is_no_baseline_is_named_and_left_alone() {
    let target = TempDir::new().unwrap();
    let all = Baselines::new(target.path());
    save(&all, "main", 1, &[]).unwrap();
    for (broken, text, says) in BROKEN {
        let path = target.path().join(format!("aoc-baselines/{broken}.json"));
        fs::write(&path, text).unwrap();
        let errors = [
            all.load(&name(broken)).unwrap_err(),
            // Before anything is measured.
            all.check(&name(broken)).unwrap_err(),
            save(&all, broken, 1, &[]).unwrap_err(),
        ];
        for error in errors {
            assert_eq!(error.exit(), crate::error::Exit::Files);
            let error = error.to_string();
            assert!(error.contains(says) && error.contains("remove"), "{error}");
            assert!(error.contains(&format!("{broken}.json")), "{error}");
        }
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
    }
}

#[test]
fn a_failed_save_loses_nothing() {
    let target = TempDir::new().unwrap();
    let all = Baselines::new(target.path());
    let first = [result(1, Phase::Part1, 10.0)];
    let path = save(&all, "main", 1, &first).unwrap();
    let text = fs::read_to_string(&path).unwrap();
    let lock = target.path().join("aoc-baselines").join(LOCK);
    fs::remove_file(&lock).unwrap();
    fs::create_dir(&lock).unwrap();
    let error = save(&all, "main", 2, &[]).unwrap_err();
    assert!(error.to_string().starts_with("cannot save "), "{error}");
    assert_eq!(fs::read_to_string(&path).unwrap(), text);
}

#[test]
fn several_save_at_the_same_time() {
    let target = TempDir::new().unwrap();
    let save_day = |day| {
        let results = [result(day, Phase::Part1, 1.0)];
        let all = Baselines::new(target.path());
        save(&all, "main", 1, &results).unwrap();
    };
    std::thread::scope(|scope| {
        for day in 1..=8 {
            scope.spawn(move || save_day(day));
        }
    });
    let baseline = Baselines::new(target.path()).load(&name("main")).unwrap();
    assert_eq!(baseline.results.len(), 8);
}

#[test]
fn names_form_no_path() {
    for bad in ["", "../main", "a/b", ".hidden", "-x", "ä", &"x".repeat(65)] {
        assert!(bad.parse::<BaselineName>().is_err(), "{bad}");
    }
    for good in ["main", "v1.2-rc_3", "2020", "A"] {
        assert_eq!(name(good).to_string(), good);
    }
}
