use std::fmt::Write;

use proptest::prelude::*;

use super::corpus::{CASES, Case};
use super::document::{Block, PuzzlePage, Span};
use super::examples::{Confidence, guess_examples};
use aoc_solution::Part;

/// How often the answers on the pages were read right, were said to be unsure,
/// were not seen, or were wrong.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Score {
    right: usize,
    unsure: usize,
    missed: usize,
    wrong: usize,
}

fn score(case: &Case) -> Score {
    let guesses = guess_examples(&PuzzlePage::parse(&case.html()), None);
    let (sure, unsure): (Vec<_>, Vec<_>) = guesses
        .iter()
        .partition(|guess| guess.confidence == Confidence::Sure);
    let mut score = Score::default();
    let mut known = 0;
    for &(input, part1, part2) in case.examples {
        for (index, expected) in [part1, part2].into_iter().enumerate() {
            let Some(expected) = expected else { continue };
            let said = sure.iter().filter(|guess| guess.input == input);
            let mut said = said.filter_map(|guess| [&guess.part1, &guess.part2][index].as_ref());
            match said.next() {
                Some(answer) if answer == expected => {
                    score.right += 1;
                    known += 1;
                }
                Some(_) => {}
                None if unsure.is_empty() => score.missed += 1,
                None => score.unsure += 1,
            }
        }
    }
    let said = sure.iter().flat_map(|guess| [&guess.part1, &guess.part2]);
    score.wrong = said.flatten().count() - known;
    score
}

fn table() -> String {
    let mut table =
        String::from("| page | right | unsure | missed | wrong |\n|---|---:|---:|---:|---:|\n");
    let mut total = Score::default();
    for case in CASES {
        let Score {
            right,
            unsure,
            missed,
            wrong,
        } = score(case);
        let _ = writeln!(
            table,
            "| {} | {right} | {unsure} | {missed} | {wrong} |",
            case.shape
        );
        total.right += right;
        total.unsure += unsure;
        total.missed += missed;
        total.wrong += wrong;
    }
    let Score {
        right,
        unsure,
        missed,
        wrong,
    } = total;
    let _ = writeln!(
        table,
        "| **all** | **{right}** | **{unsure}** | **{missed}** | **{wrong}** |"
    );
    table
}

/// Prints the table of docs/examples.md, which must have the same figures.
#[test]
fn the_table_of_examples() {
    let table = table();
    println!("{table}");
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/examples.md");
    let docs = std::fs::read_to_string(path).expect("a page");
    assert!(docs.contains(&table), "docs/examples.md has other figures");
}

#[test]
fn no_example_is_wrong() {
    for case in CASES {
        assert_eq!(score(case).wrong, 0, "{}", case.shape);
    }
}

/// Whether the guesses for a form with this input have this much of it.
fn guesses(shape: &str, input: Option<&str>) -> Vec<(Confidence, Option<String>, Option<String>)> {
    let case = CASES.iter().find(|case| case.shape.contains(shape));
    let page = PuzzlePage::parse(&case.expect("a case").html());
    let guesses = guess_examples(&page, input).into_iter();
    guesses
        .map(|guess| (guess.confidence, guess.part1, guess.part2))
        .collect()
}

#[test]
fn candidates_are_told_where_it_is_not_sure() {
    let some = |text: &str| Some(text.to_owned());
    assert_eq!(
        guesses("(2020/22)", None),
        [
            (Confidence::Sure, some("48"), None),
            (Confidence::Unsure, None, some("37")),
            (Confidence::Unsure, None, some("37")),
        ]
    );
    assert_eq!(guesses("(2015/20)", None), []);
}

#[test]
fn what_does_not_fit_the_users_input_is_not_sure() {
    let confidences = |input| -> Vec<Confidence> {
        guesses("(2022/7)", Some(input))
            .iter()
            .map(|it| it.0)
            .collect()
    };
    assert_eq!(
        confidences("$ cd /\n$ ls\ndir x\n77 y.z\n"),
        [Confidence::Sure]
    );
    assert_eq!(confidences("77\n78\n"), [Confidence::Unsure]);
    assert_eq!(confidences("$ cd /dir 77 y.z"), [Confidence::Unsure]);
}

