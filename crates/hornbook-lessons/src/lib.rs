//! The textbook's worked examples, computed as they are read.
//!
//! A [`Chapter`] is a name and a recipe. Its [`Lesson`] is made when it is asked for: every number in it comes from the
//! learners and functions of the library, none is written down. Where the notes err, the step says so in an [`Erratum`], with
//! what the computation gives instead.
//!
//! ```
//! let lesson = hornbook_lessons::chapter("trees")?.lesson()?;
//! let entropy = lesson.number("entropy").unwrap_or(f64::NAN);
//! assert!((entropy - 0.940).abs() < 5e-4);
//! # Ok::<(), hornbook::Error>(())
//! ```

mod chapters;
mod format;
mod lesson;
mod tables;
mod trace;

pub use chapters::{Chapter, chapter, chapters};
pub use lesson::{Erratum, Lesson, LessonStep};
