import Foundation

/// The value of a `Retry-After` header (RFC 9110 §10.2.3).
enum RetryAfter: Sendable, Hashable {
    /// A number of seconds to wait.
    case delay(Duration)
    /// A date to wait for, as the time until then.
    case date(Duration)

    /// Reads the header; `nil` when it is absent or not valid. A date in the past means no wait.
    init?(_ header: String?, now: Timestamp) {
        guard let text = header?.trimmingCharacters(in: .whitespaces), !text.isEmpty else { return nil }
        if let seconds = Int64(text) {
            self = .delay(.seconds(min(max(seconds, 0), Self.maximumSeconds)))
        } else if text.allSatisfy({ ("0"..."9").contains($0) }) {
            self = .delay(.seconds(Self.maximumSeconds))  // more than an Int64 holds
        } else if let date = HTTPDate.timestamp(text) {
            let (left, overflow) = date.milliseconds.subtractingReportingOverflow(now.milliseconds)
            self = .date(.milliseconds(overflow ? 0 : max(0, left)))
        } else {
            return nil
        }
    }

    private static let maximumSeconds: Int64 = 1 << 31
}
