import EventCatalog
import EventSchema
import EventSchemaTools
import EventStreams

/// The settings of a stream before and after a change.
struct StreamPair {
    let before: JSONObject
    let after: JSONObject
    /// The streams as clients read them; `nil` when they cannot.
    let configurationBefore: StreamConfiguration?
    let configurationAfter: StreamConfiguration?
    /// The words of the project after the change.
    let vocabulary: Vocabulary
    /// Those before it.
    let vocabularyBefore: Vocabulary
    /// The versions of the stream's schema, in ascending order; none if they are not known.
    let versionsBefore: [SchemaVersion]
    let versionsAfter: [SchemaVersion]

    /// The values at a path; `nil` when they are equal.
    func difference(at path: [String]) -> (before: JSONValue?, after: JSONValue?)? {
        let (old, new) = (JSONValue.object(before)[path: path], JSONValue.object(after)[path: path])
        return old == new ? nil : (old, new)
    }

    /// From whom the stream collects events after the change.
    var audience: String {
        guard let stream = configurationAfter else { return "nobody: clients cannot read the stream" }
        let curated = stream.curation.isEmpty ? "" : ", where curation lets events pass"
        if let rate = stream.sampling.rate, rate >= 1 { return "everybody\(curated)" }
        return stream.sampling.words + curated
    }
}

/// Changes of what a stream collects: attributes, sampling, curation.
enum CollectionChanges {
    private static let client = ["producers", "metrics_platform_client"]

    /// The paths of the settings that ``changes(in:)`` is about.
    static let paths = [
        HeaderChanges.path, ["sample"], client + ["sampling"], SchemaFieldChanges.path, CurationChanges.path,
    ]

    static func changes(in pair: StreamPair) -> [StreamChange] {
        attributes(pair) + SchemaFieldChanges.changes(in: pair) + HeaderChanges.changes(in: pair) + sampling(pair)
            + CurationChanges.changes(in: pair)
    }

    // MARK: - Attributes

    private static func attributes(_ pair: StreamPair) -> [StreamChange] {
        let path = SchemaFieldChanges.path
        guard let (before, after) = pair.difference(at: path) else { return [] }
        guard
            let difference = AttributeDifference(
                from: before, to: after, pair.vocabulary, before: pair.vocabularyBefore)
        else {
            return [UninterpretedSettingChanges.change(at: path, before, after)]
        }
        let gained = difference.gainedWords.map { words in
            StreamChange(.attributesAdded, "\(words) from \(pair.audience)", at: path, before, after)
        }
        let lost = difference.lostWords.map { StreamChange(.attributesRemoved, $0, at: path, before, after) }
        let changes = [gained, lost].compactMap { $0 }
        return changes.isEmpty ? [UninterpretedSettingChanges.rewritten(at: path, before, after)] : changes
    }

    // MARK: - Sampling

    private static func sampling(_ pair: StreamPair) -> [StreamChange] {
        let paths = [["sample"], client + ["sampling"]]
        guard let path = paths.first(where: { pair.difference(at: $0) != nil }),
            let (before, after) = pair.difference(at: path)
        else { return [] }
        guard let old = pair.configurationBefore?.sampling, let new = pair.configurationAfter?.sampling else {
            return [UninterpretedSettingChanges.change(at: path, before, after, kind: .sampling)]
        }
        guard let text = words(old, new) else {
            return [UninterpretedSettingChanges.rewritten(at: path, before, after)]
        }
        return [StreamChange(.sampling, "sampling \(text)", at: path, before, after)]
    }

    private static func words(_ old: SamplingRule, _ new: SamplingRule) -> String? {
        switch (old, new) {
        case _ where old == new: nil
        case _ where !old.isOff && new.isOff: "is switched off: it falls from \(old.words) to nobody"
        case _ where old.isOff && !new.isOff: "is switched on: it rises from nobody to \(new.words)"
        case _ where old.isOff: "changes from \(old.words) to \(new.words), so that the stream stays switched off"
        case (.all, .sample(let unit, let rate, _)):
            "\(rate < 1 ? "falls" : "changes") from everybody to \(SamplingRule.share(rate)) of \(unit.plural)"
        case (.sample(let unit, let rate, _), .all):
            "\(rate < 1 ? "rises" : "changes") from \(SamplingRule.share(rate)) of \(unit.plural) to everybody"
        case (.sample(let unit, let before, let salt), .sample(let newUnit, let after, let newSalt))
        where unit == newUnit && salt == newSalt:
            "\(before < after ? "rises" : "falls") from \(SamplingRule.share(before)) to \(SamplingRule.share(after)) "
                + "of \(unit.plural)"
        case (.sample, .sample(let unit, _, _)):
            "changes from \(old.words) to \(new.words); other \(unit.plural) are in sample"
        default: "changes from \(old.words) to \(new.words)"
        }
    }
}
