//! Groups of classes as a tree of forks.

use crate::members::Member;
use hornbook_core::{Error, Result, Task, Value};
use hornbook_data::{Features, Matrix};
use serde::{Deserialize, Serialize};

/// A fork: the classes of each branch, and the fork that tells those apart if there are several.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct ClassTreeNode {
    pub groups: Vec<Vec<u32>>,
    pub next: Vec<Option<u32>>,
}

/// Classes in groups within groups.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Grouping {
    Class(u32),
    Group(Vec<Grouping>),
}

impl Grouping {
    /// All classes in it, in order.
    pub fn classes(&self) -> Vec<u32> {
        match self {
            Grouping::Class(class) => vec![*class],
            Grouping::Group(parts) => parts.iter().flat_map(Grouping::classes).collect(),
        }
    }

    /// From text, `(cat, dog), (car, bus)`, or nested lists in JSON. Classes that have rows must all be there.
    pub fn parse(text: &str, levels: &[String], present: &[u32]) -> Result<Grouping> {
        let wrong = |found: String| Error::Parameter {
            learner: "class-hierarchy".to_string(),
            parameter: "hierarchy".to_string(),
            found,
            expected: "groups of all classes, like (cat, dog), (car, bus)".to_string(),
        };
        let nested = match serde_json::from_str::<Value>(text) {
            Ok(list @ Value::Array(_)) => list,
            _ => read(text).ok_or_else(|| wrong(format!("'{text}', whose brackets do not match")))?,
        };
        let mut seen = vec![false; levels.len()];
        let grouping = named(&nested, levels, &mut seen).map_err(wrong)?;
        let absent: Vec<&str> =
            present.iter().filter(|&&c| !seen[c as usize]).map(|&c| levels[c as usize].as_str()).collect();
        if !absent.is_empty() {
            return Err(wrong(format!("without {}", absent.join(", "))));
        }
        kept(grouping, present).ok_or_else(|| wrong("empty".to_string()))
    }
}

/// Text in brackets as nested lists.
fn read(text: &str) -> Option<Value> {
    let mut open: Vec<Vec<Value>> = vec![Vec::new()];
    let mut word = String::new();
    let close = |word: &mut String, list: &mut Vec<Value>| {
        let name = std::mem::take(word);
        if !name.trim().is_empty() {
            list.push(Value::from(name.trim()));
        }
    };
    for c in text.chars() {
        match c {
            '(' if open.len() < 64 => open.push(Vec::new()),
            '(' => return None,
            ',' => close(&mut word, open.last_mut()?),
            ')' => {
                let mut list = open.pop()?;
                close(&mut word, &mut list);
                open.last_mut()?.push(Value::Array(list));
            }
            c => word.push(c),
        }
    }
    let mut list = open.pop().filter(|_| open.is_empty())?;
    close(&mut word, &mut list);
    Some(Value::Array(list))
}

fn named(value: &Value, levels: &[String], seen: &mut [bool]) -> Result<Grouping, String> {
    match value {
        Value::Array(parts) => {
            let parts = parts.iter().map(|part| named(part, levels, seen)).collect::<Result<_, _>>()?;
            Ok(Grouping::Group(parts))
        }
        other => {
            let name = other.as_str().map_or_else(|| other.to_string(), str::to_string);
            let class = levels
                .iter()
                .position(|level| *level == name)
                .ok_or_else(|| format!("with '{name}', which is no class"))?;
            if std::mem::replace(&mut seen[class], true) {
                return Err(format!("with '{name}' twice"));
            }
            Ok(Grouping::Class(class as u32))
        }
    }
}

/// The grouping without classes that have no rows, and without groups of one.
fn kept(grouping: Grouping, present: &[u32]) -> Option<Grouping> {
    match grouping {
        Grouping::Class(class) => present.contains(&class).then_some(Grouping::Class(class)),
        Grouping::Group(parts) => {
            let mut parts: Vec<Grouping> = parts.into_iter().filter_map(|part| kept(part, present)).collect();
            match parts.len() {
                0 => None,
                1 => parts.pop(),
                _ => Some(Grouping::Group(parts)),
            }
        }
    }
}

/// The forks of a grouping, each before those beneath it, and the first class.
pub(super) fn of(grouping: &Grouping) -> (Vec<ClassTreeNode>, u32) {
    let only = grouping.classes().first().copied().unwrap_or(0);
    let mut forks: Vec<ClassTreeNode> = Vec::new();
    let mut open = vec![(grouping, None::<(usize, usize)>)];
    while let Some((grouping, above)) = open.pop() {
        let Grouping::Group(parts) = grouping else { continue };
        let place = forks.len();
        if let Some((fork, branch)) = above {
            forks[fork].next[branch] = Some(place as u32);
        }
        forks.push(ClassTreeNode {
            groups: parts.iter().map(Grouping::classes).collect(),
            next: vec![None; parts.len()],
        });
        open.extend(parts.iter().enumerate().rev().map(|(branch, part)| (part, Some((place, branch)))));
    }
    (forks, only)
}

