public import EventPlatform
public import Foundation

#if canImport(FoundationNetworking)
    public import FoundationNetworking
#endif

/// The asynchronous methods of `URLSession`, with a mark of the request as traffic of the app.
extension URLSession {
    /// Downloads the response to a request into memory, and marks the request.
    ///
    /// ```swift
    /// let (body, response) = try await URLSession.shared.data(for: request, marking: client.primaryTraffic)
    /// ```
    ///
    /// - Parameters:
    ///   - request: the request.
    ///   - traffic: the marks of the client, or of all clients, that send events after the app's traffic.
    ///   - delegate: the delegate of the task; none unless given.
    /// - Returns: the body and the response.
    /// - Throws: what `URLSession` throws.
    public func data(
        for request: URLRequest, marking traffic: PrimaryTraffic, delegate: (any URLSessionTaskDelegate)? = nil
    ) async throws -> (Data, URLResponse) {
        try await traffic.track { try await data(for: request, delegate: delegate) }
    }

    /// Downloads the content of a URL into memory, and marks the request.
    ///
    /// - Parameters:
    ///   - url: the URL.
    ///   - traffic: the marks of the client, or of all clients, that send events after the app's traffic.
    ///   - delegate: the delegate of the task; none unless given.
    /// - Returns: the body and the response.
    /// - Throws: what `URLSession` throws.
    public func data(
        from url: URL, marking traffic: PrimaryTraffic, delegate: (any URLSessionTaskDelegate)? = nil
    ) async throws -> (Data, URLResponse) {
        try await traffic.track { try await data(from: url, delegate: delegate) }
    }

    /// Uploads data, and marks the request.
    ///
    /// - Parameters:
    ///   - request: the request, without a body.
    ///   - body: the body.
    ///   - traffic: the marks of the client, or of all clients, that send events after the app's traffic.
    ///   - delegate: the delegate of the task; none unless given.
    /// - Returns: the body of the response, and the response.
    /// - Throws: what `URLSession` throws.
    public func upload(
        for request: URLRequest, from body: Data, marking traffic: PrimaryTraffic,
        delegate: (any URLSessionTaskDelegate)? = nil
    ) async throws -> (Data, URLResponse) {
        try await traffic.track { try await upload(for: request, from: body, delegate: delegate) }
    }

    /// Uploads a file, and marks the request.
    ///
    /// - Parameters:
    ///   - request: the request, without a body.
    ///   - file: the file that is the body.
    ///   - traffic: the marks of the client, or of all clients, that send events after the app's traffic.
    ///   - delegate: the delegate of the task; none unless given.
    /// - Returns: the body of the response, and the response.
    /// - Throws: what `URLSession` throws.
    public func upload(
        for request: URLRequest, fromFile file: URL, marking traffic: PrimaryTraffic,
        delegate: (any URLSessionTaskDelegate)? = nil
    ) async throws -> (Data, URLResponse) {
        try await traffic.track { try await upload(for: request, fromFile: file, delegate: delegate) }
    }

    /// Downloads the response to a request into a file, and marks the request.
    ///
    /// - Parameters:
    ///   - request: the request.
    ///   - traffic: the marks of the client, or of all clients, that send events after the app's traffic.
    ///   - delegate: the delegate of the task; none unless given.
    /// - Returns: the file, which the caller moves or removes, and the response.
    /// - Throws: what `URLSession` throws.
    public func download(
        for request: URLRequest, marking traffic: PrimaryTraffic, delegate: (any URLSessionTaskDelegate)? = nil
    ) async throws -> (URL, URLResponse) {
        try await traffic.track { try await download(for: request, delegate: delegate) }
    }

    /// Downloads the content of a URL into a file, and marks the request.
    ///
    /// - Parameters:
    ///   - url: the URL.
    ///   - traffic: the marks of the client, or of all clients, that send events after the app's traffic.
    ///   - delegate: the delegate of the task; none unless given.
    /// - Returns: the file, which the caller moves or removes, and the response.
    /// - Throws: what `URLSession` throws.
    public func download(
        from url: URL, marking traffic: PrimaryTraffic, delegate: (any URLSessionTaskDelegate)? = nil
    ) async throws -> (URL, URLResponse) {
        try await traffic.track { try await download(from: url, delegate: delegate) }
    }
}

#if canImport(Darwin)
    extension URLSession {
        /// Begins to read the response to a request byte by byte, and marks the request until the last byte was read,
        /// an error was thrown, or the bytes are released. Not available on Linux, whose `URLSession` has no bytes.
        ///
        /// - Parameters:
        ///   - request: the request.
        ///   - traffic: the marks of the client, or of all clients, that send events after the app's traffic.
        ///   - delegate: the delegate of the task; none unless given.
        /// - Returns: the bytes and the response.
        /// - Throws: what `URLSession` throws.
        public func bytes(
            for request: URLRequest, marking traffic: PrimaryTraffic, delegate: (any URLSessionTaskDelegate)? = nil
        ) async throws -> (MarkedSequence<AsyncBytes>, URLResponse) {
            let mark = traffic.begin()
            let (bytes, response) = try await bytes(for: request, delegate: delegate)
            return (MarkedSequence(bytes, mark), response)
        }

        /// Begins to read the content of a URL byte by byte, and marks the request as
        /// ``bytes(for:marking:delegate:)`` does. Not available on Linux.
        ///
        /// - Parameters:
        ///   - url: the URL.
        ///   - traffic: the marks of the client, or of all clients, that send events after the app's traffic.
        ///   - delegate: the delegate of the task; none unless given.
        /// - Returns: the bytes and the response.
        /// - Throws: what `URLSession` throws.
        public func bytes(
            from url: URL, marking traffic: PrimaryTraffic, delegate: (any URLSessionTaskDelegate)? = nil
        ) async throws -> (MarkedSequence<AsyncBytes>, URLResponse) {
            try await bytes(for: URLRequest(url: url), marking: traffic, delegate: delegate)
        }
    }
#endif
