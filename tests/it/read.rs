//! `aoc read`: shows the page as text, from the stored file if possible.

use crate::process::kill;
use crate::sandbox::Sandbox;
use crate::site::pages::{PAGE_FILE, PAGE_PATH, anonymous_page, good_site, page_of};
use crate::site::{Reply, Site};
use crate::terminal::{OnTerminal, without_escapes};

const ONE: &str = "<p>The crabs play <em>cards</em>; see <a href=\"/2020/about\">here</a>.</p><pre>\
     <code>9 &lt; 10\n  <em>2</em>\n</code></pre><ul><li>Draw <code>1</code>.</li></ul>";
const TWO: &str = "<p>They play \u{1b}[31m&#27;]0;on\u{7}.</p>";

const RIGHT: &str = "[[guess]]\npart = 1\nanswer = 51\nverdict = 'right'\n\
                     time = 2020-12-22T05:09:00Z\n";

fn page(answers: &[&str]) -> String {
    page_of(2020, 22, [ONE, TWO], answers)
}

const PART_ONE: &str = "\
## Day 22: Invented

The crabs play **cards**; see here[^1].

```
9 < 10
  2
  ^
```

  - Draw `1`.
";
const FOOTNOTE: &str = "\n[^1]: http://127.0.0.1:9/2020/about\n";

#[test]
fn a_cached_page_takes_neither_session_nor_network() {
    let sandbox = Sandbox::project().file(PAGE_FILE, page(&["51"]));
    let both = format!(
        "{PART_ONE}\nYour puzzle answer was `51`.\n\n## Part Two\n\nThey play \\u{{1b}}[31m\
         \\u{{1b}}]0;on\\u{{7}}.\n{FOOTNOTE}"
    );
    let done = sandbox.line("read 2020/22").prints(&both).exits(0);
    done.mentions("recorded the accepted answer to part 1");
    let two = sandbox.line("read 2020/22 -p 2 --offline");
    assert!(two.exits(0).stdout.starts_with("## Part Two\n\nThey"));
}

/// This is also the case after a right answer if the page could not be downloaded.
#[test]
fn a_page_is_downloaded_once_and_again_for_part_two() {
    let (site, sandbox) = Site::start().project();
    let pages = [
        Reply::html(page(&[])),
        Reply::new(403, ""),
        Reply::html(page(&["51"])),
    ];
    site.script(PAGE_PATH, pages);
    let read = ["read", "2020/22"];
    for arguments in [&read[..], &[&read[..], &["-p", "1"]].concat()] {
        sandbox.aoc(arguments).shows(PART_ONE).exits(0);
    }
    assert_eq!(site.paths(), [PAGE_PATH]);
    let answers = "inputs/year2020/day22.answers.toml";
    sandbox.write(answers, RIGHT);
    let failed = sandbox.aoc(&read).shows(PART_ONE).exits(0);
    failed.mentions("note: 2020/22: the stored page may lack part 2: ");
    for arguments in [&read[..], &[&read[..], &["-p", "2"]].concat()] {
        sandbox.aoc(arguments).shows("## Part Two").exits(0);
    }
    assert_eq!(site.paths(), [PAGE_PATH; 3]);
    assert_eq!(sandbox.read(PAGE_FILE), page(&["51"]));
    assert!(sandbox.read(answers).starts_with("part1 = \"51\"\n"));
}

/// Part 1 was solved elsewhere.
#[test]
fn a_page_without_part_two_is_downloaded_again_after_a_right_answer_to_part_two() {
    let (site, sandbox) = Site::start().project();
    site.on(PAGE_PATH, Reply::html(page(&["51", "7"])));
    let sandbox = sandbox.file(PAGE_FILE, page(&[])).file(
        "inputs/year2020/day22.answers.toml",
        RIGHT.replace("part = 1", "part = 2"),
    );
    sandbox.line("read 2020/22").shows("## Part Two").exits(0);
    assert_eq!(site.paths(), [PAGE_PATH]);
}

