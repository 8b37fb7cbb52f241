//! Ends a program, such as a worker, together with all processes that it started. A process may
//! outlive the program that started it. Such processes are found in three ways:
//!
//! - Unix: a program leads a process group of its own, and the whole group is killed. If `aoc`
//!   itself is killed, the group has no parent that could resume it, so the system resumes and ends
//!   a stopped program.
//! - Linux: `aoc` adopts the processes whose parent has ended. A program's processes inherit a key
//!   in their environment, by which `aoc` recognises them. This also finds processes in another
//!   group or session, unless they were started with another environment.
//! - Windows: the processes are in a job object, which ends with this program.
//!
//! A program that may read the terminal has to be in the foreground group of the terminal, which is
//! the group of `aoc`. So the group of such a program is not killed.

use std::io::{self, IsTerminal, stdin};
use std::process::{Child, Command, ExitStatus};
use std::sync::Mutex;
use std::thread::sleep;
use std::time::Duration;

use aoc_solution::protocol::KEY_VARIABLE;
#[cfg(unix)]
use nix::sys::signal::{Signal, killpg};
#[cfg(target_os = "linux")]
use nix::sys::wait::{Id, WaitPidFlag, WaitStatus, waitid};

#[cfg(unix)]
use super::reap::nix_pid;
use super::reap::{KillTimeout, kill, reap_traced_threads};
use super::{JobObject, ended_by_interrupt, procfs};
use crate::sync::locked;

/// The trees that have not been ended yet.
static LIVE: Mutex<Vec<TreeId>> = Mutex::new(Vec::new());

/// The longest time between Ctrl-C reaching a program and reaching `aoc`.
const INTERRUPT_DELAY: Duration = Duration::from_millis(200);

/// The maximum number of searches for a tree's processes. A process may start others before it is
/// killed, so one search is not enough.
const MAX_SEARCHES: usize = 100;

/// A process and all processes that it starts. Dropping it kills all of them.
pub struct ProcessTree {
    child: Child,
    tree: TreeId,
    _job: JobObject,
}

/// The properties that identify the processes of a tree.
#[derive(Clone)]
struct TreeId {
    pid: u32,
    /// True if the program leads a process group, which then has the program's ID.
    owns_group: bool,
    /// An environment variable, as `NAME=VALUE`, that only this tree has.
    key_variable: String,
}

/// A key that no other tree has.
pub fn unique_key() -> io::Result<String> {
    let mut key = [0; 16];
    getrandom::fill(&mut key).map_err(io::Error::from)?;
    Ok(format!("{:032x}", u128::from_ne_bytes(key)))
}

impl ProcessTree {
    /// Starts the command with this key in its environment. The key must be unique to the tree.
    /// With `reads_stdin`, the program can read stdin even if that is a terminal.
    pub fn spawn(command: &mut Command, key: &str, reads_stdin: bool) -> io::Result<Self> {
        // Makes this process the parent of orphaned processes.
        #[cfg(target_os = "linux")]
        let _ = nix::sys::prctl::set_child_subreaper(true);
        command.env(KEY_VARIABLE, key);
        let owns_group = cfg!(unix) && !(reads_stdin && stdin().is_terminal());
        #[cfg(unix)]
        if owns_group {
            std::os::unix::process::CommandExt::process_group(command, 0);
        }
        let mut live = locked(&LIVE);
        let child = command.spawn()?;
        let tree = TreeId {
            pid: child.id(),
            owns_group,
            key_variable: format!("{KEY_VARIABLE}={key}"),
        };
        live.push(tree.clone());
        let job = JobObject::of(&child);
        job.kill_on_drop();
        Ok(Self {
            _job: job,
            child,
            tree,
        })
    }

    /// Reaps the traced threads of the program. A program that has asked `aoc` to trace a thread
    /// cannot end before that.
    pub fn reap_traced_threads(&self) {
        reap_traced_threads(self.tree.pid);
    }

    pub fn id(&self) -> u32 {
        self.tree.pid
    }

    /// The exit status of a program that has ended. This does not return while `aoc` is being
    /// interrupted: the interrupt may have ended the program first, and that is not a crash.
    pub fn exit_status(&mut self) -> Option<ExitStatus> {
        let status = self.child.try_wait().ok()??;
        if ended_by_interrupt(status) {
            // Ctrl-C is sent to `aoc`, too.
            sleep(INTERRUPT_DELAY);
        }
        drop(locked(&LIVE));
        Some(status)
    }
}

impl Drop for ProcessTree {
    fn drop(&mut self) {
        let mut live = locked(&LIVE);
        self.tree.kill_group();
        let _ = self.child.kill();
        let timeout = KillTimeout::start();
        timeout.wait(self.tree.pid, || !matches!(self.child.try_wait(), Ok(None)));
        self.tree.kill_orphans(&timeout);
        live.retain(|tree| tree.pid != self.tree.pid);
    }
}

impl TreeId {
    fn kill_group(&self) {
        if self.owns_group {
            #[cfg(unix)]
            let _ = killpg(nix_pid(self.pid), Signal::SIGKILL);
        }
    }

