//! Uncertain examples of a page. They can confirm a solution, but cannot refute it.

use std::fs;

use serde_json::json;

use crate::sandbox::{Done, Sandbox};
use crate::shared_project::{Year, day_text};
use crate::site::pages::{INPUT, INPUT_FILE, PAGE_FILE, PAGE_PATH, calendar, page_of};
use crate::site::{Reply, Site};
use crate::terminal::OnTerminal;

const PAGE: &str = "inputs/year2036/day01.html";
const FILE: &str = "inputs/year2036/day01.examples.toml";
const ANSWERS: &str = "inputs/year2036/day01.answers.toml";

const SUM: &str = "input.lines().flat_map(str::parse::<u64>).sum::<u64>()";

/// Two texts that look like inputs, with two values.
const UNCLEAR: &str = "<p>You have lines:</p><pre><code>5\n6\n</code></pre><p>They might be \
     others:</p><pre><code>8\n100\n6\n</code></pre><p>It would be <code><em>114</em></code>, or \
     <code><em>77</em></code>.</p><p><em>What is it?</em></p>";

const NONE: &str = "<p>You have lines.</p><p><em>What is their sum?</em></p>";

const NOT_CLEAR: &str = "note: 2036/1: the page has an example that is not clear: see the \
     comments in inputs/year2036/day01.examples.toml; `aoc test 2036/1 --take` takes it\n";

/// The day 2036/1 with this page.
fn year(page: &str) -> Year {
    let year = Year::empty(2036);
    let world = &year.world;
    world.write("inputs/year2036/day01.txt", "12\n7\n30\n2020\n");
    world.write(PAGE, page_of(2036, 1, [page, page], &[]));
    year
}

/// Writes day 1 with this part 1 and without an example in its code.
fn write_day(year: &Year, part1: &str) {
    let text = day_text(1, part1).replace(", Example,", ",");
    let (code, rest) = text.split_once("    const EXAMPLES").expect("an example");
    let (_, end) = rest.split_once(";\n").expect("its end");
    year.write("day01.rs", format!("{code}{end}"));
}

#[test]
fn start_points_out_a_page_without_an_example() {
    let sandbox = Sandbox::project()
        .file(INPUT_FILE, INPUT)
        .file(PAGE_FILE, page_of(2020, 22, [NONE, NONE], &[]));
    let started = sandbox.line("start 2020/22 --no-open --no-edit --no-watch");
    let note = "note: 2020/22: no example was found on the page: add one to inputs/year2020/\
                day22.examples.toml\n";
    assert_eq!(notes(&started.exits(0)), note);
    let take = sandbox.line("test 2020/22 --take");
    take.mentions("note: 2020/22: no example can be taken from its page\n");
    sandbox.remove(PAGE_FILE);
    let why = "because its page is not stored: `aoc fetch 2020/22` downloads it\n";
    let take = sandbox.line("test 2020/22 --take");
    take.mentions(&format!("note: 2020/22: no example can be taken, {why}"));
}

/// If a part was solved elsewhere, it needs no example.
#[test]
fn start_points_out_no_page_of_parts_whose_stars_the_site_has_shown() {
    let (site, sandbox) = Site::start().project();
    site.on("/2020", calendar(2020, 25, &[2; 22]));
    let page = page_of(2020, 22, [NONE, NONE], &[]);
    site.on(PAGE_PATH, Reply::html(page));
    let sandbox = sandbox.file(INPUT_FILE, INPUT);
    sandbox.line("status 2020 --refresh").exits(0);
    let started = sandbox.line("start 2020/22 --no-open --no-edit --no-watch");
    assert_eq!(notes(&started.exits(0)), "");
}

fn remove(world: &Sandbox, file: &str) {
    world.remove(file);
}

/// The lines on stderr that mention examples.
fn notes(done: &Done) -> String {
    let lines = done.stderr.split_inclusive('\n');
    lines.filter(|line| line.contains("example")).collect()
}

