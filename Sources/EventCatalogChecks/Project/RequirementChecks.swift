import EventCatalog
import EventSchema
import EventSupport

extension Rule {
    static let missingRequiredSetting = Rule(
        "missing-required-setting", .error, "A stream lacks a setting or a link that its project requires.",
        reason: """
            The project's file says in “requires:” what streams must have, in which files, and why. A setting of the \
            defaults counts as that of each stream.
            """,
        mistake: .required(""), corrected: .required("owner: shop team"))
}

/// Checks that streams have the settings and the links that the project requires of those in their file.
enum RequirementChecks {
    static func findings(in context: StreamCheckContext) -> [CatalogFinding] {
        let project = context.folder.project
        guard !project.requirements.isEmpty else { return [] }
        var paths = RealPaths()
        var byFile: [String: Project.Required] = [:]
        return context.folder.streams.flatMap { stream -> [CatalogFinding] in
            guard stream.isComplete else { return [] }
            let file = stream.location(of: []).file
            let required = byFile[file] ?? project.required(in: file, &paths)
            byFile[file] = required
            return findings(in: stream, required, of: project)
        }
    }

    private static func findings(
        in stream: AuthoredStream, _ required: Project.Required, of project: Project
    ) -> [CatalogFinding] {
        let settings = required.settings.filter { !stream.hasText([$0.name]) }.map { name, entry in
            finding("setting “\(name)”", in: stream, "Add “\(name):” with \(content(of: name))", entry)
        }
        // A link that all streams must have is found by the rule of that.
        let found = Set(project.links.filter(\.isRequired).map(\.name))
        let links = required.links.filter { !found.contains($0.name) && !stream.hasText(["links", $0.name]) }
        return settings
            + links.map { name, entry in
                finding("link “\(name)”", in: stream, "Add “\(name): https://…” below “links:”", entry)
            }
    }

    private static func finding(
        _ noun: String, in stream: AuthoredStream, _ remedy: String, _ entry: ProjectRequirement
    ) -> CatalogFinding {
        stream.finding(
            .missingRequiredSetting,
            "The stream “\(stream.name)” has no \(noun), which \(Project.fileName) requires.",
            remedy: "\(remedy). The reason given is: \(entry.reason)")
    }

    private static func content(of setting: String) -> String {
        switch setting {
        case "owner": "the team that answers for the stream"
        case "expires": "the date on which the stream ends, in the form YYYY-MM-DD"
        default: "what the stream collects, and what for"
        }
    }
}

extension AuthoredStream {
    /// Whether a setting has a value other than null and blank text.
    fileprivate func hasText(_ path: [String]) -> Bool {
        guard let value = value(of: path), !value.isNull else { return false }
        return value.string?.allSatisfy(\.isWhitespace) != true
    }

    private func value(of path: [String]) -> JSONValue? { JSONValue.object(authored)[path: path] }
}

extension RuleExample {
    /// A project that requires an owner of the streams in a file, and a stream with this line.
    fileprivate static func required(_ line: String) -> RuleExample {
        [
            Project.fileName: """
            requires:
              - settings: [owner]
                path: Streams/example.yaml
                reason: Readers of the data ask somebody about it.

            """,
            "Streams/example.yaml": line.isEmpty ? stream() : stream("app.search", line),
        ]
    }
}
