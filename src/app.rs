//! `App` and its parts. Every command receives an `App`. Functions take only the parts that they
//! need, so a signature shows whether a function may print, make requests, read stored files or
//! start programs.

pub mod args;
mod circuit_breaker;
mod interrupt;
mod read_only_inputs;
mod refresh;
mod shared_session;
mod site_access;
pub mod tokens;
mod ui;
pub mod watch_key;
mod workspace;

use std::path::Path;
use std::sync::{Arc, OnceLock};

use crate::config::{ChildEnv, Environment, Settings};
use crate::error::{CliError, Result, usage_error};
use crate::processes::CancelToken;
use crate::project::Project;
use crate::puzzle::add_shown_days;
use crate::runner::{Launcher, StdoutTarget};
use crate::site::{found_sessions, named_accounts, shown_days};
use crate::sync::locked;
use args::GlobalArgs;
pub use interrupt::{ArmedAction, OnInterrupt, handle as handle_interrupts, was_interrupted};
pub use shared_session::{SharedSession, ShownMessages};
pub use site_access::{SessionProblem, SiteAccess};
pub use ui::{DecidesBy, Ui};
pub use workspace::Workspace;

/// The parts that a command may use. A command gets one `App`, and each round of `watch` a new one.
/// A value that is slow to compute or may fail is computed when a command needs it.
pub struct App {
    /// The output for the user.
    pub ui: Ui,
    /// The requests to the site, the session, and the site's time.
    pub site: SiteAccess,
    /// The project and its inputs.
    pub workspace: Workspace,
    /// The environment and the options of started programs.
    pub launcher: Launcher,
    /// The environment variables, the folders and the clock.
    pub environment: Arc<Environment>,
    /// The merged settings of the environment, the project and the user.
    pub settings: Arc<Settings>,
    /// The errors in the settings, see [`Self::all_settings_errors`].
    pub settings_errors: Vec<CliError>,
    global: GlobalArgs,
}

impl App {
    /// Creates the `App` of a command. Warns about unknown settings, and passes the number of days
    /// that the site has shown for each event to the calendar. `works_anywhere` is true if the
    /// command also works outside of a project.
    pub fn start(environment: Environment, global: &GlobalArgs, works_anywhere: bool) -> Self {
        let mut app = Self::new(environment, global);
        app.workspace.works_anywhere = works_anywhere;
        app.show_settings_warnings(&[]);
        add_shown_days(shown_days(app.site.config()));
        app
    }

    /// Finds the project around the current folder, and reads the settings.
    pub fn new(environment: Environment, global: &GlobalArgs) -> Self {
        let ui = Ui::new(&environment, global);
        Self::with_ui(ui, Arc::new(environment), global)
    }

    fn with_ui(ui: Ui, environment: Arc<Environment>, global: &GlobalArgs) -> Self {
        let child_env = child_env(&environment);
        let project = Project::find(&environment.current_dir, &child_env).ok();
        let (settings, settings_errors) = read_settings(&environment, project.as_ref());
        let settings = Arc::new(settings);
        let site = SiteAccess::new(
            ui,
            Arc::clone(&environment),
            Arc::clone(&settings),
            global.offline,
        );
        let workspace = Workspace::new(project, Arc::clone(&environment), Arc::clone(&settings));
        let launcher = Launcher {
            environment: child_env,
            folder: environment.current_dir.clone(),
            stdout: if global.json {
                StdoutTarget::Stderr
            } else {
                StdoutTarget::Inherit
            },
            is_offline: global.offline,
            cancel: CancelToken::default(),
        };
        Self {
            ui,
            site,
            workspace,
            launcher,
            environment,
            settings,
            settings_errors,
            global: global.clone(),
        }
    }

    /// Shows the warnings about the settings, without the `seen` ones.
    fn show_settings_warnings(&self, seen: &[String]) {
        for warning in &self.settings.warnings {
            if !seen.contains(warning) {
                self.ui.warning(warning);
            }
        }
    }

