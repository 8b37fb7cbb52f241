//! Ends a worker together with all processes that it started, which may outlive it.
//! They are found in three ways:
//!
//! - Unix: a worker is the first of a process group of its own, and the group
//!   is killed as a whole. When `aoc` itself is killed, the system resumes and
//!   ends a stopped worker, because nobody is left who could resume its group.
//! - Linux: `aoc` adopts the processes whose parent has ended, and recognises
//!   those of a worker by its channel's key, which they inherit in their
//!   environment. This also finds those in a group or session of their own,
//!   unless they were started with another environment.
//! - Windows: they are in a job object, which ends with this program.
//!
//! A worker that may read the terminal has to be in the terminal's foreground
//! group, which is that of `aoc`, so its group is not killed.

use std::collections::BTreeSet;
use std::io::{self, IsTerminal, stdin};
use std::process::{Child, Command, ExitStatus};
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::{self, sleep};
use std::time::{Duration, Instant};

use crate::processes::{self, JobObject};

/// The longest time that killed processes may take to disappear.
const DISAPPEAR: Duration = Duration::from_secs(1);

/// The workers that have not been ended yet.
static LIVE: Mutex<Vec<TreeId>> = Mutex::new(Vec::new());

/// Processes that have ended and are not reaped yet.
static DEAD: Mutex<Vec<u32>> = Mutex::new(Vec::new());

/// Whether the whole program is ending.
static ENDING: AtomicBool = AtomicBool::new(false);

/// A process and everything that it starts. Dropping it kills all of them.
pub struct WorkerTree {
    child: Child,
    tree: TreeId,
    _job: JobObject,
}

/// The marks that identify the processes of a tree.
#[derive(Clone)]
struct TreeId {
    pid: u32,
    /// Whether there is a process group with this number.
    owns_group: bool,
    /// An environment variable that only this tree has, as `NAME=VALUE`.
    mark: String,
}

/// The tree that an adopted process belongs to.
enum Owner {
    ThisTree,
    Other,
    /// It is not known yet, and has to be checked again.
    Unknown,
}

impl WorkerTree {
    /// Starts the command with `mark` added to its environment: a variable with a value
    /// that no other process has. `reads_stdin` says whether it inherits standard
    /// input.
    pub fn spawn(
        command: &mut Command,
        (name, value): (&str, &str),
        reads_stdin: bool,
    ) -> io::Result<Self> {
        wait_if_ending();
        // Makes this process the parent of orphaned processes.
        #[cfg(target_os = "linux")]
        let _ = nix::sys::prctl::set_child_subreaper(true);
        for pid in lock(&DEAD).drain(..) {
            has_ended(pid);
        }
        command.env(name, value);
        let owns_group = cfg!(unix) && !(reads_stdin && stdin().is_terminal());
        #[cfg(unix)]
        if owns_group {
            std::os::unix::process::CommandExt::process_group(command, 0);
        }
        let child = command.spawn()?;
        let tree = TreeId {
            pid: child.id(),
            owns_group,
            mark: format!("{name}={value}"),
        };
        lock(&LIVE).push(tree.clone());
        let job = JobObject::of(&child);
        job.kill_on_drop();
        Ok(Self {
            _job: job,
            child,
            tree,
        })
    }

    pub fn id(&self) -> u32 {
        self.tree.pid
    }

    /// The exit status of the first process, once it has ended.
    pub fn exit_status(&mut self) -> Option<ExitStatus> {
        self.child.try_wait().ok().flatten()
    }
}

impl Drop for WorkerTree {
    fn drop(&mut self) {
        self.tree.kill_group();
        if self.exit_status().is_none() {
            let _ = self.child.kill();
            if cfg!(target_os = "linux") {
                wait_for_end(self.tree.pid);
            } else {
                let _ = self.child.wait();
            }
        }
        // From here on, the worker's children are children of this process.
        self.tree.end_strays();
        lock(&LIVE).retain(|tree| tree.pid != self.tree.pid);
    }
}

impl TreeId {
    /// Kills the process group, where there is one.
    #[cfg_attr(not(unix), expect(clippy::unused_self, reason = "there are no groups"))]
    fn kill_group(&self) {
        #[cfg(unix)]
        if self.owns_group {
            use nix::sys::signal::{Signal, killpg};
            let _ = killpg(nix_pid(self.pid), Signal::SIGKILL);
        }
    }

    /// Says whether a process belongs to the tree.
    fn owner(&self, pid: u32) -> Owner {
        if self.owns_group && processes::process_group(pid) == Some(self.pid) {
            return Owner::ThisTree;
        }
        match processes::has_variable(pid, &self.mark) {
            Some(true) => Owner::ThisTree,
            Some(false) => Owner::Other,
            None => Owner::Unknown,
        }
    }

