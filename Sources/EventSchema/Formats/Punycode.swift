/// Punycode (RFC 3492): Unicode in the letters, digits and hyphens of host names.
enum Punycode {
    private static let base = 36
    private static let minimumThreshold = 1
    private static let maximumThreshold = 26
    private static let initialBias = 72
    private static let firstCode = 0x80

    /// The scalars that the text stands for, or `nil` when it stands for none.
    static func decode(_ text: String) -> [Unicode.Scalar]? {
        var digits = Array(text.utf8)[...]
        var output: [Unicode.Scalar] = []
        if let delimiter = digits.lastIndex(of: ascii("-")) {
            guard digits[..<delimiter].allSatisfy({ $0 < 0x80 }) else { return nil }
            output = digits[..<delimiter].map { Unicode.Scalar($0) }
            digits = digits[(delimiter + 1)...]
        }
        var code = firstCode
        var index = 0
        var bias = initialBias
        let basicCount = output.count
        while !digits.isEmpty {
            guard let delta = decodeDelta(&digits, bias: bias) else { return nil }
            let count = output.count + 1
            bias = adapted(delta, count: count, isFirst: output.count == basicCount)
            index += delta
            code += index / count
            index %= count
            guard code <= 0x10FFFF, let scalar = Unicode.Scalar(UInt32(code)) else { return nil }
            output.insert(scalar, at: index)
            index += 1
        }
        return output
    }

    private static func decodeDelta(_ digits: inout ArraySlice<UInt8>, bias: Int) -> Int? {
        var delta = 0
        var weight = 1
        var isTooLarge = false
        var position = base
        while let digit = digits.popFirst().flatMap(value(of:)) {
            let (product, overflow) = digit.multipliedReportingOverflow(by: weight)
            delta += product
            guard !overflow, delta < 0x7FFF_FFFF else { return nil }
            let threshold = threshold(at: position, bias: bias)
            if digit < threshold { return delta }
            (weight, isTooLarge) = weight.multipliedReportingOverflow(by: base - threshold)
            guard !isTooLarge else { return nil }
            position += base
        }
        return nil
    }

    /// The text for the scalars, or `nil` when they are too many.
    static func encode(_ scalars: [Unicode.Scalar]) -> String? {
        guard scalars.count <= 1_000 else { return nil }
        let basic = scalars.filter(\.isASCII)
        var output = basic.map { UInt8(truncatingIfNeeded: $0.value) }
        if !basic.isEmpty { output.append(ascii("-")) }
        var (code, delta, bias, handled) = (firstCode, 0, initialBias, basic.count)
        while handled < scalars.count {
            guard let next = scalars.lazy.map({ Int($0.value) }).filter({ $0 >= code }).min() else { return nil }
            delta += (next - code) * (handled + 1)
            code = next
            for scalar in scalars {
                if scalar.value < code { delta += 1 }
                guard scalar.value == code else { continue }
                encodeDelta(delta, bias: bias, into: &output)
                bias = adapted(delta, count: handled + 1, isFirst: handled == basic.count)
                delta = 0
                handled += 1
            }
            delta += 1
            code += 1
        }
        return String(decoding: output, as: UTF8.self)
    }

    private static func encodeDelta(_ delta: Int, bias: Int, into output: inout [UInt8]) {
        var rest = delta
        var position = base
        while true {
            let threshold = threshold(at: position, bias: bias)
            guard rest >= threshold else { break }
            output.append(digit(threshold + (rest - threshold) % (base - threshold)))
            rest = (rest - threshold) / (base - threshold)
            position += base
        }
        output.append(digit(rest))
    }

    private static func threshold(at position: Int, bias: Int) -> Int {
        min(max(position - bias, minimumThreshold), maximumThreshold)
    }

    private static func adapted(_ delta: Int, count: Int, isFirst: Bool) -> Int {
        var delta = isFirst ? delta / 700 : delta / 2
        delta += delta / count
        var position = 0
        while delta > (base - minimumThreshold) * maximumThreshold / 2 {
            delta /= base - minimumThreshold
            position += base
        }
        return position + (base - minimumThreshold + 1) * delta / (delta + 38)
    }

    private static func value(of digit: UInt8) -> Int? {
        switch digit {
        case ascii("a")...ascii("z"): Int(digit - ascii("a"))
        case ascii("A")...ascii("Z"): Int(digit - ascii("A"))
        case ascii("0")...ascii("9"): Int(digit - ascii("0")) + 26
        default: nil
        }
    }

    private static func digit(_ value: Int) -> UInt8 {
        value < 26 ? ascii("a") + UInt8(value) : ascii("0") + UInt8(value - 26)
    }
}
