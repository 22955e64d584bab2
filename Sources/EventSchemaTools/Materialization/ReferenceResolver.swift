package import EventCatalog
import EventSchema

extension Rule {
    package static let oversizedVersion = Rule(
        "oversized-version", .error, "With what its references lead to, a schema is too large for a version.",
        reason: "In a version every reference is replaced by what it leads to, also where several lead to the same.",
        mistake: .current(
            "properties: {x: {$ref: '#/definitions/d0'}}\ndefinitions:\n"
                + (0..<17).map { level in
                    let next = "{$ref: '#/definitions/d\(level + 1)'}"
                    return "  d\(level): {anyOf: [\(next), \(next)]}\n"
                }.joined() + "  d17: {type: string}\n"),
        corrected: .current("", version: ""))

    package static let unmaterializedKeyword = Rule(
        "unmaterialized-keyword", .error, "A keyword of a schema would mean something else in a version.",
        reason: "In a version, references are replaced by what they lead to and the parts of allOf are one schema.",
        mistake: .current(
            "$schema: https://json-schema.org/draft/2020-12/schema\n$anchor: tap\n",
            settings: RuleExample.toolSettings + "schemaDialects: [2020-12]\n"),
        corrected: .current("", version: ""))
}

/// Puts the values that `$ref`s lead to in their places, wherever they stand: in examples too.
struct ReferenceResolver {
    /// Where a value stands.
    private struct Place: Hashable {
        let file: String
        let path: [String]
    }

    private let library: SchemaLibrary
    /// Whether members beside `$ref` replace those of the target, as in jsonschema-tools; otherwise they are left out.
    ///
    /// In draft 2019-09 and later ones, they hold beside the target.
    private let keepsSiblings: Bool
    private let settings: SchemaToolsSettings
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

    init(_ library: SchemaLibrary, _ settings: SchemaToolsSettings, keepsSiblings: Bool) {
        (self.library, self.settings, self.keepsSiblings) = (library, settings, keepsSiblings)
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
        if settings.dialect(of: document.value).isLater, members.count > 1,
            SchemaPosition.at(path, isLater: true) == .schema
        {
            return .object(beside(target, reference, members, document, path, depth: depth))
        }
        guard keepsSiblings, members.count > 1, var object = target.object else { return target }
        for (name, member) in members where name != "$ref" {
            object[name] = resolved(member, document, path + [name], depth: depth + 1)
        }
        return .object(object)
    }

    /// The members beside a `$ref`, with what it leads to as one more part of their `allOf`.
    private mutating func beside(
        _ target: JSONValue, _ reference: String, _ members: JSONObject, _ document: SourceDocument, _ path: [String],
        depth: Int
    ) -> JSONObject {
        var object = JSONObject()
        for (name, member) in members where name != "$ref" {
            object[name] = resolved(member, document, path + [name], depth: depth + 1)
        }
        if let merge = InexactMerge(of: merged(.object(object)), merged(target)) {
            findings.append(.inexact(merge, reference, document, path))
        }
        object["allOf"] = .array((object["allOf"]?.array ?? []) + [target])
        return object
    }

    /// A schema of a later draft with the parts of its own `allOf`.
    private func merged(_ schema: JSONValue) -> JSONValue {
        var merger = SchemaMerger(isLater: true)
        return merger.merged([schema], [])
    }

    /// The value that a reference leads to, resolved; `nil` with a finding when there is none.
    private mutating func target(
        of text: String, _ document: SourceDocument, _ path: [String], depth: Int
    ) -> JSONValue? {
        let place = document.location(at: path)
        do {
            let (value, found, inner) = try ReferenceTarget.find(text, from: document, at: place, in: library)
            if let finding = otherMeaning(of: value, found, inner, document, text, place) {
                findings.append(finding)
                return nil
            }
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

    /// What keeps a part of a document in one dialect from being put into a document in another one.
    private func otherMeaning(
        of value: JSONValue, _ found: SourceDocument, _ path: [String], _ document: SourceDocument, _ text: String,
        _ place: SourceLocation
    ) -> CatalogFinding? {
        let (own, other) = (settings.dialect(of: document.value), settings.dialect(of: found.value))
        let position = SchemaPosition.at(path, isLater: other.isLater)
        guard own != other, let name = value.keyword(of: other, differingIn: own, at: position) else {
            return nil
        }
        return CatalogFinding(
            .unmaterializedKeyword, place,
            "“\(text)” leads to \(other.words), where “\(name)” means something else than in \(own.words).",
            remedy: "Refer to a part without “\(name)”, or write both schemas in one draft.")
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

    /// For the schema at a path, which has the reference.
    fileprivate static func inexact(
        _ merge: InexactMerge, _ reference: String, _ document: SourceDocument, _ path: [String]
    ) -> CatalogFinding {
        let keyword = path + merge.path + [merge.keyword]
        let isBeside = document.existing(keyword).count == keyword.count
        let place = merge.path.isEmpty ? "" : " of “/\(merge.path.joined(separator: "/"))”"
        return CatalogFinding(
            .unmaterializedKeyword, document.location(at: isBeside ? keyword : path + ["$ref"]),
            "“\(merge.keyword)”\(place) would mean something else in a version, which makes one schema of "
                + "“\(reference)” and what stands beside it.",
            remedy: merge.remedy)
    }

    fileprivate static func tooLarge(_ text: String, _ place: SourceLocation) -> CatalogFinding {
        CatalogFinding(
            .oversizedVersion, place, "With “\(text)”, the schema has more values or levels than can be written.",
            remedy: "Use fewer references that hold references.")
    }
}
