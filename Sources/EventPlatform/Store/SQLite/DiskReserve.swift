import EventSupport
import Foundation
import GRDB

/// Room on the disk that a store keeps for recording what has been sent: a file beside it, `PATH-reserve`, which is
/// given up first when the disk is full.
///
/// Without it an event that the intake has accepted would stay in the store, and be sent again by the next process.
struct DiskReserve: Sendable {
    private let path: String

    static let suffix = "-reserve"

    /// The size of the file, in bytes: more than the log grows to before its pages are moved into the store file
    /// (``StoreConnection/pagesInLog``), and a transaction that removes a batch.
    static let size = 2 << 20

    private static let text = """
        This file keeps room on the disk for the event store beside it. The store makes it, and makes it again if it is
        removed.

        """

    /// The room for a store file.
    init(for file: String) { path = file + Self.suffix }

    /// Reserves the room, unless it is reserved. Somebody else's file of that name is left alone.
    ///
    /// - Throws: ``RegularFileError``, as on a full disk.
    func keep() throws {
        guard FileKind(ofEntry: path) == .missing else { return }
        var bytes = [UInt8](repeating: 0, count: Self.size)
        bytes.replaceSubrange(0..<Self.text.utf8.count, with: Self.text.utf8)
        try RegularFile.write(bytes, to: path)
    }

    /// Frees the room.
    ///
    /// - Returns: whether there was any.
    func giveUp() -> Bool {
        do {
            let text = try RegularFile.prefix(of: path, count: Self.text.utf8.count)
            return text == Array(Self.text.utf8) && unlink(path) == 0
        } catch {
            return false
        }
    }
}
