import Foundation

/// Creates ids for events and requests without one: UUIDs of version 7 (RFC 9562 §5.7), which sort by time.
enum EventID {
    static func make(at time: Date) -> String {
        let milliseconds = UInt64(max(0, time.timeIntervalSince1970) * 1000)
        var bytes = UUID().uuid
        bytes.0 = UInt8(truncatingIfNeeded: milliseconds >> 40)
        bytes.1 = UInt8(truncatingIfNeeded: milliseconds >> 32)
        bytes.2 = UInt8(truncatingIfNeeded: milliseconds >> 24)
        bytes.3 = UInt8(truncatingIfNeeded: milliseconds >> 16)
        bytes.4 = UInt8(truncatingIfNeeded: milliseconds >> 8)
        bytes.5 = UInt8(truncatingIfNeeded: milliseconds)
        bytes.6 = bytes.6 & 0x0F | 0x70
        return UUID(uuid: bytes).uuidString.lowercased()
    }
}
