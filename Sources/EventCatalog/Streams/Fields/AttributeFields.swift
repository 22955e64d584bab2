import EventSchema
import EventStreams

/// What the versions of a schema say of the contextual attributes: which of them no version takes.
///
/// The verdict is that of the compiled schemas on an event with every attribute, so that references, combined schemas
/// and patterns of names count as they do at the intake.
struct AttributeFields: Sendable {
    enum Problem: Sendable, Hashable {
        /// There is no such field, and no others are taken.
        case refused
        /// The field is of another type.
        case wrongType
    }

    /// The problems of each version.
    private let versions: [[ContextualAttribute: Problem]]

    /// - Parameter schemas: all versions of the schema, in ascending order.
    init(_ schemas: [Schema]) {
        versions = schemas.map { schema in
            let findings = schema.findings(in: Self.event)
            return Dictionary(
                ContextualAttribute.allCases.compactMap { attribute in
                    Self.problem(with: attribute, in: findings).map { (attribute, $0) }
                }
            ) { first, _ in first }
        }
    }

    /// The fields of the schemas that streams name, by title. A schema that is missing, wholly or partly, is left
    /// out.
    static func byTitle(of streams: [AuthoredStream], in schemas: SchemaRepository?) -> [String: AttributeFields] {
        guard let schemas else { return [:] }
        let titles = Set(streams.compactMap { $0.setting("schema_title")?.string })
        return Dictionary(
            titles.compactMap { title in
                let versions = schemas.completeVersions(of: title)
                return versions.isEmpty ? nil : (title, AttributeFields(versions.map(\.schema)))
            }
        ) { first, _ in first }
    }

    /// The problem that the attribute has in the highest version, if it has one in each.
    func problem(with attribute: ContextualAttribute) -> Problem? {
        versions.allSatisfy { $0[attribute] != nil } ? versions.last?[attribute] : nil
    }

    /// Whether the version at that position, counted from the lowest, may have the attribute.
    func isTaken(_ attribute: ContextualAttribute, byVersionAt position: Int) -> Bool {
        versions[position][attribute] == nil
    }

    /// An event with every attribute.
    private static let event: JSONValue = {
        var event: JSONValue = [:]
        for attribute in ContextualAttribute.allCases { event.set(attribute.sample, at: attribute.path[...]) }
        return event
    }()

    private static func problem(with attribute: ContextualAttribute, in findings: [Finding]) -> Problem? {
        let pointers = attribute.path.indices.map { "/" + attribute.path[...$0].joined(separator: "/") }
        let pointer = pointers.last ?? ""
        return findings.lazy.compactMap { finding -> Problem? in
            let place = finding.instanceLocation
            guard pointers.contains(place) || place.hasPrefix(pointer + "/"), !finding.isOfAlternative else {
                return nil
            }
            return switch finding.keywordLocation.split(separator: "/").last {
            case "additionalProperties": .refused
            case "type": .wrongType
            default: nil
            }
        }.first
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
        case .string: "a"
        case .integer, .number: 1
        case .boolean: true
        case .stringList: ["a"]
        case .dateTime: "2026-01-01T00:00:00Z"
        }
    }
}
