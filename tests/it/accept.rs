//! `aoc accept`.

use serde_json::json;

use crate::process::Running;
use crate::sandbox::Sandbox;
use crate::shared_project::{Year, length, shared_project};
use crate::site::pages::{page, page_with_form};
use crate::site::{Reply, Site};

const FILE: &str = "inputs/year2020/day22.answers.toml";

#[test]
fn an_answer_by_hand_goes_to_the_next_part() {
    let sandbox = Sandbox::project();
    for (arguments, line) in [
        (&["2020/22", " 33400 "][..], "part 1: 33400, recorded"),
        (&["22", "-y", "2020", "-5"], "part 2: -5, recorded"),
        (&["2020/22", "33400"], "part 1: 33400, already recorded"),
    ] {
        let done = sandbox.aoc(&[&["accept"], arguments].concat()).says("");
        done.prints(&format!("2020/22 {line} in {FILE}\n")).exits(0);
    }
    assert_eq!(sandbox.read(FILE), "part1 = \"33400\"\npart2 = \"-5\"\n");
    sandbox.write("inputs/year2020/day22.work.txt", "abc\n");
    let arguments = ["accept", "2020/22", "x", "--input", "work", "--json"];
    let json = sandbox.aoc(&arguments).says("").exits(0).json();
    let file = "inputs/year2020/day22.work.answers.toml";
    let result = json!({"year": 2020, "day": 22, "part": 1, "input": "work", "answer": "x",
        "status": "recorded", "file": file, "message": null});
    assert_eq!(json, json!({"schema": "aoc-accept/1", "results": [result]}));
    assert_eq!(sandbox.read(file), "part1 = \"x\"\n");
    sandbox.line("accept 2020/22 -3,5 --input work").exits(0);
    assert_eq!(sandbox.read(file), "part1 = \"x\"\npart2 = \"-3,5\"\n");
    sandbox.aoc(&["accept", "2020/22", "a\nb"]).exits(2);
    // The second word is read as the answer.
    for (words, says) in [
        (
            ["2015", "2016"],
            "write `aoc accept 2015-2016` or `aoc accept all`\n",
        ),
        (["2016", "2015"], "several puzzles write `aoc accept all`\n"),
        (["2016", "2016"], "several puzzles write `aoc accept all`\n"),
        (
            ["1-5", "2020"],
            "`2020` is read as the answer: to accept several puzzles write `aoc accept all`",
        ),
    ] {
        let done = sandbox.aoc(&["accept", words[0], words[1]]).exits(2);
        done.mentions(says);
    }
    // Only one puzzle is meant.
    for words in [["2020/26", "5"], ["tody", "5"]] {
        let done = sandbox.aoc(&["accept", words[0], words[1]]).exits(2);
        assert!(!done.stderr.contains("several puzzles"), "{done:?}");
    }
    // A number that selects no puzzle is only an answer.
    let done = sandbox.line("accept 2016 33400").exits(2);
    assert!(!done.stderr.contains("several puzzles write"), "{done:?}");
    // The year may have only one solution.
    sandbox.write("days/year2019/day01.rs", "");
    let done = sandbox.line("accept 2019 2020").exits(2);
    done.mentions("write `aoc accept 2019-2020` or `aoc accept all`\n");
    sandbox.line("accept 2019 2020 --force").exits(0);
    // Words that can only be selectors are not recorded as an answer.
    let done = sandbox.line("accept 2020/23 2020/24").exits(2);
    done.mentions("`2020/24` is a puzzle: accept one puzzle at a time")
        .prints("");
    sandbox.line("accept 2020/23 2020/24 --force").exits(0);
    // During an event, `24` would be a day of the event, which may lack it.
    let sandbox = sandbox.env("AOC_YEAR", "2021");
    for (words, says) in [
        ("24 all", "`all` selects puzzles: accept one puzzle"),
        (
            "2020/24 today",
            "`today` selects puzzles: accept one puzzle",
        ),
        (
            "2020/24 day06",
            "`day06` selects puzzles: accept one puzzle",
        ),
        ("2020/24 1-5", "`1-5` selects puzzles: accept one puzzle"),
        ("24 2020", "if it is the year, write `--year 2020`"),
        ("day24 2020", "if it is the year, write `--year 2020`"),
    ] {
        let line = format!("accept {words} -p 1");
        sandbox.line(&line).mentions(says).prints("").exits(2);
        let forced = sandbox.line(&format!("{line} --force")).exits(0);
        forced.shows(" recorded in ");
    }
    // A list of numbers is an answer, and so is a number like a year if the year is given.
    for line in [
        "accept 2020/24 -p 2 7,3",
        "accept 2020/22 -p 2 2021 --force",
    ] {
        sandbox.line(line).shows(" recorded in ").exits(0);
    }
    sandbox.line("accept 2020/23 -p2 1/x").exits(0);
    // An answer alone selects nothing.
    let done = sandbox.line("accept 18613").exits(2);
    done.mentions("if 18613 is an answer, write its puzzle first: `aoc accept 2020/22 18613`");
    let done = sandbox.line("accept tody").exits(2);
    done.mentions("did you mean `today`?\n");
}

