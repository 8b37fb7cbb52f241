//! Finds out whether an editor has unsaved changes of a file. If it has, the answer comes from
//! older code, and the user must know this.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use crate::config::Environment;
use crate::files::read_start;

/// The position in vim's swap file of the byte that shows unsaved changes.
const SWAP_STATE: usize = 1007;
/// The value of this byte if there are unsaved changes.
const UNSAVED: u8 = 0x55;

/// The editor that has unsaved changes of the file. emacs keeps a link next to the file, vim a swap
/// file next to it, and neovim a swap file in its state folder.
pub fn unsaved_editor(file: &Path, environment: &Environment) -> Option<&'static str> {
    let name = file.file_name()?.display();
    if file.with_file_name(format!(".#{name}")).is_symlink() {
        return Some("emacs");
    }
    let mut swap_files = vec![("vim", file.with_file_name(format!(".{name}.swp")))];
    if let Some(state) = neovim_state(environment) {
        let path = file.to_string_lossy().replace('/', "%");
        swap_files.push(("neovim", state.join(format!("swap/{path}.swp"))));
    }
    for (editor, swap_file) in swap_files {
        let start = read_start(&swap_file, SWAP_STATE as u64 + 1).unwrap_or_default();
        if start.get(SWAP_STATE) == Some(&UNSAVED) {
            return Some(editor);
        }
    }
    None
}

/// The state folder of neovim. `None` if there is no `XDG_STATE_HOME` and no home folder.
fn neovim_state(environment: &Environment) -> Option<PathBuf> {
    let states = match environment.variable("XDG_STATE_HOME") {
        Some(folder) => PathBuf::from(folder),
        None => environment.home.as_ref()?.join(".local/state"),
    };
    let name = environment.variable("NVIM_APPNAME");
    Some(states.join(name.unwrap_or(OsStr::new("nvim"))))
}

#[cfg(test)]
mod tests {
    use std::fs::{create_dir_all, remove_file, write};

    use super::*;
    use crate::files::MAX_FILE;
    use crate::testing::environment;

    /// vim also keeps swap files of unchanged files. One byte in the swap file shows the
    /// difference.
    #[test]
    fn changes_that_are_not_saved_are_seen() {
        let temp = tempfile::tempdir().unwrap();
        let file = temp.path().join("day01.rs");
        let editor = || unsaved_editor(&file, &environment(temp.path(), &[]));
        assert_eq!(editor(), None);
        let beside = temp.path().join(".day01.rs.swp");
        let name = file.to_string_lossy().replace('/', "%");
        let folder = temp.path().join(".local/state/nvim/swap");
        create_dir_all(&folder).unwrap();
        let own = folder.join(format!("{name}.swp"));
        // A Windows path has a colon and backslashes, so it cannot be part of a file name.
        let swap_files = if cfg!(unix) {
            vec![(beside, "vim"), (own, "neovim")]
        } else {
            vec![(beside, "vim")]
        };
        for (swap_file, name) in swap_files {
            let mut header = vec![0; 4096];
            write(&swap_file, &header).unwrap();
            assert_eq!(editor(), None);
            header[SWAP_STATE] = UNSAVED;
            write(&swap_file, &header).unwrap();
            assert_eq!(editor(), Some(name), "{}", swap_file.display());
            remove_file(swap_file).unwrap();
        }
        #[cfg(unix)]
        std::os::unix::fs::symlink("me@host.1234:5678", temp.path().join(".#day01.rs")).unwrap();
        #[cfg(unix)]
        assert_eq!(editor(), Some("emacs"));
    }

    /// A Windows path has a colon and backslashes, so it cannot be part of a file name.
    #[cfg(unix)]
    #[test]
    fn the_state_folder_of_neovim_may_be_elsewhere() {
        let temp = tempfile::tempdir().unwrap();
        let file = temp.path().join("day01.rs");
        let name = file.to_string_lossy().replace('/', "%");
        let state = temp.path().join("state");
        let state = state.to_str().unwrap();
        let mut header = vec![0; 4096];
        header[SWAP_STATE] = UNSAVED;
        for (folder, variables) in [
            ("state/nvim", vec![("XDG_STATE_HOME", state)]),
            (".local/state/lazy", vec![("NVIM_APPNAME", "lazy")]),
            (
                "state/lazy",
                vec![("XDG_STATE_HOME", state), ("NVIM_APPNAME", "lazy")],
            ),
        ] {
            let swap_file = format!("{folder}/swap/{name}.swp");
            crate::testing::write(temp.path(), &swap_file, &header);
            let environment = environment(temp.path(), &variables);
            let editor = unsaved_editor(&file, &environment);
            assert_eq!(editor, Some("neovim"), "{folder}");
            remove_file(temp.path().join(swap_file)).unwrap();
        }
    }

    /// Only the start of a swap file is read, whatever its size.
    #[test]
    fn a_large_swap_file_shows_unsaved_changes() {
        let temp = tempfile::tempdir().unwrap();
        let mut header = vec![0; 4096];
        header[SWAP_STATE] = UNSAVED;
        let swap_file = temp.path().join(".day01.rs.swp");
        write(&swap_file, &header).unwrap();
        let file = std::fs::File::options().write(true).open(&swap_file);
        file.unwrap().set_len(MAX_FILE + 1).unwrap();
        let environment = environment(temp.path(), &[]);
        let file = temp.path().join("day01.rs");
        assert_eq!(unsaved_editor(&file, &environment), Some("vim"));
    }

    /// Anything can be at the path of a swap file.
    #[cfg(unix)]
    #[test]
    fn a_swap_file_that_is_a_fifo_holds_up_nobody() {
        let temp = tempfile::tempdir().unwrap();
        let fifo = temp.path().join(".day01.rs.swp");
        let made = std::process::Command::new("mkfifo").arg(&fifo).status();
        assert!(made.expect("mkfifo").success());
        let environment = environment(temp.path(), &[]);
        let file = temp.path().join("day01.rs");
        assert_eq!(unsaved_editor(&file, &environment), None);
    }
}
