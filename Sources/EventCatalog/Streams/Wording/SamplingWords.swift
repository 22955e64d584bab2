import EventSchema
import EventStreams

extension SamplingRule {
    /// Who is in sample, such as `10 % of sessions`.
    var words: String {
        switch self {
        case .everyone: "everybody"
        case .malformed: "nobody (the sampling cannot be read)"
        case .rule(let unit, let rate, let salt):
            "\(Self.share(rate)) of \(unit.plural)\(salt.map { " (salt \($0))" } ?? "")"
        }
    }

    /// A rate as a percentage; in full, as for `0.07`, which is 7 % and not 7.000000000000001 %.
    static func share(_ rate: Double) -> String {
        let percent = (rate * 1e12).rounded() / 1e10
        guard percent != 0 || rate == 0 else { return "\(rate) × 100 %" }
        return percent == percent.rounded() && abs(percent) < 1e9 ? "\(Int(percent)) %" : "\(percent) %"
    }
}

extension SamplingUnit {
    /// The name of more than one.
    var plural: String {
        switch self {
        case .session: "sessions"
        case .device: "devices"
        case .pageview: "page views"
        }
    }
}
