//! Writes the files of a plan, and the record of the copies among them.

use std::collections::{BTreeSet, VecDeque};
use std::mem;

use super::record::Record;
use super::{ImportedFile, Kind, Plan};
use crate::error::Result;
use crate::import::request::ImportRequest;
use crate::inputs::InputId;
use crate::site::{Session, SessionPlace, store_unchecked_session};

/// Writes the files of the plan. After an error, the plan contains only the files that were written
/// and the days that are complete.
pub fn apply(plan: &mut Plan, request: &ImportRequest) -> Result<()> {
    let mut unwritten = VecDeque::from(mem::take(&mut plan.files));
    let mut record = Record::read(request.project.root());
    let result = write_files(&mut unwritten, &mut plan.files, &mut record, request);
    plan.copied
        .retain(|_, day| !unwritten.iter().any(|file| day.copies.contains(&file.file)));
    for (puzzle, day) in &plan.copied {
        if let Some(origin) = &day.origin {
            record.add_origin(request.project.root(), &puzzle.solution_path(), origin);
        }
    }
    result.and(record.write(request.project))
}

/// Writes files. Moves each written file to `written`.
fn write_files(
    files: &mut VecDeque<ImportedFile>,
    written: &mut Vec<ImportedFile>,
    record: &mut Record,
    request: &ImportRequest,
) -> Result<()> {
    // The old and the new hash of each file are recorded before anything is written. So even after
    // an error or a kill, each file counts as a copy of the import, written or not. A manifest that
    // the user has written gets dependencies, but stays the user's.
    let mut recorded = BTreeSet::new();
    for file in files.iter().filter(|file| file.kind.is_code()) {
        if record.is_ours(request.project, &file.file, file.puzzle()) {
            record.files.add_next(&file.file, &file.text);
            recorded.insert(file.file.clone());
        }
    }
    record.write(request.project)?;
    while let Some(file) = files.front() {
        write(file, request)?;
        if recorded.contains(&file.file) {
            record.files.add(&file.file, &file.text);
        }
        written.extend(files.pop_front());
    }
    Ok(())
}

fn write(file: &ImportedFile, request: &ImportRequest) -> Result<()> {
    let ImportRequest {
        project,
        store,
        environment,
        ..
    } = *request;
    match file.kind {
        Kind::Session { tool } => {
            let file = file.from.clone().expect("a session has an original");
            let place = SessionPlace::Tool { tool, file };
            if let Some(session) = Session::read(environment, place)? {
                store_unchecked_session(environment, None, &session.token)?;
            }
            Ok(())
        }
        Kind::Answer { puzzle, part } => store.edit_answers(puzzle, &InputId::Own, |answers| {
            if answers.accepted(part).is_none() {
                answers.accept(part, file.text.trim());
            }
        }),
        Kind::Input { puzzle } => {
            let _lock = store.lock_download(puzzle, &InputId::Own, || {});
            if !store.has_input(puzzle, &InputId::Own) {
                let path = store.input_path(puzzle, &InputId::Own);
                store.write(&path, file.text.as_bytes())?;
            }
            Ok(())
        }
        Kind::Day { .. } | Kind::Module | Kind::Manifest => {
            project.write(&project.root().join(&file.file), &file.text)
        }
    }
}
