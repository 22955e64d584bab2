extension JSONDocument {
    /// A value's text without white space between its parts, with strings escaped only where they must be. Numbers are
    /// as they were spelled.
    ///
    /// The bytes between two white spaces are copied at once. The nodes say where strings are, whose spaces remain.
    ///
    /// - Complexity: linear in the size of the value.
    func compactText(of position: Int) -> ContiguousArray<UInt8> {
        let (text, nodes, unescaped) = (text, index.nodes, index.unescaped)
        let range = textRange(nodes[position])
        var compact = CompactCopy(from: range.lowerBound, capacity: range.count)
        for position in position..<nodes[position].following(position) {
            let node = nodes[position]
            guard node.isEscaped else {
                compact.copy(text.span, tokenAt: node.tokenRange)
                continue
            }
            compact.copy(text.span, until: Int(node.offset) - 1)
            let string = unescaped.span.extracting(node.unescapedRange)
            compact.append(escaping: string, endingAt: textRange(node).upperBound)
        }
        return compact.finish(text.span, at: range.upperBound)
    }
}

/// A copy of a text without the white space between its tokens.
private struct CompactCopy: ~Copyable {
    private var compact: TextBuffer
    /// Where the bytes begin that are to be copied next.
    private var runStart: Int
    /// The end of what was read. No byte from `runStart` to here is white space between tokens.
    private var end: Int

    init(from start: Int, capacity: Int) {
        compact = TextBuffer(capacity: capacity)
        (runStart, end) = (start, start)
    }

    /// Copies what comes before a token, and the token.
    @inline(__always)
    mutating func copy(_ text: Span<UInt8>, tokenAt token: Range<Int>) {
        skipWhiteSpace(text, until: token.lowerBound)
        end = token.upperBound
    }

    /// Copies what comes before the token that begins at `offset`.
    mutating func copy(_ text: Span<UInt8>, until offset: Int) {
        skipWhiteSpace(text, until: offset)
        flush(text)
    }

    /// Appends a string in place of the token that ends there.
    mutating func append(escaping string: Span<UInt8>, endingAt offset: Int) {
        compact.append(escaping: string)
        (runStart, end) = (offset, offset)
    }

    consuming func finish(_ text: Span<UInt8>, at offset: Int) -> ContiguousArray<UInt8> {
        copy(text, until: offset)
        return compact.take()
    }

    @inline(__always)
    private mutating func skipWhiteSpace(_ text: Span<UInt8>, until offset: Int) {
        while end < offset {
            // Between tokens, only white space is not above the space.
            if text[end] > ascii(" ") {
                end &+= 1
                continue
            }
            flush(text)
            repeat { end &+= 1 } while end < offset && text[end] <= ascii(" ")
            runStart = end
        }
    }

    @inline(__always)
    private mutating func flush(_ text: Span<UInt8>) {
        compact.append(text.extracting(runStart..<end))
        runStart = end
    }
}