    /// Creates the `App` for the next step of a long-running command, such as a round of `watch`.
    /// The project, the settings and the size of the terminal are read again. An invalid setting is
    /// an error, as at the start of a command. The output and the session are kept, but a new
    /// session begins if a setting for requests has changed.
    pub fn reload(&self, ui: Ui, shared: &Arc<SharedSession>) -> Result<Self> {
        let ui = ui.reload(&self.environment, &self.global);
        let mut app = Self::with_ui(ui, Arc::clone(&self.environment), &self.global);
        app.site.shared = if app.settings.makes_same_requests_as(&self.settings) {
            Arc::clone(shared)
        } else {
            Arc::new(SharedSession {
                client: OnceLock::new(),
                ..shared.renewed()
            })
        };
        *locked(&app.site.shared.console) = ui.console;
        add_shown_days(shown_days(app.site.config()));
        app.show_settings_warnings(&self.settings.warnings);
        app.check_settings()?;
        Ok(app)
    }

    /// Prints a note about a written file, such as `wrote README.md`.
    pub fn note_path(&self, verb: &str, path: &Path) {
        let path = self.workspace.relative_path(path);
        self.ui.note(format!("{verb} {}", path.display()));
    }

    /// The errors of the settings. A command that needs the settings fails with the first one.
    /// Commands that show or correct settings still run.
    ///
    /// A manifest that is not TOML is such an error, because it may name the folder of the inputs.
    /// In another folder `submit` would not find the recorded answers, and could send a wrong guess
    /// again.
    pub fn all_settings_errors(&self) -> Vec<CliError> {
        let mut errors = self.settings_errors.clone();
        if let Ok(project) = self.workspace.project()
            && let Some(why) = &project.manifest_error
        {
            let manifest = self.workspace.relative_path(&project.manifest_path());
            errors.push(usage_error(format!(
                "{}: not valid TOML in {why}: correct it, because it may contain settings",
                manifest.display()
            )));
        }
        errors
    }

    /// Fails with the first error in the settings.
    pub fn check_settings(&self) -> Result<()> {
        match self.all_settings_errors().into_iter().next() {
            Some(error) => Err(error),
            None => Ok(()),
        }
    }
}

/// The environment of child processes, without the variables that contain a session token of any
/// account.
fn child_env(environment: &Environment) -> ChildEnv {
    let mut found: Vec<_> = found_sessions(environment, None).collect();
    for account in named_accounts(environment) {
        found.extend(found_sessions(environment, Some(&account)));
    }
    let variables = environment.variables.iter().cloned();
    ChildEnv::new(variables).without(|value| {
        found
            .iter()
            .flat_map(|found| &found.session)
            .any(|session| session.token.is_in(value))
    })
}

/// Reads and merges the settings. Returns them with their errors.
fn read_settings(
    environment: &Environment,
    project: Option<&Project>,
) -> (Settings, Vec<CliError>) {
    let Some(project) = project else {
        return Settings::read(environment, None);
    };
    let manifest = project.manifest_path();
    let metadata = project.metadata().map(|metadata| (metadata, &*manifest));
    Settings::read(environment, metadata)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{environment, write};

    #[test]
    fn child_processes_get_the_token_of_no_account() {
        let temp = tempfile::tempdir().unwrap();
        let token = |digit: &str| format!("53616c7465645f5f{}", digit.repeat(80));
        write(temp.path(), "aoc/session", token("0"));
        write(temp.path(), "aoc/session.work", token("1"));
        write(temp.path(), ".adventofcode.session", token("2"));
        write(temp.path(), "aoc/session.broken", "nothing");
        let tokens = ["0", "1", "2"].map(token);
        let variables = [
            ("MINE", tokens[0].as_str()),
            ("OF_WORK", &tokens[1]),
            ("OF_TOOL", &tokens[2]),
            ("OTHER", "nothing"),
        ];
        let environment = environment(temp.path(), &variables);
        let app = App::new(environment, &GlobalArgs::default());
        let names: Vec<_> = app
            .launcher
            .environment
            .variables
            .iter()
            .map(|(name, _)| name.to_string_lossy())
            .collect();
        assert_eq!(names, ["OTHER"]);
    }
}
