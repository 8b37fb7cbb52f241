//! What a file was like when it was looked at.

use std::fs::{self, Metadata};
use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

/// A file's size and times. Two states that are equal are of equal contents,
/// for all practical purposes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct State(Kind);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Kind {
    /// There is no file, which is a state too.
    Absent,
    /// A file that was, or may have been, changed while it was read.
    Unsure,
    /// A file or folder.
    There {
        size: u64,
        /// In nanoseconds since 1970.
        modified: i64,
        /// When the file was changed in any way, which no tool sets back as
        /// `cp -p` does with the other; 0 where there is no such time.
        changed: i64,
    },
}

impl State {
    /// A state that no file is ever in.
    pub const UNSURE: Self = Self(Kind::Unsure);

    /// The state of no file.
    pub const ABSENT: Self = Self(Kind::Absent);

    /// The state of a file, or of what a link leads to.
    pub fn of(path: &Path) -> Self {
        match fs::metadata(path) {
            Ok(metadata) => Self(Kind::There {
                size: metadata.len(),
                modified: metadata.modified().map_or(0, nanoseconds),
                changed: changed(&metadata),
            }),
            Err(_) => Self(Kind::Absent),
        }
    }

    /// Whether it is a file that says it was there at `time` as it is now.
    pub fn is_of(self, time: SystemTime) -> bool {
        matches!(self.0, Kind::There { modified, .. } if modified <= nanoseconds(time))
    }

    /// The state of a file that was first looked at after `start`: unsure if it
    /// was changed since then, so that nobody knows which text was read.
    pub fn of_unchanged_since(path: &Path, start: SystemTime) -> Self {
        let state = Self::of(path);
        match state.0 {
            Kind::There {
                modified, changed, ..
            } => {
                let last = modified.max(changed);
                // File systems have clocks of their own, with a grain: some
                // milliseconds, or whole seconds.
                let coarse = last % 1_000_000_000 == 0;
                let grain = Duration::from_millis(if coarse { 2000 } else { 20 });
                if last >= nanoseconds(start - grain) {
                    Self::UNSURE
                } else {
                    state
                }
            }
            Kind::Absent | Kind::Unsure => Self::UNSURE,
        }
    }
}

fn nanoseconds(time: SystemTime) -> i64 {
    match time.duration_since(UNIX_EPOCH) {
        Ok(after) => i64::try_from(after.as_nanos()).unwrap_or(i64::MAX),
        Err(before) => i64::try_from(before.duration().as_nanos()).map_or(i64::MIN, |ns| -ns),
    }
}

#[cfg(unix)]
fn changed(metadata: &Metadata) -> i64 {
    use std::os::unix::fs::MetadataExt;
    let seconds = metadata.ctime().saturating_mul(1_000_000_000);
    seconds.saturating_add(metadata.ctime_nsec())
}

#[cfg(not(unix))]
fn changed(_: &Metadata) -> i64 {
    0
}

#[cfg(test)]
mod tests {
    use std::fs::File;

    use super::*;

    #[test]
    fn tells_contents_apart_by_size_and_time() {
        let temp = tempfile::tempdir().unwrap();
        let file = temp.path().join("file");
        let absent = State::of(&file);
        fs::write(&file, "one").unwrap();
        let one = State::of(&file);
        assert_ne!(one, absent);
        assert_eq!(one, State::of(&file));

        let time = UNIX_EPOCH + Duration::new(1_600_000_000, 123_456_789);
        let set = |nanoseconds| {
            let time = time + Duration::from_nanos(nanoseconds);
            File::options()
                .write(true)
                .open(&file)
                .unwrap()
                .set_modified(time)
                .unwrap();
            State::of(&file)
        };
        let (old, newer) = (set(0), set(1));
        assert_ne!(old, newer, "a nanosecond is seen");
        fs::remove_file(&file).unwrap();
        assert_eq!(State::of(&file), absent);
    }

    #[cfg(unix)]
    #[test]
    fn a_time_that_is_set_back_does_not_hide_a_change() {
        let temp = tempfile::tempdir().unwrap();
        let file = temp.path().join("file");
        fs::write(&file, "one").unwrap();
        let (before, time) = (State::of(&file), fs::metadata(&file).unwrap().modified());
        std::thread::sleep(Duration::from_millis(20));
        fs::write(&file, "two").unwrap();
        let open = File::options().write(true).open(&file).unwrap();
        open.set_modified(time.unwrap()).unwrap();
        assert_ne!(State::of(&file), before);
    }

    #[test]
    fn a_file_changed_during_the_build_is_unsure() {
        let temp = tempfile::tempdir().unwrap();
        let file = temp.path().join("file");
        fs::write(&file, "one").unwrap();
        let now = SystemTime::now();
        let later = now + Duration::from_secs(10);
        assert_eq!(State::of_unchanged_since(&file, now), State::UNSURE);
        assert_eq!(State::of_unchanged_since(&file, later), State::of(&file));
        let none = temp.path().join("none");
        assert_eq!(State::of_unchanged_since(&none, later), State::UNSURE);
    }
}
