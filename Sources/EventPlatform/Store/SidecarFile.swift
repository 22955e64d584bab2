package import Foundation

/// A small text file beside a store file, `NAME.EXTENSION`, for a value that outlives an unusable store: the install id
/// (`NAME.install-id`) and the last consent (`NAME.consent`).
package struct SidecarFile: Sendable {
    private let url: URL
    private let isValid: @Sendable (String) -> Bool

    /// The extensions of the files that a namespace may have. A purge removes these files.
    package static let installIDExtension = "install-id"
    package static let consentExtension = "consent"
    static let extensions = [installIDExtension, consentExtension]

    /// The largest file that is read, in bytes.
    private static let maximumSize = 1024

    /// The file beside a store file.
    ///
    /// - Parameters:
    ///   - store: the store file.
    ///   - fileExtension: the extension, one for each kind of value.
    ///   - isValid: whether a text is a valid value.
    package init(
        beside store: URL, _ fileExtension: String, isValid: @escaping @Sendable (String) -> Bool = { _ in true }
    ) {
        url = store.deletingPathExtension().appendingPathExtension(fileExtension)
        self.isValid = isValid
    }

    /// The text without white space at its ends; `nil` when the file is missing or its text is not valid.
    package func read() -> String? {
        guard let data = FileManager.default.contents(atPath: url.path), data.count <= Self.maximumSize else {
            return nil
        }
        let text = String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        return isValid(text) ? text : nil
    }

    /// Whether the file exists, with a valid text or not.
    package var exists: Bool { FileManager.default.fileExists(atPath: url.path) }

    /// Writes the text atomically, with access for the user only.
    package func write(_ text: String) throws {
        try Data((text + "\n").utf8).write(to: url, options: .atomic)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: url.path)
    }

    /// Truncates and removes the file, if it exists.
    package func remove() throws {
        guard exists else { return }
        try Data().write(to: url)
        try FileManager.default.removeItem(at: url)
    }
}
