//! Reading the site's pages.

use crate::text::excerpt;

/// How many parts of the puzzle a page shows.
pub fn parts(html: &str) -> usize {
    main(html).map_or(0, |main| main.matches("<article").count())
}

/// The title, sanitized; `None` if there is none or it is empty.
pub fn title(html: &str) -> Option<String> {
    let (_, rest) = html.split_once("<title>")?;
    let (title, _) = rest.split_once("</title>")?;
    Some(excerpt(title, 160)).filter(|title| !title.is_empty())
}

/// What is inside the element `main`; `None` if it is missing or cut off.
pub fn main(html: &str) -> Option<&str> {
    let (_, rest) = html.split_once("<main")?;
    rest.split_once("</main>").map(|(main, _)| main)
}

/// Whether the page was made for someone who is not logged in. A sponsor's text
/// beside the puzzle may say anything, so only the page's own header counts, and
/// the sentence under the puzzle.
pub fn is_logged_out(html: &str) -> bool {
    let header = html
        .split_once("</header>")
        .or_else(|| html.split_once("<main"))
        .map_or(html, |(header, _)| header);
    if header.contains("class=\"user\"") {
        return false;
    }
    header.contains("[Log In]")
        || header.contains("/auth/login")
        || html.contains("To play, please identify yourself via one of these services:")
}

/// Whether this is a web page: it begins like one, or is sent as one and has
/// markup. A `<` alone means nothing: inputs of 2022/17 begin with it.
pub fn is_html(text: &str, content_type: Option<&str>) -> bool {
    let head: String = text
        .trim_start_matches('\u{feff}')
        .trim_start()
        .chars()
        .take(2000)
        .collect::<String>()
        .to_ascii_lowercase();
    let begins_like_one = [
        "<!doctype",
        "<html",
        "<head",
        "<body",
        "<title",
        "<meta",
        "<script",
        "<?xml",
    ]
    .iter()
    .any(|tag| head.starts_with(tag));
    let sent_as_one =
        content_type.is_some_and(|kind| kind.starts_with("text/html") || kind.contains("xhtml"));
    begins_like_one
        || sent_as_one
            && ["</", "<br", "<p>", "<!--", "<meta", "<h1"]
                .iter()
                .any(|tag| head.contains(tag))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(header: &str, main: &str) -> String {
        format!("<title>T</title><header>{header}</header>[Log In]<main>{main}</main>")
    }

    #[test]
    fn only_the_header_says_who_is_logged_in() {
        assert!(is_logged_out(&page(
            "<a href=\"/2020/auth/login\">[Log In]</a>",
            ""
        )));
        assert!(is_logged_out(&page(
            "",
            "To play, please identify yourself via one of these services:"
        )));
        assert!(!is_logged_out(&page("", "[Log In]")));
        let user = "<div class=\"user\">[Log In] <span>2*</span></div>";
        assert!(!is_logged_out(&page(user, "")));
    }

    #[test]
    fn only_the_puzzle_has_parts() {
        assert_eq!(parts(&page("<article>", "<article></article><article>")), 2);
        assert_eq!(parts("<article>"), 0);
    }

    #[test]
    fn a_title_is_sanitized() {
        assert_eq!(
            title("<title>\n a \u{1b}b </title>"),
            Some(r"a \u{1b}b".to_owned())
        );
        assert_eq!(title("<title></title>"), None);
        assert_eq!(title("<title>"), None);
    }
}
