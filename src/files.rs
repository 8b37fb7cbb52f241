//! Reads, writes and locks files. A file is written completely or not at all, has a size limit, and
//! is changed by one process at a time.

mod atomic;
mod copies;
mod destination;
mod identity;
mod lock;
mod paths;
mod pruning;
mod read;
mod read_toml;
mod text_form;
pub mod toml_text;
mod written;

pub use atomic::{
    Readers, create_source, fail_writes_past_the_size_limit, probe_file, probe_folder,
    remove_leftovers, replace, replace_unflushed, wait_for_writes, write_source,
};
pub use copies::copy_with_time;
pub use destination::Destination;
pub use identity::{FileIdentity, FileSnapshot, bytes_hash, file_hash, text_digest, value_hash};
pub use lock::{Lock, Locks, SharedLock};
pub use paths::{
    check_name, find_program, in_real_folder, is_temporary, link_target, real_path, shown_path,
    slashed, source_files, without_dots,
};
pub use pruning::{mark_used, remove_oldest};
pub use read::{
    MAX_FILE, MAX_SETTINGS, entries, if_exists, is_missing, is_open_to_others, read_any_file,
    read_limited, read_regular_file, read_start, read_text_file, read_text_up_to,
};
pub use read_toml::{parse_toml, read_table, toml_at};
pub use text_form::{in_form_of, is_same_text, unix_lines, without_bom};
pub use written::{WrittenFiles, written_hash};
