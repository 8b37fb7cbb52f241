//! Panics of the solution's thread: kept for the reply rather than printed.

use std::any::Any;
use std::panic;
use std::sync::Mutex;
use std::thread;

use crate::bounded;

/// Where and why the solution's thread panicked last.
static LAST_PANIC: Mutex<Option<String>> = Mutex::new(None);

const NO_MESSAGE: &str = "no message";

/// The message of the panic that was just caught, with its place if
/// [`record`] has been called.
pub(crate) fn message(payload: Box<dyn Any + Send>) -> String {
    let recorded = LAST_PANIC.lock().ok().and_then(|mut last| last.take());
    let text = match payload.downcast::<String>() {
        Ok(text) => bounded::message(&text),
        Err(payload) => {
            let text = payload.downcast_ref::<&str>().copied();
            // It may panic in its turn when it is dropped.
            std::mem::forget(payload);
            bounded::message(&text.unwrap_or(NO_MESSAGE))
        }
    };
    recorded.unwrap_or(text)
}

/// From now on, panics of the current thread are kept for [`message`]. They
/// are printed only if the environment asks for a backtrace. Panics of other
/// threads are printed as usual.
pub(crate) fn record() {
    let job = thread::current().id();
    let backtrace = std::env::var_os("RUST_BACKTRACE").is_some_and(|value| value != "0");
    let print = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        if thread::current().id() == job {
            let text = info.payload_as_str().unwrap_or(NO_MESSAGE);
            let message = match info.location() {
                Some(place) => bounded::message(&format_args!("{place}: {text}")),
                None => bounded::message(&text),
            };
            if let Ok(mut last) = LAST_PANIC.lock() {
                *last = Some(message);
            }
            if !backtrace {
                return;
            }
        }
        print(info);
    }));
}
