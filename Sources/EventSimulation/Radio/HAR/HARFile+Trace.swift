extension HARFile {
    /// Which events are added to the requests of a HAR file, which has none.
    package enum AddedEvents: Sendable, Hashable {
        /// One for each page, when it begins to load.
        case onePerPage
        /// This many in a minute, at equal distances; the first one after half a distance.
        case perMinute(Double)
    }

    /// The traffic as the trace of an app.
    ///
    /// - Parameters:
    ///   - name: the name of the trace.
    ///   - events: which events are added.
    ///   - bytes: the size of each event.
    /// - Returns: the trace, which ends with the last transfer or page.
    /// - Throws: ``InputFindings`` when the trace would have more rows than are allowed.
    package func trace(name: String, events: AddedEvents, bytes: Int) throws -> AppTrace {
        var trace = AppTrace(name: name, requests: requests, events: [], end: pages.last ?? .zero)
        let times =
            switch events {
            case .onePerPage: pages
            case .perMinute(let count): Self.times(perMinute: count, until: trace.end)
            }
        guard requests.count + times.count <= AppTrace.maximumRows, times.count * bytes <= AppTrace.maximumEventBytes
        else {
            throw InputFindings(
                "\(name): \(requests.count) requests and \(times.count) events of \(bytes) bytes are more than a trace "
                    + "has: \(AppTrace.maximumRows), with \(AppTrace.maximumEventBytes) bytes of events")
        }
        trace.events = times.map { AppTrace.Event(at: $0, bytes: bytes) }
        return trace
    }

    private static func times(perMinute count: Double, until end: Duration) -> [Duration] {
        let distance = 60_000 / count
        let number = Int(end / .milliseconds(1) / distance + 0.5)
        return (0..<number).map { .milliseconds(Int((Double($0) + 0.5) * distance)) }
    }
}
