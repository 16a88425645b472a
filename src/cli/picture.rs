//! Pictures of a board: walls, goals, dead cells and a few boxes, as text and as SVG.
//!
//! One picture holds one symbol a square; the SVG sheet lays several side by side, each under
//! a caption.

use std::fmt::Write as _;

use sokosat::board::{Board, Cell};
use sokosat::level::{Level, Square};

/// What a square of a picture shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Look {
    Outside,
    Wall,
    Floor,
    Goal,
    Dead,
    Box,
    BoxOnGoal,
}

impl Look {
    fn symbol(self) -> char {
        match self {
            Self::Outside | Self::Floor => ' ',
            Self::Wall => '#',
            Self::Goal => '.',
            Self::Dead => 'x',
            Self::Box => '$',
            Self::BoxOnGoal => '*',
        }
    }
}

/// One board with a caption.
#[derive(Debug, Clone)]
pub(crate) struct Picture {
    pub(crate) caption: String,
    width: usize,
    looks: Vec<Look>,
}

impl Picture {
    /// Walls and goals of a level, nothing on the floor.
    pub(crate) fn bare(level: &Level, board: &Board, caption: String) -> Self {
        let (width, height) = (level.width(), level.height());
        let mut picture = Self {
            caption,
            width,
            looks: vec![Look::Outside; width * height],
        };
        for (x, y, square) in level.squares() {
            if square == Square::Wall {
                picture.looks[y * width + x] = Look::Wall;
            }
        }
        for cell in board.cells() {
            let look = if board.is_goal(cell) {
                Look::Goal
            } else {
                Look::Floor
            };
            picture.set(board, cell, look);
        }
        picture
    }

    fn set(&mut self, board: &Board, cell: Cell, look: Look) {
        let (x, y) = board.place(cell);
        self.looks[y * self.width + x] = look;
    }

    /// The same with boxes.
    pub(crate) fn with_boxes(mut self, board: &Board, boxes: &[Cell]) -> Self {
        for &cell in boxes {
            let look = if board.is_goal(cell) {
                Look::BoxOnGoal
            } else {
                Look::Box
            };
            self.set(board, cell, look);
        }
        self
    }

    /// The same with dead cells marked.
    pub(crate) fn with_dead(mut self, board: &Board, dead: &[Cell]) -> Self {
        for &cell in dead {
            self.set(board, cell, Look::Dead);
        }
        self
    }

    /// The rows as text, each after two blanks.
    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        for row in self.looks.chunks(self.width) {
            let row: String = row.iter().map(|look| look.symbol()).collect();
            text += format!("  {row}").trim_end();
            text.push('\n');
        }
        text
    }
}

/// Side of a square in the SVG, in pixels.
const SIDE: usize = 16;

/// Pictures a row of the sheet.
const PER_ROW: usize = 4;

/// A sheet with all pictures of one board, row by row.
pub(crate) fn svg(title: &str, pictures: &[Picture]) -> String {
    let width = pictures.first().map_or(0, |first| first.width * SIDE);
    let height = pictures
        .first()
        .map_or(0, |first| first.looks.len() / first.width.max(1) * SIDE);
    let (step_x, step_y) = (width.max(160) + 2 * SIDE, height + 3 * SIDE);
    let columns = pictures.len().clamp(1, PER_ROW);
    let rows = pictures.len().div_ceil(PER_ROW);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" font-family=\"sans-serif\" font-size=\"11\">\n<title>{}</title>\n",
        columns * step_x + SIDE,
        rows * step_y + SIDE,
        escaped(title)
    );
    for (index, picture) in pictures.iter().enumerate() {
        let corner = (
            SIDE + index % PER_ROW * step_x,
            SIDE + index / PER_ROW * step_y,
        );
        draw(&mut text, picture, corner);
    }
    text + "</svg>\n"
}

fn draw(text: &mut String, picture: &Picture, (left, top): (usize, usize)) {
    let mut line = |args: std::fmt::Arguments<'_>| {
        text.write_fmt(args).expect("a string takes any text");
        text.push('\n');
    };
    line(format_args!("<g transform=\"translate({left},{top})\">"));
    line(format_args!(
        "<text x=\"0\" y=\"10\">{}</text>",
        escaped(&picture.caption)
    ));
    for (index, look) in picture.looks.iter().enumerate() {
        let (x, y) = (
            index % picture.width * SIDE,
            SIDE + index / picture.width * SIDE,
        );
        let fill = match look {
            Look::Outside => continue,
            Look::Wall => "#445",
            Look::Dead => "#e9b8b0",
            _ => "#f4f1e8",
        };
        line(format_args!(
            "<rect x=\"{x}\" y=\"{y}\" width=\"{SIDE}\" height=\"{SIDE}\" fill=\"{fill}\"/>"
        ));
        let (cx, cy) = (x + SIDE / 2, y + SIDE / 2);
        if matches!(look, Look::Goal | Look::BoxOnGoal) {
            line(format_args!(
                "<circle cx=\"{cx}\" cy=\"{cy}\" r=\"{}\" fill=\"#3a7\"/>",
                SIDE / 4
            ));
        }
        if matches!(look, Look::Box | Look::BoxOnGoal) {
            let (x, y, side) = (x + 2, y + 2, SIDE - 4);
            line(format_args!(
                "<rect x=\"{x}\" y=\"{y}\" width=\"{side}\" height=\"{side}\" fill=\"#b8863b\" fill-opacity=\"0.85\" stroke=\"#553\"/>"
            ));
        }
    }
    line(format_args!("</g>"));
}

/// Text as XML takes it.
fn escaped(text: &str) -> String {
    let plain = text.chars().filter(|symbol| !symbol.is_control());
    plain
        .map(|symbol| match symbol {
            '&' => "&amp;".into(),
            '<' => "&lt;".into(),
            '>' => "&gt;".into(),
            other => other.to_string(),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pictures() -> Vec<Picture> {
        let level = Level::from_rows(&["  ####", "###  #", "#@$ .#", "######"]);
        let board = Board::new(&level).unwrap();
        let cells: Vec<Cell> = board.cells().collect();
        let bare = Picture::bare(&level, &board, "a < b".into());
        vec![
            bare.clone().with_dead(&board, &cells[..2]),
            bare.with_boxes(&board, &cells[4..]),
        ]
    }

    #[test]
    fn dead_cells_and_boxes_stand_where_they_belong() {
        let texts: Vec<String> = pictures().iter().map(Picture::text).collect();
        assert_eq!(texts[0], "    ####\n  ###xx#\n  #   .#\n  ######\n");
        assert_eq!(texts[1], "    ####\n  ###  #\n  #  $*#\n  ######\n");
    }

    #[test]
    fn a_sheet_is_well_formed_xml_with_every_wall() {
        let sheet = svg("T & co", &pictures());
        let document = roxmltree::Document::parse(&sheet).unwrap();
        let walls = document
            .descendants()
            .filter(|node| node.attribute("fill") == Some("#445"));
        assert_eq!(walls.count(), 2 * 16);
        assert!(sheet.contains("a &lt; b"));
    }
}
