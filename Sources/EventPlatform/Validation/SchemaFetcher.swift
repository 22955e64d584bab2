import EventSchema
import EventSupport
import Foundation

/// Fetches a schema, with the documents that it refers to, from the sources of the settings.
struct SchemaFetcher: Sendable {
    let sources: [SchemaSource]
    let connection: TimeLimitedConnection

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

    /// Looks a schema up in the sources without files and network: the base schemas and those given in code.
    ///
    /// - Returns: the result; `nil` when other sources are needed, for the schema or for what it refers to.
    func local(_ id: SchemaID) -> Result? {
        do {
            guard let document = try localDocument(id) else { return remoteSources.isEmpty ? notFound : nil }
            var references = SchemaReferences(of: document, id.withoutFragment.path)
            while let reference = references.next().map({ SchemaID($0) }) {
                if let document = try localDocument(reference) {
                    references.add(document, reference.path)
                } else if !remoteSources.isEmpty, reference.relativePath != nil {
                    return nil
                }
            }
            return .found(try Schema(document, baseURI: id.path, registry: references.registry))
        } catch {
            return .missing("the schema cannot be compiled: \(error)")
        }
    }

    /// Looks in the sources in order until one has the schema.
    func fetch(_ id: SchemaID) async -> Result {
        do {
            if let document = try localDocument(id) { return .found(try await compile(document, id)) }
        } catch {
            return failure([error])
        }
        var failures: [any Error] = []
        for source in remoteSources {
            do {
                guard let document = try await document(id, from: source) else { continue }
                return .found(try await compile(document, id))
            } catch {
                failures.append(error is SchemaSourceError ? error : SchemaSourceError(source: source, reason: error))
            }
        }
        return failures.isEmpty ? notFound : failure(failures)
    }

    private func compile(_ document: JSONValue, _ id: SchemaID) async throws -> Schema {
        var references = SchemaReferences(of: document, id.withoutFragment.path)
        while let reference = references.next().map({ SchemaID($0) }) {
            if let document = try await referenced(reference) { references.add(document, reference.path) }
        }
        return try Schema(document, baseURI: id.path, registry: references.registry)
    }

    // MARK: - Sources

    /// The sources besides the base schemas and those given in code.
    private var remoteSources: [SchemaSource] {
        sources.filter { source in
            switch source {
            case .documents: false
            case .directory, .repository: true
            }
        }
    }

    private var notFound: Result {
        let names = sources.map(\.description).joined(separator: ", ")
        return .missing(names.isEmpty ? "no source of schemas is set" : "it is not in \(names)")
    }

    private func failure(_ errors: [any Error]) -> Result {
        let reason = errors.map { "\($0)" }.joined(separator: "; ")
        let reasons = errors.map { ($0 as? SchemaSourceError)?.reason ?? $0 }
        let isFinal = reasons.allSatisfy { $0 is SchemaError || $0 is SchemaFileError }
        return isFinal ? .missing(reason) : .unavailable(reason)
    }

    private func localDocument(_ id: SchemaID) throws -> JSONValue? {
        if let text = BaseSchemas.documents[id.path] { return try JSONValue(parsing: text) }
        for case .documents(let documents) in sources {
            if let document = documents[id] { return document }
        }
        return nil
    }

    /// A document that a schema refers to, from the first source that has it.
    private func referenced(_ id: SchemaID) async throws -> JSONValue? {
        if let document = try localDocument(id) { return document }
        var failure: (any Error)?
        for source in remoteSources {
            do {
                if let document = try await document(id, from: source) { return document }
            } catch {
                failure = failure ?? error
            }
        }
        if let failure { throw failure }
        return nil
    }

    private func document(_ id: SchemaID, from source: SchemaSource) async throws(SchemaSourceError) -> JSONValue? {
        do {
            switch source {
            case .documents: return nil
            case .directory(let url): return try SchemaDirectory(root: url).document(id)
            case .repository(let url): return try await request(id, at: url)
            }
        } catch {
            throw SchemaSourceError(source: source, reason: error)
        }
    }

    private func request(_ id: SchemaID, at base: URL) async throws -> JSONValue? {
        guard let path = id.relativePath else { return nil }
        let request = NetworkRequest(
            method: .get, url: base.appendingPathComponent(path), headers: ["Accept": "application/json"],
            timeout: Self.timeout, maximumResponseBytes: Self.maximumBytes)
        let response = try await connection.response(to: request)
        if [404, 410].contains(response.status) { return nil }
        guard response.status == 200 else {
            throw NetworkError(.unreachable, "the server responded with \(response.status)")
        }
        return try JSONValue(parsing: response.body)
    }
}

/// Why a source did not give a document, or gave one that cannot be used.
private struct SchemaSourceError: Error, CustomStringConvertible {
    let source: SchemaSource
    let reason: any Error

    var description: String { reason is SchemaFileError ? "\(reason)" : "\(source): \(reason)" }
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
