import EventSchema
import Foundation

/// Gets a schema from the sources of the settings.
struct SchemaFetcher: Sendable {
    let sources: [SchemaSource]
    let connection: any NetworkConnection

    /// The time-out of one request for a schema.
    static let timeout: Duration = .seconds(5)
    /// The maximum size of a schema document.
    static let maximumBytes = 4 << 20

    /// The result of a lookup in the sources.
    enum Result: Sendable {
        case found(Schema)
        /// No source has a valid schema with this id; the reason in words.
        case missing(String)
        /// A source could not be reached or read; the reason in words.
        case unavailable(String)
    }

    /// Looks a schema up in the sources without files and network: the built-in schemas and those given in code.
    ///
    /// - Returns: `nil` when other sources have to be asked.
    func local(_ id: SchemaID) -> Result? {
        do {
            if let text = BuiltInSchemas.documents[id] { return .found(try Schema(JSONValue(parsing: text))) }
            for case .documents(let documents) in sources {
                if let document = documents[id] { return .found(try Schema(document)) }
            }
        } catch {
            return .missing("the schema cannot be compiled: \(error)")
        }
        let hasOthers = sources.contains { if case .documents = $0 { false } else { $0 != .builtIn } }
        if hasOthers { return nil }
        return .missing(sources.isEmpty ? "no source of schemas is set" : "none of \(sources.count) sources has it")
    }

    /// Asks the sources in order until one has the schema.
    func fetch(_ id: SchemaID) async -> Result {
        var failures: [String] = []
        var isUnavailable = false
        for source in sources {
            do {
                guard let document = try await document(id, from: source) else { continue }
                return .found(try Schema(document))
            } catch {
                failures.append("\(source): \(error)")
                isUnavailable = isUnavailable || !(error is SchemaError)
            }
        }
        let reason = failures.isEmpty ? "none of \(sources.count) sources has it" : failures.joined(separator: "; ")
        return isUnavailable ? .unavailable(reason) : .missing(reason)
    }

    private func document(_ id: SchemaID, from source: SchemaSource) async throws -> JSONValue? {
        switch source {
        case .builtIn: return try BuiltInSchemas.documents[id].map { try JSONValue(parsing: $0) }
        case .documents(let documents): return documents[id]
        case .directory(let url): return try SchemaDirectory(root: url).document(id)
        case .repository(let url): return try await request(id, at: url)
        }
    }

    private func request(_ id: SchemaID, at base: URL) async throws -> JSONValue? {
        guard let path = id.relativePath else { return nil }
        let request = NetworkRequest(
            method: .get, url: base.appendingPathComponent(path), headers: ["Accept": "application/json"],
            timeout: Self.timeout, maximumResponseBytes: Self.maximumBytes)
        let response = try await connection.send(request)
        if [404, 410].contains(response.status) { return nil }
        guard response.status == 200 else { throw NetworkError("the server answered \(response.status)") }
        return try JSONValue(parsing: response.body)
    }
}

extension SchemaID {
    /// The path below a repository's root; `nil` when the id is not a plain path, so that an event cannot name files
    /// outside of the root.
    var relativePath: String? {
        let parts = path.split(separator: "/", omittingEmptySubsequences: true)
        guard path.hasPrefix("/"), !parts.isEmpty, !parts.contains(where: { $0.hasPrefix(".") }),
            path.utf8.allSatisfy({ $0 > 0x20 && $0 != UInt8(ascii: "\\") && $0 != UInt8(ascii: "%") && $0 < 0x7F })
        else { return nil }
        return parts.joined(separator: "/")
    }
}
