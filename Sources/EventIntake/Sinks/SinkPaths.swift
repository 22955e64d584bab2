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
        let sinks = [sink] + rotated(sink, rotatedFiles)
        guard let same = sinks.first(where: { stores.contains(FileLocation($0)) }) else { return nil }
        return "\(same): the sink would write a file of the store \(store). Give the sink another path"
    }

    /// Finds out whether two NDJSON sinks would write one file, or one would rename or replace the file of another when
    /// it rotates its own.
    ///
    /// - Parameter sinks: the path of each sink, and the maximum number of its rotated files.
    /// - Returns: why the sinks cannot be used together; `nil` when they can.
    package static func conflict(among sinks: [(path: String, rotatedFiles: Int)]) -> String? {
        let places = sinks.map { FileLocation($0.path) }
        for (number, place) in places.enumerated() {
            guard let first = places.firstIndex(of: place), first < number else { continue }
            return "\(sinks[number].path): is the file of the sink \(sinks[first].path) too. Leave one of them out"
        }
        let files = Set(places)
        for sink in sinks {
            guard let same = rotated(sink.path, sink.rotatedFiles).first(where: { files.contains(FileLocation($0)) })
            else { continue }
            return "\(same): a rotated file of the sink \(sink.path) has this name. Give one of them another path"
        }
        return nil
    }

    private static func rotated(_ sink: String, _ count: Int) -> [String] {
        (0..<max(0, count)).prefix(1_000).map { "\(sink).\($0 + 1)" }
    }
}
