import EventPlatformTesting
import EventSchema
import EventSupport
import Foundation
import TestSupport
import Testing

@testable import EventPlatform

/// The list of stages: one event follows it from the call to the ledger, and the pages show it.
@Suite(.waitLimit) struct EventLifecycleTests {
    private typealias Stage = EventLifecycle.Stage
    private static let streams: JSONObject = ["app": ["schema_title": "analytics/product_metrics/app/base"]]

    // MARK: - The list

    @Test func `every reason for a drop is in the list`() {
        #expect(Set(Stage.allCases.flatMap(\.decision.drops)) == Set(DropReason.allCases))
    }

    @Test func `gate and pipeline keep the order of the list`() {
        #expect(Stage.gate == Stage.allCases.filter { Stage.gate.contains($0) })
        #expect(Stage.pipeline == Stage.allCases.filter { Stage.pipeline.contains($0) })
    }

    @Test func `the file that decides at a stage names its reasons`() throws {
        let folder = Checkout.file("Sources/EventPlatform")
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        for part in Stage.allCases.flatMap(\.decision.parts) {
            let path = try #require(paths.first { $0.split(separator: "/").last == "\(part.file).swift" }, "\(part)")
            let code = try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
            for reason in part.drops { #expect(code.contains(".\(reason.rawValue)"), "\(part)") }
        }
    }

    /// The rows `| `stage` | … | file | reasons |` of a page.
    private static func rows(of page: String) throws -> [[Substring]] {
        try String(contentsOf: Checkout.file(page), encoding: .utf8).split(separator: "\n")
            .filter { $0.hasPrefix("| `") }
            .map { $0.split(separator: "|").map { Substring($0.trimmingCharacters(in: .whitespaces)) } }
            .filter { row in Stage.allCases.contains { row[0] == "`\($0.rawValue)`" } }
    }

    @Test func `the page about the path of an event shows the list`() throws {
        let rows = try Self.rows(of: "Sources/EventPlatform/Documentation.docc/FromSubmitToIntake.md")
        #expect(rows.map { $0[0] } == Stage.allCases.map { "`\($0.rawValue)`" })
        for (row, stage) in zip(rows, Stage.allCases) {
            let reasons = row[3...].joined().matches(of: #/``DropReason/(\w+)``/#).map { String($0.1) }
            #expect(Set(reasons) == Set(stage.decision.drops.map(\.rawValue)), "\(stage)")
            #expect(row[2] == stage.decision.parts.map { "`\($0.file)`" }.joined(separator: ", "), "\(stage)")
        }
    }

    @Test(arguments: ["README.md", "Sources/EventPlatform/Documentation.docc/Architecture.md"])
    func `a page that names the stages names all of them in their order`(page: String) throws {
        let text = try String(contentsOf: Checkout.file(page), encoding: .utf8)
        let list = Stage.allCases.map(\.rawValue).joined(separator: " → ")
        let words = text.split { $0.isWhitespace }.joined(separator: " ")
        #expect(words.contains(list), "\(list)")
    }

    // MARK: - One event

    /// What is seen of one event.
    private struct Observation {
        let platform: TestPlatform
        let store: SpyStore
        let hasArrived = Signal()
        let response = Signal()

        var ledger: Ledger.Account { platform.client.ledger["app"] }
        var inbox: Inbox.Fill { platform.client.dependencies.inbox.content.withLock { $0.fill } }
        var rows: Int { store.base.storedRows(atMost: 9).count }
    }

    /// Fails when the client does something with an event that is not in the list, or in another order.
    @Test func `an event follows the list from the call to the ledger`() async throws {
        let store = SpyStore()
        let platform = TestPlatform(streams: Self.streams) { $0.store.custom = { store } }
        let seen = Observation(platform: platform, store: store)
        platform.connection.respond { [hasArrived = seen.hasArrived, response = seen.response] request in
            guard request.method == .post else { return NetworkResponse(status: 404) }
            hasArrived.raise()
            await response.wait(after: 0)
            return NetworkResponse(status: 201)
        }
        var cycle: Task<Void, Never>?
        for stage in Stage.allCases {
            switch stage {
            case .shutdown:
                platform.client.submitClick(stream: "app", interactionData: .init(elementID: "one"))
            case .consent, .configuration, .sampling, .throttle, .inbox:
                #expect(seen.inbox == .some && seen.ledger.pending == 1 && seen.rows == 0)
            case .inputBuffer:
                await platform.client.persist()
                #expect(seen.inbox == .empty && seen.rows == 0 && seen.ledger.pending == 1)
                #expect(try store.load(at: StorageTime(platform.clock)).heldSubmissions.count == 1, "it waits")
                await platform.loadConfigurations()
            case .action, .encoding, .envelope, .schema, .context, .curation, .validation, .size, .sequenceNumber:
                let stages = await platform.client.explain(stream: "app").stages
                #expect(stages.allSatisfy { $0.outcome == .passes })
            case .commit, .store:
                #expect(try store.load(at: StorageTime(platform.clock)).heldSubmissions.isEmpty && seen.rows == 1)
            case .upkeep:
                await platform.client.runtime.core.maintain()
                #expect(seen.rows == 1 && store.leased.isEmpty)
            case .dispatch:
                #expect(platform.connection.requests.allSatisfy { $0.method != .post })
                cycle = Task { await platform.client.runCycle() }
                await seen.hasArrived.wait(after: 0)
            case .lease:
                #expect(store.leased.count == 1 && seen.rows == 1)
            case .request:
                let requests = platform.connection.requests.filter { $0.method == .post }
                #expect(requests.count == 1 && String(decoding: requests[0].body, as: UTF8.self).contains("\"one\""))
                #expect(seen.ledger.pending == 1 && seen.ledger.delivered == 0)
            case .verdict:
                seen.response.raise()
                await cycle?.value
                #expect(seen.rows == 0 && store.leased.isEmpty)
            case .ledger:
                #expect(seen.ledger.delivered == 1 && seen.ledger.pending == 0 && seen.ledger.submitted == 1)
                #expect(try store.load(at: StorageTime(platform.clock)).ledger["app"].delivered == 1)
            }
        }
    }
}
