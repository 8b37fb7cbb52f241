//! Tests the rule that finds examples on pages.

use std::slice;

use proptest::prelude::*;

use super::*;

const UNKNOWN: Puzzle = Puzzle::of(2030, 1);

fn extract(puzzle: Puzzle, one: &str, two: &str, input: Option<&str>) -> Vec<Example> {
    let part = |text: &str| format!("<article class=\"day-desc\"><h2>T</h2>{text}</article>");
    let two = Some(two).filter(|two| !two.is_empty()).map(part);
    let html = format!("<main>{}{}</main>", part(one), two.unwrap_or_default());
    PageExamples::new(&PuzzlePage::parse(&html), puzzle).extract(input)
}

/// The examples that are written for a page whose input has a number on each line. `3=7` is the
/// example `3` with the answer 7, and `# ` marks likely examples.
fn written(one: &str, two: &str, input: &str) -> Vec<String> {
    let show = |example: Example| {
        let mark = match example.trust {
            Trust::Likely => "# ",
            Trust::OtherRules => "#! ",
            _ => "",
        };
        let input = example.input.trim_end().replace('\n', ";");
        let [one, two] = [example.part1, example.part2].map(Option::unwrap_or_default);
        format!("{mark}{input}={one},{two}")
    };
    extract(UNKNOWN, one, two, Some(input))
        .into_iter()
        .map(show)
        .collect()
}

const INPUT: &str = "12\n7\n30\n2020\n";
const EXAMPLE: &str = "<p>For example, suppose you have this list:</p><pre><code>1\n2\n3\n\
                       </code></pre>";
const ANSWER: &str = "<p>Together, they give <code><em>6</em></code>.</p>";
const QUESTION: &str = "<p>Look at your list. <em>What is the sum?</em></p>";

#[test]
fn the_plain_form_is_sure() {
    let one = [EXAMPLE, ANSWER, QUESTION].concat();
    let sum = ANSWER.replace("<code><em>6</em></code>", "<code>2 * 3 = <em>6</em></code>");
    let other = ANSWER.replace("<code><em>6</em></code>", "<em><code>6</code></em>");
    let trace = "<p>After one step, it is:</p><pre><code>5\n6\n</code></pre>";
    let picture = "<p>For example, it looks like:</p><pre><code>#.#\n..#\n</code></pre>";
    for page in [
        one.clone(),
        [EXAMPLE, &sum, QUESTION].concat(),
        [EXAMPLE, &other, QUESTION].concat(),
        [EXAMPLE, trace, ANSWER, QUESTION].concat(),
        one.replace("Together", "After ten steps")
            .replace("sum?", "sum after ten steps?"),
        one.replace("Together", "<code><em> </em></code>Together"),
        // The picture precedes the text and the answer, or is between them.
        [picture, EXAMPLE, picture, ANSWER, QUESTION].concat(),
    ] {
        assert_eq!(written(&page, "", INPUT), ["1;2;3=6,"], "{page}");
    }
    let two = "<p>In the above example, the product is <code><em>7</em></code>.</p>";
    let both = ["1;2;3=6,7"];
    assert_eq!(written(&one, &(two.to_owned() + QUESTION), INPUT), both);
    // A step of part two is not another text.
    let step = "<p>In the above example, it then becomes:</p><pre><code>8\n9\n</code></pre>\
                <p>So it is <code><em>7</em></code>.</p>";
    assert_eq!(written(&one, &(step.to_owned() + QUESTION), INPUT), both);
    let own = "<p>They multiply. Consider these:</p><pre><code>4\n5\n</code></pre>\
               <p>They give <em><code>20</code></em>.</p>";
    let own = own.to_owned() + QUESTION;
    assert_eq!(written(&one, &own, INPUT), ["1;2;3=6,", "4;5=,20"]);
}

const VALUE: &str = "<p>Together";
const END: &str = "<p>Look";

