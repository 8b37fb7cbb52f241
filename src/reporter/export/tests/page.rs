//! The page, read the way a browser reads it.

use std::collections::BTreeSet;

use scraper::{ElementRef, Html, Selector};

use super::*;

struct Page(Html);

impl Page {
    fn of(report: &BenchReport) -> Self {
        Self(Html::parse_document(&bench_html(report)))
    }

    fn all(&self, selector: &str) -> Vec<ElementRef<'_>> {
        let selector = Selector::parse(selector).unwrap();
        self.0.select(&selector).collect()
    }

    fn count(&self, selector: &str) -> usize {
        self.all(selector).len()
    }

    fn texts(&self, selector: &str) -> Vec<String> {
        let text = |it: ElementRef<'_>| it.text().collect::<String>().trim().to_owned();
        self.all(selector).into_iter().map(text).collect()
    }
}

fn page_of(name: &str) -> Page {
    Page::of(&shapes::shape(name))
}

#[test]
fn the_page_has_everything() {
    let page = Page::of(&report());
    // Three days, two years, ten functions, of which one failed.
    for (selector, count) in [
        ("#days tbody tr", 3),
        ("#years tbody tr", 2),
        ("#phases tbody tr", 10),
        ("svg.density", 9),
        ("#changes tbody tr", 1),
        ("#alternatives tbody tr", 1),
        ("script", 1),
        ("style", 1),
    ] {
        assert_eq!(page.count(selector), count, "{selector}");
    }
    let text = bench_html(&report());
    assert!(text.contains("&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;"));
    let failed = page.texts("#phases .failed");
    assert_eq!(failed, ["panic"]);
    // The sum of the day is without it.
    assert_eq!(
        page.texts("#days .n.all")[1..],
        ["> 4.00 s", "2.81 ms", "9.20 ms"]
    );
}

#[test]
fn a_page_needs_no_other_file_and_allows_no_other_script() {
    for (name, report) in shapes::SHAPES {
        let page = Page::of(&report());
        // What a strict policy forbids, and what would be loaded.
        for selector in [
            "[style]",
            "[src]",
            "[href]:not([href^='#'])",
            "[onclick]",
            "link",
            "img",
            "iframe",
        ] {
            assert_eq!(page.count(selector), 0, "{selector} in {name}");
        }
        // What it refers to is in it, once.
        let mut ids = BTreeSet::new();
        for element in page.all("[id]") {
            let id = element.attr("id").unwrap();
            assert!(ids.insert(id), "{id} twice in {name}");
        }
        for attribute in ["href", "aria-labelledby", "aria-describedby"] {
            for element in page.all(&format!("[{attribute}]")) {
                let id = element.attr(attribute).unwrap();
                assert!(ids.contains(id.trim_start_matches('#')), "{id} in {name}");
            }
        }
    }
    let text = bench_html(&report());
    for address in ["http:", "https:", "url("] {
        assert!(!text.contains(address), "{address}");
    }
}

#[test]
fn a_single_puzzle_has_its_phases_and_no_bar_for_a_day() {
    let page = page_of("puzzle");
    assert_eq!(page.count("#days, #years"), 0);
    assert_eq!(
        page.texts(".tiles dt"),
        ["Total", "Parse", "Part 1", "Part 2"]
    );
    assert_eq!(
        page.texts("#phases tbody bdi"),
        ["parse", "part 1", "part 2"]
    );
}

#[test]
fn what_does_not_differ_is_folded() {
    let page = page_of("baseline");
    assert_eq!(page.count("#changes tbody tr"), 5);
    assert_eq!(page.count("details:not([open]) #changes-same tbody tr"), 70);
    assert_eq!(page.texts("summary"), ["70 phases: no difference shown"]);
    assert_eq!(page.texts("#changes .failed"), ["too much", "too much"]);
    // There is nothing else to look at.
    let page = page_of("against");
    assert_eq!(page.count("#changes"), 0);
    assert_eq!(page.count("details[open] #changes-same tbody tr"), 3);
}

#[test]
fn the_phases_of_many_days_are_folded() {
    let years = bench_html(&shapes::shape("years"));
    assert!(years.len() < 1_500_000, "{} bytes", years.len());
    let days = years.split("id=\"days\"").nth(1).unwrap();
    let (days, phases) = days.split_once("id=\"phases-title\"").unwrap();
    assert_eq!(days.matches("<tr>").count(), 1 + 262);
    assert!(phases.contains("<details>\n<summary>All 786 phases</summary>"));
    assert_eq!(page_of("year").count("details"), 0);
}

#[test]
fn inputs_of_one_day_have_their_names() {
    let page = page_of("inputs");
    let names = ["alice", "bob", "a name with blanks and of some length"];
    assert_eq!(page.texts("#days .what bdi"), names);
    let page = page_of("generated");
    let name = "Seven Keys and a Door (seed 206, median of 300)";
    assert_eq!(page.texts("#days .what bdi")[0], name);
    assert_eq!(
        page.texts("#phases tbody bdi")[3],
        "parse (seed 134, worst of 300)"
    );
}

#[test]
fn doubts_are_marked_and_explained_once() {
    let page = page_of("alternatives");
    let marks = [
        "noisy",
        "memo",
        "few samples",
        "below clock",
        "answer changes",
    ];
    assert_eq!(page.texts("#phases .doubt"), marks);
    assert_eq!(page.texts(".about .doubt"), marks);
}

#[test]
fn a_doubt_about_most_phases_is_one_note() {
    let mut report = shapes::shape("year");
    let results = report.puzzles.iter_mut().flat_map(|it| &mut it.results);
    for result in results.skip(3) {
        result.warnings = vec![Warning::Disagreement];
    }
    let page = bench_html(&report);
    let note = "<b>Note:</b> 72 of 75 phases: noisy machine";
    assert!(page.contains(note) && !page.contains("class=\"doubt\""));
}

#[test]
fn a_line_of_the_command_ends_between_words() {
    let page = page_of("alternatives");
    let words = ["aoc", "bench", "2020/22", "2021/21", "--all-alts"];
    assert_eq!(page.texts(".command span"), words);
}
