import EventPlatformTesting
import EventSchema
import EventSupport
import Foundation
import Logging
import TestSupport
import Testing

@testable import EventPlatform

/// Several destinations at once, transports that never respond, flushes, settings and the end.
@Suite(.waitLimit) struct DispatcherTests {
    /// The core of a client for the services `a` and `b`, to whose requests a test responds.
    private struct Place {
        let clock = ManualClock()
        let store = SpyStore()
        let connection = RecordingConnection()
        let client: EventPlatformClient

        var core: ClientCore { client.runtime.core }
        var book: LiveLedger { client.dependencies.ledger }

        init(configure: (inout EventPlatformClient.Configuration) -> Void = { _ in }) async {
            var network = NetworkConfiguration(
                destinations: Destinations(
                    services: ["a": URL(filePath: "/a"), "b": URL(filePath: "/b")], fallback: "a"))
            network.gzipThreshold = nil
            network.timeout = .seconds(3600)
            var configuration = EventPlatformClient.Configuration(streamConfigurations: .streams([:]), network: network)
            configuration.store.custom = { [store] in store }
            configuration.dispatchMode = .immediate
            configuration.logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            configure(&configuration)
            let environment = Environment(
                clocks: clock, random: { .max / 2 }, transport: connection,
                openStore: { _ in throw StoreError(.unavailable, "there is a store of the app's own") })
            client = EventPlatformClient(configuration, context: Context(), environment: environment)
            await core.prepare()
        }

        func set(maySend: Bool) async {
            client.dependencies.snapshot.update { $0.consent = maySend ? .granted : .pending }
            await core.consentChanged()
        }

        /// Commits an event for a service.
        func submit(_ destination: String, _ number: Int = 0) throws {
            var transaction = StoreTransaction()
            transaction.added = [
                NewEvent(
                    id: "\(destination)\(number)", stream: destination, destination: destination,
                    storedAt: StorageTime(clock), body: Array("{}".utf8))
            ]
            transaction.ledger.countSubmitted(destination)
            book.add(transaction.ledger)
            book.add(try store.commit(transaction))
            client.dependencies.mailbox.post(.external)
        }

        func requests(to destination: String) -> Int {
            connection.requests.filter { $0.url.path == "/" + destination }.count
        }
        func delivered(_ stream: String) -> Int { book.current.streams[stream]?.delivered ?? 0 }

        /// Returns once a condition holds.
        func wait(sourceLocation: SourceLocation = #_sourceLocation, until condition: () -> Bool) async {
            await TestSupport.until("a state of the core", sourceLocation: sourceLocation, condition)
        }
    }

    /// Responses that a test gives later, also to cancelled requests.
    private final class HeldResponses: Sendable {
        private let waiting = Locked<[CheckedContinuation<NetworkResponse, Never>]>([])

        var count: Int { waiting.withLock(\.count) }

        func response() async -> NetworkResponse {
            await withCheckedContinuation { continuation in waiting.withLock { $0.append(continuation) } }
        }

        func release(_ status: Int = 201) {
            let continuations = waiting.withLock { waiting in
                defer { waiting = [] }
                return waiting
            }
            for continuation in continuations { continuation.resume(returning: NetworkResponse(status: status)) }
        }
    }

    /// Makes service `a` respond when the test releases it, and `b` at once.
    private static func hold(_ place: Place) -> HeldResponses {
        let held = HeldResponses()
        place.connection.respond { request in
            request.url.path == "/a" ? await held.response() : NetworkResponse(status: 201)
        }
        return held
    }

    // MARK: - A destination that does not respond

    @Test func `a destination that never responds delays no other destination`() async throws {
        let place = await Place()
        let held = Self.hold(place)
        let run = Task { await place.core.run() }
        try place.submit("a")
        await place.wait { held.count == 1 }
        for number in 0..<5 {
            try place.submit("b", number)
            await place.wait { place.delivered("b") == number + 1 }
        }
        #expect(place.requests(to: "a") == 1 && place.delivered("a") == 0)
        run.cancel()
        await run.value
        await place.core.closeSenders()
        held.release()
    }

