import EventCatalog
import EventCatalogChecks
import EventIntake

extension ContentReading {
    /// Reading in which streams and experiments must pass their checks, so that `serve` reports every mistake.
    static var checking: ContentReading {
        var reading = ContentReading()
        reading.streams = { try StreamCatalog(checking: $0, schemas: $1) }
        reading.experiments = { try ExperimentCatalog(checking: $0) }
        return reading
    }
}
