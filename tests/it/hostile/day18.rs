//! Says which process it is, and stops itself.

aoc_solution::functions!(Day18, "Stopped");

fn part1(input: &str) -> std::io::Result<usize> {
    let process = std::process::id().to_string();
    println!("process {process}");
    let mut kill = std::process::Command::new("kill");
    kill.args(["-STOP", &process]).status()?;
    Ok(input.len())
}
