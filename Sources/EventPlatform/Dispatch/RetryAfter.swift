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

/// A moment in the form of HTTP (RFC 9110 §5.6.7): `Thu, 01 Jan 2026 00:01:00 GMT`, and the two older forms.
enum HTTPDate {
    private static let formats = [
        "EEE, dd MMM yyyy HH:mm:ss zzz", "EEEE, dd-MMM-yy HH:mm:ss zzz", "EEE MMM d HH:mm:ss yyyy",
    ]

    static func timestamp(_ text: String) -> Timestamp? {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        for format in formats {
            formatter.dateFormat = format
            if let date = formatter.date(from: text.trimmingCharacters(in: .whitespaces)) {
                return Timestamp(milliseconds: Int64(date.timeIntervalSince1970 * 1000))
            }
        }
        return nil
    }
}
