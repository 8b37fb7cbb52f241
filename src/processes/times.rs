//! How long processes and their threads have kept processors busy, as Linux tells
//! it. Other systems tell nothing here.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::time::Duration;

/// The times of a process and of its threads at some moment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Times {
    /// Of all threads, those that have ended among them.
    all: Duration,
    /// Of each thread that runs, by its number.
    threads: BTreeMap<u32, Duration>,
}

impl Times {
    /// Those of a process; `None` if there is no such process, or if the system
    /// does not tell.
    pub fn of(pid: u32) -> Option<Self> {
        Some(Self {
            all: processor_time(pid)?,
            threads: threads(pid)?,
        })
    }

    /// How long processors were busy since `earlier` with other threads than the
    /// one that they were busiest with.
    pub fn beside_one_thread(&self, earlier: &Self) -> Duration {
        let threads = self.threads.iter();
        let of_thread = |(thread, time): (&u32, &Duration)| {
            Some(time.saturating_sub(*earlier.threads.get(thread)?))
        };
        let busiest = threads.filter_map(of_thread).max().unwrap_or_default();
        self.all.saturating_sub(earlier.all + busiest)
    }

    /// The same since the process began, for one that had no threads before: the
    /// busiest is one of those that run now.
    pub fn beside_busiest(&self) -> Duration {
        let busiest = self.threads.values().max().copied();
        self.all.saturating_sub(busiest.unwrap_or_default())
    }
}

/// How long all threads of a process have kept processors busy, to the nanosecond.
#[cfg(target_os = "linux")]
pub fn processor_time(pid: u32) -> Option<Duration> {
    use nix::time::ClockId;
    use nix::unistd::Pid;
    let pid = Pid::from_raw(i32::try_from(pid).ok()?);
    let clock = ClockId::pid_cpu_clock_id(pid).ok()?;
    Some(clock.now().ok()?.into())
}

/// How long all threads of a process have kept processors busy.
#[cfg(not(target_os = "linux"))]
pub const fn processor_time(_: u32) -> Option<Duration> {
    None
}

fn threads(pid: u32) -> Option<BTreeMap<u32, Duration>> {
    let entries = fs::read_dir(format!("/proc/{pid}/task")).ok()?;
    let times = entries.flatten().filter_map(|entry| {
        let thread = entry.file_name().to_str()?.parse().ok()?;
        Some((thread, thread_time(&entry.path())?))
    });
    let times: BTreeMap<_, _> = times.collect();
    (!times.is_empty()).then_some(times)
}

/// The first number of `schedstat`, in nanoseconds. Some systems leave it out, or
/// count nothing.
fn thread_time(folder: &Path) -> Option<Duration> {
    let stat = fs::read_to_string(folder.join("schedstat")).ok()?;
    let nanoseconds = stat.split_whitespace().next()?.parse().ok()?;
    Some(Duration::from_nanos(nanoseconds))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn times(all: u64, threads: &[(u32, u64)]) -> Times {
        let of_thread = |&(thread, ms)| (thread, Duration::from_millis(ms));
        Times {
            all: Duration::from_millis(all),
            threads: threads.iter().map(of_thread).collect(),
        }
    }

    #[test]
    fn the_busiest_thread_is_not_beside_itself() {
        let beside = |later: &Times| {
            let earlier = times(100, &[(1, 10), (2, 90)]);
            later.beside_one_thread(&earlier).as_millis()
        };
        assert_eq!(beside(&times(100, &[(1, 10), (2, 90)])), 0);
        assert_eq!(beside(&times(151, &[(1, 11), (2, 140)])), 1);
        // Threads that were started since, and may have ended.
        assert_eq!(beside(&times(200, &[(1, 10), (2, 100), (3, 40)])), 90);
        // Another process.
        assert_eq!(beside(&times(0, &[])), 0);
        // Since it began.
        let begun = times(200, &[(1, 10), (2, 150)]);
        assert_eq!(begun.beside_busiest().as_millis(), 50);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn threads_are_counted() {
        use std::thread;
        let work = || {
            let pid = std::process::id();
            let start = processor_time(pid).unwrap();
            while processor_time(pid).unwrap() < start + Duration::from_millis(20) {}
        };
        let pid = std::process::id();
        let before = Times::of(pid).unwrap();
        thread::spawn(work).join().unwrap();
        let after = Times::of(pid).unwrap();
        let beside = after.beside_one_thread(&before);
        assert!(beside > Duration::ZERO, "{beside:?}");
        assert_eq!(Times::of(u32::MAX), None);
    }
}
