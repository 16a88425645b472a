//! Times and sizes as people type them: a number and a unit, `1.5s`, `2m`, `500M`, `2GiB`.

use std::time::Duration;

const TIMES: [(&str, f64); 5] = [
    ("ms", 0.001),
    ("s", 1.0),
    ("m", 60.0),
    ("h", 3600.0),
    ("", 1.0),
];

const SIZES: [(&str, f64); 13] = [
    ("kib", 1024.0),
    ("mib", 1_048_576.0),
    ("gib", 1_073_741_824.0),
    ("kb", 1e3),
    ("mb", 1e6),
    ("gb", 1e9),
    ("tb", 1e12),
    ("k", 1e3),
    ("m", 1e6),
    ("g", 1e9),
    ("t", 1e12),
    ("b", 1.0),
    ("", 1.0),
];

/// Reads a number with one of the units; units are tried in order, so longer ones come first.
fn scaled(text: &str, units: &[(&str, f64)]) -> Option<f64> {
    let low = text.trim().to_ascii_lowercase();
    let (number, factor) = units
        .iter()
        .find_map(|(unit, factor)| Some((low.strip_suffix(unit)?, factor)))?;
    let value: f64 = number.trim_end().parse().ok()?;
    Some(value * factor).filter(|value| value.is_finite() && *value >= 0.0)
}

/// Reads a time; a bare number means seconds.
pub(crate) fn duration(text: &str) -> Result<Duration, String> {
    scaled(text, &TIMES)
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .ok_or_else(|| "expected a time such as 90, 1.5s, 500ms, 2m or 1h".into())
}

/// Reads a size in bytes; a bare number means bytes.
pub(crate) fn bytes(text: &str) -> Result<u64, String> {
    scaled(text, &SIZES)
        .and_then(|bytes| format!("{bytes:.0}").parse().ok())
        .ok_or_else(|| "expected a size such as 500M, 2G or 1GiB".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_units() {
        for (text, millis) in [
            ("90", 90_000),
            ("1.5s", 1500),
            ("500ms", 500),
            ("2m", 120_000),
            (" 1H ", 3_600_000),
            ("1e+03s", 1_000_000),
        ] {
            assert_eq!(duration(text), Ok(Duration::from_millis(millis)), "{text}");
        }
    }

    #[test]
    fn sizes_have_units() {
        for (text, expected) in [
            ("12", 12),
            ("500M", 500_000_000),
            ("2G", 2_000_000_000),
            ("1GiB", 1 << 30),
            ("3 kb", 3000),
        ] {
            assert_eq!(bytes(text), Ok(expected), "{text}");
        }
    }

    #[test]
    fn nonsense_is_refused() {
        for text in ["", "s", "-1s", "1x", "nan", "inf", "1e400", "1 2"] {
            assert!(duration(text).is_err(), "{text}");
            assert!(bytes(text).is_err(), "{text}");
        }
    }
}
