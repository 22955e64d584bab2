import EventIntake
import Foundation

/// The files of this checkout, and shared files beside it where there are any.
enum Checkout {
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    static func file(_ path: String) -> URL { root.appendingPathComponent(path) }

    /// A shared file beside the checkout; `nil` where there is none.
    static func shared(_ path: String) -> URL? {
        let url = root.deletingLastPathComponent().appendingPathComponent("shared").appendingPathComponent(path)
        return FileManager.default.fileExists(atPath: url.path) ? url : nil
    }

    /// An intake with the streams and schemas of the repository.
    static func intakeConfiguration(store: String) -> IntakeConfiguration {
        var configuration = IntakeConfiguration()
        configuration.streams = .directory(file("Streams").path)
        configuration.schemaRoots = [file("Schemas").path]
        configuration.storePath = store
        return configuration
    }
}