#[test]
fn part_one_needs_no_session_and_gives_way_to_the_page_of_a_session() {
    let site = Site::start();
    site.on(PAGE_PATH, Reply::html(anonymous_page(2020, 22)));
    let anonymous = Sandbox::project().site(&site).without("AOC_SESSION");
    for _ in 0..2 {
        let done = anonymous.line("read 2020/22").exits(0);
        done.shows("Text.");
    }
    assert_eq!(site.paths(), [PAGE_PATH]);
    assert_eq!(site.requests()[0].header("cookie"), None);
    let no_session = anonymous.line("read 2020/22 -p 2");
    no_session.mentions("no session; log in at").exits(3);
    let outside = Sandbox::new().site(&site).without("AOC_SESSION");
    for _ in 0..2 {
        outside.line("read 2020/22").exits(0).shows("Text.");
    }
    assert_eq!(site.paths(), [PAGE_PATH; 2]);
    // The old page is kept if a better one cannot be downloaded. A command sends a refused session
    // only once.
    let dead = anonymous.env("AOC_SESSION", "ab".repeat(32));
    site.on("/2020/day/21", Reply::html(anonymous_page(2020, 21)));
    dead.write("inputs/year2020/day21.html", anonymous_page(2020, 21));
    for day in [21, 22] {
        dead.write(&format!("inputs/year2020/day{day}.txt"), "1\n");
    }
    for (command, more, says, requests) in [
        ("read", "--offline", "the stored page may lack part 2\n", 2),
        ("read", "-p1", "", 2),
        (
            "fetch",
            "2020/21",
            "page not downloaded: the site does not",
            3,
        ),
        ("read", "2020/21", "may lack part 2: the site does not", 4),
    ] {
        let done = dead.aoc(&[command, "2020/22", more]).exits(0);
        done.mentions(says);
        assert_eq!(site.paths().len(), requests, "{command} {more}");
    }
    let second = dead.line("read 2020/21-22 -p2").exits(3);
    second.mentions("2020/22: part 2 is not on the stored page: not tried");
    assert_eq!(site.paths().len(), 5);
    site.on(PAGE_PATH, Reply::html(page(&["33400"])));
    let token = format!("{}\n", crate::sandbox::TOKEN);
    let logged_in = dead
        .without("AOC_SESSION")
        .file("../config/aoc/session", token);
    for _ in 0..2 {
        let done = logged_in.line("read 2020/22").exits(0);
        done.shows("## Part Two");
    }
    assert_eq!(site.paths().len(), 6);
    // If a stored page cannot be replaced, other downloads still work.
    let other = Sandbox::project().site(&site).without("AOC_SESSION");
    other.write("inputs/year2020/day21.html", anonymous_page(2020, 21));
    other.write("inputs/year2020/day21.answers.toml", RIGHT);
    let done = other.line("read 2020/21-22").exits(0);
    done.mentions("2020/21: the stored page may lack part 2: no session");
}

/// Outside of a project, no test could take it.
#[test]
fn an_example_that_is_not_clear_is_offered_in_a_project() {
    let part = "<pre><code>5\n6\n</code></pre><p>It may be <code><em>11</em></code>.</p>\
                <p><em>What is it?</em></p>";
    let site = Site::start();
    site.on(
        "/2016/day/8",
        Reply::html(page_of(2016, 8, [part, ""], &[])),
    );
    for (sandbox, is_offered) in [(Sandbox::project(), true), (Sandbox::new(), false)] {
        let done = sandbox.site(&site).line("read 2016/8").exits(0);
        assert_eq!(done.stderr.contains("--take"), is_offered, "{done:?}");
    }
}