    /// Kills and reaps the processes of this tree whose parent has ended.
    fn kill_orphans(&self, timeout: &KillTimeout) {
        for _ in 0..MAX_SEARCHES {
            let mut is_any_left = false;
            for pid in procfs::adopted() {
                if self.contains(pid, timeout) {
                    kill(pid);
                    timeout.reap(pid);
                    is_any_left = true;
                }
            }
            if !is_any_left {
                return;
            }
        }
    }

    /// True if the process, whose parent has ended, belongs to the tree.
    fn contains(&self, pid: u32, timeout: &KillTimeout) -> bool {
        if procfs::process_group(pid) == Some(self.pid) {
            return true;
        }
        let mut environment = None;
        timeout.wait(pid, || {
            environment = procfs::environment(pid);
            environment.is_some()
        });
        environment.is_some_and(|known| procfs::has_variable(&known, &self.key_variable))
    }
}

/// True if a child has ended. It is not reaped.
#[cfg(target_os = "linux")]
fn has_ended(pid: u32) -> bool {
    let look = WaitPidFlag::WEXITED | WaitPidFlag::WNOWAIT | WaitPidFlag::WNOHANG;
    let state = waitid(Id::Pid(nix_pid(pid)), look);
    !matches!(state, Ok(WaitStatus::StillAlive))
}

/// Ends all trees before `aoc` itself ends. While the caller holds the result, no other tree
/// starts, and [`ProcessTree::exit_status`] does not return.
#[must_use = "dropping it lets other programs start"]
pub fn end_trees() -> impl Sized {
    let live = locked(&LIVE);
    let timeout = KillTimeout::start();
    for tree in &*live {
        tree.kill_group();
        kill(tree.pid);
        // After the end of this process, its children become children of `aoc`.
        #[cfg(target_os = "linux")]
        timeout.wait(tree.pid, || has_ended(tree.pid));
        tree.kill_orphans(&timeout);
    }
    live
}

#[cfg(target_os = "linux")]
#[cfg(test)]
mod tests {
    use std::io::{BufRead, BufReader};
    use std::process::Stdio;
    use std::thread;

    use super::*;

    /// Starts a script, and reads the IDs of `count` processes from its output, one on each line.
    fn start(script: &str, key: &str, count: usize) -> (ProcessTree, Vec<u32>) {
        let mut command = Command::new("sh");
        command.args(["-c", script]).stdout(Stdio::piped());
        let mut tree = ProcessTree::spawn(&mut command, key, false).unwrap();
        let pids = BufReader::new(tree.child.stdout.take().unwrap())
            .lines()
            .take(count)
            .map(|line| line.unwrap().parse().unwrap());
        let pids = pids.collect();
        (tree, pids)
    }

    /// The processes that are still running.
    fn running(pids: &[u32]) -> Vec<u32> {
        pids.iter()
            .copied()
            .filter(|&pid| procfs::is_running(pid))
            .collect()
    }

    const ORPHANS: &str = "sh -c 'sleep 600 & echo $!'; sh -c 'setsid sleep 600 & echo $!';\
        sh -c 'setsid sh -c \"echo \\$\\$; setsid sleep 600 & echo \\$!; wait\" &';";

    #[test]
    fn whatever_a_process_started_ends_with_it_or_after_it() {
        for (end, has_ended) in [
            ("sleep 600", false),
            ("exit 3", true),
            ("kill -STOP $$", false),
        ] {
            let (mut tree, pids) = start(&format!("{ORPHANS} {end}"), end, 4);
            while has_ended && tree.exit_status().is_none() {
                thread::yield_now();
            }
            let first = tree.id();
            assert_eq!(running(&pids), pids);
            drop(tree);
            assert!(running(&pids).is_empty(), "{pids:?}");
            assert!(!procfs::is_running(first), "{end}");
        }
    }

    #[test]
    fn a_child_that_has_ended_is_left_to_who_reaps_it() {
        let mut child = Command::new("sleep").arg("600").spawn().unwrap();
        assert!(!has_ended(child.id()));
        child.kill().unwrap();
        while !has_ended(child.id()) {
            thread::yield_now();
        }
        assert!(!child.wait().unwrap().success());
        assert!(has_ended(child.id()));
    }

    #[test]
    fn other_trees_and_other_children_go_on() {
        let (tree, pids) = start("sh -c 'setsid sleep 600 & echo $!'; sleep 600", "one", 1);
        let (other, others) = start("sh -c 'setsid sleep 600 & echo $!'; sleep 600", "two", 1);
        let mut child = Command::new("sleep").arg("600").spawn().unwrap();
        let first = tree.id();
        drop(tree);
        let is_live = |id| locked(&LIVE).iter().any(|live| live.pid == id);
        assert!(is_live(other.id()) && !is_live(first));
        assert!(!procfs::is_running(pids[0]));
        assert!(procfs::is_running(others[0]) && procfs::is_running(other.id()));
        assert!(procfs::is_running(child.id()));
        drop(other);
        assert!(!procfs::is_running(others[0]));
        child.kill().unwrap();
        child.wait().unwrap();
    }
}
