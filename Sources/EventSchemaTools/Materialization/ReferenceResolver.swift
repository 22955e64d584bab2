import EventCatalog
import EventSchema

/// Puts the values that `$ref`s lead to in their places, wherever they stand: in examples too.
struct ReferenceResolver {
    /// Where a value stands.
    private struct Place: Hashable {
        let file: String
        let path: [String]
    }

    private let library: SchemaLibrary
    /// Whether members beside `$ref` replace those of the target, as in jsonschema-tools; otherwise they are left out.
    private let keepsSiblings: Bool
    /// What is wrong with the references.
    private(set) var findings: [CatalogFinding] = []
    /// The values that are being resolved.
    private var open: Set<Place> = []
    /// The number of values that may still be made.
    private var rest = ReferenceResolver.maximumValues
    private var isTooLarge = false

    /// Far more than the largest schema has.
    private static let maximumValues = 100_000
    /// The maximum number of lists and maps around a value, as in a file.
    private static let maximumDepth = 500

    init(_ library: SchemaLibrary, keepsSiblings: Bool = true) {
        (self.library, self.keepsSiblings) = (library, keepsSiblings)
    }

    /// The document without references. One that cannot be resolved stays as it is, and is a finding.
    mutating func resolved(_ document: SourceDocument) -> JSONValue { resolved(document.value, document, [], depth: 0) }

    private mutating func resolved(
        _ value: JSONValue, _ document: SourceDocument, _ path: [String], depth: Int
    ) -> JSONValue {
        rest -= 1
        guard rest > 0, depth < Self.maximumDepth else { return value }
        switch value {
        case .array(let elements):
            return .array(
                elements.enumerated().map { resolved($1, document, path + ["\($0)"], depth: depth + 1) })
        case .object(let members):
            if let reference = members["$ref"]?.string {
                return replaced(members, reference, document, path, depth: depth)
            }
            return .object(
                JSONObject(members.map { ($0.name, resolved($0.value, document, path + [$0.name], depth: depth + 1)) }))
        default: return value
        }
    }

    /// What a reference leads to, with the members beside `$ref`.
    private mutating func replaced(
        _ members: JSONObject, _ reference: String, _ document: SourceDocument, _ path: [String], depth: Int
    ) -> JSONValue {
        guard let target = target(of: reference, document, path + ["$ref"], depth: depth) else {
            return .object(members)
        }
        guard keepsSiblings, members.count > 1, var object = target.object else { return target }
        for (name, member) in members where name != "$ref" {
            object[name] = resolved(member, document, path + [name], depth: depth + 1)
        }
        return .object(object)
    }

    /// The value that a reference leads to, resolved; `nil` with a finding when there is none.
    private mutating func target(
        of text: String, _ document: SourceDocument, _ path: [String], depth: Int
    ) -> JSONValue? {
        let place = document.location(at: path)
        do {
            let (value, found, inner) = try ReferenceTarget.find(text, from: document, at: place, in: library)
            let key = Place(file: found.file, path: inner)
            guard open.insert(key).inserted else {
                findings.append(.cycle(text, place))
                return nil
            }
            defer { open.remove(key) }
            let result = resolved(value, found, inner, depth: depth + 1)
            if rest <= 0 || depth + 1 >= Self.maximumDepth { addTooLarge(text, place) }
            return result
        } catch {
            findings += error.findings
            return nil
        }
    }

    /// Once: every reference around it is too large as well.
    private mutating func addTooLarge(_ text: String, _ place: SourceLocation) {
        guard !isTooLarge else { return }
        isTooLarge = true
        findings.append(.tooLarge(text, place))
    }
}

extension CatalogFinding {
    fileprivate static func cycle(_ text: String, _ place: SourceLocation) -> CatalogFinding {
        CatalogFinding(
            .referenceLoop, place, "“\(text)” leads back to itself, so that the schema would have no end.",
            remedy: "Write out the part that repeats, or leave the reference out.")
    }

    fileprivate static func tooLarge(_ text: String, _ place: SourceLocation) -> CatalogFinding {
        CatalogFinding(
            .referenceLoop, place, "With “\(text)”, the schema has more values or levels than can be written.",
            remedy: "Use fewer references that hold references.")
    }
}
