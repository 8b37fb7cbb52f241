//! Input and output for days that `aoc import` copied.
//!
//! The old program read its input file itself, and perhaps printed its answers. `aoc import` makes
//! the copied code read through this module's [`std`], and calls the day's functions inside
//! [`reading`]. During such a call, the day's input replaces every file, stdin and every included
//! text. Outside of [`reading`], files are read as usual. Inside of [`output`], printed text is
//! captured, and a successful exit of the program only ends the call. Everything else works as
//! before.
//!
//! Every function here is `#[inline]`, so the compiler generates machine code for it only in a year
//! that uses it. Each repository compiles the library before its first answer, and without the
//! attributes this module took a third of that time.

mod printed;
mod text;

use ::std::cell::{Cell, RefCell};
use ::std::fmt::Arguments;
use ::std::io::{self, BufRead, Lines, Read, Seek, SeekFrom, Write};
use ::std::marker::PhantomData;
use ::std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use ::std::path::Path;
use ::std::sync::{Mutex, PoisonError};

use printed::last_answer;
#[doc(hidden)]
pub use printed::{
    OutputByPart, PrintedValue, SURE_LENGTH, answers, by_part, has_no_words, is_clear, is_whole,
    is_word, length_of_year, lines_of_examples, lines_of_input, part_numbered, pictures, shows,
    values,
};
pub use text::Text;

thread_local! {
    /// The input of the day that this thread is solving. `None` outside of [`reading`].
    static TEXT: Cell<Option<&'static str>> = const { Cell::new(None) };
    /// The number of input bytes that stdin has already yielded.
    static READ: Cell<usize> = const { Cell::new(0) };
    /// Whether any code on this thread has read the day's input.
    static WAS_READ: Cell<bool> = const { Cell::new(false) };
    /// The captured output so far. `None` if output is not captured.
    static PRINTED: RefCell<Option<Vec<u8>>> = const { RefCell::new(None) };
}

/// Calls a function that reads the day's input in place of every file. This holds only for the
/// calling thread: on a thread that the function starts, files are read as usual.
#[inline]
pub fn reading<R>(text: &str, solve: impl FnOnce() -> R) -> R {
    let _outer = OuterInput {
        text: TEXT.replace(Some(kept(text))),
        read: READ.replace(0),
    };
    solve()
}

/// The input before a call of [`reading`]. Dropping this restores it, even after a panic.
struct OuterInput {
    text: Option<&'static str>,
    read: usize,
}

impl Drop for OuterInput {
    #[inline]
    fn drop(&mut self) {
        TEXT.set(self.text);
        READ.set(self.read);
    }
}

/// A copy of the text that lives as long as the program. Equal texts share one copy.
#[inline]
pub fn kept(text: &str) -> &'static str {
    static KEPT: Mutex<Vec<&'static str>> = Mutex::new(Vec::new());
    let mut texts = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(kept) = texts.iter().find(|kept| **kept == text) {
        return kept;
    }
    let kept: &'static str = Box::leak(text.into());
    texts.push(kept);
    kept
}

/// The day's input, for a function whose argument is not a `&str`: `part1(given(input).into())`. A
/// generic function takes the input without `into`, through the traits of [`Text`].
#[inline]
pub fn given(text: &str) -> Text {
    Text::new(kept(text))
}

/// True if any code on this thread has read the day's input, or has locked stdin. Otherwise the day
/// can be called without [`reading`].
#[doc(hidden)]
#[inline]
pub fn was_read() -> bool {
    WAS_READ.get()
}

/// The day's input, in place of `include_str!`. Panics outside of [`reading`].
#[inline]
pub fn text() -> &'static str {
    WAS_READ.set(true);
    TEXT.get()
        .expect("the text of a day is known only while a part of it is called")
}

/// The day's input, in place of the file at `path`. `None` outside of [`reading`], and for a file
/// or a folder whose name is that of an example. Some functions that take a path get the input's
/// text as the path, which is never the name of an example.
#[inline]
fn text_of(path: &Path) -> Option<&'static str> {
    let text = TEXT.get()?;
    let name = path.file_name()?.to_str()?;
    let folder = path.parent().and_then(Path::file_name).unwrap_or_default();
    let is_example = is_path_of_example(&format!("{}/{name}", folder.to_string_lossy()));
    let is_text = path.as_os_str() == text || text.lines().count() > 1 && name.contains('\n');
    let is_read = !is_example || is_text;
    WAS_READ.set(WAS_READ.get() || is_read);
    is_read.then_some(text)
}

