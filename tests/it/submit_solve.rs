//! `aoc submit` with the answer of a solution: the part that runs, and the effect of its examples.

use std::fs::{self, File};
use std::process::{Child, Command};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::process::{kill, wait_until};
use crate::sandbox::{Done, Sandbox};
use crate::shared_project::{Year, shared_project};
use crate::site::pages::{extracted, next_answer_in_an_hour, page, page_of, right};
use crate::site::{Reply, Site};
use crate::terminal::OnTerminal;

/// A day of 2016 for one test. Its input is `hello`, so its answers are 6 and 1. Its example
/// passes.
struct Day {
    number: u8,
    site: Site,
    sandbox: Sandbox,
    /// The lock with which only one test at a time submits an answer of this year. Without it,
    /// another process would print that it waits.
    _alone: MutexGuard<'static, ()>,
}

impl Day {
    fn new(number: u8) -> Self {
        static BUSY: Mutex<()> = Mutex::new(());
        let alone = BUSY.lock().unwrap_or_else(PoisonError::into_inner);
        let site = Site::start();
        let sandbox = shared_project().site(&site);
        let path = format!("/2016/day/{number}");
        site.on(&path, Reply::html(page(2016, number, 1)));
        site.on(&format!("{path}/answer"), right(2016, number));
        let day = Self {
            number,
            site,
            sandbox,
            _alone: alone,
        };
        day.clear();
        day.write("txt", "hello\n");
        day
    }

    fn file(&self, extension: &str) -> String {
        format!("inputs/year2016/day{:02}.{extension}", self.number)
    }

    fn write(&self, extension: &str, content: &str) {
        self.sandbox.write(&self.file(extension), content);
    }

    fn submit(&self, flags: &[&str]) -> Done {
        let puzzle = format!("2016/{}", self.number);
        self.sandbox.aoc(&[&["submit", &puzzle], flags].concat())
    }

    fn bodies(&self) -> Vec<String> {
        let bodies = self.site.requests().into_iter().map(|request| request.body);
        bodies.filter(|body| !body.is_empty()).collect()
    }

    fn clear(&self) {
        for extension in ["txt", "html", "answers.toml", "examples.toml"] {
            let _ = fs::remove_file(self.sandbox.path(&self.file(extension)));
        }
    }
}

#[test]
fn the_next_unsolved_part_is_run_and_submitted() {
    let day = Day::new(15);
    let json = day.submit(&["--json"]).exits(0).json();
    assert_eq!((&json["part"], &json["answer"]), (&1.into(), &"6".into()));
    assert_eq!(json["examples"][0]["status"], "ok");
    assert_eq!(json["examples"][0]["phases"][1]["status"], "matched");
    day.submit(&[])
        .says("note: 2016/15 is complete\n")
        .prints("2016/15 part 2: 1 is right\n")
        .exits(0);
    assert_eq!(day.bodies(), ["level=1&answer=6", "level=2&answer=1"]);
    // For a solved part, the answer is compared, and examples do not matter.
    let fails = "[[example]]\ninput = 'abcd'\npart1 = 5\npart2 = 5\n";
    day.write("examples.toml", fails);
    for (flags, printed) in [
        (&["-p1"][..], "1: 6 is the accepted answer"),
        (&[], "2: 1 is the accepted answer"),
    ] {
        let printed = format!("2016/15 part {printed} (nothing was sent)\n");
        day.submit(flags).prints(&printed).exits(0);
    }
    assert_eq!(day.bodies().len(), 2);
}

