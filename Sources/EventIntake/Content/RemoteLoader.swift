import EventCatalog
import EventSchema
import EventStreams
import EventSupport
import Foundation

/// Fetches streams, and the newest version of each schema that they name, as one new content.
struct RemoteLoader: Sendable {
    let source: RemoteSource
    let repositories: SchemaRepositories

    /// The size of a response with streams from which on it is refused.
    private static let maximumBytes = 8 << 20
    /// The number of schemas that are fetched at a time.
    private static let width = 8

    init(_ source: RemoteSource) {
        self.source = source
        repositories = SchemaRepositories(bases: source.schemas, fetch: source.fetch)
    }

    /// Fetches everything that may have changed.
    ///
    /// - Parameters:
    ///   - known: the content that was fetched last.
    ///   - localTitles: the schema titles of streams that are read from files.
    /// - Returns: the new content.
    /// - Throws: ``RemoteError`` when a server does not respond as it should, or the streams cannot be used. What is
    ///   wrong with a single schema is one of the content's problems.
    func load(known: RemoteContent?, localTitles: Set<String>) async throws -> RemoteContent {
        var content = RemoteContent()
        if let url = source.streams {
            (content.streams, content.streamsTag) = try await streams(url, known)
        }
        let titles = content.streams.map { Set($0.streams.compactMap(\.schemaTitle)) } ?? localTitles
        try await addNewest(of: titles.sorted(), known: known?.newest ?? [:], to: &content)
        return content
    }

    private func streams(_ url: URL, _ known: RemoteContent?) async throws -> (StreamConfigurations?, String?) {
        do {
            switch try await source.fetch(url, known?.streamsTag, Self.maximumBytes) {
            case .unchanged: return (known?.streams, known?.streamsTag)
            case .missing: throw RemoteError(url, "the server has nothing there; check the path of the URL")
            case .document(let bytes, let tag):
                let response = try JSONValue(parsingLeniently: bytes)
                let streams = try StreamConfigurations(response: response.withoutComputedTopics)
                guard !streams.streams.isEmpty else {
                    throw RemoteError(url, "the response has no usable stream; check the URL's constraints")
                }
                return (streams, tag)
            }
        } catch let error as RemoteError {
            throw error
        } catch is CancellationError {
            throw CancellationError()
        } catch let error as JSONParseError {
            throw RemoteError(url, "the response is not JSON: \(error); it must be one of the stream configuration API")
        } catch {
            throw RemoteError(url, "\(error)")
        }
    }

    private func addNewest(
        of titles: [String], known: [String: NewestVersion], to content: inout RemoteContent
    ) async throws {
        var waiting = titles.filter { SchemaPath.isPlain("/\($0)") }[...]
        content.titlesWithoutNewest = titles.filter { !SchemaPath.isPlain("/\($0)") }
        try await withThrowingTaskGroup(of: (title: String, result: Result<NewestVersion?, CatalogError>).self) {
            group in
            func next() {
                guard let title = waiting.popFirst() else { return }
                group.addTask {
                    do {
                        return (title, .success(try await repositories.newest(title, known: known[title])))
                    } catch let error as CatalogError {
                        return (title, .failure(error))
                    }
                }
            }
            for _ in 0..<Self.width { next() }
            while let (title, result) = try await group.next() {
                switch result {
                case .success(let newest?):
                    content.newest[title] = newest
                    content.versions[newest.version.uri] = newest.version
                case .success(nil): content.titlesWithoutNewest.append(title)
                case .failure(let error): content.problems += error.findings.map(\.description)
                }
                next()
            }
        }
        content.problems.sort()
    }
}
