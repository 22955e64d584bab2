import EventSchema
import EventSupport
import Foundation

/// Tells a file of events from another program's file, by its first line.
enum EventFile {
    /// Why a rotation may not rename or replace what is at a path; `nil` when that is a file of events, or nothing.
    static func conflict(at path: String) -> String? {
        switch FileKind(at: path) {
        case .missing: return nil
        case .directory: return "is a directory"
        case .special: return "is a pipe, a socket or a device"
        case .unreachable(let reason): return "cannot be read: \(reason.lowercased())"
        case .regular:
            let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
            guard file >= 0 else { return "cannot be opened: \(String(cString: strerror(errno)).lowercased())" }
            defer { close(file) }
            return beginsWithEvent(file) ? nil : "has content other than events"
        }
    }

    /// Whether an open file is empty, or its first line is an event or the incomplete line of one.
    ///
    /// A line is incomplete when it is the last one and not JSON: a whole JSON text is another program's file.
    static func beginsWithEvent(_ file: Int32) -> Bool {
        let start = Array(#"{""#.utf8)
        var line = read(file, at: 0, count: start.count)
        guard start.starts(with: line) else { return false }
        while !line.contains(UInt8(ascii: "\n")) {
            let more = read(file, at: line.count, count: 65_536)
            guard !more.isEmpty else { return isEvent(line) ?? true }
            line += more
        }
        return isEvent(line.prefix { $0 != UInt8(ascii: "\n") }) ?? false
    }

    /// Whether a JSON text is an event; `nil` when it is not JSON.
    private static func isEvent(_ line: some Sequence<UInt8>) -> Bool? {
        do {
            let value = try JSONValue(parsingLeniently: Array(line))
            return value["$schema"]?.string != nil && value[path: ["meta", "stream"]]?.string != nil
        } catch {
            return nil
        }
    }

    /// The bytes of a file; fewer at its end.
    static func read(_ file: Int32, at offset: Int, count: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            filled = max(0, pread(file, buffer.baseAddress, count, off_t(offset)))
        }
    }
}