/// `-d 22` is a selector, as in other commands.
#[test]
fn a_selector_may_be_given_as_an_option() {
    let sandbox = Sandbox::project().env("AOC_YEAR", "2020");
    for (line, says) in [
        ("accept -d 22 33400", "part 1: 33400, recorded"),
        ("accept 5 -d 22", "part 2: 5, recorded"),
        ("accept 2020 5 -d 22", "part 2: 5, already recorded"),
        ("accept 7 -d 22 -y 2020 -p 2 --force", "part 2: 7, recorded"),
        ("accept -d 22 2020 -p 2 --force", "part 2: 2020, recorded"),
        ("accept -d 22 -5 -p 2 --force", "part 2: -5, recorded"),
    ] {
        let done = sandbox.line(line).says("");
        done.prints(&format!("2020/22 {says} in {FILE}\n")).exits(0);
    }
    let done = sandbox.line("accept -d 22 2019").prints("").exits(2);
    done.says(
        "aoc: `2019` is read as the answer: if it is the year, write `--year 2019`; --force \
         records it as the answer\n",
    );
    let done = sandbox.line("accept latest 2019").prints("").exits(2);
    done.says(
        "aoc: `2019` is read as the answer: if it is the year, write the puzzle, such as `2019/1`; \
         --force records it as the answer\n",
    );
    // With a year, such an answer is meant.
    for (line, shown) in [
        (
            "accept -d 21 -y 2020 2021",
            "2020/21 part 1: 2021, recorded",
        ),
        ("accept -d 2020/21 2022", "2020/21 part 2: 2022, recorded"),
    ] {
        sandbox.line(line).shows(shown).exits(0);
    }
    let done = sandbox.line("accept -d 1 -d 2 5").prints("").exits(2);
    done.mentions("aoc: one puzzle at a time, but 2 are selected");
    // Without an answer, the solution gives it.
    let done = sandbox.line("accept -d 22").prints("").exits(2);
    done.mentions("aoc: no solution for 2020/22: create it with `aoc new 2020/22`");
}

