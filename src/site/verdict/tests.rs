use proptest::prelude::*;

use super::*;

const STUCK: &str = "If you're stuck, make sure you're using the full input data; there are also \
     some general tips on the <a href=\"/2020/about\">about page</a>, or you can ask for hints on \
     the <a href=\"https://www.reddit.com/r/adventofcode/\" target=\"_blank\">subreddit</a>.";
const SOMEONE: &str = "  Curiously, it's the right answer for someone else; you might be logged \
     in to the wrong account or just unlucky.  In any case, you need to be using your puzzle \
     input.";

fn page(article: &str) -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"en-us\">\n<head>\n<title>Day 22 - Advent of Code \
         2020</title>\n</head><!--\n\nThat's the right answer!\n\n--><body>\n<header><div \
         class=\"user\">someone <span class=\"star-count\">31*</span></div></header>\n<div \
         id=\"sidebar\">That's the right answer! [Log In]</div>\n<main>\n<article>{article}\
         </article>\n</main>\n</body>\n</html>\n"
    )
}

fn verdict(article: &str) -> Verdict {
    parse(&page(article))
}

fn wrong(direction: Option<Direction>, someone_else: bool, wait: Option<u64>) -> Verdict {
    Verdict::Wrong {
        direction,
        someone_else,
        wait: wait.map(Duration::from_secs),
    }
}

#[test]
fn right_answers() {
    for article in [
        "<p>That's the right answer!  You are <span class=\"day-success\">one gold star</span> \
         closer to fixing it. <a href=\"/2020/day/22#part2\">[Continue to Part Two]</a></p>",
        "<p>That's the right answer!  You are one gold star closer.</p><p>You have completed Day \
         22! You can <span class=\"share\">[Share]</span> this victory or <a \
         href=\"/2020\">[Return to Your Advent Calendar]</a>.</p>",
        "\n<p>That&#39;s\n the  right answer!</p>",
        "<p>That\u{2019}s the <em>right</em> answer!</p>",
    ] {
        assert_eq!(verdict(article), Verdict::Right, "{article}");
    }
}

#[test]
fn wrong_answers() {
    let (high, low) = (Some(Direction::TooHigh), Some(Direction::TooLow));
    for (article, expected) in [
        (
            format!("<p>That's not the right answer.  {STUCK}  Please wait one minute before trying again. <a href=\"/2020/day/22\">[Return to Day 22]</a></p>"),
            wrong(None, false, Some(60)),
        ),
        (
            format!("<p>That's not the right answer; your answer is too high.  {STUCK}  Please wait one minute before trying again. (You guessed <span style=\"white-space:nowrap;\"><code>70000</code>.)</span> <a href=\"/2020/day/22\">[Return to Day 22]</a></p>"),
            wrong(high, false, Some(60)),
        ),
        (
            format!("<p>That's not the right answer; your answer is too low.  {STUCK}  Because you have guessed incorrectly 4 times on this puzzle, please wait 5 minutes before trying again. (You guessed <span style=\"white-space:nowrap;\"><code>7</code>.)</span></p>"),
            wrong(low, false, Some(300)),
        ),
        (
            format!("<p>That's not the right answer.  {STUCK}  Because you have guessed incorrectly 7 times on this puzzle, please wait 10 minutes before trying again.</p>"),
            wrong(None, false, Some(600)),
        ),
        (
            format!("<p>That's not the right answer.  {STUCK}  Because you have guessed incorrectly 11 times on this puzzle, please wait 15 minutes before trying again.</p>"),
            wrong(None, false, Some(900)),
        ),
        (
            format!("<p>That's not the right answer.{SOMEONE}  {STUCK}  Please wait one minute before trying again.</p>"),
            wrong(None, true, Some(60)),
        ),
        (
            format!("<p>That's not the right answer; your answer is too high.{SOMEONE}  Please wait one minute before trying again.</p>"),
            wrong(high, true, Some(60)),
        ),
        (
            "<p>That's not the right answer; your answer is too low.  Curiously, it's the right answer for someone else; you might be logged in to the wrong account, unlucky, or cheating.</p>".to_owned(),
            wrong(low, true, None),
        ),
        (
            "<p>That's <em>not</em> the right answer.</p>".to_owned(),
            wrong(None, false, None),
        ),
        // The page quotes what was submitted.
        (
            "<p>That's not the right answer.  Please wait one minute before trying again. (You guessed <span><code>your answer is too high. That's the right answer! it's the right answer for someone else</code>.)</span></p>".to_owned(),
            wrong(None, false, Some(60)),
        ),
        (
            "<p>That's not the right answer. (You guessed <span><code>please wait 9 hours before trying again</code>.)</span></p>".to_owned(),
            wrong(None, false, None),
        ),
    ] {
        assert_eq!(verdict(&article), expected, "{article}");
    }
}

