//! `aoc init`: creates a repository, adds missing files to an existing one, or updates its library.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use clap::{Args, ValueHint};
use serde::Serialize;
use toml::Table;

use crate::app::{App, Workspace};
use crate::config::ChildEnv;
use crate::error::{Exit, Result, file_error, usage_error};
use crate::files::{parse_toml, read_text_file, real_path, slashed, toml_at};
use crate::project::templates::{create_repository, missing_ignore_lines, vscode_files};
use crate::project::{
    FileChanges, Git, LIBRARY, LibraryState, Project, built_in_library_version, has_years,
    is_repository,
};
use crate::puzzle::{NEXT_EVENT_LEAD, Puzzle, newest_event, next_unlock};
use crate::steps::Resolver;
use crate::terminal::{plain_line, shell_word};

/// Create a repository for solutions
///
/// Creates a project for solutions with a first day that builds and runs at once, and
/// makes the folder a git repository unless it is in one. Existing files stay as they
/// are, and a warning says what they lack; in a package, nothing is created. --update
/// replaces the library in vendor/aoc-solution by the one in this program.
#[derive(Args)]
#[command(after_help = "\
Examples:
  aoc init advent    create one in the new folder advent
  aoc init --vscode  debug, run and submit the open day from VS Code")]
pub struct InitArgs {
    /// The folder of the repository [default: the current one]
    #[arg(value_hint = ValueHint::DirPath)]
    dir: Option<PathBuf>,
    /// Bring the library in vendor/aoc-solution up to date, and list what changed
    #[arg(long)]
    update: bool,
    /// Replace edited files of the library, too, if their edits are committed
    #[arg(long, requires = "update")]
    force: bool,
    /// Write launch.json and tasks.json for VS Code, and nothing else
    #[arg(long, conflicts_with_all = ["update", "dir"])]
    vscode: bool,
}

/// The document of `aoc init --json`. Paths below the current folder are relative to it.
#[derive(Serialize)]
struct InitDocument {
    /// The files that were created.
    files: Vec<String>,
    /// The existing files that were not changed although their text differs.
    kept: Vec<String>,
    updated: Vec<String>,
    removed: Vec<String>,
}

pub fn run(app: &App, args: &InitArgs) -> Result<Exit> {
    let target = InitTarget {
        app,
        root: requested_root(&app.workspace, args.dir.as_deref()),
    };
    let manifest = target.root.join("Cargo.toml");
    let waiting = app
        .ui
        .note_once("waiting for another aoc that creates this repository");
    let _lock = app.workspace.locks().lock_repository(&manifest, waiting);
    if args.update {
        target.update(args.force)?;
    } else if args.vscode {
        target.set_up_vscode()?;
    } else {
        target.create()?;
    }
    Ok(Exit::Done)
}

/// The folder on the command line, or else the project around the current folder, or else the
/// current folder.
fn requested_root(workspace: &Workspace, dir: Option<&Path>) -> PathBuf {
    let current = workspace.current_dir();
    if let Some(dir) = dir {
        // `components` removes the `.` of `aoc init .`, which would look odd in messages.
        return current.join(dir).components().collect();
    }
    match workspace.project() {
        Ok(project) => project.root().to_path_buf(),
        Err(_) => current.to_owned(),
    }
}

/// The repository to create or update.
struct InitTarget<'a> {
    app: &'a App,
    root: PathBuf,
}

