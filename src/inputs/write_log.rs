//! The files that `aoc` has written under `inputs/`. `watch` uses it to tell its own writes from
//! the user's.

use std::mem;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use crate::error::Result;
use crate::files::bytes_hash;
use crate::sync::locked;

/// The writes that [`Self::take`] has not returned yet, the oldest first. Clones share them.
#[derive(Clone, Default)]
pub struct WriteLog(Arc<Mutex<Vec<RecentWrite>>>);

/// A file that was written or removed.
#[derive(Clone, PartialEq)]
struct RecentWrite {
    path: PathBuf,
    /// The hash of the written content. `None` if the file was removed.
    hash: Option<u64>,
}

impl WriteLog {
    /// Calls `write`, and records it as a write of this content, or without content as the removal
    /// of the file. It is recorded before it happens, so that no watcher sees the new content
    /// earlier. If it fails, the record is removed.
    pub(super) fn record(
        &self,
        path: &Path,
        content: Option<&[u8]>,
        write: impl FnOnce() -> Result<()>,
    ) -> Result<()> {
        let recorded = RecentWrite {
            path: path.to_owned(),
            hash: content.map(bytes_hash),
        };
        locked(&self.0).push(recorded.clone());
        write().inspect_err(|_| locked(&self.0).retain(|write| *write != recorded))
    }

    /// Takes over the writes that an earlier log of the same folder has not returned yet.
    pub fn take_from(&self, earlier: &Self) {
        let writes = mem::take(&mut *locked(&earlier.0));
        locked(&self.0).extend(writes);
    }

    /// True if the content that the caller has read was recorded, given by its
    /// [hash](crate::files::file_hash). Each write counts once, and no longer after a later one was
    /// read, because the user may have restored the old content. Writes after it still count.
    pub fn take(&self, path: &Path, hash: Option<u64>) -> bool {
        let read = RecentWrite {
            path: path.to_owned(),
            hash,
        };
        let mut writes = locked(&self.0);
        let Some(last) = writes.iter().rposition(|write| *write == read) else {
            // The user has written the file since then, and may restore an earlier content.
            writes.retain(|write| write.path != path);
            return false;
        };
        let later = writes.split_off(last + 1);
        writes.retain(|write| write.path != path);
        writes.extend(later);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `watch` has read the first of two writes of a round when the round writes again.
    #[test]
    fn a_write_counts_that_was_read_before_the_next_one() {
        let log = WriteLog::default();
        let path = Path::new("day25.answers.toml");
        let [first, second] = ["first", "second"].map(str::as_bytes);
        let take_first = || {
            for text in [first, second] {
                log.record(path, Some(text), || Ok(())).unwrap();
            }
            log.take(path, Some(bytes_hash(first)))
        };
        assert!(take_first());
        assert!(log.take(path, Some(bytes_hash(second))));
        // The second write takes the place of the first one, which the user restores.
        assert!(take_first());
        assert!(log.take(path, Some(bytes_hash(second))));
        assert!(!log.take(path, Some(bytes_hash(first))));
    }
}
