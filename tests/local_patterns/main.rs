//! The stored local patterns, proved again by a plain search of its own, and matched on boards.

mod boards;
mod oracle;
mod stored;
