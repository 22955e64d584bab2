import EventSchema
import Foundation

/// The compiled schemas a client validates with: those built in, then those of its sources, each loaded once.
actor SchemaLibrary {
    private enum Entry {
        case compiled(Schema)
        /// Not to be had; tried again at that time on the boot clock.
        case missing(until: Duration)
    }

    private let sources: [SchemaSource]
    private let connection: any NetworkConnection
    private let clocks: any Clocks
    private let diagnostics: Diagnostics
    private var entries: [SchemaID: Entry] = [:]

    /// How long one schema may take to arrive; events wait for it in line.
    static let fetchTimeout: Duration = .seconds(5)
    /// How long a schema that could not be had is not asked for again.
    static let retryAfter: Duration = .seconds(60)
    /// The largest schema document that is read.
    static let maximumBytes = 4 << 20

    init(
        sources: [SchemaSource], connection: any NetworkConnection, clocks: any Clocks, diagnostics: Diagnostics
    ) {
        self.sources = sources
        self.connection = connection
        self.clocks = clocks
        self.diagnostics = diagnostics
    }

    /// The schema of that id, or `nil` when it cannot be had; the diagnostics then say why.
    func schema(_ id: SchemaID) async -> Schema? {
        let id = id.path.hasSuffix("#") ? SchemaID(String(id.path.dropLast())) : id  // an empty fragment says nothing
        switch entries[id] {
        case .compiled(let schema): return schema
        case .missing(let time) where clocks.sinceBoot < time: return nil
        default: break
        }
        // In a task of its own: what the caller's task is cancelled for says nothing about the schema.
        let schema = await Task { await load(id) }.value
        entries[id] = schema.map(Entry.compiled) ?? .missing(until: clocks.sinceBoot + Self.retryAfter)
        return schema
    }

    private func load(_ id: SchemaID) async -> Schema? {
        var failures: [String] = []
        for source in [SchemaSource.builtIn] + sources {
            do {
                guard let document = try await document(id, from: source) else { continue }
                return try Schema(document)
            } catch {
                failures.append("\(source): \(error)")
            }
        }
        let why = failures.isEmpty ? "none of \(sources.count + 1) sources has it" : failures.joined(separator: "; ")
        diagnostics.report(.schema, "schema \(id): \(why). Its events go on unvalidated")
        return nil
    }

    private func document(_ id: SchemaID, from source: SchemaSource) async throws -> JSONValue? {
        switch source {
        case .builtIn: return try BuiltInSchemas.documents[id].map { try JSONValue(parsing: $0) }
        case .documents(let documents): return documents[id]
        case .directory(let url): return try SchemaDirectory(root: url).document(id)
        case .repository(let url): return try await fetch(id, from: url)
        }
    }

    private func fetch(_ id: SchemaID, from base: URL) async throws -> JSONValue? {
        guard let path = id.relativePath else { return nil }
        let request = NetworkRequest(
            method: .get, url: base.appendingPathComponent(path), headers: ["Accept": "application/json"],
            timeout: Self.fetchTimeout, maximumResponseBytes: Self.maximumBytes)
        let response = try await connection.send(request)
        if response.status == 404 { return nil }
        guard response.status == 200 else { throw NetworkError("the server answered \(response.status)") }
        return try JSONValue(parsing: response.body)
    }
}

extension SchemaID {
    /// The path below a repository's root, or `nil` when the id is no plain path: an event must not be able to name
    /// files outside.
    var relativePath: String? {
        let parts = path.split(separator: "/", omittingEmptySubsequences: true)
        guard path.hasPrefix("/"), !parts.isEmpty, !parts.contains(where: { $0.hasPrefix(".") }),
            path.utf8.allSatisfy({ $0 > 0x20 && $0 != UInt8(ascii: "\\") && $0 != UInt8(ascii: "%") && $0 < 0x7F })
        else { return nil }
        return parts.joined(separator: "/")
    }
}
