/// Which files a store and sinks write, so that no two of them write the same one.
package enum SinkPaths {
    /// Finds out whether an NDJSON sink would write a file of a store.
    ///
    /// Neither must be open: whichever is opened last would damage what the other has written.
    ///
    /// - Parameters:
    ///   - sink: the path of the sink.
    ///   - rotatedFiles: the maximum number of its rotated files.
    ///   - store: the path of the store.
    /// - Returns: why the sink cannot be used beside the store; `nil` when it can.
    package static func conflict(sink: String, rotatedFiles: Int, store: String) -> String? {
        let stores = Set(["", "-wal", "-shm", "-journal", ".lock"].map { FileLocation(store + $0) })
        let sinks = [sink] + (0..<max(0, rotatedFiles)).prefix(1_000).map { "\(sink).\($0 + 1)" }
        guard let same = sinks.first(where: { stores.contains(FileLocation($0)) }) else { return nil }
        return "\(same): the sink would write a file of the store \(store). Give the sink another path"
    }
}
