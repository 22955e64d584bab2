import EventCatalog
import EventSchema
import EventStreams
import Foundation

/// Adds the ``IntakeFields`` of their streams to the events of one request before they are validated.
///
/// The fields of a combination of schema and stream are prepared once per request.
struct FieldFiller {
    private struct Kind: Hashable {
        let schema: String
        let stream: String?
    }
    private static let id = ["meta", "id"]
    private let metadata: RequestMetadata
    private let time = Date()
    private var fields: [Kind: [JSONOverlay]] = [:]

    init(_ metadata: RequestMetadata) { self.metadata = metadata }

    mutating func fill(
        _ event: JSON, _ version: SchemaVersion, _ stream: StreamConfiguration?, _ fields: IntakeFields
    ) -> JSON {
        let layers = layers(for: version, stream, fields)
        // An empty id is none: otherwise the event would have another id in each place that needs one.
        let hasEmptyID = event[path: Self.id]?.isEmptyString == true
        let event = hasEmptyID ? event.changing([.remove(Self.id)]) : event
        return event.laying(layers) { _, builder in builder.value(EventID.make(at: time)) }
    }

    private mutating func layers(
        for version: SchemaVersion, _ stream: StreamConfiguration?, _ fields: IntakeFields
    ) -> [JSONOverlay] {
        let kind = Kind(schema: version.uri, stream: stream?.name)
        if let known = self.fields[kind] { return known }
        let layers = layers(for: version, fields)
        self.fields[kind] = layers
        return layers
    }

    private func layers(for version: SchemaVersion, _ fields: IntakeFields) -> [JSONOverlay] {
        let declared = fields.fields(title: version.title).filter { version.schema.declares($0.path) }
        return JSONOverlay.layers(
            of: declared.compactMap { field in
                value(of: field.source).map { JSONOverlay.Addition($0, at: field.path, keepingOwn: true) }
            })
    }

    /// The value of a field; `nil` for one that the request does not have.
    private func value(of source: IntakeFields.Source) -> JSONOverlay.Addition.Value? {
        switch source {
        case .id: .slot(0)
        case .time: .value(.string(time.intakeTime))
        case .header(let name): metadata.header(name).map { .value(.string($0)) }
        case .address: metadata.clientAddress.flatMap(RequestMetadata.fieldValue).map { .value(.string($0)) }
        }
    }
}

extension Date {
    /// The time in the intake's format: UTC with milliseconds and `Z`, such as `2026-01-31T12:00:00.000Z`.
    var intakeTime: String { formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)) }
}

extension UTCInstant {
    /// The time in the intake's format.
    var intakeTime: String {
        let milliseconds = seconds * 1000 + attoseconds / 1_000_000_000_000_000
        // A quarter of a millisecond more, since a binary fraction may lie just below its millisecond.
        return Date(timeIntervalSince1970: (Double(milliseconds) + 0.25) / 1000).intakeTime
    }
}