/// Asserts that no example counts and that this answer would be submitted.
fn refutes_nothing(year: &Year, answer: u64, says: &str) {
    let world = &year.world;
    let run = world.line("run 2036/1 -p 1").exits(0);
    assert!(notes(&run).starts_with(says), "{run:#?}");
    assert!(!run.stdout.contains("example"), "{run:#?}");
    assert!(notes(&world.line("test 2036/1").exits(0)).starts_with(says));
    // JSON has the examples of the file, with their mark. It does not have texts of the page that
    // may be examples.
    let is_of_file = says.contains("that nobody has checked");
    for command in ["run 2036/1 --json -p 1", "test 2036/1 --json"] {
        let json = world.line(command).exits(0).json();
        let examples = &json["results"][0]["examples"];
        if is_of_file {
            let [example] = &examples.as_array().expect("a list")[..] else {
                panic!("{command}: {examples}");
            };
            assert_eq!(example["mark"], "page, confirmed by the code", "{command}");
            assert_eq!(example["status"], "wrong", "{command}");
        } else {
            assert_eq!(*examples, json!([]), "{command}");
        }
    }
    let sent = world.line("submit 2036/1 --dry-run").exits(0);
    let would_submit = format!("would submit {answer}");
    assert!(sent.stdout.contains(&would_submit), "{sent:#?}");
    assert!(notes(&sent).starts_with(says), "{sent:#?}");
    // A second line would say that there is no example.
    assert!(
        !is_of_file || notes(&sent).lines().count() == 1,
        "{sent:#?}"
    );
}

/// Adds a correct example to the code.
fn add_own_example(year: &Year) {
    let text = year.world.read("days/year2036/day01.rs");
    let own = "    const EXAMPLES: &'static [Example<Self>] = &[Example::new(\"1\\n2\\n\").part1(\"4\")];\n";
    let place = text.find("    fn part1(").expect("part 1");
    let text = format!("{}{own}{}", &text[..place], &text[place..]);
    year.write(
        "day01.rs",
        text.replace("use aoc_solution::{", "use aoc_solution::{Example, "),
    );
}

#[test]
fn an_unclear_example_confirms_but_does_not_refute() {
    let year = year(UNCLEAR);
    what_matches_becomes_an_example(&year);
    the_user_may_take_one(&year);
    what_the_user_declines_is_not_confirmed(&year);
    a_text_that_did_not_run_is_taken(&year);
    unfinished_code_may_match_by_chance(&year);
    a_text_that_is_confirmed_for_both_parts_is_one_example(&year);
    a_page_may_have_none(&year);
    a_file_may_not_be_the_page(&year);
    several_days_have_one_note(&year);
    a_file_that_nothing_can_be_added_to_costs_one_day(&year);
}

fn a_file_may_not_be_the_page(year: &Year) {
    let world = &year.world;
    let page = world.read(PAGE);
    write_day(year, SUM);
    let note = "note: 2036/1: no example, as the stored file is not the puzzle's page: `aoc fetch \
                2036/1` downloads it again\n";
    for file in ["\0", "", &page.replace("Day 1", "Day 2")] {
        world.write(PAGE, file);
        refutes_nothing(year, 2069, note);
        let take = world.line("test 2036/1 --take").exits(0);
        assert_eq!(notes(&take), note);
        let done = world.line("fetch 2036/1 --offline").exits(0);
        done.mentions("day01.html is not the puzzle's page and counts as missing\n")
            .mentions("page not downloaded: not downloaded because of --offline");
    }
    let pointer = b"version https://git-lfs.github.com/spec/v1\n";
    for (file, state) in [
        (
            &b"\0GITCRYPT\0\xff"[..],
            "locked by git-crypt: `git-crypt unlock`",
        ),
        (
            pointer,
            "a pointer of git lfs: `git lfs pull`, or remove the file if its content is lost",
        ),
    ] {
        world.write(PAGE, file);
        let note = format!("note: 2036/1: no example, as the stored page is {state}\n");
        refutes_nothing(year, 2069, &note);
        let take = world.line("test 2036/1 --take").exits(0);
        assert_eq!(notes(&take), note);
    }
    world.write(PAGE, page);
}

