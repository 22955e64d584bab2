import EventCatalog
import EventSchema
import EventSchemaTools
import EventStreams

/// What a change of a project's words does: of `Project.yaml`, and of waivers in all files.
struct ProjectWordsComparison: Sendable {
    /// The changes, the most important first.
    let changes: [ProjectChange]

    private static let maximumNames = 10

    /// Compares the words before and after a change.
    ///
    /// - Parameters:
    ///   - before: the words before it.
    ///   - after: the words after it.
    ///   - streams: the streams after it, which have the attributes and destinations.
    ///   - experiments: the experiments after it; `nil` if they are not known.
    init(
        from before: ProjectWordsSnapshot, to after: ProjectWordsSnapshot, _ streams: StreamSnapshot,
        _ experiments: ExperimentSnapshot?
    ) {
        let users = WordUsers(streams, experiments, after.vocabulary)
        let words =
            AttributeWordChanges.changes(from: before.vocabulary, to: after.vocabulary)
            + Self.destinations(before.vocabulary, after.vocabulary)
            + Self.severities(before.severities, after.severities) + Self.links(before.links, after.links)
            + RequirementChanges.changes(from: before.requirements, to: after.requirements)
            + Self.others(before.settings, after.settings)
        let changes =
            words.map { change in
                var change = change
                change.users = users.users(of: change)
                return change
            } + WaiverChanges.changes(from: before.waivers, to: after.waivers)
        self.changes = changes.enumerated().sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }
            .map(\.element)
    }

    // MARK: - Destinations

    private static func destinations(_ before: Vocabulary, _ after: Vocabulary) -> [ProjectChange] {
        let names =
            Array(before.destinations.names) + after.destinations.names.filter { before.destinations[$0] == nil }
        return names.flatMap { name -> [ProjectChange] in
            let path = ["destinations", name]
            let (old, new) = (before.destinations[name], after.destinations[name])
            guard let old = old?.object, let new = new?.object else {
                let urls = (new ?? old)?.object?.map { "\($0.name) \($0.value.words)" }.joined(separator: ", ") ?? ""
                let words = urls.isEmpty ? "" : " (\(urls))"
                let text = new == nil ? "is no longer a service" : "is a service now"
                return [ProjectChange(.destination, "\(name)\(words) \(text)", at: path, old, new)]
            }
            let environments = Array(old.names) + new.names.filter { old[$0] == nil }
            return environments.filter { old[$0] != new[$0] }.map { environment in
                let words = UninterpretedSettingChanges.words(old[environment], new[environment])
                return ProjectChange(
                    .destination, "the URL of \(name) in \(environment) \(words)", at: path + [environment],
                    old[environment], new[environment])
            }
        }
    }

    // MARK: - Rules

    private struct SeverityKey: Hashable {
        let rule: String
        let path: String?
        var words: String { "\(rule) in \(path ?? "every file")" }
    }

    private static func severities(_ before: [ProjectSeverity], _ after: [ProjectSeverity]) -> [ProjectChange] {
        func byKey(_ list: [ProjectSeverity]) -> [SeverityKey: ProjectSeverity] {
            Dictionary(list.map { (SeverityKey(rule: $0.rule, path: $0.path), $0) }) { $1 }
        }
        let (old, new) = (byKey(before), byKey(after))
        let keys = (before + after).map { SeverityKey(rule: $0.rule, path: $0.path) }.distinct
        let changes = keys.compactMap { key -> ProjectChange? in
            switch (old[key], new[key]) {
            case (let old?, let new?) where old.word != new.word:
                ProjectChange(
                    .severity, "\(key.words) is now \(new.word), not \(old.word): \(new.reason)", at: new.place,
                    .string(old.word), .string(new.word))
            case (let old?, nil):
                ProjectChange(
                    .severity, "\(key.words) is no longer \(old.word)", at: old.place, .string(old.word), nil)
            case (nil, let new?):
                ProjectChange(
                    .severity, "\(key.words) is now \(new.word): \(new.reason)", at: new.place, nil,
                    .string(new.word))
            default: nil
            }
        }
        let isReordered = before.map(\.key) != after.map(\.key) && Set(before.map(\.key)) == Set(after.map(\.key))
        guard isReordered, changes.isEmpty else { return changes }
        return [
            ProjectChange(.severity, "the entries below rules are in another order; the last one counts", at: ["rules"])
        ]
    }

    // MARK: - The rest

    private static func links(_ before: [ProjectLink], _ after: [ProjectLink]) -> [ProjectChange] {
        let names = (before + after).map(\.name).distinct
        return names.compactMap { name -> ProjectChange? in
            let (old, new) = (before.first { $0.name == name }, after.first { $0.name == name })
            let words: String
            switch (old, new) {
            case (let old?, let new?):
                var parts: [String] = []
                if old.isRequired != new.isRequired {
                    parts.append(new.isRequired ? "is required now" : "is no longer required")
                }
                if old.pattern != new.pattern {
                    parts.append("must match \(new.pattern ?? "nothing any more"), not \(old.pattern ?? "any text")")
                }
                guard !parts.isEmpty else { return nil }
                words = parts.joined(separator: ", and ")
            case (nil, let new?): words = new.isRequired ? "is required now" : "is one that streams may have now"
            case (let old?, nil): words = old.isRequired ? "is no longer required, nor known" : "is no longer known"
            case (nil, nil): return nil
            }
            return ProjectChange(.link, "the link \(name) \(words)", at: ["links", name], old?.json, new?.json)
        }
    }

    private static let interpreted = ["attributes", "destinations", "links", "requires", "rules"]

    private static func others(_ before: JSONObject, _ after: JSONObject) -> [ProjectChange] {
        let names = (Array(before.names) + after.names).distinct.filter { !interpreted.contains($0) }
        return names.filter { before[$0] != after[$0] }.map { name in
            let words = UninterpretedSettingChanges.words(before[name], after[name])
            return ProjectChange(.setting, "\(name) \(words)", at: [name], before[name], after[name])
        }
    }
}