impl InitTarget<'_> {
    /// The environment for git.
    fn environment(&self) -> &ChildEnv {
        &self.app.launcher.environment
    }

    /// A path of the repository, as messages show it: relative to the current folder if it is below
    /// that folder.
    fn shown(&self, path: &str) -> String {
        self.app
            .workspace
            .relative_path(&self.root.join(path))
            .display()
            .to_string()
    }

    fn project(&self) -> Project {
        Project::at(&self.root, self.environment())
    }

    fn document(&self, changes: &FileChanges) -> InitDocument {
        InitDocument {
            files: self.all_shown(&changes.created),
            kept: self.all_shown(&changes.kept),
            updated: self.all_shown(&changes.replaced),
            removed: self.all_shown(&changes.removed),
        }
    }

    fn all_shown(&self, paths: &[String]) -> Vec<String> {
        paths.iter().map(|path| self.shown(path)).collect()
    }

    fn update(&self, force: bool) -> Result<()> {
        let project = self.project();
        let changes = project.update_library(force)?;
        let document = self.document(&changes);
        let mut lines = String::new();
        for (verb, paths) in [
            ("added  ", &document.files),
            ("updated", &document.updated),
            ("removed", &document.removed),
        ] {
            for path in paths {
                lines += &plain_line(format!("{verb} {path}"));
            }
        }
        self.app.ui.show("init", &document, || lines)?;
        let library = self.shown(LIBRARY);
        let version = built_in_library_version();
        self.app.ui.note(if changes == FileChanges::default() {
            format!("{library} is up to date: version {version}")
        } else {
            format!("{library} is now version {version}")
        });
        Ok(())
    }

    /// Creates the missing files.
    fn create(&self) -> Result<()> {
        let app = self.app;
        if self.root.is_file() {
            let file = app.workspace.relative_path(&self.root);
            return Err(file_error(format!(
                "{} is a file, not a folder",
                file.display()
            )));
        }
        self.check_manifest()?;
        let soon = app.site.time().now() + NEXT_EVENT_LEAD;
        let newest = newest_event(soon);
        let inputs = self.inputs_folder()?;
        let files = create_repository(&self.root, self.environment(), newest, inputs.as_deref())?;
        self.report(&files, inputs.as_deref())?;
        let folder = self.shown("");
        for problem in self.build_problems() {
            // The problem names paths and commands in the repository.
            app.ui.warning(if folder.is_empty() {
                problem
            } else {
                format!("{folder}: {problem}")
            });
        }
        self.init_git();
        if let Some(advice) = library_advice(&self.project().library_state()) {
            app.ui.note(format!("{} {advice}", self.shown(LIBRARY)));
        }
        if app.launcher.environment.program("cargo").is_none() {
            app.ui.warning(
                "no cargo on PATH, which is needed to build the days: install it from \
                 https://rustup.rs",
            );
        }
        if files.created.is_empty() {
            app.ui.note("no file was missing");
            return Ok(());
        }
        self.print_next_steps()
    }

    /// Fails in a package without a workspace, because the package may belong to another tool. Also
    /// fails if the manifest is not TOML. In a repository that has years, that is only a warning.
    fn check_manifest(&self) -> Result<()> {
        let project = self.project();
        if let Some(why) = &project.manifest_error
            && project.years().is_empty()
        {
            return Err(file_error(format!(
                "{} is not valid TOML in {why}: correct it first",
                self.shown("Cargo.toml")
            )));
        }
        let manifest = project.manifest();
        if !manifest.contains_key("package") || manifest.contains_key("workspace") {
            return Ok(());
        }
        let old = shell_word(&self.root.display().to_string());
        Err(usage_error(format!(
            "{} belongs to another package: `aoc init ../advent && cd ../advent && aoc import \
             {old}` imports its days; to have both in one repository, add `[workspace]` with \
             `members = [\"days/year*\"]` to it first",
            self.shown("Cargo.toml")
        )))
    }

    /// Creates the missing files for VS Code.
    fn set_up_vscode(&self) -> Result<()> {
        self.app.check_settings()?;
        let inputs = &self.app.workspace.store()?.root;
        let inputs = match inputs.strip_prefix(&self.root) {
            Ok(inner) => format!("${{workspaceFolder}}/{}", slashed(inner)),
            Err(_) => inputs.display().to_string(),
        };
        let project = self.project();
        let files = project.create_missing(&vscode_files(&inputs))?;
        self.report(&files, None)?;
        if files == FileChanges::default() {
            self.app.ui.note("no file was missing");
        }
        Ok(())
    }

    /// Lists the created files, and the existing files that were kept with what they lack.
    fn report(&self, files: &FileChanges, inputs: Option<&str>) -> Result<()> {
        let app = self.app;
        let document = self.document(files);
        // The library is one entry at the end, because users do not edit it.
        let library = self.shown(LIBRARY);
        let mut library_line = String::new();
        let mut lines = String::new();
        for path in &document.files {
            if Path::new(path).starts_with(&library) {
                library_line = plain_line(format!("{library}/"));
            } else {
                lines += &plain_line(path);
            }
        }
        app.ui.show("init", &document, || lines + &library_line)?;
        let inputs = inputs.filter(|inputs| self.publishes(inputs));
        let mut complete = Vec::new();
        for path in &files.kept {
            let shown = self.shown(path);
            match problem_of_kept_file(&self.root.join(path), path, inputs) {
                Some(problem) => app
                    .ui
                    .warning(format!("{shown} is unchanged and {problem}")),
                None => complete.push(shown),
            }
        }
        if !complete.is_empty() {
            app.ui
                .note(format!("kept as they are: {}", complete.join(", ")));
        }
        Ok(())
    }

    /// The folder of the inputs, relative to the root and with `/`. `None` if the folder is outside
    /// of the repository, or in another repository inside of this one. In a new repository, the
    /// settings do not count, and this is the default folder.
    fn inputs_folder(&self) -> Result<Option<String>> {
        let project = match self.app.workspace.project() {
            Ok(project) if project.root() == self.root => project,
            _ => return Ok(Some("inputs".to_owned())),
        };
        // A manifest that is not TOML is a warning here.
        if let Some(error) = self.app.settings_errors.first() {
            return Err(error.clone());
        }
        let folder = &self.app.workspace.store()?.root;
        if project.is_other_repository(folder) {
            return Ok(None);
        }
        let inner = folder
            .strip_prefix(&self.root)
            .map_or(String::new(), slashed);
        Ok((!inner.is_empty()).then_some(inner))
    }

    /// True if git would publish the inputs in this folder unless a line of .gitignore names it.
    /// Without a repository, other rules of git are not known.
    fn publishes(&self, inputs: &str) -> bool {
        let root = real_path(&self.root);
        match Git::new(self.environment(), &root) {
            Some(git) if git.has_repository() => git.publishes(&root.join(inputs)),
            _ => true,
        }
    }

    /// Creates a git repository in the folder if the folder is not in one.
    fn init_git(&self) {
        let root = real_path(&self.root);
        if root.ancestors().any(is_repository) {
            return;
        }
        let result = match Git::new(self.environment(), &root) {
            Some(git) => git.init(),
            None => Err(file_error("git is not installed")),
        };
        if let Err(failure) = result {
            self.app.ui.note(format!(
                "{} is not a git repository: {failure}; `git init` creates one",
                self.app.workspace.relative_path(&root).display()
            ));
        }
    }

    /// Writes the commands to use next to stderr, with explanations.
    fn print_next_steps(&self) -> Result<()> {
        let app = self.app;
        if app.ui.is_quiet() {
            return Ok(());
        }
        let mut text = String::new();
        if real_path(&self.root) != real_path(&app.environment.current_dir) {
            let dir = app
                .workspace
                .relative_path(&self.root)
                .display()
                .to_string();
            // `cd` would read a word that begins with `-` as an option.
            let here = if dir.starts_with('-') { "./" } else { "" };
            text += &plain_line(format!("  cd {here}{}", shell_word(&dir)));
        }
        if app.site.session().is_err() {
            text += "  aoc login  # stores your session, once, to download your inputs\n";
        }
        if self.can_build() {
            let start = "# downloads a puzzle, creates its file and runs it at every save";
            if let Some(puzzle) = self.puzzle_before_event() {
                text += &format!("  aoc start {puzzle}  {start}\n");
            } else {
                text += "  aoc run    # builds and runs the day that was edited last\n";
                text += &format!("  aoc start  {start}\n");
            }
        }
        if text.is_empty() {
            return Ok(());
        }
        app.ui.write_stderr(&format!("next:\n{text}"))
    }

    /// The puzzle to begin with if all days of the repository are locked, for example before an
    /// event. `None` if any day is unlocked.
    fn puzzle_before_event(&self) -> Option<Puzzle> {
        let project = Project::find(&self.root, self.environment()).ok()?;
        let facts = Resolver::new(self.app).facts_of(project.days().ok()?);
        let days = &facts.with_code;
        if days.iter().any(|day| (facts.is_unlocked)(*day)) {
            return None;
        }
        let locked = days.first().copied().or_else(|| next_unlock(facts.now))?;
        Some(facts.next_to_start(locked))
    }

    /// True if cargo can build the years. If false, a warning has already said what the manifest
    /// lacks, or which other problem the workspace has.
    fn can_build(&self) -> bool {
        Project::find(&self.root, self.environment())
            .is_ok_and(|project| has_years(project.manifest()))
            && self.build_problems().is_empty()
    }

    /// The problems that keep cargo from building any year, other than a manifest without years.
    fn build_problems(&self) -> Vec<String> {
        self.project().build_problems(&BTreeSet::new())
    }
}