fn several_days_have_one_note(year: &Year) {
    let world = &year.world;
    write_day(year, SUM);
    let day = world
        .read("days/year2036/day01.rs")
        .replace("Day01", "Day02");
    year.write("day02.rs", day);
    let pages = [(1, UNCLEAR.replace("114", "9")), (2, NONE.to_owned())];
    for (day, text) in pages {
        let page = page_of(2036, day, [&text, &text], &[]);
        world.write(&format!("inputs/year2036/day{day:02}.html"), page);
    }
    let note = "note: no clear example was found on the pages of 2036/1-2; run `aoc test 2036/1` for \
                details\n";
    assert_eq!(notes(&world.line("run 2036/1-2 -p 1").exits(0)), note);
    world.line("test 2036/1").exits(0).mentions(NOT_CLEAR);
    // Nothing was looked for on a page that cannot be read.
    world.write("inputs/year2036/day02.html", "");
    let note = "note: no clear example was found for 2036/1-2; run `aoc test 2036/1` for details\n";
    assert_eq!(notes(&world.line("run 2036/1-2 -p 1").exits(0)), note);
}

/// The code of day 1 writes to the file in place of an editor.
fn a_file_that_nothing_can_be_added_to_costs_one_day(year: &Year) {
    let world = &year.world;
    let other = FILE.replace("day01", "day02");
    let page = page_of(2036, 2, [UNCLEAR, UNCLEAR], &[]);
    world.write("inputs/year2036/day02.html", page);
    world.write("inputs/year2036/day02.txt", "12\n7\n30\n2020\n");
    let unsolved = "if true { return Ok(Answer::Unsolved) } else { 1 }";
    write_day(year, unsolved);
    let day = world.read("days/year2036/day01.rs");
    year.write("day02.rs", day.replace("Day01", "Day02"));
    let file = world.path(FILE).display().to_string();
    let edits = format!("{{ std::fs::write({file:?}, \"# mine\").unwrap(); {unsolved} }}");
    for (text, part1, says) in [
        (
            Some("broken = [\n"),
            unsolved,
            "day01.examples.toml, line 1: ",
        ),
        (None, &edits, "was edited, so the example was not added"),
    ] {
        write_day(year, part1);
        for file in [FILE, &other].map(|file| world.path(file)) {
            let _ = fs::remove_file(file);
        }
        if let Some(text) = text {
            world.write(FILE, text);
        }
        let done = world.line("test 2036/1-2 --take --json").exits(8);
        assert_eq!(done.json()["results"].as_array().map(Vec::len), Some(2));
        let output = format!("{}{}", done.stdout, done.stderr);
        assert!(output.contains(says), "{done:#?}");
        done.mentions("2036/2: example written to ");
    }
}

