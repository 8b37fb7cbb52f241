//! `aoc watch`: a round at each save, the keys, and the state of the terminal afterwards.

use std::fs;
use std::io::Read;
use std::process::Command;
use std::sync::{Arc, Barrier};
use std::thread;
use std::time::{Duration, SystemTime};

use chrono::{DateTime, TimeDelta};

use crate::process::{Running, kill, wait_for_end, wait_until};
use crate::sandbox::{Sandbox, TOKEN};
use crate::shared_project::{Year, day_text, shared_project};
use crate::site::pages::{
    calendar, dated, extracted, next_answer_in_an_hour, page, page_of, right, too_soon,
    verdict_titled,
};
use crate::site::{Reply, Site};
use crate::terminal::OnTerminal;

const WAITS: &str = "quit\n";

impl OnTerminal {
    /// Waits until this text is shown, and then until the keys are shown.
    #[track_caller]
    fn round(&mut self, text: &str) {
        self.shows(text);
        self.shows(WAITS);
    }

    /// Waits until the keys are shown. Asserts that the text before them contains `text`.
    #[track_caller]
    fn waits(&mut self, text: &str) -> String {
        let shown = self.shows(WAITS);
        assert!(shown.contains(text), "{text:?} not in {shown}");
        shown
    }

    #[track_caller]
    fn quits(&mut self) {
        self.types("q");
        assert_eq!(self.ends(), Some(0));
    }
}

impl Year {
    /// A year with its day 1 on a site that accepts its first answer.
    fn on_site(number: u16) -> (Site, Self) {
        let site = Site::start();
        let path = format!("/{number}/day/1");
        site.on(&path, Reply::html(page(number, 1, 1)));
        site.on(&format!("{path}/answer"), right(number, 1));
        let year = Self::apart(number).env("AOC_BASE_URL", site.url());
        (site, year.env("AOC_SESSION", TOKEN))
    }

    fn watch(&self, arguments: &[&str]) -> Command {
        let arguments = [&["watch", "--color", "never"], arguments].concat();
        self.world.command(&arguments)
    }

    #[cfg(target_os = "linux")]
    /// Runs `watch` as a job of a shell. It is stopped once, and Enter makes the shell continue it.
    fn watch_in_shell(&self, arguments: &[&str]) -> Command {
        let wait = "echo '[stopped]'; read enter; fg >/dev/null;";
        let script = format!("set -m; \"$@\"; {wait} echo \"[ended: $?]\"");
        let mut shell = self.world.program("setsid");
        let watch = self.watch(arguments);
        shell
            .args(["--ctty", "bash", "-c", &script, "bash"])
            .arg(watch.get_program())
            .args(watch.get_args());
        shell
    }
}

/// An expression that ends for the example and never for another text.
const NEVER: &str = "match input.len() { 3 => 3, _ => \
                     std::iter::repeat_with(std::thread::park).count() }";

#[test]
#[cfg(unix)]
fn a_day_that_kills_its_process_group_ends_no_watch() {
    let year = Year::apart(2047);
    for (signal, then) in [("TERM", "1001"), ("INT", "1002")] {
        let kill =
            format!("std::process::Command::new(\"/bin/sh\").args([\"-c\", \"kill -{signal} 0\"])");
        year.day(1, &format!("{kill}.status().map_or(0, |_| 1)"));
        let mut watch = year.watch(&["2047/1"]);
        // Otherwise the day could kill the tests.
        std::os::unix::process::CommandExt::process_group(&mut watch, 0);
        let mut aoc = OnTerminal::start(watch);
        aoc.round(&format!("killed by SIG{signal}"));
        year.day(1, then);
        aoc.round(then);
        aoc.quits();
    }
}

#[test]
fn the_next_round_fits_a_terminal_that_was_resized() {
    let year = Year::apart(2048);
    year.day(1, "1001");
    let mut aoc = OnTerminal::start(year.watch(&["2048/1"]));
    let wide = aoc.shows(WAITS);
    assert!(wide.contains("watching 2048/1  p puzzle"), "{wide:?}");
    // If a key has no effect now, a message says so.
    aoc.types("c");
    aoc.shows("note: there is no last star to claim\n");
    aoc.shows(WAITS);
    aoc.resizes(40);
    aoc.types("r");
    aoc.shows("CLEARED\n");
    let narrow = aoc.shows(WAITS);
    for line in narrow.lines() {
        assert!(line.chars().count() <= 40, "{line:?} in {narrow:?}");
    }
    aoc.resizes(100);
    year.day(1, "1002");
    aoc.shows("CLEARED\n");
    let wide = aoc.shows(WAITS);
    assert!(wide.contains("watching 2048/1  p puzzle"), "{wide:?}");
    aoc.quits();
}

/// The code overflows, and only the profile for quick builds checks that.
#[test]
fn the_key_that_measures_records_how_the_day_ends() {
    let year = Year::apart(2065);
    year.day(1, "{ let n = std::hint::black_box(200_u8); n + n }");
    let mut aoc = OnTerminal::start(year.watch(&["2065/1", "-p", "1", "--no-examples"]));
    aoc.round("attempt to add with overflow");
    let status = || {
        let status = year.world.line("status 2065 --json").exits(0).json();
        status["days"][0]["last_run"]["status"].clone()
    };
    assert_eq!(status(), "panic");
    aoc.types("b");
    aoc.round("p10");
    assert_eq!(status(), "ok");
    aoc.quits();
}

/// The first round has created the client, which warns at its first request.
#[test]
fn a_warning_of_the_site_fits_a_terminal_that_was_resized() {
    let (site, year) = Year::on_site(2062);
    let ahead = DateTime::from(SystemTime::now()) + TimeDelta::seconds(70);
    let answer = "/2062/day/1/answer";
    site.on(answer, dated(right(2062, 1), ahead));
    year.day(1, "match input.len() { 3 => 3, _ => 1001 }");
    let mut aoc = OnTerminal::of_width(40, year.watch(&["2062/1"]));
    aoc.round("1001");
    aoc.resizes(100);
    aoc.types("s");
    aoc.shows(" behind the site's; unlock times follow the site's clock\n");
    aoc.round("2062/1 part 1: 1001 is right\n");
    aoc.quits();
}

/// Other commands that run solutions take the older day.
#[test]
fn the_template_of_a_locked_puzzle_is_watched_if_it_was_edited_last() {
    let solution = "impl Solution for Day05 {}";
    let sandbox = Sandbox::project().file("days/year2021/day05.rs", solution);
    sandbox.line("new 2199/1").exits(0);
    let mut aoc = OnTerminal::start(sandbox.command(&["watch"]));
    aoc.shows("watching 2199/1 ");
    aoc.quits();
}

