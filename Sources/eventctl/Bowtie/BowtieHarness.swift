import EventSchema

/// A harness for Bowtie, which compares JSON Schema implementations: version 1 of its protocol, without I/O.
struct BowtieHarness: Sendable {
    /// A request that is not valid in version 1 of the protocol.
    struct ProtocolError: Error, Sendable, CustomStringConvertible {
        /// What is wrong with the request.
        let description: String
    }

    private let implementation: JSONValue
    private let mode: Schema.Mode
    private var dialect = Dialect.draft7

    /// Creates a harness.
    ///
    /// - Parameters:
    ///   - homepage: the URL of the implementation.
    ///   - issues: the URL of its issue tracker.
    ///   - source: the URL of its source code.
    ///   - assertsFormats: whether `format` is an assertion. The default is false.
    init(homepage: String, issues: String, source: String, assertsFormats: Bool = false) {
        mode = .standard(assertsFormats: assertsFormats)
        implementation = [
            "language": "swift", "name": "EventSchema", "homepage": .string(homepage), "issues": .string(issues),
            "source": .string(source), "dialects": .array(Dialect.allCases.reversed().map { .string($0.uri) }),
        ]
    }

    /// Handles one request and returns the response, both without the newline; `nil` for the request to stop.
    ///
    /// A schema that cannot be compiled gives a response with `errored`, not an error; an instance that is beyond a
    /// limit of the validator gives a result with `errored`.
    ///
    /// - Throws: ``ProtocolError`` for a line that is not a request of version 1.
    mutating func respond(to line: String) throws(ProtocolError) -> String? {
        let request: JSONValue
        do {
            request = try JSONValue(parsing: line)
        } catch {
            throw ProtocolError(description: "the request is not JSON: \(error)")
        }
        switch request["cmd"]?.string {
        case "start": return try start(request).jsonText
        case "dialect": return choose(request).jsonText
        case "run": return try run(request).jsonText
        case "stop": return nil
        case let command?: throw ProtocolError(description: "there is no command \(command)")
        case nil: throw ProtocolError(description: "the request has no cmd")
        }
    }

    private func start(_ request: JSONValue) throws(ProtocolError) -> JSONValue {
        guard request["version"] == 1 else { throw ProtocolError(description: "only version 1 is supported") }
        return ["version": 1, "implementation": implementation]
    }

    private mutating func choose(_ request: JSONValue) -> JSONValue {
        guard let dialect = request["dialect"]?.string.flatMap(Dialect.init(uri:)) else { return ["ok": false] }
        self.dialect = dialect
        return ["ok": true]
    }

    private func run(_ request: JSONValue) throws(ProtocolError) -> JSONValue {
        guard let number = request["seq"], let document = request["case"]?["schema"],
            let tests = request["case"]?["tests"]?.array
        else { throw ProtocolError(description: "a run needs seq and a case with schema and tests") }
        var registry: [String: JSONValue] = [:]
        for (uri, schema) in request["case"]?["registry"]?.object ?? [:] { registry[uri] = schema }
        do throws(SchemaError) {
            let schema = try Schema(document, mode: mode, registry: registry, dialect: dialect)
            let results = tests.map { test in Self.result(of: test["instance"] ?? .null, schema) }
            return ["seq": number, "results": .array(results)]
        } catch {
            return ["seq": number, "errored": true, "context": ["message": .string(error.description)]]
        }
    }

    private static func result(of instance: JSONValue, _ schema: Schema) -> JSONValue {
        let findings = schema.findings(in: instance)
        guard let limit = findings.first(where: { $0.exceededLimit != nil }) else {
            return ["valid": .bool(findings.isEmpty)]
        }
        return ["errored": true, "context": ["message": .string(limit.description)]]
    }
}