/// An answer that `aoc submit` would refuse to send is not recorded as accepted. It does not matter
/// whether it is typed or comes from the solution.
#[test]
fn only_what_may_be_typed_into_the_site_is_recorded() {
    let sandbox = Sandbox::project();
    for (answer, why) in [
        (
            "None",
            "None, which probably means that the code has found none",
        ),
        ("Some(5)", "probably meant as 5, and not Some(5)"),
        ("007", "probably meant as 7, and not 007"),
    ] {
        let done = sandbox.aoc(&["accept", "2020/22", answer]).exits(2);
        done.says(&format!("aoc: the answer is {why}\n"));
    }
    let done = sandbox.aoc(&["accept", "2020/22", "33\u{200b}4"]).exits(2);
    done.says(
        "aoc: the answer contains invisible characters: 33\\u{200b}4; give it without them: 334\n",
    );
    assert_eq!(sandbox.files("inputs"), Vec::<String>::new());
    // Passwords and recipes may begin with 0.
    for answer in ["05203946", "0124515891", "2=-1=0", "AHFCPUBR", "co,de,ka"] {
        sandbox
            .aoc(&["accept", "2020/22", answer, "-p1", "--force"])
            .exits(0);
    }
    let year = Year::empty(2056);
    year.day(1, "format!(\"{:?}\", input.chars().next().map(u32::from))");
    let recorded = "2056/1 part 2: 1, recorded in inputs/year2056/day01.answers.toml\n";
    let done = year.world.line("accept 2056/1").prints(recorded).exits(1);
    done.says("aoc: 2056/1 part 1: the answer is probably meant as 97, and not Some(97)\n");
}

#[test]
fn without_an_answer_it_is_what_the_solution_gives() {
    let project = shared_project();
    let input = "inputs/year2016/day07.accept.txt";
    let answers = "inputs/year2016/day07.accept.answers.toml";
    project.write(input, "hello\n");
    let _ = std::fs::remove_file(project.path(answers));
    let accept = ["accept", "2016/7", "--input", "accept"];
    let recorded = format!(
        "2016/7 part 1: 6, recorded in {answers}\n2016/7 part 2: 1, recorded in {answers}\n"
    );
    project.aoc(&accept).says("").prints(&recorded).exits(0);
    let run = ["run", "2016/7", "--input", "accept", "--json"];
    let json = project.aoc(&run).exits(0).json();
    assert_eq!(json["results"][0]["phases"][2]["status"], "accepted");
    for file in [input, answers] {
        project.remove(file);
    }
}

/// The day is not built, so its code does not matter.
#[test]
fn the_last_star_has_no_answer_whether_one_is_typed_or_not() {
    let sandbox = Sandbox::project()
        .file("days/year2019/day24.rs", "impl Solution for Day24 {}")
        .file("days/year2019/day25.rs", "impl Solution for Day25 {}")
        .file("days/year2020/day25.rs", "impl Solution for Day25 {}");
    for line in ["accept 2020/25 -p 2", "accept 2020/25 -p 2 5"] {
        sandbox.line(line).exits(2).prints("").says(
            "aoc: 2020/25 part 2: the last star of an event requires all others and has no \
             answer\n",
        );
    }
    let json = sandbox.line("accept 2020/25 -p 2 --json").exits(2).json();
    assert_eq!(json["results"][0]["status"], "refused");
    assert!(json["results"][0]["answer"].is_null());
    let several = sandbox.line("accept */25 -p 2").exits(2).prints("");
    several
        .mentions("aoc: 2019/25 part 2: the last star of an event requires")
        .mentions("aoc: 2020/25 part 2: the last star of an event requires");
    let with_other = sandbox.line("accept 2019-2020 -p 2");
    let with_other = with_other.mentions("note: 2019/25: no part 2: the last star of an event");
    with_other.mentions("note: 2020/25: no part 2: the last star of an event");
    // The page shows that the event has more days. Beside it, a damaged file of answers is the
    // reason.
    let page = page_with_form(2026, 12, "text");
    let sandbox = sandbox
        .file("days/year2026/day12.rs", "impl Solution for Day12 {}")
        .file("inputs/year2026/day12.html", page)
        .file("inputs/year2026/day12.answers.toml", "part1 = [");
    let done = sandbox.line("accept 2026/12 -p 2").prints("").exits(8);
    done.mentions("inputs/year2026/day12.answers.toml, line 1: unclosed array");
}

