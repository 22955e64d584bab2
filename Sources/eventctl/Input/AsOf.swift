import ArgumentParser
import EventStreams

/// The value of `--as-of`, which a command uses as the current time: a date, or a date and time, in UTC unless it has
/// an offset.
struct AsOf: ExpressibleByArgument {
    let instant: UTCInstant

    init?(argument: String) {
        guard let instant = UTCInstant(iso8601: argument) else { return nil }
        self.instant = instant
    }
}
