package import EventSchema

/// What to write in place of a rate that is not a number from 0 to 1.
package struct RateRemedy {
    private let value: JSONValue

    package init(_ value: JSONValue) { self.value = value }

    package var text: String {
        if unquoted != nil { return "Write \(value.string ?? "") without quotes." }
        guard let number, let share else { return "Write a number from 0 to 1, such as 0.1 for one in ten." }
        return number == share ? "Write \(share)." : "Write \(share), if \(Self.plain(number)) % is meant."
    }

    /// The number that quotes make a text, when it is a rate; otherwise `nil`.
    var unquoted: String? {
        guard let text = value.string, let rate = JSONNumber(literal: text)?.double, (0...1).contains(rate) else {
            return nil
        }
        return text
    }

    /// The share that was probably meant: a percentage is divided by 100.
    private var share: Double? {
        guard let number, (0...100).contains(number) else { return nil }
        guard number > 1 || isPercentage else { return number }
        // Percentages have few digits, and a quotient of binary numbers may have many.
        return (number * 10_000).rounded() / 1_000_000
    }

    private var isPercentage: Bool { value.string?.contains("%") == true }

    /// The number, also one with a comma, a percent sign, or no digit in front of its point.
    private var number: Double? {
        if let number = value.number { return number.double }
        let text = value.string?.replacing(",", with: ".").filter { !" %".contains($0) } ?? ""
        return text.allSatisfy { "0123456789.".contains($0) } ? Double(text) : nil
    }

    /// A number without “.0”.
    private static func plain(_ number: Double) -> String {
        let text = "\(number)"
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}
