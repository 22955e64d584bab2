import EventPlatformTesting
import EventSchema
import EventSupport
import Foundation
import GRDB
import TestSupport
import Testing

@testable import EventPlatform

/// Each reason that ends an event, at the stage that the list of ``EventLifecycle`` names, but for those that a call and
/// an explanation give at once: see ``DropReasonTests``.
@Suite(.waitLimit) struct EventEndingTests {
    fileprivate struct Ending: Hashable {
        let stage: EventLifecycle.Stage
        let reason: DropReason
    }
    private typealias Trial = @Sendable (TemporaryFolder) async throws -> [DropReason: Int]

    private static let streams: JSONObject = ["app": ["schema_title": "analytics/product_metrics/app/base"]]

    private static let trials: [Ending: Trial] = [
        Ending(stage: .inbox, reason: .inboxFull): { _ in
            let platform = await platform()
            for _ in 0...Inbox.capacity { platform.client.submitClick(stream: "app") }
            return platform.dropped
        },
        Ending(stage: .inbox, reason: .shutDown): { _ in
            let platform = await platform()
            platform.client.dependencies.inbox.close()  // between the gate and the inbox
            platform.client.submitClick(stream: "app")
            return platform.dropped
        },
        Ending(stage: .inputBuffer, reason: .unencodable): { _ in
            let store = FailingStore()
            var transaction = StoreTransaction()
            transaction.heldSubmissions = [HeldSubmission(number: 1, stream: "app", submission: Array("{".utf8))]
            transaction.ledger.countSubmitted("app")
            _ = try store.commit(transaction)
            let platform = await platform { $0.store.custom = { store } }
            await platform.client.persist()
            return platform.dropped
        },
        Ending(stage: .inputBuffer, reason: .inputBufferFull): { _ in
            let platform = TestPlatform(streams: streams) { $0.inputBufferCapacity = 1 }
            for _ in 0..<2 { platform.client.submitClick(stream: "app") }
            await platform.client.persist()
            return platform.dropped
        },
        Ending(stage: .envelope, reason: .invalid): { _ in
            struct Own: EventInterface {
                var schema: SchemaID { .appBase }
                let meta = "none"
            }
            let platform = await platform()
            platform.client.submit(stream: "app", event: Own())
            await platform.client.persist()
            return platform.dropped
        },
        Ending(stage: .schema, reason: .unencodable): { _ in
            let platform = await AwaitedSchemaTests.platform(Locked(.responds(with: NetworkResponse(status: 503)))) {
                $0.store.custom = { FailingStore(damagesBodies: true) }
            }
            platform.client.submit(stream: "own", event: AwaitedSchemaTests.Own(number: 1))
            await platform.client.persist()
            platform.clock.advance(by: .seconds(600))
            await platform.client.persist()
            return platform.dropped
        },
        Ending(stage: .commit, reason: .storeUnavailable): { _ in
            let platform = await platform {
                $0.store.custom = { FailingStore { $0.added.isEmpty ? nil : .unavailable } }
            }
            platform.client.submitClick(stream: "app")
            await platform.client.persist()
            #expect(platform.dropped.isEmpty, "it waits in memory")
            _ = await platform.client.shutdown(deadline: .zero)
            return platform.dropped
        },
        Ending(stage: .commit, reason: .unwritable): { _ in
            let platform = await platform {
                $0.store.custom = {
                    FailingStore { transaction in
                        let isPoisoned = transaction.added.contains {
                            String(decoding: $0.body, as: UTF8.self).contains("poison")
                        }
                        return isPoisoned ? .unwritable : nil
                    }
                }
            }
            for element in ["poison", "a", "b"] {
                platform.client.submitClick(stream: "app", interactionData: .init(elementID: element))
            }
            await platform.client.persist()
            return platform.dropped
        },
        Ending(stage: .commit, reason: .consentDeclined): { _ in
            let platform = await platform()
            platform.client.submitClick(stream: "app")
            await platform.client.set(consent: .declined)
            return platform.dropped
        },
        Ending(stage: .store, reason: .duplicate): { _ in
            struct Own: EventInterface {
                var schema: SchemaID { .appBase }
                let action = "own"
                let meta = ["id": "mine"]
            }
            let platform = await platform()
            for _ in 0..<2 { platform.client.submit(stream: "app", event: Own()) }
            await platform.client.persist()
            return platform.dropped
        },
        Ending(stage: .store, reason: .storeFull): { _ in
            let platform = await platform { $0.store.settings.maximumEvents = 1 }
            for _ in 0..<2 { platform.client.submitClick(stream: "app") }
            await platform.client.persist()
            return platform.dropped
        },
        Ending(stage: .upkeep, reason: .expired): { _ in
            let platform = await platformWithRow()
            platform.clock.advance(by: .seconds(31 * 86_400))
            await platform.client.runtime.core.maintain()
            return platform.dropped
        },
        Ending(stage: .upkeep, reason: .consentDeclined): { _ in
            let platform = await platformWithRow()
            await platform.client.set(consent: .declined)
            return platform.dropped
        },
        Ending(stage: .upkeep, reason: .purged): { folder in
            let file = folder.file("events.sqlite")
            _ = await platformWithRow { $0.store.location = .file(file) }.client.shutdown(deadline: .zero)
            _ = try StoreEditor.purge(path: file.path)
            return try SQLiteEventStore(path: file.path).load().ledger.total.dropped
        },
        Ending(stage: .lease, reason: .damaged): { folder in
            let file = folder.file("events.sqlite")
            _ = await platformWithRow { $0.store.location = .file(file) }.client.shutdown(deadline: .zero)
            let store = try SQLiteEventStore(path: file.path)
            try store.file.withDatabase { try $0.execute(sql: "UPDATE event SET checksum = checksum + 1") }
            try store.close()
            let platform = await platform { $0.store.location = .file(file) }
            await platform.client.runCycle()
            return platform.dropped
        },
        Ending(stage: .lease, reason: .throttled): { _ in
            let platform = await platformWithRow()
            platform.client.dependencies.snapshot.update {
                $0.throttles.streams = ["app": Throttle(share: 0, includesStored: true)]
            }
            await platform.client.runCycle()
            return platform.dropped
        },
        Ending(stage: .request, reason: .tooLarge): { _ in
            let platform = await platformWithRow()
            platform.client.dependencies.snapshot.update { $0.settings.emitter.byteLimitPost = 100 }
            await platform.client.runCycle()
            return platform.dropped
        },
        Ending(stage: .verdict, reason: .rejectedInvalid): { _ in
            try await dropped(afterResponse: NetworkResponse(status: 400, body: list("invalid")))
        },
        Ending(stage: .verdict, reason: .rejectedStatus): { _ in
            try await dropped(afterResponse: NetworkResponse(status: 400)) {
                $0.emitter.retryPolicy.customRetryForStatusCodes = [400: false]
            }
        },
        Ending(stage: .verdict, reason: .intakeError): { _ in
            try await dropped(afterResponse: NetworkResponse(status: 207, body: list("error"))) {
                $0.emitter.retryPolicy.maximumAttempts = 1
            }
        },
        Ending(stage: .verdict, reason: .tooLarge): { _ in
            let platform = await platform()
            for element in ["a", "large", "b"] {
                platform.client.submitClick(stream: "app", interactionData: .init(elementID: element))
            }
            platform.connection.respond { request in
                let isLarge = String(decoding: request.body, as: UTF8.self).contains("\"large\"")
                return NetworkResponse(status: isLarge ? 413 : 201)
            }
            // It is dropped when it is refused right after a neighbour has passed.
            for _ in 0..<9 where platform.dropped.isEmpty {
                await platform.client.runCycle()
                platform.clock.advance(by: .seconds(600))
            }
            return platform.dropped
        },
        Ending(stage: .verdict, reason: .unencodable): { _ in
            try await dropped(afterResponse: NetworkResponse(status: 400)) {
                $0.store.custom = { FailingStore(damagesBodies: true) }
            }
        },
    ]

