import EventSchema
import EventSupport

/// The newest report of each client, in memory only.
final class ReportedClients: Sendable {
    /// The last heard is the last.
    private let reports = Locked<[ClientReport]>([])

    /// The maximum number of clients. Beyond it, the one that was heard longest ago leaves.
    static let maximum = 1000

    /// Keeps a report, unless a later one of its client has arrived before: a request can be overtaken by the next.
    func add(_ report: ClientReport) {
        reports.withLock { reports in
            if let place = reports.firstIndex(where: { $0.ids.first == report.ids.first }) {
                guard reports[place].sent.at <= report.sent.at else { return }
                reports.remove(at: place)
            } else if reports.count >= Self.maximum {
                reports.removeFirst()
            }
            reports.append(report)
        }
    }

    /// In the form of `GET /clients`, the last heard first.
    var json: JSONValue { .array(reports.withLock { $0.reversed().map(\.json) }) }
}
