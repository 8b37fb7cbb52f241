//! Handles Ctrl-C, Ctrl-\, SIGTERM and SIGHUP. Ends all started programs, removes temporary files,
//! and restores the terminal.

use std::mem::take;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;
use std::{process, thread};

use crate::error::Exit;
use crate::files::wait_for_writes;
use crate::processes::{CancelToken, are_interrupts_ignored, end_trees};
use crate::sync::locked;
use crate::terminal::tty::{erase_echo, restore_input_mode, restore_terminal, takes_output};

/// The longest time that an interrupt waits for a terminal that accepts no output, for example
/// after Ctrl-S.
const WAIT_LIMIT: Duration = Duration::from_secs(3);

/// The effect of an interrupt while an [`ArmedAction`] exists.
pub enum OnInterrupt {
    /// The interrupt cancels the token, and the program continues. If the token belongs to a build,
    /// the thread that started cargo then ends cargo.
    Cancel(CancelToken),
    /// The interrupt runs this task and then ends the program.
    Finish(Box<dyn FnOnce() + Send>),
}

/// The armed actions in the order of arming, each with the number of its [`ArmedAction`].
static ARMED: Mutex<Vec<(u64, OnInterrupt)>> = Mutex::new(Vec::new());

/// True if an interrupt has cancelled a build or a run.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Installs the signal handlers. A signal ends the program with [`Exit::Interrupted`]. If a build
/// or run can be cancelled, the first signal only cancels it, and the second one ends the program.
/// Signals are ignored while a pager or an editor is open. Call this before any thread starts.
pub fn handle() {
    // A handler for SIGQUIT (Ctrl-\) would need `unsafe`. Instead, all threads and started programs
    // block SIGQUIT, and one thread waits for it.
    #[cfg(unix)]
    {
        use nix::sys::signal::{SigSet, Signal};
        let quit = SigSet::from(Signal::SIGQUIT);
        if quit.thread_block().is_ok() {
            thread::spawn(move || {
                while quit.wait().is_ok() {
                    interrupt();
                }
            });
        }
    }
    // If this fails, a signal still ends the program, but nothing is cleaned up.
    let _ = ctrlc::set_handler(interrupt);
    // When the console is closed, Windows calls the newest handler first, and ends the program as
    // soon as a handler returns. So this handler does not return.
    #[cfg(windows)]
    if let Ok(mut close) = tokio::signal::windows::ctrl_close() {
        thread::spawn(move || {
            if let Ok(runtime) = tokio::runtime::Builder::new_current_thread().build() {
                runtime.block_on(close.recv());
                interrupt();
            }
        });
    }
}

fn interrupt() {
    // Ctrl-C in a pager is for the pager, where it stops a search.
    if are_interrupts_ignored() {
        return;
    }
    let tasks = loop {
        let mut armed = locked(&ARMED);
        let Some(token) = pop_token(&mut armed) else {
            break take_tasks(&mut armed);
        };
        drop(armed);
        // The flag is set first, because the cancelled work may end at once and read it.
        INTERRUPTED.store(true, Ordering::SeqCst);
        token.cancel();
        // A thread that is blocked on the terminal does not notice the cancellation.
        if takes_output(WAIT_LIMIT) {
            return;
        }
    };
    // The order matters. Started programs must not write to the terminal after it is restored, so
    // they end first. The messages of the tasks need a restored terminal. The tasks may write
    // files, so writes are prevented only after the tasks.
    let _ended = end_trees();
    restore_input_mode();
    // The remaining steps may block on the terminal or on another process.
    let _ = thread::Builder::new().spawn(|| {
        thread::sleep(WAIT_LIMIT);
        exit();
    });
    restore_terminal();
    for task in tasks {
        task();
    }
    exit();
}

fn exit() -> ! {
    // Waits for writes in progress and prevents new ones. Otherwise temporary files could remain.
    let _settled = wait_for_writes();
    process::exit(Exit::Interrupted.code().into());
}