#[test]
fn what_cannot_be_had_is_an_error() {
    let part_two = ["read", "2020/22", "-p", "2"].as_slice();
    let opens = "part 2 opens once part 1 is solved";
    let offline = "part 2 is not on the stored page: not downloaded because of --offline";
    let dead = "does not accept the session";
    for (reply, more, says, exit) in [
        (page(&[]), &[][..], opens, 4),
        (page(&[]), &["--offline"], offline, 5),
        // The page for a user who is not logged in has only part one.
        (anonymous_page(2020, 22), &[], dead, 3),
    ] {
        let site = Site::start();
        site.on(PAGE_PATH, Reply::html(reply));
        let sandbox = Sandbox::project().site(&site).file(PAGE_FILE, page(&[]));
        let arguments = [part_two, more].concat();
        let done = sandbox.aoc(&arguments).prints("").exits(exit);
        done.mentions(says);
        assert_eq!(sandbox.read(PAGE_FILE), page(&[]));
    }
    // If one page fails, the others are still shown.
    let sandbox = Sandbox::project().file(PAGE_FILE, page(&[]));
    let shown = format!("{PART_ONE}{FOOTNOTE}");
    let done = sandbox.line("read 2020/21-22");
    done.mentions("aoc: 2020/21: ").prints(&shown).exits(5);
    let site = good_site();
    let other = page_of(2020, 21, [ONE, TWO], &["51"]);
    let sandbox = Sandbox::project().site(&site).file(PAGE_FILE, &*other);
    let says = "note: 2020/22: inputs/year2020/day22.html is not the puzzle's page and counts as \
                missing\n";
    let done = sandbox.line("read 2020/22 --offline").prints("").exits(5);
    done.mentions(says)
        .mentions("not downloaded because of --offline");
    for (command, says) in [
        ("read 2020/22", says),
        ("fetch 2020/22", says),
        ("fetch 2020/22 --force", ""),
    ] {
        sandbox.write(PAGE_FILE, &other);
        sandbox.line(command).mentions(says).exits(0);
        assert!(!sandbox.read(PAGE_FILE).contains("Day 21"), "{command}");
    }
}

/// The site has judged the answer right, but still sends the page of before.
#[test]
fn a_page_that_lags_behind_a_right_answer_is_not_called_locked_by_part_1() {
    let (site, sandbox) = Site::start().project();
    site.script(PAGE_PATH, [page(&[]), page(&["51"])].map(Reply::html));
    let answers = "part1 = 51\n[[guess]]\npart = 1\nanswer = 51\nverdict = 'right'\ntime = \
                   2020-12-22T05:09:00Z\n";
    let sandbox = sandbox
        .file(PAGE_FILE, page(&[]))
        .file("inputs/year2020/day22.answers.toml", answers);
    let line = "read 2020/22 --part 2";
    sandbox
        .line(line)
        .says(&format!(
            "aoc: 2020/22: part 1 is solved, but the site's page does not show part 2 yet; `aoc \
             {line}` asks for it again\n"
        ))
        .exits(4);
    sandbox.line(line).says("").exits(0);
    assert_eq!(site.paths(), [PAGE_PATH, PAGE_PATH]);
}

#[test]
fn json_has_the_pages_that_failed() {
    let sandbox = Sandbox::project().file(PAGE_FILE, page(&["51"]));
    let read = |line: &str| {
        let json = sandbox.line(line).exits(5).json();
        let results = json["results"].as_array().expect("results").clone();
        results
            .iter()
            .map(|result| {
                let [day, status] = ["day", "status"].map(|field| result[field].to_string());
                assert_eq!(result["file"].is_null(), result["message"].is_string());
                format!("{day} {status} {}", result["message"])
            })
            .collect::<Vec<_>>()
    };
    let failed = |day: u8| format!("{day} \"failed\" \"not downloaded because of --offline\"");
    let both = [failed(21), "22 \"ok\" null".to_owned()];
    assert_eq!(read("read 2020/21-22 --offline --json"), both);
    let none = [failed(20), failed(21)];
    assert_eq!(read("read 2020/20-21 --offline --json"), none);
}

