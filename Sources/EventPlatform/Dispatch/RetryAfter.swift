import Foundation

/// The `Retry-After` header (RFC 9110 §10.2.3): seconds, or an HTTP date.
enum RetryAfter {
    /// How long to wait; `nil` when the header is absent or unreadable, never negative.
    static func duration(_ header: String?, now: Timestamp) -> Duration? {
        guard let header else { return nil }
        let text = header.trimmingCharacters(in: .whitespaces)
        if let seconds = Int64(text) { return .seconds(min(max(seconds, 0), 1 << 31)) }
        if !text.isEmpty, text.allSatisfy({ ("0"..."9").contains($0) }) { return .seconds(1 << 31) }
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss zzz"
        guard let date = formatter.date(from: header) else { return nil }
        return .milliseconds(max(0, Int64(date.timeIntervalSince1970 * 1000) - now.milliseconds))
    }
}
