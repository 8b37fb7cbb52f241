//! Writes lines into the channel to the runner: in part one, which ones the
//! input says.

use std::fs::File;
use std::io::Write;
use std::os::fd::FromRawFd;

aoc_solution::functions!(Day14, "Channel");

fn part1(input: &str) -> &'static str {
    match input.trim() {
        "junk" => write("junk\n"),
        "half a line" => write("junk"),
        // What part two would answer, whatever number it is asked with.
        "forged" => {
            for number in 0..1000 {
                write(&format!("{number}\tran\t1\tanswered\tforged\n"));
            }
        }
        // In the numbers that the runner skips.
        _ => write("1\tran\t1\tanswered\tforged\n"),
    }
    "one"
}

fn part2(_: &str) -> &'static str {
    "two"
}

/// Writes into all sockets of this process.
fn write(text: &str) {
    for descriptor in std::fs::read_dir("/proc/self/fd").unwrap().flatten() {
        let link = std::fs::read_link(descriptor.path()).unwrap_or_default();
        if link.to_string_lossy().starts_with("socket:") {
            let number = descriptor.file_name().to_string_lossy().parse().unwrap();
            let mut socket = unsafe { File::from_raw_fd(number) };
            socket.write_all(text.as_bytes()).unwrap();
            std::mem::forget(socket);
        }
    }
}
