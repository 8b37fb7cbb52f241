//! Finds the days of the old repository: which files are days, of which year, and how their
//! functions may be called. A day that is not understood is noted with the reason. The compiler
//! tells later whether a copy compiles.

use std::fmt::{self, Display, Formatter};
use std::mem;

use syn::Item;

use super::candidates::{self, Candidate, first_by_names, without_part};
use super::expressions::{self, RepositoryNames, Said};
use super::names::{
    day_and_words, day_of_folder, file_name, folder_of, is_of_one_part, join, within,
};
use super::plan::ImportRequest;
use super::repository::OldRepository;
use super::source::{FileItem, Source};
use super::wiring::Wiring;
use crate::project::source::solution_type;
use crate::puzzle::{Day, Puzzle, words};

/// A file that is a day, or looks like one.
pub struct DayFile {
    pub file: String,
    /// How it is called if nothing is compiled: as the user's expressions or the names of functions
    /// say.
    pub wiring: Result<Wiring, NotCopied>,
    /// The ways to call it, preferred ones first. Empty if it is a day of `aoc` already.
    pub candidates: Vec<Candidate>,
    /// Whether it is the root of a crate, and not a module.
    pub is_crate: bool,
    /// The folder of its own modules.
    pub inner: String,
    pub puzzle: Puzzle,
}

/// The reason why a day is not copied.
#[derive(Clone, Debug)]
pub enum NotCopied {
    /// The file has only one part of a day, whatever its functions are.
    OnePart,
    /// It is not clear how to call the day, for this reason. An expression of the user can say it.
    Unclear(String),
    /// The code cannot be copied, or its copy cannot be built, for this reason. No expression helps.
    Unfit(String),
}

impl NotCopied {
    /// Whether an expression of the user could help.
    pub fn is_unclear(&self) -> bool {
        matches!(self, Self::Unclear(_))
    }
}

impl Display for NotCopied {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        match self {
            Self::OnePart => f.write_str("it is a part of a day: put each day into one file"),
            Self::Unclear(why) | Self::Unfit(why) => f.write_str(why),
        }
    }
}

impl DayFile {
    /// The order among the files of a puzzle: first those whose names tell how to call them, then
    /// those that have any candidates.
    fn rank(&self) -> (bool, bool) {
        (self.wiring.is_err(), self.candidates.is_empty())
    }
}

impl OldRepository {
    /// Finds the days among the sources. Notes the files whose puzzle is not known.
    pub fn find_days(&mut self, request: &ImportRequest) {
        let names = RepositoryNames::of(self.sources.values().flatten());
        let mut left_out = mem::take(&mut self.left_out);
        let mut days = Vec::new();
        let mut unnamed = Vec::new();
        for (file, source) in &self.sources {
            match self.day_file(request, &names, file, source) {
                Ok(Some(day)) => days.push(day),
                Ok(None) => {
                    if let Ok(source) = source
                        && self
                            .by_names(file, source)
                            .iter()
                            .any(|candidate| candidate.part.is_some())
                    {
                        unnamed.push(&**file);
                    }
                }
                Err(why) => left_out.refuse(self.tree.path(file), None, why),
            }
        }
        // A library or a module comes before the program that calls it.
        days.sort_by_key(|day| (day.puzzle, day.rank(), day.is_crate));
        if days.is_empty() && !left_out.has_refused && !self.sources.is_empty() {
            if unnamed.is_empty() {
                unnamed.push("");
            }
            for file in unnamed {
                let why = "no file is named like a day (day01.rs, 01.rs, day01/main.rs)";
                left_out.refuse(self.tree.path(file), None, why.to_owned());
            }
        }
        for day in &days {
            let names = day.inner.rsplit('/').take(2);
            self.day_names.extend(names.map(str::to_owned));
        }
        self.days = days;
        self.left_out = left_out;
    }

    /// The day in the name of a file, and the words after its number.
    pub fn day_at(&self, file: &str) -> Option<(Day, Vec<String>)> {
        let is_crate = self.package_of(file).is_crate(file);
        let named = day_and_words(stem(file));
        if !is_index(file) && (!is_crate || named.is_some()) {
            return named;
        }
        let mut folders = folder_of(file).rsplit('/');
        let parent = folders.find(|name| !["src", "bin"].contains(name));
        day_of_folder(parent.unwrap_or_default())
    }

