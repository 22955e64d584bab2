import EventSupport

extension Sequence<String> {
    /// The remedy for a misspelt name: “Did you mean “sample”?” with the nearest of these names; `nil` when none is
    /// near.
    package func suggestion(for name: String, limit: Int = .max) -> String? {
        nearest(to: name, limit: limit).map { "Did you mean “\($0)”?" }
    }

    /// The remedy for a name that is not among these: the nearest of them, otherwise all of them.
    package func correction(of name: String) -> String {
        suggestion(for: name) ?? "Known are \(joined(separator: ", "))."
    }
}
