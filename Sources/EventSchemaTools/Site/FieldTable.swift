import EventCatalog
import EventStreams
import EventSupport

/// The fields of a schema as a table, with a table of its own for what is below a field.
struct FieldTable {
    /// The page that the table is on.
    let page: SitePage
    /// The contextual attributes of the project's own, by the field that has the value.
    let attributes: [String: AttributeWord]

    /// The table; with a caption when it is inside another.
    func element(_ fields: [SchemaField], caption: String? = nil) -> HTML {
        let heads = ["Field", "Type", "Required", "Limits", "Description"]
        // Inside another table the heads are those above it; they are repeated for screen readers.
        let kind = caption == nil ? nil : "unseen"
        let head = HTML(
            "tr", [:],
            heads.map {
                HTML("th", ["scope": "col"], [HTML("span", ["class": kind], text: $0)])
            })
        let captions = caption.map { [HTML("caption", ["class": "unseen"], text: $0)] } ?? []
        let parts =
            captions + [HTML("thead", [:], [head]), HTML("tbody", [:], fields.flatMap(rows))]
        return HTML("table", ["class": "fields"], parts)
    }

    private func rows(_ field: SchemaField) -> [HTML] {
        let anchor = SiteAddress.anchor(of: field.path)
        let name =
            field.isProperty
            ? HTML.code(field.title.isEmpty ? "\"\"" : field.title) : HTML("em", text: field.title)
        let cells = [
            HTML("th", ["scope": "row"], [link(to: anchor, of: field, name)]),
            HTML("td", ["data-label": "Type"], type(of: field)),
            HTML("td", ["data-label": "Required"], field.isRequired ? ["required"] : []),
            HTML("td", ["data-label": "Limits"], limits(of: field)),
            HTML("td", ["data-label": "Description"], description(of: field)),
        ]
        let row = HTML("tr", ["id": anchor], cells)
        return field.children.isEmpty ? [row] : [row, nested(field)]
    }

    private func link(to anchor: String, of field: SchemaField, _ name: HTML) -> HTML {
        HTML("a", ["href": "#\(anchor)", "title": "Link to \(field.name)"], [name])
    }

    private func nested(_ field: SchemaField) -> HTML {
        let summary = HTML("summary", [:], ["\(field.children.count.counted("part")) of ", .code(field.name)])
        let table = element(field.children, caption: "Parts of \(field.name)")
        let details = HTML("details", ["open": ""], [summary, table])
        return HTML("tr", ["class": "nested"], [HTML("td", ["colspan": "5"], [details])])
    }

    private func type(of field: SchemaField) -> [HTML] {
        let type = HTML("span", ["class": "type"], text: field.type)
        guard let format = field.format else { return [type] }
        return [type, HTML("div", ["class": "format"], ["format ", .code(format)])]
    }

    private func limits(of field: SchemaField) -> [HTML] {
        var parts = field.limits.map { limit in
            HTML("div", ["class": "limit"], ["\(limit.name) ", .code(limit.value)])
        }
        if !field.values.isEmpty { parts.append(values(field.values)) }
        if let value = field.defaultValue {
            parts.append(HTML("div", ["class": "limit"], ["default ", .code(value)]))
        }
        return parts
    }

    private static let maximumOpenValues = 12

    private func values(_ values: [String]) -> HTML {
        let items = values.map { HTML("li", [:], [.code($0)]) }
        let list = HTML("ul", ["class": "values"], items)
        let title = values.count == 1 ? "one value" : "one of \(values.count) values"
        let isOpen = values.count <= Self.maximumOpenValues
        return HTML("details", ["open": isOpen ? "" : nil], [HTML("summary", text: title), list])
    }

    private func description(of field: SchemaField) -> [HTML] {
        var parts = page.paragraphs(field.description)
        if let word = attributes[field.name] { parts.append(attribute(word)) }
        if let fragment = field.fragment {
            parts.append(HTML("p", ["class": "faint"], ["from ", page.link(toSchema: fragment)]))
        }
        for reference in field.unfollowed {
            parts.append(HTML("p", ["class": "faint"], ["refers to ", page.link(toSchema: reference)]))
        }
        return parts
    }

    /// The contextual attribute that clients put into a field, with what a value reveals.
    private func attribute(_ word: AttributeWord) -> HTML {
        let texts = [word.description, word.sensitivity > .low ? word.sensitivityReason : nil].compactMap { $0 }
        return HTML(
            "p", ["class": "attribute faint"],
            [
                "the contextual attribute ", .code(word.name),
                .text(([" (\(word.sensitivity))"] + texts).joined(separator: " ")),
            ])
    }
}
