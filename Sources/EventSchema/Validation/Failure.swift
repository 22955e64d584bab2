/// A broken keyword together with what broke below it: a node of the tree that the detailed output shows.
package struct Failure: Sendable {
    /// What a keyword is about, beyond its location.
    package enum Detail: Sendable {
        /// The name that `required` or `dependencies` misses.
        case missing(String)
        /// The alternatives of `oneOf` that are satisfied.
        case satisfied([Int])
    }

    /// Where and what.
    package let finding: Finding
    /// What broke below the keyword and broke it.
    package let causes: [Failure]
    /// What broke below the keyword in elements and alternatives of which none had to hold.
    package let trials: [Failure]
    /// What else is reported.
    package let detail: Detail?
    /// The schema that has the keyword.
    let node: NodeID

    /// The findings at the ends of the tree.
    var leaves: [Finding] { causes.isEmpty ? [finding] : causes.flatMap(\.leaves) }

    /// This finding and all below it.
    var all: [Finding] { [finding] + causes.flatMap(\.all) }
}

/// The place of an evaluation: in the instance and on the way through the schema.
struct Place: Sendable {
    var instance = ""
    var keyword = ""
    /// The absolute location of the schema that is being applied.
    var schema = ""
    /// The schema that is being applied.
    var node: NodeID = -1
    /// How many schemas have been applied to get here, one within the other.
    var level = 0

    func keyword(_ tokens: String...) -> Place {
        var place = self
        for token in tokens {
            let step = "/" + JSONPointer.escape(token)
            place.keyword += step
            place.schema += step
        }
        return place
    }

    func instance(_ token: String) -> Place {
        var place = self
        place.instance += "/" + JSONPointer.escape(token)
        return place
    }
}