/// A page with this in its element `main`.
fn page(main: &str) -> PuzzlePage {
    PuzzlePage::parse(&format!(
        "<title>Day 3 - Advent of Code 2020</title><header><div class=user>me</div></header><div \
         id=sidebar><article>an ad</article><p>Your puzzle answer was <code>0</code></div><main>\n\
         {main}</main>"
    ))
}

const ONE: &str = "<article class=\"day-desc\"><h2>--- Day 3: A &amp; B ---</h2><p>Text. Your puzzle \
     answer was <code>7</code>.</p></article>";
const TWO: &str =
    "<article class=\"day-desc\"><h2 id=\"part2\">--- Part Two ---</h2><p>More.</p></article>";

#[test]
fn accepted_answers_stand_below_their_part() {
    let answer = |text: &str| format!("<p>Your puzzle answer was <code>{text}</code>.</p>");
    let both = "<p class=\"day-success\">Both parts of this puzzle are complete! They provide two \
                gold stars: **</p>";
    for (main, expected) in [
        (ONE.to_owned(), [None, None]),
        (format!("{ONE}{}{TWO}", answer("51")), [Some("51"), None]),
        (
            format!(
                "{ONE}{}{TWO}{}{both}",
                answer("51"),
                answer("a&lt;b&#44;\n c")
            ),
            [Some("51"), Some("a<b,\n c")],
        ),
        // The last day has one answer.
        (
            format!("{ONE}{}{TWO}{both}", answer("2=-1")),
            [Some("2=-1"), None],
        ),
        (
            format!("{ONE}\n<p>Your puzzle\nanswer was\n<code>\n51\n</code>\n.</p>{TWO}"),
            [Some("51"), None],
        ),
        (
            format!("{ONE}{}{TWO}{}", answer(" "), answer("620")),
            [None, Some("620")],
        ),
        (format!("{}{ONE}", answer("5")), [None, None]),
        (format!("<!-- {ONE}{} -->", answer("5")), [None, None]),
        (
            format!("{ONE}<div>{}</div>", answer("<em>5</em>1")),
            [Some("51"), None],
        ),
    ] {
        let page = page(&main);
        assert_eq!(Part::BOTH.map(|part| page.answer(part)), expected, "{main}");
    }
}

#[test]
fn a_page_has_the_parts_of_its_articles() {
    assert_eq!(page("").parts.len(), 0);
    assert_eq!(page(ONE).parts[0].heading, "--- Day 3: A & B ---");
    assert_eq!(page(&format!("{ONE}{TWO}")).parts.len(), 2);
    assert_eq!(
        page(&format!("<div>{ONE}</div>{TWO}")).parts[1].heading,
        "--- Part Two ---"
    );
    assert_eq!(PuzzlePage::parse(ONE).parts.len(), 0);
}

#[test]
fn an_input_may_stand_on_the_page() {
    let main = format!(
        "{ONE}<p>Your puzzle input is <code class=\"puzzle-input\">ckczppom</code>.</p>{TWO}<p>Your \
         puzzle input is still <code>x</code>.</p>"
    );
    assert_eq!(page(&main).input(), Some("ckczppom"));
    assert_eq!(page(ONE).input(), None);
    let link = format!("{ONE}<p>To begin, <a href=\"3/input\">get your puzzle input</a>.</p>");
    assert!(page(&link).parts[0].below.is_empty());
}

