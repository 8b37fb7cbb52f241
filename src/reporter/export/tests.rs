//! The documents of one invented report.

use aoc_solution::protocol::Phase;
use insta::assert_snapshot;
use serde_json::Value;

use super::*;
use crate::bench::RatioVerdict;
use crate::reporter::testing::{ratio, report, result};

#[test]
fn markdown_has_a_row_for_each_function() {
    let mut report = report();
    report.results[2].change = Some(ratio("main", 0.9, RatioVerdict::Faster));
    assert_snapshot!(bench_markdown(&report), @r#"
    | puzzle | phase | p10 | ± | median | allocs | peak | compared |
    |:--|:--|--:|--:|--:|--:|--:|--:|
    | 2020/22 Crab Combat | parse | 45.1 ns | ±0.4% | 45.6 ns | 12 | 1.05 MiB |  |
    | 2020/22 Crab Combat | part 1 | 702 ns | ±0.4% | 709 ns | 12 | 1.05 MiB |  |
    | 2020/22 Crab Combat | part 2 | 2.81 ms | ±0.4% | 2.84 ms | 12 | 1.05 MiB | 1.11x faster than main \[1.10, 1.12\] |
    | 2020/22 Crab Combat | part 2 textbook | 34.5 ms | ±0.4% | 34.8 ms | 12 | 1.05 MiB | 12.3x slower than part 2 \[12.2, 12.4\] |
    | 2021/5 \</script\>\<b\>\|\*\`羊 | parse | 1.00 µs | ±0.4% | 1.01 µs | 12 | 1.05 MiB |  |
    | 2021/5 \</script\>\<b\>\|\*\`羊 | part 1 | panic: at days/year2021/day05.rs:7:9: ="oh"; \<no\> |  |  |  |  |  |
    | 2021/5 \</script\>\<b\>\|\*\`羊 (bob) | parse | 2.00 µs | ±0.4% | 2.02 µs | 12 | 1.05 MiB |  |
    | 2021/6 |  | error: it does not compile |  |  |  |  |  |

    Note: 2020/22 part 2 textbook: noisy machine: the median is more than 1.2 times the 10th percentile

    Note: other programs had 1.5 threads running meanwhile, so these times may be too long: measure again when they are done

    The 10th percentile of each phase, measured on 1 January 1970 on A processor, 2 cores, linux x86\_64, rustc 1.95.0 by ``aoc bench 'a`b' --all-alts``.
    "#);
}

#[test]
fn csv_has_every_figure() {
    let mut report = report();
    report.results[0].header.title = "=1+2".into();
    let csv = bench_csv(&report);
    let lines: Vec<&str> = csv.lines().collect();
    assert_eq!(lines.len(), 9);
    for (line, start) in [
        (0, "year,day,title,phase,alternative,"),
        (1, "2020,22,'=1+2,parse,,"),
        (4, "2020,22,Crab Combat,part2,textbook,input,,ok,,"),
        (
            6,
            r#"2021,5,</script><b>|*`羊,part1,,input,,panic,"at days/year2021/day05.rs:7:9: =""oh""; <no>",,"#,
        ),
    ] {
        assert!(lines[line].starts_with(start), "{}", lines[line]);
    }
    for part in [",34500000.0,", ",own,12.28,", ",noisy,"] {
        assert!(lines[4].contains(part), "{part}");
    }
}

#[test]
fn the_card_is_well_formed() {
    let all = report().results;
    for (results, bars, texts) in [
        // The card has a bar for each year; the sum leaves out the part that failed.
        (
            &all[..],
            2,
            &[">Advent of Code 2020 to 2021<", ">2020<", ">&gt; 3.00 µs<"][..],
        ),
        // The card has a bar for each day or input, and a word for a failure.
        (
            &all[4..],
            2,
            &[
                ">05 &lt;/script&gt;&lt;b&gt;|*`羊<",
                ">&gt; 1.00 µs<",
                "\"end failed\"",
            ],
        ),
    ] {
        let mut report = report();
        report.results = results.to_vec();
        let card = bench_svg(&report);
        let ends = card.matches("</text>").count();
        assert_eq!(card.matches("<text").count(), ends);
        let empty = card.matches("width=\"0.0\"").count();
        assert_eq!(card.matches("class=\"bar\"").count() - empty, bars);
        // The longest bar ends at the end of the track.
        assert!(card.contains("class=\"bar\" x=\"206\" y=\"7.5\" width=\"180.0\""));
        for text in texts {
            assert!(card.contains(text), "{text}: {card}");
        }
    }
}

#[test]
fn the_scale_of_a_card_has_ticks_and_its_name() {
    let mut report = report();
    for (ns, kind, ticks) in [
        (
            [45.0, 34e6],
            "1 day, 10th percentile, logarithmic scale",
            vec!["100 ns", "10 µs", "1 ms"],
        ),
        (
            [3e6, 7e6],
            "1 day, 10th percentile",
            vec!["2 ms", "4 ms", "6 ms"],
        ),
    ] {
        report.results = ns
            .into_iter()
            .map(|ns| result(2021, 5, "Title", Phase::Part1, ns))
            .collect();
        report.results[0].header.name = Some("bob".into());
        let card = bench_svg(&report);
        assert!(
            card.contains(&kind.replace("1 day", "1 day, 2 inputs")),
            "{card}"
        );
        let labels: Vec<&str> = card
            .lines()
            .filter(|line| line.contains("dim axis"))
            .filter_map(|line| line.split(['<', '>']).nth(2))
            .collect();
        assert_eq!(labels, ticks);
    }
}

/// An interrupt may come before the first result, and then the document is still printed.
#[test]
fn each_document_can_be_made_without_results() {
    let mut report = report();
    report.results.clear();
    assert_eq!(bench_svg(&report), "");
    assert_eq!(bench_csv(&report).lines().count(), 1);
    assert!(bench_markdown(&report).starts_with("| puzzle |"));
    assert!(bench_html(&report).contains("<title>Advent of Code</title>"));
}

#[test]
fn the_page_contains_the_escaped_document() {
    let report = report();
    let page = bench_html(&report);
    let start = "<script id=\"report\" type=\"application/json\">";
    let (_, rest) = page.split_once(start).unwrap();
    let (json, _) = rest.split_once("</script>").unwrap();
    let read: Value = serde_json::from_str(json).unwrap();
    assert_eq!(read["results"][4]["title"], *report.results[4].header.title);
    assert!(!json.contains('<') && !page.contains("{{"));
    // The labels of a distribution match its caption.
    assert!(page.contains("`${time(quantiles[1])} to ${time(quantiles[19])}`"));
    assert!(page.contains("<title>Advent of Code 2020 to 2021</title>"));
    assert!(page.matches("://").count() <= 2, "only namespaces");
}