    @Test func `a response after a minute is recorded and delays no other destination`() async throws {
        let place = await Place()
        let held = Self.hold(place)
        let run = Task { await place.core.run() }
        try place.submit("a")
        await place.wait { held.count == 1 }
        for second in 0..<60 {
            try place.submit("b", second)
            await place.wait { place.delivered("b") == second + 1 }
            place.clock.advance(by: .seconds(1))
        }
        #expect(place.delivered("a") == 0 && place.requests(to: "a") == 1)
        held.release()
        await place.wait { place.delivered("a") == 1 }
        #expect(place.requests(to: "a") == 1 && place.requests(to: "b") == 60)
        run.cancel()
        await run.value
    }

    @Test func `a flush ends at its deadline when one of two destinations does not respond`() async throws {
        let place = await Place()
        let held = Self.hold(place)
        try place.submit("a")
        try place.submit("b")
        let deadline = place.clock.sinceBoot + .seconds(10)
        async let end = place.core.flush(until: deadline)
        await place.wait { held.count == 1 && place.delivered("b") == 1 }
        place.clock.advance(by: .seconds(10))
        #expect(await end == .deadline)
        held.release()
        await place.wait { place.delivered("a") == 1 }  // a late response is recorded
    }

    @Test func `close returns with requests in flight, and the store is not called afterwards`() async throws {
        let place = await Place()
        let held = Self.hold(place)
        try place.submit("a")
        let cycle = Task { await place.core.cycle(isPaced: false) }
        await place.wait { held.count == 1 }
        await place.core.closeSenders()
        await cycle.value
        #expect(place.store.leased.isEmpty, "the event can be sent by the next process")
        await place.core.close()
        held.release()
        await place.core.cycle(isPaced: false)
        await place.core.consentChanged()
        await place.core.receive(.networkReturned)
        #expect(await place.core.flush(until: place.clock.sinceBoot + .seconds(9)) == .isShutDown)
        #expect(place.store.callsAfterClose == 0 && place.delivered("a") == 0)
    }