#[test]
fn a_failing_example_refuses_and_force_does_not() {
    let day = Day::new(16);
    let examples =
        "[[example]]\ninput = 'abcd'\npart1 = 4\n[[example]]\ninput = 'abcd'\npart1 = 5\n";
    day.write("examples.toml", examples);
    let refusal = "aoc: 2016/16 part 1: not submitted: example 3 in day16.examples.toml fails \
                   (compare it with the page, and correct its entry if it is wrong); --force \
                   submits 6 anyway\n";
    day.submit(&[])
        .says(refusal)
        .shows("examples      2 of 3 matched\n    example 3 in day16.examples.toml part 1 ")
        .shows(" 4                 wrong: expected 5\n")
        .exits(7);
    // The year does not count as an answer if its day has a solution.
    let words = day.sandbox.line("submit 16 2016");
    words.says(refusal).exits(7);
    // The refusal decides about the exit code even if nobody reads the examples.
    let unread = day.sandbox.aoc_unread(&["submit", "2016/16"]);
    unread.mentions("wrong); --force submits 6 anyway").exits(7);
    // Other guards have priority.
    let wrong = "[[guess]]\npart = 1\nanswer = 6\nverdict = 'wrong'\ntime = 2020-12-22T05:00:00Z\n";
    day.write("answers.toml", wrong);
    day.submit(&["--force"])
        .mentions("not submitted: the site judged 6 wrong on 2020-12-22")
        .exits(7);
    day.write("answers.toml", "");
    let forced = day.submit(&["--force", "--dry-run"]).exits(0);
    forced.shows("would submit 6");
    assert!(day.site.requests().is_empty());
}

/// Writes a file with a failing example, and the page that contains it.
fn failing_example(day: &Day, mark: &str) -> String {
    let text = "<pre><code>ab</code></pre><p>It is <code><em>5</em></code>.</p>";
    let page = page_of(2016, day.number, [text, text], &[]);
    day.write("html", &page);
    format!("[[example]]\ninput = \"ab\\n\"\npart1 = 5\nsource = \"{mark}\"\n")
}

const PAGE: &str = "page";
const TAKEN: &str = "page, taken by you";
const CONFIRMED: &str = "page, confirmed by the code";

#[test]
fn what_the_tool_wrote_never_locks_in_a_right_answer() {
    let day = Day::new(21);
    let other = "\n[[example]]\ninput = 'abcd'\npart1 = 5\n";
    let remedy = "(compare it with the page, and remove its entry if it is wrong)";
    let found = format!(", which was found on the page, fails {remedy}");
    let took = format!(", which you took from the page, fails {remedy}");
    let fails = "fails (compare it with the page, and correct its entry if it is wrong); --force \
                 submits 6 anyway";
    // An example in the code passes.
    for (mark, says, run, is_asked) in [
        (PAGE, &*found, 1, true),
        (TAKEN, &*took, 1, true),
        (CONFIRMED, "", 0, false),
    ] {
        let text = failing_example(&day, mark);
        for edited in ["", "# mine\n"] {
            day.write("examples.toml", &(extracted(&text) + edited));
            let done = day.submit(&["--dry-run"]).exits(0);
            done.mentions(says).shows("would submit 6");
            day.sandbox.line("run 2016/21 -p 1").exits(run);
            day.sandbox.line("test 2016/21 -p 1").exits(run);
            let submit = ["submit", "2016/21", "--dry-run"];
            let mut aoc = OnTerminal::start(day.sandbox.command(&submit));
            if is_asked {
                aoc.shows("[y/N] ");
                aoc.types("\n");
                aoc.shows("not submitted: you answered no");
                assert_eq!(aoc.rest().1, Some(7), "{mark}");
                // There is no question if the answer cannot be sent anyway.
                let offline = ["submit", "2016/21", "--offline"];
                let (shown, exit) = OnTerminal::start(day.sandbox.command(&offline)).rest();
                assert!(!shown.contains("[y/N]"), "{shown}");
                assert_eq!(exit, Some(5), "{mark}");
            } else {
                assert_eq!(aoc.rest().1, Some(0), "{mark}");
            }
        }
        // An example that was edited by hand is not on the page and belongs to the user.
        for (old, new) in [("part1 = 5", "part1 = 55"), ("ab\\n", "abc\\n")] {
            day.write("examples.toml", &text.replace(old, new));
            let refused = day.submit(&["--dry-run"]).exits(7);
            refused.mentions(&format!("example 2 in day21.examples.toml {fails}"));
            day.sandbox.line("run 2016/21 -p 1").exits(1);
        }
        // The same is true for an example without a mark, or with another mark.
        day.write("examples.toml", &(text + other));
        let done = day.submit(&["--dry-run"]).exits(7);
        done.mentions(&format!("in day21.examples.toml {fails}"));
    }
    assert!(day.site.requests().is_empty());
}