    /// A store in memory that refuses transactions, or returns damaged bodies.
    private final class FailingStore: ForwardingStore {
        let base = InMemoryEventStore()
        private let damagesBodies: Bool
        /// Why it refuses a transaction; `nil` when it does not.
        private let refusal: @Sendable (StoreTransaction) -> StoreError.Code?

        init(
            damagesBodies: Bool = false,
            refusal: @escaping @Sendable (StoreTransaction) -> StoreError.Code? = { _ in nil }
        ) {
            (self.damagesBodies, self.refusal) = (damagesBodies, refusal)
        }

        func commit(_ transaction: StoreTransaction) throws -> Ledger {
            if let code = refusal(transaction) { throw StoreError(code, path: "events.sqlite", "refused") }
            return base.commit(transaction)
        }

        func lease(
            _ selection: LeaseSelection, for destination: String, atMost count: Int, now: Duration,
            until deadline: Duration
        ) throws -> [LeasedEvent] {
            base.lease(selection, for: destination, atMost: count, now: now, until: deadline).map { event in
                var event = event
                if damagesBodies { event.body = Array("{".utf8) }
                return event
            }
        }

        func events(awaiting schema: String, atMost count: Int) throws -> [AwaitingEvent] {
            base.events(awaiting: schema, atMost: count).map { event in
                var event = event
                if damagesBodies { event.submission = Array("{".utf8) }
                return event
            }
        }
    }

