/// A text that equals another only when both have the same Unicode scalars, as names and strings in JSON do.
///
/// Swift's own comparison of strings follows canonical equivalence: there "é" equals "e" with a combining accent.
package struct ExactText: Hashable, Sendable {
    package let text: String

    package init(_ text: String) { self.text = text }

    package static func == (left: ExactText, right: ExactText) -> Bool { left.text.isExactly(right.text) }

    package func hash(into hasher: inout Hasher) {
        // In place of the bytes, of which the standard library's hasher takes three times as long.
        hasher.combine(text.withUTF8Bytes { WordHash.hash($0.span) })
    }
}

extension String {
    /// Calls `body` with the UTF-8 bytes of the text; native strings lend theirs without a copy.
    @inline(__always)
    func withUTF8Bytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        if let result = utf8.withContiguousStorageIfAvailable(body) { return result }
        var native = self
        return native.withUTF8(body)
    }

    /// Whether both texts have the same Unicode scalars. Constant time for copies of a text.
    @inline(__always)
    package func isExactly(_ other: String) -> Bool {
        utf8.count == other.utf8.count
            && withUTF8Bytes { left in
                other.withUTF8Bytes { right in left.baseAddress == right.baseAddress || left.hasSameBytes(as: right) }
            }
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Whether both buffers, of which `other` is not shorter, begin with the same `count` bytes.
    @inline(__always)
    func hasSameBytes(as other: UnsafeBufferPointer<UInt8>) -> Bool {
        let left = UnsafeRawBufferPointer(self)
        let right = UnsafeRawBufferPointer(other)
        var offset = 0
        while offset &+ 8 <= left.count {
            let same =
                left.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
                == right.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            guard same else { return false }
            offset &+= 8
        }
        while offset < left.count {
            guard left[offset] == right[offset] else { return false }
            offset &+= 1
        }
        return true
    }
}
