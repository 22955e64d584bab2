import EventCatalog
import EventSchema
import EventStreams

/// Checks of `contextual_attributes`. They go into the events of the entry's stream, so that they are held to its
/// schema and its sensitivity as the stream's own `provide_values` are.
enum ExperimentAttributeChecks {
    static func findings(in entry: AuthoredExperiment, _ context: ExperimentCheckContext) -> [CatalogFinding] {
        let attributes = AuthoredAttributes(
            at: entry.path + ["contextual_attributes"], of: entry.document, context.folder.project.vocabulary)
        guard let streams = context.streams, let stream = context.stream(of: entry) else {
            return attributes.findings(nil)
        }
        return AttributeChecks.findings(in: attributes, of: stream, streams)
            + SensitivityChecks.findings(in: attributes, of: stream)
    }
}