    @Test(arguments: [false, true])
    func `withdrawn consent ends requests in flight without waiting for their responses`(returns: Bool) async throws {
        let place = await Place()
        let held = Self.hold(place)
        let run = Task { await place.core.run() }
        try place.submit("a")
        await place.wait { held.count == 1 }
        await place.set(maySend: false)
        #expect(place.store.leased.isEmpty)
        held.release()  // the response to the cancelled request
        try place.submit("b")
        place.clock.advance(by: .seconds(3600))
        #expect(place.requests(to: "b") == 0 && place.delivered("a") == 0)
        #expect(
            await place.core.flush(until: place.clock.sinceBoot + .seconds(9))
                == .blocked(
                    "nothing may be sent: by the user's consent, or before the remote configuration has arrived"))
        if returns {
            place.connection.respond { _ in NetworkResponse(status: 201) }
            await place.set(maySend: true)
            await place.wait { place.delivered("a") == 1 && place.delivered("b") == 1 }
        }
        run.cancel()
        await run.value
    }

    @Test func `withdrawn consent cancels the task of a request in flight`() async throws {
        let place = await Place()
        let cancelled = Signal()
        place.connection.respond { _ in
            await withTaskCancellationHandler {
                await cancelled.wait(after: 0)
            } onCancel: {
                cancelled.raise()
            }
            throw CancellationError()
        }
        try place.submit("a")
        let cycle = Task { await place.core.cycle(isPaced: false) }
        await place.wait { place.requests(to: "a") == 1 }
        await place.set(maySend: false)
        await cycle.value
        await cancelled.wait(after: 0)
        #expect(place.requests(to: "a") == 1 && place.book.current.total.pending == 1)
    }

    // MARK: - Flush

    @Test func `a flush ends at once when nothing can be delivered before the deadline`() async throws {
        let place = await Place()
        let deadline = place.clock.sinceBoot + .seconds(60)
        #expect(await place.core.flush(until: deadline) == .nothingPending)
        place.connection.respond { request in
            NetworkResponse(
                status: request.url.path == "/a" ? 503 : 201, headers: ["Retry-After": "600"])
        }
        try place.submit("a")
        try place.submit("b")
        let end = await place.core.flush(until: deadline)
        #expect(end == .blocked("destination a cannot be tried again before the deadline"))
        #expect(place.delivered("b") == 1 && place.requests(to: "a") == 1)
        #expect(FlushReport(from: .init(), to: place.book.current.total, end: end).deadlinePassed == false)
    }

    @Test func `a flush retries after the back-off`() async throws {
        let place = await Place()
        let statuses = Locked([503, 500, 201])
        place.connection.respond { _ in NetworkResponse(status: statuses.withLock { $0.removeFirst() }) }
        try place.submit("a")
        let ended = Locked<FlushEnd?>(nil)
        let flush = Task {
            let end = await place.core.flush(until: place.clock.sinceBoot + .seconds(60))
            ended.withLock { $0 = end }
        }
        await place.wait {
            if place.clock.sleeps.contains(where: { $0 < .seconds(5) }) { place.clock.advance(by: .milliseconds(100)) }
            return ended.withLock { $0 } != nil
        }
        await flush.value
        #expect(ended.withLock { $0 } == .nothingPending && place.delivered("a") == 1)
    }

    @Test func `a flush whose deadline has passed sends no request`() async throws {
        let place = await Place()
        try place.submit("a")
        #expect(await place.core.flush(until: place.clock.sinceBoot) == .deadline)
        #expect(place.connection.requests.isEmpty)
    }

    // MARK: - Timers, settings and conditions

    @Test func `events of an earlier process and of a new destination are sent, and then no timer runs`() async throws {
        let place = await Place()
        try place.submit("a")
        let run = Task { await place.core.run() }
        await place.wait { place.delivered("a") == 1 }
        try place.submit("b")
        await place.wait { place.delivered("b") == 1 }
        #expect(place.clock.sleeps.isEmpty)
        run.cancel()
        await run.value
    }

    @Test func `a change of the dispatch mode takes effect at once`() async throws {
        let place = await Place { $0.dispatchMode = .manual }
        let run = Task { await place.core.run() }
        try place.submit("a")
        await place.core.cycle(isPaced: true)
        #expect(place.delivered("a") == 1, "the manual mode sends on demand")
        try place.submit("a", 1)
        place.client.set(dispatchMode: .immediate)
        await place.wait { place.delivered("a") == 2 }
        run.cancel()
        await run.value
    }

    @Test func `a paused profile stops scheduled requests to known and to new destinations`() async throws {
        let place = await Place {
            $0.dispatchProfiles = [.background: .paused, .lowPower: .paused, .expensive: .paused]
        }
        let run = Task { await place.core.run() }
        await place.core.receive(.background)
        try place.submit("a")
        await place.core.receive(.conditions([.lowPower]))
        await place.core.receive(.foreground)
        try place.submit("b")
        await place.core.receive(.network(NetworkStatus(isExpensive: true)))
        await place.core.receive(.conditions([]))
        #expect(place.connection.requests.isEmpty)
        await place.core.receive(.network(NetworkStatus(isReachable: false)))
        #expect(place.connection.requests.isEmpty)
        await place.core.receive(.network(NetworkStatus()))
        await place.wait { place.delivered("a") == 1 && place.delivered("b") == 1 }
        run.cancel()
        await run.value
    }

    @Test func `the return of the network ends the back-off of every destination`() async throws {
        let place = await Place()
        place.connection.respond { _ in throw NetworkError(.unreachable, "offline") }
        try place.submit("a")
        try place.submit("b")
        await place.core.cycle(isPaced: false)
        place.connection.respond { _ in NetworkResponse(status: 201) }
        await place.core.cycle(isPaced: false)
        #expect(place.book.current.total.delivered == 0, "in back-off")
        await place.core.receive(.networkReturned)
        await place.core.cycle(isPaced: false)
        #expect(place.book.current.total.delivered == 2)
    }

    @Test func `50 requests, four at a time, have no event in common`() async throws {
        let place = await Place {
            $0.emitter.maximumConcurrentRequests = 4
            $0.emitter.bufferOption = 10
        }
        let held = HeldResponses()
        place.connection.respond { _ in await held.response() }
        for number in 0..<500 { try place.submit("a", number) }
        let cycle = Task { await place.core.cycle(isPaced: false) }
        for round in 1...13 {
            await place.wait { place.connection.requests.count == min(4 * round, 50) && held.count > 0 }
            await place.wait { held.count == (round < 13 ? 4 : 2) }
            held.release()
        }
        await cycle.value
        #expect(place.delivered("a") == 500 && place.connection.requests.count == 50)
        #expect(place.store.leasedTwice.isEmpty)
    }
}
