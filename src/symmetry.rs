//! The symmetries of a board: rotations and reflections that map floor onto floor and goals onto goals.
//!
//! Boxes and player are not asked: two positions of which one is the image of the other take equally many
//! pushes to the goals. The symmetries of a board, the identity with them, are a group. The drawing does not count
//! either, only the least rectangle around the floor, so walls and decoration outside break nothing.

use itertools::Itertools;

use crate::board::{Board, Cell};
use crate::level::Symmetry;

/// Where a symmetry of a board takes each cell.
pub type Turn = Vec<Cell>;

/// The symmetries of a board, the identity left out: at most seven.
///
/// # Panics
/// Never: a board has at least one cell.
#[must_use]
pub fn turns(board: &Board) -> Vec<Turn> {
    let places: Vec<(usize, usize)> = board.cells().map(|cell| board.place(cell)).collect();
    let (columns, rows) = (
        places.iter().map(|place| place.0),
        places.iter().map(|place| place.1),
    );
    let least = |numbers: &mut dyn Iterator<Item = usize>| numbers.min().expect("it has a cell");
    let most = |numbers: &mut dyn Iterator<Item = usize>| numbers.max().expect("it has a cell");
    let (left, top) = (least(&mut columns.clone()), least(&mut rows.clone()));
    let size = (
        most(&mut columns.clone()) - left + 1,
        most(&mut rows.clone()) - top + 1,
    );
    let image = |symmetry: Symmetry, cell: Cell| {
        let (x, y) = places[cell.index()];
        let (x, y) = symmetry.of_square((x - left, y - top), size);
        // Cells are numbered row by row.
        let found = places.binary_search_by_key(&(y + top, x + left), |&(x, y)| (y, x));
        let image = Cell(u16::try_from(found.ok()?).ok()?);
        (board.is_goal(cell) == board.is_goal(image)).then_some(image)
    };
    let turn = |symmetry: &Symmetry| board.cells().map(|cell| image(*symmetry, cell)).collect();
    let all = Symmetry::ALL.iter().filter_map(turn).unique();
    // In a corridor some other symmetries leave every cell where it is, too.
    all.filter(|turn: &Turn| !turn.iter().copied().eq(board.cells()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Level;

    fn board(rows: &[&str]) -> Board {
        Board::new(&Level::from_rows(rows)).unwrap()
    }

    fn count(rows: &[&str]) -> usize {
        turns(&board(rows)).len()
    }

    #[test]
    fn a_square_room_has_seven_symmetries_and_an_oblong_one_three() {
        assert_eq!(
            count(&["#####", "#@$ #", "# . #", "#   #", "#####"]),
            7,
            "the goal is in the middle"
        );
        assert_eq!(count(&["######", "#.@ .#", "#.$ .#", "######"]), 3);
    }

    #[test]
    fn a_corridor_has_one_symmetry() {
        assert_eq!(count(&["#######", "#.@$ .#", "#######"]), 1);
        assert_eq!(count(&["###", "#@#", "#$#", "#.#", "###"]), 0);
    }

    #[test]
    fn an_l_is_mirrored_at_its_diagonal_only() {
        let uneven = ["####", "#@##", "#.##", "#$.#", "####"];
        assert_eq!(count(&uneven), 0);
        let even = ["#####", "#+###", "# ###", "#$ .#", "#####"];
        let board = board(&even);
        let [turn] = &turns(&board)[..] else {
            panic!("it has one symmetry")
        };
        let image = [4, 3, 2, 1, 0].map(Cell);
        assert_eq!(turn[..], image);
    }

    #[test]
    fn goals_break_the_symmetry_of_a_room_and_boxes_and_player_do_not() {
        let room = |row| ["#####", row, "#   #", "# $@#", "#####"];
        assert_eq!(count(&room("# . #")), 1);
        assert_eq!(count(&room("#.  #")), 1, "at the diagonal");
        assert_eq!(count(&room("#.. #")), 0);
        assert_eq!(count(&room("#. .#")), 1);
    }

    #[test]
    fn what_lies_around_the_floor_does_not_count() {
        let rows = [
            "###########",
            "#@$ ####* #",
            "# . #######",
            "#   #",
            "#####",
        ];
        assert_eq!(count(&rows), 7);
    }

    #[test]
    fn a_turn_keeps_neighbours_and_takes_no_two_cells_to_one() {
        let board = board(&["#####", "#@$ #", "# . #", "#   #", "#####"]);
        for turn in turns(&board) {
            let mut images = turn.clone();
            images.sort_unstable();
            assert!(images.into_iter().eq(board.cells()));
            for cell in board.cells() {
                let next = |cell: Cell| board.neighbours(cell);
                let mut own: Vec<Cell> = next(cell).map(|next| turn[next.index()]).collect();
                let mut of_image: Vec<Cell> = next(turn[cell.index()]).collect();
                own.sort_unstable();
                of_image.sort_unstable();
                assert_eq!(own, of_image);
            }
        }
    }
}
