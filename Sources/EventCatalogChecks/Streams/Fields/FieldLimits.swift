import EventCatalog
import EventSchema
import EventStreams
import EventSupport

/// What the versions of a schema take as values of an attribute.
///
/// For a list of texts, the values are those of its elements.
struct FieldLimits: Sendable {
    /// The schema of the field in each version, as written.
    private let fields: [JSONObject]
    /// The same, compiled.
    private let schemas: [Schema]
    /// Whether the range of numbers is that of ``bounds`` and ``enumeration`` alone.
    let isRange: Bool

    /// The maximum length of a list; `nil` for values that are no lists, and if a version takes any length.
    let maximumItems: Int?

    /// `nil` when a version that has the field accepts any value, or limits it by keywords that are not evaluated here.
    ///
    /// - Parameters:
    ///   - attribute: the attribute.
    ///   - versions: all versions of the schema.
    ///   - taken: which versions have the attribute.
    init?(of attribute: ContextualAttribute, in versions: [SchemaVersion], _ taken: AttributeFields) {
        let versions = versions.enumerated().filter { taken.isTaken(attribute, byVersionAt: $0.offset) }.map(\.element)
        let path = attribute.path.flatMap { ["properties", $0] } + (attribute.type == .stringList ? ["items"] : [])
        fields = versions.compactMap { Self.field(at: path, of: $0.document) }
        schemas = zip(fields, versions).compactMap { field, version in
            // What refers to another part of the schema cannot be compiled alone.
            switch Result(catching: { try Schema(.object(field), dialect: version.schema.dialect) }) {
            case .success(let schema): schema
            case .failure: nil
            }
        }
        let lists =
            attribute.type == .stringList
            ? versions.map { Self.field(at: Array(path.dropLast()), of: $0.document) } : []
        let lengths = lists.compactMap { $0?["maxItems"]?.number?.int64.map(Int.init) }
        maximumItems = lengths.count == versions.count ? lengths.max() : nil
        guard schemas.count == versions.count, !schemas.isEmpty else { return nil }
        isRange = fields.allSatisfy { field in Self.furtherKeywords.allSatisfy { field[$0] == nil } }
    }

    /// Whether a version accepts the value.
    func allows(_ value: JSONValue) -> Bool { schemas.contains { $0.isValid(value) } }

    /// The values of all versions, where each version lists its values.
    var enumeration: [JSONValue]? {
        let lists = fields.compactMap { $0["enum"]?.array }
        return lists.count == fields.count ? lists.flatMap { $0 } : nil
    }

    /// The numbers at which the range of a version begins or ends.
    var bounds: [JSONNumber] {
        let names = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"]
        return fields.flatMap { field in
            names.compactMap { field[$0]?.number } + (field["enum"]?.array ?? []).compactMap(\.number)
        }
    }

    /// Whether a number is beyond all bounds, on a side on which no version takes any.
    func isExceeded(by number: JSONNumber) -> Bool {
        guard let least = bounds.min(), let most = bounds.max(), !allows(.number(number)) else { return false }
        return number < least || number > most
    }

    /// Keywords that take numbers from the middle of a range, or that lead elsewhere.
    private static let furtherKeywords = ["allOf", "anyOf", "oneOf", "not", "if", "const", "multipleOf"]

    /// The schema at a path of keywords and names. The intake ignores what is beside a `$ref`.
    private static func field(at path: [String], of document: JSONValue) -> JSONObject? {
        var schema = document
        for name in path {
            guard schema["$ref"] == nil, let next = schema[name] else { return nil }
            schema = next
        }
        return schema["$ref"] == nil ? schema.object : nil
    }
}

/// The limits of the fields that rules of curation are on, each found out once.
final class FieldLimitsTable: Sendable {
    private struct Key: Hashable {
        let title: String
        let attribute: ContextualAttribute
    }

    private let fields: [String: AttributeFields]
    private let schemas: SchemaRepository?
    private let known = Locked<[Key: FieldLimits?]>([:])

    init(_ fields: [String: AttributeFields], in schemas: SchemaRepository?) {
        (self.fields, self.schemas) = (fields, schemas)
    }

    /// The limits of the attribute in the schema of that title; `nil` when it accepts any value.
    func limits(of attribute: ContextualAttribute, in title: String) -> FieldLimits? {
        let key = Key(title: title, attribute: attribute)
        if let found = known.withLock({ $0[key] }) { return found }
        var limits: FieldLimits?
        if let fields = fields[title], fields.problem(with: attribute) == nil {
            limits = FieldLimits(of: attribute, in: schemas?.completeVersions(of: title) ?? [], fields)
        }
        known.withLock { [limits] in $0[key] = .some(limits) }
        return limits
    }
}
