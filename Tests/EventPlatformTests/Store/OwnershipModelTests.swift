import EventSupport
import EventPlatformTesting
import Foundation
import TestSupport
import Testing

@testable import EventPlatform

/// Clients that open and close one namespace, compared with a model of who owns the store file and what is in it.
@Suite struct OwnershipModelTests {
    private enum Operation: Sendable, CustomStringConvertible {
        case openAlone(Int)
        case join(Int, isEnqueueOnly: Bool)
        case commit(Int, events: Int)
        case hold(Int)
        case deliver(Int, events: Int)
        case maintain(Int)
        case close(Int)
        /// The client ends without closing, as a killed process does: the system releases its locks.
        case vanish(Int)

        static func random(using random: inout SeededGenerator) -> Operation {
            let client = Int.random(in: 0..<4, using: &random)
            switch Int.random(in: 0..<16, using: &random) {
            case 0, 1: return .openAlone(client)
            case 2, 3: return .join(client, isEnqueueOnly: Bool.random(using: &random))
            case 4..<9: return .commit(client, events: Int.random(in: 1...5, using: &random))
            case 9: return .hold(client)
            case 10, 11: return .deliver(client, events: Int.random(in: 1...5, using: &random))
            case 12, 13: return .maintain(client)
            case 14: return .close(client)
            default: return .vanish(client)
            }
        }

        var description: String {
            switch self {
            case .openAlone(let client): "\(client) opens"
            case .join(let client, let isEnqueueOnly): "\(client) joins\(isEnqueueOnly ? " to enqueue" : "")"
            case .commit(let client, let events): "\(client) commits \(events)"
            case .hold(let client): "\(client) holds"
            case .deliver(let client, let events): "\(client) delivers \(events)"
            case .maintain(let client): "\(client) looks after"
            case .close(let client): "\(client) closes"
            case .vanish(let client): "\(client) vanishes"
            }
        }
    }

    private struct Difference: Error, CustomStringConvertible { let description: String }

    /// The clients and their model.
    private struct Run {
        private let namespace: StoreNamespace
        private var clients: [Int: any EventStore] = [:]
        private var enqueueOnly: Set<Int> = []
        /// Clients that hold submissions in their spool, and therefore keep it.
        private var holding: Set<Int> = []
        private var owner: Int?
        private var (committed, held, delivered) = (0, 0, 0)
        /// The number of the next submission that each client holds.
        private var nextHeld: [Int: Int64] = [:]

        init(_ namespace: StoreNamespace) { self.namespace = namespace }

        mutating func carryOut(_ operation: Operation) throws {
            switch operation {
            case .openAlone(let client):
                guard clients[client] == nil else { return }
                do {
                    clients[client] = try NamespaceStore(namespace, settings: StoreSettings())
                    try expect("two owners", owner == nil)
                    owner = client
                    try count(client)
                } catch let error as StoreError where error.code == .owned {
                    try expect("no owner, but the file is owned", owner != nil)
                }
            case .join(let client, let isEnqueueOnly):
                guard clients[client] == nil else { return }
                clients[client] = SpoolStore(namespace, settings: StoreSettings(), isEnqueueOnly: isEnqueueOnly)
                if isEnqueueOnly { enqueueOnly.insert(client) }
                // This client decides the submissions held in a spool that it adopts.
                if try count(client) > 0 { holding.insert(client) }
            case .commit(let client, let events): try commit(client, events: events, held: 0)
            case .hold(let client): try commit(client, events: 0, held: 1)
            case .deliver(let client, let events): try deliver(client, events)
            case .maintain(let client):
                guard let store = clients[client] else { return }
                let report = try store.maintain()
                try expect("remarks \(report.remarks)", report.remarks.isEmpty)
            case .close(let client):
                try clients[client]?.close()
                forget(client)
            case .vanish(let client): forget(client)
            }
            for (client, store) in clients {
                try expect(
                    "client \(client) hands over: \(store.forwardsToOwner)", store.forwardsToOwner == (owner != client))
            }
        }

