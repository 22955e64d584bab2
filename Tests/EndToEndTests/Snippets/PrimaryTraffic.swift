import EventPlatform
import EventPlatformURLSession
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

func loadArticle(_ url: URL, client: EventPlatformClient) async throws -> Data {
    let (data, _) = try await URLSession.shared.data(from: url, marking: client.primaryTraffic)
    return data
}

func makeSession(client: EventPlatformClient) -> URLSession {
    let delegate = PrimaryTrafficDelegate(client.primaryTraffic) { $0.url?.path == "/poll" }
    return URLSession(configuration: .default, delegate: delegate, delegateQueue: nil)
}

func delegateOfASession(client: EventPlatformClient) -> URLSession {
    let delegate = PrimaryTrafficDelegate(client.primaryTraffic) { $0.url?.path == "/poll" }
    let session = URLSession(configuration: .default, delegate: delegate, delegateQueue: nil)
    return session
}

func tracked(_ url: URL, client: EventPlatformClient) async throws -> (Data, URLResponse) {
    let (body, response) = try await client.primaryTraffic.track {
        try await URLSession.shared.data(from: url)
    }
    return (body, response)
}

func trackedForAll(_ url: URL, clients: EventPlatformClients) async throws -> (Data, URLResponse) {
    let (body, response) = try await clients.primaryTraffic.track {
        try await URLSession.shared.data(from: url)
    }
    return (body, response)
}

func marked(_ request: URLRequest, client: EventPlatformClient) async throws -> (Data, URLResponse) {
    let (body, response) = try await URLSession.shared.data(for: request, marking: client.primaryTraffic)
    return (body, response)
}

/// A connection of the app's own.
protocol Socket {
    func download(_ onEnd: @escaping @Sendable (Data) -> Void)
}

func beginAndEnd(_ socket: any Socket, client: EventPlatformClient) {
    let request = client.primaryTraffic.begin()
    socket.download { _ in request.end() }
}

/// A response that is read line by line.
protocol Feed {
    func lines() async throws -> AsyncThrowingStream<String, any Error>
}

func readLines(of feed: any Feed, client: EventPlatformClient) async throws {
    let mark = client.primaryTraffic.begin()
    for try await line in MarkedSequence(try await feed.lines(), mark) { print(line) }
}
