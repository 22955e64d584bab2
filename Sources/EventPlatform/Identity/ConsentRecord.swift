import EventSupport
import Foundation

/// What is kept of the user's consent: the last decision, and what of a refusal is left to do.
///
/// As text it is `DECISION`, `DECISION REMAINDER` or either with the number of refusals, such as `declined removal 2`;
/// without a decision `undecided`.
struct ConsentRecord: Sendable, Hashable {
    /// What a refusal has left in the store.
    enum UnfinishedRefusal: String, Sendable {
        /// Events that were stored before the refusal may be in the store.
        case removal
        /// The events are removed; their bytes may be in the files of the store.
        case erasure
        /// Events that were stored before the refusal may be in the store file, which could not be used: another
        /// program had locked it, or it is damaged. They are removed when it is opened.
        case fileUnavailable = "set-aside"
    }
    /// The last decision of the user; `nil` without one.
    var decision: Consent?
    var unfinishedRefusal: UnfinishedRefusal?
    /// The number of refusals in the namespace; see ``RowNumber``.
    var refusals: Int64 = 0

    private static let undecided = "undecided"

    init() {}

    /// `nil` for a text of another form.
    init?(_ text: String) {
        let words = text.split(separator: " ").map(String.init)
        guard let first = words.first, let refusals = RefusalCount.number(in: text) else { return nil }
        decision = Consent(rawValue: first)
        if decision == nil, first != Self.undecided { return nil }
        self.refusals = refusals
        let rest = words.dropFirst().filter { Int64($0) == nil }
        guard let word = rest.first else { return }
        guard let unfinishedRefusal = UnfinishedRefusal(rawValue: word) else { return nil }
        self.unfinishedRefusal = unfinishedRefusal
    }

    /// The file of the record beside a store file.
    static func file(beside store: URL) -> SidecarFile {
        SidecarFile(beside: store, SidecarFile.consentExtension) { Self($0) != nil }
    }

    /// Adds a refusal, which covers what is stored. While an earlier one is to be carried out nothing is stored, and
    /// both are one.
    mutating func refuse() {
        guard unfinishedRefusal != .removal else { return }
        unfinishedRefusal = .removal
        refusals = min(refusals + 1, RefusalCount.maximum)
    }

    var text: String {
        let number = refusals > 0 ? "\(refusals)" : nil
        return [decision?.rawValue ?? Self.undecided, unfinishedRefusal?.rawValue, number].compactMap(\.self)
            .joined(separator: " ")
    }
}