fn what_matches_becomes_an_example(year: &Year) {
    let world = &year.world;
    // With the second text the code gives the first value.
    write_day(year, SUM);
    let done = world.line("fetch 2036/1 --offline").mentions(NOT_CLEAR);
    done.exits(0);
    let run = world.line("run 2036/1 -p 1").exits(0);
    let matched = "note: 2036/1: matched: a likely example of the page gives 114; kept as an \
                   example\n";
    assert_eq!(notes(&run), matched);
    let run = run.shows("1 of 1 matched");
    assert!(run.stdout.contains("2069"), "{run:#?}");
    // The example is now permanent.
    let example = "[[example]]\ninput = \"\"\"\n8\n100\n6\n\"\"\"\npart1 = \"114\"\n";
    assert!(world.read(FILE).contains(example), "{}", world.read(FILE));
    for command in ["run 2036/1 -p 1", "test 2036/1", "fetch 2036/1 --offline"] {
        assert_eq!(notes(&world.line(command).exits(0)), "", "{command}");
        assert!(world.read(FILE).contains(example), "{}", world.read(FILE));
    }
    let status = world.line("status 2036").exits(0);
    assert!(!status.stdout.contains("not clear"), "{status:#?}");
    write_day(year, &format!("{SUM} + 1"));
    let unseen = "note: 2036/1: the code gives 115, not 114, for an example of the page that nobody \
                  has checked: you can still submit; if it is not an example, remove its entry from \
                  inputs/year2036/day01.examples.toml\n";
    refutes_nothing(year, 2070, unseen);
    // Edits elsewhere in the file do not change that.
    world.write(FILE, world.read(FILE) + "\n");
    refutes_nothing(year, 2070, unseen);
    // An example that the user has edited belongs to the user.
    let own = world.read(FILE).replace("\"114\"", "\"116\"");
    world.write(FILE, own);
    let wrong = world.line("run 2036/1 -p 1").exits(1);
    wrong.shows("0 of 1 matched");
    let done = world.line("submit 2036/1 --dry-run");
    done.mentions("the example in day01.examples.toml fails")
        .exits(7);
}

/// The code gives one of the values that the user has declined.
fn what_the_user_declines_is_not_confirmed(year: &Year) {
    let world = &year.world;
    write_day(year, SUM);
    let mut take = OnTerminal::start(world.command(&["test", "2036/1", "--take"]));
    for answer in ["may be 77", "may be 114", "may be 77", "may be 114"] {
        take.shows(answer);
        take.shows("[Y/n] ");
        take.types("n\n");
    }
    let (rest, status) = take.rest();
    assert!(!rest.contains("kept as"), "{rest}");
    assert_eq!(status, Some(0), "{rest}");
    assert!(!world.path(FILE).exists());
}

fn the_user_may_take_one(year: &Year) {
    let world = &year.world;
    // Another answer is not shown and does not count.
    remove(world, FILE);
    refutes_nothing(year, 2070, NOT_CLEAR);
    assert!(!world.path(FILE).exists());

    // The user may take an example. Then it counts, also after the page is read again.
    let status = world.line("status 2036").exits(0);
    status.shows(" example not clear\n");
    let mut take = OnTerminal::start(world.command(&["test", "2036/1", "--take"]));
    for (answer, reply) in [
        ("may be 77", "n\n"),
        ("may be 114", "n\n"),
        ("may be 77", "\n"),
    ] {
        take.shows(answer);
        take.shows("[Y/n] ");
        take.types(reply);
    }
    take.shows("written to");
    take.shows("wrong: expected 77");
    assert_eq!(take.rest().1, Some(1));
    let file = world.read(FILE);
    assert!(file.contains("source = \"page, taken by you\"\n"), "{file}");
    assert!(
        file.contains("\n8\n100\n6\n\"\"\"\npart1 = \"77\""),
        "{file}"
    );
    world.line("fetch 2036/1 --offline").exits(0);
    let run = world
        .line("run 2036/1 -p 1")
        .exits(1)
        .shows("0 of 1 matched");
    assert_eq!(notes(&run), "");
    let none = "note: 2036/1: no other example can be taken from its page\n";
    world.line("test 2036/1 --take").mentions(none).exits(1);
    remove(world, FILE);
    what_is_asked_about_is_shown_with_q(year);
    taken_without_a_terminal(year);
    // In `watch` a key shows the example first, and takes it when it is pressed again.
    let mut aoc = OnTerminal::start(world.command(&["watch", "2036/1"]));
    aoc.shows("the key e takes it");
    aoc.shows("take example");
    aoc.types("e");
    aoc.shows("whose answer may be 77");
    aoc.shows("the key e takes it");
    assert!(!world.path(FILE).exists());
    aoc.shows("take example");
    aoc.types("e");
    aoc.shows("expected 77");
    let rest = aoc.shows("quit\n");
    assert!(!rest.contains("changed"), "{rest}");
    remove(world, FILE);
    aoc.shows("quit\n");
    // A file that a round writes does not start another round.
    write_day(year, SUM);
    aoc.shows("kept as");
    let rest = aoc.shows("quit\n");
    assert!(!rest.contains("changed"), "{rest}");
    aoc.types("q");
    assert_eq!(aoc.ends(), Some(0));
    remove(world, FILE);
}