#[test]
fn a_certain_example_that_fails_alone_refuses_without_a_terminal() {
    let year = Year::empty(2033);
    let day = include_str!("ordinary/day02.rs").replace("Day02", "Day01");
    year.write("day01.rs", day);
    let text = "[[example]]\ninput = \"ab\\n\"\npart1 = 9\nsource = \"MARK\"\n";
    let file = "inputs/year2033/day01.examples.toml";
    for (mark, exit) in [(PAGE, 7), (TAKEN, 0), (CONFIRMED, 0)] {
        let text = text.replace("MARK", mark);
        year.world.write(file, extracted(&text));
        let done = year.world.line("submit 2033/1 --dry-run");
        let done = done.exits(exit);
        let unseen = "the code gives 2, not 9, for an example of the page that nobody has checked: \
                      you can still submit; if it is not an example, remove its entry from \
                      inputs/year2033/day01.examples.toml";
        assert_eq!(done.stderr.contains(unseen), mark == CONFIRMED, "{done:#?}");
        assert_eq!(
            done.stderr.contains("--force submits"),
            exit == 7,
            "{done:#?}"
        );
        // On a terminal, an example that the tool wrote never refuses an answer.
        let submit = ["submit", "2033/1", "--dry-run"];
        let mut aoc = OnTerminal::start(year.world.command(&submit));
        if mark != CONFIRMED {
            aoc.shows("[y/N] ");
            aoc.types("y\n");
        }
        aoc.shows("would submit");
        assert_eq!(aoc.rest().1, Some(0), "{mark}");
    }
    // A page without the file counts like its certain example in the file. An empty file says that
    // no examples are wanted.
    let text = "<p>For example:</p><pre><code>ab\n</code></pre><p>The score is <em><code>9</code>\
                </em>.</p><p><em>What is yours?</em></p>";
    year.world.write(
        "inputs/year2033/day01.html",
        page_of(2033, 1, [text, text], &[]),
    );
    for (content, is_checked) in [(Some(""), false), (None, true)] {
        match content {
            Some(content) => year.world.write(file, content),
            None => year.world.remove(file),
        }
        for command in ["run 2033/1", "test 2033/1"] {
            let done = year.world.line(command).exits(i32::from(is_checked));
            let is_shown = done.stdout.contains("expected 9");
            assert_eq!(is_shown, is_checked, "{done:#?}");
        }
        let done = year.world.line("submit 2033/1 --dry-run");
        let done = done.exits(if is_checked { 7 } else { 0 });
        let is_shown = done.stderr.contains("was found on the page, fails");
        assert_eq!(is_shown, is_checked, "{done:#?}");
    }
}

#[test]
fn an_extracted_example_that_fails_alone_is_a_question() {
    let day = Day::new(21);
    let fails = extracted(&failing_example(&day, PAGE));
    day.write("examples.toml", &fails);
    let why = ", which was found on the page, fails";
    // Without a terminal there is only a note.
    day.submit(&["--dry-run"]).mentions(why).exits(0);
    let json = day.submit(&["--dry-run", "--json"]).exits(0).json();
    assert_eq!(json["schema"], "aoc-submit/1");
    // The `^C` of an interrupt is erased.
    let mut aoc = OnTerminal::start(day.sandbox.command(&["submit", "2016/21"]));
    aoc.shows("[y/N] ");
    kill("INT", &aoc.child.id().to_string());
    assert!(aoc.rest().0.contains("\r\u{1b}[2K"));
    for (key, says, exit) in [
        ("\n", "2016/21 part 1: not submitted: you answered no", 7),
        // Ctrl-D.
        ("\x04", "2016/21 part 1: not submitted: you answered no", 7),
        ("y\n", "2016/21 part 1: 6 is right", 0),
    ] {
        let mut aoc = OnTerminal::start(day.sandbox.command(&["submit", "2016/21"]));
        aoc.shows("[y/N] ");
        assert_eq!(day.bodies(), [""; 0]);
        aoc.types(key);
        let shown = aoc.shows(says);
        assert!(
            shown.contains('\n'),
            "the line of the question has not ended: {shown:?}"
        );
        assert_eq!(aoc.rest().1, Some(exit));
    }
    assert_eq!(day.bodies(), ["level=1&answer=6"]);
}

