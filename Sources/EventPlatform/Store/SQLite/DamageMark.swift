import EventSupport
import Foundation
import GRDB

/// A mark beside a store file, `PATH.damaged`, that SQLite has found damage in the file while it was in use.
///
/// To check a whole file takes a time that grows with it, so only a file with the mark is checked when it is opened. A
/// client then continues in another file, where the transactions of this one would fail again and again.
struct DamageMark {
    private let path: String
    private var markPath: String { path + Self.suffix }

    static let suffix = ".damaged"

    init(of path: String) { self.path = path }

    /// Whether the mark is set: an empty file. Any other of that name, such as a copy of the store, is somebody else's.
    var isSet: Bool {
        var status = stat()
        return lstat(markPath, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && status.st_size == 0
    }

    /// Sets the mark. Where it cannot be set, the next process finds the damage by itself.
    func set() {
        let mark = open(markPath, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if mark >= 0 { close(mark) }
    }

    /// Checks a file with the mark, and removes the mark of a file that is whole.
    ///
    /// - Throws: ``StoreError`` when the file is damaged.
    func check(_ queue: DatabaseQueue) throws {
        guard isSet else { return }
        let finding = try queue.inDatabase { try String.fetchOne($0, sql: "PRAGMA quick_check(1)") }
        guard finding == "ok" else {
            throw StoreError(
                .notADatabase, path: path, "is damaged: \(finding ?? "it cannot be checked"); it was not changed")
        }
        unlink(markPath)
    }
}

extension DatabaseError {
    /// Whether SQLite found that the file is damaged.
    var isDamage: Bool { [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(resultCode) }
}
