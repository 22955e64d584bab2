import EventCatalog
import EventStreams
import EventSupport

/// What was probably meant by a name that is not a contextual attribute.
enum AttributeSuggestion {
    /// The remedy, as a sentence; `nil` when nothing is like the name.
    static func text(for name: String, in vocabulary: Vocabulary) -> String? {
        let parts = name.split { ", ".contains($0) }.map(String.init)
        if parts.count > 1, parts.contains(where: { vocabulary.word(named: $0) != nil }) {
            return "Write each name as an item of its own: \(parts.map { "“- \($0)”" }.joined(separator: ", "))."
        }
        return attribute(for: name, in: vocabulary).map { "Did you mean “\($0)”?" }
    }

    private static func attribute(for name: String, in vocabulary: Vocabulary) -> String? {
        let names = vocabulary.attributes.map(\.name)
        if let spelling = names.first(where: { $0 == name.lowercased() }) { return spelling }
        // The right field of a wrong object, or without one.
        let field = field(of: name) ?? name.lowercased()
        let same = names.filter { Self.field(of: $0) == field || Self.field(of: $0) == name.lowercased() }
        return same.count == 1 ? same.first : names.nearest(to: name)
    }

    /// What is behind the first underscore: `mediawiki_database` → `database`.
    private static func field(of name: String) -> String? {
        let parts = name.lowercased().split(separator: "_", maxSplits: 1)
        return parts.count == 2 ? String(parts[1]) : nil
    }
}