    /// Kills the orphans of the tree that this process has adopted, and then their
    /// orphans, until none are left.
    fn end_strays(&self) {
        // Linux omits processes from a list if the process at its start is reaped at
        // the same time.
        let _no_other_reaps = lock(&DEAD);
        // A process loses its mark while it ends.
        let mut killed = BTreeSet::new();
        let mut others = None;
        let deadline = Instant::now() + DISAPPEAR;
        while Instant::now() < deadline {
            let adopted = processes::adopted();
            let mut is_any_ours = false;
            let mut is_any_alive = false;
            for &pid in adopted.iter().filter(|&&pid| pid != self.pid) {
                let owner = if killed.contains(&pid) {
                    Owner::ThisTree
                } else {
                    self.owner(pid)
                };
                match owner {
                    Owner::ThisTree => {
                        killed.insert(pid);
                        processes::kill(pid);
                        is_any_ours = true;
                        // Only processes of this tree are reaped.
                        is_any_alive |= !has_ended(pid);
                    }
                    Owner::Unknown => {
                        is_any_ours = true;
                        is_any_alive = true;
                    }
                    Owner::Other => {}
                }
            }
            if is_any_alive {
                sleep(Duration::from_millis(1));
            } else if !is_any_ours && others.as_ref() == Some(&adopted) {
                // No process ended since the last look, so there are no new orphans.
                break;
            }
            others = Some(adopted);
        }
    }
}

/// Ends all workers and everything they started, because the program is ending. From
/// now on no worker's exit is reported.
pub fn end_all() {
    ENDING.store(true, SeqCst);
    let trees = lock(&LIVE).clone();
    for tree in &trees {
        tree.kill_group();
        processes::kill(tree.pid);
        wait_for_end(tree.pid);
        tree.end_strays();
    }
}

/// Does not return after [`end_all`] was called, because the program is about to exit.
pub fn wait_if_ending() {
    while ENDING.load(SeqCst) {
        thread::park();
    }
}

fn lock<T>(list: &'static Mutex<Vec<T>>) -> MutexGuard<'static, Vec<T>> {
    list.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Waits until a killed process has ended. It is reaped at the next start of a worker,
/// or by the system once this program ends.
///
/// The threads of the process were listed from `/proc`. If the process is reaped while
/// the system still removes its last thread from there, Linux keeps this processor
/// busy: for 0.5 ms, and for 5 ms if the other processors are busy.
fn wait_for_end(pid: u32) {
    #[cfg(target_os = "linux")]
    {
        use nix::sys::wait::{Id, WaitPidFlag, waitid};
        let flags = WaitPidFlag::WEXITED | WaitPidFlag::WNOWAIT;
        if waitid(Id::Pid(nix_pid(pid)), flags).is_ok() {
            lock(&DEAD).push(pid);
        }
    }
    #[cfg(not(target_os = "linux"))]
    while !has_ended(pid) {
        sleep(Duration::from_millis(1));
    }
}

#[cfg(unix)]
fn nix_pid(pid: u32) -> nix::unistd::Pid {
    nix::unistd::Pid::from_raw(pid.cast_signed())
}

/// True if a killed process is gone; it is reaped if it is a child of this process.
fn has_ended(pid: u32) -> bool {
    #[cfg(unix)]
    {
        use nix::sys::wait::{WaitPidFlag, WaitStatus, waitpid};
        match waitpid(nix_pid(pid), Some(WaitPidFlag::WNOHANG)) {
            Ok(WaitStatus::StillAlive) => return false,
            Ok(_) => return true,
            Err(_) => {}
        }
    }
    !processes::is_running(pid)
}

#[cfg(target_os = "linux")]
#[cfg(test)]
mod tests {
    use std::io::{BufRead, BufReader};
    use std::process::Stdio;

    use super::*;

    /// Starts a script, and returns the processes that it names in its output,
    /// a line for each.
    fn start(script: &str, key: &str, count: usize) -> (WorkerTree, Vec<u32>) {
        let mut command = Command::new("sh");
        command.args(["-c", script]).stdout(Stdio::piped());
        let mut tree = WorkerTree::spawn(&mut command, ("AOC_TEST", key), false).unwrap();
        let lines = BufReader::new(tree.child.stdout.take().unwrap()).lines();
        let pids = lines.take(count).map(|line| line.unwrap().parse().unwrap());
        let pids = pids.collect();
        (tree, pids)
    }

    /// The processes that are still running.
    fn running(pids: &[u32]) -> Vec<u32> {
        let pids = pids.iter().copied();
        pids.filter(|&pid| processes::is_running(pid)).collect()
    }

    const ORPHANS: &str = "sh -c 'sleep 600 & echo $!'; sh -c 'setsid sleep 600 & echo $!';\
        sh -c 'setsid sh -c \"echo \\$\\$; sleep 600 & wait\" &';";

    #[test]
    fn whatever_a_process_started_ends_with_it_or_after_it() {
        for (end, has_ended) in [
            ("sleep 600", false),
            ("exit 3", true),
            ("kill -STOP $$", false),
        ] {
            let (mut tree, pids) = start(&format!("{ORPHANS} {end}"), end, 3);
            while has_ended && tree.exit_status().is_none() {
                thread::yield_now();
            }
            let first = tree.id();
            assert_eq!(running(&pids), pids);
            drop(tree);
            assert!(running(&pids).is_empty(), "{pids:?}");
            assert!(!processes::is_running(first), "{end}");
        }
    }

    #[test]
    fn other_trees_and_other_children_go_on() {
        let (tree, pids) = start("sh -c 'setsid sleep 600 & echo $!'; sleep 600", "one", 1);
        let (other, others) = start("sh -c 'setsid sleep 600 & echo $!'; sleep 600", "two", 1);
        let mut child = Command::new("sleep").arg("600").spawn().unwrap();
        drop(tree);
        assert!(!processes::is_running(pids[0]));
        assert!(processes::is_running(others[0]) && processes::is_running(other.id()));
        assert!(processes::is_running(child.id()));
        drop(other);
        assert!(!processes::is_running(others[0]));
        child.kill().unwrap();
        child.wait().unwrap();
    }
}
