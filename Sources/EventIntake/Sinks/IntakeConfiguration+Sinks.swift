extension IntakeConfiguration {
    /// Refuses sinks that write a file of the store or of each other, and none where there is no store.
    func checkSinks() throws(IntakeError) {
        guard hasStore || !sinks.isEmpty else {
            throw IntakeError(
                .sinkUnusable, "There is neither a store nor a sink, so no event would be kept. Add a sink to sinks.")
        }
        let files = sinks.compactMap { $0 as? NDJSONSink }.map { (path: $0.path, rotatedFiles: $0.maximumRotatedFiles) }
        var conflict = SinkPaths.conflict(among: files)
        for file in files {
            guard conflict == nil, hasStore, let storePath else { break }
            conflict = SinkPaths.conflict(sink: file.path, rotatedFiles: file.rotatedFiles, store: storePath)
        }
        if let conflict { throw IntakeError(.sinkUnusable, conflict + ".") }
    }
}
