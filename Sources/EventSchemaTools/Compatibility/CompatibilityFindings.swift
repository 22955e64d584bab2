package import EventCatalog
import EventSchema
import EventSupport

extension Rule {
    package static let incompatibleChange = Rule(
        "incompatible-change", .error, "A version of a schema refuses events that an earlier one of its major accepts.",
        reason: "Programs that are in use send such events for years; the intake refuses them, and they are lost.",
        mistake: .versions("1.1.0", "{type: string, maxLength: 32}"),
        corrected: .versions("1.1.0", "{type: string, maxLength: 128}"))

    package static let readerChange = Rule(
        "reader-change", .note, "A version of a schema has events that readers of an earlier one do not expect.",
        reason: "Events stay valid; queries and programs that know all values, or rely on a property, may be wrong.",
        mistake: .versions("1.1.0", "{type: string, maxLength: 64}", old: "{enum: [a, b], maxLength: 64}"),
        corrected: .versions("1.1.0", "{type: string, maxLength: 64}"))

    package static let doubtfulChange = Rule(
        "doubtful-change", .warning,
        "A version of a schema has another default, another type, or the bounds of exact numbers.",
        reason: "Events stay valid, but the intake stores other values, tables may not hold them, or large numbers go.",
        mistake: .versions("1.1.0", "{type: [string, 'null'], maxLength: 64}"),
        corrected: .versions("1.1.0", "{type: string, maxLength: 65}"))

    package static let untriedVersions = Rule(
        "untried-versions", .note, "No event was tried with two versions of a schema, since one cannot be compiled.",
        reason: "The table of changes is used alone, and a break that it does not know stays unseen.",
        mistake: .versions(
            "1.1.0", "{type: string, maxLength: 128, pattern: '(a)\\1'}",
            old: "{type: string, maxLength: 64, pattern: '(a)\\1'}"),
        corrected: .versions(
            "1.1.0", "{type: string, maxLength: 128, pattern: 'aa'}",
            old: "{type: string, maxLength: 64, pattern: 'aa'}"))

    package static let versionTooLow = Rule(
        "version-too-low", .error, "The number of a version is lower than its changes demand.",
        reason: "Readers rely on the number: they expect that a patch version changes descriptions only.",
        mistake: .versions("1.0.1", "{type: string, maxLength: 128}"),
        corrected: .versions("1.1.0", "{type: string, maxLength: 128}"))
}