/// The puzzle is not requested, so no download has failed.
#[test]
fn a_locked_puzzle_is_locked_for_all_keys_and_saves() {
    let (site, year) = Year::on_site(2067);
    // Day 3 has no input.
    year.day(3, "1001");
    let mut aoc = OnTerminal::start(year.watch(&["2067/3"]));
    aoc.round("locked until 2067-12-03 05:00 UTC");
    aoc.types("s");
    aoc.round("locked until 2067-12-03 05:00 UTC");
    year.day(3, "1002");
    aoc.round("locked until 2067-12-03 05:00 UTC");
    aoc.types("b");
    aoc.round("locked until 2067-12-03 05:00 UTC");
    aoc.quits();
    assert!(site.requests().is_empty());
}

#[test]
fn each_save_is_answered_and_the_terminal_is_left_as_it_was() {
    let year = Year::apart(2021);
    year.day(1, "1001");
    let mut aoc = OnTerminal::start(year.watch(&["2021"]));
    aoc.round("1001");
    assert!(!aoc.is_usual());

    // Each round begins on a cleared screen.
    year.day(1, "1002");
    aoc.shows("CLEARED\ndays/year2021/day01.rs changed\n");
    aoc.round("1002");

    // The compiler error is shown in place.
    year.day(1, "1003 +");
    aoc.round("--> days/year2021/day01.rs:");

    // An endless loop ends with the next save.
    year.day(1, NEVER);
    aoc.shows("2021/1 part 1");
    year.day(1, "1005");
    aoc.round("1005");

    // Nothing has changed, so the key starts the next round.
    year.day(1, "1005");
    aoc.types("t");
    aoc.shows("CLEARED\n");
    aoc.round("note: 2021/1: part 1 has no trace\n");
    // A measurement ends with the next save, too.
    aoc.types("b");
    aoc.shows("CLEARED\n");
    year.day(1, "1006");
    let bench = aoc.shows("1006");
    assert!(!bench.contains("interrupted"), "{bench}");
    aoc.shows(WAITS);

    // The day that was edited last is followed, and its answers are shown. The answers do not
    // belong to the day that was followed before.
    year.day(1, NEVER);
    aoc.shows("2021/1 part 1");
    year.day(2, "2003");
    aoc.shows("CLEARED\ndays/year2021/day02.rs changed");
    // The description of its input is not cleared with the screen of the round that was stopped.
    aoc.shows("2021/2: the input has ");
    aoc.shows("watching 2021/2 ");
    aoc.shows(WAITS);
    let answers = "inputs/year2021/day02.answers.toml";
    year.world.write(answers, "part1 = 2003\n");
    aoc.round("accepted");

    // Keys end an endless run.
    year.day(2, NEVER);
    aoc.shows("2021/2 part 1");
    aoc.quits();
}

#[test]
fn a_day_whose_file_is_deleted_is_said_to_be_gone_until_it_is_there_again() {
    let year = Year::apart(2052);
    year.day(1, "1001");
    let mut aoc = OnTerminal::start(year.watch(&["2052/1"]));
    aoc.round("1001");
    let gone =
        "warning: days/year2052/day01.rs is gone; the day runs when it is there again\n\nwatching";
    fs::remove_file(year.path("day01.rs")).expect("a file");
    aoc.round(gone);
    aoc.types("r");
    aoc.round(gone);
    year.day(1, "1002");
    aoc.shows("CLEARED\ndays/year2052/day01.rs changed\n");
    aoc.round("1002");
    aoc.quits();
}

#[test]
fn signals_leave_the_terminal_as_it_was() {
    let year = Year::apart(2039);
    year.day(1, NEVER);
    for signal in ["TERM", "QUIT"] {
        let mut aoc = OnTerminal::start(year.watch(&["2039/1"]));
        aoc.shows("2039/1 part 1");
        kill(signal, &aoc.child.id().to_string());
        assert_eq!(aoc.ends(), Some(130), "{signal}");
    }
    // Ctrl-D ends `watch`. If a day is named, no other day is followed.
    year.day(1, "1001");
    let mut aoc = OnTerminal::start(year.watch(&["2039/1"]));
    aoc.shows(WAITS);
    year.day(2, "2001");
    year.day(1, "1002");
    let round = aoc.shows("1002");
    assert!(!round.contains("2039/2 "), "{round}");
    aoc.shows(WAITS);
    aoc.types("\u{4}");
    assert_eq!(aoc.ends(), Some(0));
}

// Other systems do not have `setsid`.
#[cfg(target_os = "linux")]
#[test]
fn a_job_that_is_stopped_leaves_the_terminal_to_the_shell() {
    use crate::process::wait_until;

    let year = Year::apart(2035);
    year.day(1, "1001");
    let mut aoc = OnTerminal::start(year.watch_in_shell(&["2035/1"]));
    aoc.shows(WAITS);
    wait_until(|| !aoc.is_usual());
    aoc.types("\u{1a}");
    aoc.shows("[stopped]\n");
    assert!(aoc.is_usual());
    // Changes in the meantime are noticed later, and keys go to the shell.
    year.day(1, "1002");
    aoc.types("q\n");
    aoc.round("1002");
    wait_until(|| !aoc.is_usual());
    aoc.types("r");
    aoc.round("CLEARED\n2035/1 ");
    aoc.types("q");
    aoc.shows("[ended: 0]\n");
    assert_eq!(aoc.ends(), Some(0));
}

#[test]
fn files_elsewhere_are_followed_and_an_interrupt_while_another_builds_is_not_lost() {
    let year = Year::apart(2027);
    let module = year.world.outside("module.rs");
    fs::write(&module, "pub const MORE: &str = \"1001\";").expect("a file");
    let module_line = format!("#[path = {module:?}]\nmod more;\n");
    year.write("day01.rs", day_text(1, "more::MORE") + &module_line);
    let mut aoc = OnTerminal::start(year.watch(&["2027/1"]));
    aoc.round("1001");
    // Code that does not compile may be corrected in the module.
    fs::write(&module, "pub const MORE: &str = 5;").expect("a file");
    aoc.round("mismatched types");
    fs::write(&module, "pub const MORE: &str = \"1002\";").expect("a file");
    aoc.round("1002");

    let lock = year.world.path("target/aoc-stamps/lock");
    let lock = fs::File::create(lock).expect("a lock file");
    lock.lock().expect("a lock");
    fs::write(&module, "pub const MORE: &str = \"1003\";").expect("a file");
    aoc.shows("module.rs changed\n");
    kill("INT", &aoc.child.id().to_string());
    assert_eq!(aoc.ends(), Some(130));
}