/// The number of days of 2026 is only expected. The page of another account shows another input, and
/// the same parts.
#[test]
fn an_answer_to_part_2_is_recorded_if_the_page_of_any_account_takes_one() {
    let shown = "<p>Your puzzle input is <code>9 9 9</code>.</p></main>";
    let page = page_with_form(2026, 12, "text").replace("</main>", shown);
    let sandbox = Sandbox::project()
        .file("days/year2026/day12.rs", "impl Solution for Day12 {}")
        .file("inputs/year2026/day12.txt", "1 2 3\n")
        .file("inputs/year2026/day12.html", page);
    let done = sandbox.line("accept 2026/12 42 -p 2").says("").exits(0);
    done.prints("2026/12 part 2: 42, recorded in inputs/year2026/day12.answers.toml\n");
}

/// The number of days of 2034 is only expected, and the page of day 12 shows that there are more.
#[test]
fn a_damaged_file_of_answers_is_the_result_of_its_day() {
    let year = Year::apart(2034);
    for day in [1, 12] {
        year.write(&format!("day{day:02}.rs"), length(day));
        let files = format!("inputs/year2034/day{day:02}");
        year.world.write(&format!("{files}.txt"), "abcd\n");
        let answers = format!("{files}.answers.toml");
        year.world.write(&answers, "part1 = [");
    }
    let page = page_with_form(2034, 12, "text");
    year.world.write("inputs/year2034/day12.html", page);
    for (line, days) in [
        ("accept 2034/12 -p 2 --json", &[12][..]),
        ("accept 2034/1 --json", &[1]),
        ("accept -y 2034 --json", &[1, 12]),
    ] {
        let done = year.world.line(line).exits(8);
        let told: Vec<&str> = done.stderr.lines().collect();
        let json = done.json();
        let results = json["results"].as_array().expect("a list");
        assert_eq!(results.len(), days.len(), "{line}");
        for ((day, told), result) in days.iter().zip(told).zip(results) {
            let message = result["message"].as_str().expect("a message");
            let why = "answers.toml, line 1: unclosed array";
            assert!(message.contains(&format!("day{day:02}.{why}")), "{message}");
            assert_eq!(told, format!("aoc: 2034/{day}: {message}"), "{line}");
            let expected = json!({"year": 2034, "day": day, "part": null, "input": null,
                "answer": null, "status": "failed", "file": null, "message": message});
            assert_eq!(*result, expected, "{line}");
        }
    }
}

/// The number of days of 2036 is only expected, and the page of day 12 shows that there are more.
/// Part 2 has an answer with each input, not only with the user's.
#[test]
fn a_day_that_is_not_the_last_one_has_two_parts_with_every_input() {
    let year = Year::apart(2036);
    let world = &year.world;
    year.write("day12.rs", length(12));
    let page = page_with_form(2036, 12, "text");
    world.write("inputs/year2036/day12.html", page);
    world.write("inputs/year2036/day12.bob.txt", "abcd\n");
    let answers = "inputs/year2036/day12.bob.answers.toml";
    world.line("accept 2036/12 --input bob -p 2").exits(0);
    assert_eq!(world.read(answers), "part2 = \"1\"\n");
    world.write(answers, "part2 = 7\n");
    for line in ["run 2036/12 --input bob", "verify 2036/12"] {
        let json = world.line(&format!("{line} --json")).exits(1).json();
        let results = json["results"].as_array().expect("results");
        // The user's own input is missing.
        let of_bob = results.last().expect("a result");
        assert_eq!(of_bob["name"], "bob", "{line}: {json}");
        assert_eq!(of_bob["status"], "wrong", "{line}: {json}");
    }
    // Part 2 is not written yet.
    let no_part2 = length(12).replace("Ok(input.lines().count().into())", "Ok(Answer::Unsolved)");
    assert_ne!(no_part2, length(12));
    year.write("day12.rs", no_part2);
    world.write("text.txt", "abcd\n");
    for line in ["run 2036/12 --input text.txt", "run 2036/12 --input bob"] {
        let json = world.line(&format!("{line} --json")).exits(0).json();
        let phases = &json["results"][0]["phases"];
        assert_eq!(phases[2]["status"], "unsolved", "{line}: {json}");
    }
    world.remove(answers);
    let done = world.line("accept 2036/12 --input bob --json").exits(0);
    let done = done.says("note: 2036/12 part 2: not solved yet\n");
    let results = &done.json()["results"];
    assert_eq!(results[0]["status"], "recorded", "{results}");
    assert_eq!(results[1]["status"], "unsolved", "{results}");
}

