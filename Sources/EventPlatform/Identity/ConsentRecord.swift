/// What is kept of the user's consent: the last decision, and what of a refusal is left to do.
///
/// As text it is `DECISION` or `DECISION REMAINDER`, such as `declined removal`; without a decision `undecided`.
struct ConsentRecord: Sendable, Hashable {
    /// What a refusal has left in the store.
    enum Remainder: String, Sendable {
        /// Events that were stored before the refusal may be in the store.
        case removal
        /// The events are removed; their bytes may be in the files of the store.
        case erasure
        /// Events that were stored before the refusal may be in the store file, which could not be used: another
        /// program had locked it, or it is damaged. They are removed when it is opened.
        case setAside = "set-aside"
    }
    /// The last decision of the user; `nil` without one.
    var decision: Consent?
    var remainder: Remainder?

    private static let undecided = "undecided"

    init() {}

    /// `nil` for a text of another form.
    init?(_ text: String) {
        let words = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        guard let first = words.first, words.count <= 2 else { return nil }
        decision = Consent(rawValue: first)
        if decision == nil, first != Self.undecided { return nil }
        guard words.count == 2 else { return }
        guard let remainder = Remainder(rawValue: words[1]) else { return nil }
        self.remainder = remainder
    }

    var text: String {
        [decision?.rawValue ?? Self.undecided, remainder?.rawValue].compactMap(\.self).joined(separator: " ")
    }
}
