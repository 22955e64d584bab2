import EventPlatformTesting
import EventSchema
import Foundation
import Logging
import Testing

@testable import EventPlatform

/// A sender with a store in memory and a manual clock, to whose requests a test responds.
struct SenderBench {
    static let destination = "d"
    /// More than any test makes: a sender that sends the same events again and again ends there.
    private static let maximumRequests = 100_000

    let clock: ManualClock
    let store: any EventStore
    let book = LiveLedger()
    let diagnostics = Diagnostics(logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    var sender: Sender
    /// The ids of the events in each request so far.
    private(set) var requests: [[String]] = []
    private(set) var batchRequests: [BatchRequest] = []

    static var settings: DeliverySettings {
        var settings = DeliverySettings(
            network: NetworkConfiguration(destinations: .everything(to: URL(filePath: "/events"))))
        settings.network.gzipThreshold = nil
        return settings
    }

    init(
        _ count: Int = 0, clock: ManualClock = ManualClock(), store: (any EventStore)? = nil, jitter: UInt64 = .max / 2,
        configure: (inout DeliverySettings) -> Void = { _ in }
    ) {
        var settings = Self.settings
        configure(&settings)
        let store = store ?? InMemoryEventStore()
        self.clock = clock
        self.store = store
        sender = Sender(
            to: Self.destination, from: store, settings, clocks: clock, random: { jitter },
            diagnostics: diagnostics, ledger: book)
        submit((0..<count).map(String.init))
    }

    var total: Ledger.Account { book.current.total }
    var nextSendTime: Duration? { sender.nextSendTime(at: clock.sinceBoot) }

    /// Commits events.
    mutating func submit(_ ids: [String], body: [UInt8] = Array("{}".utf8), priority: EventPriority = .normal) {
        var transaction = StoreTransaction()
        transaction.added = ids.map {
            NewEvent(
                id: $0, stream: "s", destination: Self.destination, priority: priority, storedAt: StorageTime(clock),
                body: body)
        }
        transaction.ledger.countSubmitted("s", ids.count)
        book.add(transaction.ledger)
        do { book.add(try store.commit(transaction)) } catch { diagnostics.report(.store, "\(error)") }
        sender.eventsCommitted()
    }

    /// One cycle, with the response to each request.
    mutating func cycle(isPaced: Bool = false, _ responder: (BatchRequest) -> BatchRequest.Result) {
        var waiting = sender.beginCycle(isPaced: isPaced)
        while !waiting.isEmpty {
            sender.readAhead()
            guard requests.count < Self.maximumRequests else {
                Issue.record("a cycle makes requests without end")
                return
            }
            let request = waiting.removeFirst()
            requests.append(request.batch.events.map(\.id))
            batchRequests.append(request)
            waiting += sender.finish(request.number, responder(request))
        }
    }

    /// Runs the cycles that become due within that time.
    mutating func run(for duration: Duration, _ responder: (BatchRequest) -> BatchRequest.Result) {
        let end = clock.sinceBoot + duration
        while let due = sender.nextCycle, due <= end {
            clock.advance(by: max(.zero, due - clock.sinceBoot))
            cycle(isPaced: true, responder)
        }
        clock.advance(by: end - clock.sinceBoot)
    }

    /// A response with a status and an HTML page, as a proxy gives it.
    static func page(_ status: Int, _ headers: [String: String] = [:]) -> BatchRequest.Result {
        .response(CompleteResponse(status: status, headers: headers, body: Array("<html>".utf8)))
    }

    /// A response with the intake's lists.
    static func lists(_ status: Int, invalid: [String] = [], error: [String] = []) -> BatchRequest.Result {
        func entries(_ ids: [String], _ status: String) -> JSONValue {
            .array(
                ids.map {
                    ["status": .string(status), "event": ["meta": ["id": .string($0)]], "context": ["message": "why"]]
                })
        }
        let body: JSONValue = ["invalid": entries(invalid, "invalid"), "error": entries(error, "error")]
        return .response(CompleteResponse(status: status, body: body.jsonBytes))
    }
}

extension BatchRequest {
    /// The ids of its events.
    var ids: [String] { batch.events.map(\.id) }
}
