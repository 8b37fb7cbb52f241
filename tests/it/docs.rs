//! The README and the pages under `docs/` are correct. Their commands run and print the shown
//! output. Their links lead to existing places. Their statements about options, files, variables
//! and exit codes match the program.

mod architecture;
mod document;
mod documents_in_json;
mod names;
mod reference;
mod runner_source;
mod scripts;
mod sessions;
mod trust;
