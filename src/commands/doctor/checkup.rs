//! The checks, in the order in which `-v` shows them.

use std::ffi::OsStr;
use std::io::Write;
use std::path::Path;

use toml::Table;

use super::health_check::{HealthCheck, Subject};
use crate::app::{App, SessionProblem, SiteAccess, Workspace};
use crate::cargo::{self, outdated_rustc_message, tool_version, toolchain_file_advice};
use crate::config::{ChildEnv, Environment, SETTINGS, Settings};
use crate::error::{CliError, Exit, HasExit, obstacle_in};
use crate::files::{parse_toml, probe_folder, read_text_file};
use crate::inputs::NotCheckedOut;
use crate::pages::{UnusablePage, stored_page};
use crate::project::{LIBRARY, LibraryState, Project, built_in_library_version};
use crate::puzzle::Day;
use crate::runner::Launcher;
use crate::site::{FoundSession, Retries, Session, SiteErrorKind, found_sessions, named_accounts};
use crate::terminal::{plural, shell_word, span_of};

pub fn checks(app: &App) -> Vec<HealthCheck> {
    let mut checks = session_checks(app);
    checks.extend(site_checks(app));
    checks.push(clock_check(&app.site));
    checks.extend(project_checks(&app.workspace, &app.launcher.environment));
    checks.extend(toolchain_checks(&app.workspace, &app.launcher));
    checks.extend(setting_checks(&app.settings, &app.settings_errors));
    checks.extend(folder_checks(&app.environment, &app.workspace));
    checks
}

/// Checks the session that commands use, and the sessions of accounts.
fn session_checks(app: &App) -> Vec<HealthCheck> {
    let environment = &app.environment;
    let mut checks = Vec::new();
    // Commands use the first place that exists, even if its session is not valid.
    let mut found = Vec::from_iter(found_sessions(environment, None).next());
    if found.is_empty() {
        let detail = "no session, which is needed to download inputs";
        let missing = HealthCheck::bad(Subject::NO_SESSION, Exit::Session, detail);
        checks.push(missing.with_fix("aoc login"));
    }
    for account in named_accounts(environment) {
        found.extend(found_sessions(environment, Some(&account)));
    }
    for FoundSession { place, session } in found {
        let subject = Subject::place(place.to_string());
        checks.push(match session {
            Ok(session) => {
                // The site is asked about the session of the default account.
                let account = place.account();
                let refused = account.and_then(|_| refused_before(app, &subject, &session));
                refused.unwrap_or_else(|| match session.permission_warning() {
                    Some(warning) => HealthCheck::bad(subject, Exit::Files, warning),
                    None => HealthCheck::good(subject, session.token.shown()),
                })
            }
            Err(error) => HealthCheck::failed(subject, error),
        });
    }
    checks
}

/// The problem if an earlier command has learned that the site refuses this session.
fn refused_before(app: &App, subject: &Subject, session: &Session) -> Option<HealthCheck> {
    match app.site.session_problem(session)? {
        SessionProblem::Refused { remedy } => {
            let detail = format!("the site has refused the session from {session}");
            Some(HealthCheck::bad(subject.clone(), Exit::Session, detail).with_fix(remedy))
        }
        SessionProblem::Old { .. } => None,
    }
}

/// Checks whether the site accepts the session. This takes one request. If the site cannot be asked
/// about the session, its answer to an earlier command counts.
fn site_checks(app: &App) -> Vec<HealthCheck> {
    let unchecked = HealthCheck::absent(Subject::SESSION, "session not checked");
    // With invalid settings, the address of the site may be wrong, too.
    if !app.settings_errors.is_empty() {
        return vec![unchecked];
    }
    let Ok(session) = Session::find(&app.environment, None) else {
        return vec![unchecked];
    };
    let unchecked = refused_before(app, &Subject::SESSION, &session).unwrap_or(unchecked);
    match app.site.account("asking the site", &session, Retries::Few) {
        Ok(account) => {
            let detail = format!("logged in as {account}");
            vec![HealthCheck::good(Subject::SESSION, detail)]
        }
        Err(error) if error.kind == SiteErrorKind::Offline => vec![unchecked],
        Err(error) if error.exit() == Exit::Session => {
            vec![HealthCheck::failed(Subject::SESSION, error)]
        }
        Err(error) => {
            let failed = HealthCheck::failed(Subject::ADDRESS, error);
            vec![failed, unchecked]
        }
    }
}

