//! Recognises what git leaves in place of a file that it has not checked out, such as in a clone
//! without the key of git-crypt.

use std::fmt::{self, Display, Formatter};
use std::path::Path;

use crate::files::read_start;

/// The tool that has to check the file out. Until then, nothing reads the file or writes to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum NotCheckedOut {
    /// The file is encrypted.
    GitCrypt,
    /// The file is a text that names the real content, which is on the server.
    GitLfs,
}

/// The longest beginning by which a file is recognised, in bytes.
const MAX_BEGINNING: u64 = 32;

impl NotCheckedOut {
    pub const ALL: [Self; 2] = [Self::GitCrypt, Self::GitLfs];

    /// The tool that has to check out a file with these bytes. `None` for the contents of a file.
    pub fn of(bytes: &[u8]) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|tool| bytes.starts_with(tool.beginning()))
    }

    /// Like [`Self::of`]. `None` also if the file is missing or cannot be read.
    pub fn of_file(path: &Path) -> Option<Self> {
        Self::of(&read_start(path, MAX_BEGINNING).ok()?)
    }

    fn beginning(self) -> &'static [u8] {
        match self {
            Self::GitCrypt => b"\0GITCRYPT\0",
            Self::GitLfs => b"version https://git-lfs",
        }
    }

    /// The state of `count` files in a message, after their names.
    pub fn state(self, count: usize) -> &'static str {
        match (self, count) {
            (Self::GitCrypt, 1) => "is locked by git-crypt",
            (Self::GitCrypt, _) => "are locked by git-crypt",
            (Self::GitLfs, 1) => "is a pointer of git lfs",
            (Self::GitLfs, _) => "are pointers of git lfs",
        }
    }

    /// The command that checks the files out.
    pub fn command(self) -> &'static str {
        match self {
            Self::GitCrypt => "git-crypt unlock",
            Self::GitLfs => "git lfs pull",
        }
    }
}

/// The rest of a message, after the name of the file.
impl Display for NotCheckedOut {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        write!(f, "{}: `{}`", self.state(1), self.command())?;
        match self {
            // A new file in its place would be committed without encryption.
            Self::GitCrypt => Ok(()),
            Self::GitLfs => f.write_str(", or remove the file if its content is lost"),
        }
    }
}
