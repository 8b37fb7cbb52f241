//! Forks in part one: both copies go on to the answer. The copy that is not
//! the worker answers something else, and the input says whether it then goes
//! on for ever, with the worker's connection.

aoc_solution::functions!(Day15, "Fork");

unsafe extern "C" {
    fn fork() -> i32;
}

fn part1(input: &str) -> &'static str {
    let is_copy = unsafe { fork() } == 0;
    match input.trim() {
        "copy lives on" if is_copy => loop {
            std::thread::park();
        },
        "copy lives on" => std::process::exit(3),
        _ if is_copy => "of the copy",
        _ => "one",
    }
}

fn part2(_: &str) -> &'static str {
    "two"
}
