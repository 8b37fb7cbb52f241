//! Finds the days of the old repository: the files that are days, their years, and the possible
//! calls of their functions. A file that looks like a day but cannot be one is listed with the
//! reason.

mod joined;

use std::collections::{BTreeMap, BTreeSet};
use std::mem;
use std::path::Path;

use aoc_solution::Part;
use aoc_solution::imported::part_numbered;
use syn::Item;

use super::assertions::{DayAssertions, read_assertions};
use super::day_file::{DayFile, DayKind};
use super::{NamedDay, OldRepository};
use crate::import::candidates::user_call;
use crate::import::candidates::user_call::UserCall;
use crate::import::candidates::{
    Candidate, MAX_CANDIDATES, PartFunction, Rank, answers_a_part, candidates_of, part_functions,
    redirect_reads,
};
use crate::import::folder::names::{
    certain_day_of_folder, file_name, folder_of, is_for_tests, module_folder, named_day,
    number_beyond_days, stem, within,
};
use crate::import::folder::part_names::{may_be_title, part_of, says_part};
use crate::import::left_out::{LeftOut, SkippedKind};
use crate::import::request::ImportRequest;
use crate::import::source::{OldFile, Source};
use crate::project::source::solution_type;
use crate::puzzle::{Puzzle, is_day_count_known, no_such_day_message, parts_in_calendar};

/// Folders in a package that are not modules.
const FOLDERS_OF_CRATES: [&str; 3] = ["src", "bin", "examples"];

/// The reason for leaving out files if none has the name of a day.
const NOTHING_NAMED: &str = "no file is named like a day (day01.rs, 01.rs, day01/main.rs)";

/// Finds the days among the sources of a repository. Notes the files whose puzzle is not known in
/// `left_out`.
pub fn find_days(repository: &mut OldRepository, request: &ImportRequest) {
    let mut left_out = mem::take(&mut repository.left_out);
    let reader = DayReader {
        repository,
        request,
    };
    let mut days = reader.read_days(&mut left_out);
    let joined_days = reader.joined_days(&days);
    days = reader.without_modules(days);
    repository.left_out = left_out;
    for day in &days {
        let last_two = day.module_folder().rsplit('/').take(2);
        let names = last_two.filter(|name| !FOLDERS_OF_CRATES.contains(name));
        repository.day_names.extend(names.map(str::to_owned));
    }
    let mut joined_files = BTreeMap::new();
    for (day, file) in joined_days {
        joined_files.insert(day.file.clone(), Ok(file));
        days.retain(|other| !day.contains(&other.file));
        days.push(day);
    }
    days.sort_by_cached_key(|day| order_key(repository, day));
    let mut by_puzzle = BTreeMap::<Puzzle, Vec<DayFile>>::new();
    for day in days {
        by_puzzle.entry(day.puzzle).or_default().push(day);
    }
    for (puzzle, files) in &mut by_puzzle {
        let sources = files.iter().flat_map(|day| &day.files);
        let assertions = read_assertions(repository, puzzle.day, sources);
        for day in files {
            day.assertions = assertions.clone();
        }
    }
    repository.days = by_puzzle;
    if !joined_files.is_empty() {
        repository.files.append(&mut joined_files);
        repository.mark_readers();
    }
    repository.find_inputs_by_code();
}

/// The key that orders the files of a puzzle. A file for which an earlier value is true comes after
/// the files for which it is false.
fn order_key(repository: &OldRepository, day: &DayFile) -> impl Ord + use<> {
    let needs_trial = day.needs_trial();
    let cannot_be_called = needs_trial && day.candidates().is_empty();
    let is_of_aoc = matches!(day.kind, DayKind::OfAoc);
    // A library or a module comes before the program that calls it, and `day01.rs` before
    // `day01-fast.rs`.
    let path = Path::new(&day.file).with_extension("");
    let comes_later = (cannot_be_called, needs_trial, is_of_aoc);
    let is_helper = needs_namesake(repository, day);
    (comes_later, is_helper, day.is_crate, path)
}