#[test]
fn what_is_in_doubt_is_a_comment() {
    let one = [EXAMPLE, ANSWER, QUESTION].concat();
    // Each of these texts makes the example only likely.
    for (name, (text, place)) in [
        (
            "numbers that the example has not (2016/10, 2019/12)",
            (" after 1000 steps", "?"),
        ),
        ("a number in words", (" after one thousand steps", "?")),
        ("once", (" if it is done once", "?")),
        (
            "steps (2021/22)",
            ("<p>A larger example of it:</p><pre>7\n8\n</pre>", VALUE),
        ),
        (
            "smaller (2020/9, 2024/14)",
            ("<p>However, this example has only 5.</p>", END),
        ),
        ("a smaller list", ("smaller ", "list:")),
        ("two values", ("<code><em>5</em></code> and ", "Together")),
        (
            "a value in a list",
            ("<ul><li>A: <code><em>6</em></code></li></ul>", END),
        ),
        (
            "another input (2022/23)",
            ("If the first were 2, however, ", "Together"),
        ),
        (
            "a number after the value",
            ("<p>In the larger example above: 7.</p>", END),
        ),
        (
            "wrapped",
            ("<p>(The list is wrapped here for legibility.)</p>", END),
        ),
        (
            "a second one (2023/10)",
            ("<p>Another example:</p><pre>7\n8\n</pre>", VALUE),
        ),
        (
            "a second one after a step",
            ("<p>Next, consider these:</p><pre>7\n8\n</pre>", VALUE),
        ),
        (
            "a value in a question",
            ("<p>Is it <code><em>6</em></code>?</p>", END),
        ),
        (
            "a variant",
            ("<p>It might be this:</p><pre>7\n8\n</pre>", VALUE),
        ),
    ] {
        let written = written(&one.replace(place, &format!("{text}{place}")), "", INPUT);
        assert!(written.iter().all(|text| text.starts_with('#')), "{name}");
        assert!(!written.is_empty(), "{name}");
    }
    let plain = one.replace("For example, suppose you", "You");
    assert_eq!(written(&plain, "", INPUT), ["# 1;2;3=6,"]);
    for two in [
        "<p>Using the first example, it is <code><em>7</em></code>.</p>",
        "<p>It is <code><em>7</em></code>.</p>",
        "<p>In the example above, it is not <code><em>8</em></code>, but \
         <code><em>7</em></code>.</p>",
        "<p>In the example above it is one of these:</p><pre><code>8\n9\n</code></pre>\
         <p>So it is <code><em>7</em></code>.</p>",
        "<p>For example:</p><pre><code>8\n9\n</code></pre><p>The list from the example above \
         gives <code><em>7</em></code>.</p>",
    ] {
        let written = written(&one, &(two.to_owned() + QUESTION), INPUT);
        assert_eq!(written.len(), 2, "{written:?}");
        let is_comment = written[1].starts_with('#');
        assert!(written[0] == "1;2;3=6," && is_comment, "{written:?}");
    }
    let without = extract(UNKNOWN, &one, "", None);
    assert!(matches!(&without[..], [only] if only.trust == Trust::Likely));
}

/// The texts that may be examples of part 1 and part 2, such as `1: 5;6; = 7 8`.
fn likely(one: &str, two: &str) -> Vec<String> {
    let part = |text: &str| format!("<article class=\"day-desc\"><h2>T</h2>{text}</article>");
    let page = PuzzlePage::parse(&format!("<main>{}{}</main>", part(one), part(two)));
    let mut lines = Vec::new();
    for part in Part::BOTH {
        for example in PageExamples::new(&page, UNKNOWN).likely(part, Some(INPUT)) {
            let text = example.input.replace('\n', ";");
            let answers = example.answers().join(" ");
            lines.push(format!("{part}: {text} = {answers}"));
        }
    }
    lines
}

#[test]
fn texts_and_values_that_may_be_an_example_are_candidates() {
    let block = |text: &str| format!("<pre><code>{text}\n</code></pre>");
    let value = |value: &str| format!("<p>It is <code><em>{value}</em></code>.</p>");
    let two_texts = block("5\n6") + EXAMPLE + &value("30") + &value("20") + QUESTION;
    // The introduced text and the last value come first.
    let found = ["1: 1;2;3; = 20 30", "1: 5;6; = 20 30"];
    assert_eq!(likely(&two_texts, ""), found);
    let many: String = (2..7).map(|n| block(&format!("{n}\n8"))).collect();
    let values: String = (2..7).map(|n| value(&n.to_string())).collect();
    let found = likely(&(many + &values + QUESTION), "");
    let expected = ["2", "3", "4"].map(|first| format!("1: {first};8; = 6 5 4"));
    assert_eq!(found, expected);
    // The block is not an input, the value is not an answer, or unfinished code gives the value.
    let none = block("#.#\n..#") + &value("7") + QUESTION;
    assert_eq!(likely(&none, ""), [""; 0]);
    let values = value("0") + &value("1") + &value("two words") + QUESTION;
    assert_eq!(
        likely(&(EXAMPLE.to_owned() + &values), ""),
        ["1: 1;2;3; = 1 0"]
    );
    assert_eq!(confirming(&(EXAMPLE.to_owned() + &values)), [""; 0]);
    let values = value("0") + &value("9") + &value("1") + &value("8") + QUESTION;
    assert_eq!(confirming(&(EXAMPLE.to_owned() + &values)), ["8", "9"]);
    // Part two may refer to the text of part one.
    let two = value("40") + QUESTION;
    let both = ["1: 1;2;3; = 6", "2: 1;2;3; = 40"];
    assert_eq!(likely(&[EXAMPLE, ANSWER, QUESTION].concat(), &two), both);
}

