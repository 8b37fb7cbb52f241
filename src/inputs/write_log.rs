//! The files that `aoc` has written under `inputs/`. `watch` uses it to tell its own writes from
//! the user's.

use std::mem;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use crate::files::{bytes_hash, file_hash};
use crate::sync::locked;

/// The writes that [`Self::take`] has not returned yet, the oldest first. Clones share them.
#[derive(Clone, Default)]
pub struct WriteLog(Arc<Mutex<Vec<RecentWrite>>>);

/// A file that was written or removed.
#[derive(PartialEq)]
struct RecentWrite {
    path: PathBuf,
    /// The hash of the written content. `None` if the file was removed.
    hash: Option<u64>,
}

impl WriteLog {
    /// Records a write of this content, or without content the removal of the file. A write must be
    /// recorded before it happens, so that no watcher sees the new content before its record.
    pub(super) fn record(&self, path: &Path, content: Option<&[u8]>) {
        locked(&self.0).push(RecentWrite {
            path: path.to_owned(),
            hash: content.map(bytes_hash),
        });
    }

    /// Takes over the writes that an earlier log of the same folder has not returned yet.
    pub fn take_from(&self, earlier: &Self) {
        let writes = mem::take(&mut *locked(&earlier.0));
        locked(&self.0).extend(writes);
    }

    /// True if the current content of the file was recorded. Each write counts once, and no longer
    /// after a later write, because the user may have restored the old content.
    pub fn take(&self, path: &Path) -> bool {
        let current = RecentWrite {
            path: path.to_owned(),
            hash: file_hash(path),
        };
        let mut writes = locked(&self.0);
        let Some(last) = writes.iter().rposition(|write| *write == current) else {
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