#[test]
fn an_interrupt_of_a_measurement_ends_watch() {
    let year = Year::apart(2057);
    year.day(1, NEVER);
    let mut aoc = OnTerminal::start(year.watch(&["2057/1"]));
    aoc.shows("2057/1 part 1");
    aoc.types("b");
    aoc.shows("CLEARED\n");
    aoc.shows("2057/1 part 1");
    kill("INT", &aoc.child.id().to_string());
    aoc.shows("interrupted: figures are missing");
    assert_eq!(aoc.ends(), Some(130));
}

#[test]
fn a_pipe_gets_one_block_after_the_other() {
    let year = Year::apart(2038);
    year.day(1, "1001");
    // The system may not report changes.
    for flags in [&["2038/1"][..], &["2038/1", "--poll"]] {
        let mut aoc = Running::start(year.watch(flags));
        aoc.stdout.line("  part 1");
        aoc.stdout.line("  part 2");
        year.day(1, "1002");
        let head = aoc.stdout.line("2038/1 ");
        assert_eq!(head, "Length  inputs/year2038/day01.txt");
        assert!(aoc.stdout.line("  part 1").contains(" 1002 "));
        aoc.stdout.line("  part 2");
        year.day(1, "1001");
        assert!(aoc.stdout.line("  part 1").contains(" 1001 "));
        aoc.signal("INT");
        let done = aoc.end().exits(130);
        assert!(!done.stdout.contains('\u{1b}'), "{done:#?}");
    }
    // The last block is one that nobody reads.
    let (mut reader, writer) = std::io::pipe().expect("a pipe");
    let aoc = year.watch(&["2038/1"]).stdout(writer).spawn();
    let mut aoc = aoc.expect("aoc runs");
    reader.read_exact(&mut [0]).expect("an empty line");
    drop(reader);
    wait_for_end(&aoc.id().to_string());
    assert_eq!(aoc.wait().expect("its end").code(), Some(0));
}

/// The file of the results can grow by the empty line before them, and no further.
#[cfg(target_os = "linux")]
#[test]
fn results_that_cannot_be_written_are_an_error() {
    const LIMIT: u64 = 1 << 30;
    let year = Year::apart(2077);
    year.day(1, "1001");
    let results = year.world.outside("results.txt");
    let file = fs::File::create(&results).expect("a file");
    file.set_len(LIMIT - 1).expect("a file without blocks");
    let watch = year.watch(&["2077/1"]);
    let script = format!("ulimit -f {}; exec \"$@\" >>\"$0\"", LIMIT / 1024);
    let mut bash = year.world.program("bash");
    bash.args(["-c", &script])
        .arg(&results)
        .arg(watch.get_program())
        .args(watch.get_args());
    let mut aoc = Running::start(bash);
    aoc.stderr.line("aoc: cannot write the output: ");
    aoc.stderr.line("watching 2077/1");
    aoc.signal("INT");
    aoc.end().exits(130);
}

#[test]
fn a_key_submits_and_the_verdict_stays() {
    let (site, year) = Year::on_site(2024);
    let year = year.env("PAGER", "cat");
    year.world.write("inputs/year2024/day01.txt", "abcde\n");
    let trace = "fn trace(_: &&str, _: aoc_solution::Part, _: &mut dyn std::io::Write) \
                 -> Result<aoc_solution::Trace> { Ok(aoc_solution::Trace::None) }\n    const EXAMPLES";
    let text = day_text(1, "input.trim().len()").replace("const EXAMPLES", trace);
    year.write("day01.rs", text);
    let mut aoc = OnTerminal::start(year.watch(&["2024/1"]));
    let keys = "  p puzzle  r run again  v details  t trace  s submit  b bench  ? keys  q quit\n";
    assert!(aoc.shows(WAITS).ends_with(keys));
    let texts = ["<p>Text.</p>", "<p>More.</p>"];
    site.on("/2024/day/1", Reply::html(page_of(2024, 1, texts, &["5"])));
    aoc.types("s");
    aoc.round("2024/1 part 1: 5 is right\n");
    assert_eq!(site.count("/2024/day/1/answer"), 1);
    // The text of the part that is open now is shown.
    aoc.types("p");
    let text = aoc.shows("More.");
    assert!(!text.contains("Text."), "{text}");
    aoc.shows(WAITS);
    // A stored answer is not new, and the next round knows it.
    aoc.types("r");
    let round = aoc.shows("accepted");
    assert_eq!(round.matches("CLEARED").count(), 1, "{round}");
    aoc.shows(WAITS);
    // A refusal names an option, which is a key in `watch`.
    let waits = format!("part1 = 5\n{}", next_answer_in_an_hour());
    let answers = "inputs/year2024/day01.answers.toml";
    year.world.write(answers, waits);
    aoc.shows(WAITS);
    // The answer is recorded now without a verdict on it.
    aoc.types("p");
    let text = aoc.shows("More.");
    assert!(!text.contains("Text."), "{text}");
    aoc.shows(WAITS);
    aoc.types("s");
    aoc.shows("; the key w waits for");
    let keys = aoc.waits("w submit later");
    assert!(!keys.contains("f submit"), "{keys}");
    // The answer stays on the screen, and a key ends the wait.
    aoc.types("w");
    let waits = aoc.shows(" until the site takes 1 for 2024/1 part 2");
    assert!(!waits.contains("CLEARED"), "{waits}");
    aoc.types("sq");
    assert_eq!(aoc.ends(), Some(0));
    assert_eq!(site.count("/2024/day/1/answer"), 1);
}

