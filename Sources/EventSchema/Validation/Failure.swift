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
    /// The failures below the keyword that broke it.
    package let causes: [Failure]
    /// Failures of elements and alternatives that did not by themselves break the keyword.
    package let trials: [Failure]
    /// What else is reported.
    package let detail: Detail?
    /// The schema that has the keyword.
    let node: NodeID

    /// The failures at the ends of the tree.
    package var leaves: [Failure] {
        var leaves: [Failure] = []
        visit { if $0.causes.isEmpty { leaves.append($0) } }
        return leaves
    }

    /// This finding and all below it.
    var all: [Finding] {
        var all: [Finding] = []
        visit { all.append($0.finding) }
        return all
    }

    /// Calls `body` with the failure and all below it, in their order.
    private func visit(_ body: (Failure) -> Void) {
        body(self)
        for cause in causes { cause.visit(body) }
    }
}

/// Where an evaluation is: in the instance and on the way through the schema.
struct EvaluationLocation: Sendable {
    var instance = ""
    var keyword = ""
    /// The absolute location of the schema that is being applied.
    var schema = ""
    /// The schema that is being applied.
    var node: NodeID = -1
    /// How many schemas have been applied to get here, one within the other.
    var level = 0

    /// About how many bytes a failure here takes.
    var size: Int { instance.utf8.count + keyword.utf8.count + 64 }

    func keyword(_ tokens: String...) -> EvaluationLocation {
        var location = self
        for token in tokens {
            let step = "/" + JSONPointer.escape(token)
            location.keyword += step
            location.schema += step
        }
        return location
    }

    func instance(_ token: String) -> EvaluationLocation {
        var location = self
        location.instance += "/" + JSONPointer.escape(token)
        return location
    }
}