/// The values that confirm the code in the first text of a page.
fn confirming(one: &str) -> Vec<String> {
    let page = format!("<main><article class=\"day-desc\">{one}</article></main>");
    let page = PuzzlePage::parse(&page);
    PageExamples::new(&page, UNKNOWN).likely(Part::One, Some(INPUT))[0].confirming()
}

/// An example with other rules is written as a comment and is never offered.
#[test]
fn examples_with_other_rules_are_not_offered() {
    let text = "<code>3</code> ".repeat(30);
    let page = format!("<main><article class=\"day-desc\">{text}</article></main>");
    let page = PuzzlePage::parse(&page);
    for (year, day, is_so) in [(2016, 13, true), (2030, 1, false)] {
        let examples = PageExamples::new(&page, Puzzle::of(year, day));
        assert_eq!(examples.has_other_rules(Part::One), is_so);
        assert!(!examples.has_other_rules(Part::Two));
        let likely = examples.likely(Part::One, Some("5\n"));
        assert!(likely.is_empty(), "{year}/{day}");
    }
}

/// The table knows two texts. The page has only one of them.
#[test]
fn a_text_that_the_table_knows_is_written_once() {
    let pair = |text: &str, value: &str| {
        format!(
            "<pre><code>{text}\n</code></pre><p>Here, there are \
             <code><em>{value}</em></code> of them.</p>"
        )
    };
    let maps = pair("1\n2", "1") + &pair("3\n4", "3");
    let codes = "<code>5</code> ".repeat(7);
    let page = format!("<p>For example:</p>{maps}<p>{codes}</p>{QUESTION}");
    let found = extract(Puzzle::of(2017, 22), &page, "", Some(INPUT));
    let found: Vec<_> = found
        .iter()
        .map(|example| (&*example.input, example.answer(Part::One), example.trust))
        .collect();
    let known = ("1\n2\n", Some("5"), Trust::OtherRules);
    let other = ("3\n4\n", Some("3"), Trust::Likely);
    assert_eq!(found, [known, other]);
}

/// The page has three texts, each with its own answer.
#[test]
fn the_value_between_two_texts_belongs_to_the_first() {
    let map = |rows: &str, value: &str| {
        format!(
            "<pre><code>{rows}\n</code></pre><p>Here, there are \
             <code><em>{value}</em></code> of them.</p>"
        )
    };
    let maps = map("1\n2", "1") + &map("3\n4", "3") + &map("5\n6", "0");
    let comments = ["# 1;2=1,", "# 3;4=3,", "# 5;6=0,"];
    let offered = ["1: 1;2; = 1", "1: 3;4; = 3", "1: 5;6; = 0"];
    for start in ["<p>Some lists:</p>", "<p>For example:</p>"] {
        let page = format!("{start}{maps}{QUESTION}");
        assert_eq!(written(&page, "", INPUT), comments, "{start}");
        assert_eq!(likely(&page, ""), offered, "{start}");
    }
    // A step of an example does not count as a text.
    let step = "<p>After one step, it is:</p><pre><code>7\n8\n</code></pre>";
    let with_step = map("1\n2", "1").replace("<p>Here", &format!("{step}<p>Here"));
    let page = with_step + &map("3\n4", "3") + QUESTION;
    let found = written(&page, "", INPUT);
    assert_eq!(found, ["# 1;2=1,", "# 3;4=3,"]);
    // If a text has several values, the last one is its answer.
    let page = map("1\n2", "9</em></code> or <code><em>1") + &map("3\n4", "3") + QUESTION;
    assert_eq!(likely(&page, ""), ["1: 1;2; = 1", "1: 3;4; = 3"]);
    // All values can confirm the code. Each is listed once.
    let values = ["9", "8", "9"].join("</em></code> or <code><em>");
    let page = map("1\n2", &values) + &map("3\n4", "3") + QUESTION;
    assert_eq!(confirming(&page), ["9", "8"]);
}

