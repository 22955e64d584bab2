/// The unit that a stream's sampling counts by.
public enum SamplingUnit: String, Sendable, Hashable, CaseIterable {
    /// The session id.
    case session
    /// The app install id.
    case device
    /// The pageview id.
    case pageview
}

/// The share of sessions, devices or page views whose events a stream collects.
///
/// The result depends only on the rule and the identifier, so a higher rate only adds identifiers.
public enum SamplingRule: Sendable, Hashable {
    /// The stream has no sampling: every event is in.
    case all
    /// The identifiers of `unit` whose position lies below `rate` are in.
    ///
    /// Without a `salt` all streams of a unit choose the same identifiers first, as the platform does. With one, a text
    /// of the stream's own, the identifiers are shuffled for this stream alone.
    case sample(unit: SamplingUnit, rate: Double, salt: String? = nil)
    /// The sampling cannot be read, so nothing is in; the reason is also among the snapshot's diagnostics.
    case malformed(reason: String)

    /// The unit; `nil` unless it is a `sample`.
    public var unit: SamplingUnit? { if case .sample(let unit, _, _) = self { unit } else { nil } }

    /// The share that is in, from 0 to 1 unless the settings say otherwise; `nil` unless it is a `sample`.
    public var rate: Double? { if case .sample(_, let rate, _) = self { rate } else { nil } }

    /// Whether the identifier is in the sample.
    ///
    /// ```swift
    /// let rule = SamplingRule.sample(unit: .session, rate: 0.5)
    /// rule.includes(identifier: "0b5e0000000000000000")  // true, since the position is 0.044
    /// rule.includes(identifier: "fb5e0000000000000000")  // false
    /// ```
    ///
    /// A rate of 1 or more is always in, even without an identifier; 0 or less is always out; so is an identifier that
    /// is missing or unusable. Everything is in without sampling, nothing when it is malformed.
    public func includes(identifier: String?) -> Bool { includes { _ in identifier } }

    /// Whether the identifier of the rule's unit is in the sample. It is asked for only when the result depends on it.
    package func includes(_ identifier: (SamplingUnit) -> String?) -> Bool {
        switch self {
        case .all: return true
        case .malformed: return false
        case .sample(let unit, let rate, _):
            if rate >= 1 { return true }
            guard rate > 0, let identifier = identifier(unit) else { return false }
            return position(of: identifier).map { $0 < rate } ?? false
        }
    }

    /// The position of an identifier for this rule, between 0 and 1, with the salt of the rule if it has one.
    ///
    /// - Returns: `nil` when the identifier is unusable, or there is no rule.
    public func position(of identifier: String) -> Double? {
        guard case .sample(_, _, let salt) = self else { return nil }
        return salt.map { Self.position(of: identifier, salt: $0) } ?? Self.position(of: identifier)
    }

    /// The position of an identifier between 0 and 1, both included: its first 8 hex digits ÷ 4294967295.
    ///
    /// - Returns: `nil` when the identifier does not start with 8 hex digits, of either case.
    public static func position(of identifier: String) -> Double? {
        var value: UInt32 = 0
        var digits = 0
        for byte in identifier.utf8.prefix(8) {
            guard let digit = hexDigit(byte) else { return nil }
            value = value << 4 | digit
            digits += 1
        }
        return digits == 8 ? position(of: value) : nil
    }

    /// The position of an identifier for a stream with a salt: the first 8 hex digits of SHA-256 over the salt followed
    /// by the identifier, ÷ 4294967295.
    ///
    /// - Returns: `nil` when the identifier is empty. It need not be hexadecimal.
    public static func position(of identifier: String, salt: String) -> Double? {
        guard !identifier.isEmpty else { return nil }
        let digest = SHA256.digest(of: (salt + identifier).utf8)
        return position(of: digest.prefix(4).reduce(0) { $0 << 8 | UInt32($1) })
    }

    private static func position(of value: UInt32) -> Double { Double(value) / Double(UInt32.max) }

    private static func hexDigit(_ byte: UInt8) -> UInt32? {
        switch byte {
        case 0x30...0x39: UInt32(byte) - 0x30
        case 0x41...0x46: UInt32(byte) - 0x41 + 10
        case 0x61...0x66: UInt32(byte) - 0x61 + 10
        default: nil
        }
    }
}