extension ProjectWordsComparison {
    /// A text for each change, with the streams and experiments that it is about, by file: first `Project.yaml`.
    private var sections: [(file: String, texts: [String])] {
        ([Project.fileName] + changes.map(\.file).sorted()).distinct.compactMap { file in
            let texts = changes.filter { $0.file == file }.map { change in
                let names = change.users.map(\.words).listed(upTo: Self.maximumNames)
                return change.text + (names.isEmpty ? "" : "; of \(names)")
            }
            return texts.isEmpty ? nil : (file, texts)
        }
    }

    /// The changes as text; nothing without changes.
    var lines: [String] { sections.flatMap { [$0.file] + $0.texts.map { "  \($0)" } } }

    /// The changes as sections of a comment of a pull request, cut at a number of bytes; empty without changes.
    func markdown(maximumBytes: Int) -> String {
        let own = sections.filter { $0.file == Project.fileName }.flatMap(\.texts)
        let others = sections.filter { $0.file != Project.fileName }
        let texts = [
            ("### \(Project.fileName)\n\n", own.map { "- \(Markdown.escaped($0))\n" }),
            ("### Waivers\n", others.map { Markdown.section(Markdown.escaped($0.file), $0.texts) }),
        ]
        return texts.filter { !$0.1.isEmpty }.map { Markdown.text($0, $1, maximumBytes: maximumBytes / texts.count) }
            .joined(separator: "\n")
    }
}

extension ProjectLink {
    fileprivate var json: JSONValue {
        ["pattern": pattern.map(JSONValue.string) ?? .null, "required": .bool(isRequired)]
    }
}

extension ProjectSeverity {
    fileprivate var key: [String?] { [rule, path, word] }
}
