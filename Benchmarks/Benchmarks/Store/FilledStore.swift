import EventPlatform
import Foundation

/// A store file with so many waiting events of 545 bytes, made once for each size.
struct FilledStore {
    let path: String

    static let bodyBytes = 545
    static let leaseEnd: Duration = .seconds(60)

    /// Makes the file, unless an earlier benchmark has: each runs in a process of its own.
    ///
    /// With `isChanged`, the benchmark changes the file and gets a copy of it.
    init(events: Int, isChanged: Bool = false) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("event-store-benchmarks")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let original = folder.appendingPathComponent("\(events).sqlite")
        if !FileManager.default.fileExists(atPath: original.path) { try Self.fill(original, events) }
        guard isChanged else {
            path = original.path
            return
        }
        let copy = folder.appendingPathComponent("\(events)-\(ProcessInfo.processInfo.processIdentifier).sqlite")
        if !FileManager.default.fileExists(atPath: copy.path) {
            try FileManager.default.copyItem(at: original, to: copy)
        }
        path = copy.path
    }

    /// Written under another name first, so that a run that is broken off leaves no half file.
    private static func fill(_ file: URL, _ events: Int) throws {
        let unfinished = file.appendingPathExtension("new")
        let store = try open(unfinished.path)
        var written = 0
        while written < events {
            let count = min(1000, events - written)
            _ = try store.commit(Self.transaction(written..<written + count))
            written += count
        }
        try store.close()
        try FileManager.default.moveItem(at: unfinished, to: file)
    }

    func open() throws -> SQLiteEventStore { try Self.open(path) }

    /// Removes a copy.
    func remove() throws {
        for ending in ["", "-wal", "-shm", ".lock"] where FileManager.default.fileExists(atPath: path + ending) {
            try FileManager.default.removeItem(atPath: path + ending)
        }
    }

    private static func open(_ path: String) throws -> SQLiteEventStore {
        var settings = StoreSettings()
        (settings.maximumEvents, settings.maximumBytes) = (.max, .max)
        return try SQLiteEventStore(path: path, settings: settings)
    }

    /// The start of the boot clock's time.
    static let start = StorageTime(
        wall: Timestamp(milliseconds: 1_700_000_000_000), bootID: "0b5f6f0e-6a3c-4b0e-9d57-0f0e5a1f7c11",
        millisecondsSinceBoot: 0)

    /// New events; their ids are as the client generates them, in the order of time.
    static func transaction(_ numbers: Range<Int>) -> StoreTransaction {
        var transaction = StoreTransaction()
        transaction.added = numbers.map { number in
            let high = String(format: "%012x", 1_700_000_000_000 + number)
            var event = NewEvent(
                id: "\(high.prefix(8))-\(high.suffix(4))-7000-8000-\(String(format: "%012x", number &* 2_654_435_761))",
                stream: "app.search", destination: "eventgate-analytics-external",
                storedAt: StorageTime(
                    wall: Timestamp(milliseconds: 1_700_000_000_000 + Int64(number)), bootID: start.bootID,
                    millisecondsSinceBoot: Int64(number)),
                body: Array(repeating: UInt8(ascii: "x"), count: bodyBytes))
            event.isIDGenerated = true
            return event
        }
        transaction.ledger.countSubmitted("app.search", numbers.count)
        return transaction
    }
}