#[test]
fn an_example_is_not_accepted_and_a_failure_is_told() {
    let project = shared_project();
    let done = project.line("accept 2016/7").prints("");
    done.mentions("aoc: 2016/7: no input: no session").exits(3);
    // Part 1 of 2016/6 is solved, and part 2 fails.
    let answers = "inputs/year2016/day06.fails.answers.toml";
    project.write("inputs/year2016/day06.fails.txt", "hello\n");
    let done = project.line("accept 2016/6 --input fails --json");
    done.mentions("aoc: 2016/6 part 2: no way out of the maze\n")
        .exits(1);
    assert_eq!(project.read(answers), "part1 = \"6\"\n");
    for file in [answers, "inputs/year2016/day06.fails.txt"] {
        project.remove(file);
    }
}

/// The days that could not run have one line for each reason.
#[test]
fn a_reason_of_several_days_is_told_once() {
    let project = shared_project();
    let done = project.line("accept 2016/7,9 --json").exits(3);
    let told: Vec<&str> = done.stderr.lines().collect();
    let [line] = told[..] else {
        panic!("{done:#?}")
    };
    let says = "aoc: 2016/7,9: no input: no session";
    assert!(line.starts_with(says), "{line}");
    let json = done.json();
    let results = json["results"].as_array().expect("a list").iter();
    let status: Vec<_> = results.map(|result| &result["status"]).collect();
    assert_eq!(status, ["failed", "failed"]);
}

/// One endless day does not stop all others.
#[test]
fn a_day_that_takes_too_long_fails_alone() {
    let done = shared_project()
        .line("accept 2015/4,10 -p 1 --timeout 200ms")
        .exits(1);
    done.mentions("aoc: 2015/4 part 1: ")
        .mentions("aoc: 2015/10 part 1: ");
}

#[cfg(unix)]
#[test]
fn json_has_what_was_recorded_before_an_interrupt() {
    let year = Year::apart(2070);
    year.write("day01.rs", length(1));
    year.day(2, "{ eprintln!(\"begun\"); while !input.is_empty() {} 1 }");
    let accept = ["accept", "-y", "2070", "--json"];
    let mut aoc = Running::start(year.world.command(&accept));
    aoc.stderr.shows("begun");
    aoc.signal("INT");
    let results = aoc.end().exits(130).json()["results"].clone();
    assert_eq!(results.as_array().map(Vec::len), Some(2), "{results}");
    assert_eq!(results[1]["status"], "recorded");
}

/// A failure may have thousands of lines, but the failures of other days must stay visible.
#[test]
fn the_lines_of_a_failure_are_printed_as_one_sentence() {
    let year = Year::apart(2070);
    year.day(
        1,
        "if input.is_empty() { 1 } else { panic!(\"no way\\nout of\\nthe maze\") }",
    );
    let done = year.world.line("accept 2070/1 -p 1 --json").exits(1);
    let done = done
        .mentions("aoc: 2070/1 part 1: ")
        .mentions("no way; out of; the maze\n");
    let message = done.json()["results"][0]["message"].clone();
    let message = message.as_str().expect("a message");
    assert!(message.ends_with("no way\nout of\nthe maze"), "{message}");
}

