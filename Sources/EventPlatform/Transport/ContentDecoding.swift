import EventSupport

extension CompleteResponse {
    /// The response with its body decoded by its `Content-Encoding`.
    ///
    /// - Parameter limit: the maximum size of the decoded body in bytes. Memory is allocated as bytes are decoded, not
    ///   by a size that the response claims.
    /// - Returns: the response with the decoded body and its headers unchanged.
    /// - Throws: ``NetworkError``: ``NetworkError/Code/tooLarge`` when the body is larger,
    ///   ``NetworkError/Code/incomplete`` when it is damaged or its coding is unknown.
    func decoded(upTo limit: Int) throws(NetworkError) -> CompleteResponse {
        let coding = headers["content-encoding"]?.lowercased().filter { !$0.isWhitespace } ?? ""
        if body.isEmpty || ["", "identity"].contains(coding) { return self }
        guard ["gzip", "x-gzip"].contains(coding) else {
            throw NetworkError(.incomplete, "the response's Content-Encoding is \(coding), which was not requested")
        }
        do {
            return CompleteResponse(
                status: status, headers: headers, body: try Deflation.decompressed(body, atMost: limit))
        } catch {
            switch error {
            case .tooLarge: throw .tooLarge(limit: limit)
            case .corrupt: throw NetworkError(.incomplete, "the response's body is not complete gzip data")
            }
        }
    }
}

extension NetworkError {
    /// The error for a response that is larger than its request allows.
    static func tooLarge(limit: Int) -> NetworkError {
        NetworkError(.tooLarge, "the response is larger than \(limit) bytes")
    }
}
