import EventSchema
import Foundation
import GRDB
import TestSupport
import Testing

@testable import EventIntake

/// A store that another program has locked.
@Suite(.waitLimit) struct LockedStoreTests {
    /// A connection to a database that holds the lock of its writers.
    private static func locking(_ path: String) throws -> DatabaseQueue {
        var configuration = GRDB.Configuration()
        configuration.allowsUnsafeTransactions = true
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        try queue.inDatabase { try $0.execute(sql: "BEGIN IMMEDIATE") }
        return queue
    }

    /// A wait of the commit before, and one for the list of rejected events, would come on top.
    @Test func `each request waits once, for 5 seconds, and gets the reason`() async throws {
        try await inFolder { folder in
            let path = folder + "/store.sqlite"
            try await TestWorkspace.open(configure: { $0.storePath = path }) { client in
                let other = try Self.locking(path)
                let start = ContinuousClock.now
                let responses = try await withThrowingTaskGroup(of: Client.Response.self) { group in
                    for number in 0..<5 {  // as many as `URLSession` sends at once
                        group.addTask { try await client.post(TestWorkspace.event(id: "\(number)")) }
                    }
                    return try await group.reduce(into: []) { $0.append($1) }
                }
                #expect(ContinuousClock.now - start < .seconds(9))
                for response in responses {
                    #expect(response.status == 500)
                    let message = response.json["error"]?.array?.first?["context"]?["message"]?.string
                    #expect(message?.contains("another program has locked the file") == true, "\(message ?? "")")
                }
                try other.inDatabase { try $0.execute(sql: "ROLLBACK") }
                #expect(try await client.post(TestWorkspace.event(id: "after")).status == 201)
                try other.close()
            }
        }
    }

    @Test func `a store that another program has locked is refused with the reason`() async throws {
        try await inFolder { folder in
            let path = folder + "/store.sqlite"
            try IntakeStore(path: path).close()
            let other = try Self.locking(path)
            let error = #expect(throws: IntakeError.self) { try IntakeStore(path: path) }
            #expect(
                error?.message == "\(path): cannot be used as the intake's store: another program has locked the file. "
                    + "It was not changed. End it, or wait until it has finished.")
            try other.close()
        }
    }
}
