//! The calendar.

use serde::{Deserialize, Serialize};

/// A part of a date.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum DatePart {
    /// The year.
    Year,
    /// The quarter, from 1.
    Quarter,
    /// The month, from 1.
    Month,
    /// The day of the month, from 1.
    Day,
    /// The day of the year, from 1.
    DayOfYear,
    /// The day of the week, from 0 for Monday.
    Weekday,
    /// Whether it is Saturday or Sunday: 1, else 0.
    Weekend,
    /// The hour, from 0.
    Hour,
    /// The minute, from 0.
    Minute,
    /// The second, from 0.
    Second,
}

impl DatePart {
    /// All parts.
    pub const ALL: [DatePart; 10] = [
        DatePart::Year,
        DatePart::Quarter,
        DatePart::Month,
        DatePart::Day,
        DatePart::DayOfYear,
        DatePart::Weekday,
        DatePart::Weekend,
        DatePart::Hour,
        DatePart::Minute,
        DatePart::Second,
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            DatePart::Year => "year",
            DatePart::Quarter => "quarter",
            DatePart::Month => "month",
            DatePart::Day => "day",
            DatePart::DayOfYear => "day_of_year",
            DatePart::Weekday => "weekday",
            DatePart::Weekend => "weekend",
            DatePart::Hour => "hour",
            DatePart::Minute => "minute",
            DatePart::Second => "second",
        }
    }

    /// The first value and how many there are, if it comes round again.
    pub fn cycle(self) -> Option<(f64, f64)> {
        match self {
            DatePart::Year | DatePart::Weekend => None,
            DatePart::Quarter => Some((1.0, 4.0)),
            DatePart::Month => Some((1.0, 12.0)),
            DatePart::Day => Some((1.0, 31.0)),
            DatePart::DayOfYear => Some((1.0, 365.25)),
            DatePart::Weekday => Some((0.0, 7.0)),
            DatePart::Hour => Some((0.0, 24.0)),
            DatePart::Minute | DatePart::Second => Some((0.0, 60.0)),
        }
    }

    /// Of a moment in seconds since 1970.
    pub fn of(self, seconds: f64) -> f64 {
        if seconds.is_nan() {
            return seconds;
        }
        let seconds = seconds.clamp(-1e14, 1e14).floor() as i64;
        let (days, time) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400));
        let (year, month, day) = civil(days);
        // The first of January 1970 was a Thursday.
        let weekday = (days + 3).rem_euclid(7);
        let part = match self {
            DatePart::Year => year,
            DatePart::Quarter => (month - 1) / 3 + 1,
            DatePart::Month => month,
            DatePart::Day => day,
            DatePart::DayOfYear => days - days_before(year) + 1,
            DatePart::Weekday => weekday,
            DatePart::Weekend => i64::from(weekday >= 5),
            DatePart::Hour => time / 3600,
            DatePart::Minute => time / 60 % 60,
            DatePart::Second => time % 60,
        };
        part as f64
    }
}

/// Year, month and day of a day since 1970, in the Gregorian calendar. Years are counted from March, so that the day that some
/// years have more is the last.
fn civil(days: i64) -> (i64, i64, i64) {
    let from_march = days + 719_468;
    let era = from_march.div_euclid(146_097);
    let day_of_era = from_march.rem_euclid(146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    (era * 400 + year_of_era + i64::from(month <= 2), month, day)
}

/// Days since 1970 before the first of January of a year.
fn days_before(year: i64) -> i64 {
    let before = year - 1;
    365 * (year - 1970) + before.div_euclid(4) - before.div_euclid(100) + before.div_euclid(400) - 477
}
