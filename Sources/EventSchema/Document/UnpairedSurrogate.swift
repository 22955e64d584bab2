/// Halves of surrogate pairs in strings: JSON can escape one by itself (`"\ud83e"`) and JavaScript reads it, but a
/// string of Swift cannot hold it.
///
/// A half is represented by two scalars: U+001A, and U+100000 + the half, which is of private use. When a text has
/// these two itself, U+10FFFF is between them, so that every text of JavaScript has exactly one representation. A text
/// without U+001A has no halves; JSON must escape U+001A, so neither the parser nor the writer searches for it.
enum UnpairedSurrogate {
    /// The first scalar of a representation.
    static let mark: Unicode.Scalar = "\u{1A}"
    static let markByte: UInt8 = 0x1A
    /// The scalar after a ``mark`` that begins no representation, when one of ``isReserved(_:)`` comes next.
    static let separator: Unicode.Scalar = "\u{10FFFF}"

    static let offset: UInt32 = 0x10_0000

    /// Whether a scalar cannot directly follow a ``mark`` of the text itself.
    static func isReserved(_ scalar: Unicode.Scalar) -> Bool {
        scalar == separator || half(of: scalar) != nil
    }

    /// The half that a scalar after a ``mark`` represents; `nil` when it represents none.
    static func half(of scalar: Unicode.Scalar) -> UInt32? {
        (0x10_D800...0x10_DFFF).contains(scalar.value) ? scalar.value - offset : nil
    }

    /// The codes of a text as JavaScript has them: scalars, and halves by themselves.
    static func codes(of text: String) -> [UInt32] {
        var codes: [UInt32] = []
        var rest = text.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            guard scalar == mark, let next = rest.first else {
                codes.append(scalar.value)
                continue
            }
            if let half = half(of: next) {
                codes.append(half)
                rest.removeFirst()
            } else {
                codes.append(scalar.value)
                if next == separator, rest.dropFirst().first.map(isReserved) == true { rest.removeFirst() }
            }
        }
        return codes
    }

    /// The UTF-16 units of a text as JavaScript has them.
    static func units(of text: String) -> [UInt32] {
        codes(of: text).flatMap { code in
            guard code > 0xFFFF, let scalar = Unicode.Scalar(code) else { return [code] }
            return [UInt32(UTF16.leadSurrogate(scalar)), UInt32(UTF16.trailSurrogate(scalar))]
        }
    }
}

extension String {
    /// Appends a scalar or half of a surrogate pair that JSON has escaped.
    mutating func append(jsonCode code: UInt32) {
        if let scalar = Unicode.Scalar(code) {
            appendSeparator(before: scalar)
            unicodeScalars.append(scalar)
        } else if let scalar = Unicode.Scalar(0x10_0000 + code) {
            unicodeScalars.append(UnpairedSurrogate.mark)
            unicodeScalars.append(scalar)
        }
    }

    /// Appends text that JSON has not escaped.
    mutating func append(jsonText text: String) {
        if let first = text.unicodeScalars.first { appendSeparator(before: first) }
        self += text
    }

    private mutating func appendSeparator(before scalar: Unicode.Scalar) {
        guard utf8.last == UnpairedSurrogate.markByte, UnpairedSurrogate.isReserved(scalar) else { return }
        unicodeScalars.append(UnpairedSurrogate.separator)
    }

    /// The text with U+FFFD for each half of a surrogate pair, for where a text must be well-formed Unicode.
    package var replacingUnpairedSurrogates: String {
        guard utf8.contains(UnpairedSurrogate.markByte) else { return self }
        var text = ""
        text.unicodeScalars.append(
            contentsOf: UnpairedSurrogate.codes(of: self).map { Unicode.Scalar($0) ?? "\u{FFFD}" })
        return text
    }

    /// The number of characters as JSON Schema counts them: code points, and halves of surrogate pairs.
    ///
    /// - Complexity: linear in the number of bytes.
    var jsonLength: Int {
        var hasMark = false
        let count = withUTF8Bytes { bytes in
            var count = 0
            for byte in bytes {
                if byte & 0xC0 != 0x80 { count &+= 1 }
                if byte == UnpairedSurrogate.markByte { hasMark = true }
            }
            return count
        }
        return hasMark ? UnpairedSurrogate.codes(of: self).count : count
    }
}