/// A value belongs to the text directly before it. After a block of another kind, a value belongs
/// to no text.
#[test]
fn a_value_behind_a_block_that_is_no_input_belongs_to_no_earlier_text() {
    let block = |text: &str| format!("<p>Look:</p><pre><code>{text}\n</code></pre>");
    let value = |value: &str| format!("<p>Here it is <code><em>{value}</em></code>.</p>");
    let two = block("1\n2") + &value("4") + &block("3\n4") + &value("6");
    let comments = ["# 1;2=4,", "# 3;4=6,"];
    // The third text does not have the form of this puzzle's inputs: it has one line, or is a
    // drawing.
    for third in ["...#", "7", "...#\n..#.", "<em>...#</em>\n...."] {
        let page = two.clone() + &block(third) + &value("17") + QUESTION;
        assert_eq!(written(&page, "", INPUT), comments, "{third}");
        assert_eq!(likely(&page, ""), ["1: 1;2; = 4", "1: 3;4; = 6"], "{third}");
        let between = block("1\n2") + &value("4") + &block(third) + &value("17");
        let page = between + &block("3\n4") + &value("6") + QUESTION;
        assert_eq!(written(&page, "", INPUT), comments, "{third}");
    }
    // The drawing follows a text without a value.
    let drawn = block("1\n2") + &block("...#\n..#.") + &value("4") + &block("3\n4");
    let page = drawn + &value("6") + QUESTION;
    assert_eq!(written(&page, "", INPUT), comments);
}

/// As in 2023/9, an example has steps, each with a value.
#[test]
fn the_last_value_is_that_of_an_example_whose_steps_have_values() {
    let block = |text: &str| format!("<p>Look again:</p><pre><code>{text}\n</code></pre>");
    let value = |value: &str| format!("<p>So it is <code><em>{value}</em></code>.</p>");
    let example = EXAMPLE.replace("</code></pre>", "</code></pre><p>It goes like this.</p>");
    let steps = block("4\n5") + &value("18") + &block("6\n7") + &value("28");
    let page = example + &steps + &value("114") + QUESTION;
    assert_eq!(written(&page, "", INPUT), ["# 1;2;3=114,"]);
    assert_eq!(likely(&page, "")[0], "1: 1;2;3; = 114 28 18");
}

/// As in 2022/8, part two repeats the text for each of its places.
#[test]
fn a_text_that_is_shown_again_is_the_same_text() {
    let again = |place: &str| {
        let text = "1\n2\n3".replace(place, &format!("<em>{place}</em>"));
        format!("<p>Now look at this one:</p><pre><code>{text}\n</code></pre>")
    };
    let value = |value: &str| format!("<p>Its value is <code><em>{value}</em></code>.</p>");
    let one = [EXAMPLE, ANSWER, QUESTION].concat();
    let two = again("1") + &value("4") + &again("3") + &value("8") + QUESTION;
    let found = written(&one, &two, INPUT);
    assert_eq!(found, ["1;2;3=6,", "# 1;2;3=,8"]);
    assert_eq!(likely(&one, &two)[1..], ["2: 1;2;3; = 8 4"]);
}

#[test]
fn a_text_and_an_answer_stand_on_the_page_or_not() {
    let text = [EXAMPLE, ANSWER, QUESTION].concat();
    let page = format!("<main><article class=\"day-desc\">{text}</article></main>");
    let page = PuzzlePage::parse(&page);
    for (input, answer, is_shown) in [
        ("1\n2\n3\n", "6", true),
        ("1\r\n2\r\n3\r\n", "6", true),
        ("1\n2\n3\n", "7", false),
        ("1\n2\n", "6", false),
    ] {
        let example = Example::of_part(input, Part::One, answer, Trust::Page);
        let found = PageExamples::new(&page, UNKNOWN).shows(&example);
        assert_eq!(found, is_shown, "{input} {answer}");
    }
    // In the table, this text consists of several elements.
    let codes = "<code>3</code> ".repeat(200);
    let page = format!("<main><article class=\"day-desc\">{codes}</article></main>");
    let page = PuzzlePage::parse(&page);
    let examples = PageExamples::new(&page, Puzzle::of(2020, 6));
    let known = examples.extract(None);
    assert!(!known.is_empty() && examples.shows(&known[0]));
    assert!(!examples.has_other_rules(Part::One));
    let other = Example {
        input: "4\n".to_owned(),
        ..known[0].clone()
    };
    assert!(!examples.shows(&other));
    let other = Example {
        part1: Some("4".to_owned()),
        ..known[0].clone()
    };
    assert!(!examples.shows(&other));
    assert!(is_text_of_page(&page, "3\r\n") && !is_text_of_page(&page, "4\n"));
}