/// An example counts as seen once the user has taken it, so it is shown whatever is hidden.
fn what_is_asked_about_is_shown_with_q(year: &Year) {
    let world = &year.world;
    let mut take = OnTerminal::start(world.command(&["test", "2036/1", "--take", "-q"]));
    for (answer, reply) in [
        ("may be 77", "n\n"),
        ("may be 114", "n\n"),
        ("may be 77", "\n"),
    ] {
        let shown = take.shows("[Y/n] ");
        assert!(shown.contains(answer), "{shown}");
        take.types(reply);
    }
    take.rest();
    assert!(world.path(FILE).exists());
    remove(world, FILE);
    let mut aoc = OnTerminal::start(world.command(&["watch", "2036/1", "-q"]));
    aoc.shows("2070");
    aoc.types("e");
    let shown = aoc.shows("the key e takes it");
    assert!(shown.contains("whose answer may be 77"), "{shown}");
    aoc.shows("2070");
    aoc.types("q");
    assert_eq!(aoc.ends(), Some(0));
    // Elsewhere nobody is asked.
    world.line("test 2036/1 --take -q").says("");
}

fn taken_without_a_terminal(year: &Year) {
    let world = &year.world;
    // The code gives another answer.
    let take = "test 2036/1 --take";
    let nothing = format!(
        "note: 2036/1: no example was taken: the code gives none of the likely answers; on a \
         terminal, `aoc {take}` asks\n"
    );
    for _ in 0..2 {
        let done = world.line(take).exits(0).mentions(&nothing);
        assert!(!done.stderr.contains("written to"), "{done:#?}");
        assert!(!world.path(FILE).exists());
    }
    // Nor is the less likely text taken, to which the code gives no answer.
    write_day(
        year,
        "if input.starts_with('5') { 1 } else { return Ok(Answer::Unsolved) }",
    );
    world.line(take).exits(0).mentions(&nothing);
    assert!(!world.path(FILE).exists());
    let not_tested = "note: 2036/1: no example was taken: part 1 was not tested, or already has an example; \
                      on a terminal, `aoc test 2036/1 --take` asks\n";
    world.line("test 2036/1 --take -p 2").mentions(not_tested);
    assert!(!world.path(FILE).exists());
    // The code gives no answer. An example that nobody has looked at cannot refute a solution.
    write_day(year, "if true { return Ok(Answer::Unsolved) } else { 1 }");
    let shown = "of part 1, whose answer may be 77:\n  5\n  6\nnote: 2036/1: example written to ";
    world.line(take).exits(0).mentions(shown);
    let file = world.read(FILE);
    assert!(file.contains("page, confirmed by the code"), "{file}");
    let none = "note: 2036/1: no other example can be taken from its page\n";
    world.line(take).exits(0).mentions(none);
    assert_eq!(world.read(FILE), file);
    write_day(year, &format!("{SUM} + 1"));
    let unseen = "note: 2036/1: the code gives 12, not 77, for an example of the page that nobody \
                  has checked: you can still submit; if it is not an example, remove its entry from \
                  inputs/year2036/day01.examples.toml\n";
    refutes_nothing(year, 2070, unseen);
    // An example of the user does not affect that example.
    add_own_example(year);
    for command in ["run 2036/1 -p 1", "test 2036/1", "submit 2036/1 --dry-run"] {
        let done = world.line(command).exits(0);
        assert_eq!(notes(&done), unseen, "{command}");
    }
    remove(world, FILE);
    write_day(year, &format!("{SUM} + 1"));
}

