import Foundation

extension Int {
    /// The digits in groups of three: `12 345`.
    package var grouped: String {
        let digits = String(magnitude)
        var text = self < 0 ? "-" : ""
        for (position, digit) in digits.enumerated() {
            if position > 0, (digits.count - position) % 3 == 0 { text += " " }
            text.append(digit)
        }
        return text
    }

    /// The number and a noun whose plural ends in “s”: `1 file`, `2 files`.
    package func counted(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }

    /// The same with the digits in groups of three: `12 345 files`.
    package func countedInGroups(_ noun: String) -> String { "\(grouped) \(noun)\(self == 1 ? "" : "s")" }
}

extension Double {
    /// The number and a noun whose plural ends in “s”: `1 event`, `0.5 events`.
    package func counted(_ noun: String) -> String { "\(plainText) \(noun)\(self == 1 ? "" : "s")" }

    /// The number with at most four significant digits and no trailing zeros: `0.1`, `12.35`.
    package var plainText: String {
        guard isFinite, magnitude >= 1e-6 || self == 0, magnitude < 1e9 else { return description }
        var text = String(format: "%.4g", locale: nil, self)
        if text.contains("e") { text = String(format: "%.0f", locale: nil, self) }
        return text
    }
}