/// Removes the latest action if it can be cancelled, and returns its token.
fn pop_token(armed: &mut Vec<(u64, OnInterrupt)>) -> Option<CancelToken> {
    match armed.pop_if(|(_, last)| matches!(last, OnInterrupt::Cancel(_))) {
        Some((_, OnInterrupt::Cancel(token))) => Some(token),
        _ => None,
    }
}

/// Removes all actions, and returns their tasks, the latest one first.
fn take_tasks(armed: &mut Vec<(u64, OnInterrupt)>) -> Vec<Box<dyn FnOnce() + Send>> {
    take(armed)
        .into_iter()
        .rev()
        .filter_map(|(_, action)| match action {
            OnInterrupt::Cancel(_) => None,
            OnInterrupt::Finish(task) => Some(task),
        })
        .collect()
}

/// True if an interrupt has cancelled a build or a run.
pub fn was_interrupted() -> bool {
    INTERRUPTED.load(Ordering::SeqCst)
}

/// Keeps an [`OnInterrupt`] armed until it is dropped. If the latest armed action can be cancelled,
/// an interrupt cancels only this action. Otherwise all tasks run, the latest one first.
#[must_use = "dropping it removes the action"]
pub struct ArmedAction(u64);

impl OnInterrupt {
    /// Arms the action until the result is dropped.
    pub fn arm(self) -> ArmedAction {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let number = NUMBER.fetch_add(1, Ordering::SeqCst);
        locked(&ARMED).push((number, self));
        ArmedAction(number)
    }
}

impl Drop for ArmedAction {
    fn drop(&mut self) {
        let mut armed = locked(&ARMED);
        let index = armed.iter().position(|(number, _)| *number == self.0);
        let action = index.map(|index| armed.remove(index));
        drop(armed);
        if action.is_none() {
            // An interrupt has already used the action.
            erase_echo();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The numbers of those actions that are still armed.
    fn armed_of(actions: &[&ArmedAction]) -> Vec<u64> {
        locked(&ARMED)
            .iter()
            .map(|(number, _)| *number)
            .filter(|number| actions.iter().any(|action| action.0 == *number))
            .collect()
    }

    #[test]
    fn dropping_one_leaves_the_others_armed() {
        let arm = || OnInterrupt::Cancel(CancelToken::default()).arm();
        let [outer, inner, other] = [arm(), arm(), arm()];
        drop(inner);
        assert_eq!(armed_of(&[&outer, &other]), [outer.0, other.0]);
        drop(outer);
        assert_eq!(armed_of(&[&other]), [other.0]);
    }

    #[test]
    fn an_interrupt_cancels_the_latest_and_in_the_end_does_all_tasks() {
        let [first, second] = [CancelToken::default(), CancelToken::default()];
        let (sender, done) = std::sync::mpsc::channel();
        let finish = |name: &'static str| {
            let sender = sender.clone();
            OnInterrupt::Finish(Box::new(move || sender.send(name).unwrap()))
        };
        let mut armed = vec![
            (0, OnInterrupt::Cancel(first.clone())),
            (1, finish("store the guess")),
            (2, finish("say so")),
            (3, OnInterrupt::Cancel(second.clone())),
        ];
        let token = pop_token(&mut armed).expect("the latest can be cancelled");
        assert_eq!(armed.len(), 3);
        // Only the caller cancels it.
        assert!(!second.is_cancelled());
        token.cancel();
        assert!(second.is_cancelled() && !first.is_cancelled());
        assert!(
            pop_token(&mut armed).is_none(),
            "the latest cannot be cancelled"
        );
        for task in take_tasks(&mut armed) {
            task();
        }
        drop(sender);
        assert_eq!(
            done.try_iter().collect::<Vec<_>>(),
            ["say so", "store the guess"]
        );
        assert!(armed.is_empty() && !first.is_cancelled());
    }
}
