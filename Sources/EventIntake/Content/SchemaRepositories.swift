import EventCatalog
import EventSchema
import EventSupport
import Foundation

/// Schema repositories over HTTP, searched in order: `<base>/<title>/<version>` and `<base>/<title>/latest`.
struct SchemaRepositories: Sendable {
    let bases: [URL]
    let fetch: RemoteSource.Fetch

    /// The size of a schema from which on it is refused.
    private static let maximumBytes = 4 << 20

    /// The version of a path.
    ///
    /// - Returns: `nil` when no repository has it.
    /// - Throws: ``RemoteError`` when a repository does not respond as it should; `CatalogError` when the schema cannot
    ///   be used.
    func version(_ path: SchemaPath) async throws -> SchemaVersion? {
        for base in bases {
            guard case .document(let bytes, _) = try await answer(path.uri, at: base) else { continue }
            let schema = try FetchedSchema(
                title: path.title, version: path.version, bytes: bytes, root: base.withoutSecrets)
            return try await compiled(schema)
        }
        return nil
    }

    /// The newest version of a title, which the repository calls `latest`.
    ///
    /// - Parameters:
    ///   - title: the path without a leading slash.
    ///   - known: what was returned last.
    /// - Returns: `nil` when no repository has it.
    /// - Throws: as ``version(_:)``.
    func newest(_ title: String, known: NewestVersion?) async throws -> NewestVersion? {
        for (index, base) in bases.enumerated() {
            let tag = known?.base == index ? known?.tag : nil
            switch try await answer("/\(title)/latest", at: base, knownTag: tag) {
            case .missing: continue
            case .unchanged: return known
            case .document(let bytes, let tag):
                let schema = try FetchedSchema(title: title, version: nil, bytes: bytes, root: base.withoutSecrets)
                return NewestVersion(version: try await compiled(schema), tag: tag, base: index)
            }
        }
        return nil
    }

    private func compiled(_ schema: FetchedSchema) async throws -> SchemaVersion {
        var references = SchemaReferences(of: schema.document, schema.uri)
        while let uri = references.next() {
            if let document = try await document(uri) { references.add(document, uri) }
        }
        return try schema.version(with: references.registry)
    }

    /// A document that a schema refers to; `nil` when it is nowhere, which the compilation reports.
    private func document(_ uri: String) async throws -> JSONValue? {
        if let text = BaseSchemas.documents[uri] { return try JSONValue(parsing: text) }
        guard let path = SchemaPath(uri) else { return nil }
        for base in bases {
            guard case .document(let bytes, _) = try await answer(path.uri, at: base) else { continue }
            return try FetchedSchema(
                title: path.title, version: path.version, bytes: bytes, root: base.withoutSecrets
            ).document
        }
        return nil
    }

    private func answer(
        _ uri: String, at base: URL, knownTag: String? = nil
    ) async throws -> DocumentAnswer {
        let url = base.appending(path: String(uri.dropFirst()))
        do {
            return try await fetch(url, knownTag, Self.maximumBytes)
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            throw RemoteError(url, "\(error)")
        }
    }
}
