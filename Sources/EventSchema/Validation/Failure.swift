/// A broken keyword together with what broke below it: a node of the tree that the detailed output shows.
struct Failure: Sendable {
    var finding: Finding
    var causes: [Failure]

    /// The findings at the ends of the tree.
    var leaves: [Finding] { causes.isEmpty ? [finding] : causes.flatMap(\.leaves) }

    /// This finding and all below it.
    var all: [Finding] { [finding] + causes.flatMap(\.all) }
}

/// Where an evaluation stands: in the instance and on the way through the schema.
struct Place: Sendable {
    var instance = ""
    var keyword = ""
    /// The absolute location of the schema that is being applied.
    var schema = ""
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
