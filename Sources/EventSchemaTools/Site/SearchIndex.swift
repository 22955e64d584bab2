import EventSchema

/// What the search looks through: titles, and the fields of their newest versions.
struct SearchIndex {
    /// A field that is the same in several titles is one result.
    private struct Field: Hashable {
        let name: String
        let type: String
        let description: String
        let anchor: String
    }

    private var titles: [JSONValue] = []
    private var fields: [Field: [Int]] = [:]

    /// Adds the newest version of a title.
    mutating func add(_ title: SiteTitle, _ found: [SchemaField]) {
        let page = SiteAddress.page(of: title.path)
        titles.append(
            .array(
                [title.path, title.newest?.name ?? "none", page, Self.line(title.description)].map(JSONValue.string)))
        for field in found.flatMap(\.all) where field.isProperty {
            let key = Field(
                name: field.name, type: field.type, description: Self.line(field.description),
                anchor: SiteAddress.anchor(of: field.path))
            fields[key, default: []].append(titles.count - 1)
        }
    }

    /// The index as a script that sets `schemaSearchIndex`.
    var script: [UInt8] {
        let order = fields.sorted { one, other in
            let (left, right) = (one.key, other.key)
            return (left.name, left.anchor, left.type, left.description)
                < (right.name, right.anchor, right.type, right.description)
        }
        let entries = order.map { field, places -> JSONValue in
            let texts = [field.name, field.type, field.description, field.anchor].map(JSONValue.string)
            return .array(texts + [.array(places.map { .number($0) })])
        }
        return Array("var schemaSearchIndex = {\"titles\": [\n".utf8) + Self.lines(titles)
            + Array("], \"fields\": [\n".utf8) + Self.lines(entries) + Array("]};\n".utf8)
    }

    /// One to a line, so that differences can be read. Two characters are line ends to older readers of scripts.
    private static func lines(_ values: [JSONValue]) -> [UInt8] {
        let text = values.map(\.jsonText).joined(separator: ",\n")
        let isPlain = !text.utf8.contains(0xE2)
        let safe = isPlain ? text : text.replacing("\u{2028}", with: "\\u2028").replacing("\u{2029}", with: "\\u2029")
        return Array((safe + "\n").utf8)
    }

    private static func line(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
