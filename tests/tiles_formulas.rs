//! The formulas of sliding puzzles: verdicts under every set of lemmas, counts of models, and what becomes of them when
//! a hard rule is left out.

#![allow(
    clippy::unwrap_used,
    reason = "what a test calls may fail as the test itself may"
)]

#[path = "common/boards.rs"]
mod boards;

use boards::{Board, distances, grid, neighbours, seeded, shuffled};
use sokosat::cnf::{Formula, Kind, Lit, Model};
use sokosat::limits::Limits;
use sokosat::sat::varisat::{Monitor, Varisat};
use sokosat::sat::{Answer, Backend};
use sokosat::tiles::encode::rules::RULES;
use sokosat::tiles::encode::{Encoding, Lemmas, Options, Span, encode};
use sokosat::tiles::puzzle::Puzzle;
use sokosat::tiles::replay::replay;

struct Case {
    width: usize,
    start: Board,
    target: Board,
    least: Option<usize>,
}

impl Case {
    fn puzzle(&self) -> Puzzle {
        Puzzle::new(
            &grid(self.width, &self.start),
            &grid(self.width, &self.target),
        )
        .unwrap()
    }

    /// The formula without the clauses of one rule, if any.
    fn formula(&self, options: Options, without: Option<&str>) -> (Encoding, Vec<Vec<Lit>>) {
        let mut formula = Formula::default();
        let puzzle = self.puzzle();
        let encoding = encode(&puzzle, options, &Limits::none(), &mut formula).unwrap();
        let kept = formula
            .iter()
            .filter(|(rule, _)| Some(rule.name) != without);
        (encoding, kept.map(|(_, lits)| lits.to_vec()).collect())
    }

    fn model(&self, options: Options, without: Option<&str>) -> Option<(Encoding, Model)> {
        let (encoding, clauses) = self.formula(options, without);
        solved(&clauses).map(|model| (encoding, model))
    }

    /// Whether the moves of a model are a plan, and how many they are.
    fn length(&self, encoding: &Encoding, model: &Model) -> Option<usize> {
        let blanks = encoding.blanks(model);
        let beside = |pair: &[u8]| self.puzzle().shape().distance(pair[0], pair[1]) == 1;
        if !blanks.windows(2).all(beside) {
            return None;
        }
        let letters = self.puzzle().letters(&blanks);
        let (start, target) = (
            grid(self.width, &self.start),
            grid(self.width, &self.target),
        );
        Some(replay(&start, &target, &letters).ok()?.moves())
    }
}

fn solved(clauses: &[Vec<Lit>]) -> Option<Model> {
    let monitor = Monitor::new(&Limits::none());
    let mut solver = Varisat::new(monitor);
    for clause in clauses {
        solver.add(clause);
    }
    match solver.solve() {
        Answer::Sat(model) => Some(model),
        Answer::Unsat => None,
        Answer::Unknown(stop) => panic!("{stop}"),
        Answer::Failed(said) => panic!("{said}"),
    }
}

/// Boards of two by two to three by two, at all depths up to a few moves.
fn cases(seed: u64, count: usize) -> Vec<Case> {
    let mut rng = seeded(seed);
    let mut cases = Vec::new();
    for index in 0..count {
        let (width, cells) = [(2, 4), (3, 6), (2, 6)][index % 3];
        let target = shuffled(&mut rng, cells);
        let truth = distances(width, &target);
        let mut near: Vec<&Board> = truth.keys().filter(|board| truth[*board] <= 7).collect();
        near.sort_unstable();
        let start = if index % 5 == 0 {
            shuffled(&mut rng, cells)
        } else {
            near[index * 7919 % near.len()].clone()
        };
        cases.push(Case {
            least: truth.get(&start).copied(),
            width,
            start,
            target,
        });
    }
    cases
}

/// Whether a formula should have a model.
fn expected(case: &Case, span: Span) -> bool {
    case.least.is_some_and(|least| match span {
        Span::Exactly(moves) => least <= moves && (moves - least) % 2 == 0,
        Span::AtMost(moves) => least <= moves,
        Span::Shortest(moves) => least == moves,
    })
}

