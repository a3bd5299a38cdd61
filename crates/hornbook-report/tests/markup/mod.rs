//! A small reader of HTML that takes only what is well-formed: every element is closed, attributes are in quotation marks.

/// The elements of a page, in their order.
#[derive(Debug, Default)]
pub struct Document {
    elements: Vec<Element>,
}

/// An element, with the text directly in it and the elements directly in it.
#[derive(Debug, Clone, Default)]
pub struct Element {
    pub name: String,
    pub text: String,
    attributes: Vec<(String, String)>,
    children: Vec<Element>,
}

const VOID: [&str; 3] = ["meta", "br", "img"];

impl Element {
    pub fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// The first element of a name directly in it.
    pub fn first(&self, name: &str) -> Option<&Element> {
        self.children.iter().find(|child| child.name == name)
    }

    fn walk<'a>(&'a self, found: &mut Vec<&'a Element>) {
        found.push(self);
        self.children.iter().for_each(|child| child.walk(found));
    }
}

impl Document {
    pub fn parse(html: &str) -> Result<Document, String> {
        let mut rest = html.trim().strip_prefix("<!doctype html>").ok_or("no doctype")?;
        let mut open = vec![Element::default()];
        while let Some(start) = rest.find('<') {
            let last = open.last_mut().ok_or("nothing is open")?;
            last.text.push_str(text(&rest[..start])?);
            rest = &rest[start + 1..];
            if let Some(closing) = rest.strip_prefix('/') {
                let (name, after) = closing.split_once('>').ok_or("a tag without an end")?;
                let closed = open.pop().filter(|closed| closed.name == name);
                let closed = closed.ok_or_else(|| format!("</{name}> closes nothing"))?;
                open.last_mut().ok_or("too much is closed")?.children.push(closed);
                rest = after;
                continue;
            }
            let (element, empty, after) = tag(rest)?;
            rest = after;
            if empty || VOID.contains(&element.name.as_str()) {
                open.last_mut().ok_or("nothing is open")?.children.push(element);
            } else if ["script", "style"].contains(&element.name.as_str()) {
                let end = format!("</{}>", element.name);
                let (inner, after) =
                    rest.split_once(end.as_str()).ok_or("a script or style without an end")?;
                open.last_mut()
                    .ok_or("nothing is open")?
                    .children
                    .push(Element { text: inner.to_string(), ..element });
                rest = after;
            } else {
                open.push(element);
            }
        }
        match (open.pop(), open.is_empty()) {
            (Some(root), true) => Ok(Document { elements: root.children }),
            (left, _) => Err(format!("not closed: {:?}", left.map(|element| element.name))),
        }
    }

    /// All elements of a name.
    pub fn all(&self, name: &str) -> Vec<&Element> {
        self.every().into_iter().filter(|element| element.name == name).collect()
    }

    /// The levels of the headings, in their order.
    pub fn headings(&self) -> Vec<u32> {
        let level = |element: &&Element| element.name.strip_prefix('h').and_then(|digit| digit.parse().ok());
        self.every().iter().filter_map(level).collect()
    }

    /// The names of the places in it.
    pub fn ids(&self) -> Vec<String> {
        self.every().iter().filter_map(|element| element.attribute("id")).map(str::to_string).collect()
    }

    fn every(&self) -> Vec<&Element> {
        let mut found = Vec::new();
        self.elements.iter().for_each(|element| element.walk(&mut found));
        found
    }
}

/// Text in which every ampersand begins an entity.
fn text(text: &str) -> Result<&str, String> {
    for part in text.split('&').skip(1) {
        let entity = part.split(';').next().unwrap_or_default();
        if entity.len() > 6 || !part.contains(';') {
            return Err(format!("a bare ampersand before '{}'", part.chars().take(20).collect::<String>()));
        }
    }
    Ok(text)
}

/// The element that begins here, whether it is closed at once, and what comes after its tag.
fn tag(from: &str) -> Result<(Element, bool, &str), String> {
    let name: String = from.chars().take_while(|c| c.is_ascii_alphanumeric()).collect();
    if name.is_empty() {
        return Err(format!("a bare < before '{}'", from.chars().take(20).collect::<String>()));
    }
    let mut rest = &from[name.len()..];
    let mut element = Element { name, ..Element::default() };
    loop {
        rest = rest.trim_start();
        if let Some(after) = rest.strip_prefix("/>") {
            return Ok((element, true, after));
        }
        if let Some(after) = rest.strip_prefix('>') {
            return Ok((element, false, after));
        }
        let end = rest.find(['=', '>', ' ']).ok_or("a tag without an end")?;
        let attribute = &rest[..end];
        let well =
            !attribute.is_empty() && attribute.chars().all(|c| c.is_ascii_alphanumeric() || "-:".contains(c));
        if !well || element.attribute(attribute).is_some() {
            return Err(format!(
                "<{}> has an attribute '{attribute}' that is odd or there twice",
                element.name
            ));
        }
        rest = &rest[end..];
        let Some(value) = rest.strip_prefix("=\"") else {
            element.attributes.push((attribute.to_string(), String::new()));
            continue;
        };
        let (value, after) = value.split_once('"').ok_or("an attribute without an end")?;
        element.attributes.push((attribute.to_string(), text(value)?.to_string()));
        rest = after;
    }
}
