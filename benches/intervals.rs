//! Whether `aoc bench` can be believed: how far its figures are apart from one
//! invocation to the next, how often the next one lies in the interval that was
//! printed, whether measuring two puzzles at a time changes them, how often a
//! comparison of a revision with itself shows a difference, and how often a function
//! that became 3% slower is found.
//!
//! ```sh
//! cargo bench --bench intervals                # 20 invocations, 50 comparisons, 10 plants
//! cargo bench --bench intervals -- 10 20 5     # fewer
//! ```
//!
//! The repository is in `target/intervals/`, and is removed at the end.

mod busy;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use busy::Busy;
use serde_json::Value;

const AOC: &str = env!("CARGO_BIN_EXE_aoc");

/// How many steps the function takes, and how many when it is 3% slower.
const STEPS: u32 = 10_000;
const MORE_STEPS: u32 = 10_300;

fn main() {
    let mut numbers = std::env::args().filter_map(|argument| argument.parse::<usize>().ok());
    let invocations = numbers.next().unwrap_or(20);
    let comparisons = numbers.next().unwrap_or(50);
    let plants = numbers.next().unwrap_or(10);
    let checkout = Path::new(env!("CARGO_MANIFEST_DIR"));
    let room = checkout.join("target/intervals");
    let _ = fs::remove_dir_all(&room);
    fs::create_dir_all(&room).expect("a folder");

    println!("{invocations} times `aoc bench 2020/22 2021/21`, parse and both parts of each:\n");
    println!("busy cores   spread   worst   in the interval   width   pointed out");
    for busy in 0..=2 {
        let _load = Busy::new(busy);
        let runs = (0..invocations).map(|_| bench(checkout, &["2020/22", "2021/21"]));
        println!("{busy:>10}   {}", summary(&runs.collect::<Vec<_>>()));
    }
    println!("\none and two puzzles at a time, {invocations} times in turn:");
    let jobs = |count| bench(checkout, &["2020/22", "2021/21", "--jobs", count]);
    let (one, two): (Vec<Value>, Vec<Value>) =
        (0..invocations).map(|_| (jobs("1"), jobs("2"))).unzip();
    println!("  {}", shift(&one, &two));

    let repository = repository(&room);
    println!("\n{comparisons} comparisons of a revision with itself:");
    let alarms = (0..comparisons).filter(|_| differs(&repository));
    println!("  {} showed a difference", alarms.count());
    write_day(&repository, MORE_STEPS);
    println!("{plants} comparisons with a part that became 3% slower:");
    let found = (0..plants).filter(|_| differs(&repository));
    println!("  {} showed it", found.count());
    let _ = fs::remove_dir_all(&room);
}

fn bench(folder: &Path, arguments: &[&str]) -> Value {
    let output = Command::new(AOC)
        .args(["bench", "--json", "--offline"])
        .args(arguments)
        .current_dir(folder)
        .stderr(Stdio::null())
        .output()
        .expect("aoc runs");
    serde_json::from_slice(&output.stdout).expect("JSON")
}

/// The headline and its interval of each phase, in each of the runs.
fn phases(runs: &[Value]) -> BTreeMap<String, Vec<(f64, [f64; 2])>> {
    let mut phases: BTreeMap<String, Vec<(f64, [f64; 2])>> = BTreeMap::new();
    for result in runs
        .iter()
        .flat_map(|run| run["results"].as_array().expect("results"))
    {
        let key = format!("{}/{} {}", result["year"], result["day"], result["phase"]);
        let interval = [0, 1].map(|end| result["p10_ci95_ns"][end].as_f64().expect("an end"));
        let headline = result["p10_ns"].as_f64().expect("a figure");
        phases.entry(key).or_default().push((headline, interval));
    }
    phases
}

/// How far the figures of the second runs are from those of the first, and how
/// often they lie in their intervals.
fn shift(first: &[Value], second: &[Value]) -> String {
    let (first, second) = (phases(first), phases(second));
    let (mut ratios, mut inside, mut all) = (Vec::new(), 0, 0);
    for (one, two) in first.values().zip(second.values()) {
        let middle = |figures: &[(f64, [f64; 2])]| {
            median(&mut figures.iter().map(|(ns, _)| *ns).collect::<Vec<_>>())
        };
        ratios.push(middle(two) / middle(one));
        for ((_, [low, high]), (ns, _)) in one.iter().zip(two) {
            all += 1;
            inside += usize::from((low..=high).contains(&ns));
        }
    }
    let middle = median(&mut ratios);
    format!(
        "ratio {middle:.4}, of the phases {:.4} to {:.4}; in the interval {inside} of {all}",
        ratios[0],
        ratios[ratios.len() - 1],
    )
}

