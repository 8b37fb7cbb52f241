//! What is remembered about the site between processes: one small file for
//! each host in the user's cache folder, changed under one lock.
//!
//! Nothing depends on it. A file that is missing or unreadable counts as empty,
//! values that cannot be right are corrected by those who use them, and where
//! the file cannot be written, this process remembers for itself.

use std::cell::Cell;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::config::BaseUrl;
use crate::files;
use crate::files::{Locks, Readers};

/// The file is some hundred bytes long.
const MAX_SIZE: u64 = 4096;

/// Times are milliseconds since 1970 by the local clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(default)]
pub struct State {
    /// When a whole burst may be sent again, if nothing is sent until then.
    pub burst_full_at: i64,
    /// No request is sent before this time.
    pub backoff_until: i64,
    /// How far the site's clock is ahead of the local one, in milliseconds.
    pub clock_ahead: i64,
}

/// The state of one host.
#[derive(Debug)]
pub struct StateFile {
    /// `None` without a cache folder.
    path: Option<PathBuf>,
    locks: Locks,
    /// The state, once writing it has failed.
    unwritten: Cell<Option<State>>,
}

impl StateFile {
    pub fn new(cache_dir: Option<&Path>, base_url: &BaseUrl) -> Self {
        let file = format!("site-{}.json", base_url.file_name());
        Self {
            path: cache_dir.map(|dir| dir.join(file)),
            locks: Locks::new(cache_dir),
            unwritten: Cell::new(None),
        }
    }

    /// The state as it is now. Needs no lock, as the file is replaced whole.
    pub fn load(&self) -> State {
        self.unwritten.get().unwrap_or_else(|| {
            let read = |path| files::read_regular_file(path, MAX_SIZE).ok();
            let bytes = self.path.as_deref().and_then(read).unwrap_or_default();
            serde_json::from_slice(&bytes).unwrap_or_default()
        })
    }

    /// Changes the state with no other process in between.
    pub fn update<T>(&self, change: impl FnOnce(&mut State) -> T) -> T {
        let path = self.path.as_deref();
        let _lock = path.map(|path| self.locks.acquire(path, || {}));
        let before = self.load();
        let mut state = before;
        let result = change(&mut state);
        if state != before && !self.store(state) {
            self.unwritten.set(Some(state));
        }
        result
    }

    fn store(&self, state: State) -> bool {
        let text = serde_json::to_string(&state).expect("numbers are JSON");
        let write = |path| files::replace(path, text + "\n", Readers::Owner);
        // Once it has failed, the file is behind what this process knows.
        self.unwritten.get().is_none()
            && self.path.as_deref().is_some_and(|path| write(path).is_ok())
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn state_file(cache: &Path) -> StateFile {
        let base_url = "http://127.0.0.1:1".parse().expect("an address");
        StateFile::new(Some(cache), &base_url)
    }

    #[test]
    fn is_shared_by_all_who_use_the_folder() {
        let cache = tempfile::tempdir().expect("a folder");
        let (one, other) = (state_file(cache.path()), state_file(cache.path()));
        assert_eq!(one.load(), State::default());
        one.update(|state| state.clock_ahead = 5);
        other.update(|state| state.backoff_until = 7);
        let expected = State {
            clock_ahead: 5,
            backoff_until: 7,
            ..State::default()
        };
        assert_eq!(one.load(), expected);
        let text = fs::read_to_string(cache.path().join("site-127.0.0.1_1.json"));
        assert_eq!(
            text.expect("a file"),
            "{\"burst_full_at\":0,\"backoff_until\":7,\"clock_ahead\":5}\n"
        );
    }

    #[test]
    fn garbage_counts_as_empty_and_is_replaced() {
        let cache = tempfile::tempdir().expect("a folder");
        let path = cache.path().join("site-127.0.0.1_1.json");
        for garbage in [
            "",
            "nonsense",
            "[\"soon\"]",
            "{\"backoff_until\":1e99}",
            "{\"backoff_until\":\"soon\"}",
            "\u{0}",
            &" ".repeat(5000),
        ] {
            fs::write(&path, garbage).expect("a file");
            let file = state_file(cache.path());
            assert_eq!(file.load(), State::default(), "{garbage:?}");
            file.update(|state| state.clock_ahead = 5);
            assert_eq!(state_file(cache.path()).load().clock_ahead, 5);
        }
        // A later version may remember more.
        fs::write(&path, "{\"clock_ahead\":6,\"more\":1}").expect("a file");
        assert_eq!(state_file(cache.path()).load().clock_ahead, 6);
    }

    #[test]
    fn what_cannot_be_written_is_remembered_by_this_process() {
        let temp = tempfile::tempdir().expect("a folder");
        let in_the_way = temp.path().join("cache");
        fs::write(&in_the_way, "").expect("a file");
        for cache in [in_the_way, "/proc/none".into(), "/dev/full".into()] {
            let file = state_file(&cache);
            file.update(|state| state.clock_ahead = 5);
            file.update(|state| state.backoff_until = 7);
            assert_eq!(file.load().clock_ahead, 5);
            assert_eq!(file.load().backoff_until, 7);
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_special_file_in_its_place_is_not_read() {
        let cache = tempfile::tempdir().expect("a folder");
        let path = cache.path().join("site-127.0.0.1_1.json");
        for special in ["/dev/full", "/dev/zero"] {
            std::os::unix::fs::symlink(special, &path).expect("a link");
            let file = state_file(cache.path());
            assert_eq!(file.load(), State::default());
            file.update(|state| state.clock_ahead = 5);
            assert_eq!(state_file(cache.path()).load().clock_ahead, 5);
            fs::remove_file(&path).expect("a file");
        }
    }
}
