import EventSchema
import EventStreams

/// The prepared ``EventTemplate`` of each stream's latest event, which most often is that of the next one too.
struct EventTemplates: Sendable {
    private var entries: [ExactText: Entry] = [:]
    /// The one that was used last.
    private var latest: Entry?

    /// The maximum number of streams. Those that patterns match may have any number of names.
    private static let capacity = 1024

    /// The members that the client adds to an event of a stream.
    mutating func layers(
        for event: EventPipeline.Event, of stream: StreamConfiguration, installID: String?
    ) -> [JSONOverlay] {
        if let latest, latest.isTemplate(of: event, stream, installID: installID) { return latest.layers }
        let name = ExactText(event.submission.stream)
        if let entry = entries[name], entry.isTemplate(of: event, stream, installID: installID) {
            latest = entry
            return entry.layers
        }
        if entries.count >= Self.capacity { entries = [:] }
        let entry = Entry(event, stream, installID: installID)
        (entries[name], latest) = (entry, entry)
        return entry.layers
    }

    /// A prepared template, and everything that it was made of.
    private final class Entry: Sendable {
        let name: String
        let context: Context
        let identity: Sessions.Identity
        let domain: String?
        let namedSchema: SchemaID
        let isVerbatim: Bool
        let isWhole: Bool
        let hasClientTime: Bool
        let schemaID: SchemaID
        let schema: CompiledSchema?
        let stream: StreamConfiguration
        let installID: String?
        let layers: [JSONOverlay]

        init(_ event: EventPipeline.Event, _ stream: StreamConfiguration, installID: String?) {
            let (submission, document) = (event.submission, event.document)
            (name, context) = (submission.stream, submission.context)
            (identity, domain) = (submission.identity, submission.domain)
            (namedSchema, isVerbatim) = (submission.schema, submission.isVerbatim)
            (isWhole, hasClientTime) = (document.isWhole, document.hasClientTime)
            (schemaID, schema, self.stream, self.installID) = (event.schemaID, event.schema, stream, installID)
            layers = EventTemplate(for: event, of: stream, installID: installID).prepared()
        }

        /// Whether the template of an event would be the same. Texts are compared byte by byte. Contexts of the
        /// same storage are the same, as those of most events are; equal ones may declare another field for an
        /// attribute.
        func isTemplate(of event: EventPipeline.Event, _ stream: StreamConfiguration, installID: String?) -> Bool {
            let (submission, document) = (event.submission, event.document)
            return submission.stream.isExactly(name) && submission.context.isIdentical(to: context)
                && submission.identity == identity
                && Context.isSameDomain(submission.domain, domain)
                && submission.schema.path.isExactly(namedSchema.path)
                && event.schemaID.path.isExactly(schemaID.path) && event.schema === schema
                && submission.isVerbatim == isVerbatim && document.isWhole == isWhole
                && document.hasClientTime == hasClientTime && installID == self.installID
                && stream.isIdentical(to: self.stream)
        }
    }
}

extension EventTemplate {
    /// The template of an event: its envelope, what its stream lists, and where the intake adds it a time of reception.
    fileprivate init(for event: EventPipeline.Event, of stream: StreamConfiguration, installID: String?) {
        let (submission, schema) = (event.submission, event.schema)
        self.init(of: event.document, stream: submission.stream, schema: submission.schema)
        if !submission.isVerbatim {
            var context = submission.context
            StreamContext.complete(
                &context, submission.identity, installID: installID, for: stream, schema: schema,
                schemaID: event.schemaID)
            StreamContext.add(context, to: &self, domain: submission.domain, for: stream, schema: schema)
        }
        hasReceptionTime = schema?.fields.hasReceptionTime == true
    }
}
