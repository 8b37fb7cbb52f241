//! Ends the processes that a solution has started when the runner was killed.
//! A runner that ends in any other way does this itself.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::process::{self, Command, Stdio};

use crate::protocol::KEY_VARIABLE;

/// Kills the worker's process group, itself included, and on Linux every
/// process that has inherited the worker's key. Elsewhere than on Unix it does
/// nothing.
pub(crate) fn end() {
    if !cfg!(unix) {
        return;
    }
    let mut processes = inheritors();
    // Last, because it ends this process too. A worker that is not the first
    // of its group has no group of this number.
    processes.push(format!("-{}", process::id()).into());
    // The standard library can only kill children.
    let _ = Command::new("kill")
        .args(["-KILL", "--"])
        .args(processes)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
}

/// The other processes with this worker's key in their environment.
fn inheritors() -> Vec<OsString> {
    let Some(key) = env::var_os(KEY_VARIABLE) else {
        return Vec::new();
    };
    let variable = format!("{KEY_VARIABLE}={}", key.to_string_lossy());
    let has_key = |process: &OsString| {
        let environment = fs::read(format!("/proc/{}/environ", process.to_string_lossy()));
        environment.is_ok_and(|environment| {
            let mut entries = environment.split(|&byte| byte == 0);
            entries.any(|entry| entry == variable.as_bytes())
        })
    };
    let own = OsString::from(process::id().to_string());
    fs::read_dir("/proc")
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.file_name())
        .filter(|name| name.as_encoded_bytes().iter().all(u8::is_ascii_digit))
        .filter(|process| *process != own && has_key(process))
        .collect()
}
