import EventSupport
import Foundation

/// The files of an open store. SQLite continues to write a file that was removed or replaced, and its events would be
/// lost with the process, so each transaction checks that the files are still in place.
struct OpenStoreFiles: Sendable {
    private let files: [(path: String, identity: FileIdentity)]

    /// The database at a path, and the log beside it, which exists while a connection in WAL mode is open. Behind a
    /// link, SQLite puts the log beside the file that the link leads to.
    init(of path: String) {
        let log = URL(fileURLWithPath: path).resolvingSymlinksInPath().path + "-wal"
        files = [path, log].compactMap { path in FileIdentity(path: path).map { (path, $0) } }
    }

    /// Checks the files.
    ///
    /// - Throws: ``IntakeError`` with the first file that is not in place.
    func check() throws(IntakeError) {
        for file in files where !file.identity.isAt(file.path) { throw StoreFile.removed(file.path) }
    }
}