/// True if a file or a folder has the name of an example, such as `test_input.txt`, `examples` or
/// `ex1`, but not `exercises` or `export`.
#[inline]
fn is_of_example(name: &str) -> bool {
    name.to_lowercase()
        .split(|c: char| !c.is_ascii_alphabetic())
        .any(|word| {
            let starts = ["demo", "exam", "sample", "small", "test"];
            word == "ex" || starts.iter().any(|start| word.starts_with(start))
        })
}

/// True if a file has the path of an example. A file `ex05` may be the example of day 5, but a
/// folder `ex05` is that of a day.
#[doc(hidden)]
#[inline]
pub fn is_path_of_example(path: &str) -> bool {
    let (folder, file) = path.rsplit_once('/').unwrap_or(("", path));
    let mut folders = folder.split('/');
    is_of_example(file) || folders.any(|folder| is_of_example(folder) && !is_exercise(folder))
}

/// True if a name is a numbered exercise, as some people call days.
#[inline]
fn is_exercise(name: &str) -> bool {
    let name = name.to_lowercase();
    let number = name
        .strip_prefix("ex")
        .unwrap_or_default()
        .trim_start_matches(['-', '_', ' ']);
    number.parse::<u8>().is_ok()
}

/// The output of a function that reads the day's input in place of every file.
#[inline]
pub fn output<R>(text: &str, show: impl FnOnce() -> R) -> String {
    let _outer = OuterOutput(PRINTED.replace(Some(Vec::new())));
    let shown = catch_unwind(AssertUnwindSafe(|| drop(reading(text, show))));
    if let Err(panic) = shown
        && !panic.is::<Exit>()
    {
        resume_unwind(panic);
    }
    let printed = PRINTED.take().unwrap_or_default();
    String::from_utf8_lossy(&printed).into_owned()
}

/// The payload of the panic that ends a call of [`output`], in place of the program.
struct Exit;

/// The captured output before a call of [`output`]. Dropping this restores it, even after a panic.
struct OuterOutput(Option<Vec<u8>>);

impl Drop for OuterOutput {
    #[inline]
    fn drop(&mut self) {
        PRINTED.set(self.0.take());
    }
}

/// The answer to one part, from the output of a function that prints both answers.
#[inline]
pub fn printed<R>(text: &str, part: u8, show: impl FnOnce() -> R) -> Option<String> {
    let [one, two] = answers(&output(text, show));
    if part == 1 { one } else { two }
}

/// The answer from the output of a function that solves one part.
#[inline]
pub fn shown<R>(text: &str, show: impl FnOnce() -> R) -> Option<String> {
    last_answer(&output(text, show))
}

/// Prints the formatted text, or appends it to the captured output.
#[doc(hidden)]
#[inline]
pub fn write_output(text: Arguments<'_>) {
    // The code that formats a value may print as well.
    let text = text.to_string();
    if !capture(text.as_bytes()) {
        ::std::print!("{text}");
    }
}

/// Appends the bytes to the captured output. False if output is not captured.
#[inline]
fn capture(bytes: &[u8]) -> bool {
    PRINTED.with_borrow_mut(|printed| match printed {
        Some(printed) => {
            printed.extend_from_slice(bytes);
            true
        }
        None => false,
    })
}

/// `print!` for copied code.
#[doc(hidden)]
#[macro_export]
macro_rules! __imported_print {
    ($($text:tt)*) => { $crate::imported::write_output(::core::format_args!($($text)*)) };
}

/// `println!` for copied code.
#[doc(hidden)]
#[macro_export]
macro_rules! __imported_println {
    () => { $crate::imported::write_output(::core::format_args!("\n")) };
    ($($text:tt)*) => {{
        $crate::imported::write_output(::core::format_args!($($text)*));
        $crate::imported::write_output(::core::format_args!("\n"));
    }};
}

/// Calls a function with the input, converted to the type that the function takes. If there are
/// several functions, each one gets the result of the previous one, unwrapped from a `Result` or an
/// `Option`.
#[doc(hidden)]
#[macro_export]
macro_rules! __imported_call {
    ($input:ident, $solve:expr) => { $crate::__functions!(@call $input { $solve }) };
    ($input:ident, $parse:expr, $($solve:expr),+) => {{
        let made = $crate::imported::value!($crate::__functions!(@call $input { $parse }));
        let made = &made;
        $crate::imported::call!(made, $($solve),+)
    }};
}

