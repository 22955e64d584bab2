package import EventStreams
package import Foundation

extension UTCInstant {
    /// The first instant of the day of a time.
    package static func day(of time: Date) -> UTCInstant {
        let seconds = Int64(time.timeIntervalSince1970)
        return UTCInstant(seconds: seconds - seconds % 86_400)
    }
}
