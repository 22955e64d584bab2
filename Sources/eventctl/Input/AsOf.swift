import ArgumentParser
import EventPlatform
import EventStreams

/// The moment that a command takes for today: a date, or a date and time, in UTC unless it names an offset.
struct AsOf: ExpressibleByArgument {
    let timestamp: Timestamp

    init?(argument: String) {
        guard let instant = UTCInstant(iso8601: argument) else { return nil }
        timestamp = Timestamp(milliseconds: instant.seconds * 1000)
    }
}
