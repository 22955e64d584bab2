/// One value of a document, or one name of a member: 16 bytes without references.
///
/// Nodes stand in the order of the text. An array is followed by its elements, an object by name, value, name, value.
struct JSONNode: BitwiseCopyable, Sendable, Equatable {
    enum Kind: UInt8, BitwiseCopyable, Sendable {
        case null, `false`, `true`
        /// An integer spelled the ordinary way, of up to 18 digits.
        case integer
        /// Every other number.
        case literal
        case string
        /// A string that has escapes; what they stand for is in ``JSONIndex/unescaped``.
        case escapedString
        case array, object
    }

    let kind: Kind
    /// A count in 24 bits.
    private var highCount: UInt8
    private var lowCount: UInt16
    /// Where the value begins in the text; of a string, behind its quotation mark.
    private(set) var offset: UInt32
    /// What depends on the kind, see below.
    private var word: UInt64

    /// The most values that an array or object can have.
    static let maximumCount = 1 << 24 - 1

    private init(_ kind: Kind, count: Int = 0, offset: Int, word: UInt64 = 0) {
        self.kind = kind
        highCount = UInt8(truncatingIfNeeded: count >> 16)
        lowCount = UInt16(truncatingIfNeeded: count)
        self.offset = UInt32(truncatingIfNeeded: offset)
        self.word = word
    }

    private init(_ kind: Kind, count: Int = 0, offset: Int, low: Int, high: UInt32) {
        self.init(
            kind, count: count, offset: offset, word: UInt64(UInt32(truncatingIfNeeded: low)) | UInt64(high) << 32)
    }

    private var low: Int { Int(UInt32(truncatingIfNeeded: word)) }
    private var high: Int { Int(word >> 32) }

    // MARK: - Words and numbers

    static func word(_ kind: Kind, at offset: Int) -> JSONNode { JSONNode(kind, offset: offset) }

    static func integer(_ value: Int64, at offset: Int, length: Int) -> JSONNode {
        JSONNode(.integer, count: length, offset: offset, word: UInt64(bitPattern: value))
    }

    static func literal(at offset: Int, length: Int) -> JSONNode {
        JSONNode(.literal, offset: offset, low: length, high: 0)
    }

    /// The value of an integer.
    var integer: Int64 { Int64(bitPattern: word) }

    /// The bytes of a literal, or of a string without escapes, in the text.
    @inline(__always)
    var range: Range<Int> {
        let start = Int(offset)
        return Range(uncheckedBounds: (start, start &+ low))
    }

    // MARK: - Strings

    static func string(at offset: Int, length: Int, hash: UInt32) -> JSONNode {
        JSONNode(.string, offset: offset, low: length, high: hash)
    }

    static func escapedString(at offset: Int, unescaped: Range<Int>) -> JSONNode {
        JSONNode(
            .escapedString, offset: offset, low: unescaped.lowerBound,
            high: UInt32(truncatingIfNeeded: unescaped.count))
    }

    /// The hash of a string without escapes.
    @inline(__always)
    var hash: UInt32 { UInt32(truncatingIfNeeded: word >> 32) }

    /// Whether this is a string with escapes.
    @inline(__always)
    var isEscaped: Bool { kind == .escapedString }

    /// Where the bytes of a string with escapes are among the unescaped ones.
    var unescapedRange: Range<Int> { low..<(low + high) }

    // MARK: - Arrays and objects

    static func open(_ kind: Kind, at offset: Int) -> JSONNode { JSONNode(kind, offset: offset) }

    /// An array or object within that of the node `outer`, which has `outerCount` values so far; −1 for none.
    static func open(_ kind: Kind, at offset: Int, within outer: Int, after outerCount: Int) -> JSONNode {
        JSONNode(kind, offset: offset, low: outer &+ 1, high: UInt32(truncatingIfNeeded: outerCount))
    }

    /// What an array or object was opened within, until it is closed.
    var outer: (node: Int, count: Int) { (low &- 1, high) }

    /// An array or object whose last byte is before `end`, and after whose last value the node `next` comes. Values
    /// beyond `maximumCount` are not counted.
    @inline(__always)
    mutating func close(count: Int, next: Int, end: Int) {
        let count = min(count, Self.maximumCount)
        highCount = UInt8(truncatingIfNeeded: count >> 16)
        lowCount = UInt16(truncatingIfNeeded: count)
        word = UInt64(UInt32(truncatingIfNeeded: next)) | UInt64(end &- Int(offset)) << 32
    }

    /// How many elements an array has, or members an object.
    @inline(__always)
    var count: Int { Int(highCount) << 16 | Int(lowCount) }

    /// The number of the node behind all values of an array or object.
    var next: Int { low }

    /// The number of the node that follows this one and all that is in it.
    @inline(__always)
    func following(_ position: Int) -> Int { kind == .array || kind == .object ? low : position &+ 1 }

    /// The bytes of the value in the text, of any kind but a string with escapes.
    var textRange: Range<Int> {
        let start = Int(offset)
        switch kind {
        case .null, .true: return start..<(start + 4)
        case .false: return start..<(start + 5)
        case .integer: return start..<(start + count)
        case .literal: return range
        case .string: return (start - 1)..<(start + low + 1)
        case .array, .object: return start..<(start + high)
        case .escapedString: return (start - 1)..<start
        }
    }

    /// The bytes of the value's first token in the text, of any kind but a string with escapes: of an array or object
    /// its bracket, of others all.
    var tokenRange: Range<Int> {
        let start = Int(offset)
        return kind == .array || kind == .object ? start..<(start + 1) : textRange
    }

    /// The number of bytes of the value: those in the text, or of a string with escapes those that they stand for.
    var byteCount: Int { isEscaped ? high : textRange.count }

    /// The same value in a text where it begins `bytes` later, its nodes `nodes` later, its unescaped bytes `unescaped`
    /// later.
    func moved(bytes: Int, nodes: Int, unescaped: Int) -> JSONNode {
        var moved = self
        moved.offset = UInt32(truncatingIfNeeded: Int(offset) &+ bytes)
        switch kind {
        case .array, .object: moved.setLow(low &+ nodes)
        case .escapedString: moved.setLow(low &+ unescaped)
        default: break
        }
        return moved
    }

    private mutating func setLow(_ value: Int) {
        word = word & 0xFFFF_FFFF_0000_0000 | UInt64(UInt32(truncatingIfNeeded: value))
    }
}
