import EventSchema

/// Finds the offset of a value in a JSON text that is known to be well formed.
package struct JSONOffsets {
    private let bytes: [UInt8]
    private var offset = 0

    private init(bytes: [UInt8]) { self.bytes = bytes }

    /// The byte at which the value at that path begins, or the innermost value around it that is there.
    package static func offset(of path: [String], in bytes: [UInt8]) -> Int {
        var reader = JSONOffsets(bytes: bytes)
        reader.skipBlanks()
        for name in path {
            let start = reader.offset
            guard reader.enter(name) else { return start }
        }
        return reader.offset
    }

    /// The name of a member that is not the first, by the byte at which it begins, and its bytes with the comma before
    /// it.
    ///
    /// - Returns: `nil` where no member begins, or it has no end.
    static func member(at start: Int, in bytes: [UInt8]) -> (name: String, range: Range<Int>)? {
        guard let comma = bytes[..<start].lastIndex(of: UInt8(ascii: ",")) else { return nil }
        var reader = JSONOffsets(bytes: bytes)
        reader.offset = start
        reader.skipString()
        guard let name = reader.text(start..<reader.offset) else { return nil }
        // The parser has read the value.
        reader.skipBlanks(and: UInt8(ascii: ":"))
        reader.skipValue()
        return (name, comma..<reader.offset)
    }

    /// Steps from the start of an array or object to the start of the element of that name.
    private mutating func enter(_ name: String) -> Bool {
        let isObject = bytes[offset] == UInt8(ascii: "{")
        guard isObject || bytes[offset] == UInt8(ascii: "[") else { return false }
        offset += 1
        var position = 0
        while true {
            skipBlanks()
            guard bytes[offset] != UInt8(ascii: "}"), bytes[offset] != UInt8(ascii: "]") else { return false }
            let nameStart = offset
            if isObject { skipValue() }
            let found = isObject ? text(nameStart..<offset) == name : String(position) == name
            if isObject { skipBlanks(and: UInt8(ascii: ":")) }
            if found { return true }
            skipValue()
            skipBlanks(and: UInt8(ascii: ","))
            position += 1
        }
    }

    private func text(_ range: Range<Int>) -> String? {
        switch Result(catching: { try JSONValue(parsing: Array(bytes[range])) }) {
        case .success(let value): value.string
        case .failure: nil
        }
    }

    private mutating func skipBlanks(and separator: UInt8? = nil) {
        while offset < bytes.count, bytes[offset] <= 0x20 || bytes[offset] == separator {
            offset += 1
        }
    }

    /// Steps over one value: to the closing bracket of the same depth, or the end of a string or word.
    private mutating func skipValue() {
        var depth = 0
        repeat {
            switch bytes[offset] {
            case UInt8(ascii: "\""): skipString()
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                offset += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                offset += 1
            case UInt8(ascii: ","), UInt8(ascii: ":"), 0...0x20: offset += 1
            default: skipWord()
            }
        } while depth > 0
    }

    private mutating func skipString() {
        offset += 1
        while bytes[offset] != UInt8(ascii: "\"") { offset += bytes[offset] == UInt8(ascii: "\\") ? 2 : 1 }
        offset += 1
    }

    private mutating func skipWord() {
        while offset < bytes.count, !",:]}".utf8.contains(bytes[offset]), bytes[offset] > 0x20 { offset += 1 }
    }
}