#[test]
fn an_example_is_run_only_with_answers_and_not_for_ever() {
    let year = Year::empty(2031);
    let source = include_str!("days/hostile.rs").replace("DayNN", "Day01");
    year.write("day01.rs", source);
    let file = "inputs/year2031/day01.examples.toml";
    let submit = ["submit", "2031/1", "--dry-run", "--timeout", "300ms"];
    for (answer, says, exit) in [
        ("", "no example checks this part", 0),
        (
            "part1 = 1",
            "not submitted: the example in day01.examples.toml fails",
            7,
        ),
    ] {
        let endless = format!("[[example]]\ninput = 'endless'\n{answer}\n");
        year.world.write(file, endless);
        year.world.aoc(&submit).mentions(says).exits(exit);
    }
}

#[test]
fn an_example_taken_for_the_input_is_not_submitted() {
    let day = Day::new(18);
    day.write("examples.toml", "[[example]]\ninput = 'xy'\n");
    for example in ["abc\n", "xy\r\n"] {
        day.write("txt", example);
        day.submit(&["--dry-run"])
            .mentions("not submitted: the input is the same as an example; --force submits ")
            .exits(7);
    }
    day.submit(&["--dry-run", "--force"]).exits(0);
    // Before the examples are known, any text of the page counts as one.
    let text = "<p>It may be:</p><pre><code>zz\n9\n</code></pre>";
    day.write("html", &page_of(2016, 18, [text, text], &[]));
    for (input, exit) in [("zz\r\n9\r\n", 7), ("zz\n8\n", 0)] {
        day.write("txt", input);
        day.submit(&["--dry-run"]).exits(exit);
    }
    // The page is downloaded after the solution ran, because the verdict on a guess is not known.
    let guess =
        "[[guess]]\npart = 1\nanswer = 3\nverdict = 'unknown'\ntime = 2016-12-18T05:09:00Z\n";
    day.clear();
    day.write("txt", "zz\n9\n");
    day.write("answers.toml", guess);
    let page = page_of(2016, 18, [text, text], &[]);
    day.site.on("/2016/day/18", Reply::html(page));
    day.submit(&[])
        .mentions("not submitted: the input is the same as an example; --force submits ")
        .exits(7);
    assert!(day.bodies().is_empty());
}

#[test]
fn a_missing_input_is_downloaded_and_an_example_never_submitted() {
    let day = Day::new(17);
    day.clear();
    day.submit(&[])
        .mentions("aoc: 2016/17 part 1: no input: the site has no such puzzle (404)")
        .exits(4);
    let input = Reply::text("hello, world\n");
    day.site.on("/2016/day/17/input", input);
    let right = "2016/17 part 1: 13 is right\n";
    day.submit(&[]).prints(right).exits(0);
}

#[test]
fn a_part_without_an_example_is_submitted_with_a_note() {
    let day = Day::new(22);
    day.submit(&[])
        .mentions("note: 2016/22 part 1: no example checks this part\n")
        .prints("2016/22 part 1: 5 is right\n")
        .exits(0);
    day.submit(&[])
        .says("aoc: 2016/22 part 2: the code gives no answer yet, so there is nothing to submit\n")
        .exits(1);
    // The user has solved the part elsewhere.
    day.write("html", &page_of(2016, 22, ["", ""], &["5", "6"]));
    day.submit(&[])
        .says(
            "aoc: 2016/22 part 2: the part is already solved, but the code gives no answer to compare\n",
        )
        .exits(1);
    assert_eq!(day.bodies().len(), 1);
}

