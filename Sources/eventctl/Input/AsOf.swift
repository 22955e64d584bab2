import ArgumentParser
import EventIntake
import EventStreams
import Foundation

/// The value of `--as-of`, which a command uses as the current time: a date, or a date and time, in UTC unless it has
/// an offset.
struct AsOf {
    let instant: UTCInstant

    /// - Throws: `ValidationError`.
    init(_ text: String) throws {
        guard let instant = UTCInstant(iso8601: text) else {
            throw ValidationError("'\(text)' is not a date such as 2026-01-31 or 2026-01-31T12:00:00Z")
        }
        self.instant = instant
    }
}

extension UTCInstant {
    /// The first instant of the current day.
    static var today: UTCInstant { .day(of: Date()) }
}
