//! Baselines in a temporary folder.

use std::fs;
use std::slice;

use aoc_solution::protocol::Phase;
use tempfile::TempDir;

use super::*;
use crate::bench::Statistics;
use crate::error::Exit;
use crate::runner::PuzzleHeader;

fn result(day: u8, phase: Phase, p10_ns: f64) -> BenchResult {
    BenchResult {
        header: PuzzleHeader::unknown(Puzzle::of(2020, day)),
        phase: Some(phase),
        measured: Some(Statistics {
            p10_ns,
            ..Statistics::default()
        }),
        ..BenchResult::default()
    }
}

fn save(target: &Path, to: &str, results: &[BenchResult]) -> Result<PathBuf> {
    let mut report = crate::bench::test_report();
    report.results = results.to_vec();
    Baseline::save(target, to, &report)
}

#[test]
fn names_cannot_form_a_path() {
    let long = "x".repeat(65);
    for bad in [
        "", ".", "..", "-x", ".x", "a/b", "a\\b", "a b", "ä", "a\0", "NUL", "com1.x", "own", &long,
    ] {
        let error = Baseline::load(Path::new("/no"), bad).unwrap_err();
        assert_eq!(error.exit, Exit::Usage, "{bad}");
        assert!(
            error
                .to_string()
                .contains("cannot be the name of a baseline")
        );
    }
    for good in ["main", "a.b", "con2", "2026-12-01", "x_y", &long[1..]] {
        assert!(baseline_file(Path::new("/no"), good).is_ok());
    }
}

#[test]
fn figures_are_saved_beside_those_of_other_puzzles() {
    let target = TempDir::new().unwrap();
    let all = target.path();
    assert_eq!(Baseline::load(all, "main").unwrap_err().exit, Exit::Usage);
    let first = [result(1, Phase::Part1, 10.0), result(1, Phase::Part2, 20.0)];
    let path = save(all, "main", &first).unwrap();
    assert_eq!(path, all.join("aoc-baselines/main.json"));
    let mut unmeasured = result(3, Phase::Part1, 0.0);
    unmeasured.measured = None;
    let (new, again) = (result(2, Phase::Part1, 30.0), result(1, Phase::Part2, 25.0));
    save(all, "main", &[new, again, unmeasured]).unwrap();
    let baseline = Baseline::load(all, "main").unwrap();
    let p10 = |saved: &SavedResult| saved.result.measured.as_ref().unwrap().p10_ns.to_string();
    let saved: Vec<String> = baseline.results.iter().map(p10).collect();
    assert_eq!(saved, ["10", "30", "25"]);
    let mut same = result(1, Phase::Part2, 0.0);
    assert_eq!(baseline.find(&same).unwrap().at, DateTime::UNIX_EPOCH);
    same.header.name = Some("bob".into());
    assert_eq!(baseline.find(&same), None);
}

/// The file of `--input` is identified only by its text. The user may also replace an input.
#[test]
fn figures_are_those_of_one_input() {
    let target = TempDir::new().unwrap();
    let all = target.path();
    let of_input = |input_digest| BenchResult {
        input_digest,
        ..result(1, Phase::Part1, 10.0)
    };
    let [small, big] = [of_input(Some(1)), of_input(Some(u64::MAX))];
    save(all, "main", slice::from_ref(&small)).unwrap();
    let baseline = Baseline::load(all, "main").unwrap();
    assert!(baseline.find(&small).is_some());
    assert_eq!(baseline.find(&big), None);
    save(all, "main", &[small.clone(), big.clone()]).unwrap();
    let baseline = Baseline::load(all, "main").unwrap();
    assert_eq!(baseline.results.len(), 2);
    assert!(baseline.find(&small).is_some() && baseline.find(&big).is_some());
    // An earlier version did not save the digest. Its result is compared, and later replaced.
    let path = save(all, "old", &[of_input(None)]).unwrap();
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.replace("\"input_digest\": null,", "")).unwrap();
    assert!(!fs::read_to_string(&path).unwrap().contains("digest"));
    assert!(Baseline::load(all, "old").unwrap().find(&big).is_some());
    save(all, "old", slice::from_ref(&big)).unwrap();
    let baseline = Baseline::load(all, "old").unwrap();
    assert!(baseline.find(&big).is_some() && baseline.find(&small).is_none());
}

#[test]
fn a_damaged_baseline_is_an_error_and_stays() {
    let target = TempDir::new().unwrap();
    let all = target.path();
    save(all, "main", &[]).unwrap();
    for text in [
        "",
        r#"{"schema":"aoc-baseline/1","results":[{"#,
        r#"{"results":[]}"#,
        r#"{"schema":"aoc-baseline/2","results":[]}"#,
    ] {
        let path = all.join("aoc-baselines/broken.json");
        fs::write(&path, text).unwrap();
        // `check_can_save` is called before the measurement.
        for error in [
            Baseline::load(all, "broken").unwrap_err(),
            Baseline::check_can_save(all, "broken").unwrap_err(),
            save(all, "broken", &[]).unwrap_err(),
        ] {
            assert_eq!(error.exit, Exit::Files);
            assert!(error.to_string().contains("broken.json is damaged"));
        }
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
    }
}
