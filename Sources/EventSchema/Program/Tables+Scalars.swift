extension Tables {
    // MARK: - Strings

    @inline(__always)
    func matches(_ text: Span<UInt8>, _ unescaped: Span<UInt8>, _ node: JSONNode, _ pattern: Int32) -> Bool {
        patterns[Int(pattern)].matches(
            node.isEscaped ? unescaped.extracting(node.unescapedRange) : text.extracting(node.range))
    }

    @inline(never)
    func acceptsString(_ text: Span<UInt8>, _ unescaped: Span<UInt8>, _ node: JSONNode, _ rules: Int32) -> Bool {
        let row = strings[Int(rules)]
        let bytes = node.isEscaped ? unescaped.extracting(node.unescapedRange) : text.extracting(node.range)
        guard row.allowsLength(of: bytes, mayHaveHalves: node.isEscaped) else { return false }
        if row.pattern >= 0, !patterns[Int(row.pattern)].matches(bytes) { return false }
        if row.format >= 0, !formats[Int(row.format)].matches(bytes) { return false }
        return !row.hasContent || stringRules[Int(rules)].acceptContent(String(bytes))
    }

    // MARK: - Numbers

    /// Whether an integer satisfies rules.
    @inline(__always)
    func accepts(_ node: JSONNode, _ rules: Int32) -> Bool {
        let row = numbers[Int(rules)]
        let value = node.integer
        if row.needsRules || value.magnitude > row.exactMagnitude {
            return numberRules[Int(rules)].accept(JSONNumber(value))
        }
        return row.minimum <= value && value <= row.maximum
    }

    /// Whether a number that is not an ordinary integer satisfies a schema.
    @inline(never)
    func acceptsLiteral(_ text: Span<UInt8>, _ node: JSONNode, _ schema: Node) -> Bool {
        guard !schema.types.isDisjoint(with: .number) else { return false }
        let bytes = text.extracting(node.range)
        if schema.types.isSuperset(of: .number) {
            guard schema.number >= 0 else { return true }
            if let double = bytes.shortDecimal, numbers[Int(schema.number)].isWithinLimits(double) { return true }
        }
        let number = JSONNumber(checkedLiteral: String(bytes))
        guard schema.accepts(number) else { return false }
        return schema.number < 0 || accepts(number, schema.number)
    }

    private func accepts(_ number: JSONNumber, _ rules: Int32) -> Bool {
        numbers[Int(rules)].isWithinLimits(number.double) || numberRules[Int(rules)].accept(number)
    }

    // MARK: - Constants

    func isMember(
        _ text: Span<UInt8>, _ nodes: Span<JSONNode>, _ unescaped: Span<UInt8>, _ position: Int, of number: Int32
    ) -> Bool {
        let row = enumerations[Int(number)]
        let node = nodes[position]
        switch node.kind {
        case .string: return self.number(of: text.extracting(node.range), node.hash, in: row.strings) >= 0
        case .escapedString:
            let bytes = unescaped.extracting(node.unescapedRange)
            return self.number(of: bytes, NameHash.hash(bytes), in: row.strings) >= 0
        default:
            guard !row.others.isEmpty else { return false }
            let value = tree(text, nodes, unescaped, position)
            return row.others.indices.contains { constants[$0] == value }
        }
    }

    private func tree(
        _ text: Span<UInt8>, _ nodes: Span<JSONNode>, _ unescaped: Span<UInt8>, _ position: Int
    ) -> JSONValue {
        var position = position
        return JSONValue(text, nodes, unescaped, &position)
    }

    /// Whether the elements of an array differ.
    @inline(never)
    func areUnique(_ text: Span<UInt8>, _ nodes: Span<JSONNode>, _ unescaped: Span<UInt8>, _ array: Int) -> Bool {
        let count = nodes[array].count
        guard count > 1 else { return true }
        let end = nodes[array].next
        // As many nodes as elements: none is an array or object.
        var hasOnlyStrings = count == end - array - 1
        for element in array + 1..<end where nodes[element].kind != .string { hasOnlyStrings = false }
        guard count <= 16, hasOnlyStrings else {
            guard case .array(let elements) = tree(text, nodes, unescaped, array) else { return true }
            return elements.firstRepeated == nil
        }
        for later in array + 2..<end {
            for earlier in array + 1..<later where nodes[earlier].hash == nodes[later].hash {
                let (left, right) = (nodes[earlier].range, nodes[later].range)
                if text.extracting(left).hasSameBytes(as: text.extracting(right)) { return false }
            }
        }
        return true
    }
}

extension NumberRow {
    /// Whether a number that becomes this double is within the limits for certain: rounding keeps the order, and the
    /// double equals no limit.
    fileprivate func isWithinLimits(_ double: Double) -> Bool {
        hasExactLimits && double > Double(minimum) && double < Double(maximum)
    }

    /// Whether the limits are integers that a double holds exactly, or infinite.
    fileprivate var hasExactLimits: Bool {
        func isExact(_ limit: Int64) -> Bool { limit == .min || limit == .max || limit.magnitude <= 1 << 53 }
        return !needsRules && isExact(minimum) && isExact(maximum)
    }
}

extension StringRow {
    /// Counts characters only when the number of bytes leaves a doubt: a character has one to four, halves of surrogate
    /// pairs have five.
    @inline(__always)
    fileprivate func allowsLength(of bytes: Span<UInt8>, mayHaveHalves: Bool) -> Bool {
        let byteCount = bytes.count
        if byteCount <= maximumLength, (byteCount + 4) / 5 >= minimumLength { return true }
        if byteCount < minimumLength { return false }
        let length = mayHaveHalves ? String(bytes).jsonLength : bytes.scalarCount
        return length >= minimumLength && length <= maximumLength
    }
}

extension Span<UInt8> {
    /// The double of a number without exponent of at most 15 digits; `nil` for another one.
    ///
    /// Digits and power of ten are exact as doubles then, so that their quotient is the double nearest to the number.
    fileprivate var shortDecimal: Double? {
        guard count <= 16 else { return nil }
        var (digits, scale, isFraction) = (Int64(0), 1.0, false)
        for index in indices {
            switch self[index] {
            case ascii("0")...ascii("9"):
                digits = digits &* 10 &+ Int64(self[index] &- ascii("0"))
                if isFraction { scale *= 10 }
            case ascii("."): isFraction = true
            case ascii("-"): break
            default: return nil
            }
        }
        return Double(self[0] == ascii("-") ? -digits : digits) / scale
    }

    /// The number of Unicode scalars in UTF-8.
    fileprivate var scalarCount: Int {
        var count = 0
        for index in indices where self[index] & 0xC0 != 0x80 { count &+= 1 }
        return count
    }
}
