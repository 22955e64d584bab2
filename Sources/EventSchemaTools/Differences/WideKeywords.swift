import EventCatalog
import EventSchema

/// The keywords of drafts 2019-09 and 2020-12 whose effect depends on other parts of a schema than those that are
/// compared with each other.
struct WideKeywords {
    private static let references: Set = ["$dynamicRef", "$recursiveRef"]
    private static let unevaluated: Set = ["unevaluatedItems", "unevaluatedProperties"]

    private let old: [PlacedKeyword]
    private let new: [PlacedKeyword]

    /// - Parameters:
    ///   - old: the schema before.
    ///   - new: the schema afterwards.
    ///   - dialect: the dialect of both. In one before draft 2019-09, there are no such keywords.
    init(_ old: JSONValue, _ new: JSONValue, _ dialect: Dialect) {
        func all(_ schema: JSONValue) -> [PlacedKeyword] {
            dialect.isLater ? PlacedKeyword.all(in: schema, .schema, isLater: true) : []
        }
        (self.old, self.new) = (all(old), all(new))
    }

    /// Whether one of them is a reference.
    var haveReference: Bool { (old + new).contains { Self.references.contains($0.name) } }

    /// What the other changes may mean for `unevaluatedProperties` and `unevaluatedItems`; `nil` where they leave no
    /// property and no element unevaluated, or are breaking themselves.
    func change(beside changes: [SchemaChange]) -> SchemaChange? {
        let keywords = (old + new).filter { Self.unevaluated.contains($0.name) }
        guard let keyword = keywords.first else { return nil }
        let isClosed = keywords.allSatisfy { $0.name == "unevaluatedItems" || $0.value == false }
        let areHarmless = changes.allSatisfy { change in
            switch change.kind {
            case _ where change.verdict == .breaking: true
            case .propertyAdded: isClosed
            case .ruleDropped: change.path.last == "dependentRequired"
            case .withoutEffect: SchemaComparer.definitions.contains(change.path.last ?? "")
            default: Self.harmless.contains(change.kind)
            }
        }
        if areHarmless, Self.evaluating(old).isSubset(of: Self.evaluating(new)) { return nil }
        return SchemaChange(
            .ruleChanged, at: keyword.path + [keyword.name], "", keyword.value, keyword.value,
            "what a change elsewhere leaves unevaluated may be refused by \(keyword.name)")
    }

    /// The changes after which a part that was satisfied still is, and evaluates what it did.
    private static let harmless: Set<SchemaChange.Kind> = [
        .descriptionChanged, .titleChanged, .defaultChanged, .typeWidened, .enumValueAdded, .enumDropped,
        .limitLoosened, .limitDropped, .patternDropped, .formatDropped, .requiredRemoved, .uniqueItemsDropped,
    ]

    /// The places of the keywords that evaluate properties and elements.
    private static func evaluating(_ keywords: [PlacedKeyword]) -> Set<[String]> {
        Set(
            keywords.flatMap { keyword -> [[String]] in
                let path = keyword.path + [keyword.name]
                return switch keyword.name {
                case "properties", "patternProperties": keyword.value.object?.names.map { path + [$0] } ?? []
                case "additionalProperties", "additionalItems", "items", "prefixItems": [path]
                default: []
                }
            })
    }
}