    private static func platform(
        configure: (inout EventPlatformClient.Configuration) -> Void = { _ in }
    ) async -> TestPlatform {
        let platform = TestPlatform(streams: streams, allowsInvalidEvents: true, configure: configure)
        await platform.loadConfigurations()
        return platform
    }

    /// A platform with an event in its store.
    private static func platformWithRow(
        configure: (inout EventPlatformClient.Configuration) -> Void = { _ in }
    ) async -> TestPlatform {
        let platform = await platform(configure: configure)
        platform.client.submitClick(stream: "app")
        await platform.client.persist()
        #expect(platform.client.ledger.total.pending == 1)
        return platform
    }

    private static func dropped(
        afterResponse response: NetworkResponse,
        configure: (inout EventPlatformClient.Configuration) -> Void = { _ in }
    ) async throws -> [DropReason: Int] {
        let platform = await platformWithRow(configure: configure)
        platform.connection.respond { _ in response }
        await platform.client.runCycle()
        return platform.dropped
    }

    /// A list of the intake's response with one entry. The only event of a request counts as named.
    private static func list(_ name: String) -> [UInt8] {
        JSONValue.object([name: [["status": .string(name), "event": [:], "context": [:]]]]).jsonBytes
    }

    @Test func `every ending of the list has a trial`() {
        let listed = EventLifecycle.Stage.allCases.flatMap { stage in
            stage.decision.drops.map { Ending(stage: stage, reason: $0) }
        }
        let ofPipeline = DropReasonTests.cases.map { Ending(stage: $0.value.stage, reason: $0.key) }
        #expect(Set(listed).subtracting(ofPipeline) == Set(Self.trials.keys))
    }

    @Test(arguments: trials.keys.map(\.description).sorted())
    func `an event ends at a stage for a reason of the list`(ending: String) async throws {
        let (ended, trial) = try #require(Self.trials.first { $0.key.description == ending })
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        #expect(try await trial(folder) == [ended.reason: 1])
    }
}

extension EventEndingTests.Ending: CustomStringConvertible {
    fileprivate var description: String { "\(stage), \(reason)" }
}

extension TestPlatform {
    fileprivate var dropped: [DropReason: Int] { client.ledger.total.dropped }
}
