import EventSchema

/// Reads the members of a fault. Numbers may also be strings, as on the command line.
struct FaultFields {
    private var values: [Fault.Key: JSONValue] = [:]

    init(_ object: JSONObject) throws(FaultError) {
        for (name, value) in object {
            let spelling = String(name.map { $0 == "_" ? "-" : $0 })
            guard let key = Fault.Key(rawValue: spelling) else {
                throw FaultError("there is no key \"\(name)\": the keys are \(Fault.Key.written.names)")
            }
            guard values.updateValue(value, forKey: key) == nil else { throw FaultError("\(spelling) is given twice") }
        }
    }

    func has(_ key: Fault.Key) -> Bool { values[key] != nil }

    func text(_ key: Fault.Key) throws(FaultError) -> String? {
        switch values[key] {
        case nil: nil
        case .string(let text)
        where !text.isEmpty && text.unicodeScalars.allSatisfy { (0x20...0x7E).contains($0.value) }:
            text
        case .number(let number): number.literal
        case let other?: throw refusal(key, "a text of printable ASCII characters", other)
        }
    }

    func choice<Choice: RawRepresentable<String> & CaseIterable>(_ key: Fault.Key) throws(FaultError) -> Choice? {
        guard let value = values[key] else { return nil }
        guard let choice = value.string.flatMap(Choice.init(rawValue:)) else {
            throw refusal(key, "one of \(Choice.allCases.names)", value)
        }
        return choice
    }

    /// A list of names, or a text with names separated by `|`.
    func names(_ key: Fault.Key) throws(FaultError) -> [String]? {
        let names: [String]?
        switch values[key] {
        case nil: return nil
        case .string(let text): names = text.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
        case .array(let elements): names = elements.contains { $0.string == nil } ? nil : elements.compactMap(\.string)
        case _?: names = nil
        }
        guard let names, !names.isEmpty, !names.contains("") else {
            throw refusal(key, "names of streams: a list, or a text with | between them", values[key] ?? .null)
        }
        return names
    }

    func integer(_ key: Fault.Key, in range: ClosedRange<Int>) throws(FaultError) -> Int? {
        guard let value = values[key] else { return nil }
        let number: Int? =
            switch value {
            case .number(let number): number.int64.map(Int.init)
            case .string(let text): Int(text)
            default: nil
            }
        guard let number, range.contains(number) else {
            let limits =
                range.upperBound == .max
                ? "\(range.lowerBound) or more" : "from \(range.lowerBound) to \(range.upperBound)"
            throw refusal(key, "a whole number, \(limits)", value)
        }
        return number
    }

    func share(_ key: Fault.Key) throws(FaultError) -> Double? {
        guard let value = values[key] else { return nil }
        guard let number = Self.double(value), (0...1).contains(number) else {
            throw refusal(key, "a number from 0 to 1", value)
        }
        return number
    }

    /// A number of seconds, or a text with a unit: `250ms`, `2s`, `5m`.
    func duration(_ key: Fault.Key) throws(FaultError) -> Duration? {
        guard let value = values[key] else { return nil }
        let units: [(String, Double)] = [("ms", 0.001), ("s", 1), ("m", 60)]
        var seconds = Self.double(value)
        if seconds == nil, let text = value.string, let unit = units.first(where: { text.hasSuffix($0.0) }) {
            seconds = Double(text.dropLast(unit.0.count)).map { $0 * unit.1 }
        }
        guard let seconds, seconds > 0, seconds <= 86_400 else {
            throw refusal(key, "a time of at most a day, such as 2, 2s, 250ms or 5m", value)
        }
        return .seconds(seconds)
    }

    private static func double(_ value: JSONValue) -> Double? {
        switch value {
        case .number(let number): number.double
        case .string(let text): Double(text)
        default: nil
        }
    }

    private func refusal(_ key: Fault.Key, _ wanted: String, _ value: JSONValue) -> FaultError {
        FaultError("\(key.rawValue) must be \(wanted); it is \(value.jsonText.prefix(80))")
    }
}
