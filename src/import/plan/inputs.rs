//! Finds inputs and answers in a folder, and the sessions of tools. A wrong input is worse than a
//! missing one, because it would keep the right input from being downloaded. So only the folders of
//! days and of inputs are searched, and if two files for the same puzzle differ, neither is taken.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::canonicalize;
use std::path::PathBuf;

use aoc_solution::Part;

use super::{ImportedFile, Kind, Plan, PlanContext};
use crate::config::Environment;
use crate::error::{Result, failure, usage_error};
use crate::files::{is_same_text, parse_toml};
use crate::import::folder::input_paths::input_at;
use crate::import::folder::names::{day_and_words, day_of_folder, file_name, folder_of, year_in};
use crate::import::folder::secrets::is_session_file;
use crate::import::left_out::SkippedKind;
use crate::import::repository::OldRepository;
use crate::import::request::ImportRequest;
use crate::inputs::{InputId, NotCheckedOut, PuzzleFile, Store, read_input, why_no_input};
use crate::puzzle::{Day, Puzzle};
use crate::records::StoredDay;
use crate::site::{AOCD, Session, SessionPlace, TOOLS, Tool, files_of_tools, session_file};

/// What a file of a day may contain.
#[derive(Clone, Copy)]
enum Contents {
    Input,
    Answer(Part),
    /// The answers to both parts, as `aoc` stores them.
    Answers,
}

/// The day whose input or answers may be at this path, such as `day22.answers.toml` of `aoc` or
/// aocd's `2020_22a_answer.txt`.
fn contents_at(path: &str) -> Option<(Day, Contents)> {
    let name = file_name(path);
    if let Some(stem) = PuzzleFile::Answers.stem(name) {
        let (day, words) = day_and_words(stem)?;
        return words.is_empty().then_some((day, Contents::Answers));
    }
    let Some(name) = name.strip_suffix("_answer.txt") else {
        return Some((input_at(path)?, Contents::Input));
    };
    let (day, words) = day_and_words(name)?;
    match &*words.concat() {
        "a" => Some((day, Contents::Answer(Part::One))),
        "b" => Some((day, Contents::Answer(Part::Two))),
        _ => None,
    }
}

/// The reason for not taking an answer if files of the puzzle differ.
const FILES_DIFFER: &str = "files of this day differ, so it is not known to which input it \
                            belongs: keep one of them";

/// The reason for not taking an answer if an input of the puzzle cannot be read.
const INPUT_UNREADABLE: &str = "an input of this day cannot be read, so this answer may belong to \
                                another input";

/// The texts that may be the input of a puzzle, or its answer to a part, with their files. An input
/// without a text cannot be read. The input comes before its answers. So when the answers are
/// planned, it is known whether the input is doubtful.
type FoundTexts<'r> = BTreeMap<(Puzzle, Option<Part>), Vec<(&'r str, String)>>;

/// Plans the inputs and the answers of a folder.
pub fn plan(context: &PlanContext, plan: &mut Plan) {
    let repository = context.repository;
    let is_aocd_folder = is_folder_of_aocd(repository, context.request.environment);
    if !is_aocd_folder {
        note_sessions(repository, plan);
    }
    let found = find_texts(context, is_aocd_folder, plan);
    let mut doubtful = BTreeMap::new();
    for ((puzzle, part), texts) in found {
        let Some((file, _)) = texts.first() else {
            doubtful.insert(puzzle, INPUT_UNREADABLE.to_owned());
            continue;
        };
        let from = repository.tree.path(file);
        let planned = plan_texts(context, puzzle, part, texts, &mut doubtful, plan);
        if let Err(why) = planned {
            plan.left_out.skip(from, kind_of(puzzle, part), why);
        }
    }
}

/// Plans the input of a puzzle, or its answer to a part. The error says why none of the `texts` is
/// taken. `doubtful` has the puzzles whose further answers are not taken, each with the reason.
fn plan_texts(
    context: &PlanContext,
    puzzle: Puzzle,
    part: Option<Part>,
    mut texts: Vec<(&str, String)>,
    doubtful: &mut BTreeMap<Puzzle, String>,
    plan: &mut Plan,
) -> Result<(), String> {
    let ImportRequest { project, store, .. } = *context.request;
    let old = stored(store, puzzle, part).map_err(|error| {
        if part.is_none() {
            doubtful.insert(puzzle, INPUT_UNREADABLE.to_owned());
        }
        error.to_string()
    })?;
    let (file, text) = texts.remove(0);
    // An answer belongs to exactly one input.
    if let Some(why) = doubtful.get(&puzzle) {
        return Err(why.clone());
    }
    if let Some((other, _)) = texts.iter().find(|(_, other)| !is_same_text(other, &text)) {
        doubtful.insert(puzzle, FILES_DIFFER.to_owned());
        return Err(format!("`{file}` and `{other}` differ: keep one"));
    }
    if let Some((_, path)) = old.as_ref().filter(|(old, _)| !is_same_text(old, &text)) {
        let why = match part {
            None => FILES_DIFFER.to_owned(),
            Some(part) => format!(
                "the answer to part {part} differs from yours, so this answer may belong to \
                 another input"
            ),
        };
        doubtful.insert(puzzle, why);
        let own = project.shown(path);
        return Err(format!(
            "`{file}` and `{own}` of this project differ: keep one"
        ));
    }
    if old.is_some() {
        plan.has_unchanged = true;
        return Ok(());
    }
    let (kind, path) = match part {
        None => (
            Kind::Input { puzzle },
            store.input_path(puzzle, &InputId::Own),
        ),
        Some(part) => (
            Kind::Answer { puzzle, part },
            store.answers_path(puzzle, &InputId::Own),
        ),
    };
    plan.files.push(ImportedFile {
        kind,
        file: project.path_below_root(&path),
        from: Some(context.repository.tree.path(file)),
        text,
    });
    Ok(())
}

