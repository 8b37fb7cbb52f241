//! The machine that measures: its properties, and the load of other programs.

use std::env::consts::{ARCH, OS};
use std::fs::read_to_string;
use std::path::Path;
use std::thread::sleep;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::cargo::{rustc, tool_version};
use crate::config::ChildEnv;
use crate::processes::processor_count;

/// The machine, the compiler and the profile of a measurement.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Host {
    /// The value of `std::env::consts::OS`.
    pub os: String,
    /// The value of `std::env::consts::ARCH`.
    pub arch: String,
    /// The name of the processor. It is known only on Linux.
    pub cpu: Option<String>,
    /// The number of usable cores.
    pub cores: usize,
    /// The compiler of the project, as `rustc --version` prints it.
    pub rustc: Option<String>,
    /// The version of `aoc`.
    aoc: String,
    /// The cargo profile of the worker.
    profile: String,
}

impl Host {
    /// Describes this machine and the compiler of the project in `root`.
    pub fn new(environment: &ChildEnv, root: &Path, profile: &str) -> Self {
        Self {
            os: OS.to_owned(),
            arch: ARCH.to_owned(),
            cpu: processor(),
            cores: processor_count(),
            rustc: tool_version(rustc(environment), root, environment).ok(),
            aoc: env!("CARGO_PKG_VERSION").to_owned(),
            profile: profile.to_owned(),
        }
    }

    /// True if times from both hosts can be compared: the machine and the profile are equal. The
    /// compiler may differ, because comparing compilers is useful.
    pub fn is_comparable_with(&self, other: &Self) -> bool {
        *self
            == Self {
                rustc: self.rustc.clone(),
                aoc: self.aoc.clone(),
                ..other.clone()
            }
    }
}

fn processor() -> Option<String> {
    for line in read_to_string("/proc/cpuinfo").ok()?.lines() {
        if let Some((name, value)) = line.split_once(':')
            && name.trim_end() == "model name"
        {
            return Some(value.trim().to_owned());
        }
    }
    None
}

/// The load of other programs during a measurement.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Load {
    /// The average number of threads of other programs that wanted a processor.
    pub others: f64,
}

impl Load {
    /// The mean of the samples from [`running_threads`]. `None` if there are none.
    pub fn of(samples: &[u32]) -> Option<Self> {
        if samples.is_empty() {
            return None;
        }
        let sum: u32 = samples.iter().sum();
        let others = f64::from(sum) / samples.len() as f64;
        Some(Self {
            others: (others * 100.0).round() / 100.0,
        })
    }

    /// True if the load may have made times longer. An idle system has a load of about 0.01.
    pub fn is_disturbing(self) -> bool {
        self.others > 0.3
    }
}

/// The number of threads of other programs that are running or ready to run. `None` except on
/// Linux. Call this only while all workers are idle. The result is the minimum of a few samples,
/// which excludes threads that run only for a moment.
pub fn running_threads() -> Option<u32> {
    const SAMPLES: usize = 4;
    let mut least = u32::MAX;
    for _ in 0..SAMPLES {
        sleep(Duration::from_micros(300));
        let load = read_to_string("/proc/loadavg").ok()?;
        let (running, _) = load.split_whitespace().nth(3)?.split_once('/')?;
        least = least.min(running.parse().ok()?);
    }
    // This thread was counted, too.
    Some(least.saturating_sub(1))
}

#[cfg(test)]
pub use tests::host as test_host;

#[cfg(test)]
mod tests {
    use super::*;

    pub fn host() -> Host {
        Host {
            os: "linux".into(),
            arch: "x86_64".into(),
            cpu: Some("A processor".into()),
            cores: 2,
            rustc: Some("rustc 1.95.0 (59807616e 2026-04-14)".into()),
            aoc: "0.1.0".into(),
            profile: "aoc-bench".into(),
        }
    }

    /// The report names the compiler that builds the project, even if another compiler is the first
    /// on `PATH`.
    #[cfg(unix)]
    #[test]
    fn the_compiler_is_the_one_that_cargo_uses() {
        let temp = tempfile::tempdir().unwrap();
        let own = temp.path().join("own");
        crate::testing::write_program(&own, "#!/bin/sh\necho rustc 7.8.9\n");
        let variables = std::env::vars_os().filter(|(name, _)| name == "PATH");
        let variables = variables.chain([("RUSTC".into(), own.into())]);
        let host = Host::new(&ChildEnv::new(variables), temp.path(), "aoc-bench");
        assert_eq!(host.rustc.as_deref(), Some("rustc 7.8.9"));
    }

    #[test]
    fn a_busy_thread_is_seen() {
        assert_eq!(Load::of(&[]), None);
        let load = Load::of(&[0, 0, 1, 0]).unwrap();
        assert!((load.others - 0.25).abs() < 1e-9 && !load.is_disturbing());
        assert!(Load::of(&[1, 1, 2, 0]).unwrap().is_disturbing());
        assert_eq!(running_threads().is_some(), cfg!(target_os = "linux"));
    }
}