/// Unwraps the value in a `Result` or an `Option`. A parser of nom also returns the rest of the
/// text, which this drops.
#[doc(hidden)]
#[macro_export]
macro_rules! __imported_value {
    ($made:expr) => {{
        #[allow(unused_imports)]
        use $crate::functions::traits::*;

        let made = $made;
        let probe = $crate::functions::Probe::of(&made);
        $crate::__functions!(@choose probe).kind_of_wrapper().value(made)
    }};
}

pub use crate::{
    __imported_call as call, __imported_print as print, __imported_println as println,
    __imported_value as value,
};

/// `std::fs::File` for copied code: a file, or the day's input.
#[derive(Debug)]
pub struct File(Content);

#[derive(Debug)]
enum Content {
    Text(RefCell<Text>),
    File(::std::fs::File),
}

impl File {
    /// Opens a file, or the day's input in its place.
    #[inline]
    pub fn open(path: impl AsRef<Path>) -> io::Result<Self> {
        match text_of(path.as_ref()) {
            Some(text) => Ok(Self::of(text)),
            None => Ok(Self(Content::File(::std::fs::File::open(path)?))),
        }
    }

    /// Creates a file, for example for a picture.
    #[inline]
    pub fn create(path: impl AsRef<Path>) -> io::Result<Self> {
        Ok(Self(Content::File(::std::fs::File::create(path)?)))
    }

    /// Options for opening a file.
    #[inline]
    pub fn options() -> OpenOptions {
        OpenOptions::new()
    }

    /// A file whose content is the day's input, for functions that take a `File`.
    #[inline]
    fn of(text: &'static str) -> Self {
        WAS_READ.set(true);
        Self(Content::Text(RefCell::new(Text::new(text))))
    }
}

impl Read for File {
    #[inline]
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        (&*self).read(buffer)
    }
}

impl Read for &File {
    #[inline]
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match &self.0 {
            Content::Text(text) => text.borrow_mut().read(buffer),
            Content::File(file) => (&*file).read(buffer),
        }
    }
}

impl Write for File {
    #[inline]
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        (&*self).write(bytes)
    }

    #[inline]
    fn flush(&mut self) -> io::Result<()> {
        (&*self).flush()
    }
}

impl Write for &File {
    #[inline]
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &self.0 {
            Content::Text(_) => Err(io::ErrorKind::Unsupported.into()),
            Content::File(file) => (&*file).write(bytes),
        }
    }

    #[inline]
    fn flush(&mut self) -> io::Result<()> {
        match &self.0 {
            Content::Text(_) => Ok(()),
            Content::File(file) => (&*file).flush(),
        }
    }
}

impl Seek for File {
    #[inline]
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        (&*self).seek(to)
    }
}

impl Seek for &File {
    #[inline]
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        match &self.0 {
            Content::Text(text) => text.borrow_mut().seek(to),
            Content::File(file) => (&*file).seek(to),
        }
    }
}

/// `std::fs::OpenOptions` for copied code: for reading a file, or the day's input. With any other
/// option, no file can be opened.
#[derive(Clone, Debug, Default)]
pub struct OpenOptions {
    writes: bool,
}

/// The options other than `read`.
macro_rules! options {
    ($($name:ident)*) => { $(
        #[doc = "Opening a file fails if this is set."]
        #[inline]
        pub fn $name(&mut self, is_set: bool) -> &mut Self {
            self.writes |= is_set;
            self
        }
    )* };
}

impl OpenOptions {
    /// Options for reading.
    #[inline]
    pub fn new() -> Self {
        Self::default()
    }

    /// Changes nothing, because files can only be read.
    #[inline]
    pub fn read(&mut self, _: bool) -> &mut Self {
        self
    }

    options! { write append truncate create create_new }

    /// Opens a file for reading, or the day's input in its place.
    #[inline]
    pub fn open(&self, path: impl AsRef<Path>) -> io::Result<File> {
        if self.writes {
            return Err(io::ErrorKind::Unsupported.into());
        }
        File::open(path)
    }
}

/// `std::io::Stdin` for copied code: stdin, or the day's input.
#[derive(Debug)]
pub struct Stdin;

/// `std::io::StdinLock` for copied code. Without a lock inside, it reads the day's input.
#[derive(Debug)]
pub struct StdinLock<'a>(
    Option<::std::io::StdinLock<'static>>,
    PhantomData<&'a Stdin>,
);

