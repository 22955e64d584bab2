import EventPlatform
import Foundation

/// How many bytes of the file an event takes, with everything that is stored of it.
enum FileSize {
    /// Stores 20 000 events of 545 bytes in transactions of 64 and divides the size of the file, which has taken in its
    /// log, by their number.
    static func bytesPerEvent(events: Int = 20_000) throws -> Int {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("event-size-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer {
            do { try FileManager.default.removeItem(at: folder) } catch { print("\(folder.path) was left: \(error)") }
        }
        let path = folder.appendingPathComponent("events.sqlite").path
        let store = try SQLiteEventStore(path: path)
        for start in stride(from: 0, to: events, by: 64) {
            _ = try store.commit(FilledStore.transaction(start..<min(start + 64, events)))
        }
        try store.close()
        let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
        return (size ?? 0) / events
    }
}