/// The end of the note about a library that `init` has not completed, because it is not the library
/// of this version.
fn library_advice(state: &LibraryState) -> Option<String> {
    let fix = state.fix()?;
    match state {
        LibraryState::NotNeeded
        | LibraryState::Current
        | LibraryState::Incomplete { differs: false, .. } => None,
        LibraryState::Damaged => Some(format!("has a damaged Cargo.toml: {fix}")),
        LibraryState::Newer(_) => Some(format!("is newer than this aoc: {fix}")),
        LibraryState::Missing
        | LibraryState::Incomplete { .. }
        | LibraryState::Differs
        | LibraryState::Older(_) => Some(format!(
            "is not the library of this version: bring it up to date with `{fix}`"
        )),
    }
}

/// The end of the warning about an existing file that lacks something. Only two files are checked:
/// `.gitignore` decides what git publishes, and `Cargo.toml` decides what cargo builds.
fn problem_of_kept_file(file: &Path, path: &str, inputs: Option<&str>) -> Option<String> {
    let problem = match path {
        ".gitignore" => read_text_file(file).map(|text| gitignore_problem(&text, inputs)),
        "Cargo.toml" => read_text_file(file).map(|text| manifest_problem(&text)),
        _ => return None,
    };
    problem.unwrap_or_else(|why| Some(format!("cannot be read: {why}")))
}