impl Stdin {
    /// Locks stdin, unless the day's input is read in its place.
    #[inline]
    pub fn lock(&self) -> StdinLock<'static> {
        WAS_READ.set(true);
        let stdin = TEXT.get().is_none().then(|| io::stdin().lock());
        StdinLock(stdin, PhantomData)
    }

    /// Reads a line.
    #[inline]
    pub fn read_line(&self, line: &mut String) -> io::Result<usize> {
        self.lock().read_line(line)
    }

    /// The lines that have not been read yet.
    #[inline]
    pub fn lines(self) -> Lines<StdinLock<'static>> {
        self.lock().lines()
    }
}

impl Read for Stdin {
    #[inline]
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.lock().read(buffer)
    }
}

impl Read for StdinLock<'_> {
    #[inline]
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.fill_buf()?.read(buffer)?;
        self.consume(count);
        Ok(count)
    }
}

impl BufRead for StdinLock<'_> {
    #[inline]
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        match (&mut self.0, TEXT.get()) {
            (Some(stdin), _) => stdin.fill_buf(),
            (None, text) => Ok(&text.unwrap_or_default().as_bytes()[READ.get()..]),
        }
    }

    #[inline]
    fn consume(&mut self, count: usize) {
        match &mut self.0 {
            Some(stdin) => stdin.consume(count),
            None => READ.set(READ.get() + count),
        }
    }
}

/// `std::io::Stdout` for copied code: stdout, or the captured output.
#[derive(Debug)]
pub struct Stdout;

/// `std::io::StdoutLock` for copied code. It locks nothing.
#[derive(Debug)]
pub struct StdoutLock<'a>(PhantomData<&'a Stdout>);

impl Stdout {
    /// A writer to the same output.
    #[inline]
    pub fn lock(&self) -> StdoutLock<'static> {
        StdoutLock(PhantomData)
    }
}

impl Write for Stdout {
    #[inline]
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.lock().write(bytes)
    }

    #[inline]
    fn flush(&mut self) -> io::Result<()> {
        self.lock().flush()
    }
}

impl Write for StdoutLock<'_> {
    #[inline]
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if capture(bytes) {
            Ok(bytes.len())
        } else {
            io::stdout().write(bytes)
        }
    }

    #[inline]
    fn flush(&mut self) -> io::Result<()> {
        io::stdout().flush()
    }
}

/// The standard library for copied code.
pub mod std {
    pub use ::std::*;

    /// `std::env` with arguments that may be a path to the day's input.
    pub mod env {
        pub use ::std::env::*;

        /// The arguments of a program.
        pub type Args = ::std::vec::IntoIter<String>;

        /// The program's arguments. During the call of a part, these are a program's name and one
        /// file.
        #[inline]
        pub fn args() -> Args {
            let arguments = match crate::imported::TEXT.get() {
                Some(_) => vec!["aoc".to_owned(), "input.txt".to_owned()],
                None => ::std::env::args().collect(),
            };
            arguments.into_iter()
        }
    }

    /// `std::fs` with the day's input in place of files.
    pub mod fs {
        pub use ::std::fs::*;

        use crate::imported::text_of;
        pub use crate::imported::{File, OpenOptions};

        /// The text of a file, or the day's input in its place.
        #[inline]
        pub fn read_to_string(path: impl AsRef<::std::path::Path>) -> ::std::io::Result<String> {
            match text_of(path.as_ref()) {
                Some(text) => Ok(text.to_owned()),
                None => ::std::fs::read_to_string(path),
            }
        }

        /// The bytes of a file, or of the day's input in its place.
        #[inline]
        pub fn read(path: impl AsRef<::std::path::Path>) -> ::std::io::Result<Vec<u8>> {
            match text_of(path.as_ref()) {
                Some(text) => Ok(text.into()),
                None => ::std::fs::read(path),
            }
        }
    }

    /// `std::io` with the day's input in place of stdin, and a stdout that can be captured.
    pub mod io {
        pub use ::std::io::*;

        pub use crate::imported::{Stdin, StdinLock, Stdout, StdoutLock};

        /// Stdin, or the day's input in its place.
        #[inline]
        pub fn stdin() -> Stdin {
            Stdin
        }

        /// Stdout, or the captured output.
        #[inline]
        pub fn stdout() -> Stdout {
            Stdout
        }
    }

    /// `std::process` with an end of the program that keeps the captured output.
    pub mod process {
        pub use ::std::process::*;

