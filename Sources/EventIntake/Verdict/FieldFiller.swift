import EventCatalog
import EventSchema
import EventStreams
import Foundation

/// Fills in what the intake adds to the events of one request before they are validated: `meta.id`, `meta.dt`, `dt` for
/// legacy schemas, and what the request's headers say; each only where the schema has the property and the event lacks it.
///
/// What a stream and a schema make of the request is found out once, and done to each of their events.
struct FieldFiller {
    private struct Kind: Hashable {
        let schema: String
        let stream: String?
    }
    /// What events of one kind get, each value at its path.
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
    /// Puts a value at a path of names, with the objects on the way. Where something else than an object is in the way,
    /// nothing changes.
    mutating func set(_ value: JSONValue, at path: ArraySlice<String>) {
        guard let name = path.first else { return self = value }
        guard case .object(var members) = self else { return }
        // Taken out of their places, the objects are nobody else's, and change without being copied.
        self = .null
        var member = members[name] ?? [:]
        if path.count > 1, member.object != nil { members[name] = .null }
        member.set(value, at: path.dropFirst())
        members[name] = member
        self = .object(members)
    }
}

extension Date {
    /// The time as the intake writes it: UTC with milliseconds and `Z`, such as `2026-01-31T12:00:00.000Z`.
    var intakeTime: String { formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)) }
}
