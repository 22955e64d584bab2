package import Foundation

/// A small text beside a store file, `NAME.EXTENSION`: what has to outlive a store that is set aside, such as the install
/// id (`NAME.install-id`) and the last consent (`NAME.consent`).
package struct SidecarFile: Sendable {
    private let url: URL
    private let isValid: @Sendable (String) -> Bool

    /// The extensions of the files that a namespace may have. They are removed when it is purged.
    package static let installIDExtension = "install-id"
    package static let consentExtension = "consent"
    static let extensions = [installIDExtension, consentExtension]

    /// How long a text may be, in bytes.
    private static let maximumSize = 1024

    /// The file beside a store file.
    ///
    /// - Parameters:
    ///   - store: the store file.
    ///   - fileExtension: tells what the file holds.
    ///   - isValid: whether a text is such a thing.
    package init(
        beside store: URL, _ fileExtension: String, isValid: @escaping @Sendable (String) -> Bool = { _ in true }
    ) {
        url = store.deletingPathExtension().appendingPathExtension(fileExtension)
        self.isValid = isValid
    }

    /// The text; `nil` when the file is missing or holds something else.
    package func read() -> String? {
        guard let data = FileManager.default.contents(atPath: url.path), data.count <= Self.maximumSize else {
            return nil
        }
        let text = String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        return isValid(text) ? text : nil
    }

    /// Whether there is a file, whatever it holds.
    package var exists: Bool { FileManager.default.fileExists(atPath: url.path) }

    /// Writes the text, whole or not at all; only the user may read it.
    package func write(_ text: String) throws {
        try Data((text + "\n").utf8).write(to: url, options: .atomic)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: url.path)
    }

    /// Removes the file, if there is one; what it holds is cut off first.
    package func remove() throws {
        guard exists else { return }
        try Data().write(to: url)
        try FileManager.default.removeItem(at: url)
    }
}