/// What is wrong between two versions by our own policy, each change proved by an event where one is found.
package struct CompatibilityFindings {
    let pair: VersionPair
    let comparison: SchemaComparison
    private let trial: CompatibilityTrial?
    /// The version for which no event was tried.
    private let uncompiled: UncompiledVersion?
    private let events: Int
    private let seed: UInt64

    package init(_ pair: VersionPair, events: Int, seed: UInt64) {
        self.pair = pair
        comparison = SchemaComparison(old: pair.old.schema, new: pair.new.schema)
        (self.events, self.seed) = (events, seed)
        let isTried = comparison.changes.contains { $0.kind != .descriptionChanged }
        do throws(UncompiledVersion) {
            trial =
                isTried
                ? try CompatibilityTrial(old: pair.old.schema, new: pair.new.schema, limit: events, seed: seed) : nil
            uncompiled = nil
        } catch {
            (trial, uncompiled) = (nil, error)
        }
    }

    package var findings: [CatalogFinding] {
        let isPublished = !pair.new.isCurrent || pair.new.number > pair.old.number
        var findings = isPublished ? comparison.changes.compactMap(finding) + reusedNames : []
        findings += [unexplained, untried, tooLow].compactMap { $0 }
        return findings
    }

    /// The breaks of events of an earlier version that has a property which the version in between lacks.
    private var reusedNames: [CatalogFinding] {
        ReusedNames(pair).changes.flatMap { earlier, changes in
            let pair = VersionPair(title: pair.title, old: earlier, new: pair.new, authored: pair.authored, earlier: [])
            return changes.compactMap(CompatibilityFindings(pair, events: events, seed: seed).finding)
        }
    }

    private func finding(_ change: SchemaChange) -> CatalogFinding? {
        let place = pair.location(at: change.path)
        switch change.verdict {
        case .compatible: return nil
        case .warned, .readers:
            return CatalogFinding(
                change.verdict == .warned ? .doubtfulChange : .readerChange, place,
                "\(change.words.asSentence) \(versions)", remedy: SchemaChangePolicy.of(change.kind).reason)
        case .breaking:
            return CatalogFinding(
                .incompatibleChange, place, "\(change.words.asSentence) \(versions) \(proof(of: change))",
                remedy: "Raise the number to \(pair.old.number.next(.major)), or undo the change.")
        }
    }

    private var versions: String { "(\(pair.old.name) → \(pair.new.name))" }

    private func proof(of change: SchemaChange) -> String {
        guard let trial else { return "No event was tried." }
        let (witness, tried) = trial.witness(for: change)
        guard let witness else {
            return "No event was found that shows it, in \(tried.grouped) tried: it is taken to be breaking."
        }
        let refuser = witness.needsDefault ? "a validator that fills no default in" : pair.new.name
        let event = witness.event.shortened.jsonText
        return "\(pair.old.name) accepts \(event), and \(refuser) refuses it: \(witness.message)."
    }

    /// What the table of policies would have got wrong.
    private var unexplained: CatalogFinding? {
        guard let (witness, _) = trial?.unexplainedRefusal(by: comparison), let witness else { return nil }
        return CatalogFinding(
            .incompatibleChange, pair.location(at: []),
            "No change is called breaking for it, and yet \(pair.new.name) refuses an event that \(pair.old.name) "
                + "accepts: \(witness.event.shortened.jsonText): \(witness.message).",
            remedy: "Treat it as breaking, and report a bug of eventctl.")
    }

    /// The part of the comparison that was left out, also if no change is called breaking.
    private var untried: CatalogFinding? {
        guard let uncompiled else { return nil }
        let name = uncompiled.isOld ? pair.old.name : pair.new.name
        return CatalogFinding(
            .untriedVersions, pair.location(at: []),
            "No event was tried \(versions), so that only the table of changes was used: \(name) cannot be compiled. "
                + uncompiled.error.message,
            remedy: uncompiled.error.remedy)
    }

    /// The number that the changes demand, if the version has a lower one.
    private var tooLow: CatalogFinding? {
        let changes = comparison.changes.filter { $0.path.first != "examples" && $0.path != ["$id"] }
        guard let level = changes.map(\.level).max() else { return nil }
        let (old, new) = (pair.old.number, pair.new.number)
        let place = pair.location(at: ["$id"])
        guard let raised = new.level(over: old) else {
            guard pair.new.isCurrent else { return nil }
            return CatalogFinding(
                .versionTooLow, place,
                "The number is still \(new), and there is \(old) with other content: \(changes[0].words).",
                remedy: "Raise it to \(old.next(level)).")
        }
        // A break within a major has findings of its own.
        guard raised < level, level < .major else { return nil }
        let cause = changes.first { $0.level == level }?.words ?? ""
        return CatalogFinding(
            .versionTooLow, place, "\(new) raises the \(raised.rawValue) number of \(old), but \(cause).",
            remedy: "The number that is due is \(old.next(level)).")
    }
}

extension JSONValue {
    /// The value with the beginning of long texts, and their number of characters.
    var shortened: JSONValue {
        switch self {
        case .string(let text):
            let count = text.unicodeScalars.count
            return count > 1_000 ? .string("\(text.prefix(40))… (\(count.grouped) characters)") : self
        case .array(let elements): return .array(elements.map(\.shortened))
        case .object(let members): return .object(JSONObject(members.map { ($0.name, $0.value.shortened) }))
        default: return self
        }
    }
}

extension String {
    /// The clause as a sentence without its full stop: the first letter is a capital one.
    fileprivate var asSentence: String { prefix(1).uppercased() + dropFirst() }
}
