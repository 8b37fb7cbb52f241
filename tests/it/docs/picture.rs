//! The picture at the top of the README: what `aoc` writes to a terminal, as an
//! SVG. `AOC_PICTURE=write cargo test --test it docs::picture` draws it anew.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Stdio;

use anstyle::RgbColor;
use anstyle_svg::{Palette, Term};

use super::document::Document;
use super::sessions::{Days, normal_lines};
use crate::sandbox::{REPOSITORY, Sandbox};
use crate::terminal::{sent, terminal, without_escapes};

const FILE: &str = "docs/terminal.svg";

const COMMANDS: [&str; 2] = ["aoc run 22", "aoc bench 22 --all-alts"];

const COLUMNS: u16 = 100;

const FOREGROUND: u32 = 0x00e6_edf3;
const BACKGROUND: u32 = 0x0016_1b22;

/// Black, red, green, yellow, blue, magenta, cyan, white, and the bright ones,
/// each with enough contrast to the background.
#[rustfmt::skip]
const COLORS: [u32; 16] = [
    0x0048_4f58, 0x00ff_7b72, 0x003f_b950, 0x00d2_9922, 0x0058_a6ff, 0x00bc_8cff, 0x0039_c5cf, 0x00b1_bac4,
    0x006e_7681, 0x00ff_a198, 0x0056_d364, 0x00e3_b341, 0x0079_c0ff, 0x00d2_a8ff, 0x0056_d4dd, 0x00ff_ffff,
];

const fn rgb(color: u32) -> RgbColor {
    let [_, red, green, blue] = color.to_be_bytes();
    RgbColor(red, green, blue)
}

/// What a terminal shows after the commands, with its escape codes.
fn screen(sandbox: &Sandbox) -> String {
    let mut screen = String::new();
    for (index, command) in COMMANDS.iter().enumerate() {
        if index > 0 {
            screen.push('\n');
        }
        writeln!(screen, "\u{1b}[90m$\u{1b}[0m \u{1b}[1m{command}\u{1b}[0m").unwrap();
        let arguments: Vec<&str> = command.split(' ').skip(1).collect();
        let (ours, theirs) = terminal(COLUMNS);
        let mut command = sandbox.command(&arguments);
        command.env("TERM", "xterm-256color");
        // Progress is not in the picture.
        command.stdout(theirs).stderr(Stdio::null());
        screen += &sent(command, ours);
    }
    screen
}

/// The same as a picture. It has a background of its own, so that it is legible
/// on light and dark pages, and shrinks with a narrow window.
fn drawn(screen: &str) -> String {
    let term = Term::new()
        .palette(Palette(COLORS.map(rgb)))
        .fg_color(rgb(FOREGROUND).into())
        .bg_color(rgb(BACKGROUND).into())
        .min_width_px(0);
    let svg = term.render_svg(screen.trim_end());
    let (size, rest) = svg.split_once(" xmlns").expect("an SVG");
    let numbers: Vec<&str> = size.split('"').skip(1).step_by(2).collect();
    let [width, height] = numbers[..] else {
        panic!("a width and a height: {size}")
    };
    let (width, height) = (width.trim_end_matches("px"), height.trim_end_matches("px"));
    format!("{size} viewBox=\"0 0 {width} {height}\" xmlns{rest}")
}

/// The text of a picture.
fn text_of(svg: &str) -> String {
    let text = svg.split_once("<text").expect("a text").1;
    let mut plain = String::new();
    for piece in text.split('<').skip(1) {
        plain += piece.split_once('>').expect("a tag").1;
    }
    let lines = plain.lines().filter(|line| !line.trim().is_empty());
    let plain = lines.collect::<Vec<_>>().join("\n");
    plain
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&amp;", "&")
}

#[test]
fn the_picture_shows_what_a_terminal_shows() {
    let days = Days::with_input();
    days.sandbox.aoc(&["accept", "22"]).exits(0);
    let screen = screen(&days.sandbox);
    let path = Path::new(REPOSITORY).join(FILE);
    if std::env::var_os("AOC_PICTURE").is_some_and(|it| it == "write") {
        fs::write(&path, drawn(&screen)).unwrap();
    }
    let picture = text_of(&Document::read(FILE).text);
    // The bars have the length of the times, and above them stand others.
    let is_bar = |c| ('\u{2588}'..='\u{258f}').contains(&c);
    let without_axis = |line: &str| match line.split_once("peak  ") {
        Some((columns, _)) => format!("{columns}peak"),
        None => line.to_owned(),
    };
    let lines = |text: String| {
        let text = text.replace(is_bar, "");
        let text: Vec<String> = text.lines().map(without_axis).collect();
        let lines = text.iter().map(String::as_str);
        normal_lines(lines.filter(|line| !line.is_empty()))
    };
    assert_eq!(lines(picture), lines(without_escapes(&screen)));
}