/// The code might give any answer to a text that did not run, because its values are only 0 and 1.
fn a_text_that_did_not_run_is_taken(year: &Year) {
    let world = &year.world;
    let without_check = UNCLEAR.replace("114", "1").replace("77", "0");
    world.write(PAGE, page_of(2036, 1, [&without_check, NONE], &[]));
    let shown = "of part 1, whose answer may be 0:\n  5\n  6\nnote: 2036/1: example written to ";
    world.line("test 2036/1 --take").exits(0).mentions(shown);
    remove(world, FILE);
}

fn unfinished_code_may_match_by_chance(year: &Year) {
    let world = &year.world;
    // Unfinished code may give one of the values by chance. This must not count against the
    // finished code.
    let by_chance = UNCLEAR.replace("114", "3").replace("77", "2");
    world.write(PAGE, page_of(2036, 1, [&by_chance, NONE], &[]));
    let unfinished = "input.lines().count()";
    write_day(year, unfinished);
    let matched = "matched: a likely example of the page gives 2; kept as an example";
    let run = world.line("run 2036/1 -p 1").mentions(matched).exits(0);
    run.shows("1 of 1 matched");
    write_day(year, SUM);
    let unseen = "note: 2036/1: the code gives 11, not 2, for an example of the page that nobody has \
                  checked: ";
    refutes_nothing(year, 2069, unseen);
    write_day(year, unfinished);
    let run = world.line("run 2036/1 -p 1").shows("1 of 1 matched");
    assert_eq!(notes(&run.exits(0)), "");
    remove(world, FILE);
    write_day(year, &format!("{SUM} + 1"));
}

/// The example is one entry of its file, and runs once.
fn a_text_that_is_confirmed_for_both_parts_is_one_example(year: &Year) {
    let world = &year.world;
    let article = "<p>For example:</p><pre><code>8\n100\n6\n</code></pre><p>It would be \
                   <code><em>114</em></code>, or <code><em>3</em></code>.</p><p><em>What is \
                   it?</em></p>";
    write_day(year, SUM);
    let kept = |answer: &str| format!("gives {answer}; kept as an example\n");
    let page = |answers: &[&str]| page_of(2036, 1, [article, article], answers);
    world.write(PAGE, page(&[]));
    world.line("run 2036/1").exits(0).mentions(&kept("114"));
    world.write(PAGE, page(&["2069"]));
    world.line("fetch 2036/1 --offline").exits(0);
    // The comment keeps the part that the entry lacks.
    let file = world.read(FILE);
    assert!(file.contains("# part2 = "), "{file}");
    world.line("run 2036/1").exits(0).mentions(&kept("3"));
    let file = world.read(FILE);
    assert_eq!(file.matches("8\n100\n6\n").count(), 1, "{file}");
    let both = "part1 = \"114\"\npart2 = \"3\"\n";
    assert!(file.contains(both), "{file}");
    world.line("run 2036/1").shows("1 of 1 matched").exits(0);
    remove(world, FILE);
    remove(world, ANSWERS);
    write_day(year, &format!("{SUM} + 1"));
}