/// A block in one line: `*` is around emphasis and `` ` `` around code.
fn sketch(block: &Block) -> String {
    let spans = |spans: &[Span]| -> String {
        let spans = spans.iter().map(|span| {
            let code = if span.code { "`" } else { "" };
            let emphasis = if span.emphasis { "*" } else { "" };
            let link = span.link.map_or(String::new(), |link| format!("[{link}]"));
            format!("{emphasis}{code}{}{code}{emphasis}{link}", span.text)
        });
        spans.collect()
    };
    match block {
        Block::Heading(text) => format!("# {}", spans(text)),
        Block::Paragraph(text) => spans(text),
        Block::Code(text) => format!("```{}```", spans(text)),
        Block::List { ordered, items } => {
            let items = items
                .iter()
                .map(|item| item.iter().map(sketch).collect::<Vec<_>>().join(" / "));
            let mark = if *ordered { "1." } else { "-" };
            format!("{mark} {}", items.collect::<Vec<_>>().join(" | "))
        }
    }
}

#[test]
fn text_becomes_blocks_as_a_browser_shows_it() {
    let blocks = |html: &str| -> Vec<String> {
        let page = page(&format!("<article><h2>H</h2>{html}</article>"));
        page.parts[0].blocks.iter().map(sketch).collect()
    };
    for (html, expected) in [
        (
            "<p> two\n  words </p><p></p>loose",
            &["two words", "loose"][..],
        ),
        (
            "<p>a <em>b <code>c</code></em><code>d</code></p>",
            &["a *b **`c`*`d`"],
        ),
        (
            "<p>see <a href=\"/x\">x</a>, <a href=\"/y\">y</a> and <a href=/x>x</a></p>",
            &["see x[0], y[1] and x[0]"],
        ),
        ("<p>a<br>b</p>", &["a\nb"]),
        (
            "<pre><code> a\n<em>b</em>  c\n</code></pre>",
            &["``` a\n*b*  c\n```"],
        ),
        (
            "<ul><li>a</li><li>b<ol><li>c</ol></ul>",
            &["- a | b / 1. c"],
        ),
        (
            "<p>2<sup>10</sup>, &lt;b&gt; &amp;amp;</p>",
            &["2^10, <b> &amp;"],
        ),
        (
            "<p>it <span title=\"an egg\">is</span><script>no</script><!-- no --></p>",
            &["it is"],
        ),
        ("<table><tr><td>a</td><td>b</td></tr></table>", &["a b"]),
        (
            "<p>unclosed <em>here<p>and on",
            &["unclosed *here*", "*and on*"],
        ),
    ] {
        assert_eq!(blocks(html), expected, "{html}");
    }
}

/// Pieces that pages are made of, in any order.
const PIECES: [&str; 30] = [
    "<title>Day 3 - Advent of Code 2020</title>",
    "<header>",
    "</header>",
    "<div class=\"user\">",
    "<a href=\"/2020/auth/login\">[Log In]</a>",
    "<main>",
    "</main>",
    "</html>",
    "<article class=\"day-desc\">",
    "</article>",
    "<h2>--- Day 3: \u{1b}[31m ---</h2>",
    "<h2 id=\"part2\">",
    "<p>For example, suppose:</p>",
    "<p>Here is a larger example:",
    "In the above example, ",
    "<p>",
    "</p>",
    "<pre>",
    "<code>",
    "</code></pre>",
    "<em>",
    "</em>",
    "<ul>",
    "<li>",
    "</ul>",
    "<p>Your puzzle answer was <code>",
    "<p>Your puzzle input is <code>",
    "1721\n\u{9b}979 = ",
    "&#27;&lt;\u{202e}",
    "<table><tr><td>",
];

proptest! {
    #[test]
    fn every_text_is_read(
        pieces in prop::collection::vec(
            prop_oneof![4 => prop::sample::select(&PIECES[..]).prop_map(str::to_owned), 1 => "\\PC{0,9}"],
            0..60,
        ),
    ) {
        let html = pieces.concat();
        let page = PuzzlePage::parse(&html);
        for guess in guess_examples(&page, Some("1721\n979\n")) {
            prop_assert!(guess.part1.is_some() || guess.part2.is_some());
            let is_sure = guess.confidence == Confidence::Sure;
            prop_assert_eq!(is_sure, guess.reason.is_empty());
            let answers = [guess.part1, guess.part2];
            let odd = answers.iter().flatten().any(|answer| answer.contains(char::is_control));
            prop_assert!(!(is_sure && odd));
        }
    }
}
