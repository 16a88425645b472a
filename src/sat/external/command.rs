//! The command line of a solver, and where its files go.
//!
//! Words are split as a shell splits them, quotes included; no shell is started. In every word `{}`
//! stands for the path of the formula and `{out}` for that of a result file. The word `<` says that
//! the formula comes on standard input; a formula that is named nowhere is appended as the last word.

use std::fmt;
use std::path::Path;
use std::str::FromStr;

const FORMULA: &str = "{}";
const RESULT: &str = "{out}";
const INPUT: &str = "<";

/// A program with its options.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SolverCommand {
    text: String,
    program: String,
    options: Vec<String>,
    reads_input: bool,
}

/// Why a text is no command.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BadCommand {
    /// There is no word.
    #[error("expected a program with its options")]
    Empty,
    /// A quote without an end.
    #[error("a quote is not closed")]
    Quote,
    /// A control character.
    #[error("a control character does not belong into a command")]
    Control,
}

impl FromStr for SolverCommand {
    type Err = BadCommand;

    fn from_str(text: &str) -> Result<Self, BadCommand> {
        if text.chars().any(char::is_control) {
            return Err(BadCommand::Control);
        }
        let mut words = shlex::split(text).ok_or(BadCommand::Quote)?.into_iter();
        let program = words.next().filter(|program| !program.is_empty());
        let (input, options): (Vec<_>, _) = words.partition(|word| word == INPUT);
        Ok(Self {
            text: text.trim().into(),
            program: program.ok_or(BadCommand::Empty)?,
            options,
            reads_input: !input.is_empty(),
        })
    }
}

/// As it was typed.
impl fmt::Display for SolverCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl SolverCommand {
    /// Whether the formula comes on standard input.
    pub(super) fn reads_input(&self) -> bool {
        self.reads_input
    }

    /// Whether the answer goes to a result file instead of standard output.
    pub(super) fn wants_result_file(&self) -> bool {
        self.options.iter().any(|word| word.contains(RESULT))
    }

    /// The program.
    pub(super) fn program(&self) -> &str {
        &self.program
    }

    /// The options with the paths put in.
    pub(super) fn options(&self, formula: &Path, result: &Path) -> Vec<String> {
        let (formula, result) = (formula.to_string_lossy(), result.to_string_lossy());
        let put = |word: &String| word.replace(RESULT, &result).replace(FORMULA, &formula);
        let mut words: Vec<String> = self.options.iter().map(put).collect();
        let named = self.options.iter().any(|word| word.contains(FORMULA));
        if !named && !self.reads_input {
            words.push(formula.into_owned());
        }
        words
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(text: &str) -> Vec<String> {
        let command: SolverCommand = text.parse().unwrap();
        command.options(Path::new("/tmp/f.cnf"), Path::new("/tmp/r"))
    }

    #[test]
    fn the_formula_goes_where_it_is_wanted() {
        assert_eq!(options("kissat -q"), ["-q", "/tmp/f.cnf"]);
        assert_eq!(options("minisat {} {out}"), ["/tmp/f.cnf", "/tmp/r"]);
        assert_eq!(options("x --in={} -v"), ["--in=/tmp/f.cnf", "-v"]);
        assert_eq!(options("kissat -q <"), ["-q"]);
        let quoted = options("sh -c 'exec my solver < {}'");
        assert_eq!(quoted, ["-c", "exec my solver < /tmp/f.cnf"]);
    }

    #[test]
    fn standard_input_and_result_files_are_asked_for_by_words() {
        let command = |text: &str| text.parse::<SolverCommand>().unwrap();
        assert!(command("kissat -q <").reads_input());
        assert!(!command("kissat -q").reads_input());
        assert!(!command("sh -c 'kissat < {}'").reads_input());
        assert!(command("minisat {} {out}").wants_result_file());
        assert!(!command("minisat {}").wants_result_file());
    }

    #[test]
    fn a_command_is_shown_as_it_was_typed() {
        let command: SolverCommand = " 'my solver' -q {} ".parse().unwrap();
        assert_eq!(command.program(), "my solver");
        assert_eq!(command.to_string(), "'my solver' -q {}");
    }

    #[test]
    fn texts_that_are_no_command_are_refused() {
        let read = |text: &str| text.parse::<SolverCommand>().unwrap_err();
        assert_eq!(read(""), BadCommand::Empty);
        assert_eq!(read("  "), BadCommand::Empty);
        assert_eq!(read("'' -q"), BadCommand::Empty);
        assert_eq!(read("kissat 'q"), BadCommand::Quote);
        assert_eq!(read("kissat\n-q"), BadCommand::Control);
    }
}
