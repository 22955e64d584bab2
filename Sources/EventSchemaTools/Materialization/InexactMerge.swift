import EventSchema

/// A keyword that would mean something else if two schemas that hold together were one, as what stands beside a `$ref`
/// and what it leads to become in a version.
///
/// A keyword whose effect depends on others looks at those of its own schema alone: `additionalProperties: false`
/// refuses the properties that the other schema has, and would no longer do so.
struct InexactMerge {
    /// The names that lead from each of the two to the schemas that have the keyword.
    let path: [String]
    let keyword: String

    /// The first such keyword; `nil` when one schema means the same as the two.
    ///
    /// - Parameters:
    ///   - schema: one of the two, which applies the other one.
    ///   - target: the other one.
    init?(of schema: JSONValue, _ target: JSONValue) {
        guard let found = Self.find(schema, target, at: []) else { return nil }
        self = found
    }

    private init(path: [String], keyword: String) { (self.path, self.keyword) = (path, keyword) }

    /// What to write instead, as a sentence.
    var remedy: String {
        keyword == "additionalProperties"
            ? "Write “unevaluatedProperties” beside the $ref in place of it, which knows the properties of both."
            : "Write all of “\(keyword)” and the keywords that it goes with in one of the two."
    }

    // MARK: -

    /// Keywords that depend on one another, or that are not merged into one that means the same.
    private static let groups = [
        ["contains", "minContains", "maxContains"], ["if", "then", "else"],
        ["prefixItems", "items", "additionalItems"], ["anyOf"], ["oneOf"], ["dependencies"],
    ]
    private static let unevaluated = ["unevaluatedProperties", "unevaluatedItems"]
    /// The keywords that evaluate members and elements, or apply schemas that may.
    private static let evaluating = [
        "properties", "patternProperties", "additionalProperties", "items", "prefixItems", "additionalItems",
        "contains",
        "anyOf", "oneOf", "if", "dependentSchemas",
    ]

    private static func find(_ left: JSONValue, _ right: JSONValue, at path: [String]) -> InexactMerge? {
        guard left != right, let left = left.object, let right = right.object else { return nil }
        if let keyword = keyword(left, right, isInside: !path.isEmpty) {
            return InexactMerge(path: path, keyword: keyword)
        }
        for keyword in ["properties", "patternProperties", "dependentSchemas"] {
            for (name, schema) in left[keyword]?.object ?? [:] {
                guard let other = right[keyword]?[name] else { continue }
                if let found = find(schema, other, at: path + [keyword, name]) { return found }
            }
        }
        for keyword in ["additionalProperties", "propertyNames", "items"] {
            guard let schema = left[keyword], let other = right[keyword] else { continue }
            if let found = find(schema, other, at: path + [keyword]) { return found }
        }
        return nil
    }

    /// The first such keyword of two schemas themselves. With `isInside`, neither applies the other one, so that what
    /// is unevaluated in one does not know what the other one evaluates.
    private static func keyword(_ left: JSONObject, _ right: JSONObject, isInside: Bool) -> String? {
        if judges(left, otherNamesOf: right) || judges(right, otherNamesOf: left) { return "additionalProperties" }
        for group in groups {
            let (own, others) = (left.only(group), right.only(group))
            guard !own.isEmpty, !others.isEmpty, own != others else { continue }
            let areItems = [own, others].allSatisfy { $0.count == 1 && $0["items"].map { $0.array == nil } == true }
            if !areItems { return group.first { own[$0] != others[$0] } }
        }
        guard isInside else { return nil }
        for (one, other) in [(left, right), (right, left)] where !other.only(evaluating + unevaluated).isEmpty {
            if let keyword = one.only(unevaluated).first { return keyword.name }
        }
        return nil
    }

    /// Whether `additionalProperties` of a schema concerns properties that only the other one names.
    private static func judges(_ schema: JSONObject, otherNamesOf other: JSONObject) -> Bool {
        guard let additional = schema["additionalProperties"], additional != true, additional != [:] else {
            return false
        }
        return ["properties", "patternProperties"].contains { keyword in
            other[keyword]?.object?.names.contains { schema[keyword]?[$0] == nil } == true
        }
    }
}

extension JSONObject {
    /// The members of these names, in their order.
    fileprivate func only(_ names: [String]) -> JSONObject {
        JSONObject(names.compactMap { name in self[name].map { (name, $0) } })
    }
}