        /// Ends the program. If its output is captured and it succeeds, ends only the call.
        #[inline]
        pub fn exit(code: i32) -> ! {
            if code == 0 && crate::imported::PRINTED.with_borrow(Option::is_some) {
                ::std::panic::resume_unwind(Box::new(crate::imported::Exit));
            }
            ::std::process::exit(code)
        }
    }
}

#[cfg(test)]
mod tests {
    use ::std::fmt::{self, Display, Formatter};
    use ::std::panic::catch_unwind;

    use super::std::fs;
    use super::std::{env, io, process};
    use super::*;

    #[test]
    fn every_file_is_the_text_while_a_part_is_called() {
        let text = "one\ntwo\n";
        assert!(fs::read_to_string("no such file").is_err());
        assert!(!was_read());
        reading(text, || {
            assert_eq!(fs::read_to_string("no such file").unwrap(), text);
            assert_eq!(fs::read("no such file").unwrap(), text.as_bytes());
            let file = io::BufReader::new(File::open("no such file").unwrap());
            assert_eq!(file.lines().map_while(Result::ok).count(), 2);
            let file = File::open("no such file").unwrap();
            let mut start = [0; 4];
            (&file).read_exact(&mut start).unwrap();
            assert_eq!(io::read_to_string(&file).unwrap(), "two\n");
            assert_eq!((&file).seek(SeekFrom::End(-2)).unwrap(), 6);
            assert_eq!(io::read_to_string(&file).unwrap(), "o\n");
            let opened = OpenOptions::new().read(true).open("no such file");
            let file: File = opened.unwrap();
            assert_eq!(io::read_to_string(file).unwrap(), text);
            let mut line = String::new();
            io::stdin().read_line(&mut line).unwrap();
            assert_eq!(line, "one\n");
            assert_eq!(io::read_to_string(io::stdin()).unwrap(), "two\n");
            assert_eq!(super::text(), text);
            assert_eq!(fs::read_to_string(text).unwrap(), text);
            for example in [
                "day1_example.txt",
                "no/examples/01.txt",
                "ex1.txt",
                "ex05/ex1.txt",
                "day05_ex1/01.txt",
            ] {
                assert!(fs::read_to_string(example).is_err(), "{example}");
            }
            // Some people call days exercises.
            assert_eq!(fs::read_to_string("ex05/input.txt").unwrap(), text);
            assert_eq!(fs::read_to_string("exercises/export.txt").unwrap(), text);
            let path = env::args().nth(1).unwrap();
            assert_eq!(fs::read_to_string(path).unwrap(), text);
        });
        assert!(was_read());
        assert!(env::args().eq(::std::env::args()));
        assert!(fs::read_to_string("no such file").is_err());
        assert!(::std::ptr::eq(kept("a"), kept("a")));
    }

    #[test]
    fn after_a_panic_files_and_output_are_as_before() {
        let panicked = catch_unwind(|| {
            output("text", || {
                io::stdin().read_line(&mut String::new()).unwrap();
                panic!("of the day");
            })
        });
        assert!(panicked.is_err());
        assert!(fs::read_to_string("no such file").is_err());
        assert!(PRINTED.with_borrow(Option::is_none));
        assert_eq!(READ.get(), 0);
    }

    #[test]
    fn a_reader_of_stdin_that_outlives_the_call_is_at_its_end() {
        let mut line = String::new();
        let mut stdin = reading("one\ntwo\n", || {
            let mut stdin = io::stdin().lock();
            stdin.read_line(&mut line).unwrap();
            stdin
        });
        assert_eq!(line, "one\n");
        assert_eq!(stdin.read_line(&mut line).unwrap(), 0);
    }

    #[test]
    fn a_call_that_only_writes_a_file_has_not_read_the_input() {
        reading("text", || {
            assert!(fs::write("no folder/written", "text").is_err());
            assert!(File::create("no folder/written").is_err());
            let mut options = File::options();
            assert!(options.append(true).open("no folder/written").is_err());
            let path = ::std::env::temp_dir().join(format!("aoc-{}", ::std::process::id()));
            let opened = OpenOptions::new().append(true).create(true).open(&path);
            assert!(opened.is_err() && !path.exists());
            assert!(!was_read());
            File::open("read").unwrap();
        });
        assert!(was_read());
    }

