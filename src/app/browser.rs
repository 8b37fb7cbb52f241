//! Showing an address in the user's browser.

use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use super::context::App;
use crate::config::ChildEnv;
use crate::processes;

/// Browsers that need the terminal, so they are waited for.
const TEXT_BROWSERS: [&str; 8] = [
    "browsh", "elinks", "eww", "links", "links2", "lynx", "netrik", "w3m",
];

/// How long a program that starts a browser may fail. One that still runs then
/// is taken for the browser.
const PATIENCE: Duration = Duration::from_secs(2);

/// Why nothing was opened.
#[derive(Debug, thiserror::Error)]
pub enum BrowserError {
    #[error("there is no desktop here, and BROWSER is not set")]
    NoDesktop,
    #[error("no browser could be started; set BROWSER to one")]
    NoneStarted,
}

impl App {
    /// Opens the address in the browser that `BROWSER` names, else in the
    /// desktop's.
    pub fn open_in_browser(&self, address: &str) -> Result<(), BrowserError> {
        let environment = self.child_env();
        let variable = |name: &str| environment.get(name).filter(|value| !value.is_empty());
        let launchers = if let Some(browser) = variable("BROWSER") {
            of_variable(&browser.to_string_lossy(), address)
        } else if has_desktop(&|name| variable(name).is_some()) {
            let commands = open::commands(address).into_iter();
            commands.map(Launcher::of_desktop).collect()
        } else {
            return Err(BrowserError::NoDesktop);
        };
        let started = launchers
            .into_iter()
            .any(|launcher| launcher.start(&environment));
        if started {
            Ok(())
        } else {
            Err(BrowserError::NoneStarted)
        }
    }
}

/// On other systems than these there always is one.
fn has_desktop(is_set: &dyn Fn(&str) -> bool) -> bool {
    let unix = cfg!(unix) && !cfg!(target_os = "macos");
    !unix
        || ["DISPLAY", "WAYLAND_DISPLAY", "WSL_DISTRO_NAME"]
            .iter()
            .any(|name| is_set(name))
}

/// A program that shows an address.
#[derive(Debug)]
struct Launcher {
    command: Command,
    needs_terminal: bool,
}

/// The programs of `BROWSER`: a list with colons, each with its arguments, and
/// with `%s` where the address belongs if that is not the end.
fn of_variable(browser: &str, address: &str) -> Vec<Launcher> {
    // Not at the colon of `C:\`.
    let separator = if cfg!(windows) { ';' } else { ':' };
    browser
        .split(separator)
        .filter_map(|line| {
            let mut words = line.split_whitespace();
            let program = words.next()?;
            let mut command = Command::new(program);
            let mut placed = false;
            for word in words {
                placed |= word.contains("%s");
                command.arg(word.replace("%s", address));
            }
            if !placed {
                command.arg(address);
            }
            let name = program.rsplit('/').next().unwrap_or(program);
            Some(Launcher {
                command,
                needs_terminal: TEXT_BROWSERS.contains(&name),
            })
        })
        .collect()
}

impl Launcher {
    const fn of_desktop(command: Command) -> Self {
        Self {
            command,
            needs_terminal: false,
        }
    }

    /// Whether it started, and did not fail soon after.
    fn start(mut self, environment: &ChildEnv) -> bool {
        environment.apply_to(&mut self.command);
        if self.needs_terminal {
            return self.command.status().is_ok_and(|status| status.success());
        }
        self.command
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        // So that an interrupt of the terminal does not end the browser.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut self.command, 0);
        self.command.spawn().is_ok_and(settled)
    }
}

/// Whether the program succeeds, or goes on.
fn settled(mut child: Child) -> bool {
    let start = Instant::now();
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return status.success(),
            Ok(None) if start.elapsed() < PATIENCE => thread::sleep(Duration::from_millis(10)),
            Ok(None) => {
                processes::reap_later(child);
                return true;
            }
            Err(_) => return false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(browser: &str) -> Vec<(Vec<String>, bool)> {
        of_variable(browser, "https://a.b/c")
            .iter()
            .map(|launcher| {
                let program = launcher
                    .command
                    .get_program()
                    .to_string_lossy()
                    .into_owned();
                let arguments = launcher.command.get_args();
                let arguments = arguments.map(|word| word.to_string_lossy().into_owned());
                let line = [program].into_iter().chain(arguments).collect();
                (line, launcher.needs_terminal)
            })
            .collect()
    }

    #[cfg(unix)]
    #[test]
    fn a_variable_names_several_programs() {
        let expected = [
            (vec!["/usr/bin/w3m".into(), "https://a.b/c".into()], true),
            (
                vec!["firefox".into(), "--url=https://a.b/c".into(), "-n".into()],
                false,
            ),
        ];
        assert_eq!(words("/usr/bin/w3m: :firefox --url=%s -n"), expected);
        assert_eq!(words(" : "), []);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_desktop_shows_in_the_environment() {
        assert!(!has_desktop(&|_| false));
        assert!(!has_desktop(&|name| name == "TERM"));
        assert!(has_desktop(&|name| name == "WAYLAND_DISPLAY"));
    }
}
