import EventCatalog
import EventSchema
import EventStreams

/// Which contextual attributes the versions of a schema accept.
///
/// The verdict is that of the compiled schemas on an event with every attribute, by every name, so that references,
/// combined schemas and patterns of names count as they do at the intake.
struct AttributeFields: Sendable {
    enum Problem: Sendable, Hashable {
        /// There is no such field, and no others are accepted.
        case refused
        /// The field is of another type.
        case wrongType
    }

    /// The problems of each version, by the path of the field.
    private let versions: [[[String]: Problem]]
    private let schemas: [Schema]

    /// - Parameters:
    ///   - schemas: all versions of the schema, in ascending order.
    ///   - values: a value of every attribute.
    init(_ schemas: [Schema], _ values: AttributeValues) {
        self.schemas = schemas
        versions = schemas.map { schema in
            let findings = schema.findings(in: values.event)
            return Dictionary(
                values.paths.compactMap { path in Self.problem(at: path, in: findings).map { (path, $0) } }
            ) { first, _ in first }
        }
    }

    /// The fields of the schemas that streams name, by title as it is written. A schema that is missing, wholly or
    /// partly, is left out; a title of which only the spelling is wrong is taken for the right one.
    static func byTitle(of folder: StreamFolder, in schemas: SchemaRepository?) -> [String: AttributeFields] {
        guard let schemas else { return [:] }
        let (streams, values) = (folder.streams, AttributeValues(folder.project.vocabulary))
        let titles = Set(streams.compactMap { $0.setting("schema_title")?.string })
        return Dictionary(
            titles.compactMap { title in
                let isKnown = schemas.mayHave(title: title)
                let correction = isKnown ? nil : TitleCorrection(of: title, Array(schemas.titles), limit: 0)
                let meant = correction?.isCertain == true ? correction?.title : nil
                let versions = schemas.completeVersions(of: meant ?? title)
                return versions.isEmpty ? nil : (title, AttributeFields(versions.map(\.schema), values))
            }
        ) { first, _ in first }
    }

    /// The problem with the attribute in the highest version; `nil` when a version takes the attribute.
    func problem(with attribute: ContextualAttribute) -> Problem? { problem(at: attribute.path) }

    /// The problem of the field that clients of an older name of an attribute write, if it is one in each version.
    func problem(withOlderName name: String) -> Problem? {
        problem(at: ContextualAttribute.path(ofOlderName: name))
    }

    /// Whether a version has a property for an attribute of that name, which this client need not know. What the client
    /// or the intake writes into an event is not an attribute.
    func declares(attributeNamed name: String) -> Bool {
        let path = ContextualAttribute.path(ofOlderName: name)
        guard path.count == 2, !Self.envelope.contains(path[0]) else { return false }
        return schemas.contains { $0.declares(path) }
    }

    private static let envelope: Set = ["meta", "http", "sample", "experiment", "experiments"]

    private func problem(at path: [String]) -> Problem? {
        versions.allSatisfy { $0[path] != nil } ? versions.last?[path] : nil
    }

    /// Whether the version at that position, counted from the lowest, may have the attribute.
    func isTaken(_ attribute: ContextualAttribute, byVersionAt position: Int) -> Bool {
        versions[position][attribute.path] == nil
    }

    private static func problem(at path: [String], in findings: [Finding]) -> Problem? {
        let pointers = path.indices.map { "/" + path[...$0].joined(separator: "/") }
        let pointer = pointers.last ?? ""
        return findings.lazy.compactMap { finding -> Problem? in
            let place = finding.instanceLocation
            guard pointers.contains(place) || place.hasPrefix(pointer + "/"), !finding.isOfAlternative else {
                return nil
            }
            return switch finding.keywordLocation.split(separator: "/").last {
            case "additionalProperties": .refused
            // A value without fields, where the path needs an object, has no such field.
            case "type": place == pointer || place.hasPrefix(pointer + "/") ? .wrongType : .refused
            default: nil
            }
        }.first
    }
}

/// A value of every attribute of a project, and of each of their older names, where clients write it.
struct AttributeValues {
    let paths: [[String]]
    /// An event with all of them.
    let event: JSONValue

    init(_ vocabulary: Vocabulary) {
        self.init(vocabulary.attributes.map(\.attribute), vocabulary.olderSpellings)
    }

    init(_ attributes: [ContextualAttribute], _ older: [(name: String, attribute: ContextualAttribute)] = []) {
        let values =
            attributes.map { ($0.path, $0.sample) }
            + older.map { (ContextualAttribute.path(ofOlderName: $0), $1.sample) }
        paths = values.map(\.0)
        var event: JSONValue = [:]
        for (path, value) in values { event.set(value, at: path[...]) }
        self.event = event
    }
}

extension Finding {
    /// Whether the broken assertion may be one of several alternatives, of which another may hold.
    var isOfAlternative: Bool {
        let alternatives: Set<Substring> = [
            "anyOf", "oneOf", "not", "if", "then", "else", "dependencies", "contains",
        ]
        return keywordLocation.split(separator: "/").contains(where: alternatives.contains)
    }
}

extension ContextualAttribute {
    /// A value of the attribute's type. That of a number is whole, which a field for whole numbers takes too.
    fileprivate var sample: JSONValue {
        switch type {
        case .string, .any: "a"
        case .integer, .number: 1
        case .boolean: true
        case .stringList: ["a"]
        case .dateTime: "2026-01-01T00:00:00Z"
        }
    }
}