fn gitignore_problem(text: &str, inputs: Option<&str>) -> Option<String> {
    let lines = missing_ignore_lines(text, inputs)?;
    Some(format!("lacks {lines}: git must not publish these files"))
}

fn manifest_problem(text: &str) -> Option<String> {
    let manifest = match parse_toml::<Table>(text) {
        Ok(manifest) => manifest,
        Err(why) => return Some(format!("is not valid TOML in {why}")),
    };
    if has_years(&manifest) {
        return None;
    }
    let advice = match toml_at(&manifest, &["workspace", "members"]) {
        Some(_) => "\"days/year*\" to its `members`",
        None => "`members = [\"days/year*\"]` to its table `[workspace]`",
    };
    Some(format!(
        "does not list the years as members of a workspace, so they cannot be built: add {advice}"
    ))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use crate::cli;
    use crate::project::templates;
    use crate::puzzle::Year;

    /// The command lines of a page, in code blocks and in the text.
    fn commands(page: &str) -> Vec<&str> {
        let mut commands = Vec::new();
        let mut code = false;
        for line in page.lines() {
            if line.starts_with("```") {
                code = !code;
            } else if code {
                commands.extend(line.split(" #").next());
            } else {
                commands.extend(line.split('`').skip(1).step_by(2));
            }
        }
        commands.retain(|text| text.starts_with("aoc "));
        commands
    }

    #[test]
    fn the_readme_has_only_commands_that_exist() {
        let temp = tempfile::tempdir().unwrap();
        let environment = crate::testing::no_variables();
        templates::create_repository(temp.path(), &environment, Year::of(2025), Some("inputs"))
            .unwrap();
        let pages = ["README.md", "inputs/README.md"];
        let pages = pages.map(|page| fs::read_to_string(temp.path().join(page)).unwrap());
        let commands: Vec<&str> = pages.iter().flat_map(|page| commands(page)).collect();
        assert!(commands.len() > 6, "{commands:?}");
        for command in commands {
            let words: Vec<_> = command.split_whitespace().map(Into::into).collect();
            assert!(cli::parse(&words).is_ok(), "{command}");
        }
    }
}
