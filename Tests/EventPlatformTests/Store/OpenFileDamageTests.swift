import EventPlatformTesting
import EventSchema
import EventSupport
import Foundation
import TestSupport
import Testing

@testable import EventPlatform

/// What happens to the files of a store while its client runs: nothing ends the process, and nothing is lost without a
/// diagnostic.
@Suite(.waitLimit) struct OpenFileDamageTests {
    /// A fault of the files of a store.
    enum Fault: String, CaseIterable, Sendable {
        case flippedBytes, flippedLog, halvedFile, emptiedFile, emptiedLog, removedFile, removedFiles, replacedFile
        case movedFolder, readOnlyFolder
    }

    private static let streams: JSONObject = ["app": ["schema_title": "analytics/product_metrics/app/base"]]

    private static func inflict(_ fault: Fault, on folder: TemporaryFolder, _ random: inout SeededGenerator) throws {
        let (main, log) = (folder.file("events.sqlite"), folder.file("events.sqlite-wal"))
        switch fault {
        case .flippedBytes: try flip(main, &random)
        case .flippedLog: try flip(log, &random)
        case .halvedFile: try truncate(main, to: 0.5)
        case .emptiedFile: try truncate(main, to: 0)
        case .emptiedLog: try truncate(log, to: 0)
        case .removedFile: try FileManager.default.removeItem(at: main)
        case .removedFiles:
            for part in StoreNamespace.parts(of: main) { try FileManager.default.removeItem(at: part) }
        case .replacedFile:
            try FileManager.default.removeItem(at: main)
            try Data("another program's".utf8).write(to: main)
        case .movedFolder:
            try FileManager.default.moveItem(at: folder.url, to: moved(folder))
        case .readOnlyFolder: try setMode(0o500, of: folder.url)
        }
    }

    /// Removes the folder, wherever the fault has left it.
    private static func clean(_ folder: TemporaryFolder) throws {
        let moved = moved(folder)
        if FileManager.default.fileExists(atPath: moved.path) { try FileManager.default.removeItem(at: moved) }
        guard FileManager.default.fileExists(atPath: folder.url.path) else { return }
        try setMode(0o700, of: folder.url)
        folder.remove()
    }

    private static func moved(_ folder: TemporaryFolder) -> URL { folder.url.appendingPathExtension("moved") }

    private static func setMode(_ mode: Int, of folder: URL) throws {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: folder.path)
    }

    /// Flips a bit of one byte in each thousand.
    private static func flip(_ file: URL, _ random: inout SeededGenerator) throws {
        let handle = try FileHandle(forUpdating: file)
        let size = try handle.seekToEnd()
        for _ in 0..<size / 1000 {
            let place = UInt64.random(in: 0..<size, using: &random)
            try handle.seek(toOffset: place)
            guard let byte = try handle.read(upToCount: 1)?.first else { continue }
            try handle.seek(toOffset: place)
            try handle.write(contentsOf: [byte ^ 1 << UInt8.random(in: 0..<8, using: &random)])
        }
        try handle.close()
    }

    private static func truncate(_ file: URL, to part: Double) throws {
        let handle = try FileHandle(forUpdating: file)
        try handle.truncate(atOffset: UInt64(Double(try handle.seekToEnd()) * part))
        try handle.close()
    }

    private static func platform(_ folder: TemporaryFolder, _ seed: UInt64, _ clock: ManualClock) -> TestPlatform {
        TestPlatform(
            streams: streams, seed: seed, clock: clock,
            configure: { $0.store.location = .file(folder.file("events.sqlite")) })
    }

    private static func submit(_ count: Int, to client: EventPlatformClient) {
        let text = String(repeating: "x", count: 1500)
        for number in 0..<count {
            client.submitClick(
                stream: "app", interactionData: .init(elementID: "\(number)", context: ["text": .string(text)]))
        }
    }

    @Test(arguments: Fault.allCases, 0..<3 as Range<UInt64>)
    func `a running client survives the fault, and reports it when events are lost`(
        fault: Fault, seed: UInt64
    ) async throws {
        let folder = try TemporaryFolder()
        let clock = ManualClock()
        let platform = Self.platform(folder, seed, clock)
        let client = platform.client
        await platform.loadConfigurations()
        platform.connection.respond { _ in NetworkResponse(status: 503) }
        Self.submit(300, to: client)
        await client.persist()
        client.start()
        await client.dispatch()

        var random = SeededGenerator(seed: seed)
        try Self.inflict(fault, on: folder, &random)
        Self.submit(50, to: client)
        await client.persist()
        let received = Locked<Set<String>>([])
        Self.record(received, on: platform)
        for _ in 0..<3 {
            clock.advance(by: .seconds(3600))
            await client.dispatch()
        }
        _ = await client.shutdown(deadline: .zero)
        let total = client.ledger.total
        #expect(total.submitted == 350 && total.pending >= 0)
        #expect(total.delivered <= received.withLock(\.count), "nothing counts as delivered that was not sent")

        let next = Self.platform(folder, seed + 100, clock)
        Self.record(received, on: next)
        await next.loadConfigurations()
        next.client.submitClick(stream: "app")
        for _ in 0..<2 {
            clock.advance(by: .seconds(3600))
            await next.client.dispatch()
        }
        _ = await next.client.shutdown(deadline: .zero)

        let reports = (client.diagnostics + next.client.diagnostics).filter { $0.kind == .store }
        let count = received.withLock(\.count)
        #expect(next.client.ledger["app"].delivered > 0, "\(next.client.diagnostics)")
        #expect(count == 351 || !reports.isEmpty, "\(fault): \(count) received, \(total)")
        if [.removedFile, .removedFiles, .replacedFile, .movedFolder].contains(fault) {
            #expect(reports.contains { $0.message.contains("was removed or replaced") }, "\(client.diagnostics)")
        }
        try Self.clean(folder)
    }

    /// Responds to each request with 201, and notes the ids of its events.
    private static func record(_ received: Locked<Set<String>>, on platform: TestPlatform) {
        platform.connection.respond { request in
            let events = try JSONValue(parsing: request.body).array ?? []
            received.withLock { $0.formUnion(events.compactMap { $0["meta"]?["id"]?.string }) }
            return NetworkResponse(status: 201)
        }
    }
}