/// The kind of an entry about the input of a puzzle, or about its answer to a part.
fn kind_of(puzzle: Puzzle, part: Option<Part>) -> SkippedKind {
    match part {
        None => SkippedKind::Input(puzzle),
        Some(_) => SkippedKind::Answer(puzzle),
    }
}

/// The project's input of a puzzle, or its answer to a part, and the file that has it. Fails for
/// the last star of an event, which has no answer.
fn stored(store: &Store, puzzle: Puzzle, part: Option<Part>) -> Result<Option<(String, PathBuf)>> {
    let Some(part) = part else {
        let input = store.input(puzzle, &InputId::Own)?;
        return Ok(input.map(|input| (input, store.input_path(puzzle, &InputId::Own))));
    };
    let recorded = store.answers(puzzle, &InputId::Own)?;
    let known = StoredDay::new(store, puzzle).known_answers(recorded.clone());
    if known.is_last_star(part) {
        return Err(failure("the last star of an event has no answer"));
    }
    let Some(answer) = known.accepted(part) else {
        return Ok(None);
    };
    let path = if recorded.is_right(part) || recorded.accepted(part) == Some(answer) {
        store.answers_path(puzzle, &InputId::Own)
    } else {
        store.page_path(puzzle)
    };
    Ok(Some((answer.to_owned(), path)))
}

/// Reads the files that may be inputs or answers. The plan notes the files that cannot be taken.
fn find_texts<'r>(
    context: &PlanContext<'r>,
    is_aocd_folder: bool,
    plan: &mut Plan,
) -> FoundTexts<'r> {
    let repository = context.repository;
    let accounts = accounts(repository);
    let several_accounts = format!(
        "there are inputs of several accounts, {}: import one of these folders",
        accounts
            .iter()
            .map(|account| repository.tree.path(account).display().to_string())
            .collect::<Vec<_>>()
            .join(", ")
    );
    let mut found = FoundTexts::new();
    for file in &repository.tree.files {
        // aocd names its folders after accounts, so only the name of the file counts.
        let path = if is_aocd_folder {
            file_name(file).into()
        } else {
            repository.spelled_out(file)
        };
        let (puzzle, contents) = match contents_at(&path) {
            Some((day, contents)) => (repository.puzzle(file, day), contents),
            None => match repository.input_files.by_code.get(file) {
                Some(puzzle) => (Ok(*puzzle), Contents::Input),
                None => continue,
            },
        };
        let from = repository.tree.path(file);
        let puzzle = match puzzle {
            Ok(puzzle) => puzzle,
            Err(why) => {
                plan.left_out.skip(from, SkippedKind::File, why);
                continue;
            }
        };
        let kind = match contents {
            Contents::Input => SkippedKind::Input(puzzle),
            Contents::Answer(_) | Contents::Answers => SkippedKind::Answer(puzzle),
        };
        if accounts.len() > 1 && accounts.contains(folder_of(file)) {
            plan.left_out.skip(from, kind, &*several_accounts);
            continue;
        }
        match read_contents(context, file, puzzle, contents) {
            Ok(texts) => {
                for (part, text) in texts {
                    found.entry((puzzle, part)).or_default().push((file, text));
                }
            }
            Err(why) => {
                if matches!(contents, Contents::Input) {
                    found.entry((puzzle, None)).or_default();
                }
                plan.left_out.skip(from, kind, why);
            }
        }
    }
    found
}

/// Notes the files of sessions in a folder. A session is imported only from a tool that the user
/// names.
fn note_sessions(repository: &OldRepository, plan: &mut Plan) {
    for file in &repository.tree.files {
        if is_session_file(file) {
            let why = "a session is not taken from a folder: `aoc login` stores yours";
            plan.left_out
                .skip(repository.tree.path(file), SkippedKind::File, why);
        }
    }
}

/// True if aocd stores its files in this folder.
fn is_folder_of_aocd(repository: &OldRepository, environment: &Environment) -> bool {
    let folder = canonicalize(repository.tree.path("")).ok();
    folders_of(AOCD, environment)
        .any(|of_aocd| folder.is_some() && canonicalize(of_aocd).ok() == folder)
}

