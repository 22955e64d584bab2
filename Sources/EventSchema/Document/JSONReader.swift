/// Reads a text (RFC 8259) into an index. It does not recurse: what is open is on a list, so that depth costs no stack.
struct JSONReader: ~Copyable {
    /// An array or object that is open.
    struct Level: BitwiseCopyable, Sendable {
        /// The number of its node; −1 outside of everything.
        var node = -1
        var isObject = false
        var count = 0
        /// One bit for the hash of each name so far, and one for another part of it.
        var filters: (UInt64, UInt64) = (0, 0)
    }

    let options: JSON.Options
    var nodes: ContiguousArray<JSONNode>
    var unescaped: ContiguousArray<UInt8>
    var offset = 0
    let emptyHash = WordHash()
    private var level = Level()
    private var outerLevels: ContiguousArray<Level>
    private var hasRepeatedNames = false
    private var hasWhiteSpace = false

    /// Objects with more members compare sorted hashes when they close, instead of looking back at each name.
    private static let maximumLookBack = 32

    init(reusing index: inout JSONIndex, options: JSON.Options) {
        self.options = options
        let storage = index.takeStorage()
        nodes = storage.nodes
        unescaped = storage.unescaped
        outerLevels = storage.levels
    }

    consuming func give(to index: inout JSONIndex) {
        index.setStorage(.init(nodes: nodes, unescaped: unescaped, levels: outerLevels))
        index.hasRepeatedNames = hasRepeatedNames
        index.hasWhiteSpace = hasWhiteSpace
    }

    mutating func readText(_ text: Span<UInt8>) throws(JSONParseError) {
        guard text.count <= Int(UInt32.max) else { throw error(.tooLarge) }
        nodes.reserveCapacity(text.count / 12 + 4)
        outerLevels.reserveCapacity(8)
        if text.count >= 3, text[0] == 0xEF, text[1] == 0xBB, text[2] == 0xBF { offset = 3 }
        while true {
            if try readValue(text) { continue }
            guard try readOn(text) else { break }
        }
        skipWhitespace(text)
        guard offset == text.count else { throw error(.trailingContent) }
    }

    func error(_ code: JSONParseError.Code, at other: Int? = nil) -> JSONParseError {
        JSONParseError(code: code, offset: other ?? offset)
    }

    @inline(__always)
    private mutating func skipWhitespace(_ text: Span<UInt8>) {
        while offset < text.count {
            switch text[offset] {
            case ascii(" "), ascii("\n"), ascii("\r"), ascii("\t"): offset &+= 1
            default: return
            }
        }
    }

    /// The next byte that is not white space, left where it is.
    @inline(__always)
    private mutating func peek(_ text: Span<UInt8>) throws(JSONParseError) -> UInt8 {
        if offset < text.count, text[offset] > ascii(" ") { return text[offset] }
        hasWhiteSpace = true
        skipWhitespace(text)
        guard offset < text.count else { throw error(.unexpectedEnd) }
        return text[offset]
    }

    /// Reads a value that is not nested, or opens one.
    ///
    /// - Returns: whether an array or object was opened that is not empty, so that a value comes next.
    private mutating func readValue(_ text: Span<UInt8>) throws(JSONParseError) -> Bool {
        switch try peek(text) {
        case ascii("\""): nodes.append(try readString(text))
        case ascii("{"): return try open(.object, text)
        case ascii("["): return try open(.array, text)
        case ascii("t"): try readWord("true", .true, text)
        case ascii("f"): try readWord("false", .false, text)
        case ascii("n"): try readWord("null", .null, text)
        case ascii("-"), ascii("0")...ascii("9"): nodes.append(try readNumber(text))
        default: throw error(.unexpectedByte)
        }
        return false
    }

    private mutating func readWord(
        _ word: StaticString, _ kind: JSONNode.Kind, _ text: Span<UInt8>
    ) throws(JSONParseError) {
        nodes.append(.word(kind, at: offset))
        for index in 0..<word.utf8CodeUnitCount {
            guard offset < text.count else { throw error(.unexpectedEnd) }
            guard unsafe text[offset] == word.utf8Start[index] else { throw error(.unexpectedByte) }
            offset &+= 1
        }
    }

    // MARK: - Arrays and objects

    private mutating func open(_ kind: JSONNode.Kind, _ text: Span<UInt8>) throws(JSONParseError) -> Bool {
        guard outerLevels.count < options.maximumDepth else { throw error(.tooDeep) }
        outerLevels.append(level)
        level = Level(node: nodes.count, isObject: kind == .object)
        nodes.append(.open(kind, at: offset))
        offset &+= 1
        if try peek(text) == (level.isObject ? ascii("}") : ascii("]")) {
            try close(text)
            return false
        }
        level.count = 1
        if level.isObject { try readName(text) }
        return true
    }