/// The note that shows that aoc has looked for examples of part one.
const NO_EXAMPLE: &str = "note: 2016/22 part 1: no example checks this part\n";

/// A submission of part one of 2016/22, with its requests. If the test fails, the submission is
/// killed, because the next test would wait for its lock.
struct Observed {
    day: Day,
    command: Command,
    child: Option<Child>,
    /// The requests. Each says whether others can submit, and whether the user was told about the
    /// examples before.
    requests: Arc<Mutex<Vec<String>>>,
}

impl Observed {
    fn new(answers: &str, flags: &[&str]) -> Self {
        let day = Day::new(22);
        day.write("answers.toml", answers);
        let mut command = day
            .sandbox
            .command(&[&["submit", "2016/22"], flags].concat());
        let stderr = day.sandbox.outside("stderr");
        command.stderr(File::create(&stderr).expect("a file"));
        let requests: Arc<Mutex<Vec<String>>> = Arc::default();
        let folder = day.sandbox.path("inputs/year2016");
        let log = Arc::clone(&requests);
        day.site.handle(move |request| {
            let is_free = File::open(&folder).expect("a folder").try_lock().is_ok();
            let text = fs::read_to_string(&stderr).expect("stderr");
            let lock = if is_free { "free" } else { "locked" };
            let told = if text.contains(NO_EXAMPLE) {
                "told"
            } else {
                "untold"
            };
            let event = format!("{} {lock} {told}", request.method);
            log.lock().expect("no panic").push(event);
            match &*request.method {
                "POST" => right(2016, 22),
                _ => Reply::html(page(2016, 22, 1)),
            }
        });
        Self {
            day,
            command,
            child: None,
            requests,
        }
    }

    fn start(&mut self) {
        self.child = Some(self.command.spawn().expect("it starts"));
    }

    /// Waits for the end. Returns the exit code.
    fn end(&mut self) -> Option<i32> {
        let child = self.child.as_mut().expect("it was started");
        child.wait().expect("a child").code()
    }

    fn stderr(&self) -> String {
        fs::read_to_string(self.day.sandbox.outside("stderr")).expect("stderr")
    }

    fn requests(&self) -> Vec<String> {
        self.requests.lock().expect("no panic").clone()
    }
}

