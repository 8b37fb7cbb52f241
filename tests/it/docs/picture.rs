//! The moving picture at the top of the README, which `trials/demo` draws from what
//! `aoc` writes to a terminal.

use std::path::Path;

use super::document::Document;

#[test]
fn the_picture_is_light_and_legible_without_motion() {
    let readme = Document::read("README.md");
    let mut links = readme.links().into_iter();
    let picture = links
        .find(|link| Path::new(link).extension() == Some("svg".as_ref()))
        .expect("a picture");
    let svg = Document::read(picture).text;
    assert!(svg.len() < 200_000, "{} bytes", svg.len());
    // What has no motion shows the last screen; all else replaces it.
    let motion = "@media (prefers-reduced-motion:no-preference){.s{visibility:hidden}";
    assert!(svg.contains(motion));
    let moving = svg.find("<g class=\"m\"").expect("moving rows");
    let (still, moving) = svg.split_at(moving);
    for (rows, shows) in [
        (still, &["aoc bench", "median"][..]),
        (
            moving,
            &["until 2020/22 unlocks", "1 of 1 matched", "right", "part 2"],
        ),
    ] {
        for text in shows {
            assert!(rows.contains(text), "{text:?} is not in the picture");
        }
    }
    assert!(!svg.contains("/tmp/"), "a path of the machine");
}
