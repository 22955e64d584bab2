import Foundation

/// The second place where the install id is kept: a small file beside the store, `NAME.install-id`.
///
/// Device sampling hangs on the id, so it should outlive a store that has to be set aside.
struct InstallIDFile: Sendable {
    private let url: URL

    /// The file beside a store; `nil` for a store in memory.
    init?(beside location: StoreLocation) {
        guard case .file(let store) = location else { return nil }
        url = store.deletingPathExtension().appendingPathExtension("install-id")
    }

    /// The id, or `nil` when the file is missing or holds something else.
    func read() -> String? {
        guard let data = FileManager.default.contents(atPath: url.path), data.count <= 64 else { return nil }
        let text = String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        return Self.isInstallID(text) ? text : nil
    }

    /// Whether there is a file, whatever it holds.
    var exists: Bool { FileManager.default.fileExists(atPath: url.path) }

    /// Writes the id, whole or not at all.
    func write(_ id: String) throws {
        try Data((id + "\n").utf8).write(to: url, options: .atomic)
        try FileManager.default.setAttributes(StoreProtection.permissions, ofItemAtPath: url.path)
    }

    /// Removes the file, if there is one; what it holds is cut off first.
    func remove() throws {
        guard exists else { return }
        try Data().write(to: url)
        try FileManager.default.removeItem(at: url)
    }

    /// Whether the text has the form that the platform's schemas ask for: a UUID of 36 characters.
    static func isInstallID(_ text: String) -> Bool { text.utf8.count == 36 && UUID(uuidString: text) != nil }
}
