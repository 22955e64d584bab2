import EventCatalog
import EventCatalogChecks
import EventIntake
import EventStreams

extension ContentReading {
    /// Reading in which streams and experiments must pass their checks, so that `serve` reports every mistake.
    static var checking: ContentReading {
        var reading = ContentReading()
        reading.streams = { try StreamCatalog(checking: $0, schemas: $1) }
        reading.experiments = { try ExperimentCatalog(checking: $0) }
        return reading
    }

    /// The same, which names the streams with a rate below 1 whenever they are read.
    static func namingSampledStreams(_ onNotice: @escaping @Sendable (String) -> Void) -> ContentReading {
        var reading = checking
        let streams = reading.streams
        reading.streams = { directory, schemas in
            let catalog = try streams(directory, schemas)
            if let line = sampledStreams(of: catalog.configurations) { onNotice(line) }
            return catalog
        }
        return reading
    }

    private static func sampledStreams(of configurations: StreamConfigurations) -> String? {
        let sampled = configurations.streams.compactMap { stream in
            stream.sampling.rate.flatMap { $0 < 1 ? "\(stream.name) \($0)" : nil }
        }
        guard !sampled.isEmpty else { return nil }
        let more = sampled.count > 5 ? " and \(sampled.count - 5) more" : ""
        return "Sampled by a rate below 1, their other events are dropped as outOfSample: "
            + "\(sampled.prefix(5).joined(separator: ", "))\(more). “serve --in-sample” serves them with 1."
    }
}
