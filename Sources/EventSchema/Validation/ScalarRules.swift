extension Shared<StringRules> {
    /// Whether the text satisfies every rule. The rules are read in place, since a copy counts several references.
    func accept(_ text: String) -> Bool {
        value.hasAllowedLength(text) && value.pattern?.matches(text) != false && value.format?.matches(text) != false
            && (value.hasNoContent || value.acceptContent(text))
    }
}

extension StringRules {
    /// Whether neither `contentEncoding` nor `contentMediaType` is asserted.
    fileprivate var hasNoContent: Bool { encoding == nil && mediaType == nil }

    /// Counts characters only when the number of bytes leaves a doubt: a character has one to five, those with five are
    /// halves of surrogate pairs.
    fileprivate func hasAllowedLength(_ text: String) -> Bool {
        let byteCount = text.utf8.count
        if byteCount <= maximumLength, (byteCount + 4) / 5 >= minimumLength { return true }
        if byteCount < minimumLength { return false }
        let length = text.jsonLength
        return length >= minimumLength && length <= maximumLength
    }

    /// Whether the text, decoded as `contentEncoding` says, is of the `contentMediaType`.
    func acceptContent(_ text: String) -> Bool {
        if hasNoContent { return true }
        guard let bytes = encoding.map({ $0.decode(text) }) ?? Array(text.utf8) else { return false }
        return mediaType?.accepts(bytes) != false
    }
}

extension NumberRules {
    /// Whether the number satisfies every rule.
    func accept(_ exact: JSONNumber) -> Bool {
        let number = roundsToDoubles ? exact.roundedToDouble : exact
        if let minimum, number < minimum { return false }
        if let maximum, maximum < number { return false }
        if let exclusiveMinimum, !(exclusiveMinimum < number) { return false }
        if let exclusiveMaximum, !(number < exclusiveMaximum) { return false }
        if let divisor { return isMultiple(number, of: divisor) }
        return true
    }

    func isMultiple(_ number: JSONNumber, of divisor: JSONNumber) -> Bool {
        guard roundsToDoubles else { return number.isMultiple(of: divisor) }
        let quotient = number.double / divisor.double
        // ajv compares the quotient with what parseInt makes of its text, which for these sizes has an exponent.
        return quotient.magnitude < 1e21 && quotient.rounded(.towardZero) == quotient
    }
}
