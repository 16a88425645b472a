//! Collections as XML (`.slc`): `<SokobanLevels>` holds `<Level Id=...>`, that holds `<L>` rows.
//!
//! XML is read by roxmltree. What could make it slow or large (entities, crowds of attributes or
//! namespaces; it looks them up one by one) is refused beforehand: no collection has any use for
//! them. Source: the `SokobanLev.dtd` that such files name; it is never fetched.

use roxmltree::{Document, Node, ParsingOptions};

use super::line::{self, Budget};
use super::{Level, Place, file, notes, xsb};

/// The most tags, attributes in a tag, and namespaces.
const MAX_TAGS: usize = 2_000_000;
const MAX_ATTRIBUTES: usize = 1_000;
const MAX_NAMESPACES: usize = 100;

/// Whether a text is XML of this kind, well-formed or not; other markup is read as text.
///
/// The content decides; the name helps only where a root of another name follows.
pub(super) fn is_xml(name: &str, text: &str) -> bool {
    let text = text.trim_start();
    let starts = |tag: &str| {
        let head = text.get(..tag.len());
        head.is_some_and(|head| head.eq_ignore_ascii_case(tag))
    };
    starts("<?xml")
        || starts("<SokobanLevels")
        || starts("<!DOCTYPE SokobanLevels")
        || starts("<!--") && text.contains("<SokobanLevels")
        || starts("<") && name.to_ascii_lowercase().ends_with(".slc")
}

/// Reads the levels of an XML text, and stops when there are more than `most`.
///
/// # Errors
/// The place and cause if it is malformed or made to exhaust memory.
pub(super) fn read(text: &str, most: usize) -> Result<Vec<Level>, (Place, String)> {
    let body = text.trim_start();
    let offset = text.len() - body.len();
    if let Some((at, cause)) = excess(body) {
        return Err((file::place_of(text, offset + at), cause));
    }
    let options = ParsingOptions {
        allow_dtd: true,
        ..ParsingOptions::default()
    };
    let document = Document::parse_with_options(body, options).map_err(|error| {
        let pos = error.pos();
        let message = error.to_string();
        let cause = message
            .strip_suffix(&format!(" at {pos}"))
            .unwrap_or(&message);
        let lead = file::place_of(text, offset);
        let column = if pos.row == 1 { lead.column - 1 } else { 0 };
        let place = Place {
            line: lead.line - 1 + pos.row as usize,
            column: column + pos.col as usize,
        };
        (place, format!("the XML is malformed: {cause}"))
    })?;
    Ok(levels(&document, Cursor::at(text, offset), most))
}

/// What would make the XML library slow or large, and at which byte.
fn excess(text: &str) -> Option<(usize, String)> {
    if let Some(at) = text.find("<!ENTITY") {
        return Some((
            at,
            "the XML declares an entity: this is not accepted".into(),
        ));
    }
    if let Some((at, _)) = text.match_indices("xmlns").nth(MAX_NAMESPACES) {
        return Some((
            at,
            format!("the XML has more than {MAX_NAMESPACES} namespaces"),
        ));
    }
    if let Some((at, _)) = text.match_indices('<').nth(MAX_TAGS) {
        return Some((at, format!("the XML has more than {MAX_TAGS} tags")));
    }
    let mut at = 0;
    for tag in text.split('<') {
        let values = tag.split('=').skip(1);
        let quoted = values.filter(|value| value.trim_start().starts_with(['"', '\'']));
        if quoted.count() > MAX_ATTRIBUTES {
            let cause = format!("the XML has a tag with more than {MAX_ATTRIBUTES} attributes");
            return Some((at.min(text.len()), cause));
        }
        at += tag.len() + 1;
    }
    None
}

fn levels(document: &Document, mut cursor: Cursor, most: usize) -> Vec<Level> {
    let mut budget = Budget::new();
    let mut levels = Vec::new();
    let is_level = |node: &Node| is(*node, "Level");
    for node in document.descendants().filter(is_level).take(most + 1) {
        let mut level = level(node, &mut cursor, &mut budget);
        level.number = levels.len() + 1;
        levels.push(level);
    }
    levels
}

fn is(node: Node, name: &str) -> bool {
    node.is_element() && node.tag_name().name().eq_ignore_ascii_case(name)
}

fn level(node: Node, cursor: &mut Cursor, budget: &mut Budget) -> Level {
    let mut level = Level::empty();
    let parent = node.parent_element();
    let attribute = |node: Node, name| node.attribute(name).and_then(notes::shown);
    level.title = attribute(node, "Id");
    level.author = attribute(node, "Copyright")
        .or_else(|| parent.and_then(|parent| attribute(parent, "Copyright")));
    let start = cursor.advance(node.range().start);
    for row in node.children().filter(|row| is(*row, "L")) {
        add_row(&mut level, row, cursor, budget);
    }
    level.trim_rows();
    if level.height() == 0 {
        level.mark(start, "the level has no rows".into());
    }
    level
}