#[test]
fn raw_is_markdown_and_json_has_both_parts() {
    let sandbox = Sandbox::project().file(PAGE_FILE, page(&["51"]));
    let raw = ["read", "2020/22", "--raw", "-p", "1"];
    let markdown = sandbox.aoc(&raw).exits(0).stdout;
    let start = "## Day 22: Invented\n\nThe crabs play **cards**; see [here](http://127";
    assert!(markdown.starts_with(start), "{markdown}");
    let json = sandbox.line("read 2020/22 --json").exits(0).json();
    assert_eq!(json["schema"], "aoc-read/1");
    let parts = &json["results"][0]["parts"];
    assert_eq!(parts[0]["markdown"], markdown);
    assert_eq!(parts[0]["answer"], "51");
    assert_eq!(parts[1]["heading"], "--- Part Two ---");
}

/// The first page is not stored. Its failure decides, although nobody reads the other page.
#[test]
fn a_page_that_nobody_reads_leaves_the_exit_code_of_another_one() {
    let sandbox = Sandbox::project().file(PAGE_FILE, page(&["51"]));
    for words in [
        &["--offline", "read", "2020/21-22"][..],
        &["--offline", "read", "2020/21-22", "--raw"],
    ] {
        sandbox.aoc_unread(words).exits(5);
    }
}

fn long() -> String {
    let text = "<p>Word after word after word after word.</p>".repeat(40);
    page_of(2020, 22, [&text, ""], &[])
}

#[test]
fn long_text_goes_through_the_pager() {
    let whole = "--- Day 22: Invented ---\n\nWord";
    for (pager, begins, contains) in [
        ("sed 's/^/> /'", "> --- Day 22: Invented ---\n> \n>", ""),
        // The pager has no session in its environment. It has the options that git uses.
        ("cat > /dev/null; env", "", "LESS=FRX\n"),
        // Quitting the pager early is not an error.
        ("head -n 1", "--- Day 22: Invented ---\n", ""),
        ("no-such-pager-anywhere", "", whole),
    ] {
        let sandbox = Sandbox::project()
            .file(PAGE_FILE, long())
            .env("AOC_SESSION", crate::sandbox::TOKEN)
            .env("PAGER", pager);
        let read = OnTerminal::start(sandbox.command(&["read", "2020/22"]));
        let text = without_escapes(&read.rest().0);
        let is_shown = text.starts_with(begins) && text.contains(contains);
        assert!(is_shown, "{pager}: {text:?}");
        assert!(!text.contains(&crate::sandbox::TOKEN[..16]), "{text}");
    }
}

#[test]
fn less_is_the_pager_if_it_is_installed() {
    let sandbox = Sandbox::project().file(PAGE_FILE, long());
    let programs = sandbox.path("programs");
    std::fs::create_dir(&programs).expect("a folder");
    std::os::unix::fs::symlink("/bin/sh", programs.join("sh")).expect("a link");
    let sandbox = sandbox.env("PATH", programs.to_str().expect("text"));
    let read = || {
        let read = OnTerminal::start(sandbox.command(&["read", "2020/22"]));
        without_escapes(&read.rest().0)
    };
    // No shell complains about the missing program.
    let text = read();
    assert!(
        text.starts_with("--- Day 22: Invented ---\n\nWord"),
        "{text:?}"
    );
    std::os::unix::fs::symlink("/bin/echo", programs.join("less")).expect("a link");
    assert_eq!(read(), "\n");
}

#[test]
fn an_interrupt_is_for_the_pager() {
    let sandbox = Sandbox::project()
        .file(PAGE_FILE, long())
        .env("PAGER", "cat > /dev/null; echo open; sleep 1; echo done");
    let mut aoc = OnTerminal::start(sandbox.command(&["read", "2020/22"]));
    aoc.shows("open");
    kill("INT", &aoc.child.id().to_string());
    aoc.shows("done");
    assert_eq!(aoc.ends(), Some(0));
}