/// The first save comes while the solution runs, the second one while the answer waits, and the
/// last one while the site grades it.
#[test]
fn a_save_stops_a_submission_until_its_request_is_sent() {
    let (site, year) = Year::on_site(2060);
    let gate = Arc::new(Barrier::new(2));
    let answer = "/2060/day/1/answer";
    site.on(answer, right(2060, 1).gate(&gate));
    let stopped = "note: nothing was submitted because a file changed; the key s submits the new \
                   answer\n\ndays/year2060/day01.rs changed\n";
    // The example counts three letters.
    let gives = |answer: u32| format!("match input.len() {{ 3 => 3, _ => {answer} }}");
    year.day(1, NEVER);
    let mut aoc = OnTerminal::start(year.watch(&["2060/1"]));
    aoc.shows("2060/1 part 1");
    // No other key replaces the submission that follows the run.
    aoc.types("sr");
    aoc.shows("submit: 2060/1 part 1");
    year.day(1, &gives(1001));
    aoc.shows(stopped);
    aoc.round("1001");

    let answers = "inputs/year2060/day01.answers.toml";
    year.world.write(answers, next_answer_in_an_hour());
    aoc.round("1001");
    aoc.types("s");
    aoc.round("w submit later");
    aoc.types("w");
    aoc.shows(" until the site takes 1001 for 2060/1 part 1");
    year.day(1, &gives(1002));
    aoc.shows(stopped);
    aoc.round("1002");
    assert_eq!(site.count(answer), 0);

    year.world.write(answers, "");
    aoc.round("1002");
    aoc.types("s");
    wait_until(|| site.count(answer) > 0);
    year.day(1, &gives(1003));
    thread::sleep(Duration::from_millis(400));
    gate.wait();
    let shown = aoc.shows("2060/1 part 1: 1002 is right\n");
    assert!(!shown.contains("nothing was submitted"), "{shown}");
    // The verdict stays on the screen.
    let next = aoc.shows("1003");
    assert!(!next.contains("CLEARED"), "{next}");
    aoc.shows(WAITS);
    assert_eq!(site.count(answer), 1);
    aoc.quits();
}

/// The key that quits is pressed while the site grades the answer.
#[test]
fn the_verdict_on_an_answer_that_was_sent_is_shown_before_the_end() {
    let (site, year) = Year::on_site(2070);
    let gate = Arc::new(Barrier::new(2));
    let answer = "/2070/day/1/answer";
    site.on(answer, right(2070, 1).gate(&gate));
    year.day(1, "match input.len() { 3 => 3, _ => 1001 }");
    let mut aoc = OnTerminal::start(year.watch(&["2070/1"]));
    aoc.round("1001");
    aoc.types("s");
    wait_until(|| site.count(answer) > 0);
    aoc.types("q");
    thread::sleep(Duration::from_millis(400));
    gate.wait();
    aoc.shows("2070/1 part 1: 1001 is right\n");
    assert_eq!(aoc.ends(), Some(0));
}

// Other systems do not have `setsid`.
#[cfg(target_os = "linux")]
#[test]
fn what_is_typed_after_the_key_that_quits_is_left_to_the_shell() {
    let (site, year) = Year::on_site(2047);
    let gate = Arc::new(Barrier::new(2));
    let answer = "/2047/day/1/answer";
    site.on(answer, right(2047, 1).gate(&gate));
    year.day(1, "match input.len() { 3 => 3, _ => 1001 }");
    let mut aoc = OnTerminal::start(year.watch_in_shell(&["2047/1"]));
    aoc.round("1001");
    aoc.types("s");
    wait_until(|| site.count(answer) > 0);
    // The shell waits for Enter when `watch` has ended.
    for typed in ["q", "\n"] {
        aoc.types(typed);
        thread::sleep(Duration::from_millis(400));
    }
    gate.wait();
    aoc.shows("2047/1 part 1: 1001 is right\n");
    aoc.shows("[ended: ");
    aoc.ends();
}

/// The save is found when the run that the key has stopped ends. On a slow machine it may already
/// be found before the key, so there are several attempts.
#[test]
fn a_save_replaces_a_submission_that_has_not_started() {
    let (site, year) = Year::on_site(2061);
    year.day(1, NEVER);
    let mut aoc = OnTerminal::start(year.watch(&["2061/1", "--poll"]));
    aoc.shows("2061/1 part 1");
    let round = (1..=8).find_map(|attempt| {
        year.day(1, &format!("{attempt}001"));
        // The next check of the files is half a second later.
        aoc.shows("days/year2061/day01.rs changed\n");
        year.day(1, &format!("{attempt}002"));
        aoc.types("s");
        let round = aoc.shows(WAITS);
        let note = "nothing was submitted because a file changed; the key s submits the new answer";
        let (_, replaced) = round.split_once(&format!("note: {note}\n"))?;
        Some((attempt, replaced.to_owned()))
    });
    let (attempt, round) = round.expect("a save after the key");
    assert!(
        round.contains("days/year2061/day01.rs changed\n"),
        "{round}"
    );
    assert!(round.contains(&format!("{attempt}002")), "{round}");
    assert_eq!(site.count("/2061/day/1/answer"), 0);
    aoc.quits();
}

#[test]
fn keys_are_explained_and_fit_on_a_line() {
    let year = Year::apart(2037);
    year.day(1, "1001");
    let mut aoc = OnTerminal::of_width(40, year.watch(&["2037/1"]));
    aoc.shows("\n2037/1  s submit  ? keys  q quit\n");
    // The first key has no action.
    aoc.types("x?");
    let shown = "\nf  submit although an example fails\nc  claim the last star of the event\n";
    aoc.waits(shown);
    // Details are shown until the key is pressed again.
    for (key, has_details) in [("v", true), ("r", true), ("v", false)] {
        aoc.types(key);
        let round = aoc.shows(WAITS);
        let is_timed = round.contains("timed with overflow checks");
        assert_eq!(is_timed, has_details, "{round}");
    }
    aoc.quits();
    // With `-q`, no keys are shown without the details.
    let mut aoc = OnTerminal::start(year.watch(&["2037/1", "-q"]));
    aoc.shows("1001");
    aoc.types("v");
    aoc.shows(WAITS);
    aoc.types("v?q");
    let (text, status) = aoc.rest();
    assert_eq!(status, Some(0));
    assert!(!text.contains("claim the star"), "{text}");
    // Pasted text is still marked, so it presses no keys.
    assert!(text.contains("\u{1b}[?2004h"), "{text:?}");
}

#[test]
fn what_only_a_doubtful_example_holds_back_is_sent_by_a_key() {
    let (site, year) = Year::on_site(2025);
    year.day(1, "input.trim().len()");
    let fails = extracted("[[example]]\ninput = 'ab'\npart1 = 5\nsource = 'page'\n");
    year.world
        .write("inputs/year2025/day01.examples.toml", fails);
    let mut aoc = OnTerminal::start(year.watch(&["2025/1"]));
    aoc.shows(WAITS);
    // A key that is not offered does nothing.
    aoc.types("f");
    aoc.types("s");
    aoc.shows("and remove its entry if it is wrong); the key f submits 4 anyway");
    assert!(site.requests().is_empty());
    aoc.waits("f submit anyway");
    aoc.types("f");
    aoc.round("note: part 2 is open: the key p shows it\n");
    aoc.quits();
}

