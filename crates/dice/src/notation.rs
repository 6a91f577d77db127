//! Reading and printing dice expressions.

use std::fmt;
use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{self, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::expression::{Amount, DiceExpr, MAX_SIDES, Term};
use crate::parse_error::ParseDiceError;

/// Longest text of an expression, in bytes. It also bounds how deep halves can be nested.
const MAX_BYTES: usize = 100;
/// Most terms of an expression, those inside halves included.
const MAX_TERMS: usize = 16;
/// Most bonus terms of an expression, halves included.
const MAX_BONUS_TERMS: usize = 2;
/// Most dice of an expression, those inside halves included.
const MAX_DICE: u16 = 30;
/// Most that the dice of an expression may add up to: as much as the most hit points there are.
const MAX_TOTAL: u32 = 1000;
/// Largest fixed part of an expression, either way.
const MAX_CONSTANT: u16 = 1000;

/// What a term may be, for messages.
const A_TERM: &str = "a die such as \"1d6\", a number or \"db\"";

impl fmt::Display for DiceExpr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.terms().is_empty() {
            return f.write_str("0");
        }
        for (place, term) in self.terms().iter().enumerate() {
            match (term.negative, place) {
                (true, _) => f.write_str("-")?,
                (false, 0) => {}
                (false, _) => f.write_str("+")?,
            }
            match &term.amount {
                Amount::Dice { count, sides } => write!(f, "{count}d{sides}")?,
                Amount::Constant(constant) => write!(f, "{constant}")?,
                Amount::Bonus => f.write_str("db")?,
                Amount::HalfBonus => f.write_str("½db")?,
                Amount::HalfOf(inner) => write!(f, "½({inner})")?,
            }
        }
        Ok(())
    }
}

impl FromStr for DiceExpr {
    type Err = ParseDiceError;

    /// Reads an expression. Letters may be upper or lower case, a single die may leave out its
    /// count, and spaces may stand around terms.
    ///
    /// # Errors
    /// [`ParseDiceError`] when the text is not an expression or exceeds the limits given at
    /// [`DiceExpr`].
    fn from_str(text: &str) -> Result<Self, ParseDiceError> {
        let mut reader = Reader::new(text)?;
        let expr = reader.sum()?;
        if reader.at_end() {
            Ok(expr)
        } else {
            Err(reader.expected("\"+\", \"-\" or the end"))
        }
    }
}

impl Serialize for DiceExpr {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for DiceExpr {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct AsText;

        impl Visitor<'_> for AsText {
            type Value = DiceExpr;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a dice expression such as \"1d8+1+db\"")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<DiceExpr, E> {
                text.parse().map_err(E::custom)
            }
        }

        deserializer.deserialize_str(AsText)
    }
}

impl JsonSchema for DiceExpr {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "DiceExpr".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "format": "dice" })
    }
}

/// Walks through a text from left to right.
pub(crate) struct Reader<'t> {
    text: &'t str,
    offset: usize,
    terms: usize,
    bonus_terms: usize,
    dice: u16,
    most: u32,
}

impl<'t> Reader<'t> {
    /// A reader at the start of `text`, which must not be longer than an expression may be.
    pub(crate) fn new(text: &'t str) -> Result<Self, ParseDiceError> {
        if text.len() > MAX_BYTES {
            return Err(ParseDiceError::finding(
                text,
                MAX_BYTES,
                format!("the end of a text of at most {MAX_BYTES} bytes"),
                format!("{} bytes", text.len()),
            ));
        }
        Ok(Self {
            text,
            offset: 0,
            terms: 0,
            bonus_terms: 0,
            dice: 0,
            most: 0,
        })
    }

    pub(crate) const fn at_end(&self) -> bool {
        self.offset == self.text.len()
    }

    /// The error that `what` should stand here.
    pub(crate) fn expected(&self, what: impl Into<String>) -> ParseDiceError {
        self.expected_at(self.offset, what)
    }

    fn expected_at(&self, offset: usize, what: impl Into<String>) -> ParseDiceError {
        ParseDiceError::at(self.text, offset, what)
    }

    /// Steps over `token`, in either case of its ASCII letters, if it stands here.
    pub(crate) fn eat(&mut self, token: &str) -> bool {
        let end = self.offset + token.len();
        let found = self
            .text
            .get(self.offset..end)
            .is_some_and(|here| here.eq_ignore_ascii_case(token));
        if found {
            self.offset = end;
        }
        found
    }