    /// After a value: closes what ends there and goes to the next value.
    ///
    /// - Returns: `false` when no value follows.
    private mutating func readOn(_ text: Span<UInt8>) throws(JSONParseError) -> Bool {
        while level.node >= 0 {
            let next = try peek(text)
            if next == ascii(",") {
                offset &+= 1
                level.count &+= 1
                if level.isObject { try readName(text) }
                return true
            }
            guard next == (level.isObject ? ascii("}") : ascii("]")) else { throw error(.unexpectedByte) }
            try close(text)
        }
        return false
    }

    private mutating func close(_ text: Span<UInt8>) throws(JSONParseError) {
        offset &+= 1
        guard level.count <= JSONNode.maximumCount else { throw error(.tooLarge, at: offset &- 1) }
        nodes[level.node].close(count: level.count, next: nodes.count, end: offset)
        if level.isObject, level.count > Self.maximumLookBack { try checkNames(text) }
        level = outerLevels.removeLast()
    }

    private mutating func readName(_ text: Span<UInt8>) throws(JSONParseError) {
        guard try peek(text) == ascii("\"") else { throw error(.unexpectedByte) }
        let name = try readString(text)
        nodes.append(name)
        if level.count <= Self.maximumLookBack { try checkName(name, text) }
        guard try peek(text) == ascii(":") else { throw error(.unexpectedByte) }
        offset &+= 1
    }

    // MARK: - Repeated names

    /// Looks for a name among those before it, if a name may have the same hash.
    @inline(__always)
    private mutating func checkName(_ name: JSONNode, _ text: Span<UInt8>) throws(JSONParseError) {
        let hash = name.isEscaped ? hashOfEscaped(name) : name.hash
        let bits = (1 as UInt64 &<< UInt64(hash), 1 as UInt64 &<< UInt64(hash >> 6))
        if level.filters.0 & bits.0 != 0, level.filters.1 & bits.1 != 0 { try lookBack(text) }
        level.filters.0 |= bits.0
        level.filters.1 |= bits.1
    }

    @inline(never)
    private mutating func lookBack(_ text: Span<UInt8>) throws(JSONParseError) {
        let name = nodes.count - 1
        var earlier = level.node + 1
        while earlier < name {
            if isSameName(earlier, name, text) { return try foundRepeated(name) }
            earlier = nodes[earlier + 1].following(earlier + 1)
        }
    }

    /// Compares names whose hashes are the same, all of a large object at once.
    @inline(never)
    private mutating func checkNames(_ text: Span<UInt8>) throws(JSONParseError) {
        var keys: [(hash: UInt32, name: Int)] = []
        keys.reserveCapacity(level.count)
        var name = level.node + 1
        while name < nodes.count {
            keys.append((nodes[name].isEscaped ? hashOfEscaped(nodes[name]) : nodes[name].hash, name))
            name = nodes[name + 1].following(name + 1)
        }
        keys.sort { ($0.hash, $0.name) < ($1.hash, $1.name) }
        var firstRepeated = Int.max
        for later in keys.indices.dropFirst() {
            var earlier = later - 1
            while earlier >= 0, keys[earlier].hash == keys[later].hash {
                if isSameName(keys[earlier].name, keys[later].name, text) {
                    firstRepeated = min(firstRepeated, keys[later].name)
                    break
                }
                earlier -= 1
            }
        }
        if firstRepeated < .max { try foundRepeated(firstRepeated) }
    }

    private mutating func foundRepeated(_ name: Int) throws(JSONParseError) {
        guard options.repeatedNames == .last else {
            throw error(.duplicateName, at: Int(nodes[name].offset) - 1)
        }
        hasRepeatedNames = true
    }

    @inline(never)
    private func hashOfEscaped(_ name: JSONNode) -> UInt32 {
        WordHash.hash(unescaped.span.extracting(name.unescapedRange))
    }

    private func isSameName(_ left: Int, _ right: Int, _ text: Span<UInt8>) -> Bool {
        let (left, right) = (nodes[left], nodes[right])
        let unescaped = unescaped.span
        let leftBytes = left.isEscaped ? unescaped.extracting(left.unescapedRange) : text.extracting(left.range)
        let rightBytes = right.isEscaped ? unescaped.extracting(right.unescapedRange) : text.extracting(right.range)
        return leftBytes.hasSameBytes(as: rightBytes)
    }
}