/// Each key lets one guard pass. The next key does not revoke this.
#[test]
fn an_early_answer_with_a_failing_example_is_sent_by_both_keys() {
    let (site, year) = Year::on_site(2054);
    let year = year.env("PAGER", "cat");
    year.day(1, "input.trim().len()");
    let fails = extracted("[[example]]\ninput = 'ab'\npart1 = 5\nsource = 'page'\n");
    let inputs = "inputs/year2054/day01";
    year.world.write(&format!("{inputs}.examples.toml"), fails);
    let waits = next_answer_in_an_hour();
    year.world.write(&format!("{inputs}.answers.toml"), waits);
    // By this computer's clock, the puzzle is locked. The site has shown it.
    let text =
        "<p>For example:</p><pre><code>ab</code></pre><p>Here, it is <code><em>5</em></code>.</p>";
    let page = page_of(2054, 1, [text, ""], &[]);
    year.world.write(&format!("{inputs}.html"), page);
    let mut aoc = OnTerminal::start(year.watch(&["2054/1"]));
    aoc.shows(WAITS);
    aoc.types("s");
    aoc.shows("; the key w waits for");
    aoc.waits("w submit later");
    // Reading and running again do not change the answer.
    aoc.types("r");
    aoc.waits("w submit later");
    aoc.types("w");
    aoc.shows("; the key f submits 4 anyway");
    aoc.waits("f submit anyway");
    aoc.types("p");
    aoc.waits("f submit anyway");
    aoc.types("f");
    aoc.shows(" until the site takes 4 for 2054/1 part 1");
    aoc.types("sq");
    assert_eq!(aoc.ends(), Some(0));
    assert!(site.requests().is_empty());
}

/// The day is not built, because its year has no package.
#[test]
fn the_answer_of_an_alternative_is_not_submitted_by_a_key() {
    let sandbox = Sandbox::project();
    sandbox.write("days/year2020/day01.rs", "");
    sandbox.write("days/year2020/day01.rs", "fn trace(");
    let watch = ["watch", "2020/1", "--alt", "other", "--color", "never"];
    let mut aoc = OnTerminal::start(sandbox.command(&watch));
    let keys = aoc.shows(WAITS);
    assert!(!keys.contains("s submit"), "{keys}");
    // It has no trace either.
    assert!(!keys.contains("t trace"), "{keys}");
    aoc.types("s");
    aoc.round(
        "note: the answers shown here are those of --alt; `aoc submit 2020/1` submits the primary \
         solution's\n",
    );
    aoc.quits();
}

/// The day is not built, because its year has no package. The error names the part.
#[test]
fn the_key_submits_the_part_that_is_watched() {
    let sandbox = Sandbox::project();
    sandbox.write("days/year2020/day01.rs", "");
    sandbox.write("inputs/year2020/day01.answers.toml", "part1 = 5\n");
    for (arguments, part) in [(&["--part", "1"][..], 1), (&[], 2)] {
        let watch = [&["watch", "2020/1", "--color", "never"], arguments].concat();
        let mut aoc = OnTerminal::start(sandbox.command(&watch));
        aoc.shows(WAITS);
        aoc.types("s");
        aoc.round(&format!("aoc: 2020/1 part {part}: "));
        aoc.quits();
    }
}

/// The pager reads its keys itself, in the usual mode of the terminal.
#[test]
fn a_pager_has_the_terminal_to_itself() {
    let long = "<p>Word after word after word after word.</p>".repeat(40);
    let sandbox = Sandbox::project()
        .file("days/year2020/day01.rs", "")
        .file(
            "inputs/year2020/day01.html",
            page_of(2020, 1, [&long, ""], &[]),
        )
        .env(
            "PAGER",
            "cat >/dev/null; echo open; read key <&2; echo \"read $key\"",
        );
    let watch = ["watch", "2020/1", "--color", "never"];
    let mut aoc = OnTerminal::start(sandbox.command(&watch));
    aoc.shows(WAITS);
    aoc.types("p");
    aoc.shows("open\n");
    // What was read stays on the screen when a save starts the next round.
    sandbox.write("days/year2020/day01.rs", "// edited\n");
    thread::sleep(Duration::from_millis(400));
    assert!(aoc.is_usual());
    aoc.types("q\n");
    aoc.shows("read q\n");
    let next = aoc.shows("days/year2020/day01.rs changed\n");
    assert!(!next.contains("CLEARED"), "{next}");
    aoc.shows(WAITS);
    aoc.quits();
}

/// The page of day 25 with its first part solved. It shows 49 stars.
fn page_before_last_star(year: u16) -> String {
    let page = page_of(year, 25, ["<p>Text.</p>", "<p>More.</p>"], &["5"]);
    page.replace("31*", "49*")
}

fn last_star_reply(year: u16, article: &str) -> Reply {
    verdict_titled(&format!("Day 25 - Advent of Code {year}"), article)
}

#[test]
fn the_last_star_is_claimed_by_a_key_and_has_a_screen() {
    let (site, year) = Year::on_site(2023);
    let page = page_before_last_star(2023);
    site.on("/2023/day/25", Reply::html(&*page));
    let finished = "<p>Congratulations!  You've finished every puzzle in Advent of Code 2023!</p>";
    site.on("/2023/day/25/answer", last_star_reply(2023, finished));
    let stars = [&[2; 22][..], &[1, 2, 1]].concat();
    site.on("/2023", calendar(2023, 25, &stars));
    year.day(25, "5");
    year.world
        .write("inputs/year2023/day25.answers.toml", "part1 = 5\n");
    // The key gives the reason of the guard.
    year.world.line("status 2023 --refresh").exits(0);
    let mut aoc = OnTerminal::start(year.watch(&["2023/25"]));
    aoc.waits("  c last star  ");
    aoc.types("c");
    aoc.round("the last star of 2023 requires all others: 1 star is missing");
    aoc.quits();
    // The page of the last day shows the star that was won elsewhere since then.
    year.world.write("inputs/year2023/day25.html", &page);
    site.on("/2023", calendar(2023, 25, &[2; 25]));
    let mut aoc = OnTerminal::start(year.watch(&["2023/25"]));
    aoc.waits("  c last star  ");
    aoc.types("s");
    aoc.round("; the key c claims it\n");
    aoc.types("c");
    aoc.shows("the last star is yours\n");
    // A request that takes more than a second is shown in between.
    aoc.shows("\n  o 25 **\n");
    aoc.shows("** all stars of 2023 are yours **  50 of 50 stars");
    // On a day before an unlock, that is also told.
    let next = aoc.shows("\n");
    assert!(next == "\n" || next.contains(" unlocks in "), "{next:?}");
    let keys = aoc.shows(WAITS);
    assert!(!keys.contains("c last star"), "{keys}");
    aoc.quits();
    let requests = site.requests();
    let claims = requests.iter().filter(|request| !request.body.is_empty());
    let bodies: Vec<&str> = claims.map(|request| &*request.body).collect();
    assert_eq!(bodies, ["level=2&answer=done"]);
}

