import EventCatalog
import EventSchema

/// A mistake at a place of a schema document.
struct SchemaMistake: Sendable {
    let rule: Rule
    /// The names that lead to the place.
    let path: [String]
    let problem: String
    let remedy: String
    let edits: [TextEdit]
    private let sameAs: [String]?

    /// Where the path may be another one in another version, `sameAs` has names in place of it.
    init(
        _ rule: Rule, _ path: [String], _ problem: String, remedy: String, edits: [TextEdit] = [],
        sameAs: [String]? = nil
    ) {
        (self.rule, self.path, self.problem, self.remedy, self.edits) = (rule, path, problem, remedy, edits)
        self.sameAs = sameAs
    }

    /// Whether versions have the mistake in their own words: the intake refuses to compile them.
    var isOfCompilation: Bool { rule == .unknownFormat }

    /// What the same mistake has in common in `current` and in the versions made from it.
    ///
    /// A part of `allOf` becomes a part of the schema around it, and the position of an element may change.
    var cause: SchemaMistakeCause {
        SchemaMistakeCause(rule: rule, path: SchemaMistakeCause.materialized(sameAs ?? path))
    }
}

/// See ``SchemaMistake/cause``.
struct SchemaMistakeCause: Hashable, Sendable {
    let rule: Rule
    let path: [String]

    /// The path that a path of `current` has in the versions made from it: without the elements of `allOf`.
    static func materialized(_ path: [String]) -> [String] {
        var names: [String] = []
        var rest = path[...]
        while let name = rest.popFirst() {
            if name == "allOf", rest.first.flatMap({ Int($0) }) != nil {
                rest.removeFirst()
            } else {
                names.append(name)
            }
        }
        return names
    }
}
