import Foundation

/// Reads lines from a file or a pipe, one at a time, with only one line in memory.
struct LineReader {
    /// One line, without its end.
    enum Line {
        case text([UInt8])
        /// Longer than the limit; its content has been skipped.
        case tooLong

        /// Whether the line is empty or has only white space. Such lines are skipped but counted.
        var isBlank: Bool {
            guard case .text(let bytes) = self else { return false }
            return bytes.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
        }
    }

    /// The maximum length of a line: far more than the 100 kB that an intake accepts by default.
    static let maximumBytes = 8 << 20

    private let file: InputFile
    private let descriptor: Int32
    private var buffer: [UInt8] = []
    private var position = 0
    private var atEnd = false

    /// Opens a file of events.
    init(_ file: InputFile) throws {
        self.file = file
        descriptor = try file.open(wanted: "events, JSON objects one after the other")
    }

    /// The next line; `nil` at the end. The last line need not end with a newline.
    mutating func next() throws -> Line? {
        var line: [UInt8] = []
        var isTooLong = false
        while true {
            if let end = nextLineEnd() {
                line += buffer[position..<end]
                position = end + 1
                return finish(line, isTooLong)
            }
            line += buffer[position...]
            try fill()
            if line.count > Self.maximumBytes {
                isTooLong = true
                line.removeAll()
            }
            if atEnd { return line.isEmpty && !isTooLong ? nil : finish(line, isTooLong) }
        }
    }

    /// The end of the line that begins at `position`; `nil` when it is not in the buffer.
    private func nextLineEnd() -> Int? {
        buffer.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress, position < bytes.count else { return nil }
            let found = memchr(start + position, Int32(UInt8(ascii: "\n")), bytes.count - position)
            return found.map { start.distance(to: UnsafeRawPointer($0)) }
        }
    }

    private func finish(_ line: [UInt8], _ isTooLong: Bool) -> Line {
        if isTooLong || line.count > Self.maximumBytes { return .tooLong }
        return .text(line.last == UInt8(ascii: "\r") ? Array(line.dropLast()) : line)
    }

    private mutating func fill() throws {
        buffer = try file.read(descriptor, atMost: 1 << 16)
        atEnd = buffer.isEmpty
        position = 0
    }

    /// Closes the file.
    func close() { file.close(descriptor) }
}
