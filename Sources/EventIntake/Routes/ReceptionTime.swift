import Foundation

/// The moment a request is received: UTC with milliseconds, as the existing intake writes `meta.dt`.
enum ReceptionTime {
    static var now: String {
        Date().formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }
}