/// The file had these examples before the page changed, or before the input was removed.
#[test]
fn without_the_input_a_part_keeps_what_the_page_still_shows() {
    let plain = [EXAMPLE, ANSWER, QUESTION].concat();
    let corrected = plain.replace("<em>6</em>", "<em>7</em>");
    let of_part = |answer, trust| Example::of_part("1\n2\n3\n", Part::One, answer, trust);
    let certain = of_part("6", Trust::Page);
    let unsure = of_part("6", Trust::Likely);
    let seven = of_part("7", Trust::Likely);
    let html = "<!DOCTYPE html><p>1</p>";
    let log_in = "Puzzle inputs differ by user.  Please log in to get your puzzle input.\n";
    for (text, old, input, found) in [
        (&plain, &certain, None, &certain),
        (&plain, &certain, Some("1\n2\n3\n"), &certain),
        (&plain, &certain, Some(html), &certain),
        (&plain, &certain, Some(log_in), &certain),
        (&plain, &unsure, Some("1\n2\n3\n"), &unsure),
        (&plain, &unsure, Some(INPUT), &certain),
        (&plain, &seven, None, &unsure),
        (&corrected, &certain, None, &seven),
        // Another text may be the user's input.
        (&plain, &certain, Some("1\n2,.;:\n"), &unsure),
    ] {
        let page = PuzzlePage::parse(&format!("<main><article>{text}</article></main>"));
        let page = PageExamples::new(&page, UNKNOWN);
        let updated = page.update(slice::from_ref(old), input);
        assert_eq!(updated, slice::from_ref(found), "{old:?} {input:?}");
    }
    // The text was kept as an example of part two.
    let page = PuzzlePage::parse(&format!("<main><article>{plain}</article></main>"));
    let of_part2 = Example::of_part("1\n2\n3\n", Part::Two, "6", Trust::Likely);
    let updated = PageExamples::new(&page, UNKNOWN).update(&[of_part2], None);
    let answers = Part::BOTH.map(|part| updated[0].answer(part));
    assert_eq!(answers, [Some("6"), Some("6")]);
    // A later table knows that the rules of an old example differ. The second page is damaged.
    let codes = |n| "<code>3</code> ".repeat(n);
    let damaged = "<pre>1\n2</pre>".to_owned() + &codes(12);
    for (year, day, page) in [(2016, 13, codes(30)), (2017, 22, damaged)] {
        let page = PuzzlePage::parse(&format!("<main><article>{page}</article></main>"));
        let page = PageExamples::new(&page, Puzzle::of(year, day));
        let mut old = page.extract(None);
        assert_eq!(old.len(), 1, "{year}");
        old[0].trust = Trust::Page;
        assert_eq!(page.update(&old, None), page.extract(None), "{year}");
    }
}

#[test]
fn past_puzzles_are_known_where_the_page_is_theirs() {
    // As in 2020/6, the texts are code within sentences.
    let codes = |n: usize| "<p>For example, <code>3</code> is so.</p>".repeat(n);
    let plain = [EXAMPLE, ANSWER, QUESTION].concat();
    let (first, second) = (codes(29), codes(15));
    let locked_part2 = "<pre>3</pre>".repeat(3) + &codes(69);
    for (year, day, one, two, input, examples, trust) in [
        (2020, 6, &first, &*second, None, 2, Trust::Page),
        (2020, 6, &first, &second, Some("a\nb\n"), 0, Trust::Page),
        // The text of another example is in part 2, which is not shown yet.
        (2020, 19, &locked_part2, "", None, 1, Trust::Page),
        // The first puzzle has an example with other rules. The second one has no example.
        (2016, 13, &codes(30), "", None, 1, Trust::OtherRules),
        (2016, 25, &plain, "", Some(INPUT), 0, Trust::Page),
        // The page differs from the table, so the rule is applied.
        (2020, 6, &plain, "", Some(INPUT), 1, Trust::Page),
    ] {
        let found = extract(Puzzle::of(year, day), one, two, input);
        assert_eq!(found.len(), examples, "{year}/{day}");
        assert!(found.iter().all(|example| example.trust == trust));
    }
}

