import EventSupport
import Foundation
import GRDB

/// A mark beside a store file, `PATH.damaged`, that the file is damaged and not rebuilt yet.
///
/// The next process rebuilds a file with the mark when it opens it. It does not check the file first: SQLite's quick
/// check does not compare the indexes with the tables, and a whole check takes as long as to rebuild the file.
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

    /// Sets the mark. If it cannot be set, the next process finds the damage by itself.
    func set() {
        let mark = open(markPath, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if mark >= 0 { close(mark) }
    }

    /// Removes the mark.
    func remove() { if isSet { unlink(markPath) } }
}

extension Error {
    /// Whether SQLite found that a file is damaged, or a value has another type than every transaction writes.
    var isDamage: Bool {
        guard let error = self as? DatabaseError else { return self is RowDecodingError }
        switch error.resultCode {
        case .SQLITE_CORRUPT, .SQLITE_NOTADB: return true
        // Our statements name tables and columns that the file must have, or, while it is made, must not have yet.
        case .SQLITE_ERROR:
            let message = error.message ?? ""
            return ["no such ", "already exists", "has no column", "unsupported file format"].contains {
                message.contains($0)
            }
        default: return false
        }
    }
}