/// The claim needs no build, and there is no cargo.
#[test]
fn a_claim_that_came_too_soon_is_sent_later_by_the_key_that_its_refusal_names() {
    let site = Site::start();
    let page = page_before_last_star(2022);
    site.on("/2022/day/25", Reply::html(&*page));
    site.on("/2022", calendar(2022, 25, &[2; 25]));
    let early = last_star_reply(2022, &too_soon("1s"));
    let finished = "<p>Congratulations!  You've finished every puzzle in Advent of Code 2022!</p>";
    let claimed = last_star_reply(2022, finished);
    site.script("/2022/day/25/answer", [early, claimed]);
    let sandbox = Sandbox::project()
        .site(&site)
        .env("PATH", "")
        .file("days/year2022/day25.rs", "")
        .file("inputs/year2022/day25.html", page)
        .file("inputs/year2022/day25.answers.toml", "part1 = 5\n");
    let watch = sandbox.command(&["watch", "--color", "never", "2022/25"]);
    let mut aoc = OnTerminal::start(watch);
    aoc.waits("  c last star  ");
    aoc.types("c");
    aoc.shows("; the key w waits for it\n");
    aoc.waits("w submit later");
    aoc.types("w");
    aoc.shows("the last star is yours\n");
    aoc.shows(WAITS);
    aoc.quits();
    assert_eq!(site.count("/2022/day/25/answer"), 2);
}

#[test]
fn an_input_that_a_round_downloads_is_no_change() {
    let site = Site::start();
    site.on("/2016/day/10/input", Reply::text("hello\n"));
    site.on("/2016/day/10", Reply::html(page(2016, 10, 1)));
    let project = shared_project().site(&site);
    let files = ["txt", "html", "examples.toml", "answers.toml"]
        .map(|end| format!("inputs/year2016/day10.{end}"));
    let remove = || {
        for file in &files {
            let _ = fs::remove_file(project.path(file));
        }
    };
    let start = "start 2016/10 --no-fetch --no-open --no-edit --no-new";
    for line in ["watch 2016/10", start] {
        remove();
        let words: Vec<&str> = line.split(' ').collect();
        let mut aoc = OnTerminal::start(project.command(&words));
        let round = aoc.waits("input downloaded to");
        assert!(!round.contains("changed"), "{round}");
        // The day begins when the download has ended.
        let glance = "2016/10: the input has ";
        assert_eq!(round.matches(glance).count(), 1, "{round}");
        let noted = project.read(&files[3]);
        assert!(noted.starts_with("first_seen = "), "{noted}");
        aoc.quits();
    }
    remove();
}

/// A file that the round writes itself does not count as a change.
#[test]
fn a_save_during_a_round_that_downloads_starts_the_next_one() {
    let site = Site::start();
    site.on("/2015/day/13/input", Reply::text("endless\n"));
    site.on("/2015/day/13", Reply::html(page(2015, 13, 1)));
    let project = shared_project().site(&site);
    for file in ["txt", "html", "examples.toml"] {
        let _ = fs::remove_file(project.path(&format!("inputs/year2015/day13.{file}")));
    }
    let mut aoc = OnTerminal::start(project.command(&["watch", "2015/13"]));
    let round = aoc.shows("input downloaded to");
    assert!(!round.contains("changed"), "{round}");
    project.write("inputs/year2015/day13.txt", "usual\n");
    aoc.shows("inputs/year2015/day13.txt changed\n");
    let round = aoc.waits("one");
    assert!(!round.contains("changed"), "{round}");
    aoc.quits();
}

/// The failure of the round that the key stops has no further effect.
#[test]
fn the_key_tries_a_download_again_that_still_runs() {
    let site = Site::start();
    let input = "/2016/day/12/input";
    let gate = Arc::new(Barrier::new(2));
    let fails = || Reply::new(403, "no");
    site.script(input, [fails().gate(&gate), fails()]);
    let mut aoc = OnTerminal::start(shared_project().site(&site).command(&["watch", "2016/12"]));
    while site.count(input) == 0 {
        thread::sleep(Duration::from_millis(10));
    }
    aoc.types("r?");
    // The first key counts, as the second one does.
    aoc.shows("claim the last star of the event");
    gate.wait();
    aoc.round("(403)");
    assert_eq!(site.count(input), 2);
    aoc.quits();
}

/// A key is a request of the user, and the site may be up again. Only the input, which each save
/// would request, waits for its key.
#[test]
fn a_failed_request_does_not_stop_those_of_the_next_keys() {
    let (site, year) = Year::on_site(2072);
    let year = year.env("PAGER", "cat").env("AOC_SPACING", "0s");
    year.world.write("inputs/year2072/day01.txt", "abcde\n");
    year.write("day01.rs", day_text(1, "input.trim().len()"));
    // The page shows that the puzzle is open.
    let stored = page(2072, 1, 1);
    year.world.write("inputs/year2072/day01.html", stored);
    let mut aoc = OnTerminal::start(year.watch(&["2072/1"]));
    aoc.shows(WAITS);
    let texts = ["<p>Text.</p>", "<p>More.</p>"];
    let path = "/2072/day/1";
    site.on(path, Reply::new(403, "no"));
    aoc.types("s");
    aoc.waits("2072/1 part 1: 5 is right\n");
    let failed = site.count(path);
    aoc.types("p");
    aoc.waits("(403)");
    assert_eq!(site.count(path), failed + 1);
    site.on(path, Reply::html(page_of(2072, 1, texts, &["5"])));
    aoc.types("p");
    aoc.round("More.");
    assert_eq!(site.count(path), failed + 2);
    aoc.quits();
}