impl Drop for Observed {
    fn drop(&mut self) {
        if let Some(child) = &mut self.child {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

const PAST: &str = "not_before = 2020-12-22T05:00:00Z\n";

/// The order is: the site is asked for its time, the user is told about the examples, the lock
/// keeps others from submitting, and the page is read for a guess with an unknown verdict. Each
/// step occurs once, and no answer is sent before.
#[test]
fn what_is_done_before_an_answer_is_sent_has_an_order() {
    let unknown = "[[guess]]\npart = 1\nanswer = 9\nverdict = 'unknown'\ntime = \
                   2020-12-22T05:00:00Z\n";
    let [time, page, send, update] = [
        "GET free untold",
        "GET locked told",
        "POST locked told",
        "GET free told",
    ];
    for (answers, flags, requests) in [
        ("", &[][..], &[send, update][..]),
        ("", &["--dry-run"], &[]),
        (PAST, &[], &[time, send, update]),
        (unknown, &[], &[page, send, update]),
        (&[PAST, unknown].concat(), &[], &[time, page, send, update]),
    ] {
        let mut observed = Observed::new(answers, flags);
        observed.start();
        let exit = observed.end();
        let stderr = observed.stderr();
        assert_eq!(exit, Some(0), "{stderr}");
        assert_eq!(stderr.matches(NO_EXAMPLE).count(), 1, "{stderr}");
        assert_eq!(observed.requests(), requests, "{answers} {flags:?}");
    }
}

/// Others can submit while this command waits.
#[test]
fn a_wait_comes_after_everything_that_the_user_must_know() {
    let late = next_answer_in_an_hour()
        + "[[guess]]\npart = 1\nanswer = 9\nverdict = 'wrong'\ntime = 2198-12-22T05:00:00Z\n";
    let mut observed = Observed::new(&late, &["--wait"]);
    observed.start();
    wait_until(|| observed.stderr().contains("note: waiting "));
    let stderr = observed.stderr();
    assert!(stderr.contains(NO_EXAMPLE), "{stderr}");
    let folder = observed.day.sandbox.path("inputs/year2016");
    let folder = File::open(folder).expect("a folder");
    assert!(folder.try_lock().is_ok());
    let child = observed.child.as_ref().expect("it was started");
    kill("INT", &child.id().to_string());
    assert_eq!(observed.end(), Some(130));
    assert_eq!(observed.requests(), ["GET free untold"]);
}

/// A user without a session learns this after the request for the site's time, and before anything
/// else.
#[test]
fn a_missing_session_is_told_before_the_examples() {
    let mut observed = Observed::new(PAST, &[]);
    observed.command.env_remove("AOC_SESSION");
    let folder = File::open(observed.day.sandbox.path("inputs/year2016")).expect("a folder");
    folder.lock().expect("a lock");
    observed.start();
    let exit = observed.end();
    let stderr = observed.stderr();
    assert_eq!(exit, Some(3), "{stderr}");
    assert!(!stderr.contains(NO_EXAMPLE), "{stderr}");
    assert_eq!(observed.requests(), ["GET locked untold"]);
}

#[test]
fn examples_are_told_before_another_submission_is_waited_for() {
    let mut observed = Observed::new("", &[]);
    let folder = File::open(observed.day.sandbox.path("inputs/year2016")).expect("a folder");
    folder.lock().expect("a lock");
    observed.start();
    let waits = "note: 2016/22: waiting for another aoc that submits an answer\n";
    wait_until(|| observed.stderr().contains(waits));
    let told = [NO_EXAMPLE, waits].concat();
    assert!(observed.stderr().ends_with(&told), "{}", observed.stderr());
    assert_eq!(observed.requests(), [""; 0]);
    folder.unlock().expect("a lock");
    assert_eq!(observed.end(), Some(0));
}

#[test]
fn a_solution_that_fails_is_not_submitted() {
    let failed = "the solution failed: no way out of the maze\n";
    let limit = "the solution failed: no answer within 200ms";
    for (words, says) in [
        ("2016/6 --part 2", failed),
        ("2015/4 --timeout 200ms", limit),
    ] {
        let done = shared_project()
            .line(&format!("submit {words} --json"))
            .exits(1);
        assert_eq!(done.json()["status"], "failed");
        done.mentions(says);
    }
}

#[test]
fn changes_that_an_editor_has_not_saved_are_pointed_out() {
    let day = Day::new(18);
    let folder = day.sandbox.path("days/year2016");
    let swap_file = folder.join(".day18.rs.swp");
    let mut swap = vec![0; 1008];
    let warning = "warning: days/year2016/day18.rs has unsaved changes in";
    for (flag, is_warned) in [(0, false), (0x55, true)] {
        swap[1007] = flag;
        fs::write(&swap_file, &swap).expect("a file");
        let done = day.submit(&["--dry-run"]).exits(0);
        let shown = done.stderr.contains(&format!("{warning} vim"));
        assert_eq!(shown, is_warned, "{done:#?}");
    }
    fs::remove_file(swap_file).expect("a file");
    // The day's code is also in the files of its folder.
    day.sandbox.write("days/year2016/day18/grid.rs", "");
    fs::write(folder.join("day18/.grid.rs.swp"), &swap).expect("a file");
    let in_module = "warning: days/year2016/day18/grid.rs has unsaved changes in vim";
    day.submit(&["--dry-run"]).exits(0).mentions(in_module);
    let lock = folder.join(".#day18.rs");
    let _ = fs::remove_file(&lock);
    std::os::unix::fs::symlink("me@here.1", &lock).expect("a link");
    day.submit(&["--dry-run"])
        .mentions(&format!("{warning} emacs"));
    fs::remove_file(lock).expect("a link");
}
