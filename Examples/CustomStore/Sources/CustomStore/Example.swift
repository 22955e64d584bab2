import EventPlatform
import EventPlatformTesting
import Foundation

@main
struct Example {
    static func main() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("custom-store-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { removeOrSay(folder) }

        let compatibility = EventStoreCompatibility { name, settings in
            try JSONFileStore(folder.appendingPathComponent("\(name).json"), settings: settings)
        }
        let failures = compatibility.failures(sequences: 20)
        guard failures.isEmpty else { throw Failure(description: failures.joined(separator: "\n")) }

        let platform = TestPlatform(streams: ["app.toolbar": ["schema_title": "analytics/product_metrics/app/base"]]) {
            $0.store.custom = { try JSONFileStore(folder.appendingPathComponent("events.json")) }
        }
        await platform.loadConfigurations()
        platform.client.submitClick(stream: "app.toolbar")
        guard await platform.sentEvents().count == 1 else { throw Failure(description: "the event did not arrive") }
        print("a store of our own does what the client relies on, and carried one event")
    }

    private static func removeOrSay(_ folder: URL) {
        do { try FileManager.default.removeItem(at: folder) } catch { print("\(folder.path) was left: \(error)") }
    }

    struct Failure: Error, CustomStringConvertible { let description: String }
}
