import EventIntake
import Foundation

/// The files of this checkout, and of the shared material beside it where there is any.
enum Checkout {
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    static func file(_ path: String) -> URL { root.appendingPathComponent(path) }

    /// A file of the shared material, or `nil` where this checkout stands alone.
    static func shared(_ path: String) -> URL? {
        let url = root.deletingLastPathComponent().appendingPathComponent("shared").appendingPathComponent(path)
        return FileManager.default.fileExists(atPath: url.path) ? url : nil
    }

    /// An intake over our own streams and schemas.
    static func intakeConfiguration(store: String) -> IntakeConfiguration {
        var configuration = IntakeConfiguration()
        configuration.streams = .directory(file("Streams").path)
        configuration.schemaRoots = [file("Schemas").path]
        configuration.storePath = store
        return configuration
    }
}
