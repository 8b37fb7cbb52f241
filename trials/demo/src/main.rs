//! Draws the animation at the top of the README: one day from the countdown to both stars, and its
//! times. It runs the built `aoc` in a terminal, with a server on loopback in place of the site,
//! and draws the contents of the terminal.
//!
//! ```sh
//! cargo build --release && cd trials/demo && cargo run --release
//! ```

mod recorder;
mod site;
mod svg;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use recorder::Recorder;
use site::Site;

const DAY: &str = "days/year2020/day22.rs";

/// The text of the day, first without part 2 and then complete.
const DRAFTS: [&str; 2] = [
    include_str!("../day22-part1.rs"),
    include_str!("../day22.rs"),
];

const SOON: Duration = Duration::from_millis(1200);
const LATER: Duration = Duration::from_millis(2500);

fn main() {
    let checkout = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let checkout = fs::canonicalize(checkout).expect("the checkout");
    let temp = tempfile::tempdir().expect("a temporary folder");
    let aoc = Aoc {
        program: checkout.join("target/release/aoc"),
        home: temp.path().to_owned(),
        site: None,
    };
    let input = aoc.output(&checkout, &["gen", "2020/22", "--seed", "25"]);
    aoc.output(temp.path(), &["init", "advent"]);
    let project = temp.path().join("advent");
    let day = project.join(DAY);

    // The dependencies of a day are compiled in advance, as they are after the first day.
    aoc.output(&project, &["new", "2020/22"]);
    fs::create_dir_all(project.join("inputs")).expect("a folder");
    for command in ["run", "bench"] {
        aoc.output(
            &project,
            &[command, "2020/22", "--quiet", "--input", "README.md"],
        );
    }
    fs::remove_file(&day).expect("the day");

    let aoc = Aoc {
        site: Some(Site::start(input, Duration::from_secs(4))),
        ..aoc
    };
    let mut recorder = Recorder::default();
    let mut start = recorder.type_command(aoc.command(&project, &["start", "2020/22"]));
    // The server's clock is near the unlock, so `aoc` first warns about this computer's clock.
    start.skip_to("waiting");
    start.wait_for("quit", SOON);
    for draft in DRAFTS {
        fs::write(&day, draft).expect("the day is saved");
        start.wait_for("quit", LATER);
        start.press("s");
        start.wait_for("right", SOON);
        start.wait_for("quit", LATER);
    }
    start.press("q");
    start.finish();
    recorder
        .type_command(aoc.command(&project, &["bench", "2020/22"]))
        .finish();

    let last = recorder.frames.last().expect("a frame").screen.contents();
    if last.contains("note:") {
        println!("the figures are those of a busy machine: record it again when nothing else runs");
    }
    let picture = svg::animated(&recorder.frames);
    let path = checkout.join("docs/demo.svg");
    fs::write(&path, &picture).expect("the picture is written");
    println!("{}: {} kB", path.display(), picture.len() / 1000);
}

/// An `aoc` with a separate home folder, and nothing else of the user.
struct Aoc {
    program: PathBuf,
    home: PathBuf,
    site: Option<Site>,
}

impl Aoc {
    fn command(&self, folder: &Path, arguments: &[&str]) -> Command {
        let kept = ["PATH", "CARGO_HOME", "RUSTUP_HOME"];
        let kept = kept.map(|name| (name, std::env::var_os(name)));
        let user = std::env::home_dir().unwrap_or_default();
        let mut command = Command::new(&self.program);
        command
            .args(arguments)
            .current_dir(folder)
            .env_clear()
            .env("CARGO_HOME", user.join(".cargo"))
            .env("RUSTUP_HOME", user.join(".rustup"))
            .envs(
                kept.into_iter()
                    .filter_map(|(name, value)| Some((name, value?))),
            )
            .env("HOME", &self.home)
            .env("TERM", "xterm-256color")
            .env("LANG", "C.UTF-8")
            .env("EDITOR", "true")
            .env("BROWSER", "true");
        if let Some(site) = &self.site {
            command.env("AOC_BASE_URL", &site.url);
            command.env("AOC_SESSION", "0123456789abcdef".repeat(8));
        }
        command
    }

    fn output(&self, folder: &Path, arguments: &[&str]) -> String {
        let output = self.command(folder, arguments).output().expect("aoc runs");
        assert!(output.status.success(), "{arguments:?}: {output:?}");
        String::from_utf8(output.stdout).expect("text")
    }
}
