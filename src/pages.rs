//! The site's pages as data. `markup` parses the HTML. `html` finds elements and reads what all
//! pages have in common. `puzzle_page` reads the parts of a puzzle, `examples` finds the examples
//! in them, and `picture` reads the picture of a calendar. `stored` reads the stored pages.
//! Nothing here makes a request.

mod css;
mod examples;
mod form;
mod html;
mod locators;
mod markup;
mod picture;
#[cfg(test)]
pub mod properties;
mod puzzle_page;
mod stored;

#[cfg(test)]
pub use examples::likely_example;
pub use examples::{LikelyExample, PageExamples, in_order_of_page, is_text_of_page};
pub use html::{
    User, begins_again, first, is_complete, is_html, is_logged_out, is_site_title,
    leads_to_other_puzzle, main_part, maintenance_message, page_title, plain_text, select,
    short_excerpt, star_count, stars_in, title, user,
};
pub use markup::{Html, Node, parse_html};
pub use picture::{PictureLine, PicturePiece, day_of_element, read_picture};
pub use puzzle_page::{Block, PartText, PuzzlePage, StyledText, unstyled};
pub use stored::{UnusablePage, page_says_complete, stars_in_header, stored_page};