#[test]
fn alone_it_records_what_verify_misses_and_no_more() {
    let year = Year::empty(2030);
    let file = |day: u8| format!("inputs/year2030/day{day:02}.answers.toml");
    for day in 1..=3 {
        year.write(&format!("day{day:02}.rs"), length(day));
    }
    year.world.write(&file(2), "part1 = 7\npart2 = 1\n");
    year.world.write("inputs/year2030/day03.txt", "abcdef\n");
    // An answer that the site has judged wrong cannot become the accepted answer. It does not count
    // as unverified either.
    let guess = "[[guess]]\npart = 1\nanswer = 5\nverdict = 'too-high'\ntime = \
                 2020-12-22T05:00:00Z\n";
    year.world.write(&file(3), guess);
    // Nothing can be fetched from a year that is locked.
    let verify = year.world.line("verify -y 2030").exits(1);
    verify.shows("2 days without accepted answers: 2030/1,3\n");
    let (one, three) = (file(1), file(3));
    let recorded = format!(
        "2030/1 part 1: 5, recorded in {one}\n2030/1 part 2: 1, recorded in {one}\n2030/3 part \
         2: 1, recorded in {three}\n"
    );
    let high = "7 cannot be right, as the site judged 5 too high on 2020-12-22";
    let done = year.world.line("accept -y 2030").prints(&recorded).exits(7);
    done.says(&format!("aoc: 2030/3 part 1: {high}; --force records it\n"));
    let json = year.world.line("run 2030/3 --json").exits(1).json();
    let part1 = &json["results"][0]["phases"][1];
    assert_eq!(part1["status"], "wrong");
    assert_eq!(part1["message"], high);
    year.world.write(&three, "part1 = 3\npart2 = 1\n");
    let done = year.world.line("accept -y 2030").prints("");
    done.says("note: nothing to record: every input has its accepted answers\n")
        .exits(0);
    let done = year.world.line("accept 2030/3 --input bob").exits(8);
    done.says("aoc: 2030/3: no input `bob`: save it as inputs/year2030/day03.bob.txt\n");
    // Days without the named input are left out.
    year.world.write("inputs/year2030/day02.bob.txt", "abc\n");
    let accept = ["accept", "-y", "2030", "--input", "bob"];
    let done = year.world.aoc(&accept).says("").exits(0);
    assert_eq!(done.stdout.lines().count(), 2, "{done:#?}");
    let done = year.world.aoc(&accept).prints("").exits(0);
    done.says("note: nothing to record: every input `bob` has its accepted answers\n");
    let done = year.world.line("accept -y 2030 --input bbo").prints("");
    done.says("aoc: no puzzle has an input `bbo`; did you mean `bob`?\n")
        .exits(8);
    // All are recorded, even if nobody reads the lines about them.
    for day in 1..=3 {
        year.world.write(&file(day), "");
    }
    let done = year.world.aoc_unread(&["accept", "2030"]);
    done.says("").exits(0);
    for day in 1..=3 {
        let recorded = year.world.read(&file(day));
        assert_eq!(recorded.lines().count(), 2, "{day}: {recorded}");
    }
}

/// No command would read such an answer, nor that to another missing input.
#[test]
fn an_answer_to_a_misspelled_input_is_not_recorded() {
    let sandbox = Sandbox::project().file("inputs/year2020/day22.bob.txt", "abc\n");
    let answers = |name| format!("inputs/year2020/day22.{name}.answers.toml");
    for (name, advice) in [
        ("bbo", "; did you mean `bob`? save a new input as"),
        ("work", ": save it as"),
    ] {
        let accept = ["accept", "2020/22", "123", "--input", name];
        let done = sandbox.aoc(&accept).prints("").exits(8);
        done.says(&format!(
            "aoc: 2020/22: no input `{name}`{advice} inputs/year2020/day22.{name}.txt before you \
             record its answer\n"
        ));
        assert!(!sandbox.path(&answers(name)).exists(), "{name}");
    }
    let accept = ["accept", "2020/22", "123", "--input", "bob"];
    sandbox.aoc(&accept).says("").exits(0);
    assert!(sandbox.path(&answers("bob")).exists());
}