fn a_page_may_have_none(year: &Year) {
    let world = &year.world;
    // A page without any example is also mentioned, until the part is solved.
    world.write(PAGE, page_of(2036, 1, [NONE, NONE], &[]));
    let without = "note: 2036/1: no example was found on the page: add one to inputs/year2036/\
                day01.examples.toml\n";
    for command in ["run 2036/1", "submit 2036/1 --dry-run"] {
        assert_eq!(notes(&world.line(command).exits(0)), without);
    }
    assert_eq!(notes(&world.line("fetch 2036/1 --offline").exits(0)), "");
    let mut aoc = OnTerminal::start(world.command(&["watch", "2036/1"]));
    let keys = aoc.shows("quit");
    assert!(!keys.contains("take example"), "{keys}");
    drop(aoc);
    let right = |part, answer| {
        format!(
            "[[guess]]\npart = {part}\nanswer = {answer}\nverdict = 'right'\ntime = \
             2036-12-01T05:00:00Z\n"
        )
    };
    world.write(ANSWERS, right(1, 2070) + &right(2, 4));
    assert_eq!(notes(&world.line("run 2036/1").exits(0)), "");
    remove(world, ANSWERS);

    // A solved puzzle needs no example.
    let solved = page_of(2036, 1, [UNCLEAR, UNCLEAR], &["2070", "4"]);
    world.write(PAGE, solved);
    assert_eq!(notes(&world.line("fetch 2036/1 --offline").exits(0)), "");
    remove(world, ANSWERS);
    remove(world, FILE);

    // If the user wrote the file, it contains all examples.
    world.write(PAGE, page_of(2036, 1, [UNCLEAR, UNCLEAR], &[]));
    write_day(year, SUM);
    world.write(FILE, "");
    assert_eq!(notes(&world.line("run 2036/1").exits(0)), "");
    assert_eq!(world.read(FILE), "");
    remove(world, FILE);

    // A file that cannot be read is reported. The input still runs.
    world.write(FILE, "[[example]]\n");
    let run = world.line("run 2036/1 -p 1").exits(0);
    assert!(notes(&run).starts_with("warning: 2036/1: "), "{run:#?}");
    assert!(run.stdout.contains("2069"), "{run:#?}");
    let alone = world.line("run 2036/1 --example").exits(8);
    assert!(!alone.stderr.contains("warning: "), "{alone:#?}");
    remove(world, FILE);

    // An endless example delays the answer for only a short time.
    let endless = "if input.lines().count() < 4 { loop { std::thread::park() } } else { 7 }";
    write_day(year, endless);
    let slow = "note: 2036/1: a likely example of the page took too long and is skipped until \
                the code changes; if it is not an example, remove its comment from \
                inputs/year2036/day01.examples.toml\n";
    // This happens with each of the two texts.
    for _ in 0..2 {
        let run = world.line("run 2036/1 -p 1").exits(0);
        assert_eq!(notes(&run), slow.to_owned() + NOT_CLEAR);
    }
    // The same code is not tried again, whichever command runs it.
    for command in ["run 2036/1 -p 1", "test 2036/1", "submit 2036/1 --dry-run"] {
        assert_eq!(notes(&world.line(command).exits(0)), NOT_CLEAR, "{command}");
    }
    // Other code is.
    write_day(year, SUM);
    let run = world.line("run 2036/1 -p 1").exits(0);
    assert!(notes(&run).contains("gives 114; kept as"), "{run:#?}");
    remove(world, FILE);
}