/// The session that the site refused is replaced in another terminal.
#[test]
fn a_key_after_a_refused_session_takes_the_new_one() {
    let (site, year) = Year::on_site(2073);
    let world = year.world.without("AOC_SESSION");
    let year = Year { world, ..year };
    let session = year.world.outside("config/aoc/session");
    fs::create_dir_all(session.parent().expect("a folder")).expect("a folder");
    fs::write(&session, "0".repeat(32)).expect("a file");
    year.world.write("inputs/year2073/day01.txt", "abcde\n");
    year.write("day01.rs", day_text(1, "input.trim().len()"));
    let path = "/2073/day/1/answer";
    site.on(path, Reply::new(302, "").header("Location", "/auth/login"));
    let mut aoc = OnTerminal::start(year.watch(&["2073/1"]));
    aoc.shows(WAITS);
    aoc.types("s");
    aoc.waits("the site does not accept the session");
    fs::write(&session, TOKEN).expect("a file");
    site.on(path, right(2073, 1));
    aoc.types("s");
    aoc.waits("2073/1 part 1: 5 is right\n");
    // A session that the site accepts is replaced, too.
    fs::write(&session, "1".repeat(32)).expect("a file");
    aoc.types("v");
    aoc.waits("using the session from ");
    aoc.quits();
}

/// If the cache cannot be written, the process itself remembers the pause that the site asked for.
/// Neither the key nor another setting ends the pause.
#[test]
fn no_key_ends_a_pause_that_the_site_asked_for() {
    let site = Site::start();
    let input = "/2016/day/12/input";
    site.on(input, Reply::new(429, "").header("Retry-After", "600"));
    // Nothing can be created below /proc.
    let world = shared_project()
        .site(&site)
        .env("XDG_CACHE_HOME", "/proc/cache");
    let folder = world.outside("config/aoc");
    fs::create_dir(&folder).expect("a folder");
    let mut aoc = OnTerminal::start(world.command(&["watch", "2016/12"]));
    aoc.round("(429)");
    for settings in ["", "contact = 'me@example.org'"] {
        fs::write(folder.join("config.toml"), settings).expect("a file");
        aoc.types("r");
        let shown = aoc.waits("no request was made");
        assert_eq!(site.count(input), 1, "{settings} {shown}");
    }
    aoc.quits();
}

/// The line is copied only by the key. The key is offered only if both stars were won.
#[test]
fn the_line_to_share_is_copied_by_a_key() {
    let (_site, year) = Year::on_site(2044);
    year.day(1, "5");
    let guess = |part| {
        format!(
            "[[guess]]\npart = {part}\nanswer = 5\nverdict = 'right'\ntime = \
             2044-12-01T05:0{part}:00Z\n"
        )
    };
    let answers = "inputs/year2044/day01.answers.toml";
    year.world.write(answers, guess(1));
    let mut aoc = OnTerminal::start(year.watch(&["2044/1"]));
    let keys = aoc.shows(WAITS);
    assert!(!keys.contains("copy line"), "{keys}");
    year.world.write(answers, guess(1) + &guess(2));
    aoc.shows("  y copy line  ");
    aoc.types("y");
    aoc.shows("note: copied, if the terminal allows it: Advent of Code 2044/1 **");
    aoc.types("q");
    let (text, _) = aoc.rest();
    // This is "Advent of Code 2044/1" in Base64.
    let start = "\u{1b}]52;c;QWR2ZW50IG9mIENvZGUgMjA0NC8x";
    assert_eq!(text.matches(start).count(), 1, "{text:?}");
    // The line contains the run time, whose unit may have a letter that not every terminal can
    // show.
    let share = year.world.command(&["times", "2044/1", "--share"]);
    let (text, _) = OnTerminal::start(share).rest();
    assert!(text.contains("s, Rust"), "{text:?}");
    let dumb = year.world.env("TERM", "dumb");
    let share = dumb.command(&["times", "2044/1", "--share"]);
    let (text, _) = OnTerminal::start(share).rest();
    assert!(text.contains("s, Rust") && text.is_ascii(), "{text:?}");
}

#[test]
fn pasted_text_presses_no_keys() {
    let (site, year) = Year::on_site(2034);
    year.day(1, "1001");
    let mut aoc = OnTerminal::start(year.watch(&["2034/1"]));
    aoc.round("1001");
    let long = format!("{}s", "-".repeat(64));
    // A marked paste may arrive in pieces.
    for pasted in [
        &*long,
        "\u{1b}[200~s\u{1b}[201~",
        "\u{1b}[200~\ns",
        "s",
        "s\u{1b}[201~",
    ] {
        if pasted == "s" {
            thread::sleep(Duration::from_millis(2500));
        }
        aoc.types(pasted);
        thread::sleep(Duration::from_millis(400));
    }
    // The first mark may be in pieces, too. The pauses are those of a slow connection, which
    // `aoc` may miss.
    for pasted in ["\u{1b}", "[20", "0~s", "s", "\u{1b}[20", "1~"] {
        aoc.types(pasted);
        thread::sleep(Duration::from_millis(60));
    }
    thread::sleep(Duration::from_millis(400));
    aoc.types("r");
    let shown = aoc.shows(WAITS);
    assert_eq!(shown.matches("CLEARED").count(), 1, "{shown}");
    assert!(!shown.contains("submitted"), "{shown}");
    assert!(site.requests().is_empty());
    aoc.types("q");
    let (text, status) = aoc.rest();
    assert_eq!(status, Some(0));
    assert!(text.contains("\u{1b}[?2004h") && text.contains("\u{1b}[?2004l"));
}

/// Otherwise it would take the keys of `watch`.
#[test]
fn a_day_that_reads_the_terminal_reads_nothing() {
    let year = Year::apart(2056);
    year.day(1, "std::io::stdin().lines().count() + 1001");
    let mut aoc = OnTerminal::start(year.watch(&["2056/1"]));
    aoc.round("1001");
    aoc.quits();
}

#[test]
fn a_key_after_an_escape_has_its_effect() {
    let year = Year::apart(2059);
    year.day(1, "1001");
    let mut aoc = OnTerminal::start(year.watch(&["2059/1"]));
    aoc.round("1001");
    aoc.types("\u{1b}");
    thread::sleep(Duration::from_millis(400));
    aoc.types("?");
    aoc.round("claim the last star of the event");
    aoc.quits();
}

