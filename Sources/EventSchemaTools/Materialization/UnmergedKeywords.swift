import EventCatalog
import EventSchema

/// The keywords of drafts 2019-09 and 2020-12 that no version is made of: putting what a `$ref` leads to in its place,
/// or merging `allOf`, would change what they mean.
enum UnmergedKeywords {
    /// Those whose meaning depends on the document that they stand in, or on the references that led there.
    private static let ofReferences = [
        "$anchor": "Remove it, and refer to the part by a JSON pointer such as “#/$defs/name”.",
        "$dynamicRef": "Write a $ref in its place.", "$recursiveRef": "Write a $ref in its place.",
        "$dynamicAnchor": "Remove it, and write $ref in place of $dynamicRef.",
        "$recursiveAnchor": "Remove it, and write $ref in place of $recursiveRef.",
    ]
    /// Those that look at what is beside them, which differs once the parts of an `allOf` are one schema.
    private static let ofNeighbours: Set = ["prefixItems", "minContains", "maxContains"]
    private static let unevaluated: Set = ["unevaluatedItems", "unevaluatedProperties"]

    /// What is wrong, with the path of the schema, in a schema whose references are resolved.
    static func problems(in schema: JSONValue) -> [(path: [String], keyword: String, problem: String, remedy: String)] {
        let keywords = PlacedKeyword.all(in: schema, .schema, isLater: true)
        let holders = Set(keywords.filter { $0.name == "allOf" }.map(\.path))
        return keywords.compactMap { keyword in
            let (path, name) = (keyword.path, keyword.name)
            if let remedy = ofReferences[name] {
                return (path, name, "No version is made of a schema with “\(name)”.", remedy)
            }
            let isPart = path.count > 1 && path[path.count - 2] == "allOf" && holders.contains(path.dropLast(2))
            if unevaluated.contains(name), isPart {
                let remedy = "Write it beside allOf, where it holds for all parts."
                return (path, name, "“\(name)” in a part of allOf would hold for the other parts too.", remedy)
            }
            guard ofNeighbours.contains(name), isPart || holders.contains(path) else { return nil }
            let problem = "“\(name)” of one part of an allOf is not merged with the other parts."
            return (path, name, problem, "Write “\(name)” in a schema without allOf, and without keywords beside $ref.")
        }
    }
}

extension JSONValue {
    /// The first keyword that means something else in another dialect, in a value that stands in a position of a
    /// document in its own dialect.
    func keyword(of own: Dialect, differingIn other: Dialect, at position: SchemaPosition) -> String? {
        let (here, there) = (SchemaKeywords.of(own), SchemaKeywords.of(other))
        func isKnown(_ keyword: PlacedKeyword, in keywords: SchemaKeywords) -> Bool {
            keywords[keyword.name]?.values.contains(keyword.value.typeName) == true
        }
        return PlacedKeyword.all(in: self, position, isLater: own.isLater).first { keyword in
            // References lead into these, and nothing else.
            !["definitions", "$defs"].contains(keyword.name)
                && isKnown(keyword, in: here) != isKnown(keyword, in: there)
        }?.name
    }
}
