extension IntakeConfiguration {
    /// Refuses sinks that write a file of the store or of each other.
    func checkSinks() throws(IntakeError) {
        let files = sinks.compactMap { $0 as? NDJSONSink }.map { (path: $0.path, rotatedFiles: $0.maximumRotatedFiles) }
        var conflict = SinkPaths.conflict(among: files)
        for file in files {
            guard conflict == nil, let storePath else { break }
            conflict = SinkPaths.conflict(sink: file.path, rotatedFiles: file.rotatedFiles, store: storePath)
        }
        if let conflict { throw IntakeError(.sinkUnusable, conflict + ".") }
    }
}
