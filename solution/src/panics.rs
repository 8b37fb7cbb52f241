//! Panics of the solution's thread: kept for the reply rather than printed.

use std::panic;
use std::sync::Mutex;
use std::thread;

/// Where and why the solution's thread panicked last.
static LAST_PANIC: Mutex<Option<String>> = Mutex::new(None);

/// The message of the last panic, once.
pub(crate) fn last_panic() -> String {
    LAST_PANIC
        .lock()
        .ok()
        .and_then(|mut message| message.take())
        .unwrap_or_else(|| "no message".to_owned())
}

/// Keeps the message of a panic of this thread for the reply. Those of threads
/// that the solution starts are printed as ever, and so is a backtrace that
/// the environment asks for.
pub(crate) fn catch_panics() {
    let job = thread::current().id();
    let backtrace = std::env::var_os("RUST_BACKTRACE").is_some_and(|value| value != "0");
    let print = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        if thread::current().id() == job {
            let place = info.location().map(|at| format!("{at}: "));
            let message = info.payload_as_str().unwrap_or("no message");
            if let Ok(mut last) = LAST_PANIC.lock() {
                *last = Some(place.unwrap_or_default() + message);
            }
            if !backtrace {
                return;
            }
        }
        print(info);
    }));
}
