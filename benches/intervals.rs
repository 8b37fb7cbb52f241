//! Measures how reliable `aoc bench` is, and prints each figure with its goal: the spread of the
//! headlines of many invocations on an idle and on a loaded machine, how often a loaded machine is
//! reported, how often a comparison of a revision with itself shows a difference, how often a
//! function that became 3% slower is found, and how long a year of 25 days takes. For comparison,
//! it also prints how much the machine itself varies: the spread of the times of a fixed chain of
//! instructions, which depend only on the processor's clock.
//!
//! ```sh
//! cargo bench --bench intervals                # 20 invocations, 50 comparisons, 10 plants
//! cargo bench --bench intervals -- 10 20 5     # fewer
//! ```
//!
//! The repository is in `target/intervals/`, and is removed at the end.

mod busy;

use std::collections::BTreeMap;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;
use std::{fmt, fs};

use busy::Busy;
use serde_json::Value;

const AOC: &str = env!("CARGO_BIN_EXE_aoc");

/// The number of steps that the function takes, and the number when it is 3% slower.
const STEPS: u32 = 10_000;
const MORE_STEPS: u32 = 10_300;

fn main() {
    let mut numbers = std::env::args().filter_map(|argument| argument.parse::<usize>().ok());
    let invocations = numbers.next().unwrap_or(20);
    let comparisons = numbers.next().unwrap_or(50);
    let plants = numbers.next().unwrap_or(10);
    let checkout = Path::new(env!("CARGO_MANIFEST_DIR"));
    let work_dir = checkout.join("target/intervals");
    let _ = fs::remove_dir_all(&work_dir);
    fs::create_dir_all(&work_dir).expect("a folder");

    println!("{invocations} times `aoc bench 2020/22 2021/21`, parse and both parts of each:\n");
    println!("busy cores   spread   worst   in the interval   width   pointed out   fixed chain");
    let mut summaries = Vec::new();
    for busy in 0..=2 {
        let _load = Busy::new(busy);
        let runs = (0..invocations).map(|_| {
            let run = bench(checkout, &["2020/22", "2021/21"]);
            (run, fixed_chain_ns())
        });
        let (runs, chain_ns): (Vec<Value>, Vec<f64>) = runs.unzip();
        let summary = Summary::of(&runs, &chain_ns);
        println!("{busy:>10}   {summary}");
        summaries.push(summary);
    }
    let repository = repository(&work_dir);
    let alarms = (0..comparisons).filter(|_| differs(&repository)).count();
    write_day(&repository, 1, MORE_STEPS);
    let found = (0..plants).filter(|_| differs(&repository)).count();
    let year = seconds_of_a_year(&repository);
    let _ = fs::remove_dir_all(&work_dir);

    let share = |count: usize, of: usize| format!("{count} of {of}");
    let (idle, loaded) = (
        100.0 * summaries[0].spread,
        100.0 * summaries[1].spread.max(summaries[2].spread),
    );
    let load_reports = summaries[1].load_reports.min(summaries[2].load_reports);
    println!("\n{:<58}{:>10}   goal", "", "measured");
    for (what, measured, goal) in [
        (
            "spread of the headline, idle",
            format!("{idle:.2}%"),
            "at most 0.8%",
        ),
        (
            "spread of a fixed chain of instructions, idle",
            format!("{:.2}%", 100.0 * summaries[0].chain),
            "",
        ),
        (
            "spread of the headline, loaded",
            format!("{loaded:.2}%"),
            "at most 2%",
        ),
        (
            "a loaded machine is pointed out",
            share(load_reports, invocations),
            "19 of 20",
        ),
        (
            "a revision compared with itself shows a difference",
            share(alarms, comparisons),
            "0 of 50",
        ),
        (
            "a part that became 3% slower is found",
            share(found, plants),
            "9 of 10",
        ),
        ("a year of 25 days", format!("{year:.1} s"), "at most 20 s"),
    ] {
        println!("{what:<58}{measured:>10}   {goal}");
    }
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

/// The 10th percentile of the time of a fixed number of instructions, over the second after a
/// measurement. Each instruction needs the result of the previous one and none uses memory, so
/// the time depends only on the processor's clock.
fn fixed_chain_ns() -> f64 {
    let start = Instant::now();
    let mut times = Vec::new();
    while start.elapsed().as_secs() < 1 {
        let chain = Instant::now();
        let state = (0..black_box(20_000))
            .fold(1_u64, |state, step| state.rotate_left(5).wrapping_add(step));
        black_box(state);
        times.push(chain.elapsed().as_secs_f64() * 1e9);
    }
    times.sort_by(f64::total_cmp);
    times[times.len() / 10]
}

/// The headline of each phase with its interval, for each run.
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

/// The results of several invocations.
struct Summary {
    /// The standard deviation of the headline over the invocations, relative to the headline: the
    /// median of all phases, and the largest.
    spread: f64,
    worst: f64,
    /// The number of headlines in the interval of the previous invocation, and the number of all
    /// headlines.
    inside: [usize; 2],
    /// Half the width of the interval, relative to the headline.
    width: f64,
    /// The number of invocations that report a loaded machine.
    load_reports: usize,
    /// The standard deviation of the chain's time, relative to the time.
    chain: f64,
}

impl Summary {
    fn of(runs: &[Value], chain_ns: &[f64]) -> Self {
        let (mut spreads, mut widths, mut inside) = (Vec::new(), Vec::new(), [0, 0]);
        for figures in phases(runs).values() {
            let headlines: Vec<f64> = figures.iter().map(|(headline, _)| *headline).collect();
            spreads.push(spread(&headlines));
            let width = |(ns, [low, high]): &(f64, [f64; 2])| (high - low) / 2.0 / ns;
            widths.extend(figures.iter().map(width));
            for pair in figures.windows(2) {
                let ([low, high], next) = (pair[0].1, pair[1].0);
                inside[0] += usize::from((low..=high).contains(&next));
                inside[1] += 1;
            }
        }
        let is_noisy = |result: &Value| {
            let warnings = result["warnings"].as_array().expect("warnings");
            warnings.iter().any(|warning| warning == "noisy")
        };
        let points_out = |run: &&Value| {
            let others = run["load"]["others"].as_f64().unwrap_or_default();
            others > 0.3
                || run["results"]
                    .as_array()
                    .expect("results")
                    .iter()
                    .any(is_noisy)
        };
        Self {
            spread: median(&mut spreads),
            worst: *spreads.last().expect("phases"),
            inside,
            width: median(&mut widths),
            load_reports: runs.iter().filter(points_out).count(),
            chain: spread(chain_ns),
        }
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shares = [self.spread, self.worst, self.width, self.chain];
        let [spread, worst, width, chain] = shares.map(|share| 100.0 * share);
        let [inside, all] = self.inside;
        let load_reports = self.load_reports;
        write!(
            f,
            "{spread:>5.2}%  {worst:>5.2}%      {inside:>3} of {all:<3}     {width:>5.2}%    \
             {load_reports:>11}        {chain:>5.2}%"
        )
    }
}

/// The time that `aoc bench` takes for 25 days that are built already.
fn seconds_of_a_year(repository: &Path) -> f64 {
    for day in 1..=25 {
        write_day(repository, day, STEPS);
    }
    bench(repository, &["2016"]);
    let start = Instant::now();
    bench(repository, &["2016"]);
    start.elapsed().as_secs_f64()
}

#[expect(clippy::cast_precision_loss, reason = "a few")]
fn spread(values: &[f64]) -> f64 {
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    (squares / (values.len() - 1) as f64).sqrt() / mean
}

/// The median. Sorts the values.
fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    f64::midpoint(values[(values.len() - 1) / 2], values[values.len() / 2])
}