/// The folders in which a tool may have stored a session.
fn folders_of(tool: &Tool, environment: &Environment) -> impl Iterator<Item = PathBuf> {
    files_of(tool, environment).filter_map(|file| Some(file.parent()?.to_owned()))
}

/// The folders of aocd's accounts, which contain files such as `2020_22_input.txt`. The folder of a
/// year or day with such files is not an account's.
fn accounts(repository: &OldRepository) -> BTreeSet<&str> {
    let mut accounts = BTreeSet::new();
    for file in &repository.tree.files {
        let name = file_name(file);
        let folder = folder_of(file);
        let is_text = name.ends_with("_input.txt") || name.ends_with("_answer.txt");
        let year = year_in(name);
        let place = repository.spelled_out(folder);
        let is_of_day = place
            .split('/')
            .filter_map(day_of_folder)
            .any(|(day, _)| day_and_words(name).is_some_and(|of| of.0 == day));
        if is_text && year.is_some() && year != year_in(&place) && !is_of_day {
            accounts.insert(folder);
        }
    }
    accounts
}

/// Reads an input, or the answers to parts. The error says why the file does not contain them.
fn read_contents(
    context: &PlanContext,
    file: &str,
    puzzle: Puzzle,
    contents: Contents,
) -> Result<Vec<(Option<Part>, String)>, String> {
    let path = context.repository.tree.path(file);
    if let Some(tool) = NotCheckedOut::of_file(&path) {
        // The import goes on without the file, so the user need not remove it.
        return Err(format!("it {}: `{}`", tool.state(1), tool.command()));
    }
    let text = read_input(&path).map_err(|error| error.to_string())?;
    if text.contains('\0') {
        return Err("it is not text: decrypt it to import it".to_owned());
    }
    if let Some(why) = why_no_input(&text) {
        return Err(why.to_owned());
    }
    Ok(match contents {
        Contents::Input => vec![(None, text)],
        Contents::Answer(part) => {
            let answer = text.trim();
            if answer.contains('\n') {
                return Err("it has several lines and is not an answer".to_owned());
            }
            vec![(Some(part), answer.to_owned())]
        }
        Contents::Answers => {
            let parsed = parse_toml(&text).map_err(|why| format!("{file}: {why}"))?;
            let known = StoredDay::new(context.request.store, puzzle).answers_in_file(parsed);
            Part::BOTH
                .into_iter()
                .filter_map(|part| Some((Some(part), known.accepted(part)?.to_owned())))
                .collect()
        }
    })
}

/// The folder to read: the folder that the user named, or the folder of a tool with inputs and
/// answers. `None` for another tool. Fails if the user named something else.
pub fn folder_to_read(request: &ImportRequest) -> Result<Option<PathBuf>> {
    let name = request.from.unwrap_or(AOCD.name);
    if let Some(tool) = Tool::find(name) {
        if !tool.has_inputs {
            return Ok(None);
        }
        return Ok(folders_of(tool, request.environment).find(|folder| folder.is_dir()));
    }
    let folder = PathBuf::from(name);
    if folder.is_dir() {
        return Ok(Some(folder));
    }
    let tools = TOOLS.map(|tool| tool.name).join(", ");
    Err(usage_error(format!(
        "no folder `{name}`, and no tool of that name: {tools}"
    )))
}

/// Plans to store the session of the tool that the user named, unless a session is stored already.
/// If aocd has several accounts, the user's account is not known.
pub fn plan_session(request: &ImportRequest, repository: &OldRepository, plan: &mut Plan) {
    let environment = request.environment;
    let tool = request.from.and_then(Tool::find);
    let (Some(tool), Some(session)) = (tool, session_file(environment, None)) else {
        return;
    };
    for file in files_of(tool, environment) {
        let place = SessionPlace::Tool {
            tool,
            file: file.clone(),
        };
        match Session::read(environment, place) {
            Ok(Some(_)) if session.exists() => plan.has_unchanged = true,
            Ok(Some(_)) if tool == AOCD && accounts(repository).len() > 1 => {
                let why = "aocd has several accounts, and it may be the session of any of them: \
                           `aoc login` stores yours";
                plan.left_out.skip(file, SkippedKind::File, why);
            }
            Ok(Some(_)) if plan.files.is_empty() => {
                plan.files.push(ImportedFile {
                    kind: Kind::Session { tool },
                    file: session.display().to_string(),
                    from: Some(file),
                    text: String::new(),
                });
            }
            Err(error) if !session.exists() => {
                plan.left_out
                    .skip(file, SkippedKind::File, error.to_string());
            }
            Ok(_) | Err(_) => {}
        }
    }
}

/// The files in which a tool may have stored a session.
fn files_of(tool: &Tool, environment: &Environment) -> impl Iterator<Item = PathBuf> {
    files_of_tools(environment)
        .into_iter()
        .filter_map(move |(of, file)| (of == tool).then_some(file))
}