#[test]
fn verdicts_are_right_under_every_set_of_lemmas() {
    let (mut yes, mut no) = (0, 0);
    for case in cases(1, 15) {
        for moves in 0..9 {
            let mut spans = vec![Span::Exactly(moves), Span::AtMost(moves)];
            if case.least.is_none_or(|least| least >= moves) {
                spans.push(Span::Shortest(moves));
            }
            for span in spans {
                for lemmas in Lemmas::every_set() {
                    let options = Options { span, lemmas };
                    let model = case.model(options, None);
                    let wanted = expected(&case, span);
                    assert_eq!(model.is_some(), wanted, "{options} {:?}", case.least);
                    if let Some((encoding, model)) = model {
                        let length = case.length(&encoding, &model).unwrap();
                        assert!(
                            length <= moves && (moves == length || span == Span::AtMost(moves))
                        );
                        yes += 1;
                    } else {
                        no += 1;
                    }
                }
            }
        }
    }
    assert!(yes > 300 && no > 300, "{yes} {no}");
}

/// Walks of so many moves from one board to another.
fn walks(width: usize, from: &Board, to: &Board, moves: usize) -> usize {
    if moves == 0 {
        return usize::from(from == to);
    }
    let near = neighbours(width, from).into_iter();
    near.map(|near| walks(width, &near, to, moves - 1)).sum()
}

#[test]
fn the_models_are_as_many_as_the_walks() {
    for case in cases(2, 12) {
        for (moves, lemmas) in itertools::iproduct!(0..6, [Lemmas::NONE, Lemmas::all()]) {
            let span = Span::Exactly(moves);
            let (encoding, mut clauses) = case.formula(Options { span, lemmas }, None);
            let mut count = 0;
            while let Some(model) = solved(&clauses) {
                count += 1;
                // The cells of the blank are the plan: forbid them together.
                let lits = encoding.blank_literals(&model);
                clauses.push(lits.into_iter().map(|lit| !lit).collect());
            }
            let expected = walks(case.width, &case.start, &case.target, moves);
            assert_eq!(count, expected, "{moves} {lemmas} {:?}", case.start);
        }
    }
}

#[test]
fn leaving_out_any_hard_rule_is_noticed() {
    let cases = cases(3, 15);
    for rule in RULES.iter().filter(|rule| rule.kind == Kind::Hard) {
        let mut noticed = false;
        for (case, moves) in itertools::iproduct!(&cases, 0..7) {
            for span in [Span::Exactly(moves), Span::AtMost(moves)] {
                let lemmas = Lemmas::NONE;
                let model = case.model(Options { span, lemmas }, Some(rule.name));
                noticed |= match model {
                    None => expected(case, span),
                    Some((encoding, model)) => {
                        let length = case.length(&encoding, &model);
                        !expected(case, span) || length.is_none_or(|length| length > moves)
                    }
                };
            }
            if noticed {
                break;
            }
        }
        assert!(noticed, "{}", rule.name);
    }
}

#[test]
fn the_wrong_parity_and_too_few_moves_are_refuted_without_conflicts() {
    let case = Case {
        width: 3,
        start: vec![8, 6, 7, 2, 5, 4, 3, 0, 1],
        target: vec![1, 2, 3, 4, 5, 6, 7, 8, 0],
        least: Some(31),
    };
    for span in [Span::Exactly(20), Span::Exactly(30), Span::AtMost(12)] {
        let lemmas = Lemmas::all();
        let (_, clauses) = case.formula(Options { span, lemmas }, None);
        let monitor = Monitor::new(&Limits::none());
        let mut solver = Varisat::new(monitor);
        for clause in &clauses {
            solver.add(clause);
        }
        assert_eq!(solver.solve(), Answer::Unsat);
        assert_eq!(solver.conflicts(), Some(0), "{span}");
    }
}