    pub(crate) fn skip_space(&mut self) {
        let rest = &self.text[self.offset..];
        self.offset += rest.len() - rest.trim_start().len();
    }

    /// Reads a whole number from `least` to `most`.
    pub(crate) fn number(
        &mut self,
        least: u16,
        most: u16,
        what: &str,
    ) -> Result<u16, ParseDiceError> {
        let digits = self.text[self.offset..]
            .bytes()
            .take_while(u8::is_ascii_digit)
            .count();
        let end = self.offset + digits;
        match self.text[self.offset..end].parse::<u16>() {
            Ok(number) if (least..=most).contains(&number) => {
                self.offset = end;
                Ok(number)
            }
            _ => Err(self.expected(format!("{what} from {least} to {most}"))),
        }
    }

    fn digit_here(&self) -> bool {
        self.text[self.offset..].starts_with(|letter: char| letter.is_ascii_digit())
    }

    fn sum(&mut self) -> Result<DiceExpr, ParseDiceError> {
        let mut expr = DiceExpr::zero();
        self.skip_space();
        let mut negative = self.eat("-");
        if !negative {
            self.eat("+");
        }
        loop {
            self.skip_space();
            let start = self.offset;
            let amount = self.term()?;
            self.add(&mut expr, start, Term { negative, amount })?;
            self.skip_space();
            negative = self.eat("-");
            if !negative && !self.eat("+") {
                return Ok(expr);
            }
        }
    }

    fn add(&self, expr: &mut DiceExpr, start: usize, term: Term) -> Result<(), ParseDiceError> {
        expr.push(term);
        if expr.fixed_part().unsigned_abs() <= u32::from(MAX_CONSTANT) {
            return Ok(());
        }
        let most =
            format!("fixed numbers that add up to between -{MAX_CONSTANT} and {MAX_CONSTANT}");
        Err(self.expected_at(start, most))
    }

    fn term(&mut self) -> Result<Amount, ParseDiceError> {
        let start = self.offset;
        self.terms += 1;
        if self.terms > MAX_TERMS {
            return Err(self.expected_at(start, format!("at most {MAX_TERMS} terms")));
        }
        if self.eat("½") || self.eat("1/2") {
            return self.half(start);
        }
        if self.eat("db") {
            return self.bonus(start, Amount::Bonus);
        }
        if self.eat("d") {
            return self.dice(start, 1);
        }
        if !self.digit_here() {
            return Err(self.expected(A_TERM));
        }
        let number = self.number(0, MAX_CONSTANT, "a number")?;
        if !self.eat("d") {
            return Ok(Amount::Constant(number));
        }
        self.dice(start, number)
    }

    /// The rest of a dice term, after its "d".
    fn dice(&mut self, start: usize, count: u16) -> Result<Amount, ParseDiceError> {
        let sides = self.number(1, MAX_SIDES, "a number of sides")?;
        self.dice = self.dice.saturating_add(count);
        if self.dice > MAX_DICE {
            return Err(self.expected_at(start, format!("at most {MAX_DICE} dice")));
        }
        self.most += u32::from(count) * u32::from(sides);
        if self.most > MAX_TOTAL {
            let most = format!("dice that add up to at most {MAX_TOTAL}");
            return Err(self.expected_at(start, most));
        }
        Ok(Amount::Dice { count, sides })
    }

    /// The rest of a halved term, after its "½".
    fn half(&mut self, start: usize) -> Result<Amount, ParseDiceError> {
        self.skip_space();
        if self.eat("db") {
            return self.bonus(start, Amount::HalfBonus);
        }
        if !self.eat("(") {
            return Err(self.expected("\"db\" or \"(\" after the half"));
        }
        let inner = self.sum()?;
        if self.eat(")") {
            Ok(Amount::HalfOf(inner))
        } else {
            Err(self.expected("\"+\", \"-\" or \")\""))
        }
    }

    fn bonus(&mut self, start: usize, amount: Amount) -> Result<Amount, ParseDiceError> {
        self.bonus_terms += 1;
        if self.bonus_terms > MAX_BONUS_TERMS {
            let most = format!("at most {MAX_BONUS_TERMS} damage bonuses");
            return Err(self.expected_at(start, most));
        }
        Ok(amount)
    }
}
