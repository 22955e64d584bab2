package import EventSchema
import EventSchemaTools
package import EventStreams

/// The streams of a project at one time, and its experiments where they are known.
package struct ProjectSnapshot: Sendable {
    package let streams: StreamSnapshot
    /// `nil` for a folder or a response that has streams alone.
    package let experiments: ExperimentSnapshot?

    package init(_ streams: StreamSnapshot, _ experiments: ExperimentSnapshot? = nil) {
        (self.streams, self.experiments) = (streams, experiments)
    }
}

/// What a change of streams and experiments does, in words.
package struct ProjectComparison: Sendable {
    private let streams: StreamComparison
    /// `nil` when the experiments of a side are not known.
    private let experiments: ExperimentComparison?

    /// Compares two snapshots.
    ///
    /// - Parameters:
    ///   - before: the snapshot before the change.
    ///   - after: the snapshot after it.
    ///   - asOf: the date by which it is decided which experiments run.
    package init(from before: ProjectSnapshot, to after: ProjectSnapshot, asOf: UTCInstant) {
        streams = StreamComparison(from: before.streams, to: after.streams)
        experiments = before.experiments.flatMap { old in
            after.experiments.map { ExperimentComparison(from: old, to: $0, asOf: asOf) }
        }
    }

    /// Whether experiments are compared.
    package var hasExperiments: Bool { experiments != nil }

    /// The errors after the change, a line for each.
    package var errors: [String] { streams.errors + (experiments?.errors ?? []) }

    /// The changes as text.
    package var lines: [String] { streams.lines + (experiments?.lines ?? []) }

    /// The changes as an object: that of ``StreamComparison``, with `experiments`, which is null where experiments are
    /// not compared.
    package var json: JSONObject {
        var json = streams.json
        json["experiments"] = experiments.map { .array($0.json.map(JSONValue.object)) } ?? .null
        json["errors"] = .array(errors.map(JSONValue.string))
        return json
    }

    /// The changes as a comment of a pull request, as long as GitHub and GitLab take at most.
    package var markdown: String {
        let section = experiments?.markdown(maximumBytes: Markdown.maximumCommentBytes / 3) ?? ""
        let streams = streams.markdown(maximumBytes: Markdown.maximumCommentBytes - section.utf8.count)
        return section.isEmpty ? streams : "\(streams)\n\(section)"
    }
}
