import Foundation

/// Opens a database for reading without a file beside it.
package enum ImmutableDatabase {
    /// The URI by which SQLite takes a database for a file that nobody writes, so that it neither locks it nor makes
    /// the `-wal` and `-shm` that it makes beside one in WAL mode even to read it.
    ///
    /// - Returns: `nil` while there is a log or a journal, without which the database may not be whole.
    package static func uri(of path: String) -> String? {
        let file = URL(fileURLWithPath: path).resolvingSymlinksInPath()  // where SQLite looks for the log
        let logs = ["-wal", "-journal"].map { file.path + $0 }
        guard logs.allSatisfy(hasNoContent) else { return nil }
        return file.absoluteString + "?immutable=1"
    }

    private static func hasNoContent(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) != 0 || status.st_size == 0
    }
}
