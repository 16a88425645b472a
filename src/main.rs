//! The command-line tool; everything it knows is in the library, everything it says is in `cli`.

mod cli;

fn main() -> std::process::ExitCode {
    cli::run()
}
