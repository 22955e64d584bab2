extension StringRules {
    /// What is wrong with a string, as far as there are steps to find it.
    func failures(
        of text: String, at location: EvaluationLocation, _ state: inout Tables.State
    ) -> [Failure] {
        guard state.take(text.utf8.count) else { return [] }
        var failures: [Failure] = []
        let length = text.jsonLength
        if length > maximumLength {
            let message = "is \(length) characters long, at most \(maximumLength) are allowed"
            failures.append(Failure(at: location.keyword("maxLength"), message))
        }
        if length < minimumLength {
            let message = "is \(length) characters long, at least \(minimumLength) are needed"
            failures.append(Failure(at: location.keyword("minLength"), message))
        }
        if let pattern, !state.matches(pattern, text) {
            failures.append(Failure(at: location.keyword("pattern"), "does not match the pattern \(pattern.source)"))
        }
        if let format, state.take(Format.steps * text.utf8.count), !format.matches(text) {
            failures.append(Failure(at: location.keyword("format"), "is not in the format \(format.name)"))
        }
        if !acceptContent(text) {
            let isDecodable = encoding.map { $0.decode(text) != nil } ?? true
            failures.append(
                isDecodable
                    ? Failure(
                        at: location.keyword("contentMediaType"), "is not of the type that contentMediaType requires")
                    : Failure(at: location.keyword("contentEncoding"), "is not encoded as contentEncoding requires"))
        }
        return failures
    }
}

extension NumberRules {
    /// What is wrong with a number, as far as there are steps to find it.
    func failures(
        of exact: JSONNumber, digits: Int, at location: EvaluationLocation, _ state: inout Tables.State
    ) -> [Failure] {
        guard state.take(steps(ofDigits: digits)) else { return [] }
        let number = roundsToDoubles ? exact.roundedToDouble : exact
        var failures: [Failure] = []
        if let maximum, maximum < number {
            failures.append(Failure(at: location.keyword("maximum"), "must be at most \(maximum.literal)"))
        }
        if let exclusiveMaximum, !(number < exclusiveMaximum) {
            let keyword = limitsAreBoolean ? "maximum" : "exclusiveMaximum"
            failures.append(Failure(at: location.keyword(keyword), "must be less than \(exclusiveMaximum.literal)"))
        }
        if let minimum, number < minimum {
            failures.append(Failure(at: location.keyword("minimum"), "must be at least \(minimum.literal)"))
        }
        if let exclusiveMinimum, !(exclusiveMinimum < number) {
            let keyword = limitsAreBoolean ? "minimum" : "exclusiveMinimum"
            failures.append(Failure(at: location.keyword(keyword), "must be more than \(exclusiveMinimum.literal)"))
        }
        if let divisor, !isMultiple(number, of: divisor) {
            // Both are shortest texts of doubles here, so that the exact division is short.
            let isExact = roundsToDoubles && number.isMultiple(of: divisor)
            let message =
                isExact
                ? "is not accepted as a multiple of \(divisor.literal): \(Finding.quotientIsRounded)"
                : "must be a multiple of \(divisor.literal)"
            failures.append(Failure(at: location.keyword("multipleOf"), message))
        }
        return failures
    }
}
