//! The words of an ARFF line: bare or quoted, with escapes.

use std::borrow::Cow;

/// A value of a line.
pub(super) struct ArffValue<'a> {
    pub(super) text: Cow<'a, [u8]>,
    quoted: bool,
}

impl ArffValue<'_> {
    /// A question mark without quotes.
    pub(super) fn is_missing(&self) -> bool {
        !self.quoted && *self.text == *b"?"
    }

    /// The value for an error.
    pub(super) fn shown(&self) -> String {
        String::from_utf8_lossy(&self.text).chars().take(40).collect()
    }

    pub(super) fn into_string(self) -> String {
        String::from_utf8_lossy(&self.text).into_owned()
    }
}

/// What is left of a line.
pub(super) struct ArffTokens<'a> {
    rest: &'a [u8],
}

impl<'a> ArffTokens<'a> {
    pub(super) fn new(line: &'a [u8]) -> ArffTokens<'a> {
        ArffTokens { rest: line }
    }

    fn skip_spaces(&mut self) {
        self.rest = self.rest.trim_ascii_start();
    }

    /// Whether this byte comes next.
    pub(super) fn peek(&mut self, byte: u8) -> bool {
        self.skip_spaces();
        self.rest.first() == Some(&byte)
    }

    /// Passes over this byte if it comes next.
    pub(super) fn take(&mut self, byte: u8) -> bool {
        let found = self.peek(byte);
        if found {
            self.rest = &self.rest[1..];
        }
        found
    }

    /// Passes over what separates two values: a comma, or spaces before another value.
    pub(super) fn take_separator(&mut self) -> bool {
        let spaced = self.rest.first().is_some_and(u8::is_ascii_whitespace);
        self.take(b',') || (spaced && !self.is_at_end() && self.rest[0] != b'{')
    }

    /// Nothing is left but perhaps a comment.
    pub(super) fn is_at_end(&mut self) -> bool {
        self.skip_spaces();
        matches!(self.rest.first(), None | Some(b'%'))
    }

    pub(super) fn rest(&mut self) -> &'a [u8] {
        self.skip_spaces();
        self.rest
    }

    /// The next value.
    pub(super) fn value(&mut self) -> Result<ArffValue<'a>, Cow<'static, str>> {
        self.skip_spaces();
        match self.rest.first() {
            Some(&quote @ (b'\'' | b'"')) => self.quoted(quote),
            _ => {
                let is_end = |b: &u8| matches!(b, b',' | b'{' | b'}') || b.is_ascii_whitespace();
                let end = self.rest.iter().position(is_end).unwrap_or(self.rest.len());
                let (text, rest) = self.rest.split_at(end);
                self.rest = rest;
                if text.is_empty() {
                    Err("a value is missing".into())
                } else {
                    Ok(ArffValue { text: text.into(), quoted: false })
                }
            }
        }
    }

    fn quoted(&mut self, quote: u8) -> Result<ArffValue<'a>, Cow<'static, str>> {
        let inner = &self.rest[1..];
        let mut text = Vec::new();
        let mut bytes = inner.iter().copied().enumerate();
        while let Some((i, byte)) = bytes.next() {
            match byte {
                b'\\' => text.push(match bytes.next() {
                    Some((_, b'n')) => b'\n',
                    Some((_, b'r')) => b'\r',
                    Some((_, b't')) => b'\t',
                    Some((_, other)) => other,
                    None => return Err("a quote opens here and never closes".into()),
                }),
                byte if byte == quote => {
                    self.rest = &inner[i + 1..];
                    return Ok(ArffValue { text: text.into(), quoted: true });
                }
                byte => text.push(byte),
            }
        }
        Err("a quote opens here and never closes".into())
    }
}