#[test]
fn too_soon() {
    let text = |left: &str| {
        format!(
            "<p>You gave an answer too recently; you have to wait after submitting an answer \
             before trying again.  You have {left} left to wait. <a \
             href=\"/2020/day/22\">[Return to Day 22]</a></p>"
        )
    };
    for (left, seconds) in [
        ("16s", Some(16)),
        ("1s", Some(1)),
        ("4m 32s", Some(272)),
        ("5m 0s", Some(300)),
        ("14m 6s", Some(846)),
        ("1h 2m 3s", Some(3723)),
        ("one minute", Some(60)),
        ("99999999999999999999s", None),
        ("18446744073709551615h", None),
        ("18446744073709551615s", Some(MAX_WAIT)),
        ("", None),
        ("some time", None),
    ] {
        let left_to_wait = seconds.map(Duration::from_secs);
        let expected = Verdict::TooSoon { left: left_to_wait };
        assert_eq!(verdict(&text(left)), expected, "{left}");
    }
}

#[test]
fn times_have_several_forms() {
    for (text, seconds) in [
        ("one minute", 60),
        ("5 minutes", 300),
        ("4m 32s", 272),
        ("1h 2m 3s", 3723),
        ("an hour", 3600),
        ("2 hours, 5 minutes", 7500),
        ("Ten seconds", 10),
    ] {
        assert_eq!(time(text), Some(Duration::from_secs(seconds)), "{text}");
    }
    for text in [
        "",
        " ",
        "5",
        "minute",
        "5 apples",
        "a few minutes",
        "-5 minutes",
        "5m x",
    ] {
        assert_eq!(time(text), None, "{text}");
    }
}

#[test]
fn other_levels_and_the_last_star() {
    let level = "<p>You don't seem to be solving the right level.  Did you already complete it? \
         <a href=\"/2020/day/22\">[Return to Day 22]</a></p>";
    assert_eq!(verdict(level), Verdict::WrongLevel);
    for finished in [
        "<p>Congratulations!  You've finished every puzzle in Advent of Code 2025!  I hope you \
         had as much fun.</p>",
        "<p>The sleigh is off.</p><p>You&#39;ve finished every puzzle in Advent of Code!</p>",
    ] {
        assert_eq!(verdict(finished), Verdict::Finished);
    }
}

#[test]
fn pages_for_nobody() {
    let puzzle = "<title>Day 22 - Advent of Code 2020</title><header><ul><li><a \
         href=\"/2020/auth/login\">[Log In]</a></li></ul></header><main><article \
         class=\"day-desc\"><h2>--- Day 22: Crab Combat ---</h2></article><p>To play, please \
         identify yourself via one of these services:</p></main>";
    assert_eq!(parse(puzzle), Verdict::LoggedOut);
}

#[test]
fn what_is_not_a_verdict_is_never_one() {
    for (article, shown) in [
        ("<p>It's the right answer!</p>", "It's the right answer!"),
        (
            "<p>Not quite. That's the right answer!</p>",
            "Not quite. That's the right answer!",
        ),
        (
            "<p>That's the right answer for someone else.</p>",
            "That's the right answer for someone else.",
        ),
        (
            "<p>Nearly.\u{1b}[2J\u{202e}</p>",
            r"Nearly.\u{1b}[2J\u{202e}",
        ),
        ("", ""),
    ] {
        assert_eq!(
            verdict(article),
            Verdict::Unknown(shown.to_owned()),
            "{article}"
        );
    }
    // Outside of the article it may be anyone's text.
    let sponsor = "<main><p>That's the right answer!</p></main>";
    assert_eq!(
        parse(sponsor),
        Verdict::Unknown("That's the right answer!".to_owned())
    );
    assert_eq!(parse("busy"), Verdict::Unknown("busy".to_owned()));
    let second = "<main><article><p>Hm.</p></article><article>That's the right answer!</article>";
    assert_eq!(parse(second), Verdict::Unknown("Hm.".to_owned()));
    let long = "ä".repeat(100_000);
    assert!(
        matches!(parse(&long), Verdict::Unknown(text) if text.chars().count() == MAX_SHOWN + 1)
    );
}

fn pieces() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "<main>",
        "</main>",
        "<article>",
        "</article>",
        "<p>",
        "</p>",
        "<span>",
        "<code>",
        "</code>",
        "<table>",
        "<!--",
        "-->",
        "&#27;",
        "&nbsp;",
        "\u{1b}",
        "\u{9b}",
        "\u{202e}",
        "That's the right answer",
        "That's not the right answer",
        "!",
        ".",
        "; your answer is ",
        "too high",
        "Please wait ",
        " before trying again",
        "You gave an answer too recently",
        "You have ",
        " left to wait",
        "1h ",
        "999999999999999999999m ",
        "(You guessed ",
        "You've finished every puzzle",
        "ä",
    ]);
    prop::collection::vec(piece, 0..30).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn every_page_has_a_verdict(page in prop_oneof![pieces(), any::<String>()]) {
        if let Verdict::Unknown(text) = parse(&page) {
            prop_assert!(!text.chars().any(char::is_control));
        }
    }

    #[test]
    fn only_its_sentence_makes_an_answer_right(article in pieces()) {
        if verdict(&article) == Verdict::Right {
            let start = article.find("That's the right answer");
            let wrong = article.find("That's not");
            prop_assert!(start.is_some() && wrong.is_none_or(|wrong| start < Some(wrong)));
        }
    }
}
