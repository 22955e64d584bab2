import EventSchema

/// The location of a failure as ajv reports it: in the event and in the schemas.
struct AjvLocation {
    /// The kind of step from a value to a value inside it.
    enum Step {
        /// The name of a property that the schema names.
        case property
        /// The name of any other property.
        case member
        /// The index of an element.
        case element
    }

    /// A JavaScript expression: `.meta.dt`, `['user-agent']`, `[0]`.
    private(set) var dataPath = ""
    /// A JSON pointer as a URI fragment, from the root or the last `$ref`.
    private(set) var schemaPath = "#"
    /// Whether the location is the direct target of a `$ref`.
    private var isReferenced = false
    /// The length of the schema's keyword location.
    private var length = 0

    /// The tokens from the schema to the failed keyword and below it; empty for the schema itself.
    func tokens(to failure: Failure) -> [String] {
        let location = failure.finding.keywordLocation.utf8.dropFirst(length)
        return JSONPointer.tokens(of: String(Substring(location)))
    }

    /// The location of a subschema that a keyword applies to the same value, or to a value inside it.
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

    /// The location of the target of a `$ref`, whose schema paths begin with `target`. In a chain of references, the
    /// target of the first one counts.
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