/// True if part 1 differs from the last commit.
fn differs(repository: &Path) -> bool {
    let run = bench(repository, &["2016/1", "--part", "1", "--against", "HEAD"]);
    let results = run["results"].as_array().expect("results");
    let part = results.iter().find(|result| result["phase"] == "part1");
    let verdict = &part.expect("part 1")["change"]["verdict"];
    assert!(verdict.is_string(), "{run:#}");
    verdict != "same"
}

/// A repository with one day, and one commit.
fn repository(work_dir: &Path) -> PathBuf {
    let run = |program: &str, arguments: &[&str], folder: &Path| {
        let done = Command::new(program)
            .args(arguments)
            .current_dir(folder)
            .output();
        let done = done.expect("it runs");
        assert!(done.status.success(), "{program} {arguments:?}: {done:?}");
    };
    run(AOC, &["init", "repository"], work_dir);
    let repository = work_dir.join("repository");
    run(AOC, &["new", "2016/1"], &repository);
    write_day(&repository, 1, STEPS);
    // `aoc init` creates no repository inside of another one.
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

/// A day whose parts take this many steps of a generator of random numbers. Each step needs the
/// previous one.
fn write_day(repository: &Path, day: u32, steps: u32) {
    let text = format!(
        "use aoc_solution::{{Answer, Example, Result, Solution}};

pub struct Day{day:02};

impl Solution for Day{day:02} {{
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
        // The answer does not depend on the number of steps.
        Ok(u64::from(std::hint::black_box(state) > 0).into())
    }}

    fn part2(seed: &u64) -> Result<Answer> {{
        Self::part1(seed)
    }}

    const EXAMPLES: &'static [Example<Self>] = &[Example::new(\"22\")];
}}
"
    );
    let path = format!("days/year2016/day{day:02}.rs");
    fs::write(repository.join(path), text).expect("a day");
}