/// The command that sets the system's clock from a time server.
const SET_CLOCK: &str = if cfg!(windows) {
    "w32tm /resync"
} else if cfg!(target_os = "macos") {
    "sudo sntp -sS time.apple.com"
} else {
    "sudo timedatectl set-ntp true"
};

/// Compares the local clock with the site's clock, as a reply to this command or to an earlier one
/// has shown it.
fn clock_check(access: &SiteAccess) -> HealthCheck {
    let time = access.time();
    let Some(offset) = time.offset() else {
        return HealthCheck::absent(Subject::CLOCK, "not compared with the site's");
    };
    let seconds = offset.as_seconds_f64();
    let side = if seconds > 0.0 { "behind" } else { "ahead of" };
    let difference = if seconds.abs() < 60.0 {
        format!("{:.1} s", seconds.abs())
    } else {
        span_of(offset.abs())
    };
    let mut detail = format!("{difference} {side} the site's");
    if !time.is_measured() {
        detail += ", measured by an earlier command";
    }
    if seconds.abs() < 2.0 {
        HealthCheck::good(Subject::CLOCK, detail)
    } else if time.is_measured() {
        HealthCheck::bad(Subject::CLOCK, Exit::Network, detail).with_fix(SET_CLOCK)
    } else {
        HealthCheck::note(Subject::CLOCK, detail)
    }
}

fn project_checks(workspace: &Workspace, environment: &ChildEnv) -> Vec<HealthCheck> {
    let project = match workspace.project() {
        Ok(project) => project,
        // Working outside of a project is not a problem.
        Err(error) => return vec![HealthCheck::absent(Subject::ROOT, error.to_string())],
    };
    let root = project.root().display();
    let mut checks = vec![HealthCheck::good(Subject::ROOT, root)];
    checks.extend(unreadable_toml(project, environment));
    let mut years = project.years();
    // A year that the user has excluded is not a problem.
    years.retain(|year| project.manifest_of(*year).is_file() && !project.is_excluded(*year));
    for problem in project.build_problems(&years) {
        checks.push(HealthCheck::bad(Subject::MANIFEST, Exit::Failed, problem));
    }
    for year in project.years() {
        let misnamed = project.misnamed([year]).into_iter().map(|file| file.note);
        let notes = misnamed.chain(project.left_out_reasons(year));
        checks.extend(notes.map(|note| HealthCheck::note(Subject::FILES, note)));
    }
    checks.extend(bad_files(project, workspace));
    checks.push(library_check(project));
    let [encrypted, in_lfs] = NotCheckedOut::ALL.map(|tool| files_to_check_out(workspace, tool));
    // Only after `git-crypt unlock` does git-crypt also encrypt new files.
    checks.extend(encrypted.or_else(|| published_inputs(project, workspace)));
    checks.extend(in_lfs);
    checks
}

/// Checks the files that cargo reads before it builds any year. If it cannot read one of them, it
/// builds nothing.
fn unreadable_toml(project: &Project, environment: &ChildEnv) -> Vec<HealthCheck> {
    let root = project.root();
    let mut files = vec![project.manifest_path(), root.join("Cargo.lock")];
    for year in project.years() {
        if !project.is_excluded(year) {
            files.push(project.manifest_of(year));
        }
    }
    for (file, _) in cargo::config_files(root, environment) {
        // Cargo ignores a `config.toml` beside a `config`.
        if file.ends_with("config") || !file.with_file_name("config").exists() {
            files.push(file);
        }
    }
    let mut checks = Vec::new();
    for file in files {
        // Like cargo, this ignores a path below a folder that cannot be entered.
        if !file.exists() {
            continue;
        }
        match read_text_file(&file) {
            Ok(text) => {
                if let Err(why) = parse_toml::<Table>(&text) {
                    let detail = format!("{}: not valid TOML in {why}", project.shown(&file));
                    checks.push(HealthCheck::bad(Subject::MANIFEST, Exit::Failed, detail));
                }
            }
            Err(error) => {
                let error = CliError::cannot_read(&file, error);
                checks.push(HealthCheck::failed(Subject::MANIFEST, error));
            }
        }
    }
    checks
}

