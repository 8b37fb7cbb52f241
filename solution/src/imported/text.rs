//! The day's input in all the forms that functions of copied code take.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::io::{self, BufRead, BufReader, Cursor, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::str::{Chars, Lines};
use std::sync::{Mutex, PoisonError};

use super::File;

/// The day's input. `into` converts it to the type that a function takes. Generic functions take it
/// without a conversion: as a text, as an iterator over lines (`&str`), or as a reader.
#[derive(Clone, Debug)]
pub struct Text(Cursor<&'static str>);

impl Text {
    #[inline]
    pub(super) const fn new(text: &'static str) -> Self {
        Self(Cursor::new(text))
    }

    #[inline]
    const fn text(&self) -> &'static str {
        self.0.get_ref()
    }
}

impl AsRef<str> for Text {
    #[inline]
    fn as_ref(&self) -> &str {
        self.text()
    }
}

impl AsRef<[u8]> for Text {
    #[inline]
    fn as_ref(&self) -> &[u8] {
        self.text().as_bytes()
    }
}

impl AsRef<Path> for Text {
    #[inline]
    fn as_ref(&self) -> &Path {
        Path::new(self.text())
    }
}

impl Iterator for Text {
    type Item = &'static str;

    #[inline]
    fn next(&mut self) -> Option<&'static str> {
        let start = usize::try_from(self.0.position()).ok()?;
        let line = self.text().get(start..)?.split_inclusive('\n').next()?;
        self.0.consume(line.len());
        line.lines().next()
    }
}

impl Read for Text {
    #[inline]
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.read(buffer)
    }
}

impl BufRead for Text {
    #[inline]
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.0.fill_buf()
    }

    #[inline]
    fn consume(&mut self, count: usize) {
        self.0.consume(count);
    }
}

impl Seek for Text {
    #[inline]
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.0.seek(to)
    }
}

/// The value that `make` returns. It is created once for each text and type, and lives as long as
/// the program.
#[inline]
fn shared<T: Any + Send + Sync>(text: &'static str, make: impl FnOnce() -> T) -> &'static T {
    type Shared = HashMap<(TypeId, &'static str), &'static (dyn Any + Send + Sync)>;
    static SHARED: Mutex<Option<Shared>> = Mutex::new(None);
    let mut shared = SHARED.lock().unwrap_or_else(PoisonError::into_inner);
    let value = shared
        .get_or_insert_default()
        .entry((TypeId::of::<T>(), text))
        .or_insert_with(|| Box::leak(Box::new(make())));
    value.downcast_ref().expect("it is of the type of its key")
}

#[inline]
fn borrowed_lines(text: &'static str) -> Vec<&'static str> {
    text.lines().collect()
}

#[inline]
fn owned_lines(text: &'static str) -> Vec<String> {
    text.lines().map(str::to_owned).collect()
}

/// Converts the input to each type.
macro_rules! made_of_text {
    ($($ty:ty: $text:ident => $made:expr,)+) => {
        $(impl From<Text> for $ty {
            #[inline]
            fn from(text: Text) -> Self {
                let $text = text.text();
                $made
            }
        })+
    };
}

made_of_text! {
    &'static str: text => text,
    String: text => text.to_owned(),
    &'static String: text => shared(text, || text.to_owned()),
    &'static [u8]: text => text.as_bytes(),
    Vec<u8>: text => text.into(),
    &'static Path: text => Path::new(text),
    PathBuf: text => text.into(),
    Lines<'static>: text => text.lines(),
    Chars<'static>: text => text.chars(),
    Vec<&'static str>: text => borrowed_lines(text),
    &'static [&'static str]: text => shared(text, || borrowed_lines(text)),
    &'static Vec<&'static str>: text => shared(text, || borrowed_lines(text)),
    Vec<String>: text => owned_lines(text),
    &'static [String]: text => shared(text, || owned_lines(text)),
    &'static Vec<String>: text => shared(text, || owned_lines(text)),
    File: text => File::of(text),
    BufReader<File>: text => Self::new(File::of(text)),
    io::Lines<BufReader<File>>: text => BufReader::new(File::of(text)).lines(),
    BufReader<&'static [u8]>: text => Self::new(text.as_bytes()),
    Box<dyn Read>: text => Box::new(Text::new(text)),
    Box<dyn BufRead>: text => Box::new(Text::new(text)),
    BufReader<Box<dyn Read>>: text => Self::new(Box::new(Text::new(text))),
    &'static mut dyn Read: text => Box::leak(Box::new(Text::new(text))),
    &'static mut dyn BufRead: text => Box::leak(Box::new(Text::new(text))),
}

/// Parses an input that is a number.
macro_rules! number_of_text {
    ($($ty:ty)+) => {
        $(impl From<Text> for $ty {
            #[inline]
            fn from(text: Text) -> Self {
                text.text().trim().parse().expect("the input is a number")
            }
        })+
    };
}

number_of_text! { u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize }

#[cfg(test)]
mod tests {
    use super::*;
    use crate::imported::given;

    fn length(mut reader: impl Read) -> usize {
        let mut text = String::new();
        reader.read_to_string(&mut text).unwrap()
    }

    fn count<T: Into<String>>(items: impl Iterator<Item = T>) -> usize {
        items.map(|item| item.into().len()).sum()
    }

    #[test]
    fn functions_are_given_the_text_as_they_take_it() {
        let text = "ä7\r\n\n65";
        let mut reader = Text::new(text);
        assert_eq!(reader.seek(SeekFrom::End(-2)).unwrap(), 6);
        assert_eq!(length(reader.clone()), 2);
        reader.rewind().unwrap();
        assert_eq!(length(reader), text.len());
        let of_str: fn(&str) -> usize = str::len;
        let of_lines: fn(&[&str]) -> usize = |lines| lines.concat().len();
        let of_owned: fn(&Vec<String>) -> usize = |lines| lines.concat().len();
        let of_box: fn(Box<dyn BufRead>) -> usize =
            |reader| count(reader.lines().map_while(Result::ok));
        let of_file: fn(BufReader<File>) -> usize = length;
        let of_mut: fn(&mut dyn Read) -> usize = |reader| length(reader);
        let of_number: fn(i64) -> i64 = |number| number + 1;
        assert_eq!(of_str(given(text).into()), 8);
        assert_eq!(of_lines(given(text).into()), 5);
        assert_eq!(of_owned(given(text).into()), 5);
        assert_eq!(of_box(given(text).into()), 5);
        assert_eq!(of_file(given(text).into()), 8);
        assert_eq!(of_mut(given(text).into()), 8);
        assert_eq!(of_number(given(" -5\n").into()), -4);
        assert_eq!(length(&mut given(text)), 8);
        assert_eq!(count(given(text)), 5);
    }

    #[test]
    fn what_is_shared_is_made_once() {
        let [one, two]: [&'static [String]; 2] = [given("a\nb").into(), given("a\nb").into()];
        assert!(std::ptr::eq(one, two));
    }
}