/// A day without an input runs on its examples, and every command chooses them in the same way.
#[test]
fn without_an_input_all_commands_use_the_examples_of_the_parts() {
    let year = Year::empty(2075);
    let write = |day: u8, parts: &str, examples: &str| {
        let code = format!(
            "aoc_solution::functions!(Day{day:02}, \"T\", &str);\n\
             fn parse(input: &str) -> &str {{ input }}\n{parts}"
        );
        year.write(&format!("day{day:02}.rs"), code);
        let file = format!("inputs/year2075/day{day:02}.examples.toml");
        year.world.write(&file, examples);
    };
    let both = "fn part1(input: &&str) -> usize { input.len() }\n\
                fn part2(input: &&str) -> usize { input.lines().count() }\n";
    let one = "[[example]]\ninput = \"abc\"\npart1 = 3\n";
    let two = "[[example]]\ninput = \"ab\\ncd\"\npart2 = 2\n";
    let confirmed = "source = \"page, confirmed by the code\"\n";
    write(3, both, &format!("{one}{two}"));
    write(4, both, &format!("{one}{confirmed}"));
    write(5, "fn part1(_: &&str) -> Option<u8> { None }\n", "");
    write(
        6,
        both,
        &format!("{}{confirmed}", one.replace("= 3", "= 4")),
    );
    write(7, both, &format!("{one}{two}{confirmed}"));
    let runs = |line: &str, shown: &str| {
        let done = year.world.line(&format!("{line} --offline")).exits(0);
        assert!(done.stdout.contains(shown), "{line}: {done:#?}");
    };
    // The example of the part is taken, and not the first one.
    runs("bench 2075/3 -p 2", "part 2");
    let line = "profile 2075/3 -p 2 --dev --for 1ms -- sh -c";
    let words = line.split(' ').chain(["cat \"$3\"", "sh"]);
    let done = year.world.aoc(&words.collect::<Vec<_>>()).exits(0);
    done.shows("ab\ncd");
    // A confirmed example runs wherever others do.
    for line in ["run 2075/4", "run 2075/4 --example", "test 2075/4"] {
        runs(line, "matched");
    }
    for line in [
        "run 2075/7 -p 2",
        "run 2075/7 --example -p 2",
        "test 2075/7 -p 2",
    ] {
        runs(line, "  2  ");
        runs(line, "matched");
    }
    let done = year.world.line("run 2075/3 2075/7 --example").exits(0);
    let rows: Vec<&str> = done
        .stdout
        .lines()
        .filter(|row| row.contains("2075/7"))
        .collect();
    assert!(
        rows[0].contains(" 3 ") && rows[1].contains(" 2 "),
        "{done:#?}"
    );
    // It refutes nothing, and its other part is not run.
    for line in ["run 2075/6", "test 2075/6", "bench 2075/6"] {
        let done = year.world.line(&format!("{line} --offline")).exits(0);
        assert!(!done.stdout.contains("wrong"), "{line}: {done:#?}");
    }
    // An answer that is missing is not shown either.
    let unsolved = "fn part1(_: &&str) -> Option<u8> { None }\n";
    write(10, unsolved, &format!("{one}{confirmed}"));
    for line in ["run 2075/10", "test 2075/10", "run 2075/6 2075/10"] {
        let done = year.world.line(&format!("{line} --offline")).exits(0);
        let unseen = "the code does not give 3 for an example of the page that nobody has checked: \
                      you can still submit";
        done.mentions(unseen).prints("");
    }
    year.world.write("inputs/year2075/day10.txt", "abc\n");
    let done = year.world.line("run 2075/10").exits(0);
    assert!(!done.stdout.contains("example"), "{done:#?}");
    // An alternative is still compared with the part.
    write(
        8,
        both,
        &format!("{}{confirmed}", one.replace("= 3", "= 4")),
    );
    let code = fs::read_to_string(year.path("day08.rs")).expect("a file");
    let code = code.replace("&str);", "&str, alternatives = [part1 \"other\" = part2]);");
    year.write("day08.rs", code);
    let done = year
        .world
        .line("bench 2075/8 --all-alts --offline")
        .exits(1);
    done.shows("wrong: part 1 gave 3\n");
    year.world.write("inputs/year2075/day05.txt", "abc\n");
    let done = year.world.line("bench 2075/5").exits(0);
    done.mentions("note: 2075/5: not measured, because unsolved: part 1, part 2\n");
    // Only if no part has a time. The last star needs no code.
    for day in [9, 12] {
        write(day, "fn part1(input: &&str) -> usize { input.len() }\n", "");
        let file = format!("inputs/year2075/day{day:02}.txt");
        year.world.write(&file, "abc\n");
    }
    for line in ["bench 2075/9", "bench 2075/12 -p 2"] {
        let done = year.world.line(line).exits(0);
        assert!(!done.stderr.contains("not measured"), "{line}: {done:#?}");
        let note = "note: 2075/12: no part 2: the last star of an event requires all others\n";
        assert_eq!(
            done.stderr.contains(note),
            line.ends_with("-p 2"),
            "{done:#?}"
        );
    }
}