/// Checks the files under `inputs/`: each page must belong to its puzzle, and the other files must
/// be usable. Only years with a folder for days are checked.
fn bad_files(project: &Project, workspace: &Workspace) -> Vec<HealthCheck> {
    let Ok(store) = workspace.store() else {
        return Vec::new();
    };
    let mut checks = Vec::new();
    for year in project.years() {
        // Another check reports that the whole folder is not one.
        if store.root.is_dir()
            && let Some(why) = obstacle_in(&store.root.join(year.package()))
        {
            checks.push(HealthCheck::bad(Subject::FILES, Exit::Files, why));
        }
        for day in Day::FIRST.through(Day::LAST) {
            let puzzle = year.day(day);
            if let Err(UnusablePage::Damaged) = stored_page(store, puzzle) {
                let path = workspace.relative_path(&store.page_path(puzzle));
                let detail = format!("{} is not the page of {puzzle}", path.display());
                let bad = HealthCheck::bad(Subject::FILES, Exit::Files, detail);
                checks.push(bad.with_fix(format!("aoc fetch {puzzle}")));
            }
            let errors = store.unusable_files(puzzle).into_iter();
            checks.extend(errors.map(|error| HealthCheck::failed(Subject::FILES, error)));
        }
    }
    checks
}

/// The problem if this tool has to check out files under `inputs/`. All of them share one line.
fn files_to_check_out(workspace: &Workspace, tool: NotCheckedOut) -> Option<HealthCheck> {
    let files = workspace.store().ok()?.files_to_check_out(tool);
    let first = workspace.relative_path(files.first()?);
    let others = match files.len() - 1 {
        0 => String::new(),
        others => format!(" and {}", plural(others, "other file")),
    };
    let detail = format!("{}{others} {}", first.display(), tool.state(files.len()));
    let bad = HealthCheck::bad(Subject::FILES, Exit::Files, detail);
    Some(bad.with_fix(tool.command()))
}

/// Checks the copy of the library, if the repository has or needs one.
fn library_check(project: &Project) -> HealthCheck {
    let own = built_in_library_version();
    let state = project.library_state();
    let detail = match &state {
        LibraryState::NotNeeded => format!("there is no {LIBRARY}"),
        LibraryState::Missing => format!("{LIBRARY} is missing, but the years are built with it"),
        LibraryState::Damaged => {
            format!("{LIBRARY}/Cargo.toml is damaged, but the years are built with it")
        }
        LibraryState::Incomplete { file, .. } => format!("{file} is missing"),
        LibraryState::Current => format!("{LIBRARY} is {own}, and this aoc has {own}"),
        LibraryState::Differs => {
            format!("{LIBRARY} is {own}, and this aoc has {own} with other files")
        }
        LibraryState::Older(version) | LibraryState::Newer(version) => {
            format!("{LIBRARY} is {version}, and this aoc has {own}")
        }
    };
    let check = match &state {
        LibraryState::NotNeeded => HealthCheck::absent(Subject::LIBRARY, detail),
        LibraryState::Current => HealthCheck::good(Subject::LIBRARY, detail),
        LibraryState::Differs => HealthCheck::note(Subject::LIBRARY, detail),
        LibraryState::Missing
        | LibraryState::Damaged
        | LibraryState::Incomplete { .. }
        | LibraryState::Older(_)
        | LibraryState::Newer(_) => HealthCheck::bad(Subject::LIBRARY, Exit::Failed, detail),
    };
    match state.fix() {
        Some(fix) => check.with_fix(fix),
        None => check,
    }
}

/// Checks whether git would publish inputs or pages that are not encrypted. This is only a note,
/// because the user may want this in a private repository.
fn published_inputs(project: &Project, workspace: &Workspace) -> Option<HealthCheck> {
    let inputs = &workspace.store().ok()?.root;
    // The inputs may be in a separate repository or a submodule.
    if project.is_other_repository(inputs) {
        return None;
    }
    if !project.git()?.publishes(inputs) {
        return None;
    }
    let shown = workspace.relative_path(inputs).display().to_string();
    let word = shell_word(&shown);
    let line = project.path_below_root(inputs);
    let detail = format!(
        "git tracks or does not ignore {shown}, whose files the site asks not to publish: add the \
         line `/{line}/*` to .gitignore; `git rm -r --cached {word}` removes the tracked ones"
    );
    Some(HealthCheck::note(Subject::GIT, detail))
}

