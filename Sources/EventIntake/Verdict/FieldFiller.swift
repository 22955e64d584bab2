import EventCatalog
import EventSchema
import EventStreams
import Foundation

/// Adds fields to the events of one request before they are validated: `meta.id`, `meta.dt`, `dt` for legacy schemas,
/// and values of request headers; each only if the schema has the property and the event lacks it.
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
        let values: [(path: [String], value: JSONValue)]
    }

    private let metadata: RequestMetadata
    private let time = Date()
    private var additions: [Kind: Additions] = [:]

    init(_ metadata: RequestMetadata) { self.metadata = metadata }

    mutating func fill(
        _ event: JSONValue, _ version: SchemaVersion, _ stream: StreamConfiguration?, _ enrichment: HeaderEnrichment
    ) -> JSONValue {
        let kind = Kind(schema: version.uri, stream: stream?.name)
        let additions = additions[kind] ?? additions(for: version, enrichment)
        self.additions[kind] = additions
        var event = event
        if additions.needsID, event[path: ["meta", "id"]] == nil {
            event.set(.string(EventID.make(at: time)), at: ["meta", "id"])
        }
        for (path, value) in additions.values where event[path: path] == nil { event.set(value, at: path[...]) }
        return event
    }

    private func additions(for version: SchemaVersion, _ enrichment: HeaderEnrichment) -> Additions {
        let now = JSONValue.string(time.intakeTime)
        var values: [(path: [String], value: JSONValue)] = [(["meta", "dt"], now)]
        if version.title.hasPrefix("analytics/legacy") { values.append((["dt"], now)) }
        values += enrichment.values(from: metadata)
        return Additions(
            needsID: version.schema.declares(["meta", "id"]), values: values.filter { version.schema.declares($0.path) }
        )
    }
}

extension JSONValue {
    /// Sets the value at a path and creates missing objects on the way. Does nothing when a value on the path is not an
    /// object.
    mutating func set(_ value: JSONValue, at path: ArraySlice<String>) {
        guard let name = path.first else { return self = value }
        guard case .object(var members) = self else { return }
        // Removed from their parents first, the objects are uniquely referenced and are changed without a copy.
        self = .null
        var member = members[name] ?? [:]
        if path.count > 1, member.object != nil { members[name] = .null }
        member.set(value, at: path.dropFirst())
        members[name] = member
        self = .object(members)
    }
}

extension Date {
    /// The time in the intake's format: UTC with milliseconds and `Z`, such as `2026-01-31T12:00:00.000Z`.
    var intakeTime: String { formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)) }
}