        /// Sets the next number of a client to the one after the submissions that it loads.
        @discardableResult private mutating func count(_ client: Int) throws -> Int {
            let held = try clients[client]?.load().heldSubmissions ?? []
            nextHeld[client] = max(0, held.map(\.number).max() ?? 0) + 1
            return held.count
        }

        private mutating func forget(_ client: Int) {
            clients[client] = nil
            enqueueOnly.remove(client)
            holding.remove(client)
            if owner == client { owner = nil }
        }

        private mutating func commit(_ client: Int, events: Int, held: Int) throws {
            guard let store = clients[client] else { return }
            if owner == nil, !enqueueOnly.contains(client), !holding.contains(client) { owner = client }
            var transaction = StoreTransaction()
            for number in 0..<events {
                var event = EventStoreTests.event("\(committed + number)")
                event.isIDGenerated = true  // so that the store does not detect duplicates by id
                transaction.added.append(event)
            }
            if held > 0 {
                transaction.heldSubmissions = [
                    HeldSubmission(number: nextHeld[client, default: 1], stream: "s", submission: [1])
                ]
                nextHeld[client, default: 1] += 1
                if owner != client { holding.insert(client) }
            }
            transaction.ledger.countSubmitted("s", events + held)
            _ = try store.commit(transaction)
            committed += events
            self.held += held
        }

        private mutating func deliver(_ client: Int, _ count: Int) throws {
            guard let store = clients[client] else { return }
            let taken = try store.leaseReady(count, for: "d")
            try expect("client \(client) sends what is not its own", owner == client || taken.isEmpty)
            var transaction = StoreTransaction()
            transaction.finished = taken.map { FinishedEvent(row: $0.row, outcome: .delivered) }
            guard !transaction.isEmpty else { return }
            _ = try store.commit(transaction)
            delivered += taken.count
        }

        /// Closes every client; the next owner then has every event that was committed and not delivered, once.
        mutating func end() throws {
            for client in clients.keys.sorted() { try carryOut(.close(client)) }
            let store = try NamespaceStore(namespace, settings: StoreSettings())
            _ = try store.maintainAll()
            let ids = try store.leaseReady(.max).map(\.id)
            try expect("\(Set(ids).count) of \(ids.count) ids differ", Set(ids).count == ids.count)
            try expect("\(ids.count) wait of \(committed - delivered)", ids.count == committed - delivered)
            let state = try store.load()
            try expect("\(state.heldSubmissions.count) of \(held) held", state.heldSubmissions.count == held)
            let total = state.ledger.total
            try expect(
                "\(total) for \(committed), \(held), \(delivered)",
                total.submitted == committed + held && total.delivered == delivered && total.pending == ids.count + held
            )
            try expect("files are left", try namespace.otherDatabases().isEmpty)
            try store.close()
        }

        private func expect(_ what: @autoclosure () -> String, _ isTrue: @autoclosure () throws -> Bool) throws {
            guard try !isTrue() else { return }
            throw Difference(description: what())
        }
    }

    private static func difference(_ operations: [Operation]) -> String? {
        do {
            let folder = try TemporaryFolder()
            defer { folder.remove() }
            var run = Run(StoreNamespace(folder.file("events.sqlite")))
            for operation in operations { try run.carryOut(operation) }
            try run.end()
            return nil
        } catch {
            return "\(error)"
        }
    }

    /// Random operations of four clients; after a failure the shortest sequence of operations that fails is reported.
    @Test(arguments: 1...4)
    func `at most one client owns the store file, and each committed event is stored once`(seed: UInt64) {
        for number in 0..<15 {
            var random = SeededGenerator(seed: seed &* 1000 &+ UInt64(number))
            let operations = (0..<40).map { _ in Operation.random(using: &random) }
            guard Self.difference(operations) != nil else { continue }
            let shortest = operations.shortest { Self.difference($0) != nil }
            Issue.record("\(shortest.map(\.description).joined(separator: "; ")): \(Self.difference(shortest) ?? "")")
            return
        }
    }
}
