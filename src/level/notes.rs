//! The text around boards: keys such as `Title:`, comments, headings, solutions.
//!
//! A key's value belongs to the board that its paragraph touches: the one above if no blank line
//! lies between, else the one right below, else the one above after all (the `.sok` order). A
//! level without a title key takes the last line of a short paragraph before it (`; 1`), since a
//! long paragraph is prose. Everything else is passed over.

use super::Level;

/// Keys whose lines are neither titles nor rows.
const KEYS: [&str; 20] = [
    "author",
    "collection",
    "comment",
    "comments",
    "copyright",
    "date",
    "difficulty",
    "e-mail",
    "email",
    "game",
    "homepage",
    "license",
    "moves",
    "pushes",
    "set",
    "source",
    "title",
    "url",
    "version",
    "website",
];

/// Titles and authors are cut at this many characters.
const LONGEST: usize = 200;

/// The most lines of a paragraph whose last line can be a title.
const SHORT: usize = 2;

/// Splits `Key: value` where the key is a known one; the key comes in lower case.
pub(super) fn key(text: &str) -> Option<(&'static str, &str)> {
    let (name, value) = text.split_once(':')?;
    let name = name.trim();
    let known = KEYS.iter().find(|known| known.eq_ignore_ascii_case(name))?;
    Some((known, value.trim()))
}

/// Whether a line opens a solution or a saved game, which lasts until the next blank line.
fn opens_moves(text: &str) -> bool {
    let opens = |word: &str| {
        let head = text.get(..word.len());
        head.is_some_and(|head| head.eq_ignore_ascii_case(word))
            && !text[word.len()..].starts_with(|next: char| next.is_ascii_alphabetic())
    };
    ["solution", "solutions", "snapshot", "savegame"]
        .into_iter()
        .any(opens)
}

/// Whether a line is a solution rather than a heading.
fn is_lurd(text: &str) -> bool {
    let moves = |symbol: char| "lurdLURD()".contains(symbol) || symbol.is_ascii_digit();
    text.len() >= 8 && text.chars().all(moves)
}

/// A value as it may be shown: comment signs, quotes and control characters taken off.
pub(super) fn shown(text: &str) -> Option<String> {
    let clean: String = text
        .chars()
        .filter(|symbol| !symbol.is_control() && !matches!(symbol, '\u{2028}' | '\u{2029}'))
        .take(LONGEST)
        .collect();
    let clean = clean.trim();
    clean
        .contains(char::is_alphanumeric)
        .then(|| clean.to_owned())
}

/// The heading that a text line makes, if it makes one.
fn heading(text: &str) -> Option<String> {
    if text.starts_with("::") || is_lurd(text) {
        return None;
    }
    let bare = text.trim_start_matches([';', ' ', '\t']);
    let quoted = bare
        .strip_prefix('\'')
        .map(|rest| rest.trim_end_matches('\''));
    shown(quoted.unwrap_or(bare))
}

/// What has been read since the last board.
#[derive(Debug, Default)]
pub(super) struct Notes {
    /// Whether no blank line has come since the board above.
    touches_above: bool,
    /// Values of this paragraph that the board above has not taken.
    title: Option<String>,
    author: Option<String>,
    /// A heading for the board below.
    heading: Option<Heading>,
    /// Text lines of this paragraph.
    lines: usize,
    /// Inside a solution.
    in_moves: bool,
    /// Whether the board above has its title by key.
    titled: bool,
}

#[derive(Debug)]
struct Heading {
    text: String,
    /// Whether it might belong to the board above as well.
    touches_above: bool,
}

impl Notes {
    /// Takes a line of text; `above` is the level above it.
    pub(super) fn text(&mut self, text: &str, above: Option<&mut Level>) {
        let text = text.trim();
        match key(text) {
            _ if self.in_moves => {}
            Some(("title", value)) => self.keep_title(shown(value), above),
            Some(("author", value)) => self.keep_author(shown(value), above),
            Some(_) => {}
            None if opens_moves(text) => self.in_moves = true,
            None => self.keep_heading(text),
        }
    }

    fn keep_title(&mut self, title: Option<String>, above: Option<&mut Level>) {
        match above {
            Some(level) if self.touches_above && !self.titled && title.is_some() => {
                level.title = title;
                self.titled = true;
            }
            _ => self.title = title,
        }
    }

    fn keep_author(&mut self, author: Option<String>, above: Option<&mut Level>) {
        match above {
            Some(level) if self.touches_above && level.author.is_none() => level.author = author,
            _ => self.author = author,
        }
    }

    fn keep_heading(&mut self, text: &str) {
        self.lines += 1;
        if self.lines > SHORT {
            self.heading = None;
        } else if let Some(text) = heading(text) {
            let touches_above = self.touches_above;
            self.heading = Some(Heading {
                text,
                touches_above,
            });
        }
    }

    /// Ends a paragraph: what touches no board below goes to the level above.
    pub(super) fn blank(&mut self, above: Option<&mut Level>) {
        let (title, author) = (self.title.take(), self.author.take());
        if let Some(level) = above {
            if !self.titled && title.is_some() {
                level.title = title;
                self.titled = true;
            }
            if level.author.is_none() {
                level.author = author;
            }
            if level.title.is_none() {
                let taken = self.heading.take_if(|heading| heading.touches_above);
                level.title = taken.map(|heading| heading.text);
            }
        }
        if let Some(heading) = &mut self.heading {
            heading.touches_above = false;
        }
        self.touches_above = false;
        self.in_moves = false;
        self.lines = 0;
    }

    /// Gives a board that begins here what is waiting for it.
    pub(super) fn begin(&mut self, level: &mut Level) {
        let heading = self.heading.take().map(|heading| heading.text);
        self.titled = self.title.is_some();
        level.title = self.title.take().or(heading);
        level.author = self.author.take();
        *self = Self {
            touches_above: true,
            titled: self.titled,
            ..Self::default()
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_known_keys_are_keys() {
        assert_eq!(key("Title:Spade"), Some(("title", "Spade")));
        assert_eq!(key(" AUTHOR : A: B "), Some(("author", "A: B")));
        assert_eq!(key("Level 1: the start"), None);
    }

    #[test]
    fn a_heading_loses_its_comment_signs_and_control_characters() {
        assert_eq!(heading(";; dh-101.xsb").as_deref(), Some("dh-101.xsb"));
        assert_eq!(
            heading("'Take the long way.'").as_deref(),
            Some("Take the long way.")
        );
        assert_eq!(heading("; \u{1b}[31mred").as_deref(), Some("[31mred"));
        for none in [";-----", ":: about", "rruLLdUrD", ""] {
            assert_eq!(heading(none), None, "{none}");
        }
    }

    #[test]
    fn solutions_are_told_from_titles() {
        assert!(opens_moves("Solution") && opens_moves("SOLUTION/Moves: rRR"));
        assert!(!opens_moves("Solutionless"));
    }
}