    /// A function of a day may draw into a file that its caller has created.
    #[test]
    fn a_file_that_is_created_is_written_and_the_input_is_not() {
        fn draw(mut file: File) -> ::std::io::Result<()> {
            writeln!(file, "P3")?;
            file.flush()
        }
        let name = format!("aoc-picture-{}", ::std::process::id());
        let path = ::std::env::temp_dir().join(name);
        reading("text", || {
            draw(File::create(&path).unwrap()).unwrap();
            assert!(draw(File::open("input.txt").unwrap()).is_err());
        });
        assert_eq!(::std::fs::read_to_string(&path).unwrap(), "P3\n");
        ::std::fs::remove_file(path).unwrap();
    }

    #[test]
    fn the_answers_are_in_what_is_printed() {
        for (output, answers) in [
            ("Part 1: 5\nPart 2: 6\n", [Some("5"), Some("6")]),
            ("part1 = 5\npart2 = abc\n", [Some("5"), Some("abc")]),
            ("Part One: 5", [Some("5"), None]),
            ("P1: 5\nP2: 6.", [Some("5"), Some("6")]),
            (
                "The first part is 5\nThe second part is 6",
                [Some("5"), Some("6")],
            ),
            ("Day 3 part 1: 5\nDay 3 part 2: 6", [Some("5"), Some("6")]),
            ("Part 1:\n5\nPart 2:\n6\n", [Some("5"), Some("6")]),
            ("5\n\n6\n", [Some("5"), Some("6")]),
            ("(5, 6)\n", [Some("5"), Some("6")]),
            ("1: 5\n2: 6\n", [Some("5"), Some("6")]),
            ("Task A: 5, Task B: 6\n", [Some("5"), Some("6")]),
            ("Result A: 5\nResult B: 6\n", [Some("5"), Some("6")]),
            (
                "The sum is 5.\nThe id is 6. Took 1.2ms.\n",
                [Some("5"), Some("6")],
            ),
            (
                "Part 1: 5 (took 3 ms)\nPart 2: ABC\n",
                [Some("5"), Some("ABC")],
            ),
            ("reading\n1\ndone\n2\n", [Some("1"), Some("2")]),
            ("Part 1: 2\nPart 2: 1\n", [Some("2"), Some("1")]),
            (
                "Part 1: 20,30\nPart 2: 4,6,3\n",
                [Some("20,30"), Some("4,6,3")],
            ),
            ("Part 1: 5\nPart 2: aa,b,c\n", [Some("5"), Some("aa,b,c")]),
            ("20,30\n4,6,3\n", [Some("20,30"), Some("4,6,3")]),
            ("-2,-3\n4, 5\n", [Some("-2,-3"), None]),
            ("Part 1: 5\nPart 2:\nab\ncd\n", [Some("5"), None]),
            ("Part 1: 5\nPart 2: ###..##\n", [Some("5"), None]),
            ("5\n", [None, None]),
            ("a\nb\nc\n", [None, None]),
            ("1\n2\n3\n", [None, None]),
            ("", [None, None]),
        ] {
            let found = super::answers(output);
            assert_eq!(found.each_ref().map(Option::as_deref), answers, "{output}");
        }
        let caught = printed("", 1, || crate::__imported_println!("5\n{}", 6));
        assert_eq!(caught.as_deref(), Some("5"));
    }

    #[test]
    fn what_is_written_to_stdout_is_captured_even_if_the_program_exits() {
        let write = || {
            let mut lock = io::stdout().lock();
            crate::__imported_println!("one");
            writeln!(lock, "two").unwrap();
            writeln!(io::stdout(), "three").unwrap();
            // A character may be written in pieces.
            let mut buffered = io::BufWriter::with_capacity(2, io::stdout());
            buffered.write_all("\u{2588}\n".as_bytes()).unwrap();
            process::exit(0)
        };
        assert_eq!(output("", write), "one\ntwo\nthree\n\u{2588}\n");
        let panicked = catch_unwind(|| output("", || panic!("of the day")));
        let panic = panicked.expect_err("a panic is no exit");
        assert_eq!(panic.downcast_ref(), Some(&"of the day"));
        writeln!(io::stdout(), "outside").unwrap();
        io::stdout().flush().unwrap();
    }

    #[test]
    fn a_value_may_print_while_it_is_printed() {
        struct Grid;

        impl Display for Grid {
            fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
                crate::__imported_println!("inner");
                formatter.write_str("outer")
            }
        }

        let print = || crate::__imported_println!("{Grid}");
        assert_eq!(output("", print), "inner\nouter\n");
        print();
    }
}
