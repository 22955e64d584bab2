import EventCatalog
import EventSchema
import EventStreams

extension Rule {
    static let examplesAllDropped = Rule(
        "examples-all-dropped", .warning,
        "The curation of a stream drops every example of its schema that has the attributes.",
        reason: "The examples show the events that the schema's author expects, and the stream collects no such event.",
        mistake: .curationOfTap("page_id: {equals: 8}"), corrected: .curationOfTap("page_id: {equals: 7}"))
}

/// Checks of `curation`.
enum CurationChecks {
    static func findings(in stream: AuthoredStream, _ context: StreamCheckContext) -> [CatalogFinding] {
        guard stream.curationSettings?.object?.isEmpty == false else { return [] }
        let curation = AuthoredCuration(of: stream, context.fields(of: stream))
        let findings = curation.findings + CurationSatisfiabilityChecks.findings(in: curation, of: stream, context)
        let isUsable = !findings.contains { $0.severity == .error }
        return findings + [isUsable ? exampleFinding(in: stream, context) : nil].compactMap { $0 }
    }

    /// The finding when curation, working without a mistake of its own, drops every example of the schema that has a
    /// value for each of its rules. The other examples are ignored, since the client adds contextual attributes.
    private static func exampleFinding(in stream: AuthoredStream, _ context: StreamCheckContext) -> CatalogFinding? {
        let title = stream.setting("schema_title")?.string ?? ""
        let examples = context.schemas?.completeVersions(of: title).last?.document["examples"]?.array ?? []
        let curation = Curation(settings: stream.curationSettings ?? [:])
        let vocabulary = stream.vocabulary
        let fields = curation.attributes.map { vocabulary.declared($0).path }
        let events = examples.filter { example in fields.allSatisfy { example[path: $0].isSet } }
        guard let first = events.first,
            events.allSatisfy({ curation.verdict(on: $0, declaring: vocabulary.own) != .passes })
        else { return nil }
        let failed = curation.findings(in: first, declaring: vocabulary.own).first { !$0.holds }
        return CatalogFinding(
            .examplesAllDropped, stream.location(of: ["producers", "metrics_platform_client", "curation"]),
            "Curation drops every example of the schema \(title) that has the attributes"
                + (failed.map { ": \($0.reason)." } ?? "."),
            remedy: "Change the curation, or add an example to the schema that passes it.")
    }
}

extension CurationFinding {
    /// Why the condition does not hold, for a message.
    fileprivate var reason: String {
        "in the first, \(attribute) is \(value ?? .null)"
            + (self.operator.map { ", which does not pass “\($0.rawValue)”" } ?? "")
    }
}

extension RuleExample {
    /// The same for the schema `app/tap`, which has an example.
    fileprivate static func curationOfTap(_ rule: String) -> RuleExample {
        .streams(
            clientStream("provide_values: [page_id]\ncuration:\n  \(rule)", title: "app/tap"),
            tap: "examples: [{page: {id: 7}}]")
    }
}
