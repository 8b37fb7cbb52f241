//! How much memory a worker holds, as the system sees it. The worker's own
//! allocator enforces the limit to the byte; this catches what goes past it: a
//! solution with an allocator of its own, memory maps, deep stacks.

/// What a worker holds without any solution: its code, its threads.
pub const PROGRAM_BYTES: u64 = 16 << 20;

/// The bytes that the process holds in memory, where the system tells.
pub fn resident(process: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    parse(&status)
}

fn parse(status: &str) -> Option<u64> {
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_kernels_words() {
        assert_eq!(
            parse("Name:\tx\nVmRSS:\t    2048 kB\nThreads:\t1\n"),
            Some(2 << 20)
        );
        assert_eq!(parse("Name:\tx\n"), None);
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn sees_this_process() {
        assert!(resident(std::process::id()).is_some_and(|bytes| bytes > 100_000));
        assert_eq!(resident(u32::MAX), None);
    }
}