#[test]
fn settings_that_are_edited_are_checked_and_their_warnings_not_repeated() {
    let year = Year::apart(2046);
    let unused = "fn trace_path() {}\n";
    year.write("day01.rs", day_text(1, "1001") + unused);
    let folder = year.world.outside("config/aoc");
    fs::create_dir(&folder).expect("a folder");
    let configure = |text: &str| fs::write(folder.join("config.toml"), text).expect("a file");
    configure("unknown = 1\n");
    let mut aoc = OnTerminal::start(year.watch(&["2046/1"]));
    aoc.shows("unknown setting");
    let first = aoc.waits("1001");
    assert!(!first.contains("t trace"), "{first}");
    aoc.types("r");
    let second = aoc.waits("1001");
    assert!(!second.contains("unknown setting"), "{second}");
    // An invalid setting is an error, and nothing runs with another value.
    configure("inputs = ''\n");
    aoc.types("r");
    let third = aoc.waits("config.toml");
    assert!(!third.contains("1001"), "{third}");
    configure("");
    aoc.types("r");
    aoc.round("1001");
    for folder in ["nosuch", "other"] {
        configure(&format!("inputs = '{folder}'\n"));
        year.day(1, &format!("\"{folder}\""));
        aoc.round(&format!("/{folder}, which is not a folder"));
    }
    // The inputs in the folder of the new setting are followed.
    year.world.write("other/year2046/day01.txt", "abcde\n");
    aoc.round("other/year2046/day01.txt changed\n");
    aoc.quits();
}

#[test]
fn a_round_sets_the_time_that_status_shows() {
    let year = Year::apart(2050);
    let last_run = || {
        let status = year.world.line("status 2050 --json").exits(0);
        status.json()["days"][0]["last_run"].take()
    };
    // An earlier run of the tests may have left a time.
    let before = last_run();
    year.day(1, "1001");
    let mut aoc = OnTerminal::start(year.watch(&["2050/1"]));
    aoc.round("1001");
    let first = last_run();
    assert_ne!(first["time"], before["time"]);
    assert!(first["ns"].is_u64() && first["time"].is_string(), "{first}");
    // The times are whole seconds.
    thread::sleep(Duration::from_secs(1));
    year.day(1, "1002");
    aoc.round("1002");
    assert_ne!(last_run()["time"], first["time"]);
    aoc.quits();
}

/// There are two cases: no day at all, and a day with both parts solved at times that are not
/// known.
#[test]
fn the_key_that_submits_says_why_it_does_nothing() {
    let note = "note: there is nothing to submit: both parts are solved\n";
    let sandbox = Sandbox::project();
    let mut aoc = OnTerminal::start(sandbox.command(&["watch", "--color", "never"]));
    aoc.shows(WAITS);
    for key in ["s", "w", "f", "c", "y", "r"] {
        aoc.types(key);
        aoc.round("note: no day is watched yet; `aoc new 1` creates one\n");
    }
    aoc.quits();
    sandbox.line("new 1").exits(0);

    let (site, year) = Year::on_site(2051);
    year.day(1, "5");
    year.world.write(
        "inputs/year2051/day01.answers.toml",
        "part1 = 5\npart2 = 1\n",
    );
    let mut aoc = OnTerminal::start(year.watch(&["2051/1"]));
    let keys = aoc.shows(WAITS);
    assert!(!keys.contains("s submit"), "{keys}");
    for key in ["s", "f", "w"] {
        aoc.types(key);
        aoc.shows("note: ");
        aoc.shows(WAITS);
    }
    aoc.types("s");
    aoc.round(note);
    aoc.types("y");
    aoc.round("note: there is no line to copy: ");
    aoc.quits();
    assert_eq!(site.count("/2051/day/1/answer"), 0);
}

/// The day was solved elsewhere, so only the site has shown its stars. The day is not built,
/// because its year has no package.
#[test]
fn the_key_that_submits_is_not_offered_for_stars_that_the_site_showed() {
    let (site, sandbox) = Site::start().project();
    sandbox.write("days/year2020/day01.rs", "");
    for (stars, is_offered) in [(1, true), (2, false)] {
        site.on("/2020", calendar(2020, 25, &[stars]));
        sandbox.write(&site.statistics_file(), "{}");
        sandbox.line("status 2020 --refresh").exits(0);
        let watch = ["watch", "2020/1", "--color", "never"];
        let mut aoc = OnTerminal::start(sandbox.command(&watch));
        let keys = aoc.shows(WAITS);
        assert_eq!(keys.contains("s submit"), is_offered, "{stars}: {keys}");
        aoc.quits();
    }
}

/// When a day becomes the watched one, its first look is recorded and its input is described. The
/// day is not built, because its year has no package.
#[test]
fn each_day_that_is_watched_is_looked_at_once() {
    let sandbox = Sandbox::project();
    let mut aoc = OnTerminal::start(sandbox.command(&["watch", "--color", "never"]));
    aoc.shows(WAITS);
    for (day, looks) in [(1, 1), (2, 1), (1, 0)] {
        let input = format!("inputs/year2020/day0{day}.txt");
        if looks > 0 {
            sandbox.write(&input, "abc\n");
        }
        let file = format!("days/year2020/day0{day}.rs");
        sandbox.write(&file, format!("// {looks}"));
        aoc.shows(&format!("{file} changed"));
        let round = aoc.waits(&format!("watching 2020/{day} "));
        let glance = format!("note: 2020/{day}: the input has ");
        assert_eq!(round.matches(&glance).count(), looks, "{round}");
        // A round begins its day before it runs, because it may be stopped.
        if looks > 0 {
            let failure = round.find("Cargo.toml is missing");
            assert!(round.find(&glance) < failure, "{round}");
        }
        let answers = format!("inputs/year2020/day0{day}.answers.toml");
        assert!(sandbox.read(&answers).contains("first_seen = "));
    }
    aoc.quits();
}

#[test]
fn a_project_without_days_is_watched_until_it_is_gone() {
    let sandbox = Sandbox::project();
    let mut aoc = Running::start(sandbox.command(&["watch"]));
    aoc.stderr
        .line("watching days/, where there is no day yet; Ctrl-C ends it");
    fs::remove_dir_all(sandbox.path("")).expect("a folder");
    aoc.end()
        .mentions(" is gone: it was moved or deleted")
        .exits(8);
}

#[test]
fn a_build_ends_with_the_project() {
    let script = "#!/bin/sh\nsleep 600 &\necho \"process $!\" >&2\nwait\n";
    let sandbox = Sandbox::project()
        .file(
            "days/year2020/Cargo.toml",
            "[package]\nname = \"year2020\"\n",
        )
        .file("days/year2020/day01.rs", day_text(1, "5"))
        .cargo(script);
    let mut aoc = Running::start(sandbox.command(&["watch"]));
    let compiler = aoc.stderr.line("process ");
    fs::remove_dir_all(sandbox.path("")).expect("a folder");
    aoc.end()
        .mentions(" is gone: it was moved or deleted")
        .exits(8);
    wait_for_end(&compiler);
}