fn toolchain_checks(workspace: &Workspace, launcher: &Launcher) -> Vec<HealthCheck> {
    // The tools print into temporary files. A full disk takes an empty file.
    let written = tempfile::tempfile().and_then(|mut file| file.write_all(&[0; 4096]));
    if let Err(error) = written {
        let detail = format!("cannot write temporary files: {error}");
        let unusable = HealthCheck::bad(Subject::tool("TMPDIR"), Exit::Files, detail);
        let fix = "set TMPDIR (on Windows: TMP) to a writable folder on a disk with free space";
        return vec![unusable.with_fix(fix)];
    }
    let rustc = cargo::rustc(&launcher.environment);
    vec![
        tool_check("cargo", OsStr::new("cargo"), workspace, launcher),
        tool_check("rustc", rustc, workspace, launcher),
    ]
}

/// Checks a tool that builds need. Never installs anything.
fn tool_check(
    name: &'static str,
    program: &OsStr,
    workspace: &Workspace,
    launcher: &Launcher,
) -> HealthCheck {
    let folder = match workspace.project() {
        Ok(project) => project.root(),
        Err(_) => workspace.current_dir(),
    };
    match tool_version(program, folder, &launcher.environment) {
        Ok(version) => match outdated_rustc_message(&version) {
            None => HealthCheck::good(Subject::tool(name), version),
            Some(why) => {
                let outdated = HealthCheck::bad(Subject::tool(name), Exit::Failed, why);
                let fix = toolchain_file_advice(folder);
                outdated.with_fix(fix.unwrap_or_else(|| "rustup update".to_owned()))
            }
        },
        Err(why) => {
            let detail = format!("`{} --version` fails: {why}", program.display());
            let failed = HealthCheck::bad(Subject::tool(name), Exit::Failed, detail);
            failed.with_fix("install Rust from https://rustup.rs, or `rustup update`")
        }
    }
}

fn setting_checks(settings: &Settings, errors: &[CliError]) -> Vec<HealthCheck> {
    let values = SETTINGS.iter().map(|setting| {
        let shown = match settings.values.get(setting.key) {
            Some(value) => format!("{} ({})", value.shown, value.from.name()),
            None => format!("{} (default)", setting.default),
        };
        HealthCheck::good(Subject::setting(setting.key), shown)
    });
    let errors = errors
        .iter()
        .map(|error| HealthCheck::failed(Subject::INVALID_SETTING, error.clone()));
    values.chain(errors).collect()
}

fn folder_checks(environment: &Environment, workspace: &Workspace) -> Vec<HealthCheck> {
    let mut checks = vec![
        folder_check("configuration", environment.config_dir.as_deref()),
        folder_check("cache", environment.cache_dir.as_deref()),
    ];
    if let Ok(project) = workspace.project()
        && let Ok(store) = workspace.store()
    {
        checks.push(match store.check_writable() {
            Ok(()) => folder_check("inputs", Some(&store.root)),
            Err(error) => HealthCheck::failed(Subject::folder("inputs"), error),
        });
        checks.push(folder_check("target", Some(&project.target_dir())));
    }
    checks
}

