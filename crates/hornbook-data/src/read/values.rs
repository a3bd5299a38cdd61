//! Numbers, booleans and dates as text files write them.

use crate::column::days_from_civil;

/// Integers beyond this cannot all be told apart as `f64`.
pub(crate) const EXACT: u64 = 1 << 53;

/// The powers of ten that `f64` holds exactly: one division by such a power rounds once, so it is correct.
const POWERS: [f64; 23] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
    1e19, 1e20, 1e21, 1e22,
];

/// A number, correctly rounded; `None` for anything else and for integers that `f64` would not keep exactly.
#[inline]
pub(crate) fn number(text: &[u8]) -> Option<f64> {
    let (negative, unsigned) = match text {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        all => (false, all),
    };
    let magnitude = short_decimal(unsigned).or_else(|| any_number(unsigned))?;
    Some(if negative { -magnitude } else { magnitude })
}

/// Digits with at most one point, few enough that the digits and the power of ten are exact.
#[inline]
fn short_decimal(text: &[u8]) -> Option<f64> {
    // Nineteen digits cannot overflow 64 bits.
    if text.len() > 20 {
        return None;
    }
    let (whole, rest) = leading_digits(text, 0);
    let (mantissa, decimals) = match rest {
        [] => (whole, 0),
        [b'.', fraction @ ..] => {
            let (mantissa, rest) = leading_digits(fraction, whole);
            if !rest.is_empty() {
                return None;
            }
            (mantissa, fraction.len())
        }
        _ => return None,
    };
    let digits = text.len() - usize::from(!rest.is_empty());
    if digits == 0 || digits > 19 || mantissa > EXACT {
        return None;
    }
    Some(if decimals == 0 { mantissa as f64 } else { mantissa as f64 / POWERS[decimals] })
}

/// Appends the digits at the start to a number, and returns what follows them.
#[inline]
fn leading_digits(text: &[u8], mut number: u64) -> (u64, &[u8]) {
    let mut rest = text;
    while let [byte, after @ ..] = rest {
        let digit = byte.wrapping_sub(b'0');
        if digit > 9 {
            break;
        }
        // More digits than fit are counted, and refused, by the caller.
        number = number.wrapping_mul(10).wrapping_add(u64::from(digit));
        rest = after;
    }
    (number, rest)
}

#[cold]
fn any_number(unsigned: &[u8]) -> Option<f64> {
    if unsigned.iter().all(u8::is_ascii_digit) {
        let zeros = unsigned.iter().take_while(|&&b| b == b'0').count();
        // Leading zeros may have made it look too long.
        return match &unsigned[zeros..] {
            [] if zeros > 0 => Some(0.0),
            significant if zeros > 0 => short_decimal(significant),
            _ => None,
        };
    }
    // A second sign is no number, whatever the parser says.
    if matches!(unsigned.first(), None | Some(b'-' | b'+')) {
        return None;
    }
    fast_float2::parse(unsigned).ok()
}

/// `true` or `false` in any case.
#[inline]
pub(crate) fn boolean(text: &[u8]) -> Option<bool> {
    match text.len() {
        4 if text.eq_ignore_ascii_case(b"true") => Some(true),
        5 if text.eq_ignore_ascii_case(b"false") => Some(false),
        _ => None,
    }
}

/// `YYYY-MM-DD` or `YYYY/MM/DD`, then perhaps `T` or a space and `HH:MM[:SS[.fff]]`, then perhaps `Z` or an
/// offset: milliseconds since 1970-01-01 UTC.
#[inline]
pub(crate) fn date(text: &[u8]) -> Option<i64> {
    let (day, time) = text.split_at_checked(10)?;
    let separator = day[4];
    if !matches!(separator, b'-' | b'/') || day[7] != separator {
        return None;
    }
    let year = two(day[0], day[1])? * 100 + two(day[2], day[3])?;
    let (month, day) = (two(day[5], day[6])?, two(day[8], day[9])?);
    moment(year, month, day, if time.is_empty() { 0 } else { clock(time)? })
}

/// Milliseconds since 1970 of a day of the calendar and milliseconds within it, if there is such a day.
pub(crate) fn moment(year: i64, month: i64, day: i64, milliseconds: i64) -> Option<i64> {
    const LENGTHS: [i64; 12] = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let is_leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    let length =
        LENGTHS.get(usize::try_from(month).ok()?.checked_sub(1)?)? + i64::from(month == 2 && is_leap);
    (1..=length).contains(&day).then(|| days_from_civil(year, month, day) * 86_400_000 + milliseconds)
}