/// Spread is the standard deviation of the headline over the invocations, as the
/// median of all phases; width is half the interval.
fn summary(runs: &[Value]) -> String {
    let (mut spreads, mut widths, mut inside, mut all) = (Vec::new(), Vec::new(), 0, 0);
    for figures in phases(runs).values() {
        let headlines: Vec<f64> = figures.iter().map(|(headline, _)| *headline).collect();
        spreads.push(spread(&headlines));
        widths.extend(
            figures
                .iter()
                .map(|(ns, [low, high])| (high - low) / 2.0 / ns),
        );
        for pair in figures.windows(2) {
            let ([low, high], next) = (pair[0].1, pair[1].0);
            all += 1;
            inside += usize::from((low..=high).contains(&next));
        }
    }
    let pointed_out = runs.iter().filter(|run| {
        let load = &run["load"];
        let busy = |name: &str| load[name].as_f64().is_some_and(|share| share > 0.1);
        busy("others") || busy("stolen")
    });
    format!(
        "{:>5.2}%  {:>5.2}%      {inside:>3} of {all:<3}     {:>5.2}%    {:>2} of {}",
        100.0 * median(&mut spreads),
        100.0 * spreads.last().expect("phases"),
        100.0 * median(&mut widths),
        pointed_out.count(),
        runs.len(),
    )
}

#[expect(clippy::cast_precision_loss, reason = "a few")]
fn spread(values: &[f64]) -> f64 {
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    (squares / (values.len() - 1) as f64).sqrt() / mean
}

/// The values are in rising order afterwards.
fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// Whether part 1 differs from that of the last commit.
fn differs(repository: &Path) -> bool {
    let run = bench(repository, &["2016/1", "--part", "1", "--against", "HEAD"]);
    let results = run["results"].as_array().expect("results");
    let part = results.iter().find(|result| result["phase"] == "part1");
    let verdict = &part.expect("part 1")["change"]["verdict"];
    assert!(verdict.is_string(), "{run:#}");
    verdict != "same"
}

/// A repository with one day, and one commit.
fn repository(room: &Path) -> PathBuf {
    let run = |program: &str, arguments: &[&str], folder: &Path| {
        let done = Command::new(program)
            .args(arguments)
            .current_dir(folder)
            .output();
        let done = done.expect("it runs");
        assert!(done.status.success(), "{program} {arguments:?}: {done:?}");
    };
    run(AOC, &["init", "repository"], room);
    let repository = room.join("repository");
    run(AOC, &["new", "2016/1"], &repository);
    write_day(&repository, STEPS);
    // `init` makes none inside of another one, as this is.
    run("git", &["init", "--quiet"], &repository);
    run("git", &["add", "--all"], &repository);
    let author = [
        "-c",
        "user.name=nobody",
        "-c",
        "user.email=nobody@example.com",
    ];
    let commit = [&author[..], &["commit", "--quiet", "--message", "a day"]].concat();
    run("git", &commit, &repository);
    repository
}

/// A day whose part 1 takes so many steps of a generator of random numbers, each
/// of which needs the one before it.
fn write_day(repository: &Path, steps: u32) {
    let text = format!(
        "use aoc_solution::{{Answer, Example, Result, Solution}};

pub struct Day01;

impl Solution for Day01 {{
    const TITLE: &'static str = \"Steps\";
    type Input<'a> = u64;

    fn parse(input: &str) -> Result<u64> {{
        Ok(input.trim().parse()?)
    }}

    fn part1(seed: &u64) -> Result<Answer> {{
        let mut state = *seed;
        for _ in 0..{steps} {{
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
        }}
        // The same answer, however many steps there are.
        Ok(u64::from(std::hint::black_box(state) > 0).into())
    }}

    const EXAMPLES: &'static [Example<Self>] = &[Example::new(\"22\")];
}}
"
    );
    fs::write(repository.join("days/year2016/day01.rs"), text).expect("a day");
}
