extension StringRules {
    /// Whether the text, decoded as `contentEncoding` says, is of the `contentMediaType`.
    func acceptContent(_ text: String) -> Bool {
        if encoding == nil, mediaType == nil { return true }
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

    /// How many steps it takes at most to decide on a number of that many digits: those of comparisons, and of a long
    /// division, which is needed where the divisor has more digits than a word holds.
    func steps(ofDigits count: Int) -> Int {
        guard !roundsToDoubles, divisorDigits > JSONDecimal.digitsOfWord else { return steps + count }
        let (division, isTooLarge) = divisorDigits.multipliedReportingOverflow(
            by: count + JSONDecimal.zerosPerDigit * divisorDigits)
        return isTooLarge ? Int.max / 2 : division + steps
    }

    func isMultiple(_ number: JSONNumber, of divisor: JSONNumber) -> Bool {
        guard roundsToDoubles else { return number.isMultiple(of: divisor) }
        let quotient = number.double / divisor.double
        // ajv compares the quotient with what parseInt makes of its text, which for these sizes has an exponent.
        return quotient.magnitude < 1e21 && quotient.rounded(.towardZero) == quotient
    }
}
