import EventCatalog
import EventSchema
import EventSchemaTools
import EventStreams

/// Changes of the groups of an experiment.
///
/// A user's hash, times the number of groups, has the position of the group as its whole part, and its fraction decides
/// who takes part. So another order moves members to other groups, another number draws everything anew, and another
/// name at the same position leaves the members where they are.
enum GroupChanges {
    static func change(in pair: ExperimentPair) -> ExperimentChange {
        guard let old = names(in: pair.before), let new = names(in: pair.after) else {
            return pair.change(.groups, "groups", "groups")
        }
        let words = pair.change(.groups, "groups", "the list of groups").text
        if let renamed = renamed(from: old, to: new) { return pair.change(.groups, "groups", saying: renamed) }
        guard pair.isRunning else { return pair.change(.groups, "groups", saying: words) }
        let effect =
            old.count == new.count
            ? "who takes part stays the same, and is in another group"
            : "who takes part, and in which group, is drawn again"
        return pair.change(.groups, "groups", saying: words).reshuffling(effect)
    }

    private static func names(in entry: ExperimentEntry) -> [String]? {
        guard case .experiment(let experiment) = entry.configuration else { return nil }
        return experiment.groups
    }

    /// What to say where groups keep their positions and have other names; otherwise `nil`.
    private static func renamed(from old: [String], to new: [String]) -> String? {
        guard old.count == new.count else { return nil }
        let pairs = zip(old, new).filter { $0 != $1 }
        guard pairs.allSatisfy({ !new.contains($0) && !old.contains($1) }) else { return nil }
        return pairs.map { "the group \($0) is now called \($1), with the same members" }.joined(separator: "; ")
    }
}

/// Changes of a sample rate, which may differ from wiki to wiki.
enum SampleRateChanges {
    private static let setting = "sample_rate"

    static func changes(in pair: ExperimentPair) -> [ExperimentChange] {
        guard let old = pair.before.configuration, let new = pair.after.configuration else {
            return [pair.change(.sampling, setting, setting)]
        }
        let rates = Rates(old.sampleRate, new.sampleRate, wikis: wikis(in: pair.before) + wikis(in: pair.after))
        var texts: [String] = []
        if let words = rates.words(for: nil, of: new.sampledUnits) {
            texts.append("sampling \(words)\(rates.wikis.isEmpty ? "" : ", on wikis without a rate of their own")")
        }
        var wikis: [String: [String]] = [:]
        for wiki in rates.wikis {
            if let words = rates.words(for: wiki, of: new.sampledUnits) { wikis[words, default: []].append(wiki) }
        }
        texts += wikis.sorted { $0.value[0] < $1.value[0] }.map { "sampling \($0.key), on \($0.value.enumerated)" }
        if texts.isEmpty { return [pair.rewritten(setting)] }
        return texts.map { pair.change(.sampling, setting, saying: $0) }
    }

    private static func wikis(in entry: ExperimentEntry) -> [String] {
        (entry.setting(setting)?.object ?? [:]).flatMap { ($0.value.array ?? []).compactMap(\.string) }
    }

    /// The rates before and after a change.
    private struct Rates {
        let old: WikiSampleRate
        let new: WikiSampleRate
        /// The wikis that have a rate of their own before or after the change, in order.
        let wikis: [String]

        init(_ old: WikiSampleRate, _ new: WikiSampleRate, wikis: [String]) {
            (self.old, self.new, self.wikis) = (old, new, Set(wikis).sorted())
        }

        /// What happens to the rate of a wiki; `nil` where it stays.
        func words(for wiki: String?, of units: String) -> String? {
            let (old, new) = (old.rate(for: wiki), new.rate(for: wiki))
            guard old != new else { return nil }
            let verb = old < new ? "rises" : "falls"
            return "\(verb) from \(SamplingRule.share(old)) to \(SamplingRule.share(new)) of \(units)"
        }
    }
}
