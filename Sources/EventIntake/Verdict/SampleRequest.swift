package import EventCatalog
package import EventSchema
import HTTPTypes

/// A request from this machine with the headers that an intake copies into events.
package enum SampleRequest {
    /// An event with the fields that an intake adds before it validates: `meta.dt`, `meta.id`, `meta.request_id`,
    /// `http` and the schema's defaults, each where the schema has the property and the event lacks it.
    package static func filling(_ event: JSONValue, _ version: SchemaVersion) -> JSONValue {
        var filler = FieldFiller(metadata)
        return version.schema.fillingDefaults(in: filler.fill(event, version, nil, .standard))
    }

    private static var metadata: RequestMetadata {
        var metadata = RequestMetadata()
        metadata.clientAddress = "127.0.0.1"
        metadata.headers[.userAgent] = "eventctl"
        if let requestID = HTTPField.Name("x-request-id") {
            metadata.headers[requestID] = "00000000-0000-4000-8000-000000000000"
        }
        return metadata
    }
}
