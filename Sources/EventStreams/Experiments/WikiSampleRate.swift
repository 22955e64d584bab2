package import EventSchema

/// A sample rate that may differ from wiki to wiki: `{"default": 0.5, "0.1": ["frwiki"], "0.01": ["enwiki"]}`.
///
/// Rates are numbers or numeric texts; what is neither counts as 0.
public struct WikiSampleRate: Sendable, Hashable {
    /// A rate and the wikis it is for.
    struct Exception: Sendable, Hashable {
        let rate: Double
        let wikis: [String]
    }

    /// The rate of every wiki that no other rate names; 0 when the settings give none.
    public let defaultRate: Double
    let exceptions: [Exception]

    /// The rate for a wiki, by its database name such as `enwiki`: the first that names it, else the default.
    ///
    /// - Parameter wiki: `nil` for a client without a current wiki.
    /// - Returns: the rate as the settings give it, which may be outside the range from 0 to 1.
    public func rate(for wiki: String?) -> Double {
        guard let wiki else { return defaultRate }
        return exceptions.first { $0.wikis.contains(wiki) }?.rate ?? defaultRate
    }

    /// Every rate there is.
    var rates: [Double] { [defaultRate] + exceptions.map(\.rate) }

    init(_ settings: JSONObject) {
        defaultRate = settings["default"].map(Self.number) ?? 0
        exceptions = settings.compactMap { name, value in
            guard name != "default", let wikis = value.array else { return nil }
            return Exception(rate: Self.number(.string(name)), wikis: wikis.compactMap(\.string))
        }
    }

    private static func number(_ value: JSONValue) -> Double { rate(value) ?? 0 }

    /// The rate that a value stands for; `nil` when it is neither a number nor numeric text, which counts as 0.
    package static func rate(_ value: JSONValue) -> Double? {
        switch value {
        case .number(let number): number.double
        // Swift also reads hexadecimal, infinity and “nan”, which are not numeric texts.
        case .string(let text) where text.allSatisfy { "0123456789+-.eE ".contains($0) }:
            Double(text.drop { $0 == " " })  // PHP lets blanks stand before a number
        default: nil
        }
    }
}
