mod day07;

fn main() -> std::process::ExitCode {
    aoc_solution::Registry::new(2019)
        .day::<day07::Day07>(7)
        .main()
}
