//! Works in threads; one that nobody joins runs on, one panics.

aoc_solution::functions!(Day08, "Threads");

fn part1(input: &str) -> usize {
    std::thread::spawn(|| {
        loop {
            std::thread::park();
        }
    });
    let panicked = std::thread::spawn(|| panic!("in a thread")).join();
    assert!(panicked.is_err());
    let length = input.len();
    std::thread::spawn(move || length).join().unwrap()
}

fn part2(input: &str) -> usize {
    input.len()
}
