extension Tables {
    // MARK: - Strings

    @inline(__always)
    func matches(
        _ text: Span<UInt8>, _ unescaped: Span<UInt8>, _ node: JSONNode, _ pattern: Int32, _ state: inout State
    ) -> Bool {
        let bytes = node.isEscaped ? unescaped.extracting(node.unescapedRange) : text.extracting(node.range)
        return state.matches(patterns[Int(pattern)], bytes)
    }

    @inline(never)
    func acceptsString(
        _ text: Span<UInt8>, _ unescaped: Span<UInt8>, _ node: JSONNode, _ rules: Int32, _ state: inout State
    ) -> Bool {
        let row = strings[Int(rules)]
        let bytes = node.isEscaped ? unescaped.extracting(node.unescapedRange) : text.extracting(node.range)
        guard state.take(bytes.count) else { return false }
        guard row.allowsLength(of: bytes, mayHaveHalves: node.isEscaped) else { return false }
        if row.pattern >= 0, !state.matches(patterns[Int(row.pattern)], bytes) { return false }
        if row.format >= 0 {
            guard state.take(Format.steps * bytes.count), formats[Int(row.format)].matches(bytes) else { return false }
        }
        return !row.hasContent || stringRules[Int(rules)].acceptContent(String(bytes))
    }

    // MARK: - Numbers

    /// Whether an integer satisfies rules.
    @inline(__always)
    func accepts(_ node: JSONNode, _ rules: Int32, _ state: inout State) -> Bool {
        let row = numbers[Int(rules)]
        let value = node.integer
        if row.needsRules || value.magnitude > row.exactMagnitude {
            return accepts(JSONNumber(value), digits: node.count, rules, &state)
        }
        return row.minimum <= value && value <= row.maximum
    }

    /// Whether a number that is not an ordinary integer satisfies a schema.
    @inline(never)
    func acceptsLiteral(_ text: Span<UInt8>, _ node: JSONNode, _ schema: Node, _ state: inout State) -> Bool {
        guard !schema.types.isDisjoint(with: .number), state.take(4 &+ node.range.count) else { return false }
        let bytes = text.extracting(node.range)
        if schema.types.isSuperset(of: .number) {
            guard schema.number >= 0 else { return true }
            if let double = bytes.shortDecimal, numbers[Int(schema.number)].isWithinLimits(double) { return true }
        }
        let number = JSONNumber(checkedLiteral: String(bytes))
        guard state.take(number.steps), schema.accepts(number) else { return false }
        guard schema.number >= 0, !numbers[Int(schema.number)].isWithinLimits(number.double) else { return true }
        return accepts(number, digits: bytes.count, schema.number, &state)
    }

    private func accepts(_ number: JSONNumber, digits: Int, _ rules: Int32, _ state: inout State) -> Bool {
        let rules = numberRules[Int(rules)]
        return state.take(rules.steps(ofDigits: digits)) && rules.accept(number)
    }

    // MARK: - Constants

    func isMember(
        _ text: Span<UInt8>, _ nodes: Span<JSONNode>, _ unescaped: Span<UInt8>, _ position: Int, of number: Int32,
        _ state: inout State
    ) -> Bool {
        let row = enumerations[Int(number)]
        let node = nodes[position]
        switch node.kind {
        case .string:
            let bytes = text.extracting(node.range)
            return state.take(bytes.count) && self.number(of: bytes, node.hash, in: row.strings) >= 0
        case .escapedString: return numberOfEscaped(unescaped, node, in: row.strings, &state) >= 0
        default:
            guard row.others >= 0, state.take(others[Int(row.others)].steps),
                let value = tree(text, nodes, unescaped, position, &state)
            else { return false }
            return others[Int(row.others)].contains(value)
        }
    }

    /// How many steps it takes to compare a value by its hash, for each byte.
    static let hashSteps = 4

    /// A value as a tree, which takes steps for each byte; `nil` when it is beyond a limit.
    private func tree(
        _ text: Span<UInt8>, _ nodes: Span<JSONNode>, _ unescaped: Span<UInt8>, _ position: Int, _ state: inout State,
        steps: Int = 1
    ) -> JSONValue? {
        guard state.take(steps * nodes[position].byteCount) else { return nil }
        guard !nodes.isNested(deeperThan: limits.maximumDepth, at: position) else {
            state.exceedDepth()
            return nil
        }
        var position = position
        return JSONValue(text, nodes, unescaped, &position)
    }

    /// Whether the elements of an array differ.
    @inline(never)
    func areUnique(
        _ text: Span<UInt8>, _ nodes: Span<JSONNode>, _ unescaped: Span<UInt8>, _ array: Int, _ state: inout State
    ) -> Bool {
        let count = nodes[array].count
        guard count > 1 else { return true }
        let end = nodes[array].next
        // As many nodes as elements: none is an array or object.
        var hasOnlyStrings = count == end - array - 1
        for element in array + 1..<end where nodes[element].kind != .string { hasOnlyStrings = false }
        guard count <= 16, hasOnlyStrings else {
            // Few elements are compared with one another.
            guard count > 16 || state.take(4 * count * count) else { return false }
            guard case .array(let elements) = tree(text, nodes, unescaped, array, &state, steps: Self.hashSteps)
            else { return false }
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
