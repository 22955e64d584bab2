import EventCatalog
import EventSchema
import EventSupport

extension Rule {
    static let missingLink = Rule(
        "missing-link", .error, "A stream lacks a link that the project requires.",
        reason: "Whoever reviews the stream cannot find who asked for it, and why.",
        mistake: .linked(""), corrected: .linked("  links: {bug: 'https://bugs.example.org/7'}\n"))

    static let malformedLink = Rule(
        "malformed-link", .error, "A link of a stream is not one that the project has.",
        reason: "The project's file says which links streams have, and what each looks like.",
        mistake: .linked("  links: {bug: 'bugs.example.org/7'}\n"),
        corrected: .linked("  links: {bug: 'https://bugs.example.org/7'}\n"))
}

/// Checks of a stream's `links` against those that its project has. Without such links, any are in order.
enum LinkChecks {
    static func findings(in stream: AuthoredStream, _ context: StreamCheckContext) -> [CatalogFinding] {
        let kinds = context.folder.project.links
        guard !kinds.isEmpty else { return [] }
        let links = stream.setting("links")?.object ?? [:]
        return kinds.compactMap { finding(for: $0, links[$0.name], in: stream) }
            + links.names.filter { name in !kinds.contains { $0.name == name } }.map { name in
                stream.finding(
                    .malformedLink, at: ["links", name], "“\(name)” is not a link of the project.",
                    remedy: kinds.map(\.name).correction(of: name))
            }
    }

    private static func finding(for kind: ProjectLink, _ link: JSONValue?, in stream: AuthoredStream) -> CatalogFinding?
    {
        guard let link, !link.isNull else {
            guard kind.isRequired, stream.isComplete else { return nil }
            return stream.finding(
                .missingLink, at: ["links"], "The stream “\(stream.name)” has no link “\(kind.name)”.",
                remedy: "Add it below “links:”, such as “\(kind.name): https://…”.")
        }
        // What is not a text has a finding as such.
        guard let text = link.string, !kind.matches(text) else { return nil }
        return stream.finding(
            .malformedLink, at: ["links", kind.name],
            "“\(kind.name)” is \(link.spelling), which does not match \(kind.pattern ?? "").",
            remedy: "Write a link that matches.")
    }
}

extension RuleExample {
    /// A project that requires a link, and a stream with these lines.
    fileprivate static func linked(_ lines: String) -> RuleExample {
        [
            Project.fileName: "links: {bug: {pattern: '^https://bugs[.]example[.]org/\\d+$', required: true}}\n",
            "Streams/example.yaml": stream() + lines,
        ]
    }
}
