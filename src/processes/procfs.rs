//! Reads facts about processes from `/proc` of Linux. On other systems there are no facts.
//!
//! The library's `worker.rs` walks `/proc` too: if the runner is killed, a worker ends its
//! orphans itself.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process;
use std::thread::sleep;
use std::time::Duration;

use crate::files::entries;

/// The folder of processes. On other systems `/proc` contains other files, or, in Wine, the
/// processes of another system.
const PROC: &str = if cfg!(target_os = "linux") {
    "/proc"
} else {
    "no processes"
};

/// The number of bytes that the process occupies in memory.
pub fn resident_bytes(pid: u32) -> Option<u64> {
    let status = read_process_file(pid, "status")?;
    let (_, after) = status.split_once("VmRSS:")?;
    let number = after.split_whitespace().next()?;
    let kilobytes: u64 = number.parse().ok()?;
    Some(kilobytes * 1024)
}

/// The processes whose parent is the first thread of this process, including those that this
/// process adopted when their parent ended.
///
/// Checking all threads would cost more: when the processes end, the system would have to remove
/// the other threads from `/proc` again.
pub fn adopted() -> Vec<u32> {
    let pid = process::id();
    children_of_thread(pid, pid)
}

/// The IDs of a process's threads. The ID of the first thread is that of the process.
pub fn threads(pid: u32) -> Vec<u32> {
    entries(Path::new(&format!("{PROC}/{pid}/task")))
        .filter_map(|thread| thread.file_name().to_str()?.parse().ok())
        .collect()
}

fn children_of_thread(pid: u32, thread: u32) -> Vec<u32> {
    let file = format!("task/{thread}/children");
    let pids = read_process_file(pid, &file).unwrap_or_default();
    pids.split_whitespace().flat_map(str::parse).collect()
}

/// The process's children, their children, and so on.
pub fn descendants(pid: u32) -> BTreeSet<u32> {
    let mut found = BTreeSet::new();
    let mut parents = vec![pid];
    while let Some(parent) = parents.pop() {
        // Any thread of the parent may have started the child.
        for thread in threads(parent) {
            for child in children_of_thread(parent, thread) {
                if found.insert(child) {
                    parents.push(child);
                }
            }
        }
    }
    found
}

/// True if the process was started with this environment variable, given as `NAME=VALUE`.
pub fn has_variable(pid: u32, variable: &str) -> bool {
    let path = format!("{PROC}/{pid}/environ");
    let variable = variable.as_bytes();
    for _ in 0..100 {
        let environment = fs::read(&path).unwrap_or_default();
        if !environment.is_empty() || !is_running(pid) {
            return environment
                .split(|&byte| byte == 0)
                .any(|entry| entry == variable);
        }
        // The process may just be starting another program.
        sleep(Duration::from_micros(100));
    }
    false
}

/// The process group. It is also known for a zombie.
pub fn process_group(pid: u32) -> Option<u32> {
    let stat = read_process_file(pid, "stat")?;
    let group = stat_field(&stat, 2)?;
    group.parse().ok()
}

/// True if the process exists and is not a zombie.
pub fn is_running(pid: u32) -> bool {
    let stat = read_process_file(pid, "stat").unwrap_or_default();
    match stat_field(&stat, 0) {
        None | Some("Z" | "X") => false,
        Some(_) => true,
    }
}

/// Reads a file of a process. It contains the process's name, which may consist of any bytes.
fn read_process_file(pid: u32, file: &str) -> Option<String> {
    let path = format!("{PROC}/{pid}/{file}");
    let bytes = fs::read(path).ok()?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

/// A field of the text of `/proc/PID/stat`, counted from the one after the name. The name is in
/// parentheses and may itself contain parentheses and blanks.
fn stat_field(stat: &str, index: usize) -> Option<&str> {
    let (_, fields) = stat.rsplit_once(')')?;
    fields.split_whitespace().nth(index)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_can_look_like_fields() {
        let stat = "7 (a) Z 1 2) S 1 40 41 0";
        assert_eq!(stat_field(stat, 0), Some("S"));
        assert_eq!(stat_field(stat, 2), Some("40"));
        assert_eq!(stat_field("7", 0), None);
    }
}