/// The recorded answers belong to the input that is stored beside them.
#[test]
fn the_answers_to_an_input_that_was_replaced_meanwhile_are_not_recorded() {
    let year = Year::apart(2070);
    let (input, answers) = (
        "inputs/year2070/day03.txt",
        "inputs/year2070/day03.answers.toml",
    );
    year.world.write(input, "abc\n");
    let write = format!("std::fs::write({:?}, \"9\\n\")?", year.world.path(input));
    year.day(3, &format!("{{ {write}; input.len() }}"));
    let done = year.world.line("accept 2070/3").prints("").exits(7);
    done.says("aoc: 2070/3: the input changed while the solution ran: run the command again\n");
    assert!(!year.world.path(answers).exists());
    let done = year.world.line("accept 2070/3").exits(0);
    done.shows(&format!("2070/3 part 1: 2, recorded in {answers}\n"));
}

/// `aoc run` and `aoc submit` would otherwise disagree about the accepted answer.
#[test]
fn an_answer_that_the_page_shows_as_accepted_is_not_replaced() {
    let page = "<title>Day 22 - Advent of Code 2020</title><main><article class=\"day-desc\">\
                <h2>T</h2></article><p>Your puzzle answer was <code>111</code>.</p></main>";
    let sandbox = Sandbox::project().file("inputs/year2020/day22.html", page);
    for recorded in ["", "part1 = 111\n", "part1 = 9\n"] {
        sandbox.write(FILE, recorded);
        for line in ["accept 2020/22 -p 1 9", "accept 2020/22 -p 1 9 --force"] {
            let done = sandbox.line(line).prints("").exits(7);
            done.says(
                "aoc: 2020/22 part 1: the stored page shows that the site accepted 111, not 9; if \
                 the page is of another account, `aoc fetch 2020/22 --force` replaces it\n",
            );
        }
        assert_eq!(sandbox.read(FILE), recorded);
    }
    sandbox.line("accept 2020/22 -p 1 111 --force").exits(0);
    // The page shows no answers to named inputs.
    sandbox.write("inputs/year2020/day22.work.txt", "abc\n");
    sandbox.line("accept 2020/22 -p 1 9 --input work").exits(0);
}

/// What counts everywhere else is also what `aoc accept` goes by.
#[test]
fn an_answer_that_the_site_judged_right_is_not_replaced() {
    let guess = "[[guess]]\npart = 1\nanswer = 7\nverdict = 'right'\ntime = \
                 2020-12-22T05:00:00Z\n";
    let page = page(2020, 22, 2);
    let sandbox = Sandbox::project();
    for html in [None, Some(&*page)] {
        if let Some(html) = html {
            sandbox.write("inputs/year2020/day22.html", html);
        }
        for recorded in [
            guess,
            &format!("part1 = 7\n{guess}"),
            &format!("part1 = 9\n{guess}"),
        ] {
            sandbox.write(FILE, recorded);
            // The page may be of the account that is used now.
            for answer in ["9", "33400"] {
                for force in ["", " --force"] {
                    let line = format!("accept 2020/22 -p 1 {answer}{force}");
                    let done = sandbox.line(&line).prints("").exits(7);
                    done.says(&format!(
                        "aoc: 2020/22 part 1: the site judged 7 right on 2020-12-22, not {answer}; if \
                         that guess was for another input, remove it from {FILE}\n"
                    ));
                }
            }
            assert_eq!(sandbox.read(FILE), recorded);
        }
        // Without --force, what the site judged right replaces another answer.
        sandbox.line("accept 2020/22 -p 1 7").exits(0);
        assert_eq!(sandbox.read(FILE), format!("part1 = \"7\"\n{guess}"));
    }
    // The advice helps.
    sandbox.write(FILE, "part1 = 7\n");
    sandbox.line("accept 2020/22 -p 1 33400").exits(0);
    assert_eq!(sandbox.read(FILE), "part1 = \"33400\"\n");
}

