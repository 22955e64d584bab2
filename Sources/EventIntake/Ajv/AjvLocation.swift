import EventSchema

/// Where ajv says that a schema was broken: in the event, and on the way through the schemas.
struct AjvLocation {
    /// What leads from a value to one below it.
    enum Step {
        /// The name of a property that the schema names.
        case property
        /// The name of any other property.
        case member
        /// The place of an element.
        case element
    }

    /// As JavaScript would write it: `.meta.dt`, `['user-agent']`, `[0]`.
    private(set) var dataPath = ""
    /// A JSON pointer as a URI's fragment, from the root or the last `$ref`.
    private(set) var schemaPath = "#"
    /// Whether a `$ref` leads right here.
    private var isReferenced = false
    /// The length of the schema's keyword location.
    private var length = 0

    /// The way from the schema to the keyword that was broken, and on; empty for the schema itself.
    func tokens(to failure: Failure) -> [String] {
        let location = failure.finding.keywordLocation.utf8.dropFirst(length)
        return JSONPointer.tokens(of: String(Substring(location)))
    }

    /// The place of the schema that a keyword applies, to the same value or one below it.
    func below(_ failure: Failure, _ step: Step? = nil) -> AjvLocation {
        var place = self
        for token in tokens(to: failure) { place.schemaPath += "/" + JSONPointer.escape(token).componentEncoded }
        place.isReferenced = false
        place.length = failure.finding.keywordLocation.utf8.count
        let name = JSONPointer.tokens(of: failure.finding.instanceLocation).last ?? ""
        switch step {
        case nil: break
        case .property: place.dataPath += name.isJavaScriptName ? ".\(name)" : "['\(name.javaScriptEscaped)']"
        case .member: place.dataPath += "['\(name)']"
        case .element: place.dataPath += "[\(name)]"
        }
        return place
    }

    /// The place of the schema that a `$ref` leads to, whose paths begin with `target`. From one reference right to the
    /// next they stay those of the first.
    func below(_ failure: Failure, referringTo target: String?) -> AjvLocation {
        var place = below(failure)
        place.schemaPath = isReferenced ? schemaPath : target ?? place.schemaPath
        place.isReferenced = true
        return place
    }
}

extension String {
    /// Whether ajv writes the name behind a dot.
    fileprivate var isJavaScriptName: Bool {
        guard let first = utf8.first, !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) else { return false }
        return utf8.allSatisfy { $0.isLetterOrDigit || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "$") }
    }

    /// The text as it would stand between single quotes.
    fileprivate var javaScriptEscaped: String {
        var text = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "'", "\\": text += "\\\(scalar)"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\u{C}": text += "\\f"
            case "\t": text += "\\t"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }

    /// The text as JavaScript's `encodeURIComponent` has it.
    fileprivate var componentEncoded: String {
        var text = ""
        for byte in utf8 {
            if byte.isLetterOrDigit || "-_.!~*'()".utf8.contains(byte) {
                text.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                text += digits.utf8.count < 2 ? "%0\(digits)" : "%\(digits)"
            }
        }
        return text
    }
}

extension UInt8 {
    fileprivate var isLetterOrDigit: Bool {
        switch Unicode.Scalar(self) {
        case "a"..."z", "A"..."Z", "0"..."9": true
        default: false
        }
    }
}