    /// The day that a file is, judging by its name. For a program or an index, the name of the
    /// folder counts: `day01/main.rs`.
    fn day_file(
        &self,
        request: &ImportRequest,
        names: &RepositoryNames,
        file: &str,
        source: &Result<Source, String>,
    ) -> Result<Option<DayFile>, String> {
        let Some((day, mut after)) = self.day_at(file) else {
            return Ok(None);
        };
        let folder = folder_of(file);
        let stem = stem(file);
        let is_crate = self.package_of(file).is_crate(file);
        after.extend(words(stem));
        let source = source.as_ref().map_err(Clone::clone)?;
        let puzzle = self.puzzle(file, day)?;
        let is_of_one_part = after.first().is_some_and(|word| is_of_one_part(word));
        let (wiring, candidates) = if is_of_one_part {
            (Err(NotCopied::OnePart), Vec::new())
        } else {
            self.calls(request, names, file, source, puzzle)
        };
        Ok(Some(DayFile {
            file: file.to_owned(),
            wiring,
            candidates,
            is_crate,
            inner: join(folder, if is_index(file) { "" } else { stem }),
            puzzle,
        }))
    }

    /// How a day is called if nothing is compiled, and its candidates: the user's expressions, or
    /// else the candidates by names. If the expressions do not fit the day, the report says so.
    fn calls(
        &self,
        request: &ImportRequest,
        names: &RepositoryNames,
        file: &str,
        source: &Source,
        puzzle: Puzzle,
    ) -> (Result<Wiring, NotCopied>, Vec<Candidate>) {
        let mut candidates = Vec::new();
        let said = expressions::said_of(names, source, request.expressions, puzzle);
        if let Said::Call(wiring) = &said {
            let mut wiring = wiring.clone();
            wiring.is_of_user = true;
            wiring.reads = request.calls_readers && !self.given.is_empty();
            candidates.push(Candidate::of_day(wiring));
        } else if solution_type(&source.text, "").is_some() && source.text.contains("aoc_solution")
        {
            // It is a day of `aoc` already.
            return (Ok(Wiring::default()), candidates);
        } else {
            candidates = self.by_names(file, source);
        }
        // cargo-aoc removes line breaks from the end of the input.
        let text = match request.text {
            Some(text) => Some(expressions::fill(text, puzzle)),
            None if source.marks().next().is_some() => {
                Some("input.trim_end_matches('\\n')".to_owned())
            }
            None => None,
        };
        let misfit = match &said {
            Said::Lacks(why) | Said::OfOthers(why) => Some(why),
            Said::Nothing | Said::Call(_) => None,
        };
        for Candidate { wiring, .. } in &mut candidates {
            wiring.text.clone_from(&text);
            wiring.misfit = misfit.map(|why| format!("called as its functions say: {why}"));
        }
        let wiring = first_by_names(&candidates);
        let why = || match said {
            Said::Lacks(why) => why,
            _ => unseen(source),
        };
        let wiring = wiring.ok_or_else(|| NotCopied::Unclear(why()));
        (wiring, candidates)
    }

    fn by_names(&self, file: &str, source: &Source) -> Vec<Candidate> {
        let source = self.given(file).unwrap_or(source);
        candidates::by_names(source, !self.given.is_empty())
    }

    /// Whether an item at the root of a crate is left out, because it declares or runs the days.
    pub fn stays_at_root(&self, item: &FileItem) -> bool {
        let is_declaration = match &item.item {
            Item::ExternCrate(_) | Item::Macro(_) => true,
            Item::Mod(module) => module.content.is_none() || item.declares_files(),
            _ => item.name == "main" || item.is_of_tool(),
        };
        let mut words = item.code.split_whitespace();
        is_declaration || item.is_for_tests || words.any(|word| self.day_names.contains(word))
    }

    /// Whether the code of a day, or code that is not a day, trims texts.
    pub fn trims(&self, day: &DayFile) -> bool {
        self.sources.iter().any(|(file, source)| {
            let is_seen = *file == day.file || self.day_at(file).is_none();
            let mut items = source.iter().flat_map(|source| &source.items);
            is_seen && items.any(|item| item.code.contains(" trim"))
        })
    }

    /// Whether a source is another day, or a module of another day. Then it is not shared code.
    pub fn is_of_another(&self, puzzle: Puzzle, file: &str) -> bool {
        self.days.iter().any(|other| {
            let has_file = other.file == file || within(&other.inner, file).is_some();
            has_file && other.puzzle != puzzle
        })
    }
}

/// The name of a source without `.rs`.
fn stem(file: &str) -> &str {
    file_name(file).trim_end_matches(".rs")
}

/// Whether a source is named like the root of a crate or of a folder.
fn is_index(file: &str) -> bool {
    ["mod", "main", "lib"].contains(&stem(file))
}

/// The reason why names do not tell how a day is called.
pub fn unseen(source: &Source) -> String {
    let mut functions = source.functions();
    if source.has("main") && functions.all(|function| function.sig.ident == "main") {
        return "it has only `main`: put what answers a part into a function of the text"
            .to_owned();
    }
    without_part(source).unwrap_or_else(|| "no function answers a part".to_owned())
}