/// The stored page does not show the input, so nothing tells that it is of another account.
#[test]
fn the_advice_about_the_page_of_another_account_helps() {
    let site = Site::start();
    site.on("/2020/day/22", Reply::html(page(2020, 22, 2)));
    site.on("/2020/day/22/input", Reply::text("mine\n"));
    let others = page(2020, 22, 2).replace("33400", "111");
    let sandbox = Sandbox::project()
        .site(&site)
        .file("inputs/year2020/day22.txt", "mine\n")
        .file("inputs/year2020/day22.html", &others);
    let accept = "accept 2020/22 -p 1 33400";
    let refused = sandbox.line(accept).exits(7);
    let (_, advice) = refused.stderr.split_once('`').expect("a command");
    let (command, _) = advice.split_once('`').expect("its end");
    let fetch = command.strip_prefix("aoc ").expect("a command of aoc");
    sandbox.line(fetch).exits(0);
    sandbox.line(accept).exits(0);
    assert_eq!(sandbox.read(FILE), "part1 = \"33400\"\n");
}

#[test]
fn the_answer_on_the_page_counts_for_the_next_part() {
    let sandbox = Sandbox::project().file("inputs/year2020/day22.html", page(2020, 22, 2).as_str());
    for (recorded, answer, part) in [
        ("", "291", Some(2)),
        ("", "33400", Some(1)),
        // Neither of the two answers to part 1 is taken for part 2.
        ("part1 = 9\n", "33400", Some(1)),
        // The page shows another answer.
        ("part1 = 9\n", "9", None),
    ] {
        sandbox.write(FILE, recorded);
        let done = sandbox.aoc(&["accept", "2020/22", answer]);
        match part {
            Some(part) => done
                .prints(&format!(
                    "2020/22 part {part}: {answer}, recorded in {FILE}\n"
                ))
                .exits(0),
            None => done.mentions("aoc: 2020/22 part 1: ").exits(7),
        };
    }
}

/// The solution may be the untouched template that `aoc init` wrote.
#[test]
fn a_locked_puzzle_has_no_accepted_answer() {
    let sandbox = Sandbox::project().file("days/year2056/day09.rs", "");
    for line in [
        "accept 2056/9 42",
        "accept 2056/9 42 -p 2 --force",
        "accept 9 42",
    ] {
        let done = sandbox.line(line).prints("").exits(4);
        let done = done
            .mentions("aoc: 2056/9: locked until 2056-12-09 05:00 UTC")
            .mentions("; if this computer's clock is wrong, correct it\n");
        // The other hint of a locked puzzle would not help.
        assert!(!done.stderr.contains("aoc fetch"), "{}", done.stderr);
    }
    assert_eq!(sandbox.files("inputs"), Vec::<String>::new());
    // Its page shows that the puzzle is open, whatever the clock says.
    let page = "<title>Day 9 - Advent of Code 2056</title><main><article class=\"day-desc\">\
                <h2>--- Day 9: T ---</h2></article></main>";
    sandbox.write("inputs/year2056/day09.html", page);
    sandbox.line("accept 2056/9 42").exits(0);
}

#[test]
fn line_endings_and_a_byte_order_mark_of_the_file_stay() {
    let path = "inputs/year2016/day01.answers.toml";
    for (old, new) in [
        (
            "# a\r\npart1 = 1\r\n",
            "# a\r\npart1 = 1\r\npart2 = \"2\"\r\n",
        ),
        ("\u{feff}part1 = 1\n", "\u{feff}part1 = 1\npart2 = \"2\"\n"),
        // An empty answer counts as missing.
        ("part1 = \"\"\r\n", "part1 = \"2\"\r\n"),
    ] {
        let sandbox = Sandbox::project().file(path, old);
        sandbox.line("accept 2016/1 2").exits(0);
        assert_eq!(sandbox.read(path), new);
    }
}
