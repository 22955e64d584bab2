import Foundation

/// What the `Retry-After` header asks for (RFC 9110 §10.2.3).
enum RetryAfter: Sendable, Hashable {
    /// To wait so many seconds.
    case delay(Duration)
    /// To wait until a moment, which is so far away.
    case date(Duration)

    /// Reads the header; `nil` when it is absent or unreadable. Never negative: a moment that has passed is now.
    init?(_ header: String?, now: Timestamp) {
        guard let text = header?.trimmingCharacters(in: .whitespaces), !text.isEmpty else { return nil }
        if let seconds = Int64(text) {
            self = .delay(.seconds(min(max(seconds, 0), Self.maximumSeconds)))
        } else if text.allSatisfy({ ("0"..."9").contains($0) }) {
            self = .delay(.seconds(Self.maximumSeconds))  // more digits than a number holds
        } else if let date = HTTPDate.timestamp(text) {
            let (left, overflow) = date.milliseconds.subtractingReportingOverflow(now.milliseconds)
            self = .date(.milliseconds(overflow ? 0 : max(0, left)))
        } else {
            return nil
        }
    }

    private static let maximumSeconds: Int64 = 1 << 31
}