/// Checks whether a folder is writable.
fn folder_check(name: &'static str, path: Option<&Path>) -> HealthCheck {
    let subject = Subject::folder(name);
    let Some(path) = path else {
        let missing = HealthCheck::bad(subject, Exit::Files, "cannot be found");
        return missing.with_fix("set HOME");
    };
    let shown = path.display();
    match probe_folder(path) {
        Ok(()) => HealthCheck::good(subject, shown),
        Err(error) => HealthCheck::failed(subject, error).with_fix(format!(
            "make {shown} a writable folder on a disk with free space"
        )),
    }
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;

    use super::*;
    use crate::app::args::GlobalArgs;
    use crate::commands::doctor::health_check::CheckState;
    use crate::site::{ClockOffset, LocalTime};
    use crate::testing::{environment, no_variables, project, with_slashes, write};

    #[test]
    fn a_clock_that_was_right_for_an_earlier_command_is_no_note() {
        for (seconds, state) in [(0, CheckState::Good), (10, CheckState::Note)] {
            let home = tempfile::tempdir().unwrap();
            let environment = Environment {
                cache_dir: Some(home.path().join("cache")),
                ..environment(home.path(), &[])
            };
            let app = || App::new(environment.clone(), &GlobalArgs::default());
            let earlier = app();
            let client = earlier.site.online_client().expect("no --offline");
            client.state.set_offset(ClockOffset {
                offset: TimeDelta::seconds(seconds),
                boot: LocalTime::read(environment.clock).boot,
                measured_at: None,
            });
            let check = clock_check(&app().site);
            assert!(check.state == state, "{}", check.detail);
        }
    }

    #[test]
    fn a_session_that_the_site_has_refused_is_a_problem_without_a_request() {
        let home = tempfile::tempdir().unwrap();
        write(home.path(), "aoc/session", "a".repeat(32));
        write(home.path(), "aoc/session.bob", "b".repeat(32));
        let environment = Environment {
            cache_dir: Some(home.path().join("cache")),
            ..environment(home.path(), &[])
        };
        let fixes = || -> Vec<String> {
            let global = GlobalArgs {
                offline: true,
                ..GlobalArgs::default()
            };
            let app = App::new(environment.clone(), &global);
            let checks = [session_checks(&app), site_checks(&app)].concat();
            let problems = checks
                .into_iter()
                .filter(|check| check.problem_exit() == Some(Exit::Session));
            problems.filter_map(|problem| problem.fix).collect()
        };
        assert_eq!(fixes(), [""; 0]);
        let app = App::new(environment.clone(), &GlobalArgs::default());
        let client = app.site.online_client().expect("no --offline");
        for account in [None, Some("bob".parse().expect("a name"))] {
            let session = Session::find(&environment, account.as_ref()).expect("a session");
            client.state.remember_refused(&session);
        }
        assert_eq!(
            fixes(),
            ["run `aoc login --account bob`", "run `aoc login`"]
        );
    }

    #[test]
    fn a_file_that_stops_every_build_is_a_problem() {
        let (temp, project) = project(&[("year2019/Cargo.toml", ""), ("year2020/Cargo.toml", "")]);
        let root = temp.path();
        let manifest = "[workspace]\nexclude = [\"days/year2020\"]\n";
        write(root, "Cargo.toml", manifest);
        let environment = no_variables();
        let project = Project::at(project.root(), &environment);
        let details = || -> Vec<String> {
            let checks = unreadable_toml(&project, &environment);
            checks.into_iter().map(|check| check.detail).collect()
        };
        assert_eq!(details(), [""; 0]);
        // A year that the user has excluded is not built.
        write(root, "days/year2020/Cargo.toml", "oops [");
        assert_eq!(details(), [""; 0]);
        for (file, text, line) in [
            ("Cargo.toml", "[workspace]\noops [\n", 2),
            (
                "Cargo.lock",
                "version = 4\n<<<<<<< HEAD\n=======\n>>>>>>> b\n",
                2,
            ),
            (
                "days/year2019/Cargo.toml",
                "[package]\n\n[dependencies]\noops [\n",
                4,
            ),
            (".cargo/config.toml", "oops [\n", 1),
        ] {
            let before = std::fs::read(root.join(file)).unwrap_or_default();
            write(root, file, text);
            let [detail] = &details()[..] else {
                panic!("{file}: {:?}", details());
            };
            let expected = format!("{file}: not valid TOML in line {line}: ");
            assert!(with_slashes(detail).starts_with(&expected), "{detail}");
            write(root, file, before);
        }
        write(root, ".cargo/config.toml", "oops [\n");
        assert_eq!(details().len(), 1);
        write(root, ".cargo/config", "");
        assert_eq!(details(), [""; 0], "cargo does not read it");
        std::fs::write(root.join("Cargo.lock"), b"\xff").unwrap();
        let problems = unreadable_toml(&project, &environment);
        let exits: Vec<_> = problems.iter().map(HealthCheck::problem_exit).collect();
        assert_eq!(exits, [Some(Exit::Files)]);
    }

    #[test]
    fn a_library_with_a_damaged_manifest_is_not_missing() {
        let own = "[dependencies]\naoc-solution.path = '../../vendor/aoc-solution'\n";
        let (temp, project) = project(&[("year2020/Cargo.toml", own)]);
        let missing = library_check(&project);
        assert_eq!(missing.fix.as_deref(), Some("aoc init"));
        assert_eq!(project.library_state(), LibraryState::Missing);
        write(
            temp.path(),
            "vendor/aoc-solution/Cargo.toml",
            "<<<<<<< HEAD\n",
        );
        let damaged = library_check(&project);
        assert_eq!(project.library_state(), LibraryState::Damaged);
        let detail = "vendor/aoc-solution/Cargo.toml is damaged, but the years are built with it";
        assert_eq!(damaged.detail, detail);
        let fix = "restore it with git, or remove it and run `aoc init --update`";
        assert_eq!(damaged.fix.as_deref(), Some(fix));
        assert_eq!(damaged.problem_exit(), Some(Exit::Failed));
    }
}