pub(super) fn group_name<'a>(group: &[u32], name: &impl Fn(u32) -> &'a str) -> String {
    group.iter().map(|&class| name(class)).collect::<Vec<_>>().join(" or ")
}

/// What a fork tells apart, in words.
pub(crate) fn node_name<'a>(fork: &ClassTreeNode, name: &impl Fn(u32) -> &'a str) -> String {
    fork.groups
        .iter()
        .map(|group| format!("({})", group_name(group, name)))
        .collect::<Vec<_>>()
        .join(" against ")
}

/// The forks, a line each, indented.
pub(crate) fn drawing<'a>(forks: &[ClassTreeNode], only: u32, name: &impl Fn(u32) -> &'a str) -> String {
    if forks.is_empty() {
        return name(only).to_string();
    }
    let mut lines = Vec::new();
    let mut open = vec![(0usize, 0usize)];
    while let Some((at, depth)) = open.pop() {
        lines.push(format!("{}{}", "  ".repeat(depth), node_name(&forks[at], name)));
        open.extend(forks[at].next.iter().rev().flatten().map(|&next| (next as usize, depth + 1)));
    }
    lines.join("\n")
}

/// The product of the probabilities on the way to each class.
pub(crate) fn probabilities(
    members: &[Member],
    forks: &[ClassTreeNode],
    only: u32,
    rows: &Features<'_>,
    classes: usize,
) -> Result<Matrix> {
    let mut matrix = Matrix::zeros(rows.rows(), classes);
    let parts: Vec<Matrix> =
        members.iter().map(|member| member.probabilities(rows)).collect::<Result<_>>()?;
    for (row, out) in matrix.values_mut().chunks_mut(classes.max(1)).enumerate() {
        let mut reach = vec![0.0; forks.len()];
        match reach.first_mut() {
            Some(first) => *first = 1.0,
            None => out[only as usize] = 1.0,
        }
        // A fork comes before those beneath it.
        for (at, fork) in forks.iter().enumerate() {
            for (branch, group) in fork.groups.iter().enumerate() {
                let share = reach[at] * parts[at].at(row, branch);
                match fork.next[branch] {
                    Some(next) => reach[next as usize] = share,
                    None => out[group[0] as usize] = share,
                }
            }
        }
    }
    Ok(matrix)
}

/// Whether every fork can be asked and every way ends.
pub(crate) fn are_sound(forks: &[ClassTreeNode], only: u32, members: &[Member], classes: usize) -> bool {
    let mut has_parent = vec![false; forks.len()];
    (only as usize) < classes
        && forks.len() == members.len()
        && forks.iter().zip(members).enumerate().all(|(at, (fork, member))| {
            let target = &member.model.info().schema.target;
            target.task == Task::Classification
                && target.classes.len() == fork.groups.len()
                && fork.next.len() == fork.groups.len()
                && fork.groups.iter().all(|g| !g.is_empty() && g.iter().all(|&c| (c as usize) < classes))
                && fork.next.iter().flatten().all(|&next| {
                    let fresh = has_parent
                        .get_mut(next as usize)
                        .is_some_and(|taken| !std::mem::replace(taken, true));
                    fresh && next as usize > at
                })
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn levels() -> Vec<String> {
        ["bus", "car", "cat", "dog"].map(str::to_string).to_vec()
    }

    #[test]
    fn groups_from_text() {
        let all = [0, 1, 2, 3];
        let grouping = Grouping::parse("(cat, dog), (car, bus)", &levels(), &all).unwrap();
        assert_eq!(
            grouping,
            Grouping::parse(r#"[["cat", "dog"], ["car", "bus"]]"#, &levels(), &all).unwrap()
        );
        let (forks, only) = of(&grouping);
        assert_eq!((forks.len(), only), (3, 2));
        assert_eq!(forks[0].groups, [vec![2, 3], vec![1, 0]]);
        assert_eq!(forks[0].next, [Some(1), Some(2)]);
        let levels = levels();
        let name = |class: u32| levels[class as usize].as_str();
        assert_eq!(
            drawing(&forks, only, &name),
            "(cat or dog) against (car or bus)\n  (cat) against (dog)\n  (car) against (bus)"
        );
        // A class without rows is left out, and what then is no group any more.
        let few = Grouping::parse("((cat, dog), (car, bus))", &levels, &[0, 2, 3]).unwrap();
        assert_eq!(of(&few).0[0].groups, [vec![2, 3], vec![0]]);
        assert_eq!(of(&Grouping::parse("cat", &levels, &[2]).unwrap()), (Vec::new(), 2));
    }

    #[test]
    fn wrong_groups_are_refused() {
        for (text, sentence) in [
            ("(cat, dog), car", "without bus"),
            ("(cat, dgo), (car, bus)", "'dgo', which is no class"),
            ("(cat, cat), (car, bus)", "'cat' twice"),
            ("(cat, dog)), (car, bus)", "brackets"),
            ("((cat, dog), (car, bus)", "brackets"),
        ] {
            let error = Grouping::parse(text, &levels(), &[0, 1, 2, 3]).unwrap_err().to_string();
            assert!(error.contains(sentence), "{error}");
        }
    }
}
