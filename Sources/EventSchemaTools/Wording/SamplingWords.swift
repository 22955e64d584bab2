import EventCatalog
import EventSchema
import EventStreams
import EventSupport
import Foundation

extension SamplingRule {
    /// Who is in sample, such as `10 % of sessions`.
    package var words: String {
        switch self {
        case .all: "everybody"
        case .malformed: "nobody (the sampling cannot be read)"
        case .sample(let unit, let rate, let salt):
            "\(Self.share(rate)) of \(unit.plural)\(salt.map { " (salt \($0))" } ?? "")"
        }
    }

    /// Whether a readable rule has the rate 0.
    package var isOff: Bool { rate.map { $0 <= 0 } ?? false }

    /// A rate as a percentage, in full and without an exponent: `0.07` is 7 %, not 7.000000000000001 %, and `1e-7` is
    /// 0.00001 %. A rate with more digits than a decimal number has is a product.
    package static func share(_ rate: Double) -> String {
        Decimal(string: "\(rate)").map { "\($0 * 100) %" } ?? "\(rate) × 100 %"
    }
}

extension SamplingRule {
    /// Who is in the sample, in words.
    package var audience: String {
        switch self {
        case .all: return "everybody: the stream does not sample"
        case .malformed(let reason): return "nobody: \(reason)"
        case .sample(let unit, let rate, _) where rate >= 1: return "every \(unit.word)"
        case .sample(_, let rate, _) where rate <= 0: return "nobody: the rate is \(rate.plainText)"
        case .sample(let unit, let rate, let salt):
            let company =
                salt == nil
                ? "all streams without a salt choose the same \(unit.plural) first"
                : "the salt chooses other \(unit.plural) than in other streams"
            return
                "about \(Self.fraction(of: rate)) \(unit.plural); all events of a \(unit.word) or none; "
                + "\(unit.duration); \(company)"
        }
    }

    /// A rate in words: `1 in 10`, or percent where it is not such a fraction.
    static func fraction(of rate: Double) -> String {
        let count = (1 / rate).rounded()
        guard count < 1e15, abs(count * rate - 1) < 0.005 else { return "\((rate * 100).plainText) % of" }
        return "1 in \(Int(count).grouped)"
    }
}

extension SamplingUnit {
    /// The name of one.
    var word: String {
        switch self {
        case .session: "session"
        case .device: "device"
        case .pageview: "page view"
        }
    }

    /// The name of more than one.
    package var plural: String { word + "s" }

    /// How long a unit stays in the sample or outside it.
    fileprivate var duration: String {
        switch self {
        case .session: "each new session is drawn again"
        case .device: "a device stays in the sample, or outside it, for as long as the app is installed"
        case .pageview: "each page view is drawn again"
        }
    }
}
