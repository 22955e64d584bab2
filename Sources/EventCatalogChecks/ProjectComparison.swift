package import EventCatalog
package import EventSchema
import EventSchemaTools
package import EventStreams

/// A project at one time.
package struct ProjectSnapshot: Sendable {
    package let streams: StreamSnapshot
    /// `nil` for a folder or a response that has streams alone.
    package let experiments: ExperimentSnapshot?
    /// `nil` for a folder or a response whose project is not known.
    package let words: ProjectWordsSnapshot?

    package init(
        _ streams: StreamSnapshot, _ experiments: ExperimentSnapshot? = nil, _ words: ProjectWordsSnapshot? = nil
    ) {
        (self.streams, self.experiments, self.words) = (streams, experiments, words)
    }
}

extension ProjectSnapshot {
    /// The errors in streams, experiments and `Project.yaml`, as a check has them on a date. Without a folder of
    /// schemas, nothing is said of their titles.
    package static func errors(in folders: CatalogFolders, asOf date: UTCInstant) -> [CatalogFinding] {
        let own = [folders.streams, folders.experiments].compactMap { $0.map { FolderPath.entry("", in: $0) } }
        let files = [folders.projectFile, folders.streams, folders.experiments].compactMap(\.self)
        return CatalogCheck(folders, asOf: date).findings.filter { finding in
            let file = finding.location.file
            let isOwn = files.contains(file) || own.contains { file.hasPrefix($0) }
            let needsSchemas = folders.schemaRoots.isEmpty && finding.rule == .unknownSchemaTitle
            return isOwn && finding.severity == .error && !needsSchemas
        }
    }
}

/// What a change of streams, experiments and the project's words does, in words.
package struct ProjectComparison: Sendable {
    private let streams: StreamComparison
    /// `nil` when the experiments of a side are not known.
    private let experiments: ExperimentComparison?
    /// `nil` when the words of a side are not known.
    private let words: ProjectWordsComparison?
    /// The errors after the change, a line for each.
    package let errors: [String]

    /// Compares two snapshots.
    ///
    /// - Parameters:
    ///   - before: the snapshot before the change.
    ///   - after: the snapshot after it.
    ///   - errors: what is wrong with the files after the change.
    ///   - asOf: the date by which it is decided which experiments run.
    package init(
        from before: ProjectSnapshot, to after: ProjectSnapshot, errors: [CatalogFinding] = [], asOf: UTCInstant
    ) {
        streams = StreamComparison(from: before.streams, to: after.streams)
        experiments = before.experiments.flatMap { old in
            after.experiments.map { ExperimentComparison(from: old, to: $0, asOf: asOf) }
        }
        words = before.words.flatMap { old in
            after.words.map { ProjectWordsComparison(from: old, to: $0, after.streams, after.experiments) }
        }
        self.errors = (errors + (experiments?.errors ?? [])).map(\.description)
    }

    /// Whether experiments are compared.
    package var hasExperiments: Bool { experiments != nil }

    /// The changes as text, and the errors.
    package var lines: [String] {
        (words?.lines ?? []) + streams.lines + (experiments?.lines ?? []) + RemainingErrors(errors: errors).lines
    }

    /// The changes as an object: that of ``StreamComparison``, with `errors`, and with `experiments` and `project`,
    /// which are null where they are not compared.
    package var json: JSONObject {
        var json = streams.json
        json["errors"] = .array(errors.map(JSONValue.string))
        json["experiments"] = experiments.map { .array($0.json.map(JSONValue.object)) } ?? .null
        json["project"] = words.map { .array($0.changes.map { .object($0.json) }) } ?? .null
        return json
    }

    /// The changes as a comment of a pull request, as long as GitHub and GitLab take at most.
    package var markdown: String {
        let share = Markdown.maximumCommentBytes / 4
        let end = [
            experiments?.markdown(maximumBytes: share) ?? "",
            RemainingErrors(errors: errors).markdown,
        ].filter { !$0.isEmpty }
        let beginning = words.map { [$0.markdown(maximumBytes: share)].filter { !$0.isEmpty } } ?? []
        let rest = (beginning + end).reduce(0) { $0 + $1.utf8.count + 1 }
        let streams = streams.markdown(maximumBytes: Markdown.maximumCommentBytes - rest)
        return (beginning + [streams] + end).joined(separator: "\n")
    }
}
