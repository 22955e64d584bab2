import EventCatalog
import EventSchema
import EventStreams
import Foundation

/// Adds the ``IntakeFields`` of their streams to the events of one request before they are validated.
///
/// The values for a combination of schema and stream are computed once per request.
struct FieldFiller {
    private struct Kind: Hashable {
        let schema: String
        let stream: String?
    }
    /// The values for the events of one kind, each with its path.
    private struct Additions {
        let needsID: Bool
        let values: [(path: [String], value: JSON)]
    }

    private let metadata: RequestMetadata
    private let time = Date()
    private var additions: [Kind: Additions] = [:]

    init(_ metadata: RequestMetadata) { self.metadata = metadata }

    mutating func fill(
        _ event: JSON, _ version: SchemaVersion, _ stream: StreamConfiguration?, _ fields: IntakeFields
    ) -> JSON {
        let kind = Kind(schema: version.uri, stream: stream?.name)
        let additions = additions[kind] ?? additions(for: version, fields)
        self.additions[kind] = additions
        var edits: [JSONEdit] = []
        if additions.needsID, event[path: ["meta", "id"]] == nil {
            edits.append(.set(["meta", "id"], to: JSON(.string(EventID.make(at: time)))))
        }
        for (path, value) in additions.values where event[path: path] == nil { edits.append(.set(path, to: value)) }
        return event.changing(edits)
    }

    private func additions(for version: SchemaVersion, _ fields: IntakeFields) -> Additions {
        let declared = fields.fields(title: version.title).filter { version.schema.declares($0.path) }
        return Additions(
            needsID: declared.contains { $0.source == .id },
            values: declared.compactMap { field in value(of: field.source).map { (field.path, JSON(.string($0))) } })
    }

    /// The value of a field, unless each event has its own.
    private func value(of source: IntakeFields.Source) -> String? {
        switch source {
        case .id: nil
        case .time: time.intakeTime
        case .header(let name): metadata.header(name)
        case .address: metadata.clientAddress.flatMap(RequestMetadata.fieldValue)
        }
    }
}

extension Date {
    /// The time in the intake's format: UTC with milliseconds and `Z`, such as `2026-01-31T12:00:00.000Z`.
    var intakeTime: String { formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)) }
}
