//! Reads facts about processes from `/proc` of Linux. On other systems, nothing is known about
//! processes. The library's `worker.rs` also reads `/proc`: if the runner is killed, a worker ends
//! its orphans itself.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process;

use crate::files::entries;

/// The folder with the facts about each process. On systems other than Linux, this is a folder that
/// does not exist: their `/proc` has other contents, and in Wine it describes processes of the
/// host.
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

/// The processes whose parent is the first thread of this process. This includes orphans, whose
/// former parent ended and which this process adopted.
///
/// The other threads are not checked, because that costs more: each thread that is looked up in
/// `/proc` must be removed from it again when the processes end.
pub fn adopted() -> Vec<u32> {
    let pid = process::id();
    children_of_thread(pid, pid)
}

/// The IDs of a process's threads. The first thread has the ID of the process.
pub fn threads(pid: u32) -> Vec<u32> {
    entries(Path::new(&format!("{PROC}/{pid}/task")))
        .filter_map(|thread| thread.file_name().to_str()?.parse().ok())
        .collect()
}

/// The children that the thread has started or adopted.
fn children_of_thread(pid: u32, thread: u32) -> Vec<u32> {
    let file = format!("task/{thread}/children");
    complete_list(|| {
        let pids = read_process_file(pid, &file).unwrap_or_default();
        pids.split_whitespace().flat_map(str::parse).collect()
    })
}

/// The maximum number of readings of a list of children. If a solution constantly starts and ends
/// children, no two readings agree.
const MAX_READINGS: usize = 20;

/// A complete list of children. If a child that was already listed is reaped during a reading,
/// Linux leaves out another child. The next reading lacks the reaped child, which shows that the
/// list was incomplete.
fn complete_list(mut read: impl FnMut() -> Vec<u32>) -> Vec<u32> {
    let mut children = read();
    for _ in 1..MAX_READINGS {
        if children.is_empty() {
            break;
        }
        let later = read();
        let is_complete = children.iter().all(|child| later.contains(child));
        children = later;
        if is_complete {
            break;
        }
    }
    children
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

/// The environment with which the process was started. `None` while the process is starting another
/// program. On a busy machine, that can take a tenth of a second. Empty if the process has ended or
/// belongs to another user.
pub fn environment(pid: u32) -> Option<Vec<u8>> {
    let environment = fs::read(format!("{PROC}/{pid}/environ")).ok();
    if environment.as_ref().is_some_and(Vec::is_empty) && is_starting(&stat(pid)) {
        return None;
    }
    Some(environment.unwrap_or_default())
}

/// True if an [`environment`] has this variable, given as `NAME=VALUE`.
pub fn has_variable(environment: &[u8], variable: &str) -> bool {
    environment
        .split(|&byte| byte == 0)
        .any(|entry| entry == variable.as_bytes())
}

/// True if the environment of a process, which was read as empty, is empty because the process does
/// not have one yet.
fn is_starting(stat: &str) -> bool {
    let env_start = stat_field(stat, 47);
    let env_end = stat_field(stat, 48);
    let is_empty = env_start == env_end && env_end != Some("0");
    is_alive(stat) && !is_empty
}

/// The process group. A zombie also has one.
pub fn process_group(pid: u32) -> Option<u32> {
    stat_field(&stat(pid), 2)?.parse().ok()
}

/// True if the process runs; see [`is_alive`].
pub fn is_running(pid: u32) -> bool {
    is_alive(&stat(pid))
}

/// True if the process exists and is not a zombie.
fn is_alive(stat: &str) -> bool {
    !matches!(stat_field(stat, 0), None | Some("Z" | "X"))
}

/// The text of `/proc/PID/stat`. Empty if there is no such process.
fn stat(pid: u32) -> String {
    read_process_file(pid, "stat").unwrap_or_default()
}

/// Reads a file of a process. Invalid UTF-8 is replaced, because the file contains the name of the
/// process, which may have any bytes.
fn read_process_file(pid: u32, file: &str) -> Option<String> {
    let path = format!("{PROC}/{pid}/{file}");
    let bytes = fs::read(path).ok()?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

/// A field of [`stat`], counted from the field after the name. The name is in parentheses, and may
/// itself contain parentheses and spaces.
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

    /// The first child is reaped during the first reading, which leaves out the second one.
    #[test]
    fn children_are_complete_even_if_others_are_reaped() {
        for (name, readings, expected) in [
            ("none", &[&[][..]][..], &[][..]),
            ("no change", &[&[1, 2], &[1, 2]], &[1, 2]),
            ("a new one", &[&[1], &[1, 2]], &[1, 2]),
            ("one is left out", &[&[1, 3], &[2, 3], &[2, 3]], &[2, 3]),
            ("the only one is left out", &[&[1], &[2], &[2]], &[2]),
            ("all end", &[&[1], &[]], &[]),
        ] {
            let mut readings = readings.iter();
            let children = complete_list(|| readings.next().expect("a reading").to_vec());
            assert_eq!(children, expected, "{name}");
            assert_eq!(readings.len(), 0, "{name}");
        }
    }

    #[test]
    fn children_that_change_all_the_time_end_the_readings() {
        let mut readings = 0;
        let children = complete_list(|| {
            readings += 1;
            vec![readings]
        });
        assert_eq!(children, [20]);
    }

    #[test]
    fn a_process_that_starts_a_program_has_no_environment_yet() {
        let stat = |state, start, end| {
            let zeros = "0 ".repeat(46);
            format!("7 (a) {state} {zeros}{start} {end} 0")
        };
        for (name, stat, expected) in [
            ("it begins", stat("R", 0, 0), true),
            ("it has just got one", stat("R", 80, 90), true),
            ("it was started without", stat("S", 80, 80), false),
            ("it has ended", stat("Z", 0, 0), false),
            ("an old system does not tell", "7 (a) R 0".to_owned(), false),
            ("it is gone", String::new(), false),
        ] {
            assert_eq!(is_starting(&stat), expected, "{name}");
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_variable_is_known_also_of_a_program_without_any() {
        for (variables, expected) in [(&[][..], false), (&[("A", "1")], true)] {
            let mut command = process::Command::new("sleep");
            command.arg("600").env_clear().envs(variables.to_vec());
            let mut child = command.spawn().unwrap();
            let environment = std::iter::repeat_with(|| environment(child.id()))
                .flatten()
                .next()
                .unwrap();
            child.kill().unwrap();
            child.wait().unwrap();
            let found = has_variable(&environment, "A=1");
            assert_eq!(found, expected, "{variables:?}");
        }
    }
}
