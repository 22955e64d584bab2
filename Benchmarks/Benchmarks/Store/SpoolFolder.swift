import EventPlatform
import Foundation

/// A store file with so many spools of other processes beside it.
struct SpoolFolder {
    private let folder: URL
    private let template: URL
    private var file: URL { folder.appendingPathComponent("events.sqlite") }

    /// Makes the folder and one spool, as a client leaves it that may only store events.
    init() async throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("event-spools-\(UUID().uuidString)")
        template = folder.appendingPathComponent("template")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let client = client(isEnqueueOnly: true)
        client.submitClick(stream: "benchmark")
        await client.persist()
        _ = await client.shutdown(deadline: .zero)
        let name = try FileManager.default.contentsOfDirectory(atPath: folder.path).first {
            $0.hasPrefix("events.spool-") && $0.hasSuffix(".sqlite")
        }
        guard let name else { throw CocoaError(.fileNoSuchFile) }
        try FileManager.default.moveItem(at: folder.appendingPathComponent(name), to: template)
    }

    /// Adds spools until there are so many. A client that was opened may have taken some in.
    func fill(to count: Int) throws {
        for number in 0..<count {
            let name = String(format: "events.spool-%08x.sqlite", number)
            let spool = folder.appendingPathComponent(name)
            guard !FileManager.default.fileExists(atPath: spool.path) else { continue }
            try FileManager.default.copyItem(at: template, to: spool)
        }
    }

    /// A client on the store file.
    func client(isEnqueueOnly: Bool = false) -> EventPlatformClient {
        var configuration = EventPlatformClient.Configuration(
            streamConfigurations: .file(folder.appendingPathComponent("streams.json")),
            network: NetworkConfiguration(endpoint: "127.0.0.1"), store: .file(file))
        configuration.store.isEnqueueOnly = isEnqueueOnly
        configuration.dispatchMode = .manual
        return EventPlatformClient(configuration)
    }

    func remove() throws { try FileManager.default.removeItem(at: folder) }
}
