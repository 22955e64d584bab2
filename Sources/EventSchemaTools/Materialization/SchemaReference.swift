package import EventCatalog
package import EventSchema
import EventSupport

/// A `$ref` in a schema document.
package struct SchemaReference: Sendable {
    /// The value of `$ref`.
    package let target: String
    /// The names that lead to the map that has it.
    package let holder: [String]
    /// The names beside it.
    package let siblings: [String]

    /// The names that lead to the `$ref`.
    package var path: [String] { holder + ["$ref"] }

    /// Whether it leads to a place in its own document.
    package var isLocal: Bool { ["", ".", "./"].contains(uri) }

    /// The target without its fragment.
    package var uri: String { String(target.prefix { $0 != "#" }) }

    /// The JSON pointer behind `#`; empty for the whole document.
    package var pointer: String { target.firstIndex(of: "#").map { String(target[target.index(after: $0)...]) } ?? "" }

    /// Values that are not schemas.
    private static let data: Set = ["examples", "enum", "const", "default"]

    /// The references of a document. jsonschema-tools resolves them also in place of `properties` or `required`.
    package static func all(in document: JSONValue) -> [SchemaReference] {
        var found: [SchemaReference] = []
        var open: [(value: JSONValue, path: [String])] = [(document, [])]
        while let (value, path) = open.popLast() {
            switch value {
            case .object(let members):
                if let target = members["$ref"]?.string {
                    found.append(
                        SchemaReference(target: target, holder: path, siblings: members.names.filter { $0 != "$ref" }))
                }
                // A property may be called “examples”.
                let isMap = path.last == "properties"
                for (name, value) in members.reversed() where isMap || !data.contains(name) {
                    open.append((value, path + [name]))
                }
            case .array(let elements):
                for (index, value) in elements.enumerated().reversed() { open.append((value, path + [String(index)])) }
            default: break
            }
        }
        return found
    }

    package static func names(of pointer: String) -> [String] {
        JSONPointer.tokens(of: pointer)
    }

    /// The longest path of a document that a URL ends with.
    static func path(atEndOf url: String, _ isDocument: (String) -> Bool) -> String? {
        let parts = url.split(separator: "/").dropFirst(2)
        return parts.indices.lazy.map { "/" + parts[$0...].joined(separator: "/") }.first(where: isDocument)
    }

    package static func value(at pointer: String, in document: JSONValue) -> JSONValue? {
        names(of: pointer).reduce(document) { $0?.element(named: $1) }
    }
}

/// The documents that references may lead to.
package struct ReferenceLibrary: Sendable {
    /// The documents by URI, such as `/title/1.0.0`.
    package private(set) var documents: [String: JSONValue] = [:]
    /// The versions of each title, in ascending order.
    private var versions: [String: [SemanticVersion]] = [:]
    /// What each document refers to.
    private var edges: [String: [String]] = [:]

    /// A version that is not made yet is the `current` with its `$id`.
    package init(_ titles: [SchemaTitleFolder], others: [String: JSONValue]) {
        documents = others
        for title in titles {
            for (version, document) in title.versions { add(document.value, "/\(title.path)/\(version)") }
            if let current = title.current, let id = current.value["$id"]?.string {
                if documents[id] == nil { add(current.value, id) }
                edges[id, default: []] += Self.targets(in: current.value)
            }
        }
        for uri in documents.keys {
            let parts = uri.split(separator: "/")
            guard let version = parts.last.flatMap({ SemanticVersion($0) }) else { continue }
            versions["/" + parts.dropLast().joined(separator: "/"), default: []].append(version)
        }
        versions = versions.mapValues { $0.sorted() }
    }

    private mutating func add(_ document: JSONValue, _ uri: String) {
        documents[uri] = document
        edges[uri, default: []] += Self.targets(in: document)
    }

    private static func targets(in document: JSONValue) -> [String] {
        SchemaReference.all(in: document).filter { !$0.isLocal }.map(\.uri)
    }

    /// Whether references lead from one document to another.
    package func leads(from start: String, to end: String) -> Bool {
        var seen: Set = [start]
        var open = [start]
        while let uri = open.popLast() {
            if uri == end { return true }
            open += (edges[uri] ?? []).filter { seen.insert($0).inserted }
        }
        return false
    }

    private static func title(of uri: String) -> String {
        "/" + uri.split(separator: "/").dropLast().joined(separator: "/")
    }

    package func versions(ofTitleIn uri: String) -> [String]? { versions[Self.title(of: uri)]?.map(\.description) }

    /// The highest version of the title, of which `uri` names one.
    package func newest(of uri: String) -> String? {
        let title = Self.title(of: uri)
        return versions[title]?.last.map { "\(title)/\($0)" }
    }

    /// The highest version with the title and the major of the one that `uri` names.
    package func newestOfMajor(of uri: String) -> String? {
        guard let own = SemanticVersion(endOf: uri) else { return nil }
        let title = Self.title(of: uri)
        return versions[title]?.last { $0.major == own.major }.map { "\(title)/\($0)" }
    }

    package func path(atEndOf url: String) -> String? { SchemaReference.path(atEndOf: url) { documents[$0] != nil } }

    package func nearest(to uri: String) -> String? {
        versions.keys.sorted().nearest(to: Self.title(of: uri)).flatMap { title in
            versions[title]?.last.map { "\(title)/\($0)" }
        }
    }
}
