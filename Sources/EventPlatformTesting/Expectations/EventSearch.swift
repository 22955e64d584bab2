import EventPlatform
import EventSchema

/// What became of the events of one stream, compared with the properties that a test expects of one of them.
struct EventSearch {
    let stream: EventPlatformClient.Stream
    let properties: JSONObject
    /// The events of the stream that were sent.
    let sent: [JSONValue]
    /// The events of the stream that were dropped before they were stored.
    let drops: [DroppedEvent]

    func matches(_ event: JSONValue) -> Bool { differences(event).count == 0 }

    /// Whether a dropped event has the properties. One that was dropped before it was built has none.
    func matches(_ drop: DroppedEvent) -> Bool { properties.isEmpty || drop.event.map(matches) == true }

    private func differences(_ event: JSONValue) -> EventDifferences {
        EventDifferences(expected: properties, found: event)
    }

    /// The event with the fewest differences, sent or dropped, and its differences; `nil` when there is no event.
    var nearest: String? {
        let sent = sent.map { (what: "was sent", differences: differences($0)) }
        let dropped = drops.compactMap { drop in
            drop.event.map { (what: "was dropped, \(drop.cause)", differences: differences($0)) }
        }
        guard let nearest = (sent + dropped).min(by: { $0.differences.count < $1.differences.count }) else {
            return nil
        }
        let title =
            nearest.differences.count == 0 ? "An event with these properties" : "The nearest event"
        return (["\(title) \(nearest.what)"] + nearest.differences.lines).joined(separator: "\n")
    }

    /// Stream and properties, for the first line of a failure.
    var description: String {
        properties.isEmpty ? "event of \(stream)" : "event of \(stream) with \(JSONValue.object(properties))"
    }
}
