import EventSchema

/// The keywords of drafts 2019-09 and 2020-12 whose effect depends on other parts of a schema than those that are
/// compared with each other.
struct WideKeywords {
    private static let references: Set = ["$dynamicRef", "$recursiveRef"]
    private static let names = references.union(["unevaluatedItems", "unevaluatedProperties", "maxContains"])

    private let keywords: [PlacedKeyword]

    /// - Parameter documents: the schemas, of these drafts.
    init(_ documents: [JSONValue]) {
        keywords = documents.flatMap { document in
            PlacedKeyword.all(in: document, .schema, isLater: true).filter { Self.names.contains($0.name) }
        }
    }

    /// Whether one of them is a reference.
    var haveReference: Bool { keywords.contains { Self.references.contains($0.name) } }

    /// A change of such a rule by changes elsewhere; `nil` where nothing but texts changes.
    func change(beside changes: [SchemaChange]) -> SchemaChange? {
        let ofTexts: Set<SchemaChange.Kind> = [.descriptionChanged, .titleChanged]
        guard let keyword = keywords.first, changes.contains(where: { !ofTexts.contains($0.kind) }) else { return nil }
        return SchemaChange(
            .ruleChanged, at: keyword.path + [keyword.name], "", keyword.value, keyword.value,
            "what changes elsewhere is not compared with \(keyword.name)")
    }
}
