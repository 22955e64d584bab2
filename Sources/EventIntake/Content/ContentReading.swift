package import EventCatalog

/// How the folders of streams and experiments are read that an intake serves.
///
/// By default a mistake is what keeps an entry from being read. A program that links the checks may demand more: what
/// is thrown keeps an intake from starting, and an edit from being served.
package struct ContentReading: Sendable {
    /// Reads a folder of streams; the schemas are those that are served, or `nil` when they cannot be read.
    package var streams: @Sendable (_ directory: String, _ schemas: SchemaRepository?) throws -> StreamCatalog = {
        directory, _ in try StreamCatalog(directory: directory)
    }
    /// Reads a folder of experiments and instruments.
    package var experiments: @Sendable (_ directory: String) throws -> ExperimentCatalog = {
        try ExperimentCatalog(directory: $0)
    }

    package init() {}
}
