//! Answers with its environment.

aoc_solution::functions!(Day03, "Environment");

fn part1(_: &str) -> String {
    let variables = std::env::vars().map(|(name, value)| format!("{name}={value}"));
    variables.collect::<Vec<_>>().join("\n")
}

fn part2(_: &str) -> std::io::Result<String> {
    Ok(std::env::current_dir()?.display().to_string())
}