#[test]
fn a_text_in_a_list_is_a_text() {
    let page = format!("<ul><li>{EXAMPLE}</li><li>{ANSWER}</li></ul>{QUESTION}");
    assert_eq!(likely(&page, ""), ["1: 1;2;3; = 6"]);
}

#[test]
fn examples_that_are_offered_stand_in_the_order_of_the_page() {
    let first = "<pre><code>5\n6\n</code></pre>";
    let part = |text: &str| format!("<article>{text}</article>");
    let one = part(&[first, EXAMPLE, ANSWER, QUESTION].concat());
    let two = part(&[ANSWER, QUESTION].concat());
    let page = PuzzlePage::parse(&format!("<main>{one}{two}</main>"));
    for part in Part::BOTH {
        let mut likely = PageExamples::new(&page, UNKNOWN).likely(part, Some(INPUT));
        let inputs = |likely: &[LikelyExample]| {
            let inputs = likely.iter().map(|example| example.input.clone());
            inputs.collect::<Vec<_>>()
        };
        // An introduced text is more likely.
        assert_eq!(inputs(&likely), ["1\n2\n3\n", "5\n6\n"], "{part}");
        in_order_of_page(&mut likely);
        assert_eq!(inputs(&likely), ["5\n6\n", "1\n2\n3\n"], "{part}");
    }
}

/// Each page lacks one of its tags.
#[test]
fn a_lost_tag_makes_no_wrong_example_certain() {
    // Each element has its own number, so the test notices if another element is read.
    let numbered = |count: usize| -> String {
        let element = |number: usize| {
            format!(
                "<p>Some <code>{number}1</code> or <em>{number}2</em>.</p>\
                 <ul><li>{number}3</li></ul><pre>{number}4\n2\n</pre>"
            )
        };
        (10..10 + count).map(element).collect()
    };
    // The table finds these texts by the number of a code, of an item, or of an emphasised word.
    for (puzzle, text, input) in [
        (Puzzle::of(2015, 1), numbered(14), None),
        (Puzzle::of(2018, 9), numbered(29), None),
        (Puzzle::of(2019, 14), numbered(14), None),
        (UNKNOWN, [EXAMPLE, ANSWER, QUESTION].concat(), Some(INPUT)),
    ] {
        let certain = |text: &str| {
            let mut found = extract(puzzle, text, text, input);
            found.retain(|example| example.trust.is_active());
            found
        };
        let right = certain(&text);
        assert!(!right.is_empty(), "{puzzle}");
        let mut lost = 0;
        for tag in ["code", "em", "li", "pre"] {
            for tag in [format!("<{tag}>"), format!("</{tag}>")] {
                for (start, _) in text.match_indices(&tag) {
                    let end = start + tag.len();
                    let found = certain(&[&text[..start], &text[end..]].concat());
                    let context = &text[start.saturating_sub(40)..start];
                    assert!(
                        found.is_empty() || found == right,
                        "{puzzle}: {context:?} without {tag}: {found:?}"
                    );
                    lost += usize::from(found.is_empty());
                }
            }
        }
        assert!(lost > 0, "{puzzle}");
    }
}

#[test]
fn an_answer_is_a_word_of_48_characters_at_most() {
    for (value, is_long_one) in [
        ("6".repeat(48), false),
        ("6".repeat(49), true),
        ("6".repeat(60), true),
        ("6 7".to_owned(), true),
    ] {
        assert_eq!(can_be_answer(&value), !is_long_one, "{value}");
    }
}

proptest! {
    #[test]
    fn no_page_makes_it_panic(text in "(<(p|em|code|pre|ul|li)>|</(p|em|code|pre|ul)>|example:|above|\\?|=|[0-9]{1,3}|\n|\\PC){0,60}") {
        for input in [None, Some("1\n2\n")] {
            for example in extract(UNKNOWN, &text, &text, input) {
                prop_assert!(example.part1.is_some() || example.part2.is_some());
            }
        }
    }
}