/// The time after a date, in milliseconds, with its offset from UTC taken off.
fn clock(text: &[u8]) -> Option<i64> {
    let [b'T' | b't' | b' ', h1, h2, b':', m1, m2, rest @ ..] = text else { return None };
    let (hour, minute) = (two(*h1, *h2)?, two(*m1, *m2)?);
    let (second, rest) = match rest {
        [b':', s1, s2, rest @ ..] => (two(*s1, *s2)?, rest),
        rest => (0, rest),
    };
    let (milliseconds, zone) = match rest {
        [b'.', rest @ ..] => {
            let digits = rest.iter().take_while(|b| b.is_ascii_digit()).count();
            if !(1..=9).contains(&digits) {
                return None;
            }
            let digit = |i: usize| if i < digits { i64::from(rest[i] - b'0') } else { 0 };
            (digit(0) * 100 + digit(1) * 10 + digit(2), &rest[digits..])
        }
        rest => (0, rest),
    };
    // A leap second is let through as the first moment of the next minute.
    if hour > 23 || minute > 59 || second > 60 {
        return None;
    }
    let offset = match zone {
        [] | [b'Z' | b'z'] => 0,
        [sign @ (b'+' | b'-'), h1, h2, rest @ ..] => {
            let minutes = match rest {
                [] => 0,
                [m1, m2] | [b':', m1, m2] => two(*m1, *m2)?,
                _ => return None,
            };
            let offset = two(*h1, *h2)? * 60 + minutes;
            if *sign == b'-' { -offset } else { offset }
        }
        _ => return None,
    };
    Some(((hour * 60 + minute - offset) * 60 + second) * 1000 + milliseconds)
}

#[inline]
fn two(tens: u8, ones: u8) -> Option<i64> {
    let (tens, ones) = (tens.wrapping_sub(b'0'), ones.wrapping_sub(b'0'));
    (tens <= 9 && ones <= 9).then(|| i64::from(tens) * 10 + i64::from(ones))
}

/// The cells that stand for a missing value.
#[derive(Debug, Clone)]
pub(crate) struct NaStrings {
    na_strings: Vec<Vec<u8>>,
    longest: usize,
}

impl Default for NaStrings {
    fn default() -> NaStrings {
        NaStrings::new(["NA", "N/A", "?", "NaN", "nan", "null", "NULL"])
    }
}

impl NaStrings {
    /// These marks; an empty cell is always missing too.
    pub(crate) fn new<S: AsRef<str>>(na_strings: impl IntoIterator<Item = S>) -> NaStrings {
        let na_strings: Vec<Vec<u8>> =
            na_strings.into_iter().map(|m| m.as_ref().as_bytes().to_vec()).collect();
        let longest = na_strings.iter().map(Vec::len).max().unwrap_or(0);
        NaStrings { na_strings, longest }
    }

    #[inline]
    pub(crate) fn contain(&self, text: &[u8]) -> bool {
        text.is_empty() || (text.len() <= self.longest && self.na_strings.iter().any(|m| m == text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn numbers() {
        let cases: [(&str, f64); 17] = [
            ("0", 0.0),
            ("-12", -12.0),
            ("+3", 3.0),
            ("007", 7.0),
            (".5", 0.5),
            ("5.", 5.0),
            ("1e3", 1000.0),
            ("-1.5E-3", -0.0015),
            ("inf", f64::INFINITY),
            ("-Infinity", f64::NEG_INFINITY),
            ("9007199254740992", 9_007_199_254_740_992.0),
            ("0.41611976662877104", 0.416_119_766_628_771_04),
            ("0000000000000000000000012", 12.0),
            ("0000000000000000000000000", 0.0),
            ("00009007199254740991", 9_007_199_254_740_991.0),
            ("12345678901234567890.5", 12_345_678_901_234_567_890.5),
            ("1e400", f64::INFINITY),
        ];
        for (text, value) in cases {
            assert_eq!(number(text.as_bytes()), Some(value), "{text}");
        }
        for text in [
            "",
            "-",
            "+",
            ".",
            "--1",
            "+-1",
            "1.2.3",
            "1e",
            "abc",
            "1 2",
            "9007199254740993",
            "12345678901234567890123",
        ] {
            assert_eq!(number(text.as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn dates() {
        const DAY: i64 = 86_400_000;
        let cases: [(&str, i64); 9] = [
            ("1970-01-01", 0),
            ("1970/01/02", DAY),
            ("2000-02-29", 951_782_400_000),
            ("1970-01-01T01:02", 3_720_000),
            ("1970-01-01 01:02:03", 3_723_000),
            ("1970-01-01T01:02:03.004567Z", 3_723_004),
            ("1970-01-01T02:00:00+02:00", 0),
            ("1970-01-01T00:00-0130", 5_400_000),
            ("1969-12-31T23:59:59.5", -500),
        ];
        for (text, milliseconds) in cases {
            assert_eq!(date(text.as_bytes()), Some(milliseconds), "{text}");
        }
        for text in [
            "1970-13-01",
            "1970-00-10",
            "2001-02-29",
            "1970-01/01",
            "70-01-01",
            "1970-01-01T",
            "1970-01-01T25:00",
            "1970-01-01T1:00",
            "1970-01-01x",
            "1970-01-01T01:00+2",
            "20200101",
        ] {
            assert_eq!(date(text.as_bytes()), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_double_is_read_exactly(x in proptest::num::f64::NORMAL | proptest::num::f64::SUBNORMAL) {
            let read = number(format!("{x:e}").as_bytes());
            prop_assert_eq!(read.map(f64::to_bits), Some(x.to_bits()));
        }

        #[test]
        fn short_decimals_agree_with_the_standard_library(whole in 0u64..1_000_000_000, fraction in "[0-9]{1,11}") {
            let text = format!("{whole}.{fraction}");
            prop_assert_eq!(number(text.as_bytes()), text.parse::<f64>().ok());
        }
    }
}
