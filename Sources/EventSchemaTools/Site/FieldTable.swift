import EventCatalog

/// The fields of a schema as a table, with a table of its own for what is below a field.
struct FieldTable {
    /// The page that the table is on.
    let page: SitePage

    /// The table; with a caption when it is inside another.
    func element(_ fields: [SchemaField], caption: String? = nil) -> HTMLElement {
        let heads = ["Field", "Type", "Required", "Limits", "Description"]
        // Inside another table the heads are those above it; they are repeated for screen readers.
        let kind = caption == nil ? nil : "unseen"
        let head = HTMLElement(
            "tr", [:],
            heads.map {
                HTMLElement("th", ["scope": "col"], [.element(HTMLElement("span", ["class": kind], text: $0))])
            }.contents)
        let captions = caption.map { [HTMLElement("caption", ["class": "unseen"], text: $0)] } ?? []
        let parts =
            captions + [
                HTMLElement("thead", [:], [.element(head)]), HTMLElement("tbody", [:], fields.flatMap(rows).contents),
            ]
        return HTMLElement("table", ["class": "fields"], parts.contents)
    }

    private func rows(_ field: SchemaField) -> [HTMLElement] {
        let anchor = SiteAddress.anchor(of: field.path)
        let name =
            field.isProperty
            ? HTMLElement.code(field.title.isEmpty ? "\"\"" : field.title) : HTMLElement("em", text: field.title)
        let cells = [
            HTMLElement("th", ["scope": "row"], [.element(link(to: anchor, of: field, name))]),
            HTMLElement("td", ["data-label": "Type"], type(of: field)),
            HTMLElement("td", ["data-label": "Required"], field.isRequired ? ["required"] : []),
            HTMLElement("td", ["data-label": "Limits"], limits(of: field).contents),
            HTMLElement("td", ["data-label": "Description"], description(of: field).contents),
        ]
        let row = HTMLElement("tr", ["id": anchor], cells.contents)
        return field.children.isEmpty ? [row] : [row, nested(field)]
    }

    private func link(to anchor: String, of field: SchemaField, _ name: HTMLElement) -> HTMLElement {
        HTMLElement("a", ["href": "#\(anchor)", "title": "Link to \(field.name)"], [.element(name)])
    }

    private func nested(_ field: SchemaField) -> HTMLElement {
        let summary = HTMLElement(
            "summary", [:],
            ["\(field.children.count.counted("part")) of ", .element(.code(field.name))])
        let table = element(field.children, caption: "Parts of \(field.name)")
        let details = HTMLElement("details", ["open": ""], [summary, table].contents)
        return HTMLElement(
            "tr", ["class": "nested"], [.element(HTMLElement("td", ["colspan": "5"], [.element(details)]))])
    }

    private func type(of field: SchemaField) -> [HTMLElement.Content] {
        let type = HTMLElement.Content.element(HTMLElement("span", ["class": "type"], text: field.type))
        guard let format = field.format else { return [type] }
        return [type, .element(HTMLElement("div", ["class": "format"], ["format ", .element(.code(format))]))]
    }

    private func limits(of field: SchemaField) -> [HTMLElement] {
        var parts = field.limits.map { limit in
            HTMLElement("div", ["class": "limit"], ["\(limit.name) ", .element(.code(limit.value))])
        }
        if !field.values.isEmpty { parts.append(values(field.values)) }
        if let value = field.defaultValue {
            parts.append(HTMLElement("div", ["class": "limit"], ["default ", .element(.code(value))]))
        }
        return parts
    }

    private static let maximumOpenValues = 12

    private func values(_ values: [String]) -> HTMLElement {
        let items = values.map { HTMLElement("li", [:], [.element(.code($0))]) }
        let list = HTMLElement("ul", ["class": "values"], items.contents)
        let title = values.count == 1 ? "one value" : "one of \(values.count) values"
        let isOpen = values.count <= Self.maximumOpenValues
        return HTMLElement(
            "details", ["open": isOpen ? "" : nil], [HTMLElement("summary", text: title), list].contents)
    }

    private func description(of field: SchemaField) -> [HTMLElement] {
        var parts = page.paragraphs(field.description)
        if let fragment = field.fragment {
            parts.append(HTMLElement("p", ["class": "faint"], ["from ", .element(page.link(toSchema: fragment))]))
        }
        for reference in field.unfollowed {
            parts.append(
                HTMLElement("p", ["class": "faint"], ["refers to ", .element(page.link(toSchema: reference))]))
        }
        return parts
    }
}
