import EventSchema

extension Fault {
    /// Reads a fault from text: its kind, optionally with a value, then `key=value` pairs, separated by commas.
    ///
    /// `status=503,stream=app.search|app.read,requests=3,retry-after=2`, `delay=250ms,probability=0.5,seed=7`,
    /// `reset=after,seconds=30`, `mixed,invalid=0.1,error=0.2`, `missing,stream=app.search`.
    ///
    /// - Throws: ``FaultError`` with the invalid key and its allowed values.
    public init(_ text: String) throws(FaultError) {
        var object = JSONObject()
        var last = ""
        for (place, piece) in text.split(separator: ",", omittingEmptySubsequences: false).enumerated() {
            let halves = piece.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let (name, value) = (halves[0].trimmed, halves.count == 2 ? halves[1].trimmed : nil)
            if place == 0, name != "kind" {
                object = try Self.opening(name, value)
            } else if let value {
                guard object[name] == nil else { throw FaultError("\(name) is given twice") }
                object[name] = .string(value)
            } else if ["retry-after", "retry_after"].contains(last), let begun = object[last]?.string {
                // An HTTP date contains a comma.
                object[last] = .string("\(begun),\(piece)")
                continue
            } else {
                throw FaultError("\"\(piece)\" is not of the form KEY=VALUE, as in status=503,requests=3")
            }
            last = name
        }
        try self.init(json: .object(object))
    }

    /// The kind and its value under the value's key.
    private static func opening(_ name: String, _ value: String?) throws(FaultError) -> JSONObject {
        guard let kind = Kind(rawValue: name) else {
            throw FaultError("there is no fault \"\(name)\": the kinds are \(Kind.allCases.names)")
        }
        var object: JSONObject = ["kind": .string(name)]
        guard let value else { return object }
        switch kind {
        case .status, .garbage: object["status"] = .string(value)
        case .delay: object["delay"] = .string(value)
        case .reset: object["moment"] = .string(value)
        case .truncate, .mixed, .stale, .broken, .missing:
            throw FaultError("\(name) takes no value, as in \(name),requests=3")
        }
        return object
    }
}

extension String {
    fileprivate var trimmed: String {
        var rest = self[...]
        while rest.first == " " { rest.removeFirst() }
        while rest.last == " " { rest.removeLast() }
        return String(rest)
    }
}
