/// The events of one request.
package struct Batch: Sendable {
    package let events: [LeasedEvent]

    init(_ events: [LeasedEvent]) { self.events = events }

    /// Takes events from the front of `waiting`: at most `limit` events and `byteLimit` bytes of JSON array, but at
    /// least one event. An isolated event is a batch of its own.
    init(from waiting: [LeasedEvent], limit: Int, byteLimit: Int) {
        var (count, bytes) = (0, 2)
        // By position, since a loop over the events would copy each.
        for position in waiting.indices.prefix(max(1, limit)) {
            let isIsolated = waiting[position].isIsolated
            let size = waiting[position].body.count + (count == 0 ? 0 : 1)  // the comma
            if count > 0, isIsolated || bytes + size > byteLimit { break }
            count += 1
            bytes += size
            if isIsolated { break }
        }
        events = Array(waiting.prefix(count))
    }

    /// The rows of the events in the store.
    var rows: [Int64] { events.map(\.row) }

    /// The size of ``body``.
    var byteCount: Int { events.reduce(2 + max(0, events.count - 1)) { $0 + $1.body.count } }

    /// The body of the request: a JSON array of the events as they were stored.
    var body: [UInt8] {
        var body: [UInt8] = []
        body.reserveCapacity(byteCount)
        body.append(UInt8(ascii: "["))
        for (index, event) in events.enumerated() {
            if index > 0 { body.append(UInt8(ascii: ",")) }
            body.append(contentsOf: event.body)
        }
        body.append(UInt8(ascii: "]"))
        return body
    }
}