/// True if the functions of a day's parts take values, and its code uses another file of this day
/// with the same name, which has the types of these values: `charts/day05.rs` may use
/// `solutions::day05`.
fn needs_namesake(repository: &OldRepository, day: &DayFile) -> bool {
    let name = file_name(day.module_folder());
    let uses = |folder: &str| {
        let source = repository.source(&day.file);
        let mut items = source.iter().flat_map(|source| &source.items);
        items.any(|item| item.mentions(folder) && item.mentions(name))
    };
    let functions = &day.part_functions;
    !functions.is_empty()
        && functions.iter().all(|function| function.takes_other)
        && repository.named.iter().any(|(file, named)| {
            let module = module_folder(file);
            named.puzzle.as_ref() == Ok(&day.puzzle)
                && *file != day.file
                && file_name(module) == name
                && uses(file_name(folder_of(module)))
        })
}

/// True if the code of a day has the name of a module.
pub fn uses_module(repository: &OldRepository, day: &DayFile, module: &DayFile) -> bool {
    let name = file_name(module.module_folder());
    let source = repository.source(&day.file);
    source.is_ok_and(|source| source.items.iter().any(|item| item.mentions(name)))
}

/// Finds the files that are days, and their possible calls.
struct DayReader<'r> {
    repository: &'r OldRepository,
    request: &'r ImportRequest<'r>,
}

