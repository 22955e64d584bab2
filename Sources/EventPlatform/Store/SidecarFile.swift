import EventSupport
package import Foundation

/// A small text file beside a store file for a value that outlives an unusable store: the install id and the last
/// consent, beside `NAME.sqlite` as `NAME.install-id` and `NAME.consent`, beside any other `FILE` as `FILE.install-id`
/// and `FILE.consent`.
package struct SidecarFile: Sendable {
    private let store: URL
    private let fileExtension: String
    private let isValid: @Sendable (String) -> Bool

    /// The extensions of the files that a namespace may have. A purge removes these files.
    package static let installIDExtension = "install-id"
    package static let consentExtension = "consent"
    static let extensions = [installIDExtension, consentExtension]

    /// The largest file that is read, in bytes.
    private static let maximumSize = 1024
    /// Every text is filled up with spaces to this size in bytes, so that another one fits in its place.
    private static let minimumSize = 40
    /// The longest wait for another process that changes the file. A change takes a few milliseconds.
    var longestWait: Duration = .milliseconds(100)

    /// The file beside a store file.
    ///
    /// - Parameters:
    ///   - store: the store file.
    ///   - fileExtension: the extension, one for each kind of value.
    ///   - isValid: whether a text is a valid value.
    package init(
        beside store: URL, _ fileExtension: String, isValid: @escaping @Sendable (String) -> Bool = { _ in true }
    ) {
        (self.store, self.fileExtension) = (store, fileExtension)
        self.isValid = isValid
    }

    /// The name of the file.
    var name: String { url.lastPathComponent }

    /// It is looked up each time: a link in the place of the store file leads to the file that it is beside.
    private var url: URL {
        let file = store.behindLinks
        let name = file.pathExtension == "sqlite" ? file.deletingPathExtension() : file
        return name.appendingPathExtension(fileExtension)
    }

    /// The text without white space at its ends; `nil` when the file is missing or its text is not valid.
    package func read() -> String? {
        do {
            let bytes = try RegularFile.bytes(at: url.path, limit: Self.maximumSize)
            let text = String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
            return isValid(text) ? text : nil
        } catch {
            return nil  // the caller writes another one, and gets the reason if that fails too
        }
    }

    /// Whether the file exists, with a valid text or not.
    package var exists: Bool { FileManager.default.fileExists(atPath: url.path) }

    /// Changes the text under the lock of the folder, so that no change of another process is lost.
    ///
    /// - Parameter change: gets the text, `nil` when the file is missing or its text is not valid, and returns the new
    ///   one.
    /// - Throws: as ``write(_:)``.
    package func change(_ change: (String?) -> String) throws {
        try createFolder()
        let lock = folderLock()
        defer { lock?.release() }
        let text = read()
        let changed = change(text)
        if changed != text { try write(changed) }
    }

    /// The lock of the folder; `nil` where it cannot be had within ``longestWait``. A process that was stopped while it
    /// holds the lock, or a file system without locks, must not keep a refusal from being written.
    private func folderLock() -> FileLock? {
        do {
            return try FileLock(
                waitingForFolder: url.deletingLastPathComponent().path, atMost: longestWait)
        } catch {
            return nil
        }
    }

    private func createFolder() throws {
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    }

    /// Writes the text, with access for the user only; creates the folder where it is missing.
    ///
    /// A text that is there is overwritten in place, which needs no space on the disk and leaves one of the two texts
    /// when the process is killed. A link in the place of the file is replaced: what it leads to may be somebody
    /// else's.
    ///
    /// - Throws: ``RegularFileError``, or Foundation's error when the folder cannot be created.
    package func write(_ text: String) throws {
        let filler = String(repeating: " ", count: max(0, Self.minimumSize - text.utf8.count - 1))
        let line = Array((text + filler + "\n").utf8)
        try createFolder()
        if FileKind(ofEntry: url.path) == .regular, overwrite(with: line) { return }
        try RegularFile.write(line, to: url.path)
    }

    /// - Returns: whether the file has the line and is on the disk.
    private func overwrite(with line: [UInt8]) -> Bool {
        let file = open(url.path, O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { return false }
        defer { close(file) }
        let written = line.withUnsafeBytes { pwrite(file, $0.baseAddress, $0.count, 0) }
        return written == line.count && ftruncate(file, off_t(line.count)) == 0 && fsync(file) == 0
    }

    /// Truncates and removes the file, if it exists.
    package func remove() throws {
        guard exists else { return }
        try Data().write(to: url)
        try FileManager.default.removeItem(at: url)
    }
}
