//! Pictures in SVG: the card of `bench` and the field of stars. Their colours follow the reader's
//! light or dark scheme, even if a page shows the picture as an image.

use crate::terminal::one_line;

/// The content of an SVG document.
pub struct Svg<'a> {
    pub width: i32,
    pub height: i32,
    pub title: &'a str,
    /// A description for readers who do not see the picture. Empty if the title is enough.
    pub description: &'a str,
    /// The font size of its texts as a CSS value, such as `12px`.
    pub font: &'a str,
    pub style: &'a str,
    /// The CSS rules that differ on a dark page.
    pub dark: &'a str,
    pub body: &'a str,
}

impl Svg<'_> {
    pub fn document(&self) -> String {
        let Self {
            width,
            height,
            font,
            style,
            dark,
            body,
            ..
        } = self;
        let title = escape_xml(self.title);
        let description = match self.description {
            "" => String::new(),
            text => format!("<desc id=\"desc\">{}</desc>\n", escape_xml(text)),
        };
        let label = if description.is_empty() {
            "title"
        } else {
            "title desc"
        };
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
             width=\"{width}\" height=\"{height}\" role=\"img\" aria-labelledby=\"{label}\">\n\
             <title id=\"title\">{title}</title>\n\
             {description}\
             <style>\n\
             /* The fonts of the system. Digits have equal widths, so that numbers align. */\n\
             svg {{ color-scheme: light dark; font: {font} system-ui, -apple-system, 'Segoe UI', \
             Roboto, 'DejaVu Sans', sans-serif; }}\n\
             text {{ font-variant-numeric: tabular-nums; }}\n\
             {style}\n\
             @media (prefers-color-scheme: dark) {{\n\
             {dark}\n\
             }}\n\
             </style>\n\
             {body}</svg>\n"
        )
    }
}

/// Escapes text for an element or an attribute of HTML or XML.
pub fn escape_xml(text: &str) -> String {
    one_line(text)
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}
