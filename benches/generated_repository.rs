//! A generated repository with many days, for measuring.

use std::fs;
use std::path::{Path, PathBuf};

const HERE: &str = env!("CARGO_MANIFEST_DIR");
const INPUT_LINES: u32 = 2000;

/// The answer to part 2 of a generated day.
pub fn answer(number: u32) -> u64 {
    (0..INPUT_LINES)
        .map(|n| u64::from(n) * 7 % 1000 * u64::from(number))
        .sum()
}

pub fn input() -> String {
    let numbers = (0..INPUT_LINES).map(|n| (n * 7 % 1000).to_string());
    numbers.collect::<Vec<_>>().join("\n")
}

/// The functions of a day of typical size.
pub fn solver(day: u8) -> String {
    format!(
        r"
use std::collections::{{BTreeMap, HashMap, HashSet, VecDeque}};

pub type Numbers = Vec<u64>;

pub fn numbers(input: &str) -> Result<Numbers, std::num::ParseIntError> {{
    input.lines().map(str::parse).collect()
}}

/// The most frequent number, or the largest of several such numbers, found with a map.
pub fn first(numbers: &Numbers) -> u64 {{
    let mut counts: HashMap<u64, u64> = HashMap::new();
    for number in numbers {{
        *counts.entry(*number).or_default() += {day};
    }}
    let sorted: BTreeMap<(u64, u64), u64> =
        counts.iter().map(|(number, count)| ((*count, *number), *number)).collect();
    sorted.last_key_value().map_or(0, |(_, number)| *number)
}}

/// The length of a walk over the numbers, found with a queue.
pub fn walk(numbers: &Numbers) -> usize {{
    let mut seen = HashSet::new();
    let mut queue = VecDeque::from([0_usize]);
    while let Some(at) = queue.pop_front() {{
        if !seen.insert(at) {{
            continue;
        }}
        let step = usize::try_from(numbers[at]).unwrap_or(1) + {day};
        for next in [at + step, at + 1] {{
            if next < numbers.len() {{
                queue.push_back(next);
            }}
        }}
    }}
    seen.len()
}}

pub fn second(numbers: &Numbers) -> u64 {{
    let factor = if walk(numbers) > 0 {{ EDITED }} else {{ 0 }};
    numbers.iter().map(|number| number * factor).sum()
}}
"
    )
}

/// The same day as an implementation of `Solution`.
pub fn day(day: u8) -> String {
    format!(
        r#"//! A generated day.

use aoc_solution::{{Answer, Result, Solution}};
{}
pub struct Day{day:02};

impl Solution for Day{day:02} {{
    const TITLE: &'static str = "Generated";
    type Input<'a> = Numbers;

    fn parse(input: &str) -> Result<Numbers> {{
        Ok(numbers(input)?)
    }}

    fn part1(numbers: &Numbers) -> Result<Answer> {{
        Ok(first(numbers).into())
    }}

    fn part2(numbers: &Numbers) -> Result<Answer> {{
        Ok(second(numbers).into())
    }}
}}
"#,
        solver(day)
    )
}

pub fn write(path: &Path, text: &str) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

/// The years of a repository with this many days, and the number of days in each.
fn years(days: usize) -> Vec<(u16, u8)> {
    let mut left = days;
    let mut years = Vec::new();
    for year in 2015.. {
        let most = if year < 2025 { 25 } else { 12 };
        let days = u8::try_from(left.min(most)).unwrap();
        left -= usize::from(days);
        years.push((year, days));
        if left == 0 {
            break;
        }
    }
    years
}

/// Writes a repository like those of `aoc init`: the library, the years and their days. Each day
/// has an input.
pub fn repository(folder: &Path, days: usize) {
    copy(
        &Path::new(HERE).join("solution"),
        &folder.join("vendor/aoc-solution"),
    );
    let template = Path::new(HERE).join("src/project/templates/workspace.toml");
    write(
        &folder.join("Cargo.toml"),
        &fs::read_to_string(template).unwrap(),
    );
    for (year, days) in years(days) {
        write(
            &folder.join(format!("days/year{year}/Cargo.toml")),
            &format!(
                "[package]\nname = \"year{year}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n\
                 [[bin]]\nname = \"year{year}\"\npath = \"main.rs\"\n\n\
                 [dependencies]\naoc-solution = {{ path = \"../../vendor/aoc-solution\" }}\n"
            ),
        );
        for number in 1..=days {
            let text = day(number).replace("EDITED", "1");
            write(&source(folder, year, number), &text);
            let input_file = folder.join(format!("inputs/year{year}/day{number:02}.txt"));
            write(&input_file, &input());
        }
    }
}

/// The file of a day.
pub fn source(folder: &Path, year: u16, day: u8) -> PathBuf {
    folder.join(format!("days/year{year}/day{day:02}.rs"))
}

pub fn copy(from: &Path, to: &Path) {
    if from.is_dir() {
        fs::create_dir_all(to).unwrap();
        for entry in fs::read_dir(from).unwrap() {
            let entry = entry.unwrap();
            copy(&entry.path(), &to.join(entry.file_name()));
        }
    } else {
        fs::create_dir_all(to.parent().unwrap()).unwrap();
        fs::copy(from, to).unwrap();
    }
}