impl DayReader<'_> {
    /// Reads the files that are days. Notes why other files with solutions are not days.
    fn read_days(&self, left_out: &mut LeftOut) -> Vec<DayFile> {
        let repository = self.repository;
        let mut days = Vec::new();
        let mut unnamed = Vec::new();
        for (file, read) in &repository.files {
            match self.day_file(file, read) {
                Ok(Some(day)) => days.push(day),
                Ok(None) if self.answers_a_part(file) => unnamed.push(&**file),
                Ok(None) => {}
                Err(why) => left_out.skip(repository.tree.path(file), SkippedKind::UnknownDay, why),
            }
        }
        for (file, read) in &repository.files {
            let inline = read.iter().flat_map(|read| read.source.inline_days());
            for day in inline {
                let from = repository.tree.path(file);
                match repository.puzzle(file, day) {
                    Ok(puzzle) if !days.iter().any(|other| other.puzzle == puzzle) => {
                        let why = "it is a module within a file: put it into a file of its own";
                        left_out.skip(from, SkippedKind::Day(puzzle), why);
                    }
                    Ok(_) => {}
                    // Several modules of a file may be left out for the same reason.
                    Err(why) if left_out.has(&from, &why) => {}
                    Err(why) => left_out.skip(from, SkippedKind::UnknownDay, why),
                }
            }
        }
        let is_nothing_named = days.is_empty() && !left_out.has_refused_days();
        if is_nothing_named
            && unnamed.is_empty()
            && !repository.files.is_empty()
            && let Some(folder) = &repository.folder
        {
            left_out.skip(folder, SkippedKind::File, NOTHING_NAMED);
        }
        unnamed.sort_by_key(|file| why_no_such_day(file).is_none());
        for file in unnamed {
            if let Some((kind, why)) = self.why_unnamed(file, is_nothing_named) {
                left_out.skip(repository.tree.path(file), kind, why);
            }
        }
        days
    }

    /// Why a file that may solve a puzzle is no day, and the kind of its entry in the report. `None`
    /// if another file has the name of its day.
    fn why_unnamed(&self, file: &str, is_nothing_named: bool) -> Option<(SkippedKind, String)> {
        if let Some(why) = why_no_such_day(file) {
            return Some((SkippedKind::UnknownDay, why));
        }
        if is_nothing_named {
            return Some((SkippedKind::UnknownDay, NOTHING_NAMED.to_owned()));
        }
        let mut folders = folder_of(file).rsplit('/');
        let day = folders.find_map(certain_day_of_folder)?;
        let puzzle = self.repository.puzzle(file, day);
        // A file that cannot be read, or whose year is not known, has the name of a day, too.
        let mut named = self.repository.named.values();
        if named.any(|named| named.day == day && named.puzzle == puzzle) {
            return None;
        }
        Some(match puzzle {
            Ok(puzzle) => {
                let why = "no file of its folder is named like the day (day01/main.rs, \
                           day01/mod.rs, day01/day01.rs)";
                (SkippedKind::Day(puzzle), why.to_owned())
            }
            Err(why) => (SkippedKind::UnknownDay, why),
        })
    }

    /// The days without each file that has only one part and is a module of another file of the
    /// same puzzle.
    fn without_modules(&self, days: Vec<DayFile>) -> Vec<DayFile> {
        let (mut parts, mut kept): (Vec<_>, Vec<_>) = days
            .into_iter()
            .partition(|day| !day.is_crate && matches!(day.kind, DayKind::OnePart(_)));
        parts.retain(|part| {
            !kept.iter().any(|day| {
                day.puzzle == part.puzzle
                    && (within(day.module_folder(), &part.file).is_some()
                        || uses_module(self.repository, day, part))
            })
        });
        kept.append(&mut parts);
        kept
    }

    /// True if a function in a file may answer a part.
    fn answers_a_part(&self, file: &str) -> bool {
        let source = self.repository.source(file);
        source.is_ok_and(answers_a_part)
    }

    /// The day of a file, according to its path.
    fn day_file(
        &self,
        file: &str,
        read: &Result<OldFile, String>,
    ) -> Result<Option<DayFile>, String> {
        let Some(NamedDay { puzzle, after, .. }) = self.repository.named.get(file) else {
            return Ok(None);
        };
        let read = read.as_ref().map_err(Clone::clone)?;
        let puzzle = puzzle.clone()?;
        let part = after.iter().find_map(|word| part_numbered(word));
        let has_all_parts = part.is_some_and(|part| *parts_in_calendar(puzzle) == [part])
            && is_day_count_known(puzzle.year);
        let may_be_whole = has_all_parts || may_be_title(after);
        let is_whole = may_be_whole && self.is_only_name(puzzle, after)
            || has_both_parts(&part_functions(&read.source)) && !self.names_part(file);
        if says_part(after) && !is_whole {
            let user_call = match self.user_call(&read.source, puzzle) {
                UserCall::Applies { .. } => {
                    UserCall::Unused("your expressions are not used".to_owned())
                }
                UserCall::NotGiven | UserCall::Unused(_) => UserCall::NotGiven,
            };
            return Ok(Some(DayFile {
                user_call,
                ..self.new_day(file, puzzle, read, DayKind::OnePart(part))
            }));
        }
        Ok(Some(self.whole_day(file, puzzle, read)))
    }

    /// True if the name of the file itself says a part, whatever its folder is called.
    fn names_part(&self, file: &str) -> bool {
        let is_crate = self.repository.package_of(file).is_crate(file);
        let named = named_day(&self.repository.spelled_out(file), is_crate);
        named.is_some_and(|(_, after)| says_part(&after))
    }

    /// True if no file of the puzzle has other words after its day.
    fn is_only_name(&self, puzzle: Puzzle, after: &[String]) -> bool {
        let mut named = self.repository.named.values();
        named.all(|other| other.after == after || other.puzzle != Ok(puzzle))
    }

    /// The day in a file that has all parts of the puzzle.
    fn whole_day(&self, file: &str, puzzle: Puzzle, read: &OldFile) -> DayFile {
        let source = &read.source;
        let is_of_aoc = is_day_of_aoc(source);
        let listed = if is_of_aoc {
            Vec::new()
        } else {
            candidates_of(source)
        };
        let user_call = self.user_call(source, puzzle);
        let [mut candidates, of_other_part] = user_call.candidates(&listed, puzzle);
        if is_of_aoc && candidates.is_empty() {
            return DayFile {
                user_call: self.unused_by_day_of_aoc(&user_call),
                ..self.new_day(file, puzzle, read, DayKind::OfAoc)
            };
        }
        if listed.len() > MAX_CANDIDATES && candidates.is_empty() {
            return self.new_day(file, puzzle, read, DayKind::TooManyCalls);
        }
        candidates.extend(listed);
        candidates.extend(of_other_part);
        if let [part] = parts_in_calendar(puzzle) {
            let printing: Vec<Candidate> = candidates
                .iter()
                .filter_map(|candidate| candidate.printing_only(*part))
                .collect();
            candidates.extend(printing);
        }
        if read.reads_input || self.repository.may_read_input(puzzle) {
            redirect_reads(&mut candidates, source);
        }
        if let Some(text) = self.text_of_day(source, puzzle) {
            for candidate in &mut candidates {
                // Code that reads the input itself, as `main` does, also shortens it itself.
                if candidate.is_of_user() || !candidate.wiring.has_call_without_input() {
                    candidate.wiring.set_text(&text);
                }
            }
        }
        let includes_input = self.includes_input(source, puzzle);
        if includes_input {
            for candidate in candidates
                .iter_mut()
                .filter(|candidate| !candidate.is_of_user())
            {
                candidate.rank = candidate.rank.max(Rank::Guess);
            }
        }
        let items = source.items_outside_of_tests();
        // Several files with the same text are one input.
        let texts: BTreeSet<String> = items
            .flat_map(|item| self.repository.data_files(file, item))
            .filter_map(|named| self.repository.tree.text(named).ok())
            .collect();
        DayFile {
            user_call,
            includes_input,
            names_several_files: texts.len() > 1,
            ..self.new_day(file, puzzle, read, DayKind::ToCall(candidates))
        }
    }

    /// True if an `impl` or the module of a part includes a text, and each such text is the day's
    /// input.
    fn includes_input(&self, source: &Source, puzzle: Puzzle) -> bool {
        let mut paths = source
            .items
            .iter()
            .filter(|item| match item.item {
                Item::Impl(_) => !item.is_for_tests,
                Item::Mod(_) => part_of(&item.name).is_some(),
                _ => false,
            })
            .flat_map(|item| item.facts.files.iter().map(|file| item.path_of(file)))
            .peekable();
        paths.peek().is_some()
            && paths
                .all(|path| path.is_some_and(|path| self.repository.may_be_input_of(path, puzzle)))
    }

    /// The note that the user's expressions and `--text` are not used, because the file already is a
    /// day of `aoc`.
    fn unused_by_day_of_aoc(&self, user_call: &UserCall) -> UserCall {
        let text = self
            .request
            .text
            .map(|_| "`--text` is not used: the file already is a day of `aoc`");
        let unused: Vec<&str> = user_call.note().into_iter().chain(text).collect();
        if unused.is_empty() {
            return UserCall::NotGiven;
        }
        UserCall::Unused(unused.join("; "))
    }

    /// What the user's expressions say about a day with this source.
    fn user_call(&self, source: &Source, puzzle: Puzzle) -> UserCall {
        let has = |name: &str| self.has_name(source, name);
        UserCall::of(has, self.request.expressions, puzzle)
    }

    /// True if a day has an item with this name, or imports it. `use ...::*` may import any item of
    /// the repository. A macro call may declare every name in it.
    fn has_name(&self, source: &Source, name: &str) -> bool {
        let mut items = self.repository.items();
        source.has(name)
            || source.items.iter().any(|item| match item.item {
                Item::Use(_) => {
                    item.mentions(name)
                        || item.imports_all() && items.any(|(_, item)| item.name == name)
                }
                Item::Macro(_) => item.mentions(name),
                _ => false,
            })
    }

    fn new_day(&self, file: &str, puzzle: Puzzle, read: &OldFile, kind: DayKind) -> DayFile {
        DayFile {
            file: file.to_owned(),
            files: BTreeMap::from([(String::new(), file.to_owned())]),
            kind,
            user_call: UserCall::NotGiven,
            includes_input: false,
            names_several_files: false,
            part_functions: part_functions(&read.source),
            assertions: DayAssertions::default(),
            is_crate: self.repository.is_crate(file),
            puzzle,
        }
    }

    /// The expression for the text that a day gets. `None` means the whole input. A day of
    /// cargo-aoc gets the input without line breaks at its end.
    fn text_of_day(&self, source: &Source, puzzle: Puzzle) -> Option<String> {
        match self.request.text {
            Some(text) => Some(user_call::fill_placeholders(text, puzzle)),
            None if source.cargo_aoc_attributes().next().is_some() => {
                Some("input.trim_end_matches('\\n')".to_owned())
            }
            None => None,
        }
    }
}

/// True if there are functions for both parts.
fn has_both_parts(functions: &[PartFunction]) -> bool {
    Part::BOTH
        .iter()
        .all(|part| functions.iter().any(|function| function.part == *part))
}

/// The message for a file with the number of a day that does not exist. `None` if the name has no
/// such number.
fn why_no_such_day(file: &str) -> Option<String> {
    let number = number_beyond_days(stem(file))?;
    (!is_for_tests(file)).then(|| no_such_day_message(&number))
}

/// True if a source already has a call of `functions!`.
fn is_day_of_aoc(source: &Source) -> bool {
    solution_type(&source.text, "").is_some() && source.text.contains("aoc_solution")
}
