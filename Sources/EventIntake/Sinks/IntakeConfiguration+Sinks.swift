extension IntakeConfiguration {
    /// Refuses sinks that write a file of the store.
    func checkSinks() throws(IntakeError) {
        guard let storePath else { return }
        for case let sink as NDJSONSink in sinks {
            let conflict = SinkPaths.conflict(
                sink: sink.path, rotatedFiles: sink.maximumRotatedFiles, store: storePath)
            if let conflict { throw IntakeError(.sinkUnusable, conflict + ".") }
        }
    }
}