/// Adds the row of an `<L>`, whose text may be broken up by comments.
fn add_row(level: &mut Level, row: Node, cursor: &mut Cursor, budget: &mut Budget) {
    let pieces = || row.descendants().filter(Node::is_text);
    let first = pieces()
        .next()
        .map_or(row.range().start, |piece| piece.range().start);
    let place = cursor.advance(first);
    let text: String = pieces().filter_map(|piece| piece.text()).collect();
    xsb::add(level, place, line::read_row(&text, budget));
}

/// Turns rising byte offsets into places in one pass over the text.
struct Cursor<'a> {
    text: &'a str,
    /// Added to the offsets asked for.
    offset: usize,
    byte: usize,
    place: Place,
}

impl<'a> Cursor<'a> {
    fn at(text: &'a str, offset: usize) -> Self {
        Self {
            text,
            offset,
            byte: 0,
            place: Place { line: 1, column: 1 },
        }
    }

    fn advance(&mut self, offset: usize) -> Place {
        let end = self.offset + offset;
        let passed = self.text.get(self.byte..end).unwrap_or("");
        for symbol in passed.chars() {
            if symbol == '\n' {
                self.place.line += 1;
                self.place.column = 1;
            } else {
                self.place.column += 1;
            }
        }
        self.byte = self.byte.max(end);
        self.place
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TWO: &str = r#"<?xml version="1.0" encoding="ISO-8859-1"?>
<!DOCTYPE SokobanLevels SYSTEM "SokobanLev.dtd">
<SokobanLevels><Title>Set</Title>
  <LevelCollection Copyright="A. Nobody" MaxWidth="6">
    <Level Id="One &amp; only" Width="6">
      <L>  ####</L><L>###@.#</L>
      <L/>
      <L><![CDATA[# $]]><!-- here -->  #</L>
    </Level>
    <Level Id="2" Copyright="B"><L>4#|#@$.#</L></Level>
    <Level Id="3"/>
  </LevelCollection>
</SokobanLevels>
"#;

    #[test]
    fn levels_have_rows_titles_authors_and_places() {
        assert!(is_xml("-", TWO));
        let levels = read(TWO, 9).unwrap();
        assert_eq!(levels.len(), 3);
        assert_eq!(levels[0].to_string(), "  ####\n###@.#\n\n# $  #\n");
        assert_eq!(levels[0].title.as_deref(), Some("One & only"));
        assert_eq!(levels[0].author.as_deref(), Some("A. Nobody"));
        assert_eq!(levels[1].author.as_deref(), Some("B"));
        assert_eq!(
            levels[0].place(2, 0),
            Place {
                line: 6,
                column: 12
            }
        );
        assert_eq!(
            levels[0].place(3, 1),
            Place {
                line: 6,
                column: 26
            }
        );
        assert_eq!(levels[1].to_string(), "####\n#@$.#\n");
        assert_eq!(
            levels[1].place(0, 1),
            Place {
                line: 10,
                column: 39
            }
        );
        let flaw = levels[2].flaw.clone().unwrap();
        assert_eq!(flaw.to_string(), "line 11, column 5: the level has no rows");
    }

    #[test]
    fn content_tells_xml_and_other_markup_is_text() {
        for text in ["\n<?xml ?>", "<sokobanlevels>", "<!-- a --><SokobanLevels>"] {
            assert!(is_xml("a.xsb", text), "{text}");
        }
        assert!(is_xml("a.SLC", "<Levels>") && !is_xml("a.SLC", "####"));
        assert!(!is_xml("a.xsb", "<html>") && !is_xml("a.xsb", "<!-- a -->"));
    }

    #[test]
    fn a_foreign_symbol_is_named_with_its_place() {
        let text = "<SokobanLevels><Level>\n<L>#@x#</L></Level></SokobanLevels>";
        let flaw = read(text, 9).unwrap()[0].flaw.clone().unwrap();
        assert_eq!(flaw.place, Place { line: 2, column: 6 });
        assert!(flaw.cause.contains("foreign symbol 'x'"), "{flaw}");
    }

    #[test]
    fn malformed_xml_is_refused_with_its_place() {
        let text = "\n  <SokobanLevels>\n<Level><L>###</Level></SokobanLevels>";
        let (place, cause) = read(text, 9).unwrap_err();
        assert_eq!(
            place,
            Place {
                line: 3,
                column: 14
            }
        );
        assert!(
            cause.starts_with("the XML is malformed: expected 'L' tag"),
            "{cause}"
        );
        assert!(!cause.contains(" at "), "{cause}");
    }

    #[test]
    fn xml_made_to_exhaust_memory_is_refused_at_once() {
        let bomb = r#"<!DOCTYPE SokobanLevels [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>"#;
        let many = |text: &str, end: &str| format!("<SokobanLevels {}{end}", text.repeat(200_000));
        for (text, cause) in [
            (
                format!("{bomb}<SokobanLevels>&b;</SokobanLevels>"),
                "an entity",
            ),
            (many("a = '' ", "/>"), "attributes"),
            (many("xmlns:a='' ", "/>"), "namespaces"),
            (many("><a", ""), "malformed"),
        ] {
            let error = read(&text, 9).unwrap_err().1;
            assert!(error.contains(cause), "{error}");
        }
        assert!(
            read(&"<".repeat(MAX_TAGS + 2), 9)
                .unwrap_err()
                .1
                .contains("tags")
        );
    }
}
