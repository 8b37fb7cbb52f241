//! Measures how repeatable the figures of `aoc bench`, criterion and divan are. They measure two
//! functions many times in turn, while another program keeps none, one or two processors busy.
//!
//! ```sh
//! cargo run --release        # in this folder; 10 invocations of each
//! cargo run --release -- 5   # fewer
//! ```
//!
//! Needs `target/release/aoc` of the repository.

#[path = "../../../benches/busy.rs"]
mod busy;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use busy::Busy;
use serde_json::Value;

const FUNCTIONS: [&str; 2] = ["parse", "part2"];

/// The result of one invocation for one function.
#[derive(Clone, Copy)]
struct Figure {
    ns: f64,
    /// The 95% interval, if the harness has one.
    interval: Option<[f64; 2]>,
}

/// Measures [`FUNCTIONS`].
type Harness = fn(&Path) -> [Figure; 2];

const HARNESSES: [(&str, Harness); 3] = [
    ("aoc bench", aoc),
    ("criterion", criterion),
    ("divan", divan),
];

fn main() {
    let mut arguments = std::env::args().filter_map(|argument| argument.parse().ok());
    let invocations: usize = arguments.next().unwrap_or(10);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    cargo(folder, &["bench", "--no-run"]);
    let mut idle = BTreeMap::new();
    println!("busy  function  harness    figure    spread   off idle   in the interval   seconds");
    for busy in 0..=2 {
        let runs = measure(folder, invocations, busy);
        for (function, name) in FUNCTIONS.into_iter().enumerate() {
            for (index, (harness, _)) in HARNESSES.iter().enumerate() {
                let (seconds, figures) = &runs[index];
                let figures: Vec<Figure> = figures.iter().map(|run| run[function]).collect();
                let level = median(figures.iter().map(|figure| figure.ns).collect());
                let idle = *idle.entry((name, index)).or_insert(level);
                println!(
                    "{busy:>4}  {name:<8}  {harness:<9}  {level:>6.0} ns  {:>5.2}%  {:>+7.1}%   {:>15}   {seconds:>7.1}",
                    100.0 * spread(&figures),
                    100.0 * (level / idle - 1.0),
                    covered(&figures),
                );
            }
        }
    }
}

/// The median duration of an invocation in seconds and all figures, for each harness.
fn measure(folder: &Path, invocations: usize, busy: usize) -> Vec<(f64, Vec<[Figure; 2]>)> {
    let _load = Busy::new(busy);
    let mut runs = vec![(Vec::new(), Vec::new()); HARNESSES.len()];
    for _ in 0..invocations {
        for ((_, harness), (seconds, figures)) in HARNESSES.iter().zip(&mut runs) {
            let start = Instant::now();
            figures.push(harness(folder));
            seconds.push(start.elapsed().as_secs_f64());
        }
    }
    let of_one = |(seconds, figures)| (median(seconds), figures);
    runs.into_iter().map(of_one).collect()
}

fn aoc(folder: &Path) -> [Figure; 2] {
    let repository = folder.join("../..");
    let output = Command::new(repository.join("target/release/aoc"))
        .args(["bench", "2020/22", "--part", "2", "--json", "--offline"])
        .current_dir(&repository)
        .stderr(Stdio::null())
        .output()
        .expect("target/release/aoc runs: cargo build --release");
    let json: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let results = json["results"].as_array().expect("results");
    FUNCTIONS.map(|function| {
        let result = results.iter().find(|result| result["phase"] == function);
        let result = result.expect("the phase was measured");
        Figure {
            ns: number(&result["p10_ns"]),
            interval: Some([0, 1].map(|end| number(&result["p10_ci95_ns"][end]))),
        }
    })
}

fn criterion(folder: &Path) -> [Figure; 2] {
    cargo(folder, &["bench", "--bench", "with_criterion"]);
    FUNCTIONS.map(|function| {
        let path = format!("target/criterion/{function}/new/estimates.json");
        let text = fs::read_to_string(folder.join(path)).expect("criterion's estimates");
        let json: Value = serde_json::from_str(&text).expect("JSON");
        // criterion shows the slope, if its samples have one.
        let estimate = match &json["slope"] {
            Value::Null => &json["mean"],
            slope => slope,
        };
        let interval = &estimate["confidence_interval"];
        Figure {
            ns: number(&estimate["point_estimate"]),
            interval: Some(["lower_bound", "upper_bound"].map(|end| number(&interval[end]))),
        }
    })
}

/// The median in divan's table, which has no interval.
fn divan(folder: &Path) -> [Figure; 2] {
    let table = cargo(folder, &["bench", "--bench", "with_divan"]);
    FUNCTIONS.map(|function| {
        let row = table.lines().find(|line| line.contains(function));
        let median = row.expect("a row").split('│').nth(2).expect("a median");
        let (value, unit) = median.trim().split_once(' ').expect("a value and a unit");
        let scale = match unit {
            "ns" => 1.0,
            "µs" => 1e3,
            "ms" => 1e6,
            other => panic!("{other} is no unit"),
        };
        Figure {
            ns: value.parse::<f64>().expect("a number") * scale,
            interval: None,
        }
    })
}

/// The output of cargo.
fn cargo(folder: &Path, arguments: &[&str]) -> String {
    let output = Command::new("cargo")
        .args(arguments)
        .current_dir(folder)
        .output()
        .expect("cargo runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "cargo {arguments:?}: {said}");
    String::from_utf8(output.stdout).expect("text")
}

/// The standard deviation relative to the mean.
fn spread(figures: &[Figure]) -> f64 {
    let count = figures.len() as f64;
    let mean = figures.iter().map(|figure| figure.ns).sum::<f64>() / count;
    let squares: f64 = figures
        .iter()
        .map(|figure| (figure.ns - mean).powi(2))
        .sum();
    (squares / (count - 1.0)).sqrt() / mean
}

/// The share of figures in the interval of the previous invocation.
fn covered(figures: &[Figure]) -> String {
    let pairs: Vec<_> = figures
        .windows(2)
        .filter_map(|pair| Some((pair[0].interval?, pair[1].ns)))
        .collect();
    if pairs.is_empty() {
        return "it has none".to_owned();
    }
    let inside = pairs
        .iter()
        .filter(|([low, high], ns)| (low..=high).contains(&ns));
    format!("{} of {}", inside.count(), pairs.len())
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn number(value: &Value) -> f64 {
    value.as_f64().expect("a number")
}
