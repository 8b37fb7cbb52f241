//! Ending cargo together with the compilers that it started.
//!
//! Cargo stays in the process group of aoc, so that git and ssh may ask for a
//! passphrase on the terminal, and Ctrl-C reaches all of them. If only aoc is
//! asked to end, it ends cargo and what descends from it. Where the system
//! does not list processes in `/proc`, compilers that run end by themselves.

use std::process::{Child, ExitStatus};

/// Kills a process and its descendants.
pub fn kill(child: &mut Child) {
    let descendants = descendants(child.id());
    let _ = child.kill();
    #[cfg(unix)]
    for process in descendants {
        use nix::sys::signal::{Signal, kill};
        let _ = kill(nix::unistd::Pid::from_raw(process), Signal::SIGKILL);
    }
    #[cfg(not(unix))]
    drop(descendants);
}

/// Whether Ctrl-C ended a process.
pub fn was_interrupted(status: ExitStatus) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::process::ExitStatusExt;

        status.signal() == Some(nix::libc::SIGINT)
    }
    #[cfg(not(unix))]
    {
        let _ = status;
        false
    }
}

/// Children first, their children after them.
fn descendants(process: u32) -> Vec<i32> {
    let mut parents: Vec<(i32, i32)> = Vec::new();
    for entry in std::fs::read_dir("/proc").into_iter().flatten().flatten() {
        let stat = std::fs::read_to_string(entry.path().join("stat")).unwrap_or_default();
        // `PID (NAME) STATE PARENT ...`; a name may contain blanks and brackets.
        let after_name = stat.rsplit_once(") ").map_or("", |(_, fields)| fields);
        let parent = after_name.split(' ').nth(1).and_then(|it| it.parse().ok());
        let id = entry.file_name().to_str().and_then(|it| it.parse().ok());
        if let (Some(id), Some(parent)) = (id, parent) {
            parents.push((id, parent));
        }
    }
    let mut found: Vec<i32> = i32::try_from(process).into_iter().collect();
    let mut next = 0;
    while let Some(&parent) = found.get(next) {
        let children = parents.iter().filter(|(_, other)| *other == parent);
        found.extend(children.map(|(id, _)| *id));
        next += 1;
    }
    found.split_off(found.len().min(1))
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::io::{BufRead, BufReader};
    use std::process::{Command, Stdio};

    use super::*;

    #[test]
    fn grandchildren_end_too() {
        let mut child = Command::new("sh")
            .args(["-c", "sh -c 'sleep 600 & echo $!; wait' & wait"])
            .stdout(Stdio::piped())
            .spawn()
            .expect("a shell");
        let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
        let mut line = String::new();
        output.read_line(&mut line).expect("a process id");
        let sleep = line.trim().parse().expect("a number");
        assert!(descendants(child.id()).contains(&sleep));
        kill(&mut child);
        child.wait().expect("it has ended");
        // The pipe is closed when all who hold it have ended.
        line.clear();
        assert_eq!(output.read_line(&mut line).expect("its end"), 0);
    }
}
